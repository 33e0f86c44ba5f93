import type { prepaidCalls } from '@watchpost/contract';
import type { Handlers } from '../handlers.ts';
import { accountHandlers } from './accounts/handlers.ts';
import type { PrepaidDeps } from './deps.ts';
import { rechargeHandlers } from './recharges/handlers.ts';
import { switchHandlers } from './switching/handlers.ts';

/** Prepaid accounts with their ledger, recharges, and the switches of meters. */
export const prepaidHandlers = (deps: PrepaidDeps): Handlers<typeof prepaidCalls> => ({
  ...accountHandlers(deps),
  ...rechargeHandlers(deps),
  ...switchHandlers(deps),
});
