import type { Pool, PoolClient } from 'pg';

/** Commits what `work` did, or nothing of it when it throws. A connection in doubt is closed, not reused. */
export async function inTransaction<T>(db: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client: PoolClient = await db.connect();
  let broken = true;
  try {
    await client.query('BEGIN');
    try {
      const result = await work(client);
      await client.query('COMMIT');
      broken = false;
      return result;
    } catch (error) {
      await client.query('ROLLBACK').then(
        () => {
          broken = false;
        },
        () => undefined,
      );
      throw error;
    }
  } finally {
    client.release(broken);
  }
}
