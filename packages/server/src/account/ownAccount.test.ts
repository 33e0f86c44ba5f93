import {
  type AllCalls,
  accountErrors,
  type CallData,
  type CallInput,
  type CallName,
  commonErrors,
  type Language,
} from '@watchpost/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { makeCall, startTestApplication, type TestApplication } from '../testing/application.ts';
import { aCompany, aMember, aProject } from '../testing/factories.ts';
import { hashPassword } from './index.ts';

const minute = 60_000;
const noon = Date.UTC(2026, 10, 21, 4);
const clock = manualClock(noon);

let app: TestApplication;
let passwordHash: string;
beforeAll(async () => {
  app = await startTestApplication({ clock });
  passwordHash = await hashPassword('Right_1234');
});
afterAll(() => app.stop());

const linsPhone = '13900000001';
const wangsPhone = '13900000003';
const newPhone = '13900000002';
let companyId: number;
let projectId: number;
let lin: number;
beforeEach(async () => {
  const { db } = app.database;
  clock.set(noon);
  for (const table of ['verification_code', 'counted_call', 'inbox_message'] as const) {
    await db.deleteFrom(table).execute();
  }
  await db.deleteFrom('app_user').execute();
  companyId = await aCompany(db, { name: 'East Cold Chain' });
  projectId = await aProject(db, companyId);
  lin = await aPerson('linyuqing', linsPhone);
  await aPerson('wangfang1', wangsPhone, 'wang@example.com');
});

async function aPerson(account: string, mobile: string | null, email: string | null = null): Promise<number> {
  const { db } = app.database;
  const userId = await aMember(db, companyId, projectId, { nickname: account });
  await db
    .updateTable('app_user')
    .set({ account, mobile, email, password_hash: passwordHash })
    .where('id', '=', userId)
    .execute();
  return userId;
}

type Reply<Name extends CallName> = { status: number; message: string; data: CallData<AllCalls[Name]> };
const ask: <Name extends CallName>(
  name: Name,
  input: CallInput<AllCalls[Name]>,
  options?: { token?: string; language?: Language; headers?: Record<string, string> },
) => Promise<Reply<Name>> = async (name, input, options = {}) => {
  const { status, envelope } = await makeCall(app.url, name, input as object, options);
  return { status, message: envelope.Message, data: envelope.Data as never };
};
type Session = CallData<AllCalls['login']>;
async function signedIn(account = 'linyuqing', pwd = 'Right_1234', userAgent = 'A browser'): Promise<Session> {
  const headers = { 'user-agent': userAgent };
  return (await ask('loginByBody', { body: { account, pwd } }, { headers })).data;
}
const isIn = async ({ Token: token }: Session) => (await ask('getUserInfo', {}, { token })).status === 200;
const canLogIn = async (account: string, pwd: string) =>
  (await ask('loginByBody', { body: { account, pwd } })).status === 200;

const newestMessage = async (): Promise<{ recipient: string; body: string; subject: string | null }> =>
  app.database.db
    .selectFrom('inbox_message')
    .orderBy('id', 'desc')
    .select(['recipient', 'body', 'subject'])
    .limit(1)
    .executeTakeFirstOrThrow();
const codeIn = (text: string): string => /\d{6}/.exec(text)![0];
const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
async function ownCode(token: string, Purpose: 'changePassword' | 'verifyIdentity'): Promise<string> {
  expect((await ask('ownCode', { body: { Purpose } }, { token })).status).toBe(200);
  return codeIn((await newestMessage()).body);
}
async function codeToNewPhone(mobile = newPhone): Promise<string> {
  expect((await ask('mobileCodeUP', { query: { mobile } })).status).toBe(200);
  return codeIn((await newestMessage()).body);
}
/** Somebody who registered by phone, without a password and without a company. */
async function registered(mobile: string): Promise<Session> {
  await ask('loginOrRegisterSMSCode', { query: { mobile } });
  const SMSCode = codeIn((await newestMessage()).body);
  return (await ask('loginOrRegister', { body: { Mobile: mobile, SMSCode } })).data;
}

const prove = ({ Token }: Session) => ask('verifyIdentity', { body: { Pwd: 'Right_1234' } }, { token: Token });

describe('a proof of identity', () => {
  test('by password is good for five minutes, and for this sign-in only', async () => {
    const here = await signedIn();
    const elsewhere = await signedIn();
    const { data } = await ask('verifyIdentity', { body: { Pwd: 'Right_1234' } }, { token: here.Token });
    expect(data).toEqual({ ValidUntilEPOCH: noon + 5 * minute });
    const { rows } = await app.database.pool.query(
      'SELECT count(*)::int AS n FROM session_family WHERE identity_proven_at IS NOT NULL AND user_id = $1',
      [lin],
    );
    expect(rows[0].n).toBe(1);
    expect(await isIn(elsewhere)).toBe(true);
  });

  test('by a code to one’s own phone works as well; it goes to nobody else', async () => {
    const { Token: token } = await signedIn();
    const sent = await ask('ownCode', { body: { Purpose: 'verifyIdentity' } }, { token });
    expect(sent.data).toMatchObject({ Target: '139****0001', Channel: 'sms' });
    const { recipient, body } = await newestMessage();
    expect(recipient).toBe(`+86${linsPhone}`);
    expect((await ask('verifyIdentity', { body: { Code: codeIn(body) } }, { token })).status).toBe(200);
    const again = await ask('verifyIdentity', { body: { Code: codeIn(body) } }, { token });
    expect(again.message).toBe(accountErrors.wrongCode.en);
  });

  test('of somebody without a phone uses their e-mail address; without either they are told to use the password', async () => {
    const { Token: token } = await signedIn();
    const { db } = app.database;
    await db.updateTable('app_user').set({ mobile: null, email: 'lin@example.com' }).where('id', '=', lin).execute();
    const sent = await ask('ownCode', { body: { Purpose: 'verifyIdentity' } }, { token });
    expect(sent.data).toMatchObject({ Target: 'l****@example.com', Channel: 'mail' });
    const { subject, body } = await newestMessage();
    expect(subject).toBe('Your code: Proof of identity');
    expect((await ask('verifyIdentity', { body: { Code: codeIn(body) } }, { token })).status).toBe(200);
    await db.updateTable('app_user').set({ email: null }).where('id', '=', lin).execute();
    const nowhere = await ask('ownCode', { body: { Purpose: 'verifyIdentity' } }, { token, language: 'zh' });
    expect([nowhere.status, nowhere.message]).toEqual([409, accountErrors.nowhereToSend.zh]);
  });

  test('by nothing at all is refused in both languages', async () => {
    const { Token: token } = await signedIn();
    for (const language of ['zh', 'en'] as const) {
      const { status, message } = await ask('verifyIdentity', { body: {} }, { token, language });
      expect([status, message]).toEqual([400, accountErrors.proofMissing[language]]);
    }
  });

  test('by guessing is closed after five wrong passwords, at the login page too', async () => {
    const { Token: token } = await signedIn();
    const guess = () => ask('verifyIdentity', { body: { Pwd: 'Wrong_1234' } }, { token });
    for (let i = 0; i < 5; i++) expect((await guess()).message).toBe(accountErrors.wrongPassword.en);
    expect((await guess()).status).toBe(429);
    const Code = await ownCode(token, 'changePassword');
    const body = { pwd: 'Right_1234', Code, newPwd: 'Better_123' };
    expect((await ask('updatePwd', { query: {}, body }, { token })).status).toBe(429);
    expect(await canLogIn('linyuqing', 'Right_1234')).toBe(false);
    clock.advance(15 * minute);
    expect(await canLogIn('linyuqing', 'Right_1234')).toBe(true);
  });
});

describe('a password', () => {
  test('is changed by the old one where no code reaches the owner, as the specification has it or without any in the address; other sign-ins end', async () => {
    await app.database.db.updateTable('app_user').set({ mobile: null }).where('id', '=', lin).execute();
    const here = await signedIn();
    const elsewhere = await signedIn();
    const prepared = (await ask('createSignInCode', {}, { token: elsewhere.Token })).data.Code;
    const change = await ask(
      'updatePwd',
      { query: { newPwd: 'Better_123' }, body: { pwd: 'Right_1234' } },
      { token: here.Token },
    );
    expect(change.status).toBe(200);
    expect([await isIn(here), await isIn(elsewhere)]).toEqual([true, false]);
    expect((await ask('loginByCode', { body: { Code: prepared } })).status).toBe(400);
    expect((await ask('refreshToken', { query: { refreshToken: elsewhere.RefreshToken } })).status).toBe(401);
    expect(await canLogIn('linyuqing', 'Right_1234')).toBe(false);
    const body = { pwd: 'Better_123', newPwd: 'Third_1234' };
    expect((await ask('updatePwd', { query: {}, body }, { token: here.Token })).status).toBe(200);
    expect(await canLogIn('linyuqing', 'Third_1234')).toBe(true);
  });

  test('is changed by a code from the owner’s phone, once, and without one by nothing else', async () => {
    const { Token: token } = await signedIn();
    for (const language of ['zh', 'en'] as const) {
      for (const pwd of ['Right_1234', 'Wrong_1234']) {
        const body = { pwd, newPwd: 'Better_123' };
        const { status, message } = await ask('updatePwd', { query: {}, body }, { token, language });
        expect([status, message]).toEqual([400, accountErrors.ownCodeNeeded[language]]);
      }
    }
    const Code = await ownCode(token, 'changePassword');
    const change = (newPwd: string) => ask('updatePwd', { query: {}, body: { Code, newPwd } }, { token });
    // Refused after the proof, which is not used up by it.
    expect((await change('Right_1234')).message).toContain(accountErrors.samePassword.en);
    expect((await change('Better_123')).status).toBe(200);
    expect((await change('Third_1234')).message).toBe(accountErrors.wrongCode.en);
    expect(await canLogIn('linyuqing', 'Better_123')).toBe(true);
  });

  test('is not changed by a code that proves identity, by a wrong code, a wrong password or nothing', async () => {
    const session = await signedIn();
    const { Token: token } = session;
    const Code = await ownCode(token, 'verifyIdentity');
    const change = (proof: object) =>
      ask('updatePwd', { query: {}, body: { ...proof, newPwd: 'Better_123' } }, { token });
    expect((await change({ Code })).message).toBe(accountErrors.wrongCode.en);
    expect((await change({ Code: otherThan(Code) })).message).toBe(accountErrors.wrongCode.en);
    clock.advance(minute);
    const right = await ownCode(token, 'changePassword');
    expect((await change({ pwd: 'Wrong_1234', Code: right })).message).toBe(accountErrors.wrongPassword.en);
    expect((await change({})).message).toBe(accountErrors.ownCodeNeeded.en);
    await app.database.db.updateTable('app_user').set({ mobile: null }).where('id', '=', lin).execute();
    expect((await change({ pwd: 'Wrong_1234' })).message).toBe(accountErrors.wrongPassword.en);
    expect((await change({})).message).toBe(accountErrors.proofMissing.en);
    expect(await canLogIn('linyuqing', 'Right_1234')).toBe(true);
  });

  test.each([
    [undefined, '必填', 'Required'],
    [
      'short_1',
      '密码须为 8–16 位字母、数字或 _~!@#$%^&*',
      'A password has 8 to 16 characters: letters, digits or _~!@#$%^&*',
    ],
    [
      'Grün_12345',
      '密码须为 8–16 位字母、数字或 _~!@#$%^&*',
      'A password has 8 to 16 characters: letters, digits or _~!@#$%^&*',
    ],
  ])('as new as %j is refused beside its field', async (newPwd, zh, en) => {
    const { Token: token } = await signedIn();
    for (const [language, words] of [
      ['zh', zh],
      ['en', en],
    ] as const) {
      const body = { pwd: 'Right_1234', ...(newPwd === undefined ? {} : { newPwd }) };
      const { status, data } = await ask('updatePwd', { query: {}, body }, { token, language });
      expect([status, data]).toEqual([400, { Fields: [{ Field: 'newPwd', Message: words }] }]);
    }
  });

  test('is set by somebody who registered by phone and has none', async () => {
    const { Token: token } = await registered(newPhone);
    const guess = await ask('updatePwd', { query: {}, body: { pwd: 'anything', newPwd: 'First_1234' } }, { token });
    expect([guess.status, guess.message]).toEqual([400, accountErrors.ownCodeNeeded.en]);
    clock.advance(minute);
    const Code = await ownCode(token, 'changePassword');
    expect((await ask('updatePwd', { query: {}, body: { Code, newPwd: 'First_1234' } }, { token })).status).toBe(200);
    expect(await canLogIn(newPhone, 'First_1234')).toBe(true);
  });
});

describe('a phone number', () => {
  const change = (token: string, body: object, language: Language = 'en') =>
    ask('updateMobile', { body: { pwd: 'Right_1234', mobile: newPhone, ...body } as never }, { token, language });

  test('is changed by the password and a code from the new phone; the new number signs in', async () => {
    const { Token: token } = await signedIn();
    const code = await codeToNewPhone();
    expect((await change(token, { code })).status).toBe(200);
    expect((await ask('getUserInfo', {}, { token })).data.Mobile).toBe(newPhone);
    expect([await canLogIn(newPhone, 'Right_1234'), await canLogIn(linsPhone, 'Right_1234')]).toEqual([true, false]);
  });

  test('stays with a wrong password, with a wrong code, and with a code from another phone', async () => {
    const { Token: token } = await signedIn();
    const code = await codeToNewPhone();
    expect((await change(token, { code, pwd: 'Wrong_1234' })).message).toBe(accountErrors.wrongPassword.en);
    expect((await change(token, { code, pwd: '' })).message).toBe(accountErrors.proofMissing.en);
    expect((await change(token, { code: otherThan(code) })).message).toBe(accountErrors.wrongCode.en);
    expect((await change(token, { code, mobile: '13900000009' })).message).toBe(accountErrors.wrongCode.en);
    expect((await ask('getUserInfo', {}, { token })).data.Mobile).toBe(linsPhone);
  });

  test('that is somebody else’s is refused, which only the holder of that phone learns', async () => {
    const { Token: token } = await signedIn();
    expect((await change(token, { mobile: wangsPhone, code: '123456' })).message).toBe(accountErrors.wrongCode.en);
    const code = await codeToNewPhone(wangsPhone);
    for (const language of ['zh', 'en'] as const) {
      const { status, message } = await change(token, { mobile: wangsPhone, code }, language);
      expect([status, message]).toEqual([409, accountErrors.mobileRegistered[language]]);
    }
  });

  test('of an account without a password is changed after a proof of identity by code', async () => {
    const { Token: token } = await registered(newPhone);
    const another = '13900000009';
    const code = await codeToNewPhone(another);
    const ownChange = () => ask('updateMobile', { body: { mobile: another, code } }, { token });
    const refused = await ownChange();
    expect([refused.status, refused.message]).toEqual([428, commonErrors.identityNeeded.en]);
    clock.advance(minute);
    await ask('verifyIdentity', { body: { Code: await ownCode(token, 'verifyIdentity') } }, { token });
    expect((await ownChange()).status).toBe(200);
  });
});

describe('an e-mail address', () => {
  const change = (token: string, body: object, language: Language = 'en') =>
    ask('updateEmail', { body: { pwd: 'Right_1234', ...body } as never }, { token, language });
  async function codeTo(token: string, Email: string): Promise<string> {
    const sent = await ask('emailCode', { body: { Email } }, { token });
    expect(sent.data).toMatchObject({ Channel: 'mail', InTestInbox: true });
    const { recipient, body } = await newestMessage();
    expect(recipient).toBe(Email);
    return codeIn(body);
  }
  const emailOf = async (token: string) => (await ask('getUserInfo', {}, { token })).data.Email;

  test('is changed by the password and a code that was mailed there, and removed by the password alone', async () => {
    const { Token: token } = await signedIn();
    const code = await codeTo(token, 'Lin@example.com');
    expect((await change(token, { email: 'lin@example.com', code })).status).toBe(200);
    expect(await emailOf(token)).toBe('lin@example.com');
    expect((await change(token, { email: '' })).status).toBe(200);
    expect(await emailOf(token)).toBe('');
  });

  test('is not changed without a code, with a wrong one or with a wrong password', async () => {
    const { Token: token } = await signedIn();
    const code = await codeTo(token, 'lin@example.com');
    const email = 'lin@example.com';
    expect((await change(token, { email }, 'zh')).message).toBe(accountErrors.emailCodeNeeded.zh);
    expect((await change(token, { email, code: otherThan(code) })).message).toBe(accountErrors.wrongCode.en);
    expect((await change(token, { email, code, pwd: 'Wrong_1234' })).message).toBe(accountErrors.wrongPassword.en);
    expect(await emailOf(token)).toBe('');
  });

  test('that somebody else has, in any case, is refused', async () => {
    const { Token: token } = await signedIn();
    const code = await codeTo(token, 'WANG@example.com');
    const { status, message } = await change(token, { email: 'WANG@example.com', code });
    expect([status, message]).toEqual([409, accountErrors.emailRegistered.en]);
  });

  test.each([['nobody'], ['a@b@c.com'], ['a b@c.com']])('as %j is refused beside its field', async (email) => {
    const { Token: token } = await signedIn();
    for (const [language, words] of [
      ['zh', '邮箱格式不正确'],
      ['en', 'Not an e-mail address'],
    ] as const) {
      const { data } = await change(token, { email }, language);
      expect(data).toEqual({ Fields: [{ Field: 'email', Message: words }] });
    }
  });
});

describe('what people say about themselves', () => {
  test('is kept; what is not given stays, what is emptied goes', async () => {
    const { Token: token } = await signedIn();
    const say = (body: object) => ask('updateUserInfo', { body }, { token });
    await say({ Nickname: '林雨晴', Depart: 'Night shift' });
    await say({ Depart: '' });
    const { data } = await ask('getUserInfo', {}, { token });
    expect(data).toMatchObject({ Nickname: '林雨晴', Depart: '', CompanyName: 'East Cold Chain' });
    expect((await say({})).status).toBe(200);
  });

  test('as a nickname with special characters is refused', async () => {
    const { Token: token } = await signedIn();
    for (const [language, words] of [
      ['zh', '姓名不能包含特殊符号'],
      ['en', 'A name has no special characters'],
    ] as const) {
      const { data } = await ask('updateUserInfo', { body: { Nickname: '<b>' } }, { token, language });
      expect(data).toEqual({ Fields: [{ Field: 'Nickname', Message: words }] });
    }
  });

  test('as a username may be chosen once by somebody who registered by phone, if it is free', async () => {
    const { Token: token } = await registered(newPhone);
    const choose = (Account: string) =>
      ask('updateUserInfo', { body: { Account, CompanyName: 'Own Store' } }, { token });
    expect((await choose('LinYuqing')).message).toBe(accountErrors.accountTaken.en);
    expect((await choose('zhouming')).status).toBe(200);
    expect((await choose('another12')).message).toBe(accountErrors.accountChosen.en);
    const { data } = await ask('getUserInfo', {}, { token });
    expect(data).toMatchObject({ Account: 'zhouming', AccountChosen: true, CompanyName: 'Own Store' });
  });

  test('as a picture is only a file that was uploaded here', async () => {
    const { Token: token } = await signedIn();
    for (const url of ['https://evil.example/me.png', '//evil.example/me.png', '/api/User/Logout', 'x'.repeat(24)]) {
      expect((await ask('updateAvatar', { query: { url } }, { token })).status, url).toBe(400);
    }
    expect((await ask('updateAvatar', { query: { url: '' } }, { token })).status).toBe(200);
  });
});

describe('sign-ins', () => {
  test('are listed with where and when, this one first; those that ended or ran out are gone', async () => {
    const here = await signedIn('linyuqing', 'Right_1234', 'Here');
    clock.advance(minute);
    await signedIn('linyuqing', 'Right_1234', 'Phone');
    const over = await signedIn('linyuqing', 'Right_1234', 'Over');
    await ask('logout', {}, { token: over.Token });
    await signedIn('wangfang1', 'Right_1234', 'Wang');
    clock.advance(10 * minute);
    const renewed = (await ask('refreshToken', { query: { refreshToken: here.RefreshToken } })).data;
    const { data } = await ask('getSessionList', {}, { token: renewed.Token });
    expect(data).toEqual([
      {
        SessionId: expect.any(String),
        UserAgent: 'Here',
        Address: '127.0.0.1',
        CreatedEPOCH: noon,
        LastSeenEPOCH: noon + 11 * minute,
        IsCurrent: true,
      },
      expect.objectContaining({
        UserAgent: 'Phone',
        CreatedEPOCH: noon + minute,
        LastSeenEPOCH: noon + minute,
        IsCurrent: false,
      }),
    ]);
    clock.advance(7 * 24 * 60 * minute);
    const later = await signedIn();
    expect((await ask('getSessionList', {}, { token: later.Token })).data).toHaveLength(1);
  });

  test('are ended one by one, but nobody else’s', async () => {
    const here = await signedIn();
    const phone = await signedIn('linyuqing', 'Right_1234', 'Phone');
    const wang = await signedIn('wangfang1');
    const idOf = async (session: Session) =>
      (await ask('getSessionList', {}, { token: session.Token })).data.find(({ IsCurrent }) => IsCurrent)!.SessionId;
    const phoneId = await idOf(phone);
    const end = (SessionId: string) => ask('endSession', { body: { SessionId } }, { token: here.Token });
    expect((await end(phoneId)).status).toBe(428);
    expect(await isIn(phone)).toBe(true);
    await prove(here);
    const strange = await end(await idOf(wang));
    expect([strange.status, strange.message]).toEqual([404, accountErrors.sessionOver.en]);
    expect((await end(phoneId)).status).toBe(200);
    expect((await end(phoneId)).status).toBe(404);
    expect([await isIn(here), await isIn(phone), await isIn(wang)]).toEqual([true, false, true]);
  });

  test('are ended all but this one', async () => {
    const here = await signedIn();
    const others = [await signedIn(), await signedIn()];
    const wang = await signedIn('wangfang1');
    expect((await ask('endOtherSessions', {}, { token: here.Token })).status).toBe(428);
    await prove(here);
    expect((await ask('endOtherSessions', {}, { token: here.Token })).data).toEqual({ Ended: 2 });
    expect(await Promise.all([here, ...others, wang].map(isIn))).toEqual([true, false, false, true]);
  });
});

describe('a one-time sign-in code', () => {
  const codeOf = async (token: string) => (await ask('createSignInCode', {}, { token })).data.Code;
  const use = (Code: string, language: Language = 'en') => ask('loginByCode', { body: { Code } }, { language });

  test('signs the same person in elsewhere, in the same company, once', async () => {
    const here = await signedIn();
    const code = await codeOf(here.Token);
    const { data } = await use(code);
    expect(data.CompanyId).toBe(companyId);
    expect((await ask('getUserInfo', {}, { token: data.Token })).data.UserId).toBe(lin);
    expect(await isIn(here)).toBe(true);
    const again = await use(code, 'zh');
    expect([again.status, again.message]).toEqual([400, accountErrors.signInCodeRefused.zh]);
  });

  test('used twice at the same moment works once', async () => {
    const code = await codeOf((await signedIn()).Token);
    const replies = await Promise.all([use(code), use(code), use(code)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  test('works for a minute', async () => {
    const code = await codeOf((await signedIn()).Token);
    clock.advance(minute);
    expect((await use(code)).status).toBe(400);
  });

  test('that nobody was given is refused', async () => {
    expect((await use('made-up')).message).toBe(accountErrors.signInCodeRefused.en);
  });

  test('of somebody who was made inactive since is refused', async () => {
    const code = await codeOf((await signedIn()).Token);
    const { Token: token } = await signedIn();
    expect((await ask('getUserInfo', {}, { token })).data.Deactivated).toBe(false);
    await app.database.db.updateTable('membership').set({ active: false }).where('user_id', '=', lin).execute();
    expect((await ask('getUserInfo', {}, { token })).data.Deactivated).toBe(true);
    expect((await use(code)).message).toBe(accountErrors.inactive.en);
  });
});

describe('the data screen of a company', () => {
  const open = (token: string, language: Language = 'en', company = companyId) =>
    ask('getUserBigScreen', { query: { companyId: company } }, { token, language });

  test('opens with company, person, language and a code that signs in there; never with tokens', async () => {
    const data_screen_url = 'https://screen.example.com/show/{company}?u={user}&lang={language}&code={code}';
    await app.database.db.updateTable('company').set({ data_screen_url }).where('id', '=', companyId).execute();
    const session = await signedIn();
    const { data } = await open(session.Token, 'zh');
    const url = new URL(data.Url);
    expect(url.origin + url.pathname).toBe(`https://screen.example.com/show/${companyId}`);
    expect([url.searchParams.get('u'), url.searchParams.get('lang')]).toEqual([String(lin), 'zh']);
    for (const secret of [session.Token, session.RefreshToken]) expect(data.Url).not.toContain(secret);
    const elsewhere = await ask('loginByCode', { body: { Code: url.searchParams.get('code')! } });
    expect((await ask('getUserInfo', {}, { token: elsewhere.data.Token })).data.UserId).toBe(lin);
  });

  test('that has none is said to have none; another company’s is not told', async () => {
    const { Token } = await signedIn();
    for (const language of ['zh', 'en'] as const) {
      const { status, message } = await open(Token, language);
      expect([status, message]).toEqual([404, accountErrors.noDataScreen[language]]);
    }
    expect((await open(Token, 'en', await aCompany(app.database.db))).status).toBe(403);
  });
});

describe('where a map begins', () => {
  const begin = async (token: string) => (await ask('getUserCoordinate', {}, { token })).data;
  const place = (id: number, latitude: number, longitude: number) =>
    app.database.db.updateTable('project').set({ latitude, longitude }).where('id', '=', id).execute();

  test('is in the middle of the caller’s own projects; nowhere while none has a position', async () => {
    const { Token } = await signedIn();
    expect(await begin(Token)).toBeNull();
    const { db } = app.database;
    const second = await aProject(db, companyId);
    await aMember(db, companyId, second, { userId: lin });
    const notHis = await aProject(db, companyId);
    await place(projectId, 30, 120);
    expect(await begin(Token)).toEqual({ Latitude: 30, Longitude: 120 });
    await place(second, 32, 124);
    await place(notHis, -80, -170);
    expect(await begin(Token)).toEqual({ Latitude: 31, Longitude: 122 });
  });
});

test('somebody without a company may look after their account, and is refused everything else', async () => {
  const { Token: token } = await registered(newPhone);
  expect((await ask('getUserCompanyList', {}, { token })).data).toEqual([]);
  expect((await ask('getUserCoordinate', {}, { token })).data).toBeNull();
  expect((await ask('getTableListRead', { body: { ProjectId: projectId } }, { token })).status).toBe(403);
  expect((await ask('queryUser', { query: { mobileOrName: linsPhone } }, { token })).status).toBe(403);
  expect((await ask('createSignInCode', {}, { token })).status).toBe(200);
});

test('without any provider and without the demo, calls that send say what the administrator sets; the rest goes on', async () => {
  const bare = await startTestApplication({ clock, config: { demo: false } });
  try {
    const { db } = bare.database;
    const company = await aCompany(db);
    const userId = await aMember(db, company, await aProject(db, company), { nickname: 'Lin' });
    const login = { account: 'linyuqing', mobile: linsPhone, password_hash: passwordHash };
    await db.updateTable('app_user').set(login).where('id', '=', userId).execute();
    const call = <Name extends CallName>(name: Name, input: CallInput<AllCalls[Name]>, options: object = {}) =>
      makeCall(bare.url, name, input, options);
    expect((await call('getLoginOptions', {})).envelope.Data).toEqual({
      AppUrl: null,
      Sms: false,
      Mail: false,
      TestInbox: false,
      OpenId: null,
    });
    for (const language of ['zh', 'en'] as const) {
      const sms = await call('mobileCode', { query: { mobile: linsPhone } }, { language });
      expect([sms.status, sms.envelope.Message]).toEqual([503, accountErrors.noSmsService[language]]);
    }
    const session = (await call('loginByBody', { body: { account: 'linyuqing', pwd: 'Right_1234' } })).envelope.Data;
    const { Token: token } = session as Session;
    const mail = await call('emailCode', { body: { Email: 'lin@example.com' } }, { token });
    expect(mail.envelope.Message).toBe(accountErrors.noMailService.en);
    // No code reaches the owner: the old password is what there is.
    const newPassword = { query: {}, body: { pwd: 'Right_1234', newPwd: 'Better_123' } };
    expect((await call('updatePwd', newPassword, { token })).status).toBe(200);
    // Nobody can prove the address: it is taken as entered.
    const body = { pwd: 'Better_123', email: 'lin@example.com' };
    expect((await call('updateEmail', { body }, { token })).status).toBe(200);
    const bound = await call('updateWChart', { body: { pwd: 'Better_123' } }, { token });
    expect([bound.status, bound.envelope.Message]).toEqual([503, accountErrors.noOpenId.en]);
  } finally {
    await bare.stop();
  }
});

test('the operation log tells what was changed, with numbers and addresses hidden and without secrets', async () => {
  const { Token: token } = await signedIn();
  const Code = await ownCode(token, 'changePassword');
  await ask('updatePwd', { query: {}, body: { Code, newPwd: 'Better_123' } }, { token });
  const code = await codeToNewPhone();
  await ask('updateMobile', { body: { pwd: 'Better_123', mobile: newPhone, code } }, { token });
  const { rows } = await app.database.pool.query(
    `SELECT call, company_id, before, after FROM operation_log WHERE user_id = $1 AND subject_kind = 'account' ORDER BY id`,
    [lin],
  );
  expect(rows).toEqual([
    { call: 'updatePwd', company_id: companyId, before: null, after: { password: 'changed' } },
    {
      call: 'updateMobile',
      company_id: companyId,
      before: { mobile: '139****0001' },
      after: { mobile: '139****0002' },
    },
  ]);
});
