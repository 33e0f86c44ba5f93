import type { PropertyKind } from '@watchpost/contract';
import { sql } from 'kysely';
import type { CompanyTenant, UserTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';

export interface Property {
  id: number;
  /** Null: of the catalogue. */
  company_id: number | null;
  class_id: number;
  name: string;
  name_en: string | null;
  kind: PropertyKind;
  unit: string;
  options: string[];
  position: number;
}

export type PropertyOfDevice = Property & { device_id: number; value: string | null };

const columns = sql`pr.id, pr.company_id, pr.device_class_id AS class_id, pr.name, pr.name_en, pr.kind, pr.unit, pr.options, pr.position`;
/** What the catalogue says first, then what the company added. */
const inOrder = sql`pr.company_id IS NOT NULL, pr.position, pr.name, pr.id`;

/** Properties of device classes: of the catalogue, and the company's own. */
export async function listProperties(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  classIds?: readonly number[],
): Promise<Property[]> {
  const { rows } = await sql<Property>`
    SELECT ${columns} FROM device_property pr
    WHERE (pr.company_id IS NULL OR pr.company_id = ${tenant.companyId})
      AND ${classIds ? sql`pr.device_class_id = ANY(${[...classIds]}::int[])` : sql`true`}
    ORDER BY pr.device_class_id, ${inOrder}`.execute(db);
  return rows;
}

export async function findProperty(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  propertyId: number,
): Promise<Property | undefined> {
  const { rows } = await sql<Property>`
    SELECT ${columns} FROM device_property pr
    WHERE pr.id = ${propertyId} AND (pr.company_id IS NULL OR pr.company_id = ${tenant.companyId})`.execute(db);
  return rows[0];
}

/** What is said of each of these devices, and what could be. The devices are the tenant's to see. */
export async function propertiesOfDevices(
  tenant: UserTenant,
  db: DbOrTransaction,
  deviceIds: readonly number[],
): Promise<Map<number, PropertyOfDevice[]>> {
  const { rows } = await sql<PropertyOfDevice>`
    SELECT ${columns}, d.id AS device_id, v.value
    FROM device d JOIN device_property pr ON pr.device_class_id = d.device_class_id
      AND (pr.company_id IS NULL OR pr.company_id = d.company_id)
    LEFT JOIN device_property_value v ON v.device_id = d.id AND v.property_id = pr.id
    WHERE d.company_id = ${tenant.companyId} AND d.id = ANY(${[...deviceIds]}::int[])
    ORDER BY d.id, ${inOrder}`.execute(db);
  return Map.groupBy(rows, ({ device_id }) => device_id);
}

export interface PropertyForm {
  class_id: number;
  name: string;
  name_en: string | null;
  kind: PropertyKind;
  unit: string;
  options: string[];
  position: number;
}

/** @returns the id */
export async function insertProperty(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  { class_id, ...form }: PropertyForm,
): Promise<number> {
  const { id } = await db
    .insertInto('device_property')
    .values({ ...form, device_class_id: class_id, company_id: tenant.companyId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** One of the company's own. */
export async function updateProperty(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  propertyId: number,
  { class_id: _stays, ...change }: PropertyForm,
): Promise<void> {
  await db
    .updateTable('device_property')
    .set(change)
    .where('id', '=', propertyId)
    .where('company_id', '=', tenant.companyId)
    .execute();
}

export async function deleteProperty(tenant: CompanyTenant, db: DbOrTransaction, propertyId: number): Promise<void> {
  await db
    .deleteFrom('device_property')
    .where('id', '=', propertyId)
    .where('company_id', '=', tenant.companyId)
    .execute();
}

/** Where the next of the company's own properties of a class stands. */
export async function nextPosition(tenant: CompanyTenant, db: DbOrTransaction, classId: number): Promise<number> {
  const { rows } = await sql<{ next: number }>`
    SELECT coalesce(max(position), 0)::int + 10 AS next FROM device_property
    WHERE device_class_id = ${classId} AND company_id = ${tenant.companyId}`.execute(db);
  return rows[0]!.next;
}

/** Whether the catalogue or the company has another property of that name for the class. */
export async function isPropertyNameTaken(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  { classId, name, exceptId }: { classId: number; name: string; exceptId: number | null },
): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM device_property WHERE device_class_id = ${classId} AND (company_id IS NULL OR company_id = ${tenant.companyId})
      AND name = ${name} AND id IS DISTINCT FROM ${exceptId}::int LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** How many of the company's devices say something there. */
export async function countValues(tenant: CompanyTenant, db: DbOrTransaction, propertyId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) FROM device_property_value v JOIN device d ON d.id = v.device_id AND d.company_id = ${tenant.companyId}
    WHERE v.property_id = ${propertyId}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Sets what is said of devices of the company; an empty value takes it away. */
export async function writeValues(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  values: readonly { deviceId: number; propertyId: number; value: string }[],
): Promise<void> {
  const of = (list: readonly { deviceId: number; propertyId: number }[]) =>
    [list.map(({ deviceId }) => deviceId), list.map(({ propertyId }) => propertyId)] as const;
  const emptied = values.filter(({ value }) => value === '');
  if (emptied.length > 0) {
    const [devices, properties] = of(emptied);
    await sql`
      DELETE FROM device_property_value v USING unnest(${devices}::int[], ${properties}::int[]) AS e(device_id, property_id), device d
      WHERE v.device_id = e.device_id AND v.property_id = e.property_id AND d.id = v.device_id AND d.company_id = ${tenant.companyId}`.execute(
      db,
    );
  }
  const said = values.filter(({ value }) => value !== '');
  if (said.length === 0) return;
  const [devices, properties] = of(said);
  await sql`
    INSERT INTO device_property_value (device_id, property_id, value)
    SELECT e.device_id, e.property_id, e.value
    FROM unnest(${devices}::int[], ${properties}::int[], ${said.map(({ value }) => value)}::text[]) AS e(device_id, property_id, value)
    JOIN device d ON d.id = e.device_id AND d.company_id = ${tenant.companyId}
    ON CONFLICT (device_id, property_id) DO UPDATE SET value = excluded.value`.execute(db);
}

export interface CatalogueClass {
  class_id: number;
  class_zh: string;
  class_en: string;
  subsystem_id: number;
  subsystem_zh: string;
  subsystem_en: string;
  property_count: number;
  own_property_count: number;
  templates: TemplateName[];
}

export interface TemplateName {
  name: string;
  name_en: string | null;
}

/** Every class of the catalogue, in its order, with what this company made of it. */
export async function listClasses(tenant: CompanyTenant, db: DbOrTransaction): Promise<CatalogueClass[]> {
  const { rows } = await sql<CatalogueClass>`
    SELECT c.id AS class_id, c.name_zh AS class_zh, c.name_en AS class_en,
           s.id AS subsystem_id, s.name_zh AS subsystem_zh, s.name_en AS subsystem_en,
           (SELECT count(*)::int FROM device_property p WHERE p.device_class_id = c.id AND p.company_id IS NULL) AS property_count,
           (SELECT count(*)::int FROM device_property p WHERE p.device_class_id = c.id AND p.company_id = ${tenant.companyId}) AS own_property_count,
           coalesce((SELECT json_agg(json_build_object('name', t.name, 'name_en', t.name_en) ORDER BY t.name, t.id)
                     FROM alarm_strategy_template t WHERE t.device_class_id = c.id AND t.company_id = ${tenant.companyId}), '[]') AS templates
    FROM device_class c JOIN subsystem s ON s.id = c.subsystem_id
    ORDER BY s.position, s.id, c.position, c.id`.execute(db);
  return rows;
}

/** Alarm strategy templates that the company has for a class. */
export async function templatesOfClass(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  classId: number,
): Promise<TemplateName[]> {
  return db
    .selectFrom('alarm_strategy_template')
    .where('company_id', '=', tenant.companyId)
    .where('device_class_id', '=', classId)
    .orderBy('name')
    .orderBy('id')
    .select(['name', 'name_en'])
    .execute();
}

export interface DeviceClass {
  id: number;
  name_zh: string;
  name_en: string;
}

/** A class, locked until the transaction ends: what the company makes of it is changed by one after the other. */
export async function lockClass(
  _tenant: CompanyTenant,
  transaction: DbOrTransaction,
  classId: number,
): Promise<DeviceClass | undefined> {
  const { rows } = await sql<DeviceClass>`
    SELECT id, name_zh, name_en FROM device_class WHERE id = ${classId} FOR NO KEY UPDATE`.execute(transaction);
  return rows[0];
}

/** A class of the catalogue, which is everybody's. */
export const findClass = (
  _tenant: CompanyTenant,
  db: DbOrTransaction,
  classId: number,
): Promise<DeviceClass | undefined> =>
  db.selectFrom('device_class').where('id', '=', classId).select(['id', 'name_zh', 'name_en']).executeTakeFirst();
