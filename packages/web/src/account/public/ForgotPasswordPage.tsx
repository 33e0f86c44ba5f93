import { signInCalls } from '@watchpost/contract';
import { useState } from 'react';
import { setAccessToken } from '../../lib/accessToken.ts';
import { defineText, useText } from '../../lib/defineText.ts';
import { useLanguage } from '../../lib/language.ts';
import { CodeField } from './CodeField.tsx';
import { publicLink } from './ownPath.ts';
import { PasswordField } from './PasswordField.tsx';
import { PhoneField } from './PhoneField.tsx';
import { Alert, PublicPage, SubmitButton } from './PublicPage.tsx';
import { callPublic, typedErrors } from './publicCalls.ts';
import { differs } from './samePassword.ts';
import { text as shared } from './text.ts';
import { numberOfCode, usePhoneCode } from './usePhoneCode.ts';
import { usePublicForm } from './usePublicForm.ts';

const text = defineText({
  title: { zh: '重置密码', en: 'Reset password' },
  hint: {
    zh: '用注册的手机号接收验证码，然后设置新密码。',
    en: 'Get a code on the phone number of your account, then set a new password.',
  },
  password: { zh: '新密码', en: 'New password' },
  submit: { zh: '设置新密码', en: 'Set the new password' },
  submitting: { zh: '正在设置…', en: 'Setting…' },
  done: { zh: '密码已重置', en: 'Your password is set' },
  doneHint: {
    zh: '所有设备上的登录都已结束，请用新密码重新登录。',
    en: 'Every sign-in on every device has ended. Log in with the new password.',
  },
});

/** A new password for somebody who forgot theirs, with a code from their phone. */
export function ForgotPasswordPage() {
  const t = useText(text);
  const words = useText(shared);
  const language = useLanguage();
  const [done, setDone] = useState(false);
  const form = usePublicForm({
    initial: () => {
      const { mobile, region } = numberOfCode('forgotPassword');
      return { Mobile: mobile, Region: region, Code: '', Pwd: '', Again: '' };
    },
    check: (values) => ({
      ...typedErrors(signInCalls.forgetPwd.body, values, language),
      ...differs(values.Pwd, values.Again, language),
    }),
    send: async ({ Again: _, ...values }) => {
      await callPublic(signInCalls.forgetPwd, { body: values });
      code.forget();
      // The sign-in of this browser is among those that have ended.
      setAccessToken(null);
      setDone(true);
    },
    afterRefusal: 'Code',
  });
  const code = usePhoneCode('forgotPassword', form, { mobile: 'Mobile', region: 'Region' }, (number) =>
    callPublic(signInCalls.mobileCode, { query: { ...number, title: 'forgotPassword' } }),
  );
  if (done) {
    return (
      <PublicPage title={t.done}>
        <p className="public-text" role="status">
          {t.doneHint}
        </p>
        <a className="public-go" href={publicLink('/login')}>
          {words.title}
        </a>
      </PublicPage>
    );
  }
  return (
    <PublicPage title={t.title} links={<a href={publicLink('/login')}>{words.toLogin}</a>}>
      <p className="public-text public-muted">{t.hint}</p>
      <form ref={form.ref} onSubmit={form.submit} noValidate aria-label={t.title}>
        <Alert refusal={form.refusal} />
        <PhoneField field={form.field('Mobile')} region={form.field('Region')} />
        <CodeField field={form.field('Code')} code={code} busy={form.busy} />
        <PasswordField field={form.field('Pwd')} label={t.password} autoComplete="new-password" rates />
        <PasswordField field={form.field('Again')} label={words.again} autoComplete="new-password" />
        <SubmitButton busy={form.busy}>{form.busy ? t.submitting : t.submit}</SubmitButton>
      </form>
    </PublicPage>
  );
}
