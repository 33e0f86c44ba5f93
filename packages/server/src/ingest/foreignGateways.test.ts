/** Public clients as they are, connected with nothing but address and login: sparkplug-client of Eclipse Tahu, and MQTT.js as ThingsBoard's and Neuron's gateways speak. */
import mqtt, { type MqttClient } from 'mqtt';
import { newClient } from 'sparkplug-client';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTestApplication, type TestApplication } from '../testing/application.ts';
import { type AskAs, askAs } from '../testing/askAs.ts';
import { aCompany, aDevice, aMember, aPointType, aProject } from '../testing/factories.ts';
import { anMqttGateway, anMqttPoint } from '../testing/fieldFactories.ts';
import { soon } from '../testing/soon.ts';

let app: TestApplication;
let ask: AskAs;
let projectId: number;
let engineer: number;
let edge: { gatewayId: number; supply: number; temp: number; setpoint: number; fan: number; energy: number };
let device: { temp: number; setpoint: number };
let board: { temp: number };
let neuron: { ambient: number; setpoint: number };
beforeAll(async () => {
  app = await startTestApplication({
    prepare: async ({ db }) => {
      const companyId = await aCompany(db);
      projectId = await aProject(db, companyId);
      const deviceId = await aDevice(db, projectId);
      engineer = await aMember(db, companyId, projectId, { permissions: ['remoteWrite', 'monitorView'] });
      const running = await aPointType(db, companyId, {
        status: [
          { value: 0, zh: '停止', en: 'Stopped' },
          { value: 1, zh: '运行', en: 'Running' },
        ],
      });
      const gateway = (userName: string, format: 'sparkplug' | 'thingsboard' | 'neuron') =>
        anMqttGateway(db, projectId, { userName, password: `${userName} secret`, format });
      const pointsOf = (gatewayId: number, behind?: string) => (key: string) =>
        anMqttPoint(db, gatewayId, { key, deviceId, ...(behind === undefined ? {} : { device: behind }) });

      const gatewayId = await gateway('edge', 'sparkplug');
      const ofCase = pointsOf(gatewayId, 'Case 1');
      edge = {
        gatewayId,
        supply: await pointsOf(gatewayId)('Supply/Voltage'),
        temp: await ofCase('Temperature'),
        setpoint: await ofCase('Setpoint'),
        fan: await ofCase('Fan'),
        energy: await ofCase('Energy'),
      };
      await db.updateTable('point').set({ point_type_id: running }).where('id', '=', edge.fan).execute();
      const ofDevice = pointsOf(await gateway('device', 'thingsboard'));
      device = { temp: await ofDevice('temp'), setpoint: await ofDevice('setpoint') };
      board = { temp: await pointsOf(await gateway('board', 'thingsboard'), 'Device A')('temperature') };
      const ofNeuron = pointsOf(await gateway('neuron', 'neuron'), 'modbus');
      neuron = { ambient: await ofNeuron('grp/ambient'), setpoint: await ofNeuron('grp/setpoint') };
      await db.updateTable('point').set({ writable: true }).execute();
    },
  });
  ask = askAs(() => app);
});
afterAll(() => app.stop());

const ends: (() => unknown)[] = [];
/** What clients were told to send, also by their own handlers: none hangs up on its own message. */
const sending: Promise<unknown>[] = [];
afterEach(async () => {
  await Promise.all(sending.splice(0));
  for (const end of ends.splice(0)) await end();
});
const serverUrl = () => `mqtt://127.0.0.1:${app.application.mqttPort}`;

/** What screens show: the value, and why it is not good. */
async function shown(...pointIds: number[]) {
  const query = { pointIds: pointIds.join(','), ProjectId: projectId };
  const { data } = await ask(engineer, 'getPointRealTimeData', { query });
  const byId = new Map(data.map((point) => [point.PointId, [point.Value, point.QualityReason]]));
  return pointIds.map((id) => byId.get(id));
}
const write = async (pointID: number, writeData: number) =>
  (await ask(engineer, 'controlDown', { query: { pointID, writeData, reason: 'Night' } })).data;
const isUp = () => app.application.ingest.links.statusOf('gateway', edge.gatewayId)?.up;

test('the Sparkplug client of Eclipse Tahu: born, heard, told to write, asked for a rebirth, dead', async () => {
  const client = newClient({
    serverUrl: serverUrl(),
    username: 'edge',
    password: 'edge secret',
    groupId: 'Store 12',
    edgeNode: 'Edge A',
    clientId: 'Edge A',
    publishDeath: true,
  });
  ends.push(() => client.stop());
  let births = 0;
  const caseMetrics = (setpoint: number) => [
    { name: 'Temperature', alias: 11, type: 'Float' as const, value: -18.5 },
    { name: 'Setpoint', type: 'Int16' as const, value: setpoint },
    { name: 'Fan', type: 'Boolean' as const, value: true },
    { name: 'Energy', type: 'UInt64' as const, value: 123_456_789_012 },
  ];
  client.on('birth', () => {
    births++;
    client.publishNodeBirth({
      timestamp: Date.now(),
      metrics: [
        { name: 'Node Control/Rebirth', type: 'Boolean', value: false },
        { name: 'Supply/Voltage', type: 'Double', value: 229.5 },
      ],
    });
    client.publishDeviceBirth('Case 1', { timestamp: Date.now(), metrics: caseMetrics(-20) });
  });
  client.on('ncmd', ({ metrics }) => {
    if (metrics?.some(({ name, value }) => name === 'Node Control/Rebirth' && value === true)) client.emit('birth');
  });
  client.on('dcmd', (name, { metrics }) => {
    const [{ name: what, value, type }] = metrics as [{ name: string; value: number; type: 'Int16' }];
    client.publishDeviceData(name, { timestamp: Date.now(), metrics: [{ name: what, type, value }] });
  });
  const all = [edge.supply, edge.temp, edge.setpoint, edge.fan, edge.energy];
  await expect
    .poll(() => shown(...all), soon)
    .toEqual([
      [229.5, null],
      [-18.5, null],
      [-20, null],
      [1, null],
      [123_456_789_012, null],
    ]);
  expect(isUp()).toBe(true);

  const data = (value: number) =>
    client.publishDeviceData('Case 1', {
      timestamp: Date.now(),
      metrics: [{ alias: 11, type: 'Float', value } as never],
    });
  data(-17.5);
  await expect.poll(() => shown(edge.temp), soon).toEqual([[-17.5, null]]);
  expect(await write(edge.setpoint, -22)).toMatchObject({ Outcome: 'succeeded', ReadBackValue: -22 });

  // A message is lost: we ask, and everything is said anew.
  (client as unknown as { seq: number }).seq++;
  data(-16.5);
  await expect.poll(() => births, soon).toBe(2);
  await expect
    .poll(() => shown(edge.temp, edge.setpoint), soon)
    .toEqual([
      [-18.5, null],
      [-20, null],
    ]);

  client.publishDeviceDeath('Case 1', { timestamp: Date.now(), metrics: [] });
  await expect
    .poll(() => shown(edge.temp, edge.supply), soon)
    .toEqual([
      [null, 'noCommunication'],
      [229.5, null],
    ]);
  client.stop();
  await expect.poll(isUp, soon).toBe(false);
});

async function connect(username: string, topics: string[]): Promise<MqttClient> {
  const password = `${username} secret`;
  const client = await mqtt.connectAsync(serverUrl(), { username, password, reconnectPeriod: 0 });
  ends.push(() => client.endAsync(true));
  for (const topic of topics) await client.subscribeAsync(topic, { qos: 1 });
  return client;
}
function send(client: MqttClient, topic: string, payload: object): Promise<unknown> {
  const sent = client.publishAsync(topic, JSON.stringify(payload), { qos: 1 });
  sending.push(sent);
  return sent;
}

test('a device and a gateway by ThingsBoard’s API: every form of telemetry, connect, and a command answered', async () => {
  const own = await connect('device', ['v1/devices/me/rpc/request/+']);
  await send(own, 'v1/devices/me/telemetry', { temp: -18.2, setpoint: -20 });
  expect(await shown(device.temp, device.setpoint)).toEqual([
    [-18.2, null],
    [-20, null],
  ]);
  const at = Date.now();
  await send(own, 'v1/devices/me/telemetry', [
    { ts: at + 1, values: { temp: -18.1 } },
    { ts: at + 2, values: { temp: -18 } },
  ]);
  await send(own, 'v1/devices/me/attributes', { firmware: '1.2' });
  expect(await shown(device.temp)).toEqual([[-18, null]]);
  own.on('message', (topic, payload) => {
    const { params } = JSON.parse(String(payload)) as { params: { setpoint: number } };
    void send(own, topic.replace('request', 'response'), { success: true });
    void send(own, 'v1/devices/me/telemetry', { ts: Date.now() + 1, values: params });
  });
  expect(await write(device.setpoint, -23.5)).toMatchObject({ Outcome: 'succeeded', ReadBackValue: -23.5 });

  // The gateway's own documentation writes it like this.
  const gateway = await connect('board', ['v1/gateway/attributes', 'v1/gateway/rpc']);
  await send(gateway, 'v1/gateway/connect', { device: 'Device A' });
  await send(gateway, 'v1/gateway/telemetry', {
    'Device A': [
      { ts: at, values: { temperature: 42, humidity: 80 } },
      { ts: at + 1, values: { temperature: 43, humidity: 82 } },
    ],
  });
  expect(await shown(board.temp)).toEqual([[43, null]]);
});

test('a Neuron in its values and tags formats, errors among them, and a write that it confirms', async () => {
  const client = await connect('neuron', ['/neuron/edge/read/req', '/neuron/edge/write/req']);
  const report = { node: 'modbus', group: 'grp' };
  const values = { timestamp: Date.now(), ...report, values: { ambient: 21.5 }, errors: { setpoint: 2014 }, metas: {} };
  await send(client, '/neuron/edge/modbus/grp', values);
  expect(await shown(neuron.ambient, neuron.setpoint)).toEqual([
    [21.5, null],
    [null, 'reportedByGateway'],
  ]);
  const tags = [
    { name: 'ambient', value: 21.7 },
    { name: 'setpoint', value: 4 },
  ];
  await send(client, '/neuron/edge/modbus/grp', { timestamp: Date.now() + 1, ...report, tags });
  expect(await shown(neuron.ambient, neuron.setpoint)).toEqual([
    [21.7, null],
    [4, null],
  ]);
  client.on('message', (topic, payload) => {
    if (topic !== '/neuron/edge/write/req') return;
    const { uuid, tag, value } = JSON.parse(String(payload)) as { uuid: string; tag: string; value: number };
    void send(client, '/neuron/edge/write/resp', { uuid, error: 0 });
    void send(client, '/neuron/edge/modbus/grp', {
      timestamp: Date.now() + 2,
      ...report,
      tags: [{ name: tag, value }],
    });
  });
  expect(await write(neuron.setpoint, 5.5)).toMatchObject({ Outcome: 'succeeded', ReadBackValue: 5.5 });
});
