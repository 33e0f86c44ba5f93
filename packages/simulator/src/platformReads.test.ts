/** The simulator's wires as the platform's own poller sees them: registration, padding, block limits, all formats. */

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import {
  type DemoDtuGateway,
  type DemoModbusTcpGateway,
  type DemoPoint,
  demoGateways,
  pointsOf,
} from '@watchpost/demo';
import {
  defineModbusPoint,
  LinePoller,
  type ModbusLine,
  type PolledSlave,
  type PollReading,
  type ProtocolClock,
  RegistrationParser,
  RtuLine,
  registrationQuietMs,
  TcpLine,
} from '@watchpost/protocols';
import { afterEach, expect, it } from 'vitest';
import { DialledTransport } from './DialledTransport.ts';
import { ListeningTransport } from './ListeningTransport.ts';
import { ServedLine } from './ServedLine.ts';
import { testField } from './testing/testField.ts';

const clock: ProtocolClock = {
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

const dtus = demoGateways.filter((gateway): gateway is DemoDtuGateway => gateway.protocol === 'DTU');
const tcpDevices = demoGateways.filter((gateway): gateway is DemoModbusTcpGateway => gateway.protocol === 'MODBUS_TCP');

function polledSlaves(gateway: DemoDtuGateway | DemoModbusTcpGateway): PolledSlave[] {
  return gateway.slaves.map((slave) => ({
    slaveId: slave.address,
    limits: { maxRegisters: slave.maxRegisters, maxGap: slave.maxGap },
    points: slave.points.map((point) => {
      if (point.source.kind !== 'modbus') throw new Error(`${point.code} is not on a line`);
      const { point: checked, problems } = defineModbusPoint({
        ...point.source,
        slaveId: slave.address,
        address: point.source.register,
        decimals: point.decimals,
        samplingIntervalSeconds: point.samplingIntervalSeconds,
        range: { low: point.rangeLow, high: point.rangeHigh },
      });
      if (!checked) throw new Error(`${point.code}: ${problems.join(', ')}`);
      return { key: point.code, point: checked };
    }),
  }));
}

/** One cycle of everything the gateway has. */
async function readOnce(
  line: ModbusLine,
  gateway: DemoDtuGateway | DemoModbusTcpGateway,
): Promise<Map<string, PollReading>> {
  const readings = new Map<string, PollReading>();
  const wanted = pointsOf(gateway).length;
  await new Promise<void>((resolve) => {
    const poller = new LinePoller({
      line,
      slaves: polledSlaves(gateway),
      clock,
      onReadings: (some) => {
        for (const reading of some) readings.set(String(reading.key), reading);
        if (readings.size === wanted) resolve();
      },
    });
    line.start();
    poller.start();
    release.push(() => poller.stop());
  });
  return readings;
}

function expectPlantValues(
  readings: Map<string, PollReading>,
  points: DemoPoint[],
  read: (point: DemoPoint) => number | null,
) {
  for (const point of points) {
    const reading = readings.get(point.code)!;
    const expected = read(point)!;
    expect(reading, point.code).toMatchObject({ quality: 'good', reason: null });
    const tolerance = Math.max(1.01 * 10 ** -point.decimals, Math.abs(expected) * 1e-6);
    expect(Math.abs(reading.value! - expected), `${point.code} ${reading.value} for ${expected}`).toBeLessThan(
      tolerance,
    );
  }
}

async function registered(socket: Socket, gateway: DemoDtuGateway): Promise<Buffer> {
  const parser = new RegistrationParser((kind, identity) => identity === gateway.registration.text && kind !== 'imei');
  let found = null;
  while (!found) {
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    found = parser.push(chunk);
    if (!found) {
      await new Promise((resolve) => setTimeout(resolve, registrationQuietMs));
      found = parser.conclude();
    }
  }
  if (found.rest.length > 0) socket.unshift(found.rest);
  return found.packet;
}

it.each(dtus)('the platform reads every point of $code as good', async (gateway) => {
  const { field } = testField();
  const platform = createServer();
  platform.listen(0, '127.0.0.1');
  await once(platform, 'listening');
  release.push(() => platform.close());
  const { port } = platform.address() as AddressInfo;
  const behaviour = { latencyMs: [1, 5] as [number, number], splitShare: 0.5 };
  const transport = new DialledTransport(field, gateway, { host: '127.0.0.1', port, behaviour });
  const dtu = new ServedLine(field, gateway, transport);
  const accepted = once(platform, 'connection') as Promise<[Socket]>;
  await dtu.start();
  release.push(() => dtu.stop());
  const [socket] = await accepted;
  release.push(() => socket.destroy());
  const packet = await registered(socket, gateway);
  const strip = [Buffer.from(gateway.heartbeat.hex, 'hex'), ...(gateway.registration.mode === 'once' ? [] : [packet])];
  const readings = await readOnce(new RtuLine(socket, { clock, strip }), gateway);
  expectPlantValues(readings, pointsOf(gateway), (point) => field.read(point));
});

it('no value of a second master on the bus is ever believed, and the line says that there is one', async () => {
  const gateway = dtus.find(({ registration }) => registration.mode === 'once')!;
  const { field } = testField();
  const platform = createServer();
  await once(platform.listen(0, '127.0.0.1'), 'listening');
  release.push(() => platform.close());
  const { port } = platform.address() as AddressInfo;
  const behaviour = { latencyMs: [20, 40] as [number, number] };
  const dtu = new ServedLine(
    field,
    gateway,
    new DialledTransport(field, gateway, { host: '127.0.0.1', port, behaviour }),
  );
  const accepted = once(platform, 'connection') as Promise<[Socket]>;
  await dtu.start();
  release.push(() => dtu.stop());
  const [socket] = await accepted;
  release.push(() => socket.destroy());
  await registered(socket, gateway);

  let contests = 0;
  const strip = [Buffer.from(gateway.heartbeat.hex, 'hex')];
  const line = new RtuLine(socket, { clock, strip, onFrame: (frame) => (contests += frame.contests ? 1 : 0) });
  const slave = polledSlaves(gateway)[0]!;
  /** As history keeps them: of one moment the last word. */
  const kept = new Map<string, PollReading>();
  let rounds = 0;
  await new Promise<void>((resolve) => {
    const poller = new LinePoller({
      line,
      slaves: [slave],
      clock,
      onReadings: (readings) => {
        for (const reading of readings) kept.set(`${reading.key} ${reading.measuredAt}`, reading);
        if (contests > 10 && ++rounds > 60) resolve();
        else setImmediate(() => poller.readNow(slave.slaveId));
      },
    });
    line.start();
    poller.start();
    release.push(() => poller.stop());
    release.push(dtu.secondMaster(slave.slaveId, 7));
  });
  const wrong = [...kept.values()].filter(({ key, value }) => {
    const point = pointsOf(gateway).find(({ code }) => code === key)!;
    return Math.abs(value! - field.read(point)!) > Math.max(1.01 * 10 ** -point.decimals, 1e-6 * Math.abs(value!));
  });
  expect(wrong.length).toBeGreaterThan(0);
  expect(wrong.filter(({ quality }) => quality === 'good')).toEqual([]);
}, 60_000);

it.each(tcpDevices)('the platform reads every point of $code as good', async (gateway) => {
  const { field } = testField();
  const transport = new ListeningTransport(field, gateway, 0);
  const device = new ServedLine(field, gateway, transport);
  await device.start();
  release.push(() => device.stop());
  const socket = connect(transport.port, '127.0.0.1');
  await once(socket, 'connect');
  release.push(() => socket.destroy());
  const readings = await readOnce(new TcpLine(socket, { clock }), gateway);
  expectPlantValues(readings, pointsOf(gateway), (point) => field.read(point));
});
