export { listHandlers } from './handlers.ts';
