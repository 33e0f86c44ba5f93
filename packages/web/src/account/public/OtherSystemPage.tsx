import { signInCalls } from '@watchpost/contract';
import { useEffect, useRef, useState } from 'react';
import { CallError } from '../../lib/CallError.ts';
import { defineText, useText } from '../../lib/defineText.ts';
import { setPlace } from '../../lib/place.ts';
import { enterSession } from '../../lib/signIn.ts';
import { ownPath } from './ownPath.ts';
import { Alert, PublicPage } from './PublicPage.tsx';
import { callPublic } from './publicCalls.ts';
import { text as shared } from './text.ts';

const text = defineText({
  title: { zh: '正在登录', en: 'Signing you in' },
  failed: { zh: '未能登录', en: 'You could not be signed in' },
  noCode: {
    zh: '链接不完整，请重新从原系统进入',
    en: 'The link is incomplete. Open it again from the other system.',
  },
  unknown: { zh: '登录失败，请稍后重试', en: 'That did not work. Please try again later.' },
});

const profile = '/userSet/myInformation';

/** Where to go on, after the code of this address was exchanged. A code is good once. @throws CallError */
async function enter(search: string): Promise<string> {
  const query = new URLSearchParams(search);
  // A provider of accounts always sends back the state it was given; our own one-time codes have none.
  if (query.has('state')) {
    const { Kind, Session } = await callPublic(signInCalls.finishOpenId, {
      body: { Query: search.replace(/^\?/, '') },
    });
    if (Session) enterSession(Session);
    return Kind === 'bound' ? profile : '/';
  }
  const session = await callPublic(signInCalls.loginByCode, { body: { Code: query.get('code') ?? '' } });
  enterSession(session);
  if (session.CompanyId !== null) setPlace({ companyId: session.CompanyId, projectId: null });
  return ownPath(query.get('returnTo'), window.location.origin);
}

/** Sign-in from another system by a one-time code in the address, and the way back from a provider of accounts. */
export function OtherSystemPage() {
  const t = useText(text);
  const words = useText(shared);
  const [refusal, setRefusal] = useState<string | null>(null);
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
    enter(search).then(
      (path) => window.location.replace(path),
      (error: unknown) => setRefusal(error instanceof CallError ? error.message : t.unknown),
    );
  }, [t]);
  return (
    <PublicPage title={refusal ? t.failed : t.title}>
      <Alert refusal={refusal} />
      {refusal ? (
        <a className="public-go" href="/login">
          {words.toLogin}
        </a>
      ) : (
        <div className="public-waiting" role="status" aria-label={t.title} />
      )}
    </PublicPage>
  );
}
