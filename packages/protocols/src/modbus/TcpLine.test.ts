import { type Duplex, duplexPair } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ManualClock, settle } from '../testing/ManualClock.ts';
import { encodeRequest } from './pdu.ts';
import { TcpLine } from './TcpLine.ts';

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
const readTwo = encodeRequest({ functionCode: 3, address: 0, quantity: 2 });
const options = { slaveId: 1, timeoutMs: 3000 };

function connect(): { line: TcpLine; device: Duplex; clock: ManualClock } {
  const [ours, device] = duplexPair();
  device.resume();
  const clock = new ManualClock();
  const line = new TcpLine(ours, { clock });
  line.start();
  return { line, device, clock };
}

test('an answer split over segments is put together', async () => {
  const { line, device } = connect();
  const response = line.request(readTwo, options);
  await settle();
  for (const part of ['0001 0000', '0007 01 03 04', '0119 02A3']) device.write(hex(part));
  expect(await response).toMatchObject({ pdu: hex('03 04 0119 02A3'), uncertain: false });
});

test('a late answer is dropped and never passes for the next one', async () => {
  const { line, device, clock } = connect();
  const first = line.request(readTwo, options);
  first.catch(() => {});
  const second = line.request(readTwo, options);
  await clock.advance(3000);
  await expect(first).rejects.toMatchObject({ code: 'timeout' });
  device.write(hex('0001 0000 0007 01 03 04 0001 0001'));
  await settle();
  expect(line.counters).toMatchObject({ lateFrames: 1, ok: 0, timeouts: 1 });
  device.write(hex('0003 0000 0007 01 03 04 0002 0002'));
  expect(await second).toMatchObject({ pdu: hex('03 04 0002 0002'), uncertain: false });
});

test.each([
  ['another slave', '0001 0000 0007 02 03 04 0001 0001'],
  ['another function', '0001 0000 0007 01 04 04 0001 0001'],
])('an answer of %s is not taken', async (_name, answer) => {
  const { line, device, clock } = connect();
  const response = line.request(readTwo, options);
  response.catch(() => {});
  await settle();
  device.write(hex(answer));
  await clock.advance(3000);
  await expect(response).rejects.toMatchObject({ code: 'timeout' });
  expect(line.counters.unsolicited).toBe(1);
});

test('bytes that are no Modbus TCP end the connection, for nothing can be found behind them', async () => {
  const { line, device } = connect();
  const response = line.request(readTwo, options);
  response.catch(() => {});
  await settle();
  device.write(hex('01 03 04 01 19 02 A3 6B 11'));
  await expect(response).rejects.toMatchObject({ code: 'lineClosed' });
  await line.closed;
});

test('for any bytes of a device, a request ends with its own answer or a named error', async () => {
  const segment = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    // Headers that could be true.
    fc
      .tuple(fc.nat(3), fc.constantFrom(1, 2), fc.uint8Array({ minLength: 1, maxLength: 260 }))
      .map(([transaction, slaveId, pdu]) =>
        Buffer.concat([Buffer.of(0, transaction, 0, 0, (pdu.length + 1) >> 8, (pdu.length + 1) & 0xff, slaveId), pdu]),
      ),
    fc.constant(hex('0001 0000 0007 01 03 04 0119 02A3')),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(segment, { maxLength: 6 }), async (segments) => {
      const { line, device, clock } = connect();
      device.on('error', () => {});
      const outcome = line.request(readTwo, options).then(
        ({ pdu }) => pdu[0]! & 0x7f,
        (error) => error.code,
      );
      await settle();
      for (const bytes of segments) device.write(bytes);
      await clock.advance(options.timeoutMs);
      expect([3, 'timeout', 'lineClosed']).toContain(await outcome);
      line.close();
    }),
    { numRuns: 100 },
  );
});
