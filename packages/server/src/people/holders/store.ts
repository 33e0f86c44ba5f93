import { sql } from 'kysely';
import type { CompanyTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { textCondition } from '../members/memberText.store.ts';
import { liveProject } from '../members/store.ts';

/** Who holds a role, by name: each member once, with the number of projects in which they hold it. */
export async function pageHolders(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  roleId: number,
  limit: number,
): Promise<{
  rows: { user_id: number; name: string; account: string; active: boolean; project_count: number }[];
  count: number;
}> {
  const holders = sql`
    SELECT e.user_id, count(*) FILTER (WHERE e.project_id > 0) AS project_count FROM role_entry e
    WHERE e.company_id = ${tenant.companyId} AND e.role_id = ${roleId} AND (e.project_id = -1 OR ${liveProject(tenant)})
    GROUP BY e.user_id`;
  const [{ rows }, { rows: counts }] = await Promise.all([
    sql<{ user_id: number; name: string; account: string; active: boolean; project_count: number }>`
      SELECT m.user_id, coalesce(m.real_name, u.nickname) AS name, u.account, m.active, h.project_count
      FROM (${holders}) h JOIN membership m ON m.user_id = h.user_id AND m.company_id = ${tenant.companyId}
      JOIN app_user u ON u.id = m.user_id ORDER BY m.real_name, m.user_id LIMIT ${limit}`.execute(db),
    sql<{ count: number }>`SELECT count(*) FROM (${holders}) h`.execute(db),
  ]);
  return { rows, count: counts[0]?.count ?? 0 };
}

export interface RoleHolding {
  id: number;
  user_id: number;
  name: string;
  account: string;
  mobile: string | null;
  department: string | null;
  active: boolean;
  project_id: number;
  project_name: string;
  project_name_en: string | null;
}

/**
 * A page of a role's entries, by the name of who holds them.
 *
 * @param nameAlone `text` is looked for in names only
 */
export async function pageEntries(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  { roleId, text, nameAlone }: { roleId: number; text: string | undefined; nameAlone: boolean },
  page: { limit: number; offset: number },
): Promise<{ rows: RoleHolding[]; count: number }> {
  const from = sql`FROM role_entry e JOIN membership m ON m.user_id = e.user_id AND m.company_id = ${tenant.companyId}
    WHERE e.company_id = ${tenant.companyId} AND e.role_id = ${roleId} AND (e.project_id = -1 OR ${liveProject(tenant)})
    ${text === undefined ? sql`` : sql`AND ${textCondition(tenant, text, nameAlone)}`}`;
  const [{ rows }, { rows: counts }] = await Promise.all([
    sql<RoleHolding>`
      SELECT p.id, p.user_id, coalesce(p.real_name, u.nickname) AS name, u.account, u.mobile,
             p.department, p.active, p.project_id,
             coalesce(s.name, '') AS project_name, s.name_en AS project_name_en
      FROM (SELECT e.id, e.user_id, e.project_id, m.real_name, m.department, m.active ${from}
            ORDER BY m.real_name, e.user_id, e.id LIMIT ${page.limit} OFFSET ${page.offset}) p
      JOIN app_user u ON u.id = p.user_id LEFT JOIN subarea s ON s.id = p.project_id
      ORDER BY p.real_name, p.user_id, p.id`.execute(db),
    sql<{ count: number }>`SELECT count(*) ${from}`.execute(db),
  ]);
  return { rows, count: counts[0]?.count ?? 0 };
}
