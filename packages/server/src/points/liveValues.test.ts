import { expect, test } from 'vitest';
import { LiveValues } from './liveValues.ts';

const noon = Date.UTC(2026, 10, 21, 4);
const hour = 3_600_000;
const toleranceMs = 60_000;

type Row = readonly [measuredAt: number, value: number];
const columnsOf = (...rows: readonly Row[]) => ({
  length: rows.length,
  pointIds: Int32Array.from(rows, () => 7),
  measuredAt: Float64Array.from(rows, ([measuredAt]) => measuredAt),
  values: Float64Array.from(rows, ([, value]) => value),
  quality: new Uint8Array(rows.length),
});

/** What a point shows after it heard of these rows at that moment, and which of them were news. */
function hearing(live: LiveValues, now: number, ...rows: readonly Row[]) {
  const fresh = live.apply(columnsOf(...rows), now + toleranceMs);
  return { fresh, shown: live.get(7)?.value };
}

test('an older reading does not turn the display back', () => {
  const live = new LiveValues();
  hearing(live, noon, [noon, -18]);
  expect(hearing(live, noon + 5_000, [noon - hour, -20], [noon + 5_000, -19], [noon + 4_000, -21])).toEqual({
    fresh: [1],
    shown: -19,
  });
});

test('a reading somewhat ahead of our clock still stands until its time has come', () => {
  const live = new LiveValues();
  hearing(live, noon, [noon + toleranceMs, -18]);
  expect(hearing(live, noon, [noon, -19])).toEqual({ fresh: [], shown: -18 });
});

test('after the clock was set back the display follows the readings at once', () => {
  const live = new LiveValues();
  hearing(live, noon + hour, [noon + hour, -18]);
  expect(hearing(live, noon + 5_000, [noon + 5_000, -19], [noon + 4_000, -21])).toEqual({ fresh: [0], shown: -19 });
  expect(hearing(live, noon + 10_000, [noon + 10_000, -20])).toEqual({ fresh: [0], shown: -20 });
});

test('what history knows of a time to come, after a restart, does not stand in front of readings either', () => {
  const live = new LiveValues();
  live.apply(columnsOf([noon + hour, -18]));
  expect(hearing(live, noon, [noon, -19])).toEqual({ fresh: [0], shown: -19 });
});
