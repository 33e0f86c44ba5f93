import { sql } from 'kysely';
import { deviceVisible, inProjects, type UserTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { type PickedPointRow, pickedColumns } from '../points/index.ts';

export interface PickedRow extends PickedPointRow {
  subsystem_id: number;
  subsystem_zh: string;
  subsystem_en: string;
  device_id: number;
  device_name: string;
  device_name_en: string | null;
}

/** Every point of the project's devices that the tenant may see, in the order of subsystems, devices and their points. */
export async function pointsToPick(tenant: UserTenant, db: DbOrTransaction, projectId: number): Promise<PickedRow[]> {
  const { rows } = await sql<PickedRow>`
    SELECT s.id AS subsystem_id, s.name_zh AS subsystem_zh, s.name_en AS subsystem_en,
           d.id AS device_id, d.name AS device_name, d.name_en AS device_name_en,
           ${pickedColumns}
    FROM device d
    JOIN device_class c ON c.id = d.device_class_id
    JOIN subsystem s ON s.id = c.subsystem_id
    JOIN device_point dp ON dp.device_id = d.id
    JOIN point p ON p.id = dp.point_id
    JOIN point_type t ON t.id = p.point_type_id
    WHERE d.project_id = ${projectId} AND ${deviceVisible(tenant, 'd.project_id', 'd.id')}
    ORDER BY s.position, s.id, d.position, d.name, d.id, dp.position, p.name, p.id`.execute(db);
  return rows;
}

/** IANA zone of a project of the tenant's; null: it is none. */
export const projectZone = async (tenant: UserTenant, db: DbOrTransaction, projectId: number): Promise<string | null> =>
  (
    await sql<{ time_zone: string }>`
      SELECT time_zone FROM project_zone WHERE project_id = ${projectId} AND ${inProjects(tenant, 'project_id')}`.execute(
      db,
    )
  ).rows[0]?.time_zone ?? null;
