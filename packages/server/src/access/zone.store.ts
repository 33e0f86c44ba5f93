import { sql } from 'kysely';
import type { DbOrTransaction } from '../platform/db/database.ts';
import type { CompanyTenant } from './tenant.ts';

/** The clock that times are told by: of one of the company's projects, else the company's own. */
export async function zoneOf(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  projectId: number | null = null,
): Promise<string> {
  const { rows } = await sql<{ time_zone: string }>`
    SELECT coalesce(p.time_zone, c.time_zone) AS time_zone
    FROM company_zone c LEFT JOIN project p ON p.id = ${projectId}::int AND p.company_id = c.company_id
    WHERE c.company_id = ${tenant.companyId}`.execute(db);
  // People who belong to no company yet.
  return rows[0]?.time_zone ?? 'UTC';
}
