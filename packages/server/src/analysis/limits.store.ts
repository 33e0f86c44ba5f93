import { sql } from 'kysely';
import type { CompanyTenant, UserTenant } from '../access/index.ts';
import { inWholeProjects } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';

export interface LimitsRow {
  confirm_min: number;
  process_min: number;
  alarm_change_max: number;
  repair_change_max: number;
}

/** What the company expects; null: it set nothing. */
export async function limitsOf(tenant: CompanyTenant, db: DbOrTransaction): Promise<LimitsRow | null> {
  const { rows } = await sql<LimitsRow>`SELECT confirm_min, process_min, alarm_change_max, repair_change_max
    FROM service_limit WHERE company_id = ${tenant.companyId}`.execute(db);
  return rows[0] ?? null;
}

export async function setLimits(tenant: CompanyTenant, transaction: DbOrTransaction, limits: LimitsRow): Promise<void> {
  await transaction
    .insertInto('service_limit')
    .values({ ...limits, company_id: tenant.companyId })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(limits))
    .execute();
}

export interface NamedProject {
  id: number;
  name: string;
  name_en: string | null;
}

/** Projects that the tenant sees as a whole, by name; `only`: of these. */
export async function wholeProjects(
  tenant: UserTenant,
  db: DbOrTransaction,
  only: readonly number[] | undefined,
): Promise<NamedProject[]> {
  const { rows } = await sql<NamedProject>`
    SELECT s.id, s.name, s.name_en FROM subarea s WHERE s.kind = 'project' AND s.deleted_at IS NULL AND ${inWholeProjects(tenant, 's.id')}
      AND ${only ? sql`s.id = ANY(${[...only]}::int[])` : sql`true`} ORDER BY s.name, s.id`.execute(db);
  return rows;
}
