import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AllCalls, CallData, CallName } from '@watchpost/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readAnswerShape } from '../platform/cards/cardAnswerShape.ts';
import { createHttpCards } from '../platform/cards/httpCards.ts';
import { silentLog } from '../platform/log/log.ts';
import { createOutboundGuard } from '../platform/outboundGuard.ts';
import { makeCall, startTestApplication, type TestApplication } from '../testing/application.ts';
import { aCompany, aGateway, aMember, aProject } from '../testing/factories.ts';
import { aSerial } from '../testing/gatewaysOf.ts';
import { tokenFor } from '../testing/tokenFor.ts';
import { readCards } from './cards/readCards.ts';

interface Told {
  state: string;
  month?: number | string;
  day?: number;
  limit?: number | null;
  expires?: string;
}

/** Plays a carrier and an FBox cloud, on one port. */
let elsewhere: Server;
let carrier: { status: number; cards: Record<string, Told>; asked: string[][] };
let boxes: { status: number; body: unknown };
let app: TestApplication;
let companyId: number;
let projectId: number;
let fitterId: number;
let minutes = 0;
const clock = { now: () => Date.UTC(2026, 10, 22) + minutes * 60_000 };

const shape = 'cards=/cards number=/iccid state=/state month=/month day=/day limit=/limit expires=/expires';
const cardConfig = (url: string) => ({
  url,
  token: null,
  body: '{"iccids":{cards}}',
  answer: readAnswerShape(shape)!,
  states: new Map(),
  unitsInMegabyte: 1,
});

beforeAll(async () => {
  elsewhere = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const reply = (status: number, body: unknown) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      if (request.url === '/token') reply(200, { access_token: 'key' });
      else if (request.url === '/boxes') reply(boxes.status, boxes.body);
      else {
        const { iccids } = JSON.parse(Buffer.concat(parts).toString()) as { iccids: string[] };
        carrier.asked.push(iccids);
        const known = iccids.filter((iccid) => carrier.cards[iccid]);
        reply(carrier.status, { cards: known.map((iccid) => ({ iccid, ...carrier.cards[iccid] })) });
      }
    });
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
  app = await startTestApplication({
    clock,
    config: {
      cards: cardConfig(`${base}/cards`),
      fbox: { boxesUrl: `${base}/boxes`, tokenUrl: `${base}/token`, clientId: 'me', clientSecret: 'secret' },
    },
  });
  const { db } = app.database;
  companyId = await aCompany(db);
  projectId = await aProject(db, companyId);
  fitterId = await aMember(db, companyId, projectId, { permissions: ['terminals', 'terminalsEdit'] });
});
beforeEach(() => {
  // What the carrier said a test ago, and a failure of it, are forgotten.
  minutes += 120;
  carrier = { status: 200, cards: {}, asked: [] };
  boxes = { status: 200, body: [] };
});
afterAll(async () => {
  await app.stop();
  await new Promise((resolve) => elsewhere.close(resolve));
});

type Input = { query?: unknown; body?: unknown };
const ask = async (name: CallName, input: Input, language: 'zh' | 'en' = 'en') =>
  makeCall(app.url, name, input, { token: await tokenFor(app.database.db, fitterId, clock), language });
async function data<Name extends CallName>(name: Name, input: Input) {
  const { status, envelope } = await ask(name, input);
  expect([status, envelope.Message]).toEqual([200, '']);
  return envelope.Data as CallData<AllCalls[Name]>;
}
let cards = 0;
async function withCard(told: Told | null, gateway: Parameters<typeof aGateway>[2] = {}) {
  const iccid = `8986042610259${String(++cards).padStart(7, '0')}`;
  if (told) carrier.cards[iccid] = told;
  const id = await aGateway(app.database.db, projectId, { serialNumber: aSerial(), ...gateway });
  await data('deviceBindICCID', { query: { deviceId: id, ICCID: iccid } });
  return { id, iccid };
}
const usage = (id: number) => data('cardUsageInfo', { query: { deviceId: id } });
const list = async (filter: object) =>
  (await data('showDeviceList', { body: { ProjectIdList: [projectId], ...filter } })).Data;
/** As the server does by itself every ten minutes. */
const readAll = () =>
  readCards({
    db: app.database.db,
    clock,
    log: silentLog,
    cards: createHttpCards({
      ...cardConfig(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/cards`),
      guard: createOutboundGuard(['127.0.0.1']),
      log: silentLog,
      now: () => clock.now(),
    }),
  });

test('a bound card tells its state and usage at once; within a minute the carrier is not asked again', async () => {
  const { id, iccid } = await withCard({ state: 'inUse', month: 120.5, day: 3.25, limit: 500, expires: '2029-06-30' });
  const told = {
    ICCID: iccid,
    Source: 'carrier',
    SimStatus: 1,
    SimFlowStatus: 1,
    UsedMB: 120.5,
    UsedTodayMB: 3.25,
    TotalMB: 500,
    ExpireDate: '2029-06-30',
  };
  expect(await usage(id)).toMatchObject({ ...told, ReadEPOCH: clock.now() });
  expect(carrier.asked).toEqual([[iccid]]);
  minutes += 2;
  carrier.cards[iccid]!.month = 121;
  expect(await usage(id)).toMatchObject({ ...told, UsedMB: 121, ReadEPOCH: clock.now() });
  expect(carrier.asked).toHaveLength(2);
});

test.each([
  [401, 'refused', 'The carrier refuses the token of this installation'],
  [429, 'tooOften', 'The carrier wants to be asked less often'],
  [503, 'noAnswer', 'The carrier does not answer at the moment'],
])('a carrier that answers %i is told as such, beside what it said last', async (status, source, message) => {
  const { id } = await withCard({ state: 'testingPeriod', month: 1 });
  minutes += 2;
  carrier.status = status;
  expect(await usage(id)).toMatchObject({
    Source: source,
    SimStatus: 5,
    UsedMB: 1,
    Message: expect.stringContaining(message),
  });
});

test('a card that the carrier does not know, and a state that nobody explained, stay not known', async () => {
  const [foreign, strange] = [await withCard(null), await withCard({ state: 'X9', month: 7 })];
  expect(await usage(foreign.id)).toMatchObject({ Source: 'unknownCard', SimStatus: null, UsedMB: null });
  expect(await usage(strange.id)).toMatchObject({ Source: 'carrier', SimStatus: null, UsedMB: 7 });
});

test('the list is filtered by each of the six states and by what is left of the plan, as the carrier changes them', async () => {
  const states = ['inUse', 'oneWayShutdown', 'shutdown', 'dormancy', 'testingPeriod', 'silentPeriod'];
  const mine: { id: number; iccid: string }[] = [];
  for (const state of states) mine.push(await withCard({ state, month: 10, limit: 100 }));
  const ids = (rows: { DeviceId: number }[]) =>
    rows
      .map(({ DeviceId }) => DeviceId)
      .filter((id) => mine.some((each) => each.id === id))
      .toSorted((a, b) => a - b);
  for (const [place, each] of mine.entries()) expect(ids(await list({ SimStatus: [place + 1] }))).toEqual([each.id]);
  expect(ids(await list({ SimStatus: [2, 3] }))).toHaveLength(2);
  expect(ids(await list({ SimFlowStatusList: [1] }))).toHaveLength(6);
  // An hour later the server asks by itself.
  minutes += 61;
  Object.assign(carrier.cards[mine[0]!.iccid]!, { month: 80 });
  Object.assign(carrier.cards[mine[1]!.iccid]!, { month: '100', state: 'shutdown' });
  Object.assign(carrier.cards[mine[2]!.iccid]!, { limit: null });
  await readAll();
  const flows = async (flow: number) => ids(await list({ SimFlowStatusList: [flow] }));
  expect([await flows(2), await flows(3), await flows(0)]).toEqual([[mine[0]!.id], [mine[1]!.id], [mine[2]!.id]]);
  expect(ids(await list({ SimStatus: [3] }))).toEqual([mine[1]!.id, mine[2]!.id]);
});

test('a gateway that is offline while its card is shut down is told so, asked of the carrier now', async () => {
  const away = { online: false, lastSeenAt: new Date(clock.now() - 3_600_000) };
  const { id, iccid } = await withCard({ state: 'inUse', month: 1, limit: 10 });
  await app.database.db
    .updateTable('gateway')
    .set({ online: away.online, last_seen_at: away.lastSeenAt, offline_since: away.lastSeenAt })
    .where('id', '=', id)
    .execute();
  const why = () => data('getDeviceOfflineReason', { query: { deviceId: id } });
  // It has no points.
  expect(await why()).toMatchObject({ Reason: 'nothingPolled' });
  minutes += 2;
  carrier.cards[iccid]!.state = 'shutdown';
  expect(await why()).toMatchObject({ Reason: 'card', Message: 'Its communication card carries no data: shut down' });
  minutes += 2;
  Object.assign(carrier.cards[iccid]!, { state: 'inUse', month: 10 });
  expect((await why()).Message).toContain('its data is used up');
});

test('boxes of the configured FBox account are listed to who runs the installation, those that are gateways here with their id; other companies see their own', async () => {
  const serial = aSerial();
  const id = await aGateway(app.database.db, projectId, { serialNumber: serial });
  boxes.body = [{ boxRegs: [{ alias: 'Cold store', box: { boxNo: serial, connectionState: 1 } }] }, { boxNo: '3382' }];
  const found = (boxNo: string) => data('getFboxInformationbyHand', { query: { ProjectId: projectId, boxNo } });
  const numbers = async () => (await found('')).Boxes.map(({ BoxNo }) => BoxNo);
  expect(await numbers()).toEqual([serial]);
  const { db } = app.database;
  await db.updateTable('company').set({ is_operator: true }).where('id', '=', companyId).execute();
  // Who sets up the gateways of one project alone is no more than a customer there.
  expect(await numbers()).toEqual([serial]);
  await aMember(db, companyId, -1, { userId: fitterId, permissions: ['terminalsEdit'] });
  expect(await found('')).toEqual({
    IsConfigured: true,
    Message: '',
    Boxes: [
      { BoxNo: serial, Name: 'Cold store', ConnectStatus: 1, DeviceId: id },
      { BoxNo: '3382', Name: '3382', ConnectStatus: 0, DeviceId: null },
    ],
  });
  expect(await found('warehouse')).toMatchObject({
    IsConfigured: true,
    Message: 'The account has no such box',
    Boxes: [],
  });
  boxes.status = 500;
  const failed = await ask('getFboxInformationbyHand', { query: { ProjectId: projectId, boxNo: '' } });
  expect(failed.status).toBeGreaterThanOrEqual(500);
  expect(failed.envelope.Message).toContain('HTTP 500');
});
