import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import type { PointValue } from '@watchpost/contract';
import { ServerTCP } from 'modbus-serial';
import { afterEach, expect, test, vi } from 'vitest';
import { GatewayLinks, loadGatewayCatalogue } from '../gateways/index.ts';
import { type Clock, manualClock, systemClock } from '../platform/clock.ts';
import { silentLog } from '../platform/log/log.ts';
import { createOutboundGuard, OutboundRefused } from '../platform/outboundGuard.ts';
import { loadPointCatalogue } from '../points/index.ts';
import { startTestApplication } from '../testing/application.ts';
import { aCompany, aGateway, aProject, aSlave } from '../testing/factories.ts';
import { aModbusPoint } from '../testing/fieldFactories.ts';
import { presentValueReader } from '../testing/presentValue.ts';
import { soon } from '../testing/soon.ts';
import { tcpRelay } from '../testing/tcpRelay.ts';
import { removeGateway, tellConfiguration } from '../testing/tellConfiguration.ts';
import type { Intake } from './intake.ts';
import { ModbusDialer } from './modbusDialer.ts';

const release: (() => unknown)[] = [];
afterEach(async () => {
  for (const action of release.splice(0).reverse()) await action();
});

/** The device below takes no 0 for "any free port": it would be 502, the same for every test on the machine. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

/** An independent Modbus TCP device: holding register n holds n tenths, from 900 on there is nothing. */
async function startDevice(): Promise<{
  port: number;
  connections: () => number;
  /** Requests it has answered. */
  reads: () => number;
  stop: () => Promise<void>;
}> {
  const port = await freePort();
  let reads = 0;
  const server = new ServerTCP(
    {
      getHoldingRegister: (address: number) => {
        reads++;
        if (address >= 900) throw Object.assign(new Error('no such address'), { modbusErrorCode: 2 });
        return address;
      },
    },
    { host: '127.0.0.1', port, unitID: 1 },
  );
  await once(server, 'initialized');
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()));
  release.push(stop);
  const { _server: tcp } = server as unknown as { _server: Server };
  let open = 0;
  tcp.on('connection', (socket) => {
    open++;
    socket.on('close', () => open--);
  });
  return { port, connections: () => open, reads: () => reads, stop };
}

/** The server with one gateway that is to be dialled there. */
async function startDialling(
  port: number,
  allowedPrivateHosts: string[],
  clock: Clock = systemClock,
  cycleSeconds = 60,
) {
  let projectId = 0;
  let pointId = 0;
  let missingId = 0;
  const app = await startTestApplication({
    clock,
    config: { allowedPrivateHosts, demoHosts: [] },
    prepare: async ({ db }) => {
      projectId = await aProject(db, await aCompany(db));
      const gateway = await aGateway(db, projectId, { protocol: 'MODBUS_TCP' });
      await db
        .updateTable('gateway')
        .set({ address: `127.0.0.1:${port}` })
        .where('id', '=', gateway)
        .execute();
      const slaveId = await aSlave(db, gateway, { address: 1 });
      pointId = await aModbusPoint(db, gateway, { slaveId, address: 45 });
      missingId = await aModbusPoint(db, gateway, { slaveId, address: 900 });
      await db.updateTable('point').set({ sampling_interval_seconds: cycleSeconds }).execute();
    },
  });
  release.push(() => app.stop());
  const read = await presentValueReader(app.url, app.database.db, projectId);
  const value = (): Promise<PointValue> => read(pointId);
  const missing = (): Promise<PointValue> => read(missingId);
  const isOnline = async () => (await app.database.pool.query('SELECT online FROM gateway')).rows[0].online;
  return { app, projectId, read, value, missing, isOnline };
}

test('a Modbus TCP device of another make is dialled and read', async () => {
  const { port, stop } = await startDevice();
  const { value, missing, isOnline } = await startDialling(port, ['127.0.0.1']);
  await expect.poll(value, soon).toMatchObject({ Value: 4.5, Quality: 'good' });
  await expect.poll(missing, soon).toMatchObject({ Value: null, Quality: 'bad', ExceptionCode: 2 });
  await expect.poll(isOnline, soon).toBe(true);
  release.splice(0, 1);
  await stop();
  await expect.poll(isOnline, soon).toBe(false);
});

test('a device that falls silent and is then restarted is dialled again and read', async () => {
  const relay = await tcpRelay({ host: '127.0.0.1', port: (await startDevice()).port });
  release.push(() => relay.close());
  // Cycles, time-outs and redials are turned by hand; sockets and database go on in real time.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  release.push(() => vi.useRealTimers());
  const clock = manualClock(systemClock.now());
  const { app, value, isOnline } = await startDialling(relay.port, ['127.0.0.1'], clock);
  const timePassesUntil = (isSo: () => Promise<boolean>) =>
    vi.waitUntil(async () => {
      clock.advance(500);
      vi.advanceTimersByTime(500);
      return isSo();
    }, soon);
  const silentSince = async () =>
    (await app.database.pool.query('SELECT silent_since FROM slave')).rows[0].silent_since;
  await timePassesUntil(async () => (await value()).Value === 4.5);

  relay.hold();
  await timePassesUntil(async () => (await silentSince()) !== null);
  expect(await value()).toMatchObject({ Value: null, Quality: 'bad' });
  // Its line stands: it is the slave that says nothing.
  expect(await isOnline()).toBe(true);

  await relay.cut();
  await timePassesUntil(async () => !(await isOnline()));
  await relay.mend();
  await timePassesUntil(async () => (await value()).Value === 4.5);
  expect(await silentSince()).toBeNull();
});

test('a meter that is read every ten minutes keeps its connection', async () => {
  const device = await startDevice();
  const relay = await tcpRelay({ host: '127.0.0.1', port: device.port });
  release.push(() => relay.close());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  release.push(() => vi.useRealTimers());
  const { app, value, isOnline } = await startDialling(relay.port, ['127.0.0.1'], systemClock, 600);
  const changes = async () =>
    (await app.database.pool.query('SELECT kind FROM gateway_event WHERE slave_id IS NULL ORDER BY id')).rows;
  const timePassesUntil = (isSo: () => unknown) =>
    vi.waitUntil(
      async () => {
        vi.advanceTimersByTime(10_000);
        // What was asked is answered before it is given up.
        await value();
        await value();
        return isSo();
        // Sixty steps of two questions each: on a busy machine they take a while.
      },
      { timeout: 60_000, interval: 0 },
    );
  await timePassesUntil(() => device.reads() >= 2);
  const first = device.reads();
  await vi.waitUntil(isOnline, soon);
  await timePassesUntil(() => device.reads() > first);
  expect(await changes()).toHaveLength(1);
});

test('a port that accepts and hangs up is no device: it is never online, and asked less and less', async () => {
  let taken = 0;
  const port = createServer((socket) => {
    taken++;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(port, 'listening');
  release.push(() => port.close());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  release.push(() => vi.useRealTimers());
  const { app } = await startDialling((port.address() as AddressInfo).port, ['127.0.0.1']);
  for (let second = 0; second < 30; second++) {
    vi.advanceTimersByTime(1_000);
    await app.database.pool.query('SELECT 1');
    await new Promise((turn) => setImmediate(turn));
  }
  expect(taken).toBeGreaterThan(1);
  expect(taken).toBeLessThan(7);
  const { rows } = await app.database.pool.query('SELECT count(*)::int AS told FROM gateway_event');
  expect(rows).toEqual([{ told: 0 }]);
});

test('a device that is added, moved to another address and removed while the server runs is dialled accordingly', async () => {
  const [first, second] = [await startDevice(), await startDevice()];
  const { app, projectId, read } = await startDialling(first.port, ['127.0.0.1']);
  const { db } = app.database;
  const gatewayId = await aGateway(db, projectId, { protocol: 'MODBUS_TCP' });
  const pointId = await aModbusPoint(db, gatewayId, {
    slaveId: await aSlave(db, gatewayId, { address: 1 }),
    address: 45,
  });
  const online = async () =>
    (await app.database.pool.query('SELECT online FROM gateway WHERE id = $1', [gatewayId])).rows[0].online;
  const dialAt = async (port: number) => {
    await db
      .updateTable('gateway')
      .set({ address: `127.0.0.1:${port}` })
      .where('id', '=', gatewayId)
      .execute();
    await tellConfiguration(app.application, 'gateway', gatewayId);
  };
  await dialAt(second.port);
  await expect.poll(() => read(pointId), soon).toMatchObject({ Value: 4.5, Quality: 'good' });
  expect(second.connections()).toBe(1);

  const further = await aModbusPoint(db, gatewayId, {
    slaveId: (await db.selectFrom('slave').where('gateway_id', '=', gatewayId).select('id').executeTakeFirstOrThrow())
      .id,
    address: 46,
  });
  await tellConfiguration(app.application, 'point', further);
  await expect.poll(() => read(further), soon).toMatchObject({ Value: 4.6, Quality: 'good' });
  expect(second.connections()).toBe(1);

  await dialAt(first.port);
  await expect.poll(() => second.connections(), soon).toBe(0);
  await expect.poll(() => first.connections(), soon).toBe(2);
  await expect.poll(online, soon).toBe(true);

  await removeGateway(app.application, db, gatewayId);
  await expect.poll(() => first.connections(), soon).toBe(1);
});

test('a device in our own network is not dialled unless the settings list it', async () => {
  let connections = 0;
  const device = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  device.listen(0, '127.0.0.1');
  await once(device, 'listening');
  release.push(() => device.close());
  const { app, value } = await startDialling((device.address() as AddressInfo).port, []);

  // The same dialler once more, to see what it says when it gives up.
  const { db } = app.database;
  const gateways = await loadGatewayCatalogue(db);
  const refusal = await new Promise<unknown>((resolve) => {
    const dialer = new ModbusDialer({
      gateways,
      points: undefined as never,
      links: new GatewayLinks(gateways.all(), 0, () => {}),
      lines: undefined as never,
      intake: {} as Intake,
      guard: createOutboundGuard([]),
      protocolClock: { now: () => 0, monotonic: () => 0, setTimer: () => () => {} },
      log: Object.assign(Object.create(silentLog), { warn: ({ err }: { err: unknown }) => resolve(err) }),
    });
    release.push(() => dialer.stop());
    dialer.start();
  });
  expect(refusal).toBeInstanceOf(OutboundRefused);
  expect(connections).toBe(0);
  expect(await value()).toMatchObject({ Value: null, Quality: null });
  expect((await loadPointCatalogue(db)).size).toBe(2);
});

test.each([
  ['this machine', '127.0.0.1'],
  ['this machine by name', 'localhost'],
  ['this machine, written as IPv6', '::ffff:127.0.0.1'],
  ['IPv6 loopback', '::1'],
  ['a house network', '192.168.1.10'],
  ['a house network', '10.1.2.3'],
  ['a house network', '172.16.0.1'],
  ['a carrier network', '100.64.0.1'],
  ["the cloud's metadata service", '169.254.169.254'],
  ['nowhere', '0.0.0.0'],
  ['unique local IPv6', 'fd00::1'],
  ['multicast', '224.0.0.1'],
])('%s (%s) may be dialled only when it is listed', async (_name, host) => {
  await expect(createOutboundGuard([])(host)).rejects.toBeInstanceOf(OutboundRefused);
  expect(await createOutboundGuard([host])(host)).not.toBe('');
});

test('a network is listed by its prefix, and an address outside it stays closed', async () => {
  const guard = createOutboundGuard(['192.168.7.0/24']);
  expect(await guard('192.168.7.20')).toBe('192.168.7.20');
  await expect(guard('192.168.8.20')).rejects.toBeInstanceOf(OutboundRefused);
  expect(await guard('1.1.1.1')).toBe('1.1.1.1');
});
