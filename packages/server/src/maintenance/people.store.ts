import { sql } from 'kysely';
import type { CompanyTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';

export interface Person {
  id: number;
  name: string;
}

/** Active members of the company by name; `only`: of these. */
export async function membersOf(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  only?: readonly number[],
): Promise<Person[]> {
  const { rows } = await sql<Person>`
    SELECT u.id, coalesce(m.real_name, u.nickname) AS name FROM membership m JOIN app_user u ON u.id = m.user_id
    WHERE m.company_id = ${tenant.companyId} AND m.active AND ${only ? sql`u.id = ANY(${[...only]}::int[])` : sql`true`}
    ORDER BY name, u.id LIMIT 1000`.execute(db);
  return rows;
}

/** How somebody who acts is called in the company. */
export const nameOf = async (tenant: CompanyTenant, db: DbOrTransaction, userId: number): Promise<string> =>
  (await membersOf(tenant, db, [userId]))[0]?.name ?? '–';
