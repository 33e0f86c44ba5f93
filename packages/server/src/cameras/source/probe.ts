import type { CameraFailure, CameraKind } from '@watchpost/contract';
import { guardedRequest, readWhole } from '../../platform/guardedRequest.ts';
import type { OutboundGuard } from '../../platform/outboundGuard.ts';
import { failureOf, NoStream } from './NoStream.ts';
import { openFlv } from './openFlv.ts';
import { answerMs, openSource } from './openSource.ts';

/** A playlist has a line or two for each of a few seconds. */
export const maxPlaylistBytes = 1024 * 1024;

export const isPlaylist = (content: Uint8Array): boolean =>
  Buffer.from(content.subarray(0, 7)).toString() === '#EXTM3U';

/** A playlist of a stream, as it stands there now, and where it came from. @throws NoStream */
export async function readPlaylist(
  guard: OutboundGuard,
  own: URL,
  url: URL,
  signal: AbortSignal,
): Promise<{ url: URL; text: string }> {
  const opened = await openSource(guard, own, url, { signal });
  const content = await readWhole(opened.answer, maxPlaylistBytes, url.host);
  if (!isPlaylist(content)) throw new NoStream('notAStream');
  return { url: opened.url, text: content.toString('utf8') };
}

/** Of each kind, what it takes to say that the stream is there. */
const probes: Readonly<Record<CameraKind, (guard: OutboundGuard, address: URL) => Promise<unknown>>> = {
  hls: (guard, address) => readPlaylist(guard, address, address, AbortSignal.timeout(answerMs)),
  flv: async (guard, address) => {
    const stream = await openFlv(guard, address, AbortSignal.timeout(answerMs * 2));
    stream.on('error', () => {});
    stream.destroy();
  },
  // A picture would have to be negotiated; that the server knows the address is all that can be asked without.
  whep: async (guard, address) => {
    const { status } = await guardedRequest(guard, address, {
      method: 'OPTIONS',
      timeoutMs: answerMs,
      maxBytes: 65_536,
    });
    if (status === 401 || status === 403) throw new NoStream('loginRefused');
    if (status === 404) throw new NoStream('unknownStream');
    if (status >= 500) throw new NoStream('serverTrouble');
  },
};

/**
 * Asks a stream once, within seconds.
 *
 * @param address reads it: one that cannot be read, such as after a change of the key, keeps nobody from asking the others
 * @returns why there is none; null: there is
 */
export async function probe(
  guard: OutboundGuard,
  kind: CameraKind,
  address: () => string,
): Promise<CameraFailure | null> {
  try {
    await probes[kind](guard, new URL(address()));
    return null;
  } catch (error) {
    return failureOf(error);
  }
}
