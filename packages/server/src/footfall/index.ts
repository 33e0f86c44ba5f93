export { footfallHandlers } from './handlers.ts';
