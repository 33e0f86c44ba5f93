import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { qualityCode, writingErrors } from '@watchpost/contract';
import { answerRtuFrame, ModbusException, type RegisterBank, takeRtuRequests } from '@watchpost/protocols';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { system } from '../access/index.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import { silentLog } from '../platform/log/log.ts';
import { LiveValues } from '../points/index.ts';
import { startTestApplication, type TestApplication } from '../testing/application.ts';
import { type AskAs, askAs } from '../testing/askAs.ts';
import { aCompany, aDevice, aGateway, aMember, aProject, aSlave, limitMember } from '../testing/factories.ts';
import { aModbusPoint } from '../testing/fieldFactories.ts';
import { presentValueReader } from '../testing/presentValue.ts';
import { soon } from '../testing/soon.ts';
import { moveToCompany } from './handOver.store.ts';
import { Returns } from './Returns.ts';
import { Writing } from './Writing.ts';

const serialNumber = 'DTUWRITE01';
const mayWrite = ['remoteWrite', 'terminalsEdit', 'monitorView'] as const;
const door = { functionCode: 1, format: 'bit', byteOrder: null, scaling: null } as const;

// A DTU with one controller: setpoints in tenths in registers 100 to 102, a relay in coil 5, the door's state in register 20.
let app: TestApplication;
/** Goes on by itself, or a line would wait for ever between two frames; and can be turned on. */
let turnedMs = 0;
const clock: Clock & { advance(ms: number): void } = {
  now: () => systemClock.now() + turnedMs,
  advance: (ms) => {
    turnedMs += ms;
  },
};
let ask: AskAs;
let companyId: number;
let projectId: number;
let gatewayId: number;
let deviceId: number;
let controller: number;
let setpoint: number;
let second: number;
let third: number;
let relay: number;
let doorState: number;
let readOnly: number;
let away: number;
let writer: number;
let read: Awaited<ReturnType<typeof presentValueReader>>;
const live = new LiveValues();
beforeAll(async () => {
  app = await startTestApplication({
    clock,
    prepare: async ({ db }) => {
      companyId = await aCompany(db);
      projectId = await aProject(db, companyId);
      deviceId = await aDevice(db, projectId, { name: 'Freezer 1', nameEn: 'Freezer 1' });
      gatewayId = await aGateway(db, projectId, { serialNumber });
      const slaveId = await aSlave(db, gatewayId, { address: 1 });
      controller = slaveId;
      const at = (address: number, mapping = {}) =>
        aModbusPoint(db, gatewayId, { slaveId, address, deviceId, mapping });
      [setpoint, second, third] = [await at(100), await at(101), await at(102)];
      relay = await at(5, door);
      [doorState, readOnly] = [await at(20, { scaling: null }), await at(30)];
      const absent = await aGateway(db, projectId);
      away = await aModbusPoint(db, absent, { slaveId: await aSlave(db, absent), address: 1, deviceId });
      const writable = [setpoint, second, third, relay, away];
      await db.updateTable('point').set({ writable: true }).where('id', 'in', writable).execute();
      await db.updateTable('point').set({ range_low: -30, range_high: 10 }).where('id', '=', setpoint).execute();
      writer = await aMember(db, companyId, projectId, { nickname: 'Wang', permissions: mayWrite });
    },
  });
  ask = askAs(() => app);
  app.application.events.on(live, 'readingsCommitted', ({ columns }) => void live.apply(columns));
  read = await presentValueReader(app.url, app.database.db, projectId);
});
afterAll(() => app.stop());

let socket: Socket;
/** Holding registers of the controller. */
let registers: Map<number, number>;
/** A register that it has not, or not now. */
let missing: number | null;
let coil: boolean;
/** What the controller has been asked to write, by address. */
let written: number[];
/** How it takes a write: as it should, not at all, only seemingly, or half a degree off; `hold`: it obeys and answers when it is let. */
let onWrite: 'obey' | 'refuse' | 'ignore' | 'clamp' | 'silence' | 'hold';
let held: Buffer[];
const bank: RegisterBank = {
  readBits: (_code, address, quantity) => Array.from({ length: quantity }, (_, i) => address + i === 5 && coil),
  readRegisters: (_code, address, quantity) => {
    if (missing !== null && address <= missing && missing < address + quantity) throw new ModbusException(2);
    return Array.from({ length: quantity }, (_, i) => (registers.get(address + i) ?? 0) & 0xffff);
  },
  writeBits: (address, [value]) => {
    written.push(address);
    coil = value!;
  },
  writeRegisters: (address, [value]) => {
    written.push(address);
    if (onWrite === 'refuse' && address === 100) throw new ModbusException(3);
    const taken = onWrite === 'clamp' ? value! + 5 : value!;
    if (onWrite !== 'ignore' && onWrite !== 'silence') registers.set(address, taken);
  },
};

beforeEach(async () => {
  registers = new Map([100, 101, 102, 30].map((address) => [address, -180]));
  registers.set(20, 0);
  coil = false;
  missing = null;
  written = [];
  onWrite = 'obey';
  held = [];
  await app.database.pool.query('DELETE FROM write_record; DELETE FROM write_batch; DELETE FROM point_write_limit');
  clock.advance(2_000);
  const dialledAt = clock.now();
  socket = connect(app.application.dtuPort!, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  let bytes: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    const { frames, rest } = takeRtuRequests(Buffer.concat([bytes, chunk]));
    bytes = rest;
    for (const frame of frames) {
      const answer = answerRtuFrame(frame, (address) => (address === 1 ? bank : null));
      const isWrite = frame[1] === 5 || frame[1] === 6;
      if (answer && isWrite && onWrite === 'hold') held.push(answer);
      else if (answer && !(isWrite && onWrite === 'silence')) socket.write(answer);
    }
  });
  socket.write(serialNumber);
  await expect.poll(async () => (await read(setpoint)).Time, soon).toBeGreaterThanOrEqual(dialledAt);
  await expect.poll(async () => (await read(doorState)).Time, soon).toBeGreaterThanOrEqual(dialledAt);
});
afterEach(async () => {
  socket.destroy();
  await expect.poll(() => app.application.ingest.commands.isConnected(gatewayId), soon).toBe(false);
});

const doorReads = (value: number, quality = 0) =>
  app.application.ingest.commit.submit({
    length: 1,
    pointIds: Int32Array.of(doorState),
    measuredAt: Float64Array.of(clock.now()),
    values: Float64Array.of(value),
    quality: Uint8Array.of(quality),
  });
const write = (pointID: number, writeData: number, more: object = {}) =>
  ask(writer, 'controlDown', { query: { pointID, writeData, reason: 'Night setback', ...more } });

test('a value is written, read back, shown at once and kept with who, why and what it was before', async () => {
  const { status, data } = await write(setpoint, -20, { expectedValue: -18 });
  expect([status, data]).toMatchObject([
    200,
    { Outcome: 'succeeded', IsSuccess: true, Message: 'Written', OldValue: -18, Value: -20, ReadBackValue: -20 },
  ]);
  await expect.poll(() => read(setpoint), soon).toMatchObject({ Value: -20, Quality: 'good' });
  const log = await ask(writer, 'batchWriteRecord', { query: { Text: 'freezer' } });
  expect(log.data).toMatchObject({
    TotalCount: 1,
    Data: [{ Nickname: 'Wang', MName: 'Freezer 1', Reason: 'Night setback', Outcome: 'succeeded', Value: -20 }],
  });
  const operations = await app.database.pool.query(
    "SELECT before, after FROM operation_log WHERE call = 'controlDown'",
  );
  expect(operations.rows[0]).toEqual({
    before: { value: '-18 °C' },
    after: { value: '-20 °C', reason: 'Night setback' },
  });
});

test('what the device once refused is polled again as soon as it is read back, or somebody asks for the slave', async () => {
  const { lines } = app.application.ingest;
  const refused = () => lines.look(gatewayId)?.poller().status().slaves[0]?.refusedKeys;
  const refuse = async () => {
    missing = 102;
    lines.readNow(gatewayId, 1);
    await expect.poll(refused, soon).toEqual([third]);
    missing = null;
  };
  await refuse();
  expect((await write(third, -20)).data).toMatchObject({ Outcome: 'succeeded', ReadBackValue: -20 });
  await expect.poll(refused, soon).toEqual([]);

  await refuse();
  expect((await ask(writer, 'readSlaveNow', { body: { DeviceModuleId: controller } })).status).toBe(200);
  await expect.poll(refused, soon).toEqual([]);
});

test('a relay is switched as a coil', async () => {
  expect((await write(relay, 1)).data).toMatchObject({ Outcome: 'succeeded', ReadBackValue: 1 });
  expect([coil, written]).toEqual([true, [5]]);
});

test('a device that refuses is told apart, with its exception in words of both languages', async () => {
  onWrite = 'refuse';
  const { data } = await write(setpoint, -20);
  expect(data).toMatchObject({
    Outcome: 'refusedByDevice',
    IsSuccess: false,
    ExceptionCode: 3,
    Message: 'Refused by the device: exception 03: it does not accept this value',
  });
  const inChinese = await ask(writer, 'batchWriteRecord', { query: {} }, { language: 'zh' });
  expect(inChinese.data.Data[0]).toMatchObject({ Message: '设备拒绝：异常码 03：不接受该值' });
});

test('a device that answers but keeps its value is found out', async () => {
  onWrite = 'ignore';
  const { data } = await write(setpoint, -20);
  expect(data).toMatchObject({ Outcome: 'readsBackDifferently', IsSuccess: false, ReadBackValue: -18 });
});

test('a device that answers no write but every reading is no answer, and holds what it held', async () => {
  onWrite = 'silence';
  const { data } = await write(setpoint, -20, { returnMinutes: 2 });
  expect(data).toMatchObject({
    Outcome: 'noResponse',
    IsSuccess: null,
    ReadBackValue: -18,
    Message: 'No answer: the value read back is still the old one',
    // It may still take it.
    ReturnState: 'waiting',
  });
  const inChinese = await ask(writer, 'batchWriteRecord', { query: {} }, { language: 'zh' });
  expect(inChinese.data.Data[0]).toMatchObject({ Message: '无应答：读回的仍是旧值' });
});

test('a line that breaks after the write went out leaves it open; nothing is sent again', async () => {
  onWrite = 'silence';
  const outcome = write(setpoint, -20);
  await expect.poll(() => written, soon).toEqual([100]);
  socket.destroy();
  expect((await outcome).data).toMatchObject({ Outcome: 'noResponse', IsSuccess: null, ReadBackValue: null });
  expect(written).toEqual([100]);
});

test('a gateway that is not connected is sent nothing, and that is kept as well', async () => {
  const { data } = await write(away, 1);
  expect(data).toMatchObject({ Outcome: 'notConnected', IsSuccess: false, SentEpoch: null });
});

test('a server that ends between sending and the answer leaves the outcome unknown', async () => {
  onWrite = 'silence';
  const pending = write(setpoint, -20);
  await expect.poll(() => written, soon).toEqual([100]);
  // What the next server does before anything else, while the answer to this one is still out.
  const { commands } = app.application.ingest;
  await new Writing({ db: app.database.db, owner: app.owner, clock, log: silentLog, live, commands }).start();
  socket.destroy();
  expect((await pending).data).toMatchObject({ Outcome: 'unknown', IsSuccess: null });
  const { rows } = await app.database.pool.query('SELECT outcome FROM write_record');
  expect(rows).toEqual([{ outcome: 'unknown' }]);
});

test('what does not pass the checks is refused with the reason, and never reaches the device', async () => {
  const { db } = app.database;
  const reader = await aMember(db, companyId, projectId, { permissions: ['monitorView'] });
  expect((await ask(reader, 'controlDown', { query: { pointID: setpoint, writeData: -20 } })).status).toBe(403);

  const limited = await aMember(db, companyId, projectId, { permissions: mayWrite });
  await limitMember(db, limited, projectId, { deviceIds: [deviceId] });
  const asLimited = () => ask(limited, 'controlDown', { query: { pointID: setpoint, writeData: -20 } });
  expect(await asLimited()).toMatchObject({ status: 403, message: expect.stringContaining('only read this device') });

  const elsewhere = await aCompany(db);
  const stranger = await aMember(db, elsewhere, await aProject(db, elsewhere), { permissions: mayWrite });
  expect((await ask(stranger, 'controlDown', { query: { pointID: setpoint, writeData: -20 } })).status).toBe(404);

  const refusals: [pointId: number, value: number, more: object, words: string][] = [
    [readOnly, -20, {}, 'cannot be written'],
    [setpoint, 10.5, {}, 'Not above 10 °C'],
    [setpoint, -31, {}, 'Not below -30 °C'],
    [setpoint, -20.04, {}, 'the nearest is -20 °C'],
    [setpoint, -20, { expectedValue: -17 }, 'The present value is -18 °C now'],
    [second, 4000, {}, 'Not above 3276.7 °C'],
    [relay, 2, {}, 'Not above 1'],
  ];
  for (const [pointId, value, more, words] of refusals) {
    const { status, message } = await write(pointId, value, more);
    expect([status >= 400, message]).toEqual([true, expect.stringContaining(words)]);
  }
  expect(written).toEqual([]);
  expect((await ask(writer, 'batchWriteRecord', { query: {} })).data.TotalCount).toBe(0);

  await db.updateTable('member_device').set({ can_write: true }).where('user_id', '=', limited).execute();
  expect((await asLimited()).data).toMatchObject({ Outcome: 'succeeded' });
});

test('an interlock blocks while its condition does not hold, and while it cannot be checked', async () => {
  const Interlock = {
    PointId: doorState,
    Operator: 'equal',
    Value: 0,
    Sentence: '须先关门',
    SentenceEn: 'The door must be closed',
  } as const;
  const limits = { PointId: setpoint, Min: -25, Max: -10, MinIntervalSeconds: 60, Interlock };
  expect((await ask(writer, 'updatePointWriteLimit', { body: limits })).status).toBe(200);
  expect((await write(setpoint, -26)).message).toContain('Not below -25');
  expect((await write(setpoint, -20)).data).toMatchObject({ Outcome: 'succeeded' });
  expect((await write(setpoint, -21)).message).toContain('once in 60 s');

  // The door opens while a write waits for the one before it on the same line.
  clock.advance(61_000);
  await doorReads(0);
  onWrite = 'hold';
  const before = write(second, -20);
  await expect.poll(() => written, soon).toEqual([100, 101]);
  const waiting = write(setpoint, -21);
  const sending = "SELECT 1 FROM write_record WHERE outcome = 'sending'";
  await expect.poll(async () => (await app.database.pool.query(sending)).rowCount, soon).toBe(2);
  await doorReads(1);
  onWrite = 'obey';
  for (const answer of held) socket.write(answer);
  await before;
  expect((await waiting).data).toMatchObject({
    Outcome: 'notSent',
    Message: expect.stringContaining('Blocked by an interlock: The door must be closed'),
  });
  expect(written).toEqual([100, 101]);

  const blocked = await write(setpoint, -21);
  expect([blocked.status, blocked.message]).toEqual([
    409,
    expect.stringContaining('Blocked by an interlock: The door must be closed'),
  ]);
  const dialog = await ask(writer, 'getPointWrite', { query: { pointID: setpoint } });
  expect(dialog.data).toMatchObject({ Lowest: -25, Highest: -10, Blocked: blocked.message, IsConnected: true });
  await doorReads(0, qualityCode.timeout);
  expect((await write(setpoint, -21)).message).toContain('cannot be checked');
  expect(written).toEqual([100, 101]);
});

test('who changes one limit leaves the others as a colleague set them; together they still make sense', async () => {
  const set = (body: object) => ask(writer, 'updatePointWriteLimit', { body: { PointId: third, ...body } });
  const limit = async () => (await ask(writer, 'getPointWriteLimit', { query: { pointID: third } })).data;
  const Interlock = { PointId: doorState, Operator: 'equal', Value: 0, Sentence: '须先关门' } as const;
  expect((await set({ Interlock, AllowedValues: [-20, -22] })).status).toBe(200);
  expect((await set({ Min: -25 })).status).toBe(200);
  expect((await set({ Min: -24, MinIntervalSeconds: 60 })).status).toBe(200);
  expect((await set({ Max: -30 })).message).toContain('Max: The maximum must be above the minimum');
  expect(await limit()).toMatchObject({
    Min: -24,
    Max: null,
    AllowedValues: [-22, -20],
    MinIntervalSeconds: 60,
    Interlock,
  });
  expect((await set({ Min: null, AllowedValues: [], MinIntervalSeconds: 0, Interlock: null })).status).toBe(200);
  expect(await limit()).toMatchObject({ Min: null, AllowedValues: [], MinIntervalSeconds: 0, Interlock: null });
});

test('a batch needs proof of who asks, stops at the first failure and tells what became of each point', async () => {
  onWrite = 'refuse';
  const body = {
    PointList: [second, setpoint, third].map((PointId) => ({ PointId, Value: -22, ExpectedValue: -18 })),
    Reason: 'Night setback',
    StopOnError: true,
  };
  expect((await ask(writer, 'batchControlDown', { body }, { proven: false })).status).toBe(428);
  const { data } = await ask(writer, 'batchControlDown', { body });
  const batch = async () => (await ask(writer, 'getBatchWrite', { query: { batchId: data.BatchId } })).data;
  await expect.poll(async () => (await batch()).State, soon).toBe('stopped');
  expect(await batch()).toMatchObject({
    TotalCount: 3,
    DoneCount: 3,
    SuccessCount: 1,
    FailCount: 2,
    Rows: [
      { Outcome: 'succeeded', ReadBackValue: -22 },
      { Outcome: 'refusedByDevice' },
      { Outcome: 'notSent', Message: expect.stringContaining('Left out') },
    ],
  });
  expect(written).toEqual([101, 100]);
});

test('a batch that goes on in spite of failures writes every other point, on lines beside each other', async () => {
  onWrite = 'obey';
  const PointList = [away, second, readOnly, third].map((PointId) => ({ PointId, Value: -22 }));
  const refused = await ask(writer, 'batchControlDown', { body: { PointList, Reason: 'Night', StopOnError: false } });
  expect(refused.message).toContain('cannot be written');
  const { data } = await ask(writer, 'batchControlDown', {
    body: { PointList: PointList.filter(({ PointId }) => PointId !== readOnly), Reason: 'Night', StopOnError: false },
  });
  const batch = async () => (await ask(writer, 'getBatchWrite', { query: { batchId: data.BatchId } })).data;
  await expect.poll(async () => (await batch()).State, soon).toBe('done');
  expect((await batch()).Rows.map(({ Outcome }) => Outcome)).toEqual(['notConnected', 'succeeded', 'succeeded']);
  expect((registers.get(101)! << 16) >> 16).toBe(-220);
});

test('a batch goes on by the rights that its owner still has when a point’s turn comes', async () => {
  const { db, pool } = app.database;
  const leaving = await aMember(db, companyId, projectId, { permissions: mayWrite });
  onWrite = 'silence';
  const PointList = [second, third].map((PointId) => ({ PointId, Value: -22 }));
  const body = { PointList, Reason: 'Night', StopOnError: false };
  const { data } = await ask(leaving, 'batchControlDown', { body });
  await expect.poll(() => written, soon).toEqual([101]);
  await limitMember(db, leaving, projectId, { canWrite: false });
  onWrite = 'obey';
  socket.destroy();
  const stateNow = () => pool.query('SELECT state FROM write_batch WHERE id = $1', [data.BatchId]);
  await expect.poll(async () => (await stateNow()).rows[0].state, soon).toBe('done');
  const { rows } = await pool.query('SELECT outcome, message FROM write_record ORDER BY position');
  expect(rows).toMatchObject([
    { outcome: 'noResponse' },
    { outcome: 'notSent', message: { en: writingErrors.readOnlyForYou.en } },
  ]);
});

test('what of a batch still waits when its project goes to another company is not sent', async () => {
  const { db, pool } = app.database;
  const other = await aCompany(db);
  const [{ id }] = (
    await pool.query(
      `INSERT INTO write_record (company_id, project_id, point_id, point_name, device_ids, unit, decimals, status_values, user_name,
         reason, requested_at, value, outcome)
       SELECT $1, $2, $3, 'P', '{}', '', 1, '[]', '', '', now(), 1, 'queued' RETURNING id`,
      [companyId, projectId, second],
    )
  ).rows;
  const record = db.transaction().execute(async (transaction) => {
    const handOver = {
      projectIds: [projectId],
      fromCompanyId: companyId,
      toCompanyId: other,
      at: new Date(clock.now()),
    };
    await moveToCompany(system, transaction, handOver);
    const row = await transaction.selectFrom('write_record').where('id', '=', id).select('outcome').executeTakeFirst();
    expect(row).toEqual({ outcome: 'notSent' });
    throw new Error('taken back');
  });
  await expect(record).rejects.toThrow('taken back');
});

test('a batch that is cancelled finishes what is on its way and leaves out the rest', async () => {
  onWrite = 'silence';
  const PointList = [second, third].map((PointId) => ({ PointId, Value: -22 }));
  const { data } = await ask(writer, 'batchControlDown', { body: { PointList, Reason: 'Night', StopOnError: false } });
  await expect.poll(() => written, soon).toEqual([101]);
  expect((await ask(writer, 'cancelBatchWrite', { body: { BatchId: data.BatchId } })).status).toBe(200);
  socket.destroy();
  const batch = async () => (await ask(writer, 'getBatchWrite', { query: { batchId: data.BatchId } })).data;
  await expect.poll(async () => (await batch()).State, soon).toBe('cancelled');
  expect((await batch()).Rows.map(({ Outcome }) => Outcome)).toEqual(['noResponse', 'notSent']);
});

test('a value is taken back after its time, once, unless somebody changed it meanwhile', async () => {
  const { commands } = app.application.ingest;
  // As after a restart: nothing but the database remembers.
  const returns = new Returns(
    new Writing({ db: app.database.db, owner: app.owner, clock, log: silentLog, live, commands }),
  );
  const stateOf = async (id: number) =>
    (await app.database.pool.query('SELECT return_state FROM write_record WHERE id = $1', [id])).rows[0].return_state;

  const first = (await write(setpoint, -20, { returnMinutes: 2 })).data;
  expect(first.ReturnState).toBe('waiting');
  // Wherever the value is read it says that it stands for a time only.
  const ahead = { Epoch: first.ReturnEpoch, Value: -18 };
  expect((await ask(writer, 'getPointWrite', { query: { pointID: setpoint } })).data.Return).toEqual(ahead);
  const places = await ask(writer, 'getWritablePointPage', { body: { PageIndex: 1, PageSize: 50 } });
  const returnOf = (id: number) => places.data.Data.find(({ PointId }: { PointId: number }) => PointId === id)?.Return;
  expect([returnOf(setpoint), returnOf(third)]).toEqual([ahead, null]);
  const device = { modelTreeId: deviceId, ProjectId: projectId };
  const { data: detail } = await ask(writer, 'getModelTreeBaseInfo', { query: device });
  expect(detail.Returns).toEqual([{ PointId: setpoint, ...ahead }]);
  expect(first.ReturnEpoch! - first.Epoch).toBeGreaterThanOrEqual(119_000);
  const other = (await write(second, -20, { returnMinutes: 2 })).data;
  await expect.poll(() => live.get(second)?.value, soon).toBe(-20);
  await returns.round();
  expect(written).toEqual([100, 101]);

  await app.application.ingest.commit.submit({
    length: 1,
    pointIds: Int32Array.of(second),
    measuredAt: Float64Array.of(clock.now()),
    values: Float64Array.of(-15),
    quality: Uint8Array.of(0),
  });
  clock.advance(120_000);
  await returns.round();
  await expect.poll(() => stateOf(first.WriteId), soon).toBe('returned');
  expect(await stateOf(other.WriteId)).toBe('changedMeanwhile');
  await returns.round();
  expect(written).toEqual([100, 101, 100]);
  expect((registers.get(100)! << 16) >> 16).toBe(-180);
  const { data } = await ask(writer, 'batchWriteRecord', { query: { PointIdList: String(setpoint) } });
  expect(data.Data[0]).toMatchObject({
    Nickname: 'System (automatic return)',
    Value: -18,
    ReturnsWriteId: first.WriteId,
    Outcome: 'succeeded',
  });
});

test('the earlier value is restored, also after other writes that did not reach the device', async () => {
  const { commands } = app.application.ingest;
  const returns = new Returns(
    new Writing({ db: app.database.db, owner: app.owner, clock, log: silentLog, live, commands }),
  );
  const reads = (pointId: number, value: number) =>
    app.application.ingest.commit.submit({
      length: 1,
      pointIds: Int32Array.of(pointId),
      measuredAt: Float64Array.of(clock.now()),
      values: Float64Array.of(value),
      quality: Uint8Array.of(0),
    });
  const states = async (pointId: number) => {
    const sql = 'SELECT value, return_state FROM write_record WHERE point_id = $1 AND user_id IS NOT NULL ORDER BY id';
    const { rows } = await app.database.pool.query(sql, [pointId]);
    return rows.map(({ value, return_state }) => [value, return_state]);
  };
  const degrees = (address: number) => ((registers.get(address)! << 16) >> 16) / 10;
  await write(setpoint, -20, { returnMinutes: 2 });
  await reads(setpoint, -20);
  onWrite = 'refuse';
  expect((await write(setpoint, -22)).data).toMatchObject({ Outcome: 'refusedByDevice' });
  expect(await states(setpoint)).toEqual([
    [-20, 'waiting'],
    [-22, null],
  ]);

  // A time upon a time: what the second stands in for is what the first did.
  onWrite = 'obey';
  await write(second, -20, { returnMinutes: 2 });
  await reads(second, -20);
  expect((await write(second, -22, { returnMinutes: 2 })).data).toMatchObject({ OldValue: -20, ReturnValue: -18 });
  expect(await states(second)).toEqual([
    [-20, 'superseded'],
    [-22, 'waiting'],
  ]);

  // A controller that takes something else than it was told has changed all the same.
  onWrite = 'clamp';
  const clamped = await write(third, -20, { returnMinutes: 2 });
  expect(clamped.data).toMatchObject({ Outcome: 'readsBackDifferently', ReadBackValue: -19.5, ReturnState: 'waiting' });
  onWrite = 'ignore';
  const ignored = await write(third, -25, { returnMinutes: 2 });
  expect(ignored.data).toMatchObject({ Outcome: 'readsBackDifferently', ReturnState: null });
  expect(await states(third)).toEqual([
    [-20, 'waiting'],
    [-25, null],
  ]);
  await reads(second, -22);
  await reads(third, -19.5);

  onWrite = 'obey';
  clock.advance(121_000);
  await returns.round();
  expect([100, 101, 102].map(degrees)).toEqual([-18, -18, -18]);
});

test('curves can ask which writes there were between two times', async () => {
  await write(setpoint, -20);
  await write(away, 1);
  const local = (at: number) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'medium' }).format(at);
  const body = { ProjectId: projectId, PointIdList: [setpoint, away], EndTime: local(clock.now() + 60_000) };
  const asked = (StartTime: string) => ask(writer, 'getWritesOfPoints', { body: { ...body, StartTime } });
  // What was never sent moved nothing.
  expect((await asked(local(clock.now() - 60_000))).data).toMatchObject([{ PointId: setpoint, Value: -20 }]);
  expect((await asked(local(clock.now() + 30_000))).data).toEqual([]);
});

test('a virtual point is written like any other: within its range, with a record and a reading', async () => {
  const { rows } = await app.database.pool.query<{ id: number }>(
    `SELECT id FROM point_type WHERE company_id = $1 AND value_type = 'analog' LIMIT 1`,
    [companyId],
  );
  const { data: made } = await ask(writer, 'addPoint', {
    body: {
      ProjectId: projectId,
      Kind: 'virtual',
      PointName: 'Target',
      PointTypeId: rows[0]!.id,
      RangeLow: -30,
      RangeHigh: 10,
    },
  });
  const pointID = made.PointId;
  await expect
    .poll(async () => (await ask(writer, 'getPointWrite', { query: { pointID } })).data?.Blocked, soon)
    .toBeNull();
  const write = (writeData: number) => ask(writer, 'controlDown', { query: { pointID, writeData, reason: 'Colder' } });
  expect((await write(20)).message).toMatch(/^Not above 10/);
  expect((await write(-20)).data).toMatchObject({ Outcome: 'succeeded', IsSuccess: true, ReadBackValue: -20 });
  expect(live.get(pointID)?.value).toBe(-20);
});
