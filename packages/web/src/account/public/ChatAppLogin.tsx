import type { AllCalls, CallData } from '@watchpost/contract';
import type { WireCall } from '@watchpost/contract/wireCalls';
import { useEffect, useState } from 'react';
import { CallError } from '../../lib/CallError.ts';
import { useText } from '../../lib/defineText.ts';
import { getLanguage } from '../../lib/language.ts';
import { leaveForOpenId } from '../../lib/openIdTrip.ts';
import { sendCall } from '../../lib/sendCall.ts';
import { text } from './text.ts';

// Repeated here under the contract's types, as in lib/signIn.ts: the first thing that everybody sees loads no schema.
const getLoginOptions = { method: 'GET', path: '/User/GetLoginOptions' } satisfies Pick<
  AllCalls['getLoginOptions'],
  'method' | 'path'
>;
const startOpenId = { method: 'POST', path: '/User/StartOpenId' } satisfies Pick<
  AllCalls['startOpenId'],
  'method' | 'path'
>;
const ask = (call: WireCall) => sendCall(call, {}, { language: getLanguage() });

export type LoginOptions = CallData<AllCalls['getLoginOptions']>;

/** Which ways to sign in are set up; null until it is known. */
export function useLoginOptions(): LoginOptions | null {
  const [options, setOptions] = useState<LoginOptions | null>(null);
  useEffect(() => {
    let wanted = true;
    ask(getLoginOptions).then(
      (answer) => {
        if (wanted) setOptions(answer as LoginOptions);
      },
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, []);
  return options;
}

/** Sign-in with an account of another provider, which this installation is set up for. */
export function ChatAppLogin({ name }: { name: string }) {
  const t = useText(text);
  const [refusal, setRefusal] = useState<string | null>(null);
  const start = async () => {
    setRefusal(null);
    try {
      const { Url } = (await ask(startOpenId)) as CallData<AllCalls['startOpenId']>;
      leaveForOpenId(Url, {
        kind: 'signIn',
        redirect: new URLSearchParams(window.location.search).get('redirect'),
      });
    } catch (error) {
      setRefusal(error instanceof CallError ? error.message : t.failed);
    }
  };
  return (
    <>
      <button type="button" className="public-other" onClick={() => void start()}>
        {t.withChatApp(name)}
      </button>
      {refusal ? (
        <p className="public-field-error" role="alert">
          {refusal}
        </p>
      ) : null}
    </>
  );
}
