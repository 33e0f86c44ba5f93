import { sql } from 'kysely';
import type { MoveToCompany, OpenWorkOf } from '../handOver.ts';
import { isOpenRepair } from '../work/index.ts';

/** Orders that were submitted and are not over. */
export const openWork: OpenWorkOf = async (_system, transaction, { projectIds }) => {
  const { rows } = await sql<{ number: string }>`SELECT r.number FROM repair_order r
    WHERE r.project_id = ANY(${[...projectIds]}::int[]) AND ${isOpenRepair('r')} ORDER BY r.id FOR UPDATE`.execute(
    transaction,
  );
  return rows.map(({ number }) => ({ zh: `维修工单 ${number}`, en: `repair order ${number}` }));
};

/** Orders go along with the names of their time; the old company's teams, contracts and the phones of its people do not. */
export const moveToCompany: MoveToCompany = async (_system, transaction, { projectIds }) => {
  await sql`UPDATE repair_order SET contact_phone = NULL, team_id = NULL, contract_id = NULL
    WHERE project_id = ANY(${[...projectIds]}::int[])
      AND (contact_phone IS NOT NULL OR team_id IS NOT NULL OR contract_id IS NOT NULL)`.execute(transaction);
  return [];
};
