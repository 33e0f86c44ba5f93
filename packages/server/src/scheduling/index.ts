import type { schedulingCalls } from '@watchpost/contract';
import type { Handlers } from '../handlers.ts';
import type { SchedulingDeps } from './deps.ts';
import { groupHandlers } from './groups/handlers.ts';
import { jobHandlers } from './jobs/handlers.ts';

export { carryOut } from './carryOut.ts';
export { moveToCompany } from './handOver.store.ts';
export { endAbandoned, forgetRuns, runSchedules, takeDue } from './runSchedules.ts';

export const schedulingHandlers = (deps: SchedulingDeps): Handlers<typeof schedulingCalls> => ({
  ...groupHandlers(deps),
  ...jobHandlers(deps),
});
