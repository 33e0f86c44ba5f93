import type { displayCalls } from '@watchpost/contract';
import type { Handlers } from '../handlers.ts';
import type { DisplayDeps } from './common.ts';
import { pairingHandlers } from './pairing.wire.ts';
import { screenHandlers } from './screens.wire.ts';
import { wallHandlers } from './wall.wire.ts';
import { wallListHandlers } from './wallList.wire.ts';

/** Data screens, walls, and what walls ask. */
export const displayHandlers = (deps: DisplayDeps): Handlers<typeof displayCalls> => ({
  ...screenHandlers(deps),
  ...wallListHandlers(deps),
  ...pairingHandlers(deps),
  ...wallHandlers(deps),
});
