import type { AllCalls, CallData, CallInput, CallName } from '@watchpost/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { makeCall, startTestApplication, type TestApplication } from '../testing/application.ts';
import { aCompany, aMember, aProject } from '../testing/factories.ts';
import { hashPassword } from './index.ts';

const minute = 60_000;
const noon = Date.UTC(2026, 10, 21, 4);
const clock = manualClock(noon);
const right = 'Right_1234';
const linsPhone = '13900000001';

let app: TestApplication;
let passwordHash: string;
beforeAll(async () => {
  app = await startTestApplication({ clock, config: { trustProxy: ['127.0.0.1'] } });
  passwordHash = await hashPassword(right);
});
afterAll(() => app.stop());

beforeEach(async () => {
  const { db } = app.database;
  clock.set(noon);
  for (const table of ['verification_code', 'counted_call', 'inbox_message', 'app_user'] as const) {
    await db.deleteFrom(table).execute();
  }
  const companyId = await aCompany(db);
  const lin = await aMember(db, companyId, await aProject(db, companyId), { nickname: 'Lin' });
  const login = { account: 'linyuqing', mobile: linsPhone, password_hash: passwordHash };
  await db.updateTable('app_user').set(login).where('id', '=', lin).execute();
});

/** As a browser at that address would, behind the proxy. */
const from: <Name extends CallName>(
  address: string,
  name: Name,
  input: CallInput<AllCalls[Name]>,
  token?: string,
) => Promise<{ status: number; message: string; data: CallData<AllCalls[Name]> }> = async (
  address,
  name,
  input,
  token,
) => {
  const options = { headers: { 'x-forwarded-for': address }, ...(token ? { token } : {}) };
  const { status, envelope } = await makeCall(app.url, name, input as object, options);
  return { status, message: envelope.Message, data: envelope.Data as never };
};
const signIn = (address: string, pwd: string) => from(address, 'loginByBody', { body: { account: 'linyuqing', pwd } });
const codeFor = (address: string, title: string, mobile = linsPhone) =>
  from(address, 'mobileCode', { query: { mobile, title } });
const statusesOf = async (calls: Promise<{ status: number }>[]): Promise<number[]> =>
  (await Promise.all(calls)).map(({ status }) => status);
const times = <Item>(count: number, item: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, i) => item(i));

const office = '198.51.100.7';
const elsewhere = '2001:db8:aaaa:1::5';
/** All addresses that one line of a provider may have. */
const ofOneLine = (index: number) => `2001:db8:1:2::${(index + 1).toString(16)}`;
/** All lines that one customer of a provider may have. */
const ofOneCustomer = (index: number) => `2001:db8:1:${index.toString(16)}::1`;

/** Repeats calls without pause, a fixed number at once. */
function startFlood(atOnce: number, call: (index: number) => Promise<unknown>) {
  let goesOn = true;
  let answered = 0;
  const loops = times(atOnce, async (index) => {
    while (goesOn) {
      await call(index);
      answered += 1;
    }
  });
  return {
    /** Once all of them are under way and half were answered. */
    async isOn(): Promise<void> {
      while (answered < atOnce / 2) await new Promise((resolve) => setImmediate(resolve));
    },
    async end(): Promise<void> {
      goesOn = false;
      await Promise.all(loops);
    },
  };
}

describe('guesses at a password', () => {
  test('from thirty addresses of one IPv6 line are five guesses, and the owner signs in elsewhere', async () => {
    const statuses = [];
    for (const address of times(30, ofOneLine)) statuses.push((await signIn(address, 'Wrong_1234')).status);
    expect(statuses).toEqual([...Array(5).fill(400), ...Array(25).fill(429)]);
    expect((await signIn(elsewhere, right)).status).toBe(200);
  });

  test('in a flood wait in a row that ends: what comes on top is refused at once, with the words for it', async () => {
    const replies = await Promise.all(times(300, () => signIn(office, 'Wrong_1234')));
    const refused = replies.filter(({ message }) => message.includes('20'));
    expect(refused.length).toBeGreaterThan(0);
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([429]));
    expect(replies.filter(({ status }) => status === 400)).toHaveLength(5);
    expect((await signIn(elsewhere, right)).status).toBe(200);
  });

  test.each([
    ['one host', () => '203.0.113.66'],
    ['every line of one customer', ofOneCustomer],
  ])('by hundreds at once from %s, while they go on, keep the owner out nowhere', async (_whose, address) => {
    const session = (await signIn(office, right)).data.Token;
    const flood = startFlood(250, (index) => signIn(address(index % 256), 'Wrong_1234'));
    await flood.isOn();
    const proof = { body: { Pwd: right } };
    const asked = [];
    asked.push((await signIn(office, right)).status);
    asked.push((await from(office, 'verifyIdentity', proof, session)).status);
    // Never signed in there before.
    asked.push((await signIn(elsewhere, right)).status);
    await flood.end();
    expect(asked).toEqual([200, 200, 200]);
  });

  test('by a thief of a sign-in are five, from however many networks', async () => {
    const session = (await signIn(office, right)).data.Token;
    const statuses = [];
    for (let i = 0; i < 8; i++) {
      const guess = { body: { Pwd: 'Wrong_1234' } };
      statuses.push((await from(`203.0.113.${i}`, 'verifyIdentity', guess, session)).status);
    }
    expect(statuses).toEqual([...Array(5).fill(400), ...Array(3).fill(429)]);
  });

  test('from every line of one customer do not close the account to anybody else', async () => {
    const statuses = [];
    // Not one of those that flooded within this minute.
    const ofQuietCustomer = (index: number) => ofOneCustomer(index).replace(':1:', ':7:');
    for (const address of times(40, ofQuietCustomer)) statuses.push((await signIn(address, 'Wrong_1234')).status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(10);
    expect((await signIn(elsewhere, right)).status).toBe(200);
  });

  /** Thirty networks guess four times each: together they use up what strangers have. */
  const guessEverywhere = async () => {
    const guessed = times(30, async (network) => {
      const statuses = [];
      for (let i = 0; i < 4; i++) statuses.push((await signIn(`203.0.113.${network}`, 'Wrong_1234')).status);
      return statuses;
    });
    return (await Promise.all(guessed)).flat().filter((status) => status === 400).length;
  };

  test('from everywhere shut the owner out neither where they sign in as a rule nor from a new network', async () => {
    expect((await signIn(office, right)).status).toBe(200);
    await guessEverywhere();
    expect((await signIn(office, right)).status).toBe(200);
    await guessEverywhere();
    expect((await signIn('203.0.113.200', right)).status).toBe(200);
  });

  test('from everywhere are two a day by network, and thirty in a quarter of an hour together', async () => {
    expect(await guessEverywhere()).toBe(2 * 30 + 30);
    clock.advance(15 * minute);
    expect(await guessEverywhere()).toBe(30);
  });

  test('are counted in the database: a restart forgives none', async () => {
    for (let i = 0; i < 5; i++) await signIn(office, 'Wrong_1234');
    const { rows } = await app.database.pool.query('SELECT DISTINCT key FROM counted_call WHERE key LIKE $1', [
      `failed:user:%@${office}`,
    ]);
    expect(rows).toHaveLength(1);
    expect((await signIn(office, right)).status).toBe(429);
  });
});

describe('codes', () => {
  test('to many numbers from one IPv6 line are five a minute, as from one IPv4 address', async () => {
    const asked = times(12, (i) => codeFor(ofOneLine(i), 'login', `138${String(i).padStart(8, '0')}`));
    expect((await statusesOf(asked)).sort()).toEqual([...Array(5).fill(200), ...Array(7).fill(429)]);
  });

  const sentCodes = async () => {
    const rows = await app.database.db.selectFrom('inbox_message').select('body').orderBy('id').execute();
    return rows.map(({ body }) => /\d{6}/.exec(body)![0]);
  };
  const signInByCode = (address: string, SMSCode: string) =>
    from(address, 'loginOrRegister', { body: { Mobile: linsPhone, SMSCode, UserSource: 2 } });

  test('that sixty networks ask for leave the owner one that is good in a network where they never were', async () => {
    for (let i = 0; i < 60; i++) expect((await codeFor(`203.0.113.${i}`, 'login')).status).toBe(200);
    const newNetwork = '203.0.113.200';
    expect((await codeFor(newNetwork, 'login')).status).toBe(200);
    const sent = await sentCodes();
    // No flood of messages: those that ask now share the last one.
    expect(sent).toHaveLength(21);
    expect((await signInByCode(newNetwork, sent.at(-1)!)).status).toBe(200);
    // Whose else it was shared with, it is good once.
    expect((await signInByCode('203.0.113.1', sent.at(-1)!)).status).toBe(400);
  });

  test('beyond twenty a day come every eight minutes, are good for ten, and the one that was sent last until the next', async () => {
    for (let i = 0; i < 22; i++) await codeFor(`203.0.113.${i}`, 'login');
    expect((await codeFor('203.0.113.100', 'login')).data.ExpiresSeconds).toBe(10 * 60);
    clock.advance(7 * minute);
    const newNetwork = '203.0.113.200';
    expect((await codeFor(newNetwork, 'login')).data.ExpiresSeconds).toBe(3 * 60);
    expect(await sentCodes()).toHaveLength(21);
    clock.advance(minute);
    await codeFor('203.0.113.201', 'login');
    const sent = await sentCodes();
    expect(sent).toHaveLength(22);
    expect((await signInByCode(newNetwork, sent.at(-1)!)).status).toBe(200);
  });

  test('that strangers have sent after the owner asked do not make the newest one wrong', async () => {
    const newNetwork = '203.0.113.200';
    await codeFor(newNetwork, 'login');
    clock.advance(1000);
    for (let i = 0; i < 3; i++) await codeFor(`203.0.113.${i}`, 'login');
    const sent = await sentCodes();
    expect((await signInByCode(newNetwork, sent.at(-1)!)).status).toBe(200);
  });

  test('are guessed two times a day by network and three hundred times together, and the owner may still type theirs', async () => {
    const { db } = app.database;
    await codeFor('203.0.113.1', 'login');
    const sent = new Set(await sentCodes());
    const wrong = times(3, (i) => String(i).padStart(6, '0')).find((code) => !sent.has(code))!;
    for (let i = 0; i < 3; i++) expect((await signInByCode('203.0.113.1', wrong)).status).toBe(400);
    const ofAll = `guess:enter:${linsPhone}`;
    const counted = await db.selectFrom('counted_call').where('key', '=', ofAll).select('count').execute();
    expect(counted).toEqual([{ count: 1 }]);
    // As if a hundred networks had gone on like this.
    await db.updateTable('counted_call').set({ count: 300 }).where('key', '=', ofAll).execute();
    expect((await signInByCode('203.0.113.1', wrong)).status).toBe(429);
    const newNetwork = '203.0.113.200';
    await codeFor(newNetwork, 'login');
    expect((await signInByCode(newNetwork, wrong)).status).toBe(400);
    expect((await signInByCode(newNetwork, (await sentCodes()).at(-1)!)).status).toBe(200);
  });

  test('that a stranger asks for, all day, leave the owner theirs: to sign in, for a new password, and signed in', async () => {
    const token = (await signIn(office, right)).data.Token;
    for (const title of ['login', 'forgotPassword']) {
      for (let i = 0; i < 60; i++) {
        await codeFor(`203.0.113.${Math.floor(i / 10)}`, title);
        clock.advance(minute);
      }
    }
    const session = (await signIn(office, right)).data.Token;
    expect(session).not.toBe(token);
    for (const title of ['login', 'forgotPassword']) expect((await codeFor(office, title)).status).toBe(200);
    for (const Purpose of ['changePassword', 'verifyIdentity'] as const) {
      expect((await from(office, 'ownCode', { body: { Purpose } }, session)).status).toBe(200);
      clock.advance(minute);
    }
  });

  test('for one purpose leave those for another: who cannot sign in by code may still set a new password', async () => {
    for (let i = 0; i < 10; i++) {
      expect((await codeFor(office, 'login')).status).toBe(200);
      clock.advance(minute);
    }
    expect((await codeFor(office, 'login')).status).toBe(429);
    expect((await codeFor(office, 'forgotPassword')).status).toBe(200);
  });

  test('that somebody else asks for, or guesses at, leave the one that was sent to the owner good', async () => {
    expect((await codeFor(office, 'login')).status).toBe(200);
    const { body } = await app.database.db.selectFrom('inbox_message').select('body').executeTakeFirstOrThrow();
    const code = /\d{6}/.exec(body)![0];
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    for (let i = 0; i < 8; i++) {
      await from('203.0.113.1', 'checkCode', { body: { Mobile: linsPhone, Code: wrong, Title: 'login' } });
    }
    clock.advance(1000);
    expect((await codeFor('203.0.113.2', 'login')).status).toBe(200);
    const { status } = await from(office, 'loginOrRegister', {
      body: { Mobile: linsPhone, SMSCode: code, UserSource: 2 },
    });
    expect(status).toBe(200);
  });

  test('are good on a phone that changed its network meanwhile', async () => {
    expect((await codeFor(office, 'login')).status).toBe(200);
    const { body } = await app.database.db.selectFrom('inbox_message').select('body').executeTakeFirstOrThrow();
    const SMSCode = /\d{6}/.exec(body)![0];
    const { status } = await from(elsewhere, 'loginOrRegister', {
      body: { Mobile: linsPhone, SMSCode, UserSource: 2 },
    });
    expect(status).toBe(200);
  });
});

test('whether accounts exist is answered thirty times in ten minutes to one IPv6 line', async () => {
  const asked = times(40, (i) => from(ofOneLine(i), 'exists', { body: { Account: `someone_${i}` } }));
  const statuses = await statusesOf(asked);
  expect(statuses.filter((status) => status === 200)).toHaveLength(30);
  expect((await from(elsewhere, 'exists', { body: { Account: 'linyuqing' } })).data).toEqual({ Exists: true });
  clock.advance(10 * minute);
  expect((await from(ofOneLine(1), 'exists', { body: { Account: 'linyuqing' } })).status).toBe(200);
});

test.each([
  ['invitation', 'getInvitationInfo', (code: string) => ({ query: { code } }), 404],
  ['application that hands over a sign-in', 'loginByCode', (Code: string) => ({ body: { Code } }), 400],
] as const)(
  'wrong codes of an %s are looked at thirty times in ten minutes from one network',
  async (_what, name, input, wrong) => {
    const guess = (address: string) => from(address, name, input('made-up') as never);
    for (let i = 0; i < 30; i++) expect((await guess(ofOneLine(i))).status).toBe(wrong);
    expect((await guess(ofOneLine(31))).status).toBe(429);
    expect((await guess(elsewhere)).status).toBe(wrong);
  },
);
