import { sql } from 'kysely';
import type { SystemTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';

/**
 * What the quarters of days add up to, while one installation measured the whole of the day and no event of the register falls into it.
 *
 * @returns `pending`: the day waits to be settled, or stays as it was because its month is closed, so what it adds up to says nothing
 */
export async function plainDaysOf(
  _system: SystemTenant,
  db: DbOrTransaction,
  meterId: number,
  installationId: number,
  days: readonly { day: string; from: Date; to: Date }[],
): Promise<{ day: string; wh: number; pending: boolean }[]> {
  const { rows } = await sql<{ day: string; wh: number; pending: boolean }>`
    SELECT q.day::text AS day, (SELECT sum(w) FROM unnest(q.wh) w)::float8 AS wh,
      EXISTS (SELECT 1 FROM energy_dirty d WHERE d.meter_id = q.meter_id AND d.from_at < of.to_at)
        OR EXISTS (SELECT 1 FROM energy_day_later l WHERE l.meter_id = q.meter_id AND l.day = q.day) AS pending
    FROM unnest(${days.map(({ day }) => day)}::date[], ${days.map(({ from }) => from)}::timestamptz[],
      ${days.map(({ to }) => to)}::timestamptz[]) AS of(day, from_at, to_at)
    JOIN energy_quarter q ON q.meter_id = ${meterId} AND q.day = of.day
    WHERE NOT EXISTS (SELECT 1 FROM energy_event e WHERE e.meter_id = q.meter_id AND e.at > of.from_at AND e.from_at < of.to_at)
      AND EXISTS (SELECT 1 FROM energy_installation i WHERE i.id = ${installationId} AND i.installed_at <= of.from_at
        AND (i.removed_at IS NULL OR i.removed_at >= of.to_at))`.execute(db);
  return rows;
}

/** The days of a meter that are on record as differing, `YYYY-MM-DD`. */
export async function differingDaysOf(_system: SystemTenant, db: DbOrTransaction, meterId: number): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    SELECT day::text AS day FROM energy_proof_difference WHERE meter_id = ${meterId} ORDER BY day`.execute(db);
  return rows.map(({ day }) => day);
}

/** Records the difference of a day; null deletes the one on record. */
export async function keepProof(
  _system: SystemTenant,
  db: DbOrTransaction,
  meterId: number,
  day: string,
  difference: { countedWh: number; registerWh: number } | null,
  at: Date,
): Promise<void> {
  if (difference === null)
    await sql`DELETE FROM energy_proof_difference WHERE meter_id = ${meterId} AND day = ${day}::date`.execute(db);
  else
    await sql`
      INSERT INTO energy_proof_difference (meter_id, day, counted_wh, register_wh, found_at)
      VALUES (${meterId}, ${day}::date, ${difference.countedWh}, ${difference.registerWh}, ${at})
      ON CONFLICT (meter_id, day) DO UPDATE SET counted_wh = excluded.counted_wh, register_wh = excluded.register_wh`.execute(
      db,
    );
}
