import { sql } from 'kysely';
import { deviceVisible, type UserTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { fillSureRoles } from './roles/fillSureRoles.ts';

/** Subsystems whose devices are there for a temperature; of a meter or a lift it is not what people look for first. */
const forTemperature = [
  ...['coldStorage', 'refrigeration', 'freshBaked', 'airConditioning', 'transport'],
  ...['environment', 'livestock', 'relicEnvironment'],
];
const degrees = ['°C', '℃', '°F', '℉'];

/**
 * Lets points serve devices, behind those that serve them already. A device without a main point gets one of these: the first
 * temperature that is measured, where the device is there for one, else the first. Points that are called as a role is get it.
 *
 * @returns how many links are new
 */
export async function linkDevices(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  projectId: number,
  pointIds: readonly number[],
  deviceIds: readonly number[],
): Promise<number> {
  const { rows } = await sql<{ device_id: number }>`
    INSERT INTO device_point (project_id, device_id, point_id, position, main)
    SELECT ${projectId}::int, d.id, p.id, coalesce(last.position, -1) + p.place::int,
           p.id = main.id AND NOT EXISTS (SELECT 1 FROM device_point m WHERE m.device_id = d.id AND m.main)
    FROM unnest(${[...deviceIds]}::int[]) AS d(id)
    CROSS JOIN unnest(${[...pointIds]}::int[]) WITH ORDINALITY AS p(id, place)
    LEFT JOIN LATERAL (
      SELECT q.id FROM unnest(${[...pointIds]}::int[]) WITH ORDINALITY AS q(id, place)
      JOIN point pt ON pt.id = q.id JOIN device dv ON dv.id = d.id
      JOIN device_class c ON c.id = dv.device_class_id JOIN subsystem s ON s.id = c.subsystem_id
      -- What is written is a set point.
      ORDER BY s.code = ANY(${forTemperature}) AND pt.unit = ANY(${degrees}) AND NOT pt.writable DESC, q.place LIMIT 1) main ON true
    LEFT JOIN LATERAL (SELECT max(position) AS position FROM device_point WHERE device_id = d.id) last ON true
    ON CONFLICT (device_id, point_id) DO NOTHING RETURNING device_id`.execute(transaction);
  if (rows.length > 0) await fillSureRoles(tenant, transaction, projectId, deviceIds);
  return rows.length;
}

/** Takes links away, of one device or of all that the tenant may see. @returns which point lost which device */
export async function unlinkDevices(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  pointIds: readonly number[],
  deviceId: number | null,
): Promise<{ point_id: number; device_id: number }[]> {
  const { rows } = await sql<{ point_id: number; device_id: number }>`
    DELETE FROM device_point WHERE point_id = ANY(${[...pointIds]}::int[]) AND (${deviceId}::int IS NULL OR device_id = ${deviceId})
      AND ${deviceVisible(tenant, 'project_id', 'device_id')}
    RETURNING point_id, device_id`.execute(transaction);
  return rows;
}

/** Devices that points are made into, behind the others of the project. @returns ids in their order */
export async function insertDevices(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  projectId: number,
  devices: readonly {
    name: string;
    classId: number;
    areaId: number | null;
    nameEn?: string | null;
    brand?: string;
    model?: string;
  }[],
): Promise<number[]> {
  const rows = await transaction
    .insertInto('device')
    .values(
      devices.map(({ name, classId, areaId, nameEn = null, brand = '', model = '' }) => ({
        company_id: tenant.companyId,
        project_id: projectId,
        ...{ name, name_en: nameEn, brand, model },
        device_class_id: classId,
        area_id: areaId,
        position: sql<number>`(SELECT coalesce(max(position), 0) + 1 FROM device WHERE project_id = ${projectId})`,
      })),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}
