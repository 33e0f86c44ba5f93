import type { OutboundChannel } from '@watchpost/contract';
import type { SystemTenant } from '../../access/index.ts';
import type { Client } from '../store.ts';
import { allClearTypes } from './isAllClear.ts';

export interface AskableMessage {
  readonly id: number;
  readonly channel: OutboundChannel;
  readonly key: string;
  readonly providerId: string;
  readonly sentAt: Date;
}

/** Messages whose receipt is asked for now; each moves on to its next time. */
export async function claimAsks(
  _system: SystemTenant,
  client: Client,
  { at, nextAt, giveUpBefore, limit }: { at: Date; nextAt: Date; giveUpBefore: Date; limit: number },
): Promise<AskableMessage[]> {
  const { rows } = await client.query<AskableMessage>(
    `UPDATE notification_message SET next_ask_at = CASE WHEN sent_at < $3 THEN NULL ELSE $2::timestamptz END
     WHERE id IN (SELECT id FROM notification_message WHERE next_ask_at <= $1 ORDER BY next_ask_at LIMIT $4 FOR UPDATE SKIP LOCKED)
     RETURNING id, channel, key, provider_id AS "providerId", sent_at AS "sentAt"`,
    [at, nextAt, giveUpBefore, limit],
  );
  return rows;
}

export interface NewReceipt {
  readonly providerId: string;
  readonly state: 'delivered' | 'failed';
  readonly detail: string | null;
}

/**
 * Held until the transaction ends: a receipt and its send find each other, whichever of them is written down first.
 */
export async function lockReceipt(
  _system: SystemTenant,
  client: Client,
  channel: OutboundChannel,
  providerId: string,
): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`receipt ${channel} ${providerId}`]);
}

/** A receipt; the first counts. @returns whether its message is known */
export async function writeReceipt(
  _system: SystemTenant,
  client: Client,
  channel: OutboundChannel,
  receipt: NewReceipt,
  at: Date,
): Promise<boolean> {
  const { rows } = await client.query<{ known: boolean }>(
    `WITH known AS (SELECT id FROM notification_message WHERE channel = $1 AND provider_id = $2),
     written AS (
       UPDATE notification_message m SET state = $3, receipt_at = $4, next_ask_at = NULL, detail = coalesce($5, m.detail),
         reason = CASE WHEN $3 = 'failed' THEN 'undelivered' END
       FROM known WHERE m.id = known.id AND m.state = 'sent')
     SELECT EXISTS (SELECT 1 FROM known) AS known`,
    [channel, receipt.providerId, receipt.state, at, receipt.detail],
  );
  return rows[0]!.known;
}

/** Of a message that we do not know by this number yet. One that nobody asked for after long belongs to somebody else's message. */
export async function keepEarlyReceipt(
  _system: SystemTenant,
  client: Client,
  channel: OutboundChannel,
  { providerId, state, detail }: NewReceipt,
  { at, keptSince }: { at: Date; keptSince: Date },
): Promise<void> {
  await client.query('DELETE FROM notification_early_receipt WHERE at < $1', [keptSince]);
  await client.query(
    `INSERT INTO notification_early_receipt (channel, provider_id, state, detail, at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT DO NOTHING`,
    [channel, providerId, state, detail, at],
  );
}

/** The receipt that came before its message was known; it is kept no longer. */
export async function takeEarlyReceipt(
  _system: SystemTenant,
  client: Client,
  channel: OutboundChannel,
  providerId: string,
): Promise<(NewReceipt & { readonly at: Date }) | null> {
  const { rows } = await client.query<NewReceipt & { at: Date }>(
    `DELETE FROM notification_early_receipt WHERE channel = $1 AND provider_id = $2
     RETURNING provider_id AS "providerId", state, detail, at`,
    [channel, providerId],
  );
  return rows[0] ?? null;
}

export interface AnsweredMessage {
  readonly id: number;
  readonly userId: number;
  readonly alarms: readonly { alarmId: number; companyId: number; severity: number }[];
}

/** The message that an answer is for, by its code, with what it asked to confirm: from the address it went to, or named by the provider's number. */
export async function findAnswered(
  _system: SystemTenant,
  client: Client,
  channel: OutboundChannel,
  {
    code,
    address,
    providerId,
    since,
  }: { code: string; address: string | null; providerId: string | null; since: Date },
): Promise<AnsweredMessage | null> {
  const { rows } = await client.query<AnsweredMessage>(
    `SELECT m.id, m.user_id AS "userId",
       (SELECT json_agg(json_build_object('alarmId', n.alarm_id, 'companyId', n.company_id, 'severity', n.severity) ORDER BY n.id)
        FROM (SELECT DISTINCT ON (alarm_id) * FROM notification WHERE message_id = m.id AND push_type NOT IN (${allClearTypes.join(', ')})
              ORDER BY alarm_id, severity, id) n) AS alarms
     FROM notification_message m
     WHERE m.channel = $1 AND m.code = $2 AND (m.address = $3 OR m.provider_id = $4) AND m.created_at > $5 AND m.user_id IS NOT NULL
     ORDER BY m.id DESC LIMIT 1`,
    [channel, code, address, providerId, since],
  );
  return rows[0] ?? null;
}

/** Marks a message as answered, and thereby received, with the alarms that the answer confirmed. */
export async function markAnswered(
  _system: SystemTenant,
  client: Client,
  id: number,
  { at, confirmed }: { at: Date; confirmed: readonly number[] },
): Promise<void> {
  await client.query(
    `WITH confirmed AS (
       UPDATE notification SET answered_at = coalesce(answered_at, $2)
       WHERE message_id = $1 AND alarm_id = ANY($3::bigint[]) AND push_type NOT IN (${allClearTypes.join(', ')}) RETURNING id)
     UPDATE notification_message m SET answered_at = CASE WHEN any_confirmed THEN coalesce(answered_at, $2) ELSE answered_at END,
       state = 'delivered', sent_at = coalesce(sent_at, $2), receipt_at = coalesce(receipt_at, $2),
       reason = CASE WHEN any_confirmed OR answered_at IS NOT NULL THEN NULL ELSE 'answeredInVain' END,
       next_ask_at = NULL, next_try_at = NULL
     FROM (SELECT EXISTS (SELECT 1 FROM confirmed) AS any_confirmed) c WHERE m.id = $1`,
    [id, at, confirmed],
  );
}

/** Held until the transaction ends: answers of one number are counted one after the other. */
export async function lockCaller(_system: SystemTenant, client: Client, caller: string): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`answer ${caller}`]);
}

export async function countWrongAnswers(
  _system: SystemTenant,
  client: Client,
  caller: string,
  since: Date,
): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM notification_wrong_answer WHERE caller = $1 AND at > $2',
    [caller, since],
  );
  return rows[0]!.count;
}

/** Older ones no longer count, from any number. @returns its id */
export async function keepWrongAnswer(
  _system: SystemTenant,
  client: Client,
  caller: string,
  { at, keptSince }: { at: Date; keptSince: Date },
): Promise<number> {
  await client.query('DELETE FROM notification_wrong_answer WHERE at <= $1', [keptSince]);
  const { rows } = await client.query<{ id: number }>(
    'INSERT INTO notification_wrong_answer (caller, at) VALUES ($1, $2) RETURNING id',
    [caller, at],
  );
  return rows[0]!.id;
}

/** The answer was right after all. */
export async function deleteWrongAnswer(_system: SystemTenant, client: Client, id: number): Promise<void> {
  await client.query('DELETE FROM notification_wrong_answer WHERE id = $1', [id]);
}
