import { guardedRequest } from '../guardedRequest.ts';
import type { OutboundGuard } from '../outboundGuard.ts';

export interface SmsMessage {
  /** The same on every try, so that a provider that looks at it sends the message once. */
  readonly key: string;
  /** E.164, with `+`. */
  readonly to: string;
  readonly text: string;
  /** What a provider that only sends templates of its own asks for, such as `code`. */
  readonly fields: Readonly<Record<string, string>>;
}

/** Carries text messages away. */
export interface SmsSender {
  /** Resolves when the provider took the message. @throws Error when it did not */
  send(message: SmsMessage): Promise<void>;
}

export interface HttpSmsOptions {
  readonly url: string;
  /** Sent as a bearer token; null: none. */
  readonly token: string | null;
  /**
   * The body, with `{to}`, `{text}`, `{key}` and the message's fields filled in: as JSON when it begins with a brace, else
   * as a form.
   *
   * @example '{"mobile":"{to}","content":"{text}","id":"{key}"}'
   * @example 'to={to}&template=7&code={code}'
   */
  readonly body: string;
  readonly guard: OutboundGuard;
}

const timeoutMs = 10_000;
const maxAnswerBytes = 64 * 1024;
/** A lost connection or an overloaded provider is often over a moment later; the key keeps the message from doubling. */
const tries = 2;

/** Sends text messages through any provider that takes an HTTP POST. */
export function createHttpSms({ url, token, body, guard }: HttpSmsOptions): SmsSender {
  const isJson = body.trimStart().startsWith('{');
  const quote = isJson ? (text: string) => JSON.stringify(text).slice(1, -1) : encodeURIComponent;
  return {
    async send({ key, to, text, fields }) {
      const values: Record<string, string> = { ...fields, key, to, text };
      const request = {
        method: 'POST',
        headers: {
          'Content-Type': isJson ? 'application/json' : 'application/x-www-form-urlencoded',
          'Idempotency-Key': key,
          ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
        },
        body: body.replace(/\{(\w+)\}/g, (_, name: string) => quote(values[name] ?? '')),
        timeoutMs,
        maxBytes: maxAnswerBytes,
      } as const;
      for (let left = tries - 1; ; left--) {
        const status = await guardedRequest(guard, new URL(url), request).then(
          (answer) => answer.status,
          (error: unknown) => {
            if (left === 0) throw error;
            return null;
          },
        );
        if (status !== null && status >= 200 && status < 300) return;
        if (status !== null && (status < 500 || left === 0)) {
          throw new Error(`The SMS provider answered ${status}`);
        }
      }
    },
  };
}
