import { calls } from '@watchpost/contract';
import { Input } from 'antd';
import { useText } from '../lib/defineText.ts';
import { colon } from '../lib/punctuation.ts';
import { FormDialog, useSchemaForm } from '../ui/form/index.ts';
import './maintenance.css';
import { SignaturePad } from './SignaturePad.tsx';
import { maintenanceText } from './text.ts';

const parts = calls.signOrder.body.pick({ Name: true, Path: true });

/** Asks for a name and a signature by hand. */
export function SignatureDialog({
  role,
  name,
  hint,
  onSign,
  onClose,
}: {
  /** In words. */
  role: string;
  /** Who probably signs. */
  name: string;
  /** What is signed. */
  hint: string;
  onSign: (signed: { Name: string; Path: string }) => Promise<unknown>;
  onClose: () => void;
}) {
  const t = useText(maintenanceText);
  const form = useSchemaForm(parts, { initial: { Name: name, Path: '' }, save: onSign });
  return (
    <FormDialog form={form} title={`${t.signHere}${colon()}${role}`} submitText={t.sign} onClose={onClose}>
      <p>{hint}</p>
      <form.Field name="Name" label={t.signatory}>
        <Input maxLength={20} />
      </form.Field>
      <form.Field name="Path" label={t.signature}>
        <SignaturePad label={t.signField} />
      </form.Field>
    </FormDialog>
  );
}
