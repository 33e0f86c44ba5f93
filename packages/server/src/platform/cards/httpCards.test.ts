import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { silentLog } from '../log/log.ts';
import { createOutboundGuard } from '../outboundGuard.ts';
import { readAnswerShape, readCardStates } from './cardAnswerShape.ts';
import { createHttpCards } from './httpCards.ts';

let carrier: Server;
let url: string;
let asked: { authorization: string | undefined; body: string }[];
let answer: { status: number; headers?: Record<string, string>; body: string };
let now: number;
beforeEach(async () => {
  asked = [];
  answer = { status: 200, body: '{"cards":[]}' };
  now = 0;
  carrier = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      asked.push({ authorization: request.headers.authorization, body: Buffer.concat(parts).toString() });
      response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers }).end(answer.body);
    });
  });
  await new Promise<void>((resolve) => carrier.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(carrier.address() as AddressInfo).port}/query`;
});
afterEach(() => new Promise((resolve) => carrier.close(resolve)));

const [one, two, other] = ['89860426102590018801', '89860426102590018802', '89860426102590018899'];
const cardsOf = (options: { shape?: string; body?: string; states?: string; units?: number } = {}) =>
  createHttpCards({
    url,
    token: 'secret',
    body: options.body ?? '{"iccids":{cards}}',
    answer: readAnswerShape(
      options.shape ?? 'cards=/cards number=/iccid state=/state month=/month day=/day limit=/limit expires=/expires',
    )!,
    states: readCardStates(options.states ?? '')!,
    unitsInMegabyte: options.units ?? 1,
    guard: createOutboundGuard(['127.0.0.1']),
    log: silentLog,
    now: () => now,
  });

test('cards are asked for with the token, and each answer tells state, usage of month and day, plan and its end', async () => {
  answer.body = JSON.stringify({
    cards: [
      { iccid: one, state: 'inUse', month: 120.5, day: 3, limit: 500, expires: '2029-06-30' },
      { iccid: two, state: 'dormancy', month: 'n/a', limit: null },
      { iccid: other, state: 'inUse', month: 1 },
    ],
  });
  expect(await cardsOf().usageOf([one, two])).toEqual([
    {
      cardNumber: one,
      state: 'inUse',
      usedMegabytes: 120.5,
      usedTodayMegabytes: 3,
      totalMegabytes: 500,
      expiresOn: '2029-06-30',
    },
    {
      cardNumber: two,
      state: 'dormancy',
      usedMegabytes: null,
      usedTodayMegabytes: null,
      totalMegabytes: null,
      expiresOn: null,
    },
  ]);
  expect(asked).toEqual([{ authorization: 'Bearer secret', body: JSON.stringify({ iccids: [one, two] }) }]);
});

test('a carrier with words, units and a shape of its own is understood by settings alone', async () => {
  answer.body = JSON.stringify({
    result: [{ card: { no: one }, status: '01', flow: { used: '10240', all: '51200' }, end: '20291231' }],
  });
  const cards = cardsOf({
    body: '{"query":{"type":"iccid","list":{cards}}}',
    shape: 'cards=/result number=/card/no state=/status month=/flow/used limit=/flow/all expires=/end',
    states: '00=inUse, 01=oneWayShutdown',
    units: 1024,
  });
  expect(await cards.usageOf([one])).toEqual([
    {
      cardNumber: one,
      state: 'oneWayShutdown',
      usedMegabytes: 10,
      usedTodayMegabytes: null,
      totalMegabytes: 50,
      expiresOn: '2029-12-31',
    },
  ]);
  expect(asked[0]!.body).toBe(JSON.stringify({ query: { type: 'iccid', list: [one] } }));
});

test('a state that nobody explained is not known, and never a guess', async () => {
  answer.body = JSON.stringify({ cards: [{ iccid: one, state: '99', month: 1 }] });
  expect(await cardsOf().usageOf([one])).toMatchObject([{ state: null, usedMegabytes: 1 }]);
});

test.each([
  [401, '{}', 'refused'],
  [429, '{}', 'tooOften'],
  [503, '{}', 'noAnswer'],
  [302, '{}', 'noAnswer'],
  [200, '<html>maintenance</html>', 'unreadable'],
  [200, '{"error":"maintenance"}', 'unreadable'],
])('HTTP %i with %s is told as %s', async (status, body, trouble) => {
  answer = { status, body };
  await expect(cardsOf().usageOf([one])).rejects.toMatchObject({ trouble });
});

test('after a failure the next question waits half a minute, or as long as the carrier says', async () => {
  const cards = cardsOf();
  const trouble = () =>
    cards.usageOf([one]).then(
      () => null,
      (error: { trouble: string }) => error.trouble,
    );
  answer.status = 500;
  expect([await trouble(), await trouble(), asked.length]).toEqual(['noAnswer', 'noAnswer', 1]);
  now = 30_000;
  answer = { status: 429, headers: { 'retry-after': '600' }, body: '{}' };
  expect([await trouble(), asked.length]).toEqual(['tooOften', 2]);
  now = 629_000;
  answer = { status: 200, body: '{"cards":[]}' };
  expect([await trouble(), asked.length]).toEqual(['tooOften', 2]);
  now = 630_000;
  expect([await trouble(), asked.length]).toEqual([null, 3]);
});

test.each(['cards=/a', 'cards=/a number=/b state=/c mnth=/d', 'cards=/a number=b state=/c', 'nonsense'])(
  'an answer’s shape such as %s is refused when the server starts',
  (text) => expect(readAnswerShape(text)).toBeNull(),
);
