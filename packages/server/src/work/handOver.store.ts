import { sql } from 'kysely';
import type { MoveToCompany } from '../handOver.ts';

/** What the old company paid for its orders, and what its people were told of them, is nothing that the new one is told. */
export const moveToCompany: MoveToCompany = async (_system, transaction, { projectIds }) => {
  await sql`DELETE FROM work_message WHERE project_id = ANY(${[...projectIds]}::int[])`.execute(transaction);
  await sql`DELETE FROM cost_line WHERE project_id = ANY(${[...projectIds]}::int[])`.execute(transaction);
  return [];
};
