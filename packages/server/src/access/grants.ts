import {
  commonErrors,
  countingWhereLimited,
  holdsAny,
  idsOfOtherClients,
  type Permission,
  type PermissionName,
  permissionIds,
  permissions,
  permissionsOf,
  wildcardPermissionId,
} from '@watchpost/contract';
import { Refusal } from '../platform/http/refusal.ts';
import { hiddenLevelKey, type UserTenant } from './tenant.ts';

/** What one user holds in one company, as read from the database. */
export interface CompanyGrants {
  readonly companyId: number;
  /** Ids of company-wide entries. */
  readonly permissions: ReadonlySet<number>;
  /** Every project they may open, with the ids of their entries there. */
  readonly projects: ReadonlyMap<number, ReadonlySet<number>>;
  readonly scopes: readonly {
    readonly projectId: number;
    readonly devices: 'all' | 'listed';
    /** While they see all of them. */
    readonly canWrite: boolean;
    readonly alarmLevels: readonly number[];
    readonly deviceIds: readonly number[];
    /** Of the listed ones, those they may also write to. */
    readonly writableDeviceIds: readonly number[];
  }[];
  /**
   * Repair orders of projects that they do not open, offered to them or accepted by them, with the device that is lent for it. They count
   * only in calls that are `lent`: see `withLent`.
   */
  readonly lent: readonly Lent[];
}

export interface Lent {
  readonly orderId: number;
  readonly projectId: number;
  /** Null: the order is only offered, or about no device. */
  readonly deviceId: number | null;
  /** Epoch ms: nothing before it is shown of the device. */
  readonly curveFrom: number | null;
  /** Not accepted yet. */
  readonly isOffer: boolean;
}

const ofOffer: ReadonlySet<number> = new Set(permissionIds(['repairView', 'repairWork']));
const ofLoan: ReadonlySet<number> = new Set([...ofOffer, ...permissionIds(['monitorView'])]);

/**
 * The grants with what is lent: the projects of those orders, with nothing but the lent devices in them, to look at. An order that is
 * offered opens no device.
 */
export function withLent(grants: CompanyGrants): CompanyGrants {
  if (grants.lent.length === 0) return grants;
  const projects = new Map(grants.projects);
  const lentBy = Map.groupBy(grants.lent, ({ projectId }) => projectId);
  const scopes = [...lentBy].map(([projectId, lent]) => {
    const deviceIds = lent.flatMap(({ deviceId }) => (deviceId === null ? [] : [deviceId]));
    projects.set(projectId, deviceIds.length > 0 ? ofLoan : ofOffer);
    return {
      projectId,
      devices: 'listed' as const,
      canWrite: false,
      alarmLevels: [1, 2, 3, 4],
      deviceIds,
      writableDeviceIds: [],
    };
  });
  return {
    ...grants,
    projects,
    scopes: [...grants.scopes.filter(({ projectId }) => !lentBy.has(projectId)), ...scopes],
  };
}

/** Whether the company-wide entries alone open every project of the company. */
export const seesAllProjects = (companyPermissions: ReadonlySet<number>): boolean =>
  holdsAny(companyPermissions, ['allProjects']);

const holdsInProject = (grants: CompanyGrants, projectId: number, required: readonly PermissionName[]): boolean => {
  const project = grants.projects.get(projectId);
  return project !== undefined && (holdsAny(grants.permissions, required) || holdsAny(project, required));
};

const seesSomeDevices = ({ scopes }: CompanyGrants, projectId: number): boolean =>
  scopes.some((scope) => scope.projectId === projectId && scope.devices === 'listed');

/**
 * A check passes when any required id, or the wildcard, is among the company's or the project's permissions. Spec §6. Where the caller
 * sees only some devices, permissions that need all of them count for nothing: said here, no call has to remember it.
 */
export const mayInProject = (
  grants: CompanyGrants,
  projectId: number,
  required: readonly PermissionName[],
): boolean => {
  const counting = seesSomeDevices(grants, projectId) ? countingWhereLimited(required) : required;
  return counting.length > 0 && holdsInProject(grants, projectId, counting);
};

/**
 * What to say to a caller who may not: that they lack the permission, or that they hold it and see too little for it.
 *
 * @param projectId null: they may in none
 */
export function refusalOf(
  grants: CompanyGrants,
  projectId: number | null,
  required: readonly PermissionName[],
): Refusal {
  const asked = projectId === null ? [...grants.projects.keys()] : [projectId];
  const holds = asked.some((id) => holdsInProject(grants, id, required));
  return new Refusal(holds ? commonErrors.wholeProjectNeeded : commonErrors.noPermission);
}

/**
 * Permission ids as clients ask for them: type 1 the company's, type 2 those of a project. Who holds the wildcard is told
 * every id beside it: other clients look for ids and know no wildcard among them.
 */
export function permissionIdsOf(grants: CompanyGrants, projectId: number | null): number[] {
  const { permissions: held } = grants;
  const project = projectId === null ? null : grants.projects.get(projectId);
  if (project === undefined) return [];
  const named = new Set(project ?? held);
  if (held.has(wildcardPermissionId) || named.has(wildcardPermissionId)) {
    const scopes: readonly Permission['scope'][] = project === null ? ['company', 'project'] : ['project'];
    const all = scopes.flatMap(permissionsOf).filter((name) => !('ofOperator' in permissions[name]));
    const ofOthers = project === null ? idsOfOtherClients : [];
    for (const id of [wildcardPermissionId, ...permissionIds(all), ...ofOthers]) named.add(id);
  }
  return [...named].sort((a, b) => a - b);
}

/** The tenant of a call that asks for these permissions; null: any signed-in user. */
export function tenantOf(
  userId: number,
  grants: CompanyGrants,
  required: readonly PermissionName[] | null,
): UserTenant {
  const projectIds = [...grants.projects.keys()].filter(
    (id) => required === null || mayInProject(grants, id, required),
  );
  const own = new Set(projectIds);
  return {
    kind: 'user',
    userId,
    companyId: grants.companyId,
    projectIds,
    ...hiddenBy(grants.scopes.filter((scope) => own.has(scope.projectId))),
  };
}

/**
 * The tenant with what is hidden from them in projects that they do not open, too: a deleted one opens for nobody, and is counted
 * in lists all the same.
 */
export const alsoOfDeleted = (caller: {
  readonly tenant: UserTenant;
  readonly grants: CompanyGrants | null;
}): UserTenant => ({
  ...caller.tenant,
  ...hiddenBy(caller.grants?.scopes ?? []),
});

function hiddenBy(
  scopes: CompanyGrants['scopes'],
): Pick<UserTenant, 'listedProjectIds' | 'listedDeviceIds' | 'hiddenAlarmLevels'> {
  const listed = scopes.filter((scope) => scope.devices === 'listed');
  return {
    listedProjectIds: listed.map((scope) => scope.projectId),
    listedDeviceIds: listed.flatMap((scope) => scope.deviceIds),
    hiddenAlarmLevels: scopes.flatMap((scope) =>
      [1, 2, 3, 4]
        .filter((level) => !scope.alarmLevels.includes(level))
        .map((level) => hiddenLevelKey(scope.projectId, level)),
    ),
  };
}

/**
 * Whether the caller holds one of these for the company itself, apart from projects: for what concerns all of it.
 *
 * @example if (!mayInCompany(caller, ['membersEdit'])) throw new Refusal(commonErrors.noPermission);
 */
export const mayInCompany = (
  { grants }: { readonly grants: CompanyGrants | null },
  required: readonly PermissionName[],
): boolean => grants !== null && holdsAny(grants.permissions, required);

/** Whether the caller holds one of these for the company or in any of their projects. */
export const mayAnywhere = (
  { grants }: { readonly grants: CompanyGrants | null },
  required: readonly PermissionName[],
): boolean =>
  grants !== null &&
  (holdsAny(grants.permissions, required) ||
    [...grants.projects.keys()].some((projectId) => mayInProject(grants, projectId, required)));

/** Whether the caller learns how colleagues are reached and sign in: those who deal with all the people of the company do. */
export const readsContacts = (caller: { readonly grants: CompanyGrants | null }): boolean =>
  mayInCompany(caller, ['membersView', 'membersEdit', 'permissionsEdit']);

/** Refuses unless the caller holds one of these for the company itself. */
export function needInCompany(
  caller: { readonly grants: CompanyGrants | null },
  required: readonly PermissionName[],
): asserts caller is { readonly grants: CompanyGrants } {
  if (!mayInCompany(caller, required)) throw new Refusal(commonErrors.noPermission);
}

/**
 * Refuses unless the project is the caller's and they hold one of these there or for the company: for calls that name the
 * project in a way `authorize` does not see (`SubareaId`, a list of ids).
 */
export function needInProject(
  caller: { readonly grants: CompanyGrants | null },
  projectId: number,
  required: readonly PermissionName[],
): asserts caller is { readonly grants: CompanyGrants } {
  if (!caller.grants?.projects.has(projectId)) throw new Refusal(commonErrors.notYourProject);
  if (!mayInProject(caller.grants, projectId, required)) throw refusalOf(caller.grants, projectId, required);
}

/** What the caller holds in the current company; refuses callers who belong to none. */
export function needGrants({ grants }: { readonly grants: CompanyGrants | null }): CompanyGrants {
  if (!grants) throw new Refusal(commonErrors.notYourCompany);
  return grants;
}
