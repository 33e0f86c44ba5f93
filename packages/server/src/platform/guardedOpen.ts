import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import { type OutboundGuard, portOf } from './outboundGuard.ts';

export interface GuardedOpening {
  readonly method: 'DELETE' | 'GET' | 'OPTIONS' | 'POST' | 'PUT';
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | undefined;
  /** Ends the request, from looking up the name on, and the answer when it has begun. */
  readonly signal: AbortSignal;
}

/** What the guard allows, in the form in which sockets ask for addresses: exactly the address that it looked at is dialled. */
export async function guardedLookup(guard: OutboundGuard, url: URL): Promise<LookupFunction> {
  const address = await guard(url.hostname.replace(/^\[|\]$/g, ''), portOf(url));
  const family = isIP(address);
  return (_host, options, answer) =>
    options.all ? answer(null, [{ address, family }]) : answer(null, address, family);
}

/**
 * Opens the answer of an address that somebody set, without reading it: the guard decides. Redirects are not followed. The
 * caller reads or destroys the answer.
 *
 * @throws OutboundRefused for a host that must not be dialled; Error when there is no answer
 */
export async function guardedOpen(
  guard: OutboundGuard,
  url: URL,
  { method, headers, body, signal }: GuardedOpening,
): Promise<http.IncomingMessage> {
  const lookup = await unlessAborted(signal, guardedLookup(guard, url));
  const { request: send } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const outgoing = send(url, { method, headers: { ...headers }, lookup, signal, agent: false }, resolve);
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** A look-up cannot be stopped, but nobody need wait for it. @throws the signal's reason */
async function unlessAborted<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
