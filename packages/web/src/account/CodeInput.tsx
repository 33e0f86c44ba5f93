import type { CodeSent } from '@watchpost/contract';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { CallError } from '../lib/CallError.ts';
import { useText } from '../lib/defineText.ts';
import { useNotify } from '../ui/index.ts';
import { text } from './text.ts';
import { useSecondsUntil } from './useSecondsUntil.ts';

/**
 * Six digits of a message, with the button that asks for it; a field of a `SchemaForm`.
 *
 * @param ask sends the code; null when what it needs is not filled in, which has been said then
 * @param target what it is sent to, where that is typed: another one need not wait for a code that went elsewhere
 */
export function CodeInput({
  ask,
  target = '',
  ...input
}: {
  ask: () => Promise<CodeSent | null>;
  target?: string;
  id?: string;
  value?: string;
  onChange?: (value: string) => void;
  onBlur?: () => void;
}) {
  const t = useText(text);
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  const [last, setLast] = useState<{ sent: CodeSent; target: string; nextAt: number } | null>(null);
  const here = last?.target === target ? last : null;
  const seconds = useSecondsUntil(here?.nextAt ?? null);

  const send = async () => {
    setBusy(true);
    try {
      const answer = await ask();
      if (answer) {
        setLast({ sent: answer, target, nextAt: Date.now() + answer.ResendSeconds * 1000 });
      }
    } catch (error) {
      notify.failure(error instanceof CallError ? (firstFieldOf(error) ?? error) : error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      <div className="code-input">
        <Input
          {...input}
          inputMode="numeric"
          autoComplete="one-time-code"
          onChange={(event) => input.onChange?.(event.target.value.replace(/\D/g, ''))}
        />
        <Button className="tabular" loading={busy} disabled={seconds > 0} onClick={() => void send()}>
          {seconds > 0 ? t.againIn(seconds) : t.getCode}
        </Button>
      </div>
      {here ? (
        <p className="profile-hint" role="status">
          {here.sent.InTestInbox
            ? t.codeInInbox(here.sent.Target)
            : t.codeSent(here.sent.Target, Math.floor(here.sent.ExpiresSeconds / 60))}
        </p>
      ) : null}
    </>
  );
}

/** What is wrong with the number or address, which stands in another field. */
const firstFieldOf = ({ code, fields }: CallError): CallError | null =>
  fields[0] ? new CallError(code, fields[0].Message) : null;
