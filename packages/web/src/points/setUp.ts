/** Dialogs of the set-up of points, for the pages of gateways and slaves. Not part of `index.ts`: who looks at values does not load them. */
export { BatchUpdateDialog, DeletePointsDialog, ReplaceDialog } from './BatchDialogs.tsx';
export { AddPointDialog, EditPointDialog, type NewPointPlace } from './PointEditor.tsx';
export { SheetImportDialog, type SheetTarget } from './SheetImportDialog.tsx';
export { PointNow, usePointColumns } from './usePointColumns.tsx';
