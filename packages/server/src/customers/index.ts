import type { customerCalls } from '@watchpost/contract';
import type { Handlers } from '../handlers.ts';
import type { CustomerDeps } from './deps.ts';
import { customerHandlers as ofCustomers } from './handlers.ts';
import { customerImportHandlers } from './importHandlers.ts';

export { customerExporter } from './customerExporter.wire.ts';
export { moveToCompany } from './handOver.store.ts';
export { scoreCustomers } from './health/scoreCustomers.ts';
export { remindOfCustomers } from './remindOfCustomers.ts';

export const customerHandlers = (deps: CustomerDeps): Handlers<typeof customerCalls> => ({
  ...ofCustomers(deps),
  ...customerImportHandlers(deps),
});
