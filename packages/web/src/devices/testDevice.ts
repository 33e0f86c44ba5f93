import type { DeviceRow, PointValue } from '@watchpost/contract';

/** A temperature point of a freezer, for tests. */
export const testPoint = (changes: Partial<PointValue> = {}): PointValue => ({
  PointId: 11,
  PointName: 'Room temperature',
  PointType: 0,
  PointTypeId: 1,
  PointTypeName: 'Temperature',
  PointTypeCode: 'temperature',
  Unit: '°C',
  Decimals: 1,
  IsWrite: false,
  Value: -18.2,
  ValueText: null,
  Time: 1_000_000,
  Quality: 'good',
  QualityReason: null,
  ExceptionCode: null,
  SamplingSeconds: 30,
  SilentSinceEPOCH: null,
  SuperUpperLimit: -10,
  UpperLimit: -15,
  LowerLimit: null,
  SuperLowerLimit: null,
  AlarmLevel: null,
  Pending: [],
  UnitMap: [],
  ...changes,
});

/** A state point of the same freezer. */
export const testState = (
  PointTypeCode: string,
  Value: number,
  ValueText: string,
  changes: Partial<PointValue> = {},
): PointValue =>
  testPoint({
    PointId: 12,
    PointName: 'Door',
    PointType: 1,
    PointTypeCode,
    Value,
    ValueText,
    Unit: '',
    Decimals: 0,
    SuperUpperLimit: null,
    UpperLimit: null,
    ...changes,
  });

export const testDevice = (changes: Partial<DeviceRow> = {}): DeviceRow => ({
  Mtid: 3,
  MName: 'Freezer 3',
  ProjectId: 1,
  BigTypeId: 1,
  BigTypeName: 'Cold storage',
  BigTypeCode: 'coldStorage',
  SmallTypeId: 1,
  SmallTypeName: 'Freezer room',
  SmallTypeCode: 'freezerRoom',
  LocationId: null,
  LocationName: null,
  ConnectStatus: 1,
  DataState: 'complete',
  OfflineSinceEPOCH: null,
  AlarmLevel: null,
  AlarmCount: 0,
  MainPointId: 11,
  Points: [testPoint()],
  ...changes,
});
