import { type AllCalls, accountErrors, type CallData, commonErrors } from '@watchpost/contract';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { makeCall, startTestApplication, type TestApplication } from '../testing/application.ts';
import { aCompany, aMember, aProject } from '../testing/factories.ts';
import { hashPassword } from './index.ts';

const second = 1000;
const minute = 60 * second;
const noon = Date.UTC(2026, 10, 21, 4);
const clock = manualClock(noon);

let app: TestApplication;
let passwordHash: string;
beforeAll(async () => {
  app = await startTestApplication({ clock });
  passwordHash = await hashPassword('Right_1234');
});
afterAll(() => app.stop());

// One project with one member, Lin, who signs in as LinYuqing or by phone number.
let companyId: number;
let projectId: number;
let lin: number;
beforeEach(async () => {
  const { db } = app.database;
  clock.set(noon);
  await db.deleteFrom('counted_call').execute();
  await db.deleteFrom('app_user').execute();
  companyId = await aCompany(db);
  projectId = await aProject(db, companyId);
  lin = await aPerson('LinYuqing', '13900000001');
});

async function aPerson(account: string, mobile: string | null = null): Promise<number> {
  const userId = await aMember(app.database.db, companyId, projectId, { nickname: account });
  await app.database.db
    .updateTable('app_user')
    .set({ account, mobile, password_hash: passwordHash })
    .where('id', '=', userId)
    .execute();
  return userId;
}

type Session = CallData<AllCalls['login']>;
const signIn = (account: string, pwd = 'Right_1234', headers: Record<string, string> = {}) =>
  makeCall(app.url, 'loginByBody', { body: { account, pwd } }, { headers });
async function signedIn(account = 'LinYuqing'): Promise<Session> {
  const { envelope } = await signIn(account);
  expect(envelope.Code).toBe(200);
  return envelope.Data as Session;
}
const refresh = (refreshToken?: string, headers: Record<string, string> = {}) =>
  makeCall(app.url, 'refreshToken', { query: { refreshToken } }, { headers });
const whoAmI = async (token: string) => (await makeCall(app.url, 'getUserInfo', {}, { token })).status;

test('a person signs in by the address as the specification has it, or without a password in any address', async () => {
  const byQuery = await makeCall(app.url, 'login', { query: { account: 'LinYuqing', pwd: 'Right_1234' } });
  const byBody = await signIn('LinYuqing');
  for (const { status, envelope } of [byQuery, byBody]) {
    expect(status).toBe(200);
    const session = envelope.Data as Session;
    expect(session.ExpiresAt).toBe(noon + 15 * minute);
    const { envelope: info } = await makeCall(app.url, 'getUserInfo', {}, { token: session.Token });
    expect(info.Data).toMatchObject({ UserId: lin, Account: 'LinYuqing' });
  }
});

test('the account is found in any case, and by mobile number', async () => {
  expect((await signIn('linyuqing')).status).toBe(200);
  expect((await signIn('LINYUQING')).status).toBe(200);
  expect((await signIn('13900000001')).status).toBe(200);
  // Also while the number is somebody else's earlier name.
  const namesake = await aPerson('13900000001');
  const { envelope } = await signIn('13900000001');
  const { Token: token } = envelope.Data as Session;
  expect((await makeCall(app.url, 'getUserInfo', {}, { token })).envelope.Data).toMatchObject({ UserId: lin });
  expect(namesake).not.toBe(lin);
});

test('a wrong password and an unknown account are refused in the same words', async () => {
  const wrong = await signIn('LinYuqing', 'Wrong_1234');
  const unknown = await signIn('nobody', 'Wrong_1234');
  expect(wrong.envelope).toEqual({ Code: 400, Data: null, Message: accountErrors.wrongLogin.en });
  expect(unknown.envelope).toEqual(wrong.envelope);
  expect(unknown.headers.get('set-cookie')).toBeNull();
  const zh = await makeCall(app.url, 'loginByBody', { body: { account: 'nobody', pwd: 'x' } }, { language: 'zh' });
  expect(zh.envelope.Message).toBe('账号或密码错误');
});

test('guesses count for the account, however its name or number is written', async () => {
  const spellings = ['13900000001', '+8613900000001', '139 0000 0001', ' 13900000001', 'LinYuqing'];
  for (const account of spellings) expect((await signIn(account, 'Wrong_1234')).status).toBe(400);
  expect((await signIn('139 00000001')).status).toBe(429);
  // Of an account that is not there the text itself.
  for (let spaces = 0; spaces < 5; spaces += 1) {
    expect((await signIn(`no${' '.repeat(spaces)}body`, 'Wrong_1234')).status).toBe(400);
  }
  expect((await signIn('NOBODY', 'Wrong_1234')).status).toBe(429);
});

test('after five wrong passwords the account is closed for fifteen minutes, even for the right one', async () => {
  await aPerson('zhouming');
  const spellings = ['LinYuqing', 'linyuqing', 'LINYUQING', 'linYuqing', 'LinyuQing'];
  for (const account of spellings) expect((await signIn(account, 'Wrong_1234')).status).toBe(400);

  const locked = await signIn('linYUqing');
  expect(locked.envelope).toEqual({
    Code: 429,
    Data: null,
    Message: 'Too many failed attempts. Try again in 15 minutes.',
  });
  expect((await signIn('zhouming')).status).toBe(200);

  clock.advance(15 * minute - 1);
  expect((await signIn('LinYuqing')).status).toBe(429);
  clock.advance(1);
  expect((await signIn('LinYuqing')).status).toBe(200);
});

test('an account that does not exist is closed in the same way', async () => {
  for (let i = 0; i < 5; i++) await signIn('nobody', 'Wrong_1234');
  expect((await signIn('nobody', 'Wrong_1234')).status).toBe(429);
});

test('guesses that are sent all at once are counted like those sent one by one', async () => {
  const replies = await Promise.all(Array.from({ length: 12 }, () => signIn('LinYuqing', 'Wrong_1234')));
  expect(replies.map(({ status }) => status).sort()).toEqual([...Array(5).fill(400), ...Array(7).fill(429)]);
});

test('signing in forgets earlier mistakes', async () => {
  for (let i = 0; i < 4; i++) await signIn('LinYuqing', 'Wrong_1234');
  await signedIn();
  for (let i = 0; i < 4; i++) await signIn('LinYuqing', 'Wrong_1234');
  expect((await signIn('LinYuqing')).status).toBe(200);
});

test('an address that tries fifty accounts is closed; a forwarding header of its own does not help', async () => {
  const guess = (i: number) => signIn(`guess${i}`, 'Wrong_1234', { 'x-forwarded-for': `10.0.0.${i}` });
  await Promise.all(Array.from({ length: 50 }, (_, i) => guess(i)));
  expect((await guess(51)).status).toBe(429);
  expect((await signIn('LinYuqing')).status).toBe(429);
  clock.advance(15 * minute);
  expect((await signIn('LinYuqing')).status).toBe(200);
});

test('the refresh token is also set as a cookie that no script can read and no other site can send', async () => {
  const { headers, envelope } = await signIn('LinYuqing');
  const cookie = headers.get('set-cookie')!;
  expect(cookie).toMatch(new RegExp(`^refreshToken=${(envelope.Data as Session).RefreshToken};`));
  for (const flag of ['HttpOnly', 'SameSite=Strict', 'Path=/api/User', `Max-Age=${7 * 24 * 3600}`]) {
    expect(cookie).toContain(flag);
  }
  const { status } = await refresh(undefined, { cookie: cookie.split(';')[0]! });
  expect(status).toBe(200);
});

test('a refresh token is exchanged for the next one', async () => {
  const first = await signedIn();
  clock.advance(16 * minute);
  expect(await whoAmI(first.Token)).toBe(401);
  const { envelope, status } = await refresh(first.RefreshToken);
  expect(status).toBe(200);
  const second_ = envelope.Data as Session;
  expect(second_.RefreshToken).not.toBe(first.RefreshToken);
  expect(await whoAmI(second_.Token)).toBe(200);
  expect((await refresh(second_.RefreshToken)).status).toBe(200);
});

test('two tabs that refresh within half a minute get the same successor', async () => {
  const { RefreshToken } = await signedIn();
  const successor = async () => ((await refresh(RefreshToken)).envelope.Data as Session).RefreshToken;
  const [one, other] = await Promise.all([successor(), successor()]);
  expect(other).toBe(one);
  clock.advance(30 * second);
  expect(await successor()).toBe(one);
});

test.each([
  ['first', ['cookie', 'query']],
  ['second, within the half minute', ['query', 'cookie']],
])('a sign-in of another system that a browser refreshes %s counts as a browser’s', async (_when, order) => {
  const { envelope } = await makeCall(app.url, 'login', { query: { account: 'LinYuqing', pwd: 'Right_1234' } });
  const { RefreshToken } = envelope.Data as Session;
  for (const way of order) {
    const { status } = await (way === 'cookie'
      ? refresh(undefined, { cookie: `refreshToken=${RefreshToken}` })
      : refresh(RefreshToken));
    expect(status).toBe(200);
  }
  const { rows } = await app.database.pool.query(
    'SELECT by_specified_login AS needs_no_proof FROM session_family ORDER BY created_at DESC LIMIT 1',
  );
  expect(rows).toEqual([{ needs_no_proof: false }]);
});

test('a refresh token that is used again later was copied: the whole sign-in ends, and only that one', async () => {
  const stolen = await signedIn();
  const elsewhere = await signedIn();
  const { RefreshToken, Token } = (await refresh(stolen.RefreshToken)).envelope.Data as Session;
  clock.advance(30 * second + 1);

  const reused = await refresh(stolen.RefreshToken);
  expect(reused.envelope).toEqual({ Code: 401, Data: null, Message: accountErrors.refreshRefused.en });
  expect((await refresh(RefreshToken)).status).toBe(401);
  expect(await whoAmI(Token)).toBe(401);
  expect(await whoAmI(elsewhere.Token)).toBe(200);
});

test.each([
  ['nobody was given', 'made-up'],
  ['is empty', ''],
  ['is missing', undefined],
])('a refresh token that %s is refused', async (_name, token) => {
  expect((await refresh(token)).status).toBe(401);
});

test('a refresh token lives seven days', async () => {
  const { RefreshToken } = await signedIn();
  clock.advance(7 * 24 * 60 * minute - 1);
  const { envelope } = await refresh(RefreshToken);
  expect(envelope.Code).toBe(200);
  clock.advance(7 * 24 * 60 * minute);
  expect((await refresh((envelope.Data as Session).RefreshToken)).status).toBe(401);
});

test('a refreshed sign-in ends after thirty days all the same', async () => {
  let { RefreshToken } = await signedIn();
  for (let day = 0; day < 30; day += 6) {
    const { envelope } = await refresh(RefreshToken);
    expect(envelope.Code).toBe(200);
    ({ RefreshToken } = envelope.Data as Session);
    clock.advance(6 * 24 * 60 * minute);
  }
  expect((await refresh(RefreshToken)).envelope.Message).toBe(accountErrors.refreshRefused.en);
});

test('the database keeps no refresh token that could be used', async () => {
  const { RefreshToken } = await signedIn();
  const { rows } = await app.database.pool.query('SELECT string_agg(r::text, $1) AS text FROM refresh_token r', [' ']);
  expect(rows[0].text).not.toContain(RefreshToken);
  expect(rows[0].text).not.toContain(Buffer.from(RefreshToken).toString('hex'));
});

test('signing out ends the access token at once, the refresh token and the cookie; other sign-ins go on', async () => {
  const here = await signedIn();
  const elsewhere = await signedIn();
  const { status, headers } = await makeCall(app.url, 'logout', {}, { token: here.Token });
  expect(status).toBe(200);
  expect(headers.get('set-cookie')).toMatch(/^refreshToken=;.*(Max-Age=0|Expires=Thu, 01 Jan 1970)/);
  expect(await whoAmI(here.Token)).toBe(401);
  expect((await refresh(here.RefreshToken)).status).toBe(401);
  expect(await whoAmI(elsewhere.Token)).toBe(200);
});

test('an access token is good for fifteen minutes', async () => {
  const { Token } = await signedIn();
  clock.advance(15 * minute - second);
  expect(await whoAmI(Token)).toBe(200);
  clock.advance(second);
  const expired = await makeCall(app.url, 'getUserInfo', {}, { token: Token });
  expect(expired.envelope).toEqual({ Code: 401, Data: null, Message: commonErrors.sessionExpired.en });
});

test('a token that was changed, or signed by somebody else, is refused', async () => {
  const { Token } = await signedIn();
  const [header, payload, signature] = Token.split('.') as [string, string, string];
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const forged = await new SignJWT({ sid: claims.sid })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(String(lin))
    .setExpirationTime(claims.exp)
    .sign(new TextEncoder().encode('another secret of sufficient length'));
  const other = await aPerson('zhouming');
  for (const token of [
    `${header}.${encode({ ...claims, sub: String(other) })}.${signature}`,
    `${header}.${encode({ ...claims, exp: claims.exp + 3600 })}.${signature}`,
    `${encode({ alg: 'none' })}.${payload}.`,
    forged,
    Token.slice(0, -4),
    `${Token}x`,
    '',
  ]) {
    expect(await whoAmI(token)).toBe(401);
  }
  expect(await whoAmI(Token)).toBe(200);
});

test('a member who was made inactive everywhere is told so, but only with the right password', async () => {
  const { Token } = await signedIn();
  await app.database.db.updateTable('membership').set({ active: false }).where('user_id', '=', lin).execute();
  const refused = await signIn('LinYuqing');
  expect(refused.envelope).toEqual({ Code: 403, Data: null, Message: accountErrors.inactive.en });
  expect(refused.headers.get('set-cookie')).toBeNull();
  expect((await signIn('LinYuqing', 'Wrong_1234')).envelope.Message).toBe(accountErrors.wrongLogin.en);
  // Signed in before: the rights are gone with the next call.
  const devices = { body: { ProjectId: projectId } };
  expect((await makeCall(app.url, 'getTableListRead', devices, { token: Token })).status).toBe(403);
});

test('the company is named in the language of the call, and by its own name where it has no English one', async () => {
  const { Token } = await signedIn();
  const named = async (language: 'zh' | 'en') => {
    const info = await makeCall(app.url, 'getUserInfo', {}, { token: Token, language });
    const list = await makeCall(app.url, 'getUserCompanyList', {}, { token: Token, language });
    return [
      (info.envelope.Data as CallData<AllCalls['getUserInfo']>).CompanyName,
      (list.envelope.Data as CallData<AllCalls['getUserCompanyList']>)[0]?.CompanyName,
    ];
  };
  const rename = (name_en: string | null) =>
    app.database.db.updateTable('company').set({ name: '华东冷链集团', name_en }).where('id', '=', companyId).execute();
  await rename('East China Cold Chain Group');
  expect(await named('en')).toEqual(['East China Cold Chain Group', 'East China Cold Chain Group']);
  expect(await named('zh')).toEqual(['华东冷链集团', '华东冷链集团']);
  await rename(null);
  expect(await named('en')).toEqual(['华东冷链集团', '华东冷链集团']);
});

test('preferences that are no JSON text are refused, and what was kept stays', async () => {
  const { Token: token } = await signedIn();
  const body = { Preferences: '{"theme":"light"}' };
  await makeCall(app.url, 'updateUserPreferences', { body }, { token });
  for (const Preferences of ['{{{', '', 'undefined', '{"a":1}}', '['.repeat(60_000)]) {
    const { status, envelope } = await makeCall(app.url, 'updateUserPreferences', { body: { Preferences } }, { token });
    expect([status, envelope.Data], Preferences.slice(0, 9)).toEqual([
      400,
      { Fields: [{ Field: 'Preferences', Message: 'Text that is JSON' }] },
    ]);
  }
  expect((await makeCall(app.url, 'getUserPreferences', {}, { token })).envelope.Data).toEqual(body);
});

test('preferences come back as they were sent, and are nobody else’s', async () => {
  await aPerson('zhouming');
  const mine = await signedIn();
  const theirs = await signedIn('zhouming');
  const body = { Preferences: '{"theme":"dark","名":"值"}' };
  await makeCall(app.url, 'updateUserPreferences', { body }, { token: mine.Token });
  const read = (token: string) => makeCall(app.url, 'getUserPreferences', {}, { token });
  expect((await read(mine.Token)).envelope.Data).toEqual(body);
  expect((await read(theirs.Token)).envelope.Data).toEqual({ Preferences: '{}' });
});
