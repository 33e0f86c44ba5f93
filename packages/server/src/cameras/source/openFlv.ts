import type { Readable } from 'node:stream';
import WebSocket, { createWebSocketStream } from 'ws';
import { guardedLookup } from '../../platform/guardedOpen.ts';
import type { OutboundGuard } from '../../platform/outboundGuard.ts';
import { NoStream } from './NoStream.ts';
import { answerMs, openSource } from './openSource.ts';

/** One message holds a few frames; a key frame of a large picture has about half a megabyte. */
const maxMessageBytes = 16 * 1024 * 1024;
const signature = Buffer.from('FLV');

/**
 * A running FLV stream, over HTTP or WebSocket, from its beginning. It goes on until one side ends it; a silence is the
 * reader's to judge.
 *
 * @throws NoStream, above all when what comes is no FLV; what the guard and the network throw
 */
export async function openFlv(guard: OutboundGuard, own: URL, signal: AbortSignal): Promise<Readable> {
  const stream = /^wss?:$/.test(own.protocol)
    ? await openSocket(guard, own, signal)
    : (await openSource(guard, own, own, { signal })).answer;
  return startingWith(stream, signature);
}

async function openSocket(guard: OutboundGuard, url: URL, signal: AbortSignal): Promise<Readable> {
  const lookup = await guardedLookup(guard, url);
  const login = url.username ? { auth: `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}` } : {};
  const socket = new WebSocket(url, {
    ...login,
    lookup: lookup as never,
    handshakeTimeout: answerMs,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
  });
  const stream = createWebSocketStream(socket, { allowHalfOpen: false });
  signal.addEventListener('abort', () => stream.destroy(), { once: true });
  return stream;
}

/** The same stream, once its first bytes have been found to be these. */
function startingWith<Stream extends Readable>(stream: Stream, expected: Buffer): Promise<Stream> {
  return new Promise((resolve, reject) => {
    let head = Buffer.alloc(0);
    const impatient = setTimeout(() => stream.destroy(new NoStream('noAnswer')), answerMs);
    const settle = (finish: () => void) => {
      clearTimeout(impatient);
      stream.off('readable', look).off('end', ended).off('error', failed).off('close', closed);
      finish();
    };
    const look = () => {
      for (let chunk = stream.read() as Buffer | null; chunk !== null; chunk = stream.read() as Buffer | null) {
        head = Buffer.concat([head, chunk]);
        if (head.length >= expected.length) break;
      }
      if (head.length < expected.length) return;
      if (!head.subarray(0, expected.length).equals(expected)) {
        stream.on('error', () => {});
        stream.destroy();
        settle(() => reject(new NoStream('notAStream')));
        return;
      }
      settle(() => {
        stream.unshift(head);
        resolve(stream);
      });
    };
    const failed = (error: Error) => settle(() => reject(error));
    const ended = () => settle(() => reject(new NoStream('notAStream')));
    const closed = () => settle(() => reject(new NoStream('noAnswer')));
    stream.on('readable', look).on('end', ended).on('error', failed).on('close', closed);
  });
}
