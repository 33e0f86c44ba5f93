import { sql } from 'kysely';
import type { CompanyTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';

/** What a company calls a user, member or not; a dash for one who does not exist. */
export async function nameOfUser(tenant: CompanyTenant, db: DbOrTransaction, userId: number): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    SELECT coalesce(m.real_name, u.nickname) AS name FROM app_user u
    LEFT JOIN membership m ON m.user_id = u.id AND m.company_id = ${tenant.companyId} WHERE u.id = ${userId}`.execute(
    db,
  );
  return rows[0]?.name ?? '—';
}
