import type { maintenanceCalls } from '@watchpost/contract';
import type { Handlers } from '../handlers.ts';
import { contractHandlers } from './contracts/handlers.ts';
import type { MaintenanceDeps } from './deps.ts';
import { orderHandlers } from './orders/handlers.ts';
import { teamHandlers } from './teams/handlers.ts';
import { templateHandlers } from './templates/handlers.ts';

export { documentHash } from './contracts/document.ts';
export { planVisits } from './contracts/planVisits.ts';
export { moveToCompany } from './handOver.store.ts';
export { nominalDays } from './nominalDay.ts';

export const maintenanceHandlers = (deps: MaintenanceDeps): Handlers<typeof maintenanceCalls> => ({
  ...contractHandlers(deps),
  ...orderHandlers(deps),
  ...teamHandlers(deps),
  ...templateHandlers(deps),
});
