/** What installers and mobile networks do to lines: one running server, everything at once. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { PointValue } from '@watchpost/contract';
import { answerRtuFrame, type RegisterBank, takeRtuRequests } from '@watchpost/protocols';
import mqtt from 'mqtt';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTestApplication, type TestApplication } from '../testing/application.ts';
import { aCompany, aGateway, aProject, aSlave } from '../testing/factories.ts';
import { aModbusPoint, anMqttGateway, anMqttPoint } from '../testing/fieldFactories.ts';
import { presentValueReader } from '../testing/presentValue.ts';
import { soon } from '../testing/soon.ts';
import { tellConfiguration } from '../testing/tellConfiguration.ts';

let app: TestApplication;
let read: (pointId: number) => Promise<PointValue>;
let gatewayId: number;
let temp: number;
let iccidTemp: number;
let edge: number;
let edgeTemp: number;
/** Sixteen characters: no more can follow, so nobody waits for more. */
const serial = 'DTU0000001ABCDEF';
const iccid = '898604261025900188A1';

beforeAll(async () => {
  let projectId = 0;
  app = await startTestApplication({
    prepare: async ({ db }) => {
      projectId = await aProject(db, await aCompany(db));
      gatewayId = await aGateway(db, projectId, { serialNumber: serial });
      temp = await aModbusPoint(db, gatewayId, { slaveId: await aSlave(db, gatewayId, { address: 1 }), address: 10 });
      const withCard = await aGateway(db, projectId, { serialNumber: 'DTU0000002' });
      const registration = { registration_identity: iccid, registration_mode: 'both' } as const;
      await db.updateTable('gateway').set(registration).where('id', '=', withCard).execute();
      iccidTemp = await aModbusPoint(db, withCard, {
        slaveId: await aSlave(db, withCard, { address: 1 }),
        address: 10,
      });
      edge = await anMqttGateway(db, projectId, { userName: 'edge', password: 'edge secret' });
      edgeTemp = await anMqttPoint(db, edge, { key: 'temp' });
    },
  });
  read = await presentValueReader(app.url, app.database.db, projectId);
});
afterAll(() => app.stop());
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await app.database.pool.query('DELETE FROM gateway_rejection');
});

async function dial(localAddress = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port: app.application.dtuPort!, host: '127.0.0.1', localAddress });
  sockets.push(socket);
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}
const bank = (tenths: number): RegisterBank => ({
  readBits: () => [],
  readRegisters: (_code, _address, quantity) => Array.from({ length: quantity }, () => tenths & 0xffff),
  writeBits: () => {},
  writeRegisters: () => {},
});
/** Answers like a slave behind a DTU; `send` decides how the answer goes out. */
function serve(
  socket: Socket,
  tenths: number,
  send: (answer: Buffer) => void = (answer) => socket.write(answer),
): void {
  let bytes: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    const { frames, rest } = takeRtuRequests(Buffer.concat([bytes, chunk]));
    bytes = rest;
    for (const frame of frames) {
      const answer = answerRtuFrame(frame, (address) => (address === 1 ? bank(tenths) : null));
      if (answer) send(answer);
    }
  });
}
async function dialIn(
  tenths: number,
  send?: (socket: Socket, answer: Buffer) => void,
  localAddress?: string,
): Promise<Socket> {
  const socket = await dial(localAddress);
  serve(socket, tenths, send && ((answer) => send(socket, answer)));
  socket.write(serial);
  return socket;
}
const value = async (pointId: number) => {
  const { Value, Quality } = await read(pointId);
  return [Value, Quality];
};
const isUp = () => app.application.ingest.links.statusOf('gateway', gatewayId)?.up;
const rejections = async (id: number) =>
  (
    await app.database.pool.query<{ reason: string }>('SELECT reason FROM gateway_rejection WHERE gateway_id = $1', [
      id,
    ])
  ).rows.map(({ reason }) => reason);

test('a line that is cut in the middle of an answer takes nothing of it; the next connection reads on', async () => {
  const first = await dialIn(-182);
  await expect.poll(() => value(temp), soon).toEqual([-18.2, 'good']);
  // Otherwise this line is still the one that is read, and the next connection waits.
  first.destroy();
  await expect.poll(isUp, soon).toBe(false);
  const cut = await dialIn(990, (socket, answer) => {
    socket.write(answer.subarray(0, 4));
    socket.resetAndDestroy();
  });
  await once(cut, 'close');
  await expect.poll(isUp, soon).toBe(false);
  expect(await value(temp)).toEqual([-18.2, 'good']);
  await dialIn(-175);
  await expect.poll(() => value(temp), soon).toEqual([-17.5, 'good']);
});

test('a second connection with the same serial number waits while the device answers, and the installer is notified', async () => {
  const device = await dialIn(-184);
  await expect.poll(() => value(temp), soon).toEqual([-18.4, 'good']);
  let answers = 0;
  device.on('data', () => answers++);
  let asked = 0;
  const forged = await dialIn(-123);
  forged.on('data', () => asked++);
  await expect.poll(() => rejections(gatewayId), soon).toEqual(['identityClash']);
  // The device is asked at once whether it is still there.
  await expect.poll(() => answers, soon).toBeGreaterThan(0);
  expect(await value(temp)).toEqual([-18.4, 'good']);
  expect([asked, forged.closed, device.closed, isUp()]).toEqual([0, false, false, true]);
  // Also those who watch for attacks.
  const events = () =>
    app.database.db.selectFrom('security_event').where('kind', '=', 'gatewayClash').select('subject').execute();
  await expect.poll(events, soon).toHaveLength(1);

  // Nobody else is there any more: the one that waits is read, as after any dial-in.
  device.destroy();
  await expect.poll(() => value(temp), soon).toEqual([-12.3, 'good']);
});

test('a device whose old connection died without a word is let in after two polls were lost; what it says is uncertain for a while', async () => {
  const dead = await dialIn(-186);
  await expect.poll(() => value(temp), soon).toEqual([-18.6, 'good']);
  dead.removeAllListeners('data').on('data', () => {});
  const back = await dialIn(-175, undefined, '127.0.0.2');
  await expect.poll(() => value(temp), { ...soon, timeout: 40_000 }).toEqual([-17.5, 'uncertain']);
  expect((await read(temp)).QualityReason).toBe('lineTakenOver');
  expect([dead.closed || dead.destroyed || (await once(dead, 'close')) !== null, back.closed, isUp()]).toEqual([
    true,
    false,
    true,
  ]);
  const { rows } = await app.database.pool.query(
    "SELECT detail FROM gateway_event WHERE gateway_id = $1 AND detail LIKE 'takenOver%'",
    [gatewayId],
  );
  expect(rows).toEqual([{ detail: 'takenOver 127.0.0.2' }]);
}, 60_000);

test('from a network that is not listed for its gateway nobody is let in', async () => {
  const allow = (networks: string[]) =>
    app.database.db.updateTable('gateway').set({ allowed_networks: networks }).where('id', '=', gatewayId).execute();
  await allow(['127.0.0.2', '10.0.0.0/8']);
  await tellConfiguration(app.application, 'gateway', gatewayId);
  const stranger = await dialIn(-123);
  if (!stranger.closed) await once(stranger, 'close');
  await expect.poll(() => rejections(gatewayId), soon).toEqual(['foreignNetwork']);
  await dialIn(-161, undefined, '127.0.0.2');
  await expect.poll(async () => (await value(temp))[0], soon).toBe(-16.1);
  await allow([]);
  await tellConfiguration(app.application, 'gateway', gatewayId);
});

test('three hundred dial-ins in a row, many times what a flapping line makes, leave one line, no crowd, and the values of the last', async () => {
  const batch = 25;
  for (let dialled = 0; dialled < 300; dialled += batch) {
    await Promise.all(
      Array.from({ length: batch }, async () => {
        const socket = await dial();
        socket.write(serial);
        socket.destroySoon();
        if (!socket.closed) await once(socket.resume(), 'close');
      }),
    );
  }
  await dialIn(-31);
  await expect.poll(() => value(temp), soon).toEqual([-3.1, 'good']);
  expect((await rejections(gatewayId)).length).toBeLessThanOrEqual(10);
  await expect.poll(isUp, soon).toBe(true);
  expect(app.application.ingest.links.count().up).toBeGreaterThan(0);
}, 60_000);

test.each([
  ['as text', Buffer.from(iccid, 'ascii')],
  ['two digits a byte', Buffer.from(iccid, 'hex')],
])('a DTU that says the number of its card, letters among it, %s, before every packet', async (_how, packet) => {
  const socket = await dial();
  const tenths = -100 - packet.length;
  serve(socket, tenths, (answer) => socket.write(Buffer.concat([packet, answer])));
  socket.write(packet);
  await expect.poll(() => value(iccidTemp), soon).toEqual([tenths / 10, 'good']);
});

test('a gateway whose clock stands in 1970 or 2038 says nothing that is shown or kept; put right, it is believed', async () => {
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${app.application.mqttPort}`, {
    username: 'edge',
    password: 'edge secret',
    reconnectPeriod: 0,
  });
  const send = (ts: number, temp: number) =>
    client.publishAsync('v1/devices/me/telemetry', JSON.stringify({ ts, values: { temp } }), { qos: 1 });
  const now = Date.now();
  await send(now, -18);
  await send(5_000, 70);
  await send(Date.UTC(2038, 0, 19, 3, 14, 8), 38);
  expect(await value(edgeTemp)).toEqual([-18, 'good']);
  expect((await rejections(edge)).toSorted()).toEqual(['fromTheFuture', 'tooOld']);
  await send(now + 1000, -17);
  expect(await value(edgeTemp)).toEqual([-17, 'good']);
  await client.endAsync(true);
});
