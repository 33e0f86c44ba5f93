import { signInCalls } from '@watchpost/contract';
import { defineText, useText } from '../../lib/defineText.ts';
import { useLanguage } from '../../lib/language.ts';
import { enterSession } from '../../lib/signIn.ts';
import { CodeField } from './CodeField.tsx';
import { goOn, publicLink } from './ownPath.ts';
import { PhoneField } from './PhoneField.tsx';
import { Alert, SubmitButton } from './PublicPage.tsx';
import { callPublic, typedErrors } from './publicCalls.ts';
import { text as shared } from './text.ts';
import { numberOfCode, usePhoneCode } from './usePhoneCode.ts';
import { usePublicForm } from './usePublicForm.ts';

const text = defineText({
  newNumber: { zh: '未注册的手机号将自动注册', en: 'A number that is new here gets an account.' },
});

/** Sign-in with a code sent to the phone; a number that nobody registered gets an account. */
export function PhoneLoginForm({ notice }: { notice: string | null }) {
  const t = useText(text);
  const words = useText(shared);
  const language = useLanguage();
  const form = usePublicForm({
    initial: () => {
      const { mobile, region } = numberOfCode('login');
      return { Mobile: mobile, Region: region, SMSCode: '' };
    },
    check: (values) => typedErrors(signInCalls.loginOrRegister.body, values, language),
    send: async (values) => {
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
    <form ref={form.ref} onSubmit={form.submit} noValidate aria-label={words.byPhone}>
      <Alert refusal={form.refusal} notice={form.busy ? null : notice} />
      <PhoneField field={form.field('Mobile')} region={form.field('Region')} />
      <CodeField field={form.field('SMSCode')} code={code} busy={form.busy} />
      <SubmitButton busy={form.busy}>{form.busy ? words.submitting : words.submit}</SubmitButton>
      <div className="public-below">
        <span className="public-muted">{t.newNumber}</span>
        <a href={publicLink('/login?to=register')}>{words.register}</a>
      </div>
    </form>
  );
}
