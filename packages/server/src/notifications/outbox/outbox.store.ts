import type { NotSentReason, OutboundChannel } from '@watchpost/contract';
import type { SystemTenant } from '../../access/index.ts';
import type { Client } from '../store.ts';
import { allClearTypes } from './isAllClear.ts';
import type { OnItsWay } from './sendPolicy.ts';

/** A recipient and a way by which something waits for them. */
export interface RecipientBatch {
  readonly channel: OutboundChannel;
  readonly userId: number | null;
  readonly webhookId: number | null;
}

/**
 * What of `notification n` is due at `$1`. An all-clear waits for what a person is still being sent about its alarm: it comes
 * after it, or, where that fails, not at all.
 */
const isDue = `n.state = 'waiting' AND n.message_id IS NULL AND (n.due_at IS NULL OR n.due_at <= $1)
  AND NOT (n.push_type IN (${allClearTypes.join(', ')}) AND n.user_id IS NOT NULL AND EXISTS (
    SELECT FROM notification t JOIN notification_message m ON m.id = t.message_id
    WHERE t.alarm_id = n.alarm_id AND t.user_id = n.user_id AND t.channel = n.channel AND t.push_type NOT IN (${allClearTypes.join(', ')})
      AND m.state = 'waiting'))`;

/**
 * Of what is due, by person and way, what may go now; urgent first, then the longest wait. After a message sent since
 * `floodSince`, or since `urgentSince` where the next is urgent, the next one goes a little later, together with others, and says
 * so. An all-clear delays no alarm.
 */
export async function readPiles(
  _system: SystemTenant,
  client: Client,
  at: Date,
  { floodSince, urgentSince, limit }: { floodSince: Date; urgentSince: Date; limit: number },
): Promise<RecipientBatch[]> {
  const { rows } = await client.query<RecipientBatch>(
    `WITH batch AS MATERIALIZED (
       SELECT waiting.*, waiting.channel = 'webhook' OR NOT EXISTS (
         SELECT FROM notification_message m WHERE m.user_id = waiting.user_id AND m.channel = waiting.channel AND m.alarm_count > 0
           AND (NOT waiting.has_alarms OR EXISTS (
             SELECT FROM notification t WHERE t.message_id = m.id AND t.push_type NOT IN (${allClearTypes.join(', ')})))
           AND m.created_at > CASE WHEN waiting.severity = 1 THEN $3::timestamptz ELSE $2::timestamptz END) AS may_go
       FROM (SELECT channel, user_id, webhook_id, min(severity) AS severity, min(id) AS first_id, bool_or(push_type NOT IN (${allClearTypes.join(', ')})) AS has_alarms
             FROM notification n WHERE ${isDue} GROUP BY channel, user_id, webhook_id) waiting),
     noted AS (
       UPDATE notification n SET reason = 'flood' FROM batch
       WHERE NOT batch.may_go AND n.channel = batch.channel AND n.user_id = batch.user_id AND ${isDue}
         AND n.reason IS DISTINCT FROM 'flood')
     SELECT channel, user_id AS "userId", webhook_id AS "webhookId" FROM batch WHERE may_go
     ORDER BY severity > 1, first_id LIMIT $4`,
    [at, floodSince, urgentSince, limit],
  );
  return rows;
}

export interface WaitingRow extends OnItsWay {
  readonly id: number;
  readonly companyId: number;
  readonly textZh: string;
  readonly textEn: string;
  readonly worstSeverity: number;
  /** The present sentence about the alarm. */
  readonly sentenceZh: string;
  readonly sentenceEn: string;
  readonly createdAt: Date;
  readonly projectName: string;
  readonly projectNameEn: string | null;
  readonly timeZone: string;
  readonly deviceId: number | null;
  readonly deviceName: string;
  readonly deviceNameEn: string | null;
  readonly pointId: number | null;
  readonly subjectName: string;
  readonly subjectNameEn: string | null;
  readonly kind: string;
  /** What its policy says that has to be done; null: the policy is deleted. */
  readonly instruction: string | null;
  readonly instructionEn: string | null;
  readonly raisedAt: Date;
  /** Of an alarm that ended without returning to normal: why. */
  readonly endReason: string | null;
  /** Something about its alarm was sent to this recipient by this way, and nothing says that it did not arrive. */
  readonly wasTold: boolean;
}

/** Of one batch, what is due, locked; more than fits into one message waits for the next. */
export async function lockBatch(
  _system: SystemTenant,
  client: Client,
  { channel, userId, webhookId }: RecipientBatch,
  at: Date,
  limit: number,
): Promise<WaitingRow[]> {
  const { rows } = await client.query<WaitingRow>(
    `SELECT n.id, n.alarm_id AS "alarmId", n.company_id AS "companyId", n.project_id AS "projectId", n.push_type AS "pushType",
       n.severity, a.severity AS "presentSeverity", a.worst_severity AS "worstSeverity", n.step LIKE '%/%' AS "isLadderStep", n.text_zh AS "textZh", n.text_en AS "textEn",
       a.sentence_zh AS "sentenceZh", a.sentence_en AS "sentenceEn", n.due_at IS NOT NULL AS held, n.created_at AS "createdAt",
       place.name AS "projectName", place.name_en AS "projectNameEn", p.time_zone AS "timeZone", a.device_id AS "deviceId",
       a.device_name AS "deviceName", a.device_name_en AS "deviceNameEn", a.point_id AS "pointId", a.subject_name AS "subjectName",
       a.subject_name_en AS "subjectNameEn", a.kind, st.instruction, st.instruction_en AS "instructionEn", a.raised_at AS "raisedAt", a.returned_at AS "returnedAt", a.end_reason AS "endReason",
       a.acknowledged_at AS "acknowledgedAt", a.hidden_by IS NOT NULL AS hidden,
       EXISTS (SELECT FROM notification t JOIN notification_message m ON m.id = t.message_id
               WHERE t.alarm_id = n.alarm_id AND t.user_id = n.user_id AND t.channel = n.channel AND m.state IN ('sent', 'delivered'))
         AS "wasTold"
     FROM notification n JOIN alarm a ON a.id = n.alarm_id JOIN project p ON p.id = a.project_id JOIN subarea place ON place.id = p.id
       LEFT JOIN alarm_strategy st ON st.id = a.strategy_id
     WHERE ${isDue} AND n.channel = $4
       AND ${userId === null ? 'n.webhook_id = $3 AND $2::int IS NULL' : 'n.user_id = $2 AND $3::int IS NULL'}
     ORDER BY n.id LIMIT $5 FOR UPDATE OF n SKIP LOCKED`,
    [at, userId, webhookId, channel, limit],
  );
  return rows;
}

/** Left out, with why. */
export async function skipNotifications(
  _system: SystemTenant,
  client: Client,
  skipped: readonly { id: number; reason: NotSentReason }[],
): Promise<void> {
  if (skipped.length === 0) return;
  await client.query(
    `UPDATE notification n SET state = 'skipped', reason = u.reason FROM unnest($1::bigint[], $2::text[]) AS u(id, reason)
     WHERE n.id = u.id`,
    [skipped.map(({ id }) => id), skipped.map(({ reason }) => reason)],
  );
}

/** Rewrites notifications whose text has changed since: the delivery log keeps what people are told. */
export async function restateNotifications(
  _system: SystemTenant,
  client: Client,
  rows: readonly Pick<WaitingRow, 'id' | 'severity' | 'textZh' | 'textEn'>[],
): Promise<void> {
  if (rows.length === 0) return;
  await client.query(
    `UPDATE notification n SET severity = u.severity, text_zh = u.text_zh, text_en = u.text_en
     FROM unnest($1::bigint[], $2::smallint[], $3::text[], $4::text[]) AS u(id, severity, text_zh, text_en) WHERE n.id = u.id`,
    [
      rows.map(({ id }) => id),
      rows.map(({ severity }) => severity),
      rows.map(({ textZh }) => textZh),
      rows.map(({ textEn }) => textEn),
    ],
  );
}

export interface NewMessage {
  readonly key: string;
  readonly channel: OutboundChannel;
  readonly userId: number | null;
  readonly webhookId: number | null;
  readonly address: string;
  readonly severity: number;
  readonly alarmCount: number;
  readonly subject: string | null;
  readonly body: string;
  readonly code: string | null;
}

/** A message with the notifications in it: from here on it has one key, through every try. */
export async function insertMessage(
  _system: SystemTenant,
  client: Client,
  message: NewMessage,
  notificationIds: readonly number[],
  at: Date,
): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `INSERT INTO notification_message (key, channel, user_id, webhook_id, address, severity, alarm_count, subject, body, code, state,
       next_try_at, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'waiting', $11, $11) RETURNING id`,
    [
      message.key,
      message.channel,
      message.userId,
      message.webhookId,
      message.address,
      message.severity,
      message.alarmCount,
      message.subject,
      message.body,
      message.code,
      at,
    ],
  );
  const id = rows[0]!.id;
  await client.query('UPDATE notification SET message_id = $1 WHERE id = ANY($2::bigint[])', [id, notificationIds]);
  return id;
}

/** Codes with which somebody could still answer from this address. */
export async function codesInUse(
  _system: SystemTenant,
  client: Client,
  address: string,
  since: Date,
): Promise<Set<string>> {
  const { rows } = await client.query<{ code: string }>(
    'SELECT code FROM notification_message WHERE address = $1 AND code IS NOT NULL AND created_at > $2',
    [address, since],
  );
  return new Set(rows.map(({ code }) => code));
}

export interface QueuedMessage {
  readonly id: number;
  readonly key: string;
  readonly channel: OutboundChannel;
  readonly userId: number | null;
  readonly webhookId: number | null;
  readonly address: string;
  readonly subject: string | null;
  readonly body: string;
  readonly code: string | null;
  readonly attempts: number;
  readonly createdAt: Date;
  /** 0: it tells of something that is no alarm. */
  readonly alarmCount: number;
}

/**
 * Takes messages that are due; nobody else takes them until the lease ends, and then they are free again, should the process end
 * in the middle of a send. Of each webhook one, so that it hears everything in order and a slow one delays no other.
 *
 * @param busyWebhooks webhooks with a send under way
 */
export async function claimMessages(
  _system: SystemTenant,
  client: Client,
  channel: OutboundChannel,
  {
    at,
    leaseUntil,
    limit,
    busyWebhooks,
  }: { at: Date; leaseUntil: Date; limit: number; busyWebhooks: readonly number[] },
): Promise<QueuedMessage[]> {
  const { rows } = await client.query<QueuedMessage>(
    `WITH due AS (
       SELECT m.id, m.lease_until IS NOT NULL AS left_over FROM notification_message m
       WHERE m.state = 'waiting' AND m.channel = $1 AND m.next_try_at <= $2 AND (m.lease_until IS NULL OR m.lease_until <= $2)
         AND (m.webhook_id IS NULL OR (m.webhook_id <> ALL($5::int[]) AND m.id = (
           SELECT first.id FROM notification_message first
           WHERE first.webhook_id = m.webhook_id AND first.state = 'waiting' ORDER BY first.id LIMIT 1)))
       ORDER BY m.severity, m.next_try_at, m.id LIMIT $4 FOR UPDATE OF m SKIP LOCKED),
     ended AS (
       INSERT INTO notification_attempt (message_id, number, at, outcome)
       SELECT m.id, m.attempts, $2, 'unknown' FROM due JOIN notification_message m ON m.id = due.id
       WHERE due.left_over AND m.attempts > 0 ON CONFLICT DO NOTHING)
     UPDATE notification_message m SET lease_until = $3, attempts = m.attempts + 1 FROM due WHERE m.id = due.id
     RETURNING m.id, m.key, m.channel, m.user_id AS "userId", m.webhook_id AS "webhookId", m.address, m.subject, m.body, m.code,
       m.attempts, m.created_at AS "createdAt", m.alarm_count AS "alarmCount"`,
    [channel, at, leaseUntil, limit, busyWebhooks],
  );
  return rows;
}

/** The alarms of a message, as they stand now. */
export async function alarmsOfMessage(
  _system: SystemTenant,
  client: Client,
  messageId: number,
): Promise<(OnItsWay & { notificationId: number })[]> {
  const { rows } = await client.query<OnItsWay & { notificationId: number }>(
    `SELECT n.id AS "notificationId", n.alarm_id AS "alarmId", n.project_id AS "projectId", n.severity, a.severity AS "presentSeverity",
       n.push_type AS "pushType", n.step LIKE '%/%' AS "isLadderStep", n.due_at IS NOT NULL AS held, a.acknowledged_at AS "acknowledgedAt", a.returned_at AS "returnedAt", a.hidden_by IS NOT NULL AS hidden
     FROM notification n JOIN alarm a ON a.id = n.alarm_id WHERE n.message_id = $1 ORDER BY n.id`,
    [messageId],
  );
  return rows;
}

/**
 * Of a message about events, how many of them still are of projects that are served, and how many of these its recipient may
 * still see. Null: it is about something else.
 */
export async function eventsOfMessage(
  _system: SystemTenant,
  client: Client,
  messageId: number,
  at: Date,
): Promise<{ served: number; visible: number } | null> {
  const { rows } = await client.query<{ events: number; served: number; visible: number }>(
    `SELECT count(*)::int AS events, count(served.project_id)::int AS served,
(count(*) FILTER (WHERE served.project_id IS NOT NULL AND sees.user_id IS NOT NULL))::int AS visible
     FROM event_told t JOIN platform_event e ON e.id = t.event_id
     LEFT JOIN project_served served ON served.project_id = e.project_id AND served.served_until > $2
     LEFT JOIN sees_event sees ON sees.user_id = t.user_id AND sees.event_id = e.id
     WHERE t.message_id = $1`,
    [messageId, at],
  );
  const { events, served, visible } = rows[0]!;
  return events === 0 ? null : { served, visible };
}

/** Takes these out of their message, to be part of another one. */
export async function releaseNotifications(
  _system: SystemTenant,
  client: Client,
  ids: readonly number[],
): Promise<void> {
  if (ids.length > 0)
    await client.query('UPDATE notification SET message_id = NULL WHERE id = ANY($1::bigint[])', [ids]);
}

export interface Settlement {
  readonly id: number;
  readonly number: number;
  readonly outcome: 'accepted' | 'refused' | 'noAnswer' | null;
  readonly state: 'waiting' | 'sent' | 'delivered' | 'failed' | 'skipped';
  readonly reason: NotSentReason | null;
  readonly detail: string | null;
  readonly providerId: string | null;
  readonly nextTryAt: Date | null;
  readonly nextAskAt: Date | null;
}

/**
 * The result of a try, with its line in the delivery log. A receipt that was faster than this stays. Where nothing was tried after
 * all, the earlier tries and the provider's last words stay as they are.
 */
export async function settleMessage(
  _system: SystemTenant,
  client: Client,
  settled: Settlement,
  at: Date,
): Promise<void> {
  const { id, number, outcome, state, reason, detail, providerId, nextTryAt, nextAskAt } = settled;
  await client.query(
    `WITH attempt AS (
       INSERT INTO notification_attempt (message_id, number, at, outcome, detail)
       SELECT $1, $2, $3, $4, $5 WHERE $4::text IS NOT NULL ON CONFLICT DO NOTHING)
     UPDATE notification_message SET lease_until = NULL, state = $6, reason = $7,
       detail = CASE WHEN $4::text IS NULL THEN detail ELSE $5 END, attempts = attempts - CASE WHEN $4::text IS NULL THEN 1 ELSE 0 END, provider_id = coalesce($8, provider_id),
       next_try_at = $9, next_ask_at = $10,
       sent_at = CASE WHEN $6 IN ('sent', 'delivered') THEN $3 ELSE sent_at END,
       receipt_at = CASE WHEN $6 = 'delivered' THEN $3 ELSE receipt_at END
     WHERE id = $1 AND state = 'waiting'`,
    [id, number, at, outcome, detail, state, reason, providerId, nextTryAt, nextAskAt],
  );
}

export interface Backlog {
  readonly channel: OutboundChannel;
  readonly waiting: number;
  readonly oldestAt: Date;
  /** Since when something has waited while nothing was taken by this way. */
  readonly stuckSince: Date;
}

/** The ways by which messages wait: for readiness and figures. */
export async function readBacklog(system: SystemTenant, client: Client): Promise<Backlog[]> {
  const { rows } = await client.query<Backlog>(
    `SELECT w.channel, w.waiting, w.oldest_at AS "oldestAt", greatest(w.oldest_at, taken.at) AS "stuckSince"
     FROM (SELECT channel, count(*)::int AS waiting, min(created_at) AS oldest_at FROM notification_message
           WHERE state = 'waiting' GROUP BY channel) w
     LEFT JOIN LATERAL (${lastTaken(system, 'w.channel')}) taken ON true`,
  );
  return rows;
}

/** How long something may wait, while nothing is taken, before it is trouble: by then a message was tried four times. */
export const stuckAfterMinutes = 5;
/** The same before a moment `$1`. */
export const stuckBefore = `$1::timestamptz - interval '${stuckAfterMinutes} minutes'`;

/** When a message by a way was last taken, as `at`. */
export const lastTaken = (_system: SystemTenant, channelColumn: string): string =>
  `SELECT max(t.sent_at) AS at FROM notification_message t WHERE t.channel = ${channelColumn} AND t.sent_at IS NOT NULL`;

/** Messages from before that moment that told of alarms or events that are deleted. */
export async function deleteOldMessages(_system: SystemTenant, client: Client, before: Date): Promise<void> {
  await client.query(
    `DELETE FROM notification_message m WHERE created_at < $1 AND NOT EXISTS (SELECT 1 FROM notification n WHERE n.message_id = m.id)
       AND NOT EXISTS (SELECT 1 FROM event_told t WHERE t.message_id = m.id)`,
    [before],
  );
}

/** Where a webhook is, with its sealed secret; null: it is gone or switched off. */
export async function findWebhook(
  _system: SystemTenant,
  client: Client,
  id: number,
): Promise<{ url: string; secret: Buffer } | null> {
  const { rows } = await client.query<{ url: string; secret: Buffer }>(
    'SELECT url, secret FROM company_webhook WHERE id = $1 AND enabled',
    [id],
  );
  return rows[0] ?? null;
}
