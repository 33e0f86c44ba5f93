import type { ownDeeds } from '@watchpost/contract';
import type { Transaction } from 'kysely';
import { system } from '../access/index.ts';
import type { Tables } from '../platform/db/tables.generated.ts';
import type { Operation } from './inOneWrite.ts';
import { insertOperations } from './store.ts';

/** A line about an action without a call, by the operator of the installation, in the transaction of that action. */
export const logDeed = (
  transaction: Transaction<Tables>,
  deed: keyof typeof ownDeeds,
  operation: Operation,
  at: number,
): Promise<void> =>
  insertOperations(
    system,
    transaction,
    { call: deed, caller: null, address: '', userAgent: '' },
    [operation],
    new Date(at),
  );
