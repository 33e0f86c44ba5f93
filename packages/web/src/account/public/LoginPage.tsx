import { lazy, Suspense, useEffect, useState } from 'react';
import { maybeSignedIn, setAccessToken } from '../../lib/accessToken.ts';
import { CallError } from '../../lib/CallError.ts';
import { useText } from '../../lib/defineText.ts';
import { renewSession } from '../../lib/signIn.ts';
import { AccountLoginForm } from './AccountLoginForm.tsx';
import { ChatAppLogin, useLoginOptions } from './ChatAppLogin.tsx';
import { goOn, publicLink } from './ownPath.ts';
import { PublicPage } from './PublicPage.tsx';
import { text } from './text.ts';

/** What checks phone numbers is large, and most people log in with their account. */
const PhoneLoginForm = lazy(() => import('./PhoneLoginForm.tsx').then((m) => ({ default: m.PhoneLoginForm })));

const RegisterPage = lazy(() => import('./RegisterPage.tsx').then((m) => ({ default: m.RegisterPage })));

const ways = ['account', 'phone'] as const;
type Way = (typeof ways)[number];

const wayKey = 'watchpost.loginWay';
const rememberedWay = (): Way => (localStorage.getItem(wayKey) === 'phone' ? 'phone' : 'account');

/** Sign-in by account or by a code sent to the phone; a signed-in user goes on at once. */
export function LoginPage() {
  const registers = new URLSearchParams(window.location.search).get('to') === 'register';
  return registers ? <RegisterPage /> : <Login />;
}

function Login() {
  const t = useText(text);
  const options = useLoginOptions();
  const [way, setWay] = useState(rememberedWay);
  const expired = new URLSearchParams(window.location.search).get('reason') === 'expired';

  useEffect(() => {
    if (!maybeSignedIn()) return;
    renewSession().then(goOn, (error: unknown) => {
      // Without an answer the form is as good as any other attempt.
      if (error instanceof CallError && error.code === 401) setAccessToken(null);
    });
  }, []);

  const choose = (next: Way) => {
    localStorage.setItem(wayKey, next);
    setWay(next);
  };
  const notice = expired ? t.expired : null;

  return (
    <PublicPage
      title={t.title}
      links={
        <>
          <a href={publicLink('/companyRegister')}>{t.applyForCompany}</a>
          {options?.AppUrl ? (
            <a href={options.AppUrl} target="_blank" rel="noreferrer">
              {t.app}
            </a>
          ) : null}
        </>
      }
    >
      <div role="tablist" className="public-tabs" aria-label={t.ways}>
        {ways.map((each) => (
          <button
            key={each}
            type="button"
            role="tab"
            id={`way-${each}`}
            aria-selected={each === way}
            aria-controls="way-panel"
            tabIndex={each === way ? 0 : -1}
            onClick={() => choose(each)}
            onKeyDown={(event) => {
              if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
              const next = each === 'account' ? 'phone' : 'account';
              choose(next);
              document.getElementById(`way-${next}`)?.focus();
            }}
          >
            {each === 'account' ? t.byAccount : t.byPhone}
          </button>
        ))}
      </div>
      <div role="tabpanel" id="way-panel" aria-labelledby={`way-${way}`}>
        {way === 'account' ? (
          <AccountLoginForm notice={notice} />
        ) : (
          <Suspense fallback={<div className="public-waiting" />}>
            <PhoneLoginForm notice={notice} />
          </Suspense>
        )}
      </div>
      {options?.OpenId ? <ChatAppLogin name={options.OpenId.Name} /> : null}
    </PublicPage>
  );
}
