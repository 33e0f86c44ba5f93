import { openRepairStatuses } from '@watchpost/contract';
import { type RawBuilder, sql } from 'kysely';

/**
 * Condition: somebody still has something to do about a repair order: it is submitted, and neither revoked nor completed. The states
 * stand in the statement itself, so that indexes of them are used.
 *
 * @param table what the statement calls `repair_order`
 */
export const isOpenRepair = (table: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${table}.status`)} IN (${sql.raw(openRepairStatuses.join(', '))})`;
