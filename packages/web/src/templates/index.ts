export { ApplyTemplateDialog } from './ApplyTemplateDialog.tsx';
export { SaveAsTemplateDialog } from './SaveAsTemplateDialog.tsx';
