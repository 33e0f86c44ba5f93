import type { CallName } from '@watchpost/contract';

/** Calls whose answers a recharge, a charge or a switch makes old. */
export const callsAboutPrepaid: readonly CallName[] = [
  'getLedgerPage',
  'getPrepaidPage',
  'getRechargePage',
  'getSwitchGates',
  'getTrips',
];
