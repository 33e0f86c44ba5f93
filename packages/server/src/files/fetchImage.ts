import { fileErrors, maxImageBytes } from '@watchpost/contract';
import { AnswerTooLong, guardedRequest } from '../platform/guardedRequest.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { HostNotListed, type OutboundGuard, OutboundRefused } from '../platform/outboundGuard.ts';

/** From the first byte asked for to the last one received. */
const timeoutMs = 10_000;

/**
 * Fetches what a user's address names, as far as the outbound guard allows: one request, no redirects (they would lead past
 * the check), at most 4 MB within ten seconds.
 *
 * @throws Refusal `tooLarge`; `notListed` for a host that the operator does not allow; `notFetched` without a reason, which would
 *   describe our network to the caller
 */
export async function fetchImage(guard: OutboundGuard, url: string): Promise<Uint8Array> {
  try {
    const target = new URL(url);
    if ((target.protocol !== 'https:' && target.protocol !== 'http:') || target.username || target.password) {
      throw new OutboundRefused('not an address of the web');
    }
    const request = { method: 'GET', headers: { accept: 'image/*' }, timeoutMs, maxBytes: maxImageBytes } as const;
    const { status, body } = await guardedRequest(guard, target, request);
    if (status !== 200) throw new Refusal(fileErrors.notFetched);
    return body;
  } catch (error) {
    if (error instanceof HostNotListed) throw new Refusal(fileErrors.notListed);
    throw new Refusal(error instanceof AnswerTooLong ? fileErrors.tooLarge : fileErrors.notFetched);
  }
}
