export type { CommandOutcome, Commands } from './commands.ts';
export { createIngest, type Ingest } from './createIngest.ts';
export { GroupCommit } from './groupCommit.ts';
export { MessageWatch, type WatchedMessage } from './MessageWatch.ts';
export type { OpenLines } from './openLines.ts';
export { type MappingTrial, tryMapping } from './tryMapping.ts';
