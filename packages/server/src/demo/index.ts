export { fillEmptyDatabase, isFilled } from './fillEmptyDatabase.ts';
