import { afterEach, expect, test, vi } from 'vitest';
import type { DomainEvents } from '../events.ts';
import { systemClock } from '../platform/clock.ts';
import { createEvents } from '../platform/events/events.ts';
import { silentLog } from '../platform/log/log.ts';
import { clockToleranceMs } from './acceptReading.ts';
import { CommandAnswers } from './commandAnswers.ts';
import { Commands, type CommandsDeps } from './commands.ts';
import { DeviceClocks } from './DeviceClocks.ts';

afterEach(() => {
  vi.useRealTimers();
});

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
    clocks: new DeviceClocks(),
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

const setpoint = 7;
const second = 1_000;
const minute = 60 * second;
const answerMs = 10 * second;

/** A gateway whose clock shows `behindMs` less than ours, with one point of the device `case`. */
function gatewayWith({ behindMs = 0, requestId = null as string | null } = {}) {
  const point = {
    id: setpoint,
    kind: 'mqtt',
    gateway_id: 1,
    slave_id: null,
    mqtt_key: 'setpoint',
    mqtt_device: 'case',
  };
  const clock = systemClock;
  const protocolClock = {
    now: () => clock.now(),
    monotonic: () => performance.now(),
    setTimer: (callback: () => void, delayMs: number) => {
      const timer = setTimeout(callback, delayMs);
      return () => clearTimeout(timer);
    },
  };
  const events = createEvents<DomainEvents>(silentLog);
  const clocks = new DeviceClocks();
  /** As the intake does: what is far ahead is set back to now. Its time as it is kept. */
  const hear = (at: number, sentTime: number): number => {
    const skew = sentTime - at > clockToleranceMs ? sentTime - at : 0;
    clocks.heard(1, 'case', at, sentTime - skew, skew);
    return sentTime - skew;
  };
  for (let at = clock.now() - 2 * minute; at <= clock.now(); at += 10 * second) hear(at, at - behindMs);
  const answers = new CommandAnswers(protocolClock);
  let isThere = true;
  const commands = new Commands({
    gateways: { get: () => ({ id: 1, protocol: 'MQTT', payload_format: 'mapping', slaves: [] }) },
    points: new Map([[setpoint, { ...point, decimals: 1 }]]),
    links: { statusOf: () => ({ up: true }) },
    clocks,
    events,
    protocolClock,
    answers,
    listensOn: () => [],
    dialectCommand: () => ({ topic: 'down', payload: '', requestId }),
    sendTo: () => isThere,
  } as unknown as CommandsDeps);
  return {
    goes: () => {
      isThere = false;
    },
    comes: () => {
      isThere = true;
    },
    answer: (accepted: boolean) =>
      answers.take(1, { type: 'commandAnswer', device: null, requestId: requestId ?? '', accepted, result: null }),
    write: (value: number) => commands.write(setpoint, value, () => {}),
    /** What it measured so long ago arrives now. */
    send: (value: number, agoMs: number) => {
      const measuredAt = hear(clock.now(), clock.now() - agoMs - behindMs);
      const columns = {
        length: 1,
        pointIds: Int32Array.of(setpoint),
        measuredAt: Float64Array.of(measuredAt),
        values: Float64Array.of(value),
        quality: Uint8Array.of(0),
      };
      events.emit('readingsCommitted', { columns, fresh: [0] });
    },
  };
}

test.each([
  ['a clock that is right', 0],
  ['a clock that is slow', 15 * minute],
  ['a clock that is somewhat ahead', -40 * second],
  ['a clock that is hours ahead', -120 * minute],
])(
  'what a gateway with %s stored before a write does not prove it, what it measured after it does',
  async (_clock, behindMs) => {
    vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 4, 0, 0, 500) });
    const gateway = gatewayWith({ behindMs });
    const unproved = gateway.write(-21);
    await vi.advanceTimersByTimeAsync(3 * second);
    for (const ago of [60 * minute, 30 * second, 5 * second]) gateway.send(-21, ago);
    await vi.advanceTimersByTimeAsync(answerMs);
    expect(await unproved).toMatchObject({ outcome: 'noResponse', readBackValue: null });

    const proved = gateway.write(-21);
    await vi.advanceTimersByTimeAsync(3 * second);
    gateway.send(-18, 5 * second);
    gateway.send(-21, 2 * second);
    expect(await proved).toMatchObject({ outcome: 'succeeded', readBackValue: -21 });
  },
);

test('a gateway that answers nothing but goes on publishing the old value is no answer; the new value is proof enough', async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 4, 0, 0, 500) });
  const gateway = gatewayWith({ requestId: '17' });
  const unanswered = gateway.write(-21);
  for (let passed = 0; passed < 2 * answerMs; passed += 5 * second) {
    await vi.advanceTimersByTimeAsync(5 * second);
    gateway.send(-18, 0);
  }
  await vi.advanceTimersByTimeAsync(second);
  expect(await unanswered).toMatchObject({ outcome: 'noResponse', readBackValue: -18 });

  const proved = gateway.write(-21);
  await vi.advanceTimersByTimeAsync(5 * second);
  gateway.send(-21, 0);
  await vi.advanceTimersByTimeAsync(answerMs);
  expect(await proved).toMatchObject({ outcome: 'succeeded', readBackValue: -21 });

  const ignored = gateway.write(-22);
  await vi.advanceTimersByTimeAsync(second);
  gateway.answer(true);
  gateway.send(-21, 0);
  await vi.advanceTimersByTimeAsync(answerMs);
  expect(await ignored).toMatchObject({ outcome: 'readsBackDifferently', readBackValue: -21 });
});

/** A gateway whose answers carry no id, and a write that it left unanswered. */
async function gatewayThatOwesAnAnswer() {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 4, 0, 0, 500) });
  const gateway = gatewayWith({ requestId: '' });
  const unanswered = gateway.write(-21);
  await vi.advanceTimersByTimeAsync(2 * answerMs);
  expect(await unanswered).toMatchObject({ outcome: 'noResponse' });
  return gateway;
}

test('a late no of a gateway whose answers carry no id is not taken for the answer to the next write', async () => {
  const gateway = await gatewayThatOwesAnAnswer();
  const proved = gateway.write(-22);
  await vi.advanceTimersByTimeAsync(second);
  gateway.answer(false);
  gateway.answer(true);
  gateway.send(-22, 0);
  expect(await proved).toMatchObject({ outcome: 'succeeded', readBackValue: -22 });
});

test('nor a late yes: what cannot be told apart leaves it to what is read, and to nobody knows', async () => {
  const gateway = await gatewayThatOwesAnAnswer();
  const unproved = gateway.write(-22);
  await vi.advanceTimersByTimeAsync(second);
  gateway.answer(true);
  await vi.advanceTimersByTimeAsync(2 * answerMs);
  expect(await unproved).toMatchObject({ outcome: 'noResponse' });
});

test('once all answers have come, or had two minutes to, the next one counts again', async () => {
  const gateway = await gatewayThatOwesAnAnswer();
  gateway.answer(true);
  const refused = gateway.write(-22);
  await vi.advanceTimersByTimeAsync(second);
  gateway.answer(false);
  expect(await refused).toMatchObject({ outcome: 'refusedByDevice' });

  void gateway.write(-21);
  await vi.advanceTimersByTimeAsync(2 * answerMs + 2 * minute);
  const refusedAgain = gateway.write(-22);
  await vi.advanceTimersByTimeAsync(second);
  gateway.answer(false);
  expect(await refusedAgain).toMatchObject({ outcome: 'refusedByDevice' });
});

test('a write that never went out owes no answer', async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 4, 0, 0, 500) });
  const gateway = gatewayWith({ requestId: '' });
  gateway.goes();
  expect(await gateway.write(-21)).toMatchObject({ outcome: 'notConnected' });
  await vi.advanceTimersByTimeAsync(answerMs);
  gateway.comes();
  const refused = gateway.write(-22);
  await vi.advanceTimersByTimeAsync(second);
  gateway.answer(false);
  expect(await refused).toMatchObject({ outcome: 'refusedByDevice' });
});
