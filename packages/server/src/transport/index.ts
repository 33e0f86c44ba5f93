export { watchVehicles } from './cars/watchVehicles.ts';
export { issueCertificates } from './certificates/issueCertificates.ts';
export { noteLateTagReadings } from './certificates/noteLateTagReadings.ts';
export { type FenceShape, middleOf } from './fences/fenceShape.ts';
export { followFences } from './fences/followFences.ts';
export { transportHandlers } from './handlers.ts';
export { createTagMemories } from './tags/createTagMemories.ts';
export { trimTagMemories } from './tags/memory.store.ts';
export { writeHeardTags } from './tags/tag.store.ts';
