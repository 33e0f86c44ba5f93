import { sql } from 'kysely';
import type { SystemTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';

/**
 * Table expression for queries about points: `point_id` and `silent_since`, since when the gateway or slave it hangs on does not
 * answer (the epoch: it never did; null: it answers). A gateway that is away counts before its slaves, of which nothing is
 * known then. A point without a gateway is always there.
 */
export const pointLine = sql`(
  SELECT p.id AS point_id, CASE WHEN NOT g.online THEN coalesce(g.offline_since, 'epoch') ELSE sl.silent_since END AS silent_since
  FROM point p LEFT JOIN gateway g ON g.id = p.gateway_id LEFT JOIN slave sl ON sl.id = p.slave_id)`;

export interface PointLineRow {
  point_id: number;
  project_id: number;
  device_ids: number[];
  silent_since: Date | null;
}

/** The points behind these gateways and slaves that serve a device, with how their line stands now. */
export async function pointsOfLines(
  _system: SystemTenant,
  db: DbOrTransaction,
  lines: { gatewayIds: readonly number[]; slaveIds: readonly number[] },
): Promise<PointLineRow[]> {
  const { rows } = await sql<PointLineRow>`
    SELECT p.id AS point_id, p.project_id, array_agg(dp.device_id ORDER BY dp.device_id) AS device_ids, line.silent_since
    FROM point p JOIN device_point dp ON dp.point_id = p.id JOIN ${pointLine} line ON line.point_id = p.id
    WHERE p.gateway_id = ANY(${[...lines.gatewayIds]}::int[]) OR p.slave_id = ANY(${[...lines.slaveIds]}::int[])
    GROUP BY p.id, line.silent_since ORDER BY p.id`.execute(db);
  return rows;
}
