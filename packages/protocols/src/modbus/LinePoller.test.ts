import { expect, test } from 'vitest';
import { settle } from '../testing/ManualClock.ts';
import { answersFrom, exceptionTo, type Script, scriptedLine } from '../testing/scriptedLine.ts';
import { LinePoller, type PolledSlave, type PollReading, type SlaveEvent, type SlaveFault } from './LinePoller.ts';
import { defineModbusPoint, type ModbusPointInput } from './ModbusPoint.ts';
import { encodeRequest } from './pdu.ts';
import { buildRtuFrame } from './rtuFrame.ts';

const register = (slaveId: number, address: number, input: ModbusPointInput = {}) => ({
  key: `${slaveId}/${address}`,
  point: defineModbusPoint({
    slaveId,
    functionCode: 3,
    address,
    format: 's16',
    byteOrder: 'AB',
    samplingIntervalSeconds: 10,
    ...input,
  }).point!,
});
const slave = (slaveId: number, ...addresses: number[]): PolledSlave => ({
  slaveId,
  timeoutMs: 1000,
  points: addresses.map((address) => register(slaveId, address)),
});

function poll(script: Script, slaves: PolledSlave[]) {
  const wire = scriptedLine(script);
  const batches: PollReading[][] = [];
  const events: SlaveEvent[] = [];
  const found: SlaveEvent[] = [];
  const faults: SlaveFault[] = [];
  const poller = new LinePoller({
    line: wire.line,
    clock: wire.clock,
    slaves,
    onReadings: (readings) => batches.push(readings),
    onSlaveEvent: (event) => (event.type === 'slaveFound' ? found : events).push(event),
    onSlaveFault: (fault) => faults.push(fault),
  });
  poller.start();
  return {
    ...wire,
    poller,
    events,
    found,
    /** Faults since the last look, as `began 04`. */
    faults: () => faults.splice(0).map(({ type, exceptionCode }) => `${type} 0${exceptionCode}`),
    /** Readings since the last look, as `key=value` or `key!reason`. */
    readings: () =>
      batches
        .splice(0)
        .flat()
        .map(({ key, value, quality, reason }) => (quality === 'good' ? `${key}=${value}` : `${key}!${reason}`)),
    batches,
  };
}

test('neighbouring points come in one batch, measured when the answer came', async () => {
  const { clock, batches } = poll(answersFrom({ 0: 281, 1: 675 }), [slave(1, 0, 1)]);
  const startedAt = clock.now();
  await settle();
  expect(batches).toEqual([
    [
      { key: '1/0', measuredAt: startedAt, value: 281, quality: 'good', reason: null, exceptionCode: null },
      { key: '1/1', measuredAt: startedAt, value: 675, quality: 'good', reason: null, exceptionCode: null },
    ],
  ]);
});

test('each point is read in its own cycle', async () => {
  const points = [register(1, 0), register(1, 20, { samplingIntervalSeconds: 60 })];
  const { clock, newlyAsked } = poll(answersFrom({ 0: 1, 20: 2, 21: 0 }), [{ slaveId: 1, points }]);
  await settle();
  expect(newlyAsked()).toEqual(['1:3@0×1', '1:3@20×2']);
  await clock.advance(50_000);
  expect(newlyAsked()).toEqual(Array(5).fill('1:3@0×1'));
  await clock.advance(10_000);
  expect(newlyAsked().toSorted()).toEqual(['1:3@0×1', '1:3@20×2']);
});

test('a silent slave costs the others one timeout a cycle, is lost after two, and is then probed ever more rarely', async () => {
  const answer = answersFrom({ 0: 7 });
  const { clock, newlyAsked, readings, events } = poll(
    (request) => (request.slaveId === 1 ? null : answer(request)),
    [slave(1, 0, 50), slave(2, 0)],
  );
  await clock.advance(9_999);
  expect(newlyAsked()).toEqual(['1:3@0×1', '2:3@0×1']);
  expect(readings()).toEqual(['1/0!timeout', '1/50!timeout', '2/0=7']);
  await clock.advance(10_000);
  // The block that was silent goes last: the next cycle begins with another.
  expect(newlyAsked()).toEqual(['1:3@50×2', '2:3@0×1']);
  expect(readings()).toEqual(['1/50!timeout', '1/0!timeout', '2/0=7']);
  expect(events).toEqual([{ type: 'slaveLost', slaveId: 1, at: expect.any(Number) }]);

  await clock.advance(600_000);
  expect(readings().filter((reading) => reading.startsWith('1/'))).toEqual([]);
  const probes = newlyAsked().filter((request) => request.startsWith('1:'));
  // 30, 60, 120 and 300 s after one another: four in ten minutes.
  expect(probes).toHaveLength(4);
});

test('a lost slave that answers a probe is back, and all its points are read at once', async () => {
  let isDead = true;
  const answer = answersFrom({ 0: 7, 50: 8, 51: 0 });
  const points = [register(1, 0), register(1, 50, { samplingIntervalSeconds: 3600 })];
  const { clock, readings, events } = poll(
    (request) => (isDead ? null : answer(request)),
    [{ slaveId: 1, points, timeoutMs: 1000 }],
  );
  await clock.advance(20_000);
  expect(events).toHaveLength(1);
  readings();
  isDead = false;
  await clock.advance(35_000);
  expect(events[1]).toMatchObject({ type: 'slaveBack', slaveId: 1 });
  expect(new Set(readings())).toEqual(new Set(['1/0=7', '1/50=8']));
});

test('a lost slave that answers somebody else is looked for at once', async () => {
  let isDead = true;
  const answer = answersFrom({ 0: 7, 1: 0 });
  const { clock, events, poller } = poll((request) => (isDead ? null : answer(request)), [slave(1, 0)]);
  await clock.advance(20_000);
  expect(events).toHaveLength(1);
  isDead = false;
  poller.heard(1);
  await settle();
  expect(events[1]).toMatchObject({ type: 'slaveBack', slaveId: 1 });
});

test('when a slave is lost, its points with long cycles are bad too, once', async () => {
  let isDead = false;
  const points = [register(1, 0), register(1, 50, { samplingIntervalSeconds: 3600 })];
  const { clock, readings } = poll(
    (request) => (isDead ? null : answersFrom({ 0: 7, 50: 8, 51: 0 })(request)),
    [{ slaveId: 1, points, timeoutMs: 1000 }],
  );
  await settle();
  expect(readings()).toEqual(['1/0=7', '1/50=8']);
  isDead = true;
  await clock.advance(300_000);
  expect(readings()).toEqual(['1/0!timeout', '1/0!timeout', '1/50!timeout']);
});

test('a slave that misses every other cycle is not lost', async () => {
  let cycle = 0;
  const { clock, events } = poll(
    (request) => (cycle++ % 2 === 0 ? null : answersFrom({ 0: 7, 1: 0 })(request)),
    [slave(1, 0)],
  );
  await clock.advance(100_000);
  expect(cycle).toBeGreaterThan(8);
  expect(events).toEqual([]);
});

test('a slave that answers in one of its cycles is not lost by another', async () => {
  const points = [
    register(1, 0),
    register(1, 50, { samplingIntervalSeconds: 30 }),
    register(1, 60, { samplingIntervalSeconds: 60 }),
  ];
  const { clock, events } = poll(
    (request) => (request.address >= 50 ? null : answersFrom({ 0: 7, 1: 0 })(request)),
    [{ slaveId: 1, points, timeoutMs: 1000 }],
  );
  await clock.advance(300_000);
  expect(events).toEqual([]);
});

test('a slave that only answers with exceptions is alive', async () => {
  const { clock, readings, events } = poll((request) => exceptionTo(request, 8), [slave(1, 0)]);
  await clock.advance(60_000);
  expect(events).toEqual([]);
  expect(readings()).toEqual(Array(7).fill('1/0!exception'));
});

test.each([0x0b, 0x41, 0x44, 0x4b])(
  'exception %i, which a gateway sends for a dead slave, does not keep it alive',
  async (code) => {
    const { clock, events, batches } = poll((request) => exceptionTo(request, code), [slave(1, 0)]);
    await clock.advance(20_000);
    expect(events).toMatchObject([{ type: 'slaveLost', slaveId: 1 }]);
    expect(batches[0]![0]).toMatchObject({ quality: 'bad', reason: 'timeout', exceptionCode: code });
  },
);

test('a device that refuses so long a read is asked for less at a time from then on', async () => {
  const bank = answersFrom({ 0: 1, 1: 2, 2: 3, 3: 4 });
  const { clock, newlyAsked, readings } = poll(
    (request) => ('quantity' in request && request.quantity > 2 ? exceptionTo(request, 3) : bank(request)),
    [slave(1, 0, 1, 2, 3)],
  );
  await settle();
  expect(newlyAsked()).toEqual(['1:3@0×4', '1:3@0×2', '1:3@2×2']);
  expect(readings()).toEqual(['1/0=1', '1/1=2', '1/2=3', '1/3=4']);
  await clock.advance(10_000);
  expect(newlyAsked()).toEqual(['1:3@0×2', '1:3@2×2']);
});

test('of a device that is still at a long job nothing is said, and it is asked again in the next cycle', async () => {
  let isAtIt = true;
  const { clock, readings, events, newlyAsked } = poll(
    (request) => (isAtIt ? exceptionTo(request, 5) : answersFrom({ 0: 7 })(request)),
    [slave(1, 0)],
  );
  await clock.advance(9_999);
  expect([newlyAsked(), readings()]).toEqual([['1:3@0×1'], []]);
  isAtIt = false;
  await clock.advance(10_000);
  expect([readings(), events]).toEqual([['1/0=7'], []]);
});

test.each([
  [1, 1],
  [4, 3],
  [7, 3],
  [8, 1],
] as const)('exception 0%i is told of as a fault after %i cycles, once, and when it is over', async (code, cycles) => {
  let isFaulty = true;
  const { clock, faults } = poll(
    (request) =>
      isFaulty && request.slaveId === 1 ? exceptionTo(request, code) : answersFrom({ 0: 5, 50: 6, 51: 0 })(request),
    [slave(1, 0, 50), slave(2, 0)],
  );
  await clock.advance(cycles * 10_000 - 5_000 - (cycles > 1 ? 10_000 : 0));
  expect(faults()).toEqual(cycles > 1 ? [] : ['began 01', 'began 08'].filter((each) => each.endsWith(String(code))));
  await clock.advance(30_000);
  expect(faults()).toEqual(cycles > 1 ? [`began 0${code}`] : []);
  isFaulty = false;
  // Where it was stopped it is tried once an hour.
  await clock.advance(code === 1 ? 3_600_000 : 10_000);
  expect(faults()).toEqual([`ended 0${code}`]);
});

test('a refused address is told of at its point and is no fault of the device', async () => {
  const { clock, faults } = poll(answersFrom({ 0: 1 }), [slave(1, 0, 9)]);
  await clock.advance(60_000);
  expect(faults()).toEqual([]);
});

test('when a slave is asked the next time is known: in its cycle, or at its next probe', async () => {
  const { clock, poller } = poll(
    (request) => (request.slaveId === 1 ? null : answersFrom({ 0: 1 })(request)),
    [slave(1, 0), slave(2, 0)],
  );
  const startedAt = clock.now();
  await clock.advance(5_000);
  expect(poller.nextAskAt(2)).toBe(startedAt + 10_000);
  expect(poller.nextAskAt(9)).toBeNull();
  // Two cycles of silence, the second ends after its timeout of a second.
  await clock.advance(7_000);
  expect(poller.nextAskAt(1)).toBe(startedAt + 11_000 + 30_000);
});

test('one missing register does not take its neighbours along, and is asked for again after an hour', async () => {
  const holes: Record<number, number> = { 0: 10, 1: 11, 3: 13 };
  const { clock, readings, newlyAsked, poller } = poll(
    (request) => answersFrom(holes)(request),
    [slave(1, 0, 1, 2, 3)],
  );
  await settle();
  expect(newlyAsked()).toEqual(['1:3@0×4', '1:3@0×2', '1:3@2×2', '1:3@2×1', '1:3@3×1']);
  expect(readings()).toEqual(['1/0=10', '1/1=11', '1/2!exception', '1/3=13']);
  expect(poller.status().slaves[0]!.refusedKeys).toEqual(['1/2']);
  await clock.advance(10_000);
  expect(newlyAsked()).toEqual(['1:3@0×2', '1:3@3×1']);
  readings();
  holes[2] = 12;
  await clock.advance(3_600_000);
  expect(readings()).toContain('1/2=12');
  expect(poller.status().slaves[0]!.refusedKeys).toEqual([]);
});

test('what a device once refused is asked for at once when somebody wants to know, and polled again if it answers', async () => {
  const holes: Record<number, number> = { 0: 10, 40: 14 };
  const { clock, readings, newlyAsked, poller } = poll(
    (request) => answersFrom(holes)(request),
    [slave(1, 0, 20, 40, 60)],
  );
  await clock.advance(15_000);
  newlyAsked();
  readings();
  holes[20] = 12;
  poller.askRefused(1, '1/60');
  await settle();
  expect([newlyAsked(), readings()]).toEqual([['1:3@60×1'], ['1/60!exception']]);
  poller.askRefused(1, '1/20');
  poller.askRefused(1, '1/20');
  await settle();
  expect([newlyAsked(), readings()]).toEqual([['1:3@20×1'], ['1/20=12']]);
  expect(poller.status().slaves[0]!.refusedKeys).toEqual(['1/60']);
  await clock.advance(10_000);
  expect(newlyAsked()).toEqual(['1:3@0×1', '1:3@40×1', '1:3@20×1']);
});

test('a slave is read at once when somebody asks for it, what it refused included, and keeps its cycle', async () => {
  let isSilent = false;
  const holes: Record<number, number> = { 0: 10 };
  const { clock, readings, newlyAsked, poller } = poll(
    (request) => (isSilent ? null : answersFrom(holes)(request)),
    [slave(1, 0, 20)],
  );
  await clock.advance(14_000);
  newlyAsked();
  readings();
  holes[20] = 12;
  poller.readNow(1);
  await settle();
  expect(readings().sort()).toEqual(['1/0=10', '1/20=12']);
  expect(newlyAsked()).toHaveLength(2);
  await clock.advance(5_000);
  expect(newlyAsked()).toEqual([]);
  await clock.advance(2_000);
  expect(newlyAsked()).toHaveLength(2);

  isSilent = true;
  await clock.advance(40_000);
  isSilent = false;
  newlyAsked();
  poller.readNow(1);
  await settle();
  expect(newlyAsked()).toHaveLength(3);
});

test('a device that refuses the padding register is asked without it from then on', async () => {
  const { clock, newlyAsked, readings } = poll(answersFrom({ 0: 1, 50: 2 }), [slave(1, 0, 50)]);
  await settle();
  expect(newlyAsked()).toEqual(['1:3@0×1', '1:3@50×2', '1:3@50×1']);
  expect(readings()).toEqual(['1/0=1', '1/50=2']);
  await clock.advance(10_000);
  expect(newlyAsked()).toEqual(['1:3@0×1', '1:3@50×1']);
});

test('an unsupported function stops the read, not the slave', async () => {
  const points = [register(1, 0), register(1, 0, { functionCode: 4 })];
  const { clock, newlyAsked } = poll(
    (request) => (request.functionCode === 4 ? exceptionTo(request, 1) : answersFrom({ 0: 1 })(request)),
    [{ slaveId: 1, points }],
  );
  await settle();
  expect(newlyAsked()).toEqual(['1:3@0×1', '1:4@0×1']);
  await clock.advance(60_000);
  expect(newlyAsked()).toEqual(Array(6).fill('1:3@0×1'));
});

test('a busy slave is asked again after 0.5, 1 and 2 s while the others are polled', async () => {
  let busy = 3;
  const { clock, readings } = poll(
    (request) => (request.slaveId === 1 && busy-- > 0 ? exceptionTo(request, 6) : answersFrom({ 0: 5 })(request)),
    [slave(1, 0), slave(2, 0)],
  );
  await settle();
  expect(readings()).toEqual(['2/0=5']);
  await clock.advance(3499);
  expect(readings()).toEqual([]);
  await clock.advance(1);
  expect(readings()).toEqual(['1/0=5']);
});

test.each([4, 7])('exception 0%i, a device that fails, is asked about once more', async (code) => {
  const { clock, readings, newlyAsked } = poll((request) => exceptionTo(request, code), [slave(1, 0)]);
  await clock.advance(5000);
  expect(newlyAsked()).toHaveLength(2);
  expect(readings()).toEqual(['1/0!exception']);
});

test('a gateway without a path to its line is left alone for a while', async () => {
  const { clock, newlyAsked } = poll((request) => exceptionTo(request, 0x0a), [slave(1, 0), slave(2, 0), slave(3, 0)]);
  await clock.advance(29_999);
  expect(newlyAsked()).toEqual(['1:3@0×1', '2:3@0×1']);
});

test('one slave without a path does not hold up the ones that answer', async () => {
  const { clock, readings } = poll(
    (request) => (request.slaveId === 2 ? exceptionTo(request, 0x0a) : answersFrom({ 0: 5 })(request)),
    [slave(1, 0), slave(2, 0), slave(3, 0)],
  );
  await clock.advance(59_999);
  expect(readings().filter((reading) => reading === '3/0=5')).toHaveLength(6);
});

test('a late answer never becomes a value of another point, and a doubtful one is marked', async () => {
  let isSlow = true;
  const { clock, send, readings, newlyAsked } = poll(
    (request) => (isSlow ? null : answersFrom({ 0: 100, 50: 200 })(request)),
    [{ ...slave(1, 0, 50), limits: { maxRegisters: 1 } }],
  );
  await clock.advance(2500);
  isSlow = false;
  await clock.advance(7500);
  // The answer to the read of register 0 is 10 s late and as long as the one that is asked for now.
  expect(newlyAsked()).toEqual(['1:3@0×1', '1:3@50×1', '1:3@0×1']);
  expect(readings()).toEqual(['1/0!timeout', '1/50!timeout', '1/50!lateAnswerPossible', '1/0!lateAnswerPossible']);
  send(buildRtuFrame(1, Buffer.of(3, 2, 0, 99)));
  await clock.advance(10_000);
  expect(readings()).toEqual(['1/50=200', '1/0=100']);
});

test('after a timeout the next read of that slave has another length where the device allows it', async () => {
  let isSlow = true;
  const { clock, readings, newlyAsked } = poll(
    (request) => (isSlow ? null : answersFrom({ 0: 100, 1: 0 })(request)),
    [slave(1, 0)],
  );
  await clock.advance(5000);
  isSlow = false;
  await clock.advance(5000);
  expect(newlyAsked()).toEqual(['1:3@0×1', '1:3@0×2']);
  expect(readings()).toEqual(['1/0!timeout', '1/0=100']);
});

test('a write given to the line goes before the reads that wait', async () => {
  const { line, newlyAsked, clock } = poll(answersFrom({ 0: 1, 50: 2, 51: 0, 100: 0 }), [slave(1, 0, 50, 100)]);
  const written = line.request(encodeRequest({ functionCode: 6, address: 100, value: 30 }), {
    slaveId: 1,
    timeoutMs: 1000,
  });
  await clock.advance(1000);
  await written;
  expect(newlyAsked().indexOf('1:6@100')).toBeLessThanOrEqual(1);
});

test('cycles that cannot be kept are counted, and the share of busy time shows why', async () => {
  const slow = (slaveId: number) => ({ ...slave(slaveId, 0), timeoutMs: 8000 });
  const { clock, poller } = poll(
    (request) => (request.slaveId === 3 ? answersFrom({ 0: 1 })(request) : null),
    [slow(1), slow(2), slow(3)],
  );
  await clock.advance(35_000);
  expect(poller.status().missedCycles).toBeGreaterThan(0);
  expect(poller.status().dutyRatio).toBeGreaterThan(1);
});

test('when the line closes the poller falls silent instead of calling every point bad', async () => {
  const { clock, end, readings, events } = poll(() => null, [slave(1, 0)]);
  await settle();
  end();
  await clock.advance(60_000);
  expect(readings()).toEqual([]);
  expect(events).toEqual([]);
});

test('nothing comes after stop', async () => {
  const { clock, poller, readings, newlyAsked } = poll(answersFrom({ 0: 1 }), [slave(1, 0)]);
  await settle();
  readings();
  newlyAsked();
  poller.stop();
  await clock.advance(60_000);
  expect(readings()).toEqual([]);
  expect(newlyAsked()).toEqual([]);
});

test('the first answer of a slave on a line is told once: it may have been lost on the line before', async () => {
  const { clock, found } = poll(answersFrom({ 0: 7 }), [{ slaveId: 1, points: [register(1, 0)], timeoutMs: 1000 }]);
  await clock.advance(60_000);
  expect(found).toEqual([{ type: 'slaveFound', slaveId: 1, at: expect.any(Number) }]);
});

test('a slave that answers too late is slow, not lost', async () => {
  const { clock, poller, events } = poll(() => null, [slave(1, 0)]);
  for (let cycle = 0; cycle < 4; cycle++) {
    await clock.advance(cycle === 0 ? 1500 : 10_000);
    poller.heard(1);
  }
  expect(events).toEqual([]);
});

test('a reading is taken back to uncertain, with its time, when the true answer comes behind a foreign one', async () => {
  const wire = poll(() => Buffer.of(3, 4, 0xde, 0xad, 0xde, 0xad), [slave(1, 0, 1)]);
  const measuredAt = wire.clock.now();
  await settle();
  await wire.clock.advance(400);
  wire.send(buildRtuFrame(1, Buffer.of(3, 4, 0, 1, 0, 2)));
  await settle();
  expect(wire.batches.map((batch) => batch.map((one) => [one.measuredAt, one.value, one.quality, one.reason]))).toEqual(
    [
      [
        [measuredAt, -8531, 'good', null],
        [measuredAt, -8531, 'good', null],
      ],
      [
        [measuredAt, -8531, 'uncertain', 'lateAnswerPossible'],
        [measuredAt, -8531, 'uncertain', 'lateAnswerPossible'],
      ],
    ],
  );
});

test('where somebody else asks for the same registers, they are asked for with a length that cannot be mistaken', async () => {
  const wire = poll(answersFrom({ 0: 281, 1: 675, 2: 0 }), [slave(1, 0, 1)]);
  await settle();
  wire.readings();
  wire.newlyAsked();
  await wire.clock.advance(5_000);
  wire.send(buildRtuFrame(1, Buffer.of(3, 4, 0xde, 0xad, 0xde, 0xad)));
  await wire.clock.advance(5_000);
  expect(wire.newlyAsked()).toEqual(['1:3@0×3']);
  expect(wire.readings()).toEqual(['1/0=281', '1/1=675']);
});
