import type { KeptDocument, StoredFile } from '@watchpost/contract';
import type { FileUrls } from './fileUrl.ts';
import type { KeptFile } from './keepFiles.ts';
import type { KeptDocumentRow } from './keptDocuments.store.ts';
import type { ReadImage } from './readImage.ts';

export const presentFile = (image: KeptFile<ReadImage>, url: string): StoredFile => ({
  FileId: image.id,
  Url: url,
  Path: url.split('?')[0] ?? '',
  Name: image.name,
  ContentType: image.contentType,
  Size: image.content.byteLength,
  Width: image.width,
  Height: image.height,
});

export const presentKeptDocument = (row: KeptDocumentRow, urls: FileUrls): KeptDocument => ({
  DocumentId: row.id,
  Name: row.name,
  Url: urls.fileUrl(row.file_id),
  ContentType: row.content_type,
  Size: row.size_bytes,
  Epoch: row.at.getTime(),
  UserName: row.user_name,
});
