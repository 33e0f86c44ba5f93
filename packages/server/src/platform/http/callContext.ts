import type { Bilingual, Language } from '@watchpost/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** What a handler knows besides its input. `Caller` is null on public calls. */
export interface CallContext<Caller> {
  /** The name of the call in the contract. */
  readonly call: string;
  readonly caller: Caller;
  readonly language: Language;
  /** Where the request came from, for the throttle and the logs. */
  readonly address: string;
  readonly userAgent: string;
  cookie(name: string): string | undefined;
  setCookie(name: string, value: string, maxAgeSeconds: number): void;
  clearCookie(name: string): void;
  /** What the envelope of a success says besides its data: as a rule nothing. */
  say(words: Bilingual): void;
  /** What was asked for did not come about, and the data say why: an envelope of Code 400 with status 200. */
  sayUndone(words: Bilingual): void;
  /** Says that what this call did stands in the operation log, and in which lines. */
  markLogged(lines?: readonly LoggedLine[]): void;
  /** Aborted with `CallerLeft` when nobody waits for the answer any more. A read that takes long stops then. */
  readonly signal: AbortSignal;
}

/** The part of a line of the operation log in which each domain writes fields of its own. */
export interface LoggedLine {
  readonly before?: object | null;
  readonly after?: object | null;
}

/** The connection was closed before the answer: nobody's mistake. */
export class CallerLeft extends Error {
  override readonly name = 'CallerLeft';
}

/** Chinese unless English was asked for, in whichever country's form: `en`, `EN`, `en-US`. */
export const languageOf = ({ headers }: FastifyRequest): Language =>
  /^en\b/i.test(String(headers.language ?? '')) ? 'en' : 'zh';

/**
 * A read is answered in the language that it asks for by a parameter `language`, in any case of letters, as if the header said so;
 * refusals, too. In a write the header alone decides: it says in which language texts came.
 */
export function takeLanguageAsked({ query, body, headers }: FastifyRequest): void {
  for (const part of [body, query]) {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) continue;
    const [, asked] = Object.entries(part).find(([name]) => name.toLowerCase() === 'language') ?? [];
    if (typeof asked === 'string' && /^(zh|en)\b/i.test(asked)) headers.language = asked;
  }
}

export const originOf = (request: FastifyRequest): { address: string; userAgent: string } => ({
  address: request.ip,
  userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
});

export const bearerOf = (request: FastifyRequest): string | null => {
  const header = request.headers.authorization;
  return /^bearer +(\S+)$/i.exec(header ?? '')?.[1] ?? null;
};

export function contextOf(
  call: string,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: unknown,
  language: Language,
): CallContext<unknown> & {
  logged(): readonly LoggedLine[] | null;
  said(): { readonly code: number; readonly message: string };
} {
  let logged: readonly LoggedLine[] | null = null;
  let said = { code: 200, message: '' };
  let left: AbortController | null = null;
  // Over TLS of our own, or of a proxy that we trust to say so.
  const secure = request.protocol === 'https';
  // Browsers take a cookie of such a name from this host and under TLS alone: nobody on the way, and no neighbour, can plant one.
  const prefix = secure ? '__Host-' : '';
  const cookieOptions = { path: secure ? '/' : '/api/User', httpOnly: true, sameSite: 'strict', secure } as const;
  return {
    call,
    caller,
    language,
    ...originOf(request),
    cookie: (name) => request.cookies[prefix + name],
    setCookie: (name, value, maxAgeSeconds) =>
      void reply.setCookie(prefix + name, value, { ...cookieOptions, maxAge: maxAgeSeconds }),
    clearCookie: (name) => void reply.clearCookie(prefix + name, cookieOptions),
    markLogged: (lines = []) => {
      logged = lines;
    },
    say: (words) => {
      said = { code: 200, message: words[language] };
    },
    sayUndone: (words) => {
      said = { code: 400, message: words[language] };
    },
    said: () => said,
    logged: () => logged,
    get signal() {
      left ??= leavingOf(reply);
      return left.signal;
    },
  };
}

/** Made only for calls that ask for it. */
function leavingOf({ raw }: FastifyReply): AbortController {
  const left = new AbortController();
  const leave = (): void => {
    if (!raw.writableFinished) left.abort(new CallerLeft('The caller left before the answer.'));
  };
  if (raw.destroyed) leave();
  else raw.once('close', leave);
  return left;
}
