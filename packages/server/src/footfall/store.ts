import { sql } from 'kysely';
import { deviceVisible, type Tenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';

export interface CounterPointRow {
  device_id: number;
  name: string;
  name_en: string | null;
  area_id: number | null;
  area_name: string | null;
  area_name_en: string | null;
  point_id: number;
  sampling_interval_seconds: number;
}

/** The points of a project's people counters that count, in the order in which each device shows them. */
export async function counterPoints(
  tenant: Tenant,
  db: DbOrTransaction,
  projectId: number,
  unit: string,
): Promise<CounterPointRow[]> {
  const { rows } = await sql<CounterPointRow>`
    SELECT d.id AS device_id, d.name, d.name_en, d.area_id, area.name AS area_name, area.name_en AS area_name_en,
           p.id AS point_id, p.sampling_interval_seconds
    FROM device d JOIN device_class c ON c.id = d.device_class_id JOIN subsystem s ON s.id = c.subsystem_id
    JOIN device_point dp ON dp.device_id = d.id JOIN point p ON p.id = dp.point_id
    LEFT JOIN subarea area ON area.id = d.area_id
    WHERE d.project_id = ${projectId} AND s.code = 'footfall' AND p.unit = ${unit}
      AND ${deviceVisible(tenant, 'd.project_id', 'd.id')}
    ORDER BY d.position, d.id, dp.position, p.id`.execute(db);
  return rows;
}
