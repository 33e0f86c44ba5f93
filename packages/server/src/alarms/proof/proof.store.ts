import { type ProofDifference, provedAgainAfterDays } from '@watchpost/contract';
import { type RawBuilder, sql } from 'kysely';
import {
  type CompanyTenant,
  deviceVisible,
  inProjects,
  levelVisible,
  type SystemTenant,
  seesEveryLevel,
  type Tenant,
} from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { pointVisible } from '../../points/index.ts';

export interface DayToProve {
  project_id: number;
  time_zone: string;
  /** YYYY-MM-DD, of the project's clock. */
  day: string;
  is_final: boolean;
}

/** A day is replayed so many hours after it ended: what gateways kept while they were offline has mostly come by then. */
const graceHours = 3;
/** So far back days are proved when none was for a time. */
const daysBack = 7;

/** Days that are over in projects in use and were not proved, or not since everything late has come; the latest first. */
export async function daysToProve(_system: SystemTenant, db: DbOrTransaction, now: Date): Promise<DayToProve[]> {
  const { rows } = await sql<DayToProve>`
    SELECT project.id AS project_id, project.time_zone, to_char(of.day, 'YYYY-MM-DD') AS day, of.is_final
    FROM project CROSS JOIN LATERAL (
      SELECT today - back AS day, back > ${provedAgainAfterDays} AS is_final
      FROM (SELECT (${now}::timestamptz AT TIME ZONE project.time_zone - make_interval(hours => ${graceHours}))::date AS today) clock
      CROSS JOIN generate_series(1, ${daysBack}) back) of
    LEFT JOIN alarm_proof made ON made.project_id = project.id AND made.day = of.day
    WHERE project.deleted_at IS NULL AND project.disabled_at IS NULL AND (made.day IS NULL OR (of.is_final AND NOT made.is_final))
      AND EXISTS (SELECT FROM alarm_rule_version v WHERE v.project_id = project.id
        AND v.valid_from < (of.day + 1)::timestamp AT TIME ZONE project.time_zone)
    ORDER BY of.day DESC, project.id`.execute(db);
  return rows;
}

export interface ProvedPoint {
  pointId: number;
  rules: number;
  alarms: number;
  gapSeconds: number;
  offlineSeconds: number;
  refusedSeconds: number;
  badSeconds: number;
  suppressedSeconds: number;
}

export interface FoundDifference {
  pointId: number;
  ruleId: number;
  kind: ProofDifference;
  severity: number;
  alarmId: number | null;
  /** As history tells it. */
  raisedAt: Date | null;
  returnedAt: Date | null;
  recordedRaised: Date | null;
  recordedEnd: Date | null;
}

export interface WatchedPoint {
  id: number;
  protocol: string | null;
  value_type: 'analog' | 'status';
  sampling_interval_seconds: number;
  gateway_id: number | null;
  slave_id: number | null;
}

/** The points of a project that an enabled rule watched at some time of a stretch, by id. */
export async function pointsWatched(
  _system: SystemTenant,
  db: DbOrTransaction,
  projectId: number,
  { from, until }: { from: Date; until: Date },
): Promise<WatchedPoint[]> {
  const { rows } = await sql<WatchedPoint>`
    WITH version AS (
      SELECT *, lead(valid_from) OVER (PARTITION BY rule_id ORDER BY valid_from) AS valid_until
      FROM alarm_rule_version WHERE project_id = ${projectId} AND valid_from < ${until})
    SELECT p.id, g.protocol, t.value_type, p.sampling_interval_seconds, p.gateway_id, p.slave_id
    FROM point p JOIN point_type t ON t.id = p.point_type_id LEFT JOIN gateway g ON g.id = p.gateway_id
    WHERE p.project_id = ${projectId} AND p.id IN (
      SELECT (subject->>'id')::int FROM version CROSS JOIN jsonb_array_elements(subjects) subject
      WHERE enabled AND definition IS NOT NULL AND (valid_until IS NULL OR valid_until > ${from}) AND subject->>'kind' = 'point')
    ORDER BY p.id`.execute(db);
  return rows;
}

/** By gateway, when it connected within a stretch; epoch ms. */
export async function connectionTimes(
  _system: SystemTenant,
  db: DbOrTransaction,
  gatewayIds: readonly number[],
  { from, until }: { from: Date; until: Date },
): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ gateway_id: number; at: Date }>`
    SELECT gateway_id, at FROM gateway_event WHERE gateway_id = ANY(${[...gatewayIds]}::int[]) AND kind = 'up' AND slave_id IS NULL
      AND at >= ${from} AND at < ${until}`.execute(db);
  return new Map(
    [...Map.groupBy(rows, ({ gateway_id }) => gateway_id)].map(([id, of]) => [id, of.map(({ at }) => at.getTime())]),
  );
}

/** By point, when readings of its gateway were refused because their time cannot be true, in stretches of five minutes; epoch ms. */
export async function refusedTimes(
  _system: SystemTenant,
  db: DbOrTransaction,
  pointIds: readonly number[],
  { from, until }: { from: Date; until: Date },
): Promise<Map<number, [number, number][]>> {
  const { rows } = await sql<{ point_id: number; slot: Date }>`
    SELECT p.id AS point_id, r.slot FROM point p JOIN gateway_refused_slot r ON r.gateway_id = p.gateway_id
    WHERE p.id = ANY(${[...pointIds]}::int[]) AND r.slot > ${from}::timestamptz - interval '1 hour' AND r.slot < ${until}`.execute(
    db,
  );
  const slotMs = 300_000;
  return new Map(
    [...Map.groupBy(rows, ({ point_id }) => point_id)].map(([pointId, of]) => [
      pointId,
      of.map(({ slot }) => [slot.getTime(), slot.getTime() + slotMs]),
    ]),
  );
}

/** Puts the proof of a day in the place of an earlier one, whole. */
export async function writeProof(
  _system: SystemTenant,
  transaction: DbOrTransaction,
  { project_id, day, is_final }: DayToProve,
  at: Date,
  points: readonly ProvedPoint[],
  differences: readonly FoundDifference[],
): Promise<void> {
  await sql`DELETE FROM alarm_proof WHERE project_id = ${project_id} AND day = ${day}::date`.execute(transaction);
  // Another server may have proved it between the two: then its rows stand.
  const { rows } = await sql`
    INSERT INTO alarm_proof (project_id, day, proved_at, is_final) SELECT id, ${day}::date, ${at}, ${is_final} FROM project
    WHERE id = ${project_id} ON CONFLICT DO NOTHING RETURNING day`.execute(transaction);
  if (rows.length === 0) return;
  // A point that was deleted meanwhile has nothing to prove.
  await sql`
    INSERT INTO alarm_proof_point (project_id, day, point_id, rules, alarms, gap_seconds, offline_seconds, refused_seconds, bad_seconds,
      suppressed_seconds)
    SELECT ${project_id}, ${day}::date, p.id, u."rules", u."alarms", u."gapSeconds", u."offlineSeconds", u."refusedSeconds",
      u."badSeconds", u."suppressedSeconds"
    FROM jsonb_to_recordset(${JSON.stringify(points)}::jsonb) AS u("pointId" int, "rules" int, "alarms" int, "gapSeconds" int,
      "offlineSeconds" int, "refusedSeconds" int, "badSeconds" int, "suppressedSeconds" int)
    JOIN point p ON p.id = u."pointId"`.execute(transaction);
  await sql`
    INSERT INTO alarm_proof_difference
      (project_id, day, point_id, rule_id, kind, severity, alarm_id, raised_at, returned_at, recorded_raised, recorded_end)
    SELECT ${project_id}, ${day}::date, p.point_id, u."ruleId", u."kind", u."severity", u."alarmId", u."raisedAt", u."returnedAt",
      u."recordedRaised", u."recordedEnd"
    FROM jsonb_to_recordset(${JSON.stringify(differences)}::jsonb)
      AS u("pointId" int, "ruleId" int, "kind" text, "severity" int, "alarmId" bigint, "raisedAt" timestamptz, "returnedAt" timestamptz,
        "recordedRaised" timestamptz, "recordedEnd" timestamptz)
    JOIN alarm_proof_point p ON p.project_id = ${project_id} AND p.day = ${day}::date AND p.point_id = u."pointId"`.execute(
    transaction,
  );
}

export async function deleteOldProofs(_system: SystemTenant, db: DbOrTransaction, before: Date): Promise<void> {
  await sql`DELETE FROM alarm_proof WHERE day < ${before}::date`.execute(db);
}

export interface ProofQuestion {
  readonly projectId: number | null;
  /** YYYY-MM-DD, both included. */
  readonly from: string;
  readonly until: string;
}

export interface ProvedDayRow {
  day: string;
  proved_at: Date;
  points: number;
  alarms: number;
  differences: number;
  gap_seconds: number;
  offline_seconds: number;
  refused_seconds: number;
  bad_seconds: number;
  suppressed_seconds: number;
  over_budget: number;
}

interface PlaceRow {
  project_id: number;
  project_name: string;
  project_name_en: string | null;
  device_id: number | null;
  device_name: string | null;
  device_name_en: string | null;
  point_id: number;
  point_name: string;
  point_name_en: string | null;
}

export interface UnjudgedRow extends PlaceRow {
  gap_seconds: number;
  offline_seconds: number;
  refused_seconds: number;
  bad_seconds: number;
  suppressed_seconds: number;
  worst_day: string;
  worst_seconds: number;
  of_all: number;
}

/** What of a point's days alarm rules could not judge, and why. */
export interface PointJudged {
  point_id: number;
  /** Days on which rules watched it, and history was compared with the record of alarms. */
  days: number;
  gap_seconds: number;
  bad_seconds: number;
  suppressed_seconds: number;
}

/** How rules judged these points on days of a range, YYYY-MM-DD, both included. A point without any such day is left out. */
export async function judgedOf(
  _system: SystemTenant,
  db: DbOrTransaction,
  pointIds: readonly number[],
  { from, until }: { from: string; until: string },
): Promise<PointJudged[]> {
  const { rows } = await sql<PointJudged>`
    SELECT f.point_id, count(*)::int AS days, sum(f.gap_seconds)::int AS gap_seconds, sum(f.bad_seconds)::int AS bad_seconds,
      sum(f.suppressed_seconds)::int AS suppressed_seconds
    FROM alarm_proof_point f JOIN point p ON p.id = f.point_id AND p.project_id = f.project_id
    WHERE f.point_id = ANY(${[...pointIds]}::int[]) AND f.day BETWEEN ${from}::date AND ${until}::date
    GROUP BY f.point_id ORDER BY f.point_id`.execute(db);
  return rows;
}

export interface DifferenceRow extends PlaceRow {
  day: string;
  rule_id: number;
  kind: ProofDifference;
  alarm_id: number | null;
  raised_at: Date | null;
  returned_at: Date | null;
  recorded_raised: Date | null;
  recorded_end: Date | null;
  of_all: number;
}

/** Proofs `f` of points `p` that the tenant sees. */
const seen = (tenant: Tenant, { projectId, from, until }: ProofQuestion): RawBuilder<unknown> => sql`
  alarm_proof_point f JOIN point p ON p.id = f.point_id AND p.project_id = f.project_id
  WHERE ${pointVisible(tenant)} AND f.day BETWEEN ${from}::date AND ${until}::date
  ${projectId === null ? sql`` : sql`AND f.project_id = ${projectId}`}`;

const levelSeen = (tenant: Tenant): RawBuilder<boolean> =>
  seesEveryLevel(tenant) ? sql<boolean>`true` : levelVisible(tenant, 'd.project_id', 'd.severity');

/** The device under which the tenant sees a point: the first of those open to them. */
const placeColumns = (tenant: Tenant): RawBuilder<unknown> => sql`
  p.project_id, area.name AS project_name, area.name_en AS project_name_en, device.id AS device_id, device.name AS device_name,
  device.name_en AS device_name_en, p.id AS point_id, p.name AS point_name, p.name_en AS point_name_en
  FROM point p JOIN subarea area ON area.id = p.project_id LEFT JOIN LATERAL (
    SELECT d.id, d.name, d.name_en FROM device_point dp JOIN device d ON d.id = dp.device_id
    WHERE dp.point_id = p.id AND ${deviceVisible(tenant, 'p.project_id', 'd.id')} ORDER BY d.id LIMIT 1) device ON true`;

const secondsSums = sql.join(
  ['gap_seconds', 'offline_seconds', 'refused_seconds', 'bad_seconds', 'suppressed_seconds'].map(
    (column) => sql`sum(f.${sql.ref(column)})::float8 AS ${sql.ref(column)}`,
  ),
);

/** For how many minutes of a day a point may be left unjudged. */
export async function readBudgetMinutes(tenant: CompanyTenant, db: DbOrTransaction): Promise<number> {
  const { rows } = await sql<{
    minutes: number;
  }>`SELECT unjudged_minutes AS minutes FROM company WHERE id = ${tenant.companyId}`.execute(db);
  return rows[0]!.minutes;
}

export async function readProvedDays(
  tenant: Tenant,
  db: DbOrTransaction,
  question: ProofQuestion,
): Promise<ProvedDayRow[]> {
  const { rows } = await sql<ProvedDayRow>`
    SELECT to_char(f.day, 'YYYY-MM-DD') AS day, max(made.proved_at) AS proved_at, count(*)::int AS points, sum(f.alarms)::int AS alarms,
      ${secondsSums}, coalesce(sum(d.count), 0)::int AS differences,
      (count(*) FILTER (WHERE f.gap_seconds + f.bad_seconds > 60 * c.unjudged_minutes))::int AS over_budget
    FROM (SELECT f.*, p.company_id FROM ${seen(tenant, question)}) f JOIN company c ON c.id = f.company_id JOIN alarm_proof made USING (project_id, day)
    LEFT JOIN (
      SELECT project_id, day, point_id, count(*) FROM alarm_proof_difference d WHERE ${levelSeen(tenant)} GROUP BY 1, 2, 3
    ) d USING (project_id, day, point_id)
    GROUP BY f.day ORDER BY f.day`.execute(db);
  return rows;
}

export async function readUnjudged(
  tenant: Tenant,
  db: DbOrTransaction,
  question: ProofQuestion,
  limit: number,
): Promise<UnjudgedRow[]> {
  const { rows } = await sql<UnjudgedRow>`
    WITH worst AS (
      SELECT f.point_id, ${secondsSums},
        to_char((array_agg(f.day ORDER BY f.gap_seconds + f.bad_seconds DESC, f.day DESC))[1], 'YYYY-MM-DD') AS worst_day,
        max(f.gap_seconds + f.bad_seconds) AS worst_seconds, (count(*) OVER ())::int AS of_all
      FROM ${seen(tenant, question)} GROUP BY f.point_id HAVING sum(f.gap_seconds + f.bad_seconds) >= 60
      ORDER BY max(f.gap_seconds + f.bad_seconds) DESC, f.point_id LIMIT ${limit})
    SELECT worst.gap_seconds, worst.offline_seconds, worst.refused_seconds, worst.bad_seconds, worst.suppressed_seconds, worst.worst_day, worst.worst_seconds, worst.of_all, ${placeColumns(tenant)}
    JOIN worst ON worst.point_id = p.id ORDER BY worst.worst_seconds DESC, p.id`.execute(db);
  return rows;
}

export async function readDifferences(
  tenant: Tenant,
  db: DbOrTransaction,
  question: ProofQuestion,
  limit: number,
): Promise<DifferenceRow[]> {
  const { rows } = await sql<DifferenceRow>`
    WITH latest AS (
      SELECT d.*, (count(*) OVER ())::int AS of_all FROM alarm_proof_difference d
      WHERE ${levelSeen(tenant)} AND (d.project_id, d.day, d.point_id) IN (
        SELECT f.project_id, f.day, f.point_id FROM ${seen(tenant, question)})
      ORDER BY d.day DESC, coalesce(d.raised_at, d.recorded_raised) DESC, d.point_id, d.rule_id LIMIT ${limit})
    SELECT to_char(latest.day, 'YYYY-MM-DD') AS day, latest.rule_id, latest.kind, latest.alarm_id::float8 AS alarm_id, latest.raised_at,
      latest.returned_at, latest.recorded_raised, latest.recorded_end, latest.of_all, ${placeColumns(tenant)}
    JOIN latest ON latest.point_id = p.id
    ORDER BY latest.day DESC, coalesce(latest.raised_at, latest.recorded_raised) DESC, p.id, latest.rule_id`.execute(
    db,
  );
  return rows;
}

export interface ProvedPointRow extends PlaceRow {
  day: string;
  rules: number;
  /** Null: the tenant does not see every level. */
  alarms: number | null;
  gap_seconds: number;
  offline_seconds: number;
  refused_seconds: number;
  bad_seconds: number;
  suppressed_seconds: number;
  differences: number;
}

export async function countProvedPoints(tenant: Tenant, db: DbOrTransaction, question: ProofQuestion): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM ${seen(tenant, question)}`.execute(
    db,
  );
  return rows[0]!.count;
}

/** A day's points, by project, device and name. */
export async function readProvedPoints(
  tenant: Tenant,
  db: DbOrTransaction,
  question: ProofQuestion,
): Promise<ProvedPointRow[]> {
  const { rows } = await sql<ProvedPointRow>`
    WITH f AS (SELECT f.* FROM ${seen(tenant, question)}),
    d AS (SELECT day, point_id, count(*)::int AS count FROM alarm_proof_difference d WHERE ${levelSeen(tenant)} AND (project_id, day, point_id)
      IN (SELECT project_id, day, point_id FROM f) GROUP BY 1, 2)
    SELECT to_char(f.day, 'YYYY-MM-DD') AS day, f.rules, CASE WHEN ${seesEveryLevel(tenant)}::boolean THEN f.alarms END AS alarms,
      f.gap_seconds, f.offline_seconds, f.refused_seconds, f.bad_seconds, f.suppressed_seconds, coalesce(d.count, 0) AS differences,
      ${placeColumns(tenant)}
    JOIN f ON f.point_id = p.id LEFT JOIN d ON d.point_id = f.point_id AND d.day = f.day
    ORDER BY f.day, area.name, device.name, p.name, p.id`.execute(db);
  return rows;
}

/** Days of the stretch that are over in a project of the tenant, have rules and are not proved. */
export async function countWaiting(
  tenant: Tenant,
  db: DbOrTransaction,
  { projectId, from, until }: ProofQuestion,
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(DISTINCT day)::int AS count FROM project
    CROSS JOIN LATERAL generate_series(${from}::date, ${until}::date, interval '1 day') day
    WHERE ${inProjects(tenant, 'project.id')} AND project.deleted_at IS NULL
      ${projectId === null ? sql`` : sql`AND project.id = ${projectId}`}
      AND day::date < (${now}::timestamptz AT TIME ZONE project.time_zone)::date
      AND EXISTS (SELECT FROM alarm_rule_version v WHERE v.project_id = project.id
        AND v.valid_from < (day::date + 1)::timestamp AT TIME ZONE project.time_zone)
      AND NOT EXISTS (SELECT FROM alarm_proof made WHERE made.project_id = project.id AND made.day = day::date)`.execute(
    db,
  );
  return rows[0]!.count;
}

/** What the comparisons of the last day found, of all companies. */
export async function foundLately(
  _system: SystemTenant,
  db: DbOrTransaction,
  now: Date,
): Promise<Record<string, number>> {
  const { rows } = await sql<{ differences: number; unjudged: number }>`
    WITH made AS (SELECT project_id, day FROM alarm_proof WHERE proved_at > ${now}::timestamptz - interval '1 day')
    SELECT (SELECT count(*)::int FROM alarm_proof_difference JOIN made USING (project_id, day)) AS differences,
      (SELECT count(*)::int FROM alarm_proof_point f JOIN made USING (project_id, day)
          JOIN project p ON p.id = f.project_id JOIN company c ON c.id = p.company_id
        WHERE f.gap_seconds + f.bad_seconds > 60 * c.unjudged_minutes) AS unjudged`.execute(db);
  return { ...rows[0]! };
}
