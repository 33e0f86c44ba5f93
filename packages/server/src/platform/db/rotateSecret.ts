import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { createSecretBox } from '../secretBox.ts';

/** A column whose values are sealed with a secret. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
}

export interface RotatedSecret {
  /** So many values were sealed anew. */
  readonly resealed: number;
}

/**
 * Replaces a secret of the installation by a fresh one, and seals anew what was sealed with the old one: all of it, or nothing. Servers
 * hold secrets in memory, so none may work on the database meanwhile.
 *
 * @param sealed what was sealed with it; none for secrets that only sign
 * @returns null: the secret was never made
 */
export async function rotateSecret(
  pool: pg.Pool,
  name: string,
  sealed: readonly SealedColumn[],
  at: Date,
): Promise<RotatedSecret | null> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const key = `secret:${name}`;
    const { rows } = await client.query<{ value: string }>('SELECT value FROM setting WHERE name = $1 FOR UPDATE', [
      key,
    ]);
    if (rows[0] === undefined) {
      await client.query('ROLLBACK');
      return null;
    }
    const fresh = randomBytes(32).toString('base64url');
    const [before, after] = [createSecretBox(rows[0].value), createSecretBox(fresh)];
    let resealed = 0;
    for (const { table, column } of sealed) {
      const [from, value] = [client.escapeIdentifier(table), client.escapeIdentifier(column)];
      await client.query(`LOCK TABLE ${from} IN EXCLUSIVE MODE`);
      const found = await client.query<{ at: string; value: Buffer }>(
        `SELECT ctid::text AS at, ${value} AS value FROM ${from} WHERE ${value} IS NOT NULL`,
      );
      for (const row of found.rows) {
        const anew = after.seal(before.open(row.value));
        await client.query(`UPDATE ${from} SET ${value} = $1 WHERE ctid = $2::tid`, [anew, row.at]);
        resealed++;
      }
    }
    await client.query('UPDATE setting SET value = $2 WHERE name = $1', [key, fresh]);
    await client.query(
      'INSERT INTO setting (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
      [`rotated:${name}`, at.toISOString()],
    );
    await client.query('COMMIT');
    return { resealed };
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

/** Which secrets were made, and when each was rotated last; null: never. */
export async function madeSecrets(pool: pg.Pool): Promise<Map<string, Date | null>> {
  const { rows } = await pool.query<{ name: string; rotated: string | null }>(
    `SELECT substr(made.name, 8) AS name, rotated.value AS rotated FROM setting made
     LEFT JOIN setting rotated ON rotated.name = 'rotated:' || substr(made.name, 8)
     WHERE made.name LIKE 'secret:%'`,
  );
  return new Map(rows.map(({ name, rotated }) => [name, rotated === null ? null : new Date(rotated)]));
}
