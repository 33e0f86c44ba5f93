import { useQueryClient } from '@tanstack/react-query';
import { ownAccountCalls } from '@watchpost/contract';
import { Button, Input, Segmented, Switch } from 'antd';
import { type ReactNode, Suspense, useContext, useId, useState } from 'react';
import { callApi } from '../lib/client.ts';
import { useText } from '../lib/defineText.ts';
import { switchLanguage, useLanguage } from '../lib/language.ts';
import { setPreference, usePreference } from '../lib/preferences.ts';
import { SessionContext, useAccount } from '../lib/session.ts';
import { chooseTheme, type ThemeChoice, useThemeChoice } from '../lib/theme.ts';
import { useCall } from '../lib/useCall.ts';
import { QuietHours } from '../notifications/index.ts';
import { SchemaForm, useSchemaForm } from '../ui/form/index.ts';
import { useNotify } from '../ui/index.ts';
import { AvatarField } from './AvatarField.tsx';
import './account.css';
import { ChangePasswordDialog } from './ChangePasswordDialog.tsx';
import { ChangeEmailDialog, ChangeMobileDialog, ChatAppDialog, ChooseAccountDialog } from './ContactDialogs.tsx';
import { SignIns } from './SignIns.tsx';
import { text } from './text.ts';

/** What people set for themselves, in any of their companies. */
export function ProfilePage() {
  const t = useText(text);
  return (
    <div className="page profile">
      <div className="profile-column">
        <Section title={t.about}>
          <AvatarField />
          <About />
        </Section>
        <Section title={t.preferences}>
          <Preferences />
        </Section>
      </div>
      <div className="profile-column">
        <Section title={t.signIn}>
          <Security />
        </Section>
        <Section title={t.alarmMessages}>
          <Suspense fallback={null}>
            <QuietHours />
          </Suspense>
        </Section>
        <Section title={t.signIns}>
          <SignIns />
        </Section>
      </div>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="profile-section" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

function About() {
  const t = useText(text);
  const { user, companies } = useAccount();
  const here = useContext(SessionContext)?.company;
  const notify = useNotify();
  const queryClient = useQueryClient();
  const form = useSchemaForm(ownAccountCalls.updateUserInfo.body, {
    initial: { Nickname: user.Nickname, CompanyName: here?.CompanyName ?? user.CompanyName, Depart: user.Depart },
    edits: [],
    save: async (body) => {
      await callApi('updateUserInfo', { body });
      void queryClient.invalidateQueries({ queryKey: ['getUserInfo'] });
      notify.success(t.saved);
    },
  });
  const employed = companies.length > 0;
  return (
    <SchemaForm form={form}>
      <div className="profile-fields">
        <form.Field name="Nickname" label={t.nickname} required>
          <Input autoComplete="name" maxLength={50} />
        </form.Field>
        <form.Field name="CompanyName" label={t.company} {...(employed ? { extra: t.companyFixed } : {})}>
          <Input autoComplete="organization" maxLength={50} disabled={employed} />
        </form.Field>
        <form.Field name="Depart" label={t.department}>
          <Input autoComplete="organization-title" maxLength={50} />
        </form.Field>
      </div>
    </SchemaForm>
  );
}

type Dialog = 'account' | 'password' | 'mobile' | 'email' | 'chatApp';

function Security() {
  const t = useText(text);
  const { user } = useAccount();
  const options = useCall('getLoginOptions', {}, { scope: 'user' });
  const [open, setOpen] = useState<Dialog | null>(null);
  const close = () => setOpen(null);
  const provider = options.data?.OpenId?.Name ?? null;
  const bound = user.OpenIdName !== null;
  return (
    <>
      <dl className="profile-rows">
        <Row
          label={t.account}
          value={user.AccountChosen ? user.Account : null}
          none={t.accountNotChosen}
          action={user.AccountChosen ? null : t.set}
          onAct={() => setOpen('account')}
        />
        <Row
          label={t.password}
          value={user.HasPassword ? t.passwordSet : null}
          none={t.passwordNone}
          action={user.HasPassword ? t.change : t.set}
          onAct={() => setOpen('password')}
        />
        <Row
          label={t.mobile}
          value={user.Mobile}
          none={t.none}
          action={user.Mobile ? t.change : t.set}
          onAct={() => setOpen('mobile')}
        />
        <Row
          label={t.email}
          value={user.Email}
          none={t.none}
          action={user.Email ? t.change : t.set}
          onAct={() => setOpen('email')}
        />
        {provider !== null || bound ? (
          <Row
            label={provider === null ? t.otherAccount : t.chatApp(provider)}
            value={user.OpenIdName}
            none={t.notBound}
            action={bound ? t.unbind : t.bind}
            onAct={() => setOpen('chatApp')}
          />
        ) : null}
      </dl>
      {open === 'account' ? <ChooseAccountDialog onClose={close} /> : null}
      {open === 'password' ? <ChangePasswordDialog onClose={close} /> : null}
      {open === 'mobile' ? <ChangeMobileDialog onClose={close} /> : null}
      {open === 'email' ? <ChangeEmailDialog onClose={close} /> : null}
      {open === 'chatApp' ? <ChatAppDialog bind={!bound} onClose={close} /> : null}
    </>
  );
}

function Row({
  label,
  value,
  none,
  action,
  onAct,
}: {
  label: string;
  value: string | null;
  /** What stands there instead of a value. */
  none: string;
  /** Null: it cannot be changed. */
  action: string | null;
  onAct: () => void;
}) {
  const t = useText(text);
  return (
    <div>
      <dt>{label}</dt>
      <dd className={value ? undefined : 'profile-hint'}>{value || none}</dd>
      <dd>
        {action ? (
          <Button size="small" aria-label={t.actOn(action, label)} onClick={onAct}>
            {action}
          </Button>
        ) : null}
      </dd>
    </div>
  );
}

const themes: readonly ThemeChoice[] = ['light', 'dark', 'system'];

function Preferences() {
  const t = useText(text);
  const language = useLanguage();
  const theme = useThemeChoice();
  const [muted, setMuted] = usePreference('alarmSound.muted', false);
  const id = useId();
  return (
    <div className="profile-preferences">
      <span>{t.language}</span>
      <Segmented
        aria-label={t.language}
        value={language}
        options={[
          { value: 'zh' as const, label: '中文' },
          { value: 'en' as const, label: 'English' },
        ]}
        onChange={(next) => {
          switchLanguage(next);
          setPreference('language', next);
        }}
      />
      <span>{t.theme}</span>
      <Segmented
        aria-label={t.theme}
        value={theme}
        options={themes.map((each) => ({ value: each, label: t[each] }))}
        onChange={(next) => {
          chooseTheme(next);
          setPreference('theme', next);
        }}
      />
      <span id={`${id}-sound`}>{t.sound}</span>
      <span className="profile-sound">
        <Switch aria-labelledby={`${id}-sound`} checked={!muted} onChange={(on) => setMuted(!on)} />
        <span className="profile-hint">{t.soundHint}</span>
      </span>
    </div>
  );
}
