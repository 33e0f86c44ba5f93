import type { Tenant } from '../access/index.ts';
import { clientOf } from '../platform/db/clientOf.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { readCalendars } from '../projects/index.ts';
import { type ClockFacts, clocksOf, type OrderRef, readPauses, writeClocks } from '../work/index.ts';
import type { OrderRow } from './repair.store.ts';

export const refOf = ({
  id,
  project_id,
}: Pick<OrderRow, 'id' | 'project_id'>): OrderRef & { readonly kind: 'repair' } => ({
  kind: 'repair',
  id,
  projectId: project_id,
});

const epochOf = (at: Date | null): number | null => at?.getTime() ?? null;

/** What the clocks of an order follow from. */
export const clockFactsOf = (
  order: OrderRow,
  dayKinds: ReadonlyMap<string, number>,
  pauses: ClockFacts['pauses'],
): ClockFacts | null =>
  order.submitted_at === null
    ? null
    : {
        severity: order.severity as 1 | 2 | 3,
        targets: order.targets,
        timeZone: order.time_zone,
        dayKinds,
        submittedAt: order.submitted_at.getTime(),
        acceptedAt: epochOf(order.accepted_at),
        arrivedAt: epochOf(order.arrived_at),
        finishedAt: epochOf(order.finished_at),
        completedAt: epochOf(order.completed_at),
        isRevoked: order.status === 0,
        pauses,
      };

/** Brings the clocks of an order in line with what was written of it; the order was found for the tenant. */
export async function refreshClocks(
  tenant: Tenant,
  transaction: DbOrTransaction,
  order: OrderRow,
  now: number,
): Promise<void> {
  const pauses = (await readPauses(tenant, transaction, 'repair', [order.id])).get(order.id) ?? [];
  const dayKinds =
    (await readCalendars(tenant, clientOf(transaction), [order.project_id])).get(order.project_id) ?? new Map();
  const facts = clockFactsOf(
    order,
    dayKinds,
    pauses
      .filter(({ voided_by }) => voided_by === null)
      .map(({ clock_kind, from_at, until_at }) => ({
        kind: clock_kind,
        from: from_at.getTime(),
        until: epochOf(until_at),
      })),
  );
  if (facts) await writeClocks(tenant, transaction, refOf(order), clocksOf(facts, now));
}
