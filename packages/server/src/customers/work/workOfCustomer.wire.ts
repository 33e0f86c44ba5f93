import { type CustomerDetail, calls, customerWorkMax, type Language } from '@watchpost/contract';
import { type Caller, inEveryProject } from '../../access/index.ts';
import { debugOrdersOf } from '../../commissioning/index.ts';
import { visitsOf } from '../../maintenance/index.ts';
import { alarmViewers } from '../../notifications/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { newestAlarms, newestRepairs, type WorkLine } from './work.store.ts';

interface Orders {
  readonly open: number;
  readonly all: number;
}
export interface CustomerWork {
  /** Newest first. */
  readonly lines: CustomerDetail['WorkEventList'];
  /** Of one project; null: not for the caller. */
  readonly visits: (projectId: number) => Orders | null;
  readonly debugOrders: (projectId: number) => Orders | null;
}

/** Alarms and orders of every kind in projects of a customer since a moment, by the rules of their own lists. */
export async function workOfCustomer(
  caller: Caller,
  db: DbOrTransaction,
  projects: readonly { readonly id: number; readonly name: string }[],
  language: Language,
  since: Date,
  now: number,
): Promise<CustomerWork> {
  const ids = projects.map(({ id }) => id);
  const seenBy = (required: Parameters<typeof inEveryProject>[1]) => {
    const viewer = inEveryProject(caller, required);
    const { projectIds, listedProjectIds } = viewer.tenant;
    const seen = ids.filter((id) => projectIds.includes(id));
    return { viewer, seen, whole: seen.filter((id) => !listedProjectIds.includes(id)) };
  };
  const alarms = seenBy(alarmViewers);
  const repairs = seenBy(calls.getNewRepairActivePage.access);
  const visits = seenBy(calls.getMaintenanceOrderPage.access);
  const debugging = seenBy(calls.getDebugOrderPage.access);
  const [ofAlarms, ofRepairs, ofVisits, ofDebugging] = await Promise.all([
    newestAlarms(alarms.viewer.tenant, db, alarms.seen, since, customerWorkMax),
    newestRepairs(repairs.viewer.tenant, db, repairs.whole, since, customerWorkMax),
    visitsOf(visits.viewer, db, visits.whole, since, new Date(now)),
    debugOrdersOf(debugging.viewer.tenant, db, debugging.whole, since),
  ]);
  const nameOf = new Map(projects.map(({ id, name }) => [id, name]));
  const lines = (kind: CustomerDetail['WorkEventList'][number]['Kind'], rows: readonly WorkLine[]) =>
    rows.map((row) => ({
      Kind: kind,
      Epoch: row.at.getTime(),
      TargetId: row.id,
      ProjectId: row.project_id,
      ProjectName: nameOf.get(row.project_id)!,
      Text: row[language],
      IsOpen: row.is_open,
    }));
  const counts = (shown: readonly number[], rows: readonly WorkLine[]) => (projectId: number) => {
    if (!shown.includes(projectId)) return null;
    const own = rows.filter(({ project_id }) => project_id === projectId);
    return { open: own.filter(({ is_open }) => is_open).length, all: own.length };
  };
  return {
    lines: [
      ...lines('alarm', ofAlarms),
      ...lines('repair', ofRepairs),
      ...lines('maintenance', ofVisits),
      ...lines('commissioning', ofDebugging),
    ]
      .sort((a, b) => b.Epoch - a.Epoch)
      .slice(0, customerWorkMax),
    visits: counts(visits.whole, ofVisits),
    debugOrders: counts(debugging.whole, ofDebugging),
  };
}
