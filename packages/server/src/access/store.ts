import { permissions, wildcardPermissionId } from '@watchpost/contract';
import { sql } from 'kysely';
import type pg from 'pg';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { type CompanyGrants, seesAllProjects } from './grants.ts';
import type { SystemTenant } from './tenant.ts';

export interface CompanyOfUser {
  id: number;
  name: string;
  name_en: string | null;
  label: string;
  industry: number;
  flags: Record<string, boolean>;
}

/** Companies a user belongs to with an active membership, by name. */
export const companiesOfUser = (_system: SystemTenant, db: DbOrTransaction, userId: number): Promise<CompanyOfUser[]> =>
  db
    .selectFrom('company')
    .innerJoin('membership', 'membership.company_id', 'company.id')
    .where('membership.user_id', '=', userId)
    .where('membership.active', '=', true)
    .select(['company.id', 'company.name', 'company.name_en', 'company.label', 'company.industry', 'company.flags'])
    .orderBy('company.name')
    .execute() as Promise<CompanyOfUser[]>;

export interface RoleOfUser {
  role_id: number;
  role_name: string;
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
    .select(['role.id as role_id', 'role.name as role_name', 'role_entry.project_id'])
    .orderBy('role.name')
    .execute();

/**
 * Everything that decides what a user may do in a company: one query, asked on every call, so that a right taken away is
 * gone with the next one. Null when he is no active member.
 */
export async function grantsOfUser(
  _system: SystemTenant,
  db: DbOrTransaction,
  userId: number,
  companyId: number,
): Promise<CompanyGrants | null> {
  const { rows } = await sql<{
    permissions: { project_id: number; permission_id: number }[] | null;
    entries: number[] | null;
    scopes: { project_id: number; devices: 'all' | 'listed'; alarm_levels: number[]; device_ids: number[] }[] | null;
  }>`
    SELECT
      (SELECT json_agg(DISTINCT jsonb_build_object('project_id', e.project_id, 'permission_id', p.permission_id))
         FROM role_entry e JOIN role_permission p ON p.role_id = e.role_id AND NOT p.half_selected
        WHERE e.user_id = m.user_id AND e.company_id = m.company_id) AS permissions,
      (SELECT array_agg(DISTINCT e.project_id) FROM role_entry e
        WHERE e.user_id = m.user_id AND e.company_id = m.company_id AND e.project_id > 0) AS entries,
      (SELECT json_agg(json_build_object('project_id', s.project_id, 'devices', s.devices, 'alarm_levels', s.alarm_levels,
                'device_ids', coalesce((SELECT json_agg(d.device_id) FROM member_device d
                                         WHERE d.user_id = s.user_id AND d.project_id = s.project_id), '[]')))
         FROM member_scope s JOIN project p ON p.id = s.project_id AND p.company_id = m.company_id
        WHERE s.user_id = m.user_id) AS scopes
    FROM membership m WHERE m.user_id = ${userId} AND m.company_id = ${companyId} AND m.active`.execute(db);
  const row = rows[0];
  if (!row) return null;

  const companyPermissions = new Set<number>();
  const byProject = new Map<number, Set<number>>();
  for (const projectId of row.entries ?? []) byProject.set(projectId, new Set());
  for (const { project_id, permission_id } of row.permissions ?? []) {
    if (project_id === -1) companyPermissions.add(permission_id);
    else byProject.get(project_id)?.add(permission_id);
  }
  // Entries may point to a project that was deleted or handed to another company since.
  const owned = await db
    .selectFrom('project')
    .select('id')
    .where('company_id', '=', companyId)
    .$if(!seesAllProjects(companyPermissions), (query) => query.where('id', 'in', [0, ...byProject.keys()]))
    .execute();
  return {
    companyId,
    permissions: companyPermissions,
    projects: new Map(owned.map(({ id }) => [id, byProject.get(id) ?? new Set()])),
    scopes: (row.scopes ?? []).map((scope) => ({
      projectId: scope.project_id,
      devices: scope.devices,
      alarmLevels: scope.alarm_levels,
      deviceIds: scope.device_ids,
    })),
  };
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
): Promise<ProjectMember[]> {
  const { rows } = await client.query<ProjectMember>(
    `SELECT p.id AS project_id, m.user_id, coalesce(s.devices, 'all') AS devices,
            coalesce(s.alarm_levels, '{1,2,3,4}') AS alarm_levels,
            ARRAY(SELECT d.device_id FROM member_device d WHERE d.user_id = m.user_id AND d.project_id = p.id) AS device_ids
     FROM project p JOIN membership m ON m.company_id = p.company_id AND m.active
     LEFT JOIN member_scope s ON s.user_id = m.user_id AND s.project_id = p.id
     WHERE p.id = ANY($1::int[]) AND EXISTS (
       SELECT 1 FROM role_entry e JOIN role_permission r ON r.role_id = e.role_id AND NOT r.half_selected
       WHERE e.user_id = m.user_id AND e.company_id = m.company_id AND e.project_id IN (-1, p.id) AND r.permission_id = ANY($2::int[])
         AND (e.project_id = p.id OR EXISTS (
           SELECT 1 FROM role_entry o LEFT JOIN role_permission op ON op.role_id = o.role_id AND NOT op.half_selected
           WHERE o.user_id = m.user_id AND o.company_id = m.company_id
             AND (o.project_id = p.id OR (o.project_id = -1 AND op.permission_id = ANY($3::int[]))))))`,
    [projectIds, [wildcardPermissionId, ...permissionIds], [wildcardPermissionId, permissions.allProjects.id]],
  );
  return rows;
}
