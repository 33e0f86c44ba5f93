import type { ClientBase, Pool } from 'pg';

/** How many statements of this database wait for what another transaction holds; those of other test files are not counted. */
export async function lockWaits(pool: Pool | ClientBase): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  );
  return rows[0]!.n;
}
