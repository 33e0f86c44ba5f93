import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SampleColumns } from '../samples.ts';
import { decodeSegment, encodeSegment } from './segmentCodec.ts';

const hour = 3_600_000 * 480_000;

const columnsOf = (rows: readonly (readonly [number, number, number])[]): SampleColumns => ({
  length: rows.length,
  measuredAt: Float64Array.from(rows, (r) => r[0]),
  // Negative zero may come back as zero; adding zero takes it out of the comparison.
  values: Float64Array.from(rows, (r) => r[1] + 0),
  quality: Uint8Array.from(rows, (r) => r[2]),
});

const value = fc.oneof(
  fc.integer({ min: -400, max: 400 }).map((n) => n / 10),
  fc.integer({ min: -40_000_000, max: 40_000_000 }).map((n) => n / 1000),
  fc.float({ noDefaultInfinity: true }),
  fc.double({ noDefaultInfinity: true }),
  fc.constant(Number.NaN),
);
const kindOfValues = fc.oneof(
  fc.constant(value),
  fc.constant(fc.integer({ min: -400, max: 400 }).map((n) => n / 10)),
  fc.constant(fc.float({ noDefaultInfinity: true })),
  fc.constant(fc.constantFrom(-18.5, Number.NaN)),
  fc.constant(fc.integer({ min: -(2 ** 48), max: 2 ** 48 })),
);
const time = fc.oneof(
  fc.integer({ min: 0, max: 59 }).map((n) => hour + n * 60_000),
  fc.integer({ min: 0, max: 3_599_999 }).map((n) => hour + n),
  fc.integer({ min: -1e12, max: 1e12 }).map((n) => hour + n),
);
const quality = fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, fc.integer({ min: 0, max: 255 }));
const rows = kindOfValues.chain((values) => fc.array(fc.tuple(time, values, quality), { maxLength: 200 }));

describe('a history segment', () => {
  it('gives back every time, value and quality it was made from, in any order and with repeated times', () => {
    fc.assert(
      fc.property(rows, (given) => {
        const samples = columnsOf(given);
        expect(decodeSegment(hour, encodeSegment(hour, samples))).toEqual(samples);
      }),
      { numRuns: 500 },
    );
  });

  it('gives back long series that are worth deflating', () => {
    const flat = columnsOf(Array.from({ length: 20_000 }, (_, i) => [hour + i * 180, i % 997 === 0 ? 1.5 : 1, 0]));
    const bytes = encodeSegment(hour, flat);
    expect(bytes[0]! & 0x80).toBe(0x80);
    expect(decodeSegment(hour, bytes)).toEqual(flat);
  });

  it('needs no more than 20 bytes for an hour of a steady value', () => {
    const steady = columnsOf(Array.from({ length: 60 }, (_, i) => [hour + i * 60_000, -18.5, 0]));
    expect(encodeSegment(hour, steady).length).toBeLessThanOrEqual(20);
  });

  it('says so when its bytes are cut short or unknown, and never hangs on damaged ones', () => {
    const bytes = encodeSegment(
      hour,
      columnsOf([
        [hour, 1.5, 0],
        [hour + 1234, Number.NaN, 64],
        [hour + 9999, 7, 0],
      ]),
    );
    expect(() => decodeSegment(hour, bytes.subarray(0, bytes.length - 2))).toThrow(RangeError);
    expect(() => decodeSegment(hour, Uint8Array.of(9, 1, 2))).toThrow('unknown version');
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 60 }), (noise) => {
        try {
          decodeSegment(hour, Uint8Array.of(1, ...noise));
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }),
    );
  });
});
