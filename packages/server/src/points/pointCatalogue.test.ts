import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChangedConfiguration, ConfigurationKind } from '../events.ts';
import { type Database, openDatabase } from '../platform/db/database.ts';
import { silentLog } from '../platform/log/log.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { aCompany, aDevice, aGateway, aPoint, aProject } from '../testing/factories.ts';
import { loadPointCatalogue } from './pointCatalogue.ts';

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

const changed = (kind: ConfigurationKind, ...ids: number[]): ChangedConfiguration => ({
  project: new Set(),
  area: new Set(),
  gateway: new Set(),
  pointType: new Set(),
  point: new Set(),
  device: new Set(),
  alarmStrategy: new Set(),
  companies: new Set(),
  [kind]: new Set(ids),
});

async function aCatalogue() {
  const { db } = database;
  const projectId = await aProject(db, await aCompany(db));
  const [gatewayId, otherGatewayId] = [await aGateway(db, projectId), await aGateway(db, projectId)];
  const deviceId = await aDevice(db, projectId);
  const first = await aPoint(db, gatewayId, { deviceId });
  const second = await aPoint(db, gatewayId);
  const catalogue = await loadPointCatalogue(db);
  return { db, catalogue, projectId, gatewayId, otherGatewayId, deviceId, first, second };
}

test('the list of a gateway is the same one as long as none of its points changed', async () => {
  const { db, catalogue, projectId, gatewayId, deviceId, first } = await aCatalogue();
  const before = catalogue.ofGateway(gatewayId);
  await db.updateTable('device').set({ name: 'Renamed' }).where('id', '=', deviceId).execute();
  await catalogue.reread(changed('device', deviceId));
  await catalogue.reread(changed('project', projectId));
  await catalogue.reread(changed('gateway', gatewayId));
  expect(catalogue.ofGateway(gatewayId)).toBe(before);

  await db.updateTable('point').set({ decimals: 3 }).where('id', '=', first).execute();
  await catalogue.reread(changed('project', projectId));
  const after = catalogue.ofGateway(gatewayId);
  expect(after.map(({ decimals }) => decimals)).toEqual([3, 1]);
  expect(after[1]).toBe(before[1]);
});

test('a point that moves to another gateway or is removed leaves the one list and comes to the other', async () => {
  const { db, catalogue, projectId, gatewayId, otherGatewayId, first, second } = await aCatalogue();
  const ofProject = () => catalogue.ofProject(projectId).map(({ id }) => id);
  expect(ofProject()).toEqual([first, second]);
  const before = catalogue.ofGateway(gatewayId);
  const idsOf = (gateway: number) => catalogue.ofGateway(gateway).map(({ id }) => id);
  await db.updateTable('point').set({ gateway_id: otherGatewayId }).where('id', '=', first).execute();
  await catalogue.reread(changed('point', first));
  expect([idsOf(gatewayId), idsOf(otherGatewayId)]).toEqual([[second], [first]]);
  expect(before).toHaveLength(2);

  await db.deleteFrom('point').where('id', '=', second).execute();
  await catalogue.reread(changed('point', second));
  expect([idsOf(gatewayId), catalogue.get(second), catalogue.get(first)?.gateway_id]).toEqual([
    [],
    undefined,
    otherGatewayId,
  ]);
  expect(ofProject()).toEqual([first]);
});
