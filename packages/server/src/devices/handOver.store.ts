import { sql } from 'kysely';
import type { MoveToCompany } from '../handOver.ts';

/**
 * Devices with what is said of them. A property that the old company added is the new company's own of the same name and kind
 * where it has one, else a copy; the old company keeps its own for its other devices.
 */
export const moveToCompany: MoveToCompany = async (_system, transaction, { projectIds, toCompanyId }) => {
  const ids = [...projectIds];
  const of = sql`d.project_id = ANY(${ids}::int[])`;
  const { rows: used } = await sql<{ id: number; same_id: number | null }>`
    SELECT DISTINCT p.id, same.id AS same_id
    FROM device d JOIN device_property_value v ON v.device_id = d.id
    JOIN device_property p ON p.id = v.property_id AND p.company_id <> ${toCompanyId}
    LEFT JOIN device_property same ON same.company_id = ${toCompanyId} AND same.device_class_id = p.device_class_id
      AND same.name = p.name AND same.kind = p.kind AND same.options @> p.options
    WHERE ${of} ORDER BY p.id`.execute(transaction);
  for (const { id, same_id } of used) {
    const toId = same_id ?? (await copyProperty(transaction, id, toCompanyId));
    await sql`UPDATE device_property_value v SET property_id = ${toId}
      FROM device d WHERE d.id = v.device_id AND ${of} AND v.property_id = ${id}`.execute(transaction);
  }
  // The old company may use a picture of its own for several, so only those nothing else uses.
  await sql`UPDATE uploaded_file f SET company_id = ${toCompanyId}
    WHERE f.id IN (SELECT d.cover_file_id FROM device d WHERE ${of}) AND f.company_id <> ${toCompanyId}
      AND (SELECT count(*) FROM file_in_use u WHERE u.file_id = f.id)
        = (SELECT count(*) FROM device d WHERE ${of} AND d.cover_file_id = f.id)`.execute(transaction);
  const { rows } = await sql<{ id: number }>`UPDATE device d SET company_id = ${toCompanyId}
    WHERE ${of} AND d.company_id <> ${toCompanyId} RETURNING d.id`.execute(transaction);
  return [{ kind: 'device', ids: rows.map(({ id }) => id) }];
};

/** Under its own name, or where that means something else there, with the first number behind it that is free. */
async function copyProperty(transaction: Parameters<MoveToCompany>[1], id: number, companyId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO device_property (company_id, device_class_id, name, name_en, kind, unit, options, position)
    SELECT ${companyId}::int, p.device_class_id,
           CASE WHEN free.number = 1 THEN p.name ELSE p.name || ' ' || free.number END, p.name_en, p.kind, p.unit, p.options, p.position
    FROM device_property p CROSS JOIN LATERAL (
      SELECT n.number FROM generate_series(1, 1000) AS n(number)
      WHERE NOT EXISTS (SELECT 1 FROM device_property o WHERE o.device_class_id = p.device_class_id
        AND coalesce(o.company_id, ${companyId}::int) = ${companyId}::int
        AND o.name = CASE WHEN n.number = 1 THEN p.name ELSE p.name || ' ' || n.number END)
      ORDER BY n.number LIMIT 1) free
    WHERE p.id = ${id} RETURNING id`.execute(transaction);
  return rows[0]!.id;
}
