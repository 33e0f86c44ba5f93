import { expect, it } from 'vitest';
import { onSiteOrder } from './onSiteOrder.ts';

const device = (Mtid: number, MName: string, LocationName: string | null) => ({ Mtid, MName, LocationName });
const zone = (ZoneName: string, left: number, right: number) => ({
  ZoneName,
  Corners: [
    [left, 0],
    [right, 0],
    [right, 1],
    [left, 1],
  ] as [number, number][],
});

it('puts what is not placed first, then what belongs where the plan was tapped', () => {
  const devices = [
    device(1, 'Freezer 10', 'Hall A'),
    device(2, 'Freezer 2', 'Hall A'),
    device(3, 'Chiller', 'Hall B'),
    device(4, 'Meter', 'Site'),
    device(5, 'Door', null),
  ];
  const zones = [zone('Hall A', 0, 0.5), zone('Hall B', 0.5, 1)];
  const order = (at: { X: number; Y: number } | null) =>
    onSiteOrder(devices, [{ Mtid: 2 }], zones, at, 'Site').map(({ device: { Mtid }, isPlaced }) =>
      isPlaced ? -Mtid : Mtid,
    );
  expect(order({ X: 0.2, Y: 0.5 })).toEqual([1, 4, 3, 5, -2]);
  expect(order({ X: 0.8, Y: 0.5 })).toEqual([3, 4, 5, 1, -2]);
  expect(order(null)).toEqual([4, 3, 5, 1, -2]);
});
