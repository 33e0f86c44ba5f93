import { sql } from 'kysely';
import { deviceVisible, type UserTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { strategyVisible } from '../strategies/strategy.store.ts';

export interface LikelyStrategy {
  id: number;
  project_id: number;
  class_id: number;
  type_id: number;
  template_id: number | null;
}

/** Enabled strategies that watch points of these types on devices of these classes; the ones that watch most of them first. */
export async function strategiesOfLike(
  tenant: UserTenant,
  db: DbOrTransaction,
  { classIds, typeIds }: { classIds: readonly number[]; typeIds: readonly number[] },
): Promise<LikelyStrategy[]> {
  // One that was made for a single device is named after it.
  const { rows } = await sql<LikelyStrategy>`
    SELECT s.id, s.project_id, s.template_id, d.device_class_id AS class_id, p.point_type_id AS type_id
    FROM alarm_strategy s JOIN alarm_rule r ON r.strategy_id = s.id
    JOIN alarm_rule_subject x ON x.rule_id = r.id AND x.subject_kind = 'point'
    JOIN point p ON p.id = x.subject_id JOIN device_point dp ON dp.point_id = p.id JOIN device d ON d.id = dp.device_id
    WHERE s.enabled AND NOT s.of_one_device AND ${strategyVisible(tenant)} AND ${deviceVisible(tenant, 'd.project_id', 'd.id')}
      AND d.device_class_id = ANY(${[...classIds]}::int[]) AND p.point_type_id = ANY(${[...typeIds]}::int[])
    GROUP BY s.id, d.device_class_id, p.point_type_id ORDER BY count(DISTINCT p.id) DESC, s.id`.execute(db);
  return rows;
}
