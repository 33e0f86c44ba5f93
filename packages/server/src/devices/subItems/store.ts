import { sql } from 'kysely';
import { deviceVisible, type UserTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';

export interface SubItem {
  id: number;
  /** Null: of the usual division. */
  project_id: number | null;
  parent_id: number | null;
  name: string;
  name_en: string | null;
}

/** By what a project divides its energy: the usual sub-items and its own, a parent before those below it. */
export async function listSubItems(tenant: UserTenant, db: DbOrTransaction, projectId: number): Promise<SubItem[]> {
  const { rows } = await sql<SubItem>`
    WITH RECURSIVE below AS (
      SELECT i.*, 1 AS depth FROM sub_item i WHERE i.parent_id IS NULL
      UNION ALL SELECT i.*, below.depth + 1 FROM sub_item i JOIN below ON i.parent_id = below.id
    ) SELECT id, project_id, parent_id, name, name_en FROM below
    WHERE project_id IS NULL OR (project_id = ${projectId} AND EXISTS (
      SELECT 1 FROM project p WHERE p.id = ${projectId} AND p.company_id = ${tenant.companyId}))
    ORDER BY depth, project_id IS NOT NULL, position, name, id`.execute(db);
  return rows;
}

export interface DeviceOfSubItem {
  sub_item_id: number;
  id: number;
  name: string;
  name_en: string | null;
  class_zh: string;
  class_en: string;
  area_name: string | null;
  area_name_en: string | null;
  in_summary: boolean;
}

/** Devices of a project's sub-items that the tenant may see, by name. */
export async function devicesOfSubItems(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number,
): Promise<DeviceOfSubItem[]> {
  const { rows } = await sql<DeviceOfSubItem>`
    SELECT i.sub_item_id, d.id, d.name, d.name_en, c.name_zh AS class_zh, c.name_en AS class_en,
           a.name AS area_name, a.name_en AS area_name_en, i.in_summary
    FROM sub_item_device i JOIN device d ON d.id = i.device_id JOIN device_class c ON c.id = d.device_class_id
    LEFT JOIN subarea a ON a.id = d.area_id
    WHERE i.project_id = ${projectId} AND ${deviceVisible(tenant, 'd.project_id', 'd.id')} ORDER BY d.name, d.id`.execute(
    db,
  );
  return rows;
}

/**
 * Makes these the visible devices of a sub-item from a day on; those that stay keep whether they count. One that leaves counts
 * until the day before. One that never stood in a sub-item counts always, and one that comes back on the day on which it left
 * was never gone.
 *
 * @param today by the clock of the project, `YYYY-MM-DD`
 */
export async function setDevices(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  { projectId, subItemId, today }: { projectId: number; subItemId: number; today: string },
  deviceIds: readonly number[],
): Promise<void> {
  const ids = [...deviceIds];
  await sql`
    WITH gone AS (
      DELETE FROM sub_item_device i USING device d
      WHERE i.sub_item_id = ${subItemId} AND i.project_id = ${projectId} AND d.id = i.device_id
        AND ${deviceVisible(tenant, 'd.project_id', 'd.id')} AND NOT i.device_id = ANY(${ids}::int[]) RETURNING i.*)
    INSERT INTO sub_item_device_past (sub_item_id, project_id, device_id, in_summary, from_day, to_day)
    SELECT sub_item_id, project_id, device_id, in_summary, from_day, ${today}::date - 1 FROM gone
    WHERE from_day IS NULL OR from_day < ${today}::date`.execute(transaction);
  await sql`
    WITH back AS (
      DELETE FROM sub_item_device_past p WHERE p.sub_item_id = ${subItemId} AND p.device_id = ANY(${ids}::int[])
        AND p.to_day = ${today}::date - 1 RETURNING p.*)
    INSERT INTO sub_item_device (sub_item_id, project_id, device_id, in_summary, from_day)
    SELECT ${subItemId}, ${projectId}, device_id, coalesce(back.in_summary, true),
      CASE WHEN back.device_id IS NOT NULL THEN back.from_day
        WHEN EXISTS (SELECT 1 FROM sub_item_device s WHERE s.device_id = of.device_id)
          OR EXISTS (SELECT 1 FROM sub_item_device_past p WHERE p.device_id = of.device_id) THEN ${today}::date END
    FROM unnest(${ids}::int[]) AS of(device_id) LEFT JOIN back USING (device_id)
    ON CONFLICT (sub_item_id, device_id) DO NOTHING`.execute(transaction);
}

/** Whether these devices of a sub-item count in its sum. @returns how many of them it has */
export async function setInSummary(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  { projectId, subItemId }: { projectId: number; subItemId: number },
  deviceIds: readonly number[],
  inSummary: boolean,
): Promise<number> {
  const set = (table: string) => sql`
    UPDATE ${sql.table(table)} SET in_summary = ${inSummary}
    WHERE sub_item_id = ${subItemId} AND project_id = ${projectId} AND device_id = ANY(${[...deviceIds]}::int[])`;
  // It puts a mistake right, and so holds for the past.
  await set('sub_item_device_past').execute(transaction);
  return Number((await set('sub_item_device').execute(transaction)).numAffectedRows);
}

/** @returns the id */
export async function insertSubItem(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  item: Omit<SubItem, 'id'>,
): Promise<number> {
  const { id } = await transaction
    .insertInto('sub_item')
    .values({
      ...item,
      position: sql<number>`(SELECT coalesce(max(position), 0) + 10 FROM sub_item WHERE project_id = ${item.project_id})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function renameSubItem(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  id: number,
  names: Pick<SubItem, 'name' | 'name_en'>,
): Promise<void> {
  await transaction
    .updateTable('sub_item')
    .set(names)
    .where('id', '=', id)
    .where('project_id', 'is not', null)
    .execute();
}

/** With those below it. */
export async function deleteSubItem(_tenant: UserTenant, transaction: DbOrTransaction, id: number): Promise<void> {
  await transaction.deleteFrom('sub_item').where('id', '=', id).where('project_id', 'is not', null).execute();
}
