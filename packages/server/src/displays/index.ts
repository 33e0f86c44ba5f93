export { darkWalls } from './darkWalls.ts';
export { type DisplayDeps, displayHandlers } from './handlers.ts';
