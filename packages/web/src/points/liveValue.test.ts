import { type PointValue, qualityCode } from '@watchpost/contract';
import { expect, it } from 'vitest';
import {
  keepNewer,
  newestOf,
  withLineChanges,
  withLiveValue,
  withLiveValues,
  withPendingChanges,
} from './liveValue.ts';

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
  SilentSinceEPOCH: null,
  SuperUpperLimit: null,
  UpperLimit: null,
  LowerLimit: null,
  SuperLowerLimit: null,
  IsJudged: false,
  Band: null,
  AlarmLevel: null,
  Pending: [],
  UnitMap: [
    { Key: 0, Value: 'Closed' },
    { Key: 1, Value: 'Open' },
  ],
};

it('shows the word of a state as soon as its number arrives', () => {
  expect(withLiveValue(door, [17, 1, qualityCode.good, 2_000, null])).toMatchObject({
    Value: 1,
    ValueText: 'Open',
    Time: 2_000,
  });
});

it('never turns the display back to an older value', () => {
  expect(withLiveValue(door, [17, 1, qualityCode.good, 500, null])).toBe(door);
});

it('keeps a missing value missing and says why', () => {
  const broken = withLiveValue(door, [17, null, qualityCode.sensorFault, 2_000, null]);
  expect(broken).toMatchObject({ Value: null, ValueText: null, Quality: 'bad', QualityReason: 'sensorFault' });
  expect(withLiveValue(door, [17, null, 130, 2_000, null])).toMatchObject({
    QualityReason: 'exception',
    ExceptionCode: 2,
  });
});

it('says at once on which side of its limits a live value lies, and keeps it over a slower poll', () => {
  const live = withLiveValue(door, [17, 1, qualityCode.good, 5_000, 'high']);
  expect(live.Band).toBe('high');
  expect(keepNewer(live, { ...door, Band: 'within', Time: 4_000 }).Band).toBe('high');
});

it('leaves points alone that a message does not name', () => {
  const points = [door];
  expect(withLiveValues(points, new Map([[99, [99, 1, 0, 9_000, null]]]))).toBe(points);
});

it('takes the newest of several values in one batch', () => {
  const newest = newestOf([{ values: [[17, 1, 0, 3_000, null]] }, { values: [[17, 0, 0, 2_000, null]] }]);
  expect(newest.get(17)).toEqual([17, 1, 0, 3_000, null]);
});

it('keeps the live value when a slower poll brings an older one, but takes its limits', () => {
  const live = withLiveValue(door, [17, 1, qualityCode.good, 5_000, null]);
  const kept = keepNewer(live, { ...door, AlarmLevel: 2, Time: 4_000 });
  expect(kept).toMatchObject({ Value: 1, ValueText: 'Open', Time: 5_000, AlarmLevel: 2 });
  expect(keepNewer(live, { ...door, Time: 6_000 })).toMatchObject({ Value: 0, Time: 6_000 });
});

it('knows at once that a slave fell silent, and that it answers again', () => {
  const silent = withLineChanges([door], [{ points: [[17, 4_000]] }]);
  expect(silent[0]).toMatchObject({ SilentSinceEPOCH: 4_000, Value: 0 });
  expect(withLineChanges(silent, [{ points: [[17, 5_000]] }, { points: [[17, null]] }])[0]).toMatchObject({
    SilentSinceEPOCH: null,
  });
  expect(withLineChanges(silent, [{ points: [[99, null]] }])).toBe(silent);
});

it('replaces what is pending at the level of the message, and leaves other levels alone', () => {
  const pending = (Level: number) => ({ Kind: 'limit' as const, Level, SinceEPOCH: 1_000, DueEPOCH: 9_000 });
  const both = withPendingChanges(
    [door],
    [
      { pointId: 17, level: 2, pending: [pending(2)] },
      { pointId: 17, level: 3, pending: [pending(3)] },
    ],
  );
  expect(both[0]?.Pending).toEqual([pending(2), pending(3)]);
  expect(withPendingChanges(both, [{ pointId: 17, level: 2, pending: [] }])[0]?.Pending).toEqual([pending(3)]);
  expect(withPendingChanges(both, [{ pointId: 99, level: 2, pending: [] }])).toBe(both);
});
