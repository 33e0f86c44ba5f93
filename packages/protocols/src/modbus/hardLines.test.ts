/** Lines as the field has them: late, lossy, cut in the middle, with clocks that jump. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ProtocolError } from '../ProtocolError.ts';
import { settle } from '../testing/ManualClock.ts';
import { answersFrom, type Script, scriptedLine } from '../testing/scriptedLine.ts';
import { LinePoller, type PolledSlave, type PollReading, type SlaveEvent } from './LinePoller.ts';
import { defineModbusPoint } from './ModbusPoint.ts';
import { takeMbapFrames } from './mbapFrame.ts';
import { decodeRequest, encodeRequest } from './pdu.ts';
import { buildRtuFrame } from './rtuFrame.ts';
import { takeRtuRequests } from './slave.ts';

const slave = (slaveId: number, ...addresses: number[]): PolledSlave => ({
  slaveId,
  timeoutMs: 1000,
  points: addresses.map((address) => ({
    key: `${slaveId}/${address}`,
    point: defineModbusPoint({
      slaveId,
      functionCode: 3,
      address,
      format: 'u16',
      byteOrder: 'AB',
      samplingIntervalSeconds: 10,
    }).point!,
  })),
});

function poll(script: Script, slaves: PolledSlave[], onReading: (reading: PollReading) => void = () => {}) {
  const wire = scriptedLine(script);
  const readings: PollReading[] = [];
  const events: SlaveEvent[] = [];
  const poller = new LinePoller({
    line: wire.line,
    clock: wire.clock,
    slaves,
    onReadings: (batch) => {
      readings.push(...batch);
      for (const reading of batch) onReading(reading);
    },
    onSlaveEvent: (event) => events.push(event),
  });
  poller.start();
  return { ...wire, poller, events, take: () => readings.splice(0) };
}

test('on a line whose answers come 0.2 to 14 s late, out of order or never, no wrong value ever becomes good', async () => {
  const fates = fc.array(
    fc.oneof(
      fc.integer({ min: 200, max: 5000 }),
      // After a break of the mobile network, into the next cycle.
      fc.integer({ min: 8000, max: 14_000 }),
      fc.constant(null),
    ),
    {
      minLength: 20,
      maxLength: 40,
    },
  );
  await fc.assert(
    fc.asyncProperty(fates, async (latencies) => {
      let asked = 0;
      let good = 0;
      const wrong: string[] = [];
      /** The number of the request that last read a register. */
      const lastAsked = new Map<string, number>();
      // Each value tells which request it answers, and which register of which slave it is.
      const answerTo = (number: number, slaveId: number, address: number) =>
        (number % 600) * 100 + slaveId * 10 + (address % 10);
      const script: Script = ({ slaveId, pdu }) => {
        const request = decodeRequest(pdu) as { address: number; quantity: number };
        const number = ++asked;
        const latency = latencies[number % latencies.length] ?? null;
        const addresses = Array.from({ length: request.quantity }, (_, index) => request.address + index);
        for (const address of addresses) lastAsked.set(`${slaveId}/${address}`, number);
        const values = addresses.map((address) => answerTo(number, slaveId, address));
        const answer = Buffer.from([3, values.length * 2, ...values.flatMap((value) => [value >> 8, value & 0xff])]);
        if (latency !== null) run.clock.setTimer(() => run.send(buildRtuFrame(slaveId, answer)), latency);
        return null;
      };
      const run = poll(script, [slave(1, 1, 2, 23, 24), slave(2, 1, 2), slave(3, 5)], ({ key, value, quality }) => {
        if (quality !== 'good') return;
        good++;
        const [slaveId, address] = String(key).split('/').map(Number) as [number, number];
        if (value !== answerTo(lastAsked.get(String(key))!, slaveId, address)) wrong.push(`${key}=${value}`);
      });
      await run.clock.advance(90_000);
      run.poller.stop();
      run.end();
      expect(wrong).toEqual([]);
      fc.pre(good > 0);
    }),
    {
      numRuns: 12,
      // An answer that came for another request left its own request's answer to come a cycle later.
      examples: [
        [
          [
            ...[null, null, null, 8000, 8000, 1000, null, null, 200, 1882, 1270, 13_649, null, 10_000, 10_000, null],
            ...[null, 200, null, null, 8000, null, null, 200, 200, 200, 8000, 8000, 200, 200, 200, 8000, 200, 200],
          ],
        ],
      ],
    },
  );
}, 60_000);

test('a line that is cut in the middle of an answer says nothing of its points and asks nothing more', async () => {
  const run = poll(() => null, [slave(1, 1, 2)]);
  await run.clock.advance(600);
  run.send(Buffer.from([1, 3, 4, 0]));
  run.end();
  await settle();
  await run.clock.advance(60_000);
  expect(run.take()).toEqual([]);
  expect(run.asked).toHaveLength(1);
});

test('a clock that is set an hour back or forward stops no line and stretches no timeout', async () => {
  for (const jumpMs of [-3_600_000, 3_600_000]) {
    let isSilent = false;
    const run = poll((request) => (isSilent ? null : answersFrom({ 1: 7 })(request)), [slave(1, 1)]);
    await run.clock.advance(5_000);
    run.clock.jump(jumpMs);
    await run.clock.advance(30_000);
    expect(run.take().map(({ value }) => value)).toEqual([7, 7, 7, 7]);
    isSilent = true;
    await run.clock.advance(6_000);
    run.clock.jump(jumpMs);
    await run.clock.advance(1_500);
    expect(run.take()).toMatchObject([{ reason: 'timeout' }]);
    expect(run.poller.status().missedCycles).toBe(0);
  }
});

test('when the power of a whole line is back, the first slave that answers makes the others be asked at once', async () => {
  let isDead = true;
  const run = poll(
    (request) => (isDead ? null : answersFrom({ 1: 7 })(request)),
    [slave(1, 1), slave(2, 1), slave(3, 1)],
  );
  // Long enough that their probes are five minutes apart.
  await run.clock.advance(1_200_000);
  expect(run.events.filter(({ type }) => type === 'slaveLost')).toHaveLength(3);
  isDead = false;
  const firstBack = async () => {
    for (let second = 0; second < 600; second++) {
      await run.clock.advance(1000);
      if (run.events.some(({ type }) => type === 'slaveBack')) return;
    }
  };
  await firstBack();
  await run.clock.advance(5_000);
  expect(run.events.filter(({ type }) => type === 'slaveBack')).toHaveLength(3);
});

test('one slave that comes back among others that answer all the time has them asked no more often', async () => {
  let isDead = true;
  const run = poll(
    (request) => (request.slaveId === 2 && isDead ? null : answersFrom({ 1: 7 })(request)),
    [slave(1, 1), slave(2, 1)],
  );
  await run.clock.advance(60_000);
  isDead = false;
  await run.clock.advance(120_000);
  run.newlyAsked();
  await run.clock.advance(10_000);
  expect(run.newlyAsked().toSorted()).toEqual(['1:3@1×1', '2:3@1×1']);
});

test('for any bytes of a Modbus TCP device or a master, the outcome is frames or a named error', () => {
  const request = encodeRequest({ functionCode: 3, address: 1, quantity: 2 });
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 600 }),
    // Headers that could be true, with anything behind them.
    fc
      .tuple(fc.nat(65_535), fc.constantFrom(0, 1), fc.nat(300), fc.uint8Array({ maxLength: 300 }))
      .map(([transaction, protocol, length, rest]) => {
        const head = Buffer.alloc(6);
        head.writeUInt16BE(transaction, 0);
        head.writeUInt16BE(protocol, 2);
        head.writeUInt16BE(length, 4);
        return new Uint8Array(Buffer.concat([head, rest]));
      }),
  );
  fc.assert(
    fc.property(bytes, fc.nat(), (sent, cut) => {
      const all = Buffer.from(sent);
      try {
        const whole = takeMbapFrames(all);
        // In pieces they are the same frames.
        const at = cut % (all.length + 1);
        const first = takeMbapFrames(all.subarray(0, at));
        const second = takeMbapFrames(Buffer.concat([first.rest, all.subarray(at)]));
        expect([...first.frames, ...second.frames]).toEqual(whole.frames);
      } catch (error) {
        expect(error).toBeInstanceOf(ProtocolError);
      }
      const { frames, rest } = takeRtuRequests(all);
      expect(frames.reduce((sum, frame) => sum + frame.length, rest.length)).toBeLessThanOrEqual(all.length);
      try {
        decodeRequest(all);
      } catch (error) {
        expect(error).toBeInstanceOf(ProtocolError);
      }
    }),
    { numRuns: 500 },
  );
  // And what is none stands in nobody's way.
  const frame = buildRtuFrame(7, request);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (noise) => {
      const { frames } = takeRtuRequests(Buffer.concat([noise, frame]));
      expect(frames.at(-1)).toEqual(frame);
    }),
    { numRuns: 200 },
  );
});
