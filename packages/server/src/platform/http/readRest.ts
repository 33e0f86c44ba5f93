import type { FastifyReply, FastifyRequest } from 'fastify';

/** What a client may still send after its answer: a large upload. Beyond it the connection is closed, answer read or not. */
export const restOfBody = { bytes: 256 * 1024 * 1024, withinMs: 60_000 };

/**
 * Lets a refused client send the rest of its body, which nobody keeps. Most clients read an answer only then: to one whose connection
 * is closed in the middle the refusal looks like a network that failed.
 */
export function readRest({ raw }: FastifyRequest, reply: FastifyReply, { bytes, withinMs } = restOfBody): void {
  if (raw.complete || raw.destroyed) return;
  // Node reads past what is left of a connection that stays open.
  reply.removeHeader('Connection');
  let left = bytes;
  const end = (): void => void raw.destroy();
  const timer = setTimeout(end, withinMs);
  raw.on('data', ({ length }: Buffer) => {
    left -= length;
    if (left < 0) end();
  });
  for (const event of ['end', 'close'] as const) raw.once(event, () => clearTimeout(timer));
}
