import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import {
  type CallData,
  type CallSpec,
  type Calls,
  clearing,
  type Language,
  type ParsedInput,
} from '@watchpost/contract';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { Log } from '../log/log.ts';
import type { Metrics } from '../metrics.ts';
import type { GiveBack } from '../Shares.ts';
import type { ScanFile } from '../virusScanner.ts';
import { answerUnparsed } from './answerUnparsed.ts';
import { BodyBudget, type HeldBytes } from './BodyBudget.ts';
import { brakeFloods, type CountMinute } from './brakeFloods.ts';
import { bearerOf, type CallContext, contextOf, languageOf, originOf, takeLanguageAsked } from './callContext.ts';
import { checkReply } from './checkReply.ts';
import { answerUnknownCall, createErrorHandler, envelope, notStored } from './createErrorHandler.ts';
import { asksForFile, type FileReply, sendFile } from './fileReply.ts';
import { isPage } from './isPage.ts';
import { jsonInPieces } from './jsonInPieces.ts';
import { limitConnections } from './limitConnections.ts';
import { needClean } from './needClean.ts';
import { fieldOfRefusal, fieldsOfForm, givenTwice, normalizePart, normalizeParts } from './normalizeInput.ts';
import { readForm, readQuery } from './readForm.ts';
import { readRest } from './readRest.ts';
import { Refusal } from './refusal.ts';
import {
  bodyLength,
  bodyTimeoutMs,
  isForm,
  isMultipart,
  limitTime,
  maxFieldBytes,
  maxUploadBytes,
  type Pace,
  type Parts,
  readFields,
  readParts,
} from './requestBody.ts';
import { InvalidInput, parsePart } from './validate.ts';

export { type CallContext, CallerLeft, type LoggedLine } from './callContext.ts';
export { answerUnknownCall } from './createErrorHandler.ts';
export type { FileReply } from './fileReply.ts';

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

/** Decides who is calling and whether they may; throws a `Refusal` otherwise. Never called for public calls. */
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

/**
 * Looks at the query of a call with files before its files are read, for calls that anybody may make. Throws a `Refusal` of what
 * would not be taken.
 */
export type Admit<T extends Calls> = {
  readonly [K in keyof T]?: (query: ParsedInput<T[K]>['query']) => Promise<void>;
};

/** Texts between a reader and what is kept: null when this reader reads them as they are kept. */
export type Translate<Caller> = (
  caller: Caller,
  language: Language,
) => {
  /** What the reader sent, with texts as they are kept. */
  asked<Input>(input: Input): Input;
  /** What the reader is answered, in the reader's language. */
  answered<Answer>(answer: Answer): Answer;
} | null;

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
  admit?: Admit<T>;
  /** Counts requests of calls with `perMinute` for all processes; absent: this one counts for itself. */
  countMinute?: CountMinute;
  /** A caller's name among those whose uploads are held. Absent, as for calls without a sign-in: they count by network. */
  personOf?: (caller: Caller) => string;
  /** Absent: everybody reads texts as they are kept. */
  translate?: Translate<Caller>;
  log: Log;
  metrics: Metrics;
  /** Trust `X-Forwarded-*` of a proxy in front. */
  trustProxy: boolean | string[];
  tls: { cert: Buffer; key: Buffer } | null;
  /** Looks for viruses in each file before a call has it; absent or null: nobody does. */
  scan?: ScanFile | null;
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
  slowestUpload?: Pace;
  heldBytes?: Partial<HeldBytes>;
  maxConnections?: number;
  maxConnectionsOfNetwork?: number;
}

/** A call with lists of ids stays far below this; uploads have limits of their own. */
const bodyLimitBytes = 1024 * 1024;

/** From the first byte of a request to its last: an upload over a slow mobile line. Answers may take any time. */
const requestTimeoutMs = 10 * 60_000;

/**
 * Answers are packed lightly: the ten curves of a raw week (6 MB) leave in a fifth of the time and hardly larger (0.5 MB) than at
 * the usual level. In large pieces, because each takes a turn of the event loop.
 */
const quickly = {
  zlibOptions: { level: 1, chunkSize: 256 * 1024 },
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 }, chunkSize: 256 * 1024 },
};

/** The address as one that can be decoded: a path of ours that no screen has, which the web pages say in words. */
const decodable = (url: string): string => `/${url.replaceAll('%', '%25').replace(/^[/\\]+/, '')}`;

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
    clientErrorHandler: answerUnparsed,
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
  const budget = new BodyBudget(options.heldBytes);
  metrics.gauge('watchpost_held_request_bytes', 'Bytes of requests that are promised a place in memory', () => {
    return budget.held;
  });
  app.addHook('preParsing', async (request, reply, payload) => {
    const bytes = bodyLength(request, request.routeOptions.bodyLimit ?? bodyLimitBytes);
    // Files are read later, once it is known who sends them.
    if (bytes === 0 || isMultipart(request)) return payload;
    reply.raw.once('close', budget.takeBody(request.ip, bytes));
    limitTime(payload, options.bodyTimeoutMs ?? bodyTimeoutMs, reply);
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
        baseUri: ["'none'"],
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
  app.addHook('onSend', async (request, reply, payload) => {
    // One that is too slow is not waited for.
    if (reply.statusCode >= 400 && reply.statusCode !== 408) readRest(request, reply);
    return payload;
  });
  await app.register(cookie);
  await app.register(compress, { global: true });
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
      ...(spec.perMinute && { onRequest: brakeFloods(name, spec.perMinute, options.countMinute) }),
      // Most files are compressed already, and a place in one counts in its own bytes.
      compress: spec.data === 'file' ? false : quickly,
      config: { refusalCode: spec.refusalCode },
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
    if (spec.effect === 'read') takeLanguageAsked(request);
    const language = languageOf(request);
    let caller: Caller | null = null;
    let texts: ReturnType<Translate<Caller>> = null;
    let giveBack: GiveBack | null = null;
    let spelled: ReadonlyMap<string, string> = new Map();
    try {
      // Before anybody looks for the tenant: however a company or a project is spelled, it is found.
      const sentQuery = { ...(request.query as object), ...(request.params as object) };
      const isInParts = isMultipart(request);
      const clears = request.headers[clearing.header] === clearing.value;
      let sentBody = request.body;
      if (isInParts && !spec.upload) {
        giveBack = budget.takeBody(request.ip, bodyLength(request, maxFieldBytes));
        sentBody = await readFields(request, reply, options.slowestUpload);
      }
      const asText = { isText: true, clears };
      // A call without a body of its own takes fields from one: some clients send those of a DELETE there.
      const form = spec.upload || spec.body || !sentFields(sentBody) ? null : fieldsOfForm(spec, sentQuery, sentBody);
      const { query: inQuery, body: inBody } = spec.upload
        ? { query: normalizePart(spec, 'query', sentQuery, asText), body: null }
        : form
          ? {
              query: givenTwice(normalizePart(spec, 'query', { ...form.body, ...form.query }, asText), form.doubled),
              body: null,
            }
          : normalizeParts(
              spec,
              { query: sentQuery, body: sentBody },
              { isText: isInParts || isForm(request), clears },
            );
      spelled = new Map([...inQuery.spelled, ...(inBody?.spelled ?? [])]);
      let parsed = once(() => ({
        query: parsePart(spec.query, inQuery, language),
        body: inBody ? parsePart(spec.body, inBody, language) : undefined,
      }));
      const identify = (sent: AskedParts, read: () => AskedParts): Promise<Caller> | null =>
        spec.access === 'public'
          ? null
          : authorize(spec, {
              token: bearerOf(request),
              headers: request.headers,
              sent,
              parsed: () => unlessInvalid(read),
            });
      caller = await identify({ query: inQuery.value, body: inBody?.value }, parsed);
      let parts: Parts | null = null;
      if (spec.upload) {
        const admit = options.admit?.[name as keyof T] as ((query: unknown) => Promise<void>) | undefined;
        await admit?.(parsed().query);
        const person = caller === null ? null : (options.personOf?.(caller) ?? null);
        giveBack = budget.takeUpload(request.ip, person, bodyLength(request, maxUploadBytes(spec.upload)));
        parts = await readParts(request, reply, spec.upload, options.slowestUpload);
        if (options.scan) await needClean(options.scan, parts.files, log);
        const form = fieldsOfForm(spec, sentQuery, parts.body);
        if (form.isSaid) {
          const part = givenTwice(normalizePart(spec, 'query', form.query, asText), form.doubled);
          spelled = part.spelled;
          parsed = once(() => ({ query: parsePart(spec.query, part, language), body: undefined }));
          // Company and project may only now be said.
          caller = await identify({ query: part.value, body: undefined }, parsed);
          parts = { ...parts, body: form.body };
        }
      }
      const { query, body } = parsed();
      const input = {
        query,
        body: parts ? parsePart(spec.body, normalizePart(spec, 'body', parts.body, asText), language) : body,
        files: parts?.files,
      };
      const context = contextOf(name, request, reply, caller, language);
      texts = caller === null ? null : (options.translate?.(caller, language) ?? null);
      const kept = texts ? { ...input, query: texts.asked(query), body: texts.asked(input.body) } : input;
      const answer = await handler(context, kept);
      if (options.checkReplies) checkReply(name, spec, answer, context.logged());
      if (spec.data === 'file') return sendFile(request, reply, answer as FileReply);
      reply.header(...notStored).type('application/json; charset=utf-8');
      const { code, message } = context.said();
      return await jsonInPieces(envelope(code, texts ? texts.answered(answer) : answer, message));
    } catch (error) {
      if (error instanceof Refusal && error.entry.code === 403) {
        options.forbidden?.({ call: name, caller, refusal: error, token: bearerOf(request), ...originOf(request) });
      }
      if (error instanceof InvalidInput) throw error.spelledAs(spelled);
      if (!(error instanceof Refusal)) throw error;
      const field = fieldOfRefusal(spec, error.entry.field, spelled);
      const said = field === undefined ? error : error.about(field);
      throw texts ? new Refusal(said.entry, texts.answered(said.parameters), said.ids) : said;
    } finally {
      giveBack?.();
      metrics.callSeconds.observe({ call: name }, (performance.now() - startedAt) / 1000);
    }
  }

  app.setErrorHandler(createErrorHandler(log));

  return app;
}

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

/** Null for input that the caller will be told about once it is known that they may ask at all. */
function unlessInvalid<Parsed>(parse: () => Parsed): Parsed | null {
  try {
    return parse();
  } catch (error) {
    if (error instanceof InvalidInput) return null;
    throw error;
  }
}

const sentFields = (body: unknown): body is object =>
  typeof body === 'object' && body !== null && !Array.isArray(body) && Object.keys(body).length > 0;
