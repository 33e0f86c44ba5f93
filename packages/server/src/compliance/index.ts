export { complianceHandlers } from './handlers.ts';
export { makePacks } from './packs/makePacks.ts';
export { noteLateSamples } from './seal/noteLateSamples.ts';
export { sealRecords } from './seal/sealRecords.ts';
