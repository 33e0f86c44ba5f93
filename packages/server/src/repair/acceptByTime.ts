import { type Bilingual, hourMs, repairStatus, serviceTargets } from '@watchpost/contract';
import { system } from '../access/index.ts';
import type { Clock } from '../platform/clock.ts';
import { clientOf } from '../platform/db/clientOf.ts';
import type { Db } from '../platform/db/database.ts';
import { readCalendars } from '../projects/index.ts';
import { elapsedService, insertJournal } from '../work/index.ts';
import { membersFor } from './messages.store.ts';
import { waitingForAcceptance } from './recovery.store.ts';
import { refOf, refreshClocks } from './refreshClocks.ts';
import { lockAnyOrder, type OrderRow, updateOrder } from './repair.store.ts';
import { tellPeople } from './tell.ts';

/** After so many service hours without an answer an order whose recovery is verified is accepted. */
const acceptedAfterHours = 72;
/** The applicant is reminded after each so many hours, and so often, before that. */
const remindedEachHours = 24;
const reminders = 2;

/**
 * Orders that are repaired, whose recovery readings have verified, and that nobody accepts or sends back: the applicant (where there
 * is none, the dispatchers) is reminded twice, then the order is accepted by time, which its journal says. Each reminder leaves
 * a day of service to answer it, also where the server stood still meanwhile.
 */
export async function acceptByTime(
  deps: { readonly db: Db; readonly clock: Clock },
  stopping: AbortSignal,
  changed: (order: OrderRow) => void,
): Promise<void> {
  for (const { id } of await waitingForAcceptance(system, deps.db)) {
    if (stopping.aborted) return;
    const order = await deps.db.transaction().execute(async (transaction) => {
      const [waiting] = await waitingForAcceptance(system, transaction, id);
      const found = await lockAnyOrder(system, transaction, id);
      if (!waiting || found?.status !== repairStatus.finished || found.finished_at === null) return null;
      if (found.recovery_state !== 'verified') return null;
      const now = deps.clock.now();
      const calendars = await readCalendars(system, clientOf(transaction), [found.project_id]);
      const calendar = {
        name: serviceTargets[found.severity as 1 | 2 | 3].calendar,
        timeZone: found.time_zone,
        dayKinds: calendars.get(found.project_id) ?? new Map(),
      };
      const hoursSince = (from: Date): number => elapsedService(calendar, from.getTime(), now, []) / hourMs;
      const hours = hoursSince(found.finished_at);
      const isDue = waiting.told_at === null || hoursSince(waiting.told_at) >= remindedEachHours;
      if (!isDue || hours < remindedEachHours) return null;
      const isOver = waiting.told >= reminders && hours >= acceptedAfterHours;
      if (!isOver && waiting.told >= reminders) return null;
      const at = new Date(now);
      const text = isOver ? acceptedWords : reminderWords;
      if (isOver) await updateOrder(system, transaction, id, { status: repairStatus.completed, completed_at: at });
      await insertJournal(system, transaction, refOf(found), {
        at,
        userId: null,
        userName: null,
        action: isOver ? 'passByTime' : 'acceptanceDue',
        fromState: found.status,
        toState: isOver ? repairStatus.completed : found.status,
        text,
      });
      const after = (await lockAnyOrder(system, transaction, id))!;
      if (isOver) await refreshClocks(system, transaction, after, now);
      const people =
        found.applicant_id === null
          ? await membersFor(system, transaction, found, ['repairDispatch'])
          : [found.applicant_id];
      const assignee = isOver && found.assignee_id !== null ? [found.assignee_id] : [];
      await tellPeople(transaction, after, [...people, ...assignee], text, at);
      return after;
    });
    if (order) changed(order);
  }
}

const reminderWords: Bilingual = {
  zh: `读数已验证恢复，请验收。完工后满${acceptedAfterHours}个服务小时无人答复，将按时自动验收`,
  en: `Readings have verified the recovery: please accept. ${acceptedAfterHours} service hours after the repair it is accepted by time`,
};
const acceptedWords: Bilingual = {
  zh: `完工后${acceptedAfterHours}个服务小时内无人答复，恢复已由读数验证，按时自动验收`,
  en: `Accepted by time: nobody answered within ${acceptedAfterHours} service hours, and readings have verified the recovery`,
};
