import type { CallName } from '@watchpost/contract';

/** Calls whose answers a changed customer makes old. */
export const callsAboutCustomers: readonly CallName[] = [
  'getCustomer',
  'getCustomerPage',
  'getReminderRule',
  'getRenewals',
];
