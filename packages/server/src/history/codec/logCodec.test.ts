import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReadingColumns } from '../../events.ts';
import { decodeLog, encodeLog } from './logCodec.ts';

const columnsOf = (rows: readonly (readonly [number, number, number, number])[]): ReadingColumns => ({
  length: rows.length,
  pointIds: Int32Array.from(rows, (r) => r[0]),
  measuredAt: Float64Array.from(rows, (r) => r[1]),
  values: Float64Array.from(rows, (r) => r[2] + 0),
  quality: Uint8Array.from(rows, (r) => r[3]),
});

const id = fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 2 ** 31 - 1 }));
const base = 1_700_000_000_000;
const oneOf = <T>(...kinds: fc.Arbitrary<T>[]) => fc.constantFrom(...kinds);
const times = oneOf<number>(
  fc.constant(base),
  fc.integer({ min: base, max: base + 60_000 }),
  fc.integer({ min: base, max: base + 4e9 }),
  fc.integer({ min: -1e15, max: 1e15 }),
);
const values = oneOf<number>(
  fc.integer({ min: -400, max: 400 }).map((n) => n / 10),
  fc.integer({ min: -40_000_000, max: 40_000_000 }).map((n) => n / 1000),
  fc.constantFrom(-32768, 32767, 0, Number.NaN),
  fc.constantFrom(-2147483648, 2147483647, Number.NaN),
  fc.float(),
  fc.double(),
);
const quality = oneOf<number>(fc.constant(0), fc.constant(64), fc.integer({ min: 0, max: 255 }));
const rows = fc.tuple(times, values, quality).chain(([t, v, q]) => fc.array(fc.tuple(id, t, v, q), { maxLength: 100 }));

describe('a log payload', () => {
  it('gives back exactly the readings of the commit', () => {
    fc.assert(
      fc.property(rows, (given) => {
        const columns = columnsOf(given);
        expect(decodeLog(encodeLog(columns))).toEqual(columns);
      }),
      { numRuns: 1000 },
    );
  });

  it('reads payloads from any place in a larger buffer', () => {
    const columns = columnsOf([
      [7, base, -18.5, 0],
      [9, base + 1, Number.NaN, 64],
    ]);
    const shifted = Buffer.concat([Buffer.alloc(3), encodeLog(columns)]).subarray(3);
    expect(decodeLog(shifted)).toEqual(columns);
  });

  it('ignores what lies beyond the length of the columns', () => {
    const columns = {
      ...columnsOf([
        [1, base, 20.3, 0],
        [2, base, 1 / 3, 9],
      ]),
      length: 1,
    };
    expect(decodeLog(encodeLog(columns))).toEqual(columnsOf([[1, base, 20.3, 0]]));
  });

  it('drops fractions of a millisecond and refuses a reading without a time', () => {
    expect(decodeLog(encodeLog(columnsOf([[1, base + 0.75, 1, 0]]))).measuredAt[0]).toBe(base);
    expect(() => encodeLog(columnsOf([[1, Number.NaN, 1, 0]]))).toThrow(RangeError);
    expect(() => encodeLog(columnsOf([[1, Number.POSITIVE_INFINITY, 1, 0]]))).toThrow(RangeError);
  });

  it('refuses bytes of a version it does not know', () => {
    expect(() => decodeLog(Buffer.alloc(32, 9))).toThrow('unknown version');
  });
});
