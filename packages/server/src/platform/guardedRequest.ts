import type http from 'node:http';
import { guardedOpen } from './guardedOpen.ts';
import type { OutboundGuard } from './outboundGuard.ts';

export interface GuardedRequest {
  readonly method: 'DELETE' | 'GET' | 'OPTIONS' | 'POST' | 'PUT';
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

/** The whole of an answer. @throws AnswerTooLong */
export function readWhole(incoming: http.IncomingMessage, maxBytes: number, host: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let bytes = 0;
    incoming.on('data', (part: Buffer) => {
      bytes += part.length;
      if (bytes > maxBytes) incoming.destroy(new AnswerTooLong(`The answer of ${host} is too long`));
      else parts.push(part);
    });
    incoming.on('error', reject);
    incoming.on('end', () => resolve(Buffer.concat(parts)));
  });
}

/**
 * Makes one request to an address that somebody set: the guard decides, and exactly the address it looked at is dialled.
 * Redirects are not followed.
 *
 * @throws OutboundRefused for a host that must not be dialled; AnswerTooLong; Error when there is no answer
 */
export async function guardedRequest(guard: OutboundGuard, url: URL, request: GuardedRequest): Promise<GuardedAnswer> {
  const { method, headers, body, timeoutMs, maxBytes } = request;
  const incoming = await guardedOpen(guard, url, { method, headers, body, signal: AbortSignal.timeout(timeoutMs) });
  const whole = await readWhole(incoming, maxBytes, url.host);
  return { status: incoming.statusCode ?? 0, headers: incoming.headers, body: whole };
}
