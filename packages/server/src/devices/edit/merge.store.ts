import { sql } from 'kysely';
import type { UserTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';

/**
 * Gives one device what others of its project have: points with their history, properties, alarms, cameras, places in sub-items, and what
 * members may do with them. Where both say something, its own stays. The devices are the tenant's.
 *
 * @returns how many points moved
 */
export async function mergeInto(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  { id, projectId }: { id: number; projectId: number },
  others: readonly number[],
): Promise<number> {
  const from = [...others];
  const { rows } = await sql<{ moved: number }>`
    WITH last AS (SELECT coalesce(max(position), 0) AS position FROM device_point WHERE device_id = ${id}),
    moved AS (
      INSERT INTO device_point (project_id, device_id, point_id, position, main, shown)
      SELECT ${projectId}, ${id}, dp.point_id, last.position + row_number() OVER (ORDER BY array_position(${from}::int[], dp.device_id), dp.position),
             false, dp.shown
      FROM (SELECT DISTINCT ON (point_id) * FROM device_point WHERE device_id = ANY(${from}::int[])
            ORDER BY point_id, array_position(${from}::int[], device_id)) dp, last
      ON CONFLICT (device_id, point_id) DO NOTHING RETURNING 1
    ) SELECT count(*)::int AS moved FROM moved`.execute(transaction);
  // A device that had no main point of its own gets that of the first that had one.
  await sql`
    UPDATE device_point SET main = true
    WHERE device_id = ${id} AND NOT EXISTS (SELECT 1 FROM device_point m WHERE m.device_id = ${id} AND m.main)
      AND point_id = (SELECT dp.point_id FROM device_point dp WHERE dp.device_id = ANY(${from}::int[]) AND dp.main
                      ORDER BY array_position(${from}::int[], dp.device_id) LIMIT 1)`.execute(transaction);
  // Only properties of its own class mean anything to it.
  await sql`
    INSERT INTO device_property_value (device_id, property_id, value)
    SELECT DISTINCT ON (v.property_id) ${id}::int, v.property_id, v.value
    FROM device_property_value v JOIN device_property p ON p.id = v.property_id JOIN device d ON d.id = ${id} AND d.device_class_id = p.device_class_id
    WHERE v.device_id = ANY(${from}::int[])
    ORDER BY v.property_id, array_position(${from}::int[], v.device_id)
    ON CONFLICT (device_id, property_id) DO NOTHING`.execute(transaction);
  await sql`
    INSERT INTO sub_item_device (sub_item_id, project_id, device_id, in_summary, from_day)
    SELECT sub_item_id, ${projectId}, ${id}, bool_or(in_summary), nullif(min(coalesce(from_day, '-infinity')), '-infinity')
    FROM sub_item_device WHERE device_id = ANY(${from}::int[]) GROUP BY sub_item_id
    ON CONFLICT (sub_item_id, device_id) DO NOTHING`.execute(transaction);
  // Who saw one of them sees what became of it; who might not write to both may not write to it.
  await sql`
    INSERT INTO member_device (user_id, project_id, device_id, can_write)
    SELECT user_id, project_id, ${id}, bool_and(can_write) FROM member_device WHERE device_id = ANY(${from}::int[]) GROUP BY user_id, project_id
    ON CONFLICT (user_id, device_id) DO UPDATE SET can_write = member_device.can_write AND excluded.can_write`.execute(
    transaction,
  );
  await sql`
    INSERT INTO device_relation (project_id, from_device_id, to_device_id, kind)
    SELECT ${projectId}, CASE WHEN r.from_device_id = ANY(${from}::int[]) THEN ${id}::int ELSE r.from_device_id END,
           CASE WHEN r.to_device_id = ANY(${from}::int[]) THEN ${id}::int ELSE r.to_device_id END, r.kind
    FROM device_relation r WHERE r.from_device_id = ANY(${from}::int[]) <> (r.to_device_id = ANY(${from}::int[]))
      AND NOT ${id}::int IN (r.from_device_id, r.to_device_id)
    ON CONFLICT DO NOTHING`.execute(transaction);
  await sql`UPDATE alarm SET device_id = ${id} WHERE device_id = ANY(${from}::int[])`.execute(transaction);
  await sql`UPDATE alarm_shelf SET device_id = ${id} WHERE device_id = ANY(${from}::int[])`.execute(transaction);
  await sql`UPDATE repair_order SET device_id = ${id} WHERE device_id = ANY(${from}::int[])`.execute(transaction);
  await sql`UPDATE camera SET device_id = ${id} WHERE device_id = ANY(${from}::int[])`.execute(transaction);
  return rows[0]!.moved;
}

/** What a device says of itself and another says, too, is kept; what only another says is taken over: from the first that does. */
export async function fillFacts(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  id: number,
  others: readonly number[],
): Promise<void> {
  const from = [...others];
  const first = (column: string, isGiven: string) =>
    sql`(SELECT o.${sql.ref(column)} FROM device o WHERE o.id = ANY(${from}::int[]) AND ${sql.raw(isGiven)}
         ORDER BY array_position(${from}::int[], o.id) LIMIT 1)`;
  await sql`
    UPDATE device d SET
      serial_number = coalesce(nullif(d.serial_number, ''), ${first('serial_number', "o.serial_number <> ''")}, ''),
      brand = coalesce(nullif(d.brand, ''), ${first('brand', "o.brand <> ''")}, ''),
      model = coalesce(nullif(d.model, ''), ${first('model', "o.model <> ''")}, ''),
      specification = coalesce(nullif(d.specification, ''), ${first('specification', "o.specification <> ''")}, ''),
      production_date = coalesce(d.production_date, ${first('production_date', 'o.production_date IS NOT NULL')}),
      cover_file_id = coalesce(d.cover_file_id, ${first('cover_file_id', 'o.cover_file_id IS NOT NULL')}),
      area_id = coalesce(d.area_id, ${first('area_id', 'o.area_id IS NOT NULL')})
    WHERE d.id = ${id} AND d.company_id = ${tenant.companyId}`.execute(transaction);
}
