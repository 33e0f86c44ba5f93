import type { Curve, StrategyPoint } from '@watchpost/contract';
import { expect, it } from 'vitest';
import { apart } from './LimitCurve.tsx';
import { followedBy, foundAmong, movingLimits, standing } from './limitsInForce.ts';

const point = (PointId: number, OwnName: string, ModelTreeId = 1): StrategyPoint => ({
  ...{ PointId, OwnName, ModelTreeId, PointName: OwnName, PointTypeId: 2, PointTypeName: '温度', PointType: 0 },
  ...{ Unit: '°C', Decimals: 1, UnitMap: [], ModelTreeName: null, SmallTypeId: null, SmallTypeName: null, Area: null },
});
const air = point(5, '库温');
const device = [air, point(6, '蒸发器温度'), point(7, '设定温度'), point(3, '设定温度', 2)];

it('a limit that follows a point is drawn beside the one the server means: of the same device, by its name, never itself', () => {
  expect(foundAmong({ pointTypeId: 2, pointName: '设定温度' }, air, device)).toBe(7);
  expect(foundAmong({ pointTypeId: 2 }, air, device)).toBe(6);
  expect(foundAmong({ pointTypeId: 2 }, air, [air])).toBeUndefined();
  expect(foundAmong({ pointId: 90 }, air, device)).toBe(90);
});

it('it moves with that point and has a gap where nobody knows it; limits that stand still are drawn as before', () => {
  const from = { pointTypeId: 2, pointName: '设定温度' };
  const bands = { high: { limit: 3, severity: 2, from }, highHigh: { limit: -10, severity: 1 } };
  const curve = {
    DataList: [
      { Time: 1, Value: -20 },
      { Time: 2, Value: null },
      { Time: 3, Value: -18 },
    ],
  } as Curve;
  expect(followedBy(bands)).toEqual([from]);
  expect(standing(bands)).toEqual({ highHigh: { limit: -10, severity: 1 } });
  expect(movingLimits(bands, () => curve)).toEqual([
    {
      band: 'high',
      samples: [
        { at: 1, limit: -17 },
        { at: 2, limit: null },
        { at: 3, limit: -15 },
      ],
    },
  ]);
  expect(movingLimits(bands, () => undefined)).toEqual([]);
});

it('labels of limits that lie close stand below each other, the rest where their lines are', () => {
  expect(apart([20, 24, 30, 90])).toEqual([20, 34, 48, 90]);
});
