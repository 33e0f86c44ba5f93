import type { PointValue } from '@watchpost/contract';
import { encodeSparkplug, type MappingProfile, sparkplugType } from '@watchpost/protocols';
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApplication, type TestApplication } from '../testing/application.ts';
import { aCompany, aProject } from '../testing/factories.ts';
import { anMqttGateway, anMqttPoint } from '../testing/fieldFactories.ts';
import { presentValueReader } from '../testing/presentValue.ts';
import { soon } from '../testing/soon.ts';
import { tellConfiguration } from '../testing/tellConfiguration.ts';

const usr: MappingProfile = {
  topic: 'usr/{device}/up',
  values: ['/{key}'],
  device: null,
  key: null,
  time: null,
  utcOffsetMinutes: 0,
  quality: null,
  unit: null,
  failures: ['ERR'],
  ignore: [],
  command: {
    topic: 'usr/{device}/down',
    payload: '{"id":"{id}","w_data":[{"name":"{key}","value":"{value}"}]}',
    reply: { topic: 'usr/{device}/ack', id: '/id', result: '/err', accepted: ['0'] },
  },
};

let app: TestApplication;
let readOurs: (pointId: number) => Promise<PointValue>;
let readOther: typeof readOurs;
let mapped: { gatewayId: number; profileId: number; temp: number; setpoint: number };
let edge: { gatewayId: number; temp: number; own: number };
let other: { gatewayId: number; temp: number };
let board: { gatewayId: number; temp: number; slow: number; ahead: number };
let neuron: { gatewayId: number; tag: number };

beforeAll(async () => {
  let projectId = 0;
  let otherProjectId = 0;
  app = await startTestApplication({
    prepare: async ({ db }) => {
      const companyId = await aCompany(db);
      projectId = await aProject(db, companyId);
      otherProjectId = await aProject(db, await aCompany(db));
      const gateway = (
        userName: string,
        format: 'mapping' | 'sparkplug' | 'thingsboard' | 'neuron',
        project = projectId,
      ) => anMqttGateway(db, project, { userName, password: `${userName} secret`, format });
      const { id: profileId } = await db
        .insertInto('mapping_profile')
        .values({ company_id: companyId, name: 'USR', definition: JSON.stringify(usr), updated_at: new Date() })
        .returning('id')
        .executeTakeFirstOrThrow();
      const mapping = await gateway('mapped', 'mapping');
      await db.updateTable('gateway').set({ mapping_profile_id: profileId }).where('id', '=', mapping).execute();
      mapped = {
        gatewayId: mapping,
        profileId,
        temp: await anMqttPoint(db, mapping, { key: 'temp', device: 'case1' }),
        setpoint: await anMqttPoint(db, mapping, { key: 'setpoint', device: 'case1' }),
      };
      const ofEdge = async (id: number) => ({
        gatewayId: id,
        temp: await anMqttPoint(db, id, { key: 'temp', device: 'case' }),
        own: await anMqttPoint(db, id, { key: 'own' }),
      });
      edge = await ofEdge(await gateway('edge', 'sparkplug'));
      // Another company, whose node has the same group, name, device and metrics.
      other = await ofEdge(await gateway('other', 'sparkplug', otherProjectId));
      const thingsboard = await gateway('board', 'thingsboard');
      const tempOf = (device: string) => anMqttPoint(db, thingsboard, { key: 'temp', device });
      board = {
        gatewayId: thingsboard,
        temp: await tempOf('Case 1'),
        slow: await tempOf('Slow'),
        ahead: await tempOf('Ahead'),
      };
      const ofNeuron = await gateway('neuron', 'neuron');
      neuron = { gatewayId: ofNeuron, tag: await anMqttPoint(db, ofNeuron, { key: 'grp/tag0', device: 'modbus' }) };
    },
  });
  readOurs = await presentValueReader(app.url, app.database.db, projectId);
  readOther = await presentValueReader(app.url, app.database.db, otherProjectId);
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.database.pool.query('DELETE FROM gateway_rejection');
});
const clients: MqttClient[] = [];
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.endAsync(true)));
});

async function connect(username: string, options: IClientOptions = {}): Promise<MqttClient> {
  const client = mqtt.connect(`mqtt://127.0.0.1:${app.application.mqttPort}`, {
    username,
    password: `${username} secret`,
    clientId: 'same everywhere',
    reconnectPeriod: 0,
    ...options,
  });
  clients.push(client);
  await new Promise<void>((resolve, reject) => {
    client.once('connect', () => resolve());
    client.once('error', reject);
  });
  return client;
}
const send = (client: MqttClient, topic: string, payload: object | Buffer) =>
  client.publishAsync(topic, Buffer.isBuffer(payload) ? payload : JSON.stringify(payload), { qos: 1 });
/** What a point shows now: its value, and why it is not good. */
async function stored(pointId: number) {
  const { Value, QualityReason } = await (pointId === other.temp ? readOther : readOurs)(pointId);
  return [Value, QualityReason];
}
const rejections = async (gatewayId: number) =>
  (
    await app.database.pool.query<{ reason: string }>(
      'SELECT reason FROM gateway_rejection WHERE gateway_id = $1 ORDER BY id',
      [gatewayId],
    )
  ).rows.map(({ reason }) => reason);
const heardBy = (client: MqttClient) => {
  const heard: { topic: string; payload: Buffer }[] = [];
  client.on('message', (topic, payload) => heard.push({ topic, payload }));
  return heard;
};

test('a gateway is read by its mapping profile, and by the changed one at once', async () => {
  const client = await connect('mapped');
  await send(client, 'usr/case1/up', { temp: '-18.2', setpoint: 'ERR' });
  expect(await stored(mapped.temp)).toEqual([-18.2, null]);
  expect(await stored(mapped.setpoint)).toEqual([null, 'reportedByGateway']);
  await send(client, 'site/up', { case1: { temp: -17 } });
  expect(await rejections(mapped.gatewayId)).toEqual(['unknownTopic']);
  const changed = { ...usr, topic: 'site/up', values: ['/{device}/{key}'] };
  const set = (definition: object) =>
    app.database.db
      .updateTable('mapping_profile')
      .set({ definition: JSON.stringify(definition) })
      .where('id', '=', mapped.profileId)
      .execute();
  await set(changed);
  await tellConfiguration(app.application, 'gateway', mapped.gatewayId);
  await send(client, 'site/up', { case1: { temp: -17 } });
  expect(await stored(mapped.temp)).toEqual([-17, null]);
  await set(usr);
  await tellConfiguration(app.application, 'gateway', mapped.gatewayId);
});

test('a value is written as the profile says, its answer is matched, and the new value tells that it holds', async () => {
  const client = await connect('mapped');
  expect(await client.subscribeAsync('usr/+/down')).toMatchObject([{ qos: 0 }]);
  await expect(client.subscribeAsync('usr/+/up')).rejects.toThrow();
  const heard = heardBy(client);
  const outcome = app.application.ingest.commands.write(mapped.setpoint, -21, () => {});
  await expect.poll(() => heard.length, soon).toBe(1);
  const { topic, payload } = heard[0]!;
  const { id, w_data } = JSON.parse(String(payload)) as { id: string; w_data: object[] };
  expect([topic, w_data]).toEqual(['usr/case1/down', [{ name: 'setpoint', value: '-21' }]]);
  await send(client, 'usr/case1/ack', { id: 'of somebody else', err: 5 });
  await send(client, 'usr/case1/ack', { id, err: 0 });
  await send(client, 'usr/case1/up', { setpoint: -21 });
  expect(await outcome).toMatchObject({ outcome: 'succeeded', readBackValue: -21 });
});

test('a gateway that says no is believed', async () => {
  const client = await connect('mapped');
  await client.subscribeAsync('usr/case1/down');
  client.on('message', (_topic, payload) => {
    const { id } = JSON.parse(String(payload)) as { id: string };
    client.publish('usr/case1/ack', JSON.stringify({ id, err: 7 }));
  });
  expect(await app.application.ingest.commands.write(mapped.setpoint, -22, () => {})).toMatchObject({
    outcome: 'refusedByDevice',
  });
});

const group = 'spBv1.0/store';
const at = () => Date.now();
const birth = (seq = 0) =>
  encodeSparkplug({
    timestamp: at(),
    seq,
    metrics: [
      { name: 'bdSeq', dataType: sparkplugType.uint64, value: 3 },
      { name: 'own', alias: 1n, dataType: sparkplugType.float, value: 1 },
    ],
  });
const deviceBirth = (value: number) =>
  encodeSparkplug({
    timestamp: at(),
    seq: 1,
    metrics: [{ name: 'temp', alias: 2n, dataType: sparkplugType.int16, value }],
  });
async function bear(client: MqttClient, value: number) {
  await send(client, `${group}/NBIRTH/edge`, birth());
  await send(client, `${group}/DBIRTH/edge/case`, deviceBirth(value));
}
const deviceData = (seq: number, value: number, more: object = {}) =>
  encodeSparkplug({ timestamp: at(), seq, metrics: [{ alias: 2n, dataType: sparkplugType.int16, value, ...more }] });

test('two edge nodes of two companies with equal names do not mix', async () => {
  const [ours, theirs] = [await connect('edge'), await connect('other')];
  await bear(ours, -18);
  await bear(theirs, 7);
  expect([await stored(edge.temp), await stored(other.temp)]).toEqual([
    [-18, null],
    [7, null],
  ]);
  expect(await stored(edge.own)).toEqual([1, null]);
  await send(ours, `${group}/DDATA/edge/case`, deviceData(2, -17));
  expect([await stored(edge.temp), await stored(other.temp)]).toEqual([
    [-17, null],
    [7, null],
  ]);
});

test('historical values fill history and are never shown as present', async () => {
  const client = await connect('edge');
  await bear(client, -18);
  const history = { isHistorical: true, timestamp: at() - 3_600_000 };
  await send(client, `${group}/DDATA/edge/case`, deviceData(2, 30, history));
  expect(await stored(edge.temp)).toEqual([-18, null]);
  await send(client, `${group}/DDATA/edge/case`, deviceData(3, 31, { isHistorical: true, timestamp: at() + 1000 }));
  expect(await stored(edge.temp)).toEqual([-18, null]);
  expect(await rejections(edge.gatewayId)).toEqual(['unreadableEntries']);
});

test('a lost message makes us ask the node to say everything anew', async () => {
  const client = await connect('edge');
  expect(await client.subscribeAsync(`${group}/NCMD/edge`)).toMatchObject([{ qos: 0 }]);
  const heard = heardBy(client);
  await bear(client, -18);
  await send(client, `${group}/DDATA/edge/case`, deviceData(9, -17));
  await expect.poll(() => heard.map(({ topic }) => topic), soon).toEqual([`${group}/NCMD/edge`]);
});

test('a node that waits for its primary host is told that it is there', async () => {
  const client = await connect('edge');
  const heard = heardBy(client);
  await client.subscribeAsync('spBv1.0/STATE/host 1');
  await expect.poll(() => heard.length, soon).toBe(1);
  expect(JSON.parse(String(heard[0]!.payload))).toMatchObject({ online: true });
  await expect(client.subscribeAsync('spBv1.0/#')).rejects.toThrow();
});

test('a metric is written by a command of its own type, and the data that follows tells that it holds', async () => {
  const client = await connect('edge');
  await client.subscribeAsync(`${group}/DCMD/edge/#`);
  await bear(client, -18);
  client.on('message', (topic) => {
    if (topic === `${group}/DCMD/edge/case`) client.publish(`${group}/DDATA/edge/case`, deviceData(2, -25));
  });
  expect(await app.application.ingest.commands.write(edge.temp, -25, () => {})).toMatchObject({
    outcome: 'succeeded',
    readBackValue: -25,
  });
});

const linkOf = (gatewayId: number) => app.application.ingest.links.statusOf('gateway', gatewayId)?.up;

test('a node that dies is offline, and back with its next birth; its device’s death says that nothing is known', async () => {
  const client = await connect('edge');
  await bear(client, -18);
  await send(client, `${group}/DDEATH/edge/case`, encodeSparkplug({ timestamp: at(), seq: 2, metrics: [] }));
  expect(await stored(edge.temp)).toEqual([null, 'noCommunication']);
  const death = encodeSparkplug({
    timestamp: at(),
    metrics: [{ name: 'bdSeq', dataType: sparkplugType.uint64, value: 3 }],
  });
  await send(client, `${group}/NDEATH/edge`, death);
  expect(linkOf(edge.gatewayId)).toBe(false);
  await bear(client, -18);
  expect(linkOf(edge.gatewayId)).toBe(true);
});

test('a device that a ThingsBoard gateway has lost is not known any more, until it sends again', async () => {
  const client = await connect('board');
  await send(client, 'v1/gateway/connect', { device: 'Case 1' });
  await send(client, 'v1/gateway/telemetry', { 'Case 1': [{ temp: -18 }] });
  await send(client, 'v1/gateway/disconnect', { device: 'Case 1' });
  expect(await stored(board.temp)).toEqual([null, 'noCommunication']);
  await send(client, 'v1/gateway/telemetry', { 'Case 1': [{ temp: -17 }] });
  expect(await stored(board.temp)).toEqual([-17, null]);
  // Lost again, though it never said that it was back.
  await send(client, 'v1/gateway/disconnect', { device: 'Case 1' });
  expect(await stored(board.temp)).toEqual([null, 'noCommunication']);
});

test.each([
  ['slow', -10 * 60_000],
  ['ahead', 40_000],
] as const)(
  'the loss of a device whose clock is %s is shown at once, and so is what it sends after it',
  async (which, off) => {
    const client = await connect('board');
    const device = which === 'slow' ? 'Slow' : 'Ahead';
    const telemetry = (temp: number) =>
      send(client, 'v1/gateway/telemetry', { [device]: [{ ts: Date.now() + off, values: { temp } }] });
    await telemetry(-18);
    await send(client, 'v1/gateway/disconnect', { device });
    expect(await stored(board[which])).toEqual([null, 'noCommunication']);
    await telemetry(-17);
    expect(await stored(board[which])).toEqual([-17, null]);
  },
);

test('a Neuron publishes on any topics that its operator chose, states included', async () => {
  const client = await connect('neuron');
  const report = { timestamp: at(), node: 'modbus', group: 'grp', values: { tag0: 4 }, errors: {} };
  await send(client, '/neuron/app/modbus/grp', report);
  expect(await stored(neuron.tag)).toEqual([4, null]);
  const states = (link: number) => ({ timestamp: at(), states: [{ node: 'modbus', link, running: 3 }] });
  await send(client, '/neuron/app/state/update', states(1));
  expect(await stored(neuron.tag)).toEqual([4, null]);
  await send(client, '/neuron/app/state/update', states(0));
  expect(await stored(neuron.tag)).toEqual([null, 'noCommunication']);
  expect(await rejections(neuron.gatewayId)).toEqual([]);
});
