import { foreignText } from '../foreignText.ts';
import { type GuardedAnswer, guardedRequest } from '../guardedRequest.ts';
import { at } from '../jsonPointer.ts';
import { type OutboundGuard, OutboundRefused } from '../outboundGuard.ts';
import { type PhoneProvider, PhoneProviderError, type PhoneReceipt } from './phoneProvider.ts';
import type { AnswerShape, ReceiptShape, ReceiptState } from './providerShapes.ts';

export interface HttpPhoneOptions {
  readonly url: string;
  /** Sent as a bearer token; null: none. */
  readonly token: string | null;
  /** Further headers of every request. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * The body, with `{to}`, `{text}`, `{key}` and the message's fields filled in: as JSON when it begins with a brace, else
   * as a form.
   *
   * @example '{"mobile":"{to}","content":"{text}","id":"{key}"}'
   * @example 'to={to}&template=7&code={code}'
   */
  readonly body: string;
  /** Where its answer says the message's number, and how that it took it. */
  readonly answer: AnswerShape;
  /** Where it is asked what became of `{id}`; null: it cannot be asked. */
  readonly askUrl: string | null;
  readonly receipt: ReceiptShape;
  /** What the provider calls our states, besides our own names. */
  readonly states: ReadonlyMap<string, ReceiptState>;
  readonly guard: OutboundGuard;
}

const timeoutMs = 10_000;
const maxAnswerBytes = 64 * 1024;
/** Of one delivery of receipts. */
const maxReceipts = 500;
/** A lost connection or an overloaded provider is often over a moment later; the key keeps the message from doubling. */
const usualTries = 2;

/** Speaks to any provider that takes an HTTP POST. */
export function createHttpPhone(options: HttpPhoneOptions): PhoneProvider {
  const { url, token, body, answer, askUrl, receipt, states, guard } = options;
  const isJson = body.trimStart().startsWith('{');
  const quote = isJson ? (text: string) => JSON.stringify(text).slice(1, -1) : encodeURIComponent;
  const headers = {
    Accept: 'application/json',
    ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
    ...options.headers,
  };

  async function request(address: string, more: Parameters<typeof guardedRequest>[2]): Promise<GuardedAnswer> {
    const reply = await guardedRequest(guard, new URL(address), more).catch((error: unknown) => {
      if (error instanceof OutboundRefused) throw error;
      throw new PhoneProviderError(
        'The provider does not answer',
        { again: true, trouble: 'noAnswer' },
        { cause: error },
      );
    });
    const { status } = reply;
    if (status >= 200 && status < 300) return reply;
    // A wrong token is mended by somebody; a message that is refused stays refused.
    const again = status >= 500 || [401, 403, 408, 425, 429].includes(status);
    throw new PhoneProviderError(`The provider answered ${status}${wordsOf(reply)}`, {
      again,
      trouble: status >= 500 ? 'noAnswer' : 'refused',
    });
  }

  function receiptIn(told: unknown): PhoneReceipt | null {
    const text = (name: keyof ReceiptShape, longest = 200): string | null => {
      const pointer = receipt[name];
      const value = pointer === undefined ? undefined : at(told, pointer);
      return textOf(value, longest);
    };
    const state = states.get(text('state') ?? '') ?? null;
    const read: PhoneReceipt = {
      id: text('id'),
      state: state === 'pending' ? null : state,
      detail: text('detail'),
      from: text('from'),
      text: text('text', 1_000),
      digit: text('digit', 4),
      code: text('code', 20),
    };
    return read.id !== null || read.from !== null ? read : null;
  }

  async function sendOnce(message: Parameters<PhoneProvider['send']>[0]): Promise<{ id: string | null }> {
    const { key, to, text, fields } = message;
    const values: Record<string, string> = { ...fields, key, to, text };
    const reply = await request(url, {
      method: 'POST',
      headers: {
        'Content-Type': isJson ? 'application/json' : 'application/x-www-form-urlencoded',
        'Idempotency-Key': key,
        ...headers,
      },
      body: body.replace(/\{(\w+)\}/g, (_, name: string) => quote(values[name] ?? '')),
      timeoutMs,
      maxBytes: maxAnswerBytes,
    });
    const told = jsonOf(reply);
    if (answer.ok && String(at(told, answer.ok.pointer) ?? '') !== answer.ok.value)
      throw new PhoneProviderError(`The provider refused the message${wordsOf(reply)}`, {
        again: false,
        trouble: 'refused',
      });
    const id = answer.id === null ? undefined : at(told, answer.id);
    return { id: textOf(id, 200) };
  }

  return {
    async send(message, tries = usualTries) {
      for (let left = tries - 1; ; left--) {
        try {
          return await sendOnce(message);
        } catch (error) {
          const again = error instanceof PhoneProviderError && error.trouble === 'noAnswer';
          if (left === 0 || !again) throw error;
        }
      }
    },
    ...(askUrl !== null && {
      async ask(id: string, key: string) {
        const address = askUrl.replaceAll('{id}', encodeURIComponent(id)).replaceAll('{key}', encodeURIComponent(key));
        const read = receiptIn(
          jsonOf(await request(address, { method: 'GET', headers, timeoutMs, maxBytes: maxAnswerBytes })),
        );
        return read && { ...read, id };
      },
    }),
    read(posted) {
      const list = receipt.list === undefined ? posted : at(posted, receipt.list);
      const items = Array.isArray(list) ? list.slice(0, maxReceipts) : [list];
      return items.map(receiptIn).filter((read) => read !== null);
    },
  };
}

const textOf = (value: unknown, longest: number): string | null =>
  typeof value === 'string' || typeof value === 'number' ? foreignText(String(value), longest) || null : null;

function jsonOf({ body }: GuardedAnswer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch {
    return null;
  }
}

/** The beginning of what it says, for people who read the delivery log. */
function wordsOf({ body }: GuardedAnswer): string {
  const words = foreignText(body.toString('utf8'), 120);
  return words === '' || words === '{}' ? '' : `: ${words}`;
}
