export { deleteUnusedFiles } from './deleteUnusedFiles.ts';
export { createFileUrls, type FileUrls, fileIdOfUrl } from './fileUrl.ts';
export { type FileDeps, fileHandlers } from './handlers.ts';
export { moveToCompany } from './handOver.store.ts';
export { type KeepDeps, keepFiles } from './keepFiles.ts';
export { decodeImages, keepImagesOfStrangers } from './keepImagesOfStrangers.ts';
export {
  deleteKeptDocument,
  findKeptDocument,
  keepDocument,
  keptDocumentsOf,
} from './keptDocuments.store.ts';
export { needOwnFile } from './needOwnFile.ts';
export { presentKeptDocument } from './present.ts';
export { readDocument } from './readDocument.ts';
