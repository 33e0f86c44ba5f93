import { type PointValue, qualityCode } from '@watchpost/contract';
import { expect, it } from 'vitest';
import { keepNewer, newestOf, withLiveValue, withLiveValues } from './liveValue.ts';

const door: PointValue = {
  PointId: 17,
  PointName: 'Door',
  PointType: 1,
  PointTypeId: 1,
  PointTypeName: 'Door state',
  PointTypeCode: 'doorState',
  Unit: '',
  Decimals: 0,
  IsWrite: false,
  Value: 0,
  ValueText: 'Closed',
  Time: 1_000,
  Quality: 'good',
  QualityReason: null,
  ExceptionCode: null,
  SamplingSeconds: 10,
  SuperUpperLimit: null,
  UpperLimit: null,
  LowerLimit: null,
  SuperLowerLimit: null,
  AlarmLevel: null,
  UnitMap: [
    { Key: 0, Value: 'Closed' },
    { Key: 1, Value: 'Open' },
  ],
};

it('shows the word of a state as soon as its number arrives', () => {
  expect(withLiveValue(door, [17, 1, qualityCode.good, 2_000])).toMatchObject({
    Value: 1,
    ValueText: 'Open',
    Time: 2_000,
  });
});

it('never turns the display back to an older value', () => {
  expect(withLiveValue(door, [17, 1, qualityCode.good, 500])).toBe(door);
});

it('keeps a missing value missing and says why', () => {
  const broken = withLiveValue(door, [17, null, qualityCode.sensorFault, 2_000]);
  expect(broken).toMatchObject({ Value: null, ValueText: null, Quality: 'bad', QualityReason: 'sensorFault' });
  expect(withLiveValue(door, [17, null, 130, 2_000])).toMatchObject({ QualityReason: 'exception', ExceptionCode: 2 });
});

it('leaves points alone that a message does not name', () => {
  const points = [door];
  expect(withLiveValues(points, new Map([[99, [99, 1, 0, 9_000]]]))).toBe(points);
});

it('takes the newest of several values in one batch', () => {
  const newest = newestOf([{ values: [[17, 1, 0, 3_000]] }, { values: [[17, 0, 0, 2_000]] }]);
  expect(newest.get(17)).toEqual([17, 1, 0, 3_000]);
});

it('keeps the live value when a slower poll brings an older one, but takes its limits', () => {
  const live = withLiveValue(door, [17, 1, qualityCode.good, 5_000]);
  const kept = keepNewer(live, { ...door, AlarmLevel: 2, Time: 4_000 });
  expect(kept).toMatchObject({ Value: 1, ValueText: 'Open', Time: 5_000, AlarmLevel: 2 });
  expect(keepNewer(live, { ...door, Time: 6_000 })).toMatchObject({ Value: 0, Time: 6_000 });
});
