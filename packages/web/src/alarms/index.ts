export { AlarmDetailDialog } from './AlarmDetailDialog.tsx';
export { AlarmPopups } from './AlarmPopups.tsx';
export { alarmName } from './alarmStatus.ts';
export { Lasting } from './Lasting.tsx';
export { OpenAlarms } from './OpenAlarms.tsx';
export { useAlarmChanges } from './useAlarmChanges.ts';
export { useAlarmInAddress } from './useAlarmInAddress.ts';
export { WhyButton } from './why/WhyButton.tsx';
