import type { CodePurpose, CodeSent } from '@watchpost/contract';
import { useState } from 'react';
import { type AskedCode, askedCode, forgetCode, rememberCode } from './codeWait.ts';
import type { PublicForm } from './usePublicForm.ts';

export interface PhoneCode {
  /** Epoch milliseconds from which another code may be asked for; null: at once. */
  readonly nextAt: number | null;
  /** The last one, when it went to the number in the form; null: none was asked for. */
  readonly asked: AskedCode | null;
  ask(): void;
  /** After the code was used up. */
  forget(): void;
}

/** The number a code went to before the page was loaded again; empty without one. */
export const numberOfCode = (purpose: CodePurpose): { mobile: string; region: string } => {
  const asked = askedCode(purpose, Date.now());
  return { mobile: asked?.mobile ?? '', region: asked?.region ?? '86' };
};

/**
 * Asks for a code to the phone number of a form, and knows when the next one may be asked for, also after a reload. A code for
 * another number may be asked for at once: whoever mistyped his own does not wait.
 *
 * @param fields names of the form's number and dialling code
 */
export function usePhoneCode<Field extends string>(
  purpose: CodePurpose,
  form: PublicForm<Field>,
  fields: { mobile: Field; region: Field },
  send: (number: { mobile: string; region: string }) => Promise<CodeSent>,
): PhoneCode {
  const [last, setLast] = useState(() => askedCode(purpose, Date.now()));
  const mobile = form.values[fields.mobile].trim();
  const region = form.values[fields.region];
  const asked = last && last.mobile === mobile && last.region === region ? last : null;
  return {
    nextAt: asked?.nextAt ?? null,
    asked,
    ask: () =>
      void form.tryTo([fields.mobile, fields.region], async () => {
        const sent = await send({ mobile, region });
        const now = Date.now();
        const next: AskedCode = {
          mobile,
          region,
          target: sent.Target,
          inTestInbox: sent.InTestInbox,
          minutes: Math.floor(sent.ExpiresSeconds / 60),
          nextAt: now + sent.ResendSeconds * 1000,
          expiresAt: now + sent.ExpiresSeconds * 1000,
        };
        rememberCode(purpose, next);
        setLast(next);
      }),
    forget: () => forgetCode(purpose),
  };
}
