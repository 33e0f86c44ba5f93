import type { AlarmSource, Bilingual, EndReason } from '@watchpost/contract';
import { type RawBuilder, sql } from 'kysely';
import { deviceVisible, inProjects, type Tenant, type UserTenant } from '../access/index.ts';
import { alarmVisible, seenDevice } from '../notifications/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { type NamedPlace, placesBelow } from '../projects/index.ts';
import { answerableFrom } from './shelves/neverShown.ts';

export interface AlarmListRow {
  id: number;
  rule_id: number;
  company_id: number;
  project_id: number;
  project_name: string;
  project_name_en: string | null;
  device_id: number | null;
  device_name: string;
  device_name_en: string | null;
  point_id: number | null;
  subject_kind: AlarmSource;
  subject_id: number;
  subject_name: string;
  subject_name_en: string | null;
  area_name: string | null;
  area_name_en: string | null;
  unit: string;
  decimals: number;
  kind: string;
  /** The present one; of an alarm that is over, the one it had at its end. */
  severity: number;
  worst_severity: number;
  /** By which it is listed. */
  effective_severity: number;
  raised_at: Date;
  returned_at: Date | null;
  /** Of one that ended though its condition was not over. */
  end_reason: EndReason | null;
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
  measures: string | null;
  analysis_result: string | null;
  notified_count: number;
  hidden_by: number | null;
  hidden_since: Date | null;
  /** From when somebody could confirm it. */
  answerable_from: Date;
  hidden_kind: string | null;
  hidden_reason: string | null;
  hidden_reason_en: string | null;
  hidden_until: Date | null;
  hidden_user: string | null;
}

/** Active, or not yet confirmed by anybody, and not hidden. */
export const isCurrent = sql`((a.returned_at IS NULL OR a.acknowledged_at IS NULL) AND a.hidden_by IS NULL)`;

/** Inside one of these places: partitions, projects or areas, with everything below them. */
export const inSubareas = (tenant: Tenant, places: readonly NamedPlace[], of: 'a' | 's' = 'a'): RawBuilder<boolean> => {
  const below = placesBelow(tenant, places);
  return sql<boolean>`(${sql.ref(`${of}.area_id`)} IN ${below} OR ${sql.ref(`${of}.project_id`)} IN ${below})`;
};

export const listColumns = sql`
  a.id, a.rule_id, a.company_id, a.project_id, place.name AS project_name, place.name_en AS project_name_en, seen.id AS device_id, seen.name AS device_name, seen.name_en AS device_name_en, a.point_id,
  a.subject_kind, a.subject_id, a.subject_name, a.subject_name_en, a.area_name, a.area_name_en, a.unit, a.decimals, a.kind, a.severity, a.worst_severity, a.effective_severity, a.raised_at, a.returned_at, a.end_reason, a.extreme,
  a.limit_value, a.sentence_zh, a.sentence_en, a.acknowledged_at, acknowledger.nickname AS acknowledged_name,
  a.handled_at, handler.nickname AS handled_name, a.follow_up, a.comment, a.measures, a.analysis_result,
  a.detected_late, a.hidden_by, a.hidden_since, ${sql.raw(answerableFrom)} AS answerable_from, shelf.kind AS hidden_kind, shelf.reason AS hidden_reason, shelf.reason_en AS hidden_reason_en, shelf.until_at AS hidden_until, hider.nickname AS hidden_user,
  (SELECT count(DISTINCT n.user_id) FROM notification n WHERE n.alarm_id = a.id AND n.state <> 'skipped') AS notified_count`;

export const listJoins = (tenant: Tenant) => sql`
  JOIN subarea place ON place.id = a.project_id
  LEFT JOIN app_user acknowledger ON acknowledger.id = a.acknowledged_by
  LEFT JOIN app_user handler ON handler.id = a.handled_by
  LEFT JOIN alarm_shelf shelf ON shelf.id = a.hidden_by
  LEFT JOIN app_user hider ON hider.id = shelf.created_by
  ${seenDevice(tenant)}`;

/** Null when it does not exist or the tenant may not see it: from outside both look the same. */
export async function findAlarm(tenant: Tenant, db: DbOrTransaction, alarmId: number): Promise<AlarmListRow | null> {
  const { rows } = await sql<AlarmListRow>`
    SELECT ${listColumns} FROM alarm a ${listJoins(tenant)} WHERE a.id = ${alarmId} AND ${alarmVisible(tenant)}`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** What the strategy `st` of alarm `a` is called; once it is deleted, what it was called when the alarm was raised. */
export const strategyNames = sql`
  CASE WHEN st.id IS NULL THEN a.strategy_name ELSE st.name END AS strategy_name,
  CASE WHEN st.id IS NULL THEN a.strategy_name_en ELSE st.name_en END AS strategy_name_en`;

export interface AlarmRuleRow {
  rule_id: number;
  rule_definition: unknown;
  strategy_name: string | null;
  strategy_name_en: string | null;
  strategy_deleted: boolean;
  status_values: ({ value: number } & Bilingual)[] | null;
  /** Null: the policy is deleted. */
  instruction: string | null;
  instruction_en: string | null;
}

/** The rule an alarm was raised under, as it stood then. */
export async function findAlarmRule(
  tenant: Tenant,
  db: DbOrTransaction,
  alarmId: number,
): Promise<AlarmRuleRow | null> {
  const { rows } = await sql<AlarmRuleRow>`
    SELECT a.rule_id, a.rule_definition, ${strategyNames}, a.strategy_id IS NULL AS strategy_deleted, t.status_values,
      st.instruction, st.instruction_en
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

export interface ToldCount {
  /** Of the course of an alarm. */
  event: 'trigger' | 'repeat' | 'escalation' | 'recovery' | 'shown';
  people: number;
}

/** How many people were told each time, in order. */
export async function countTold(tenant: Tenant, db: DbOrTransaction, alarmId: number): Promise<ToldCount[]> {
  const { rows } = await sql<ToldCount>`
    SELECT CASE WHEN n.step LIKE 'shown:%' THEN 'shown' ELSE (ARRAY['trigger', 'repeat', 'escalation', 'recovery', 'recovery'])[n.push_type + 1] END AS event,
           count(DISTINCT n.user_id) AS people
    FROM notification n JOIN alarm a ON a.id = n.alarm_id
    WHERE n.alarm_id = ${alarmId} AND n.state <> 'skipped' AND ${alarmVisible(tenant)} GROUP BY n.push_type, n.step ORDER BY min(n.id)`.execute(
    db,
  );
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
    SELECT a.id, a.project_id, place.name AS project_name, place.name_en AS project_name_en, a.effective_severity AS severity, a.sentence_zh, a.sentence_en, seen.name AS device_name, seen.name_en AS device_name_en,
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
    SELECT a.effective_severity AS severity, count(*) AS count, count(*) FILTER (WHERE a.acknowledged_at IS NULL) AS unconfirmed,
           count(*) FILTER (WHERE a.returned_at IS NOT NULL) AS returned, min(a.raised_at) AS oldest
    FROM alarm a WHERE ${alarmVisible(tenant)} AND ${isCurrent} GROUP BY 1 ORDER BY 1`.execute(db);
  return rows;
}

/** Active alarms that are hidden now. */
export async function countHidden(tenant: Tenant, db: DbOrTransaction): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) FROM alarm a WHERE ${alarmVisible(tenant)} AND a.returned_at IS NULL AND a.hidden_by IS NOT NULL`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** Current alarms of each project that has any, as the alarm list of the tenant holds them, and the most severe of them. */
export async function countByProject(
  tenant: Tenant,
  db: DbOrTransaction,
): Promise<Map<number, { count: number; severity: number }>> {
  const { rows } = await sql<{ project_id: number; count: number; severity: number }>`
    SELECT a.project_id, count(*) AS count, min(a.effective_severity) AS severity
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
  name_en: string;
  severity: number;
  worst_severity: number;
  effective_severity: number;
  had_severities: number;
  returned_at: Date | null;
  acknowledged_at: Date | null;
  acknowledged_name: string | null;
  handled_at: Date | null;
  handled_name: string | null;
  follow_up: string | null;
  comment: string | null;
  measures: string | null;
  analysis_result: string | null;
}

/** Device and point in both languages, `name` and `name_en`, of an alarm `a` that has no joins. */
export const nameColumns = sql`concat_ws(' · ', nullif(a.device_name, ''), a.subject_name) AS name,
  concat_ws(' · ', nullif(coalesce(nullif(a.device_name_en, ''), a.device_name), ''),
    coalesce(nullif(a.subject_name_en, ''), a.subject_name)) AS name_en`;

/** Locked until the transaction ends, so that two people cannot both be the first. Null when the tenant may not see it. */
export async function lockAlarm(tenant: Tenant, db: DbOrTransaction, alarmId: number): Promise<LockedAlarm | null> {
  const { rows } = await sql<LockedAlarm>`
    SELECT a.id, a.company_id, a.project_id, a.device_id, a.point_id, a.severity, a.worst_severity, a.effective_severity, a.had_severities,
           a.returned_at, ${nameColumns}, a.acknowledged_at,
           (SELECT u.nickname FROM app_user u WHERE u.id = a.acknowledged_by) AS acknowledged_name,
           a.handled_at, (SELECT u.nickname FROM app_user u WHERE u.id = a.handled_by) AS handled_name, a.follow_up, a.comment, a.measures, a.analysis_result
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
  handling: { at: Date; followUp: string; comment: string; measures: string; analysisResult: string },
): Promise<void> {
  await sql`
    UPDATE alarm a SET handled_at = ${handling.at}, handled_by = ${tenant.userId}, follow_up = ${handling.followUp},
      comment = ${handling.comment}, measures = ${handling.measures}, analysis_result = ${handling.analysisResult},
      first_comment_at = coalesce(a.first_comment_at, ${handling.at})
    WHERE ${isOccurrence(tenant, occurrence)}`.execute(db);
}

/** What the tenant's user did, into the journal. The caller has locked the alarm. */
export async function insertAct(
  tenant: UserTenant,
  db: DbOrTransaction,
  occurrence: Occurrence,
  act: { at: Date; kind: 'acknowledged' | 'handled' | 'commented'; text: Bilingual },
): Promise<void> {
  await sql`
    INSERT INTO alarm_journal (alarm_id, at, kind, severity, text_zh, text_en, user_id)
    SELECT a.id, ${act.at}, ${act.kind}, a.severity, ${act.text.zh}, ${act.text.en}, ${tenant.userId}
    FROM alarm a WHERE ${isOccurrence(tenant, occurrence)}`.execute(db);
}

/** What the tenant's user wrote about it. The caller has locked the alarm. */
export async function insertComment(
  tenant: UserTenant,
  db: DbOrTransaction,
  occurrence: Occurrence,
  comment: { at: Date; text: string },
): Promise<void> {
  await sql`
    WITH noted AS (
      UPDATE alarm a SET first_comment_at = coalesce(a.first_comment_at, ${comment.at}) WHERE ${isOccurrence(tenant, occurrence)} RETURNING a.id)
    INSERT INTO alarm_comment (alarm_id, at, user_id, text) SELECT id, ${comment.at}, ${tenant.userId}, ${comment.text} FROM noted`.execute(
    db,
  );
}

export interface CommentRow {
  at: Date;
  user_name: string | null;
  text: string;
}

/** In the order they were written. */
export async function readComments(tenant: Tenant, db: DbOrTransaction, alarmId: number): Promise<CommentRow[]> {
  const { rows } = await sql<CommentRow>`
    SELECT c.at, u.nickname AS user_name, c.text
    FROM alarm_comment c JOIN alarm a ON a.id = c.alarm_id LEFT JOIN app_user u ON u.id = c.user_id
    WHERE c.alarm_id = ${alarmId} AND ${alarmVisible(tenant)} ORDER BY c.id`.execute(db);
  return rows;
}

/** Behind a slave or gateway: the gateway, and the devices that the tenant sees of those with points on it. */
export interface AlarmLine {
  gateway_id: number;
  gateway_name: string;
  gateway_name_en: string | null;
  devices: {
    id: number;
    name: string;
    name_en: string | null;
    area_name: string | null;
    area_name_en: string | null;
  }[];
}

/** As many as a dialog can name. */
const maxDevicesOfLine = 50;

/** Null: it is an alarm of a point, or its slave or gateway is gone. */
export async function findLine(
  tenant: Tenant,
  db: DbOrTransaction,
  { subject_kind, subject_id, project_id }: Pick<AlarmListRow, 'subject_kind' | 'subject_id' | 'project_id'>,
): Promise<AlarmLine | null> {
  if (subject_kind === 'point') return null;
  const { rows } = await sql<AlarmLine>`
    SELECT g.id AS gateway_id, g.name AS gateway_name, g.name_en AS gateway_name_en, coalesce((
      SELECT json_agg(behind ORDER BY behind.name, behind.id) FROM (
        SELECT DISTINCT d.id, d.name, d.name_en, area.name AS area_name, area.name_en AS area_name_en
        FROM point p JOIN device_point dp ON dp.point_id = p.id JOIN device d ON d.id = dp.device_id
        LEFT JOIN subarea area ON area.id = d.area_id
        WHERE p.gateway_id = g.id AND (${subject_kind} = 'gateway' OR p.slave_id = ${subject_id})
          AND ${deviceVisible(tenant, 'd.project_id', 'd.id')}
        ORDER BY d.name, d.id LIMIT ${maxDevicesOfLine}) behind), '[]') AS devices
    FROM gateway g LEFT JOIN slave s ON s.gateway_id = g.id AND ${subject_kind} = 'slave' AND s.id = ${subject_id}
    WHERE g.project_id = ${project_id} AND ${inProjects(tenant, 'g.project_id')}
      AND ((${subject_kind} = 'gateway' AND g.id = ${subject_id}) OR s.id IS NOT NULL)`.execute(db);
  return rows[0] ?? null;
}
