export { workbenchHandlers } from './handlers.ts';
