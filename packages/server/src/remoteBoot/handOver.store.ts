import { sql } from 'kysely';
import type { MoveToCompany } from '../handOver.ts';

/** Units stay with the company whose secret is in their controllers, related to no project, device or lock point. */
export const moveToCompany: MoveToCompany = async (_system, transaction, { projectIds }) => {
  await sql`UPDATE boot_unit SET project_id = NULL, device_id = NULL, lock_point_id = NULL WHERE project_id = ANY(${[...projectIds]}::int[])`.execute(
    transaction,
  );
  await sql`UPDATE boot_password SET project_id = NULL WHERE project_id = ANY(${[...projectIds]}::int[])`.execute(
    transaction,
  );
  return [];
};
