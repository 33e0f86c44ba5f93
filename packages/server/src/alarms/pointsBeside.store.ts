import { sql } from 'kysely';
import type { UserTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { pointVisible } from '../points/index.ts';
import { referencesIn } from './ruleDefinition.ts';
import type { AlarmListRow } from './store.ts';

/** More would press the curve flat. */
const mostBeside = 3;

export interface PointBeside {
  id: number;
  name: string;
  name_en: string | null;
}

/**
 * What explains an alarm of a point, by the other points of its device: the main measurement, the states that its rule looks at, and
 * states that have rules themselves (the door, the defrost).
 *
 * @param definition the rule of the alarm, as stored
 */
export async function pointsBeside(
  tenant: UserTenant,
  db: DbOrTransaction,
  alarm: AlarmListRow,
  definition: unknown,
): Promise<PointBeside[]> {
  if (alarm.point_id === null || alarm.device_id === null) return [];
  const { pointIds, pointTypeIds } = referencesIn([definition]);
  const { rows } = await sql<PointBeside>`
    SELECT p.id, p.name, p.name_en
    FROM device_point dp JOIN point p ON p.id = dp.point_id JOIN point_type t ON t.id = p.point_type_id
    CROSS JOIN LATERAL (SELECT p.id = ANY(${pointIds}::int[]) OR p.point_type_id = ANY(${pointTypeIds}::int[]) AS by_rule) named
    WHERE dp.device_id = ${alarm.device_id} AND p.id <> ${alarm.point_id} AND ${pointVisible(tenant)}
      AND (dp.main OR named.by_rule OR t.value_type = 'status'
        AND EXISTS (SELECT FROM alarm_rule_subject s WHERE s.subject_kind = 'point' AND s.subject_id = p.id))
    ORDER BY dp.main DESC, named.by_rule DESC, dp.position LIMIT ${mostBeside}`.execute(db);
  return rows;
}
