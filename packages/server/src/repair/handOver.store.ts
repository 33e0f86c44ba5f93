import { sql } from 'kysely';
import type { MoveToCompany, OpenWorkOf } from '../handOver.ts';

/** Orders that were submitted and are not over. */
export const openWork: OpenWorkOf = async (_system, transaction, { projectIds }) => {
  const { rows } = await sql<{ number: string }>`SELECT number FROM repair_order
    WHERE project_id = ANY(${[...projectIds]}::int[]) AND status IN (1, 2, 3, 4, 6) ORDER BY id FOR UPDATE`.execute(
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
