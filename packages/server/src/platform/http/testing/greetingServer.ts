import { commonErrors, day, defineCalls, flag, id, idOr, type Language } from '@watchpost/contract';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { z } from 'zod';
import { createMetrics } from '../../metrics.ts';
import { answerUnknownCall, createCallServer } from '../callServer.ts';
import { Refusal } from '../refusal.ts';

const calls = defineCalls({
  greet: {
    method: 'POST',
    path: '/Greeting/Greet',
    effect: 'read',
    access: 'public',
    encoding: 'json',
    summary: { zh: '问候', en: 'Greet' },
    query: z.object({ times: z.number().int().max(3).default(1), loudly: z.boolean().optional() }),
    body: z.object({ name: z.string().max(10), title: z.string().min(1).optional() }),
    data: z.object({ text: z.string() }),
  },
  greetByForm: {
    method: 'POST',
    path: '/Greeting/GreetByForm',
    effect: 'read',
    access: 'public',
    summary: { zh: '问候（表单）', en: 'Greet, by form' },
    body: z.object({ name: z.string(), with: z.array(z.string()).default([]) }),
    data: z.string(),
  },
  rename: {
    method: 'POST',
    path: '/Greeting/Rename',
    effect: 'write',
    access: 'public',
    logged: false,
    summary: { zh: '改名', en: 'Rename' },
    body: z.object({
      id: z.number(),
      name: z.string().min(1).optional(),
      remark: z.string().nullable().optional(),
      isOpen: z.boolean().optional(),
      levelList: z.array(z.number()).optional(),
      limits: z.object({ low: z.number() }).optional(),
      pointList: z
        .array(z.object({ id: z.number(), limits: z.strictObject({ high: z.number() }).optional() }))
        .optional(),
      labels: z.record(z.string(), z.string()).optional(),
      colour: z.enum(['red', 'blue']).optional(),
      isOpenEnough: flag.optional(),
      day: day.optional(),
      placeList: z.array(idOr(z.object({ id }), (alone) => ({ id: alone }))).optional(),
    }),
    aliases: { personId: 'id', placeId: 'id' },
    ignores: ['avatar', 'placeId'],
    bareField: 'id',
    data: z.unknown(),
  },
  choose: {
    method: 'POST',
    path: '/Greeting/Choose',
    effect: 'read',
    access: 'public',
    encoding: 'json',
    summary: { zh: '选择', en: 'Choose' },
    body: z.array(z.number()),
    data: z.unknown(),
  },
  fail: {
    method: 'GET',
    path: '/Greeting/Fail',
    effect: 'read',
    access: 'public',
    summary: { zh: '失败', en: 'Fail' },
    data: z.null(),
  },
  keepWaiting: {
    method: 'POST',
    path: '/Greeting/KeepWaiting',
    effect: 'read',
    access: 'public',
    encoding: 'json',
    summary: { zh: '一直等', en: 'Keep waiting' },
    data: z.null(),
  },
  take: {
    method: 'GET',
    path: '/Greeting/Take',
    effect: 'read',
    access: 'public',
    summary: { zh: '慢慢来', en: 'Take your time' },
    data: z.null(),
  },
  greetSlowly: {
    method: 'GET',
    path: '/Greeting/Slowly',
    effect: 'read',
    access: 'public',
    summary: { zh: '慢慢问候', en: 'Greet slowly' },
    data: z.null(),
  },
  nodSlowly: {
    method: 'POST',
    path: '/Greeting/NodSlowly',
    effect: 'read',
    access: 'public',
    summary: { zh: '慢慢点头', en: 'Nod slowly' },
    data: z.null(),
  },
  leaveSlowly: {
    method: 'DELETE',
    path: '/Greeting/LeaveSlowly',
    effect: 'read',
    access: 'public',
    summary: { zh: '慢慢离开', en: 'Leave slowly' },
    data: z.null(),
  },
  sendPictures: {
    method: 'POST',
    path: '/Greeting/SendPictures',
    effect: 'read',
    access: 'public',
    encoding: 'multipart',
    upload: { maxBytes: 1024 * 1024, maxFiles: 3, mayBeNone: true },
    summary: { zh: '寄照片', en: 'Send pictures' },
    query: z.object({ from: z.string().default('') }),
    body: z.object({ words: z.string().default('') }),
    data: z.object({ sizes: z.array(z.number()) }),
  },
  greetRarely: {
    method: 'GET',
    path: '/Greeting/GreetRarely',
    effect: 'read',
    access: 'public',
    perMinute: 2,
    summary: { zh: '偶尔问候', en: 'Greet now and then' },
    data: z.null(),
  },
});

export type Options = Partial<Parameters<typeof createCallServer<typeof calls, null>>[0]>;

/** A server of calls without a domain, for the tests of one file: its `app` is there before the first. */
export function greetingServer() {
  const logged: { level: string; msg: string; err?: { message: string } }[] = [];
  const log = pino(
    { level: 'warn', formatters: { level: (level) => ({ level }) } },
    { write: (line: string) => void logged.push(JSON.parse(line)) },
  );
  const server = {
    app: undefined as unknown as FastifyInstance,
    /** With what the call that fails fails. */
    failure: new Error(),
    /** When the call that takes its time was reached, and why it stopped. */
    begun: Promise.withResolvers<void>(),
    ended: Promise.withResolvers<unknown>(),
    /** When a slow greeting may be answered. */
    released: Promise.withResolvers<void>(),
  };
  const serverWith = (options: Options) =>
    createCallServer<typeof calls, null>({
      calls,
      handlers: {
        greet: async ({ setCookie }, { query, body }) => {
          setCookie('greeted', 'yes', 60);
          const words = 'Hi '.repeat(query.times) + (body.title ?? '') + body.name;
          return { text: query.loudly ? words.toUpperCase() : words };
        },
        greetRarely: async () => null,
        greetSlowly: async () => {
          await server.released.promise;
          return null;
        },
        nodSlowly: async () => {
          await server.released.promise;
          return null;
        },
        leaveSlowly: async () => {
          await server.released.promise;
          return null;
        },
        sendPictures: async (_context, { files }) => ({ sizes: files.map(({ content }) => content.byteLength) }),
        greetByForm: async (_context, { body }) => [body.name, ...body.with].join(' & '),
        rename: async (_context, { body }) => body,
        choose: async (_context, { body }) => body,
        fail: async () => {
          throw server.failure;
        },
        keepWaiting: () => new Promise(() => {}),
        take: async ({ signal }) => {
          server.begun.resolve();
          await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
          server.ended.resolve(signal.reason);
          throw signal.reason;
        },
      },
      authorize: async () => null,
      admit: {
        sendPictures: async ({ from }) => {
          if (from === 'nobody') throw new Refusal(commonErrors.notFound);
        },
      },
      log,
      metrics: createMetrics(),
      trustProxy: ['10.0.0.1'],
      tls: null,
      ...options,
    });
  beforeAll(async () => {
    server.app = await serverWith({
      bodyTimeoutMs: 200,
      slowestUpload: { bytes: 100, withinMs: 2_000 },
      maxConnections: 20,
      maxConnectionsOfNetwork: 12,
    });
    server.app.setNotFoundHandler(answerUnknownCall);
  });
  afterAll(() => server.app.close());
  beforeEach(() => void logged.splice(0));

  async function ask(
    url: string,
    options: { payload?: string; type?: string; language?: string; method?: 'GET' | 'POST'; clears?: boolean } = {},
  ) {
    const reply = await server.app.inject({
      method: options.method ?? (options.payload === undefined ? 'GET' : 'POST'),
      url,
      headers: {
        language: options.language ?? 'en',
        ...(options.clears && { 'empty-fields': 'clear' }),
        ...(options.payload === undefined ? {} : { 'content-type': options.type ?? 'application/json' }),
      },
      ...(options.payload === undefined ? {} : { payload: options.payload }),
    });
    const envelope = reply.json();
    expect(Object.keys(envelope)).toEqual(['Code', 'Data', 'Message']);
    expect(envelope.Code).toBe(reply.statusCode);
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(reply.headers['content-security-policy']).toContain("script-src 'self'");
    expect(reply.headers['x-content-type-options']).toBe('nosniff');
    expect(reply.headers['x-powered-by']).toBeUndefined();
    return envelope;
  }
  const failWith = (error: Error, language: Language = 'en') => {
    server.failure = error;
    return ask('/api/Greeting/Fail', { language });
  };
  return Object.assign(server, { logged, serverWith, ask, failWith });
}
