import type { transportCalls } from '@watchpost/contract';
import type { Handlers } from '../handlers.ts';
import { carHandlers } from './cars/handlers.ts';
import type { TransportDeps } from './deps.ts';
import { fenceHandlers } from './fences/handlers.ts';
import { tagHandlers } from './tags/handlers.ts';
import { waybillHandlers } from './waybills/handlers.ts';

export const transportHandlers = (deps: TransportDeps): Handlers<typeof transportCalls> => ({
  ...tagHandlers(deps),
  ...carHandlers(deps),
  ...fenceHandlers(deps),
  ...waybillHandlers(deps),
});
