import type { FaultCodeKind } from '@watchpost/contract';
import { sql } from 'kysely';
import type { CompanyTenant, SystemTenant } from '../../access/index.ts';
import { containsText } from '../../platform/db/containsText.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';

export interface FaultCodeRow {
  id: number;
  /** Null: the product's own. */
  company_id: number | null;
  device_class_id: number | null;
  class_name: string | null;
  class_name_en: string | null;
  kind: FaultCodeKind;
  code: string;
  name_zh: string;
  name_en: string;
  iso14224: string;
  active: boolean;
}

const columns = (
  tenant: CompanyTenant,
) => sql`f.id, f.company_id, f.device_class_id, c.name_zh AS class_name, c.name_en AS class_name_en, f.kind,
  f.code, f.name_zh, f.name_en, f.iso14224,
  f.active AND NOT EXISTS (SELECT 1 FROM fault_code_unused u WHERE u.code_id = f.id AND u.company_id = ${tenant.companyId}) AS active`;

/** The catalogue of a company, its own codes and the product's. `classId`: those in use that fit a class; null: a thing of no class. */
export async function listFaultCodes(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  fitting?: { classId: number | null },
): Promise<FaultCodeRow[]> {
  const { rows } = await sql<FaultCodeRow>`
    SELECT * FROM (
      SELECT ${columns(tenant)}, f.position FROM fault_code f LEFT JOIN device_class c ON c.id = f.device_class_id
      WHERE (f.company_id IS NULL OR f.company_id = ${tenant.companyId})
        AND ${fitting ? sql`(f.device_class_id IS NULL OR f.device_class_id = ${fitting.classId}::int)` : sql`true`}) all_codes
    WHERE ${fitting ? sql`active` : sql`true`}
    ORDER BY array_position(ARRAY['symptom', 'mechanism', 'cause', 'remedy'], kind), device_class_id NULLS LAST, position, code, id`.execute(
    db,
  );
  return rows;
}

/** Symptoms of which one of the names contains the text: every company's, for orders keep theirs when a project changes hands. */
export async function symptomsNamed(_tenant: CompanyTenant, db: DbOrTransaction, text: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT f.id FROM fault_code f WHERE f.kind = 'symptom' AND ${containsText(text, 'f.name_zh', 'f.name_en')}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** A code of the catalogue of the company; null: there is none. */
export async function findFaultCode(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  id: number,
): Promise<FaultCodeRow | null> {
  const { rows } = await sql<FaultCodeRow>`
    SELECT ${columns(tenant)} FROM fault_code f LEFT JOIN device_class c ON c.id = f.device_class_id
    WHERE f.id = ${id} AND (f.company_id IS NULL OR f.company_id = ${tenant.companyId})`.execute(db);
  return rows[0] ?? null;
}

/** The class of a device that was found for the tenant; null: none, or no device. */
export async function classOfDevice(
  _tenant: CompanyTenant | SystemTenant,
  db: DbOrTransaction,
  deviceId: number | null,
): Promise<number | null> {
  if (deviceId === null) return null;
  const { rows } = await sql<{ device_class_id: number }>`
    SELECT device_class_id FROM device WHERE id = ${deviceId}`.execute(db);
  return rows[0]?.device_class_id ?? null;
}

export async function isDeviceClass(_tenant: CompanyTenant, db: DbOrTransaction, classId: number): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM device_class WHERE id = ${classId}`.execute(db);
  return rows.length > 0;
}

export type NewFaultCodeRow = Pick<
  FaultCodeRow,
  'kind' | 'code' | 'name_zh' | 'name_en' | 'iso14224' | 'device_class_id'
>;

/** Adds a code of the company. @returns its id; null: there is such a code */
export async function insertFaultCode(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  code: NewFaultCodeRow,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO fault_code (company_id, device_class_id, kind, code, name_zh, name_en, iso14224)
    SELECT ${tenant.companyId}, ${code.device_class_id}::int, ${code.kind}, ${code.code}, ${code.name_zh}, ${code.name_en}, ${code.iso14224}
    WHERE NOT EXISTS (
      SELECT 1 FROM fault_code f WHERE (f.company_id IS NULL OR f.company_id = ${tenant.companyId}) AND f.kind = ${code.kind}
        AND f.device_class_id IS NOT DISTINCT FROM ${code.device_class_id}::int AND lower(f.code) = lower(${code.code}))
    ON CONFLICT DO NOTHING RETURNING id`.execute(transaction);
  return rows[0]?.id ?? null;
}

export async function updateFaultCode(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  id: number,
  change: Partial<Pick<FaultCodeRow, 'name_zh' | 'name_en' | 'iso14224' | 'active'>>,
): Promise<void> {
  await transaction
    .updateTable('fault_code')
    .set(change)
    .where('id', '=', id)
    .where('company_id', '=', tenant.companyId)
    .execute();
}

/** Puts one of the product's codes in or out of use for the company. */
export async function switchFaultCode(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  id: number,
  isUsed: boolean,
): Promise<void> {
  if (isUsed)
    await sql`DELETE FROM fault_code_unused WHERE company_id = ${tenant.companyId} AND code_id = ${id}`.execute(
      transaction,
    );
  else
    await sql`INSERT INTO fault_code_unused (company_id, code_id) VALUES (${tenant.companyId}, ${id}) ON CONFLICT DO NOTHING`.execute(
      transaction,
    );
}

/** What the codes of orders, which were found for the tenant, are called; also of those that are no longer used. */
export async function codesById(
  _tenant: CompanyTenant | SystemTenant,
  db: DbOrTransaction,
  ids: readonly number[],
): Promise<Map<number, Pick<FaultCodeRow, 'id' | 'kind' | 'code' | 'name_zh' | 'name_en' | 'iso14224'>>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Pick<FaultCodeRow, 'id' | 'kind' | 'code' | 'name_zh' | 'name_en' | 'iso14224'>>`
    SELECT id, kind, code, name_zh, name_en, iso14224 FROM fault_code WHERE id = ANY(${[...ids]}::int[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
