import { sql } from 'kysely';
import type { MoveToCompany } from '../handOver.ts';

/** Contracts are between the company that leaves and its teams: a project that goes leaves them, with its visits and plans. */
export const moveToCompany: MoveToCompany = async (_system, transaction, { projectIds, fromCompanyId }) => {
  const ids = [...projectIds];
  const ofOld = sql`contract_id IN (SELECT id FROM maintenance_contract WHERE company_id = ${fromCompanyId})`;
  await sql`DELETE FROM maintenance_order WHERE project_id = ANY(${ids}::int[]) AND ${ofOld}`.execute(transaction);
  await sql`DELETE FROM maintenance_plan WHERE project_id = ANY(${ids}::int[]) AND ${ofOld}`.execute(transaction);
  await sql`DELETE FROM maintenance_contract_project WHERE project_id = ANY(${ids}::int[]) AND ${ofOld}`.execute(
    transaction,
  );
  return [];
};
