import type { Readable } from 'node:stream';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import {
  type CallData,
  type CallSpec,
  type Calls,
  commonErrors,
  type Envelope,
  type Language,
  type ParsedInput,
  type RefusedThings,
  type UploadedFile,
  unnamedFields,
} from '@watchpost/contract';
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type RequestPayload,
} from 'fastify';
import type { Log } from '../log/log.ts';
import type { Metrics } from '../metrics.ts';
import { networkOf } from '../networksOf.ts';
import type { StillContent } from '../storage/storage.ts';
import { isPage } from './isPage.ts';
import { jsonInPieces } from './jsonInPieces.ts';
import { limitConnections } from './limitConnections.ts';
import { normalizePart } from './normalizeInput.ts';
import { readForm, readQuery } from './readForm.ts';
import { fillText, Refusal } from './refusal.ts';
import { InvalidInput, parsePart } from './validate.ts';

/** A file as a handler answers it. */
export interface FileReply {
  /** As the person who saves it sees it; any characters. */
  readonly name: string;
  readonly contentType: string;
  /** One that lies still is saved on from where a connection broke off. */
  readonly content: Buffer | Readable | StillContent;
  /** Shown in the page, such as a picture, instead of saved. */
  readonly inline?: true;
  /** Seconds for which this very address always answers the same bytes; absent: not stored anywhere. */
  readonly cacheSeconds?: number;
}

/** What a handler knows besides its input. `Caller` is null on public calls. */
export interface CallContext<Caller> {
  /** The name of the call in the contract. */
  readonly call: string;
  readonly caller: Caller;
  readonly language: Language;
  /** Where the request came from, for the throttle and the logs. */
  readonly address: string;
  readonly userAgent: string;
  cookie(name: string): string | undefined;
  setCookie(name: string, value: string, maxAgeSeconds: number): void;
  clearCookie(name: string): void;
  /** Says that what this call did stands in the operation log, and in which lines. */
  markLogged(lines?: readonly LoggedLine[]): void;
  /** Aborted with `CallerLeft` when nobody waits for the answer any more. A read that takes long stops then. */
  readonly signal: AbortSignal;
}

/** The part of a line of the operation log in which each domain writes fields of its own. */
export interface LoggedLine {
  readonly before?: object | null;
  readonly after?: object | null;
}

/** The connection was closed before the answer: nobody's mistake. */
export class CallerLeft extends Error {
  override readonly name = 'CallerLeft';
}

type HandlerCaller<C extends CallSpec, Caller> = C['access'] extends 'public' ? null : Caller;

/** One function a call. A call without a handler, or a handler without a call, does not compile. */
export type Handlers<T extends Calls, Caller> = {
  readonly [K in keyof T]: (
    context: CallContext<HandlerCaller<T[K], Caller>>,
    input: ParsedInput<T[K]>,
  ) => Promise<T[K]['data'] extends 'file' ? FileReply : CallData<T[K]>>;
};

/** What a call was asked, as sent in our spelling and as its schemas read it. */
export interface AskedParts {
  readonly query: unknown;
  /** Undefined for a multipart call: its parts are not taken from somebody who may not send them. */
  readonly body: unknown;
}

/** Decides who is calling and whether he may; throws a `Refusal` otherwise. Never called for public calls. */
export type Authorize<Caller> = (
  spec: CallSpec,
  request: {
    token: string | null;
    headers: FastifyRequest['headers'];
    sent: AskedParts;
    /** What the handler will get, read when it is first asked for; null when it does not fit the schemas. */
    parsed: () => AskedParts | null;
  },
) => Promise<Caller>;

/** A call that was refused for a missing right. */
export interface ForbiddenCall<Caller> {
  readonly call: string;
  /** Null: who asks was not established before it was refused. */
  readonly caller: Caller | null;
  readonly refusal: Refusal;
  readonly token: string | null;
  readonly address: string;
  readonly userAgent: string;
}

export interface CallServerOptions<T extends Calls, Caller> {
  calls: T;
  handlers: Handlers<T, Caller>;
  authorize: Authorize<Caller>;
  log: Log;
  metrics: Metrics;
  /** Trust `X-Forwarded-*` of a proxy in front. */
  trustProxy: boolean | string[];
  tls: { cert: Buffer; key: Buffer } | null;
  /** Another origin whose pictures our pages show; absent or null: none. */
  picturesFrom?: string | null;
  /** Told of each call that was refused for a missing right. */
  forbidden?: (refused: ForbiddenCall<Caller>) => void;
  /**
   * Tests: check every reply against its schema in the contract, that every write that succeeds is in the operation log, and
   * that each field it logs has a name there.
   */
  checkReplies?: boolean;
  /** Tests: other limits. */
  bodyTimeoutMs?: number;
  maxConnections?: number;
  maxConnectionsOfNetwork?: number;
}

/** A call with lists of ids stays far below this; uploads have limits of their own. */
const bodyLimitBytes = 1024 * 1024;

/** Nobody needs longer for a call's body of 1 MB at most; uploads have the longer time. */
const bodyTimeoutMs = 30_000;
/** From the first byte of a request to its last: the largest upload over a slow mobile line. Answers may take any time. */
const requestTimeoutMs = 10 * 60_000;

/** Neither data nor a refusal may be answered from a cache to the next person at the same machine. */
const notStored = ['Cache-Control', 'no-store'] as const;

/**
 * Answers are packed lightly: the ten curves of a raw week (6 MB) leave in a fifth of the time and hardly larger (0.5 MB) than at
 * the usual level. In large pieces, because each takes a turn of the event loop.
 */
const quickly = {
  zlibOptions: { level: 1, chunkSize: 256 * 1024 },
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 }, chunkSize: 256 * 1024 },
};

/** What the framework refuses by itself: no JSON, an unknown content type. Its own words are English only. */
const unreadable = { zh: '请求内容无法解析', en: 'the request cannot be read' } as const;

const languageOf = (request: FastifyRequest): Language => (request.headers.language === 'en' ? 'en' : 'zh');

/** The address as one that can be decoded: a path of ours that no screen has, which the web pages say in words. */
const decodable = (url: string): string => `/${url.replaceAll('%', '%25').replace(/^[/\\]+/, '')}`;

const originOf = (request: FastifyRequest): { address: string; userAgent: string } => ({
  address: request.ip,
  userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
});

const hasBody: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** Ends a body that trickles in: the call fails as one that is too slow, and its connection is closed. */
function limitTime(body: RequestPayload, timeoutMs: number, reply: FastifyReply): void {
  const timer = setTimeout(() => {
    reply.header('Connection', 'close');
    // Who reads it answers; a body that nobody reads only holds its connection.
    if (body.listenerCount('error') > 0) body.emit('error', new Refusal(commonErrors.bodyTooSlow));
    else body.destroy();
  }, timeoutMs);
  body.once('close', () => clearTimeout(timer));
  body.once('end', () => clearTimeout(timer));
}

const isForm = (request: FastifyRequest): boolean =>
  (request.headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded');

/** A browser's own fetch accepts anything; who wants the bytes of a file says so. */
const asksForFile = ({ headers, query }: FastifyRequest): boolean =>
  /spreadsheet|ms-excel|octet-stream/i.test(headers.accept ?? '') ||
  Object.entries(query as object).some(([name, value]) => /^responseType$/i.test(name) && value === 'blob');

const bearerOf = (request: FastifyRequest): string | null => {
  const header = request.headers.authorization;
  return header?.startsWith('Bearer ') ? header.slice('Bearer '.length) : null;
};

/** An HTTP server that answers exactly the calls of the contract under `/api`. Not yet listening. */
export async function createCallServer<T extends Calls, Caller>(
  options: CallServerOptions<T, Caller>,
): Promise<FastifyInstance> {
  const { handlers, authorize, log, metrics } = options;
  const calls: Calls = options.calls;
  const app = fastify({
    loggerInstance: log as never,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustProxy,
    bodyLimit: bodyLimitBytes,
    requestTimeout: requestTimeoutMs,
    // Asked before any hook runs, for an address that cannot be decoded.
    frameworkErrors: (_error: Error, request: FastifyRequest, reply: FastifyReply) =>
      isPage(request) ? reply.redirect(decodable(request.url)) : answerUnknownCall(request, reply),
    ...(options.tls ? { https: options.tls } : {}),
    // qs turns arrays above 20 entries into objects unless told otherwise.
    routerOptions: {
      querystringParser: readQuery,
      caseSensitive: false,
    },
  } as object) as unknown as FastifyInstance;

  limitConnections(app.server, metrics, {
    trustProxy: options.trustProxy,
    maxConnections: options.maxConnections,
    maxOfNetwork: options.maxConnectionsOfNetwork,
  });
  app.addHook('preParsing', async (request, reply, payload) => {
    const isLimited = hasBody.has(request.method) && !request.isMultipart();
    if (isLimited) limitTime(payload, options.bodyTimeoutMs ?? bodyTimeoutMs, reply);
    return payload;
  });
  await app.register(helmet, {
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // The component library writes its styles into <style> elements.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...(options.picturesFrom ? [options.picturesFrom] : [])],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        // What a player has put together from pieces that it fetched from us.
        mediaSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        frameAncestors: ["'self'"],
        upgradeInsecureRequests: options.tls ? [] : null,
      },
    },
    // Said below: also of a browser that came by TLS to a proxy in front.
    hsts: false,
  });
  app.addHook('onRequest', async (request, reply) => {
    if (request.protocol === 'https') reply.header('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
  });
  await app.register(cookie);
  await app.register(compress, { global: true });
  // A brake against floods, in memory; what must hold after a restart is counted in the database by its call.
  await app.register(rateLimit, {
    global: false,
    keyGenerator: ({ ip }) => networkOf(ip),
    errorResponseBuilder: (_request, { ttl }) =>
      new Refusal(commonErrors.tooManyRequests, { seconds: Math.max(1, Math.ceil(ttl / 1000)) }),
  });
  await app.register(multipart);
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, readForm(body as string));
  });

  const readJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // A client that names a type and sends no body has set nothing.
    if (body === '') done(null, undefined);
    else readJson(request, body as string, done);
  });

  for (const [name, spec] of Object.entries(calls)) {
    const { fileBy } = spec;
    if (fileBy !== undefined && calls[fileBy]?.data !== 'file') throw new Error(`${name} has no file by ${fileBy}.`);
    app.route({
      method: spec.method,
      ...(spec.perMinute && { config: { rateLimit: { max: spec.perMinute, timeWindow: 60_000 } } }),
      // Most files are compressed already, and a place in one counts in its own bytes.
      compress: spec.data === 'file' ? false : quickly,
      ...(spec.maxBodyBytes && { bodyLimit: spec.maxBodyBytes }),
      url: `/api${spec.path.replace(/\{(\w+)\}/g, ':$1')}`,
      handler: (request, reply) =>
        answerCall(fileBy !== undefined && asksForFile(request) ? fileBy : name, request, reply),
    });
  }

  async function answerCall(name: string, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const spec = calls[name]!;
    const handler = handlers[name as keyof T] as unknown as (context: unknown, input: unknown) => Promise<unknown>;
    const startedAt = performance.now();
    const language = languageOf(request);
    let caller: Caller | null = null;
    try {
      // Before anybody looks for the tenant: however a company or a project is spelled, it is found.
      const sentQuery = { ...(request.query as object), ...(request.params as object) };
      const inQuery = normalizePart(spec, 'query', sentQuery, true);
      const inBody = spec.upload ? null : normalizePart(spec, 'body', request.body, isForm(request));
      const parsed = once(() => ({
        query: parsePart(spec.query, inQuery, language),
        body: inBody ? parsePart(spec.body, inBody, language) : undefined,
      }));
      caller =
        spec.access === 'public'
          ? null
          : await authorize(spec, {
              token: bearerOf(request),
              headers: request.headers,
              sent: { query: inQuery.value, body: inBody?.value },
              parsed: () => unlessInvalid(parsed),
            });
      const parts = spec.upload ? await readParts(request, spec.upload) : null;
      const { query, body } = parsed();
      const input = {
        query,
        body: parts ? parsePart(spec.body, normalizePart(spec, 'body', parts.body, true), language) : body,
        files: parts?.files,
      };
      const context = contextOf(name, request, reply, caller, language);
      const answer = await handler(context, input);
      if (options.checkReplies) checkReply(name, spec, answer, context.logged());
      if (spec.data === 'file') return sendFile(request, reply, answer as FileReply);
      reply.header(...notStored).type('application/json; charset=utf-8');
      return await jsonInPieces(envelope(200, answer, ''));
    } catch (error) {
      if (error instanceof Refusal && error.entry.code === 403) {
        options.forbidden?.({ call: name, caller, refusal: error, token: bearerOf(request), ...originOf(request) });
      }
      throw error;
    } finally {
      metrics.callSeconds.observe({ call: name }, (performance.now() - startedAt) / 1000);
    }
  }

  app.setErrorHandler((error: Error & { statusCode?: number; code?: string }, request, reply) => {
    const language = languageOf(request);
    const answer = (code: number, data: unknown, message: string, envelopeCode = code) =>
      reply
        .code(code)
        .header(...notStored)
        .send(envelope(envelopeCode, data, message));
    if (error instanceof Refusal) {
      const data: RefusedThings | null = error.ids.length > 0 ? { RefusedIds: [...error.ids] } : null;
      const { code, envelopeCode } = error.entry;
      return answer(code, data, fillText(error.entry, language, error.parameters), envelopeCode);
    }
    if (error instanceof InvalidInput) return answer(400, { Fields: error.fields }, error.userMessage);
    if (error.statusCode === 413) return answer(413, null, commonErrors.bodyTooLarge[language]);
    if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
      return answer(400, { Fields: [] }, fillText(commonErrors.badInput, language, { fields: unreadable[language] }));
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
  });

  return app;
}

/** Answers everything under /api that is no call; screens are served by whoever registers the web's files. */
export const answerUnknownCall = (request: FastifyRequest, reply: FastifyReply): unknown =>
  reply
    .code(404)
    .header(...notStored)
    .send(envelope(404, null, commonErrors.unknownCall[languageOf(request)]));

/** Does it at the first call and answers, or throws, the same at every further one. */
function once<Result>(work: () => Result): () => Result {
  let done: { result: Result } | { error: unknown } | null = null;
  return () => {
    if (done === null) {
      try {
        done = { result: work() };
      } catch (error) {
        done = { error };
      }
    }
    if ('error' in done) throw done.error;
    return done.result;
  };
}

/** Null for input that the caller will be told about once it is known that he may ask at all. */
function unlessInvalid<Parsed>(parse: () => Parsed): Parsed | null {
  try {
    return parse();
  } catch (error) {
    if (error instanceof InvalidInput) return null;
    throw error;
  }
}

const envelope = <Data>(Code: number, Data: Data, Message: string): Envelope<Data> => ({ Code, Data, Message });

/** PostgreSQL is restarting or out of reach: 57P0x is a shutdown, 08xxx a broken connection. */
const isConnectionLoss = (error: { code?: string; message: string }): boolean =>
  (error.code !== undefined && (/^(57P0|08)/.test(error.code) || /^(ECONN|ENOENT|EPIPE|ETIMEDOUT)/.test(error.code))) ||
  /Connection terminated|timeout exceeded when trying to connect/.test(error.message);

/** Fields and files of a multipart body, held in memory: `upload` bounds both. */
async function readParts(
  request: FastifyRequest,
  { maxBytes, maxFiles }: NonNullable<CallSpec['upload']>,
): Promise<{ body: Record<string, unknown>; files: UploadedFile[] }> {
  const fields = new URLSearchParams();
  const files: UploadedFile[] = [];
  if (!request.isMultipart()) throw new Refusal(commonErrors.fileMissing);
  for await (const part of request.parts({ limits: { fileSize: maxBytes, files: maxFiles, fields: 50 } })) {
    if (part.type === 'file') {
      files.push({ name: part.filename, contentType: part.mimetype, content: await part.toBuffer() });
    } else {
      fields.append(part.fieldname, String(part.value));
    }
  }
  if (files.length === 0) throw new Refusal(commonErrors.fileMissing);
  return { body: readForm(fields.toString()), files };
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: FileReply): FastifyReply {
  const { name, contentType, content, inline, cacheSeconds } = file;
  const kind = inline ? 'inline' : 'attachment';
  reply
    .header('Content-Type', contentType)
    .header('Content-Disposition', `${kind}; filename*=UTF-8''${encodeURIComponent(name)}`)
    .header('Cache-Control', cacheSeconds ? `private, max-age=${cacheSeconds}, immutable` : 'no-store');
  return 'from' in content ? sendStill(request, reply, content) : reply.send(content);
}

/** The content whole, or from the byte asked for on (RFC 9110 §14; of other ranges the whole). */
function sendStill(request: FastifyRequest, reply: FastifyReply, { sizeBytes, from }: StillContent): FastifyReply {
  // What lies under one address never changes; its size tells whether it is what the caller began with.
  const tag = `"${sizeBytes.toString(36)}"`;
  const [, asked] = /^bytes=(\d+)-$/.exec(request.headers.range ?? '') ?? [];
  const since = request.headers['if-range'];
  const begin = asked === undefined || (since !== undefined && since !== tag) ? 0 : Number(asked);
  reply.header('Accept-Ranges', 'bytes').header('ETag', tag);
  if (begin >= sizeBytes && begin > 0) {
    return reply.code(416).header('Content-Range', `bytes */${sizeBytes}`).send('');
  }
  if (begin > 0) reply.code(206).header('Content-Range', `bytes ${begin}-${sizeBytes - 1}/${sizeBytes}`);
  return reply.header('Content-Length', sizeBytes - begin).send(from(begin));
}

function checkReply(name: string, spec: CallSpec, answer: unknown, lines: readonly LoggedLine[] | null): void {
  if (spec.data !== 'file') spec.data.parse(answer);
  if (spec.effect === 'write' && spec.logged !== false && lines === null) {
    throw new Error(`${name} wrote something that is not in the operation log: see inOneWrite.ts`);
  }
  const unnamed = new Set((lines ?? []).flatMap(({ before, after }) => unnamedFields([before, after])));
  if (unnamed.size > 0) {
    throw new Error(`${name} logs ${[...unnamed].join(', ')} without a name: add it to the domain's logWords.ts`);
  }
}

function contextOf(
  call: string,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: unknown,
  language: Language,
): CallContext<unknown> & { logged(): readonly LoggedLine[] | null } {
  let logged: readonly LoggedLine[] | null = null;
  let left: AbortController | null = null;
  // Over TLS of our own, or of a proxy that we trust to say so.
  const secure = request.protocol === 'https';
  // Browsers take a cookie of such a name from a page under TLS alone: nobody on the way can plant one.
  const prefix = secure ? '__Secure-' : '';
  const cookieOptions = { path: '/api/User', httpOnly: true, sameSite: 'strict', secure } as const;
  return {
    call,
    caller,
    language,
    ...originOf(request),
    cookie: (name) => request.cookies[prefix + name],
    setCookie: (name, value, maxAgeSeconds) =>
      void reply.setCookie(prefix + name, value, { ...cookieOptions, maxAge: maxAgeSeconds }),
    clearCookie: (name) => void reply.clearCookie(prefix + name, cookieOptions),
    markLogged: (lines = []) => {
      logged = lines;
    },
    logged: () => logged,
    get signal() {
      left ??= leavingOf(reply);
      return left.signal;
    },
  };
}

/** Made only for calls that ask for it. */
function leavingOf({ raw }: FastifyReply): AbortController {
  const left = new AbortController();
  const leave = (): void => {
    if (!raw.writableFinished) left.abort(new CallerLeft('The caller left before the answer.'));
  };
  if (raw.destroyed) leave();
  else raw.once('close', leave);
  return left;
}
