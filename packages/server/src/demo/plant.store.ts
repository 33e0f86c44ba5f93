import { mayLeadTo, type PlantPoint, proposeRoles, relationFrom, rolesOfClass, withRoles } from '@watchpost/contract';
import { sql } from 'kysely';
import type { SystemTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';

/**
 * What points of a project mean and which rack cools what, as people accepted it. Projects of one rack: it cools everything.
 *
 * @param projectIds those where somebody did; in the others it is proposed
 */
export async function acceptRoles(
  _system: SystemTenant,
  db: DbOrTransaction,
  projectIds: readonly number[],
): Promise<void> {
  const { rows } = await sql<{
    id: number;
    project_id: number;
    name: string;
    classCode: string;
    mainPointId: number | null;
    points: PlantPoint[];
  }>`SELECT d.id, d.project_id, d.name, c.code AS "classCode",
      (SELECT l.point_id FROM device_point l WHERE l.device_id = d.id AND l.main LIMIT 1) AS "mainPointId",
      coalesce((SELECT jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'nameEn', p.name_en, 'typeCode', t.code)
          ORDER BY l.position, p.id)
        FROM device_point l JOIN point p ON p.id = l.point_id JOIN point_type t ON t.id = p.point_type_id
        WHERE l.device_id = d.id), '[]') AS points
    FROM device d JOIN device_class c ON c.id = d.device_class_id
    WHERE d.project_id = ANY(${[...projectIds]}::int[]) AND c.code = ANY(${Object.keys(rolesOfClass)}::text[])
    ORDER BY d.id`.execute(db);
  for (const device of rows) {
    for (const { role, pointId, confidence } of proposeRoles(device.classCode, withRoles(device)))
      if (confidence !== 'guess')
        await db
          .updateTable('device_point')
          .set({ role })
          .where('device_id', '=', device.id)
          .where('point_id', '=', pointId)
          .execute();
    const kind = relationFrom(device.classCode);
    const sources = rows.filter(
      ({ project_id, classCode }) => project_id === device.project_id && relationFrom(classCode) === kind,
    );
    // The one with most to say of is the one that feeds the store.
    const isMain = sources.every(({ points }) => points.length <= device.points.length);
    const served = rows.filter(
      ({ project_id, classCode }) =>
        project_id === device.project_id && kind !== null && mayLeadTo(kind, classCode) && classCode !== 'dock',
    );
    if (kind !== null && isMain && served.length > 0)
      await db
        .insertInto('device_relation')
        .values(
          served.map(({ id }) => ({
            project_id: device.project_id,
            from_device_id: device.id,
            to_device_id: id,
            kind,
          })),
        )
        .execute();
  }
}
