import { expect, it } from 'vitest';
import { cellsWithin, coastsOf, cutOut, landCells, ringsOf } from './landCells.ts';

const square = { west: 105, south: 15 };
/** A block of land from the middle of the square over its eastern edge. */
const land = [
  [
    [120, 20],
    [150, 20],
    [150, 30],
    [120, 30],
    [120, 20],
  ],
] as [number, number][][];

it('a view asks for the squares that it touches, and for none outside the earth', () => {
  expect(cellsWithin([118, 29, 123, 32])).toEqual([square]);
  expect(cellsWithin([100, 29, 123, 50])).toHaveLength(4);
  expect(cellsWithin([-400, -100, 400, 100])).toEqual(landCells);
});

it('land is cut at the edge of its square, a little outside it', () => {
  const [ring] = ringsOf(cutOut(land, square));
  expect(Math.max(...ring!.map(([longitude]) => longitude))).toBeCloseTo(135.1, 1);
  expect(Math.min(...ring!.map(([longitude]) => longitude))).toBe(120);
  expect(cutOut(land, { west: -75, south: 15 })).toEqual([]);
});

it('where the square ends is no coast', () => {
  const lines = coastsOf(ringsOf(cutOut(land, square)), square);
  const isEdge = ([longitude]: readonly [number, number]) => longitude > 135;
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines)
    for (const [n, at] of line.entries()) expect(n > 0 && isEdge(at) && isEdge(line[n - 1]!)).toBe(false);
});
