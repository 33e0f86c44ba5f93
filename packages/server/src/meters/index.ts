export { chargeAccounts } from './accounts/chargeAccounts.ts';
export { prepaidHandlers } from './handlers.ts';
