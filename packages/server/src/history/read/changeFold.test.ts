import { describe, expect, it } from 'vitest';
import { ChangeFold, KeptChanges, StateTimes } from './changeFold.ts';
import { TooManyValues, ValueBudget } from './ValueBudget.ts';

const minute = 60_000;
type Sample = readonly [minutes: number, value: number, quality: number];

function changes(samples: readonly Sample[], from: number, to: number): Sample[] {
  const fold = new ChangeFold({ from: from * minute, to: to * minute, staleAfter: 3 * minute }, new KeptChanges());
  for (const [at, value, quality] of samples) fold.add(at * minute, value, quality);
  const { length, measuredAt, values, quality } = fold.finish();
  return Array.from({ length }, (_, i) => [measuredAt[i]! / minute, values[i]!, quality[i]!]);
}

describe('the curve of a state point', () => {
  it('keeps each change and drops repetitions', () => {
    const door: Sample[] = [
      [0, 0, 0],
      [1, 0, 0],
      [2, 1, 0],
      [2.1, 0, 0],
      [3, 0, 0],
    ];
    expect(changes(door, 0, 4)).toEqual([
      [0, 0, 0],
      [2, 1, 0],
      [2.1, 0, 0],
    ]);
  });

  it('begins with the state that already held', () => {
    expect(
      changes(
        [
          [-1, 1, 0],
          [1, 1, 0],
          [2, 0, 0],
        ],
        0,
        3,
      ),
    ).toEqual([
      [0, 1, 0],
      [2, 0, 0],
    ]);
    expect(changes([[-1, 1, 0]], 0, 1)).toEqual([[0, 1, 0]]);
    expect(
      changes(
        [
          [-1, 1, 0],
          [0, 1, 0],
        ],
        0,
        1,
      ),
    ).toEqual([[0, 1, 0]]);
  });

  it('shows a gap from the moment the state became stale', () => {
    expect(
      changes(
        [
          [0, 1, 0],
          [9, 1, 0],
        ],
        0,
        10,
      ),
    ).toEqual([
      [0, 1, 0],
      [3, Number.NaN, 0],
      [9, 1, 0],
    ]);
    expect(changes([[-9, 1, 0]], 0, 10)).toEqual([]);
    expect(changes([[-1, 1, 0]], 0, 10)).toEqual([
      [0, 1, 0],
      [2, Number.NaN, 0],
    ]);
  });

  it('shows a bad state with its reason, never with a value', () => {
    expect(
      changes(
        [
          [0, 1, 0],
          [1, 1, 64],
          [2, 7, 64],
          [3, Number.NaN, 0],
          [4, 1, 0],
        ],
        0,
        5,
      ),
    ).toEqual([
      [0, 1, 0],
      [1, Number.NaN, 64],
      [3, Number.NaN, 69],
      [4, 1, 0],
    ]);
  });
});

describe('the statistics of a state point', () => {
  const timesOf = (values: readonly number[], most: number) => {
    const fold = new ChangeFold(
      { from: 0, to: values.length * minute, staleAfter: 3 * minute },
      new StateTimes(new ValueBudget(most)),
    );
    for (const [at, value] of values.entries()) fold.add(at * minute, value, 0);
    return fold.finish();
  };

  it('are as many as its states, however often it flaps', () => {
    const flapping = Array.from({ length: 10_000 }, (_, i) => i % 2);
    expect(timesOf(flapping, 2)).toEqual([
      { value: 0, durationMs: 5_000 * minute, count: 5_000 },
      { value: 1, durationMs: 5_000 * minute, count: 5_000 },
    ]);
    expect(() => timesOf([1, 2, 3], 2)).toThrow(TooManyValues);
  });
});
