import type { writingCalls } from '@watchpost/contract';
import type { Handlers } from '../handlers.ts';
import { batchHandlers } from './batchHandlers.ts';
import { limitHandlers } from './limitHandlers.ts';
import { recordHandlers } from './recordHandlers.ts';
import { type WriteDeps, writeHandlers } from './writeHandlers.ts';

export const writingHandlers = (deps: WriteDeps): Handlers<typeof writingCalls> => ({
  ...batchHandlers(deps),
  ...limitHandlers(deps),
  ...recordHandlers(deps),
  ...writeHandlers(deps),
});
