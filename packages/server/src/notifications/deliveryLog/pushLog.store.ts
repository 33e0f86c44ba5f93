import type { Channel, NotSentReason, SendState } from '@watchpost/contract';
import { type RawBuilder, sql } from 'kysely';
import type { UserTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { alarmVisible, seenDevice } from '../alarmVisible.store.ts';
import { allClearTypes } from '../outbox/isAllClear.ts';

export interface PushLogFilter {
  readonly channel: Channel;
  readonly projectId: number | undefined;
  readonly alarmId: number | undefined;
  readonly pointId: number | undefined;
  readonly raisedAt: Date | undefined;
  readonly userIds: readonly number[] | undefined;
  readonly sent: boolean | undefined;
  readonly received: boolean | undefined;
  readonly read: boolean | undefined;
  readonly pushTypes: readonly number[] | undefined;
  readonly from: Date | null;
  readonly until: Date | null;
}

export interface PushLogRow {
  readonly id: number;
  /** The message it was told by; null: it was part of none, or not yet. */
  readonly message_id: number | null;
  readonly alarm_id: number;
  readonly user_id: number;
  readonly user_name: string;
  readonly mobile: string | null;
  readonly push_type: number;
  readonly severity: number;
  readonly created_at: Date;
  readonly sent_at: Date | null;
  readonly receipt_at: Date | null;
  readonly answered_at: Date | null;
  readonly due_at: Date | null;
  readonly state: SendState;
  readonly reason: NotSentReason | null;
  readonly detail: string | null;
  readonly attempts: number | null;
  /** How many of the reader's alarms its message told of: one SMS may tell of alarms of two companies. */
  readonly alarm_count: number;
  /** Of a message about this alarm alone; null: none was made, or it told of others, too. */
  readonly body: string | null;
  readonly text_zh: string;
  readonly text_en: string;
  readonly project_name: string;
  readonly project_name_en: string | null;
  readonly device_name: string;
  readonly device_name_en: string | null;
  readonly subject_name: string;
  readonly subject_name_en: string | null;
}

/** Sent, whether or not it arrived. */
const isSent = sql<boolean>`(l.sent_at IS NOT NULL)`;

/** The same for everything that went in one message. */
const messageKey = sql`coalesce(l.message_id, -l.id)`;

/** The tenant's messages of one way. Filtering by an alarm of somebody else finds nothing. */
const matching = (tenant: UserTenant, filter: PushLogFilter): RawBuilder<unknown> => {
  const conditions = [
    sql`l.channel = ${filter.channel} AND l.user_id IS NOT NULL AND l.company_id = ${tenant.companyId} AND ${alarmVisible(tenant)}`,
    filter.projectId !== undefined && sql`l.project_id = ${filter.projectId}`,
    filter.alarmId !== undefined && sql`l.alarm_id = ${filter.alarmId}`,
    filter.pointId !== undefined && sql`a.point_id = ${filter.pointId}`,
    filter.raisedAt !== undefined && sql`a.raised_at = ${filter.raisedAt}`,
    filter.userIds && sql`l.user_id = ANY(${[...filter.userIds]}::int[])`,
    filter.sent !== undefined && sql`${isSent} = ${filter.sent}`,
    filter.received !== undefined && sql`(l.state = 'delivered') = ${filter.received}`,
    filter.read !== undefined && sql`(l.read_at IS NOT NULL) = ${filter.read}`,
    filter.pushTypes && sql`l.push_type = ANY(${[...filter.pushTypes]}::int[])`,
    filter.from && sql`l.created_at >= ${filter.from}`,
    filter.until && sql`l.created_at <= ${filter.until}`,
  ].filter((condition) => condition !== undefined && condition !== false && condition !== null);
  return sql.join(conditions, sql` AND `);
};

/** How many alarms visible to the tenant the message of `l` told of. */
const alarmsOfMessage = (tenant: UserTenant): RawBuilder<number> => sql<number>`(
  SELECT count(DISTINCT n.alarm_id) FROM notification n JOIN alarm a ON a.id = n.alarm_id
  WHERE n.message_id = l.message_id AND n.company_id = ${tenant.companyId} AND ${alarmVisible(tenant)})`;

const selectPushes = (tenant: UserTenant): RawBuilder<unknown> => sql`
    SELECT l.id, l.message_id, l.alarm_id, l.user_id, u.nickname AS user_name, u.mobile, l.push_type, l.severity, l.created_at, l.sent_at,
           l.receipt_at, l.answered_at, l.due_at, l.state, l.reason, l.detail, l.attempts, ${alarmsOfMessage(tenant)} AS alarm_count,
           l.body, l.text_zh, l.text_en,
           place.name AS project_name, place.name_en AS project_name_en, seen.name AS device_name, seen.name_en AS device_name_en,
           a.subject_name, a.subject_name_en
    FROM notification_ledger l JOIN alarm a ON a.id = l.alarm_id JOIN app_user u ON u.id = l.user_id
    JOIN subarea place ON place.id = a.project_id ${seenDevice(tenant)}`;

/** The newest first; `before`: those older than one that was read, however many came since. */
export async function listPushes(
  tenant: UserTenant,
  db: DbOrTransaction,
  filter: PushLogFilter,
  { limit, offset = 0, before }: { limit: number; offset?: number; before?: number | undefined },
): Promise<PushLogRow[]> {
  const { rows } = await sql<PushLogRow>`
    ${selectPushes(tenant)}
    WHERE ${matching(tenant, filter)} AND ${before === undefined ? sql`true` : sql`l.id < ${before}`}
    ORDER BY l.id DESC OFFSET ${offset} LIMIT ${limit}`.execute(db);
  return rows;
}

export async function countPushes(tenant: UserTenant, db: DbOrTransaction, filter: PushLogFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) FROM notification_ledger l JOIN alarm a ON a.id = l.alarm_id WHERE ${matching(tenant, filter)}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** The worst alarm of each of these messages, in the order of its text: ended alarms come last. */
export async function worstOfMessages(
  tenant: UserTenant,
  db: DbOrTransaction,
  filter: PushLogFilter,
  messageIds: readonly number[],
): Promise<Map<number, PushLogRow>> {
  if (messageIds.length === 0) return new Map();
  const { rows } = await sql<PushLogRow & { message_id: number }>`
    SELECT DISTINCT ON (listed.message_id) listed.* FROM (
      ${selectPushes(tenant)} WHERE ${matching(tenant, filter)} AND l.message_id = ANY(${[...messageIds]}::bigint[])) listed
    ORDER BY listed.message_id, listed.push_type = ANY(${[...allClearTypes]}::int[]), listed.severity, listed.id`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.message_id, row]));
}

/** Which of these messages tell of an alarm that the tenant may not see. */
export async function partlyHidden(
  tenant: UserTenant,
  db: DbOrTransaction,
  messageIds: readonly number[],
): Promise<Set<number>> {
  if (messageIds.length === 0) return new Set();
  const { rows } = await sql<{ message_id: number }>`
    SELECT DISTINCT n.message_id FROM notification n JOIN alarm a ON a.id = n.alarm_id
    WHERE n.message_id = ANY(${[...messageIds]}::bigint[]) AND ${alarmVisible(tenant)} IS NOT TRUE`.execute(db);
  return new Set(rows.map(({ message_id }) => message_id));
}

/** How many messages there are among them; what was part of none counts by itself. */
export async function countMessages(tenant: UserTenant, db: DbOrTransaction, filter: PushLogFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(DISTINCT ${messageKey}) FROM notification_ledger l JOIN alarm a ON a.id = l.alarm_id
    WHERE ${matching(tenant, filter)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Who occurs among them. */
export async function peopleOfPushes(
  tenant: UserTenant,
  db: DbOrTransaction,
  filter: PushLogFilter,
): Promise<{ id: number; nickname: string }[]> {
  const { rows } = await sql<{ id: number; nickname: string }>`
    SELECT u.id, u.nickname FROM app_user u WHERE u.id IN (
      SELECT l.user_id FROM notification_ledger l JOIN alarm a ON a.id = l.alarm_id WHERE ${matching(tenant, filter)})
    ORDER BY u.nickname, u.id LIMIT 500`.execute(db);
  return rows;
}

/** Notifications of the tenant's alarms in a stretch of time, sent or left out. */
const within = (tenant: UserTenant, from: Date, until: Date): RawBuilder<unknown> =>
  sql`l.company_id = ${tenant.companyId} AND l.told_at >= ${from} AND l.created_at <= ${until} AND l.told_at <= ${until}
    AND ${alarmVisible(tenant)}`;

/** Messages as providers got them: what went in one piece is one, of however many alarms it told. */
const messages = (condition: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`count(DISTINCT ${messageKey}) FILTER (WHERE ${condition})`;
const alarms = (condition: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`count(DISTINCT l.alarm_id) FILTER (WHERE ${condition})`;
const stands = (...states: readonly SendState[]): RawBuilder<unknown> => sql`l.state = ANY(${[...states]}::text[])`;

export interface ChannelCountRow {
  readonly channel: Channel;
  readonly total: number;
  readonly sent: number;
  readonly alarms: number;
  readonly delivered: number;
  readonly failed: number;
  readonly skipped: number;
  readonly waiting: number;
}

export async function countByChannel(
  tenant: UserTenant,
  db: DbOrTransaction,
  { from, until }: { from: Date; until: Date },
): Promise<ChannelCountRow[]> {
  const { rows } = await sql<ChannelCountRow>`
    SELECT l.channel, ${messages(sql`true`)} AS total, ${messages(isSent)} AS sent, ${alarms(isSent)} AS alarms,
           ${messages(stands('delivered', 'read'))} AS delivered, ${messages(stands('failed'))} AS failed,
           ${messages(stands('skipped'))} AS skipped, ${messages(stands('waiting'))} AS waiting
    FROM notification_ledger l JOIN alarm a ON a.id = l.alarm_id WHERE ${within(tenant, from, until)} GROUP BY l.channel`.execute(
    db,
  );
  return rows;
}

export interface PushDayRow {
  readonly day: string;
  readonly app: number;
  readonly sms: number;
  readonly voice: number;
  readonly email: number;
  readonly webhook: number;
  readonly alarms: number;
  readonly failed: number;
  readonly skipped: number;
}

/** By day of the calendar; days without any are left out. */
export async function countByDay(
  tenant: UserTenant,
  db: DbOrTransaction,
  { from, until, timeZone }: { from: Date; until: Date; timeZone: string },
): Promise<PushDayRow[]> {
  const of = (channel: Channel) => messages(sql`l.channel = ${channel} AND ${isSent}`);
  const { rows } = await sql<PushDayRow>`
    SELECT (l.told_at AT TIME ZONE ${timeZone})::date::text AS day, ${of('app')} AS app, ${of('sms')} AS sms, ${of('voice')} AS voice,
           ${of('email')} AS email, ${of('webhook')} AS webhook, ${alarms(isSent)} AS alarms, ${messages(stands('failed'))} AS failed,
           ${messages(stands('skipped'))} AS skipped
    FROM notification_ledger l JOIN alarm a ON a.id = l.alarm_id WHERE ${within(tenant, from, until)} GROUP BY 1 ORDER BY 1`.execute(
    db,
  );
  return rows;
}

export interface PushPersonRow {
  readonly user_id: number;
  readonly user_name: string;
  readonly app: number;
  readonly app_read: number;
  readonly sms: number;
  readonly sms_delivered: number;
  readonly sms_failed: number;
  readonly voice: number;
  readonly voice_delivered: number;
  readonly voice_failed: number;
  readonly email: number;
  readonly email_failed: number;
  readonly alarms: number;
  readonly skipped: number;
  readonly answered: number;
}

/** By person, the one with most messages first. */
export async function countByPerson(
  tenant: UserTenant,
  db: DbOrTransaction,
  { from, until, userIds }: { from: Date; until: Date; userIds: readonly number[] | undefined },
  page: { limit: number; offset: number },
): Promise<{ rows: PushPersonRow[]; total: number }> {
  const of = (channel: Channel, condition: RawBuilder<unknown> = isSent) =>
    messages(sql`l.channel = ${channel} AND ${condition}`);
  const delivered = stands('delivered');
  const failed = stands('failed');
  const { rows } = await sql<PushPersonRow & { total: number }>`
    SELECT l.user_id, min(u.nickname) AS user_name, ${of('app')} AS app, ${of('app', sql`l.read_at IS NOT NULL`)} AS app_read,
           ${of('sms')} AS sms, ${of('sms', delivered)} AS sms_delivered, ${of('sms', failed)} AS sms_failed,
           ${of('voice')} AS voice, ${of('voice', delivered)} AS voice_delivered, ${of('voice', failed)} AS voice_failed,
           ${of('email')} AS email, ${of('email', failed)} AS email_failed, ${alarms(isSent)} AS alarms,
           ${messages(stands('skipped'))} AS skipped, ${alarms(sql`l.answered_at IS NOT NULL`)} AS answered,
           count(*) OVER () AS total
    FROM notification_ledger l JOIN alarm a ON a.id = l.alarm_id JOIN app_user u ON u.id = l.user_id
    WHERE ${within(tenant, from, until)} AND ${userIds ? sql`l.user_id = ANY(${[...userIds]}::int[])` : sql`true`}
    GROUP BY l.user_id ORDER BY ${messages(isSent)} DESC, l.user_id
    OFFSET ${page.offset} LIMIT ${page.limit}`.execute(db);
  return { rows, total: rows[0]?.total ?? 0 };
}
