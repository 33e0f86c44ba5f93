import type { PermissionName, RepairAction, RepairFacts, RepairRole } from '@watchpost/contract';
import {
  assessWithinDays,
  dayMs,
  possibleActions,
  type RepairStatus,
  repairStatus,
  reworkWithinDays,
} from '@watchpost/contract';
import { type Caller, tenantOf, type UserTenant } from '../access/index.ts';
import type { OrderRow } from './repair.store.ts';

/** Who reads or acts, with the projects in which each right is theirs. */
export interface Viewer extends UserTenant {
  readonly workIds: ReadonlySet<number>;
  readonly dispatchIds: ReadonlySet<number>;
  readonly costIds: ReadonlySet<number>;
  /** Orders that are offered or lent to an engineer from outside, by id; `isOffer`: not accepted yet. Nothing else of their projects counts. */
  readonly lent: ReadonlyMap<number, { readonly projectId: number; readonly isOffer: boolean }>;
}

export function viewerOf({ tenant, userId, grants }: Pick<Caller, 'tenant' | 'userId' | 'grants'>): Viewer {
  const projectsWith = (permission: PermissionName): ReadonlySet<number> =>
    new Set(grants ? tenantOf(userId, grants, [permission]).projectIds : []);
  return {
    ...tenant,
    workIds: projectsWith('repairWork'),
    dispatchIds: projectsWith('repairDispatch'),
    costIds: projectsWith('workCosts'),
    lent: new Map(
      (grants?.lent ?? []).map(({ orderId, projectId, deviceId, isOffer }) => [
        orderId,
        { projectId, deviceId, isOffer },
      ]),
    ),
  };
}

/** What the viewer is to an order. */
export function rolesOf(
  { userId, workIds, dispatchIds, costIds }: Viewer,
  order: Pick<OrderRow, 'project_id' | 'applicant_id' | 'assignee_id' | 'team_id' | 'team_admin'>,
): RepairRole[] {
  const works = workIds.has(order.project_id);
  const isApplicant = works && order.applicant_id === userId;
  const isDispatcher = dispatchIds.has(order.project_id);
  const isAssignee = order.assignee_id === userId;
  const roles: Readonly<Record<RepairRole, boolean>> = {
    applicant: isApplicant,
    assignee: works && isAssignee,
    candidate: works && order.assignee_id === null && (order.team_id === null || order.team_admin !== null),
    teamAdmin: works && order.team_admin === true,
    dispatcher: isDispatcher,
    acceptor: (isApplicant || isDispatcher) && !isAssignee,
    accountant: costIds.has(order.project_id),
  };
  return (Object.keys(roles) as RepairRole[]).filter((role) => roles[role]);
}

/** Whether an order is only offered to the viewer, who is from outside. */
export const isOffered = ({ lent }: Viewer, { id, status }: Pick<OrderRow, 'id' | 'status'>): boolean =>
  status === 1 && (lent.get(id)?.isOffer ?? false);

/** An order as the viewer sees it: of one that is only offered store, class, fault and severity. */
export const asSeenBy = (viewer: Viewer, order: OrderRow): OrderRow =>
  isOffered(viewer, order)
    ? {
        ...order,
        device_id: null,
        device_name: order.class_name ?? '',
        device_name_en: order.class_name_en,
        area_id: null,
        area_name: null,
        area_name_en: null,
        applicant_id: null,
        applicant_name: '–',
        contact_phone: null,
        remark: '',
        latitude: null,
        longitude: null,
        address: '',
        parent_id: null,
      }
    : order;

export const factsOf = (
  order: Pick<
    OrderRow,
    'status' | 'paused_since' | 'has_ended_pause' | 'hides_alarms' | 'score' | 'settlement' | 'completed_at'
  >,
  now: number,
): RepairFacts => ({
  status: order.status as RepairStatus,
  isPaused: order.paused_since !== null,
  hasEndedPause: order.has_ended_pause,
  isRemote: order.status === repairStatus.accepted && order.hides_alarms,
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
