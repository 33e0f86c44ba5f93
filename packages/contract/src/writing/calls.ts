import { batchCalls } from './batchCalls.ts';
import { limitCalls } from './limitCalls.ts';
import { writeCalls } from './writeCalls.ts';

/** Remote writing: spec §7.1 ControlDown, BatchControlDown, BatchWriteRecord; issue 5 §6. */
export const writingCalls = { ...batchCalls, ...limitCalls, ...writeCalls };
