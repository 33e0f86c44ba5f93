import { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** What a refused client may still send: a large upload. Beyond it the connection is cut, answer read or not. */
const restOfBody = { bytes: 256 * 1024 * 1024, withinMs: 60_000 };

/**
 * Reads past the rest of a body that was refused. Most clients read an answer only when they have sent everything: to one whose
 * connection is closed in the middle, the refusal looks like a network that failed.
 */
export function readRest({ raw }: FastifyRequest, reply: FastifyReply): void {
  const { socket } = raw;
  // What a test hands in comes over no connection.
  if (raw.complete || raw.destroyed || !(socket instanceof Socket)) return;
  const isLast = !reply.raw.shouldKeepAlive || reply.getHeader('connection') === 'close';
  // Node closes a connection with its answer where either side has said that it would.
  reply.removeHeader('Connection');
  reply.raw.shouldKeepAlive = true;
  const cut = (): void => void raw.destroy();
  const timer = setTimeout(cut, restOfBody.withinMs);
  let left = restOfBody.bytes;
  raw.on('data', ({ length }: Buffer) => {
    left -= length;
    if (left < 0) cut();
  });
  for (const event of ['end', 'close', 'error'] as const) raw.once(event, () => clearTimeout(timer));
  raw.once('end', () => {
    if (!isLast) return;
    if (reply.raw.writableFinished) socket.destroySoon();
    else reply.raw.once('finish', () => socket.destroySoon());
  });
  raw.unpipe();
  raw.resume();
}
