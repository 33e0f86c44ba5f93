export { createIngest, type Ingest } from './createIngest.ts';
export { GroupCommit } from './groupCommit.ts';
