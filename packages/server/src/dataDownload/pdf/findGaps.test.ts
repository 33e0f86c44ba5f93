import { expect, test } from 'vitest';
import type { Series } from '../series.ts';
import { reasonOfGap } from './findGaps.ts';

const hour = 3_600_000;
/** A point of which nothing arrived within the range. */
const nothing = { point: { id: 7, kind: 'analog' }, length: 0, times: new Float64Array() } as unknown as Series;

const reasonWhen = async (knownSince: number | null) => {
  const reason = await reasonOfGap(
    {
      history: {
        raw: async () => [],
        knownBefore: async (ids, before) => new Set(knownSince !== null && knownSince < before ? ids : []),
        buckets: async () => [],
        corrections: async () => [],
      },
    },
    nothing,
    { from: 10 * hour, to: 16 * hour },
  );
  return reason.en;
};

test('a point that had fallen silent before the range began is not said to have had no data yet', async () => {
  expect(await reasonWhen(hour)).toBe('No reading arrived');
});

test.each([
  ['begins after the gap', 16 * hour],
  ['has not begun at all', null],
])('a point that %s had no data yet', async (_what, knownSince) => {
  expect(await reasonWhen(knownSince)).toBe('The point had no data yet');
});
