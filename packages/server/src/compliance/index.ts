export { insertAssignments, insertCertificate } from './compliance.store.ts';
export { complianceHandlers } from './handlers.ts';
export { makePacks } from './packs/makePacks.ts';
export { sealFiles, sealStatement } from './proof/sealFiles.ts';
export { noteLateSamples } from './seal/noteLateSamples.ts';
export { forgetAllSeals } from './seal/seal.store.ts';
export { sealRecords } from './seal/sealRecords.ts';
