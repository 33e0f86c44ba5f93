import { type RawBuilder, sql } from 'kysely';
import type { Tenant } from '../access/index.ts';

/**
 * The ids of alarm rules that stay and look at points that go: they wait for the state of one, or hold a value against one, named
 * itself or as the one of its type on their device.
 *
 * @param gone a query of the ids of points that the caller may see
 */
export const rulesLookingAt = (_tenant: Tenant, gone: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  SELECT DISTINCT x.rule_id
  FROM alarm_rule_subject x JOIN alarm_rule r ON r.id = x.rule_id JOIN alarm_strategy st ON st.id = r.strategy_id
  CROSS JOIN LATERAL (SELECT coalesce(x.definition, r.definition) AS definition) said
  WHERE x.subject_kind = 'point' AND x.subject_id NOT IN (${gone})
    AND st.company_id IN (SELECT company_id FROM point WHERE id IN (${gone}))
    AND (EXISTS (SELECT 1 FROM jsonb_path_query(said.definition, '$.**.pointId') named WHERE named::int IN (${gone}))
      OR EXISTS (
        SELECT 1 FROM jsonb_path_query(said.definition, '$.**.pointTypeId') named
        JOIN point p ON p.point_type_id = named::int AND p.id IN (${gone})
        JOIN device_point theirs ON theirs.point_id = p.id
        JOIN device_point own ON own.device_id = theirs.device_id AND own.point_id = x.subject_id))`;
