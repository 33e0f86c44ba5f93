import { type PermissionName, permissionIds, wildcardPermissionId } from '@watchpost/contract';
import { sql } from 'kysely';
import type { SystemTenant } from '../access/index.ts';
import type { MoveToCompany } from '../handOver.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';

/** Who may open any of these projects, deleted ones too: by an entry in it, or company-wide. */
export async function usersOpening(
  _system: SystemTenant,
  db: DbOrTransaction,
  projectIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    SELECT DISTINCT user_id FROM opens_project WHERE project_id = ANY(${[...projectIds]}::int[])`.execute(db);
  return rows.map(({ user_id }) => user_id);
}

/** Companies in which a user holds one of these company-wide, by name. */
export async function companiesWhereHeld(
  _system: SystemTenant,
  db: DbOrTransaction,
  userId: number,
  required: readonly PermissionName[],
): Promise<{ id: number; name: string; name_en: string | null }[]> {
  const { rows } = await sql<{ id: number; name: string; name_en: string | null }>`
    SELECT c.id, c.name, c.name_en FROM company c JOIN membership m ON m.company_id = c.id AND m.active
    WHERE m.user_id = ${userId} AND EXISTS (
      SELECT 1 FROM role_entry e JOIN role_permission p ON p.role_id = e.role_id AND NOT p.half_selected
      WHERE e.user_id = m.user_id AND e.company_id = c.id AND e.project_id = -1
        AND p.permission_id = ANY(${[wildcardPermissionId, ...permissionIds(required)]}::int[]))
    ORDER BY c.name`.execute(db);
  return rows;
}

/** The old company's people lose the projects: their entries, what they see there, and what invitations promise. */
export const moveToCompany: MoveToCompany = async (_system, transaction, { projectIds, fromCompanyId, at }) => {
  const ids = [...projectIds];
  const of = sql`project_id = ANY(${ids}::int[])`;
  await sql`DELETE FROM role_entry WHERE company_id = ${fromCompanyId} AND ${of}`.execute(transaction);
  await sql`DELETE FROM member_device WHERE ${of}`.execute(transaction);
  await sql`DELETE FROM member_scope WHERE ${of}`.execute(transaction);
  // An invitation that promised nothing else would let somebody in who then finds nothing.
  await sql`
    WITH ended AS (DELETE FROM invitation_project WHERE ${of} RETURNING invitation_id)
    UPDATE invitation i SET revoked_at = ${at}
    WHERE i.id IN (SELECT invitation_id FROM ended) AND i.company_role_id IS NULL AND i.revoked_at IS NULL AND i.used_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM invitation_project o WHERE o.invitation_id = i.id AND NOT o.project_id = ANY(${ids}::int[]))`.execute(
    transaction,
  );
  return [];
};

/** Members of a company who hold one of these company-wide. */
export async function holdersInCompany(
  _system: SystemTenant,
  db: DbOrTransaction,
  companyId: number,
  required: readonly PermissionName[],
): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    SELECT DISTINCT e.user_id FROM role_entry e JOIN membership m ON m.user_id = e.user_id AND m.company_id = e.company_id AND m.active
      JOIN role_permission p ON p.role_id = e.role_id AND NOT p.half_selected
    WHERE e.company_id = ${companyId} AND e.project_id = -1
      AND p.permission_id = ANY(${[wildcardPermissionId, ...permissionIds(required)]}::int[]) ORDER BY e.user_id`.execute(
    db,
  );
  return rows.map(({ user_id }) => user_id);
}
