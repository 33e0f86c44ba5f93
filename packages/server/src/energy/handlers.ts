import type { energyCalls } from '@watchpost/contract';
import type { Handlers } from '../handlers.ts';
import { baselineHandlers } from './baseline/handlers.ts';
import { billingHandlers } from './billing/handlers.ts';
import { calculatedHandlers } from './calculated/handlers.ts';
import { closingHandlers } from './closing/handlers.ts';
import type { EnergyDeps } from './deps.ts';
import { energyEventHandlers } from './events/handlers.ts';
import { figureHandlers } from './figures/handlers.ts';
import { meterHandlers } from './meters/handlers.ts';
import { readingHandlers } from './readings/handlers.ts';
import { recalculateHandlers } from './recalculate/handlers.ts';
import { registerHandlers } from './registers/handlers.ts';
import { simulationHandlers } from './simulate/handlers.ts';
import { siteHandlers } from './site/handlers.ts';
import { targetHandlers } from './targets/handlers.ts';
import { tariffHandlers } from './tariffs/handlers.ts';

export const energyHandlers = (deps: EnergyDeps): Handlers<typeof energyCalls> => ({
  ...baselineHandlers(deps),
  ...billingHandlers(deps),
  ...calculatedHandlers(deps),
  ...closingHandlers(deps),
  ...energyEventHandlers(deps),
  ...figureHandlers(deps),
  ...meterHandlers(deps),
  ...readingHandlers(deps),
  ...recalculateHandlers(deps),
  ...registerHandlers(deps),
  ...siteHandlers(deps),
  ...simulationHandlers(deps),
  ...targetHandlers(deps),
  ...tariffHandlers(deps),
});
