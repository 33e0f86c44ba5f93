import { type CallSpec, commonErrors, type Envelope, type FieldErrors, type RefusedThings } from '@watchpost/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../log/log.ts';
import { CallerLeft, languageOf } from './callContext.ts';
import { fillText, Refusal } from './refusal.ts';
import { InvalidInput } from './validate.ts';

/** Neither data nor a refusal may be answered from a cache to the next person at the same machine. */
export const notStored = ['Cache-Control', 'no-store'] as const;

/** What the framework refuses by itself: no JSON, an unknown content type. Its own words are English only. */
const unreadable = { zh: '请求内容无法解析', en: 'the request cannot be read' } as const;

export const envelope = <Data>(Code: number, Data: Data, Message: string): Envelope<Data> => ({ Code, Data, Message });

/** PostgreSQL is restarting or out of reach: 57P0x is a shutdown, 08xxx a broken connection. */
const isConnectionLoss = (error: { code?: string; message: string }): boolean =>
  (error.code !== undefined && (/^(57P0|08)/.test(error.code) || /^(ECONN|ENOENT|EPIPE|ETIMEDOUT)/.test(error.code))) ||
  /Connection terminated|timeout exceeded when trying to connect/.test(error.message);

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly refusalCode?: CallSpec['refusalCode'] | undefined;
  }
}

/** Answers everything under /api that is no call; the web's files are served elsewhere. */
export const answerUnknownCall = (request: FastifyRequest, reply: FastifyReply): unknown =>
  reply
    .code(404)
    .header(...notStored)
    .send(envelope(404, null, commonErrors.unknownCall[languageOf(request)]));

/** The one place that turns errors into replies. An error that nobody can act on becomes a neutral 500, logged once. */
export const createErrorHandler =
  (log: Log) =>
  (error: Error & { statusCode?: number; code?: string }, request: FastifyRequest, reply: FastifyReply) => {
    const language = languageOf(request);
    const { refusalCode } = request.routeOptions.config ?? {};
    const answer = (code: number, data: unknown, message: string) =>
      reply
        .code(code)
        .header(...notStored)
        .send(envelope(code === 400 ? (refusalCode ?? code) : code, data, message));
    if (error instanceof Refusal) {
      const { code, field } = error.entry;
      const message = fillText(error.entry, language, error.parameters);
      const about: Partial<FieldErrors & RefusedThings> = {
        ...(error.ids.length > 0 && { RefusedIds: [...error.ids] }),
        ...(typeof field === 'string' && { Fields: [{ Field: field, Message: message }] }),
      };
      return answer(code, Object.keys(about).length > 0 ? about : null, message);
    }
    if (error instanceof InvalidInput) return answer(400, { Fields: error.fields }, error.userMessage);
    if (error.code === 'FST_REQ_FILE_TOO_LARGE' || error.code === 'FST_FILES_LIMIT') {
      const { code, field } = commonErrors.fileTooLarge;
      const message = commonErrors.fileTooLarge[language];
      return answer(code, { Fields: [{ Field: field, Message: message }] }, message);
    }
    if (error.statusCode === 413) return answer(413, null, commonErrors.bodyTooLarge[language]);
    if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
      const words = unreadable[language];
      const message = fillText(commonErrors.badInput, language, { fields: words });
      return answer(400, { Fields: [{ Field: 'body', Message: words }] }, message);
    }
    if (isConnectionLoss(error)) {
      log.warn({ err: error, path: request.routeOptions.url }, 'The database did not answer a call');
      return answer(503, null, commonErrors.unavailable[language]);
    }
    // The browser went to another page before its answer was ready: nobody's mistake, and nobody is there to read an answer.
    if (error.code === 'ERR_STREAM_PREMATURE_CLOSE' || error instanceof CallerLeft) {
      log.debug({ path: request.routeOptions.url }, 'A caller left before the answer');
      return reply;
    }
    log.error({ err: error, path: request.routeOptions.url }, 'A call failed');
    return answer(500, null, commonErrors.serverError[language]);
  };
