import { useQueryClient } from '@tanstack/react-query';
import { password, say, verificationCode } from '@watchpost/contract';
import { Input } from 'antd';
import { z } from 'zod';
import { callApi } from '../lib/client.ts';
import { useText } from '../lib/defineText.ts';
import { useAccount } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { FormDialog, useSchemaForm } from '../ui/form/index.ts';
import { useNotify } from '../ui/index.ts';
import { CodeInput } from './CodeInput.tsx';
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

/** A new password, typed twice, by a code; by the present one only where no code reaches the user. Spec §5.3. */
export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const { user } = useAccount();
  const { data: ways } = useCall('getLoginOptions', {}, { scope: 'user' });
  const isReached = (user.Mobile && ways?.Sms !== false) || (user.Email && ways?.Mail !== false);
  return user.HasPassword && !isReached ? <ByPassword onClose={onClose} /> : <ByCode onClose={onClose} />;
}

interface WayProps {
  onClose: () => void;
}

function ByPassword({ onClose }: WayProps) {
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
    </FormDialog>
  );
}

function ByCode({ onClose }: WayProps) {
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
