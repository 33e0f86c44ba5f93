import { type AllCalls, type CallData, invitationCalls, ownAccountCalls, signInCalls } from '@watchpost/contract';
import { useEffect, useState } from 'react';
import { getAccessToken, maybeSignedIn } from '../../lib/accessToken.ts';
import { CallError } from '../../lib/CallError.ts';
import { defineText, useText } from '../../lib/defineText.ts';
import { useLanguage } from '../../lib/language.ts';
import { setPlace } from '../../lib/place.ts';
import { enterSession, renewSession } from '../../lib/signIn.ts';
import { CodeField } from './CodeField.tsx';
import { type Joined, rememberJoined } from './joined.ts';
import { PhoneField } from './PhoneField.tsx';
import { Alert, PublicPage, SubmitButton } from './PublicPage.tsx';
import { callPublic, typedErrors } from './publicCalls.ts';
import { TextField } from './TextField.tsx';
import { text as shared } from './text.ts';
import { numberOfCode, usePhoneCode } from './usePhoneCode.ts';
import { usePublicForm } from './usePublicForm.ts';

const text = defineText({
  title: { zh: '加入企业', en: 'Join a company' },
  useless: { zh: '无法使用此邀请', en: 'This invitation cannot be used' },
  loading: { zh: '正在读取邀请', en: 'Reading the invitation' },
  invites: {
    zh: (who: string, company: string) => `${who} 邀请您加入${company}。`,
    en: (who: string, company: string) => `${who} invites you to ${company}.`,
  },
  company: { zh: '企业', en: 'Company' },
  companyRole: { zh: '企业角色', en: 'Company role' },
  projects: { zh: '项目', en: 'Projects' },
  noProjects: { zh: '暂未指定', en: 'None yet' },
  note: { zh: '备注', en: 'Note' },
  until: { zh: '有效期至', en: 'Good until' },
  once: { zh: '仅可使用一次', en: 'works once' },
  realName: { zh: '姓名', en: 'Your name' },
  realNameHint: { zh: '新注册时使用', en: 'For a new account' },
  join: { zh: '加入', en: 'Join' },
  joinAs: { zh: (name: string) => `以 ${name} 的身份加入`, en: (name: string) => `Join as ${name}` },
  joining: { zh: '正在加入…', en: 'Joining…' },
  byPhone: {
    zh: '用手机号登录或注册即可加入：',
    en: 'Log in or register with your phone number to join:',
  },
  byAccount: { zh: '用账号和密码登录', en: 'Log in with account and password' },
  otherAccount: { zh: '使用其他账号', en: 'Use another account' },
  incomplete: {
    zh: '链接不完整，请复制完整的邀请链接',
    en: 'The link is incomplete. Copy the whole invitation link.',
  },
  unknown: { zh: '操作失败，请稍后重试', en: 'That did not work. Please try again later.' },
});

type Invitation = CallData<AllCalls['getInvitationInfo']>;

/** Both spellings of links that people were sent. */
const codeOf = (search: string): string => {
  const query = new URLSearchParams(search);
  return query.get('code') ?? query.get('token') ?? '';
};

const wordsOf = (error: unknown, otherwise: string): string => (error instanceof CallError ? error.message : otherwise);

/** Leaves for the page that says what was joined; the company is the one that opens first. */
function finish(joined: { CompanyId: number; CompanyName: string }, isNew: boolean): void {
  setPlace({ companyId: joined.CompanyId, projectId: null });
  rememberJoined({ companyName: joined.CompanyName, isNew } satisfies Joined);
  window.location.replace('/inviteSuccess');
}

/** What an invitation grants, and the ways to accept it: as the signed-in user, by phone, or after a login. */
export function InvitationPage() {
  const t = useText(text);
  const words = useText(shared);
  const language = useLanguage();
  const code = codeOf(window.location.search);
  const [invitation, setInvitation] = useState<Invitation | null>(null);
  const [refusal, setRefusal] = useState<string | null>(code === '' ? t.incomplete : null);
  const signedIn = useSignedIn();

  useEffect(() => {
    if (code === '') return;
    let wanted = true;
    callPublic(invitationCalls.getInvitationInfo, { query: { code } }).then(
      (found) => {
        if (wanted) setInvitation(found);
      },
      (error: unknown) => {
        if (wanted) setRefusal(wordsOf(error, t.unknown));
      },
    );
    return () => {
      wanted = false;
    };
    // Asked again in the other language: names of roles and refusals are in it.
  }, [code, t]);

  if (refusal) {
    return (
      <PublicPage title={t.useless}>
        <Alert refusal={refusal} />
        <a className="public-go" href="/login">
          {words.toLogin}
        </a>
      </PublicPage>
    );
  }
  if (!invitation || signedIn === 'asking') {
    return (
      <PublicPage title={t.title}>
        <div className="public-waiting" role="status" aria-label={t.loading} />
      </PublicPage>
    );
  }
  const until = new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
  }).format(invitation.ExpireEPOCH);
  return (
    <PublicPage title={t.title}>
      <p className="public-text">{t.invites(invitation.CreateName, invitation.CompanyName)}</p>
      <dl className="public-facts">
        {invitation.CompanyRoleName ? (
          <>
            <dt>{t.companyRole}</dt>
            <dd>{invitation.CompanyRoleName}</dd>
          </>
        ) : null}
        <dt>{t.projects}</dt>
        <dd>
          {invitation.ProjectRoleList.length === 0 ? (
            t.noProjects
          ) : (
            <ul>
              {invitation.ProjectRoleList.map((each) => (
                <li key={`${each.SubareaId} ${each.RoleId}`}>
                  {each.SubareaName} <span className="public-muted">{each.RoleName}</span>
                </li>
              ))}
            </ul>
          )}
        </dd>
        {invitation.Note ? (
          <>
            <dt>{t.note}</dt>
            <dd>{invitation.Note}</dd>
          </>
        ) : null}
        <dt>{t.until}</dt>
        <dd>
          <span className="tabular">{until}</span> <span className="public-muted">{t.once}</span>
        </dd>
      </dl>
      {signedIn ? <JoinAs name={signedIn.name} code={code} /> : <JoinByPhone code={code} />}
    </PublicPage>
  );
}

const loginAndBack = () => `/login?redirect=${encodeURIComponent(window.location.pathname + window.location.search)}`;

/** Who is signed in in this browser; null: nobody. */
function useSignedIn(): { name: string } | null | 'asking' {
  const [who, setWho] = useState<{ name: string } | null | 'asking'>(maybeSignedIn() ? 'asking' : null);
  useEffect(() => {
    if (!maybeSignedIn()) return;
    renewSession()
      .then(() => callPublic(ownAccountCalls.getUserInfo, {}, getAccessToken()?.token))
      .then(
        ({ Nickname, Account }) => setWho({ name: Nickname || Account }),
        // Without an answer the visitor may still log in.
        () => setWho(null),
      );
  }, []);
  return who;
}

function JoinAs({ name, code }: { name: string; code: string }) {
  const t = useText(text);
  const [another, setAnother] = useState(false);
  const form = usePublicForm({
    initial: () => ({}),
    check: () => ({}),
    send: async () => {
      await renewSession();
      const joined = await callPublic(
        invitationCalls.acceptInvitation,
        { body: { InvitationCode: code } },
        getAccessToken()?.token,
      );
      finish(joined, false);
    },
  });
  if (another) return <JoinByPhone code={code} />;
  return (
    <form ref={form.ref} onSubmit={form.submit} noValidate aria-label={t.title}>
      <Alert refusal={form.refusal} />
      <SubmitButton busy={form.busy}>{form.busy ? t.joining : t.joinAs(name)}</SubmitButton>
      <button type="button" className="public-other" onClick={() => setAnother(true)}>
        {t.otherAccount}
      </button>
    </form>
  );
}

function JoinByPhone({ code }: { code: string }) {
  const t = useText(text);
  const language = useLanguage();
  const { body } = invitationCalls.loginOrRegisterByInvitation;
  const form = usePublicForm({
    initial: () => {
      const { mobile, region } = numberOfCode('invitation');
      return { Mobile: mobile, Region: region, SMSCode: '', RealName: '' };
    },
    check: (values) => typedErrors(body, { ...values, InvitationCode: code }, language),
    send: async (values) => {
      const joined = await callPublic(invitationCalls.loginOrRegisterByInvitation, {
        body: { ...values, InvitationCode: code },
      });
      sms.forget();
      enterSession(joined);
      finish(joined, joined.IsNew);
    },
    afterRefusal: 'SMSCode',
  });
  const sms = usePhoneCode('invitation', form, { mobile: 'Mobile', region: 'Region' }, (number) =>
    callPublic(signInCalls.mobileCode, { query: { ...number, title: 'invitation' } }),
  );
  return (
    <form ref={form.ref} onSubmit={form.submit} noValidate aria-label={t.title}>
      <p className="public-text">{t.byPhone}</p>
      <Alert refusal={form.refusal} />
      <PhoneField field={form.field('Mobile')} region={form.field('Region')} />
      <CodeField field={form.field('SMSCode')} code={sms} busy={form.busy} />
      <TextField field={form.field('RealName')} label={t.realName} autoComplete="name" hint={t.realNameHint} />
      <SubmitButton busy={form.busy}>{form.busy ? t.joining : t.join}</SubmitButton>
      <a className="public-other" href={loginAndBack()}>
        {t.byAccount}
      </a>
    </form>
  );
}
