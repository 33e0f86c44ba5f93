import type { ModbusLine } from '@watchpost/protocols';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DomainEvents } from '../events.ts';
import { followConfiguration } from '../followConfiguration.ts';
import { GatewayLinks, loadGatewayCatalogue } from '../gateways/index.ts';
import { type Database, openDatabase } from '../platform/db/database.ts';
import { createEvents } from '../platform/events/events.ts';
import { silentLog } from '../platform/log/log.ts';
import { loadPointCatalogue } from '../points/index.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { aCompany, aDevice, aGateway, aProject, aSlave } from '../testing/factories.ts';
import { aModbusPoint } from '../testing/fieldFactories.ts';
import { FrameLog } from './FrameLog.ts';
import type { Intake } from './intake.ts';
import { LineTraffic } from './LineTraffic.ts';
import { OpenLines } from './openLines.ts';
import { pollLine } from './pollLine.ts';

let testDb: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDb = await testDatabase();
  database = openDatabase(testDb.url, silentLog);
});
afterAll(async () => {
  await database.close();
  await testDb.close();
});

/** Two slaves with a device each, polled over a line that never answers: a poller that starts anew asks at once. */
async function aPolledLine() {
  const { db } = database;
  const projectId = await aProject(db, await aCompany(db));
  const gatewayId = await aGateway(db, projectId);
  const deviceId = await aDevice(db, projectId);
  const slaveId = await aSlave(db, gatewayId, { address: 1 });
  const pointId = await aModbusPoint(db, gatewayId, { slaveId, address: 10, deviceId });
  const otherSlaveId = await aSlave(db, gatewayId, { address: 2 });
  await aModbusPoint(db, gatewayId, { slaveId: otherSlaveId, address: 10, deviceId: await aDevice(db, projectId) });

  const [points, gateways] = [await loadPointCatalogue(db), await loadGatewayCatalogue(db)];
  const events = createEvents<DomainEvents>(silentLog);
  let requests = 0;
  const line = {
    hasTransactionIds: false,
    closed: new Promise(() => {}),
    isSuspect: () => false,
    request: () => {
      requests++;
      return new Promise(() => {});
    },
  } as unknown as ModbusLine;
  const clock = { now: () => 0, monotonic: () => 0, setTimer: () => () => {} };
  const traffic = new LineTraffic(false, () => {});
  const links = new GatewayLinks(gateways.all(), 0, () => {});
  const polled = pollLine({ line, traffic }, gateways.get(gatewayId)!, {
    points,
    links,
    lines: new OpenLines({ frameLog: new FrameLog(clock), clock, onForeignFrame: () => {} }),
    intake: {} as Intake,
    protocolClock: clock,
    log: silentLog,
  });
  const following = followConfiguration({
    events,
    log: silentLog,
    readers: [gateways, points, { reread: () => polled.follow(gateways.get(gatewayId)!) }],
  });
  const change = async (table: 'project' | 'gateway' | 'device' | 'point', id: number, values: string) => {
    await database.pool.query(`UPDATE ${table} SET ${values} WHERE id = ${id}`);
    events.emit('configurationChanged', { companyId: 0, kind: table, ids: [id] });
    await following.settled();
    return requests;
  };
  return { change, links, requests: () => requests, projectId, gatewayId, deviceId, slaveId, pointId };
}

test('renaming a device or a gateway, or prolonging a project, lets a line go on where it is', async () => {
  const { change, requests, projectId, gatewayId, deviceId, pointId } = await aPolledLine();
  expect(requests()).toBe(1);
  expect(await change('device', deviceId, "name = 'Renamed'")).toBe(1);
  expect(await change('gateway', gatewayId, "name = 'Renamed'")).toBe(1);
  expect(await change('project', projectId, "service_end = '2040-12-31'")).toBe(1);
  expect(await change('point', pointId, 'sampling_interval_seconds = 5')).toBe(2);
});

test('a slave that was silent and has no point left to be read is silent no longer', async () => {
  const { change, links, slaveId, pointId } = await aPolledLine();
  links.slaveChanged(slaveId, false, 0);
  await change('point', pointId, 'sampling_interval_seconds = 60');
  expect(links.statusOf('slave', slaveId)).toMatchObject({ up: false });
  await database.db.deleteFrom('point').where('id', '=', pointId).execute();
  await change('point', pointId, 'level = 1');
  expect(links.statusOf('slave', slaveId)).toMatchObject({ up: true });
});
