import { type AlarmDetail, type AlarmRow, permissions } from '@watchpost/contract';

/** May see alarms and act on them. */
export const alarmPermissions = [permissions.alarmManage.id, permissions.alarmHandle.id];

export const testAlarm = (changes: Partial<AlarmRow> = {}): AlarmRow => ({
  Id: 901,
  ProjectId: 1,
  ProjectName: 'Store',
  Mtid: 3,
  MName: 'Freezer 3',
  PointId: null,
  PointName: 'Room temperature',
  Area: null,
  Level: 1,
  AlarmType: 'limit',
  ALARM_DESCRIBE: '−12.4 °C above high limit −15.0 °C',
  ALARM_EPOCH: Date.UTC(2026, 10, 21, 1),
  ALARM_EPOCH_CLEARED: null,
  ContinuedTime: 600,
  Status: 0,
  Active: true,
  MaxValue: -12.4,
  LimitValue: -15,
  Unit: '°C',
  Decimals: 1,
  AckedName: null,
  ALARM_EPOCH_ACKED: null,
  FollowUp: null,
  Comment: null,
  CommentName: null,
  COMMENT_TIME: null,
  DetectedLate: false,
  NotifiedCount: 1,
  ...changes,
});

export const testDetail = (changes: Partial<AlarmDetail> = {}): AlarmDetail => ({
  ...testAlarm(),
  StrategyName: 'Freezer temperature',
  ALARM_SETTING: 'High −15.0 °C',
  SuperUpperLimit: null,
  UpperLimit: -15,
  LowerLimit: null,
  SuperLowerLimit: null,
  Value: -12.4,
  Journal: [{ At: Date.UTC(2026, 10, 21, 1), Kind: 'raised', Level: 1, Text: 'Raised, urgent', UserName: null }],
  Notified: [],
  ...changes,
});
