import { useQueryClient } from '@tanstack/react-query';
import { password, say, verificationCode } from '@watchpost/contract';
import { Input } from 'antd';
import { useState } from 'react';
import { z } from 'zod';
import { callApi } from '../lib/client.ts';
import { useText } from '../lib/defineText.ts';
import { useAccount } from '../lib/session.ts';
import { FormDialog, useSchemaForm } from '../ui/form/index.ts';
import { useNotify } from '../ui/index.ts';
import { CodeInput } from './CodeInput.tsx';
import { OtherProof } from './OtherProof.tsx';
import { proofsOf } from './proofs.ts';
import { text } from './text.ts';

const twice = { newPwd: password, Again: z.string().min(1) };
const sameTwice = {
  path: ['Again'],
  error: say({ zh: '两次输入的密码不一致', en: 'The two passwords are not the same' }),
  // Judged even while another field is still wrong.
  when: () => true,
};
const same = ({ newPwd, Again }: { newPwd?: string; Again?: string }): boolean => !Again || Again === newPwd;

const schemas = {
  password: z.object({ pwd: z.string().min(1).max(128), ...twice }).refine(same, sameTwice),
  code: z.object({ Code: verificationCode, ...twice }).refine(same, sameTwice),
} as const;

/** A new password, typed twice, by the present one or a code. Spec §5.3. */
export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const { user } = useAccount();
  const proofs = proofsOf(user);
  const [proof, setProof] = useState(proofs.at(-1) ?? 'code');
  const other = <OtherProof proofs={proofs} proof={proof} onChange={setProof} />;
  // Each way is a form of its own: what was typed for one means nothing to the other.
  return proof === 'password' ? (
    <ByPassword other={other} onClose={onClose} />
  ) : (
    <ByCode other={other} onClose={onClose} />
  );
}

interface WayProps {
  other: React.ReactNode;
  onClose: () => void;
}

function ByPassword({ other, onClose }: WayProps) {
  const t = useText(text);
  const save = useSavePassword(onClose);
  const form = useSchemaForm(schemas.password, {
    initial: { pwd: '', newPwd: '', Again: '' },
    save: ({ pwd, newPwd }) => save({ pwd, newPwd }),
  });
  return (
    <FormDialog form={form} title={t.changePassword} onClose={onClose} width={440}>
      <form.Field name="pwd" label={t.oldPassword}>
        <Input.Password autoComplete="current-password" maxLength={128} />
      </form.Field>
      <form.Field name="newPwd" label={t.newPassword} extra={t.passwordRule}>
        <Input.Password autoComplete="new-password" maxLength={16} />
      </form.Field>
      <form.Field name="Again" label={t.again}>
        <Input.Password autoComplete="new-password" maxLength={16} />
      </form.Field>
      <p className="profile-hint">{t.passwordEndsOthers}</p>
      {other}
    </FormDialog>
  );
}

function ByCode({ other, onClose }: WayProps) {
  const t = useText(text);
  const { user } = useAccount();
  const save = useSavePassword(onClose);
  const form = useSchemaForm(schemas.code, {
    initial: { Code: '', newPwd: '', Again: '' },
    save: ({ Code, newPwd }) => save({ Code, newPwd }),
  });
  return (
    <FormDialog form={form} title={user.HasPassword ? t.changePassword : t.setPassword} onClose={onClose} width={440}>
      <form.Field name="Code" label={t.code}>
        <CodeInput ask={() => callApi('ownCode', { body: { Purpose: 'changePassword' } })} />
      </form.Field>
      <form.Field name="newPwd" label={t.newPassword} extra={t.passwordRule}>
        <Input.Password autoComplete="new-password" maxLength={16} />
      </form.Field>
      <form.Field name="Again" label={t.again}>
        <Input.Password autoComplete="new-password" maxLength={16} />
      </form.Field>
      <p className="profile-hint">{t.passwordEndsOthers}</p>
      {other}
    </FormDialog>
  );
}

function useSavePassword(onClose: () => void) {
  const t = useText(text);
  const notify = useNotify();
  const queryClient = useQueryClient();
  return async (body: { pwd?: string; Code?: string | number; newPwd: string }) => {
    await callApi('updatePwd', { query: {}, body });
    void queryClient.invalidateQueries({ queryKey: ['getUserInfo'] });
    void queryClient.invalidateQueries({ queryKey: ['getSessionList'] });
    notify.success(t.passwordChanged);
    onClose();
  };
}
