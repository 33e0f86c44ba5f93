import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { PointValue } from '@watchpost/contract';
import {
  answerRtuFrame,
  identifyWithinMs,
  ModbusException,
  maxUnidentifiedBytes,
  type RegisterBank,
  takeRtuRequests,
} from '@watchpost/protocols';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startTestApplication, type TestApplication } from '../testing/application.ts';
import { askAs } from '../testing/askAs.ts';
import { aCompany, aGateway, aMember, aProject, aSlave } from '../testing/factories.ts';
import { aModbusPoint } from '../testing/fieldFactories.ts';
import { presentValueReader } from '../testing/presentValue.ts';
import { soon } from '../testing/soon.ts';
import { removeGateway, tellConfiguration } from '../testing/tellConfiguration.ts';

const heartbeat = Buffer.from([0xfe, 0xfd, 0xfc]);

// A DTU with a freezer at address 1 and a meter at address 5; another with one slave; one that repeats itself.
let app: TestApplication;
let projectId: number;
let read: (pointId: number) => Promise<PointValue>;
let freezerTemp: number;
let freezerDoor: number;
let meterEnergy: number;
let meterMissing: number;
let secondTemp: number;
let chattyTemp: number;
beforeAll(async () => {
  app = await startTestApplication({
    prepare: async ({ db }) => {
      projectId = await aProject(db, await aCompany(db));
      const gateway = await aGateway(db, projectId, { serialNumber: 'DTU0000001' });
      const freezer = await aSlave(db, gateway, { address: 1 });
      const meter = await aSlave(db, gateway, { address: 5 });
      freezerTemp = await aModbusPoint(db, gateway, { slaveId: freezer, address: 10 });
      freezerDoor = await aModbusPoint(db, gateway, {
        slaveId: freezer,
        address: 3,
        mapping: { functionCode: 2, format: 'bit', byteOrder: null, scaling: null },
      });
      meterEnergy = await aModbusPoint(db, gateway, {
        slaveId: meter,
        address: 0,
        mapping: { functionCode: 4, format: 'f32', byteOrder: 'CDAB', scaling: null },
      });
      meterMissing = await aModbusPoint(db, gateway, { slaveId: meter, address: 900 });
      const second = await aGateway(db, projectId, { serialNumber: 'DTU0000002ABCDEF' });
      secondTemp = await aModbusPoint(db, second, { slaveId: await aSlave(db, second, { address: 1 }), address: 10 });
      const chatty = await aGateway(db, projectId, { serialNumber: 'DTU0000003' });
      await db
        .updateTable('gateway')
        .set({ heartbeat, registration_mode: 'everyPacket' })
        .where('id', '=', chatty)
        .execute();
      chattyTemp = await aModbusPoint(db, chatty, { slaveId: await aSlave(db, chatty, { address: 1 }), address: 10 });
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
const closeOf = (socket: Socket): Promise<unknown> =>
  socket.closed ? Promise.resolve() : once(socket.resume(), 'close');

/** Registers 10 and 11, discrete input 3 and a float at input register 0; nothing else. */
const bank = ({ tenths = -182, open = true, energy = 1234.5 } = {}): RegisterBank => ({
  readBits: (_code, address, quantity) => Array.from({ length: quantity }, (_, i) => address + i === 3 && open),
  readRegisters: (code, address, quantity) => {
    if (address >= 900) throw new ModbusException(2);
    const float = Buffer.alloc(4);
    float.writeFloatBE(energy);
    const words = code === 4 ? [float.readUInt16BE(2), float.readUInt16BE(0)] : [];
    return Array.from({ length: quantity }, (_, i) => (code === 4 ? (words[address + i] ?? 0) : tenths & 0xffff));
  },
  writeBits: () => {},
  writeRegisters: () => {},
});

/** Behaves like the slaves behind a DTU; `before` goes out in front of every answer. */
function serve(socket: Socket, banks: Record<number, RegisterBank>, before = Buffer.alloc(0)): { asked: Set<number> } {
  const asked = new Set<number>();
  let bytes: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    const { frames, rest } = takeRtuRequests(Buffer.concat([bytes, chunk]));
    bytes = rest;
    for (const frame of frames) {
      asked.add(frame[0]!);
      const answer = answerRtuFrame(frame, (address) => banks[address] ?? null);
      if (answer) socket.write(Buffer.concat([before, answer]));
    }
  });
  return { asked };
}

const strangers = async () =>
  (
    await app.database.pool.query<{ reason: string; subject: string; head: Buffer }>(
      'SELECT reason, subject, head FROM gateway_rejection WHERE gateway_id IS NULL ORDER BY id',
    )
  ).rows;

test('of one network fifty who have not said who they are are kept on the line; a DTU from another is served', async () => {
  const silent = await Promise.all(Array.from({ length: 60 }, () => dial('127.0.0.2')));
  await expect.poll(() => silent.filter(({ closed }) => closed).length, soon).toBe(10);
  const socket = await dial();
  serve(socket, { 1: bank(), 5: bank() });
  socket.write('DTU0000001');
  await expect.poll(() => read(freezerTemp), soon).toMatchObject({ Value: -18.2, Quality: 'good' });
});

test('a DTU dials in, says its serial number, and the values of all its slaves appear', async () => {
  const socket = await dial();
  serve(socket, { 1: bank(), 5: bank() });
  socket.write('DTU0000001');
  await expect.poll(() => read(freezerTemp), soon).toMatchObject({ Value: -18.2, Quality: 'good' });
  await expect.poll(() => read(freezerDoor), soon).toMatchObject({ Value: 1, Quality: 'good' });
  await expect.poll(() => read(meterEnergy), soon).toMatchObject({ Value: 1234.5, Quality: 'good' });
  await expect
    .poll(() => read(meterMissing), soon)
    .toMatchObject({ Value: null, Quality: 'bad', QualityReason: 'exception', ExceptionCode: 2 });
  const { rows } = await app.database.pool.query("SELECT online FROM gateway WHERE serial_number = 'DTU0000001'");
  expect(rows[0].online).toBe(true);
});

test('a serial number that arrives in pieces is recognised', async () => {
  const socket = await dial();
  serve(socket, { 1: bank({ tenths: -35 }) });
  socket.setNoDelay(true);
  for (const piece of ['DTU', '0000002', 'ABC', 'DEF']) {
    await new Promise((sent) => socket.write(piece, sent));
  }
  await expect.poll(() => read(secondTemp), soon).toMatchObject({ Value: -3.5 });
});

test('heartbeats and a serial number before every packet are no data', async () => {
  const socket = await dial();
  serve(socket, { 1: bank({ tenths: 42 }) }, Buffer.concat([Buffer.from('DTU0000003'), heartbeat]));
  socket.write('DTU0000003');
  socket.write(heartbeat);
  await expect.poll(() => read(chattyTemp), soon).toMatchObject({ Value: 4.2, Quality: 'good' });
});

test('the newest connection of a DTU is read once the older one no longer answers', async () => {
  const old = await dial();
  serve(old, { 1: bank({ tenths: 10 }) });
  old.write('DTU0000002ABCDEF');
  await expect.poll(() => read(secondTemp), soon).toMatchObject({ Value: 1 });

  const fresh = await dial();
  serve(fresh, { 1: bank({ tenths: 20 }) });
  fresh.write('DTU0000002ABCDEF');
  old.removeAllListeners('data');
  await closeOf(old);
  await expect.poll(() => read(secondTemp), soon).toMatchObject({ Value: 2 });
  const { rows } = await app.database.pool.query("SELECT online FROM gateway WHERE serial_number = 'DTU0000002ABCDEF'");
  expect(rows[0].online).toBe(true);
});

test('a DTU that hangs up is shown as offline', async () => {
  const socket = await dial();
  socket.write('DTU0000002ABCDEF');
  const online = async () =>
    (await app.database.pool.query("SELECT online FROM gateway WHERE serial_number = 'DTU0000002ABCDEF'")).rows[0]
      .online;
  await expect.poll(online, soon).toBe(true);
  socket.destroy();
  await expect.poll(online, soon).toBe(false);
});

test('a serial number that nobody registered is hung up on, and remembered with what it said', async () => {
  const socket = await dial();
  socket.write('XYZ9999999');
  await closeOf(socket);
  await expect
    .poll(strangers, soon)
    .toEqual([{ reason: 'unknownIdentity', subject: 'XYZ9999999', head: Buffer.from('XYZ9999999') }]);
});

test('a connection that sends much without a registration is closed', async () => {
  const socket = await dial();
  const talk = Buffer.from('GET / HTTP/1.1\r\nHost: example\r\n\r\n'.padEnd(maxUnidentifiedBytes + 1, '\u0001'));
  socket.write(talk);
  await closeOf(socket);
  await expect.poll(async () => (await strangers()).map(({ reason }) => reason), soon).toEqual(['registrationTooLong']);
});

// What people set up while the server runs.

/** A DTU with a slave at address 1, set up while the server runs. */
async function aNewDtu(serialNumber: string) {
  const { db } = app.database;
  const gatewayId = await aGateway(db, projectId, { serialNumber });
  const slaveId = await aSlave(db, gatewayId, { address: 1 });
  const temp = await aModbusPoint(db, gatewayId, { slaveId, address: 10 });
  await tellConfiguration(app.application, 'gateway', gatewayId);
  return { db, gatewayId, slaveId, temp };
}

test('a DTU that is added while the server runs is recognised and read', async () => {
  const { temp } = await aNewDtu('DTU0000011');
  const socket = await dial();
  serve(socket, { 1: bank({ tenths: 55 }) });
  socket.write('DTU0000011');
  await expect.poll(() => read(temp), soon).toMatchObject({ Value: 5.5, Quality: 'good' });
});

test('a new point, a new slave and a changed address are read on the same connection', async () => {
  const { db, gatewayId, slaveId, temp } = await aNewDtu('DTU0000012');
  const socket = await dial();
  const { asked } = serve(socket, { 1: bank(), 7: bank({ energy: 99.5 }) });
  socket.write('DTU0000012');
  await expect.poll(() => read(temp), soon).toMatchObject({ Value: -18.2 });

  const door = await aModbusPoint(db, gatewayId, {
    slaveId,
    address: 3,
    mapping: { functionCode: 2, format: 'bit', byteOrder: null, scaling: null },
  });
  await tellConfiguration(app.application, 'point', door);
  await expect.poll(() => read(door), soon).toMatchObject({ Value: 1, Quality: 'good' });

  const meter = await aSlave(db, gatewayId, { address: 6 });
  const mapping = { functionCode: 4, format: 'f32', byteOrder: 'CDAB', scaling: null } as const;
  const energy = await aModbusPoint(db, gatewayId, { slaveId: meter, address: 0, mapping });
  await tellConfiguration(app.application, 'gateway', gatewayId);
  await expect.poll(() => asked, soon).toContain(6);
  await db.updateTable('slave').set({ address: 7 }).where('id', '=', meter).execute();
  await tellConfiguration(app.application, 'gateway', gatewayId);
  await expect.poll(() => read(energy), soon).toMatchObject({ Value: 99.5, Quality: 'good' });
  expect(socket.closed).toBe(false);
});

test('what has nothing to do with a line does not disturb it', async () => {
  const { temp } = await aNewDtu('DTU0000013');
  const socket = await dial();
  let requests = 0;
  socket.on('data', () => requests++);
  serve(socket, { 1: bank() });
  socket.write('DTU0000013');
  await expect.poll(() => read(temp), soon).toMatchObject({ Quality: 'good' });
  const before = requests;
  const { gatewayId } = await aNewDtu('DTU0000014');
  await removeGateway(app.application, app.database.db, gatewayId);
  await tellConfiguration(app.application, 'area', 1);
  expect([requests, socket.closed]).toEqual([before, false]);
});

test('a slave that is removed is asked no more; the others are', async () => {
  const { db, gatewayId, temp } = await aNewDtu('DTU0000015');
  const other = await aSlave(db, gatewayId, { address: 2 });
  const otherTemp = await aModbusPoint(db, gatewayId, { slaveId: other, address: 10 });
  await tellConfiguration(app.application, 'gateway', gatewayId);
  const socket = await dial();
  const { asked } = serve(socket, { 1: bank({ tenths: 30 }), 2: bank({ tenths: 40 }) });
  socket.write('DTU0000015');
  await expect.poll(() => read(otherTemp), soon).toMatchObject({ Value: 4 });
  await db.deleteFrom('slave').where('id', '=', other).execute();
  await tellConfiguration(app.application, 'gateway', gatewayId);
  asked.clear();
  await db.updateTable('point').set({ sampling_interval_seconds: 30 }).where('id', '=', temp).execute();
  await tellConfiguration(app.application, 'point', temp);
  await expect.poll(() => asked, soon).toContain(1);
  expect(asked).not.toContain(2);
});

test('a DTU whose slave has another address by now is let in again when its old connection died without a word', async () => {
  const { db, gatewayId, slaveId, temp } = await aNewDtu('DTU0000019');
  await db.updateTable('point').set({ sampling_interval_seconds: 3600 }).where('id', '=', temp).execute();
  await tellConfiguration(app.application, 'point', temp);
  const dead = await dial();
  const { asked } = serve(dead, { 1: bank({ tenths: 10 }), 2: bank({ tenths: 20 }) });
  dead.write('DTU0000019');
  await expect.poll(() => read(temp), soon).toMatchObject({ Value: 1 });
  await db.updateTable('slave').set({ address: 2 }).where('id', '=', slaveId).execute();
  await tellConfiguration(app.application, 'gateway', gatewayId);
  await expect.poll(() => read(temp), soon).toMatchObject({ Value: 2 });
  expect([...asked]).toEqual([1, 2]);

  dead.removeAllListeners('data').on('data', () => {});
  serve(await dial(), { 2: bank({ tenths: 30 }) });
  const fresh = sockets.at(-1)!;
  fresh.write('DTU0000019');
  await expect.poll(() => read(temp), { ...soon, timeout: 40_000 }).toMatchObject({ Value: 3 });
  expect(fresh.closed).toBe(false);
}, 60_000);

test('a DTU of which nothing is read any more is let in again at once', async () => {
  const { db, gatewayId, temp } = await aNewDtu('DTU0000020');
  const dead = await dial();
  serve(dead, { 1: bank({ tenths: 10 }) });
  dead.write('DTU0000020');
  await expect.poll(() => read(temp), soon).toMatchObject({ Value: 1 });
  dead.removeAllListeners('data').on('data', () => {});
  const fresh = await dial();
  fresh.write('DTU0000020');
  const refused = () =>
    db.selectFrom('gateway_rejection').where('gateway_id', '=', gatewayId).select('reason').execute();
  await expect.poll(refused, soon).toEqual([{ reason: 'identityClash' }]);
  await db.deleteFrom('point').where('id', '=', temp).execute();
  await tellConfiguration(app.application, 'point', temp);
  await closeOf(dead);
  expect(fresh.closed).toBe(false);
});

test('a DTU that is removed is hung up on and a stranger afterwards', async () => {
  const { db, gatewayId } = await aNewDtu('DTU0000016');
  const socket = await dial();
  const { asked } = serve(socket, { 1: bank() });
  socket.write('DTU0000016');
  await expect.poll(() => asked, soon).toContain(1);
  await removeGateway(app.application, db, gatewayId);
  await closeOf(socket);
  const again = await dial();
  again.write('DTU0000016');
  await closeOf(again);
  await expect.poll(async () => (await strangers()).map(({ reason }) => reason), soon).toEqual(['unknownIdentity']);
});

test('a DTU that is told to register otherwise has to dial in anew', async () => {
  const { db, gatewayId, temp } = await aNewDtu('DTU0000017');
  const old = await dial();
  const { asked } = serve(old, { 1: bank() });
  old.write('DTU0000017');
  await expect.poll(() => asked, soon).toContain(1);
  await db
    .updateTable('gateway')
    .set({ registration_identity: '861234567890123' })
    .where('id', '=', gatewayId)
    .execute();
  await tellConfiguration(app.application, 'gateway', gatewayId);
  await closeOf(old);
  const fresh = await dial();
  serve(fresh, { 1: bank({ tenths: 77 }) });
  fresh.write('861234567890123');
  await expect.poll(() => read(temp), soon).toMatchObject({ Value: 7.7 });
});

test('where somebody else asks on the line, a reading that may be theirs is kept as uncertain, and the installer is told', async () => {
  const { db, gatewayId, temp } = await aNewDtu('DTU0000018');
  const socket = await dial();
  let bytes: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    const { frames, rest } = takeRtuRequests(Buffer.concat([bytes, chunk]));
    bytes = rest;
    for (const frame of frames) {
      const theirs = answerRtuFrame(frame, () => bank({ tenths: 350 }))!;
      socket.write(Buffer.concat([theirs, answerRtuFrame(frame, () => bank({ tenths: -182 }))!]));
    }
  });
  socket.write('DTU0000018');
  await expect
    .poll(() => read(temp), soon)
    .toMatchObject({ Value: 35, Quality: 'uncertain', QualityReason: 'lateAnswerPossible' });

  const { company_id } = await db
    .selectFrom('project')
    .where('id', '=', projectId)
    .select('company_id')
    .executeTakeFirstOrThrow();
  const installer = await aMember(db, company_id, projectId, { permissions: ['terminals'] });
  const ask = askAs(() => app);
  const said = async (language: 'zh' | 'en') => {
    const log = await ask(
      installer,
      'getDeviceConnectLog',
      { query: { deviceId: gatewayId, pageIndex: 1, pageSize: 20 } },
      { language },
    );
    return log.data.Data.filter(({ Kind }) => Kind === 'fault').map(({ Message }) => Message);
  };
  await expect.poll(() => said('en'), soon).toEqual([expect.stringContaining('Somebody else asks on this line')]);
  expect(await said('zh')).toEqual([expect.stringContaining('线路上还有其他主站在询问')]);
  const why = await ask(installer, 'getDeviceOfflineReason', { query: { deviceId: gatewayId } });
  expect(why.data).toMatchObject({
    Reason: 'online',
    Advice: [expect.stringContaining('another master on the bus')],
    Evidence: [{ Message: expect.stringContaining('Somebody else asks on this line') }],
  });
});

test('somebody who says nothing is hung up on after a while', async () => {
  // Only the patience of the listener is turned; sockets and database go on in real time.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const socket = await dial();
    const accepted = () => vi.getTimerCount();
    await vi.waitUntil(() => accepted() > 0, soon);
    vi.advanceTimersByTime(identifyWithinMs - 1);
    expect(socket.closed).toBe(false);
    vi.advanceTimersByTime(1);
    await closeOf(socket);
  } finally {
    vi.useRealTimers();
  }
});
