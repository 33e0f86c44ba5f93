import { alarmLevels } from '@watchpost/contract';
import { type RawBuilder, sql } from 'kysely';
import {
  deviceVisible,
  inProjects,
  levelVisible,
  seesEveryDevice,
  seesEveryLevel,
  type Tenant,
} from '../access/index.ts';
import { severityBit } from './severityRules.ts';

/**
 * Condition on an alarm `a`: of the tenant's projects, devices and levels. The alarm of a point that serves several devices is
 * visible to everybody who sees one of them. Which severity counts: `severityRules.ts`. Every read of alarms and of messages
 * about them uses this condition; `alarmVisibilityOf` decides the same in memory.
 */
export const alarmVisible = (tenant: Tenant): RawBuilder<boolean> =>
  sql<boolean>`(${inProjects(tenant, 'a.project_id')} AND ${anyLevelVisible(tenant, 'a')} AND ${anyDeviceVisible(tenant)})`;

/**
 * Any level that it had: its recipients keep seeing it, before and after it ends. A tenant that sees every level needs no row for it.
 *
 * @param alias of an alarm, or of a row of `open_alarm`
 */
export const anyLevelVisible = (tenant: Tenant, alias: 'a' | 'o'): RawBuilder<boolean> =>
  seesEveryLevel(tenant)
    ? sql<boolean>`true`
    : sql<boolean>`(${levelVisible(tenant, `${alias}.project_id`, `${alias}.severity`)}
      OR ${levelVisible(tenant, `${alias}.project_id`, `${alias}.effective_severity`)} OR ${sql.join(
        alarmLevels.map(
          (level) =>
            sql`((${sql.ref(`${alias}.had_severities`)} & ${severityBit(level)}::int) <> 0 AND ${levelVisible(tenant, `${alias}.project_id`, level)})`,
        ),
        sql` OR `,
      )})`;

const anyDeviceVisible = (tenant: Tenant): RawBuilder<boolean> =>
  seesEveryDevice(tenant)
    ? sql<boolean>`true`
    : sql<boolean>`(${deviceVisible(tenant, 'a.project_id', 'a.device_id')} OR EXISTS (
      SELECT 1 FROM device_point dp WHERE dp.point_id = a.point_id AND ${deviceVisible(tenant, 'a.project_id', 'dp.device_id')}))`;

/**
 * A join for alarms `a` that are visible: the device under which this tenant sees one, as `seen`. The alarm's own, with the
 * name it had then; where the tenant may not see that, the first visible device of its point, so that no name gets out.
 */
export const seenDevice = (tenant: Tenant): RawBuilder<unknown> =>
  seesEveryDevice(tenant)
    ? sql`CROSS JOIN LATERAL (SELECT a.device_id AS id, a.device_name AS name, a.device_name_en AS name_en) seen`
    : sql`
  LEFT JOIN LATERAL (
    SELECT d.id, d.name, d.name_en FROM device_point dp JOIN device d ON d.id = dp.device_id
    WHERE dp.point_id = a.point_id AND (${deviceVisible(tenant, 'a.project_id', 'a.device_id')}) IS NOT TRUE
      AND ${deviceVisible(tenant, 'a.project_id', 'd.id')}
    ORDER BY d.id LIMIT 1
  ) other ON true
  CROSS JOIN LATERAL (
    SELECT coalesce(other.id, a.device_id) AS id, coalesce(other.name, a.device_name) AS name,
           CASE WHEN other.id IS NULL THEN a.device_name_en ELSE other.name_en END AS name_en
  ) seen`;
