import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Webhook } from '@watchpost/contract';
import { expect, test } from 'vitest';
import { installationSecret } from '../../platform/db/installationSecret.ts';
import { createSecretBox } from '../../platform/secretBox.ts';
import { makeCall } from '../../testing/application.ts';
import {
  app,
  asManager,
  clock,
  company,
  hook,
  measured,
  minute,
  points,
  setUpOutboxWorld,
  unwatch,
  webhookSecret,
} from '../../testing/outboxWorld.ts';
import { soon } from '../../testing/soon.ts';
import { tokenFor } from '../../testing/tokenFor.ts';
import { signatureOf } from './senders.ts';

setUpOutboxWorld();

test('a message that a webhook will never take is given up at once with the reason, and the next one comes', async () => {
  const { db } = app.database;
  const heard: string[] = [];
  const picky = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += String(part);
    });
    request.on('end', () => {
      heard.push(/"event":"(\w+)"/.exec(body)?.[1] ?? body);
      response.writeHead(heard.length === 1 ? 413 : heard.length === 2 ? 429 : 200).end();
    });
  });
  await new Promise<void>((resolve) => picky.listen(0, '127.0.0.1', resolve));
  const { id } = await db
    .insertInto('company_webhook')
    .values({
      company_id: company.companyId,
      name: 'Picky desk',
      url: `http://127.0.0.1:${(picky.address() as AddressInfo).port}/`,
      secret: createSecretBox(await installationSecret(db, 'secrets')).seal(webhookSecret),
      severities: [1, 2],
      created_at: new Date(clock.now()),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const messages = async () => {
    const { rows } = await app.database.pool.query(
      'SELECT state, reason FROM notification_message WHERE webhook_id = $1 ORDER BY id',
      [id],
    );
    return rows;
  };
  await measured([points[65]!], -5);
  await expect.poll(messages, soon).toEqual([{ state: 'failed', reason: 'refused' }]);
  clock.advance(1_000);
  await measured([points[65]!], -20);
  // A webhook that asks for patience is tried again.
  await expect.poll(messages, soon).toEqual([
    { state: 'failed', reason: 'refused' },
    { state: 'waiting', reason: 'retrying' },
  ]);
  clock.advance(15_000);
  app.application.outbox.wake();
  await expect.poll(() => heard, soon).toEqual(['raised', 'returned', 'returned']);
  await app.application.outbox.settled();
  await db.deleteFrom('company_webhook').where('id', '=', id).execute();
  picky.close();
});

test('a webhook that does not answer holds up no other, and hears everything in order once it does', async () => {
  const { db } = app.database;
  const held: ServerResponse[] = [];
  const heard: string[] = [];
  const slow = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += String(part);
    });
    request.on('end', () => {
      heard.push(/"event":"(\w+)"/.exec(body)?.[1] ?? body);
      held.push(response);
    });
  });
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
  const { id } = await db
    .insertInto('company_webhook')
    .values({
      company_id: company.companyId,
      name: 'Slow desk',
      url: `http://127.0.0.1:${(slow.address() as AddressInfo).port}/`,
      secret: createSecretBox(await installationSecret(db, 'secrets')).seal(webhookSecret),
      severities: [1, 2],
      created_at: new Date(clock.now()),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await measured([points[79]!], -5);
  await expect.poll(() => [hook.received.length, held.length], soon).toEqual([1, 1]);
  clock.advance(1_000);
  await measured([points[79]!], -20);
  await expect.poll(() => hook.received.length, soon).toBe(2);
  expect(held).toHaveLength(1);
  // A failed message is sent again before anything newer.
  held[0]!.writeHead(503).end();
  const retrying = async () =>
    (
      await app.database.pool.query(
        `SELECT FROM notification_message WHERE webhook_id = $1 AND lease_until IS NULL AND attempts = 1`,
        [id],
      )
    ).rowCount;
  await expect.poll(retrying, soon).toBe(1);
  app.application.outbox.wake();
  await app.application.outbox.settled();
  expect(heard).toEqual(['raised']);
  clock.advance(15_000);
  await expect.poll(() => held.length, soon).toBe(2);
  held[1]!.end('ok');
  await expect.poll(() => held.length, soon).toBe(3);
  held[2]!.end('ok');
  expect(heard).toEqual(['raised', 'raised', 'returned']);
  await app.application.outbox.settled();
  await db.deleteFrom('company_webhook').where('id', '=', id).execute();
  slow.close();
});

test('a webhook hears why an alarm ended that did not return to normal', async () => {
  const pointId = points[66]!;
  await measured([pointId], -5);
  await expect.poll(() => hook.received.length, soon).toBe(1);
  await unwatch(pointId);
  await expect.poll(() => hook.received.length, soon).toBe(2);
  expect(hook.received.map(({ body }) => JSON.parse(body).events)).toMatchObject([
    [{ event: 'raised', reason: null, alarm: { point: { id: pointId } } }],
    [{ event: 'ended', reason: 'ruleClosed', alarm: { point: { id: pointId }, returnedAt: expect.any(String) } }],
  ]);
});

test('a webhook is set up without leading into our networks, its secret is told once, it is tried, and ends when nobody listens for long', async () => {
  const list = async (): Promise<Webhook[]> => {
    const token = await tokenFor(app.database.db, company.userId, clock);
    const query = { ProjectId: company.projectId };
    return (await makeCall(app.url, 'getWebhookList', { query }, { token })).envelope.Data as Webhook[];
  };
  const hookOf = async (id: number) => (await list()).find(({ WebhookId }) => WebhookId === id);
  const wanted = { WebhookName: 'Own desk', LevelList: [2] };
  for (const Url of ['http://10.0.0.7/alarms', 'http://[::1]/', 'ftp://example.com/', 'http://who:ever@127.0.0.1/'])
    expect(await asManager('saveWebhook', { ...wanted, Url })).toEqual(['Url']);
  // Nobody is notified of records, so that such a choice would mean nothing.
  expect(await asManager('saveWebhook', { ...wanted, Url: hook.url, LevelList: [3, 4] })).toEqual(['LevelList.1']);
  const made = (await asManager('saveWebhook', { ...wanted, Url: hook.url })) as { WebhookId: number; Secret: string };
  expect(made.Secret).toMatch(/^whsec_.{32}$/);
  expect(JSON.stringify(await list())).not.toContain(made.Secret);
  expect(await asManager('saveWebhook', { ...wanted, Url: hook.url })).toEqual(['WebhookName']);

  const { WebhookId } = made;
  expect(await asManager('testWebhook', { WebhookId })).toEqual({ IsTaken: true, Explain: '' });
  const { headers, body } = hook.received.at(-1)!;
  expect(JSON.parse(body)).toMatchObject({ isTest: true, events: [] });
  const seconds = Math.floor(clock.now() / 1000);
  expect(headers['x-watchpost-signature']).toBe(signatureOf(made.Secret, seconds, body));
  expect(await hookOf(WebhookId)).toMatchObject({ LastEPOCH: clock.now(), LastError: null });

  expect(await asManager('saveWebhook', { WebhookId, Url: 'http://127.0.0.1:9/' })).toEqual({
    WebhookId,
    Secret: null,
  });
  for (let n = 0; n < 20; n++) {
    expect(await hookOf(WebhookId)).toMatchObject({ Enabled: true, FailedCount: n });
    const Explain = 'Nothing listens at this address';
    expect(await asManager('testWebhook', { WebhookId })).toEqual({ IsTaken: false, Explain });
    clock.advance(90 * minute);
  }
  expect(await hookOf(WebhookId)).toMatchObject({
    Enabled: false,
    FailedCount: 20,
    SwitchedOffEPOCH: expect.any(Number),
  });
  const { rows } = await app.database.pool.query(
    `SELECT user_id, after->>'enabled' AS enabled FROM operation_log WHERE subject_kind = 'webhook' AND subject_id = $1 ORDER BY id DESC LIMIT 1`,
    [String(WebhookId)],
  );
  expect(rows).toEqual([{ user_id: null, enabled: 'false' }]);
  for (let n = 0; n < 10; n++) expect(await asManager('testWebhook', { WebhookId })).toMatchObject({ IsTaken: false });
  expect(await asManager('testWebhook', { WebhookId })).toBe(429);
  await asManager('deleteWebhook', { WebhookId });
  expect(await hookOf(WebhookId)).toBeUndefined();
});
