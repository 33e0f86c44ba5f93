export { darkWalls } from './darkWalls.store.ts';
export { type DisplayDeps, displayHandlers } from './handlers.ts';
