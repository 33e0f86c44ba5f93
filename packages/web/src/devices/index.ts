/** What other domains show of devices. */
export { alarmLevelOf, beyondPoint, isOffline, mainPointOf, severityRank } from './deviceState.ts';
export { LiveStatus } from './LiveStatus.tsx';
export { MonitorBoardPage } from './MonitorBoardPage.tsx';
export { SubItems } from './manage/SubItems.tsx';
export { PendingWords } from './PendingWords.tsx';
export { Sparkline } from './Sparkline.tsx';
export { sparklineHeight, sparklineOf, sparklineWidth } from './sparkline.ts';
export { useHeardNow } from './useHeardNow.ts';
export { devicesAtOnce, useLiveDevices } from './useLiveDevices.ts';
export { useStarred } from './useStarred.ts';
