export { diagramHandlers } from './handlers.ts';
