import { accountErrors, type Bilingual, type Language, signInCalls } from '@watchpost/contract';
import { CallError } from '../../lib/CallError.ts';
import { defineText, useText } from '../../lib/defineText.ts';
import { useLanguage } from '../../lib/language.ts';
import { enterSession } from '../../lib/signIn.ts';
import { CodeField } from './CodeField.tsx';
import { goOn, publicLink } from './ownPath.ts';
import { PasswordField } from './PasswordField.tsx';
import { PhoneField } from './PhoneField.tsx';
import { Alert, PublicPage, SubmitButton } from './PublicPage.tsx';
import { callPublic, missing, typedErrors } from './publicCalls.ts';
import { differs } from './samePassword.ts';
import { TextField } from './TextField.tsx';
import { text as shared } from './text.ts';
import { numberOfCode, usePhoneCode } from './usePhoneCode.ts';
import { usePublicForm } from './usePublicForm.ts';

const text = defineText({
  title: { zh: '注册账号', en: 'Register' },
  nickname: { zh: '姓名', en: 'Name' },
  accountHint: { zh: '8–16 个字符，用于登录', en: '8 to 16 characters; you log in with it' },
  submit: { zh: '注册', en: 'Register' },
  submitting: { zh: '正在注册…', en: 'Registering…' },
  known: { zh: '已有账号，去登录', en: 'I have an account: log in' },
});

/** On this page all of it is asked for. */
const asked = ['Account', 'Pwd', 'Nickname'] as const;

/** As the server would refuse it, beside the field. */
const refusalOf = (field: string, error: { code: number } & Bilingual, language: Language): CallError =>
  new CallError(error.code, error[language], [{ Field: field, Message: error[language] }]);

/** A new account with name, username, password and a phone number that is proven by a code. */
export function RegisterPage() {
  const t = useText(text);
  const words = useText(shared);
  const language = useLanguage();
  const form = usePublicForm({
    initial: () => {
      const { mobile, region } = numberOfCode('login');
      return { Nickname: '', Account: '', Pwd: '', Again: '', Mobile: mobile, Region: region, SMSCode: '' };
    },
    check: (values) => ({
      ...typedErrors(signInCalls.loginOrRegister.body, values, language),
      ...Object.fromEntries(asked.filter((name) => values[name] === '').map((name) => [name, missing(language)])),
      ...differs(values.Pwd, values.Again, language),
    }),
    send: async ({ Again: _, ...values }) => {
      const { Exists } = await callPublic(signInCalls.exists, {
        body: { Mobile: values.Mobile, Region: values.Region },
      });
      if (Exists) throw refusalOf('Mobile', accountErrors.mobileRegistered, language);
      const taken = await callPublic(signInCalls.exists, { body: { Account: values.Account } });
      if (taken.Exists) throw refusalOf('Account', accountErrors.accountTaken, language);
      const session = await callPublic(signInCalls.loginOrRegister, { body: values });
      code.forget();
      enterSession(session);
      goOn();
    },
    afterRefusal: 'SMSCode',
  });
  const code = usePhoneCode('login', form, { mobile: 'Mobile', region: 'Region' }, (number) =>
    callPublic(signInCalls.loginOrRegisterSMSCode, { query: number }),
  );
  return (
    <PublicPage title={t.title} links={<a href={publicLink('/companyRegister')}>{words.applyForCompany}</a>}>
      <form ref={form.ref} onSubmit={form.submit} noValidate aria-label={t.title}>
        <Alert refusal={form.refusal} />
        <TextField field={form.field('Nickname')} label={t.nickname} autoComplete="name" autoFocus />
        <TextField field={form.field('Account')} label={words.account} autoComplete="username" hint={t.accountHint} />
        <PasswordField field={form.field('Pwd')} label={words.password} autoComplete="new-password" rates />
        <PasswordField field={form.field('Again')} label={words.again} autoComplete="new-password" />
        <PhoneField field={form.field('Mobile')} region={form.field('Region')} />
        <CodeField field={form.field('SMSCode')} code={code} busy={form.busy} />
        <SubmitButton busy={form.busy}>{form.busy ? t.submitting : t.submit}</SubmitButton>
        <div className="public-below">
          <a href={publicLink('/login')}>{t.known}</a>
        </div>
      </form>
    </PublicPage>
  );
}
