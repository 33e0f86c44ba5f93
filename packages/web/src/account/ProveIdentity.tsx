import { verificationCode } from '@watchpost/contract';
import { Input, Modal } from 'antd';
import { useState } from 'react';
import { z } from 'zod';
import { callApi } from '../lib/client.ts';
import { useText } from '../lib/defineText.ts';
import { useAccount } from '../lib/session.ts';
import { FormDialog, useSchemaForm } from '../ui/form/index.ts';
import { CodeInput } from './CodeInput.tsx';
import './account.css';
import { OtherProof } from './OtherProof.tsx';
import { proofsOf } from './proofs.ts';
import { text } from './text.ts';

const withPassword = z.object({ Pwd: z.string().min(1).max(128) });
const withCode = z.object({ Code: verificationCode });

/** Password or code, as the user has them; tells whether they proved who they are. */
export function ProveIdentity({ onDone }: { onDone: (proven: boolean) => void }) {
  const t = useText(text);
  const { user } = useAccount();
  const proofs = proofsOf(user);
  const [proof, setProof] = useState(proofs[0]);
  if (!proof) {
    return (
      <Modal
        open
        width={440}
        title={t.identityTitle}
        cancelButtonProps={{ hidden: true }}
        onOk={() => onDone(false)}
        onCancel={() => onDone(false)}
      >
        <p>{t.identityImpossible}</p>
      </Modal>
    );
  }
  const other = <OtherProof proofs={proofs} proof={proof} onChange={setProof} />;
  return proof === 'password' ? <ByPassword other={other} onDone={onDone} /> : <ByCode other={other} onDone={onDone} />;
}

interface WayProps {
  other: React.ReactNode;
  onDone: (proven: boolean) => void;
}

function ByPassword({ other, onDone }: WayProps) {
  const t = useText(text);
  const form = useSchemaForm(withPassword, {
    initial: { Pwd: '' },
    save: async ({ Pwd }) => {
      await callApi('verifyIdentity', { body: { Pwd } });
      onDone(true);
    },
  });
  return (
    <FormDialog form={form} title={t.identityTitle} submitText={t.identityGo} width={440} onClose={() => onDone(false)}>
      <p className="identity-hint">{t.identityHint}</p>
      <form.Field name="Pwd" label={t.password}>
        <Input.Password autoComplete="current-password" maxLength={128} />
      </form.Field>
      {other}
    </FormDialog>
  );
}

function ByCode({ other, onDone }: WayProps) {
  const t = useText(text);
  const form = useSchemaForm(withCode, {
    initial: { Code: '' },
    save: async ({ Code }) => {
      await callApi('verifyIdentity', { body: { Code } });
      onDone(true);
    },
  });
  return (
    <FormDialog form={form} title={t.identityTitle} submitText={t.identityGo} width={440} onClose={() => onDone(false)}>
      <p className="identity-hint">{t.identityHint}</p>
      <form.Field name="Code" label={t.code}>
        <CodeInput ask={() => callApi('ownCode', { body: { Purpose: 'verifyIdentity' } })} />
      </form.Field>
      {other}
    </FormDialog>
  );
}
