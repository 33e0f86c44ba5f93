import { getLanguage } from './language.ts';

/** Between the things of a list, in the present language. A component that shows it renders again with its texts when that changes. */
export const comma = (): string => (getLanguage() === 'zh' ? '、' : ', ');

/** Between a label and what it is about, in the present language. */
export const colon = (): string => (getLanguage() === 'zh' ? '：' : ': ');
