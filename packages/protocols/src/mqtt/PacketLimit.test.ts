import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PacketLimit } from './PacketLimit.ts';

/** A packet of that many bytes behind its header, and the size of both. */
function packet(length: number): { bytes: Buffer; size: number } {
  const header = [0x30];
  let rest = length;
  do {
    header.push((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0));
    rest >>>= 7;
  } while (rest > 0);
  return { bytes: Buffer.concat([Buffer.from(header), Buffer.alloc(length, 0xff)]), size: header.length + length };
}

test('a packet is known to be too large by its first bytes', () => {
  expect(new PacketLimit(100, 1_000).push(Buffer.from('30ffffff7f', 'hex'))).toEqual({
    byteCount: 268_435_460,
    offset: 0,
  });
});

test('the first packet has a limit of its own', () => {
  const { bytes } = packet(500);
  expect(new PacketLimit(100, 1_000).push(bytes)).toEqual({ byteCount: 503, offset: 0 });
  const limit = new PacketLimit(1_000, 100);
  expect(limit.push(bytes)).toBeNull();
  expect(limit.push(bytes)).toEqual({ byteCount: 503, offset: 0 });
});

test('exactly the limit is not too large, and one byte more is', () => {
  const { bytes, size } = packet(300);
  expect(new PacketLimit(size, size).push(bytes)).toBeNull();
  expect(new PacketLimit(size - 1, size).push(bytes)).toEqual({ byteCount: size, offset: 0 });
});

test('however the bytes arrive, the first packet that is too large is found, and no other', () => {
  const chunksOf = (bytes: Buffer, cuts: readonly number[]): Buffer[] => {
    const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
    return places.slice(1).map((end, i) => bytes.subarray(places[i], end));
  };
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 12 }),
      fc.array(fc.nat(), { maxLength: 20 }),
      (lengths, cuts) => {
        const packets = lengths.map(packet);
        const limit = new PacketLimit(300, 300);
        const found = chunksOf(Buffer.concat(packets.map(({ bytes }) => bytes)), cuts)
          .map((chunk) => ({ chunk, oversized: limit.push(chunk) }))
          .find(({ oversized }) => oversized !== null);
        expect(found?.oversized?.byteCount).toBe(packets.find(({ size }) => size > 300)?.size);
      },
    ),
  );
});
