import {
  type AllCalls,
  accountErrors,
  type CallData,
  type CallInput,
  type CallName,
  commonErrors,
  type Language,
  permissions,
} from '@watchpost/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { makeCall, startTestApplication, type TestApplication } from '../testing/application.ts';
import { aCompany, aMember, aProject } from '../testing/factories.ts';
import { lockWaits } from '../testing/lockWaits.ts';
import { soon } from '../testing/soon.ts';
import { tokenFor } from '../testing/tokenFor.ts';
import { hashPassword } from './password.ts';

const minute = 60_000;
const noon = Date.UTC(2026, 10, 21, 4);
const clock = manualClock(noon);

let app: TestApplication;
beforeAll(async () => {
  app = await startTestApplication({ clock });
});
afterAll(() => app.stop());

let companyId: number;
let projectId: number;
/** Organises the members of our company, which also runs the installation. */
let boss: string;
let lin: number;
beforeEach(async () => {
  const { db } = app.database;
  clock.set(noon);
  for (const table of ['verification_code', 'counted_call', 'inbox_message', 'company_application'] as const) {
    await db.deleteFrom(table).execute();
  }
  await db.deleteFrom('app_user').execute();
  await db.updateTable('company').set({ is_operator: false }).execute();
  companyId = await aCompany(db);
  await db.updateTable('company').set({ is_operator: true }).where('id', '=', companyId).execute();
  projectId = await aProject(db, companyId);
  // Setting the passwords of others needs at least the rights that they have.
  const asOthers = ['allProjects', 'monitorView', 'alarmManage', 'alarmHandle'] as const;
  const permissions = ['membersView', 'membersEdit', 'companyApplications', 'testInbox', ...asOthers] as const;
  boss = await tokenFor(db, await aMember(db, companyId, -1, { nickname: 'Boss', permissions }), clock);
  lin = await aPerson(companyId, projectId, 'Lin Yuqing', '13900000001');
});

async function aPerson(
  company: number,
  project: number,
  nickname: string,
  mobile: string,
  own = true,
): Promise<number> {
  const { db } = app.database;
  const userId = await aMember(db, company, project, { nickname });
  const created_by_company_id = own ? company : null;
  await db.updateTable('app_user').set({ mobile, created_by_company_id }).where('id', '=', userId).execute();
  return userId;
}

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

describe('people are found', () => {
  const find = async (mobileOrName: string, token = boss) =>
    (await ask('queryUser', { query: { mobileOrName } }, { token })).data;

  test('in one’s own company by part of name, account or phone number', async () => {
    for (const text of ['yuqing', '0000001', '13900000001', '139 0000 0001', '+86 13900000001']) {
      expect(await find(text), text).toMatchObject([
        { UserId: lin, Nickname: 'Lin Yuqing', Mobile: '13900000001', InCompany: true },
      ]);
    }
    const { data } = await ask('getUserDropdownByMobileOrName', { query: { mobileOrName: 'yuq' } }, { token: boss });
    expect(data).toEqual([{ Key: lin, Value: 'Lin Yuqing' }]);
  });

  test('beyond it only by the whole phone number, with the name hidden', async () => {
    const other = await aCompany(app.database.db);
    const wang = await aPerson(other, await aProject(app.database.db, other), '王芳', '13900000003');
    for (const text of ['王芳', '王', '1390000000', '0000003'])
      expect(JSON.stringify(await find(text)), text).not.toContain('王');
    expect(await find('13900000003')).toEqual([
      { UserId: wang, Nickname: '王**', Account: '', Mobile: '13900000003', InCompany: false },
    ]);
    const { data } = await ask(
      'getUserDropdownByMobileOrName',
      { query: { mobileOrName: '13900000003' } },
      { token: boss },
    );
    expect(data).toEqual([]);
  });

  test('beyond it thirty times an hour: nobody goes through numbers', async () => {
    for (let i = 0; i < 30; i++) await find(`138${String(i).padStart(8, '0')}`);
    const refused = await ask('queryUser', { query: { mobileOrName: '13800000099' } }, { token: boss });
    expect([refused.status, refused.message]).toEqual([429, 'Too many requests. Try again in 3600 seconds.']);
    expect(await find('yuqing')).toHaveLength(1);
    clock.advance(60 * minute);
    const later = await tokenFor(app.database.db, (await find_boss())!, clock);
    expect(await find('13800000099', later)).toEqual([]);
  });
  const find_boss = async () =>
    (await app.database.db.selectFrom('app_user').where('nickname', '=', 'Boss').select('id').executeTakeFirst())?.id;

  test('by an organiser of a project, for that project or for none that is named; by nobody else', async () => {
    const { db } = app.database;
    const organiser = await tokenFor(
      db,
      await aMember(db, companyId, projectId, { permissions: ['projectConfig'] }),
      clock,
    );
    const elsewhere = await aProject(db, companyId);
    const neighbour = await tokenFor(
      db,
      await aMember(db, companyId, elsewhere, { permissions: ['projectConfig'] }),
      clock,
    );
    const query = { mobileOrName: 'yuqing', projectId };
    // An organiser finds out neither how to reach a colleague nor how they sign in, whole or piece by piece.
    const brief = [{ UserId: lin, Nickname: 'Lin Yuqing', Account: '', Mobile: '139****0001', InCompany: true }];
    expect((await ask('queryUser', { query }, { token: organiser })).data).toEqual(brief);
    const whole = { ...query, mobileOrName: '13900000001' };
    expect((await ask('queryUser', { query: whole }, { token: organiser })).data).toEqual(brief);
    for (const name of ['queryUser', 'getUserDropdownByMobileOrName'] as const) {
      const part = { ...query, mobileOrName: '0000001' };
      expect((await ask(name, { query: part }, { token: organiser })).data).toEqual([]);
    }
    // Other clients name no project: then one that they organise is enough.
    const { data } = await ask('queryUser', { query: { mobileOrName: 'yuqing' } }, { token: organiser });
    expect(data).toEqual(brief);
    expect((await ask('queryUser', { query }, { token: neighbour })).status).toBe(403);
    expect((await ask('queryUser', { query }, { token: await tokenFor(db, lin, clock) })).status).toBe(403);
  });
});

describe('the password of another', () => {
  const set = (UserId: number, language: Language = 'en', token = boss) =>
    ask('updatePwdByUserId', { query: { newPwd: 'Given_1234' }, body: { UserId } }, { token, language });
  const canLogIn = async (account: string) =>
    (await ask('loginByBody', { body: { account, pwd: 'Given_1234' } })).status === 200;

  test('is set for an account that the company made, which ends its sign-ins', async () => {
    const session = await tokenFor(app.database.db, lin, clock);
    expect((await set(lin)).status).toBe(200);
    expect((await ask('getUserInfo', {}, { token: session })).status).toBe(401);
    expect(await canLogIn('13900000001')).toBe(true);
  });

  test('needs a proof of identity of the last five minutes', async () => {
    const { db } = app.database;
    const bossId = await aMember(db, companyId, -1, { permissions: ['membersEdit'] });
    const unproven = await tokenFor(db, bossId, clock, { proven: false });
    const refused = await set(lin, 'zh', unproven);
    expect([refused.status, refused.message]).toEqual([428, commonErrors.identityNeeded.zh]);
    expect((await set(lin)).status).toBe(200);
    clock.advance(5 * minute + 1);
    expect((await set(lin)).status).toBe(428);
  });

  test('is not set for somebody who came with an account of their own, who works elsewhere too, or in another company', async () => {
    const { db } = app.database;
    const guest = await aPerson(companyId, projectId, 'Guest', '13900000004', false);
    const shared = await aPerson(companyId, projectId, 'Shared', '13900000005');
    const other = await aCompany(db);
    await db.insertInto('membership').values({ company_id: other, user_id: shared }).execute();
    const stranger = await aPerson(other, await aProject(db, other), 'Stranger', '13900000006');
    for (const [userId, refusal] of [
      [guest, accountErrors.foreignAccount],
      [shared, accountErrors.foreignAccount],
      [stranger, accountErrors.userNotFound],
    ] as const) {
      for (const language of ['zh', 'en'] as const) {
        const { status, message } = await set(userId, language);
        expect([status, message]).toEqual([refusal.code, refusal[language]]);
      }
    }
    for (const mobile of ['13900000004', '13900000005', '13900000006']) expect(await canLogIn(mobile)).toBe(false);
  });

  test('is not set by somebody who loses the right while the call is on its way', async () => {
    const { db, pool } = app.database;
    const hr = await aMember(db, companyId, -1, { permissions: ['membersEdit', 'allProjects', 'monitorView'] });
    const token = await tokenFor(db, hr, clock);
    let answered: ReturnType<typeof set> | null = null;
    await db.transaction().execute(async (transaction) => {
      // As everybody who changes people of the company.
      await transaction.selectFrom('company').where('id', '=', companyId).select('id').forNoKeyUpdate().execute();
      answered = set(lin, 'en', token);
      await expect.poll(() => lockWaits(pool), soon).toBeGreaterThan(0);
      await transaction.deleteFrom('role_entry').where('user_id', '=', hr).execute();
    });
    expect((await answered!).status).toBe(403);
    expect(await canLogIn('13900000001')).toBe(false);
  });

  test('keeps the rules of a password', async () => {
    const wrong = await ask(
      'updatePwdByUserId',
      { query: {}, body: { UserId: lin, newPwd: 'short' } },
      { token: boss },
    );
    expect(wrong.data).toMatchObject({ Fields: [{ Field: 'newPwd' }] });
    const none = await ask('updatePwdByUserId', { query: {}, body: { UserId: lin } }, { token: boss });
    expect(none.data).toEqual({ Fields: [{ Field: 'newPwd', Message: 'Required' }] });
  });
});

describe('a company that wants to join', () => {
  const phone = '13900000002';
  async function codeAt(mobile: string): Promise<string> {
    await ask('mobileCode', { query: { mobile, title: 'applyCompany' } });
    return /\d{6}/.exec((await newestMessage()).Body)![0];
  }
  const newestMessage = async () => (await ask('getInboxMessagePage', { body: {} }, { token: boss })).data.Data[0]!;
  const apply = (Code: string, more: object = {}, language: Language = 'zh') =>
    ask(
      'addCompanyApply',
      { body: { Code, companyName: '北方冷链', industry: 1, fullname: '李娜', mobile: phone, ...more } },
      { language },
    );
  const applications = async (body: object = {}) => (await ask('getCompanyApplyPage', { body }, { token: boss })).data;
  const decide = (ApplyId: number, Approve: boolean, Reason?: string, language: Language = 'en') =>
    ask(
      'decideCompanyApply',
      { body: { ApplyId, Approve, ...(Reason === undefined ? {} : { Reason }) } },
      { token: boss, language },
    );
  async function applied(): Promise<number> {
    expect((await apply(await codeAt(phone))).status).toBe(200);
    return (await applications()).Data[0]!.ApplyId;
  }

  test('applies with a code from the phone and waits', async () => {
    await applied();
    expect(await applications()).toEqual({
      TotalCount: 1,
      Data: [
        {
          ApplyId: expect.any(Number),
          CompanyName: '北方冷链',
          Industry: 1,
          FullName: '李娜',
          Mobile: phone,
          State: 'pending',
          AppliedEPOCH: noon,
          DecidedEPOCH: null,
          DecidedByName: '',
          Reason: '',
          CompanyId: null,
        },
      ],
    });
    expect((await applications({ Text: '北方', State: ['pending'], Industry: [1] })).TotalCount).toBe(1);
    expect((await applications({ Text: '南方' })).TotalCount).toBe(0);
    expect((await applications({ State: ['approved', 'refused'] })).TotalCount).toBe(0);
  });

  test('does not wait twice; the second code stays good', async () => {
    await applied();
    clock.advance(minute);
    const code = await codeAt(phone);
    for (const language of ['zh', 'en'] as const) {
      const { status, message } = await apply(code, {}, language);
      expect([status, message]).toEqual([409, accountErrors.applicationWaiting[language]]);
    }
    expect((await applications()).TotalCount).toBe(1);
  });

  test('with a wrong code does not apply', async () => {
    expect((await apply('123456', {}, 'zh')).message).toBe(accountErrors.wrongCode.zh);
    expect((await applications()).TotalCount).toBe(0);
  });

  test.each([
    ['an industry there is not', { industry: 5 }, 'industry'],
    ['a name of 51 characters', { companyName: 'x'.repeat(51) }, 'companyName'],
    ['no name', { companyName: ' ' }, 'companyName'],
    ['a person with special characters', { fullname: '<b>' }, 'fullname'],
    ['no phone number', { mobile: '12345678' }, 'mobile'],
  ])('with %s is refused beside the field', async (_what, wrong, field) => {
    const { status, data } = await apply('123456', wrong);
    expect([status, data]).toMatchObject([400, { Fields: [{ Field: field }] }]);
  });

  test('once approved exists with the usual roles, and its applicant is told and administers it', async () => {
    const { data } = await decide(await applied(), true);
    expect(data.CompanyId).toEqual(expect.any(Number));
    expect(await newestMessage()).toMatchObject({
      Channel: 'sms',
      Recipient: `+86${phone}`,
      Body: '【Watchpost 哨站】企业“北方冷链”的注册申请已通过，请用本手机号登录。',
    });
    expect((await applications()).Data[0]).toMatchObject({
      State: 'approved',
      DecidedByName: 'Boss',
      CompanyId: data.CompanyId,
    });
    await ask('loginOrRegisterSMSCode', { query: { mobile: phone } });
    clock.advance(minute);
    await ask('loginOrRegisterSMSCode', { query: { mobile: phone } });
    const SMSCode = /\d{6}/.exec((await newestMessage()).Body)![0];
    const session = await ask('loginOrRegister', { body: { Mobile: phone, SMSCode } });
    expect(session.data.IsNew).toBe(false);
    const token = session.data.Token;
    const companies = await ask('getUserCompanyList', {}, { token });
    expect(companies.data).toMatchObject([{ CompanyId: data.CompanyId, CompanyName: '北方冷链', Industry: 1 }]);
    const rights = await ask('getUserFuncNewList', { query: { type: 1 } }, { token });
    expect(rights.data.FuncS).toEqual(expect.arrayContaining([0, permissions.projectsEdit.id]));
    expect(rights.data.FuncS).not.toContain(permissions.testInbox.id);
    // Even with every right: this is not the company that runs the installation.
    const strange = await ask('getCompanyApplyPage', { body: {} }, { token, language: 'zh' });
    expect([strange.status, strange.message]).toEqual([403, accountErrors.notOperator.zh]);
    expect((await ask('getInboxMessagePage', { body: {} }, { token })).status).toBe(403);
  });

  test('does not open to the company that made the account of its applicant', async () => {
    const { db } = app.database;
    const maker = await aCompany(db);
    const userId = await aPerson(maker, await aProject(db, maker), 'Made', '13900000009');
    const password_hash = await hashPassword('KnownToMaker_1');
    const { account } = await db
      .updateTable('app_user')
      .set({ password_hash })
      .where('id', '=', userId)
      .returning('account')
      .executeTakeFirstOrThrow();
    await apply(await codeAt('13900000009'), { mobile: '13900000009' });
    expect((await decide((await applications()).Data[0]!.ApplyId, true)).status).toBe(200);
    expect((await ask('loginByBody', { body: { account, pwd: 'KnownToMaker_1' } })).status).toBe(400);
  });

  test('applied for by somebody with an account becomes theirs, and their other company stays', async () => {
    await apply(await codeAt('13900000001'), { mobile: '13900000001' });
    const { data } = await decide((await applications()).Data[0]!.ApplyId, true);
    const companies = await ask('getUserCompanyList', {}, { token: await tokenFor(app.database.db, lin, clock) });
    expect(companies.data.map(({ CompanyId }) => CompanyId).sort()).toEqual([companyId, data.CompanyId].sort());
  });

  test('once refused is told why, and may apply again', async () => {
    const id = await applied();
    for (const language of ['zh', 'en'] as const) {
      expect((await decide(id, false, '', language)).message).toBe(accountErrors.reasonMissing[language]);
    }
    expect((await decide(id, false, '资料不全')).data).toEqual({ CompanyId: null });
    expect((await newestMessage()).Body).toBe('【Watchpost 哨站】企业“北方冷链”的注册申请未通过：资料不全');
    clock.advance(minute);
    expect((await apply(await codeAt(phone))).status).toBe(200);
    expect((await applications()).TotalCount).toBe(2);
  });

  test('is decided once, by two administrators at the same moment too', async () => {
    const companies = async () => (await app.database.db.selectFrom('company').select('id').execute()).length;
    // With an account already: nothing but the decision itself stands in the way of the second.
    await apply(await codeAt('13900000001'), { mobile: '13900000001' });
    const id = (await applications()).Data[0]!.ApplyId;
    const before = await companies();
    const replies = await Promise.all([decide(id, true), decide(id, true), decide(id, false, 'No')]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const approved = replies.slice(0, 2).some(({ status }) => status === 200);
    expect(await companies()).toBe(before + (approved ? 1 : 0));
    expect((await decide(id, true, '', 'zh')).message).toBe(accountErrors.applicationDecided.zh);
    expect((await decide(987_654, true)).status).toBe(404);
  });
});

describe('the test inbox', () => {
  test('shows messages, the newest first, by channel and text, to permitted people of the company that runs the installation', async () => {
    await ask('mobileCode', { query: { mobile: '13900000002', title: 'login' } });
    await ask('emailCode', { body: { Email: 'lin@example.com' } }, { token: boss });
    const page = async (body: object) => (await ask('getInboxMessagePage', { body }, { token: boss })).data;
    expect((await page({})).Data.map(({ Channel }) => Channel)).toEqual(['mail', 'sms']);
    expect((await page({ Channel: 'sms' })).Data).toMatchObject([{ Recipient: '+8613900000002', SentEPOCH: noon }]);
    expect((await page({ Text: 'LIN@' })).TotalCount).toBe(1);
    expect(await page({ PageIndex: 2, PageSize: 1 })).toMatchObject({ TotalCount: 2, Data: [{ Channel: 'sms' }] });
    const { db } = app.database;
    const plain = await tokenFor(db, await aMember(db, companyId, -1, { permissions: ['membersView'] }), clock);
    expect((await ask('getInboxMessagePage', { body: {} }, { token: plain })).status).toBe(403);
  });
});
