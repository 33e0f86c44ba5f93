import type { IncomingMessage } from 'node:http';
import { guardedOpen } from '../../platform/guardedOpen.ts';
import { createOutboundGuard, type OutboundGuard } from '../../platform/outboundGuard.ts';
import { failureOfStatus, NoStream } from './NoStream.ts';

/** A media server that has not begun to answer by then does not. */
export const answerMs = 8_000;
/** Servers that set a cookie first, or hand over to another machine, do so once or twice. */
const maxRedirects = 3;

const publicOnly = createOutboundGuard([]);

/**
 * Decides for what a camera's own answers lead to. Its own host is dialled as the installation allows; elsewhere only the open
 * internet, or a playlist could read what stands in the house beside the media server.
 */
const guardBeyond = (guard: OutboundGuard, own: URL, url: URL): OutboundGuard =>
  url.host === own.host ? guard : publicOnly;

export interface OpenedSource {
  /** Where the answer came from in the end. */
  readonly url: URL;
  readonly answer: IncomingMessage;
}

/** `a=1; Path=/` → `a=1` */
const pairOf = (cookie: string): string => cookie.split(';')[0]!;

/**
 * Opens a file of a stream. The answer is a success, and nothing of it has been read.
 *
 * @param own the camera's address
 * @throws NoStream; what the guard and the network throw
 */
export async function openSource(
  guard: OutboundGuard,
  own: URL,
  url: URL,
  { signal, range }: { signal: AbortSignal; range?: string | undefined },
): Promise<OpenedSource> {
  let place = url;
  const cookies = new Map<string, string>();
  for (let hop = 0; hop <= maxRedirects; hop += 1) {
    const impatient = new AbortController();
    const timer = setTimeout(() => impatient.abort(), answerMs);
    const headers = {
      accept: '*/*',
      ...(range === undefined ? {} : { range }),
      ...(cookies.size > 0 ? { cookie: [...cookies.values()].join('; ') } : {}),
    };
    const opening = { method: 'GET', headers, signal: AbortSignal.any([signal, impatient.signal]) } as const;
    const answer = await guardedOpen(guardBeyond(guard, own, place), place, opening).finally(() => clearTimeout(timer));
    const { statusCode: status = 0, headers: said } = answer;
    const next = status >= 300 && status < 400 ? nextPlace(said.location, place) : null;
    if (next === null) {
      const failure = failureOfStatus(status);
      if (failure === null) return { url: place, answer };
      answer.destroy();
      throw new NoStream(failure);
    }
    answer.destroy();
    // What one host set is not told to another.
    if (next.host !== place.host) cookies.clear();
    else for (const cookie of said['set-cookie'] ?? []) cookies.set(cookie.split('=')[0]!, pairOf(cookie));
    place = next;
  }
  throw new NoStream('serverTrouble');
}

/** The login of an address belongs to its own host. */
function nextPlace(location: string | undefined, from: URL): URL {
  if (!location || !URL.canParse(location, from.href)) throw new NoStream('serverTrouble');
  const next = new URL(location, from);
  if (next.protocol !== 'http:' && next.protocol !== 'https:') throw new NoStream('serverTrouble');
  if (next.host === from.host && !next.username) {
    next.username = from.username;
    next.password = from.password;
  }
  return next;
}
