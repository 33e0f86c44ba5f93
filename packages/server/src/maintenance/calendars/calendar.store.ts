import { sql } from 'kysely';
import type { CompanyTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import type { ServiceHours } from '../../work/index.ts';

export interface CalendarRow extends ServiceHours {
  id: number;
  name: string;
  updated_at: Date;
}

export async function listCalendars(tenant: CompanyTenant, db: DbOrTransaction): Promise<CalendarRow[]> {
  const { rows } = await sql<CalendarRow>`
    SELECT id, name, windows, holidays, updated_at
    FROM service_calendar WHERE company_id = ${tenant.companyId} ORDER BY name, id`.execute(db);
  return rows;
}

/** One to change, held until the transaction ends; undefined: there is none. */
export async function lockCalendar(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  id: number,
): Promise<CalendarRow | undefined> {
  const { rows } = await sql<CalendarRow>`
    SELECT id, name, windows, holidays, updated_at
    FROM service_calendar WHERE company_id = ${tenant.companyId} AND id = ${id} FOR UPDATE`.execute(transaction);
  return rows[0];
}

export async function insertCalendar(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  { name, windows, holidays }: Pick<CalendarRow, 'name' | 'windows' | 'holidays'>,
  at: Date,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO service_calendar (company_id, name, windows, holidays, updated_at)
    VALUES (${tenant.companyId}, ${name}, ${JSON.stringify(windows)}, ${[...holidays]}::text[], ${at}) RETURNING id`.execute(
    transaction,
  );
  return rows[0]!.id;
}

export async function updateCalendar(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  id: number,
  { name, windows, holidays }: Pick<CalendarRow, 'name' | 'windows' | 'holidays'>,
  at: Date,
): Promise<void> {
  await sql`UPDATE service_calendar SET name = ${name}, windows = ${JSON.stringify(windows)}, holidays = ${[...holidays]}::text[], updated_at = ${at}
    WHERE id = ${id} AND company_id = ${tenant.companyId}`.execute(transaction);
}

export async function deleteCalendar(tenant: CompanyTenant, transaction: DbOrTransaction, id: number): Promise<void> {
  await sql`DELETE FROM service_calendar WHERE id = ${id} AND company_id = ${tenant.companyId}`.execute(transaction);
}
