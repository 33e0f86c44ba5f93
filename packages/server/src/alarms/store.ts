import type { Bilingual } from '@watchpost/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Tenant, UserTenant } from '../access/index.ts';
import { alarmVisible, seenDevice } from '../notifications/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { placesBelow } from '../projects/index.ts';

export interface AlarmListRow {
  id: number;
  company_id: number;
  project_id: number;
  project_name: string;
  project_name_en: string | null;
  device_id: number | null;
  device_name: string;
  device_name_en: string | null;
  point_id: number | null;
  subject_name: string;
  subject_name_en: string | null;
  area_name: string | null;
  area_name_en: string | null;
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

/** Active, or not yet confirmed by anybody, and not hidden. */
const isCurrent = sql`((a.returned_at IS NULL OR a.acknowledged_at IS NULL) AND a.hidden_by IS NULL)`;

/** Inside one of these places: partitions, projects or areas, with everything below them. */
const inSubareas = (tenant: Tenant, subareaIds: readonly number[]): RawBuilder<boolean> => {
  const below = placesBelow(tenant, subareaIds);
  return sql<boolean>`(a.area_id IN ${below} OR a.project_id IN ${below})`;
};

const listColumns = sql`
  a.id, a.company_id, a.project_id, place.name AS project_name, place.name_en AS project_name_en, seen.id AS device_id, seen.name AS device_name, seen.name_en AS device_name_en, a.point_id,
  a.subject_name, a.subject_name_en, a.area_name, a.area_name_en, a.unit, a.decimals, a.kind, a.severity, a.raised_at, a.returned_at, a.extreme,
  a.limit_value, a.sentence_zh, a.sentence_en, a.acknowledged_at, acknowledger.nickname AS acknowledged_name,
  a.handled_at, handler.nickname AS handled_name, a.follow_up, a.comment, a.detected_late,
  (SELECT count(DISTINCT n.user_id) FROM notification n WHERE n.alarm_id = a.id AND n.state <> 'skipped') AS notified_count`;

const listJoins = (tenant: Tenant) => sql`
  JOIN subarea place ON place.id = a.project_id
  LEFT JOIN app_user acknowledger ON acknowledger.id = a.acknowledged_by
  LEFT JOIN app_user handler ON handler.id = a.handled_by
  ${seenDevice(tenant)}`;

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
    alarmVisible(tenant),
    filter.view === 'current'
      ? isCurrent
      : sql`(a.acknowledged_at IS NOT NULL AND a.returned_at IS NULL AND a.hidden_by IS NULL)`,
    filter.raisedFrom && sql`a.raised_at >= ${filter.raisedFrom}`,
    filter.raisedTo && sql`a.raised_at <= ${filter.raisedTo}`,
    text &&
      sql`(${sql.join(
        ['a.subject_name', 'a.subject_name_en', 'seen.name', 'seen.name_en', 'a.sentence_zh', 'a.sentence_en'].map(
          (name) => contains(sql.ref(name), text),
        ),
        sql` OR `,
      )})`,
    deviceName &&
      sql`(${contains(sql.ref('seen.name'), deviceName)} OR ${contains(sql.ref('seen.name_en'), deviceName)})`,
    filter.deviceId !== null &&
      sql`(a.device_id = ${filter.deviceId} OR EXISTS (
        SELECT 1 FROM device_point dp WHERE dp.point_id = a.point_id AND dp.device_id = ${filter.deviceId}))`,
    filter.severities && sql`a.severity = ANY(${[...filter.severities]}::int[])`,
    filter.kinds && sql`a.kind = ANY(${[...filter.kinds]}::text[])`,
    filter.subareaIds && inSubareas(tenant, filter.subareaIds),
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
    SELECT ${listColumns} FROM alarm a ${listJoins(tenant)}
    WHERE ${where} ORDER BY ${orderBy}, a.id DESC OFFSET ${filter.offset} LIMIT ${filter.limit}`.execute(db);
  const count = await sql<{ count: number }>`SELECT count(*) FROM alarm a ${seenDevice(tenant)} WHERE ${where}`.execute(
    db,
  );
  return { rows, total: count.rows[0]?.count ?? 0 };
}

/** Null when it does not exist or the tenant may not see it: from outside both look the same. */
export async function findAlarm(tenant: Tenant, db: DbOrTransaction, alarmId: number): Promise<AlarmListRow | null> {
  const { rows } = await sql<AlarmListRow>`
    SELECT ${listColumns} FROM alarm a ${listJoins(tenant)} WHERE a.id = ${alarmId} AND ${alarmVisible(tenant)}`.execute(
    db,
  );
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
    WHERE a.id = ${alarmId} AND ${alarmVisible(tenant)}`.execute(db);
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
    WHERE j.alarm_id = ${alarmId} AND ${alarmVisible(tenant)} ORDER BY j.id`.execute(db);
  return rows;
}

export interface MessageRow {
  id: number;
  project_id: number;
  project_name: string;
  project_name_en: string | null;
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
  const where = sql`${alarmVisible(tenant)} AND ${isCurrent} AND ${filter.subareaIds ? inSubareas(tenant, filter.subareaIds) : sql`true`}`;
  const { rows } = await sql<MessageRow>`
    SELECT a.id, a.project_id, place.name AS project_name, place.name_en AS project_name_en, a.severity, a.sentence_zh, a.sentence_en, seen.name AS device_name, seen.name_en AS device_name_en,
           a.subject_name, a.subject_name_en, a.raised_at
    FROM alarm a JOIN subarea place ON place.id = a.project_id ${seenDevice(tenant)}
    WHERE ${where} ORDER BY a.raised_at DESC, a.id DESC OFFSET ${filter.offset} LIMIT ${filter.limit}`.execute(db);
  const count = await sql<{ count: number }>`SELECT count(*) FROM alarm a WHERE ${where}`.execute(db);
  return { rows, total: count.rows[0]?.count ?? 0 };
}

export interface LevelCountRow {
  severity: number;
  count: number;
  unconfirmed: number;
  /** Of the unconfirmed, those that are over. */
  returned: number;
  oldest: Date;
}

/** Current alarms by level; levels without any are left out. */
export async function countByLevel(tenant: Tenant, db: DbOrTransaction): Promise<LevelCountRow[]> {
  const { rows } = await sql<LevelCountRow>`
    SELECT a.severity, count(*) AS count, count(*) FILTER (WHERE a.acknowledged_at IS NULL) AS unconfirmed,
           count(*) FILTER (WHERE a.returned_at IS NOT NULL) AS returned, min(a.raised_at) AS oldest
    FROM alarm a WHERE ${alarmVisible(tenant)} AND ${isCurrent} GROUP BY a.severity ORDER BY a.severity`.execute(db);
  return rows;
}

/** Current alarms of each project that has any, as the alarm list of the tenant holds them, and the most severe of them. */
export async function countByProject(
  tenant: Tenant,
  db: DbOrTransaction,
): Promise<Map<number, { count: number; severity: number }>> {
  const { rows } = await sql<{ project_id: number; count: number; severity: number }>`
    SELECT a.project_id, count(*) AS count, min(a.severity) AS severity
    FROM alarm a WHERE ${alarmVisible(tenant)} AND ${isCurrent} GROUP BY a.project_id`.execute(db);
  return new Map(rows.map(({ project_id, count, severity }) => [project_id, { count, severity }]));
}

/** What people did about an alarm, and what an act of theirs has to know. */
export interface LockedAlarm {
  id: number;
  company_id: number;
  project_id: number;
  device_id: number | null;
  point_id: number | null;
  /** Device and point, as far as it has them. */
  name: string;
  severity: number;
  acknowledged_at: Date | null;
  acknowledged_name: string | null;
  handled_at: Date | null;
  follow_up: string | null;
  comment: string | null;
}

/** Locked until the transaction ends, so that two people cannot both be the first. Null when the tenant may not see it. */
export async function lockAlarm(tenant: Tenant, db: DbOrTransaction, alarmId: number): Promise<LockedAlarm | null> {
  const { rows } = await sql<LockedAlarm>`
    SELECT a.id, a.company_id, a.project_id, a.device_id, a.point_id, a.severity, 
           concat_ws(' · ', nullif(a.device_name, ''), a.subject_name) AS name, a.acknowledged_at,
           (SELECT u.nickname FROM app_user u WHERE u.id = a.acknowledged_by) AS acknowledged_name,
           a.handled_at, a.follow_up, a.comment
    FROM alarm a WHERE a.id = ${alarmId} AND ${alarmVisible(tenant)} FOR UPDATE`.execute(db);
  return rows[0] ?? null;
}

/** An occurrence in its project: what every write of a person's act is limited to. */
type Occurrence = Pick<LockedAlarm, 'id' | 'project_id'>;

const isOccurrence = (tenant: Tenant, { id, project_id }: Occurrence): RawBuilder<boolean> =>
  sql<boolean>`(a.id = ${id} AND a.project_id = ${project_id} AND ${alarmVisible(tenant)})`;

/** The tenant's user has acknowledged it; it is not repeated any more. */
export async function writeAcknowledged(
  tenant: UserTenant,
  db: DbOrTransaction,
  occurrence: Occurrence,
  at: Date,
): Promise<void> {
  await sql`
    UPDATE alarm a SET acknowledged_at = ${at}, acknowledged_by = ${tenant.userId}, next_repeat_at = NULL
    WHERE ${isOccurrence(tenant, occurrence)}`.execute(db);
}

/** What the tenant's user decided about it. */
export async function writeHandled(
  tenant: UserTenant,
  db: DbOrTransaction,
  occurrence: Occurrence,
  handling: { at: Date; followUp: string; comment: string },
): Promise<void> {
  await sql`
    UPDATE alarm a SET handled_at = ${handling.at}, handled_by = ${tenant.userId}, follow_up = ${handling.followUp},
      comment = ${handling.comment}
    WHERE ${isOccurrence(tenant, occurrence)}`.execute(db);
}

/** What the tenant's user did, into the journal. The caller has locked the alarm. */
export async function insertAct(
  tenant: UserTenant,
  db: DbOrTransaction,
  occurrence: Occurrence,
  act: { at: Date; kind: 'acknowledged' | 'handled'; text: Bilingual },
): Promise<void> {
  await sql`
    INSERT INTO alarm_journal (alarm_id, at, kind, severity, text_zh, text_en, user_id)
    SELECT a.id, ${act.at}, ${act.kind}, a.severity, ${act.text.zh}, ${act.text.en}, ${tenant.userId}
    FROM alarm a WHERE ${isOccurrence(tenant, occurrence)}`.execute(db);
}
