export type { CommandOutcome, Commands } from './commands.ts';
export { createIngest, type Ingest } from './createIngest.ts';
export { FrameLog, type LoggedExchange } from './FrameLog.ts';
export { GroupCommit } from './groupCommit.ts';
export type { Latency } from './LineTraffic.ts';
export { MessageWatch, type WatchedMessage } from './MessageWatch.ts';
export type { OpenLine, OpenLines } from './openLines.ts';
export { polledSlaves } from './pollLine.ts';
export { type MappingTrial, tryMapping } from './tryMapping.ts';
