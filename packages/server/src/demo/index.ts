export { fillEmptyDatabase } from './fillEmptyDatabase.ts';
