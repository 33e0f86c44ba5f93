import { signInCalls } from '@watchpost/contract';
import { useEffect, useRef, useState } from 'react';
import { CallError } from '../../lib/CallError.ts';
import { defineText, useText } from '../../lib/defineText.ts';
import { endOpenIdTrip, type OpenIdTrip } from '../../lib/openIdTrip.ts';
import { setPlace } from '../../lib/place.ts';
import { enterSession } from '../../lib/signIn.ts';
import { ownPath } from './ownPath.ts';
import { Alert, PublicPage } from './PublicPage.tsx';
import { callPublic } from './publicCalls.ts';
import { text as shared } from './text.ts';

const text = defineText({
  title: { zh: '正在登录', en: 'Signing you in' },
  binding: { zh: '正在绑定账号', en: 'Linking the account' },
  bindFailed: { zh: '未能绑定账号', en: 'The account could not be linked' },
  toProfile: { zh: '返回个人设置', en: 'Back to personal settings' },
  failed: { zh: '未能登录', en: 'You could not be signed in' },
  noCode: {
    zh: '链接不完整，请重新从原系统进入',
    en: 'The link is incomplete. Open it again from the other system.',
  },
  unknown: { zh: '登录失败，请稍后重试', en: 'That did not work. Please try again later.' },
});

const profile = '/userSet/myInformation';

/** Where to go on, after the code of this address was exchanged. A code is good once. @throws CallError */
async function enter(search: string, trip: OpenIdTrip | null): Promise<string> {
  const query = new URLSearchParams(search);
  // A provider of accounts always sends back the state it was given; our own one-time codes have none.
  if (trip) {
    const { Kind, Session } = await callPublic(signInCalls.finishOpenId, {
      body: { Query: search.replace(/^\?/, '') },
    });
    if (Session) enterSession(Session);
    if (Kind === 'bound') return profile;
    return ownPath(trip.kind === 'signIn' ? trip.redirect : null, window.location.origin);
  }
  const session = await callPublic(signInCalls.loginByCode, { body: { Code: query.get('code') ?? '' } });
  enterSession(session);
  if (session.CompanyId !== null) setPlace({ companyId: session.CompanyId, projectId: null });
  return ownPath(query.get('returnTo') ?? query.get('redirect'), window.location.origin);
}

/** Sign-in from another system by a one-time code in the address, and the way back from a provider of accounts. */
export function OtherSystemPage() {
  const t = useText(text);
  const words = useText(shared);
  const [refusal, setRefusal] = useState<string | null>(null);
  /** Somebody who is signed in links another account. */
  const [binds, setBinds] = useState(false);
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const { search } = window.location;
    // The code is used up; nobody finds it in the history.
    window.history.replaceState(null, '', '/other');
    const query = new URLSearchParams(search);
    if (!query.has('code') && !query.has('state')) {
      setRefusal(t.noCode);
      return;
    }
    const trip = query.has('state') ? endOpenIdTrip() : null;
    setBinds(trip?.kind === 'bind');
    enter(search, trip).then(
      (path) => window.location.replace(path),
      (error: unknown) => setRefusal(error instanceof CallError ? error.message : t.unknown),
    );
  }, [t]);
  return (
    <PublicPage title={refusal ? (binds ? t.bindFailed : t.failed) : binds ? t.binding : t.title}>
      <Alert refusal={refusal} />
      {refusal ? (
        <a className="public-go" href={binds ? profile : '/login'}>
          {binds ? t.toProfile : words.toLogin}
        </a>
      ) : (
        <div className="public-waiting" role="status" aria-label={binds ? t.binding : t.title} />
      )}
    </PublicPage>
  );
}
