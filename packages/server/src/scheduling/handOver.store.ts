import { sql } from 'kysely';
import type { MoveToCompany } from '../handOver.ts';

/** Groups stay with the company that made them, without the project and its points; a task that still writes one is switched off when it is due. */
export const moveToCompany: MoveToCompany = async (_system, transaction, { projectIds }) => {
  const ids = sql`${[...projectIds]}::int[]`;
  await sql`DELETE FROM schedule_group_point gp USING point p WHERE p.id = gp.point_id AND p.project_id = ANY(${ids})`.execute(
    transaction,
  );
  await sql`DELETE FROM schedule_group_project WHERE project_id = ANY(${ids})`.execute(transaction);
  return [];
};
