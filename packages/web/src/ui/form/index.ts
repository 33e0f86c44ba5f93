/** Forms on the schemas of the contract. Not part of `ui/index.ts`: a screen without a form does not load it. */

export { ConfirmDialog } from './ConfirmDialog.tsx';
export { listChange } from './changedValues.ts';
export { DeleteDialog } from './DeleteDialog.tsx';
export { FilesButton } from './FilesButton.tsx';
export { FormDialog } from './FormDialog.tsx';
export { NumberField } from './NumberField.tsx';
export { PhotosButton } from './PhotosButton.tsx';
export { PhotosField } from './PhotosField.tsx';
export { SchemaField } from './SchemaField.tsx';
export { FormBody, SchemaForm } from './SchemaForm.tsx';
export type { FieldPath, SchemaFormState } from './SchemaFormState.ts';
export { useDialog } from './useDialog.ts';
export { FormHoldContext, useFormHold } from './useFormHold.ts';
export { useGuardedClose, useLeaveGuard } from './useLeaveGuard.ts';
export { usePhotoUpload } from './usePhotoUpload.ts';
export { NotNow, useSchemaForm } from './useSchemaForm.ts';
