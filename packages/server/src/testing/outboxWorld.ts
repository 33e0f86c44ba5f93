import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CallName, DutyPlan } from '@watchpost/contract';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { installationSecret } from '../platform/db/installationSecret.ts';
import { createSecretBox } from '../platform/secretBox.ts';
import { makeCall, startTestApplication, type TestApplication } from './application.ts';
import { anEquippedCompany, type EquippedCompany, measure } from './equippedCompany.ts';
import { aMember, aPoint } from './factories.ts';
import { aMailServer } from './mailServer.ts';
import { aProvider, type TestProvider } from './phoneProvider.ts';
import { soon } from './soon.ts';
import { tokenFor } from './tokenFor.ts';

/**
 * The messages of a company: a policy with two people in its escalation, providers of SMS and calls, a mail server and a webhook.
 * Each test takes points of its own out of `points`, so that no two tests share an alarm.
 */
/** Thursday noon in Shanghai. */
export const noon = Date.UTC(2026, 9, 1, 4);
export const minute = 60_000;
export const clock = manualClock(noon);
export const webhookSecret = 'whsec_test';
/** One severity above −15, a worse one above −10. */
const twoLimits = (high: number, highHigh: number) =>
  JSON.stringify({
    kind: 'limit',
    bands: { high: { limit: -15, severity: high }, highHigh: { limit: -10, severity: highHigh } },
    ...{ deadband: 1, onDelaySeconds: 0, offDelaySeconds: 0 },
  });
const importantThenUrgent = twoLimits(2, 1);
const recordThenImportant = twoLimits(4, 2);
const generalThenImportant = twoLimits(3, 2);
/** Rules of some of the points, by their place. */
const ownLimits = new Map([
  [68, importantThenUrgent],
  [73, importantThenUrgent],
  [75, recordThenImportant],
  [76, generalThenImportant],
  [82, importantThenUrgent],
]);

export let app: TestApplication;
export let company: EquippedCompany;
export let sms: TestProvider;
export let voice: TestProvider;
export let mailServer: Awaited<ReturnType<typeof aMailServer>>;
export let hook: { url: string; received: { headers: IncomingHttpHeaders; body: string }[]; close(): Promise<void> };
/** First and second of the escalation. */
export let lin = 0;
export let zhao = 0;
export let strategyId = 0;
export const points: number[] = [];

async function aHook() {
  const received: { headers: IncomingHttpHeaders; body: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += String(part);
    });
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      response.end('ok');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/alarms`;
  return { url, received, close: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}

/** Too warm, or cold again. */
export const measured = (pointIds: readonly number[], value: number) =>
  measure(
    app.application,
    pointIds.map((pointId) => ({ pointId, at: clock.now(), value })),
  );

export const alarmOf = (pointId: number) =>
  app.database.db
    .selectFrom('alarm')
    .where('point_id', '=', pointId)
    .orderBy('id', 'desc')
    .selectAll()
    .executeTakeFirstOrThrow();

export async function ledgerOf(pointId: number, userId: number) {
  const { id } = await alarmOf(pointId);
  const { rows } = await app.database.pool.query<{
    channel: string;
    step: string;
    state: string;
    reason: string | null;
  }>(
    `SELECT channel, step, state, reason FROM notification_ledger WHERE alarm_id = $1 AND user_id = $2 AND channel <> 'app' ORDER BY id`,
    [id, userId],
  );
  return rows.map(
    ({ channel, step, state, reason }) => `${channel} ${step} ${state}${reason === null ? '' : ` ${reason}`}`,
  );
}

/** The next 23:00 in Shanghai. */
export const nextNight = (): number =>
  Math.ceil((clock.now() - 15 * 60 * minute) / (24 * 60 * minute)) * 24 * 60 * minute + 15 * 60 * minute;

/** Quiet hours from 22:00 to 07:00 for what is important. */
export const sleepsAtNight = (userId: number) =>
  app.database.db
    .insertInto('notification_setting')
    .values({
      ...{ user_id: userId, language: 'zh', quiet_from: 22 * 60, quiet_until: 7 * 60 },
      ...{ quiet_weekdays: [1, 2, 3, 4, 5, 6, 7], quiet_severities: [2] },
    })
    .execute();

export const textsOf = ({ taken }: TestProvider) => [...taken.values()].map(({ text }) => text);

/** Sends what still waits, and leaves enough time so that it gathers nothing. */
export async function nothingWaits() {
  app.application.outbox.wake();
  await app.application.outbox.settled();
  clock.advance(3 * minute);
}

/** Takes the point off its rule, which ends the alarm on it with that reason. */
export async function unwatch(pointId: number): Promise<void> {
  await app.database.db
    .deleteFrom('alarm_rule_subject')
    .where('subject_kind', '=', 'point')
    .where('subject_id', '=', pointId)
    .execute();
  app.application.events.emit('configurationChanged', {
    companyId: company.companyId,
    kind: 'alarmStrategy',
    ids: [strategyId],
  });
  const hasEnded = async () => {
    clock.advance(1_000);
    await measured([points[67]!], -20);
    return (await alarmOf(pointId)).end_reason;
  };
  await expect.poll(hasEnded, soon).toBe('ruleClosed');
}

/** A maintenance window begins on a point with an active alarm. */
export async function hideByMaintenance(pointId: number): Promise<{ id: number; shelfId: number }> {
  const { db } = app.database;
  const now = new Date(clock.now());
  const { project_id, id } = await alarmOf(pointId);
  const shelf = await db
    .insertInto('alarm_shelf')
    .values({
      ...{ company_id: company.companyId, project_id, kind: 'maintenance', reason: 'Door', point_id: pointId },
      ...{ from_at: now, created_by: lin, created_at: now },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.updateTable('alarm').set({ hidden_by: shelf.id, hidden_since: now }).where('id', '=', id).execute();
  return { id, shelfId: shelf.id };
}

/** A call by somebody who manages notifications; the refused fields, where it was refused. */
export async function asManager(name: CallName, body: object) {
  const token = await tokenFor(app.database.db, company.userId, clock);
  const { status, envelope } = await makeCall(
    app.url,
    name,
    { body: { ProjectId: company.projectId, ...body } },
    { token },
  );
  const { Fields } = (envelope.Data ?? {}) as { Fields?: { Field: string }[] };
  return Fields ? Fields.map(({ Field }) => Field) : status === 200 ? envelope.Data : status;
}

/** Who is on duty that day. */
export async function planOf(day: string): Promise<DutyPlan> {
  const token = await tokenFor(app.database.db, company.userId, clock);
  const query = { ProjectId: company.projectId, Day: day };
  return (await makeCall(app.url, 'getDutyPlan', { query }, { token })).envelope.Data as DutyPlan;
}

/** To be called by a file of tests, once, at its top. */
export function setUpOutboxWorld(): void {
  beforeAll(async () => {
    [sms, voice, mailServer, hook] = await Promise.all([aProvider(), aProvider(), aMailServer(), aHook()]);
    app = await startTestApplication({
      clock,
      config: {
        demo: false,
        sms: sms.settings,
        voice: voice.settings,
        mail: { url: mailServer.url, from: 'watch@example.com' },
        allowedPrivateHosts: ['127.0.0.1'],
      },
      prepare: async ({ db }) => {
        company = await anEquippedCompany(db, 'Ours');
        const { companyId, projectId, gatewayId, deviceId } = company;
        const permissions = ['alarmManage', 'alarmHandle', 'eventCenter'] as const;
        lin = await aMember(db, companyId, projectId, { nickname: 'Lin', permissions });
        zhao = await aMember(db, companyId, projectId, { nickname: 'Zhao', permissions });
        await db
          .updateTable('app_user')
          .set({ mobile: '13900000001', email: 'lin@example.com' })
          .where('id', '=', lin)
          .execute();
        await db.updateTable('app_user').set({ mobile: '13900000002' }).where('id', '=', zhao).execute();
        const rule = await db.selectFrom('alarm_rule').select(['id', 'strategy_id']).executeTakeFirstOrThrow();
        strategyId = rule.strategy_id;
        await db.updateTable('alarm_strategy').set({ escalate_minutes: 10 }).where('id', '=', strategyId).execute();
        for (let n = 0; n < 83; n++) {
          const pointId = await aPoint(db, gatewayId, { deviceId, name: `Air ${n}`, nameEn: `Air ${n}` });
          points.push(pointId);
          await db
            .insertInto('alarm_rule_subject')
            .values({
              rule_id: rule.id,
              subject_kind: 'point',
              subject_id: pointId,
              definition: ownLimits.get(n) ?? null,
            })
            .execute();
        }
        const contact = { strategy_id: strategyId, severities: [1, 2, 3] };
        await db
          .insertInto('alarm_strategy_contact')
          .values([
            { ...contact, user_id: lin, channels: ['sms', 'voice', 'email'] },
            { ...contact, user_id: zhao, channels: ['sms', 'app'], step: 1 },
          ])
          .execute();
        await db.insertInto('notification_setting').values({ user_id: zhao, language: 'en' }).execute();
        await db
          .insertInto('company_webhook')
          .values({
            company_id: companyId,
            name: 'Desk',
            url: hook.url,
            secret: createSecretBox(await installationSecret(db, 'secrets')).seal(webhookSecret),
            severities: [1, 2],
            created_at: new Date(noon),
          })
          .execute();
      },
    });
  });
  afterAll(async () => {
    await app?.stop();
    await Promise.all([sms, voice, mailServer, hook].map((each) => each?.close()));
  });
  beforeEach(async () => {
    // What a test left open would call its next step in the middle of another, and gather messages of that one.
    const { pool } = app.database;
    await app.application.outbox.settled();
    await pool.query('DELETE FROM notification_setting WHERE user_id = $1', [lin]);
    await pool.query('UPDATE alarm SET acknowledged_at = $1, acknowledged_by = $2 WHERE acknowledged_at IS NULL', [
      new Date(clock.now()),
      lin,
    ]);
    await pool.query(
      `UPDATE notification SET state = 'skipped', reason = 'acknowledged' WHERE state = 'waiting' AND message_id IS NULL`,
    );
    await pool.query(
      `UPDATE notification_message SET state = 'failed', reason = 'expired', next_try_at = NULL WHERE state = 'waiting'`,
    );
    // Long after the last test, so that no test's last message gathers the next.
    clock.advance(60 * minute);
    for (const provider of [sms, voice]) {
      provider.taken.clear();
      provider.requests.length = 0;
      provider.answer = 200;
      provider.early = null;
    }
    mailServer.mails.length = 0;
    hook.received.length = 0;
  });
}
