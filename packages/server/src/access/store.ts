import { wildcardPermissionId } from '@watchpost/contract';
import { sql } from 'kysely';
import type pg from 'pg';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { executePrepared } from '../platform/db/preparedStatement.ts';
import { type CompanyGrants, seesAllProjects } from './grants.ts';
import type { CompanyTenant, SystemTenant } from './tenant.ts';

export interface CompanyOfUser {
  id: number;
  name: string;
  name_en: string | null;
  label: string;
  industry: number;
  flags: Record<string, boolean>;
  is_operator: boolean;
  knowledge_hub_url: string | null;
}

/** Companies a user belongs to with an active membership, by name. */
export const companiesOfUser = (_system: SystemTenant, db: DbOrTransaction, userId: number): Promise<CompanyOfUser[]> =>
  executePrepared(
    db,
    db
      .selectFrom('company')
      .innerJoin('membership', 'membership.company_id', 'company.id')
      .where('membership.user_id', '=', userId)
      .where('membership.active', '=', true)
      .select([
        'company.id',
        'company.name',
        'company.name_en',
        'company.label',
        'company.industry',
        'company.flags',
        'company.is_operator',
        'company.knowledge_hub_url',
      ])
      .orderBy('company.name'),
  ) as Promise<CompanyOfUser[]>;

/** Whether a user belongs to the company, active or not. */
export const isMember = async (tenant: CompanyTenant, db: DbOrTransaction, userId: number): Promise<boolean> =>
  (await db
    .selectFrom('membership')
    .where('company_id', '=', tenant.companyId)
    .where('user_id', '=', userId)
    .select('user_id')
    .executeTakeFirst()) !== undefined;

/** Whether the company runs this installation. */
export const companyIsOperator = async (tenant: CompanyTenant, db: DbOrTransaction): Promise<boolean> =>
  (await db.selectFrom('company').where('id', '=', tenant.companyId).select('is_operator').executeTakeFirst())
    ?.is_operator ?? false;

export interface RoleOfUser {
  role_id: number;
  role_name: string;
  role_name_en: string | null;
  project_id: number;
}

export const rolesOfUser = (
  _system: SystemTenant,
  db: DbOrTransaction,
  userId: number,
  companyId: number,
  projectId: number | null,
): Promise<RoleOfUser[]> =>
  db
    .selectFrom('role_entry')
    .innerJoin('role', 'role.id', 'role_entry.role_id')
    .where('role_entry.user_id', '=', userId)
    .where('role_entry.company_id', '=', companyId)
    .where('role_entry.project_id', 'in', projectId === null ? [-1] : [-1, projectId])
    .select(['role.id as role_id', 'role.name as role_name', 'role.name_en as role_name_en', 'role_entry.project_id'])
    .orderBy('role.name')
    .execute();

/**
 * Everything that decides what a user may do in a company: one query, asked on every call, so that a right taken away is
 * gone with the next one. Null for people who are no active members.
 */
export async function grantsOfUser(
  _system: SystemTenant,
  db: DbOrTransaction,
  userId: number,
  companyId: number,
): Promise<CompanyGrants | null> {
  const asked = sql<{
    roles: { project_ids: number[]; permission_ids: number[] | null }[] | null;
    scopes:
      | {
          project_id: number;
          devices: 'all' | 'listed';
          can_write: boolean;
          alarm_levels: number[];
          device_ids: number[];
          writable_ids: number[];
        }[]
      | null;
    lent:
      | {
          order_id: number;
          project_id: number;
          device_id: number | null;
          curve_from: number | null;
          is_offer: boolean;
        }[]
      | null;
  }>`
    SELECT
      -- Entries may point to a project that was deleted or handed to another company since.
      (SELECT json_agg(r) FROM (
         SELECT array_agg(e.project_id) AS project_ids,
                (SELECT array_agg(p.permission_id) FROM role_permission p
                  WHERE p.role_id = e.role_id AND NOT p.half_selected) AS permission_ids
           FROM role_entry e LEFT JOIN project o ON o.id = e.project_id AND o.company_id = e.company_id AND o.deleted_at IS NULL
          WHERE e.user_id = m.user_id AND e.company_id = m.company_id AND (e.project_id = -1 OR o.id IS NOT NULL)
          GROUP BY e.role_id) r) AS roles,
      (SELECT json_agg(json_build_object('project_id', s.project_id, 'devices', s.devices, 'can_write', s.can_write,
                'alarm_levels', s.alarm_levels,
                'device_ids', coalesce((SELECT json_agg(d.device_id) FROM member_device d
                                         WHERE d.user_id = s.user_id AND d.project_id = s.project_id), '[]'),
                'writable_ids', coalesce((SELECT json_agg(d.device_id) FROM member_device d
                                           WHERE d.user_id = s.user_id AND d.project_id = s.project_id AND d.can_write), '[]')))
         FROM scope_in_force s JOIN project p ON p.id = s.project_id AND p.company_id = m.company_id
        WHERE s.user_id = m.user_id) AS scopes,
      (SELECT json_agg(json_build_object('order_id', l.order_id, 'project_id', l.project_id, 'device_id', l.device_id,
                'curve_from', round(date_part('epoch', l.curve_from) * 1000), 'is_offer', l.is_offer))
         FROM repair_lent l WHERE l.user_id = m.user_id AND l.company_id = m.company_id) AS lent
    FROM membership m WHERE m.user_id = ${userId} AND m.company_id = ${companyId} AND m.active`;
  const [row] = await executePrepared(db, { compile: () => asked.compile(db) });
  if (!row) return null;

  const roles = row.roles ?? [];
  const permissionsOfCompany = new Set<number>();
  for (const { project_ids, permission_ids } of roles) {
    if (project_ids.includes(-1)) for (const id of permission_ids ?? []) permissionsOfCompany.add(id);
  }
  const projects = permissionsByProject(
    roles.map(({ project_ids, permission_ids }) => [project_ids.filter((id) => id !== -1), permission_ids ?? []]),
  );
  if (seesAllProjects(permissionsOfCompany)) {
    const none: ReadonlySet<number> = new Set();
    for (const id of await projectsOfCompany(_system, db, companyId)) if (!projects.has(id)) projects.set(id, none);
  }
  return {
    companyId,
    permissions: permissionsOfCompany,
    projects,
    scopes: (row.scopes ?? []).map((scope) => ({
      projectId: scope.project_id,
      devices: scope.devices,
      canWrite: scope.can_write,
      alarmLevels: scope.alarm_levels,
      deviceIds: scope.device_ids,
      writableDeviceIds: scope.writable_ids,
    })),
    lent: (row.lent ?? [])
      .filter(({ project_id }) => !projects.has(project_id))
      .map(({ order_id, project_id, device_id, curve_from, is_offer }) => ({
        orderId: order_id,
        projectId: project_id,
        deviceId: device_id,
        curveFrom: curve_from,
        isOffer: is_offer,
      })),
  };
}

/** Projects that share their roles share one set: ten thousand of them are asked for on every call. */
function permissionsByProject(
  roles: readonly (readonly [projectIds: readonly number[], permissionIds: readonly number[]])[],
): Map<number, ReadonlySet<number>> {
  const ofProject = new Map<number, number[]>();
  roles.forEach(([projectIds], role) => {
    for (const id of projectIds) {
      const held = ofProject.get(id);
      if (held) held.push(role);
      else ofProject.set(id, [role]);
    }
  });
  const sets = new Map<string, ReadonlySet<number>>();
  const projects = new Map<number, ReadonlySet<number>>();
  for (const [id, held] of ofProject) {
    const key = held.join();
    let permissionIds = sets.get(key);
    if (!permissionIds) {
      permissionIds = new Set(held.flatMap((role) => roles[role]?.[1] ?? []));
      sets.set(key, permissionIds);
    }
    projects.set(id, permissionIds);
  }
  return projects;
}

const projectsOfCompany = async (_system: SystemTenant, db: DbOrTransaction, companyId: number): Promise<number[]> => {
  // One value instead of ten thousand rows.
  const { rows } = await sql<{ ids: number[] | null }>`
    SELECT json_agg(id) AS ids FROM project WHERE company_id = ${companyId} AND deleted_at IS NULL`.execute(db);
  return rows[0]?.ids ?? [];
};

/** Lets one change of people or roles of a company happen at a time, until the transaction ends. */
export async function lockPeople(tenant: CompanyTenant, transaction: DbOrTransaction): Promise<void> {
  await transaction
    .selectFrom('company')
    .where('id', '=', tenant.companyId)
    .select('id')
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** How many active members hold everything, company-wide. */
export async function countAdministrators(tenant: CompanyTenant, db: DbOrTransaction): Promise<number> {
  const { count } = await db
    .selectFrom('role_permission')
    .innerJoin('role', 'role.id', 'role_permission.role_id')
    .innerJoin('role_entry', 'role_entry.role_id', 'role.id')
    .innerJoin('membership', (join) =>
      join
        .onRef('membership.user_id', '=', 'role_entry.user_id')
        .onRef('membership.company_id', '=', 'role_entry.company_id'),
    )
    .where('role.company_id', '=', tenant.companyId)
    .where('role_permission.permission_id', '=', wildcardPermissionId)
    .where('role_permission.half_selected', '=', false)
    .where('role_entry.company_id', '=', tenant.companyId)
    .where('role_entry.project_id', '=', -1)
    .where('membership.active', '=', true)
    .select((eb) => eb.fn.count<number>('membership.user_id').distinct().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export interface ProjectMember {
  project_id: number;
  user_id: number;
  devices: 'all' | 'listed';
  device_ids: number[];
  alarm_levels: number[];
}

/**
 * Active members who hold any of the permissions in these projects, with what they may see there, for notifications.
 * Asks on the given connection, so that the answer belongs to the transaction that notifies.
 */
export async function membersOfProjects(
  _system: SystemTenant,
  client: Pick<pg.ClientBase, 'query'>,
  projectIds: readonly number[],
  permissionIds: readonly number[],
  userIds: readonly number[] | null = null,
): Promise<ProjectMember[]> {
  const { rows } = await client.query<ProjectMember>(
    `SELECT p.id AS project_id, m.user_id, coalesce(s.devices, 'all') AS devices,
            coalesce(s.alarm_levels, '{1,2,3,4}') AS alarm_levels,
            ARRAY(SELECT d.device_id FROM member_device d WHERE d.user_id = m.user_id AND d.project_id = p.id) AS device_ids
     FROM project p JOIN membership m ON m.company_id = p.company_id AND m.active
     LEFT JOIN scope_in_force s ON s.user_id = m.user_id AND s.project_id = p.id
     WHERE p.id = ANY($1::int[]) AND p.deleted_at IS NULL AND ($3::int[] IS NULL OR m.user_id = ANY($3))
       AND EXISTS (SELECT 1 FROM opens_project o WHERE o.user_id = m.user_id AND o.project_id = p.id)
       AND EXISTS (
         SELECT 1 FROM role_entry e JOIN role_permission r ON r.role_id = e.role_id AND NOT r.half_selected
         WHERE e.user_id = m.user_id AND e.company_id = m.company_id AND e.project_id IN (-1, p.id) AND r.permission_id = ANY($2::int[]))
     ORDER BY p.id, m.user_id`,
    [projectIds, [wildcardPermissionId, ...permissionIds], userIds],
  );
  return rows;
}
