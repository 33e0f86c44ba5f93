export { SignatureDialog } from './SignatureDialog.tsx';
export { SignatureField } from './SignatureField.tsx';
export { SignaturePad } from './SignaturePad.tsx';
