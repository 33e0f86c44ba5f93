import type { FastifyInstance } from 'fastify';
import { brakeFloods, type CountMinute } from '../../platform/http/brakeFloods.ts';
import { type Answers, isSameSecret } from './answers.ts';

/** A day's receipts of a busy provider come in pieces far below this. */
const maxBytes = 256 * 1024;
/** Of one network; a provider sends them from a few. */
const maxPerMinute = 3_000;

/**
 * Takes what providers of SMS and calls report by themselves, at `/receipts/sms` and `/receipts/voice`. Not under /api: the
 * words are the provider's, and their place in the body is a setting. A sender without the secret learns nothing.
 */
export function serveReceipts(
  app: FastifyInstance,
  {
    answers,
    secret,
    countMinute,
  }: { answers: Pick<Answers, 'posted'>; secret: string | null; countMinute?: CountMinute },
): void {
  for (const channel of ['sms', 'voice'] as const) {
    app.post<{ Querystring: { secret?: unknown } }>(
      `/receipts/${channel}`,
      { bodyLimit: maxBytes, onRequest: brakeFloods('receipts', maxPerMinute, countMinute) },
      async (request, reply) => {
        const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
        const given = bearer ?? (typeof request.query.secret === 'string' ? request.query.secret : '');
        if (secret === null || !isSameSecret(given, secret)) return reply.status(404).send();
        await answers.posted(channel, request.body);
        return reply.status(200).send({ ok: true });
      },
    );
  }
}
