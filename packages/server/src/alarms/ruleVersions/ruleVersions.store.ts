import type { RuleDefinition } from '@watchpost/contract';
import { sql } from 'kysely';
import type { Tenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { pointVisible } from '../../points/index.ts';

/**
 * Keeps what the rules of these strategies say now as what they say from `at` on. Call it in the transaction of each edit, after
 * the edit, also of strategies that were deleted.
 */
export async function keepRuleVersions(
  _tenant: Tenant,
  transaction: DbOrTransaction,
  strategyIds: readonly number[],
  at: Date,
): Promise<void> {
  if (strategyIds.length === 0) return;
  await sql`
    WITH latest AS (
      SELECT DISTINCT ON (rule_id) * FROM alarm_rule_version
      WHERE strategy_id = ANY(${[...strategyIds]}::int[]) ORDER BY rule_id, valid_from DESC),
    present AS (
      SELECT r.id AS rule_id, st.project_id, st.id AS strategy_id, st.name AS strategy_name, st.name_en AS strategy_name_en,
        r.definition, coalesce(s.subjects, '[]') AS subjects, st.enabled
      FROM alarm_rule r JOIN alarm_strategy st ON st.id = r.strategy_id LEFT JOIN LATERAL (
        SELECT jsonb_agg(jsonb_build_object('kind', subject_kind, 'id', subject_id)
          || CASE WHEN definition IS NULL THEN '{}' ELSE jsonb_build_object('definition', definition) END
          ORDER BY subject_kind, subject_id) AS subjects
        FROM alarm_rule_subject WHERE rule_id = r.id) s ON true
      WHERE st.id = ANY(${[...strategyIds]}::int[])
      UNION ALL
      SELECT rule_id, project_id, strategy_id, strategy_name, strategy_name_en, NULL, '[]', false FROM latest
      WHERE NOT EXISTS (SELECT FROM alarm_rule r WHERE r.id = latest.rule_id))
    INSERT INTO alarm_rule_version (rule_id, valid_from, project_id, strategy_id, strategy_name, strategy_name_en, definition, subjects, enabled)
    SELECT p.rule_id, greatest(${at}::timestamptz, latest.valid_from), p.project_id, p.strategy_id, p.strategy_name, p.strategy_name_en,
      p.definition, p.subjects, p.enabled
    FROM present p LEFT JOIN latest USING (rule_id)
    WHERE latest.rule_id IS NULL OR (latest.definition, latest.subjects, latest.enabled) IS DISTINCT FROM (p.definition, p.subjects, p.enabled)
    ON CONFLICT (rule_id, valid_from) DO UPDATE
    SET definition = EXCLUDED.definition, subjects = EXCLUDED.subjects, enabled = EXCLUDED.enabled`.execute(
    transaction,
  );
}

/** How one rule stood on one point from a moment on. */
export interface RuleVersionRow {
  rule_id: number;
  strategy_id: number;
  strategy_name: string;
  strategy_name_en: string | null;
  strategy_deleted: boolean;
  point_id: number;
  valid_from: Date;
  /** When the next version begins; null: this one still stands. */
  valid_until: Date | null;
  /** With the point's own limits where it has them; null: the rule was deleted. */
  definition: RuleDefinition | null;
  enabled: boolean;
  /** The point was among those that it judges. */
  is_judged: boolean;
}

/**
 * The versions of every rule that ever judged one of these points, those that the tenant sees, as far as they overlap a stretch of
 * time; by rule, point and time. Before a rule's first row nobody knows what it said.
 */
export async function ruleVersionsOf(
  tenant: Tenant,
  db: DbOrTransaction,
  pointIds: readonly number[],
  { from, until }: { from: Date; until: Date },
): Promise<RuleVersionRow[]> {
  const { rows } = await sql<RuleVersionRow>`
    WITH judged AS (
      SELECT DISTINCT v.rule_id, p.id AS point_id FROM point p JOIN alarm_rule_version v
        ON v.subjects @> jsonb_build_array(jsonb_build_object('kind', 'point', 'id', p.id))
      WHERE p.id = ANY(${[...pointIds]}::int[]) AND ${pointVisible(tenant)}),
    version AS (
      SELECT v.*, lead(valid_from) OVER (PARTITION BY v.rule_id ORDER BY valid_from) AS valid_until
      FROM alarm_rule_version v WHERE v.rule_id IN (SELECT rule_id FROM judged))
    SELECT j.rule_id, v.strategy_id, coalesce(st.name, v.strategy_name) AS strategy_name,
      CASE WHEN st.id IS NULL THEN v.strategy_name_en ELSE st.name_en END AS strategy_name_en, st.id IS NULL AS strategy_deleted, j.point_id, v.valid_from, v.valid_until, v.enabled, s.subject IS NOT NULL AS is_judged,
      coalesce(s.subject->'definition', v.definition) AS definition
    FROM judged j JOIN version v USING (rule_id) LEFT JOIN alarm_strategy st ON st.id = v.strategy_id LEFT JOIN LATERAL (
      SELECT subject FROM jsonb_array_elements(v.subjects) subject
      WHERE subject->>'kind' = 'point' AND (subject->>'id')::int = j.point_id LIMIT 1) s ON true
    WHERE v.valid_from < ${until} AND (v.valid_until IS NULL OR v.valid_until > ${from})
    ORDER BY j.rule_id, j.point_id, v.valid_from`.execute(db);
  return rows;
}
