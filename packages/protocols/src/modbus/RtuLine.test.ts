import { type Duplex, duplexPair } from 'node:stream';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { ManualClock, settle } from '../testing/ManualClock.ts';
import { encodeRequest, type ModbusRequest } from './pdu.ts';
import { RtuLine, type RtuLineOptions } from './RtuLine.ts';
import { buildRtuFrame } from './rtuFrame.ts';

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
const heartbeat = Buffer.from('www.usr.cn');
const iccid = Buffer.from('89860412101890123456');

const readTwo = encodeRequest({ functionCode: 3, address: 0, quantity: 2 });
const readTwoFrame = '01 03 00 00 00 02 C4 0B';
/** 28.1 °C, 67.5 %RH. */
const goodAnswer = hex('01 03 04 01 19 02 A3 6B 11');
const timeoutMs = 3000;

let line: RtuLine;
let dtu: Duplex;
let clock: ManualClock;
/** What the DTU received since the last look. */
let wire: Buffer[];

async function connect(options: Partial<RtuLineOptions> = {}) {
  const [ours, theirs] = duplexPair();
  dtu = theirs;
  wire = [];
  dtu.on('data', (chunk: Buffer) => wire.push(chunk));
  dtu.on('error', () => {});
  clock = new ManualClock();
  line = new RtuLine(ours, { clock, strip: [heartbeat, iccid], firstQuietMs: 0, ...options });
  line.start();
}

const ask = (pdu: Uint8Array = readTwo, slaveId = 1) => {
  const response = line.request(pdu, { slaveId, timeoutMs });
  response.catch(() => {});
  return response;
};
const fromDtu = async (...parts: Uint8Array[]) => {
  for (const part of parts) {
    dtu.write(part);
    await settle();
  }
};
const received = () => {
  const text = Buffer.concat(wire).toString('hex');
  wire = [];
  return text;
};
const answerOf = (slaveId: number, ...bytes: number[]) => buildRtuFrame(slaveId, Buffer.of(...bytes));
const valuesOf = (pdu: Uint8Array) => Buffer.from(pdu).toString('hex');
const good = { pdu: goodAnswer.subarray(1, -2), uncertain: false };

afterEach(() => line.close());

test('a request goes out as one RTU frame and its answer comes back', async () => {
  await connect();
  const response = ask();
  await settle();
  expect(received()).toBe(hex(readTwoFrame).toString('hex'));
  await fromDtu(goodAnswer);
  expect(await response).toMatchObject(good);
  expect(line.counters).toMatchObject({ sent: 1, ok: 1, junkBytes: 0, unsolicited: 0 });
});

test.each<[string, Buffer[], number]>([
  ['byte by byte', [...goodAnswer].map((byte) => Buffer.of(byte)), 0],
  ['after a heartbeat', [Buffer.concat([heartbeat, goodAnswer])], 0],
  [
    'with a heartbeat in its middle',
    [Buffer.concat([goodAnswer.subarray(0, 5), heartbeat, goodAnswer.subarray(5)])],
    0,
  ],
  [
    'with a heartbeat between slave and function',
    [Buffer.concat([goodAnswer.subarray(0, 1), heartbeat, goodAnswer.subarray(1)])],
    0,
  ],
  [
    'around a heartbeat that is split itself',
    [goodAnswer.subarray(0, 4), heartbeat.subarray(0, 3), heartbeat.subarray(3), goodAnswer.subarray(4)],
    0,
  ],
  [
    'with two heartbeats in it',
    [goodAnswer.subarray(0, 2), heartbeat, goodAnswer.subarray(2, 6), heartbeat, goodAnswer.subarray(6)],
    0,
  ],
  ['behind the registration that precedes every packet', [iccid, goodAnswer], 0],
  [
    'in two packets that both begin with the registration',
    [iccid, goodAnswer.subarray(0, 4), iccid, goodAnswer.subarray(4)],
    0,
  ],
  ['after noise', [hex('00 FF 13'), goodAnswer], 3],
  ['after noise that begins like an answer', [hex('01 03 04'), goodAnswer], 3],
  ['after the echo of the request', [hex(readTwoFrame), goodAnswer], 8],
])('an answer that arrives %s is understood', async (_name, parts, junkBytes) => {
  await connect();
  const response = ask();
  await fromDtu(...parts);
  expect(await response).toMatchObject(good);
  expect(line.counters).toMatchObject({ ok: 1, junkBytes, unsolicited: 0, lateFrames: 0 });
});

test('bytes that look like the heartbeat stay when they are part of the value', async () => {
  await connect({ strip: [Buffer.of(0x01, 0x19)] });
  const response = ask();
  await fromDtu(goodAnswer);
  expect(await response).toMatchObject(good);
});

test('a heartbeat is found in the middle of an answer that also contains its bytes as a value', async () => {
  await connect({ strip: [Buffer.of(0x01, 0x19)] });
  const response = ask();
  await fromDtu(Buffer.concat([goodAnswer.subarray(0, 3), Buffer.of(0x01, 0x19), goodAnswer.subarray(3)]));
  expect(await response).toMatchObject(good);
});

test('an answer that began before the request is not its answer', async () => {
  await connect();
  await fromDtu(goodAnswer.subarray(0, 5));
  const response = ask();
  await fromDtu(goodAnswer.subarray(5));
  await clock.advance(timeoutMs);
  await expect(response).rejects.toMatchObject({ code: 'timeout' });
  expect(line.counters).toMatchObject({ ok: 0, junkBytes: 9 });
});

test('two answers in one segment: the first settles the request, the other is nobody’s', async () => {
  await connect();
  const response = ask();
  await fromDtu(Buffer.concat([goodAnswer, answerOf(1, 3, 4, 0, 1, 0, 2)]));
  expect(await response).toMatchObject(good);
  expect(line.counters).toMatchObject({ ok: 1, unsolicited: 1 });
});

test('an exception is an answer', async () => {
  await connect();
  const response = ask();
  await fromDtu(hex('01 83 02 C0 F1'));
  expect(await response).toMatchObject({ pdu: hex('83 02'), uncertain: false });
  expect(line.counters).toMatchObject({ ok: 0, exceptions: 1 });
});

test('a write is answered by the echo of its address, with the value that the device took', async () => {
  await connect();
  const response = ask(encodeRequest({ functionCode: 6, address: 100, value: 30 }));
  await fromDtu(answerOf(1, 6, 0, 101, 0, 30));
  await fromDtu(answerOf(1, 6, 0, 100, 0, 29));
  expect(await response).toMatchObject({ pdu: hex('06 0064 001D'), uncertain: false });
  expect(line.counters).toMatchObject({ ok: 1, unsolicited: 1 });
});

test.each<[string, Buffer, Record<string, number>, string]>([
  ['of another slave', answerOf(2, 3, 4, 0, 1, 0, 2), { unsolicited: 1, timeouts: 1 }, 'timeout'],
  ['of another function', answerOf(1, 4, 4, 0, 1, 0, 2), { unsolicited: 1, timeouts: 1 }, 'timeout'],
  ['of another length', answerOf(1, 3, 2, 0, 1), { unsolicited: 1, timeouts: 1 }, 'timeout'],
  ['with a wrong CRC', hex('01 03 04 01 19 02 A3 6B 12'), { junkBytes: 9, crcErrors: 1, timeouts: 0 }, 'badCrc'],
  ['that is cut short', goodAnswer.subarray(0, 7), { junkBytes: 7, timeouts: 1 }, 'timeout'],
])('an answer %s is not taken', async (_name, bytes, counters, code) => {
  await connect();
  const response = ask();
  await fromDtu(bytes);
  await clock.advance(timeoutMs);
  await expect(response).rejects.toMatchObject({ code });
  expect(line.counters).toMatchObject({ ok: 0, ...counters });
});

test('one request is on the wire at a time, with a pause after each answer', async () => {
  await connect({ gapMs: 50 });
  const first = ask();
  const second = ask(encodeRequest({ functionCode: 3, address: 10, quantity: 1 }));
  await settle();
  expect(received()).toBe(hex(readTwoFrame).toString('hex'));
  await fromDtu(goodAnswer);
  await first;
  await clock.advance(49);
  expect(received()).toBe('');
  await clock.advance(1);
  expect(received()).toMatch(/^0103000a0001/);
  await fromDtu(answerOf(1, 3, 2, 0, 7));
  expect(valuesOf((await second).pdu)).toBe('03020007');
});

test('an answer that comes while the line listens after a timeout is dropped, and the line goes on at once', async () => {
  await connect();
  const first = ask();
  const second = ask(encodeRequest({ functionCode: 3, address: 50, quantity: 2 }));
  await clock.advance(timeoutMs);
  await expect(first).rejects.toMatchObject({ code: 'timeout' });
  received();
  await clock.advance(1000);
  expect(received()).toBe('');
  await fromDtu(Buffer.concat([goodAnswer.subarray(0, 3), heartbeat, goodAnswer.subarray(3)]));
  expect(line.counters.lateFrames).toBe(1);
  await clock.advance(50);
  expect(received()).toMatch(/^010300320002/);
  await fromDtu(answerOf(1, 3, 4, 0, 1, 0, 2));
  expect(await second).toMatchObject({ uncertain: false, pdu: hex('03 04 0001 0002') });
});

test('after a timeout nothing is sent for one more response time', async () => {
  await connect();
  ask();
  ask(encodeRequest({ functionCode: 3, address: 50, quantity: 1 }));
  await clock.advance(timeoutMs);
  received();
  await clock.advance(timeoutMs - 1);
  expect(received()).toBe('');
  await clock.advance(1);
  expect(received()).not.toBe('');
});

test('an even later answer cannot pass for one of another length', async () => {
  await connect();
  ask();
  const next = ask(encodeRequest({ functionCode: 3, address: 50, quantity: 3 }));
  await clock.advance(2 * timeoutMs);
  await fromDtu(goodAnswer, answerOf(1, 3, 6, 0, 1, 0, 2, 0, 3));
  expect(await next).toMatchObject({ uncertain: false, pdu: hex('03 06 0001 0002 0003') });
  expect(line.counters).toMatchObject({ lateFrames: 1, ok: 1 });
});

test('an answer that a still missing one could be mistaken for is marked uncertain', async () => {
  await connect();
  ask();
  const sameLength = encodeRequest({ functionCode: 3, address: 50, quantity: 2 });
  expect(line.isSuspect(sameLength, 1)).toBe(false);
  await clock.advance(2 * timeoutMs);
  expect(line.isSuspect(sameLength, 1)).toBe(true);
  expect(line.isSuspect(sameLength, 2)).toBe(false);
  const next = ask(sameLength);
  await fromDtu(goodAnswer);
  expect(await next).toMatchObject({ uncertain: true });
  await fromDtu(answerOf(1, 3, 4, 0, 1, 0, 2));
  expect(line.counters.lateFrames).toBe(1);
  expect(line.isSuspect(sameLength, 1)).toBe(false);
});

test('the doubt ends when the worst latency has passed', async () => {
  await connect({ worstLatencyMs: 20_000 });
  ask();
  await clock.advance(timeoutMs + 19_999);
  expect(line.isSuspect(readTwo, 1)).toBe(true);
  await clock.advance(1);
  expect(line.isSuspect(readTwo, 1)).toBe(false);
});

test('an exception after a timeout of the same function is uncertain: it may be the late one', async () => {
  await connect();
  ask();
  await clock.advance(2 * timeoutMs);
  const next = ask(encodeRequest({ functionCode: 3, address: 50, quantity: 1 }));
  await fromDtu(hex('01 83 02 C0 F1'));
  expect(await next).toMatchObject({ uncertain: true });
});

test('what a DTU delivers from before the connection answers nothing', async () => {
  await connect({ firstQuietMs: 500 });
  const response = ask();
  await fromDtu(goodAnswer);
  expect(received()).toBe('');
  expect(line.counters).toMatchObject({ unsolicited: 1, sent: 0 });
  await clock.advance(500);
  await fromDtu(answerOf(1, 3, 4, 0, 1, 0, 2));
  expect(await response).toMatchObject({ pdu: hex('03 04 0001 0002') });
});

test('frames nobody asked for are counted and dropped', async () => {
  await connect();
  await fromDtu(goodAnswer, Buffer.concat([goodAnswer, heartbeat, goodAnswer]));
  expect(line.counters).toMatchObject({ unsolicited: 3, junkBytes: 0 });
});

test('when the connection breaks, all requests end at once and later ones are refused', async () => {
  await connect();
  const inFlight = ask();
  const queued = ask();
  await settle();
  dtu.end();
  await expect(inFlight).rejects.toMatchObject({ code: 'lineClosed' });
  await expect(queued).rejects.toMatchObject({ code: 'lineClosed' });
  await line.closed;
  await expect(ask()).rejects.toMatchObject({ code: 'lineClosed' });
});

test('a request that is none is refused without touching the line', async () => {
  await connect();
  await expect(ask(Buffer.of(3, 0, 0, 0, 0))).rejects.toMatchObject({ code: 'badQuantity' });
  await settle();
  expect(received()).toBe('');
});

test('the line log tells what went out and what became of everything that came in', async () => {
  const kinds: string[] = [];
  await connect({ onFrame: ({ kind }) => kinds.push(kind) });
  const response = ask();
  await fromDtu(Buffer.concat([hex('AA'), answerOf(9, 3, 2, 0, 1), goodAnswer]));
  await response;
  expect(kinds).toEqual(['request', 'junk', 'unsolicited', 'answer']);
});

test('random bytes never crash the line and never give a value', async () => {
  await connect({ gapMs: 0 });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 8 }), async (segments) => {
      const before = { ...line.counters };
      const response = line.request(readTwo, { slaveId: 1, timeoutMs: 1 }).then(
        () => 'value',
        (error) => error.code,
      );
      for (const segment of segments) dtu.write(segment);
      await clock.advance(2);
      expect(['timeout', 'badCrc']).toContain(await response);
      expect(line.counters.ok).toBe(before.ok);
    }),
    { numRuns: 100, examples: [[[hex('01 83 02 00 00')]]] },
  );
});

test('wherever a DTU puts its packets, through the answer too, and however it is cut up, the value is the answer’s', async () => {
  // Few different bytes, so that packets look like each other and like the values.
  const byte = fc.oneof(fc.constantFrom(0, 1, 3, 4), fc.nat(255));
  const packet = fc.array(byte, { minLength: 2, maxLength: 12 }).map((bytes) => Buffer.from(bytes));
  const places = fc.record({ heartbeatAt: fc.nat(9), hasRegistration: fc.boolean(), cuts: fc.array(fc.nat(40)) });
  await fc.assert(
    fc.asyncProperty(
      packet,
      packet,
      fc.tuple(byte, byte, byte, byte),
      places,
      async (beat, registration, data, { heartbeatAt, hasRegistration, cuts }) => {
        await connect({ strip: [beat, registration], gapMs: 0 });
        const response = ask();
        await settle();
        const answer = answerOf(1, 3, 4, ...data);
        const around = Buffer.concat([answer.subarray(0, heartbeatAt), beat, answer.subarray(heartbeatAt)]);
        const all = hasRegistration ? Buffer.concat([registration, around]) : around;
        const places = [...all.keys()].flatMap((at) =>
          [beat, registration].filter((one) => all.indexOf(one, at) === at),
        );
        // More lookalikes than that are not told apart.
        fc.pre(places.length <= 6);
        const edges = [0, ...cuts.filter((cut) => cut < all.length).sort((a, b) => a - b), all.length];
        for (let part = 1; part < edges.length; part++) dtu.write(all.subarray(edges[part - 1], edges[part]));
        await clock.advance(timeoutMs);
        expect(await response).toMatchObject({ pdu: Buffer.from([3, 4, ...data]), uncertain: false });
        line.close();
      },
    ),
    { numRuns: 100 },
  );
});

test('an answer with any one bit turned over is never taken', async () => {
  await connect({ worstLatencyMs: 0 });
  for (let bit = 0; bit < goodAnswer.length * 8; bit++) {
    const damaged = Buffer.from(goodAnswer);
    damaged[bit >> 3]! ^= 1 << (bit & 7);
    const response = ask();
    response.catch(() => {});
    await clock.advance(0);
    dtu.write(damaged);
    await clock.advance(2 * timeoutMs);
    await expect(response).rejects.toMatchObject({ name: 'ProtocolError' });
  }
  expect(line.counters.ok).toBe(0);
});

test.each<[string, ModbusRequest, Buffer]>([
  ['IR33 probe 1', { functionCode: 4, address: 403, quantity: 1 }, hex('01 04 01 93 00 01 C0 1B')],
  ['a setpoint', { functionCode: 6, address: 100, value: 30 }, hex('01 06 00 64 00 1E 48 1D')],
])('the request for %s is the frame the manual shows', (_name, request, frame) => {
  expect(buildRtuFrame(1, encodeRequest(request))).toEqual(frame);
});

test('requests to other slaves are the frames the manuals show', () => {
  expect(buildRtuFrame(10, encodeRequest({ functionCode: 3, address: 2529, quantity: 1 }))).toEqual(
    hex('0A 03 09 E1 00 01 D6 DB'),
  );
  expect(buildRtuFrame(5, encodeRequest({ functionCode: 3, address: 97, quantity: 3 }))).toEqual(
    hex('05 03 00 61 00 03 55 91'),
  );
});

test('a line whose answers come late again and again is waited for longer, up to half a minute', async () => {
  await connect();
  for (let round = 0; round < 2; round++) {
    const missed = ask();
    await clock.advance(3500);
    await expect(missed).rejects.toMatchObject({ code: 'timeout' });
    await fromDtu(goodAnswer);
    await clock.advance(1000);
  }
  const response = ask();
  await clock.advance(3500);
  await fromDtu(goodAnswer);
  expect(await response).toMatchObject(good);
  expect(line.counters).toMatchObject({ lateFrames: 2, ok: 1 });
});

test('a slow slave beside a fast one is waited for longer, and the fast one is not', async () => {
  await connect();
  const fastAnswer = answerOf(2, 3, 4, 1, 25, 2, 163);
  for (let round = 0; round < 2; round++) {
    const missed = ask();
    await clock.advance(3500);
    await expect(missed).rejects.toMatchObject({ code: 'timeout' });
    await fromDtu(goodAnswer);
    await clock.advance(1000);
    const fast = ask(readTwo, 2);
    await fromDtu(fastAnswer);
    await fast;
    await clock.advance(1000);
  }
  const slow = ask();
  await clock.advance(3500);
  await fromDtu(goodAnswer);
  expect(await slow).toMatchObject(good);
  await clock.advance(1000);
  const silent = ask(readTwo, 2);
  await clock.advance(timeoutMs);
  await expect(silent).rejects.toMatchObject({ code: 'timeout' });
});

/** Asks for the same two registers and answers at once. */
async function readAgain(...data: number[]) {
  const response = ask();
  await clock.advance(50);
  await fromDtu(answerOf(1, 3, 4, ...data));
  return response;
}

test('after a frame that nobody asked for, answers of its slave, function and length are doubted for half a minute', async () => {
  await connect();
  await fromDtu(answerOf(1, 3, 4, 0xde, 0xad, 0xde, 0xad));
  expect(line.isSuspect(readTwo, 1)).toBe(true);
  expect(line.isSuspect(readTwo, 2)).toBe(false);
  expect(line.isSuspect(encodeRequest({ functionCode: 4, address: 0, quantity: 2 }), 1)).toBe(false);
  expect(line.isSuspect(encodeRequest({ functionCode: 3, address: 0, quantity: 3 }), 1)).toBe(false);
  expect(await readAgain(0, 1, 0, 2)).toMatchObject({ uncertain: true });
  await clock.advance(29_000);
  expect(await readAgain(0, 1, 0, 2)).toMatchObject({ uncertain: true });
  await clock.advance(1_000);
  expect(await readAgain(0, 1, 0, 2)).toMatchObject({ uncertain: false });
});

test('an exception that nobody asked for casts doubt on the next exception, not on values', async () => {
  await connect();
  await fromDtu(answerOf(1, 0x83, 2));
  const refused = ask();
  await fromDtu(answerOf(1, 0x83, 4));
  expect(await refused).toMatchObject({ uncertain: true });
  expect(await readAgain(0, 1, 0, 2)).toMatchObject({ uncertain: false });
});

test.each<[string, Buffer, number, number]>([
  ['the true one a moment later', answerOf(1, 3, 4, 0, 1, 0, 2), 900, 1],
  ['a refusal a moment later', answerOf(1, 0x83, 2), 900, 1],
  ['the same once more', goodAnswer, 900, 0],
  ['one of another slave', answerOf(2, 3, 4, 0, 1, 0, 2), 900, 0],
  ['one of another length', answerOf(1, 3, 2, 0, 1), 900, 0],
  ['another after its request would have timed out', answerOf(1, 3, 4, 0, 1, 0, 2), 3000, 0],
])('an answer that was taken and is followed by %s is taken back: %#', async (_name, frame, afterMs, times) => {
  let doubts = 0;
  const contests: unknown[] = [];
  await connect({ onFrame: ({ kind, contests: one }) => kind === 'unsolicited' && contests.push(one ?? false) });
  const response = line.request(readTwo, { slaveId: 1, timeoutMs, onDoubt: () => doubts++ });
  await fromDtu(goodAnswer);
  await response;
  await clock.advance(afterMs);
  await fromDtu(frame);
  expect(doubts).toBe(times);
  expect(contests).toEqual([times === 1]);
});

test('a converter that says every answer twice is believed', async () => {
  await connect();
  await fromDtu();
  for (const tenths of [1, 2, 3]) {
    const response = ask();
    await clock.advance(50);
    const answer = answerOf(1, 3, 4, 0, tenths, 0, 0);
    await fromDtu(Buffer.concat([answer, answer]));
    expect(await response).toMatchObject({ uncertain: false });
  }
});

test('a foreign frame in place of each answer is found out when the true answers arrive behind it', async () => {
  const doubted: number[] = [];
  await connect();
  const read = (round: number) => line.request(readTwo, { slaveId: 1, timeoutMs, onDoubt: () => doubted.push(round) });
  const uncertain: boolean[] = [];
  for (const round of [0, 1, 2]) {
    const response = read(round);
    await clock.advance(300);
    await fromDtu(answerOf(1, 3, 4, 0xde, 0xad, 0xde, 0xad));
    uncertain.push((await response).uncertain);
    await clock.advance(700);
    await fromDtu(answerOf(1, 3, 4, 0, round, 0, round));
    await clock.advance(9_000);
  }
  expect(uncertain).toEqual([false, true, true]);
  expect(doubted).toEqual([0, 1, 2]);
});
