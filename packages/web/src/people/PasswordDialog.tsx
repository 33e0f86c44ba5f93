import { type MemberRow, password } from '@watchpost/contract';
import { Input } from 'antd';
import { z } from 'zod';
import { useText } from '../lib/defineText.ts';
import { useCallMutation } from '../lib/useCall.ts';
import { FormDialog, useSchemaForm } from '../ui/form/index.ts';
import { useNotify } from '../ui/index.ts';
import { memberName } from './memberName.ts';
import { text } from './text.ts';

const newPassword = z.object({ newPwd: password });

/** Sets the password of an account that the company made. */
export function PasswordDialog({ member, onClose }: { member: MemberRow; onClose: () => void }) {
  const t = useText(text);
  const notify = useNotify();
  const set = useCallMutation('updatePwdByUserId');
  const name = memberName(member);
  const form = useSchemaForm(newPassword, {
    initial: { newPwd: '' },
    save: async ({ newPwd }) => {
      await set.mutateAsync({ query: {}, body: { UserId: member.UserId, newPwd } });
      notify.success(t.resetDone(name));
      onClose();
    },
  });
  return (
    <FormDialog form={form} title={t.resetTitle(name)} submitText={t.resetPassword} danger onClose={onClose}>
      <p>{t.resetMeans}</p>
      <form.Field name="newPwd" label={t.newPassword} extra={t.passwordHint}>
        <Input.Password maxLength={16} autoComplete="new-password" />
      </form.Field>
    </FormDialog>
  );
}
