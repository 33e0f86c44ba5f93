import { expect, it } from 'vitest';
import { autoPlace, rows } from './autoPlace.ts';

const zone = {
  ZoneName: 'Dock',
  Corners: [
    [0, 0],
    [0.5, 0],
    [0.5, 0.5],
  ] as [number, number][],
};

it('lays devices of an area out in the zone of its name, each at a place of its own', () => {
  const devices = Array.from({ length: 9 }, (_, i) => ({ Mtid: i + 1, LocationName: i < 5 ? 'Dock' : null }));
  const placed = autoPlace(devices, [zone], 1.6);
  expect(placed.map(({ Mtid }) => Mtid).sort()).toEqual(devices.map(({ Mtid }) => Mtid));
  for (const { Mtid, X, Y } of placed) {
    expect(X > 0 && X < (Mtid <= 5 ? 0.5 : 1)).toBe(true);
    expect(Y > 0 && Y < (Mtid <= 5 ? 0.5 : 1)).toBe(true);
  }
  expect(new Set(rows(20, { left: 0, top: 0, right: 1, bottom: 1 }, 2).map(({ X, Y }) => `${X} ${Y}`)).size).toBe(20);
});
