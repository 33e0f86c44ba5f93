import { expect, it } from 'vitest';
import { markerSizes } from './markerSizes.ts';

it('shows names where there is room, values where there is less, and dots where markers would cover each other', () => {
  const row = (step: number) => [0, 1, 2].map((at) => ({ x: at * step, y: 0 }));
  expect(markerSizes(row(130), true)).toEqual(['named', 'named', 'named']);
  expect(markerSizes(row(130), false)).toEqual(['bare', 'bare', 'bare']);
  expect(markerSizes(row(104), true)).toEqual(['named', 'bare', 'named']);
  expect(markerSizes(row(60), true)).toEqual(['bare', 'dot', 'bare']);
  expect(markerSizes(row(20), true)).toEqual(['dot', 'dot', 'dot']);
});

it('leaves room for the names of zones', () => {
  const name = { x: 60, y: 0, width: 60, height: 20 };
  expect(markerSizes([{ x: 0, y: 0 }], true, [name])).toEqual(['dot']);
  expect(markerSizes([{ x: -30, y: 0 }], true, [name])).toEqual(['bare']);
  expect(markerSizes([{ x: 0, y: 60 }], true, [name])).toEqual(['named']);
});
