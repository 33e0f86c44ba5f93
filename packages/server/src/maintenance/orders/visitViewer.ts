import {
  type MaintenanceAction,
  maintenanceActionNames,
  maintenanceErrors,
  maintenanceReaders,
  maintenanceSteps,
  type VisitPerson,
} from '@watchpost/contract';
import { type Caller, mayInCompany, type UserTenant } from '../../access/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { OrderRow } from './order.store.ts';

/** Who reads visits or does them. */
export interface VisitViewer extends UserTenant {
  /** Sees every visit of their projects, not only those of their teams. */
  readonly seesAll: boolean;
  readonly isKeeper: boolean;
}

export const visitViewer = (caller: Pick<Caller, 'tenant' | 'grants'>): VisitViewer => ({
  ...caller.tenant,
  seesAll: mayInCompany(caller, maintenanceReaders),
  isKeeper: mayInCompany(caller, ['maintenanceOrders']),
});

type Facts = Pick<OrderRow, 'assignee_id' | 'team_admin' | 'state'>;

/** What the viewer is to a visit. */
export function visitPeople({ userId, isKeeper }: VisitViewer, { assignee_id, team_admin }: Facts): VisitPerson[] {
  const is: Readonly<Record<VisitPerson, boolean>> = {
    keeper: isKeeper,
    leader: team_admin === true,
    assignee: assignee_id === userId,
    candidate: assignee_id === null && team_admin !== null,
    member: team_admin !== null,
  };
  return (Object.keys(is) as VisitPerson[]).filter((person) => is[person]);
}

const maySomebody = (viewer: VisitViewer, order: Facts, action: MaintenanceAction): boolean => {
  const people = visitPeople(viewer, order);
  return maintenanceSteps[action].who.some((person) => people.includes(person));
};

/** @throws Refusal `notYourVisit` */
export function needPerson(viewer: VisitViewer, order: Facts, action: MaintenanceAction): void {
  if (!maySomebody(viewer, order, action)) throw new Refusal(maintenanceErrors.notYourVisit);
}

/** What the viewer may do with a visit as it is now; that who finished it does not confirm it is not asked here. */
export const visitActions = (viewer: VisitViewer, order: Facts): MaintenanceAction[] =>
  maintenanceActionNames.filter(
    (action) => maintenanceSteps[action].from.includes(order.state) && maySomebody(viewer, order, action),
  );
