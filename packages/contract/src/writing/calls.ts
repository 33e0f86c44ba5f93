import { batchCalls } from './batchCalls.ts';
import { limitCalls } from './limitCalls.ts';
import { writeCalls } from './writeCalls.ts';

/** Remote writing: spec §7.1 ControlDown, BatchControlDown, BatchWriteRecord. */
export const writingCalls = { ...batchCalls, ...limitCalls, ...writeCalls };
