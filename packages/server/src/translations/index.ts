export { createTranslate } from './createTranslate.ts';
export { englishOf } from './englishOf.ts';
export { insertTranslations } from './store.ts';
