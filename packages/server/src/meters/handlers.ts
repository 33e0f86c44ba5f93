import type { prepaidCalls } from '@watchpost/contract';
import type { Handlers } from '../handlers.ts';
import { accountHandlers } from './accounts/handlers.ts';
import type { PrepaidDeps } from './deps.ts';
import { loosenHandlers } from './loosening/handlers.ts';
import { rechargeHandlers } from './recharges/handlers.ts';
import { switchHandlers } from './switching/handlers.ts';

/** Prepaid accounts with their ledger, recharges, and the switches of meters. */
export function prepaidHandlers(outside: Omit<PrepaidDeps, 'startedAt'>): Handlers<typeof prepaidCalls> {
  const deps: PrepaidDeps = { ...outside, startedAt: outside.clock.now() };
  return {
    ...accountHandlers(deps),
    ...loosenHandlers(deps),
    ...rechargeHandlers(deps),
    ...switchHandlers(deps),
  };
}
