import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { answerRtuFrame, ModbusException, type RegisterBank, takeRtuRequests } from '@watchpost/protocols';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Clock, systemClock } from '../platform/clock.ts';
import { startTestApplication, type TestApplication } from '../testing/application.ts';
import { type AskAs, askAs } from '../testing/askAs.ts';
import {
  aCompany,
  aDevice,
  aGateway,
  aMember,
  aPointType,
  aProject,
  aSlave,
  limitMember,
} from '../testing/factories.ts';
import { aModbusPoint } from '../testing/fieldFactories.ts';
import { soon } from '../testing/soon.ts';

const serialNumber = 'DTUBENCH01';

// A DTU with one controller that is polled in registers 100 and 102, and that has more in it than is set up.
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
let projectId: number;
let gatewayId: number;
let slaveId: number;
let mqttId: number;
let typeId: number;
let installer: number;
let viewer: number;
let ofOneDevice: number;
let stranger: number;
beforeAll(async () => {
  app = await startTestApplication({
    clock,
    prepare: async ({ db }) => {
      const companyId = await aCompany(db);
      projectId = await aProject(db, companyId);
      typeId = await aPointType(db, companyId);
      gatewayId = await aGateway(db, projectId, { serialNumber, name: 'Cold rooms' });
      mqttId = await aGateway(db, projectId, { protocol: 'MQTT', name: 'Edge' });
      slaveId = await aSlave(db, gatewayId, { address: 1, name: 'Room 1' });
      const deviceId = await aDevice(db, projectId);
      await aModbusPoint(db, gatewayId, { slaveId, address: 100, deviceId });
      await aModbusPoint(db, gatewayId, { slaveId, address: 102, deviceId });
      await db.updateTable('slave').set({ max_gap: 1 }).where('id', '=', slaveId).execute();
      installer = await aMember(db, companyId, projectId, {
        permissions: ['terminalsEdit', 'terminals', 'projectLogs'],
      });
      viewer = await aMember(db, companyId, projectId, { permissions: ['terminals'] });
      ofOneDevice = await aMember(db, companyId, projectId, { permissions: ['terminals', 'terminalsEdit'] });
      await limitMember(db, ofOneDevice, projectId, { deviceIds: [deviceId] });
      const elsewhere = await aCompany(db);
      stranger = await aMember(db, elsewhere, await aProject(db, elsewhere), {
        permissions: ['terminals', 'terminalsEdit'],
      });
    },
  });
  ask = askAs(() => app);
});
afterAll(() => app.stop());

let socket: Socket;
/** Every request that reached the field, as `function@address×quantity`. */
let asked: string[];
/** Answers that the field keeps back; null: it answers at once. */
let held: (() => void)[] | null;
const bank: RegisterBank = {
  readBits: (_code, _address, quantity) => Array.from({ length: quantity }, (_, index) => index % 2 === 0),
  readRegisters: (code, address, quantity) => {
    asked.push(`${code}@${address}×${quantity}`);
    if (address >= 900) throw new ModbusException(2);
    return Array.from({ length: quantity }, (_, index) => [0xff4c, 0x7fff, 675][(address + index) % 3]!);
  },
  writeBits: () => {},
  writeRegisters: () => {},
};
const isOpen = () => app.application.ingest.commands.isConnected(gatewayId);

beforeEach(async () => {
  asked = [];
  held = null;
  clock.advance(60_000);
  socket = connect(app.application.dtuPort!, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  let bytes: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    const { frames, rest } = takeRtuRequests(Buffer.concat([bytes, chunk]));
    bytes = rest;
    for (const frame of frames) {
      const answer = answerRtuFrame(frame, (address) => (address === 1 ? bank : null));
      if (answer && held) held.push(() => socket.write(answer));
      else if (answer) socket.write(answer);
    }
  });
  socket.write(serialNumber);
  await expect.poll(() => asked.length, soon).toBeGreaterThan(0);
});
afterEach(async () => {
  socket.destroy();
  await expect.poll(isOpen, soon).toBe(false);
});

const order = { SlaveAddress: 1, FunctionCode: 3, StartAddress: 300, Quantity: 3 };
const read = (userId: number, more: object = {}) =>
  ask(userId, 'readRegisters', { body: { DeviceId: gatewayId, ...order, ...more } });

test('an installer reads a live slave, sees what its registers may mean, tries a mapping and makes points and a template of them', async () => {
  const { status, data } = await read(installer);
  expect([status, data]).toMatchObject([
    200,
    { ReadList: [{ Outcome: 'answered', IsUncertain: false, Registers: [0xff4c, 0x7fff, 675] }] },
  ]);
  expect(asked).toContain('3@300×3');
  const { Registers } = data.ReadList[0]!;
  const meant = await ask(installer, 'interpretRegisters', { body: { StartAddress: 300, ReadList: [Registers] } });
  expect(meant.data).toMatchObject([
    { RegisterAddress: 300, Raw: 0xff4c, Suggestion: { DataFormat: 's16', ByteOrder: 'AB', DividedBy: 10 } },
    { Suggestion: { ReasonList: [{ Kind: 'errorValue', Numbers: [0x7fff, 16] }] } },
    { RegisterAddress: 302, Suggestion: { DividedBy: 10 } },
  ]);
  expect(meant.data[0]!.FormList).toHaveLength(16);
  expect(meant.data[0]!.FormList).toContainEqual({ DataFormat: 'u16', ByteOrder: 'BA', Value: 0x4cff });

  const registers = { FunctionCode: 3, DataFormat: 's16', ByteOrder: 'AB', X1: 0, X2: 10, Y1: 0, Y2: 1 } as const;
  const points = [
    { ...registers, RegisterAddress: 300, Decimals: 1 },
    { ...registers, RegisterAddress: 301, Decimals: 1, RawErrorValueList: [0x7fff] },
    { ...registers, RegisterAddress: 302, Decimals: 0, RangeLow: 0, RangeHigh: 50 },
  ];
  const tried = await ask(viewer, 'tryPoints', { body: { StartAddress: 300, Registers, PointList: points } });
  expect(tried.data).toEqual([
    { Value: -18, Quality: 'good', Reason: null },
    { Value: null, Quality: 'bad', Reason: 'sensorFault' },
    { Value: 67.5, Quality: 'bad', Reason: 'outOfRange' },
  ]);

  const made = await ask(installer, 'addDevicePoint', {
    body: {
      SlaveId: slaveId,
      PointList: points.map((point, index) => ({ ...point, PointName: `Probe ${index + 1}`, PointTypeId: typeId })),
    },
  });
  expect([made.status, made.data?.PointIdList]).toMatchObject([200, { length: 3 }]);
  const saved = await ask(installer, 'saveAsTemplate', { body: { SlaveId: slaveId, name: 'Room controller' } });
  expect(saved.status).toBe(200);

  const log = await ask(installer, 'getOperationLogPage', {
    body: { ProjectId: projectId, CallList: ['readRegisters'] },
  });
  expect(log.data.Data[0]).toMatchObject({
    SubjectName: 'Cold rooms',
    After: { slaveAddress: 1, functionCode: 3, address: 300, quantity: 3 },
  });
});

test('polling keeps its share of the line: nobody reads again at once, and a refusal of the device is told as it is', async () => {
  expect((await read(installer, { StartAddress: 900 })).data.ReadList).toMatchObject([
    { Outcome: 'exception', ExceptionCode: 2, Registers: [] },
  ]);
  const tooSoon = await read(installer);
  expect([tooSoon.status, tooSoon.message]).toEqual([429, 'The bus belongs to polling now. Read again in 1 s.']);
  clock.advance(1_500);
  held = [];
  const first = read(installer, { StartAddress: 600 });
  await expect.poll(() => asked, soon).toContain('3@600×3');
  expect((await read(installer)).message).toBe(
    'The workbench is reading through “Cold rooms” already. Wait until that is done.',
  );
  for (const answer of held.splice(0)) answer();
  held = null;
  expect((await first).data.ReadList).toMatchObject([{ Outcome: 'answered', Registers: { length: 3 } }]);
  clock.advance(10_000);
  expect((await read(installer, { FunctionCode: 1, Quantity: 9 })).data.ReadList[0]?.Bits).toHaveLength(9);
});

test('only who sets up the gateway reads through it, within what Modbus allows, and only while it is connected', async () => {
  expect((await read(viewer)).status).toBe(403);
  expect((await read(stranger)).status).toBe(404);
  expect((await read(ofOneDevice)).status).toBe(403);
  expect((await read(installer, { Quantity: 126 })).status).toBe(400);
  expect((await read(installer, { FunctionCode: 1, Quantity: 2001 })).status).toBe(400);
  expect((await read(installer, { StartAddress: 65_534 })).status).toBe(400);
  expect((await read(installer, { FunctionCode: 5 })).status).toBe(400);
  expect((await read(installer, { DeviceId: mqttId })).status).toBe(409);
  socket.destroy();
  await expect.poll(isOpen, soon).toBe(false);
  const away = await read(installer);
  expect([away.status, away.message]).toEqual([
    409,
    '“Cold rooms” is offline, so nothing can be read. You can still paste a frame.',
  ]);
});

test('the plan says which requests are made, what lies between the points and how long the bus is busy, measured where it was', async () => {
  await read(installer);
  const plan = () => ask(viewer, 'getReadPlan', { query: { deviceId: gatewayId } });
  await expect.poll(async () => (await plan()).data.ReadList[0]?.MeanMs ?? null, soon).not.toBeNull();
  const { data } = await plan();
  expect(data).toMatchObject({
    DeviceName: 'Cold rooms',
    IsConnected: true,
    IsSerial: true,
    PauseMs: 50,
    MissedCycles: 0,
  });
  const [first] = data.ReadList;
  expect(first).toMatchObject({
    SlaveName: 'Room 1',
    FunctionCode: 3,
    StartAddress: 100,
    Quantity: 3,
    Unused: 1,
    PointCount: 2,
  });
  // 8 + 11 characters of ten bits at 9600, and twice 3.5 characters of silence.
  expect(first!.WireMs).toBeCloseTo(((19 + 7) * 10_000) / 9600, 1);
  expect(first!.BusyMs).toBeCloseTo(first!.MeanMs! + 50, 1);
  expect(data.DutyPercent).toBeGreaterThan(0);
  expect((await ask(stranger, 'getReadPlan', { query: { deviceId: gatewayId } })).status).toBe(404);
  expect((await ask(ofOneDevice, 'getReadPlan', { query: { deviceId: gatewayId } })).status).toBe(403);

  socket.destroy();
  await expect.poll(isOpen, soon).toBe(false);
  const away = (await plan()).data;
  expect(away).toMatchObject({ IsConnected: false, MeasuredDutyPercent: null, MissedCycles: null });
  expect(away.ReadList.find(({ StartAddress }) => StartAddress === 100)).toMatchObject({ MeanMs: null, Unused: 1 });
});

test('the frame log shows what goes over the line from when somebody looks, to those who may see all of it', async () => {
  const look = (after = 0, userId = viewer) => ask(userId, 'getFrameLog', { query: { deviceId: gatewayId, after } });
  const before = (await look()).data;
  expect(before.Counts?.Sent).toBeGreaterThan(0);
  await read(installer, { StartAddress: 900, Quantity: 1 });
  await expect.poll(async () => (await look(before.Last)).data.FrameList.length, soon).toBeGreaterThan(0);
  const { data } = await look(before.Last);
  expect(data.FrameList.find(({ Outcome }) => Outcome === 'exception')).toMatchObject({
    SlaveAddress: 1,
    FunctionCode: 3,
    ExceptionCode: 2,
    RequestHex: expect.stringMatching(/^01 03 03 84 00 01 /),
    AnswerHex: '01 83 02 C0 F1',
    Milliseconds: expect.any(Number),
  });
  // Nothing twice; the line is read meanwhile.
  const shown = new Set(data.FrameList.map(({ Number: number }) => number));
  expect((await look(data.Last)).data.FrameList.filter(({ Number: number }) => shown.has(number))).toEqual([]);
  expect((await look(0, stranger)).status).toBe(404);
  expect((await look(0, ofOneDevice)).status).toBe(403);
  expect((await ask(viewer, 'getFrameLog', { query: { deviceId: mqttId } })).status).toBe(409);
  socket.destroy();
  await expect
    .poll(async () => (await look(data.Last)).data.FrameList.map(({ Outcome }) => Outcome), soon)
    .toContain('closed');
});

test('a pasted exchange is explained, and a line that is no frame is given back', async () => {
  const { data } = await ask(viewer, 'explainFrames', {
    body: { Text: '01 03 00 00 00 02 C4 0B\n01 03 04 01 19 02 A3 6B 12\nhello' },
  });
  expect(data.UnreadList).toEqual([{ Line: 3, Text: 'hello' }]);
  expect(data.FrameList).toMatchObject([
    { Line: 1, Role: 'request', StartAddress: 0, Quantity: 2, ProblemList: [] },
    {
      Role: 'answer',
      AnswersFrame: 0,
      Registers: [281, 675],
      FieldList: [
        { Kind: 'slave' },
        { Kind: 'function' },
        { Kind: 'byteCount' },
        { Kind: 'register', RegisterAddress: 0 },
        {},
        {},
      ],
      ProblemList: [{ Kind: 'badCrc', ExpectedHex: '6B 11' }],
    },
  ]);
});
