import { describe, expect, it } from 'vitest';
import { ChangeFold } from './changeFold.ts';

const minute = 60_000;
type Sample = readonly [minutes: number, value: number, quality: number];

function changes(samples: readonly Sample[], from: number, to: number): Sample[] {
  const fold = new ChangeFold({ from: from * minute, to: to * minute, staleAfter: 3 * minute });
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
