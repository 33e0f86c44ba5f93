import type { energyCalls } from '@watchpost/contract';
import type { Handlers } from '../handlers.ts';
import type { EnergyDeps } from './deps.ts';
import { figureHandlers } from './figures/handlers.ts';
import { meterHandlers } from './meters/handlers.ts';
import { recalculateHandlers } from './recalculate/handlers.ts';
import { tariffHandlers } from './tariffs/handlers.ts';

export const energyHandlers = (deps: EnergyDeps): Handlers<typeof energyCalls> => ({
  ...figureHandlers(deps),
  ...meterHandlers(deps),
  ...recalculateHandlers(deps),
  ...tariffHandlers(deps),
});
