import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  AlarmChanged,
  CompanyNews,
  LineChanged,
  LiveValues,
  PendingChanged,
  realtimeTopics,
  UserNews,
} from '@watchpost/contract';
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import type { DomainEvents, EventBus } from '../events.ts';
import { followConfiguration } from '../followConfiguration.ts';
import { loadGatewayCatalogue } from '../gateways/index.ts';
import { ReadingColumnsBuilder } from '../history/index.ts';
import { type ManualClock, manualClock, systemClock } from '../platform/clock.ts';
import { type Database, openDatabase } from '../platform/db/database.ts';
import { createEvents } from '../platform/events/events.ts';
import { silentLog } from '../platform/log/log.ts';
import { loadPointCatalogue, type PointCatalogue } from '../points/index.ts';
import { loadProjectCatalogue, type ProjectCatalogue } from '../projects/index.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import {
  aCompany,
  aDevice,
  aGateway,
  aMember,
  aPoint,
  aProject,
  aSlave,
  limitMember,
  serve,
} from '../testing/factories.ts';
import { soon } from '../testing/soon.ts';
import { BrowserChannel } from './index.ts';

let test_: TestDatabase;
let database: Database;
beforeAll(async () => {
  test_ = await testDatabase();
  database = openDatabase(test_.url, silentLog);
});
afterAll(async () => {
  await database.close();
  await test_.close();
});

// A store with two freezers and a barn next door, and a store of another company.
interface Place {
  projectId: number;
  devices: { id: number; pointId: number }[];
}
let companyId: number;
let store: Place;
let barn: Place;
let foreign: Place;
let expired: Place;
let ownerId: number;
/** Sees the store's first freezer and of its alarms only level 1 and 2. */
let viewerId: number;
beforeEach(async () => {
  const { db } = database;
  // Far quicker than TRUNCATE, which makes every table's file anew.
  await test_.pool.query('DELETE FROM company');
  await test_.pool.query('DELETE FROM app_user');
  const place = async (company: number, serviceEnd: string | null = null): Promise<Place> => {
    const projectId = await aProject(db, company, { serviceEnd });
    const gatewayId = await aGateway(db, projectId);
    const devices: Place['devices'] = [];
    for (let i = 0; i < 2; i++) {
      const id = await aDevice(db, projectId);
      devices.push({ id, pointId: await aPoint(db, gatewayId, { deviceId: id }) });
    }
    return { projectId, devices };
  };
  companyId = await aCompany(db);
  store = await place(companyId);
  barn = await place(companyId);
  expired = await place(companyId, '2020-01-01');
  foreign = await place(await aCompany(db));
  ownerId = await aMember(db, companyId, store.projectId);
  await aMember(db, companyId, expired.projectId, { userId: ownerId });
  viewerId = await aMember(db, companyId, store.projectId);
  await limitMember(db, viewerId, store.projectId, { deviceIds: [store.devices[0]!.id], alarmLevels: [1, 2] });
});

let events: EventBus;
let server: Server;
let channel: BrowserChannel;
let clock: ManualClock;
let points: PointCatalogue;
let projects: ProjectCatalogue;
const endedSessions = new Set<string>();
/** Points whose band was asked for. */
let judged: number[];
beforeEach(async () => {
  // The channel's own pulse is turned by hand: four times a second values go out, every ten seconds rights are read again.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  endedSessions.clear();
  judged = [];
  clock = manualClock(systemClock.now());
  events = createEvents<DomainEvents>(silentLog);
  server = createServer();
  points = await loadPointCatalogue(database.db);
  projects = await loadProjectCatalogue(database.db);
  channel = new BrowserChannel({
    db: database.db,
    clock,
    log: silentLog,
    events,
    points,
    projects,
    gateways: await loadGatewayCatalogue(database.db),
    trustProxy: ['127.0.0.9'],
    bandOf: (pointId, value) => {
      judged.push(pointId);
      return value === null ? null : value > -17 ? 'high' : 'within';
    },
    verifyToken: async (token) => {
      const { userId, end } = /^token of (?<userId>\d+)( until (?<end>\d+))?$/.exec(token)?.groups ?? {};
      const expiresAt = Number(end ?? Number.POSITIVE_INFINITY);
      return userId === undefined ? null : { userId: Number(userId), sessionId: `session of ${userId}`, expiresAt };
    },
    publicUrl: null,
    isSessionOpen: async (sessionId) => !endedSessions.has(sessionId),
  });
  await channel.start(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
const clients: MqttClient[] = [];
const webSockets: WebSocket[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) client.end(true);
  for (const webSocket of webSockets.splice(0)) webSocket.terminate();
  await channel.stop();
  await new Promise((closed) => server.close(closed));
  vi.useRealTimers();
});

interface Browser {
  client: MqttClient;
  heard: { topic: string; payload: unknown }[];
  subscribe(topic: string): Promise<boolean>;
}
async function open(userId: number, options: IClientOptions = {}): Promise<Browser> {
  const client = mqtt.connect(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/mqtt`, {
    username: 'bearer',
    password: `token of ${userId}`,
    clientId: 'browser',
    protocolVersion: 4,
    reconnectPeriod: 0,
    keepalive: 0,
    ...options,
  });
  clients.push(client);
  const heard: Browser['heard'] = [];
  client.on('message', (topic, payload) => heard.push({ topic, payload: JSON.parse(payload.toString()) }));
  await new Promise<void>((resolve, reject) => {
    client.once('connect', () => resolve());
    client.once('error', reject);
    client.once('close', () => reject(new Error('closed')));
  });
  const subscribe = async (topic: string): Promise<boolean> => {
    const granted = await client.subscribeAsync(topic).catch(() => [{ qos: 128 }]);
    return granted.every(({ qos }) => qos < 128);
  };
  return { client, heard, subscribe };
}

/** A connection that says nothing of MQTT yet; null when it is refused. */
async function openWebSocket(localAddress = '127.0.0.1', headers = {}): Promise<WebSocket | null> {
  const { port } = server.address() as AddressInfo;
  const webSocket = new WebSocket(`ws://127.0.0.1:${port}/mqtt`, 'mqtt', { localAddress, headers });
  webSockets.push(webSocket);
  return new Promise((resolve) => {
    webSocket.once('open', () => resolve(webSocket));
    webSocket.once('error', () => resolve(null));
  });
}
const closing = (from: MqttClient | WebSocket) => new Promise<void>((resolve) => from.once('close', () => resolve()));

const gatewayOf = (pointId: number): number => points.get(pointId)!.gateway_id;

/** Readings were committed; what they mean for screens goes out. */
function measure(...readings: [pointId: number, value: number][]): void {
  const builder = new ReadingColumnsBuilder(16);
  for (const [pointId, value] of readings)
    builder.push(pointId, 1_795_258_800_000, value, Number.isNaN(value) ? 64 : 0);
  const columns = builder.take();
  events.emit('readingsCommitted', { columns, fresh: readings.map((_, row) => row) });
  vi.advanceTimersByTime(250);
}
function alarm(changes: Partial<DomainEvents['alarmChanged']>): void {
  const deviceId = changes.deviceId === undefined ? store.devices[0]!.id : changes.deviceId;
  events.emit('alarmChanged', {
    alarmId: 7,
    companyId,
    projectId: store.projectId,
    deviceId,
    pointId: store.devices.find(({ id }) => id === deviceId)?.pointId ?? null,
    kind: 'raised',
    levels: [2],
    at: 1_795_258_800_000,
    ...changes,
  });
}
/** Everything sent before this has arrived: messages of one connection keep their order. */
async function settle(browser: Browser, userId: number): Promise<Browser['heard']> {
  const topic = realtimeTopics.userPushes.topic(userId);
  await browser.subscribe(topic);
  const arrived = new Promise<void>((resolve) => {
    const listen = (name: string) => {
      if (name !== topic) return;
      browser.client.off('message', listen);
      resolve();
    };
    browser.client.on('message', listen);
  });
  events.emit('pushesWaiting', { userIds: [userId] });
  await arrived;
  return browser.heard.splice(0).filter((message) => message.topic !== topic);
}
const valuesOf = (place: Place, device: number | '+') =>
  realtimeTopics.deviceValues.topic(place.projectId, device === '+' ? '+' : place.devices[device]!.id);
const alarmsOf = (place: Place, device: number | '+', level: number | '+') =>
  realtimeTopics.deviceAlarms.topic(place.projectId, device === '+' ? '+' : place.devices[device]!.id, level);

test.each([
  ['no token', { username: 'bearer', password: '' }],
  ['a wrong token', { username: 'bearer', password: 'made-up' }],
  ['a token under another name', { username: 'gateway' }],
  ['no name at all', { username: '', password: '' }],
])('a browser with %s is not let in', async (_name, options) => {
  await expect(open(ownerId, options)).rejects.toThrow(/authorized|closed|password/i);
  expect(channel.viewerCount).toBe(0);
});

test('changed values of the project arrive by device; a missing number stays missing', async () => {
  const browser = await open(ownerId);
  expect(await browser.subscribe(valuesOf(store, '+'))).toBe(true);
  const [first, second] = store.devices;
  measure([first!.pointId, -18.2], [second!.pointId, Number.NaN]);
  const heard = await settle(browser, ownerId);
  expect(heard).toEqual([
    { topic: valuesOf(store, 0), payload: { values: [[first!.pointId, -18.2, 0, 1_795_258_800_000, 'within']] } },
    { topic: valuesOf(store, 1), payload: { values: [[second!.pointId, null, 64, 1_795_258_800_000, null]] } },
  ]);
  for (const { payload } of heard) expect(() => LiveValues.parse(payload)).not.toThrow();
});

test('a message comes in one frame, not in the pieces in which it is put together', async () => {
  const frames: Buffer[] = [];
  const browser = await open(ownerId, {
    createWebsocket: (url, protocols) => {
      const webSocket = new WebSocket(url, protocols);
      webSocket.on('message', (frame: Buffer) => frames.push(frame));
      return webSocket;
    },
  });
  await browser.subscribe(valuesOf(store, 0));
  measure([store.devices[0]!.pointId, -18]);
  expect(await settle(browser, ownerId)).toHaveLength(1);
  const [frame, ...others] = frames.filter((each) => each.includes(valuesOf(store, 0)));
  // A PUBLISH, with its topic and its values.
  expect(frame![0]).toBe(0x30);
  expect(frame!.includes('-18')).toBe(true);
  expect(others).toEqual([]);
});

test('what changes several times in a quarter of a second is sent once, with its last value', async () => {
  const browser = await open(ownerId);
  await browser.subscribe(valuesOf(store, 0));
  const { pointId } = store.devices[0]!;
  measure([pointId, -18], [pointId, -17], [pointId, -16]);
  expect(await settle(browser, ownerId)).toMatchObject([
    { payload: { values: [[pointId, -16, 0, expect.any(Number), 'high']] } },
  ]);
});

test('values that nobody listens to are not looked at, nor after the last listener has left', async () => {
  const browser = await open(ownerId);
  const [first, second] = store.devices;
  const measureBoth = () => measure([first!.pointId, -18], [second!.pointId, -18]);
  measureBoth();
  expect(await settle(browser, ownerId)).toEqual([]);
  expect(judged).toEqual([]);

  await browser.subscribe(valuesOf(store, 1));
  measureBoth();
  expect(await settle(browser, ownerId)).toMatchObject([{ topic: valuesOf(store, 1) }]);
  expect(judged).toEqual([second!.pointId]);

  await browser.client.unsubscribeAsync(valuesOf(store, 1));
  measureBoth();
  expect(await settle(browser, ownerId)).toEqual([]);
  expect(judged).toEqual([second!.pointId]);
});

test('projects of others and of other companies cannot be subscribed to, nor anything with a wildcard above the device', async () => {
  const browser = await open(ownerId);
  const refused = [
    valuesOf(barn, '+'),
    valuesOf(foreign, '+'),
    alarmsOf(foreign, '+', '+'),
    realtimeTopics.userPushes.topic(viewerId),
    '#',
    'projects/#',
    'projects/+/devices/+/values',
    `projects/${store.projectId}/#`,
    `projects/${store.projectId}/devices/+/alarms/#`,
    'users/+/pushes',
    '$SYS/#',
    'v1/devices/me/telemetry',
    `projects/${store.projectId}/devices/1e1/values`,
  ];
  for (const topic of refused) expect(await browser.subscribe(topic), topic).toBe(false);
  measure([foreign.devices[0]!.pointId, 7777], [barn.devices[0]!.pointId, 8888]);
  alarm({ projectId: foreign.projectId, deviceId: foreign.devices[0]!.id });
  expect(await settle(browser, ownerId)).toEqual([]);
});

test('a viewer who is limited to one freezer and two levels hears of nothing else', async () => {
  const browser = await open(viewerId);
  expect(await browser.subscribe(valuesOf(store, '+'))).toBe(true);
  expect(await browser.subscribe(alarmsOf(store, '+', '+'))).toBe(true);
  const [mine, hidden] = store.devices;
  measure([mine!.pointId, -18], [hidden!.pointId, 8888]);
  alarm({ alarmId: 1, levels: [2] });
  alarm({ alarmId: 2, levels: [3] });
  alarm({ alarmId: 3, levels: [1], deviceId: hidden!.id });
  // Of a gateway, which only those see who see the whole project.
  alarm({ alarmId: 4, levels: [1], deviceId: null });
  const heard = await settle(browser, viewerId);
  expect(heard.map(({ topic }) => topic)).toEqual([valuesOf(store, 0), alarmsOf(store, 0, 2)]);
  expect(AlarmChanged.parse(heard[1]!.payload)).toEqual({
    alarmId: 1,
    kind: 'raised',
    level: 2,
    at: 1_795_258_800_000,
  });
});

test('a viewer of the whole project hears of the alarms of its gateways', async () => {
  const browser = await open(ownerId);
  await browser.subscribe(alarmsOf(store, '+', '+'));
  alarm({ deviceId: null, levels: [1] });
  expect((await settle(browser, ownerId)).map(({ topic }) => topic)).toEqual([
    realtimeTopics.deviceAlarms.topic(store.projectId, 0, 1),
  ]);
});

test('an alarm that becomes less severe is told to those who saw it before, too', async () => {
  const browser = await open(viewerId);
  await browser.subscribe(alarmsOf(store, 0, '+'));
  alarm({ kind: 'severityChanged', levels: [3, 2] });
  expect((await settle(browser, viewerId)).map(({ topic }) => topic)).toEqual([alarmsOf(store, 0, 2)]);
});

test('the end of an alarm is sent to viewers of each level it had, and nothing of the others', async () => {
  const browser = await open(viewerId);
  await browser.subscribe(alarmsOf(store, 0, '+'));
  alarm({ kind: 'returnedToNormal', levels: [3, 4, 2] });
  const heard = await settle(browser, viewerId);
  expect(heard.map(({ topic, payload }) => [topic, AlarmChanged.parse(payload).level])).toEqual([
    [alarmsOf(store, 0, 2), 2],
  ]);
});

test.each([
  ['a waiting popup', 'userPushes', (userId: number) => events.emit('pushesWaiting', { userIds: [userId] })],
  ['a change of rights', 'userAccess', (userId: number) => events.emit('accessChanged', { userIds: [userId] })],
  ['a finished download', 'userDownloads', (userId: number) => events.emit('downloadFinished', { userId })],
] as const)('%s is announced to the person it concerns, and to nobody else', async (_what, name, happen) => {
  const [owner, viewer] = [await open(ownerId), await open(viewerId)];
  const topic = realtimeTopics[name].topic(ownerId);
  expect(await owner.subscribe(topic)).toBe(true);
  expect(await viewer.subscribe(topic)).toBe(false);
  const announced = new Promise<unknown>((resolve) =>
    owner.client.once('message', (_topic, payload) => resolve(JSON.parse(payload.toString()))),
  );
  happen(ownerId);
  expect(UserNews.strict().parse(await announced)).toEqual({});
  expect(await settle(viewer, viewerId)).toEqual([]);
});

test('what a company sets up together is announced to everybody in it, and to nobody else', async () => {
  const strangerId = await aMember(database.db, await aCompany(database.db), -1);
  const [owner, stranger] = [await open(ownerId), await open(strangerId)];
  const topic = realtimeTopics.companyNews.topic(companyId);
  expect([await owner.subscribe(topic), await stranger.subscribe(topic)]).toEqual([true, false]);
  events.emit('listsChanged', { companyId, kinds: ['partition'] });
  const follower = followConfiguration({ events, log: silentLog, readers: [projects, channel] });
  events.emit('configurationChanged', { companyId, kind: 'area', ids: [1] });
  events.emit('configurationChanged', { companyId, kind: 'device', ids: [1] });
  await follower.settled();
  const heard = await settle(owner, ownerId);
  expect(heard.map(({ payload }) => CompanyNews.strict().parse(payload))).toEqual([
    { kinds: ['partition'] },
    { kinds: ['area'] },
  ]);
  expect(await settle(stranger, strangerId)).toEqual([]);

  await database.db.updateTable('membership').set({ active: false }).where('user_id', '=', ownerId).execute();
  events.emit('accessChanged', { userIds: [ownerId] });
  const hearsNews = async () => {
    events.emit('listsChanged', { companyId, kinds: ['member'] });
    return (await settle(owner, ownerId)).some((message) => message.topic === topic);
  };
  await expect.poll(hearsNews, soon).toBe(false);
  await follower.stop();
});

test('of many who are told at once, each is given its share of a longer time to ask in', async () => {
  const owner = await open(ownerId);
  await owner.subscribe(realtimeTopics.userAccess.topic(ownerId));
  const others = Array.from({ length: 999 }, (_, i) => 1_000_000 + i);
  events.emit('accessChanged', { userIds: [ownerId, ...others] });
  await expect.poll(() => owner.heard.map(({ payload }) => payload), soon).toEqual([{ spreadMs: 10_000 }]);
});

test('a right that is taken away ends delivery at once, and comes back at once', async () => {
  const browser = await open(ownerId);
  await browser.subscribe(valuesOf(store, '+'));
  const accessChanged = () => events.emit('accessChanged', { userIds: [viewerId, ownerId] });
  const heardOf = async () => {
    measure([store.devices[0]!.pointId, -18], [store.devices[1]!.pointId, -20]);
    return (await settle(browser, ownerId)).map(({ topic }) => topic);
  };
  const [one, other] = [valuesOf(store, 0), valuesOf(store, 1)];
  expect(await heardOf()).toEqual([one, other]);

  await limitMember(database.db, ownerId, store.projectId, { deviceIds: [store.devices[1]!.id] });
  accessChanged();
  await expect.poll(heardOf, soon).toEqual([other]);

  const setActive = (active: boolean) =>
    database.db.updateTable('membership').set({ active }).where('user_id', '=', ownerId).execute();
  await setActive(false);
  accessChanged();
  await expect.poll(heardOf, soon).toEqual([]);

  await setActive(true);
  accessChanged();
  await expect.poll(heardOf, soon).toEqual([other]);
});

test('signing out closes the channel at once, and nobody else is disturbed', async () => {
  const [leaving, staying] = [await open(ownerId), await open(viewerId)];
  const closed = new Promise<void>((resolve) => leaving.client.once('close', () => resolve()));
  endedSessions.add(`session of ${ownerId}`);
  events.emit('accessChanged', { userIds: [ownerId] });
  await closed;
  expect(staying.client.connected).toBe(true);
});

test('a project that is prolonged shows its values at once, and one that ends hides them', async () => {
  const browser = await open(ownerId);
  await browser.subscribe(valuesOf(expired, '+'));
  const heardOf = async () => {
    measure([expired.devices[0]!.pointId, -18]);
    return (await settle(browser, ownerId)).length;
  };
  const following = followConfiguration({ events, log: silentLog, readers: [projects, channel] });
  const endOn = async (service_end: string | null) => {
    await database.db.updateTable('project').set({ service_end }).where('id', '=', expired.projectId).execute();
    events.emit('configurationChanged', { companyId, kind: 'project', ids: [expired.projectId] });
    await following.settled();
  };
  expect(await heardOf()).toBe(0);
  await endOn(null);
  expect(await heardOf()).toBe(1);
  await endOn('2020-01-01');
  expect(await heardOf()).toBe(0);
});

test('a right that was taken away in the database is gone within ten seconds, though nobody said so', async () => {
  const browser = await open(ownerId);
  await browser.subscribe(valuesOf(store, '+'));
  await database.db.deleteFrom('role_entry').where('user_id', '=', ownerId).execute();
  vi.advanceTimersByTime(10_000);
  await expect.poll(() => browser.subscribe(valuesOf(store, 0)), soon).toBe(false);
  measure([store.devices[0]!.pointId, 8888]);
  expect(await settle(browser, ownerId)).toEqual([]);
});

test('a sign-in that ended in the database closes the channel within ten seconds', async () => {
  const [leaving, staying] = [await open(ownerId), await open(viewerId)];
  const closed = new Promise<void>((resolve) => leaving.client.once('close', () => resolve()));
  endedSessions.add(`session of ${ownerId}`);
  vi.advanceTimersByTime(10_000);
  await closed;
  expect(staying.client.connected).toBe(true);
});

test('a project whose service has ended shows nothing live', async () => {
  const browser = await open(ownerId);
  expect(await browser.subscribe(valuesOf(expired, '+'))).toBe(true);
  measure([expired.devices[0]!.pointId, 7777]);
  expect(await settle(browser, ownerId)).toEqual([]);
});

test('a browser that publishes is hung up on, and nobody hears it', async () => {
  const [speaker, listener] = [await open(ownerId), await open(ownerId)];
  await listener.subscribe(valuesOf(store, '+'));
  const closed = new Promise<void>((resolve) => speaker.client.once('close', () => resolve()));
  speaker.client.publish(valuesOf(store, 0), JSON.stringify({ values: [[store.devices[0]!.pointId, 99, 0, 0]] }));
  await closed;
  expect(await settle(listener, ownerId)).toEqual([]);
});

describe('a browser that stops reading', () => {
  /** About 70 KB: far fewer of them fill what the machine itself keeps for a connection. */
  const large = Array.from({ length: 1_000 }, () => ({
    kind: 'limit' as const,
    severity: 2,
    since: 1_000,
    dueAt: 601_000,
  }));
  const sayMuch = () => events.emit('pendingChanged', { pointId: store.devices[1]!.pointId, level: 2, pending: large });
  const muchOf = () => realtimeTopics.devicePending.topic(store.projectId, store.devices[1]!.id, 2);
  async function openPaused(): Promise<void> {
    let webSocket: WebSocket | undefined;
    const browser = await open(ownerId, {
      createWebsocket: (url, protocols) => {
        webSocket = new WebSocket(url, protocols);
        return webSocket;
      },
    });
    await browser.subscribe(muchOf());
    await browser.subscribe(valuesOf(store, '+'));
    webSocket!.pause();
  }

  test('does not disturb another one, and is hung up on when too much has piled up', async () => {
    await openPaused();
    const reading = await open(viewerId);
    await reading.subscribe(valuesOf(store, 0));
    let rounds = 0;
    // The buffer of the machine differs; with any size, the other one hears everything meanwhile.
    while (channel.viewerCount === 2) {
      expect(++rounds).toBeLessThan(1_000);
      sayMuch();
      measure([store.devices[0]!.pointId, rounds]);
      expect(await settle(reading, viewerId)).toMatchObject([
        { payload: { values: [[store.devices[0]!.pointId, rounds, 0, expect.any(Number), 'high']] } },
      ]);
    }
    expect(reading.client.connected).toBe(true);
  });

  test('is hung up on in the midst of a burst, too', async () => {
    await openPaused();
    const reading = await open(viewerId);
    await reading.subscribe(valuesOf(store, 0));
    for (let i = 0; i < 400; i++) sayMuch();
    measure([store.devices[0]!.pointId, -18]);
    expect(await settle(reading, viewerId)).toHaveLength(1);
    await expect.poll(() => channel.viewerCount, soon).toBe(1);
  });
});

test('a stranger who announces a giant packet is hung up on by its first bytes', async () => {
  // A connection that says nothing at all is hung up on after a while, too; this one, having come earlier, before the other.
  const silent = await openWebSocket();
  const stranger = await openWebSocket();
  const closed = closing(stranger!);
  // The header of a CONNECT of 256 MB, and not one byte of it.
  stranger!.send(Buffer.from('10ffffff7f', 'hex'));
  await closed;
  expect(silent!.readyState).toBe(WebSocket.OPEN);
});

test('a browser that is signed in may say more at once than a stranger, and nothing giant either', async () => {
  const browser = await open(ownerId);
  const many = Array.from({ length: 800 }, (_, id) =>
    realtimeTopics.deviceValues.topic(store.projectId, 1_000_000 + id),
  );
  // About 30 KB in one packet.
  const granted = await browser.client.subscribeAsync(many);
  expect(granted.every(({ qos }) => qos < 128)).toBe(true);
  const closed = closing(browser.client);
  browser.client.stream.write(Buffer.from('82ffffff7f', 'hex'));
  await closed;
});

describe('connections that have not signed in are limited', () => {
  const strangersFrom = async (count: number, address: string, headers = {}) => {
    const asked = await Promise.all(Array.from({ length: count }, () => openWebSocket(address, headers)));
    return asked.filter((webSocket) => webSocket !== null);
  };
  const isLetIn = () =>
    open(ownerId).then(
      () => true,
      () => false,
    );

  test('of one network 250, and the browsers of others are let in', async () => {
    expect(await strangersFrom(251, '127.0.0.2')).toHaveLength(250);
    expect(await isLetIn()).toBe(true);
  });

  test('behind a proxy of ours those that it names', async () => {
    const named = (address: string) => ({ 'x-forwarded-for': `203.0.113.1, ${address}` });
    expect(await strangersFrom(251, '127.0.0.9', named('2001:db8::1'))).toHaveLength(250);
    expect(await strangersFrom(1, '127.0.0.9', named('2001:db8::2'))).toHaveLength(0);
    expect(await strangersFrom(1, '127.0.0.9', named('2001:db9::1'))).toHaveLength(1);
  });

  test('a thousand in all; the others are refused until one is gone or signs in', async () => {
    const strangers: WebSocket[] = [];
    for (const address of ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5'])
      strangers.push(...(await strangersFrom(250, address)));
    expect(strangers).toHaveLength(1000);
    expect(await isLetIn()).toBe(false);

    strangers[0]!.terminate();
    await expect.poll(isLetIn, soon).toBe(true);
    // A connection that has signed in takes no place of them.
    expect(await isLetIn()).toBe(true);
  });
});

describe('a token that runs out', () => {
  const quarterHour = 15 * 60_000;
  const openUntil = (expiresAt: number) => open(ownerId, { password: `token of ${ownerId} until ${expiresAt}` });

  test('ends its channel, though the sign-in goes on', async () => {
    const thief = await openUntil(clock.now() + quarterHour);
    const closed = closing(thief.client);
    clock.advance(quarterHour - 1);
    vi.advanceTimersByTime(10_000);
    await thief.subscribe(valuesOf(store, 0));
    measure([store.devices[0]!.pointId, -18]);
    expect(await settle(thief, ownerId)).toHaveLength(1);
    clock.advance(1);
    vi.advanceTimersByTime(10_000);
    await closed;
    expect(channel.viewerCount).toBe(0);
  });

  test('ends nothing for a browser that has opened a channel with the next one', async () => {
    const first = await openUntil(clock.now() + quarterHour);
    await first.subscribe(valuesOf(store, 0));
    clock.advance(quarterHour - 20_000);
    const second = await openUntil(clock.now() + quarterHour);
    await second.subscribe(valuesOf(store, 0));
    const closed = closing(first.client);
    clock.advance(20_000);
    measure([store.devices[0]!.pointId, -18]);
    vi.advanceTimersByTime(10_000);
    measure([store.devices[0]!.pointId, -17]);
    await closed;
    measure([store.devices[0]!.pointId, -16]);
    expect(await settle(second, ownerId)).toMatchObject(
      [-18, -17, -16].map((value) => ({
        payload: {
          values: [[store.devices[0]!.pointId, value, 0, expect.any(Number), value > -17 ? 'high' : 'within']],
        },
      })),
    );
  });
});

test('two tabs with the same client id do not throw each other out', async () => {
  const [one, other] = [await open(ownerId), await open(ownerId)];
  await one.subscribe(valuesOf(store, 0));
  await other.subscribe(valuesOf(store, 0));
  expect(channel.viewerCount).toBe(2);
  measure([store.devices[0]!.pointId, -18]);
  expect(await settle(one, ownerId)).toHaveLength(1);
  expect(one.client.connected && other.client.connected).toBe(true);
});

test('only /mqtt is a channel', async () => {
  const client = mqtt.connect(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/other`, {
    username: 'bearer',
    password: `token of ${ownerId}`,
    reconnectPeriod: 0,
  });
  clients.push(client);
  client.on('error', () => {});
  await new Promise<void>((resolve) => client.once('close', () => resolve()));
  expect(client.connected).toBe(false);
  expect(channel.viewerCount).toBe(0);
});

describe('a point of two devices', () => {
  beforeEach(async () => {
    // The hidden freezer's sensor speaks for the viewer's one, too.
    await serve(database.db, store.devices[1]!.pointId, store.devices[0]!.id);
    // As the catalogue has it then.
    Object.assign(points.get(store.devices[1]!.pointId)!, { device_ids: store.devices.map(({ id }) => id) });
  });

  test('is sent under each device, and to a viewer under the one they may see', async () => {
    const [, hidden] = store.devices;
    const browsers = [
      [await open(viewerId), viewerId, [valuesOf(store, 0), alarmsOf(store, 0, 2)]],
      [
        await open(ownerId, { clientId: 'owner' }),
        ownerId,
        [valuesOf(store, 0), valuesOf(store, 1), alarmsOf(store, 1, 2), alarmsOf(store, 0, 2)],
      ],
    ] as const;
    for (const [browser] of browsers) {
      await browser.subscribe(valuesOf(store, '+'));
      await browser.subscribe(alarmsOf(store, '+', '+'));
    }
    measure([hidden!.pointId, -18.2]);
    alarm({ deviceId: hidden!.id, levels: [2] });
    for (const [browser, userId, topics] of browsers) {
      const heard = await settle(browser, userId);
      expect(heard.map(({ topic }) => topic).sort()).toEqual([...topics].sort());
    }
  });

  test('never serves a device of another project', async () => {
    await expect(serve(database.db, store.devices[0]!.pointId, barn.devices[0]!.id)).rejects.toThrow(/foreign key/);
  });
});

describe('a line that falls silent', () => {
  const at = Date.UTC(2026, 9, 1);
  const linesOf = (device: number) => realtimeTopics.deviceLines.topic(store.projectId, store.devices[device]!.id);
  const subscribeLines = (browser: Browser) =>
    browser.subscribe(realtimeTopics.deviceLines.topic(store.projectId, '+'));

  test('is told under each device behind it, and so is its return', async () => {
    const { db } = database;
    const [first] = store.devices;
    const gatewayId = gatewayOf(first!.pointId);
    const slaveId = await aSlave(db, gatewayId);
    await db.updateTable('point').set({ slave_id: slaveId }).where('id', '=', first!.pointId).execute();
    await db
      .updateTable('slave')
      .set({ silent_since: new Date(at) })
      .where('id', '=', slaveId)
      .execute();
    await db.updateTable('gateway').set({ online: true }).where('id', '=', gatewayId).execute();
    const browser = await open(viewerId);
    expect(await subscribeLines(browser)).toBe(true);

    events.emit('linesChanged', { changes: [{ kind: 'slave', id: slaveId, up: false, at }] });
    await channel.linesTold;
    expect(await settle(browser, viewerId)).toEqual([
      { topic: linesOf(0), payload: { points: [[first!.pointId, at]] } },
    ]);

    await db.updateTable('slave').set({ silent_since: null }).where('id', '=', slaveId).execute();
    events.emit('linesChanged', { changes: [{ kind: 'slave', id: slaveId, up: true, at }] });
    await channel.linesTold;
    const [back] = await settle(browser, viewerId);
    expect(LineChanged.parse(back?.payload)).toEqual({ points: [[first!.pointId, null]] });
  });

  test('is sent for a whole gateway, to each viewer only about the devices they may see', async () => {
    const gatewayId = gatewayOf(store.devices[0]!.pointId);
    await database.db
      .updateTable('gateway')
      .set({ online: false, offline_since: new Date(at) })
      .where('id', '=', gatewayId)
      .execute();
    const viewer = await open(viewerId);
    const owner = await open(ownerId, { clientId: 'owner' });
    for (const browser of [viewer, owner]) await subscribeLines(browser);
    events.emit('linesChanged', { changes: [{ kind: 'gateway', id: gatewayId, up: false, at }] });
    await channel.linesTold;
    expect((await settle(viewer, viewerId)).map(({ topic }) => topic)).toEqual([linesOf(0)]);
    expect((await settle(owner, ownerId)).map(({ topic }) => topic)).toEqual([linesOf(0), linesOf(1)]);
  });

  test('a gateway that comes or goes is told to who sees gateways and all devices of its project, unless it is kept to some', async () => {
    const permissions = ['terminals'] as const;
    for (const userId of [ownerId, viewerId])
      await aMember(database.db, companyId, store.projectId, { userId, permissions });
    const gatewayId = gatewayOf(store.devices[0]!.pointId);
    const topic = realtimeTopics.gatewayStates.topic(store.projectId, gatewayId);
    const owner = await open(ownerId);
    expect(await owner.subscribe(realtimeTopics.gatewayStates.topic(store.projectId, '+'))).toBe(true);
    expect(await owner.subscribe(realtimeTopics.gatewayStates.topic(foreign.projectId, '+'))).toBe(false);
    const viewer = await open(viewerId, { clientId: 'viewer' });
    await viewer.subscribe(realtimeTopics.gatewayStates.topic(store.projectId, '+'));
    events.emit('linesChanged', { changes: [{ kind: 'gateway', id: gatewayId, up: false, at }] });
    await channel.linesTold;
    const payload = { gatewayId, online: false, at };
    expect(await settle(owner, ownerId)).toEqual([{ topic, payload }]);
    expect(await settle(viewer, viewerId)).toEqual([]);
  });
});

test('a pending alarm is told at its level, only to those who see that level of that device', async () => {
  const topic = (device: number, level: number) =>
    realtimeTopics.devicePending.topic(store.projectId, store.devices[device]!.id, level);
  const browser = await open(viewerId);
  expect(await browser.subscribe(realtimeTopics.devicePending.topic(store.projectId, '+', '+'))).toBe(true);
  const [mine, hidden] = store.devices;
  const pending = (severity: number) => [{ kind: 'limit' as const, severity, since: 1_000, dueAt: 601_000 }];
  events.emit('pendingChanged', { pointId: mine!.pointId, level: 2, pending: pending(2) });
  events.emit('pendingChanged', { pointId: mine!.pointId, level: 3, pending: pending(3) });
  events.emit('pendingChanged', { pointId: hidden!.pointId, level: 2, pending: pending(2) });
  events.emit('pendingChanged', { pointId: mine!.pointId, level: 2, pending: [] });
  const heard = await settle(browser, viewerId);
  expect(heard).toEqual([
    {
      topic: topic(0, 2),
      payload: {
        pointId: mine!.pointId,
        level: 2,
        pending: [{ Kind: 'limit', Level: 2, SinceEPOCH: 1_000, DueEPOCH: 601_000 }],
      },
    },
    { topic: topic(0, 2), payload: { pointId: mine!.pointId, level: 2, pending: [] } },
  ]);
  for (const { payload } of heard) expect(() => PendingChanged.parse(payload)).not.toThrow();
});
