import { sql } from 'kysely';
import type { CompanyTenant, UserTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';

/** An area by the names from the project down to it. */
export interface StoreArea {
  readonly path: readonly string[];
  readonly nameEn: string | null;
}

export interface StoreDevice {
  readonly name: string;
  readonly nameEn: string | null;
  readonly classId: number;
  readonly brand: string;
  readonly model: string;
  /** Empty: the project itself. */
  readonly area: readonly string[];
}

export interface StoreContent {
  readonly areas: readonly StoreArea[];
  readonly devices: readonly StoreDevice[];
}

export interface StoreTemplateRow {
  id: number;
  name: string;
  content: StoreContent;
  created_by: string;
  created_at: Date;
}

export async function listTemplates(tenant: CompanyTenant, db: DbOrTransaction): Promise<StoreTemplateRow[]> {
  const { rows } = await sql<StoreTemplateRow>`SELECT id, name, content, created_by, created_at FROM store_template
    WHERE company_id = ${tenant.companyId} ORDER BY name, id`.execute(db);
  return rows;
}

export async function findTemplate(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  id: number,
): Promise<StoreTemplateRow | null> {
  return (await listTemplates(tenant, db)).find((row) => row.id === id) ?? null;
}

export async function insertTemplate(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  { name, content, createdBy, at }: { name: string; content: StoreContent; createdBy: string; at: Date },
): Promise<number> {
  const { id } = await transaction
    .insertInto('store_template')
    .values({
      company_id: tenant.companyId,
      name,
      content: JSON.stringify(content),
      created_by: createdBy,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function deleteTemplate(tenant: CompanyTenant, transaction: DbOrTransaction, id: number): Promise<void> {
  await transaction
    .deleteFrom('store_template')
    .where('company_id', '=', tenant.companyId)
    .where('id', '=', id)
    .execute();
}

/** Areas, from above down, and devices of a project that was found for the tenant. */
export async function contentOfProject(
  _tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number,
): Promise<{ areas: (StoreArea & { id: number })[]; devices: StoreDevice[] }> {
  const areas = await sql<{ id: number; path: string[]; name_en: string | null }>`
    WITH RECURSIVE below AS (
      SELECT id, ARRAY[]::text[] AS path, name_en, ARRAY[]::int[] AS places FROM subarea WHERE id = ${projectId}
      UNION ALL SELECT child.id, below.path || (child.name COLLATE "default"), child.name_en, below.places || child.position || child.id FROM subarea child
        JOIN below ON child.parent_id = below.id AND child.kind = 'area' AND child.deleted_at IS NULL)
    SELECT id, path, name_en FROM below WHERE cardinality(path) > 0 ORDER BY places`.execute(db);
  const paths = new Map(areas.rows.map(({ id, path }) => [id, path]));
  const devices = await sql<{
    name: string;
    name_en: string | null;
    class_id: number;
    brand: string;
    model: string;
    area_id: number | null;
  }>`SELECT name, name_en, device_class_id AS class_id, brand, model, area_id FROM device
    WHERE project_id = ${projectId} ORDER BY position, name, id`.execute(db);
  return {
    areas: areas.rows.map(({ id, path, name_en }) => ({ id, path, nameEn: name_en })),
    devices: devices.rows.map(({ name, name_en, class_id, brand, model, area_id }) => ({
      ...{ name, nameEn: name_en, classId: class_id, brand, model },
      area: (area_id === null ? undefined : paths.get(area_id)) ?? [],
    })),
  };
}

/** What classes of devices are called. */
export async function classNames(
  _tenant: CompanyTenant,
  db: DbOrTransaction,
  ids: readonly number[],
): Promise<Map<number, { zh: string; en: string }>> {
  const { rows } = await sql<{ id: number; name_zh: string; name_en: string | null }>`
    SELECT id, name_zh, name_en FROM device_class WHERE id = ANY(${[...ids]}::int[])`.execute(db);
  return new Map(rows.map(({ id, name_zh, name_en }) => [id, { zh: name_zh, en: name_en ?? name_zh }]));
}
