import {
  type Bilingual,
  callOfAction,
  commonErrors,
  type RepairAction,
  type RepairRole,
  type RepairStatus,
  type RepairTransition,
  repairActions,
  repairErrors,
  repairStatus,
  repairStatusWords,
  transitionOf,
  workErrors,
} from '@watchpost/contract';
import type { UserTenant } from '../access/index.ts';
import { inOneWrite, type OneWrite } from '../logs/index.ts';
import { nameOfUser } from '../people/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { localOfEpoch } from '../platform/zonedTime.ts';
import { claimRequest, insertJournal, type JournalEntry, readJournal } from '../work/index.ts';
import type { RepairContext, RepairDeps } from './deps.ts';
import { keepWorkWindow } from './keepWorkWindow.ts';
import { endLoan } from './loans/loan.store.ts';
import { faultOf, orderName, subjectOf } from './orderName.ts';
import { refOf, refreshClocks } from './refreshClocks.ts';
import { lockOrder, type OrderChange, type OrderRow, updateOrder } from './repair.store.ts';
import { membersOfTeam } from './teams/team.store.ts';
import { type Audience, tell } from './tell.ts';
import { factsOf, rolesOf, type Viewer, viewerOf } from './viewer.ts';

/** What every step is sent. */
export interface StepBody {
  readonly Id: number;
  readonly Revision: number;
  readonly ClientKey: string;
}

/** What a step works with: the order is locked, and everything that the table of transitions says is checked. */
export interface Step {
  readonly tenant: UserTenant;
  readonly viewer: Viewer;
  readonly transaction: OneWrite['transaction'];
  readonly log: OneWrite['log'];
  readonly order: OrderRow;
  readonly transition: RepairTransition;
  readonly roles: readonly RepairRole[];
  readonly at: Date;
  readonly userName: string;
}

/** What a step changes, says and tells. */
export interface StepDone {
  readonly change?: OrderChange;
  readonly text: Bilingual;
  readonly position?: JournalEntry['position'];
  readonly tells?: readonly Audience[];
  /** The order is gone. */
  readonly isGone?: true;
}

const minReason = 10;

/** Reasons that only some states ask for; the others are checked by the schema of the call. */
export function needReason(step: Step, reason: string, refusal: keyof typeof repairErrors): void {
  if (step.transition.needs.includes('reason') && [...reason].length < minReason)
    throw new Refusal(repairErrors[refusal]);
}

/**
 * One step of an order, as the table of transitions says it: locked, checked, done and written with journal, clocks, messages and
 * log line in one transaction. A request that is sent again does nothing more.
 *
 * @throws Refusal `notFound` for an order the caller does not see; of the table; `staleRevision` when somebody acted meanwhile
 */
export async function takeStep(
  deps: RepairDeps,
  context: RepairContext,
  action: RepairAction,
  body: StepBody,
  work: (step: Step) => Promise<StepDone>,
): Promise<void> {
  const { caller } = context;
  const { tenant } = caller;
  const viewer = viewerOf(caller);
  let isWindowTurned = false;
  await inOneWrite(deps, context, async ({ transaction, log, unchanged, afterCommit }) => {
    const now = deps.clock.now();
    const at = new Date(now);
    const call = callOfAction[action];
    const done = await claimRequest(tenant, transaction, { key: body.ClientKey, call, orderId: body.Id, at });
    if (done) {
      if (done.call !== call || done.order_id !== body.Id) throw new Refusal(workErrors.keyOfAnother);
      unchanged();
      return;
    }
    const order = await lockOrder(viewer, transaction, body.Id);
    if (!order) throw new Refusal(commonErrors.notFound);
    if (order.revision !== body.Revision) throw await staleRevision(tenant, transaction, order);
    const { transition, roles } = needTransition(viewer, action, order, now);
    const userName = await nameOfUser(tenant, transaction, tenant.userId);
    const said = await work({ tenant, viewer, transaction, log, order, transition, roles, at, userName });
    const from = order.status;
    if (said.isGone === undefined) {
      const to = typeof transition.to === 'number' ? transition.to : (said.change?.status ?? from);
      const left = to === from || to === repairStatus.signedIn ? {} : { hides_alarms: false };
      await updateOrder(tenant, transaction, order.id, { ...said.change, ...left, status: to });
      const after = (await lockOrder(viewer, transaction, order.id))!;
      await insertJournal(tenant, transaction, refOf(order), {
        at,
        userId: tenant.userId,
        userName,
        action,
        fromState: from,
        toState: to,
        text: said.text,
        position: said.position ?? null,
        userAgent: context.userAgent,
      });
      await refreshClocks(tenant, transaction, after, now);
      isWindowTurned = await keepWorkWindow(tenant, transaction, order, after, at);
      const concerned = await passOnLoan(tenant, transaction, order, after, at);
      if (concerned.length > 0) afterCommit(() => deps.events.emit('accessChanged', { userIds: concerned }));
      if (said.tells) await tell(tenant, transaction, after, { to: said.tells, text: said.text, at });
      log({
        companyId: order.company_id,
        projectId: order.project_id,
        subject: { kind: 'repairOrder', id: order.id, name: orderName(after) },
        before: { repairStatus: String(from) },
        after: { repairAction: action, repairStatus: String(to), text: said.text },
      });
    } else {
      log({
        companyId: order.company_id,
        projectId: order.project_id,
        subject: { kind: 'repairOrder', id: order.id, name: orderName(order) },
        before: { repairStatus: String(from), text: faultOf(order) },
      });
    }
    afterCommit(() => deps.events.emit('listsChanged', { companyId: order.company_id, kinds: ['repair'] }));
  });
  if (isWindowTurned) await deps.alarms.lookAtShelves();
}

/** While somebody works on an order, its device is lent to them. */
const openForLoan: readonly RepairStatus[] = [2, 3, 6];

/** Ends a loan that the step ended. @returns people whose sight of the order or its device may have changed */
async function passOnLoan(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  before: OrderRow,
  after: OrderRow,
  at: Date,
): Promise<number[]> {
  if (before.team_id === null && after.team_id === null) return [];
  const stays =
    before.assignee_id === after.assignee_id &&
    before.team_id === after.team_id &&
    (after.status === before.status || openForLoan.includes(after.status as RepairStatus));
  const isAccepted = before.status === 1 && after.status === 2;
  if (stays && !isAccepted) return [];
  const ended = isAccepted ? [] : await endLoan(tenant, transaction, after.id, at);
  const members = [
    ...(await membersOfTeam(tenant, transaction, before.team_id)),
    ...(await membersOfTeam(tenant, transaction, after.team_id)),
  ];
  return [...new Set([...ended, ...members])];
}

/** Who acted since the caller looked, and how. */
async function staleRevision(tenant: UserTenant, transaction: DbOrTransaction, order: OrderRow): Promise<Refusal> {
  const [last] = await readJournal(tenant, transaction, refOf(order));
  const words = last ? (repairActions as Readonly<Record<string, Bilingual>>)[last.action] : undefined;
  return new Refusal(workErrors.staleRevision, {
    name: last?.user_name ?? '—',
    time: last ? localOfEpoch(last.at.getTime(), order.time_zone).slice(0, 16) : '—',
    action: words ?? { zh: '更新', en: 'Updated' },
  });
}

/** The step as the table has it, or its refusal. */
export function needTransition(
  viewer: Viewer,
  action: RepairAction,
  order: OrderRow,
  now: number,
): { transition: RepairTransition; roles: RepairRole[] } {
  const status = order.status as RepairStatus;
  const transition = transitionOf(action, status);
  if (transition === null) {
    if (action === 'remove') throw new Refusal(repairErrors.submittedStays);
    const name = order.number ?? subjectOf(order).zh;
    throw new Refusal(repairErrors.wrongStatus, {
      order: order.number ?? { zh: name, en: order.number ?? subjectOf(order).en },
      status: repairStatusWords[status],
      action: repairActions[action],
    });
  }
  const roles = rolesOf(viewer, order);
  if (!transition.who.some((role) => roles.includes(role))) throw new Refusal(repairErrors[transition.refusal]);
  const facts = factsOf(order, now);
  const { needs } = transition;
  if (needs.includes('running') && facts.isPaused) throw new Refusal(repairErrors.isPaused);
  if (needs.includes('notBegun') && facts.isRemote) throw new Refusal(repairErrors.remoteBegun);
  if (needs.includes('paused') && !facts.isPaused) throw new Refusal(repairErrors.notPaused);
  return { transition, roles };
}
