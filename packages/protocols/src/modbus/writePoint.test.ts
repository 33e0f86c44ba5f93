import { expect, test } from 'vitest';
import { ProtocolError } from '../ProtocolError.ts';
import { exceptionTo, mapBank, type Script, scriptedLine } from '../testing/scriptedLine.ts';
import type { ModbusLine } from './ModbusLine.ts';
import { defineModbusPoint } from './ModbusPoint.ts';
import { buildRtuFrame } from './rtuFrame.ts';
import { answerRequest } from './slave.ts';
import { writePoint } from './writePoint.ts';

const setpoint = defineModbusPoint({
  slaveId: 1,
  functionCode: 3,
  address: 100,
  format: 's16',
  byteOrder: 'AB',
  scaling: { rawLow: 0, rawHigh: 10, engLow: 0, engHigh: 1 },
  range: { low: -30, high: 10 },
  samplingIntervalSeconds: 10,
}).point!;

async function write(value: number, script: (registers: Map<number, number>) => Script) {
  const registers = new Map([[100, -180]].map(([address, raw]) => [address!, raw! & 0xffff]));
  const wire = scriptedLine(script(registers));
  const outcome = writePoint(wire.line, setpoint, value, { clock: wire.clock, timeoutMs: 1000 });
  outcome.catch(() => {});
  await wire.clock.advance(30_000);
  return { outcome, asked: wire.asked };
}

const obey =
  (registers: Map<number, number>): Script =>
  ({ pdu }) =>
    answerRequest(pdu, mapBank(registers));

test('a write is sent, read back and succeeds when the device holds it', async () => {
  const { outcome, asked } = await write(-20, obey);
  expect(await outcome).toMatchObject({
    outcome: 'succeeded',
    exceptionCode: null,
    readBackValue: -20,
    reading: { value: -20, quality: 'good', reason: null },
  });
  expect(asked).toEqual(['1:6@100', '1:3@100×1']);
});

test('a refused write names the exception', async () => {
  const { outcome } = await write(
    -20,
    (registers) => (request) => (request.functionCode === 6 ? exceptionTo(request, 3) : obey(registers)(request)),
  );
  expect(await outcome).toMatchObject({ outcome: 'refusedByDevice', exceptionCode: 3 });
});

test('a write that was not answered is read back, and succeeded if the device has obeyed', async () => {
  const { outcome, asked } = await write(-20, (registers) => (request) => {
    const answer = obey(registers)(request);
    return request.functionCode === 6 ? null : answer;
  });
  expect(await outcome).toMatchObject({ outcome: 'succeeded', readBackValue: -20 });
  expect(asked.filter((request) => request === '1:6@100')).toHaveLength(1);
});

test('a device that keeps its old value is found out', async () => {
  const { outcome } = await write(
    -20,
    (registers) => (request) => (request.functionCode === 6 ? request.pdu : obey(registers)(request)),
  );
  expect(await outcome).toMatchObject({ outcome: 'readsBackDifferently', readBackValue: -18, reading: { value: -18 } });
});

test('a device that answers a write with the value it took reads back differently, at once', async () => {
  const registers = new Map([[100, -180 & 0xffff]]);
  const wire = scriptedLine((request) => {
    if (request.functionCode !== 6) return obey(registers)(request);
    registers.set(100, -190 & 0xffff);
    return Buffer.of(6, 0, 100, 0xff, 0x42);
  });
  const startedAt = wire.clock.monotonic();
  const outcome = await writePoint(wire.line, setpoint, -20, { clock: wire.clock, timeoutMs: 1000 });
  expect(outcome).toMatchObject({ outcome: 'readsBackDifferently', readBackValue: -19, reading: { value: -19 } });
  expect(wire.clock.monotonic()).toBe(startedAt);
  expect(wire.asked).toEqual(['1:6@100', '1:3@100×1']);
});

test('a refusal right after a write that was answered with another value is told as a refusal', async () => {
  let writes = 0;
  const wire = scriptedLine((request) => {
    if (request.functionCode !== 6) return Buffer.of(3, 2, 0xff, 0x42);
    return ++writes === 1 ? Buffer.of(6, 0, 100, 0xff, 0x42) : exceptionTo(request, 2);
  });
  const options = { clock: wire.clock, timeoutMs: 1000 };
  await writePoint(wire.line, setpoint, -20, options);
  expect(await writePoint(wire.line, setpoint, -21, options)).toMatchObject({
    outcome: 'refusedByDevice',
    exceptionCode: 2,
  });
});

test('a device that answers with another value, cannot be read and holds what it said reads back differently', async () => {
  const { outcome } = await write(
    -20,
    () => (request) => (request.functionCode === 6 ? Buffer.of(6, 0, 100, 0xff, 0x42) : null),
  );
  expect(await outcome).toMatchObject({ outcome: 'readsBackDifferently', readBackValue: -19, reading: null });
});

test.each([
  ['that was never answered', () => null],
  ['that a gateway answered in the place of the device', (request) => exceptionTo(request, 0x0b)],
] as [string, Script][])('a write %s is no answer, also where the old value can be read', async (_case, toWrite) => {
  const { outcome, asked } = await write(
    -20,
    (registers) => (request) => (request.functionCode === 6 ? toWrite(request) : obey(registers)(request)),
  );
  expect(await outcome).toMatchObject({
    outcome: 'noResponse',
    exceptionCode: null,
    readBackValue: -18,
    reading: { value: -18 },
  });
  expect(asked.filter((request) => request === '1:6@100')).toHaveLength(1);
});

test('a late answer with the value from before the write is not taken for the read-back', async () => {
  const registers = new Map([[100, -180 & 0xffff]]);
  let isSlow = true;
  let oldAnswer: Buffer | null = buildRtuFrame(1, Buffer.of(3, 2, 0xff, 0x4c));
  const wire = scriptedLine((request) => {
    if (isSlow) return null;
    if (request.functionCode === 3 && oldAnswer) wire.send(oldAnswer);
    if (request.functionCode === 3) oldAnswer = null;
    return obey(registers)(request);
  });
  const read = wire.line.request(Buffer.of(3, 0, 100, 0, 1), { slaveId: 1, timeoutMs: 1000 });
  read.catch(() => {});
  await wire.clock.advance(2000);
  isSlow = false;
  const outcome = writePoint(wire.line, setpoint, -20, { clock: wire.clock, timeoutMs: 1000 });
  await wire.clock.advance(10_000);
  expect(await outcome).toMatchObject({ outcome: 'succeeded', readBackValue: -20 });
  expect(wire.newlyAsked()).toEqual(['1:3@100×1', '1:6@100', '1:3@100×1', '1:3@100×1']);
});

test('an answer that may be another one’s proves no write that was not answered itself', async () => {
  const wire = scriptedLine(() => null);
  const answerWith = (takes: boolean): ModbusLine =>
    Object.assign(Object.create(wire.line), {
      request: async (pdu: Buffer) => {
        if (pdu[0] === 6) {
          if (!takes) throw new ProtocolError('timeout');
          return { pdu, uncertain: false };
        }
        return { pdu: Buffer.of(3, 2, 0xff, 0x38), uncertain: true };
      },
    });
  const outcomeOf = async (takes: boolean) => {
    const outcome = writePoint(answerWith(takes), setpoint, -20, { clock: wire.clock, timeoutMs: 1000 });
    await wire.clock.advance(30_000);
    return outcome;
  };
  expect(await outcomeOf(false)).toMatchObject({ outcome: 'noResponse', readBackValue: null });
  expect(await outcomeOf(true)).toMatchObject({ outcome: 'succeeded', readBackValue: -20, reading: null });
});

test('a device that takes the value a little later has succeeded', async () => {
  let reads = 0;
  const { outcome } = await write(-20, (registers) => (request) => {
    if (request.functionCode === 6) return request.pdu;
    if (++reads === 3) registers.set(100, -200 & 0xffff);
    return obey(registers)(request);
  });
  expect(await outcome).toMatchObject({ outcome: 'succeeded' });
});

test('a busy device is asked again', async () => {
  let busy = 2;
  const { outcome } = await write(
    -20,
    (registers) => (request) =>
      request.functionCode === 6 && busy-- > 0 ? exceptionTo(request, 6) : obey(registers)(request),
  );
  expect(await outcome).toMatchObject({ outcome: 'succeeded' });
});

test('silence leaves it open whether the device has the value, and nothing is written twice', async () => {
  const { outcome, asked } = await write(-20, () => () => null);
  expect(await outcome).toEqual({ outcome: 'noResponse', exceptionCode: null, readBackValue: null, reading: null });
  expect(asked).toEqual(['1:6@100', '1:3@100×1', '1:3@100×1']);
});

test('a value outside the range never reaches the device', async () => {
  const { outcome, asked } = await write(11, obey);
  await expect(outcome).rejects.toMatchObject({ code: 'outOfRange' });
  expect(asked).toEqual([]);
});

test('a line that breaks after the write went out leaves it open whether the device has the value', async () => {
  const wire = scriptedLine(() => null);
  let sent = 0;
  const outcome = writePoint(wire.line, setpoint, -20, { clock: wire.clock, timeoutMs: 1000, onSent: () => sent++ });
  await wire.clock.advance(100);
  wire.line.close();
  expect(await outcome).toMatchObject({ outcome: 'noResponse', readBackValue: null });
  expect(sent).toBe(1);
});

test('a line that breaks while the write still waits has sent nothing', async () => {
  const wire = scriptedLine(() => null);
  wire.line.request(Buffer.of(3, 0, 0, 0, 1), { slaveId: 2, timeoutMs: 1000 }).catch(() => {});
  let sent = 0;
  const outcome = writePoint(wire.line, setpoint, -20, { clock: wire.clock, timeoutMs: 1000, onSent: () => sent++ });
  wire.line.close();
  await expect(outcome).rejects.toMatchObject({ code: 'lineClosed' });
  expect(sent).toBe(0);
});

test('a write goes before the reads that wait', async () => {
  const registers = new Map([[100, -180 & 0xffff]]);
  const wire = scriptedLine(obey(registers));
  for (const address of [1, 2, 3])
    wire.line.request(Buffer.of(3, 0, address, 0, 1), { slaveId: 1, timeoutMs: 1000 }).catch(() => {});
  const outcome = writePoint(wire.line, setpoint, -20, { clock: wire.clock, timeoutMs: 1000 });
  await wire.clock.advance(30_000);
  expect(await outcome).toMatchObject({ outcome: 'succeeded' });
  expect(wire.asked.slice(0, 2)).toEqual(['1:3@1×1', '1:6@100']);
});
