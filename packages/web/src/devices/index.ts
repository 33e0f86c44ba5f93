/** What other domains show of devices. */
export {
  alarmLevelOf,
  countsOf,
  isOffline,
  mainPointOf,
  type NotShown,
  noStatus,
  notShownOf,
  type Status,
  type StatusCounts,
  severityRank,
  standOf,
  statusText,
} from './deviceState.ts';
export { LiveStatus } from './LiveStatus.tsx';
export { MonitorBoardPage } from './MonitorBoardPage.tsx';
export { SubItems } from './manage/SubItems.tsx';
export { NoDataMark } from './NoDataTag.tsx';
export { hollowShape, NotShownTag } from './NotShownTag.tsx';
export { PendingWords } from './PendingWords.tsx';
export { Sparkline } from './Sparkline.tsx';
export { sparklineHeight, sparklineOf, sparklineWidth } from './sparkline.ts';
export { useHeardNow } from './useHeardNow.ts';
export { devicesAtOnce, useLiveDevices } from './useLiveDevices.ts';
export { useNotShownWords } from './useNotShownWords.ts';
export { useStarred } from './useStarred.ts';
