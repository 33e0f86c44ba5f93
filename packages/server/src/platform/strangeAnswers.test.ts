import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readAnswerShape, readCardStates } from './cards/cardAnswerShape.ts';
import { createHttpCards } from './cards/httpCards.ts';
import { createHttpFbox } from './fbox/fboxAccount.ts';
import { foreignText } from './foreignText.ts';
import { silentLog } from './log/log.ts';
import { createOutboundGuard } from './outboundGuard.ts';
import { createHttpPhone } from './phone/httpPhone.ts';
import { createOpenMeteo } from './weather/openMeteo.ts';

/** What a service that is broken, taken over or malicious may answer; its address says which. */
const answers: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
  'one byte after the other, without an end': (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const timer = setInterval(() => response.write(' '), 50);
    response.on('close', () => clearInterval(timer));
  },
  'nothing at all': () => {},
  'more than anybody reads': (_request, response) => {
    response.writeHead(200);
    const part = Buffer.alloc(1 << 20, '[');
    const more = () => {
      while (!response.destroyed && response.write(part));
    };
    response.on('drain', more);
    more();
  },
  'half of what it announced': (_request, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('{"id":');
    setTimeout(() => response.destroy(), 50);
  },
  'a way into this machine': (_request, response) => {
    response.writeHead(302, { location: `/secret` }).end();
  },
  'a page': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Portal</title>');
  },
  'JSON as deep as a well': (_request, response) => {
    response.writeHead(200).end('['.repeat(30_000) + ']'.repeat(30_000));
  },
  null: (_request, response) => {
    response.writeHead(200).end('null');
  },
  'numbers where words belong': (_request, response) => {
    response.writeHead(200).end('{"access_token":"k","id":{},"cards":7,"daily":[1],"hourly":"x","__proto__":{"id":1}}');
  },
  'headers without an end': (request) => {
    request.socket.write('HTTP/1.1 200 OK\r\n');
    const timer = setInterval(() => request.socket.write(`x-${'a'.repeat(1000)}: 1\r\n`), 1);
    request.socket.on('close', () => clearInterval(timer));
    request.socket.on('error', () => {});
  },
};
const wholeAnswers = ['a page', 'JSON as deep as a well', 'null', 'numbers where words belong'];

let server: Server;
let base: string;
let secretsAsked = 0;
beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume();
    if (request.url === '/secret') secretsAsked++;
    const what = decodeURIComponent(new URL(request.url!, 'http://service').pathname.slice(1));
    answers[what]?.(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
});

const guard = createOutboundGuard(['127.0.0.1']);
const now = () => 0;
const message = { key: 'k', to: '+8613900000001', text: 'Too warm', fields: {} };
const place = { latitude: 31, longitude: 121, timeZone: 'Asia/Shanghai' };
const phoneAt = (url: string) =>
  createHttpPhone({
    url,
    token: null,
    headers: {},
    body: '{"to":"{to}"}',
    answer: { id: '/id', ok: null },
    askUrl: url,
    receipt: { id: '/id', state: '/state', detail: '/detail' },
    states: new Map(),
    guard,
  });
/** Each service that is asked, by its ordinary client. */
const services: Record<string, (url: string) => Promise<unknown>> = {
  'of SMS': (url) => phoneAt(url).send(message, 1),
  'of SMS, asked for a receipt': (url) => phoneAt(url).ask!('7', 'k'),
  'of cards': (url) =>
    createHttpCards({
      url,
      token: null,
      body: '{"list":{cards}}',
      answer: readAnswerShape('cards=/cards number=/no state=/state')!,
      states: readCardStates('')!,
      unitsInMegabyte: 1,
      guard,
      log: silentLog,
      now,
    }).usageOf(['89860426102590018801']),
  'of FBox boxes': (url) =>
    createHttpFbox({ boxesUrl: url, tokenUrl: url, clientId: 'me', clientSecret: 's', guard, now }).boxes(),
  'of weather by day': (url) => createOpenMeteo({ url, key: null, guard }).days(place, '2026-11-01', '2026-11-02'),
  'of weather by hour': (url) => createOpenMeteo({ url, key: null, guard }).hours(place, '2026-11-01', '2026-11-02'),
};

describe.each(Object.entries(services))('a service %s', (name, ask) => {
  test.concurrent.each(Object.keys(answers))(
    'that answers %s is an error or nothing, and never a value',
    async (what) => {
      const answer = await ask(base + encodeURIComponent(what)).then(
        (value) => ({ value }),
        (error: unknown) => ({ error }),
      );
      // An SMS service need not answer with a number, or with JSON: what it took, it took.
      if (name.startsWith('of SMS') && wholeAnswers.includes(what)) {
        expect([{ value: { id: null } }, { value: null }]).toContainEqual(answer);
      } else expect(answer).toEqual({ error: expect.any(Error) });
    },
  );
});

test('a redirect leads nowhere', () => expect(secretsAsked).toBe(0));

test('text of another system is kept on one line, without what the database refuses or the eye cannot see', () => {
  expect(foreignText('  12\0 3\r\n4\u202e5\ud800 ', 20)).toBe('12 3 45');
  expect(foreignText('温度😀', 3)).toBe('温度');
  expect(foreignText('Li\u3164n\u2800', 20)).toBe('Lin');
  expect(foreignText('家 👨‍👩‍👧', 20)).toBe('家 👨‍👩‍👧');
  expect(foreignText('👨‍👩‍👧', 4)).toBe('👨');
});

test('a receipt with a NUL is a receipt', () => {
  const [receipt] = phoneAt(base).read({ id: 'a\0b', state: 'x', detail: 'no\0\nroute' });
  expect(receipt).toMatchObject({ id: 'a b', detail: 'no route' });
});
