export { differing, logged } from './differing.ts';
export { logHandlers } from './handlers.ts';
export { inOneWrite, type OneWrite, type Operation } from './inOneWrite.ts';
export { logDeed } from './logDeed.ts';
export { sealLog } from './sealLog.ts';
