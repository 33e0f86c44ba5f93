import http from 'node:http';
import https from 'node:https';
import { fileErrors, maxImageBytes } from '@watchpost/contract';
import { Refusal } from '../platform/http/refusal.ts';
import { type OutboundGuard, OutboundRefused } from '../platform/outboundGuard.ts';

/** From the first byte asked for to the last one received. */
const timeLimitMs = 10_000;

/**
 * Fetches what a user's address names, as far as the outbound guard allows: one request to the very address that was
 * checked, no redirects (they would lead past the check), at most 4 MB within ten seconds.
 *
 * @throws Refusal `notFetched` without telling why: the reason would describe our network to whoever asks
 */
export async function fetchImage(guard: OutboundGuard, url: string): Promise<Uint8Array> {
  try {
    const target = new URL(url);
    if ((target.protocol !== 'https:' && target.protocol !== 'http:') || target.username || target.password) {
      throw new OutboundRefused('not an address of the web');
    }
    const address = await guard(target.hostname.replace(/^\[|\]$/g, ''));
    return await get(target, address);
  } catch (error) {
    throw new Refusal(error instanceof Refusal ? error.entry : fileErrors.notFetched);
  }
}

function get(target: URL, address: string): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  const request = (target.protocol === 'https:' ? https : http).get(
    target,
    {
      agent: false,
      signal: AbortSignal.timeout(timeLimitMs),
      headers: { accept: 'image/*' },
      // Not asked again: the name could lead elsewhere now.
      lookup: (_host, options, done) => {
        const family = address.includes(':') ? 6 : 4;
        if (options.all) done(null, [{ address, family }]);
        else done(null, address, family);
      },
    },
    (response) => {
      const parts: Buffer[] = [];
      let size = 0;
      if (response.statusCode !== 200) {
        request.destroy(new Error(`answered ${response.statusCode}`));
        return;
      }
      response.on('data', (part: Buffer) => {
        parts.push(part);
        size += part.length;
        if (size > maxImageBytes) request.destroy(new Refusal(fileErrors.tooLarge));
      });
      response.once('end', () => resolve(Buffer.concat(parts)));
      response.once('error', reject);
    },
  );
  request.once('error', reject);
  return promise;
}
