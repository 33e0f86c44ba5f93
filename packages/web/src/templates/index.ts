export { ApplyTemplateDialog } from './ApplyTemplateDialog.tsx';
