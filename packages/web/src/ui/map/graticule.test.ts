import { expect, it } from 'vitest';
import { degrees, graticuleOf } from './graticule.ts';

it('the whole world has few lines, a town has lines a fraction of a degree apart', () => {
  const world = graticuleOf([-180, -85, 180, 85], 2);
  expect(world.longitudes).toContain(0);
  expect(world.longitudes.length).toBeLessThan(10);
  const town = graticuleOf([120, 30, 120.5, 30.4], 10);
  expect(town.latitudes).toEqual([30, 30.2, 30.4]);
  expect(town.decimals).toBe(1);
});

it('no line stands beyond the edge of the map', () => {
  const lines = graticuleOf([-400, -90, 400, 90], 1);
  expect(Math.max(...lines.longitudes)).toBeLessThanOrEqual(180);
  expect(Math.max(...lines.latitudes)).toBeLessThanOrEqual(85);
});

it('degrees are said with their hemisphere', () => {
  expect(degrees(-33.9, 'latitude', 1)).toBe('33.9° S');
  expect(degrees(120, 'longitude', 0)).toBe('120° E');
  expect(degrees(0, 'longitude', 0)).toBe('0°');
});
