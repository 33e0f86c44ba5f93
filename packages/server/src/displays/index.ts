export type { DisplayDeps } from './common.ts';
export { darkWalls } from './darkWalls.store.ts';
export { displayHandlers } from './handlers.ts';
