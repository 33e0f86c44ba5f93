import type { ShelfKind } from '@watchpost/contract';
import { sql } from 'kysely';
import type { Tenant } from '../../access/index.ts';
import { alarmVisible } from '../../notifications/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';

/** An active alarm that is judged and not shown. */
export interface HiddenAlarm {
  device_id: number;
  /** Null: it is of a gateway or slave. */
  point_id: number | null;
  severity: number;
  kind: ShelfKind;
  /** Null: until somebody ends it. */
  until_at: Date | null;
}

/** The hidden alarms of devices that were found for the tenant, by device, the most severe first; only those that the tenant may see. */
export async function hiddenAlarmsOf(
  tenant: Tenant,
  db: DbOrTransaction,
  deviceIds: readonly number[],
): Promise<ReadonlyMap<number, HiddenAlarm[]>> {
  if (deviceIds.length === 0) return new Map();
  const ids = [...deviceIds];
  const { rows } = await sql<HiddenAlarm>`
    SELECT d.id AS device_id, a.point_id, a.severity, shelf.kind, shelf.until_at
    FROM alarm a JOIN alarm_shelf shelf ON shelf.id = a.hidden_by
    JOIN device d ON d.id = ANY(${ids}::int[]) AND (d.id = a.device_id
      OR EXISTS (SELECT 1 FROM device_point dp WHERE dp.point_id = a.point_id AND dp.device_id = d.id))
    WHERE a.returned_at IS NULL AND a.hidden_by IS NOT NULL
      AND a.project_id IN (SELECT project_id FROM device WHERE id = ANY(${ids}::int[])) AND ${alarmVisible(tenant)}
    ORDER BY a.severity, a.raised_at, a.id`.execute(db);
  return Map.groupBy(rows, ({ device_id }) => device_id);
}
