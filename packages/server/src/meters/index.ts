export { chargeAccounts } from './chargeAccounts.ts';
export { prepaidHandlers } from './handlers.ts';
