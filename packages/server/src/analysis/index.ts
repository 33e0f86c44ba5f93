export { analysisHandlers } from './handlers.ts';
