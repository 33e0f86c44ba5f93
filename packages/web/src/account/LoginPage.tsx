import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { maybeSignedIn, setAccessToken } from '../lib/accessToken.ts';
import { CallError } from '../lib/CallError.ts';
import { useText } from '../lib/defineText.ts';
import { switchLanguage, useLanguage } from '../lib/language.ts';
import { renewSession, signIn } from '../lib/signIn.ts';
import { chooseTheme, useTheme } from '../lib/theme.ts';
import { afterLogin } from './afterLogin.ts';
import './LoginPage.css';
import { text } from './text.ts';

type Field = 'account' | 'pwd';

const goOn = () => window.location.replace(afterLogin(window.location.search, window.location.origin));

/**
 * Sign-in with account and password; whoever is signed in already goes on at once. A document of its own without router and
 * kit, so that it opens at once.
 */
export function LoginPage() {
  const t = useText(text);
  const [account, setAccount] = useState('');
  const [password, setPassword] = useState('');
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const [busy, setBusy] = useState(false);
  const [missing, setMissing] = useState<ReadonlySet<Field>>(new Set());
  const [refusal, setRefusal] = useState<string | null>(null);
  const accountInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const expired = new URLSearchParams(window.location.search).get('reason') === 'expired';

  useEffect(() => {
    document.title = `${t.title} · Watchpost 哨站`;
  }, [t]);

  useEffect(() => {
    if (!maybeSignedIn()) return;
    renewSession().then(goOn, (error: unknown) => {
      // Without an answer the form is as good as any other attempt.
      if (error instanceof CallError && error.code === 401) setAccessToken(null);
    });
  }, []);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const empty = new Set<Field>();
    if (account.trim() === '') empty.add('account');
    if (password === '') empty.add('pwd');
    setMissing(empty);
    setRefusal(null);
    if (empty.size > 0) {
      (empty.has('account') ? accountInput : passwordInput).current?.focus();
      return;
    }
    setBusy(true);
    try {
      await signIn({ account: account.trim(), pwd: password });
      goOn();
    } catch (error) {
      setBusy(false);
      setRefusal(error instanceof CallError ? error.message : t.failed);
      passwordInput.current?.focus();
      passwordInput.current?.select();
    }
  };

  const fieldError = (field: Field, words: string) =>
    missing.has(field) ? (
      <p className="login-field-error" id={`${field}-error`}>
        {words}
      </p>
    ) : null;

  return (
    <div className="login">
      <header className="login-top">
        <Appearance />
      </header>
      <main className="login-main">
        <div className="login-brand">
          <img src="/favicon.svg" alt="" width={36} height={36} />
          <div>
            <p className="login-name">{t.brand}</p>
            <p className="login-promise">{t.promise}</p>
          </div>
        </div>
        <form className="login-card" onSubmit={submit} noValidate aria-labelledby="login-title">
          <h1 id="login-title">{t.title}</h1>
          <div role="alert" className="login-alert">
            {refusal ? (
              <p className="login-refusal">{refusal}</p>
            ) : expired && !busy ? (
              <p className="login-notice">{t.expired}</p>
            ) : null}
          </div>
          <div className="login-field">
            <label htmlFor="account">{t.account}</label>
            <input
              ref={accountInput}
              id="account"
              name="username"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              // biome-ignore lint/a11y/noAutofocus: the page has one purpose
              autoFocus
              maxLength={64}
              value={account}
              aria-invalid={missing.has('account')}
              aria-describedby={missing.has('account') ? 'account-error' : undefined}
              onChange={(event) => setAccount(event.target.value)}
            />
            {fieldError('account', t.accountMissing)}
          </div>
          <div className="login-field">
            <label htmlFor="password">{t.password}</label>
            <div className="login-password">
              <input
                ref={passwordInput}
                id="password"
                name="password"
                type={shown ? 'text' : 'password'}
                autoComplete="current-password"
                maxLength={128}
                value={password}
                aria-invalid={missing.has('pwd')}
                aria-describedby={missing.has('pwd') ? 'pwd-error' : undefined}
                onChange={(event) => setPassword(event.target.value)}
                onKeyUp={(event) => setCapsLock(event.getModifierState('CapsLock'))}
              />
              <button
                type="button"
                aria-label={shown ? t.hidePassword : t.showPassword}
                aria-pressed={shown}
                onClick={() => setShown(!shown)}
              >
                {shown ? t.hide : t.show}
              </button>
            </div>
            {fieldError('pwd', t.passwordMissing)}
            {capsLock ? <p className="login-hint">{t.capsLock}</p> : null}
          </div>
          <button type="submit" className="login-submit" aria-disabled={busy}>
            {busy ? t.submitting : t.submit}
          </button>
        </form>
      </main>
    </div>
  );
}

function Appearance() {
  const t = useText(text);
  const language = useLanguage();
  const theme = useTheme();
  const otherTheme = theme === 'dark' ? 'light' : 'dark';
  return (
    <>
      <button
        type="button"
        aria-label={otherTheme === 'light' ? t.toLight : t.toDark}
        onClick={() => chooseTheme(otherTheme)}
      >
        {t[otherTheme]}
      </button>
      <button
        type="button"
        lang={language === 'zh' ? 'en' : 'zh-CN'}
        onClick={() => switchLanguage(language === 'zh' ? 'en' : 'zh')}
      >
        {t.otherLanguage}
      </button>
    </>
  );
}
