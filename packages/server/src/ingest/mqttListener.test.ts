import { once } from 'node:events';
import { connect as connectTcp, type Socket } from 'node:net';
import type { PointValue } from '@watchpost/contract';
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { hashPassword } from '../account/index.ts';
import type { ConfigurationKind } from '../events.ts';
import { systemClock } from '../platform/clock.ts';
import { silentLog } from '../platform/log/log.ts';
import { startTestApplication, type TestApplication } from '../testing/application.ts';
import { type AskAs, askAs } from '../testing/askAs.ts';
import { aCompany, aMember, aProject } from '../testing/factories.ts';
import { anMqttGateway, anMqttPoint } from '../testing/fieldFactories.ts';
import { lockWaits } from '../testing/lockWaits.ts';
import { presentValueReader } from '../testing/presentValue.ts';
import { soon } from '../testing/soon.ts';
import { removeGateway, tellConfiguration } from '../testing/tellConfiguration.ts';
import { MqttListener, type MqttListenerOptions } from './mqttListener.ts';

const telemetry = 'v1/devices/me/telemetry';
const childTelemetry = 'v1/gateway/telemetry';

// Two companies whose gateways have the same name, client id, devices and keys; only their logins differ.
interface Edge {
  projectId: number;
  gatewayId: number;
  temp: number;
  childTemp: number;
  read: (pointId: number) => Promise<PointValue>;
}
let app: TestApplication;
let ours: Edge;
let others: Edge;
let neuronPoint: number;
let repeating: number;
let unkept: number;
let surplus: number;
let owner: number;
let ask: AskAs;
beforeAll(async () => {
  const edges: Omit<Edge, 'read'>[] = [];
  let ourCompany: number | undefined;
  app = await startTestApplication({
    prepare: async ({ db }) => {
      for (const userName of ['ours', 'others']) {
        const companyId = await aCompany(db);
        ourCompany ??= companyId;
        const projectId = await aProject(db, companyId, { name: 'Store 1' });
        const gatewayId = await anMqttGateway(db, projectId, {
          userName,
          password: `${userName} secret`,
          name: 'Edge',
        });
        const temp = await anMqttPoint(db, gatewayId, { key: 'temp' });
        const childTemp = await anMqttPoint(db, gatewayId, { key: 'temp', device: 'Case 1' });
        edges.push({ projectId, gatewayId, temp, childTemp });
      }
      const { projectId } = edges[0]!;
      const another = (userName: string) => anMqttGateway(db, projectId, { userName, password: `${userName} secret` });
      [repeating, unkept, surplus] = [await another('repeating'), await another('unkept'), await another('surplus')];
      await anMqttPoint(db, surplus, { key: 'temp', device: 'Case 1' });
      await anMqttPoint(db, unkept, { key: 'temp' });
      owner = await aMember(db, ourCompany!, projectId, { permissions: ['terminals', 'terminalsEdit'] });
      const neuron = await anMqttGateway(db, projectId, {
        userName: 'neuron',
        password: 'neuron secret',
        format: 'neuron',
      });
      neuronPoint = await anMqttPoint(db, neuron, { key: 'grp/tag0', device: 'modbus' });
    },
  });
  const withReader = async (edge: Omit<Edge, 'read'>): Promise<Edge> => ({
    ...edge,
    read: await presentValueReader(app.url, app.database.db, edge.projectId),
  });
  ask = askAs(() => app);
  ours = await withReader(edges[0]!);
  others = await withReader(edges[1]!);
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.database.pool.query('DELETE FROM gateway_rejection');
});

const clients: MqttClient[] = [];
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.endAsync(true)));
});

async function connect(username: string, options: IClientOptions = {}): Promise<MqttClient> {
  const client = mqtt.connect(`mqtt://127.0.0.1:${app.application.mqttPort}`, {
    username,
    password: `${username} secret`,
    clientId: 'edge',
    reconnectPeriod: 0,
    ...options,
  });
  clients.push(client);
  await new Promise<void>((resolve, reject) => {
    client.once('connect', () => resolve());
    client.once('error', reject);
    client.once('close', () => reject(new Error('closed')));
  });
  return client;
}

/** Resolves with the PUBACK. */
async function send(client: MqttClient, payload: unknown, topic = telemetry): Promise<void> {
  const bytes = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : JSON.stringify(payload);
  await client.publishAsync(topic, bytes, { qos: 1 });
}

const storedSamples = async (): Promise<number> =>
  (await app.database.pool.query('SELECT coalesce(sum(sample_count), 0)::int AS n FROM sample_log')).rows[0].n;

async function rejections(gatewayId: number | null) {
  const { rows } = await app.database.pool.query<{ reason: string; subject: string; head: Buffer; byte_count: number }>(
    'SELECT reason, subject, head, byte_count FROM gateway_rejection WHERE gateway_id IS NOT DISTINCT FROM $1 ORDER BY id',
    [gatewayId],
  );
  return rows;
}

/** A figure of /metrics, 0 while nothing was counted. */
async function counted(metric: string): Promise<number> {
  const text = await (await fetch(`${app.url}/metrics`)).text();
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${metric} `));
  return line === undefined ? 0 : Number(line.split(' ')[1]);
}

test('a message is acknowledged only after its reading is in the database', async () => {
  const client = await connect('ours');
  const before = await storedSamples();
  const blocker = await app.database.pool.connect();
  await blocker.query('BEGIN; LOCK TABLE sample_log IN ACCESS EXCLUSIVE MODE');
  let acknowledged = false;
  const sent = send(client, { temp: -18.2 }).then(() => {
    acknowledged = true;
  });
  await expect.poll(() => lockWaits(app.database.pool), soon).toBeGreaterThan(0);
  expect(acknowledged).toBe(false);

  await blocker.query('COMMIT');
  blocker.release();
  await sent;
  expect(await storedSamples()).toBe(before + 1);
  expect(await ours.read(ours.temp)).toMatchObject({ Value: -18.2, Quality: 'good' });
});

test('a reading sent without asking for an acknowledgement is stored though the gateway hangs up before', async () => {
  const [speaker, leaving] = [await connect('others'), await connect('ours')];
  const { commit } = app.application.ingest;
  const before = await storedSamples();
  const blocker = await app.database.pool.connect();
  await blocker.query('BEGIN; LOCK TABLE sample_log IN ACCESS EXCLUSIVE MODE');
  // The commit under way; what comes now waits for the next.
  const first = send(speaker, { temp: -18.2 });
  await expect.poll(() => lockWaits(app.database.pool), soon).toBeGreaterThan(0);
  await leaving.publishAsync(telemetry, '{"temp":-17.3}', { qos: 0 });
  await expect.poll(() => commit.waitingSamples, soon).toBe(1);
  (leaving.stream as Socket).resetAndDestroy();
  await expect
    .poll(() => app.application.ingest.links.statusOf('gateway', ours.gatewayId), soon)
    .toMatchObject({ up: false });

  await blocker.query('COMMIT');
  blocker.release();
  await first;
  await expect.poll(storedSamples, soon).toBe(before + 2);
  expect(await ours.read(ours.temp)).toMatchObject({ Value: -17.3 });
});

test('a late buffer fills history and does not turn the display back', async () => {
  const client = await connect('ours');
  const now = Date.now();
  await send(client, { temp: -20 });
  const buffer = [2, 1].map((hours) => ({ ts: now - hours * 3_600_000, values: { temp: -10 - hours } }));
  const before = await storedSamples();
  await send(client, buffer);
  expect(await storedSamples()).toBe(before + 2);
  expect(await ours.read(ours.temp)).toMatchObject({ Value: -20 });
});

test('a device whose clock is ahead does not turn back what another one measured in the same message', async () => {
  const client = await connect('ours');
  const [now, hour] = [Date.now(), 3_600_000];
  await send(client, { 'Case 1': [{ ts: now - 1000, values: { temp: -3 } }] }, childTelemetry);
  const both = {
    'Case 1': [{ ts: now, values: { temp: -4 } }],
    'Case 2': [{ ts: now + 2 * hour, values: { temp: -20 } }],
  };
  await send(client, both, childTelemetry);
  expect(await ours.read(ours.childTemp)).toMatchObject({ Value: -4, Quality: 'good' });
});

test('a Neuron gateway is understood by its own topic', async () => {
  const client = await connect('neuron');
  const message = { timestamp: Date.now(), node: 'modbus', group: 'grp', values: { tag0: 123 }, errors: {} };
  await send(client, message, '/neuron/mqtt');
  expect(await ours.read(neuronPoint)).toMatchObject({ Value: 123, Quality: 'good' });
});

test.each([
  ['a wrong password', 'ours', { password: 'others secret' }],
  ['no password', 'ours', { password: '' }],
  ['an unknown name', 'nobody', {}],
  ['no name', '', {}],
])('%s is refused and remembered', async (_name, username, options) => {
  const before = await counted('watchpost_refused_messages_total{reason="wrongCredentials"}');
  await expect(connect(username, options)).rejects.toThrow();
  const of = username === 'ours' ? ours.gatewayId : null;
  expect((await rejections(of)).map(({ reason }) => reason)).toEqual(['wrongCredentials']);
  expect(await counted('watchpost_refused_messages_total{reason="wrongCredentials"}')).toBe(before + 1);
});

test('a stranger who comes again and again does not hide another who came once', async () => {
  for (let n = 0; n < 12; n++) await expect(connect('WP24A7K9MX')).rejects.toThrow();
  await expect(connect('WP24A7K9MY')).rejects.toThrow();
  const names = (await rejections(null)).map(({ subject }) => subject);
  expect(names).toEqual([...Array.from({ length: 3 }, () => 'WP24A7K9MX'), 'WP24A7K9MY']);
});

test('gateways with equal client ids, devices and keys in two companies do not mix and do not throw each other out', async () => {
  const [one, other] = [await connect('ours'), await connect('others')];
  let closed = 0;
  for (const client of [one, other]) client.on('close', () => closed++);
  await send(one, { temp: -1 });
  await send(other, { temp: -2 });
  await send(one, { 'Case 1': [{ ts: Date.now(), values: { temp: -3 } }] }, childTelemetry);
  await send(other, { 'Case 1': [{ ts: Date.now(), values: { temp: -4 } }] }, childTelemetry);
  const shown = async (edge: Edge, point: number) => (await edge.read(point)).Value;
  expect(await shown(ours, ours.temp)).toBe(-1);
  expect(await shown(others, others.temp)).toBe(-2);
  expect(await shown(ours, ours.childTemp)).toBe(-3);
  expect(await shown(others, others.childTemp)).toBe(-4);
  expect(closed).toBe(0);
});

test('a gateway that connects again replaces its own older connection', async () => {
  const old = await connect('ours');
  const closed = new Promise<void>((resolve) => old.once('close', () => resolve()));
  const fresh = await connect('ours', { clientId: 'edge after reboot' });
  await closed;
  await send(fresh, { temp: -5 });
  expect(await ours.read(ours.temp)).toMatchObject({ Value: -5 });
  const { rows } = await app.database.pool.query('SELECT online FROM gateway WHERE id = $1', [ours.gatewayId]);
  expect(rows[0].online).toBe(true);
});

test('a gateway cannot listen to others', async () => {
  const [listener, speaker] = [await connect('ours'), await connect('others')];
  const heard: string[] = [];
  listener.on('message', (topic) => heard.push(topic));
  for (const topic of [
    '#',
    '+/#',
    '$SYS/#',
    telemetry,
    childTelemetry,
    'v1/devices/+/telemetry',
    'v1/devices/others/rpc/request/+',
  ]) {
    const granted = await listener.subscribeAsync(topic, { qos: 1 }).catch(() => [{ topic, qos: 128 }]);
    expect(
      granted.map(({ qos }) => qos),
      topic,
    ).toEqual([128]);
  }
  const own = await listener.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
  expect(own.map(({ qos }) => qos)).toEqual([1]);
  await send(speaker, { temp: -6 });
  // Nor by a command topic that somebody else writes to.
  await send(speaker, { method: 'setPoint', params: 30 }, 'v1/devices/me/rpc/request/1');
  await send(listener, { temp: -7 });
  expect(heard).toEqual([]);
});

test.each([
  ['no JSON', '{"temp":', telemetry, 'notJson'],
  ['NaN without quotes', '{"temp":NaN}', telemetry, 'notJson'],
  ['bytes that are no text', Buffer.of(0xff, 0xfe, 0x00, 0x80), telemetry, 'notJson'],
  ['nothing', '', telemetry, 'notJson'],
  ['null', 'null', telemetry, 'wrongShape'],
  ['a topic nobody defined', '{"temp":1}', 'v1/devices/others/telemetry', 'unknownTopic'],
  ['more than a megabyte', Buffer.alloc(1_500_000, 0x20), telemetry, 'payloadTooLarge'],
  ['keys that would change a prototype', '{"__proto__":{"temp":1},"temp":-8}', telemetry, 'unreadableEntries'],
])(
  '%s is acknowledged, counted and kept for the installer; nobody else notices',
  async (_name, payload, topic, reason) => {
    const [client, neighbour] = [await connect('ours'), await connect('others')];
    const metric = `watchpost_refused_messages_total{reason="${reason}"}`;
    const before = await counted(metric);
    await send(client, payload, topic);

    expect(await rejections(ours.gatewayId)).toEqual([
      { reason, subject: topic, head: Buffer.from(payload).subarray(0, 2048), byte_count: payload.length },
    ]);
    expect(await counted(metric)).toBe(before + 1);
    expect(await rejections(others.gatewayId)).toEqual([]);
    // Neither the neighbour nor its own next message suffers.
    await send(neighbour, { temp: -9 });
    await send(client, { temp: -10 });
    expect(await others.read(others.temp)).toMatchObject({ Value: -9, Quality: 'good' });
    expect(await ours.read(ours.temp)).toMatchObject({ Value: -10, Quality: 'good' });
  },
);

test('of what a gateway repeats ten are kept a minute; how many more there were, and what was cut, its log says', async () => {
  const client = await connect('repeating');
  const most = Buffer.from(`{"temp": ${' '.repeat(3000)}`);
  await Promise.all(Array.from({ length: 13 }, (_, n) => send(client, most, `v1/wrong/${n}`)));
  expect(await rejections(repeating)).toHaveLength(10);
  await app.application.ingest.keepHouse();
  await send(client, 'again', 'v1/wrong/14');
  await app.application.ingest.keepHouse();
  const { data } = await ask(owner, 'getDeviceConnectLog', { query: { deviceId: repeating, kind: 'refused' } });
  const refused = 'Refused: the topic is not one of its format';
  expect(data.Data.map(({ Message }) => Message).toSorted()).toEqual([
    `${refused}; 4 more like it within a minute were only counted; the first 2048 of 3009 bytes are kept`,
    ...Array.from({ length: 9 }, () => `${refused}; the first 2048 of 3009 bytes are kept`),
  ]);
});

test('a message whose refusal cannot be stored is not acknowledged; sent again, it is kept', async () => {
  const client = await connect('unkept');
  const closed = closeOf(client);
  const rename = (from: string, to: string) => app.database.pool.query(`ALTER TABLE ${from} RENAME TO ${to}`);
  await rename('gateway_rejection', 'gateway_rejection_away');
  const acknowledged: string[] = [];
  for (let n = 0; n < 12; n++)
    void send(client, 'no JSON').then(
      () => acknowledged.push('refused'),
      () => {},
    );
  void send(client, { temp: 1, nobody: 2 }).then(
    () => acknowledged.push('unknown point'),
    () => {},
  );
  await closed;
  await rename('gateway_rejection_away', 'gateway_rejection');
  expect(acknowledged).toEqual([]);

  const again = await connect('unkept');
  await send(again, 'no JSON');
  // What was still under way when the connection closed may have been stored meanwhile, too.
  expect((await rejections(unkept)).map(({ reason }) => reason)).toContain('notJson');
});

test.each([
  ['null', 'notANumber'],
  ['"NaN"', 'notANumber'],
  ['1e999', 'notANumber'],
  ['"ON"', 'badFormat'],
  ['{"deep":1}', 'badFormat'],
  ['true', 'badFormat'],
  ['false', 'badFormat'],
])('the value %s is shown as bad, never as a number', async (value, reason) => {
  await send(await connect('ours'), `{"temp":${value}}`);
  expect(await ours.read(ours.temp)).toMatchObject({ Value: null, Quality: 'bad', QualityReason: reason });
});

test('a reading from the future or from a clock without battery is kept out, and counted', async () => {
  const client = await connect('ours');
  await send(client, { temp: -11 });
  const before = await storedSamples();
  const future = await counted('watchpost_refused_readings_total{reason="fromTheFuture"}');
  const old = await counted('watchpost_refused_readings_total{reason="tooOld"}');
  await send(client, { ts: Date.now() + 25 * 3_600_000, values: { temp: 99 } });
  await send(client, { ts: 946_684_800_000, values: { temp: 99 } });
  expect(await storedSamples()).toBe(before);
  expect(await ours.read(ours.temp)).toMatchObject({ Value: -11 });
  expect(await counted('watchpost_refused_readings_total{reason="fromTheFuture"}')).toBe(future + 1);
  expect(await counted('watchpost_refused_readings_total{reason="tooOld"}')).toBe(old + 1);
});

test('keys that nobody set up are counted and do not hold up the others', async () => {
  const before = await counted('watchpost_refused_readings_total{reason="unknownPoint"}');
  await send(await connect('ours'), { temp: -12, humidity: 80, constructor: 1 });
  expect(await ours.read(ours.temp)).toMatchObject({ Value: -12 });
  expect(await counted('watchpost_refused_readings_total{reason="unknownPoint"}')).toBe(before + 2);
});

test('when a gateway was last heard of is known at once, not when it is stored', async () => {
  const client = await connect('surplus');
  const before = Date.now();
  await send(client, { 'Case 1': [{ temp: -12 }] }, 'v1/gateway/telemetry');
  const query = { deviceId: surplus };
  for (const name of ['getDeviceInfo', 'getMasterControl'] as const)
    expect((await ask(owner, name, { query })).data.LastSeenEPOCH).toBeGreaterThanOrEqual(before);
});

test('that a gateway sends more than is set up is no refusal; its log names the keys once', async () => {
  const client = await connect('surplus');
  for (const door of [0, 1, 0])
    await send(client, { 'Case 1': [{ temp: -12 }, { door, fan: 1 }] }, 'v1/gateway/telemetry');
  expect(await rejections(surplus)).toEqual([]);
  const log = async () => (await ask(owner, 'getDeviceConnectLog', { query: { deviceId: surplus } })).data.Data;
  await expect
    .poll(async () => (await log()).filter(({ Kind }) => Kind === 'note'), soon)
    .toMatchObject([
      { Message: 'The gateway sends keys that are not set up: Case 1/door, Case 1/fan (the rest is taken)' },
    ]);

  // A message that is in vain is refused as before, and is no reason for a gateway to be away.
  await send(client, { pressure: 1 });
  expect((await rejections(surplus)).map(({ reason }) => reason)).toEqual(['unknownPoint']);
  await client.endAsync();
  await expect.poll(async () => (await log()).map(({ Kind }) => Kind), soon).toContain('down');
  await app.application.ingest.keepHouse();
  const why = await ask(owner, 'getDeviceOfflineReason', { query: { deviceId: surplus } });
  expect(why.data.Evidence.map(({ Message }) => Message).join()).not.toContain('not set up');
});

/** The first bytes of a PUBLISH that announces so many. */
const announced = (length: number): Buffer =>
  Buffer.from([0x30, ...[0, 7, 14, 21].map((bits) => ((length >> bits) & 0x7f) | (bits < 21 ? 0x80 : 0))]);

/** What the client library would never send. */
const sendRaw = (client: MqttClient, bytes: Buffer): void => void (client.stream as Socket).write(bytes);
const closeOf = (client: MqttClient): Promise<void> => new Promise((resolve) => client.once('close', () => resolve()));

test('a gateway that announces 256 MB is cut off at the header, counted and remembered; nobody else notices', async () => {
  const [client, neighbour] = [await connect('ours'), await connect('others')];
  const metric = 'watchpost_refused_messages_total{reason="packetTooLarge"}';
  const before = await counted(metric);
  const closed = closeOf(client);
  const bytes = Buffer.concat([announced(268_435_455), Buffer.from([0, 1, 0x74])]);
  sendRaw(client, bytes);
  await closed;
  await expect
    .poll(() => rejections(ours.gatewayId), soon)
    .toEqual([{ reason: 'packetTooLarge', subject: '', head: bytes, byte_count: 268_435_460 }]);
  expect(await counted(metric)).toBe(before + 1);

  await send(neighbour, { temp: -13 });
  expect(await others.read(others.temp)).toMatchObject({ Value: -13, Quality: 'good' });
  await send(await connect('ours'), { temp: -14 });
  expect(await ours.read(ours.temp)).toMatchObject({ Value: -14, Quality: 'good' });
});

test('a payload of a megabyte is read; a little more is refused and the connection stays', async () => {
  const client = await connect('ours');
  const padded = (bytes: number) => Buffer.from('{"temp":-15}'.padEnd(bytes, ' '));
  await send(client, padded(1024 * 1024));
  expect(await ours.read(ours.temp)).toMatchObject({ Value: -15, Quality: 'good' });
  await send(client, padded(1024 * 1024 + 1));
  expect((await rejections(ours.gatewayId)).map(({ reason }) => reason)).toEqual(['payloadTooLarge']);
  expect(client.connected).toBe(true);
});

test('an unknown client that announces more bytes than a login needs is cut off before it has sent them', async () => {
  const socket = connectTcp(app.application.mqttPort!, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  const closed = once(socket, 'close');
  const bytes = announced(20_000);
  bytes[0] = 0x10;
  socket.write(bytes);
  await closed;
  await expect
    .poll(() => rejections(null), soon)
    .toEqual([{ reason: 'packetTooLarge', subject: '', head: bytes, byte_count: 20_005 }]);
});

// What people set up while the server runs.

const setUp = (kind: ConfigurationKind, ...ids: number[]) => tellConfiguration(app.application, kind, ...ids);

test('a gateway that is added while the server runs is let in, and its points are read', async () => {
  await expect(connect('added')).rejects.toThrow();
  const gatewayId = await anMqttGateway(app.database.db, ours.projectId, {
    userName: 'added',
    password: 'added secret',
  });
  const temp = await anMqttPoint(app.database.db, gatewayId, { key: 'temp' });
  await setUp('gateway', gatewayId);
  await send(await connect('added'), { temp: -21 });
  expect(await ours.read(temp)).toMatchObject({ Value: -21, Quality: 'good' });
});

test('a gateway that is removed is put off the line and not let in again; its neighbour stays', async () => {
  const { db } = app.database;
  const gatewayId = await anMqttGateway(db, ours.projectId, { userName: 'leaving', password: 'leaving secret' });
  await setUp('gateway', gatewayId);
  const [leaving, neighbour] = [await connect('leaving'), await connect('ours')];
  const closed = closeOf(leaving);
  await removeGateway(app.application, db, gatewayId);
  await closed;
  await expect(connect('leaving')).rejects.toThrow();
  await send(neighbour, { temp: -22 });
  expect(await ours.read(ours.temp)).toMatchObject({ Value: -22 });
});

test('a changed password ends the session of the old one, and only the new one is let in', async () => {
  const { db } = app.database;
  const gatewayId = await anMqttGateway(db, ours.projectId, { userName: 'changing', password: 'changing secret' });
  await setUp('gateway', gatewayId);
  const old = await connect('changing');
  const closed = closeOf(old);
  const password_hash = await hashPassword('another secret');
  await db.updateTable('gateway').set({ password_hash }).where('id', '=', gatewayId).execute();
  await setUp('gateway', gatewayId);
  await closed;
  await expect(connect('changing')).rejects.toThrow();
  expect((await connect('changing', { password: 'another secret' })).connected).toBe(true);
});

test('twenty wrong passwords close a gateway’s login to that network; one that was in before comes in all the same', async () => {
  const { db } = app.database;
  const gatewayId = await anMqttGateway(db, ours.projectId, { userName: 'guessed', password: 'guessed secret' });
  await setUp('gateway', gatewayId);
  await connect('ours');
  const wrong = { password: 'a guess' };
  for (const name of ['guessed', 'ours'])
    for (let n = 0; n < 20; n++) await expect(connect(name, wrong)).rejects.toThrow();
  await expect(connect('guessed')).rejects.toThrow();
  expect((await connect('ours')).connected).toBe(true);
  await expect
    .poll(async () => {
      const events = await db
        .selectFrom('security_event')
        .where('kind', '=', 'gatewayRefused')
        .select('count')
        .execute();
      return events.reduce((sum, { count }) => sum + count, 0);
    }, soon)
    .toBeGreaterThanOrEqual(41);
});

/** Nothing but the door: no gateway is set up. */
async function openDoor(
  limits: Pick<MqttListenerOptions, 'maxConnections' | 'maxStrangers'>,
  refused: string[] = [],
): Promise<MqttListener> {
  const listener = new MqttListener({
    gateways: { withUserName: () => undefined },
    intake: { refuse: async ({ reason }: { reason: string }) => void refused.push(reason) },
    clock: systemClock,
    log: silentLog,
    listen: '127.0.0.1',
    port: 0,
    tls: null,
    ...limits,
  } as unknown as MqttListenerOptions);
  await listener.start();
  return listener;
}

test('only so many gateways are connected at a time as the setting says; further connections are closed', async () => {
  const listener = await openDoor({ maxConnections: 3, maxStrangers: { all: 20, ofNetwork: 10 } });
  try {
    const dialled = Array.from({ length: 5 }, () =>
      connectTcp({ port: listener.port, host: '127.0.0.1' }).on('error', () => {}),
    );
    await expect.poll(() => dialled.filter(({ closed }) => closed).length, soon).toBe(2);
  } finally {
    await listener.stop();
  }
});

test('of those who have not signed in one network takes its share alone: others are kept, and told that they are unknown', async () => {
  const refused: string[] = [];
  const listener = await openDoor({ maxConnections: 100, maxStrangers: { all: 20, ofNetwork: 10 } }, refused);
  try {
    const { port } = listener;
    const dialled = Array.from({ length: 15 }, () =>
      connectTcp({ port, host: '127.0.0.1', localAddress: '127.0.0.2' }).on('error', () => {}),
    );
    await expect.poll(() => dialled.filter(({ closed }) => closed).length, soon).toBe(5);
    const other = mqtt.connect(`mqtt://127.0.0.1:${port}`, { username: 'x', password: 'y', reconnectPeriod: 0 });
    await new Promise<void>((resolve) => other.once('error', () => resolve()));
    expect(refused).toEqual(['wrongCredentials']);
  } finally {
    await listener.stop();
  }
});

test('two boxes with one login that throw each other out are told of', async () => {
  for (let take = 0; take < 5; take++) await connect('ours', { clientId: take % 2 === 0 ? 'edge' : `edge ${take}` });
  await expect
    .poll(() => rejections(ours.gatewayId), soon)
    .toMatchObject([{ reason: 'identityClash', subject: 'ours 127.0.0.1' }]);
  const events = () =>
    app.database.db.selectFrom('security_event').where('kind', '=', 'gatewayClash').select('subject').execute();
  await expect.poll(events, soon).not.toEqual([]);
});

test('a ThingsBoard gateway signs in with its access token alone, as it is used to', async () => {
  const { db } = app.database;
  for (const format of ['thingsboard', 'neuron'] as const) {
    const login = { userName: `to.ken.${format}`, password: 'dot.ted', format };
    await setUp('gateway', await anMqttGateway(db, ours.projectId, login));
  }
  const token = (username: string) => connect(username, { password: undefined });
  expect((await token('to.ken.thingsboard.dot.ted')).connected).toBe(true);
  await expect(token('to.ken.thingsboard.wrong')).rejects.toThrow();
  await expect(token('to.ken.neuron.dot.ted')).rejects.toThrow();
  await expect(token('ours')).rejects.toThrow();
  await expect(token('c0TXx4r-on69PDPmKlg2Z9KF')).rejects.toThrow();
  const kept = await app.database.pool.query("SELECT subject FROM gateway_rejection WHERE subject LIKE 'c0%'");
  expect(kept.rows).toEqual([{ subject: 'c0T…' }]);
  // A user name that may be a password does not appear in the log.
  const { rows } = await app.database.pool.query(
    "SELECT subject FROM gateway_rejection WHERE subject LIKE '%dot.ted%' OR subject LIKE '%wrong%'",
  );
  expect(rows).toEqual([]);
});

test('a device that takes one opaque token is let in by the one that was made for it, until another is made', async () => {
  const made = async (DeviceId?: number) => {
    const { data } =
      DeviceId === undefined
        ? await ask(owner, 'deviceAddMQTT', {
            body: { pid: ours.projectId, deviceName: 'Logger', deviceNo: 'WPTOKEN001', payloadFormat: 'thingsboard' },
          })
        : await ask(owner, 'resetDeviceMQTTPwd', { body: { DeviceId } });
    await app.application.configurationSettled();
    return data as { DeviceId: number; AccessToken: string };
  };
  const first = await made();
  expect(first.AccessToken).toMatch(/^[A-Za-z0-9]{20}$/);
  const client = await connect(first.AccessToken, { password: undefined });
  const hungUp = closeOf(client);
  const second = await made(first.DeviceId);
  await hungUp;
  await expect(connect(first.AccessToken, { password: undefined })).rejects.toThrow();
  expect((await connect(second.AccessToken, { password: undefined })).connected).toBe(true);
  const { rows } = await app.database.pool.query('SELECT g::text AS kept FROM gateway g WHERE id = $1', [
    first.DeviceId,
  ]);
  expect(rows[0].kept).not.toContain(second.AccessToken);
});

test('a gateway that is renamed keeps its session', async () => {
  const client = await connect('ours');
  await app.database.db.updateTable('gateway').set({ name: 'Renamed' }).where('id', '=', ours.gatewayId).execute();
  await setUp('gateway', ours.gatewayId);
  await send(client, { temp: -23 });
  expect(client.connected).toBe(true);
  expect(await ours.read(ours.temp)).toMatchObject({ Value: -23 });
});

test('a key is read from the moment its point is set up until it is removed, on the same session', async () => {
  const client = await connect('ours');
  await send(client, { pressure: 1 });
  expect((await rejections(ours.gatewayId)).map(({ reason }) => reason)).toEqual(['unknownPoint']);

  const pressure = await anMqttPoint(app.database.db, ours.gatewayId, { key: 'pressure' });
  await setUp('point', pressure);
  await send(client, { pressure: 2 });
  expect(await ours.read(pressure)).toMatchObject({ Value: 2, Quality: 'good' });

  await app.database.db.updateTable('point').set({ mqtt_key: 'bar' }).where('id', '=', pressure).execute();
  await setUp('point', pressure);
  await send(client, { pressure: 3, bar: 4 });
  expect(await ours.read(pressure)).toMatchObject({ Value: 4 });

  const before = await storedSamples();
  await app.database.db.deleteFrom('point').where('id', '=', pressure).execute();
  await setUp('point', pressure);
  await send(client, { bar: 5 });
  expect(await storedSamples()).toBe(before);
});

test('while gateways and points are set up no reading of the others is lost', async () => {
  const client = await connect('ours');
  const before = await storedSamples();
  const sent = (async () => {
    for (let i = 0; i < 40; i++) await send(client, { temp: -i });
  })();
  for (let i = 0; i < 10; i++) {
    const extra = await anMqttPoint(app.database.db, ours.gatewayId, { key: `extra ${i}` });
    await setUp('point', extra);
    await setUp('gateway', ours.gatewayId, others.gatewayId);
    await app.database.db.deleteFrom('point').where('id', '=', extra).execute();
    await setUp('point', extra);
  }
  await sent;
  expect(await storedSamples()).toBe(before + 40);
  expect(await ours.read(ours.temp)).toMatchObject({ Value: -39 });
});
