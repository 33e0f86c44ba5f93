import { randomBytes, randomInt } from 'node:crypto';
import {
  type Bilingual,
  type Channel,
  type Language,
  type NotSentReason,
  pushTypes,
  type webhookEvents,
} from '@watchpost/contract';
import { system } from '../../access/index.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { internationalMobile } from '../../platform/phoneNumber.ts';
import { type AlarmVisibility, alarmVisibilityOf } from '../alarmVisibility.ts';
import type { Client } from '../store.ts';
import { isAllClear } from './isAllClear.ts';
import { callText, mailText, smsText, type ToldAlarm } from './messageText.ts';
import {
  codesInUse,
  insertMessage,
  lockBatch,
  type NewMessage,
  type RecipientBatch,
  readPiles,
  restateNotifications,
  skipNotifications,
  type WaitingRow,
} from './outbox.store.ts';
import { addressOf } from './reachedBy.ts';
import { readPeople } from './recipients.store.ts';
import { isDowngraded, noAccessReason, suppressionReason } from './sendPolicy.ts';

/** Pause between two messages to one person by one way; what comes meanwhile goes together. */
const floodWindowMs = 120_000;
/** Urgent ones are only gathered while a flood begins. */
const urgentWindowMs = 10_000;
const pilesPerRound = 50;
/** Alarms in one message at most. */
const maxInOne = 5_000;
const maxInWebhook = 100;
/** How long an answer counts. */
export const answerableMs = 24 * 3_600_000;

/**
 * Puts what is due together to one message a person and way. Alarms that were acknowledged meanwhile, or that the recipient may
 * no longer see, are left out with the reason.
 *
 * @returns whether there may be more at once
 */
export async function batchMessages(client: Client, nowMs: number, publicUrl: string | null): Promise<boolean> {
  const at = new Date(nowMs);
  const ready = await readPiles(system, client, at, {
    floodSince: new Date(nowMs - floodWindowMs),
    urgentSince: new Date(nowMs - urgentWindowMs),
    limit: pilesPerRound,
  });
  for (const batch of ready) await batchForRecipient(client, batch, nowMs, publicUrl);
  return ready.length === pilesPerRound || ready.some(({ channel }) => channel === 'webhook');
}

async function batchForRecipient(
  client: Client,
  batch: RecipientBatch,
  nowMs: number,
  publicUrl: string | null,
): Promise<void> {
  const { channel, userId, webhookId } = batch;
  const at = new Date(nowMs);
  const locked = await lockBatch(system, client, batch, at, webhookId === null ? maxInOne : maxInWebhook);
  if (locked.length === 0) return;
  // Webhooks get each event in its time; people get what is true when they read it.
  const fallen = new Set(webhookId === null ? locked.filter(isDowngraded).map(({ id }) => id) : []);
  const rows = locked.map((row) => (fallen.has(row.id) ? asItStands(row) : row));
  const visibility = await alarmVisibilityOf(client, rows, nowMs);
  if (webhookId !== null) {
    const served = rows.filter((row) => noAccessReason(row, visibility, null) === null);
    await skipNotifications(
      system,
      client,
      rows.flatMap((row) => {
        const reason = noAccessReason(row, visibility, null);
        return reason === null ? [] : [{ id: row.id, reason }];
      }),
    );
    if (served.length > 0)
      await insertMessage(
        system,
        client,
        webhookMessage(webhookId, served),
        served.map(({ id }) => id),
        at,
      );
    return;
  }
  const person = (await readPeople(system, client, [userId!])).get(userId!);
  const address = person && addressOf(channel, person);
  const first = rows.map((row) => ({ row, reason: against(row, visibility, batch, address ?? null) }));
  // This very message counts as a notification, too.
  const toldNow = new Set(
    first.flatMap(({ row, reason }) => (reason === null && !isAllClear(row) ? [row.alarmId] : [])),
  );
  const judged = first.map(({ row, reason }) => ({
    row,
    reason: reason ?? (isAllClear(row) && !row.wasTold && !toldNow.has(row.alarmId) ? ('neverTold' as const) : null),
  }));
  await skipNotifications(
    system,
    client,
    judged.flatMap(({ row, reason }) => (reason === null ? [] : [{ id: row.id, reason }])),
  );
  const left = judged.filter(({ reason }) => reason === null).map(({ row }) => row);
  if (left.length === 0 || !person || !address) return;
  await restateNotifications(
    system,
    client,
    left.filter(({ id }) => fallen.has(id)),
  );

  const to = channel === 'email' ? address : internationalMobile(address);
  const code = channel === 'email' ? null : await codeFor(client, to, left, userId!, nowMs);
  const told = left.map((row) => toldOf(row, person.language));
  const mail = channel === 'email' ? mailText(told, person.language, publicUrl) : null;
  const text = channel === 'sms' ? smsText(told, person.language, code) : callText(told, person.language, code);
  const message: NewMessage = {
    key: keyOf(channel),
    channel,
    userId,
    webhookId,
    address: to,
    severity: Math.min(...left.map(({ severity }) => severity)),
    alarmCount: new Set(left.map(({ alarmId }) => alarmId)).size,
    subject: mail?.subject ?? null,
    body: mail?.text ?? text,
    code,
  };
  await insertMessage(
    system,
    client,
    message,
    left.map(({ id }) => id),
    at,
  );
}

const asItStands = (row: WaitingRow): WaitingRow => ({
  ...row,
  severity: row.presentSeverity,
  textZh: row.sentenceZh,
  textEn: row.sentenceEn,
});

/** Why a notification is not sent after all; null: it is. */
const against = (
  row: WaitingRow,
  visibility: AlarmVisibility,
  { channel, userId }: Pick<RecipientBatch, 'channel' | 'userId'>,
  address: string | null,
): NotSentReason | null =>
  noAccessReason(row, visibility, userId) ??
  (address === null ? 'noAddress' : suppressionReason(row, { channel, isLater: false }));

/** The code with which the recipient confirms; null: nothing is left to confirm, or nothing that they may confirm. */
async function codeFor(
  client: Client,
  address: string,
  rows: readonly WaitingRow[],
  userId: number,
  nowMs: number,
): Promise<string | null> {
  const open = rows.filter((row) => !isAllClear(row) && row.acknowledgedAt === null);
  if (open.length === 0) return null;
  const handling = await alarmVisibilityOf(client, open, nowMs, ['alarmHandle']);
  if (!open.some((row) => handling.canView(userId, row))) return null;
  const used = await codesInUse(system, client, address, new Date(nowMs - answerableMs));
  for (;;) {
    // Longer codes on a day with so many that short ones could be guessed.
    const code = String(randomInt(10_000 * (used.size > 1_000 ? 100 : 1))).padStart(used.size > 1_000 ? 6 : 4, '0');
    if (!used.has(code)) return code;
  }
}

const keyOf = (channel: Channel): string => `alarm-${channel}-${randomBytes(12).toString('hex')}`;

const textOf = ({ textZh, textEn }: WaitingRow): Bilingual => ({ zh: textZh, en: textEn });

const toldOf = (row: WaitingRow, language: Language): ToldAlarm => ({
  alarmId: row.alarmId,
  projectId: row.projectId,
  // The next person of the escalation gets no rise in severity when the alarm has become milder.
  pushType: row.isLadderStep && row.severity > row.worstSeverity ? pushTypes.repeat : row.pushType,
  severity: row.severity,
  text: textOf(row),
  project: inLanguage(row.projectName, row.projectNameEn, language),
  device: inLanguage(row.deviceName, row.deviceNameEn, language),
  subject: inLanguage(row.subjectName, row.subjectNameEn, language),
  raisedAt: row.raisedAt,
  timeZone: row.timeZone,
  instruction: inLanguage(row.instruction ?? '', row.instructionEn, language),
});

const eventNames: Readonly<Record<number, keyof typeof webhookEvents>> = {
  [pushTypes.trigger]: 'raised',
  [pushTypes.repeat]: 'repeated',
  [pushTypes.escalation]: 'escalated',
  [pushTypes.clear]: 'returned',
  [pushTypes.ended]: 'ended',
};

/** The facts for a company's own systems, with names and words in both languages. */
function webhookMessage(webhookId: number, rows: readonly WaitingRow[]): NewMessage {
  const key = keyOf('webhook');
  const name = (zh: string, en: string | null) => ({ zh, en: en ?? zh });
  const events = rows.map((row) => ({
    notificationId: row.id,
    event: eventNames[row.pushType],
    reason: row.pushType === pushTypes.ended ? row.endReason : null,
    at: row.createdAt.toISOString(),
    alarm: {
      id: row.alarmId,
      kind: row.kind,
      level: row.severity,
      project: { id: row.projectId, ...name(row.projectName, row.projectNameEn) },
      device: row.deviceName === '' ? null : { id: row.deviceId, ...name(row.deviceName, row.deviceNameEn) },
      point: { id: row.pointId, ...name(row.subjectName, row.subjectNameEn) },
      text: textOf(row),
      raisedAt: row.raisedAt.toISOString(),
      returnedAt: row.returnedAt?.toISOString() ?? null,
      acknowledgedAt: row.acknowledgedAt?.toISOString() ?? null,
    },
  }));
  return {
    key,
    channel: 'webhook',
    userId: null,
    webhookId,
    address: '',
    severity: Math.min(...rows.map(({ severity }) => severity)),
    alarmCount: new Set(rows.map(({ alarmId }) => alarmId)).size,
    subject: null,
    body: JSON.stringify({ id: key, events }),
    code: null,
  };
}
