/**
 * Slaves of modbus-serial, an independent implementation of the protocol, behind a DTU that dials in, behind Modbus TCP and
 * behind a serial device server that we dial: read and written as people do it, by calls, in every data format and byte order.
 */
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { ServerTCP } from 'modbus-serial';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApplication, type TestApplication } from '../testing/application.ts';
import { type AskAs, askAs } from '../testing/askAs.ts';
import { aCompany, aDevice, aGateway, aMember, aProject, aSlave } from '../testing/factories.ts';
import { aModbusPoint } from '../testing/fieldFactories.ts';
import { soon } from '../testing/soon.ts';

/** Not in the types of modbus-serial. */
const foreignCrc16: (bytes: Uint8Array) => number = createRequire(import.meta.url)('modbus-serial/utils/crc16.js');

const slaveAddresses = [1, 17, 247];
const orders = { 16: ['AB', 'BA'], 32: ['ABCD', 'CDAB', 'BADC', 'DCBA'] } as const;

/** A value as it stands in registers, put there by nothing of ours: Node writes the number, the letters say which byte goes where. */
function registersOf(format: string, order: string, value: number): number[] {
  const bytes = Buffer.alloc(order.length);
  const write = {
    s16: () => bytes.writeInt16BE(value),
    u16: () => bytes.writeUInt16BE(value),
    bits16: () => bytes.writeUInt16BE(value),
    s32: () => bytes.writeInt32BE(value),
    u32: () => bytes.writeUInt32BE(value),
    f32: () => bytes.writeFloatBE(value),
  }[format]!;
  write();
  const wire = Buffer.from([...order].map((letter) => bytes['ABCD'.indexOf(letter)]!));
  return Array.from({ length: wire.length / 2 }, (_, index) => wire.readUInt16BE(index * 2));
}

/** Numbers that no other byte order reads the same; each slave has its own next to them. */
const firstValue = { s16: -12_345, u16: 54_321, s32: -123_456_789, u32: 4_000_000_001, f32: -18.25 };
const writtenValue = { s16: -7_890, u16: 60_001, s32: -987_654_321, u32: 3_141_592_653, f32: 1234.5625 };
type Format = keyof typeof firstValue;

interface Register {
  functionCode: 1 | 2 | 3 | 4;
  address: number;
  format: Format | 'bits16' | 'bit';
  byteOrder: string | null;
  bit: number | null;
  /** What the platform must show. */
  shown: number;
  /** Null: cannot be written. */
  write: { code: 5 | 6 | 15 | 16; value: number; registers: number[] } | null;
}

/** Everything that one slave has: all formats in all orders in holding and input registers, bits of a register, coils, contacts. */
function registersOfSlave(nth: number): Register[] {
  const all: Register[] = [];
  const formats = Object.keys(firstValue) as Format[];
  for (const functionCode of [3, 4] as const) {
    let address = 100;
    for (const format of formats) {
      const bits = format.endsWith('16') ? 16 : 32;
      for (const byteOrder of orders[bits]) {
        const value = writtenValue[format] + nth;
        const code = bits === 32 || nth === 1 ? 16 : 6;
        all.push({
          functionCode,
          address,
          format,
          byteOrder,
          bit: null,
          shown: firstValue[format] + nth,
          write: functionCode === 3 ? { code, value, registers: registersOf(format, byteOrder, value) } : null,
        });
        address += bits / 16;
      }
    }
    for (const byteOrder of orders[16]) {
      for (const bit of [1, 9, 16]) {
        // Only this bit is set on even slaves, and only this one is not on odd ones.
        all.push({
          functionCode,
          address,
          format: 'bits16',
          byteOrder,
          bit,
          shown: nth % 2 === 0 ? 1 : 0,
          write: null,
        });
        address++;
      }
    }
  }
  for (const functionCode of [1, 2] as const) {
    for (let address = 0; address < 11; address++) {
      const shown = (address + nth) % 3 === 0 ? 1 : 0;
      const code = address % 2 === 0 ? 5 : 15;
      const write = functionCode === 1 ? { code: code as 5 | 15, value: 1 - shown, registers: [1 - shown] } : null;
      all.push({ functionCode, address, format: 'bit', byteOrder: null, bit: null, shown, write });
    }
  }
  return all;
}

/** What the slaves hold, by slave, kind of memory (the function that reads it) and address. */
class Memory {
  readonly #words = new Map<string, number>();

  get(slave: number, area: number, address: number): number {
    const word = this.#words.get(`${slave}/${area}/${address}`);
    if (word === undefined) throw Object.assign(new Error('no such address'), { modbusErrorCode: 2 });
    return word;
  }

  set(slave: number, area: number, address: number, word: number): void {
    this.#words.set(`${slave}/${area}/${address}`, word);
  }

  fill(): void {
    for (const [nth, slave] of slaveAddresses.entries()) {
      for (const { functionCode, address, format, byteOrder, bit, shown } of registersOfSlave(nth)) {
        const pattern = bit === null ? shown : shown === 1 ? 1 << (bit - 1) : 0xffff ^ (1 << (bit - 1));
        const words = byteOrder === null ? [shown] : registersOf(format, byteOrder, pattern);
        for (const [at, word] of words.entries()) this.set(slave, functionCode, address + at, word);
      }
    }
  }
}

const release: (() => unknown)[] = [];
afterAll(async () => {
  for (const action of release.reverse()) await action();
});

/** modbus-serial takes no 0 for "any free port". */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

async function startSlaves(): Promise<{ port: number; memory: Memory; functions: Set<number> }> {
  const memory = new Memory();
  memory.fill();
  const port = await freePort();
  const server = new ServerTCP(
    {
      getCoil: (address: number, slave: number) => memory.get(slave, 1, address) === 1,
      getDiscreteInput: (address: number, slave: number) => memory.get(slave, 2, address) === 1,
      getHoldingRegister: (address: number, slave: number) => memory.get(slave, 3, address),
      getInputRegister: (address: number, slave: number) => memory.get(slave, 4, address),
      setCoil: async (address: number, value: boolean, slave: number) => memory.set(slave, 1, address, value ? 1 : 0),
      setRegister: async (address: number, value: number, slave: number) => memory.set(slave, 3, address, value),
    },
    // 255: it is every slave.
    { host: '127.0.0.1', port, unitID: 255 },
  );
  await once(server, 'initialized');
  release.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const functions = new Set<number>();
  const { _server: tcp } = server as unknown as { _server: NodeJS.EventEmitter };
  tcp.on('connection', (socket: Socket) => socket.on('data', (frame: Buffer) => functions.add(frame[7]!)));
  return { port, memory, functions };
}

/** Puts these slaves on the serial line behind a connection: frames and their CRC are modbus-serial's. */
async function putOnLine(line: Socket, slavesPort: number): Promise<void> {
  const slaves = connect(slavesPort, '127.0.0.1');
  release.push(() => line.destroy() && slaves.destroy());
  await once(slaves, 'connect');
  line.on('data', (frame: Buffer) => {
    if (foreignCrc16(frame.subarray(0, -2)) !== frame.readUInt16LE(frame.length - 2)) return;
    slaves.write(Buffer.concat([Buffer.from([0, 1, 0, 0, 0, frame.length - 2]), frame.subarray(0, -2)]));
  });
  slaves.on('data', (answer: Buffer) => {
    const crc = Buffer.alloc(2);
    crc.writeUInt16LE(foreignCrc16(answer.subarray(6)));
    line.write(Buffer.concat([answer.subarray(6), crc]));
  });
}

/** A DTU with these slaves on its serial line. */
async function dialIn(dtuPort: number, serial: string, slavesPort: number): Promise<void> {
  const line = connect(dtuPort, '127.0.0.1');
  await once(line, 'connect');
  await putOnLine(line, slavesPort);
  line.write(serial);
}

/** A serial device server with these slaves on its line, which waits to be dialled. */
async function startSerialServer(slavesPort: number): Promise<number> {
  const server = createServer((line) => void putOnLine(line, slavesPort)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  release.push(() => new Promise((closed) => server.close(closed)));
  return (server.address() as AddressInfo).port;
}

let app: TestApplication;
let ask: AskAs;
let projectId: number;
let engineer: number;
type Placed = Register & { nth: number; slave: number; pointId: number };
const serialOfDtu = 'DTU0000009FOREIG';
const wires = {
  'a DTU that dials in': { protocol: 'DTU', points: [] as Placed[], slaves: await startSlaves() },
  'Modbus TCP': { protocol: 'MODBUS_TCP', points: [] as Placed[], slaves: await startSlaves() },
  'a serial device server that is dialled': {
    protocol: 'RTU_TCP',
    points: [] as Placed[],
    slaves: await startSlaves(),
  },
} as const;
const startedAt = Date.now();

beforeAll(async () => {
  app = await startTestApplication({
    config: { allowedPrivateHosts: ['127.0.0.1'] },
    prepare: async ({ db }) => {
      const companyId = await aCompany(db);
      projectId = await aProject(db, companyId, { timeZone: 'UTC' });
      const deviceId = await aDevice(db, projectId);
      engineer = await aMember(db, companyId, projectId, { permissions: ['remoteWrite', 'monitorView'] });
      for (const { protocol, points, slaves } of Object.values(wires)) {
        const isDtu = protocol === 'DTU';
        const gateway = await aGateway(db, projectId, { protocol, ...(isDtu ? { serialNumber: serialOfDtu } : {}) });
        if (!isDtu) {
          const port = protocol === 'RTU_TCP' ? await startSerialServer(slaves.port) : slaves.port;
          const address = `127.0.0.1:${port}`;
          await db.updateTable('gateway').set({ address }).where('id', '=', gateway).execute();
        }
        for (const [nth, slave] of slaveAddresses.entries()) {
          const slaveId = await aSlave(db, gateway, { address: slave });
          for (const register of registersOfSlave(nth)) {
            const { functionCode, address, format, byteOrder, bit, write } = register;
            const pointId = await aModbusPoint(db, gateway, {
              slaveId,
              address,
              deviceId,
              mapping: {
                functionCode,
                format,
                byteOrder: byteOrder as 'AB' | null,
                bit,
                scaling: null,
                writeFunctionCode: write?.code ?? null,
              },
            });
            points.push({ ...register, nth, slave, pointId });
          }
        }
      }
      // As many places as a float has.
      await db.updateTable('point').set({ decimals: 6, writable: true }).execute();
    },
  });
  release.push(() => app.stop());
  ask = askAs(() => app);
});

/** What screens show of points: `value quality`, by id. */
async function shown(points: readonly Placed[]): Promise<Map<number, string>> {
  const { data } = await ask(engineer, 'getPointRealTimeData', {
    query: { pointIds: points.map(({ pointId }) => pointId).join(','), ProjectId: projectId },
  });
  return new Map(data.map(({ PointId, Value, Quality }) => [PointId, `${Value} ${Quality}`]));
}

test.each(Object.entries(wires))(
  'slaves of another make behind %s are read and written in every format and order',
  async (_wire, { protocol, points, slaves }) => {
    if (protocol === 'DTU') await dialIn(app.application.dtuPort!, serialOfDtu, slaves.port);
    const good = (value: (point: Placed) => number) =>
      new Map(points.map((point) => [point.pointId, `${value(point)} good`]));
    await expect.poll(() => shown(points), soon).toEqual(good((point) => point.shown));

    // Each format and order once, and each coil, spread over the slaves.
    const writes = points.filter(({ write, nth, address }) => write !== null && (address + nth) % 3 === 0);
    const isWritten = new Set(writes.map(({ pointId }) => pointId));
    for (const { pointId, write } of writes) {
      const { value } = write!;
      const query = { pointID: pointId, writeData: value, reason: 'Commissioning' };
      const { data } = await ask(engineer, 'controlDown', { query });
      expect(data).toMatchObject({ Outcome: 'succeeded', Value: value, ReadBackValue: value });
    }
    // In the slave, byte for byte; and its neighbours are as they were.
    for (const { slave, functionCode, address, format, byteOrder, bit, shown: before, write, pointId } of points) {
      if (bit !== null) continue;
      const untouched = byteOrder === null ? [before] : registersOf(format, byteOrder, before);
      const held = untouched.map((_, at) => slaves.memory.get(slave, functionCode, address + at));
      expect(held, `${slave}/${functionCode}/${address}`).toEqual(
        isWritten.has(pointId) ? write!.registers : untouched,
      );
    }
    await expect
      .poll(() => shown(points), soon)
      .toEqual(good((point) => (isWritten.has(point.pointId) ? point.write!.value : point.shown)));
    expect([...slaves.functions].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 15, 16]);

    // And stored, both what was read and what was written.
    const local = (epochMs: number) => new Date(epochMs).toISOString().slice(0, 19).replace('T', ' ');
    const some = writes.slice(0, 10);
    const { data: curves } = await ask(engineer, 'getPointData', {
      query: {
        ProjectId: projectId,
        start: local(startedAt - 60_000),
        end: local(Date.now() + 60_000),
        pointIdList: some.map(({ pointId }) => pointId).join(','),
        tmes: 0,
      },
    });
    const stored = new Map(
      curves.map(({ PointId, DataList }) => [PointId, new Set(DataList.map(({ Value }) => Value))]),
    );
    expect(stored).toEqual(
      new Map(some.map(({ pointId, shown: before, write }) => [pointId, new Set([before, write!.value])])),
    );
  },
);
