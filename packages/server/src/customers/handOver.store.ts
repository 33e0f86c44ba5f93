import { sql } from 'kysely';
import type { MoveToCompany } from '../handOver.ts';

/** A customer belongs to the company that serves it: a project that goes to another one leaves it. */
export const moveToCompany: MoveToCompany = async (_system, transaction, { projectIds, fromCompanyId }) => {
  await sql`DELETE FROM customer_project x USING customer c WHERE c.id = x.customer_id AND c.company_id = ${fromCompanyId}
    AND x.project_id = ANY(${[...projectIds]}::int[])`.execute(transaction);
  return [];
};
