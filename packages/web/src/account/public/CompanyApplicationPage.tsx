import { signInCalls } from '@watchpost/contract';
import { useState } from 'react';
import { defineText, useText } from '../../lib/defineText.ts';
import { useLanguage } from '../../lib/language.ts';
import { CodeField } from './CodeField.tsx';
import { publicLink } from './ownPath.ts';
import { PhoneField } from './PhoneField.tsx';
import { Alert, PublicPage, SubmitButton } from './PublicPage.tsx';
import { callPublic, missing, typedErrors } from './publicCalls.ts';
import { TextField } from './TextField.tsx';
import { text as shared } from './text.ts';
import { numberOfCode, usePhoneCode } from './usePhoneCode.ts';
import { usePublicForm } from './usePublicForm.ts';

const text = defineText({
  title: { zh: '企业入驻', en: 'Register a company' },
  hint: {
    zh: '提交申请后由平台管理员审批；通过后您将成为企业管理员。',
    en: 'An administrator decides about your application. Once it is approved you run the company’s account.',
  },
  companyName: { zh: '企业名称', en: 'Company name' },
  industry: { zh: '行业', en: 'Industry' },
  chooseIndustry: { zh: '请选择行业', en: 'Choose an industry' },
  1: { zh: '冷链仓储与运输', en: 'Cold chain: storage and transport' },
  2: { zh: '商超', en: 'Supermarkets' },
  3: { zh: '农牧', en: 'Agriculture and livestock' },
  4: { zh: '文物', en: 'Cultural relics' },
  fullname: { zh: '联系人姓名', en: 'Your full name' },
  submit: { zh: '提交申请', en: 'Send the application' },
  submitting: { zh: '正在提交…', en: 'Sending…' },
  done: { zh: '申请已提交', en: 'Your application has been sent' },
  next: { zh: '接下来', en: 'What happens next' },
  decided: {
    zh: '平台管理员会审核您的申请。',
    en: 'An administrator of this installation looks at it.',
  },
  told: {
    zh: (mobile: string) => `审批结果将以短信发送至 ${mobile}。`,
    en: (mobile: string) => `The decision is sent to ${mobile} by SMS.`,
  },
  logIn: {
    zh: '通过后，用该手机号以短信登录，即可添加项目、设备和成员。',
    en: 'Once approved, log in by SMS with this number and set up projects, devices and members.',
  },
});

const industries = [1, 2, 3, 4] as const;

/** A company that wants to join: who asks, and what happens then. */
export function CompanyApplicationPage() {
  const t = useText(text);
  const words = useText(shared);
  const language = useLanguage();
  const [sentFor, setSentFor] = useState<string | null>(null);
  const form = usePublicForm({
    initial: () => {
      const { mobile, region } = numberOfCode('applyCompany');
      return { companyName: '', industry: '', fullname: '', mobile, region, Code: '' };
    },
    check: (values) => ({
      ...typedErrors(signInCalls.addCompanyApply.body, values, language),
      ...(values.industry === '' ? { industry: missing(language) } : {}),
    }),
    send: async (values) => {
      await callPublic(signInCalls.addCompanyApply, { body: { ...values, industry: Number(values.industry) } });
      setSentFor(code.asked?.target ?? values.mobile);
      code.forget();
    },
    afterRefusal: 'Code',
  });
  const code = usePhoneCode('applyCompany', form, { mobile: 'mobile', region: 'region' }, (number) =>
    callPublic(signInCalls.mobileCode, { query: { ...number, title: 'applyCompany' } }),
  );
  if (sentFor !== null) {
    return (
      <PublicPage title={t.done}>
        <h2>{t.next}</h2>
        <div role="status">
          <ol className="public-steps">
            <li>{t.decided}</li>
            <li>{t.told(sentFor)}</li>
            <li>{t.logIn}</li>
          </ol>
        </div>
        <a className="public-go" href={publicLink('/login')}>
          {words.toLogin}
        </a>
      </PublicPage>
    );
  }
  const industry = form.field('industry');
  return (
    <PublicPage title={t.title} links={<a href={publicLink('/login')}>{words.toLogin}</a>}>
      <p className="public-text public-muted">{t.hint}</p>
      <form ref={form.ref} onSubmit={form.submit} noValidate aria-label={t.title}>
        <Alert refusal={form.refusal} />
        <TextField field={form.field('companyName')} label={t.companyName} autoComplete="organization" autoFocus />
        <div className="public-field">
          <label htmlFor="industry">{t.industry}</label>
          <div className="public-input">
            <select
              id="industry"
              name="industry"
              value={industry.value}
              aria-invalid={industry.error !== null}
              aria-describedby={industry.error ? 'industry-error' : undefined}
              onChange={(event) => industry.change(event.target.value)}
            >
              <option value="">{t.chooseIndustry}</option>
              {industries.map((each) => (
                <option key={each} value={each}>
                  {t[each]}
                </option>
              ))}
            </select>
          </div>
          {industry.error ? (
            <p className="public-field-error" id="industry-error">
              {industry.error}
            </p>
          ) : null}
        </div>
        <TextField field={form.field('fullname')} label={t.fullname} autoComplete="name" />
        <PhoneField field={form.field('mobile')} region={form.field('region')} />
        <CodeField field={form.field('Code')} code={code} busy={form.busy} />
        <SubmitButton busy={form.busy}>{form.busy ? t.submitting : t.submit}</SubmitButton>
      </form>
    </PublicPage>
  );
}
