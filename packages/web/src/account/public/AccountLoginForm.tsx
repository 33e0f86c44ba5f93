import { useText } from '../../lib/defineText.ts';
import { signIn } from '../../lib/signIn.ts';
import { goOn, publicLink } from './ownPath.ts';
import { PasswordField } from './PasswordField.tsx';
import { Alert, SubmitButton } from './PublicPage.tsx';
import { TextField } from './TextField.tsx';
import { text } from './text.ts';
import { usePublicForm } from './usePublicForm.ts';

/** Sign-in with account and password. What is in them is the server's to judge: a wrong password is a wrong login. */
export function AccountLoginForm({ notice }: { notice: string | null }) {
  const t = useText(text);
  const form = usePublicForm({
    initial: () => ({ account: '', pwd: '' }),
    check: ({ account, pwd }) => ({
      ...(account.trim() === '' ? { account: t.accountMissing } : {}),
      ...(pwd === '' ? { pwd: t.passwordMissing } : {}),
    }),
    send: async ({ account, pwd }) => {
      await signIn({ account: account.trim(), pwd });
      goOn();
    },
    afterRefusal: 'pwd',
  });
  return (
    <form ref={form.ref} onSubmit={form.submit} noValidate aria-label={t.byAccount}>
      <Alert refusal={form.refusal} notice={form.busy ? null : notice} />
      <TextField field={form.field('account')} label={t.account} autoComplete="username" autoFocus />
      <PasswordField field={form.field('pwd')} label={t.password} autoComplete="current-password" />
      <SubmitButton busy={form.busy}>{form.busy ? t.submitting : t.submit}</SubmitButton>
      <div className="public-below">
        <a href={publicLink('/login?to=register')}>{t.register}</a>
        <a href={publicLink('/forgetPwd')}>{t.forgot}</a>
      </div>
    </form>
  );
}
