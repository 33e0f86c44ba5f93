import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import type { OutboundGuard } from './outboundGuard.ts';

export interface GuardedRequest {
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** For everything, from looking up the name to the last byte. */
  readonly timeoutMs: number;
  /** A longer answer is refused half-way. */
  readonly maxBytes: number;
}

/** More bytes came than were asked for. */
export class AnswerTooLong extends Error {
  override readonly name = 'AnswerTooLong';
}

export interface GuardedAnswer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
}

/**
 * Makes one request to an address that somebody set: the guard decides, and exactly the address it looked at is dialled.
 * Redirects are not followed.
 *
 * @throws OutboundRefused for a host that must not be dialled; AnswerTooLong; Error when there is no answer
 */
export async function guardedRequest(guard: OutboundGuard, url: URL, request: GuardedRequest): Promise<GuardedAnswer> {
  const signal = AbortSignal.timeout(request.timeoutMs);
  const address = await guard(url.hostname.replace(/^\[|\]$/g, ''));
  const family = isIP(address);
  const lookup: LookupFunction = (_host, options, answer) =>
    options.all ? answer(null, [{ address, family }]) : answer(null, address, family);
  const { request: send } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const { method, headers, body } = request;
    const outgoing = send(url, { method, headers: { ...headers }, lookup, signal, agent: false }, (incoming) => {
      const parts: Buffer[] = [];
      let bytes = 0;
      incoming.on('data', (part: Buffer) => {
        bytes += part.length;
        if (bytes > request.maxBytes) incoming.destroy(new AnswerTooLong(`The answer of ${url.host} is too long`));
        else parts.push(part);
      });
      incoming.on('error', reject);
      incoming.on('end', () =>
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: Buffer.concat(parts) }),
      );
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
