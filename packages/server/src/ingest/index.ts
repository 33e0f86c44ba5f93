export { GroupCommit } from './groupCommit.ts';
export { createIngest, type Ingest } from './createIngest.ts';
