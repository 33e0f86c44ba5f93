import { sql } from 'kysely';
import type { UserTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';

/** The floor area of projects, in square metres, where it was entered. */
export async function areasOf(
  _tenant: UserTenant,
  db: DbOrTransaction,
  projectIds: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ project_id: number; square_metres: number }>`
    SELECT s.project_id, s.square_metres FROM energy_site s WHERE s.project_id = ANY(${[...projectIds]}::int[])
      AND EXISTS (SELECT 1 FROM energy_meter m WHERE m.project_id = s.project_id)`.execute(db);
  return new Map(rows.map(({ project_id, square_metres }) => [project_id, square_metres]));
}
