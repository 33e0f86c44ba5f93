import type { PermissionName, RepairAction, RepairFacts, RepairRole } from '@watchpost/contract';
import { assessWithinDays, possibleActions, type RepairStatus, reworkWithinDays } from '@watchpost/contract';
import { type Caller, tenantOf, type UserTenant } from '../access/index.ts';
import type { OrderRow } from './repair.store.ts';

/** Who reads or acts, with the projects in which each right is theirs. */
export interface Viewer extends UserTenant {
  readonly workIds: ReadonlySet<number>;
  readonly dispatchIds: ReadonlySet<number>;
  readonly costIds: ReadonlySet<number>;
}

export function viewerOf({ tenant, userId, grants }: Pick<Caller, 'tenant' | 'userId' | 'grants'>): Viewer {
  const projectsWith = (permission: PermissionName): ReadonlySet<number> =>
    new Set(grants ? tenantOf(userId, grants, [permission]).projectIds : []);
  return {
    ...tenant,
    workIds: projectsWith('repairWork'),
    dispatchIds: projectsWith('repairDispatch'),
    costIds: projectsWith('workCosts'),
  };
}

/** What the viewer is to an order. */
export function rolesOf(
  { userId, workIds, dispatchIds, costIds }: Viewer,
  order: Pick<OrderRow, 'project_id' | 'applicant_id' | 'assignee_id'>,
): RepairRole[] {
  const works = workIds.has(order.project_id);
  const isApplicant = works && order.applicant_id === userId;
  const isDispatcher = dispatchIds.has(order.project_id);
  const isAssignee = order.assignee_id === userId;
  const roles: Readonly<Record<RepairRole, boolean>> = {
    applicant: isApplicant,
    assignee: works && isAssignee,
    candidate: works && order.assignee_id === null,
    dispatcher: isDispatcher,
    acceptor: (isApplicant || isDispatcher) && !isAssignee,
    accountant: costIds.has(order.project_id),
  };
  return (Object.keys(roles) as RepairRole[]).filter((role) => roles[role]);
}

const dayMs = 86_400_000;

export const factsOf = (
  order: Pick<OrderRow, 'status' | 'paused_since' | 'score' | 'settlement' | 'completed_at'>,
  now: number,
): RepairFacts => ({
  status: order.status as RepairStatus,
  isPaused: order.paused_since !== null,
  isAssessed: order.score !== null,
  isSettled: order.settlement !== null,
  daysSinceCompletion: order.completed_at === null ? null : (now - order.completed_at.getTime()) / dayMs,
});

/** What the viewer can do now. */
export const actionsOf = (viewer: Viewer, order: OrderRow, now: number): RepairAction[] =>
  possibleActions(factsOf(order, now), rolesOf(viewer, order), {
    assess: assessWithinDays,
    secondMaintenance: reworkWithinDays,
  });
