export { fillApart } from './fillApart.ts';
export { fillEmptyDatabase, isFilled } from './fillEmptyDatabase.ts';
