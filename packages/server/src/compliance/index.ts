export {
  type CertificateRow as CalibrationCertificate,
  certificatesDuring,
  certifiedUntil,
  insertAssignments,
  insertCertificate,
  keepCertificateFile,
  pointsUnder,
} from './compliance.store.ts';
export { type DocumentRow, documentsOf, readDocumentFile } from './documents/document.store.ts';
export {
  documentAddress,
  hashOfStatement,
  keptFile,
  newDocumentId,
  sealDocument,
} from './documents/sealDocument.ts';
export { complianceHandlers } from './handlers.ts';
export { moveToCompany } from './handOver.store.ts';
export { insertOwnProfile, insertProfileVersion } from './ownProfiles/profile.store.ts';
export { makePacks } from './packs/makePacks.ts';
export { checkSeals } from './proof/checkSeals.ts';
export { projectFacts } from './proof/proof.store.ts';
export { sealFiles, sealStatement } from './proof/sealFiles.ts';
export { hashOfSamples } from './seal/canonical.ts';
export { noteLateSamples } from './seal/noteLateSamples.ts';
export { forgetAllSeals } from './seal/seal.store.ts';
export { sealRecords } from './seal/sealRecords.ts';
