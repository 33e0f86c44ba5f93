export { HeardLive } from './HeardLive.ts';
export {
  crossedLimit,
  isUpper,
  type Limit,
  type LimitBand,
  type Limits,
  limitsOf,
  limitText,
  nearestLimits,
} from './limits.ts';
export {
  keepNewer,
  newestOf,
  withLineChanges,
  withLiveValue,
  withLiveValues,
  withPendingChanges,
} from './liveValue.ts';
export { levelShown, nextPending } from './pendingAlarm.ts';
export { AddPointDialog, EditPointDialog, SheetImportDialog } from './setUpDialogs.tsx';
export { usePointChoices, usePointsChanged } from './usePointChoices.ts';
