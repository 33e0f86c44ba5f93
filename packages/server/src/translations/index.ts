export { createTranslate } from './createTranslate.ts';
export { insertTranslations } from './store.ts';
