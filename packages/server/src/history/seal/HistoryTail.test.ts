import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReadingColumns } from '../../events.ts';
import { hourMs } from '../hours.ts';
import { HistoryTail } from './HistoryTail.ts';

const hour = 500_000;
const point = 7;

type Row = readonly [at: number, value: number];

const columnsOf = (rows: readonly Row[]): ReadingColumns => ({
  length: rows.length,
  pointIds: new Int32Array(rows.length).fill(point),
  measuredAt: Float64Array.from(rows, ([at]) => at),
  values: Float64Array.from(rows, ([, value]) => value),
  quality: new Uint8Array(rows.length),
});

const read = (tail: HistoryTail, from: number, to: number): Row[] => {
  const { length, measuredAt, values } = tail.read(point, from, to);
  return Array.from({ length }, (_, i): Row => [measuredAt[i]!, values[i]!]);
};

/** What a map by time would say: of one moment the last that came. */
const expected = (rows: readonly Row[], from: number, to: number): Row[] =>
  [...new Map(rows)].filter(([at]) => at >= from && at < to).sort(([a], [b]) => a - b);

describe('History that is not sealed yet', () => {
  it('reads any stretch of a long upload, for any order of arrival and of reads', () => {
    const parts = fc.array(
      fc.record({
        first: fc.integer({ min: -30_000, max: 30_000 }),
        count: fc.integer({ min: 1, max: 6_000 }),
        step: fc.constantFrom(-7, -1, 0, 1, 3),
        readsAfter: fc.boolean(),
      }),
      { minLength: 1, maxLength: 6 },
    );
    const range = fc.tuple(fc.integer({ min: -40_000, max: 40_000 }), fc.integer({ min: 0, max: 30_000 }));
    fc.assert(
      fc.property(parts, range, (all, [start, length]) => {
        const tail = new HistoryTail();
        const rows: Row[] = [];
        const base = hour * hourMs;
        const [from, to] = [base + start * 60_000, base + (start + length) * 60_000];
        all.forEach(({ first, count, step, readsAfter }, part) => {
          const some = Array.from(
            { length: count },
            (_, i): Row => [base + (first + i * step) * 60_000, part + i / 10],
          );
          tail.add(hour + (part > 3 ? 1 : 0), columnsOf(some));
          rows.push(...some);
          if (readsAfter) read(tail, from, to);
        });
        expect(read(tail, from, to)).toEqual(expected(rows, from, to));
        const first = Math.min(...rows.map(([at]) => at));
        expect([tail.hasBefore(point, first), tail.hasBefore(point, first + 1)]).toEqual([false, true]);
        expect(read(tail, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)).toEqual(
          expected(rows, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY),
        );
      }),
      { numRuns: 60 },
    );
  });
});
