import { sql } from 'kysely';
import { deviceVisible, inProjects, inWholeProjects, type UserTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';

/** A point with one of the devices that it serves. */
export interface SourcePoint {
  id: number;
  name: string;
  name_en: string | null;
  unit: string;
  decimals: number;
  sampling_interval_seconds: number;
  point_type_id: number;
  value_type: 'analog' | 'status';
  /** Null: it serves none. */
  device_id: number | null;
  device_name: string | null;
  device_name_en: string | null;
  /** The main point of the device. */
  main: boolean;
}

/** Points of a project by device: what a source of a template can mean there. */
export async function pointsOfProject(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number,
): Promise<SourcePoint[]> {
  const { rows } = await sql<SourcePoint>`
    SELECT p.id, p.name, p.name_en, p.unit, p.decimals, p.sampling_interval_seconds, p.point_type_id, t.value_type,
      d.id AS device_id, d.name AS device_name, d.name_en AS device_name_en, coalesce(dp.main, false) AS main
    FROM point p JOIN point_type t ON t.id = p.point_type_id
      LEFT JOIN device_point dp ON dp.point_id = p.id LEFT JOIN device d ON d.id = dp.device_id
    WHERE p.project_id = ${projectId} AND ${inProjects(tenant, 'p.project_id')}
      AND (d.id IS NULL OR ${deviceVisible(tenant, 'd.project_id', 'd.id')})
    ORDER BY d.name, d.id, p.name, p.id`.execute(db);
  return rows;
}

/** Of these ids those that are points, or types of points, of the company. */
export async function knownSources(
  tenant: UserTenant,
  db: DbOrTransaction,
  { pointIds, typeIds }: { pointIds: readonly number[]; typeIds: readonly number[] },
): Promise<{ points: Set<number>; types: Set<number> }> {
  const points = await sql<{ id: number }>`SELECT p.id FROM point p
    WHERE p.id = ANY(${[...pointIds]}::int[]) AND ${inWholeProjects(tenant, 'p.project_id')}`.execute(db);
  const types = await sql<{ id: number }>`SELECT t.id FROM point_type t
    WHERE t.id = ANY(${[...typeIds]}::int[]) AND t.company_id = ${tenant.companyId}`.execute(db);
  return { points: new Set(points.rows.map(({ id }) => id)), types: new Set(types.rows.map(({ id }) => id)) };
}

/** How points are called in projects that the tenant sees as a whole, the most frequent names first. */
export async function namesOfPoints(
  tenant: UserTenant,
  db: DbOrTransaction,
): Promise<{ name: string; name_en: string | null }[]> {
  const { rows } = await sql<{ name: string; name_en: string | null }>`
    SELECT p.name, max(p.name_en) AS name_en FROM point p
    WHERE ${inWholeProjects(tenant, 'p.project_id')}
    GROUP BY p.name ORDER BY count(*) DESC, p.name LIMIT 500`.execute(db);
  return rows;
}
