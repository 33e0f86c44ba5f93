import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hourMs } from '@watchpost/contract';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { ReadingColumns } from '../../events.ts';

import { HistoryTail } from './HistoryTail.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'tail-'));
afterAll(() => rmSync(folder, { recursive: true }));

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

const fail = (error: unknown): never => {
  throw error;
};

describe('History that is not sealed yet', () => {
  it('reads any stretch of a long upload, for any order of arrival and of reads, in memory or in files', async () => {
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
    const moved = fc.constantFrom(null, 1, 3_000, 8_000);
    await fc.assert(
      fc.asyncProperty(parts, range, moved, async (all, [start, length], samples) => {
        const tail = new HistoryTail(samples === null ? null : { folder, samples, onFailed: fail });
        const rows: Row[] = [];
        const base = hour * hourMs;
        const [from, to] = [base + start * 60_000, base + (start + length) * 60_000];
        for (const [part, { first, count, step, readsAfter }] of all.entries()) {
          const some = Array.from(
            { length: count },
            (_, i): Row => [base + (first + i * step) * 60_000, part + i / 10],
          );
          tail.add(hour + (part > 3 ? 1 : 0), columnsOf(some));
          rows.push(...some);
          if (readsAfter) expect(read(tail, from, to)).toEqual(expected(rows, from, to));
          if (readsAfter) await tail.settled();
        }
        await tail.settled();
        expect(read(tail, from, to)).toEqual(expected(rows, from, to));
        const first = Math.min(...rows.map(([at]) => at));
        expect([tail.hasBefore(point, first), tail.hasBefore(point, first + 1)]).toEqual([false, true]);
        const everything = expected(rows, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
        expect(read(tail, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)).toEqual(everything);
        expect(tail.latest().get(point)).toEqual({
          measuredAt: everything.at(-1)![0],
          value: everything.at(-1)![1],
          quality: 0,
        });
        tail.dropThrough(hour + 1);
        expect([tail.has(point), tail.sampleCount]).toEqual([false, 0]);
      }),
      { numRuns: 60 },
    );
  });

  it('keeps memory flat however many samples an hour brings, and leaves no file behind', async () => {
    const tail = new HistoryTail({ folder, samples: 10_000, onFailed: fail });
    let bytes = 0;
    for (let part = 0; part < 40; part++) {
      tail.add(hour, columnsOf(Array.from({ length: 10_000 }, (_, i): Row => [hour * hourMs + part * 10_000 + i, i])));
      await tail.settled();
      bytes = Math.max(bytes, tail.byteLength);
    }
    expect([tail.sampleCount, read(tail, hour * hourMs, hour * hourMs + 400_000).length]).toEqual([400_000, 400_000]);
    expect(bytes).toBeLessThan(10_000);
    expect(readdirSync(folder)).toEqual([]);
    await tail.close();
  });

  it('keeps samples in memory when they cannot be moved, and says so', async () => {
    const file = path.join(folder, 'file');
    writeFileSync(file, '');
    const failures: unknown[] = [];
    const tail = new HistoryTail({ folder: file, samples: 10, onFailed: (error) => failures.push(error) });
    const rows = Array.from({ length: 25 }, (_, i): Row => [hour * hourMs + i, i]);
    tail.add(hour, columnsOf(rows));
    await tail.settled();
    expect([failures.length, read(tail, hour * hourMs, hour * hourMs + 25)]).toEqual([1, rows]);
  });

  it('lets a move end that is under way when its hour is sealed, and goes on with the next hour', async () => {
    const tail = new HistoryTail({ folder, samples: 10, onFailed: fail });
    const rowsOf = (of: number) => Array.from({ length: 100_000 }, (_, i): Row => [of * hourMs + i, i]);
    tail.add(hour, columnsOf(rowsOf(hour)));
    await new Promise(setImmediate);
    tail.dropThrough(hour);
    tail.add(hour + 1, columnsOf(rowsOf(hour + 1)));
    await tail.settled();
    expect(tail.sampleCount).toBe(100_000);
    expect(read(tail, (hour + 1) * hourMs, (hour + 2) * hourMs)).toEqual(rowsOf(hour + 1));
    await tail.close();
  });

  it('moves nothing that was sealed meanwhile', async () => {
    const tail = new HistoryTail({ folder, samples: 10, onFailed: fail });
    tail.add(hour, columnsOf(Array.from({ length: 25 }, (_, i): Row => [hour * hourMs + i, i])));
    tail.dropThrough(hour);
    await tail.settled();
    expect([tail.has(point), tail.byteLength]).toEqual([false, 0]);
  });
});
