import type { Bilingual } from '@watchpost/contract';
import { sql } from 'kysely';
import type pg from 'pg';
import { type SystemTenant, system } from '../../access/index.ts';
import { lowestNotifiedSeverity } from '../../notifications/index.ts';
import { clientOf } from '../../platform/db/clientOf.ts';
import type { Db, DbOrTransaction } from '../../platform/db/database.ts';
import { sentTogether } from '../../platform/db/sentTogether.ts';
import { readCalendarRows } from '../../projects/index.ts';
import type { RuleState, StateChange, Subject } from '../engine/index.ts';
import { gatewayOfPoint } from '../gatewayOfPoint.ts';
import { definitionOf } from '../ruleDefinition.ts';
import type { AlarmWrite, JournalEntry } from './alarmWrites.ts';
import type { KnownChanges, SourceRow, WatchedPointRow, WatchedRows, WatchedRuleRow } from './evaluatorRows.ts';
import type { RuleCache } from './ruleCache.ts';

/** The committer's transaction: the alarms are written in the one that holds the readings. */
export type Client = Pick<pg.ClientBase, 'query'>;

// What is watched

/** Every enabled rule with what it watches, as of one moment; a subject with limits of its own has its own definition. */
export const readWatched = (
  _system: SystemTenant,
  db: Db,
  ruleCache: Pick<RuleCache, 'referencesIn'>,
  changes: KnownChanges,
): Promise<WatchedRows> =>
  // A strategy that is saved between two statements would come with half of its points.
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((moment) => readWatchedIn(moment, ruleCache, changes));

/**
 * One alarm of the line instead of one a point: the company's own rule stands on each gateway and slave for whose loss no policy has
 * a rule, and behind which silence or bad quality would alarm. It is no milder than those, and tells the contacts of the policy
 * that has most of these points (0090). A policy that has a rule for slaves speaks for their gateway.
 */
const ownLinkRules = sql`
  WITH told AS (
    SELECT s.subject_kind, s.subject_id, st.id AS strategy_id, coalesce(s.definition, r.definition)->>'kind' AS kind,
      (coalesce(s.definition, r.definition)->>'severity')::int AS severity
    FROM alarm_rule_subject s JOIN alarm_rule r ON r.id = s.rule_id JOIN alarm_strategy st ON st.id = r.strategy_id AND st.enabled),
  behind AS (
    SELECT p.company_id, p.gateway_id, p.slave_id, t.strategy_id, min(t.severity) AS severity, count(DISTINCT p.id) AS points
    FROM told t JOIN point p ON p.id = t.subject_id
    WHERE t.subject_kind = 'point' AND t.kind IN ('noData', 'badQuality') AND p.gateway_id IS NOT NULL
    GROUP BY p.company_id, p.gateway_id, p.slave_id, t.strategy_id),
  of_line AS (
    SELECT company_id, 'gateway' AS kind, gateway_id AS id, strategy_id, min(severity) AS severity, sum(points) AS points
    FROM behind GROUP BY company_id, gateway_id, strategy_id
    UNION ALL SELECT company_id, 'slave', slave_id, strategy_id, severity, points FROM behind WHERE slave_id IS NOT NULL),
  line AS (
    SELECT company_id, kind, id, min(severity) AS severity, (array_agg(strategy_id ORDER BY points DESC, strategy_id))[1] AS strategy_id
    FROM of_line GROUP BY company_id, kind, id)
  SELECT -c.id AS rule_id, jsonb_build_object('kind', 'communicationLoss', 'severity', least(c.link_alarm_severity, line.severity),
      'onDelaySeconds', c.link_alarm_seconds, 'offDelaySeconds', 0)::text AS definition,
    line.kind AS subject_kind, line.id AS subject_id, st.id AS strategy_id, st.repeat_minutes, st.notify_on_clear
  FROM line JOIN company c ON c.id = line.company_id JOIN alarm_strategy st ON st.id = line.strategy_id
  WHERE NOT EXISTS (SELECT FROM told WHERE told.subject_kind = line.kind AND told.subject_id = line.id)
    AND NOT (line.kind = 'gateway' AND EXISTS (
      SELECT FROM told JOIN slave v ON v.id = told.subject_id WHERE told.subject_kind = 'slave' AND v.gateway_id = line.id))`;

/** Points of the rules that changed since a moment, by their subjects before and after; with the time of the latest change. */
async function changedSince(db: DbOrTransaction, since: Date): Promise<{ point_id: number; at: Date }[]> {
  const { rows } = await sql<{ point_id: number; at: Date }>`
    WITH changed AS (SELECT rule_id, max(valid_from) AS at FROM alarm_rule_version WHERE valid_from > ${since} GROUP BY rule_id),
    version AS (
      SELECT DISTINCT c.at, v.subjects FROM changed c JOIN alarm_rule_version v USING (rule_id)
      WHERE v.valid_from >= coalesce(
        (SELECT max(valid_from) FROM alarm_rule_version b WHERE b.rule_id = c.rule_id AND b.valid_from <= ${since}), ${since}))
    SELECT (subject->>'id')::int AS point_id, max(at) AS at FROM version, jsonb_array_elements(subjects) subject
    WHERE subject->>'kind' = 'point' GROUP BY 1`.execute(db);
  return rows;
}

async function readWatchedIn(
  db: DbOrTransaction,
  ruleCache: Pick<RuleCache, 'referencesIn'>,
  { since, known }: KnownChanges,
): Promise<WatchedRows> {
  const changed = new Map(known);
  for (const { point_id, at } of await changedSince(db, since)) changed.set(point_id, at.getTime());
  // Once for each rule: a rule on each of half a million points would bring its text as often.
  const definitions = await sql<{ id: number; definition: string }>`
    SELECT r.id, r.definition::text AS definition FROM alarm_rule r JOIN alarm_strategy st ON st.id = r.strategy_id AND st.enabled`.execute(
    db,
  );
  const textOf = new Map(definitions.rows.map(({ id, definition }) => [id, definition]));
  const { rows: subjects } = await sql<Omit<WatchedRuleRow, 'definition'> & { definition: string | null }>`
    SELECT r.id AS rule_id, s.definition::text AS definition, s.subject_kind, s.subject_id, st.id AS strategy_id, st.repeat_minutes, st.notify_on_clear
    FROM alarm_rule_subject s JOIN alarm_rule r ON r.id = s.rule_id JOIN alarm_strategy st ON st.id = r.strategy_id AND st.enabled
    ORDER BY s.subject_kind, s.subject_id, r.id`.execute(db);
  for (const row of subjects) row.definition ??= textOf.get(row.rule_id)!;
  const saidByPolicies = subjects as WatchedRuleRow[];
  const { rows: saidByCompanies } = await sql<WatchedRuleRow>`${ownLinkRules}`.execute(db);
  const rules = [...saidByPolicies, ...saidByCompanies];
  const lineIds = (kind: 'gateway' | 'slave') =>
    rules.filter(({ subject_kind }) => subject_kind === kind).map(({ subject_id }) => subject_id);
  const { pointIds, pointTypeIds } = await ruleCache.referencesIn(rules);
  const alsoWatched = [...pointIds, ...changed.keys()];
  // A point may serve several devices; its alarms belong to the first.
  const points = await sql<WatchedPointRow>`
    SELECT p.id, p.company_id, p.project_id, ${gatewayOfPoint} AS gateway_id, p.slave_id, g.protocol, p.name, p.name_en, p.unit, p.decimals,
           p.sampling_interval_seconds, t.value_type, t.status_values,
           d.id AS device_id, coalesce(first.device_ids, '{}') AS device_ids, d.name AS device_name, d.name_en AS device_name_en, d.area_id, area.name AS area_name,
           area.name_en AS area_name_en, p.point_type_id, z.time_zone
    FROM point p JOIN project_zone z ON z.project_id = p.project_id JOIN point_type t ON t.id = p.point_type_id LEFT JOIN gateway g ON g.id = p.gateway_id
    LEFT JOIN (SELECT point_id, min(device_id) AS device_id, array_agg(device_id ORDER BY device_id) AS device_ids FROM device_point GROUP BY point_id) first ON first.point_id = p.id
    LEFT JOIN device d ON d.id = first.device_id
    LEFT JOIN subarea area ON area.id = d.area_id
    WHERE EXISTS (SELECT 1 FROM alarm_rule_subject s WHERE s.subject_kind = 'point' AND s.subject_id = p.id)
      OR p.id = ANY(${alsoWatched}::int[]) OR p.point_type_id = ANY(${pointTypeIds}::int[])`.execute(db);
  const sources = await sql<SourceRow>`
    SELECT 'gateway' AS kind, g.id, g.id AS gateway_id, g.company_id, g.project_id, g.name, g.name_en FROM gateway g
    WHERE g.id = ANY(${lineIds('gateway')}::int[])
    UNION ALL
    SELECT 'slave', v.id, v.gateway_id, g.company_id, g.project_id, v.name, NULL FROM slave v JOIN gateway g ON g.id = v.gateway_id
    WHERE v.id = ANY(${lineIds('slave')}::int[])`.execute(db);
  const projectIds = [...new Set(points.rows.map(({ project_id }) => project_id))];
  const calendar = await readCalendarRows(system, clientOf(db), projectIds);
  return { rules, points: points.rows, sources: sources.rows, calendar, changed };
}

/** Those of the subjects that still exist, as `type:id`. */
export async function existingSubjects(
  _system: SystemTenant,
  db: DbOrTransaction,
  subjects: readonly Subject[],
): Promise<Set<string>> {
  const idsOf = (type: Subject['type']) => subjects.filter((subject) => subject.type === type).map(({ id }) => id);
  const { rows } = await sql<{ key: string }>`
    SELECT 'point:' || id AS key FROM point WHERE id = ANY(${idsOf('point')}::int[])
    UNION ALL SELECT 'gateway:' || id FROM gateway WHERE id = ANY(${idsOf('gateway')}::int[])
    UNION ALL SELECT 'slave:' || id FROM slave WHERE id = ANY(${idsOf('slave')}::int[])`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

/** Those of the rules that still exist, of closed strategies too. */
export async function existingRules(
  _system: SystemTenant,
  db: DbOrTransaction,
  ruleIds: readonly number[],
): Promise<Set<number>> {
  if (ruleIds.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM alarm_rule WHERE id = ANY(${[...ruleIds]}::int[])
    UNION ALL SELECT -id FROM company WHERE -id = ANY(${[...ruleIds]}::int[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

export interface StateRow {
  rule_id: number;
  subject_kind: Subject['type'];
  subject_id: number;
  state: RuleState;
  rule_hash: string;
}

export const readStates = (_system: SystemTenant, db: DbOrTransaction): Promise<StateRow[]> =>
  db.selectFrom('alarm_state').selectAll().execute() as Promise<StateRow[]>;

export interface OpenRow {
  id: number;
  rule_id: number;
  rule_definition: unknown;
  subject_kind: Subject['type'];
  subject_id: number;
  severity: number;
  band: string | null;
  extreme: number | null;
  raised_at: Date;
  unit: string;
  decimals: number;
}

/** Occurrences that are active for the database, to be held against the states at a start. */
export const readOpen = (_system: SystemTenant, db: DbOrTransaction): Promise<OpenRow[]> =>
  db
    .selectFrom('alarm')
    .where('returned_at', 'is', null)
    .select([
      'id',
      'rule_id',
      'rule_definition',
      'subject_kind',
      'subject_id',
      'severity',
      'band',
      'extreme',
      'raised_at',
      'unit',
      'decimals',
    ])
    .execute() as Promise<OpenRow[]>;

// What the evaluator writes: a fixed number of statements however many alarms there are, rows handed over as one JSON text.

export async function writeStates(
  _system: SystemTenant,
  client: Client,
  changes: readonly (StateChange & { hash: string })[],
): Promise<void> {
  const rowOf = ({ ruleId, subject, state, hash }: (typeof changes)[number]) => ({
    rule_id: ruleId,
    subject_kind: subject.type,
    subject_id: subject.id,
    state,
    rule_hash: hash,
  });
  const normal = changes.filter(({ state }) => state.phase === 'normal').map(rowOf);
  const others = changes.filter(({ state }) => state.phase !== 'normal').map(rowOf);
  await sentTogether(
    ...(normal.length === 0
      ? []
      : [
          client.query(
            `DELETE FROM alarm_state s USING jsonb_to_recordset($1) AS u(rule_id int, subject_kind text, subject_id int)
             WHERE s.rule_id = u.rule_id AND s.subject_kind = u.subject_kind AND s.subject_id = u.subject_id`,
            [JSON.stringify(normal)],
          ),
        ]),
    ...(others.length === 0
      ? []
      : [
          client.query(
            `INSERT INTO alarm_state (rule_id, subject_kind, subject_id, state, rule_hash)
             SELECT * FROM jsonb_to_recordset($1) AS u(rule_id int, subject_kind text, subject_id int, state jsonb, rule_hash text)
             ON CONFLICT (rule_id, subject_kind, subject_id) DO UPDATE SET state = excluded.state, rule_hash = excluded.rule_hash`,
            [JSON.stringify(others)],
          ),
        ]),
  );
}

/** Where an occurrence belongs, for telling people about it. */
export interface WrittenAlarm {
  /** Index in the list that was handed over. */
  readonly index: number;
  readonly id: number;
  readonly company_id: number;
  readonly project_id: number;
  readonly device_id: number | null;
  readonly point_id: number | null;
  readonly severity: number;
  readonly worst_severity: number;
  readonly had_severities: number;
  readonly returned_at: Date | null;
  readonly detected_late: boolean;
}

/** Updates open occurrences. One that is not open any more (its project was deleted) is left out of the answer. */
export async function updateAlarms(
  _system: SystemTenant,
  client: Client,
  writes: readonly { index: number; write: AlarmWrite }[],
): Promise<WrittenAlarm[]> {
  if (writes.length === 0) return [];
  const { rows } = await client.query<WrittenAlarm>(
    `UPDATE alarm a SET
       severity = coalesce(u.severity, a.severity),
       band = CASE WHEN u.severity IS NULL THEN a.band ELSE u.band END,
       worst_severity = least(a.worst_severity, u.worst_severity),
       had_severities = a.had_severities | u.had_severities,
       rule_definition = coalesce(u.redefined, a.rule_definition),
       limit_value = CASE WHEN u.severity IS NULL THEN a.limit_value ELSE u.limit_value END,
       extreme = coalesce(u.extreme, a.extreme),
       sentence_zh = coalesce(u.sentence_zh, a.sentence_zh),
       sentence_en = coalesce(u.sentence_en, a.sentence_en),
       detected_late = a.detected_late OR u.detected_late,
       returned_at = u.returned_at,
       end_reason = u.end_reason,
       acknowledged_at = CASE WHEN NOT u.again THEN a.acknowledged_at END,
       acknowledged_by = CASE WHEN NOT u.again THEN a.acknowledged_by END,
       handled_at = CASE WHEN NOT u.again THEN a.handled_at END,
       handled_by = CASE WHEN NOT u.again THEN a.handled_by END,
       follow_up = CASE WHEN NOT u.again THEN a.follow_up END,
       comment = CASE WHEN NOT u.again THEN a.comment END,
       next_repeat_at = CASE
         WHEN u.returned_at IS NOT NULL OR u.severity > $2 THEN NULL
         WHEN u.next_repeat_at IS NOT NULL AND (u.again OR a.acknowledged_at IS NULL) THEN u.next_repeat_at
         ELSE a.next_repeat_at END
     FROM jsonb_to_recordset($1) AS u(index int, rule_id int, subject_kind text, subject_id int, severity smallint, worst_severity smallint, had_severities smallint, band text,
       limit_value float8, extreme float8, sentence_zh text, sentence_en text, detected_late boolean, again boolean,
       next_repeat_at timestamptz, returned_at timestamptz, end_reason text, redefined jsonb)
     WHERE a.rule_id = u.rule_id AND a.subject_kind = u.subject_kind AND a.subject_id = u.subject_id AND a.returned_at IS NULL
     RETURNING u.index, a.id, a.company_id, a.project_id, a.device_id, a.point_id, a.severity, a.worst_severity, a.had_severities,
       a.returned_at, a.detected_late`,
    [JSON.stringify(writes.map(({ index, write }) => recordOf(index, write))), lowestNotifiedSeverity],
  );
  return rows;
}

/** Numbers for alarms to be inserted, in ascending order. */
export async function reserveAlarmIds(_system: SystemTenant, client: Client, count: number): Promise<number[]> {
  if (count === 0) return [];
  const { rows } = await client.query<{ id: number }>(
    `SELECT nextval(pg_get_serial_sequence('alarm', 'id')) AS id FROM generate_series(1, $1)`,
    [count],
  );
  return rows.map(({ id }) => id);
}

/**
 * Inserts occurrences. One whose project or strategy is gone is left out; so is one that is open already, which the
 * database refuses: neither may hold up the readings that travel in the same transaction.
 *
 * @param writes with the numbers that were reserved for them
 */
export async function insertAlarms(
  _system: SystemTenant,
  client: Client,
  writes: readonly { index: number; id: number; write: AlarmWrite }[],
): Promise<WrittenAlarm[]> {
  if (writes.length === 0) return [];
  const indexOfId = new Map<number, number>();
  const records = writes.map(({ index, id, write }) => {
    indexOfId.set(id, index);
    const { place } = write;
    return {
      ...recordOf(index, write),
      id,
      project_id: place?.projectId,
      strategy_id: write.strategyId,
      rule_definition: definitionOf(write.rule),
      point_id: place?.pointId,
      device_id: place?.deviceId,
      area_id: place?.areaId,
      subject_name: place?.subjectName,
      subject_name_en: place?.subjectNameEn,
      device_name: place?.deviceName,
      device_name_en: place?.deviceNameEn,
      area_name: place?.areaName,
      area_name_en: place?.areaNameEn,
      unit: place?.unit,
      decimals: place?.decimals,
      kind: write.kind,
      raised_at: write.raisedAt,
      value_at_raise: write.valueAtRaise,
    };
  });
  const { rows } = await client.query<Omit<WrittenAlarm, 'index'>>(
    `INSERT INTO alarm (id, company_id, project_id, strategy_id, strategy_name, strategy_name_en, rule_id, rule_definition, subject_kind, subject_id,
       point_id, device_id, area_id, subject_name, subject_name_en, device_name, device_name_en, area_name, area_name_en,
       unit, decimals, kind, severity, worst_severity, had_severities, band, raised_at, returned_at, end_reason, detected_late, value_at_raise, limit_value, extreme,
       sentence_zh, sentence_en, next_repeat_at)
     OVERRIDING SYSTEM VALUE
     SELECT u.id, p.company_id, p.id, st.id, coalesce(st.name, gone.strategy_name), CASE WHEN st.id IS NULL THEN gone.strategy_name_en ELSE st.name_en END, u.rule_id, u.rule_definition, u.subject_kind, u.subject_id,
       pt.id, d.id, area.id, u.subject_name, u.subject_name_en, u.device_name, u.device_name_en, u.area_name, u.area_name_en,
       u.unit, u.decimals, u.kind, u.severity, u.worst_severity, u.had_severities, u.band, u.raised_at, u.returned_at, u.end_reason, u.detected_late, u.value_at_raise, u.limit_value, u.extreme,
       u.sentence_zh, u.sentence_en, u.next_repeat_at
     FROM jsonb_to_recordset($1) AS u(id bigint, project_id int, strategy_id int, rule_id int, rule_definition jsonb,
       subject_kind text, subject_id int, point_id int, device_id int, area_id int, subject_name text, subject_name_en text,
       device_name text, device_name_en text, area_name text, area_name_en text, unit text, decimals smallint, kind text, severity smallint,
       worst_severity smallint, had_severities smallint, band text, raised_at timestamptz, returned_at timestamptz, end_reason text, detected_late boolean,
       value_at_raise float8, limit_value float8, extreme float8, sentence_zh text, sentence_en text, next_repeat_at timestamptz)
     JOIN project p ON p.id = u.project_id
     LEFT JOIN alarm_strategy st ON st.id = u.strategy_id
     LEFT JOIN LATERAL ( -- late data of the time before it was deleted
       SELECT strategy_name, strategy_name_en FROM alarm_rule_version v WHERE v.rule_id = u.rule_id ORDER BY valid_from DESC LIMIT 1) gone ON st.id IS NULL
     LEFT JOIN point pt ON pt.id = u.point_id
     LEFT JOIN device d ON d.id = u.device_id
     LEFT JOIN subarea area ON area.id = u.area_id
     WHERE coalesce(st.name, gone.strategy_name) IS NOT NULL
     ORDER BY u.id
     FOR SHARE OF p -- a project that is just handed to another company takes this alarm along
     ON CONFLICT DO NOTHING
     RETURNING id, company_id, project_id, device_id, point_id, severity, worst_severity, had_severities, returned_at, detected_late`,
    [JSON.stringify(records)],
  );
  return rows.map((row) => ({ ...row, index: indexOfId.get(row.id)! }));
}

const recordOf = (index: number, write: AlarmWrite) => ({
  index,
  rule_id: write.rule.id,
  subject_kind: write.subject.type,
  subject_id: write.subject.id,
  severity: write.severity,
  worst_severity: write.worstSeverity,
  had_severities: write.hadSeverities,
  band: write.band,
  limit_value: write.limit,
  extreme: write.extreme,
  sentence_zh: write.sentence?.zh ?? null,
  sentence_en: write.sentence?.en ?? null,
  detected_late: write.detectedLate,
  again: write.isUnacknowledgedAgain,
  next_repeat_at: write.nextRepeatAt,
  returned_at: write.returnedAt,
  end_reason: write.endReason,
  redefined: write.isRedefined ? definitionOf(write.rule) : null,
});

/** That later steps of the ladder were due. @returns where their alarms are */
export async function insertEscalations(
  tenant: SystemTenant,
  client: Client,
  steps: readonly { alarmId: number; severity: number; text: Bilingual }[],
  at: Date,
): Promise<(PlacedAlarm & { severity: number })[]> {
  if (steps.length === 0) return [];
  await insertJournal(
    tenant,
    client,
    steps.map((step) => ({ ...step, at, kind: 'escalated', value: null, limit: null })),
  );
  const { rows } = await client.query<PlacedAlarm & { severity: number }>(
    'SELECT id, company_id, project_id, device_id, point_id, severity FROM alarm WHERE id = ANY($1::bigint[])',
    [steps.map(({ alarmId }) => alarmId)],
  );
  return rows;
}

type PlacedAlarm = Pick<WrittenAlarm, 'id' | 'company_id' | 'project_id' | 'device_id' | 'point_id'>;

export async function insertJournal(
  _system: SystemTenant,
  client: Client,
  entries: readonly (JournalEntry & { alarmId: number })[],
): Promise<void> {
  if (entries.length === 0) return;
  await client.query(
    `INSERT INTO alarm_journal (alarm_id, at, kind, severity, value, limit_value, text_zh, text_en)
     SELECT u.alarm_id, u.at, u.kind, u.severity, u.value, u.limit_value, u.text_zh, u.text_en
     FROM jsonb_to_recordset($1) AS u(place int, alarm_id bigint, at timestamptz, kind text, severity smallint, value float8,
       limit_value float8, text_zh text, text_en text)
     ORDER BY u.place`,
    [
      JSON.stringify(
        entries.map(({ alarmId, at, kind, severity, value, limit, text }, place) => ({
          place,
          alarm_id: alarmId,
          at,
          kind,
          severity,
          value,
          limit_value: limit,
          text_zh: text.zh,
          text_en: text.en,
        })),
      ),
    ],
  );
}

// Repeats

/**
 * Brings what people are to be told again in line with what strategies ask for now: of alarms that are unconfirmed and were told,
 * none waits longer for its repeat than the interval, in the caller's transaction. Rows another process is working on are left
 * for the next time. What is no longer asked for is found when it is claimed.
 */
export async function followRepeats(_system: SystemTenant, client: Client, at: Date): Promise<void> {
  await client.query(
    `WITH late AS (
       SELECT a.id, $1::timestamptz + make_interval(mins => st.repeat_minutes) AS next
       FROM alarm a JOIN alarm_strategy st ON st.id = a.strategy_id
       WHERE a.returned_at IS NULL AND a.acknowledged_at IS NULL AND a.severity <= $2
         AND (a.next_repeat_at IS NULL OR a.next_repeat_at > $1::timestamptz + make_interval(mins => st.repeat_minutes))
         -- Found in a buffer: people are told of it once it is known to last.
         AND (NOT a.detected_late OR a.next_repeat_at IS NOT NULL
           OR EXISTS (SELECT FROM alarm_journal j WHERE j.alarm_id = a.id AND j.kind = 'stillActive'))
         AND st.repeat_minutes IS NOT NULL
       FOR UPDATE OF a SKIP LOCKED)
     UPDATE alarm a SET next_repeat_at = late.next FROM late WHERE a.id = late.id`,
    [at, lowestNotifiedSeverity],
  );
}

export interface RepeatedRow {
  id: number;
  company_id: number;
  project_id: number;
  device_id: number | null;
  point_id: number | null;
  severity: number;
  repeat_count: number;
  raised_at: Date;
  sentence_zh: string;
  sentence_en: string;
  repeats: boolean;
}

/**
 * Claims alarms whose next repeat is due and moves them on, in the caller's transaction. Rows another process is working
 * on are left to it. `repeats` is false where the strategy no longer asks for repeats.
 */
export async function claimRepeats(
  _system: SystemTenant,
  client: Client,
  at: Date,
  limit: number,
): Promise<RepeatedRow[]> {
  const { rows } = await client.query<RepeatedRow>(
    `WITH due AS (
       SELECT a.id, st.repeat_minutes FROM alarm a LEFT JOIN alarm_strategy st ON st.id = a.strategy_id
       WHERE a.next_repeat_at <= $1 AND a.hidden_by IS NULL AND a.returned_at IS NULL AND a.acknowledged_at IS NULL
         AND a.severity <= $3 ORDER BY a.next_repeat_at LIMIT $2 FOR UPDATE OF a SKIP LOCKED)
     UPDATE alarm a SET
       next_repeat_at = $1::timestamptz + make_interval(mins => due.repeat_minutes),
       repeat_count = a.repeat_count + (due.repeat_minutes IS NOT NULL)::int
     FROM due WHERE a.id = due.id
     RETURNING a.id, a.company_id, a.project_id, a.device_id, a.point_id, a.severity, a.repeat_count, a.raised_at,
       a.sentence_zh, a.sentence_en, due.repeat_minutes IS NOT NULL AS repeats`,
    [at, limit, lowestNotifiedSeverity],
  );
  return rows;
}

// What people see and do
