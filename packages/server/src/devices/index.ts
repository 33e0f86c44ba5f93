export { deviceHandlers } from './handlers.ts';
