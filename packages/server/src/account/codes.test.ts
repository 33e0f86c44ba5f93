import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type AllCalls,
  accountErrors,
  type CallData,
  type CallInput,
  type CallName,
  type Language,
} from '@watchpost/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { makeCall, startTestApplication, type TestApplication } from '../testing/application.ts';
import { aCompany, aMember, aProject } from '../testing/factories.ts';
import { soon } from '../testing/soon.ts';
import { hashPassword } from './index.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const noon = Date.UTC(2026, 10, 21, 4);
const clock = manualClock(noon);

/** Strong by every rule, and in a list of stolen passwords. */
const stolen = 'Gr7_kelpz#9w';
const folder = mkdtempSync(path.join(tmpdir(), 'watchpost-codes-'));

let app: TestApplication;
let passwordHash: string;
beforeAll(async () => {
  const hashes = [stolen, 'another one', 'and another'].map((text) =>
    createHash('sha1').update(text).digest('hex').toUpperCase(),
  );
  const breachedPasswords = path.join(folder, 'hashes.txt');
  writeFileSync(
    breachedPasswords,
    hashes
      .sort()
      .map((hash) => `${hash}:7\r\n`)
      .join(''),
  );
  app = await startTestApplication({ clock, config: { breachedPasswords } });
  passwordHash = await hashPassword('Right_1234');
});
afterAll(async () => {
  await app.stop();
  rmSync(folder, { recursive: true });
});

/** Lin works in a company and has a phone; nobody has the other one. */
const linsPhone = '13900000001';
const newPhone = '13900000002';
let lin: number;
beforeEach(async () => {
  const { db } = app.database;
  clock.set(noon);
  for (const table of ['verification_code', 'counted_call', 'inbox_message', 'company_application'] as const) {
    await db.deleteFrom(table).execute();
  }
  await db.deleteFrom('app_user').execute();
  const companyId = await aCompany(db);
  lin = await aMember(db, companyId, await aProject(db, companyId), { nickname: 'Lin' });
  const login = { account: 'linyuqing', mobile: linsPhone, password_hash: passwordHash };
  await db.updateTable('app_user').set(login).where('id', '=', lin).execute();
});

const ask: <Name extends CallName>(
  name: Name,
  input: CallInput<AllCalls[Name]>,
  options?: { token?: string; language?: Language },
) => Promise<{ status: number; message: string; data: CallData<AllCalls[Name]> }> = async (
  name,
  input,
  { token, language = 'en' } = {},
) => {
  const { status, envelope } = await makeCall(app.url, name, input as object, {
    language,
    ...(token ? { token } : {}),
  });
  return { status, message: envelope.Message, data: envelope.Data as never };
};

const codeTo = (mobile: string, title = 'login', language: Language = 'en') =>
  ask('mobileCode', { query: { mobile, title } }, { language });

/** The newest message to a number, as it lies in the test inbox; waits for one that is sent behind the answer. */
const messageTo = (mobile: string): Promise<string> =>
  vi.waitFor(async () => {
    const row = await app.database.db
      .selectFrom('inbox_message')
      .where('recipient', 'like', `%${mobile}`)
      .orderBy('id', 'desc')
      .select('body')
      .executeTakeFirst();
    expect(row).toBeDefined();
    return row!.body;
  }, soon);
const codeIn = (text: string): string => /\d{6}/.exec(text)![0];

/** Asks for a code and reads it from the phone. */
async function codeAt(mobile: string, title = 'login'): Promise<string> {
  await app.database.db.deleteFrom('inbox_message').execute();
  expect((await codeTo(mobile, title)).status).toBe(200);
  return codeIn(await messageTo(mobile));
}
const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const messages = async (): Promise<number> =>
  (await app.database.db.selectFrom('inbox_message').select('id').execute()).length;

const smsLogin = (Mobile: string, SMSCode: string, more: object = {}) =>
  ask('loginOrRegister', { body: { Mobile, SMSCode, UserSource: 2, ...more } });

describe('a code', () => {
  test('is sent in the language of the call, says what it is for, and answers how long to wait', async () => {
    const { data } = await codeTo(newPhone, '企业注册', 'zh');
    expect(data).toEqual({
      Target: '139****0002',
      Channel: 'sms',
      ResendSeconds: 60,
      ExpiresSeconds: 300,
      InTestInbox: true,
    });
    expect(await messageTo(newPhone)).toMatch(
      /^【Watchpost 哨站】验证码 \d{6}，用于企业注册，5 分钟内有效。请勿告知他人。$/,
    );
    await codeTo(linsPhone, 'Log in or register');
    expect(await messageTo(linsPhone)).toMatch(/^Watchpost: \d{6} is your code \(Log in or register\)\./);
  });

  test('a title of somebody’s own is never sent to anybody', async () => {
    await codeTo(linsPhone, 'Your parcel waits: http://evil.example');
    expect(await messageTo(linsPhone)).toMatch(/\(Forgotten password\)/);
  });

  test('is good once', async () => {
    const code = await codeAt(linsPhone);
    expect((await smsLogin(linsPhone, code)).status).toBe(200);
    const again = await smsLogin(linsPhone, code);
    expect([again.status, again.message]).toEqual([400, accountErrors.wrongCode.en]);
  });

  test('used twice at the same moment, is good once', async () => {
    const code = await codeAt(linsPhone);
    const replies = await Promise.all([1, 2, 3].map(() => smsLogin(linsPhone, code)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  test('is good for five minutes', async () => {
    const code = await codeAt(linsPhone);
    clock.advance(5 * minute - 1);
    const check = () => ask('checkCode', { body: { Mobile: linsPhone, Code: code, Title: 'login' } });
    expect((await check()).status).toBe(200);
    clock.advance(1);
    expect((await check()).message).toBe(accountErrors.wrongCode.en);
    expect((await smsLogin(linsPhone, code)).status).toBe(400);
  });

  test('can be guessed at five times; then even the right one is refused', async () => {
    const code = await codeAt(linsPhone);
    for (let i = 0; i < 5; i++) expect((await smsLogin(linsPhone, otherThan(code))).status).toBe(400);
    const { status, message } = await smsLogin(linsPhone, code);
    expect([status, message]).toEqual([400, accountErrors.wrongCode.en]);
  });

  test('guessed at by a hundred requests at once is guessed at five times', async () => {
    const code = await codeAt(linsPhone);
    await Promise.all(
      Array.from({ length: 30 }, () =>
        ask('checkCode', { body: { Mobile: linsPhone, Code: otherThan(code), Title: 'login' } }),
      ),
    );
    expect((await smsLogin(linsPhone, code)).status).toBe(400);
  });

  test('checked beforehand is not used up', async () => {
    const code = await codeAt(linsPhone);
    for (let i = 0; i < 8; i++) {
      expect((await ask('checkCode', { body: { Mobile: linsPhone, Code: code, Title: 'login' } })).status).toBe(200);
    }
    expect((await smsLogin(linsPhone, code)).status).toBe(200);
  });

  test('for one purpose proves nothing for another', async () => {
    const code = await codeAt(linsPhone, 'login');
    const { status, message } = await ask('forgetPwd', { body: { Mobile: linsPhone, Code: code, Pwd: 'Better_123' } });
    expect([status, message]).toEqual([400, accountErrors.wrongCode.en]);
    expect((await smsLogin(linsPhone, code)).status).toBe(200);
  });

  test('for one number proves nothing for another', async () => {
    const code = await codeAt(newPhone);
    expect((await smsLogin(linsPhone, code)).status).toBe(400);
  });

  test('counts no longer when another was sent', async () => {
    const first = await codeAt(linsPhone);
    clock.advance(minute);
    const second = await codeAt(linsPhone);
    if (first !== second) expect((await smsLogin(linsPhone, first)).status).toBe(400);
    expect((await smsLogin(linsPhone, second)).status).toBe(200);
  });

  test('that nobody asked for does not exist', async () => {
    expect((await smsLogin(linsPhone, '000000')).message).toBe(accountErrors.wrongCode.en);
  });

  test('does not stand in the database', async () => {
    const code = await codeAt(linsPhone);
    const { rows } = await app.database.pool.query('SELECT string_agg(v::text, $1) AS text FROM verification_code v', [
      ' ',
    ]);
    expect(rows[0].text).not.toContain(code);
    const hashed = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(code));
    expect(rows[0].text).not.toContain(Buffer.from(hashed).toString('hex'));
  });

  test.each([
    ['too short', '12345', 'zh', '验证码为 6 位数字'],
    ['no digits', 'abcdef', 'en', 'A code has six digits'],
  ] as const)('that is %s is refused beside its field', async (_what, code, language, words) => {
    const body = { Mobile: linsPhone, SMSCode: code };
    const { status, data } = await ask('loginOrRegister', { body }, { language });
    expect([status, data]).toEqual([400, { Fields: [{ Field: 'SMSCode', Message: words }] }]);
  });
});

describe('codes are asked for', () => {
  test('by one number no more than once a minute, however many ask at once', async () => {
    const replies = await Promise.all([1, 2, 3].map(() => codeTo(newPhone)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 429, 429]);
    expect(await messages()).toBe(1);
    clock.advance(59_000);
    const early = await codeTo(newPhone);
    expect([early.status, early.message]).toEqual([429, 'Too many requests. Try again in 1 seconds.']);
    clock.advance(1000);
    expect((await codeTo(newPhone)).status).toBe(200);
  });

  test('by one number ten times a day', async () => {
    for (let i = 0; i < 10; i++) {
      expect((await codeTo(newPhone)).status).toBe(200);
      clock.advance(minute);
    }
    const zh = await codeTo(newPhone, 'login', 'zh');
    expect([zh.status, zh.message]).toEqual([429, accountErrors.tooManyCodesToday.zh]);
    clock.set(noon + day);
    expect((await codeTo(newPhone)).status).toBe(200);
  });

  test('from one address five times a minute and a hundred times a day, for any numbers', async () => {
    const to = (i: number) => codeTo(`138${String(i).padStart(8, '0')}`);
    let sent = 0;
    for (let round = 0; round < 20; round++) {
      for (let i = 0; i < 5; i++) expect((await to(sent++)).status).toBe(200);
      expect((await to(900)).status).toBe(429);
      clock.advance(minute);
    }
    expect((await to(901)).message).toBe(accountErrors.tooManyCodesToday.en);
  });

  test.each([
    ['mobileCode', 'forgotPassword'],
    ['mobileCode', 'verifyIdentity'],
    ['mobileCodeUP', 'changePassword'],
  ] as const)(
    '%s for %s answers the same whether somebody has the number or not, and only tells who has',
    async (call, title) => {
      const known = await ask(call, { query: { mobile: linsPhone, title } });
      const unknown = await ask(call, { query: { mobile: newPhone, title } });
      expect({ ...unknown, data: { ...unknown.data, Target: '' } }).toEqual({
        ...known,
        data: { ...known.data, Target: '' },
      });
      await messageTo(linsPhone);
      expect(await messages()).toBe(1);
      // Neither may be asked again at once.
      expect((await ask(call, { query: { mobile: newPhone, title } })).status).toBe(429);
      expect((await ask(call, { query: { mobile: linsPhone, title } })).status).toBe(429);
    },
  );

  test.each([
    ['12345', '86'],
    ['13900000001', '999'],
  ])('for %s with dialling code %s not at all: that is no phone number', async (mobile, region) => {
    for (const [language, words] of [
      ['zh', '手机号格式不正确'],
      ['en', 'Not a phone number'],
    ] as const) {
      const { status, data } = await ask('mobileCode', { query: { mobile, region } }, { language });
      expect([status, data]).toEqual([400, { Fields: [{ Field: 'mobile', Message: words }] }]);
    }
  });
});

describe('signing in by SMS', () => {
  test('finds the account however the number is written', async () => {
    const code = await codeAt(linsPhone);
    const { data } = await smsLogin('+86 139-0000-0001', code);
    expect(data).toMatchObject({ IsNew: false });
    const { data: info } = await ask('getUserInfo', {}, { token: data.Token });
    expect(info).toMatchObject({ UserId: lin, HasPassword: true, Mobile: linsPhone });
  });

  test('a member who was made inactive is told so, and the code is not used up', async () => {
    const code = await codeAt(linsPhone);
    const { db } = app.database;
    await db.updateTable('membership').set({ active: false }).where('user_id', '=', lin).execute();
    const { status, message } = await smsLogin(linsPhone, code);
    expect([status, message]).toEqual([403, accountErrors.inactive.en]);
    await db.updateTable('membership').set({ active: true }).where('user_id', '=', lin).execute();
    expect((await smsLogin(linsPhone, code)).status).toBe(200);
  });

  test('a member who was removed is shut out like one who was made inactive, and told that they are in no company', async () => {
    await app.database.db.deleteFrom('membership').where('user_id', '=', lin).execute();
    const code = await codeAt(linsPhone);
    expect((await smsLogin(linsPhone, code)).message).toBe(accountErrors.inNoCompany.en);
  });
});

describe('a number that nobody registered', () => {
  test('gets an account, with which its owner is signed in before they belong to a company', async () => {
    const { data } = await smsLogin(newPhone, await codeAt(newPhone), { Nickname: '王芳' });
    expect(data).toMatchObject({ IsNew: true });
    const { data: info } = await ask('getUserInfo', {}, { token: data.Token });
    expect(info).toMatchObject({
      Account: expect.stringMatching(/^user\d{8}$/),
      AccountChosen: false,
      HasPassword: false,
      Nickname: '王芳',
      CompanyName: '',
      Mobile: newPhone,
    });
    expect((await ask('getUserCompanyList', {}, { token: data.Token })).data).toEqual([]);
    clock.advance(minute);
    expect((await smsLogin(newPhone, await codeAt(newPhone))).data).toMatchObject({ IsNew: false });
  });

  test('of another country is kept with its code, and is not the same number at home', async () => {
    const query = { mobile: '0151 12345678', region: '49' };
    await ask('loginOrRegisterSMSCode', { query });
    const code = codeIn(await messageTo('+4915112345678'));
    const { data } = await smsLogin('15112345678', code, { Region: '+49' });
    expect((await ask('getUserInfo', {}, { token: data.Token })).data.Mobile).toBe('+4915112345678');
    expect((await ask('exists', { body: { Mobile: '15112345678' } })).data.Exists).toBe(false);
    expect((await ask('exists', { body: { Mobile: '15112345678', Region: '49' } })).data.Exists).toBe(true);
  });

  test('may choose a username and a password at once, and signs in with either from then on', async () => {
    const code = await codeAt(newPhone);
    const { data } = await smsLogin(newPhone, code, { Account: 'wangfang1', Pwd: 'Secret_12' });
    expect((await ask('getUserInfo', {}, { token: data.Token })).data).toMatchObject({
      Account: 'wangfang1',
      AccountChosen: true,
      HasPassword: true,
      Nickname: '139****0002',
    });
    for (const account of ['WangFang1', newPhone, '139 0000 0002']) {
      expect((await ask('loginByBody', { body: { account, pwd: 'Secret_12' } })).status, account).toBe(200);
    }
  });

  test.each([
    ['a common password', 'password', accountErrors.passwordCommon],
    ['a stolen password', stolen, accountErrors.passwordBreached],
    ['their username as password', 'WangFang1', accountErrors.passwordIsAccount],
  ] as const)('is refused %s with the reason beside the field, and the code stays good', async (_what, Pwd, words) => {
    const code = await codeAt(newPhone);
    for (const language of ['zh', 'en'] as const) {
      const body = { Mobile: newPhone, SMSCode: code, UserSource: 2, Account: 'wangfang1', Pwd };
      const { status, data } = await ask('loginOrRegister', { body }, { language });
      expect([status, data]).toEqual([400, { Fields: [{ Field: 'Pwd', Message: words[language] }] }]);
    }
    expect((await smsLogin(newPhone, code, { Account: 'wangfang1', Pwd: 'Secret_12' })).status).toBe(200);
  });

  test('registered twice at the same moment gets one account', async () => {
    const code = await codeAt(newPhone);
    await Promise.all([1, 2].map(() => smsLogin(newPhone, code)));
    const found = await app.database.db.selectFrom('app_user').where('mobile', '=', newPhone).select('id').execute();
    expect(found).toHaveLength(1);
  });

  test('with a username that is taken registers nobody; the code stays good', async () => {
    const code = await codeAt(newPhone);
    const number = await smsLogin(newPhone, code, { Account: '13900000077', Pwd: 'Secret_12' });
    expect(number.message).toBe(accountErrors.accountIsNumber.en);
    const taken = await smsLogin(newPhone, code, { Account: 'LinYuqing', Pwd: 'Secret_12' });
    expect([taken.status, taken.message]).toEqual([409, accountErrors.accountTaken.en]);
    expect((await ask('exists', { body: { Mobile: newPhone } })).data.Exists).toBe(false);
    expect((await smsLogin(newPhone, code, { Account: 'wangfang1', Pwd: 'Secret_12' })).status).toBe(200);
  });

  test('a registered number is not registered again; its owner may sign in with the same code', async () => {
    const code = await codeAt(linsPhone);
    const refused = await smsLogin(linsPhone, code, { Account: 'another12', Pwd: 'Secret_12' });
    expect([refused.status, refused.message]).toEqual([409, accountErrors.mobileRegistered.en]);
    expect((await smsLogin(linsPhone, code)).data).toMatchObject({ IsNew: false });
  });

  test('an account without a password cannot be entered by guessing one', async () => {
    await smsLogin(newPhone, await codeAt(newPhone));
    for (const pwd of ['none', '', 'null', 'Secret_12']) {
      expect((await ask('loginByBody', { body: { account: newPhone, pwd } })).status).toBe(400);
    }
  });

  test.each([
    [
      'a username of seven characters',
      { Account: 'wangfan' },
      'Account',
      '用户名须为 8–16 个字符，不含空格',
      'A username has 8 to 16 characters and no spaces',
    ],
    [
      'a username of seventeen characters',
      { Account: 'a'.repeat(17) },
      'Account',
      '用户名须为 8–16 个字符，不含空格',
      'A username has 8 to 16 characters and no spaces',
    ],
    [
      'a password of seven characters',
      { Pwd: 'abc_123' },
      'Pwd',
      '密码须为 8–16 位字母、数字或 _~!@#$%^&*',
      'A password has 8 to 16 characters: letters, digits or _~!@#$%^&*',
    ],
    [
      'a password of seventeen characters',
      { Pwd: 'a'.repeat(17) },
      'Pwd',
      '密码须为 8–16 位字母、数字或 _~!@#$%^&*',
      'A password has 8 to 16 characters: letters, digits or _~!@#$%^&*',
    ],
    [
      'a password with a blank',
      { Pwd: 'abc 12345' },
      'Pwd',
      '密码须为 8–16 位字母、数字或 _~!@#$%^&*',
      'A password has 8 to 16 characters: letters, digits or _~!@#$%^&*',
    ],
    [
      'a name with special characters',
      { Nickname: 'Li<b>' },
      'Nickname',
      '姓名不能包含特殊符号',
      'A name has no special characters',
    ],
    ['another source', { UserSource: 3 }, 'UserSource', '须为 2', 'Has to be 2'],
  ])('%s is refused beside its field, in both languages', async (_what, wrong, field, zh, en) => {
    for (const [language, words] of [
      ['zh', zh],
      ['en', en],
    ] as const) {
      const body = { Mobile: newPhone, SMSCode: '123456', ...wrong } as never;
      const { status, data } = await ask('loginOrRegister', { body }, { language });
      expect([status, data]).toEqual([400, { Fields: [{ Field: field, Message: words }] }]);
    }
  });
});

describe('a forgotten password', () => {
  const reset = (code: string, Pwd = 'Better_123', Mobile = linsPhone) =>
    ask('forgetPwd', { body: { Mobile, Code: code, Pwd } });

  test('is replaced with a code from the phone, and every sign-in ends', async () => {
    const { data } = await ask('loginByBody', { body: { account: 'linyuqing', pwd: 'Right_1234' } });
    expect((await reset(await codeAt(linsPhone, 'forgotPassword'))).status).toBe(200);
    expect((await ask('getUserInfo', {}, { token: data.Token })).status).toBe(401);
    expect((await ask('refreshToken', { query: { refreshToken: data.RefreshToken } })).status).toBe(401);
    expect((await ask('loginByBody', { body: { account: 'linyuqing', pwd: 'Right_1234' } })).status).toBe(400);
    expect((await ask('loginByBody', { body: { account: 'linyuqing', pwd: 'Better_123' } })).status).toBe(200);
  });

  test('is not replaced by a stolen one, in the words of the caller', async () => {
    const refused = await reset(await codeAt(linsPhone, 'forgotPassword'), stolen);
    const Message = accountErrors.passwordBreached.en;
    expect([refused.status, refused.data]).toEqual([400, { Fields: [{ Field: 'Pwd', Message }] }]);
  });

  test('lets an owner in at once who had mistyped the old one too often', async () => {
    const wrong = () => ask('loginByBody', { body: { account: 'linyuqing', pwd: 'Wrong_1234' } });
    for (let i = 0; i < 6; i++) await wrong();
    expect((await wrong()).status).toBe(429);
    await reset(await codeAt(linsPhone, 'forgotPassword'));
    expect((await ask('loginByBody', { body: { account: 'linyuqing', pwd: 'Better_123' } })).status).toBe(200);
  });

  test('with a wrong code stays as it is, in the same words as for a number that nobody has', async () => {
    const code = await codeAt(linsPhone, 'forgotPassword');
    const wrong = await reset(otherThan(code));
    await codeTo(newPhone, 'forgotPassword');
    expect(await reset('123456', 'Better_123', newPhone)).toEqual(wrong);
    expect((await ask('loginByBody', { body: { account: 'linyuqing', pwd: 'Right_1234' } })).status).toBe(200);
  });

  test('a new one that breaks the rules is refused before the code is looked at', async () => {
    const code = await codeAt(linsPhone, 'forgotPassword');
    expect((await reset(code, 'short')).data).toMatchObject({ Fields: [{ Field: 'Pwd' }] });
    expect((await reset(code)).status).toBe(200);
  });
});

describe('whether an account exists', () => {
  test.each([
    ['a username in any case', { Account: 'LINYUQING' }, true],
    ['a free username', { Account: 'somebody' }, false],
    ['a phone number', { Mobile: linsPhone }, true],
    ['a free phone number', { Mobile: newPhone }, false],
    ['an e-mail address in any case', { Email: 'Lin@Example.com' }, true],
    ['a free e-mail address', { Email: 'wang@example.com' }, false],
  ])('is told of %s', async (_what, body, exists) => {
    await app.database.db.updateTable('app_user').set({ email: 'lin@example.com' }).where('id', '=', lin).execute();
    expect((await ask('exists', { body })).data).toEqual({ Exists: exists });
  });

  test('is told thirty times in ten minutes from one address', async () => {
    const guess = () => ask('exists', { body: { Account: 'somebody' } });
    for (let i = 0; i < 30; i++) expect((await guess()).status).toBe(200);
    const refused = await guess();
    expect([refused.status, refused.message]).toEqual([429, 'Too many requests. Try again in 600 seconds.']);
    clock.advance(10 * minute);
    expect((await guess()).status).toBe(200);
  });
});

describe('countries', () => {
  test('stand with their dialling codes in the language asked for, China first', async () => {
    const { data: zh } = await ask('getCountryDropdownList', { query: { language: 'zh' } });
    const { data: en } = await ask('getCountryDropdownList', { query: {} }, { language: 'en' });
    expect(zh[0]).toEqual({ Key: '86', Value: '中国', Code: 'CN' });
    expect(en[0]).toEqual({ Key: '86', Value: 'China', Code: 'CN' });
    expect(zh).toContainEqual({ Key: '49', Value: '德国', Code: 'DE' });
    expect(en).toContainEqual({ Key: '49', Value: 'Germany', Code: 'DE' });
    expect(zh).toHaveLength(en.length);
    expect(new Set(en.map(({ Code }) => Code)).size).toBe(en.length);
    const rest = en.slice(1).map(({ Value }) => Value);
    expect(rest).toEqual([...rest].sort(new Intl.Collator('en').compare));
  });
});

test('the operation log tells of registration and of a new password, without any secret', async () => {
  const code = await codeAt(newPhone);
  await smsLogin(newPhone, code, { Account: 'wangfang1', Pwd: 'Secret_12' });
  const reset = await codeAt(linsPhone, 'forgotPassword');
  await ask('forgetPwd', { body: { Mobile: linsPhone, Code: reset, Pwd: 'Better_123' } });
  const { rows } = await app.database.pool.query('SELECT * FROM operation_log ORDER BY id DESC LIMIT 3');
  expect(rows.map(({ call, subject_kind, user_name }) => [call, subject_kind, user_name])).toEqual([
    ['forgetPwd', 'account', 'Lin'],
    ['loginOrRegister', 'session', '139****0002'],
    ['loginOrRegister', 'account', '139****0002'],
  ]);
  expect(rows[2].after).toEqual({
    account: 'wangfang1',
    nickname: '139****0002',
    mobile: '139****0002',
    hasPassword: true,
  });
  const text = JSON.stringify(rows);
  for (const secret of [code, reset, 'Secret_12', 'Better_123', newPhone]) expect(text).not.toContain(secret);
});
