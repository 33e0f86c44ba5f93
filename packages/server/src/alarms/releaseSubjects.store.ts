import { sql } from 'kysely';
import type { SystemTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { keepRuleVersions } from './ruleVersions/ruleVersions.store.ts';

/**
 * Rules of the old project no longer watch these gateways, their slaves and points, which leave it. The evaluator ends what was
 * open about them.
 *
 * @returns the strategies concerned
 */
export async function releaseSubjectsOfGateways(
  system: SystemTenant,
  transaction: DbOrTransaction,
  gatewayIds: readonly number[],
  at: Date,
): Promise<number[]> {
  const ids = sql`${[...gatewayIds]}::int[]`;
  const { rows } = await sql<{ strategy_id: number }>`
    WITH released AS (
      DELETE FROM alarm_rule_subject WHERE (subject_kind = 'gateway' AND subject_id = ANY(${ids}))
        OR (subject_kind = 'slave' AND subject_id IN (SELECT id FROM slave WHERE gateway_id = ANY(${ids})))
        OR (subject_kind = 'point' AND subject_id IN (SELECT id FROM point WHERE gateway_id = ANY(${ids})))
      RETURNING rule_id)
    SELECT DISTINCT r.strategy_id FROM alarm_rule r JOIN released ON released.rule_id = r.id`.execute(transaction);
  const strategyIds = rows.map(({ strategy_id }) => strategy_id);
  await keepRuleVersions(system, transaction, strategyIds, at);
  return strategyIds;
}
