import type { RepairOrder } from '@watchpost/contract';
import { clientOf } from '../platform/db/clientOf.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { readCalendars } from '../projects/index.ts';
import { readClocks, readPauses } from '../work/index.ts';
import { type ClockParts, type PresentContext, presentOrder } from './present.ts';
import type { OrderRow } from './repair.store.ts';
import { asSeenBy } from './viewer.ts';

/** The clocks of orders that were found for the viewer. */
export async function clockPartsOf(
  { viewer: tenant }: Pick<PresentContext, 'viewer'>,
  db: DbOrTransaction,
  rows: readonly OrderRow[],
): Promise<(row: OrderRow) => ClockParts> {
  const ids = rows.map(({ id }) => id);
  const clocks = await readClocks(tenant, db, 'repair', ids);
  const pauses = await readPauses(tenant, db, 'repair', ids);
  const calendars = await readCalendars(tenant, clientOf(db), [...new Set(rows.map(({ project_id }) => project_id))]);
  return ({ id, project_id }) => ({
    clocks: clocks.get(id) ?? [],
    pauses: pauses.get(id) ?? [],
    dayKinds: calendars.get(project_id) ?? new Map(),
  });
}

export async function presentOrders(
  context: PresentContext,
  db: DbOrTransaction,
  rows: readonly OrderRow[],
): Promise<RepairOrder[]> {
  const partsOf = await clockPartsOf(context, db, rows);
  return rows.map((row) => presentOrder(asSeenBy(context.viewer, row), partsOf(row), context));
}
