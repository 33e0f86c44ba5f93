import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { serveReceipts } from './serveReceipts.ts';

const secret = 'a-secret-of-24-characters';
let app: FastifyInstance;
afterEach(() => app.close());

/** The door for providers, and what has come through it. */
function doorWith(ours: string | null) {
  const posted: unknown[] = [];
  app = fastify();
  serveReceipts(app, {
    answers: { posted: async (_channel, body) => void posted.push(body) },
    secret: ours,
  });
  const knock = async (url: string, headers: Record<string, string> = {}, payload: object = { id: '7' }) =>
    (await app.inject({ method: 'POST', url, headers, payload })).statusCode;
  return { posted, knock };
}

test('a provider that presents the secret is heard, in the address or as bearer token', async () => {
  const { posted, knock } = doorWith(secret);
  expect(await knock(`/receipts/sms?secret=${secret}`)).toBe(200);
  expect(await knock('/receipts/voice', { authorization: `Bearer ${secret}` })).toBe(200);
  expect(posted).toEqual([{ id: '7' }, { id: '7' }]);
});

test.each([
  ['none', '/receipts/sms', {}],
  ['an empty one', '/receipts/sms?secret=', {}],
  ['its beginning', `/receipts/sms?secret=${secret.slice(0, -1)}`, {}],
  ['more than it', `/receipts/sms?secret=${secret}x`, {}],
  ['it twice', `/receipts/sms?secret=${secret}&secret=${secret}`, {}],
  ['another as bearer beside the right one', `/receipts/sms?secret=${secret}`, { authorization: 'Bearer wrong' }],
] as const)('who presents %s learns not even that there is a door', async (_what, url, headers) => {
  const { posted, knock } = doorWith(secret);
  expect(await knock(url, headers)).toBe(404);
  expect(posted).toEqual([]);
});

test('without a secret in the settings nobody is heard', async () => {
  const { posted, knock } = doorWith(null);
  for (const url of ['/receipts/sms?secret=', '/receipts/sms?secret=null']) expect(await knock(url)).toBe(404);
  expect(posted).toEqual([]);
});

test('a body far beyond what a day of receipts needs is refused', async () => {
  const { posted, knock } = doorWith(secret);
  expect(await knock(`/receipts/sms?secret=${secret}`, {}, { text: 'x'.repeat(300 * 1024) })).toBe(413);
  expect(posted).toEqual([]);
});
