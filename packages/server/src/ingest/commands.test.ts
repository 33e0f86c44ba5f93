import { expect, test } from 'vitest';
import { createEvents } from '../platform/events/events.ts';
import { silentLog } from '../platform/log/log.ts';
import { Commands, type CommandsDeps } from './commands.ts';

test('a write that waited for its turn is not sent to a point that was set up anew meanwhile', async () => {
  const sent: string[] = [];
  let answer: (answer: unknown) => void = () => {};
  const answered = new Promise((resolve) => {
    answer = resolve;
  });
  const points = new Map<number, object>();
  const setUp = (id: number, mqtt_key: string) =>
    points.set(id, { id, kind: 'mqtt', gateway_id: 1, slave_id: null, mqtt_key, mqtt_device: null, decimals: 1 });
  setUp(7, 'setpoint');
  setUp(8, 'fan');
  const commands = new Commands({
    gateways: { get: () => ({ id: 1, protocol: 'MQTT', payload_format: 'mapping', slaves: [] }) },
    points,
    links: { statusOf: () => ({ up: true }) },
    events: createEvents(silentLog),
    protocolClock: { now: () => 0 },
    answers: { next: () => answered },
    listensOn: () => [],
    dialectCommand: (_id: number, { key }: { key: string }) => ({ topic: key, payload: '', requestId: '1' }),
    sendTo: (_id: number, topic: string) => sent.push(topic) > 0,
  } as unknown as CommandsDeps);
  const first = commands.write(7, 1, () => {});
  const second = commands.write(8, 1, () => {});
  await expect.poll(() => sent).toEqual(['setpoint']);
  setUp(8, 'compressor');
  answer({ accepted: false, result: null });
  expect([(await first).outcome, (await second).outcome]).toEqual(['refusedByDevice', 'notSupported']);
  expect(sent).toEqual(['setpoint']);
});
