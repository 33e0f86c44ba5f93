import { type AddressInfo, connect, type Socket } from 'node:net';
import {
  type Calls,
  commonErrors,
  day,
  defineCalls,
  flag,
  id,
  idOr,
  type Language,
  calls as ofProduct,
} from '@watchpost/contract';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createMetrics } from '../metrics.ts';
import { answerUnknownCall, CallerLeft, createCallServer } from './callServer.ts';
import { Refusal } from './refusal.ts';

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

let failure: Error;
/** When the call that takes its time was reached, and why it stopped. */
const begun = Promise.withResolvers<void>();
/** When a slow greeting may be answered. */
let released = Promise.withResolvers<void>();
const ended = Promise.withResolvers<unknown>();
const logged: { level: string; msg: string; err?: { message: string } }[] = [];
const log = pino(
  { level: 'warn', formatters: { level: (level) => ({ level }) } },
  { write: (line: string) => void logged.push(JSON.parse(line)) },
);
let app: FastifyInstance;
type Options = Partial<Parameters<typeof createCallServer<typeof calls, null>>[0]>;
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
        await released.promise;
        return null;
      },
      nodSlowly: async () => {
        await released.promise;
        return null;
      },
      leaveSlowly: async () => {
        await released.promise;
        return null;
      },
      sendPictures: async (_context, { files }) => ({ sizes: files.map(({ content }) => content.byteLength) }),
      greetByForm: async (_context, { body }) => [body.name, ...body.with].join(' & '),
      rename: async (_context, { body }) => body,
      choose: async (_context, { body }) => body,
      fail: async () => {
        throw failure;
      },
      keepWaiting: () => new Promise(() => {}),
      take: async ({ signal }) => {
        begun.resolve();
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
        ended.resolve(signal.reason);
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
  app = await serverWith({
    bodyTimeoutMs: 200,
    slowestUpload: { bytes: 100, withinMs: 2_000 },
    maxConnections: 20,
    maxConnectionsOfNetwork: 12,
  });
  app.setNotFoundHandler(answerUnknownCall);
});
afterAll(() => app.close());
beforeEach(() => void logged.splice(0));

async function ask(
  url: string,
  options: { payload?: string; type?: string; language?: string; method?: 'GET' | 'POST'; clears?: boolean } = {},
) {
  const reply = await app.inject({
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
  failure = error;
  return ask('/api/Greeting/Fail', { language });
};

test('a success carries its data in the envelope', async () => {
  const reply = await ask('/api/Greeting/Greet?times=2', { payload: '{"name":"Lin"}' });
  expect(reply).toEqual({ Code: 200, Data: { text: 'Hi Hi Lin' }, Message: '' });
});

test('a cookie is for TLS only when the caller came by TLS, which a trusted proxy may say and nobody else', async () => {
  const cookieFor = async (remoteAddress: string, protocol: string) => {
    const headers = { 'x-forwarded-proto': protocol };
    const body = { name: 'Lin' };
    const reply = await app.inject({ method: 'POST', url: '/api/Greeting/Greet', remoteAddress, headers, body });
    return String(reply.headers['set-cookie']);
  };
  const byProxy = await cookieFor('10.0.0.1', 'https');
  for (const flag of ['HttpOnly', 'SameSite=Strict', 'Path=/;', 'Max-Age=60', 'Secure']) {
    expect(byProxy).toContain(flag);
  }
  expect(byProxy).toMatch(/^__Host-greeted=yes;/);
  const plain = await cookieFor('10.0.0.1', 'http');
  expect(plain).not.toContain('Secure');
  expect(plain).toContain('greeted=yes; Max-Age=60; Path=/api/User;');
  expect(await cookieFor('203.0.113.9', 'https')).not.toContain('Secure');
});

test('who came by TLS, here or at a trusted proxy, is to come so for a year', async () => {
  const saidTo = async (remoteAddress: string) => {
    const headers = { 'x-forwarded-proto': 'https' };
    const reply = await app.inject({ url: '/api/Greeting/Fail', remoteAddress, headers });
    return reply.headers['strict-transport-security'];
  };
  failure = new Refusal(commonErrors.noPermission);
  expect(await saidTo('10.0.0.1')).toBe('max-age=31536000; includeSubDomains');
  expect(await saidTo('203.0.113.9')).toBeUndefined();
});

test('a path is found however its letters are cased, as the original clients spell it both ways', async () => {
  expect(await ask('/api/greeting/greet', { payload: '{"name":"Lin"}' })).toMatchObject({ Code: 200 });
});

test('forms carry lists of more than twenty entries', async () => {
  const names = Array.from({ length: 30 }, (_, i) => `n${i}`);
  const payload = ['name=Lin', ...names.map((name) => `with[]=${name}`)].join('&');
  const reply = await ask('/api/Greeting/GreetByForm', { payload, type: 'application/x-www-form-urlencoded' });
  expect(reply.Data).toBe(['Lin', ...names].join(' & '));
});

test('bad input names each field in the language of the caller', async () => {
  const bad = { payload: '{"name":12}' };
  const en = await ask('/api/Greeting/Greet', bad);
  expect(en).toMatchObject({ Code: 400, Data: { Fields: [{ Field: 'name' }] } });
  expect(en.Message).toMatch(/^Check your input: name: \w/);
  const zh = await ask('/api/Greeting/Greet', { ...bad, language: 'zh' });
  expect(zh.Message).toMatch(/^输入有误：name.*[\u4e00-\u9fff]/);
  expect(await ask('/api/Greeting/Greet?times=9', { payload: '{"name":"Lin"}' })).toMatchObject({
    Data: { Fields: [{ Field: 'times' }] },
  });
});

const byForm = (payload: string) => ask('/api/Greeting/Rename', { payload, type: 'application/x-www-form-urlencoded' });
const byJson = (body: object) => ask('/api/Greeting/Rename', { payload: JSON.stringify(body) });

describe('a client of other habits', () => {
  test('leaves optional fields empty, and they are not set', async () => {
    expect((await byForm('id=1&name=&isOpen=&levelList=')).Data).toEqual({ id: 1 });
    expect((await byJson({ id: 1, name: null, isOpen: null, levelList: null })).Data).toEqual({ id: 1 });
    const { Data } = await ask('/api/Greeting/Greet?times=&loudly=', { payload: '{"name":"Lin","title":""}' });
    expect(Data).toEqual({ text: 'Hi Lin' });
  });

  test('clears what may be empty where it says so, and else has not set it', async () => {
    for (const clears of [false, true]) {
      const rename = (payload: string, type: string) => ask('/api/Greeting/Rename', { payload, type, clears });
      const byText = await rename('id=1&remark=', 'application/x-www-form-urlencoded');
      expect(byText.Data).toEqual(clears ? { id: 1, remark: '' } : { id: 1 });
      const inJson = await rename('{"id":1,"remark":null}', 'application/json');
      expect(inJson.Data).toEqual(clears ? { id: 1, remark: null } : { id: 1 });
    }
  });

  test('says in the query what a call takes in its body', async () => {
    const greet = (query: string, payload: string) => ask(`/api/Greeting/Greet?${query}`, { payload });
    expect((await greet('Name=Lin&times=2', '')).Data).toEqual({ text: 'Hi Hi Lin' });
    expect((await greet('Name=', '{"name":"Wang"}')).Data).toEqual({ text: 'Hi Wang' });
    const rename = (query: string, payload: string) => ask(`/api/Greeting/Rename?${query}`, { payload });
    expect((await rename('personId=1&levelList=1,2&isOpen=true', '{"name":"Lin"}')).Data).toEqual({
      ...{ id: 1, levelList: [1, 2], isOpen: true, name: 'Lin' },
    });
  });

  test('sends the fields of a form in parts, as browsers do', async () => {
    const type = 'multipart/form-data; boundary=x';
    const part = (name: string, value: string) =>
      `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const payload = `${part('id', '1')}${part('name', '林')}${part('remark', '')}--x--\r\n`;
    expect((await ask('/api/Greeting/Rename', { payload, type })).Data).toEqual({ id: 1, name: '林' });
    const file = '--x\r\nContent-Disposition: form-data; name="id"; filename="a.txt"\r\n\r\n1\r\n--x--\r\n';
    expect(await ask('/api/Greeting/Rename', { payload: file, type })).toMatchObject({
      Code: 400,
      Data: { Fields: [{ Field: 'id', Message: commonErrors.noFiles.en }] },
    });
    const nameless = '--x\r\nContent-Disposition: form-data\r\n\r\n1\r\n--x--\r\n';
    expect(await ask('/api/Greeting/Rename', { payload: nameless, type })).toMatchObject({ Code: 400 });
  });

  test('may name a field in two ways where one is a name of many calls', async () => {
    expect((await byForm('placeId=7')).Data).toEqual({ id: 7 });
    expect((await byForm('placeId=7&id=1')).Data).toEqual({ id: 1 });
  });

  test('keeps caches away, and asks for English in the form of a country', async () => {
    expect((await byForm('id=1&_=1795475554923')).Code).toBe(200);
    for (const language of ['en-US', 'EN'])
      expect((await ask('/api/Greeting/Greet', { payload: '', language })).Message).toMatch(/^Check your input/);
    expect((await ask('/api/Greeting/Choose', { payload: '' })).Data).toEqual([]);
  });

  test('is told what is missing when it sends no body, or null', async () => {
    for (const payload of ['', 'null']) {
      expect((await ask('/api/Greeting/Greet', { payload })).Message).toBe('Check your input: name: Required');
    }
    const bare = await app.inject({ method: 'POST', url: '/api/Greeting/Greet', headers: { language: 'en' } });
    expect(bare.json().Message).toBe('Check your input: name: Required');
  });

  test.each(['levelList=1,2', 'levelList[]=1&levelList[]=2', 'levelList=1&levelList=2', 'levelList=[1,2]'])(
    'writes numbers, booleans and lists as text: %s',
    async (list) => {
      expect((await byForm(`id=1&isOpen=true&${list}`)).Data).toEqual({ id: 1, isOpen: true, levelList: [1, 2] });
    },
  );

  test('is not taken for meaning a number by a text in JSON', async () => {
    expect(await byJson({ id: '1' })).toMatchObject({ Code: 400, Data: { Fields: [{ Field: 'id' }] } });
  });

  test('is told what is wrong under the names that it sent, in any case and by other names', async () => {
    const fields = async (payload: string) =>
      (await byForm(payload)).Data.Fields.map(({ Field }: { Field: string }) => Field);
    expect(await fields('ID=x&ISOPEN=perhaps')).toEqual(['ID', 'ISOPEN']);
    expect(await fields('personId=&levelLIST=1,x')).toEqual(['personId', 'levelLIST']);
    expect(await fields('id=x')).toEqual(['id']);
    const { Message } = await byForm('PersonID=x');
    expect(Message).toMatch(/^Check your input: PersonID: /);
  });

  test('spells names in any case, and has its own for some', async () => {
    expect((await byForm('ID=1&NAME=Lin')).Data).toEqual({ id: 1, name: 'Lin' });
    expect((await byJson({ PersonID: 1, LevelLIST: [3] })).Data).toEqual({ id: 1, levelList: [3] });
    const { Data } = await ask('/api/Greeting/Greet?TIMES=2&Loudly=1', { payload: '{"Name":"Lin"}' });
    expect(Data).toEqual({ text: 'HI HI LIN' });
  });

  test('turns no text around: what a person reads is what was written', async () => {
    const refused = {
      Code: 400,
      Data: { Fields: [{ Field: 'name', Message: expect.stringContaining('turn text around') }] },
    };
    expect(await byJson({ id: 1, name: 'Lin\u202Egpj.exe' })).toMatchObject(refused);
    expect(await byForm(`id=1&name=${encodeURIComponent('\u2066Lin')}`)).toMatchObject(refused);
    expect((await byJson({ id: 1, name: '👩‍🔧 Lin' })).Code).toBe(200);
  });

  test('sends text that is text: no control characters, nothing that is not UTF-8, but as many lines as it likes', async () => {
    const refused = (Message: string) => ({ Code: 400, Data: { Fields: [{ Field: 'remark', Message }] } });
    for (const sign of ['\0', '\u0007', '\u001B', '\u007F', '\u0085'])
      expect(await byJson({ id: 1, remark: `a${sign}b` })).toMatchObject(refused('Control characters are not taken'));
    const notUtf8 = refused('This is not UTF-8: some characters cannot be read');
    expect(await byForm('id=1&remark=a%ffb')).toMatchObject(notUtf8);
    const bytes = Buffer.concat([Buffer.from('{"id":1,"remark":"a'), Buffer.of(0xff), Buffer.from('"}')]);
    const headers = { 'content-type': 'application/json', language: 'en' };
    const byBytes = await app.inject({ method: 'POST', url: '/api/Greeting/Rename', headers, payload: bytes });
    expect(byBytes.json()).toMatchObject(notUtf8);
    expect((await byJson({ id: 1, remark: 'a\tb\r\nc 林' })).Code).toBe(200);
  });

  test('is told what would be right, once a field, under the name that it sent', async () => {
    const fieldsOf = async (reply: Promise<{ Data: { Fields: unknown[] } }>) => (await reply).Data.Fields;
    expect(await fieldsOf(byJson({ id: 1, colour: 'violet' }))).toEqual([
      { Field: 'colour', Message: 'One of red, blue' },
    ]);
    expect(await fieldsOf(byForm('id=1&isOpenEnough=maybe'))).toEqual([
      { Field: 'isOpenEnough', Message: 'One of 0, 1, true, false' },
    ]);
    expect(await fieldsOf(byForm('id=1&levelList=urgent'))).toEqual([
      { Field: 'levelList', Message: 'Must be a number' },
    ]);
    expect(await fieldsOf(byForm('id=1&levelList=1,urgent,2,high'))).toEqual([
      { Field: 'levelList', Message: 'Must be a number' },
    ]);
    expect(await fieldsOf(byJson({ id: 1, levelList: [1, 'urgent'] }))).toEqual([
      { Field: 'levelList.1', Message: 'Must be a number' },
    ]);
    expect(await fieldsOf(byForm('id=1&day=31.12.2026'))).toEqual([{ Field: 'day', Message: 'A day as YYYY-MM-DD' }]);
    expect(await fieldsOf(byForm('id=1&day=2026-02-30'))).toEqual([{ Field: 'day', Message: 'There is no such day' }]);
    expect(await fieldsOf(byForm('id=1&name=Lin%0AWu\u202E'))).toHaveLength(1);
  });

  test('sends ids alone where objects are listed', async () => {
    expect((await byForm('id=1&placeList=7,8')).Data).toEqual({ id: 1, placeList: [{ id: 7 }, { id: 8 }] });
    expect((await byForm('id=1&placeList=7')).Data).toEqual({ id: 1, placeList: [{ id: 7 }] });
    expect((await byJson({ id: 1, placeList: [7, { id: 8 }] })).Data).toEqual({
      id: 1,
      placeList: [{ id: 7 }, { id: 8 }],
    });
  });

  test('says a field that it left empty in another spelling', async () => {
    expect((await byForm('id=1&personId=&Name=&name=Lin')).Data).toEqual({ id: 1, name: 'Lin' });
  });

  test('sends a list, or a field alone, as the whole body', async () => {
    const choose = (payload: string, type: string) => ask('/api/Greeting/Choose', { payload, type });
    expect((await choose('0=7&1=8', 'application/x-www-form-urlencoded')).Data).toEqual([7, 8]);
    expect((await choose('[7,8]', 'application/json')).Data).toEqual([7, 8]);
    const form = 'application/x-www-form-urlencoded';
    for (const payload of ['ChosenId=7&ChosenId=8', 'ChosenId[]=7&ChosenId[]=8', 'ChosenId=7,8', 'ChosenId=[7,8]'])
      expect((await choose(payload, form)).Data).toEqual([7, 8]);
    expect((await choose('{"ChosenId":[7,8]}', 'application/json')).Data).toEqual([7, 8]);
    expect((await choose('7', 'application/json')).Data).toEqual([7]);
    for (const payload of ['', 'ChosenId=', 'ChosenId=[]', '[]'])
      expect((await choose(payload, form)).Data).toEqual([]);
    expect(await choose('ChosenId=first', form)).toMatchObject({
      Data: { Fields: [{ Field: 'body', Message: 'Must be a number' }] },
    });
    expect(await choose('1=7&2=8', 'application/x-www-form-urlencoded')).toMatchObject({ Code: 400 });
    expect((await ask('/api/Greeting/Rename', { payload: '1' })).Data).toEqual({ id: 1 });
  });

  test.each(['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; boundary=x'])(
    'is refused where its parts cannot be told apart: %s',
    async (type) => {
      const payload = '--x\r\nContent-Disposition: form-data; name="id"\r\n\r\n1';
      expect(await ask('/api/Greeting/Rename', { payload, type })).toMatchObject({ Code: 400 });
    },
  );

  test('says a field in the query or in the body, a company or a project in both', async () => {
    const Message = 'Given twice. Give it once.';
    const refused = await ask('/api/Greeting/Rename?Name=Wu', { payload: '{"id":1,"name":"Lin"}' });
    expect(refused).toMatchObject({ Code: 400, Data: { Fields: [{ Field: 'name', Message }] } });
    const same = await ask('/api/Greeting/Rename?Name=Lin', { payload: '{"id":1,"name":"Lin"}' });
    expect(same).toMatchObject({ Code: 400, Data: { Fields: [{ Field: 'name', Message }] } });
    const empty = await ask('/api/Greeting/Rename?Name=', { payload: '{"id":1,"name":"Lin"}' });
    expect(empty).toMatchObject({ Code: 200, Data: { id: 1, name: 'Lin' } });
  });

  test.each(['constructor', 'toString', 'valueOf'])('has no field that only JavaScript knows: %s', async (name) => {
    expect(await byForm(`id=1&${name}=1`)).toMatchObject({ Code: 400, Data: { Fields: [{ Field: name }] } });
    expect(await ask(`/api/Greeting/Rename?${name}=1`, { payload: '{"id":1}' })).toMatchObject({ Code: 400 });
  });

  test.each(['id=1&Id=2', 'id=1&personId=2', 'id=1&Id=1', 'id=1&personId=1', 'id=1&id=1', 'id[]=1&id[]=1'])(
    'says a field once: %s',
    async (payload) => {
      const Message = 'Given twice. Give it once.';
      expect(await byForm(payload)).toMatchObject({ Code: 400, Data: { Fields: [{ Field: 'id', Message }] } });
    },
  );

  test('is told of a field that nobody knows where it writes, and not where it reads', async () => {
    const refused = await byJson({ id: 1, hue: 'red', avatar: 'a.png', CompanyID: 1, language: 'en' });
    const Fields = [{ Field: 'hue', Message: 'There is no such field' }];
    expect(refused).toMatchObject({ Code: 400, Data: { Fields } });
    expect(await ask('/api/Greeting/Rename?hue=red', { payload: '{"id":1}' })).toMatchObject({ Data: { Fields } });
    expect(await ask('/api/Greeting/Greet?hue=red', { payload: '{"name":"Lin","size":2}' })).toMatchObject({
      Code: 200,
    });
  });

  test('is told of such a field wherever it stands in what is written, as far as its call says what stands there', async () => {
    const refused = await byJson({
      id: 1,
      limits: { low: 1, hihg: 2, avatar: 'a.png' },
      pointList: [{ id: 7 }, { ID: 8, companyId: 3 }],
      labels: { any: 'word' },
    });
    const Message = 'There is no such field';
    expect(refused).toMatchObject({ Code: 400 });
    expect(refused.Data.Fields).toEqual([
      { Field: 'limits.hihg', Message },
      { Field: 'pointList.1.companyId', Message },
    ]);
    // A schema that says itself what may stand there says it once.
    const strict = await byJson({ id: 1, pointList: [{ id: 7, limits: { high: 1, low: 0 } }] });
    expect(strict.Data.Fields.map(({ Field }: { Field: string }) => Field)).toEqual(['pointList.0.limits']);
    expect((await byJson({ id: 1, limits: { LOW: 1 }, labels: { any: 'word' } })).Code).toBe(200);
  });
});

describe('a file, where a scanner looks at files,', () => {
  const form = [
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nEICAR\r\n--x--\r\n',
  ].join('');
  const sendWith = async (scan: Options['scan']) => {
    const server = await serverWith({ scan: scan ?? null });
    const headers = { 'content-type': 'multipart/form-data; boundary=x', language: 'en' };
    const reply = await server.inject({ method: 'POST', url: '/api/Greeting/SendPictures', headers, payload: form });
    await server.close();
    return reply.json();
  };

  test('is refused with its name when something is found in it, and taken when nothing is', async () => {
    const seen: string[] = [];
    const scan = async (content: Uint8Array) => {
      seen.push(Buffer.from(content).toString());
      return { found: 'Win.Test.EICAR_HDB-1' };
    };
    const Message = 'The virus scanner found something in “a.txt”. Nothing was stored.';
    expect(await sendWith(scan)).toEqual({ Code: 400, Data: { Fields: [{ Field: 'file', Message }] }, Message });
    expect(seen).toEqual(['EICAR']);
    expect(await sendWith(async () => ({ found: null }))).toMatchObject({ Code: 200 });
    expect(await sendWith(null)).toMatchObject({ Code: 200 });
  });

  test('is refused while the scanner does not answer', async () => {
    const refused = await sendWith(async () => {
      throw new Error('ECONNREFUSED');
    });
    expect(refused).toMatchObject({ Code: 503, Data: { Fields: [{ Field: 'file' }] } });
  });
});

test.each([
  ['no JSON', '{"name":', 'application/json'],
  ['a prototype', '{"__proto__":{"name":"Lin"}}', 'application/json'],
  ['a content type we do not speak', '<name>Lin</name>', 'application/xml'],
  ['a list for an object', '[1]', 'application/json'],
])('a body with %s is refused as bad input', async (_name, payload, type) => {
  const reply = await ask('/api/Greeting/Greet', { payload, type });
  expect(reply).toMatchObject({ Code: 400 });
  expect(reply.Message).toMatch(/^Check your input: ./);
  expect(reply.Data.Fields).not.toEqual([]);
  const zh = await ask('/api/Greeting/Greet', { payload, type, language: 'zh' });
  expect(zh.Message).toMatch(/^输入有误：[\u4e00-\u9fff]/);
});

test('an address that cannot be decoded is refused in the envelope', async () => {
  const reply = await app.inject({ method: 'GET', url: '/api/Greeting/%E0%A4%A', headers: { language: 'en' } });
  expect(reply.statusCode).toBe(404);
  expect(reply.json()).toEqual({ Code: 404, Data: null, Message: commonErrors.unknownCall.en });
});

test('of a page such an address leads to the pages, never to another host', async () => {
  for (const url of ['/%ff', '//evil.example/%ff']) {
    const reply = await app.inject({ method: 'GET', url });
    expect(reply.statusCode).toBe(302);
    expect(reply.headers.location).toMatch(/^\/[^/].*25ff$/);
  }
});

test('more than a megabyte is too large', async () => {
  const reply = await ask('/api/Greeting/Greet', { payload: JSON.stringify({ name: 'x'.repeat(1_100_000) }) });
  expect(reply).toEqual({ Code: 413, Data: null, Message: commonErrors.bodyTooLarge.en });
});

test('a call that does not exist is answered in the envelope, too', async () => {
  expect(await ask('/api/Nothing/Here')).toEqual({ Code: 404, Data: null, Message: commonErrors.unknownCall.en });
  expect(await ask('/api/Greeting/Greet', { method: 'GET', language: 'zh' })).toMatchObject({
    Code: 404,
    Message: commonErrors.unknownCall.zh,
  });
});

test('a refusal speaks the language of the caller, with its numbers filled in', async () => {
  const refusal = new Refusal(commonErrors.tooManyRequests, { seconds: 30 });
  expect(await failWith(refusal)).toEqual({
    Code: 429,
    Data: null,
    Message: 'Too many requests. Try again in 30 seconds.',
  });
  expect((await failWith(refusal, 'zh')).Message).toBe('操作过于频繁，请 30 秒后再试');
  expect(logged).toEqual([]);
});

test('a public call is limited per minute, by network and call', async () => {
  const from = async (remoteAddress: string, language: Language = 'en') => {
    const url = '/api/Greeting/GreetRarely';
    const reply = await app.inject({ method: 'GET', url, remoteAddress, headers: { language } });
    return [reply.statusCode, (reply.json() as { Message: string }).Message.replace(/\d+/, 'n')];
  };
  const asked = [await from('203.0.113.9'), await from('203.0.113.9'), await from('203.0.113.9')];
  expect(asked).toEqual([
    [200, ''],
    [200, ''],
    [429, 'Too many requests. Try again in n seconds.'],
  ]);
  expect(await from('203.0.113.9', 'zh')).toEqual([429, '操作过于频繁，请 n 秒后再试']);
  expect(await from('203.0.113.10')).toEqual([200, '']);
  // Each line of one customer for itself, and all of them together three times as often.
  const ofCustomer = [];
  for (let line = 0; line < 10; line++) ofCustomer.push((await from(`2001:db8:1:${line * 100}::1`))[0]);
  expect(ofCustomer.filter((status) => status === 200)).toHaveLength(6);
  const limited = Object.entries(ofProduct as Calls).filter(([, { perMinute }]) => perMinute !== undefined);
  expect(limited.map(([name]) => name).sort()).toEqual([
    'beginPairing',
    'getCountryDropdownList',
    'getReportForm',
    'getReportState',
    'getSealedDocument',
    'getWallNews',
    'getWallView',
    'login',
    'loginByBody',
    'pairDisplay',
    'refreshToken',
    'sendReport',
    'startOpenId',
    'takePairing',
  ]);
});

test('an error of ours shows nothing of its inside, and is logged once', async () => {
  const reply = await failWith(new Error('relation "app_user" does not exist at store.ts:17'));
  expect(reply).toEqual({ Code: 500, Data: null, Message: commonErrors.serverError.en });
  expect(logged).toHaveLength(1);
  expect(logged[0]).toMatchObject({ level: 'error', err: { message: expect.stringContaining('app_user') } });
});

test.each([
  ['is shutting down', Object.assign(new Error('terminating connection'), { code: '57P01' })],
  ['refuses connections', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })],
  ['hung up', new Error('Connection terminated unexpectedly')],
])('while the database %s the caller is asked to try again', async (_name, error) => {
  expect(await failWith(error)).toEqual({ Code: 503, Data: null, Message: commonErrors.unavailable.en });
});

test('a call stops when the one who asked has left, and nobody is told of a mistake', async () => {
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const leaving = new AbortController();
  const asked = fetch(`${url}/api/Greeting/Take`, { signal: leaving.signal });
  await begun.promise;
  leaving.abort();
  await expect(asked).rejects.toThrow('aborted');
  expect(await ended.promise).toBeInstanceOf(CallerLeft);
  expect(logged).toEqual([]);
});

/** Everything that a server says on a connection on which this is sent, until it hangs up. */
async function answerTo(port: number, sent: string, isAnswered: (text: string) => boolean): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let said = '';
  const answered = Promise.withResolvers<void>();
  socket.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    if (isAnswered(said)) answered.resolve();
  });
  socket.on('close', () => answered.resolve());
  socket.on('error', () => answered.resolve());
  socket.write(sent);
  await answered.promise;
  socket.destroy();
  return said;
}
const portOf = () => (app.server.address() as AddressInfo).port;
const post = (headers: string, body: string) =>
  `POST /api/Greeting/Greet HTTP/1.1\r\nHost: x\r\nlanguage: en\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${body}`;

test.each([
  ['whose length is known', 'Content-Length: 1000000', '{"name":'],
  ['in pieces', 'Transfer-Encoding: chunked', '2\r\n{"\r\n'],
])('a body %s that trickles in is refused, and its connection is closed', async (_what, header, begun) => {
  const said = await answerTo(portOf(), post(header, begun), () => false);
  expect(said).toMatch(/^HTTP\/1\.1 408 /);
  expect(said).toContain(commonErrors.bodyTooSlow.en);
});

test.each([
  ['GET', 'Slowly', ''],
  ['POST', 'NodSlowly', 'Content-Length: 0\r\n'],
  ['DELETE', 'LeaveSlowly', ''],
])('the answer to a %s may take longer than a body', async (method, path, headers) => {
  released = Promise.withResolvers();
  const request = `${method} /api/Greeting/${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`;
  const slow = answerTo(portOf(), request, (text) => text.includes('"Code":200'));
  // Takes as long as a body may.
  await answerTo(portOf(), post('Content-Length: 10', '{'), () => false);
  released.resolve();
  expect(await slow).toMatch(/^HTTP\/1\.1 200 /);
});

test.each([
  ['no HTTP', 'NONSENSE\r\n\r\n', 400],
  ['a header without end', `GET /api/Greeting/Fail HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(70_000)}\r\n\r\n`, 431],
  [
    'a body of two lengths',
    'POST /api/Greeting/Greet HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    400,
  ],
])(
  'what the HTTP parser refuses by itself is answered in the envelope and in both languages: %s',
  async (_what, sent, status) => {
    const answer = await answerTo(portOf(), sent, () => false);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    const envelope = JSON.parse(answer.slice(answer.indexOf('{')));
    expect(Object.keys(envelope)).toEqual(['Code', 'Data', 'Message']);
    expect(envelope.Code).toBe(status);
    expect(envelope.Message).toMatch(/[\u4e00-\u9fff].*[a-z]{3}/);
  },
);

test('files that come to a call without files are refused in words, however large they are', async () => {
  const form = new FormData();
  form.set('id', '1');
  form.set('picture', new Blob([new Uint8Array(5 * 1024 * 1024)]), 'a.jpg');
  const reply = await fetch(`http://127.0.0.1:${portOf()}/api/Greeting/Rename`, {
    method: 'POST',
    headers: { language: 'en' },
    body: form,
  });
  expect(await reply.json()).toMatchObject({ Code: 400, Message: expect.stringContaining(commonErrors.noFiles.en) });
});

/** A form with one picture, as it goes over the line; `sent` of its bytes are there, all unless said otherwise. */
function pictures(size: number, { query = '', announced = true, before = '' } = {}) {
  const part = (name: string) => `--x\r\nContent-Disposition: form-data; name="${name}"`;
  const begun = `${before}${part('file')}; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`;
  const content = 'p'.repeat(size);
  const end = '\r\n--x--\r\n';
  const length = announced ? `Content-Length: ${begun.length + size + end.length}` : 'Transfer-Encoding: chunked';
  const head = `POST /api/Greeting/SendPictures${query} HTTP/1.1\r\nHost: x\r\nlanguage: en\r\n${length}\r\nContent-Type: multipart/form-data; boundary=x\r\nConnection: close\r\n\r\n`;
  return { head, begun, content, end };
}

test('pictures over a slow line arrive, though they take longer than another body may', async () => {
  const { head, begun, content, end } = pictures(4_000);
  const socket = connect(portOf(), '127.0.0.1');
  let said = '';
  socket.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(head + begun);
  for (let at = 0; at < content.length; at += 500) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    socket.write(content.slice(at, at + 500));
  }
  socket.write(end);
  await closed;
  expect(said).toMatch(/^HTTP\/1\.1 200 /);
  expect(said).toContain('"sizes":[4000]');
});

test('pictures that stop arriving are refused, and the connection is closed', async () => {
  const { head, begun } = pictures(4_000);
  const said = await answerTo(portOf(), head + begun, () => false);
  expect(said).toMatch(/^HTTP\/1\.1 408 /);
  expect(said).toContain(commonErrors.bodyTooSlow.en);
});

test.each([
  [
    'a field beside pictures of more than 64 KB',
    `--x\r\nContent-Disposition: form-data; name="words"\r\n\r\n${'w'.repeat(70_000)}\r\n`,
  ],
  [
    'fields beside pictures of more than 1 MB together',
    `--x\r\nContent-Disposition: form-data; name="words"\r\n\r\n${'w'.repeat(60_000)}\r\n`.repeat(20),
  ],
])('%s is too large', async (_what, before) => {
  const { head, begun, content, end } = pictures(1024 * 1024, { before });
  const three = `${content}\r\n${begun.slice(before.length)}${content}\r\n${begun.slice(before.length)}${content}`;
  const { head: whole } = pictures(three.length, { before });
  expect(head).not.toBe(whole);
  const said = await answerTo(portOf(), whole + begun + three + end, () => false);
  expect(said).toMatch(/^HTTP\/1\.1 413 /);
});

test.each([
  ['JSON', 'application/json', '"'],
  ['a form', 'application/x-www-form-urlencoded', 'name='],
  [
    'a form in parts',
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n',
  ],
])(
  '%s of 40 MB is refused in the envelope, to a client that reads only when it has sent everything',
  async (_what, type, begun) => {
    const size = 40 * 1024 * 1024;
    const socket = connect(portOf(), '127.0.0.1');
    let said = '';
    const ended = Promise.withResolvers<void>();
    socket.on('close', () => ended.resolve());
    socket.on('error', (error) => ended.reject(error));
    socket.pause();
    socket.write(
      `POST /api/Greeting/Greet HTTP/1.1\r\nHost: x\r\nlanguage: en\r\nConnection: close\r\nContent-Type: ${type}\r\nContent-Length: ${size}\r\n\r\n${begun}`,
    );
    await new Promise<unknown>((resolve) => socket.write(Buffer.alloc(size - begun.length, 'a'), resolve));
    socket.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    socket.resume();
    await ended.promise;
    expect(said).toMatch(/^HTTP\/1\.1 413 /);
    expect(said).toContain(commonErrors.bodyTooLarge.en);
  },
);

test('pictures that would not be taken are refused before they are sent', async () => {
  const { head } = pictures(1_000_000, { query: '?from=nobody' });
  const said = await answerTo(portOf(), head, (text) => text.includes('"Code":'));
  expect(said).toMatch(/^HTTP\/1\.1 404 /);
});

describe('bytes of requests are promised before they are read, and', () => {
  const million = 1_000_000;
  const metrics = createMetrics();
  let crowded: FastifyInstance;
  beforeAll(async () => {
    crowded = await serverWith({
      metrics,
      heldBytes: {
        bodies: 4 * million,
        bodiesOfNetwork: 2 * million,
        strangersUploads: 10 * million,
        strangersUploadsOfNetwork: 4.5 * million,
      },
    });
    await crowded.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => crowded.close());

  const held = async () =>
    (await metrics.registry.getSingleMetric('watchpost_held_request_bytes')!.get()).values[0]!.value;
  const open: Socket[] = [];
  afterEach(async () => {
    for (const socket of open.splice(0)) socket.destroy();
    await expect.poll(held).toBe(0);
  });
  /** Sends this on so many connections of one address; answers how many are told to come again, once the others are promised. */
  async function refusedOf(count: number, localAddress: string, sent: string): Promise<number> {
    const before = await held();
    const said = Array.from({ length: count }, () => {
      const socket = connect({ port: (crowded.server.address() as AddressInfo).port, host: '127.0.0.1', localAddress });
      const each = { text: '' };
      socket.on('data', (chunk: Buffer) => {
        each.text += chunk.toString();
      });
      socket.on('error', () => {});
      socket.write(sent);
      open.push(socket);
      return each;
    });
    const refused = () => said.filter(({ text }) => text.startsWith('HTTP/1.1 429 ')).length;
    await expect
      .poll(async () => refused() * million + (await held()) - before)
      .toBeGreaterThanOrEqual(count * million);
    return refused();
  }

  test('forty forms with pictures, of people without a sign-in, take no more than their share, by network and altogether', async () => {
    const { head, begun } = pictures(million);
    expect(await refusedOf(40, '127.0.0.1', head + begun)).toBe(36);
    expect(await refusedOf(10, '127.0.0.2', head + begun)).toBe(6);
    expect(await refusedOf(10, '127.0.0.3', head + begun)).toBe(9);
  });

  test('other bodies take no more than theirs', async () => {
    const head = `POST /api/Greeting/Greet HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${million}\r\n\r\n{`;
    expect(await refusedOf(10, '127.0.0.1', head)).toBe(8);
    expect(await refusedOf(10, '127.0.0.2', head)).toBe(8);
    expect(await refusedOf(10, '127.0.0.3', head)).toBe(10);
  });

  test('forms in parts of calls without files count as other bodies', async () => {
    const head = pictures(million).head.replace('SendPictures', 'Rename');
    expect(await refusedOf(10, '127.0.0.1', head)).toBe(9);
  });

  test('what was answered is held no longer', async () => {
    const { port } = crowded.server.address() as AddressInfo;
    const body = JSON.stringify({ name: 'n'.repeat(million) });
    for (let i = 0; i < 4; i++) {
      const headers = { 'content-type': 'application/json' };
      const reply = await fetch(`http://127.0.0.1:${port}/api/Greeting/Greet`, { method: 'POST', headers, body });
      await reply.arrayBuffer();
      expect(reply.status).toBe(400);
    }
    await expect.poll(held).toBe(0);
  });

  test('requests that wait behind another one on a connection that is cut are held no longer', async () => {
    const { port } = crowded.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    const request =
      'POST /api/Greeting/KeepWaiting HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}';
    socket.write(request.repeat(10));
    await expect.poll(held).toBe(10 * 2);
    socket.destroy();
    await expect.poll(held).toBe(0);
  });

  test('a form in pieces counts as the largest that it may be', async () => {
    const { head } = pictures(million, { announced: false });
    open.push(connect((crowded.server.address() as AddressInfo).port, '127.0.0.1'));
    open[0]!.write(head);
    await expect.poll(held).toBe(4 * 1024 * 1024);
  });
});

const openConnections = () =>
  new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)));
/** So many connections that say nothing, from an address of this machine; `close` ends them and waits until they are gone. */
function hold(count: number, localAddress: string) {
  const held = Array.from({ length: count }, () => connect({ port: portOf(), host: '127.0.0.1', localAddress }));
  const ends = held.map((socket) => {
    socket.on('error', () => {});
    return new Promise<void>((resolve) => socket.once('close', () => resolve()));
  });
  return {
    turnedAway: (most: number) => expect.poll(() => held.filter(({ destroyed }) => !destroyed).length).toBe(most),
    close: async () => {
      for (const socket of held) socket.destroy();
      await Promise.all(ends);
      await expect.poll(openConnections).toBe(0);
    },
  };
}
const greetFrom = (localAddress: string): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect({ port: portOf(), host: '127.0.0.1', localAddress });
    let said = '';
    socket.setEncoding('utf8').on('error', () => {});
    socket.on('data', (text) => {
      said += text;
    });
    socket.once('close', () => resolve(said));
    socket.write(`${post('Content-Length: 14\r\nConnection: close', '{"name":"Lin"}')}`);
  });

test('one network does not take the places of all: its further connections are closed, and others are answered', async () => {
  app.server.closeIdleConnections();
  const flood = hold(40, '127.0.0.1');
  await flood.turnedAway(12);
  expect(await openConnections()).toBe(12);
  expect(await greetFrom('127.0.0.1')).toBe('');
  expect(await greetFrom('127.0.0.2')).toMatch(/^HTTP\/1\.1 200 /);
  await flood.close();
  expect(await greetFrom('127.0.0.1')).toMatch(/^HTTP\/1\.1 200 /);
});

test('when all places are taken, further connections are closed, from every network', async () => {
  const [one, other] = [hold(12, '127.0.0.1'), hold(12, '127.0.0.2')];
  await expect.poll(openConnections).toBe(20);
  expect(await greetFrom('127.0.0.3')).toBe('');
  await Promise.all([one.close(), other.close()]);
  expect(await greetFrom('127.0.0.3')).toMatch(/^HTTP\/1\.1 200 /);
});
