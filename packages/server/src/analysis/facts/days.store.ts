import { sql } from 'kysely';
import { type SystemTenant, system } from '../../access/index.ts';
import { announced } from '../../alarms/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { addable, countedNow } from './counted.store.ts';
import type { Piece } from './parts.ts';

export interface ProjectToCount {
  id: number;
  time_zone: string;
  /** Null: nothing is counted, or by another clock. */
  through: string | null;
  /** The day of its first alarm or comparison with history; null: there is neither. */
  first_day: string | null;
}

/**
 * Projects with days that are to be counted: those that ended, those that a note or a new comparison with history names.
 *
 * @param only this project alone
 */
export async function projectsToCount(
  _system: SystemTenant,
  db: DbOrTransaction,
  endedBefore: Date,
  only?: number,
): Promise<ProjectToCount[]> {
  const { rows } = await sql<ProjectToCount>`
    SELECT p.id, p.time_zone, to_char(t.through, 'YYYY-MM-DD') AS through, CASE WHEN t.through IS NULL THEN to_char(least(
        (SELECT (min(a.raised_at) AT TIME ZONE p.time_zone)::date FROM alarm a WHERE a.project_id = p.id),
        (SELECT min(f.day) FROM alarm_proof f WHERE f.project_id = p.id)), 'YYYY-MM-DD') END AS first_day
    FROM project p LEFT JOIN analysis_through t ON t.project_id = p.id AND t.time_zone = p.time_zone
    WHERE p.deleted_at IS NULL AND ${only === undefined ? sql`true` : sql`p.id = ${only}`} AND (t.through IS NULL OR t.through < (${endedBefore}::timestamptz AT TIME ZONE p.time_zone)::date - 1
      OR EXISTS (SELECT 1 FROM analysis_note n WHERE n.project_id = p.id)
      OR EXISTS (SELECT 1 FROM alarm_proof f WHERE f.project_id = p.id AND f.proved_at > t.proofs_at AND f.day <= t.through))
    ORDER BY p.id`.execute(db);
  return rows;
}

/** Any number that no other advisory lock of ours uses as its first key. */
const countingLock = 4_870_990;

/** Keeps other runs from counting a project, until it is unlocked on the same connection. @returns false: another run is counting it */
export async function lockCounting(_system: SystemTenant, connection: DbOrTransaction, id: number): Promise<boolean> {
  const { rows } = await sql<{
    free: boolean;
  }>`SELECT pg_try_advisory_lock(${countingLock}::int, ${id}::int) AS free`.execute(connection);
  return rows[0]!.free;
}

export async function unlockCounting(_system: SystemTenant, connection: DbOrTransaction, id: number): Promise<void> {
  await sql`SELECT pg_advisory_unlock(${countingLock}::int, ${id}::int)`.execute(connection);
}

export interface Notes {
  ids: number[];
  /** Counted days that are to be counted once more, ascending. */
  days: string[];
  /** Up to when comparisons with history are looked at. */
  proofs_at: Date;
}

/** What was noted of a project: its alarms, and comparisons with history that were made since. */
export async function notesOf(
  _system: SystemTenant,
  db: DbOrTransaction,
  { id, time_zone, through }: ProjectToCount,
): Promise<Notes> {
  // A project that is not counted yet has no days to count once more.
  const { rows } = await sql<Notes>`
    WITH note AS MATERIALIZED (SELECT * FROM analysis_note WHERE project_id = ${id}),
      proof AS MATERIALIZED (SELECT f.day, f.proved_at FROM alarm_proof f LEFT JOIN analysis_through t ON t.project_id = f.project_id
        WHERE f.project_id = ${id} AND f.proved_at > coalesce(t.proofs_at, to_timestamp(0)))
    SELECT coalesce((SELECT array_agg(id::float8) FROM note), '{}') AS ids,
      coalesce((SELECT max(proved_at) FROM proof), (SELECT proofs_at FROM analysis_through WHERE project_id = ${id}), to_timestamp(0)) AS proofs_at,
      coalesce((SELECT array_agg(to_char(day, 'YYYY-MM-DD') ORDER BY day) FROM (
        SELECT DISTINCT each::date AS day FROM note CROSS JOIN LATERAL generate_series((from_at AT TIME ZONE ${time_zone})::date::timestamp,
          least(coalesce((until_at AT TIME ZONE ${time_zone})::date, ${through}::date), ${through}::date)::timestamp, interval '1 day') each
          WHERE ${through}::date IS NOT NULL
        UNION SELECT day FROM proof WHERE day <= ${through}::date) noted), '{}') AS days`.execute(db);
  return rows[0]!;
}

export async function forgetNotes(_system: SystemTenant, db: DbOrTransaction, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await sql`DELETE FROM analysis_note WHERE id = ANY(${[...ids]}::bigint[])`.execute(db);
}

export async function forgetNotesOfDeletedProjects(_system: SystemTenant, db: DbOrTransaction): Promise<void> {
  await sql`DELETE FROM analysis_note n WHERE NOT EXISTS (SELECT 1 FROM project p WHERE p.id = n.project_id)`.execute(
    db,
  );
}

/** An alarm about a temperature beyond its limit. */
export interface HeatAlarm {
  device_id: number | null;
  point_id: number;
  sampling_interval_seconds: number;
  rule_definition: unknown;
  band: string | null;
  limit_value: number | null;
  raised_at: Date;
  returned_at: Date | null;
}

export async function heatAlarms(
  _system: SystemTenant,
  db: DbOrTransaction,
  projectId: number,
  from: Date,
  until: Date,
): Promise<HeatAlarm[]> {
  const { rows } = await sql<HeatAlarm>`
    SELECT a.device_id, a.point_id, p.sampling_interval_seconds, a.rule_definition, a.band, a.limit_value, a.raised_at, a.returned_at
    FROM alarm a JOIN point p ON p.id = a.point_id
    WHERE a.project_id = ${projectId} AND a.kind = 'limit' AND a.unit IN ('°C', '℃') AND ${announced} AND a.raised_at < ${until}
      AND (a.returned_at IS NULL OR a.returned_at > ${from}) ORDER BY a.id`.execute(db);
  return rows;
}

export interface DegreesOfDay {
  deviceId: number | null;
  day: string;
  seconds: number;
}

/** Counts days of a project and writes them in place of what stood there, with the months they lie in. @param pieces its days, one piece each */
export async function writeDays(
  _system: SystemTenant,
  db: DbOrTransaction,
  { id, time_zone }: Pick<ProjectToCount, 'id' | 'time_zone'>,
  pieces: readonly Piece[],
  degrees: readonly DegreesOfDay[],
): Promise<void> {
  const days = pieces.map(({ day }) => day);
  const concerned = sql`project_id = ${id} AND day = ANY(${days}::date[])`;
  await sql`DELETE FROM analysis_device_day WHERE ${concerned}`.execute(db);
  await sql`DELETE FROM analysis_project_day WHERE ${concerned}`.execute(db);
  await sql`
    INSERT INTO analysis_device_day (project_id, day, device_id, alarms, urgent, unacknowledged, ack_seconds, back_seconds, excursion_seconds,
      fault_seconds, degree_seconds)
    SELECT f.project_id, f.day, f.device_id, f.alarms, f.urgent, f.unacknowledged, f.ack_seconds, f.back_seconds, f.excursion_seconds,
      f.fault_seconds, coalesce(g.seconds, 0)
    FROM ${countedNow(system, pieces)} f LEFT JOIN jsonb_to_recordset(${JSON.stringify(degrees)}::jsonb) AS g("deviceId" int, day date, seconds float8)
      ON g.day = f.day AND g."deviceId" IS NOT DISTINCT FROM f.device_id`.execute(db);
  await sql`
    INSERT INTO analysis_project_day (project_id, day, alarms, urgent, unacknowledged, ack_seconds, back_seconds, excursion_seconds,
      fault_seconds, degree_seconds, watched_seconds, offline_seconds, silent_seconds, bad_seconds)
    SELECT ${id}, coalesce(f.day, k.day), coalesce(f.alarms, 0), coalesce(f.urgent, 0), coalesce(f.unacknowledged, 0), coalesce(f.ack_seconds, ''),
      coalesce(f.back_seconds, ''), coalesce(f.excursion_seconds, 0), coalesce(f.fault_seconds, 0), coalesce(f.degree_seconds, 0),
      coalesce(k.watched, 0), coalesce(k.offline, 0), coalesce(k.silent, 0), coalesce(k.bad, 0)
    FROM (SELECT day, ${sums(['alarms', 'urgent', 'unacknowledged', 'ack_seconds', 'back_seconds', 'excursion_seconds', 'fault_seconds'])},
        sum(f.degree_seconds) AS degree_seconds FROM analysis_device_day f WHERE ${concerned} GROUP BY day) f
      FULL JOIN (SELECT day, count(*) * date_part('epoch', (day + 1)::timestamp AT TIME ZONE ${time_zone} - day::timestamp AT TIME ZONE ${time_zone}) AS watched,
        sum(offline_seconds) AS offline, sum(gap_seconds - offline_seconds) AS silent, sum(bad_seconds) AS bad
        FROM alarm_proof_point WHERE ${concerned} GROUP BY day) k ON k.day = f.day`.execute(db);
  const months = [...new Set(days.map((day) => `${day.slice(0, 7)}-01`))];
  for (const grain of ['device', 'project'] as const) await writeMonths(db, id, months, grain);
}

const sums = (names: readonly (keyof typeof addable)[]) =>
  sql.join(names.map((name) => sql`${addable[name]} AS ${sql.ref(name)}`));

async function writeMonths(
  db: DbOrTransaction,
  projectId: number,
  months: readonly string[],
  grain: 'device' | 'project',
): Promise<void> {
  const [days, table] = [sql.table(`analysis_${grain}_day`), sql.table(`analysis_${grain}_month`)];
  const names = Object.keys(addable) as (keyof typeof addable)[];
  const more =
    grain === 'device'
      ? ['degree_seconds']
      : ['degree_seconds', 'watched_seconds', 'offline_seconds', 'silent_seconds', 'bad_seconds'];
  const key = grain === 'device' ? sql`, device_id` : sql``;
  const columns = sql.join([...names, ...more].map((name) => sql.ref(name)));
  const added = more.map((name) => sql`sum(${sql.ref(`f.${name}`)})`);
  await sql`DELETE FROM ${table} WHERE project_id = ${projectId} AND day = ANY(${[...months]}::date[])`.execute(db);
  await sql`INSERT INTO ${table} (project_id, day ${key}, ${columns})
    SELECT project_id, date_trunc('month', day)::date ${key}, ${sql.join([...names.map((name) => addable[name]), ...added])}
    FROM ${days} f JOIN unnest(${[...months]}::date[]) month ON f.day >= month AND f.day < month + interval '1 month'
    WHERE f.project_id = ${projectId} GROUP BY 1, 2 ${key}`.execute(db);
}

/** Says how far a project is counted now. What stood there by another clock is gone then. */
export async function keepThrough(
  _system: SystemTenant,
  db: DbOrTransaction,
  { id, time_zone }: Pick<ProjectToCount, 'id' | 'time_zone'>,
  through: string,
  proofsAt: Date,
): Promise<void> {
  await sql`INSERT INTO analysis_through (project_id, time_zone, through, proofs_at) VALUES (${id}, ${time_zone}, ${through}, ${proofsAt})
    ON CONFLICT (project_id) DO UPDATE SET time_zone = excluded.time_zone, through = excluded.through, proofs_at = excluded.proofs_at`.execute(
    db,
  );
}

/** Takes away everything counted of a project: it has another clock now. */
export async function forgetDays(_system: SystemTenant, db: DbOrTransaction, projectId: number): Promise<void> {
  for (const name of ['device_day', 'device_month', 'project_day', 'project_month', 'through'])
    await sql`DELETE FROM ${sql.table(`analysis_${name}`)} WHERE project_id = ${projectId}`.execute(db);
}
