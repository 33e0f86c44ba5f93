import type { Pool } from 'pg';

/** Workers of the job queue that hold jobs; at a start all of them are processes that ended without letting go. */
export async function abandonedWorkers(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ locked_by: string }>(
    'SELECT DISTINCT locked_by FROM graphile_worker._private_jobs WHERE locked_by IS NOT NULL',
  );
  return rows.map(({ locked_by }) => locked_by);
}
