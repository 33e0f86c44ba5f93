import { alarmTimeBuckets, type Bilingual, chattering, standingHours } from '@watchpost/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Tenant } from '../../access/index.ts';
import { alarmVisible, lowestNotifiedSeverity, seenDevice } from '../../notifications/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import type { Subject } from '../engine/index.ts';
import { hiddenAt } from '../shelves/hiddenAt.store.ts';
import { answerableFrom, neverShown } from '../shelves/neverShown.ts';

export interface HealthQuestion {
  readonly projectId: number | null;
  readonly from: Date;
  /** Not after now. */
  readonly until: Date;
  readonly now: Date;
  readonly timeZone: string;
}

export interface ActorRow {
  project_id: number;
  project_name: string;
  project_name_en: string | null;
  rule_id: number;
  subject_kind: Subject['type'];
  subject_id: number;
  strategy_id: number | null;
  strategy_name: string | null;
  strategy_name_en: string | null;
  device_id: number | null;
  device_name: string;
  device_name_en: string | null;
  point_id: number | null;
  subject_name: string;
  subject_name_en: string | null;
  unit: string;
  decimals: number;
  status_values: ({ value: number } & Bilingual)[] | null;
  kind: string;
  severity: number;
  count: number;
  chattering: number;
  median_seconds: number | null;
  /** As it is set now; null: it is not in force. */
  definition: unknown;
  /** As it stood at the last alarm. */
  last_definition: unknown;
  has_own_limits: boolean;
  /** When they were raised and how long they lasted, of lines that break; null of those that are not over. */
  spans: { at: number; seconds: number | null }[] | null;
}

export interface HealthRow {
  /** Epoch ms, ascending. */
  times: number[];
  levels: { severity: number; count: number }[];
  days: { day: string; severity: number; count: number }[];
  /** In the order of `alarmTimeBuckets`. */
  durations: number[];
  responses: number[];
  unconfirmed: number;
  median_response: number | null;
  chattering_sources: number;
  actors: ActorRow[];
  projects: {
    id: number;
    name: string;
    name_en: string | null;
    count: number;
    urgent: number;
    unconfirmed: number;
    median_response: number | null;
  }[];
}

const inStretch = (tenant: Tenant, { projectId, from, until }: HealthQuestion): RawBuilder<unknown> => sql`
  ${alarmVisible(tenant)} AND a.shown_at >= ${from} AND a.shown_at < ${until}
  ${projectId === null ? sql`` : sql`AND a.project_id = ${projectId}`}`;

/** Alarms with when they came to people's eyes: what was shelved at first counts when it was shown, so that a day's figures stay. */
const alarmAsShown = sql`(SELECT *, raised_at AS shown_at FROM alarm WHERE shown_late_at IS NULL
  UNION ALL SELECT *, shown_late_at FROM alarm WHERE shown_late_at IS NOT NULL)`;
/** Condition on an alarm `a`: people were to be told of it. */
export const announced = sql`(a.worst_severity <= ${lowestNotifiedSeverity} AND NOT ${sql.raw(neverShown)})`;
/** Condition on an alarm `a`: it was raised 15 minutes before this moment or earlier, so that it could be answered. */
export const isDueBy = (_tenant: Tenant, moment: Date) =>
  sql`a.raised_at < ${moment}::timestamptz - interval '15 minutes'`;

const countBuckets = (seconds: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`json_build_array(${sql.join(
    alarmTimeBuckets.map(({ from, to }) =>
      to === null
        ? sql`count(*) FILTER (WHERE ${seconds} >= ${from * 60})`
        : sql`count(*) FILTER (WHERE ${seconds} >= ${from * 60} AND ${seconds} < ${to * 60})`,
    ),
  )})`;

const badActorLimit = 20;

/**
 * Everything of one stretch in one statement, each alarm with the worst severity it ever had: that it falls later, or ends,
 * changes no figure of its day. The alarms are looked at, and their visibility is judged, once.
 */
export async function readHealth(tenant: Tenant, db: DbOrTransaction, question: HealthQuestion): Promise<HealthRow> {
  const { now, timeZone } = question;
  const median = (seconds: RawBuilder<unknown>) => sql`percentile_cont(0.5) WITHIN GROUP (ORDER BY ${seconds})`;
  const chatter = sql`make_interval(mins => ${chattering.minutes})`;
  // Of a hundred thousand: no numeric arithmetic, no comparison of words by their language, every sort once.
  const { rows } = await sql<HealthRow>`
    WITH seen AS MATERIALIZED (
      SELECT a.id, a.project_id, a.rule_id, a.subject_kind COLLATE "C" AS subject_kind, a.subject_id, a.worst_severity AS severity, a.shown_at,
        date_part('epoch', a.shown_at) * 1000 AS at, date_part('epoch', a.returned_at - a.raised_at) AS lasted,
        date_part('epoch', coalesce(a.returned_at, ${now}) - a.raised_at) AS lasting, date_part('epoch', a.acknowledged_at - ${sql.raw(answerableFrom)}) AS answered,
        (a.raised_at - lag(a.raised_at, 2) OVER same <= ${chatter} OR lead(a.raised_at) OVER same - lag(a.raised_at) OVER same <= ${chatter}
          OR lead(a.raised_at, 2) OVER same - a.raised_at <= ${chatter}) IS TRUE AS chatters
      FROM ${alarmAsShown} a WHERE ${inStretch(tenant, question)} AND ${announced}
      WINDOW same AS (PARTITION BY a.rule_id, a.subject_id, a.subject_kind COLLATE "C" ORDER BY a.raised_at, a.id)),
    source AS MATERIALIZED (
      SELECT rule_id, subject_kind, subject_id, max(id) AS last_id, count(*)::int AS count, min(severity)::int AS severity,
        (count(*) FILTER (WHERE chatters))::int AS chattering
      FROM seen GROUP BY rule_id, subject_id, subject_kind),
    worst AS (SELECT * FROM source ORDER BY count DESC, last_id DESC LIMIT ${badActorLimit}),
    spans AS (
      SELECT rule_id, subject_kind, subject_id, ${median(sql`lasted`)}::int AS median_seconds,
        json_agg(json_build_object('at', round(at), 'seconds', lasted)) FILTER (WHERE subject_kind <> 'point') AS spans
      FROM seen JOIN worst USING (rule_id, subject_kind, subject_id) GROUP BY rule_id, subject_kind, subject_id)
    SELECT
      (SELECT coalesce(json_agg(round(at) ORDER BY at), '[]') FROM seen) AS times,
      (SELECT coalesce(json_agg(l), '[]') FROM (SELECT severity, count(*) AS count FROM seen GROUP BY severity ORDER BY severity) l) AS levels,
      (SELECT coalesce(json_agg(d), '[]') FROM (
        SELECT (shown_at AT TIME ZONE ${timeZone})::date AS day, severity, count(*) AS count FROM seen GROUP BY 1, 2) d) AS days,
      (SELECT ${countBuckets(sql`lasting`)} FROM seen) AS durations,
      (SELECT ${countBuckets(sql`answered`)} FROM seen) AS responses,
      (SELECT count(*)::int FROM seen WHERE answered IS NULL) AS unconfirmed,
      (SELECT ${median(sql`answered`)}::int FROM seen) AS median_response,
      (SELECT count(*)::int FROM source WHERE chattering > 0) AS chattering_sources,
      (SELECT coalesce(json_agg(x ORDER BY x.count DESC, x.last_id DESC), '[]') FROM (
        SELECT worst.*, spans.median_seconds, spans.spans, a.project_id, place.name AS project_name, place.name_en AS project_name_en, st.id AS strategy_id,
          st.name AS strategy_name, st.name_en AS strategy_name_en, seen_device.device_id, seen_device.device_name, seen_device.device_name_en,
          a.point_id, a.subject_name, a.subject_name_en, a.unit, a.decimals, a.kind, a.rule_definition AS last_definition,
          (SELECT t.status_values FROM point p JOIN point_type t ON t.id = p.point_type_id WHERE p.id = a.point_id) AS status_values,
          CASE WHEN st.enabled THEN coalesce(s.definition, r.definition) END AS definition, s.definition IS NOT NULL AS has_own_limits
        FROM worst JOIN spans USING (rule_id, subject_kind, subject_id) JOIN alarm a ON a.id = worst.last_id JOIN subarea place ON place.id = a.project_id
        LEFT JOIN alarm_strategy st ON st.id = a.strategy_id
        LEFT JOIN alarm_rule_subject s ON s.rule_id = worst.rule_id AND s.subject_kind = worst.subject_kind AND s.subject_id = worst.subject_id
        LEFT JOIN alarm_rule r ON r.id = s.rule_id
        CROSS JOIN LATERAL (SELECT seen.id AS device_id, seen.name AS device_name, seen.name_en AS device_name_en FROM (SELECT 1) one ${seenDevice(tenant)}) seen_device) x) AS actors,
      (SELECT coalesce(json_agg(p ORDER BY p.count DESC, p.id), '[]') FROM (
        SELECT project_id AS id, place.name, place.name_en, count(*)::int AS count, (count(*) FILTER (WHERE severity = 1))::int AS urgent,
          (count(*) FILTER (WHERE answered IS NULL))::int AS unconfirmed, ${median(sql`answered`)}::int AS median_response
        FROM seen JOIN subarea place ON place.id = seen.project_id GROUP BY project_id, place.name, place.name_en) p) AS projects`.execute(
    db,
  );
  return rows[0]!;
}

/** What the figures leave out, and how many there were in a stretch before, by project. */
export async function countAround(
  tenant: Tenant,
  db: DbOrTransaction,
  question: HealthQuestion,
): Promise<{ recorded: number; hidden: number; before: Map<number, number> }> {
  const { rows } = await sql<{ recorded: number; hidden: number }>`
    SELECT count(*) FILTER (WHERE a.worst_severity > ${lowestNotifiedSeverity})::int AS recorded,
           count(*) FILTER (WHERE a.worst_severity <= ${lowestNotifiedSeverity} AND ${sql.raw(neverShown)})::int AS hidden
    FROM ${alarmAsShown} a WHERE ${inStretch(tenant, question)} AND NOT ${announced}`.execute(db);
  const length = question.until.getTime() - question.from.getTime();
  const earlier = { ...question, from: new Date(question.from.getTime() - length), until: question.from };
  const before = await sql<{ project_id: number; count: number }>`
    SELECT a.project_id, count(*)::int AS count FROM ${alarmAsShown} a WHERE ${inStretch(tenant, earlier)} AND ${announced} GROUP BY a.project_id`.execute(
    db,
  );
  return { ...rows[0]!, before: new Map(before.rows.map(({ project_id, count }) => [project_id, count])) };
}

export interface StandingRow {
  id: number;
  project_id: number;
  project_name: string;
  project_name_en: string | null;
  device_name: string;
  device_name_en: string | null;
  subject_name: string;
  subject_name_en: string | null;
  severity: number;
  sentence_zh: string;
  sentence_en: string;
  raised_at: Date;
  is_confirmed: boolean;
}

/** Alarms that had been active for longer than a day at the end of the stretch and were not hidden then; the oldest first. */
export async function readStanding(
  tenant: Tenant,
  db: DbOrTransaction,
  { projectId, until }: HealthQuestion,
  limit: number,
): Promise<{ rows: StandingRow[]; byProject: Map<number, number> }> {
  const condition = sql`${alarmVisible(tenant)} AND a.raised_at < ${until}::timestamptz - make_interval(hours => ${standingHours})
    AND (a.returned_at IS NULL OR a.returned_at > ${until}) AND a.worst_severity <= ${lowestNotifiedSeverity} AND NOT ${hiddenAt(tenant, until)}
    ${projectId === null ? sql`` : sql`AND a.project_id = ${projectId}`}`;
  const { rows } = await sql<StandingRow>`
    SELECT a.id::float8 AS id, a.project_id, place.name AS project_name, place.name_en AS project_name_en, seen.name AS device_name,
      seen.name_en AS device_name_en, a.subject_name, a.subject_name_en, a.effective_severity AS severity, a.sentence_zh, a.sentence_en, a.raised_at,
      a.acknowledged_at IS NOT NULL AS is_confirmed
    FROM alarm a JOIN subarea place ON place.id = a.project_id ${seenDevice(tenant)}
    WHERE ${condition} ORDER BY a.raised_at, a.id LIMIT ${limit}`.execute(db);
  const counts = await sql<{ project_id: number; count: number }>`
    SELECT a.project_id, count(*)::int AS count FROM alarm a WHERE ${condition} GROUP BY a.project_id`.execute(db);
  return { rows, byProject: new Map(counts.rows.map(({ project_id, count }) => [project_id, count])) };
}
