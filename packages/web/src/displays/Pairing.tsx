import { QRCode } from 'antd';
import { useEffect, useState } from 'react';
import { CallError, callApi } from '../lib/client.ts';
import { useText } from '../lib/defineText.ts';
import { wallText } from './text.ts';
import { pauseAfter } from './wallClock.ts';

const pairingEveryMs = 2_000;

/** Shows a code until somebody confirms it; a code that expires is followed by the next. */
export function Pairing({ wasRevoked, onPaired }: { wasRevoked: boolean; onPaired: (token: string) => void }) {
  const t = useText(wallText);
  const [code, setCode] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let timer = 0;
    let stopped = false;
    let secret: string | null = null;
    let failures = 0;
    const wait = (ms: number) => {
      if (!stopped) timer = window.setTimeout(() => void ask(), ms);
    };
    const ask = async (): Promise<void> => {
      try {
        if (secret === null) {
          const begun = await callApi('beginPairing', {});
          secret = begun.Secret;
          if (!stopped) setCode(begun.Code);
        } else {
          const { Token } = await callApi('takePairing', { body: { Secret: secret } });
          if (Token !== null) {
            if (!stopped) onPaired(Token);
            return;
          }
        }
        failures = 0;
        setFailed(false);
        wait(pairingEveryMs);
      } catch (error) {
        if (error instanceof CallError && error.code === 404) secret = null;
        else setFailed(true);
        failures += 1;
        wait(pauseAfter(failures, pairingEveryMs));
      }
    };
    void ask();
    return () => {
      stopped = true;
      window.clearTimeout(timer);
    };
  }, [onPaired]);
  const address = code === null ? '' : `${window.location.origin}/dataScreen/displays?pair=${code}`;
  return (
    <main className="wall-pairing">
      <h1>{t.pairTitle}</h1>
      {wasRevoked ? <p role="status">{t.revoked}</p> : null}
      {code === null ? (
        <p>{failed ? t.noServer : t.waiting}</p>
      ) : (
        <>
          <p className="wall-code">{`${code.slice(0, 4)} ${code.slice(4)}`.toUpperCase()}</p>
          <div aria-hidden="true">
            <QRCode value={address} size={200} type="svg" bgColor="#ffffff" color="#000000" />
          </div>
          <p>{t.pairHow}</p>
          {failed ? <p role="alert">{t.noServer}</p> : null}
        </>
      )}
    </main>
  );
}
