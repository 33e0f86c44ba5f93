export { transportHandlers } from './handlers.ts';
export { writeHeardTags } from './tags/tag.store.ts';
