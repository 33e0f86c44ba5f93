import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createOutboundGuard, OutboundRefused } from '../outboundGuard.ts';
import { createHttpPhone } from './httpPhone.ts';

interface Received {
  headers: IncomingMessage['headers'];
  body: string;
}

let provider: Server;
let url: string;
let received: Received[];
/** What the provider answers, one after another; the last one again and again. `hang up` ends the connection. */
let answers: (number | 'hang up')[];

beforeEach(async () => {
  received = [];
  answers = [200];
  provider = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(parts).toString() });
      const answer = answers.length > 1 ? answers.shift()! : answers[0]!;
      if (answer === 'hang up') request.socket.destroy();
      else response.writeHead(answer, { location: 'http://127.0.0.1:1/' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/send`;
});
afterEach(() => new Promise((resolve) => provider.close(resolve)));

const guard = createOutboundGuard(['127.0.0.1']);
const states = new Map([['DELIVRD', 'delivered']] as const);
const aPhone = (options: Partial<Parameters<typeof createHttpPhone>[0]>) =>
  createHttpPhone({
    url,
    token: null,
    headers: {},
    body: json,
    answer: { id: '/id', ok: null },
    askUrl: null,
    receipt: { id: '/id', state: '/state' },
    states,
    guard,
    ...options,
  });
const message = { key: 'code-7', to: '+8613900000001', text: 'They said "123456"\n好', fields: { code: '123456' } };
const json = '{"to":"{to}","content":"{text}","id":"{key}"}';

test('a message is posted as the template says, with the token and its key', async () => {
  await aPhone({ token: 'secret', body: json, guard }).send(message);
  expect(received).toHaveLength(1);
  expect(JSON.parse(received[0]!.body)).toEqual({
    to: '+8613900000001',
    content: 'They said "123456"\n好',
    id: 'code-7',
  });
  expect(received[0]!.headers).toMatchObject({
    'content-type': 'application/json',
    authorization: 'Bearer secret',
    'idempotency-key': 'code-7',
  });
});

test('a provider that takes forms and sends texts of its own gets the parts', async () => {
  await aPhone({ body: 'to={to}&template=7&code={code}&more={more}', guard }).send(message);
  expect(received[0]!.body).toBe('to=%2B8613900000001&template=7&code=123456&more=');
  expect(received[0]!.headers['content-type']).toBe('application/x-www-form-urlencoded');
  expect(received[0]!.headers.authorization).toBeUndefined();
});

test.each([['hang up'], [503]] as const)('after %s it is sent once more, with the same key', async (first) => {
  answers = [first, 200];
  await aPhone({ body: json, guard }).send(message);
  expect(received.map(({ headers }) => headers['idempotency-key'])).toEqual(['code-7', 'code-7']);
});

test('a message that the provider refuses is not sent again, and the caller is told', async () => {
  answers = [400];
  await expect(aPhone({ body: json, guard }).send(message)).rejects.toThrow('answered 400');
  expect(received).toHaveLength(1);
});

test('a provider that stays down is told after the second try', async () => {
  answers = [500];
  await expect(aPhone({ body: json, guard }).send(message)).rejects.toThrow('answered 500');
  expect(received).toHaveLength(2);
});

test('a redirect is not followed', async () => {
  answers = [302];
  await expect(aPhone({ body: json, guard }).send(message)).rejects.toThrow('answered 302');
});

test('a private host that nobody allowed is not dialled', async () => {
  const sms = aPhone({ body: json, guard: createOutboundGuard([]) });
  await expect(sms.send(message)).rejects.toThrow(OutboundRefused);
  expect(received).toEqual([]);
});
