import type { EnergyEventState, TariffSeason } from '@watchpost/contract';
import { sql } from 'kysely';
import type { SystemTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import type { EnergyDay } from './priceDay.ts';
import type { ReadRegister } from './readRegisters.ts';
import type { RegisterEvent } from './registerEnergy.ts';

export interface SettledMeter {
  id: number;
  project_id: number;
  time_zone: string;
  max_watts: number;
  /** From other meters: it has no register. */
  is_calculated: boolean;
  settled_through: Date | null;
  dirty_from: Date | null;
  /** Of a calculated one: days before it were added up by other terms and stay. Null: there are none. */
  terms_from: string | null;
  /** How often its days were written. */
  revision: number;
  /** Of the note; null: there is none. */
  note_id: string | null;
}

/** Meters of projects that exist; `ids`: those of them. */
export async function metersToSettle(
  _system: SystemTenant,
  db: DbOrTransaction,
  ids: readonly number[] | null = null,
): Promise<SettledMeter[]> {
  const { rows } = await sql<SettledMeter>`
    SELECT m.id, m.project_id, p.time_zone, m.max_watts, m.settled_through, m.revision, m.terms_from::text AS terms_from,
      EXISTS (SELECT 1 FROM energy_term t WHERE t.meter_id = m.id) AS is_calculated, d.from_at AS dirty_from, d.note_id
    FROM energy_meter m JOIN project p ON p.id = m.project_id AND p.deleted_at IS NULL LEFT JOIN energy_dirty d ON d.meter_id = m.id
    WHERE ${ids === null ? sql`true` : sql`m.id = ANY(${[...ids]}::int[])`} ORDER BY m.id`.execute(db);
  return rows;
}

export interface InstallationRow {
  id: number;
  point_id: number | null;
  /** People read it: its readings are entered. */
  is_manual: boolean;
  multiplier: number;
  unit_wh: number;
  register_count: number;
  capacity: number | null;
  start_reading: number | null;
  end_reading: number | null;
  installed_at: Date;
  removed_at: Date | null;
  interval_seconds: number;
  /** Until when settling has read it; the last good reading until then, null: none was. */
  read_through: Date | null;
  last_at: Date | null;
  last_reading: number | null;
}

export async function installationsOf(
  _system: SystemTenant,
  db: DbOrTransaction,
  meterId: number,
): Promise<InstallationRow[]> {
  const { rows } = await sql<InstallationRow>`
    SELECT i.id, i.point_id, i.is_manual, i.multiplier::float8 AS multiplier, i.unit_wh, i.register_count, i.capacity, i.start_reading, i.end_reading,
      i.installed_at, i.removed_at, i.read_through, i.last_at, i.last_reading, coalesce(p.sampling_interval_seconds, 60) AS interval_seconds
    FROM energy_installation i LEFT JOIN point p ON p.id = i.point_id WHERE i.meter_id = ${meterId} ORDER BY i.installed_at`.execute(
    db,
  );
  return rows;
}

/** What people decided about events of a meter. */
export async function decisionsOf(
  _system: SystemTenant,
  db: DbOrTransaction,
  meterId: number,
): Promise<Map<number, EnergyEventState>> {
  const { rows } = await sql<{ at: Date; state: EnergyEventState }>`
    SELECT at, state FROM energy_event WHERE meter_id = ${meterId} AND decided_at IS NOT NULL`.execute(db);
  return new Map(rows.map(({ at, state }) => [at.getTime(), state]));
}

/** Whole measured days of a meter before a day, newest first: their quarters, null what was not measured. */
export async function measuredDaysBefore(
  _system: SystemTenant,
  db: DbOrTransaction,
  meterId: number,
  day: string,
): Promise<{ day: string; wh: (number | null)[] }[]> {
  const { rows } = await sql<{ day: string; wh: number[]; flags: string }>`
    SELECT day::text AS day, wh, flags FROM energy_quarter
    WHERE meter_id = ${meterId} AND day < ${day}::date AND day >= ${day}::date - 28 AND cardinality(wh) = 96 ORDER BY day`.execute(
    db,
  );
  return rows
    .filter(({ flags }) => flags.includes('m'))
    .map((row) => ({ day: row.day, wh: row.wh.map((wh, i) => (row.flags[i] === 'm' ? wh : null)) }));
}

export interface TariffVersion {
  id: number;
  meter_id: number | null;
  /** From when on the tariff counts here, and from when on the version does. */
  from_day: string;
  until_day: string | null;
  valid_from: string;
  status: 'provisional' | 'final';
  prices_e8: (number | null)[];
  seasons: TariffSeason[];
}

/** Versions that price energy of a project, each as long as its tariff is assigned. */
export async function tariffsOfProject(
  _system: SystemTenant,
  db: DbOrTransaction,
  projectId: number,
): Promise<TariffVersion[]> {
  const { rows } = await sql<TariffVersion>`
    SELECT v.id, a.meter_id, a.from_day::text AS from_day, a.next_day::text AS until_day,
      v.valid_from::text AS valid_from, v.status, to_jsonb(v.prices_e8) AS prices_e8, v.seasons
    FROM (SELECT a.*, lead(a.from_day) OVER (PARTITION BY a.meter_id ORDER BY a.from_day) AS next_day
          FROM tariff_assignment a JOIN project p ON p.id = a.project_id JOIN tariff t ON t.id = a.tariff_id AND t.company_id = p.company_id
          WHERE a.project_id = ${projectId}) a
    JOIN tariff_version v ON v.tariff_id = a.tariff_id AND v.status <> 'draft'`.execute(db);
  return rows;
}

/** Versions by their ids, assigned or not. */
export async function versionsById(
  _system: SystemTenant,
  db: DbOrTransaction,
  ids: readonly number[],
): Promise<Map<number, TariffVersion>> {
  const { rows } = await sql<TariffVersion>`
    SELECT id, NULL::int AS meter_id, valid_from::text AS from_day, NULL::text AS until_day, valid_from::text AS valid_from, status,
      to_jsonb(prices_e8) AS prices_e8, seasons
    FROM tariff_version WHERE id = ANY(${[...new Set(ids)]}::int[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Days of a meter in [from, before) as they were priced; a version that is no more counts as today's. */
export async function daysAsPriced(
  _system: SystemTenant,
  db: DbOrTransaction,
  meterId: number,
  from: string,
  before: string,
): Promise<
  {
    day: string;
    quarters: number[];
    flags: string;
    wh: number[];
    cost_micro: string[];
    is_provisional: boolean;
    version_id: number | null;
  }[]
> {
  const { rows } = await sql<Awaited<ReturnType<typeof daysAsPriced>>[number]>`
    SELECT d.day::text AS day, q.wh AS quarters, q.flags, to_jsonb(d.wh) AS wh, d.cost_micro::text[] AS cost_micro, d.is_provisional,
      d.tariff_version_id AS version_id
    FROM energy_day d JOIN energy_quarter q USING (meter_id, day)
    WHERE d.meter_id = ${meterId} AND d.day >= ${from}::date AND d.day < ${before}::date
      AND (d.tariff_version_id IS NULL OR EXISTS (SELECT 1 FROM tariff_version v WHERE v.id = d.tariff_version_id))`.execute(
    db,
  );
  return rows;
}

/** What days count as in a project where its calendar differs from the week. */
export async function calendarOf(
  _system: SystemTenant,
  db: DbOrTransaction,
  projectId: number,
  from: string,
  to: string,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ day: string; counts_as: number }>`
    SELECT day::text AS day, counts_as FROM day_of_project
    WHERE project_id = ${projectId} AND day BETWEEN ${from}::date AND ${to}::date`.execute(db);
  return new Map(rows.map(({ day, counts_as }) => [day, counts_as]));
}

/** Months of the meter's project that are closed, `YYYY-MM`. */
async function closedMonthsOfMeter(transaction: DbOrTransaction, meterId: number): Promise<Set<string>> {
  const { rows } = await sql<{ month: string }>`
    SELECT to_char(c.month, 'YYYY-MM') AS month FROM energy_closed_month c JOIN energy_meter m ON m.project_id = c.project_id
    WHERE m.id = ${meterId}`.execute(transaction);
  return new Set(rows.map(({ month }) => month));
}

/**
 * Days of a meter as they were computed; those of closed months are kept beside what was told of them. Events that are no longer
 * found go, those that somebody decided stay.
 */
export async function keepDays(
  _system: SystemTenant,
  transaction: DbOrTransaction,
  meterId: number,
  days: readonly EnergyDay[],
  events: readonly RegisterEvent[],
): Promise<void> {
  const closed = await closedMonthsOfMeter(transaction, meterId);
  for (const day of days) {
    if (closed.has(day.day.slice(0, 7))) {
      await keepLater(transaction, meterId, day);
      continue;
    }
    await sql`
      INSERT INTO energy_quarter (meter_id, day, wh, flags) VALUES (${meterId}, ${day.day}::date, ${day.quarters}::int[], ${day.flags})
      ON CONFLICT (meter_id, day) DO UPDATE SET wh = excluded.wh, flags = excluded.flags`.execute(transaction);
    await keepPrice(transaction, meterId, day);
  }
  if (days.length === 0) return;
  const from = new Date(days[0]!.from);
  const last = days.at(-1)!;
  const to = new Date(last.from + last.quarters.length * 900_000);
  await sql`DELETE FROM energy_event WHERE meter_id = ${meterId} AND at > ${from} AND at <= ${to} AND decided_at IS NULL
    AND NOT at = ANY(${events.map(({ at }) => new Date(at))}::timestamptz[])`.execute(transaction);
  for (const event of events.filter(({ at }) => at <= to.getTime()))
    await sql`
      INSERT INTO energy_event (meter_id, kind, from_at, at, from_reading, to_reading, suspect_wh, state)
      VALUES (${meterId}, ${event.kind}, ${new Date(event.from)}, ${new Date(event.at)}, ${event.fromReading}, ${event.toReading},
        ${Math.round(event.suspectWh)}, ${event.state})
      ON CONFLICT (meter_id, at) DO UPDATE SET kind = excluded.kind, from_at = excluded.from_at, from_reading = excluded.from_reading,
        to_reading = excluded.to_reading, suspect_wh = excluded.suspect_wh, state = excluded.state`.execute(
      transaction,
    );
}

/** What a day of a closed month would be now; nothing is kept when it would be as it is. */
async function keepLater(transaction: DbOrTransaction, meterId: number, day: EnergyDay): Promise<void> {
  const wh = sql`${[...day.wh]}::bigint[]`;
  const costMicro = sql`${day.costMicro.map(String)}::bigint[]`;
  await sql`DELETE FROM energy_day_later WHERE meter_id = ${meterId} AND day = ${day.day}::date`.execute(transaction);
  await sql`
    INSERT INTO energy_day_later (meter_id, day, wh, cost_micro) SELECT ${meterId}, ${day.day}::date, ${wh}, ${costMicro}
    WHERE NOT EXISTS (SELECT 1 FROM energy_day WHERE meter_id = ${meterId} AND day = ${day.day}::date AND wh = ${wh}
      AND cost_micro = ${costMicro})`.execute(transaction);
}

/** Days of a meter with other prices; those of closed months stay. */
export async function keepPrices(
  _system: SystemTenant,
  transaction: DbOrTransaction,
  meterId: number,
  days: readonly EnergyDay[],
): Promise<void> {
  const closed = await closedMonthsOfMeter(transaction, meterId);
  for (const day of days) if (!closed.has(day.day.slice(0, 7))) await keepPrice(transaction, meterId, day);
}

/** Takes away days of a meter from one on that are not among these, unless their month is closed. */
export async function dropOtherDays(
  _system: SystemTenant,
  transaction: DbOrTransaction,
  meterId: number,
  from: string,
  days: readonly EnergyDay[],
): Promise<void> {
  const kept = days.map(({ day }) => day);
  for (const table of ['energy_quarter', 'energy_day'])
    await sql`DELETE FROM ${sql.table(table)} WHERE meter_id = ${meterId} AND day >= ${from}::date
      AND NOT day = ANY(${kept}::date[]) AND NOT EXISTS (SELECT 1 FROM energy_closed_month c JOIN energy_meter m USING (project_id)
        WHERE m.id = ${meterId} AND c.month = date_trunc('month', day))`.execute(transaction);
}

/** A day's sums with their prices. */
async function keepPrice(transaction: DbOrTransaction, meterId: number, day: EnergyDay): Promise<void> {
  await sql`
    INSERT INTO energy_day (meter_id, day, wh, cost_micro, expected, measured, estimated, suspect_wh, peak_w, peak_at, tariff_version_id,
      is_provisional)
    VALUES (${meterId}, ${day.day}::date, ${day.wh}::bigint[], ${day.costMicro.map(String)}::bigint[], ${day.expected}, ${day.measured},
      ${day.estimated}, ${day.suspectWh}, ${day.peakW}, ${day.peakAt === null ? null : new Date(day.peakAt)}, ${day.tariffVersionId},
      ${day.isProvisional})
    ON CONFLICT (meter_id, day) DO UPDATE SET wh = excluded.wh, cost_micro = excluded.cost_micro, expected = excluded.expected,
      measured = excluded.measured, estimated = excluded.estimated, suspect_wh = excluded.suspect_wh, peak_w = excluded.peak_w,
      peak_at = excluded.peak_at, tariff_version_id = excluded.tariff_version_id, is_provisional = excluded.is_provisional`.execute(
    transaction,
  );
}

/**
 * Locks meters, in the order of their ids, to write days that were computed from them, and counts the writing.
 *
 * @returns whether nobody has written days of them since they were read; else nothing may be written
 */
export async function beginWriting(
  _system: SystemTenant,
  transaction: DbOrTransaction,
  meters: readonly Pick<SettledMeter, 'id' | 'revision'>[],
): Promise<boolean> {
  const ids = meters.map(({ id }) => id);
  const { rows } = await sql<{ id: number; revision: number }>`
    SELECT id, revision FROM energy_meter WHERE id = ANY(${ids}::int[]) ORDER BY id FOR NO KEY UPDATE`.execute(
    transaction,
  );
  const now = new Map(rows.map(({ id, revision }) => [id, revision]));
  if (!meters.every(({ id, revision }) => now.get(id) === revision)) return false;
  await sql`UPDATE energy_meter SET revision = revision + 1 WHERE id = ANY(${ids}::int[])`.execute(transaction);
  return true;
}

/** Keeps the last good reading of each register, for calculations that begin while it is silent. */
export async function keepLastReadings(
  _system: SystemTenant,
  transaction: DbOrTransaction,
  registers: readonly ReadRegister[],
  through: number,
): Promise<void> {
  for (const { installationId, samples } of registers) {
    const last = samples.at(-1);
    await sql`
      UPDATE energy_installation SET read_through = ${new Date(through)}
        ${last ? sql`, last_at = ${new Date(last.at)}, last_reading = ${last.value}` : sql``}
      WHERE id = ${installationId}`.execute(transaction);
  }
}

/** Says how far a meter is settled. The note that was read before goes; one that was taken meanwhile stays. */
export async function keepSettled(
  _system: SystemTenant,
  transaction: DbOrTransaction,
  { id, note_id }: SettledMeter,
  through: number | null,
): Promise<void> {
  await sql`UPDATE energy_meter SET settled_through = ${through === null ? null : new Date(through)} WHERE id = ${id}`.execute(
    transaction,
  );
  if (note_id !== null)
    await sql`DELETE FROM energy_dirty WHERE meter_id = ${id} AND note_id = ${note_id}`.execute(transaction);
}

/** Meters whose register was measured late: before what is settled already. */
export async function noteLate(
  _system: SystemTenant,
  db: DbOrTransaction,
  pointIds: readonly number[],
  at: readonly Date[],
): Promise<void> {
  await sql`
    INSERT INTO energy_dirty (meter_id, from_at)
    SELECT i.meter_id, min(late.at) FROM unnest(${[...pointIds]}::int[], ${[...at]}::timestamptz[]) AS late(point_id, at)
      JOIN energy_installation i ON i.point_id = late.point_id AND late.at >= i.installed_at AND (i.removed_at IS NULL OR late.at <= i.removed_at)
      JOIN energy_meter m ON m.id = i.meter_id AND late.at < m.settled_through
    GROUP BY i.meter_id
    ON CONFLICT (meter_id) DO UPDATE SET from_at = least(energy_dirty.from_at, excluded.from_at), note_id = excluded.note_id`.execute(
    db,
  );
}

/** Has meters settled once more from a moment on. */
export async function markDirty(
  _tenant: unknown,
  db: DbOrTransaction,
  meterIds: readonly number[],
  from: Date,
): Promise<void> {
  await sql`
    INSERT INTO energy_dirty (meter_id, from_at) SELECT id, ${from} FROM unnest(${[...meterIds]}::int[]) AS id
    ON CONFLICT (meter_id) DO UPDATE SET from_at = least(energy_dirty.from_at, excluded.from_at), note_id = excluded.note_id`.execute(
    db,
  );
}

/** Quarters as they are settled, for prices alone. */
export async function settledQuarters(
  _system: SystemTenant,
  db: DbOrTransaction,
  meterId: number,
  from: string,
  to: string,
): Promise<{ day: string; wh: number[]; flags: string; expected: number; suspect_wh: number }[]> {
  const { rows } = await sql<{ day: string; wh: number[]; flags: string; expected: number; suspect_wh: number }>`
    SELECT q.day::text AS day, q.wh, q.flags, d.expected, d.suspect_wh
    FROM energy_quarter q JOIN energy_day d USING (meter_id, day)
    WHERE q.meter_id = ${meterId} AND q.day BETWEEN ${from}::date AND ${to}::date ORDER BY q.day`.execute(db);
  return rows;
}
