import type { AnsweredFile, Envelope, FieldErrors, Language, RefusedThings } from '@watchpost/contract';
import { clearing } from '@watchpost/contract/clearing';
import type { WireCall } from '@watchpost/contract/wireCalls';
import { CallError } from './CallError.ts';
import { defineText, textIn } from './defineText.ts';
import { observableValue } from './ObservableValue.ts';
import { noteServerDate } from './serverClock.ts';
import { wholeFile } from './wholeFile.ts';

const text = defineText({
  unreachable: { zh: '无法连接服务器，请检查网络', en: 'The server cannot be reached. Check your network.' },
  brokenOff: {
    zh: '下载中断，请检查网络后重试',
    en: 'The download broke off. Check your network and try again.',
  },
  notUnderstood: { zh: '服务器错误，请稍后重试', en: 'Server error. Please try again later.' },
});

export interface WireInput {
  readonly query?: unknown;
  readonly body?: unknown;
  readonly files?: readonly File[] | undefined;
}

export interface CallContext {
  readonly language: Language;
  readonly token?: string | null | undefined;
  readonly companyId?: number | null;
  readonly projectId?: number | null;
  readonly signal?: AbortSignal | undefined;
}

/** A server that has not answered by then is treated as unreachable, unless the call says that it takes longer; ours answers lists within seconds. */
const usualAnswerSeconds = 60;

const isAbort = (cause: unknown): boolean => cause instanceof DOMException && cause.name === 'AbortError';

/** False after a call got no answer at all, true after the next one did. */
export const serverReachable = observableValue(true);

/**
 * Lists travel as one comma-separated text; undefined is left out.
 *
 * @param none what stands for null: nothing in a query; in a body the empty text, which clears a field, see `clearing`
 */
function parameters(values: unknown, none: 'left out' | 'empty'): URLSearchParams {
  const result = new URLSearchParams();
  if (typeof values !== 'object' || values === null) return result;
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || (value === null && none === 'left out')) continue;
    result.append(name, Array.isArray(value) ? value.join(',') : String(value ?? ''));
  }
  return result;
}

/** What is sent: the body of a call as its encoding has it, and its type where the browser does not set it. */
function bodyOf({ encoding }: WireCall, { body, files }: WireInput): { type?: string; body?: BodyInit } {
  if (encoding === 'multipart') {
    const form = new FormData();
    for (const [name, value] of parameters(body, 'empty')) form.append(name, value);
    for (const file of files ?? []) form.append('file', file, file.name);
    return { body: form };
  }
  if (body === undefined) return {};
  if (encoding === 'json') return { type: 'application/json', body: JSON.stringify(body) };
  return { body: parameters(body, 'empty') };
}

/** Ends what takes too long: of a file the beginning of its answer, of everything else all of it. */
function limitOf({ answersFile, answerSeconds }: WireCall): { signal: AbortSignal; begun(): void } {
  const limitMs = (answerSeconds ?? usualAnswerSeconds) * 1000;
  if (!answersFile) return { signal: AbortSignal.timeout(limitMs), begun: () => {} };
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new DOMException('', 'TimeoutError')), limitMs);
  return { signal: late.signal, begun: () => clearTimeout(timer) };
}

/** The name a file call gave its file. */
const fileNameOf = (response: Response): string => {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  return encoded ? decodeURIComponent(encoded) : 'download';
};

/**
 * Sends one call as it stands and returns its `Data`, of a file call the file. Knows nothing of sessions: see `client.ts` for calls that renew an
 * expired token.
 *
 * @throws CallError with the server's message, or code 0 when no answer came
 * @throws DOMException `AbortError` when the signal fired
 */
export async function sendCall(call: WireCall, input: WireInput, context: CallContext): Promise<unknown> {
  const given = parameters(input.query, 'left out');
  // What stands in the path is no longer a parameter: `/Weather/weather/{projectId}`.
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = given.get(name) ?? '';
    given.delete(name);
    return encodeURIComponent(value);
  });
  const query = given.toString();
  const headers: Record<string, string> = { language: context.language, [clearing.header]: clearing.value };
  if (context.token) headers.authorization = `Bearer ${context.token}`;
  if (context.companyId) headers['company-id'] = String(context.companyId);
  if (context.projectId) headers['project-id'] = String(context.projectId);

  const { type, body } = bodyOf(call, input);
  if (type) headers['content-type'] = type;

  const ask = async (more: Record<string, string> = {}): Promise<Response> => {
    const limit = limitOf(call);
    const sentAt = Date.now();
    try {
      const response = await fetch(`/api${path}${query ? `?${query}` : ''}`, {
        method: call.method,
        headers: { ...headers, ...more },
        credentials: 'same-origin',
        ...(body === undefined ? {} : { body }),
        signal: context.signal ? AbortSignal.any([context.signal, limit.signal]) : limit.signal,
      });
      noteServerDate(response.headers.get('date'), sentAt, Date.now());
      return response;
    } catch (cause) {
      if (isAbort(cause)) throw cause;
      serverReachable.set(false);
      throw new CallError(0, textIn(text, context.language).unreachable);
    } finally {
      limit.begun();
    }
  };
  const response = await ask();

  if (call.answersFile && response.ok) {
    serverReachable.set(true);
    try {
      return { name: fileNameOf(response), content: await wholeFile(response, ask) } satisfies AnsweredFile;
    } catch (cause) {
      if (isAbort(cause) || cause instanceof CallError) throw cause;
      throw new CallError(0, textIn(text, context.language).brokenOff);
    }
  }
  let envelope: Partial<Envelope<unknown>> | null = null;
  try {
    envelope = (await response.json()) as Partial<Envelope<unknown>> | null;
  } catch (cause) {
    if (isAbort(cause)) throw cause;
  }
  // A proxy in front of a stopped server answers without our envelope.
  serverReachable.set(typeof envelope?.Code === 'number' || response.status < 502);
  if (typeof envelope?.Code !== 'number') {
    const unreachable = response.status >= 502 && response.status <= 504;
    const words = textIn(text, context.language);
    throw new CallError(
      unreachable ? 0 : response.status || 500,
      unreachable ? words.unreachable : words.notUnderstood,
    );
  }
  // With status 200 the data are the answer, also where the envelope says that nothing was done.
  if (envelope.Code === 200 || (response.ok && envelope.Data != null)) return envelope.Data;
  throw new CallError(
    response.ok ? envelope.Code : response.status,
    envelope.Message || textIn(text, context.language).notUnderstood,
    fieldsOf(envelope.Data),
    idsOf(envelope.Data),
  );
}

function fieldsOf(data: unknown): FieldErrors['Fields'] {
  const fields = (data as Partial<FieldErrors> | null | undefined)?.Fields;
  return Array.isArray(fields) ? fields : [];
}

function idsOf(data: unknown): RefusedThings['RefusedIds'] {
  const ids = (data as Partial<RefusedThings> | null | undefined)?.RefusedIds;
  return Array.isArray(ids) ? ids : [];
}
