import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTestApplication, type TestApplication } from '../testing/application.ts';
import { type AskAs, askAs } from '../testing/askAs.ts';
import { aCompany, aDevice, aMember, aProject } from '../testing/factories.ts';
import { anMqttGateway, anMqttPoint } from '../testing/fieldFactories.ts';

// Two companies whose gateways have devices of equal names, and a Neuron.
let app: TestApplication;
let ask: AskAs;
let writer: number;
let child: number;
let neuronTag: number;
beforeAll(async () => {
  app = await startTestApplication({
    prepare: async ({ db }) => {
      for (const userName of ['others', 'ours']) {
        const companyId = await aCompany(db);
        const projectId = await aProject(db, companyId);
        const deviceId = await aDevice(db, projectId);
        const gateway = await anMqttGateway(db, projectId, { userName, password: `${userName} secret` });
        child = await anMqttPoint(db, gateway, { key: 'setpoint', device: 'Case 1', deviceId });
        if (userName === 'others') continue;
        const neuron = await anMqttGateway(db, projectId, {
          userName: 'neuron',
          password: 'neuron secret',
          format: 'neuron',
        });
        neuronTag = await anMqttPoint(db, neuron, { key: 'grp/tag0', device: 'modbus', deviceId });
        await db.updateTable('point').set({ writable: true }).where('id', 'in', [child, neuronTag]).execute();
        writer = await aMember(db, companyId, projectId, { permissions: ['remoteWrite', 'monitorView'] });
      }
    },
  });
  ask = askAs(() => app);
});
afterAll(() => app.stop());

const clients: MqttClient[] = [];
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.endAsync(true)));
});

/** A gateway that listens on these topics, with everything it hears. */
async function gateway(userName: string, topics: string[]) {
  const url = `mqtt://127.0.0.1:${app.application.mqttPort}`;
  const client = await mqtt.connectAsync(url, {
    username: userName,
    password: `${userName} secret`,
    reconnectPeriod: 0,
  });
  clients.push(client);
  const heard: { topic: string; message: Record<string, unknown> }[] = [];
  let answer: (message: never, topic: string) => unknown = () => undefined;
  client.on('message', (topic, payload) => {
    const message = JSON.parse(payload.toString('utf8'));
    heard.push({ topic, message });
    answer(message as never, topic);
  });
  for (const topic of topics) await client.subscribeAsync(topic);
  return {
    client,
    heard,
    answers: (how: typeof answer) => {
      answer = how;
    },
  };
}
type GatewayCommand = { device: string; data: { id: number; method: string; params: { setpoint: number } } };

const write = (pointID: number, writeData: number) =>
  ask(writer, 'controlDown', { query: { pointID, writeData, reason: 'Night' } });

test('a gateway is told by RPC, confirms, and the new value in its telemetry is the read-back; no other gateway hears of it', async () => {
  const ours = await gateway('ours', ['v1/gateway/rpc']);
  const others = await gateway('others', ['v1/gateway/rpc']);
  ours.answers(async ({ device, data }: GatewayCommand) => {
    // An answer of another gateway with the very id counts for nothing.
    const no = { device, id: data.id, data: { success: false, error: 'not mine' } };
    await others.client.publishAsync('v1/gateway/rpc', JSON.stringify(no), { qos: 1 });
    const yes = { device, id: data.id, data: { success: true } };
    await ours.client.publishAsync('v1/gateway/rpc', JSON.stringify(yes), { qos: 1 });
    const values = { [device]: [{ ts: Date.now() + 1, values: data.params }] };
    await ours.client.publishAsync('v1/gateway/telemetry', JSON.stringify(values), { qos: 1 });
  });
  expect((await write(child, 2.5)).data).toMatchObject({ Outcome: 'succeeded', Value: 2.5, ReadBackValue: 2.5 });
  expect(ours.heard).toMatchObject([
    { topic: 'v1/gateway/rpc', message: { device: 'Case 1', data: { method: 'w', params: { setpoint: 2.5 } } } },
  ]);
  expect(others.heard).toEqual([]);
});

test("a gateway's no is a refusal, with its own words", async () => {
  const ours = await gateway('ours', ['v1/gateway/rpc']);
  ours.answers(({ device, data }: GatewayCommand) =>
    ours.client.publishAsync(
      'v1/gateway/rpc',
      JSON.stringify({ device, id: data.id, data: { success: false, error: 'local mode' } }),
    ),
  );
  expect((await write(child, 2)).data).toMatchObject({
    Outcome: 'refusedByDevice',
    IsSuccess: false,
    Message: 'Refused by the device: local mode',
  });
});

test('a gateway that does not listen for commands is sent none', async () => {
  await gateway('ours', []);
  expect((await write(child, 2)).data).toMatchObject({ Outcome: 'notSupported', SentEpoch: null });
});

test('a Neuron is told on the topic it listens on, by uuid', async () => {
  const neuron = await gateway('neuron', ['/neuron/edge/write/req']);
  neuron.answers(({ uuid }: { uuid: string }) =>
    neuron.client.publishAsync('/neuron/edge/write/resp', JSON.stringify({ uuid, error: 3001 })),
  );
  expect((await write(neuronTag, 7)).data).toMatchObject({
    Outcome: 'refusedByDevice',
    Message: expect.stringContaining('3001'),
  });
  expect(neuron.heard[0]?.message).toMatchObject({ node: 'modbus', group: 'grp', tag: 'tag0', value: 7 });
});
