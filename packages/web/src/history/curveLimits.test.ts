import type { Curve } from '@watchpost/contract';
import { expect, it } from 'vitest';
import { hasLimits, limitLines, steadyLimits } from './curveLimits.ts';
import type { Look } from './curveLook.ts';
import { shapeCurves } from './shapeCurves.ts';

const hour = 3_600_000;
const none = { UpperLimit: null, LowerLimit: null, SuperUpperLimit: null, SuperLowerLimit: null };
const curve: Curve = {
  ...{ PointId: 1, PointName: 'Air', DeviceName: null, PointType: 0, PointTypeName: '', Unit: '°C', UnitMap: [] },
  ...{ Decimals: 0, Max: -10, Min: -20, Avg: -15, KnownMs: 24 * hour, BeyondMs: 0 },
  DataList: [{ Time: 0, Value: -15 }],
  ...none,
};
const look = {
  colours: { urgent: 'red', important: 'orange', muted: 'grey' },
  words: { limits: { highHigh: 'HH', high: 'H', low: 'L', lowLow: 'LL' }, nameAndName: ', ' },
} as Look;
const linesOf = (changes: Partial<Curve>) =>
  limitLines(shapeCurves([{ ...curve, ...changes }], { from: 0, to: 24 * hour }, 30), look).map(({ label, spans }) => ({
    label,
    spans,
  }));

it('a limit that holds at certain hours is drawn at these hours, and colours nothing that lies beyond its height', () => {
  expect(linesOf({ UpperLimit: -15 })).toEqual([{ label: 'H −15', spans: null }]);
  const LimitList = [
    { ...none, FromEpoch: 0, ToEpoch: 8 * hour },
    { ...none, UpperLimit: -18, FromEpoch: 8 * hour, ToEpoch: 18 * hour },
    { ...none, FromEpoch: 18 * hour, ToEpoch: 24 * hour },
  ];
  expect(linesOf({ LimitList })).toEqual([{ label: 'H −18', spans: [{ from: 8 * hour, to: 18 * hour }] }]);
  expect(steadyLimits({ ...curve, LimitList })).toEqual([]);
  expect(hasLimits({ ...curve, LimitList })).toBe(true);
  expect(hasLimits(curve)).toBe(false);
});
