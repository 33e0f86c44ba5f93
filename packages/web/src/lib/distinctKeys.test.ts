import { expect, it } from 'vitest';
import { distinctKeys } from './distinctKeys.ts';

it('gives two items that share a key one each', () => {
  const keys = distinctKeys(['a', 'b', 'a', 'a'], (item) => item).map(([key]) => key);
  expect(keys).toEqual(['a', 'b', 'a 2', 'a 3']);
});
