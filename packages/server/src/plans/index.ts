export { planHandlers } from './handlers.ts';
export { moveToCompany } from './handOver.store.ts';
