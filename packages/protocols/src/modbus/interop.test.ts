/**
 * Our lines and our slave against modbus-serial, an independent implementation of the same wires, over real sockets.
 */
import { once } from 'node:events';
import { createRequire } from 'node:module';
import net from 'node:net';
import modbusSerial, { ServerTCP } from 'modbus-serial';
import { afterEach, expect, test } from 'vitest';
import type { ProtocolClock } from '../clock.ts';
import { crc16 } from './crc16.ts';
import type { ModbusLine } from './ModbusLine.ts';
import { takeMbapFrames } from './mbapFrame.ts';
import { decodeAnswer, encodeRequest, type ModbusRequest } from './pdu.ts';
import { RtuLine } from './RtuLine.ts';
import { answerMbapFrame, answerRtuFrame, ModbusException, type RegisterBank, takeRtuRequests } from './slave.ts';
import { TcpLine } from './TcpLine.ts';

/** Not in the types of modbus-serial. */
const modbusSerialCrc16: (bytes: Uint8Array) => number = createRequire(import.meta.url)('modbus-serial/utils/crc16.js');
type Master = InstanceType<typeof modbusSerial.default>;

const realClock: ProtocolClock = {
  now: () => performance.timeOrigin + performance.now(),
  monotonic: () => performance.now(),
  setTimer: (callback, delayMs) => {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};

const release: (() => unknown)[] = [];
afterEach(async () => {
  for (const action of release.splice(0).reverse()) await action();
});

async function listen(onSocket: (socket: net.Socket) => void): Promise<number> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    onSocket(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  release.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as net.AddressInfo).port;
}

async function dial(port: number): Promise<net.Socket> {
  const socket = net.connect(port, '127.0.0.1');
  await once(socket, 'connect');
  release.push(() => socket.destroy());
  return socket;
}

/** modbus-serial's slave 1: register n holds n, coil n is on when n is even, writes are kept; address 900 is missing. */
async function modbusSerialSlave(): Promise<number> {
  const registers = new Map<number, number>();
  const coils = new Map<number, boolean>();
  const refuseMissing = (address: number) => {
    if (address >= 900) throw Object.assign(new Error('no such address'), { modbusErrorCode: 2 });
  };
  const server = new ServerTCP(
    {
      getHoldingRegister: (address: number) => {
        refuseMissing(address);
        return registers.get(address) ?? address;
      },
      getInputRegister: (address: number) => address + 1000,
      getCoil: (address: number) => coils.get(address) ?? address % 2 === 0,
      getDiscreteInput: (address: number) => address % 3 === 0,
      setRegister: async (address: number, value: number) => void registers.set(address, value),
      setCoil: async (address: number, value: boolean) => void coils.set(address, value),
    },
    { host: '127.0.0.1', port: 0, unitID: 1 },
  );
  await once(server, 'initialized');
  release.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return ((server as unknown as { _server: net.Server })._server.address() as net.AddressInfo).port;
}

/** A serial line made of modbus-serial parts: RTU frames in, its CRC checked, its Modbus TCP slave asked, RTU frames out. */
async function modbusSerialRtuSlave(): Promise<number> {
  const slavePort = await modbusSerialSlave();
  return listen(async (serial) => {
    const slave = await dial(slavePort);
    serial.on('data', (frame: Buffer) => {
      if (modbusSerialCrc16(frame.subarray(0, -2)) !== frame.readUInt16LE(frame.length - 2)) return;
      const header = Buffer.from([0, 1, 0, 0, 0, frame.length - 2]);
      slave.write(Buffer.concat([header, frame.subarray(0, -2)]));
    });
    slave.on('data', (answer: Buffer) => {
      const crc = Buffer.alloc(2);
      crc.writeUInt16LE(modbusSerialCrc16(answer.subarray(6)));
      serial.write(Buffer.concat([answer.subarray(6), crc]));
    });
  });
}

const openLine = {
  'Modbus TCP': async () => new TcpLine(await dial(await modbusSerialSlave()), { clock: realClock }),
  'RTU over TCP': async () =>
    new RtuLine(await dial(await modbusSerialRtuSlave()), { clock: realClock, gapMs: 0, firstQuietMs: 0 }),
};

async function exchange(line: ModbusLine, request: ModbusRequest) {
  const { pdu } = await line.request(encodeRequest(request), { slaveId: 1, timeoutMs: 5000 });
  return decodeAnswer(request, pdu);
}

for (const [wire, open] of Object.entries(openLine)) {
  test(`all eight functions and a refusal work with modbus-serial's slave over ${wire}`, async () => {
    const line = await open();
    line.start();
    release.push(() => line.close());
    expect((await exchange(line, { functionCode: 3, address: 10, quantity: 125 })).registers).toEqual(
      Array.from({ length: 125 }, (_, index) => 10 + index),
    );
    expect((await exchange(line, { functionCode: 4, address: 1, quantity: 2 })).registers).toEqual([1001, 1002]);
    expect((await exchange(line, { functionCode: 1, address: 0, quantity: 10 })).bits).toEqual(
      Array.from({ length: 10 }, (_, index) => index % 2 === 0),
    );
    expect((await exchange(line, { functionCode: 2, address: 0, quantity: 4 })).bits).toEqual([
      true,
      false,
      false,
      true,
    ]);
    await exchange(line, { functionCode: 6, address: 20, value: 0xff38 });
    await exchange(line, { functionCode: 16, address: 21, values: [0x41a4, 0] });
    expect((await exchange(line, { functionCode: 3, address: 20, quantity: 3 })).registers).toEqual([
      0xff38, 0x41a4, 0,
    ]);
    await exchange(line, { functionCode: 5, address: 0, value: false });
    await exchange(line, { functionCode: 15, address: 1, values: [true, false, true] });
    expect((await exchange(line, { functionCode: 1, address: 0, quantity: 4 })).bits).toEqual([
      false,
      true,
      false,
      true,
    ]);
    expect((await exchange(line, { functionCode: 3, address: 900, quantity: 1 })).exceptionCode).toBe(2);
    expect(line.counters).toMatchObject({ exceptions: 1, timeouts: 0, junkBytes: 0, unsolicited: 0, lateFrames: 0 });
  });
}

/** Our slave 1: register n holds n, coil n is on when n is even; writes are kept. */
function ourBank(): RegisterBank {
  const registers = new Map<number, number>();
  const coils = new Map<number, boolean>();
  return {
    readBits: (_code, address, quantity) =>
      Array.from({ length: quantity }, (_, index) => coils.get(address + index) ?? (address + index) % 2 === 0),
    readRegisters: (_code, address, quantity) => {
      if (address >= 900) throw new ModbusException(2);
      return Array.from({ length: quantity }, (_, index) => registers.get(address + index) ?? address + index);
    },
    writeBits: (address, values) => {
      for (const [index, value] of values.entries()) coils.set(address + index, value);
    },
    writeRegisters: (address, values) => {
      for (const [index, value] of values.entries()) registers.set(address + index, value);
    },
  };
}

const connectMaster = {
  'RTU over TCP': async (master: Master) => {
    const bank = ourBank();
    const port = await listen((socket) => {
      let unread = Buffer.alloc(0);
      socket.on('data', (chunk: Buffer) => {
        const { frames, rest } = takeRtuRequests(Buffer.concat([unread, chunk]));
        unread = Buffer.from(rest);
        for (const frame of frames) socket.write(answerRtuFrame(frame, (id) => (id === 1 ? bank : null))!);
      });
    });
    master.linkTelnet(await dial(port), {});
  },
  'Modbus TCP': async (master: Master) => {
    const bank = ourBank();
    const port = await listen((socket) => {
      let unread = Buffer.alloc(0);
      socket.on('data', (chunk: Buffer) => {
        const { frames, rest } = takeMbapFrames(Buffer.concat([unread, chunk]));
        unread = Buffer.from(rest);
        for (const frame of frames) socket.write(answerMbapFrame(frame, (id) => (id === 1 ? bank : null))!);
      });
    });
    await master.connectTCP('127.0.0.1', { port });
  },
};

for (const [wire, connect] of Object.entries(connectMaster)) {
  test(`modbus-serial's master reads and writes our slave over ${wire}`, async () => {
    const master = new modbusSerial.default();
    await connect(master);
    release.push(() => new Promise<void>((resolve) => master.close(() => resolve())));
    master.setID(1);
    master.setTimeout(5000);
    expect((await master.readHoldingRegisters(10, 3)).data).toEqual([10, 11, 12]);
    expect((await master.readInputRegisters(5, 1)).data).toEqual([5]);
    expect((await master.readCoils(0, 8)).data).toEqual([true, false, true, false, true, false, true, false]);
    expect((await master.readDiscreteInputs(1, 8)).data).toEqual([false, true, false, true, false, true, false, true]);
    await master.writeRegister(20, 0xff38);
    await master.writeRegisters(21, [1, 2]);
    expect((await master.readHoldingRegisters(20, 3)).data).toEqual([0xff38, 1, 2]);
    await master.writeCoil(0, false);
    await master.writeCoils(1, [true, true]);
    expect((await master.readCoils(0, 3)).data.slice(0, 3)).toEqual([false, true, true]);
    await expect(master.readHoldingRegisters(900, 1)).rejects.toMatchObject({ modbusCode: 2 });
  });
}

test('our CRC is the CRC of modbus-serial', () => {
  const bytes = Buffer.from('010300000002c40bffee00', 'hex');
  for (let end = 0; end <= bytes.length; end++) {
    expect(crc16(bytes, 0, end)).toBe(modbusSerialCrc16(bytes.subarray(0, end)));
  }
});

test('a DTU whose connection is reset ends all requests at once', async () => {
  const port = await listen((socket) => {
    socket.once('data', () => socket.resetAndDestroy());
  });
  const line = new RtuLine(await dial(port), { clock: realClock, firstQuietMs: 0 });
  line.start();
  const options = { slaveId: 1, timeoutMs: 60_000 };
  const read = encodeRequest({ functionCode: 3, address: 0, quantity: 1 });
  const outcomes = await Promise.allSettled([line.request(read, options), line.request(read, options)]);
  expect(outcomes).toMatchObject([{ reason: { code: 'lineClosed' } }, { reason: { code: 'lineClosed' } }]);
  await line.closed;
});
