export { issueCertificates } from './certificates/issueCertificates.ts';
export { noteLateTagReadings } from './certificates/noteLate.ts';
export { transportHandlers } from './handlers.ts';
export { trimTagMemories } from './tags/memory.store.ts';
export { writeHeardTags } from './tags/tag.store.ts';
export { createTagMemories } from './tags/takeMemory.ts';
