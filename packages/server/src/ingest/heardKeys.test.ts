import mqtt from 'mqtt';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApplication, type TestApplication } from '../testing/application.ts';
import { askAs } from '../testing/askAs.ts';
import { aCompany, aMember, aPointType, aProject } from '../testing/factories.ts';
import { anMqttGateway, anMqttPoint } from '../testing/fieldFactories.ts';
import { HeardKeys } from './HeardKeys.ts';

let app: TestApplication;
const ask = askAs(() => app);
let gatewayId: number;
let typeId: number;
let installer: number;
let viewer: number;
let stranger: number;
beforeAll(async () => {
  app = await startTestApplication({
    prepare: async ({ db }) => {
      const companyId = await aCompany(db);
      const projectId = await aProject(db, companyId);
      gatewayId = await anMqttGateway(db, projectId, { userName: 'edge', password: 'edge secret' });
      await anMqttPoint(db, gatewayId, { key: 'temp', device: 'Case 1' });
      typeId = await aPointType(db, companyId);
      installer = await aMember(db, companyId, projectId, { permissions: ['terminals', 'terminalsEdit'] });
      viewer = await aMember(db, companyId, projectId, { permissions: ['terminals'] });
      const elsewhere = await aCompany(db);
      const theirs = await aProject(db, elsewhere);
      stranger = await aMember(db, elsewhere, theirs, { permissions: ['terminals', 'terminalsEdit'] });
    },
  });
});
afterAll(() => app.stop());

const asked = {
  query: {
    get deviceId() {
      return gatewayId;
    },
  },
};
const heard = async () =>
  (await ask(installer, 'getHeardKeys', asked)).data.map(({ MqttDevice, MqttKey, Value, Text, IsState }) => ({
    name: [MqttDevice, MqttKey].filter(Boolean).join('/'),
    value: Text ?? Value,
    IsState,
  }));

test('what an MQTT gateway publishes and nobody set up is offered, becomes points, and is then no longer offered', async () => {
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${app.application.mqttPort}`, {
    username: 'edge',
    password: 'edge secret',
    reconnectPeriod: 0,
  });
  const send = (values: object) => client.publishAsync('v1/gateway/telemetry', JSON.stringify(values), { qos: 1 });
  const ts = Date.now();
  await send({ 'Case 1': [{ ts, values: { temp: -18, door: true, mode: 'defrost' } }] });
  expect(await heard()).toEqual([
    { name: 'Case 1/door', value: 1, IsState: true },
    { name: 'Case 1/mode', value: 'defrost', IsState: false },
  ]);
  const named = (PointName: string, MqttKey: string) => ({
    PointName,
    MqttKey,
    MqttDevice: 'Case 1',
    PointTypeId: typeId,
  });
  const twice = await ask(installer, 'addMqttPoint', {
    body: { GatewayId: gatewayId, PointList: [named('Door', 'door'), named('Air', 'temp')] },
  });
  expect(twice.status).toBe(400);
  expect((await heard()).length).toBe(2);
  await ask(installer, 'addMqttPoint', { body: { GatewayId: gatewayId, PointList: [named('Door', 'door')] } });
  expect((await heard()).map(({ name }) => name)).toEqual(['Case 1/mode']);
  for (const other of [viewer, stranger]) {
    const { status } = await ask(other, 'getHeardKeys', asked);
    expect(status).toBe(other === viewer ? 403 : 404);
  }
  await client.endAsync(true);
});

test('of a gateway that says ever new keys the last 200 stay, for a day, and for the company it is of', () => {
  let now = 1_000_000_000_000;
  const keys = new HeardKeys({ now: () => now });
  const gateway = { id: 1, company_id: 7 };
  for (let i = 0; i < 250; i++) {
    now += 1000;
    keys.note(gateway, [{ device: null, key: `k${i}`, value: i }]);
  }
  const names = keys.of(gateway).map(({ key }) => key);
  expect([names.length, names[0], names.at(-1)]).toEqual([200, 'k249', 'k50']);
  expect(keys.of({ id: 1, company_id: 8 })).toEqual([]);
  for (let id = 2; id < 502; id++) keys.note({ id, company_id: 7 }, [{ device: null, key: 'k', value: 1 }]);
  expect(keys.of(gateway)).toEqual([]);
  now += 86_400_001;
  expect(keys.of({ id: 501, company_id: 7 })).toEqual([]);
});
