export { customerExporter } from './customerExporter.wire.ts';
export { customerHandlers } from './handlers.ts';
export { moveToCompany } from './handOver.store.ts';
export { scoreCustomers } from './health/scoreCustomers.ts';
export { remindOfCustomers } from './remindOfCustomers.ts';
