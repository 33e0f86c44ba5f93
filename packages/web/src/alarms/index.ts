export { AlarmDetailDialog } from './AlarmDetailDialog.tsx';
export { AlarmPopups } from './AlarmPopups.tsx';
export { lastingSeconds } from './alarmStatus.ts';
export { OpenAlarms } from './OpenAlarms.tsx';
export { useAlarmChanges } from './useAlarmChanges.ts';
export { useAlarmInAddress } from './useAlarmInAddress.ts';
export { useMedia } from './useMedia.ts';
