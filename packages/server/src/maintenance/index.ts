import type { maintenanceCalls } from '@watchpost/contract';
import type { Handlers } from '../handlers.ts';
import { calendarHandlers } from './calendars/handlers.ts';
import { contractHandlers } from './contracts/handlers.ts';
import { signLinkHandlers } from './contracts/signLinkHandlers.wire.ts';
import type { MaintenanceDeps } from './deps.ts';
import { orderHandlers } from './orders/handlers.ts';
import { planHandlers } from './plans/handlers.ts';
import { teamHandlers } from './teams/handlers.ts';
import { templateHandlers } from './templates/handlers.ts';

export { contractsToPlan, visitDoneAt } from './contracts/contract.store.ts';
export { contractExporter } from './contracts/contractExporter.wire.ts';
export { documentHash, documentText, hashOfStatement, statementOf } from './contracts/document.ts';
export { planContract, planVisits } from './contracts/planVisits.ts';
export { forgetSignPhones } from './contracts/signLink.store.ts';
export { moveToCompany, openWork } from './handOver.store.ts';
export { remindOfContracts } from './messages/remindOfContracts.ts';
export { nominalDays } from './nominalDay.ts';
export { hashOfSheets } from './orders/judgeSheets.wire.ts';
export { maintenanceOrderExporter } from './orders/maintenanceOrderExporter.wire.ts';
export { visitsOf } from './orders/visitsOf.ts';
export { makePlanVisits } from './plans/makePlanVisits.ts';
export type { Reading } from './values/reading.ts';

export const maintenanceHandlers = (deps: MaintenanceDeps): Handlers<typeof maintenanceCalls> => ({
  ...calendarHandlers(deps),
  ...contractHandlers(deps),
  ...orderHandlers(deps),
  ...planHandlers(deps),
  ...signLinkHandlers(deps),
  ...teamHandlers(deps),
  ...templateHandlers(deps),
});
