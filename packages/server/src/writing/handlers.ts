import type { writingCalls } from '@watchpost/contract';
import type { Handlers } from '../handlers.ts';
import { batchHandlers } from './batches/handlers.ts';
import { limitHandlers } from './limits/handlers.ts';
import { recordHandlers } from './records/handlers.ts';
import type { WriteDeps } from './rightsOf.ts';
import { writeHandlers } from './write/handlers.ts';

export const writingHandlers = (deps: WriteDeps): Handlers<typeof writingCalls> => ({
  ...batchHandlers(deps),
  ...limitHandlers(deps),
  ...recordHandlers(deps),
  ...writeHandlers(deps),
});
