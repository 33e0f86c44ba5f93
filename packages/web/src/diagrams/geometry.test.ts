import { expect, it } from 'vitest';
import { boxOf, pathOf, portOf, route, snapped } from './geometry.ts';
import { scaledPath } from './symbols/drawings.ts';

const node = {
  symbol: 'compressor' as const,
  at: [100, 100] as [number, number],
  size: [60, 40] as [number, number],
  turn: 0 as const,
};

it('turns a symbol around its middle, with its ports', () => {
  expect(portOf(node, 'suction')).toEqual({ at: [130, 100], out: [0, -1] });
  expect(boxOf({ ...node, turn: 90 })).toEqual({ x: 110, y: 90, w: 40, h: 60 });
  expect(portOf({ ...node, turn: 90 }, 'suction')).toEqual({ at: [150, 120], out: [1, 0] });
  expect(portOf({ ...node, turn: 180 }, 'suction')).toEqual({ at: [130, 140], out: [0, 1] });
  expect(portOf(node, 'wings')).toBeUndefined();
});

it('mirrors before it turns', () => {
  const pump = { ...node, symbol: 'pump' as const, flip: true };
  expect(portOf(pump, 'in')).toEqual({ at: [160, 120], out: [1, 0] });
});

it('goes along the axes, leaves ports straight, and passes the bends', () => {
  const from = { at: [0, 0] as const, out: [0, 1] as const };
  const corners = route(from, { at: [100, 200], out: [0, -1] }, []);
  expect(corners[0]).toEqual([0, 0]);
  expect(corners.at(-1)).toEqual([100, 200]);
  for (const [index, [x, y]] of corners.slice(1).entries()) {
    const [beforeX, beforeY] = corners[index]!;
    expect(x === beforeX || y === beforeY).toBe(true);
  }
  expect(
    route(from, { at: [100, 200], out: null }, [
      [60, 80],
      [60, 150],
    ]),
  ).toContainEqual([60, 80]);
});

it('draws one straight stretch between ports that face each other', () => {
  const corners = route({ at: [10, 0], out: [0, 1] }, { at: [10, 50], out: [0, -1] }, []);
  expect(pathOf(corners)).toBe('M10 0L10 50');
});

it('aligns with an edge nearby, else keeps to the grid', () => {
  const other = { x: 200, y: 0, w: 50, h: 50 };
  const near = snapped({ x: 197, y: 104, w: 20, h: 20 }, [other], { grid: 10, reach: 6 });
  expect([near.x, near.y]).toEqual([200, 100]);
  expect(near.guides).toEqual([{ axis: 'x', at: 200 }]);
  expect(snapped({ x: 87, y: 104, w: 21, h: 20 }, [other], { grid: 10, reach: 6 })).toMatchObject({
    x: 90,
    guides: [],
  });
});

it('tells a path in another size, and leaves the flags of its arcs alone', () => {
  expect(scaledPath('M1 2h3v-4a5 5 0 1 0 6 7Z', 2, 10)).toBe('M2 20h6v-40a10 50 0 1 0 12 70Z');
});
