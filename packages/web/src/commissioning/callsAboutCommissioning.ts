import type { CallName } from '@watchpost/contract';

/** Calls whose answers a changed commissioning order makes old. */
export const callsAboutCommissioning: readonly CallName[] = [
  'compareStoreTemplate',
  'getDebugOrder',
  'getDebugOrderPage',
  'getStoreTemplates',
];
