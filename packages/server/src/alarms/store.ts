import type { Bilingual } from '@watchpost/contract';
import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import { deviceVisible, inProjects, levelVisible, type SystemTenant, type Tenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import type { RuleState, StateChange, Subject } from './engine/index.ts';
import type { JournalEntry, OccurrenceWrite } from './occurrenceWrites.ts';
import { definitionOf } from './ruleDefinition.ts';

/** The committer's transaction: the alarms are written in the one that holds the readings. */
export type Client = Pick<pg.ClientBase, 'query'>;

// What is watched

export interface WatchedRuleRow {
  rule_id: number;
  definition: unknown;
  subject_kind: Subject['type'];
  subject_id: number;
  strategy_id: number;
  repeat_minutes: number | null;
  notify_on_clear: boolean;
}

export interface WatchedPointRow {
  id: number;
  company_id: number;
  project_id: number;
  gateway_id: number;
  slave_id: number | null;
  protocol: string;
  name: string;
  name_en: string | null;
  unit: string;
  decimals: number;
  sampling_interval_seconds: number;
  value_type: 'analog' | 'status';
  status_values: ({ value: number } & Bilingual)[];
  device_id: number | null;
  device_name: string | null;
  device_name_en: string | null;
  area_id: number | null;
  area_name: string | null;
}

export interface SourceRow {
  kind: 'gateway' | 'slave';
  id: number;
  gateway_id: number;
  company_id: number;
  project_id: number;
  name: string;
}

/** Every enabled rule with what it watches, as of one moment. */
export async function readWatched(
  _system: SystemTenant,
  db: DbOrTransaction,
): Promise<{ rules: WatchedRuleRow[]; points: WatchedPointRow[]; sources: SourceRow[] }> {
  const rules = await sql<WatchedRuleRow>`
    SELECT r.id AS rule_id, r.definition, s.subject_kind, s.subject_id, st.id AS strategy_id, st.repeat_minutes, st.notify_on_clear
    FROM alarm_rule_subject s JOIN alarm_rule r ON r.id = s.rule_id JOIN alarm_strategy st ON st.id = r.strategy_id AND st.enabled
    ORDER BY s.subject_kind, s.subject_id, r.id`.execute(db);
  // A point may serve several devices; its alarms belong to the first.
  const points = await sql<WatchedPointRow>`
    SELECT p.id, p.company_id, p.project_id, p.gateway_id, p.slave_id, g.protocol, p.name, p.name_en, p.unit, p.decimals,
           p.sampling_interval_seconds, t.value_type, t.status_values,
           d.id AS device_id, d.name AS device_name, d.name_en AS device_name_en, d.area_id, area.name AS area_name
    FROM point p JOIN point_type t ON t.id = p.point_type_id JOIN gateway g ON g.id = p.gateway_id
    LEFT JOIN (SELECT point_id, min(device_id) AS device_id FROM device_point GROUP BY point_id) first ON first.point_id = p.id
    LEFT JOIN device d ON d.id = first.device_id
    LEFT JOIN subarea area ON area.id = d.area_id
    WHERE EXISTS (SELECT 1 FROM alarm_rule_subject s WHERE s.subject_kind = 'point' AND s.subject_id = p.id)`.execute(
    db,
  );
  const sources = await sql<SourceRow>`
    SELECT 'gateway' AS kind, g.id, g.id AS gateway_id, g.company_id, g.project_id, g.name FROM gateway g
    WHERE EXISTS (SELECT 1 FROM alarm_rule_subject s WHERE s.subject_kind = 'gateway' AND s.subject_id = g.id)
    UNION ALL
    SELECT 'slave', v.id, v.gateway_id, g.company_id, g.project_id, v.name FROM slave v JOIN gateway g ON g.id = v.gateway_id
    WHERE EXISTS (SELECT 1 FROM alarm_rule_subject s WHERE s.subject_kind = 'slave' AND s.subject_id = v.id)`.execute(
    db,
  );
  return { rules: rules.rows, points: points.rows, sources: sources.rows };
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
  if (normal.length > 0) {
    await client.query(
      `DELETE FROM alarm_state s USING jsonb_to_recordset($1) AS u(rule_id int, subject_kind text, subject_id int)
       WHERE s.rule_id = u.rule_id AND s.subject_kind = u.subject_kind AND s.subject_id = u.subject_id`,
      [JSON.stringify(normal)],
    );
  }
  if (others.length > 0) {
    await client.query(
      `INSERT INTO alarm_state (rule_id, subject_kind, subject_id, state, rule_hash)
       SELECT * FROM jsonb_to_recordset($1) AS u(rule_id int, subject_kind text, subject_id int, state jsonb, rule_hash text)
       ON CONFLICT (rule_id, subject_kind, subject_id) DO UPDATE SET state = excluded.state, rule_hash = excluded.rule_hash`,
      [JSON.stringify(others)],
    );
  }
}

/** Where an occurrence belongs, for telling people about it. */
export interface WrittenOccurrence {
  /** Index in the list that was handed over. */
  readonly index: number;
  readonly id: number;
  readonly company_id: number;
  readonly project_id: number;
  readonly device_id: number | null;
  readonly point_id: number | null;
  readonly severity: number;
}

/** Updates open occurrences. One that is not open any more (its project was deleted) is left out of the answer. */
export async function updateOccurrences(
  _system: SystemTenant,
  client: Client,
  writes: readonly { index: number; write: OccurrenceWrite }[],
): Promise<WrittenOccurrence[]> {
  if (writes.length === 0) return [];
  const { rows } = await client.query<WrittenOccurrence>(
    `UPDATE alarm a SET
       severity = coalesce(u.severity, a.severity),
       band = CASE WHEN u.severity IS NULL THEN a.band ELSE u.band END,
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
         WHEN u.returned_at IS NOT NULL THEN NULL
         WHEN u.next_repeat_at IS NOT NULL AND (u.again OR a.acknowledged_at IS NULL) THEN u.next_repeat_at
         ELSE a.next_repeat_at END
     FROM jsonb_to_recordset($1) AS u(index int, rule_id int, subject_kind text, subject_id int, severity smallint, band text,
       limit_value float8, extreme float8, sentence_zh text, sentence_en text, detected_late boolean, again boolean,
       next_repeat_at timestamptz, returned_at timestamptz, end_reason text)
     WHERE a.rule_id = u.rule_id AND a.subject_kind = u.subject_kind AND a.subject_id = u.subject_id AND a.returned_at IS NULL
     RETURNING u.index, a.id, a.company_id, a.project_id, a.device_id, a.point_id, a.severity`,
    [JSON.stringify(writes.map(({ index, write }) => recordOf(index, write)))],
  );
  return rows;
}

/**
 * Inserts occurrences. One whose project or strategy is gone is left out; so is one that is open already, which the
 * database refuses: neither may hold up the readings that travel in the same transaction.
 */
export async function insertOccurrences(
  _system: SystemTenant,
  client: Client,
  writes: readonly { index: number; write: OccurrenceWrite }[],
): Promise<WrittenOccurrence[]> {
  if (writes.length === 0) return [];
  const { rows: ids } = await client.query<{ id: number }>(
    `SELECT nextval(pg_get_serial_sequence('alarm', 'id')) AS id FROM generate_series(1, $1)`,
    [writes.length],
  );
  const indexOfId = new Map<number, number>();
  const records = writes.map(({ index, write }, i) => {
    const id = ids[i]!.id;
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
      unit: place?.unit,
      decimals: place?.decimals,
      kind: write.kind,
      raised_at: write.raisedAt,
      value_at_raise: write.valueAtRaise,
    };
  });
  const { rows } = await client.query<Omit<WrittenOccurrence, 'index'>>(
    `INSERT INTO alarm (id, company_id, project_id, strategy_id, rule_id, rule_definition, subject_kind, subject_id,
       point_id, device_id, area_id, subject_name, subject_name_en, device_name, device_name_en, area_name, unit, decimals,
       kind, severity, band, raised_at, returned_at, end_reason, detected_late, value_at_raise, limit_value, extreme,
       sentence_zh, sentence_en, next_repeat_at)
     OVERRIDING SYSTEM VALUE
     SELECT u.id, p.company_id, p.id, st.id, u.rule_id, u.rule_definition, u.subject_kind, u.subject_id,
       pt.id, d.id, area.id, u.subject_name, u.subject_name_en, u.device_name, u.device_name_en, u.area_name, u.unit, u.decimals,
       u.kind, u.severity, u.band, u.raised_at, u.returned_at, u.end_reason, u.detected_late, u.value_at_raise, u.limit_value, u.extreme,
       u.sentence_zh, u.sentence_en, u.next_repeat_at
     FROM jsonb_to_recordset($1) AS u(id bigint, project_id int, strategy_id int, rule_id int, rule_definition jsonb,
       subject_kind text, subject_id int, point_id int, device_id int, area_id int, subject_name text, subject_name_en text,
       device_name text, device_name_en text, area_name text, unit text, decimals smallint, kind text, severity smallint,
       band text, raised_at timestamptz, returned_at timestamptz, end_reason text, detected_late boolean,
       value_at_raise float8, limit_value float8, extreme float8, sentence_zh text, sentence_en text, next_repeat_at timestamptz)
     JOIN project p ON p.id = u.project_id
     JOIN alarm_strategy st ON st.id = u.strategy_id
     LEFT JOIN point pt ON pt.id = u.point_id
     LEFT JOIN device d ON d.id = u.device_id
     LEFT JOIN subarea area ON area.id = u.area_id
     ORDER BY u.id
     ON CONFLICT DO NOTHING
     RETURNING id, company_id, project_id, device_id, point_id, severity`,
    [JSON.stringify(records)],
  );
  return rows.map((row) => ({ ...row, index: indexOfId.get(row.id)! }));
}

const recordOf = (index: number, write: OccurrenceWrite) => ({
  index,
  rule_id: write.rule.id,
  subject_kind: write.subject.type,
  subject_id: write.subject.id,
  severity: write.severity,
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
});

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
       WHERE a.next_repeat_at <= $1 ORDER BY a.next_repeat_at LIMIT $2 FOR UPDATE OF a SKIP LOCKED)
     UPDATE alarm a SET
       next_repeat_at = $1::timestamptz + make_interval(mins => due.repeat_minutes),
       repeat_count = a.repeat_count + (due.repeat_minutes IS NOT NULL)::int
     FROM due WHERE a.id = due.id
     RETURNING a.id, a.company_id, a.project_id, a.device_id, a.point_id, a.severity, a.repeat_count, a.raised_at,
       a.sentence_zh, a.sentence_en, due.repeat_minutes IS NOT NULL AS repeats`,
    [at, limit],
  );
  return rows;
}

// What people see and do

export interface AlarmListRow {
  id: number;
  company_id: number;
  project_id: number;
  project_name: string;
  device_id: number | null;
  device_name: string;
  device_name_en: string | null;
  point_id: number | null;
  subject_name: string;
  subject_name_en: string | null;
  area_name: string | null;
  unit: string;
  decimals: number;
  kind: string;
  severity: number;
  raised_at: Date;
  returned_at: Date | null;
  extreme: number | null;
  limit_value: number | null;
  sentence_zh: string;
  sentence_en: string;
  acknowledged_at: Date | null;
  acknowledged_name: string | null;
  handled_at: Date | null;
  handled_name: string | null;
  follow_up: string | null;
  comment: string | null;
  detected_late: boolean;
  notified_count: number;
}

/** The tenant's projects, devices and levels. Every read of alarms below stands on this one condition. */
const visible = (tenant: Tenant): RawBuilder<boolean> =>
  sql<boolean>`(${inProjects(tenant, 'a.project_id')} AND ${deviceVisible(tenant, 'a.project_id', 'a.device_id')}
    AND ${levelVisible(tenant, 'a.project_id', 'a.severity')})`;

/** Active, or not yet confirmed by anybody. */
const isCurrent = sql`(a.returned_at IS NULL OR a.acknowledged_at IS NULL)`;

/** Inside one of these places: partitions, projects or areas, with everything below them. */
const inSubareas = (subareaIds: readonly number[]): RawBuilder<boolean> => sql<boolean>`EXISTS (
  WITH RECURSIVE below AS (
    SELECT id FROM subarea WHERE id = ANY(${[...subareaIds]}::int[])
    UNION SELECT child.id FROM subarea child JOIN below ON child.parent_id = below.id
  ) SELECT 1 FROM below WHERE below.id IN (a.area_id, a.project_id))`;

const listColumns = sql`
  a.id, a.company_id, a.project_id, place.name AS project_name, a.device_id, a.device_name, a.device_name_en, a.point_id,
  a.subject_name, a.subject_name_en, a.area_name, a.unit, a.decimals, a.kind, a.severity, a.raised_at, a.returned_at, a.extreme,
  a.limit_value, a.sentence_zh, a.sentence_en, a.acknowledged_at, acknowledger.nickname AS acknowledged_name,
  a.handled_at, handler.nickname AS handled_name, a.follow_up, a.comment, a.detected_late,
  (SELECT count(DISTINCT n.user_id) FROM notification n WHERE n.alarm_id = a.id) AS notified_count`;

const listJoins = sql`
  JOIN subarea place ON place.id = a.project_id
  LEFT JOIN app_user acknowledger ON acknowledger.id = a.acknowledged_by
  LEFT JOIN app_user handler ON handler.id = a.handled_by`;

export interface AlarmFilter {
  /** Current: active or unconfirmed. Confirmed: confirmed and still active. */
  view: 'current' | 'confirmed';
  raisedFrom: Date | null;
  raisedTo: Date | null;
  text: string | null;
  deviceName: string | null;
  deviceId: number | null;
  severities: readonly number[] | null;
  kinds: readonly string[] | null;
  subareaIds: readonly number[] | null;
  acknowledged: boolean | null;
  sort: 'time' | 'level' | 'duration' | null;
  ascending: boolean;
  now: Date;
  offset: number;
  limit: number;
}

const contains = (column: RawBuilder<unknown>, part: string): RawBuilder<boolean> =>
  sql<boolean>`strpos(lower(coalesce(${column}, '')), lower(${part})) > 0`;

/** A page of alarms; without a sort of the caller's: unconfirmed first, then the most severe, then the newest. */
export async function pageAlarms(
  tenant: Tenant,
  db: DbOrTransaction,
  filter: AlarmFilter,
): Promise<{ rows: AlarmListRow[]; total: number }> {
  const { text, deviceName } = filter;
  const conditions = [
    visible(tenant),
    filter.view === 'current' ? isCurrent : sql`(a.acknowledged_at IS NOT NULL AND a.returned_at IS NULL)`,
    filter.raisedFrom && sql`a.raised_at >= ${filter.raisedFrom}`,
    filter.raisedTo && sql`a.raised_at <= ${filter.raisedTo}`,
    text &&
      sql`(${sql.join(
        ['subject_name', 'subject_name_en', 'device_name', 'device_name_en', 'sentence_zh', 'sentence_en'].map((name) =>
          contains(sql.ref(`a.${name}`), text),
        ),
        sql` OR `,
      )})`,
    deviceName &&
      sql`(${contains(sql.ref('a.device_name'), deviceName)} OR ${contains(sql.ref('a.device_name_en'), deviceName)})`,
    filter.deviceId !== null && sql`a.device_id = ${filter.deviceId}`,
    filter.severities && sql`a.severity = ANY(${[...filter.severities]}::int[])`,
    filter.kinds && sql`a.kind = ANY(${[...filter.kinds]}::text[])`,
    filter.subareaIds && inSubareas(filter.subareaIds),
    filter.acknowledged !== null && sql`(a.acknowledged_at IS NOT NULL) = ${filter.acknowledged}`,
  ].filter((condition) => condition !== null && condition !== false && condition !== '');
  const where = sql.join(conditions, sql` AND `);
  const direction = filter.ascending ? sql`ASC` : sql`DESC`;
  const order = {
    time: sql`a.raised_at ${direction}`,
    // Descending means the most severe first, and 1 is the most severe.
    level: sql`a.severity ${filter.ascending ? sql`DESC` : sql`ASC`}, a.raised_at DESC`,
    duration: sql`coalesce(a.returned_at, ${filter.now}) - a.raised_at ${direction}`,
  };
  const orderBy = filter.sort ? order[filter.sort] : sql`(a.acknowledged_at IS NOT NULL), a.severity, a.raised_at DESC`;
  const { rows } = await sql<AlarmListRow>`
    SELECT ${listColumns} FROM alarm a ${listJoins}
    WHERE ${where} ORDER BY ${orderBy}, a.id DESC OFFSET ${filter.offset} LIMIT ${filter.limit}`.execute(db);
  const count = await sql<{ count: number }>`SELECT count(*) FROM alarm a WHERE ${where}`.execute(db);
  return { rows, total: count.rows[0]?.count ?? 0 };
}

/** Null when it does not exist or the tenant may not see it: from outside both look the same. */
export async function findAlarm(tenant: Tenant, db: DbOrTransaction, alarmId: number): Promise<AlarmListRow | null> {
  const { rows } = await sql<AlarmListRow>`
    SELECT ${listColumns} FROM alarm a ${listJoins} WHERE a.id = ${alarmId} AND ${visible(tenant)}`.execute(db);
  return rows[0] ?? null;
}

export interface AlarmRuleRow {
  rule_id: number;
  rule_definition: unknown;
  strategy_name: string | null;
  strategy_name_en: string | null;
  status_values: ({ value: number } & Bilingual)[] | null;
}

/** The rule an alarm was raised under, as it stood then. */
export async function findAlarmRule(
  tenant: Tenant,
  db: DbOrTransaction,
  alarmId: number,
): Promise<AlarmRuleRow | null> {
  const { rows } = await sql<AlarmRuleRow>`
    SELECT a.rule_id, a.rule_definition, st.name AS strategy_name, st.name_en AS strategy_name_en, t.status_values
    FROM alarm a LEFT JOIN alarm_strategy st ON st.id = a.strategy_id
    LEFT JOIN point p ON p.id = a.point_id LEFT JOIN point_type t ON t.id = p.point_type_id
    WHERE a.id = ${alarmId} AND ${visible(tenant)}`.execute(db);
  return rows[0] ?? null;
}

export interface JournalRow {
  at: Date;
  kind: string;
  severity: number | null;
  text_zh: string;
  text_en: string;
  user_name: string | null;
}

/** In the order things were written, which for a late buffer is not the order they happened. */
export async function readJournal(tenant: Tenant, db: DbOrTransaction, alarmId: number): Promise<JournalRow[]> {
  const { rows } = await sql<JournalRow>`
    SELECT j.at, j.kind, j.severity, j.text_zh, j.text_en, u.nickname AS user_name
    FROM alarm_journal j JOIN alarm a ON a.id = j.alarm_id LEFT JOIN app_user u ON u.id = j.user_id
    WHERE j.alarm_id = ${alarmId} AND ${visible(tenant)} ORDER BY j.id`.execute(db);
  return rows;
}

export interface MessageRow {
  id: number;
  project_id: number;
  project_name: string;
  severity: number;
  sentence_zh: string;
  sentence_en: string;
  device_name: string;
  device_name_en: string | null;
  subject_name: string;
  subject_name_en: string | null;
  raised_at: Date;
}

/** Current alarms for the message centre, newest first. */
export async function pageMessages(
  tenant: Tenant,
  db: DbOrTransaction,
  filter: { subareaIds: readonly number[] | null; offset: number; limit: number },
): Promise<{ rows: MessageRow[]; total: number }> {
  const where = sql`${visible(tenant)} AND ${isCurrent} AND ${filter.subareaIds ? inSubareas(filter.subareaIds) : sql`true`}`;
  const { rows } = await sql<MessageRow>`
    SELECT a.id, a.project_id, place.name AS project_name, a.severity, a.sentence_zh, a.sentence_en, a.device_name, a.device_name_en,
           a.subject_name, a.subject_name_en, a.raised_at
    FROM alarm a JOIN subarea place ON place.id = a.project_id
    WHERE ${where} ORDER BY a.raised_at DESC, a.id DESC OFFSET ${filter.offset} LIMIT ${filter.limit}`.execute(db);
  const count = await sql<{ count: number }>`SELECT count(*) FROM alarm a WHERE ${where}`.execute(db);
  return { rows, total: count.rows[0]?.count ?? 0 };
}

export interface LevelCountRow {
  severity: number;
  count: number;
  unconfirmed: number;
  oldest: Date;
}

/** Current alarms by level; levels without any are left out. */
export async function countByLevel(tenant: Tenant, db: DbOrTransaction): Promise<LevelCountRow[]> {
  const { rows } = await sql<LevelCountRow>`
    SELECT a.severity, count(*) AS count, count(*) FILTER (WHERE a.acknowledged_at IS NULL) AS unconfirmed, min(a.raised_at) AS oldest
    FROM alarm a WHERE ${visible(tenant)} AND ${isCurrent} GROUP BY a.severity ORDER BY a.severity`.execute(db);
  return rows;
}

/** The time zone in which a call's local times are meant: the project's, else the company's. */
export async function readTimeZone(
  tenant: Tenant,
  db: DbOrTransaction,
  companyId: number,
  projectId: number | null,
): Promise<string | null> {
  const { rows } = await sql<{ time_zone: string }>`
    SELECT time_zone FROM project p WHERE p.id = ${projectId} AND ${inProjects(tenant, 'p.id')}
    UNION ALL SELECT time_zone FROM company WHERE id = ${companyId} LIMIT 1`.execute(db);
  return rows[0]?.time_zone ?? null;
}

/** The handling of an alarm, locked until the transaction ends, so that two people cannot both be the first. */
export async function lockAlarm(
  tenant: Tenant,
  db: DbOrTransaction,
  alarmId: number,
): Promise<{
  id: number;
  company_id: number;
  project_id: number;
  device_id: number | null;
  point_id: number | null;
  severity: number;
  acknowledged_at: Date | null;
  acknowledged_name: string | null;
  handled_at: Date | null;
  follow_up: string | null;
  comment: string | null;
} | null> {
  const { rows } = await sql<NonNullable<Awaited<ReturnType<typeof lockAlarm>>>>`
    SELECT a.id, a.company_id, a.project_id, a.device_id, a.point_id, a.severity, a.acknowledged_at,
           (SELECT u.nickname FROM app_user u WHERE u.id = a.acknowledged_by) AS acknowledged_name,
           a.handled_at, a.follow_up, a.comment
    FROM alarm a WHERE a.id = ${alarmId} AND ${visible(tenant)} FOR UPDATE`.execute(db);
  return rows[0] ?? null;
}

export async function writeAcknowledged(
  tenant: Tenant,
  db: DbOrTransaction,
  alarmId: number,
  userId: number,
  at: Date,
): Promise<void> {
  await db
    .updateTable('alarm')
    .set({ acknowledged_at: at, acknowledged_by: userId, next_repeat_at: null })
    .where('id', '=', alarmId)
    .where(inProjects(tenant, 'project_id'))
    .execute();
}

export async function writeHandled(
  tenant: Tenant,
  db: DbOrTransaction,
  alarmId: number,
  handling: { userId: number; at: Date; followUp: string; comment: string },
): Promise<void> {
  await db
    .updateTable('alarm')
    .set({
      handled_at: handling.at,
      handled_by: handling.userId,
      follow_up: handling.followUp,
      comment: handling.comment,
    })
    .where('id', '=', alarmId)
    .where(inProjects(tenant, 'project_id'))
    .execute();
}

/** What a person did, into the journal. The caller has locked the alarm. */
export async function insertAct(
  _tenant: Tenant,
  db: DbOrTransaction,
  act: {
    alarmId: number;
    at: Date;
    kind: 'acknowledged' | 'handled';
    severity: number;
    text: Bilingual;
    userId: number;
  },
): Promise<void> {
  await db
    .insertInto('alarm_journal')
    .values({
      alarm_id: act.alarmId,
      at: act.at,
      kind: act.kind,
      severity: act.severity,
      text_zh: act.text.zh,
      text_en: act.text.en,
      user_id: act.userId,
    })
    .execute();
}
