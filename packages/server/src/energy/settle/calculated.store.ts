import { sql } from 'kysely';
import type { SystemTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';

/** Meters of which a calculated one is made, each times a factor; empty: it has a register of its own. */
export async function termsOf(
  _system: SystemTenant,
  db: DbOrTransaction,
  meterId: number,
): Promise<{ of_meter_id: number; factor: number; settled_through: Date | null }[]> {
  const { rows } = await sql<{ of_meter_id: number; factor: number; settled_through: Date | null }>`
    SELECT t.of_meter_id, t.factor, m.settled_through FROM energy_term t JOIN energy_meter m ON m.id = t.of_meter_id
    WHERE t.meter_id = ${meterId} ORDER BY t.of_meter_id`.execute(db);
  return rows;
}

export interface TermDay {
  meter_id: number;
  day: string;
  wh: number[];
  flags: string;
  expected: number;
  suspect_wh: number;
}

/** Days of meters as they are settled, from a day on. */
export async function daysOfTerms(
  _system: SystemTenant,
  db: DbOrTransaction,
  meterIds: readonly number[],
  fromDay: string,
): Promise<TermDay[]> {
  const { rows } = await sql<TermDay>`
    SELECT q.meter_id, q.day::text AS day, q.wh, q.flags, d.expected, d.suspect_wh
    FROM energy_quarter q JOIN energy_day d USING (meter_id, day)
    WHERE q.meter_id = ANY(${[...meterIds]}::int[]) AND q.day >= ${fromDay}::date ORDER BY q.day`.execute(db);
  return rows;
}

/** Has the meters that are calculated from a meter settled once more, from a moment on. */
export async function markCalculated(
  _system: SystemTenant,
  transaction: DbOrTransaction,
  ofMeterIds: readonly number[],
  from: Date,
): Promise<void> {
  await sql`
    INSERT INTO energy_dirty (meter_id, from_at)
    SELECT DISTINCT meter_id, ${from}::timestamptz FROM energy_term WHERE of_meter_id = ANY(${[...ofMeterIds]}::int[])
    ON CONFLICT (meter_id) DO UPDATE SET from_at = least(energy_dirty.from_at, excluded.from_at), note_id = excluded.note_id`.execute(
    transaction,
  );
}
