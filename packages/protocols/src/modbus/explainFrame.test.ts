import fc from 'fast-check';
import { expect, test } from 'vitest';
import { explainFrames } from './explainFrame.ts';
import { buildMbapFrame } from './mbapFrame.ts';
import { encodeRequest, type ModbusRequest, packBits, packRegisters } from './pdu.ts';
import { readHex } from './readHex.ts';
import { buildRtuFrame } from './rtuFrame.ts';

const explain = (text: string) => explainFrames(readHex(text).lines.map(({ bytes }) => bytes));
const problemsOf = (frame: { problems: readonly { kind: string }[] }) => frame.problems.map(({ kind }) => kind);

const word = fc.integer({ min: 0, max: 0xffff });
const bits = fc.array(fc.boolean(), { minLength: 1, maxLength: 100 });
const registers = fc.array(word, { minLength: 1, maxLength: 60 });
const address = fc.integer({ min: 0, max: 0xff00 });
/** A request and the answer of a slave that obeys. */
const exchange: fc.Arbitrary<{ request: ModbusRequest; answer: Buffer }> = fc.oneof(
  fc.tuple(fc.constantFrom(1 as const, 2 as const), address, bits).map(([functionCode, at, values]) => ({
    request: { functionCode, address: at, quantity: values.length },
    answer: Buffer.concat([Buffer.of(functionCode, packBits(values).length), packBits(values)]),
  })),
  fc.tuple(fc.constantFrom(3 as const, 4 as const), address, registers).map(([functionCode, at, values]) => ({
    request: { functionCode, address: at, quantity: values.length },
    answer: Buffer.concat([Buffer.of(functionCode, values.length * 2), packRegisters(values)]),
  })),
  fc
    .oneof(
      fc.tuple(address, fc.boolean()).map(([at, value]): ModbusRequest => ({ functionCode: 5, address: at, value })),
      fc.tuple(address, word).map(([at, value]): ModbusRequest => ({ functionCode: 6, address: at, value })),
      fc.tuple(address, bits).map(([at, values]): ModbusRequest => ({ functionCode: 15, address: at, values })),
      fc.tuple(address, registers).map(([at, values]): ModbusRequest => ({ functionCode: 16, address: at, values })),
    )
    .map((request) => ({ request, answer: encodeRequest(request).subarray(0, 5) })),
);
const slave = fc.integer({ min: 1, max: 247 });

/** Each byte in exactly one field, in their order. */
function expectCovered(frame: { bytes: Buffer; fields: readonly { start: number; length: number }[] }): void {
  let at = 0;
  for (const { start, length } of frame.fields) {
    expect([start, length > 0]).toEqual([at, true]);
    at += length;
  }
  expect(at).toBe(frame.bytes.length);
}

test('every exchange of a master and a slave is told back as it was made, over RTU and over Modbus TCP, on one line or two', () => {
  fc.assert(
    fc.property(
      exchange,
      slave,
      word,
      fc.boolean(),
      fc.boolean(),
      ({ request, answer }, slaveId, id, isTcp, oneLine) => {
        const frame = (pdu: Buffer) => (isTcp ? buildMbapFrame(id, slaveId, pdu) : buildRtuFrame(slaveId, pdu));
        const sent = [frame(encodeRequest(request)), frame(answer)];
        const frames = explainFrames(oneLine ? [Buffer.concat(sent)] : sent);
        expect(frames).toHaveLength(2);
        frames.forEach(expectCovered);
        const [asked, answered] = frames as [(typeof frames)[0], (typeof frames)[0]];
        expect([asked.problems, answered.problems]).toEqual([[], []]);
        expect([asked.framing, asked.slaveId, asked.functionCode]).toEqual([
          isTcp ? 'tcp' : 'rtu',
          slaveId,
          request.functionCode,
        ]);
        expect([answered.role, answered.answers, answered.transactionId]).toEqual(['answer', 0, isTcp ? id : null]);
        expect([asked.address, answered.address]).toEqual([request.address, request.address]);
        if ('quantity' in request) {
          expect([asked.role, asked.quantity]).toEqual(['request', request.quantity]);
          const data = answer.subarray(2);
          if (request.functionCode >= 3) expect(packRegisters(answered.registers)).toEqual(data);
          else expect([answered.bits.length, packBits(answered.bits)]).toEqual([request.quantity, data]);
        } else if ('values' in request) {
          expect(request.functionCode === 15 ? asked.bits : asked.registers).toEqual(request.values);
        } else {
          expect(request.functionCode === 5 ? asked.bits : asked.registers).toEqual([request.value]);
        }
      },
    ),
    // The header of that transaction begins like an exception of slave 255, with a right CRC.
    {
      examples: [
        [
          { request: { functionCode: 3, address: 0, quantity: 1 }, answer: Buffer.of(3, 2, 0, 0) },
          1,
          0xffff,
          true,
          false,
        ],
      ],
    },
  );
});

test('each of any pasted bytes is in one field of one frame', () => {
  const anyBytes = fc.uint8Array({ maxLength: 300 });
  // Beginnings that look like something, so that not all ends at once.
  const almost = fc
    .tuple(fc.constantFrom('0103', '0183', '0110', '0101', '000100000006', '00010000'), anyBytes)
    .map(([head, tail]) => Buffer.concat([Buffer.from(head, 'hex'), tail]));
  fc.assert(
    fc.property(
      fc.array(fc.oneof(anyBytes, almost), { maxLength: 4 }),
      fc.constantFrom(null, 'rtu' as const, 'tcp' as const),
      (lines, framing) => {
        const frames = explainFrames(
          lines.map((line) => Buffer.from(line)),
          framing,
        );
        frames.forEach(expectCovered);
        lines.forEach((line, index) => {
          const bytes = Buffer.concat(frames.filter((frame) => frame.line === index).map((frame) => frame.bytes));
          expect(bytes).toEqual(Buffer.from(line));
        });
      },
    ),
    { numRuns: 400 },
  );
});

test('a wrong checksum is said together with the right one, and one that was left out too', () => {
  expect(explain('01 03 00 00 00 02 C4 0C')).toMatchObject([
    { framing: 'rtu', role: 'request', address: 0, quantity: 2, problems: [{ kind: 'badCrc', expected: 0x0bc4 }] },
  ]);
  expect(explain('010300000002')).toMatchObject([
    { role: 'request', quantity: 2, problems: [{ kind: 'crcMissing', expected: 0x0bc4 }] },
  ]);
});

test('real frames of refrigeration controllers: a minus temperature, a refusal, and a heartbeat between them', () => {
  const frames = explain(`D→S 77 77 77 2E 75 73 72 2E 63 6E
    [08:00:01] TX: 0A 03 09 E1 00 01 D6 DB
    RX: 0A 03 02 FF 4C 5D 80
    0x01,0x83,0x02,0xC0,0xF1`);
  expect(frames).toMatchObject([
    { role: 'noFrame', framing: null },
    { role: 'request', slaveId: 10, address: 2529, quantity: 1 },
    { role: 'answer', answers: 1, registers: [0xff4c], fields: [{}, {}, {}, { kind: 'register', address: 2529 }, {}] },
    { role: 'exception', slaveId: 1, functionCode: 3, exceptionCode: 2, answers: null },
  ]);
  expect(frames.flatMap(problemsOf)).toEqual([]);
});

test('what is wrong with a frame is named: an answer of another length, a quantity nobody may ask for, a coil that is neither on nor off', () => {
  const short = [buildRtuFrame(1, Buffer.from('0300000002', 'hex')), buildRtuFrame(1, Buffer.from('03020119', 'hex'))];
  expect(explainFrames(short).map(problemsOf)).toEqual([[], ['notWhatWasAsked']]);
  const withCrc = (hex: string) => {
    const bytes = Buffer.from(hex.replaceAll(' ', ''), 'hex');
    return explainFrames([buildRtuFrame(bytes[0]!, bytes.subarray(1))])[0]!;
  };
  expect(problemsOf(withCrc('01 03 00 00 00 7E'))).toEqual(['quantityOutOfRange']);
  expect(problemsOf(withCrc('01 04 FF FF 00 02'))).toEqual(['beyondLastAddress']);
  expect(problemsOf(withCrc('01 05 00 20 12 34'))).toEqual(['badCoilValue']);
  expect(problemsOf(withCrc('00 03 00 00 00 01'))).toEqual(['broadcastRead']);
  expect(problemsOf(withCrc('01 10 00 00 00 02 03 01 02 03'))).toEqual(['wrongByteCount']);
  expect(explain('0001 0000 0007 01 03 0000 0002')[0]).toMatchObject({
    framing: 'tcp',
    problems: [{ kind: 'wrongLength', expected: 6 }],
  });
});

test('hexadecimal text is read as tools write it, and what is none is given back', () => {
  const bytes = Buffer.from('010300000002c40b', 'hex');
  for (const text of [
    '01 03 00 00 00 02 C4 0B',
    '01030000 0002c40b',
    '\\x01\\x03\\x00\\x00\\x00\\x02\\xc4\\x0b',
    '01h 03h 0 0 0 2 C4h 0Bh',
    '发送：01-03-00-00-00-02-C4-0B',
  ])
    expect([text, readHex(text).lines]).toEqual([text, [{ line: 1, bytes }]]);
  expect(readHex('01 03\n\nhello 5')).toMatchObject({ lines: [{ line: 1 }], unread: [{ line: 3, text: 'hello 5' }] });
});
