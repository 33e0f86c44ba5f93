import { type Calls, commonErrors, type Language, calls as ofProduct } from '@watchpost/contract';
import { describe, expect, test } from 'vitest';
import { Refusal } from './refusal.ts';
import { greetingServer, type Options } from './testing/greetingServer.ts';

const server = greetingServer();
const { ask, failWith, logged, serverWith } = server;

test('a success carries its data in the envelope', async () => {
  const reply = await ask('/api/Greeting/Greet?times=2', { payload: '{"name":"Lin"}' });
  expect(reply).toEqual({ Code: 200, Data: { text: 'Hi Hi Lin' }, Message: '' });
});

test('a cookie is for TLS only when the caller came by TLS, which a trusted proxy may say and nobody else', async () => {
  const cookieFor = async (remoteAddress: string, protocol: string) => {
    const headers = { 'x-forwarded-proto': protocol };
    const body = { name: 'Lin' };
    const reply = await server.app.inject({ method: 'POST', url: '/api/Greeting/Greet', remoteAddress, headers, body });
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
    const reply = await server.app.inject({ url: '/api/Greeting/Fail', remoteAddress, headers });
    return reply.headers['strict-transport-security'];
  };
  server.failure = new Refusal(commonErrors.noPermission);
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
  const reply = await server.app.inject({ method: 'GET', url: '/api/Greeting/%E0%A4%A', headers: { language: 'en' } });
  expect(reply.statusCode).toBe(404);
  expect(reply.json()).toEqual({ Code: 404, Data: null, Message: commonErrors.unknownCall.en });
});

test('of a page such an address leads to the pages, never to another host', async () => {
  for (const url of ['/%ff', '//evil.example/%ff']) {
    const reply = await server.app.inject({ method: 'GET', url });
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
    const reply = await server.app.inject({ method: 'GET', url, remoteAddress, headers: { language } });
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
    'downloadSignDocument',
    'getCountryDropdownList',
    'getReportForm',
    'getReportState',
    'getSealedDocument',
    'getSignPage',
    'getWallNews',
    'getWallView',
    'login',
    'loginByBody',
    'pairDisplay',
    'refreshToken',
    'sendReport',
    'sendSignCode',
    'signByLink',
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
