import { sql } from 'kysely';
import type { MoveToCompany, OpenWorkOf } from '../handOver.ts';

/** Contracts that both parties signed and that are not over, and visits that somebody has begun. */
export const openWork: OpenWorkOf = async (_system, transaction, { projectIds, fromCompanyId, at }) => {
  const ids = [...projectIds];
  const contracts = await sql<{ name: string; number: string }>`
    SELECT k.name, k.number FROM maintenance_contract k JOIN company c ON c.id = k.company_id
    WHERE k.company_id = ${fromCompanyId} AND k.terminated_at IS NULL AND (${at}::timestamptz AT TIME ZONE c.time_zone)::date <= k.valid_to
      AND (SELECT count(*) FROM maintenance_signature s WHERE s.contract_id = k.id) = 2
      AND EXISTS (SELECT 1 FROM maintenance_contract_project x WHERE x.contract_id = k.id AND x.project_id = ANY(${ids}::int[]))
    ORDER BY k.id FOR UPDATE OF k`.execute(transaction);
  // Planned ones are locked too, so that nobody begins one meanwhile.
  const visits = await sql<{ name: string; planned_on: string; state: string }>`
    SELECT k.name, o.planned_on::text AS planned_on, o.state
    FROM maintenance_order o JOIN maintenance_contract k ON k.id = o.contract_id
    WHERE o.project_id = ANY(${ids}::int[]) AND o.state IN ('planned', 'started') ORDER BY o.id FOR UPDATE OF o`.execute(
    transaction,
  );
  return [
    ...contracts.rows.map(({ name, number }) => ({
      zh: `维保合同 ${name}（${number}）`,
      en: `contract ${name} (${number})`,
    })),
    ...visits.rows
      .filter(({ state }) => state === 'started')
      .map(({ name, planned_on }) => ({ zh: `维保 ${name} ${planned_on}`, en: `visit ${name} ${planned_on}` })),
  ];
};

/**
 * Contracts are between the old company and its teams, and stay, with their plans and the visits that nobody began. Visits that are over
 * are the project's history: they go along, with the names of contract and team of that time.
 */
export const moveToCompany: MoveToCompany = async (_system, transaction, { projectIds, fromCompanyId }) => {
  const ids = [...projectIds];
  const ofOld = sql`contract_id IN (SELECT id FROM maintenance_contract WHERE company_id = ${fromCompanyId})`;
  await sql`DELETE FROM maintenance_order WHERE project_id = ANY(${ids}::int[]) AND state = 'planned' AND ${ofOld}`.execute(
    transaction,
  );
  await sql`UPDATE maintenance_order o SET contract_id = NULL, contract_name = k.name, plan_id = NULL, team_id = NULL, team_name = t.name
    FROM maintenance_contract k, maintenance_team t
    WHERE o.contract_id = k.id AND t.id = coalesce(o.team_id, k.team_id) AND k.company_id = ${fromCompanyId} AND o.project_id = ANY(${ids}::int[])`.execute(
    transaction,
  );
  await sql`DELETE FROM maintenance_plan WHERE project_id = ANY(${ids}::int[]) AND ${ofOld}`.execute(transaction);
  await sql`DELETE FROM maintenance_contract_project WHERE project_id = ANY(${ids}::int[]) AND ${ofOld}`.execute(
    transaction,
  );
  return [];
};
