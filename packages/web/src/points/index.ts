export { CycleField } from './CycleField.tsx';
export { editorText as pointEditorText } from './editorText.ts';
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
export { MakeDevicesDialog, type PointOfDevice } from './MakeDevicesDialog.tsx';
export { NumberTags } from './NumberTags.tsx';
export { PointSelect } from './PointSelect.tsx';
export { isBeyond, levelBeyond, levelShown, nextPending } from './pendingAlarm.ts';
export { levelOptions } from './pointList.ts';
export { EnglishName, RegisterFaultFields, RegisterFields } from './RegisterFields.tsx';
export type { SheetImport } from './SheetImportDialog.tsx';
export { AddPointDialog, EditPointDialog, SheetImportDialog } from './setUpDialogs.tsx';
export { text as pointText } from './text.ts';
export { callsAboutPoints, usePointChoices, usePointsChanged } from './usePointChoices.ts';
