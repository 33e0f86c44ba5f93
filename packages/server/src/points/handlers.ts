import type { pointCalls } from '@watchpost/contract';
import type { Handlers } from '../handlers.ts';
import { importHandlers } from './import/handlers.ts';
import type { PointDeps } from './PointDeps.ts';
import { placeHandlers } from './places/handlers.ts';
import { setUpHandlers } from './setUp/handlers.ts';
import { typeHandlers } from './types/handlers.ts';
import { valueHandlers } from './values/handlers.ts';

export const pointHandlers = (deps: PointDeps): Handlers<typeof pointCalls> => ({
  ...importHandlers(deps),
  ...placeHandlers(deps),
  ...setUpHandlers(deps),
  ...typeHandlers(deps),
  ...valueHandlers(deps),
});
