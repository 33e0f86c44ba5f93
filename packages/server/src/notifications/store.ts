import type { Bilingual, Channel, NotSentReason, SendState } from '@watchpost/contract';
import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import { inProjects, type SystemTenant, type UserTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import type { ServiceFacts } from '../projects/index.ts';
import { alarmVisible, seenDevice } from './alarmVisible.store.ts';
import type { Announcement } from './announcement.ts';

export type Client = Pick<pg.ClientBase, 'query'>;

/** Whose service may have ended. */
export async function projectsOf(
  _system: SystemTenant,
  client: Client,
  projectIds: readonly number[],
): Promise<({ id: number; company_id: number } & ServiceFacts)[]> {
  const { rows } = await client.query(
    'SELECT id, company_id, time_zone, service_end, disabled_at, deleted_at FROM project WHERE id = ANY($1::int[])',
    [projectIds],
  );
  return rows;
}

/** By alarm, who has a popup about it already, and the severities of these. */
export async function readTold(
  _system: SystemTenant,
  client: Client,
  alarmIds: readonly number[],
): Promise<Map<number, { userId: number; severities: number[] }[]>> {
  if (alarmIds.length === 0) return new Map();
  const { rows } = await client.query<{ alarmId: number; userId: number; severities: number[] }>(
    `SELECT alarm_id AS "alarmId", user_id AS "userId", array_agg(DISTINCT severity) AS severities FROM notification
     WHERE alarm_id = ANY($1::bigint[]) AND channel = 'app' AND state = 'sent' GROUP BY alarm_id, user_id`,
    [alarmIds],
  );
  return Map.groupBy(rows, ({ alarmId }) => alarmId);
}

/** By alarm, every device of its point now. None: an alarm of a gateway or slave. */
export async function devicesOfAlarms(
  _system: SystemTenant,
  client: Client,
  alarmIds: readonly number[],
): Promise<Map<number, Set<number>>> {
  const { rows } = await client.query<{ alarm_id: number; device_ids: number[] }>(
    `SELECT a.id AS alarm_id, array_remove(array_agg(dp.device_id) || a.device_id, NULL) AS device_ids
     FROM alarm a LEFT JOIN device_point dp ON dp.point_id = a.point_id WHERE a.id = ANY($1::bigint[]) GROUP BY a.id`,
    [alarmIds],
  );
  return new Map(rows.map(({ alarm_id, device_ids }) => [alarm_id, new Set(device_ids)]));
}

export interface NewNotification {
  readonly alarmId: number;
  /** Null: a webhook's. */
  readonly userId: number | null;
  readonly webhookId?: number;
  readonly companyId: number;
  readonly projectId: number;
  readonly pushType: number;
  readonly step: string;
  readonly severity: number;
  readonly text: Bilingual;
  /** A popup by default, which is sent by being written. */
  readonly channel?: Channel;
  readonly state?: 'waiting' | 'sent' | 'skipped';
  readonly reason?: NotSentReason | null;
  readonly dueAt?: Date | null;
}

export interface NewRow {
  alarm_id: number;
  user_id: number | null;
  step: string;
  channel: Channel;
  state: string;
}

/** @returns only new ones: a step that has reached a person already is left alone. */
export async function insertNotifications(
  _system: SystemTenant,
  client: Client,
  notifications: readonly NewNotification[],
  at: Date,
): Promise<NewRow[]> {
  if (notifications.length === 0) return [];
  const column = <T>(read: (notification: NewNotification) => T): T[] => notifications.map(read);
  const { rows } = await client.query<NewRow>(
    `INSERT INTO notification (company_id, project_id, alarm_id, user_id, push_type, step, severity, text_zh, text_en, channel,
       webhook_id, state, reason, due_at, created_at)
     SELECT u.company_id, u.project_id, u.alarm_id, u.user_id, u.push_type, u.step, u.severity, u.text_zh, u.text_en, u.channel,
       u.webhook_id, u.state, u.reason, u.due_at, $15
     FROM unnest($1::int[], $2::int[], $3::bigint[], $4::int[], $5::smallint[], $6::text[], $7::smallint[], $8::text[], $9::text[],
         $10::text[], $11::int[], $12::text[], $13::text[], $14::timestamptz[])
       WITH ORDINALITY AS u(company_id, project_id, alarm_id, user_id, push_type, step, severity, text_zh, text_en, channel,
         webhook_id, state, reason, due_at, place)
     ORDER BY u.place
     ON CONFLICT DO NOTHING
     RETURNING alarm_id, user_id, step, channel, state`,
    [
      column((n) => n.companyId),
      column((n) => n.projectId),
      column((n) => n.alarmId),
      column((n) => n.userId),
      column((n) => n.pushType),
      column((n) => n.step),
      column((n) => n.severity),
      column((n) => n.text.zh),
      column((n) => n.text.en),
      column((n) => n.channel ?? 'app'),
      column((n) => n.webhookId ?? null),
      column((n) => n.state ?? 'sent'),
      column((n) => n.reason ?? null),
      column((n) => n.dueAt ?? null),
      at,
    ],
  );
  return rows;
}

/** Cancels the later escalation steps of these alarms. */
export async function dropLadders(_system: SystemTenant, client: Client, alarmIds: readonly number[]): Promise<void> {
  if (alarmIds.length === 0) return;
  await client.query('DELETE FROM alarm_announcement WHERE alarm_id = ANY($1::bigint[]) AND ladder_step > 0', [
    alarmIds,
  ]);
}

/** Announcements, before their recipients are known: one row an item, one statement for all. */
export async function insertAnnouncements(
  _system: SystemTenant,
  client: Client,
  items: readonly Announcement[],
  at: Date,
): Promise<void> {
  if (items.length === 0) return;
  const column = <T>(read: (item: Announcement) => T): T[] => items.map(read);
  await client.query(
    `INSERT INTO alarm_announcement (alarm_id, project_id, push_type, step, severity, text_zh, text_en, only_those_told, ladder_step,
       due_at, created_at)
     SELECT u.alarm_id, u.project_id, u.push_type, u.step, u.severity, u.text_zh, u.text_en, u.only_those_told, u.ladder_step,
       u.due_at, $11
     FROM unnest($1::bigint[], $2::int[], $3::smallint[], $4::text[], $5::smallint[], $6::text[], $7::text[], $8::boolean[],
         $9::smallint[], $10::timestamptz[])
       WITH ORDINALITY AS u(alarm_id, project_id, push_type, step, severity, text_zh, text_en, only_those_told, ladder_step,
         due_at, place)
     ORDER BY u.place`,
    [
      column((item) => item.alarmId),
      column((item) => item.projectId),
      column((item) => item.pushType),
      column((item) => item.step),
      column((item) => item.severity),
      column((item) => item.text.zh),
      column((item) => item.text.en),
      column((item) => item.previouslyNotifiedOnly),
      column((item) => item.ladderStep ?? 0),
      column((item) => item.dueAt ?? null),
      at,
    ],
  );
}

/** Takes the oldest announcements off the queue, in their order; with the transaction they are gone, or back when it fails. */
export async function takeAnnouncements(
  _system: SystemTenant,
  client: Client,
  limit: number,
  at: Date,
): Promise<(Announcement & { createdAt: Date })[]> {
  const { rows } = await client.query<{
    id: number;
    alarm_id: number;
    project_id: number;
    push_type: number;
    step: string;
    severity: number;
    text_zh: string;
    text_en: string;
    only_those_told: boolean;
    ladder_step: number;
    due_at: Date | null;
    created_at: Date;
  }>(
    `DELETE FROM alarm_announcement WHERE id IN (
       SELECT id FROM alarm_announcement WHERE due_at IS NULL OR due_at <= $2 ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED)
     RETURNING *`,
    [limit, at],
  );
  rows.sort((a, b) => a.id - b.id);
  return rows.map((row) => ({
    alarmId: row.alarm_id,
    projectId: row.project_id,
    severity: row.severity,
    pushType: row.push_type,
    step: row.step,
    text: { zh: row.text_zh, en: row.text_en },
    previouslyNotifiedOnly: row.only_those_told,
    ladderStep: row.ladder_step,
    createdAt: row.due_at ?? row.created_at,
  }));
}

/** When the oldest announcement that is due was written; null: none waits. Those that another session is taking count, too. */
export async function oldestAnnouncement(_system: SystemTenant, client: Client, at: Date): Promise<Date | null> {
  const { rows } = await client.query<{ oldest: Date | null }>(
    'SELECT min(coalesce(due_at, created_at)) AS oldest FROM alarm_announcement WHERE due_at IS NULL OR due_at <= $1',
    [at],
  );
  return rows[0]!.oldest;
}

export interface PopupRow {
  id: number;
  alarm_id: number;
  project_id: number;
  project_name: string;
  project_name_en: string | null;
  device_id: number | null;
  device_name: string;
  device_name_en: string | null;
  subject_name: string;
  subject_name_en: string | null;
  push_type: number;
  severity: number;
  kind: string;
  text_zh: string;
  text_en: string;
  raised_at: Date;
  returned_at: Date | null;
  acknowledged_at: Date | null;
  acknowledged_name: string | null;
}

/** Unread, and still visible to the tenant: a right that is taken away hides earlier messages too. */
const waiting = (tenant: UserTenant, userId: number): RawBuilder<boolean> => sql<boolean>`(
  n.user_id = ${userId} AND n.channel = 'app' AND n.state = 'sent' AND n.company_id = ${tenant.companyId} AND n.read_at IS NULL AND a.hidden_by IS NULL
  AND ${alarmVisible(tenant)})`;

/** The newest unread message of each alarm, newest first: a night of repeats is one popup, not forty. */
export async function pagePopups(
  tenant: UserTenant,
  db: DbOrTransaction,
  page: { offset: number; limit: number },
): Promise<{ rows: PopupRow[]; total: number }> {
  const where = waiting(tenant, tenant.userId);
  const { rows } = await sql<PopupRow>`
    SELECT n.id, n.alarm_id, a.project_id, place.name AS project_name, place.name_en AS project_name_en, seen.id AS device_id, seen.name AS device_name, seen.name_en AS device_name_en,
           a.subject_name, a.subject_name_en, n.push_type, n.severity, a.kind, n.text_zh, n.text_en, a.raised_at, a.returned_at, a.acknowledged_at, acknowledger.nickname AS acknowledged_name
    FROM (SELECT max(n.id) AS id FROM notification n JOIN alarm a ON a.id = n.alarm_id WHERE ${where} GROUP BY n.alarm_id) newest
    JOIN notification n ON n.id = newest.id JOIN alarm a ON a.id = n.alarm_id JOIN subarea place ON place.id = a.project_id
    LEFT JOIN app_user acknowledger ON acknowledger.id = a.acknowledged_by ${seenDevice(tenant)}
    ORDER BY n.id DESC OFFSET ${page.offset} LIMIT ${page.limit}`.execute(db);
  const count = await countPopups(tenant, db);
  return { rows, total: count };
}

/** How many alarms have a popup waiting for the caller. */
export async function countPopups(tenant: UserTenant, db: DbOrTransaction): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(DISTINCT n.alarm_id) FROM notification n JOIN alarm a ON a.id = n.alarm_id
    WHERE ${waiting(tenant, tenant.userId)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Marks messages as read, and with each the earlier ones about the same alarm. Other people's are left alone. */
export async function markRead(
  tenant: UserTenant,
  db: DbOrTransaction,
  ids: readonly number[],
  at: Date,
): Promise<void> {
  await sql`
    UPDATE notification n SET read_at = ${at}
    FROM (SELECT alarm_id, max(id) AS id FROM notification WHERE id = ANY(${[...ids]}::bigint[]) AND user_id = ${tenant.userId} AND channel = 'app' GROUP BY alarm_id) closed
    WHERE n.alarm_id = closed.alarm_id AND n.id <= closed.id AND n.user_id = ${tenant.userId} AND n.channel = 'app' AND n.read_at IS NULL`.execute(
    db,
  );
}

/** The tenant's user knows of this alarm: all their messages about it count as read. */
export async function markAlarmRead(tenant: UserTenant, db: DbOrTransaction, alarmId: number, at: Date): Promise<void> {
  await db
    .updateTable('notification')
    .set({ read_at: at })
    .where('alarm_id', '=', alarmId)
    .where('user_id', '=', tenant.userId)
    .where('channel', '=', 'app')
    .where(inProjects(tenant, 'project_id'))
    .where('read_at', 'is', null)
    .execute();
}

/** Those of the tenant's projects with what decides whether their service has ended. */
export const tenantProjects = (tenant: UserTenant, db: DbOrTransaction): Promise<({ id: number } & ServiceFacts)[]> =>
  db
    .selectFrom('project')
    .where(inProjects(tenant, 'id'))
    .select(['id', 'time_zone', 'service_end', 'disabled_at', 'deleted_at'])
    .execute();

export interface ToldRow {
  name: string;
  push_type: number;
  channel: Channel;
  state: SendState;
  reason: NotSentReason | null;
  at: Date;
  read_at: Date | null;
}

/** Who was notified of an alarm, by every way, and who was left out; in order. The caller has checked that the alarm is visible. */
export async function readToldPeople(tenant: UserTenant, db: DbOrTransaction, alarmId: number): Promise<ToldRow[]> {
  const { rows } = await sql<ToldRow>`
    SELECT coalesce(u.nickname, w.name, '') AS name, l.push_type, l.channel, l.state, l.reason, coalesce(l.sent_at, l.created_at) AS at,
      coalesce(l.read_at, l.receipt_at) AS read_at
    FROM notification_ledger l LEFT JOIN app_user u ON u.id = l.user_id LEFT JOIN company_webhook w ON w.id = l.webhook_id
    WHERE l.alarm_id = ${alarmId} AND ${inProjects(tenant, 'l.project_id')} ORDER BY l.id`.execute(db);
  return rows;
}
