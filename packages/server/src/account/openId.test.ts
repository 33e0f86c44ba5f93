import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import {
  type AllCalls,
  accountErrors,
  type CallData,
  type CallInput,
  type CallName,
  type Language,
} from '@watchpost/contract';
import { type MutableResponse, type MutableToken, OAuth2Server } from 'oauth2-mock-server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeCall, startTestApplication, type TestApplication } from '../testing/application.ts';
import { aCompany, aMember, aProject } from '../testing/factories.ts';
import { hashPassword } from './index.ts';

const provider = new OAuth2Server();
/** Who signs in there. */
let person: { sub: string; name?: string };
/** What the provider puts into its token besides or instead. */
let wrongClaims: object;

let app: TestApplication;
let passwordHash: string;
beforeAll(async () => {
  await provider.issuer.keys.generate('RS256');
  await provider.start(0, '127.0.0.1');
  provider.service.on('beforeTokenSigning', (token: MutableToken) => Object.assign(token.payload, person, wrongClaims));
  const issuer = provider.issuer.url!;
  app = await startTestApplication({
    config: {
      publicUrl: 'https://watch.example.com',
      openId: { issuer, clientId: 'watchpost', clientSecret: 'hush', name: 'WeCom' },
      allowedPrivateHosts: ['127.0.0.1', 'localhost'],
    },
  });
  passwordHash = await hashPassword('Right_1234');
});
afterAll(async () => {
  await app.stop();
  await provider.stop();
});

let lin: number;
beforeEach(async () => {
  const { db } = app.database;
  person = { sub: 'lin-there', name: '林雨晴' };
  wrongClaims = {};
  await db.deleteFrom('counted_call').execute();
  await db.deleteFrom('app_user').execute();
  const companyId = await aCompany(db);
  const projectId = await aProject(db, companyId);
  const aPerson = async (account: string) => {
    const userId = await aMember(db, companyId, projectId, { nickname: account });
    await db.updateTable('app_user').set({ account, password_hash: passwordHash }).where('id', '=', userId).execute();
    return userId;
  };
  lin = await aPerson('linyuqing');
  await aPerson('wangfang1');
});

async function ask<Name extends CallName>(
  name: Name,
  input: CallInput<AllCalls[Name]>,
  options: { token?: string; language?: Language; headers?: Record<string, string> } = {},
) {
  const { status, envelope, headers } = await makeCall(app.url, name, input, options);
  return { status, message: envelope.Message, data: envelope.Data as CallData<AllCalls[Name]>, headers };
}
const signedIn = async (account = 'linyuqing') =>
  (await ask('loginByBody', { body: { account, pwd: 'Right_1234' } })).data.Token;
const infoOf = async (token: string) => (await ask('getUserInfo', {}, { token })).data;

/** A browser that was sent away: where to, and the cookie it keeps. */
interface Away {
  url: string;
  cookie: string;
}
const awayWith = ({ data, headers }: { data: { Url: string | null }; headers: Headers }): Away => ({
  url: data.Url!,
  cookie: headers.get('set-cookie')!.split(';')[0]!,
});
const start = async (): Promise<Away> => awayWith(await ask('startOpenId', {}));
const startBinding = async (token: string): Promise<Away> =>
  awayWith(await ask('updateWChart', { body: { pwd: 'Right_1234' } }, { token }));

/** The browser goes there, the person signs in, and the service sends it back: the query it comes back with. */
async function thereAndBack({ url }: Away): Promise<string> {
  const reply = await fetch(url, { redirect: 'manual' });
  const back = new URL(reply.headers.get('location')!);
  expect(back.origin + back.pathname).toBe('https://watch.example.com/other');
  return back.search;
}
const finish = (Query: string, { cookie }: { cookie: string }, language: Language = 'en') =>
  ask('finishOpenId', { body: { Query } }, { headers: { cookie }, language });

async function bind(account = 'linyuqing'): Promise<string> {
  const token = await signedIn(account);
  const away = await startBinding(token);
  expect((await finish(await thereAndBack(away), away)).data).toEqual({ Kind: 'bound', Session: null });
  return token;
}

test('the login page offers the service by its name', async () => {
  expect((await ask('getLoginOptions', {})).data.OpenId).toEqual({ Name: 'WeCom' });
});

test('the browser is sent there with state, nonce and a challenge whose answer never leaves the server', async () => {
  const { url, cookie } = await start();
  const { searchParams, origin } = new URL(url);
  expect(origin).toBe(new URL(provider.issuer.url!).origin);
  expect(Object.fromEntries(searchParams)).toMatchObject({
    client_id: 'watchpost',
    redirect_uri: 'https://watch.example.com/other',
    response_type: 'code',
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/^[\w-]{43}$/),
  });
  expect(cookie).toBe(`openIdState=${searchParams.get('state')}`);
  expect(url).not.toContain('hush');
});

test('a bound account signs in; unbound again, it does not', async () => {
  const token = await bind();
  expect((await infoOf(token)).OpenIdName).toBe('林雨晴');
  const { rows } = await app.database.pool.query(
    `SELECT company_id, after FROM operation_log WHERE call = 'finishOpenId' AND user_id = $1`,
    [lin],
  );
  expect(rows).toEqual([{ company_id: expect.any(Number), after: { boundAccount: '林雨晴' } }]);

  const away = await start();
  const { data, headers } = await finish(await thereAndBack(away), away);
  expect(data.Kind).toBe('signedIn');
  expect((await infoOf(data.Session!.Token)).UserId).toBe(lin);
  expect(headers.getSetCookie().some((cookie) => cookie.startsWith('refreshToken='))).toBe(true);

  expect((await ask('updateWChart', { body: { pwd: 'Right_1234' } }, { token })).data).toEqual({ Url: null });
  expect((await infoOf(token)).OpenIdName).toBeNull();
  const later = await start();
  expect((await finish(await thereAndBack(later), later)).message).toBe(accountErrors.openIdUnknown.en);
});

test('an account that nobody bound signs nobody in, and is told what to do', async () => {
  for (const language of ['zh', 'en'] as const) {
    const away = await start();
    const { status, message } = await finish(await thereAndBack(away), away, language);
    expect([status, message]).toEqual([403, accountErrors.openIdUnknown[language]]);
  }
});

test('binding asks for the password', async () => {
  const token = await signedIn();
  for (const [body, words] of [
    [{ pwd: 'Wrong_1234' }, accountErrors.wrongPassword.en],
    [{}, accountErrors.proofMissing.en],
  ] as const) {
    expect((await ask('updateWChart', { body }, { token })).message).toBe(words);
  }
});

test('an account that another user has bound cannot be bound twice', async () => {
  await bind();
  const away = await startBinding(await signedIn('wangfang1'));
  const { status, message } = await finish(await thereAndBack(away), away);
  expect([status, message]).toEqual([409, accountErrors.openIdTaken.en]);
});

test('a way back is good once', async () => {
  await bind();
  const away = await start();
  const query = await thereAndBack(away);
  expect((await finish(query, away)).status).toBe(200);
  expect((await finish(query, away)).message).toBe(accountErrors.openIdRefused.en);
});

test('used twice at the same moment it signs in once', async () => {
  await bind();
  const away = await start();
  const query = await thereAndBack(away);
  const replies = await Promise.all([finish(query, away), finish(query, away)]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
});

test('only the browser that was sent away may come back', async () => {
  await bind();
  const away = await start();
  const query = await thereAndBack(away);
  const other = await start();
  for (const cookie of ['', other.cookie, 'openIdState=']) {
    expect((await finish(query, { cookie })).message).toBe(accountErrors.openIdRefused.en);
  }
  expect((await finish(query, away)).status).toBe(200);
});

test('a sign-in that ended while the browser was away binds nothing', async () => {
  const token = await signedIn();
  const away = await startBinding(token);
  const query = await thereAndBack(away);
  await ask('logout', {}, { token });
  expect((await finish(query, away)).message).toBe(accountErrors.openIdRefused.en);
  expect((await infoOf(await signedIn())).OpenIdName).toBeNull();
});

test.each([
  ['for another browser (wrong nonce)', { nonce: 'another' }],
  ['for another client', { aud: 'somebody-else' }],
  ['of another service', { iss: 'https://evil.example' }],
  ['that ran out', { exp: 1_000_000_000 }],
])('a token %s is refused', async (_what, claims) => {
  await bind();
  const away = await start();
  const query = await thereAndBack(away);
  wrongClaims = claims;
  expect((await finish(query, away)).message).toBe(accountErrors.openIdRefused.en);
});

const tokenOf = (header: object, claims: object, sign: (text: string) => Buffer): string => {
  const text = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${text}.${sign(text).toString('base64url')}`;
};
/** What the service would sign, with a signature that is none of its own. */
const forgeries: Record<string, (claims: object, keyId: string) => string> = {
  'says that it needs no signature': (claims) => tokenOf({ alg: 'none' }, claims, () => Buffer.of()),
  'is signed with the secret that we share with the service': (claims) =>
    tokenOf({ alg: 'HS256' }, claims, (text) => createHmac('sha256', 'hush').update(text).digest()),
  'is signed by another key under the name of the right one': (claims, kid) => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    return tokenOf({ alg: 'RS256', kid }, claims, (text) => sign('sha256', Buffer.from(text), privateKey));
  },
};
/** Changes the service's next answer with tokens. */
const answerOnce = (change: (body: Record<string, unknown>) => object) =>
  provider.service.once('beforeResponse', (answer: MutableResponse) => {
    Object.assign(answer.body as object, change(answer.body as Record<string, unknown>));
  });

test.each(Object.entries(forgeries))('a token that %s is refused', async (_what, forge) => {
  await bind();
  const away = await start();
  const query = await thereAndBack(away);
  let forged = 0;
  answerOnce(({ id_token }) => {
    forged++;
    const claims = JSON.parse(Buffer.from(String(id_token).split('.')[1]!, 'base64url').toString()) as object;
    return { id_token: forge(claims, provider.issuer.keys.toJSON()[0]!.kid!) };
  });
  expect((await finish(query, away)).message).toBe(accountErrors.openIdRefused.en);
  expect(forged).toBe(1);
});

test.each([
  ['no ID token', { id_token: undefined }],
  ['an ID token of another kind', { id_token: { sub: 'lin-there' } }],
  ['nothing that belongs there', { access_token: 7, token_type: [], id_token: 'a.b' }],
  ['more than anybody reads', { padding: 'x'.repeat(300_000) }],
])('a service that answers with %s is refused, and nothing breaks', async (_what, instead) => {
  await bind();
  const away = await start();
  const query = await thereAndBack(away);
  answerOnce(() => instead);
  const { status } = await finish(query, away);
  expect([400, 503]).toContain(status);
});

test('a name from elsewhere holds nothing that the database refuses or that cannot be seen', async () => {
  person = { sub: 'lin-there', name: ' Lin\0\u202eYu\nqing ' };
  const token = await bind();
  expect((await infoOf(token)).OpenIdName).toBe('Lin Yu qing');
});

test('a subject with control characters binds nobody', async () => {
  person = { sub: 'lin\0there', name: 'Lin' };
  const away = await startBinding(await signedIn());
  expect((await finish(await thereAndBack(away), away)).message).toBe(accountErrors.openIdRefused.en);
});

test('a member who was made inactive is refused here as everywhere', async () => {
  await bind();
  await app.database.db.updateTable('membership').set({ active: false }).where('user_id', '=', lin).execute();
  const away = await start();
  expect((await finish(await thereAndBack(away), away)).message).toBe(accountErrors.inactive.en);
});

test('what comes back as a refusal or as nonsense is refused in both languages', async () => {
  const away = await start();
  const state = new URL(away.url).searchParams.get('state');
  const denied = await finish(`error=access_denied&state=${state}`, away, 'zh');
  expect([denied.status, denied.message]).toEqual([400, accountErrors.openIdRefused.zh]);
  for (const query of ['code=1', '?', 'state=x', `code=made-up&state=${(await start()).cookie}`]) {
    expect((await finish(query, away)).status).toBe(400);
  }
});

test('a service that cannot be reached is told; when it is back, so is the button', async () => {
  const gone = await startTestApplication({
    config: {
      publicUrl: 'https://watch.example.com',
      openId: { issuer: 'http://127.0.0.1:1', clientId: 'a', clientSecret: 'b', name: 'WeCom' },
    },
  });
  try {
    const { status, envelope } = await makeCall(gone.url, 'startOpenId', {}, { language: 'zh' });
    expect([status, envelope.Message]).toEqual([503, accountErrors.openIdUnreachable.zh]);
  } finally {
    await gone.stop();
  }
});
