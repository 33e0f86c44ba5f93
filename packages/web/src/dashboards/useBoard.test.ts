import { expect, it } from 'vitest';
import { moved, ordered } from './useBoard.ts';

it('keeps an order that somebody chose, and appends what came since', () => {
  expect(ordered(['a', 'b', 'c', 'd'], (each) => each, ['c', 'gone', 'a'])).toEqual(['c', 'a', 'b', 'd']);
});

it('moves by one step, and not beyond the ends', () => {
  expect(moved(['a', 'b', 'c'], 'c', -1)).toEqual(['a', 'c', 'b']);
  expect(moved(['a', 'b', 'c'], 'a', -1)).toEqual(['a', 'b', 'c']);
});
