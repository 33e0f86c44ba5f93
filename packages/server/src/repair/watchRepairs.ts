import { clockKinds, dayMs, hourMs, recoveryStates } from '@watchpost/contract';
import { system } from '../access/index.ts';
import type { EventBus } from '../events.ts';
import { type Outbox, type PlainOutcome, sendPlain } from '../notifications/index.ts';
import type { Clock } from '../platform/clock.ts';
import { clientOf } from '../platform/db/clientOf.ts';
import type { Db } from '../platform/db/database.ts';
import type { Log } from '../platform/log/log.ts';
import { localOfEpoch } from '../platform/zonedTime.ts';
import { forgetRequests, insertJournal, missTargets } from '../work/index.ts';
import { acceptByTime } from './acceptByTime.ts';
import { type JudgeDeps, judgeRecovery, longestObservedMs } from './judgeRecovery.ts';
import { watchLoans } from './loans/watchLoans.ts';
import { lockUnsent, markSent, membersFor } from './messages.store.ts';
import { observedOrders } from './recovery.store.ts';
import { type RecoveryReason, whyNotVerified } from './recoveryWords.ts';
import { refOf } from './refreshClocks.ts';
import { lockAnyOrder, type OrderChange, type OrderRow, updateOrder } from './repair.store.ts';
import { keepReturned, type ReturnedFault, returnedFaults } from './returned.store.ts';
import { watchReports } from './stickers/watchReports.ts';
import { tellPeople } from './tell.ts';

export interface WatchDeps extends JudgeDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly outbox: Pick<Outbox, 'available' | 'wake'>;
  readonly log: Log;
}

const keysKeptDays = 30;
/** Accepted orders that were repaired since then are observed on: what becomes known of them belongs to their record. */
const observedSince = ({ clock }: WatchDeps): Date => new Date(clock.now() - longestObservedMs);

/** What is due each minute: targets that are missed, recoveries, and messages that wait for the outbox. */
export async function watchRepairs(deps: WatchDeps, stopping: AbortSignal): Promise<void> {
  await watchLoans(deps);
  await watchReports(deps);
  await findMissed(deps);
  for (const id of await observedOrders(system, deps.db, observedSince(deps))) {
    if (stopping.aborted) return;
    // One that cannot be judged does not stop the others.
    await observe(deps, id).catch((error: unknown) =>
      deps.log.error({ err: error, orderId: id }, 'A recovery could not be judged'),
    );
  }
  for (const fault of await returnedFaults(system, deps.db, new Date(deps.clock.now()))) {
    if (stopping.aborted) return;
    await proposeRework(deps, fault).catch((error: unknown) =>
      deps.log.error({ err: error, orderId: fault.id }, 'A fault that came back could not be proposed as rework'),
    );
  }
  await acceptByTime(deps, stopping, (order) => changed(deps, order));
  await sendMessages(deps);
  await forgetRequests(system, deps.db, new Date(deps.clock.now() - keysKeptDays * dayMs));
}

const changed = ({ events }: WatchDeps, { company_id }: OrderRow): void =>
  events.emit('listsChanged', { companyId: company_id, kinds: ['repair'] });

/** A missed target is a fact: written once, with a journal line, and told to dispatchers. */
async function findMissed(deps: WatchDeps): Promise<void> {
  const at = new Date(deps.clock.now());
  const late = await deps.db.transaction().execute(async (transaction) => {
    const orders: OrderRow[] = [];
    for (const { order_id, kind, due_at } of await missTargets(system, transaction, at)) {
      const order = await lockAnyOrder(system, transaction, order_id);
      if (!order) continue;
      orders.push(order);
      const { zh, en } = clockKinds[kind];
      const due = localOfEpoch(due_at.getTime(), order.time_zone).slice(5, 16);
      const text = { zh: `${zh}超时（应于${due}前）`, en: `${en} overdue (was due ${due})` };
      await insertJournal(system, transaction, refOf(order), {
        at,
        userId: null,
        userName: null,
        action: 'overdue',
        fromState: order.status,
        toState: order.status,
        text,
      });
      await tellPeople(transaction, order, await membersFor(system, transaction, order, ['repairDispatch']), text, at);
    }
    return orders;
  });
  for (const order of late) changed(deps, order);
}

/** Reasons that say of good readings why they prove nothing. */
const doubts: readonly unknown[] = ['sensorReplaced', 'limitLoosened', 'setpointMoved'] satisfies RecoveryReason[];
const isDoubted = (why: string | null | undefined): boolean => doubts.includes(why);
const isNewDoubt = (found: OrderRow, { recovery_why: why }: OrderChange): boolean =>
  isDoubted(why) && why !== found.recovery_why;

/** Judges one order again; what changed is written, and the applicant is told once it is verified. */
async function observe(deps: WatchDeps, id: number): Promise<void> {
  const now = deps.clock.now();
  const order = await deps.db.transaction().execute(async (transaction) => {
    const found = await lockAnyOrder(system, transaction, id);
    if (!found || (found.status !== 6 && found.status !== 7) || found.finished_at === null) return null;
    const change = await judgeRecovery(deps, transaction, found, now);
    await updateOrder(system, transaction, id, change);
    const isSaid = change.recovery_state === found.recovery_state && !isNewDoubt(found, change);
    if (isSaid) return null;
    const at = new Date(now);
    const words = isDoubted(change.recovery_why)
      ? whyNotVerified(change.recovery_state, change.recovery_why ?? null)
      : recoveryStates[change.recovery_state];
    const since =
      change.recovery_since === null || change.recovery_since === undefined
        ? null
        : localOfEpoch(change.recovery_since.getTime(), found.time_zone).slice(11, 16);
    const text =
      since === null
        ? words
        : { zh: `${words.zh}（${since}起在限值内）`, en: `${words.en} (within limits since ${since})` };
    await insertJournal(system, transaction, refOf(found), {
      at,
      userId: null,
      userName: null,
      action: `recovery.${change.recovery_state}`,
      fromState: found.status,
      toState: found.status,
      text,
    });
    if (
      change.recovery_state === 'verified' ||
      change.recovery_state === 'notRecovered' ||
      isDoubted(change.recovery_why)
    )
      await tellPeople(transaction, found, found.applicant_id === null ? [] : [found.applicant_id], text, at);
    return found;
  });
  if (order) changed(deps, order);
}

/** The fault of an accepted repair came back: the order says so, and who reported it and the dispatchers are asked to have it reworked. */
async function proposeRework(deps: WatchDeps, fault: ReturnedFault): Promise<void> {
  const order = await deps.db.transaction().execute(async (transaction) => {
    const found = await lockAnyOrder(system, transaction, fault.id);
    if (!found?.completed_at || !(await keepReturned(system, transaction, fault))) return null;
    const at = new Date(deps.clock.now());
    const hours = Math.floor((fault.raised_at.getTime() - found.completed_at.getTime()) / hourMs);
    const subject = { zh: fault.subject_name, en: fault.subject_name_en ?? fault.subject_name };
    const text = {
      zh: `验收后${hours}小时故障复发（${subject.zh} ${fault.sentence_zh}），建议二次维修`,
      en: `The fault came back ${hours} h after the acceptance (${subject.en} ${fault.sentence_en}): ask for rework`,
    };
    await insertJournal(system, transaction, refOf(found), {
      at,
      userId: null,
      userName: null,
      action: 'returned',
      fromState: found.status,
      toState: found.status,
      text,
    });
    const dispatchers = await membersFor(system, transaction, found, ['repairDispatch']);
    await tellPeople(
      transaction,
      found,
      [...new Set([...dispatchers, ...(found.applicant_id === null ? [] : [found.applicant_id])])],
      text,
      at,
    );
    return found;
  });
  if (order) changed(deps, order);
}

/** At most one message a person and order in so many minutes; what came meanwhile goes with the next. */
const quietMinutes = 5;
const maxPiles = 500;

async function sendMessages({ db, clock, outbox }: WatchDeps): Promise<void> {
  const isSent = await db.transaction().execute(async (transaction) => {
    const at = new Date(clock.now());
    const piles = await lockUnsent(system, transaction, { at, quietMinutes, limit: maxPiles });
    const ways = piles.flatMap((pile) =>
      (pile.urgent ? (['sms', 'email'] as const) : (['email'] as const)).map((channel) => ({ pile, channel })),
    );
    const outcomes = await sendPlain(
      clientOf(transaction),
      ways.map(({ pile, channel }) => ({
        userId: pile.user_id,
        channel,
        about: 'repair',
        subject: {
          zh: `维修工单${pile.number ?? ''}（${pile.project_name}）`,
          en: `Repair order ${pile.number === null ? '' : `${pile.number} `}(${pile.project_name_en ?? pile.project_name})`,
        },
        lines: pile.texts_zh.map((zh, place) => ({ zh, en: pile.texts_en[place]! })),
        timeZone: pile.time_zone,
      })),
      at.getTime(),
      outbox.available,
    );
    const asleep = new Set(ways.filter((_, place) => isWaiting(outcomes[place]!)).map(({ pile }) => pile));
    // A pile that one way has taken is sent: the other way would tell it twice.
    const taken = new Set(ways.filter((_, place) => 'messageId' in outcomes[place]!).map(({ pile }) => pile));
    const settled = piles.filter((pile) => taken.has(pile) || !asleep.has(pile));
    await markSent(
      system,
      transaction,
      settled.flatMap(({ ids }) => ids),
      at,
    );
    return taken.size > 0;
  });
  if (isSent) outbox.wake();
}

const isWaiting = (outcome: PlainOutcome): boolean => 'wait' in outcome;
