import type { pointListCalls } from '@watchpost/contract';
import type { Handlers } from '../../handlers.ts';
import type { PointDeps } from '../PointDeps.ts';
import { batchHandlers } from './batch/handlers.ts';
import { linkHandlers } from './links/handlers.ts';
import { listHandlers } from './list/handlers.ts';
import { relatedHandlers } from './related/handlers.ts';

export const placeHandlers = (deps: PointDeps): Handlers<typeof pointListCalls> => ({
  ...batchHandlers(deps),
  ...linkHandlers(deps),
  ...listHandlers(deps),
  ...relatedHandlers(deps),
});
