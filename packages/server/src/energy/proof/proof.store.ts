import { sql } from 'kysely';
import type { SystemTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';

/** What the quarters of days add up to, without days that an exchange or an event of the register falls into. */
export async function plainDaysOf(
  _system: SystemTenant,
  db: DbOrTransaction,
  meterId: number,
  days: readonly { day: string; from: Date; to: Date }[],
): Promise<{ day: string; wh: number }[]> {
  const { rows } = await sql<{ day: string; wh: number }>`
    SELECT q.day::text AS day, (SELECT sum(w) FROM unnest(q.wh) w)::float8 AS wh
    FROM unnest(${days.map(({ day }) => day)}::date[], ${days.map(({ from }) => from)}::timestamptz[],
      ${days.map(({ to }) => to)}::timestamptz[]) AS of(day, from_at, to_at)
    JOIN energy_quarter q ON q.meter_id = ${meterId} AND q.day = of.day
    WHERE NOT EXISTS (SELECT 1 FROM energy_event e WHERE e.meter_id = q.meter_id AND e.at > of.from_at AND e.from_at < of.to_at)
      AND EXISTS (SELECT 1 FROM energy_installation i WHERE i.meter_id = q.meter_id AND i.installed_at <= of.from_at
        AND (i.removed_at IS NULL OR i.removed_at >= of.to_at))
      AND NOT EXISTS (SELECT 1 FROM energy_dirty d WHERE d.meter_id = q.meter_id AND d.from_at < of.to_at)`.execute(db);
  return rows;
}

/** Keeps a day that does not add up; `register` equal to `counted` within rounding: it does, and goes. */
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
