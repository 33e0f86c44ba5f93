import type { BootWay } from '@watchpost/contract';
import { type RawBuilder, sql } from 'kysely';
import type { CompanyTenant, SystemTenant, UserTenant } from '../../access/index.ts';
import { containsText } from '../../platform/db/containsText.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { allOf, oneOf, pageOfRows, type RowRange } from '../../platform/db/listQuery.ts';
import { type UnitRow, unitVisible } from '../units/unit.store.ts';

export interface PasswordRow {
  id: number;
  /** Null: it was deleted. */
  unit_id: number | null;
  unit_name: string;
  /** For which it was issued. */
  unit_number: string;
  day: string;
  attempt: number;
  /** In place of the day; null: its controller has a clock. */
  counter: number | null;
  /** Of the key that its code follows from. */
  key_version: number;
  issued_name: string | null;
  issued_at: Date;
  revoked_name: string | null;
  revoked_at: Date | null;
  reason: string;
  shown_name: string | null;
  shown_at: Date | null;
  shown_address: string | null;
  used_at: Date | null;
  used_way: BootWay | null;
  /** Of its unit, or else of its company. */
  time_zone: string;
}

const passwordColumns = sql`w.id, w.unit_id, coalesce(b.name, w.unit_name) AS unit_name, w.unit_number, w.day::text AS day, w.attempt, w.counter, w.key_version,
  i.nickname AS issued_name, w.issued_at, r.nickname AS revoked_name, w.revoked_at, w.reason, w.shown_name, w.shown_at, w.shown_address, w.used_at, w.used_way,
  coalesce(p.time_zone, c.time_zone) AS time_zone`;
const passwordTables = sql`boot_password w JOIN company c ON c.id = w.company_id LEFT JOIN boot_unit b ON b.id = w.unit_id
  LEFT JOIN project p ON p.id = CASE WHEN w.unit_id IS NULL THEN w.project_id ELSE b.project_id END LEFT JOIN app_user i ON i.id = w.issued_by
  LEFT JOIN app_user r ON r.id = w.revoked_by`;

/** By the unit, and once it is deleted by the project in which it stood. */
const passwordVisible = (tenant: UserTenant): RawBuilder<boolean> =>
  sql<boolean>`CASE WHEN w.unit_id IS NULL THEN ${unitVisible(tenant, 'w')} ELSE ${unitVisible(tenant)} END`;

export async function pagePasswords(
  tenant: UserTenant,
  db: DbOrTransaction,
  filter: { text?: string | undefined; unitIds?: readonly number[] | undefined },
  range: RowRange,
): Promise<{ rows: PasswordRow[]; total: number }> {
  const where = allOf(
    passwordVisible(tenant),
    containsText(filter.text, 'b.name', 'w.unit_name', 'w.unit_number'),
    oneOf('w.unit_id', filter.unitIds),
  );
  return pageOfRows<PasswordRow>(db, range, {
    columns: passwordColumns,
    from: passwordTables,
    counted: sql`boot_password w LEFT JOIN boot_unit b ON b.id = w.unit_id`,
    where,
    order: sql`w.issued_at DESC, w.id DESC`,
  });
}

/** What a controller may still take on a day, of all that was issued for a number: ids of those that nobody revoked or used. */
export async function openPasswords(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  unitNumber: string,
  sinceDay: string,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`SELECT id FROM boot_password WHERE company_id = ${tenant.companyId}
    AND unit_number = ${unitNumber} AND (day >= ${sinceDay}::date OR counter IS NOT NULL) AND revoked_at IS NULL AND used_at IS NULL ORDER BY id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** What was issued for a number on a day, also while another unit bore it. */
export async function passwordsOfDay(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  unitNumber: string,
  day: string,
): Promise<{ id: number; attempt: number; is_open: boolean }[]> {
  const { rows } = await sql<{ id: number; attempt: number; is_open: boolean }>`
    SELECT id, attempt, revoked_at IS NULL AND used_at IS NULL AS is_open FROM boot_password
    WHERE company_id = ${tenant.companyId} AND unit_number = ${unitNumber} AND day = ${day}::date ORDER BY attempt`.execute(
    db,
  );
  return rows;
}

/** Counters of a number under a version of its key: the last one that was issued, and the last one that started it; 0: none. */
export async function countersOf(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  unitNumber: string,
  version: number,
): Promise<{ issued: number; used: number }> {
  const { rows } = await sql<{ issued: number; used: number }>`
    SELECT coalesce(max(counter), 0) AS issued, coalesce(max(counter) FILTER (WHERE used_at IS NOT NULL), 0) AS used
    FROM boot_password WHERE company_id = ${tenant.companyId} AND unit_number = ${unitNumber} AND key_version = ${version}`.execute(
    db,
  );
  return rows[0]!;
}

export async function lockPassword(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  id: number,
): Promise<PasswordRow | null> {
  const { rows } = await sql<PasswordRow>`SELECT ${passwordColumns} FROM ${passwordTables}
    WHERE w.id = ${id} AND ${passwordVisible(tenant)} FOR UPDATE OF w`.execute(transaction);
  return rows[0] ?? null;
}

/** The latest password of a unit that is neither revoked nor used, locked; null: there is none. */
export async function lockLastOpen(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  unitId: number,
): Promise<PasswordRow | null> {
  const { rows } = await sql<PasswordRow>`SELECT ${passwordColumns} FROM ${passwordTables}
    WHERE w.company_id = ${tenant.companyId} AND w.unit_id = ${unitId} AND w.revoked_at IS NULL AND w.used_at IS NULL
    ORDER BY w.day DESC, w.attempt DESC LIMIT 1 FOR UPDATE OF w`.execute(transaction);
  return rows[0] ?? null;
}

/** Keeps to whom a password was shown. */
export async function noteShownPassword(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  id: number,
  shown: Pick<PasswordRow, 'shown_name' | 'shown_at' | 'shown_address'>,
): Promise<void> {
  await transaction
    .updateTable('boot_password')
    .set(shown)
    .where('id', '=', id)
    .where('company_id', '=', tenant.companyId)
    .execute();
}

export async function insertPassword(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  password: {
    unit: Pick<UnitRow, 'id' | 'name' | 'project_id' | 'unit_number'>;
    day: string;
    attempt: number;
    counter: number | null;
    version: number;
    userId: number;
    at: Date;
  },
): Promise<number> {
  const { id } = await transaction
    .insertInto('boot_password')
    .values({
      company_id: tenant.companyId,
      unit_id: password.unit.id,
      unit_number: password.unit.unit_number,
      unit_name: password.unit.name,
      project_id: password.unit.project_id,
      day: password.day,
      attempt: password.attempt,
      counter: password.counter,
      key_version: password.version,
      issued_by: password.userId,
      issued_at: password.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function revokePasswords(
  _tenant: CompanyTenant,
  transaction: DbOrTransaction,
  ids: readonly number[],
  { userId, at, reason }: { userId: number; at: Date; reason: string },
): Promise<void> {
  await sql`UPDATE boot_password SET revoked_by = ${userId}, revoked_at = ${at}, reason = ${reason}
    WHERE id = ANY(${[...ids]}::int[]) AND revoked_at IS NULL`.execute(transaction);
}

/**
 * A unit that was found for the tenant has started: the last password that its controller still took is used. Without one nothing is written.
 *
 * @param at when it started
 */
export async function usePassword(
  _tenant: CompanyTenant | SystemTenant,
  transaction: DbOrTransaction,
  unitId: number,
  { at, way }: { at: Date; way: BootWay },
): Promise<void> {
  // A controller takes the password of the day before, too.
  await sql`UPDATE boot_password SET used_at = ${at}, used_way = ${way} WHERE id = (SELECT w.id FROM ${passwordTables}
    WHERE w.unit_id = ${unitId} AND w.revoked_at IS NULL AND w.used_at IS NULL AND w.issued_at <= ${at}
      AND (w.counter IS NOT NULL OR w.day >= (${at}::timestamptz AT TIME ZONE coalesce(p.time_zone, c.time_zone))::date - 1)
    ORDER BY w.day DESC, w.attempt DESC LIMIT 1)`.execute(transaction);
}
