import { sql } from 'kysely';
import type { Tenant } from '../../access/index.ts';
import { anyLevelVisible } from '../../notifications/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';

export interface SilentLine {
  kind: 'gateway' | 'slave';
  id: number;
  /** The epoch: it never answered. */
  silent_since: Date;
}

/** Gateways and slaves of these projects that do not answer. The projects are the tenant's. */
export async function silentLines(
  _tenant: Tenant,
  db: DbOrTransaction,
  projectIds: readonly number[],
): Promise<SilentLine[]> {
  const { rows } = await sql<SilentLine>`
    SELECT 'gateway' AS kind, g.id, coalesce(g.offline_since, 'epoch') AS silent_since
    FROM gateway g WHERE g.project_id = ANY(${[...projectIds]}::int[]) AND NOT g.online
    UNION ALL
    SELECT 'slave', s.id, s.silent_since
    FROM slave s JOIN gateway g ON g.id = s.gateway_id AND g.project_id = ANY(${[...projectIds]}::int[])
    WHERE s.silent_since IS NOT NULL`.execute(db);
  return rows;
}

/** Those gateways and slaves of some points that do not answer. The points are in the tenant's projects. */
export async function silentAmong(
  _tenant: Tenant,
  db: DbOrTransaction,
  points: readonly { readonly gateway_id: number; readonly slave_id: number | null }[],
): Promise<SilentLine[]> {
  const gatewayIds = new Set(points.map(({ gateway_id }) => gateway_id));
  const slaveIds = new Set(points.flatMap(({ slave_id }) => slave_id ?? []));
  if (gatewayIds.size + slaveIds.size === 0) return [];
  const { rows } = await sql<SilentLine>`
    SELECT 'gateway' AS kind, g.id, coalesce(g.offline_since, 'epoch') AS silent_since
    FROM gateway g WHERE g.id = ANY(${[...gatewayIds]}::int[]) AND NOT g.online
    UNION ALL
    SELECT 'slave', s.id, s.silent_since FROM slave s WHERE s.id = ANY(${[...slaveIds]}::int[]) AND s.silent_since IS NOT NULL`.execute(
    db,
  );
  return rows;
}

export interface OpenAlarm {
  point_id: number | null;
  device_ids: number[];
  severity: number;
}

/** Open alarms of these projects that the tenant may see, each with the devices it is of. */
export async function openAlarms(
  tenant: Tenant,
  db: DbOrTransaction,
  projectIds: readonly number[],
): Promise<OpenAlarm[]> {
  const { rows } = await sql<OpenAlarm>`
    SELECT o.point_id, o.severity,
           coalesce((SELECT array_agg(dp.device_id) FROM device_point dp WHERE dp.point_id = o.point_id),
                    CASE WHEN o.device_id IS NOT NULL THEN ARRAY[o.device_id] END, '{}') AS device_ids
    FROM open_alarm o
    WHERE o.project_id = ANY(${[...projectIds]}::int[]) AND ${anyLevelVisible(tenant, 'o')}`.execute(db);
  return rows;
}
