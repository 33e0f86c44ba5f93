import { type RawBuilder, sql } from 'kysely';
import type { UserTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { pointVisible } from './store.ts';

export interface PickedPointRow {
  point_id: number;
  point_name: string;
  point_name_en: string | null;
  point_type_id: number;
  type_zh: string;
  type_en: string;
  value_type: 'analog' | 'status';
  unit: string;
}

/** Columns of a point `p` of a type `t`, as pickers show it. */
export const pickedColumns: RawBuilder<unknown> = sql`
  p.id AS point_id, p.name AS point_name, p.name_en AS point_name_en, t.id AS point_type_id,
  t.name_zh AS type_zh, t.name_en AS type_en, t.value_type, p.unit`;

/** Points of a project that serve no device, such as the weather, by name. Users who see the whole project see them. */
export async function freePoints(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number,
): Promise<PickedPointRow[]> {
  const { rows } = await sql<PickedPointRow>`
    SELECT ${pickedColumns}
    FROM point p JOIN point_type t ON t.id = p.point_type_id
    WHERE p.project_id = ${projectId} AND ${pointVisible(tenant)} AND NOT EXISTS (
      SELECT 1 FROM device_point dp JOIN device d ON d.id = dp.device_id
      WHERE dp.point_id = p.id AND d.project_id = p.project_id)
    ORDER BY p.name, p.id`.execute(db);
  return rows;
}
