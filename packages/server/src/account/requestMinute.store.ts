import { sql } from 'kysely';
import type { SystemTenant } from '../access/index.ts';
import type { Db } from '../platform/db/database.ts';

/**
 * Counts one request under every key, or, where one of them has had its share of this minute, under none.
 *
 * @param minute since 1970
 * @returns whether it was counted. Requests of the same moment may exceed a share; they are refused all the same.
 */
export async function takeOfMinute(
  _system: SystemTenant,
  db: Db,
  minute: number,
  limits: readonly { key: string; max: number }[],
): Promise<boolean> {
  const { rows } = await sql<{ count: number; max: number }>`
    WITH asked AS (
      SELECT * FROM unnest(${limits.map(({ key }) => key)}::text[], ${limits.map(({ max }) => max)}::int[]) AS asked (key, max)
    ), counted AS (
      INSERT INTO request_minute AS r (key, minute, count)
      SELECT key, ${minute}::int, 1 FROM asked
      WHERE NOT EXISTS (
        SELECT FROM request_minute had JOIN asked other ON other.key = had.key
        WHERE had.minute >= ${minute}::int AND had.count >= other.max
      )
      -- Always in the same order, or two statements could wait for each other (deadlock).
      ORDER BY key
      ON CONFLICT (key) DO UPDATE
        -- A server whose clock is behind counts in the minute of the others, and does not begin theirs anew.
        SET count = CASE WHEN r.minute >= excluded.minute THEN r.count + 1 ELSE 1 END, minute = greatest(r.minute, excluded.minute)
      RETURNING key, count
    )
    SELECT counted.count, asked.max FROM counted JOIN asked ON asked.key = counted.key
  `.execute(db);
  return rows.length === limits.length && rows.every(({ count, max }) => count <= max);
}

/** Rows of minutes that are over mean nothing. */
export async function deleteOldMinutes(_system: SystemTenant, db: Db, beforeMinute: number): Promise<void> {
  await db.deleteFrom('request_minute').where('minute', '<', beforeMinute).execute();
}
