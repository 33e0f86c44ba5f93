import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressSpan, defineModbusPoint, type ModbusPointInput } from './ModbusPoint.ts';
import { readByteCount } from './pdu.ts';
import { type PolledPoint, planReads, splitBlock } from './planReads.ts';

const polled = (address: number, input: ModbusPointInput = {}): PolledPoint => ({
  key: address,
  point: defineModbusPoint({
    slaveId: 1,
    functionCode: 3,
    address,
    format: 'u16',
    byteOrder: 'AB',
    samplingIntervalSeconds: 10,
    ...input,
  }).point!,
});
const shape = (blocks: ReturnType<typeof planReads>) =>
  blocks.map(({ address, neededQuantity, quantity }) => [address, neededQuantity, quantity]);

test('neighbours are read together and a hole starts a new read', () => {
  expect(shape(planReads([polled(12), polled(10), polled(11), polled(20)]))).toEqual([
    [10, 3, 3],
    [20, 1, 1],
  ]);
});

test('a template that allows holes gets one read', () => {
  expect(shape(planReads([polled(10), polled(20)], { maxGap: 9 }))).toEqual([[10, 11, 11]]);
  expect(shape(planReads([polled(10), polled(20)], { maxGap: 8 }))).toHaveLength(2);
});

test('a device that allows five registers is never asked for six, padding included', () => {
  const blocks = planReads(
    Array.from({ length: 12 }, (_, address) => polled(address)),
    { maxRegisters: 5 },
  );
  expect(shape(blocks)).toEqual([
    [0, 5, 5],
    [5, 5, 5],
    [10, 2, 2],
  ]);
  expect(blocks.map((block) => block.ambiguous)).toEqual([false, true, false]);
});

test('two reads of equal length are made different by one register', () => {
  expect(shape(planReads([polled(10), polled(20), polled(30)]))).toEqual([
    [10, 1, 1],
    [20, 1, 2],
    [30, 1, 1],
  ]);
});

test('a read at the end of the address space cannot be padded and is marked', () => {
  const [, last] = planReads([polled(10), polled(65535)]);
  expect(last).toMatchObject({ address: 65535, quantity: 1, ambiguous: true });
});

test('two reads of equally many bits are made different by one byte', () => {
  const bit = { functionCode: 2, format: 'bit', byteOrder: null };
  expect(shape(planReads([polled(10, bit), polled(20, bit)]))).toEqual([
    [10, 1, 1],
    [20, 1, 9],
  ]);
});

test('a line with transaction ids needs no padding', () => {
  expect(shape(planReads([polled(10), polled(20)], { distinctLengths: false }))).toEqual([
    [10, 1, 1],
    [20, 1, 1],
  ]);
});

test('slaves, function codes and cycles never share a read', () => {
  const blocks = planReads([
    polled(0),
    polled(1, { functionCode: 4 }),
    polled(1, { slaveId: 2 }),
    polled(1, { samplingIntervalSeconds: 60 }),
  ]);
  expect(blocks).toHaveLength(4);
});

test('a value and its status register are read in one answer', () => {
  expect(shape(planReads([polled(1, { statusRegister: { address: 2, faultValues: [0xa0] } })]))).toEqual([[1, 2, 2]]);
});

test('a refused read loses its padding first, is then halved down to single points, and ends there', () => {
  const [, padded] = planReads([polled(10), polled(11), polled(20), polled(21)]);
  expect(padded).toMatchObject({ address: 20, quantity: 3 });
  const [unpadded] = splitBlock(padded!)!;
  expect(unpadded).toMatchObject({ address: 20, quantity: 2, mayPad: false });
  const halves = splitBlock(unpadded!)!;
  expect(shape(halves)).toEqual([
    [20, 1, 1],
    [21, 1, 1],
  ]);
  expect(splitBlock(halves[0]!)).toBeNull();
});

test('any set of points is covered once, within the limits, and equal neighbours are told apart or marked', () => {
  const anyPoint = fc.record({
    slaveId: fc.integer({ min: 1, max: 3 }),
    functionCode: fc.constantFrom(1, 2, 3, 4),
    address: fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 65000, max: 65534 })),
    wide: fc.boolean(),
    samplingIntervalSeconds: fc.constantFrom(10, 60),
  });
  const limits = fc.record({
    maxRegisters: fc.integer({ min: 1, max: 125 }),
    maxGap: fc.integer({ min: 0, max: 40 }),
  });
  fc.assert(
    fc.property(fc.array(anyPoint, { maxLength: 60 }), limits, (inputs, { maxRegisters, maxGap }) => {
      const points = inputs.map(({ wide, ...input }, key) => {
        const words = wide ? { format: 'f32', byteOrder: 'ABCD' } : { format: 's16', byteOrder: 'AB' };
        const format = input.functionCode <= 2 ? { format: 'bit', byteOrder: null } : words;
        return { ...polled(0, { ...input, ...format }), key };
      });
      const blocks = planReads(points, { maxRegisters, maxGap });
      expect(blocks.flatMap((block) => block.points.map(({ key }) => key)).sort((a, b) => +a - +b)).toEqual(
        points.map(({ key }) => key),
      );
      const last = new Map<string, number>();
      for (const block of blocks) {
        const isBits = block.functionCode <= 2;
        expect(block.quantity).toBeLessThanOrEqual(isBits ? 2000 : Math.max(2, maxRegisters));
        expect(block.address + block.quantity).toBeLessThanOrEqual(65536);
        for (const { point } of block.points) {
          const span = addressSpan(point);
          expect(span.address).toBeGreaterThanOrEqual(block.address);
          expect(span.address + span.quantity).toBeLessThanOrEqual(block.address + block.neededQuantity);
        }
        const stream = `${block.slaveId}/${block.functionCode}`;
        const byteCount = readByteCount(block.functionCode, block.quantity);
        expect(byteCount === last.get(stream)).toBe(block.ambiguous);
        last.set(stream, byteCount);
      }
    }),
  );
});
