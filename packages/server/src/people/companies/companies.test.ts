import { accountErrors, type CompanyFlag, commonErrors, peopleErrors } from '@watchpost/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DomainEvents } from '../../events.ts';
import { startTestApplication, type TestApplication } from '../../testing/application.ts';
import { askAs } from '../../testing/askAs.ts';
import { aCompany, aMember, aProject } from '../../testing/factories.ts';

let app: TestApplication;
const ask = askAs(() => app);
beforeAll(async () => {
  app = await startTestApplication();
});
afterAll(() => app.stop());

let operatorCompanyId: number;
let companyId: number;
/** Switches platforms; sets up their own company; a colleague there; holds the operator's right in a company that is none. */
let operator: number;
let admin: number;
let colleague: number;
let pretender: number;
let news: DomainEvents['listsChanged'][];
let told: number[];
beforeEach(async () => {
  const { db } = app.database;
  await db.updateTable('company').set({ is_operator: false }).execute();
  operatorCompanyId = await aCompany(db, { name: '平台' });
  await db.updateTable('company').set({ is_operator: true }).where('id', '=', operatorCompanyId).execute();
  companyId = await aCompany(db, { name: '冷链公司' });
  operator = await aMember(db, operatorCompanyId, -1, { permissions: ['companiesEdit', 'companyLogs'] });
  admin = await aMember(db, companyId, -1, { permissions: ['companySettings', 'companyLogs'] });
  colleague = await aMember(db, companyId, await aProject(db, companyId), { permissions: ['monitorView'] });
  pretender = await aMember(db, companyId, -1, { permissions: ['companiesEdit'] });
  told = [];
  const listener = {};
  app.application.events.on(listener, 'accessChanged', ({ userIds }) => told.push(...userIds));
  news = [];
  app.application.events.on(listener, 'listsChanged', (each) => news.push(each));
});

const change = (body: object, language: 'zh' | 'en' = 'en') =>
  ask(admin, 'updateCompanySettings', { body: body as never }, { language });
const settings = async () => (await ask(admin, 'getCompanySettings', { query: {} })).data;
const shown = async (userId: number, language: 'zh' | 'en' = 'en') =>
  (await ask(userId, 'getUserCompanyList', {}, { language })).data[0];
const log = async (userId: number) =>
  (await ask(userId, 'getOperationLogPage', { body: { SubjectKindList: ['company'] } })).data.Data;

describe('an administrator of a company', () => {
  test('sets its name and where its knowledge hub and data screen are; everybody in it sees so at once, and reads nothing else again', async () => {
    const addresses = {
      DataScreenUrl: 'https://screen.example.com/{company}?lang={language}&u={user}',
      KnowledgeHubUrl: 'http://hub.example.com/知识',
    };
    expect((await change({ CompanyName: '新冷链', CompanyNameEn: 'New Cold', ...addresses })).status).toBe(200);
    expect(await settings()).toMatchObject({ CompanyName: '新冷链', CompanyNameEn: 'New Cold', ...addresses });
    expect([news, told]).toEqual([[{ companyId, kinds: ['company'] }], []]);
    expect(await shown(colleague)).toMatchObject({
      CompanyName: 'New Cold',
      KnowledgeHubUrl: addresses.KnowledgeHubUrl,
    });
    expect(await shown(colleague, 'zh')).toMatchObject({ CompanyName: '新冷链' });
    const opened = await ask(colleague, 'getUserBigScreen', { query: { companyId } });
    expect(opened.data.Url).toBe(`https://screen.example.com/${companyId}?lang=en&u=${colleague}`);

    told = [];
    await change({ CompanyName: '新冷链', CompanyNameEn: '', KnowledgeHubUrl: null, UnjudgedMinutes: 45 });
    expect(await settings()).toMatchObject({
      CompanyNameEn: null,
      KnowledgeHubUrl: null,
      DataScreenUrl: addresses.DataScreenUrl,
      UnjudgedMinutes: 45,
    });
    const [last] = await log(admin);
    expect([last?.Before, last?.After]).toEqual([
      { nameEn: 'New Cold', knowledgeHubUrl: addresses.KnowledgeHubUrl, unjudgedMinutes: 30 },
      { nameEn: null, knowledgeHubUrl: null, unjudgedMinutes: 45 },
    ]);
    news = [];
    expect((await change({ CompanyName: '新冷链' })).status).toBe(200);
    expect([news, (await log(admin)).length]).toEqual([[], 2]);
  });

  const wrongAddress = [
    'A whole web address, beginning with https:// or http://',
    '须为完整的网址，以 https:// 或 http:// 开头',
  ];
  test.each([
    ['javascript:alert(1)', wrongAddress],
    ['java\nscript:alert(1)', wrongAddress],
    ['hub.example.com', wrongAddress],
    ['ftp://hub.example.com', wrongAddress],
    ['https://lin:secret@hub.example.com', wrongAddress],
    ['https://{user}.example.com/', wrongAddress],
    [`https://hub.example.com/${'x'.repeat(500)}`, ['At most 500 characters', '最多 500 个字符']],
    [
      'https://screen.example.com/{token}',
      ['Only company, user, language or code can stand in braces', '大括号内只能是 company、user、language 或 code'],
    ],
  ])('is told what is wrong with the address %s', async (DataScreenUrl, words) => {
    const beside = async (language: 'zh' | 'en') => {
      const { status, data } = await change({ DataScreenUrl }, language);
      const { Fields } = data as unknown as { Fields: { Field: string; Message: string }[] };
      return [status, Fields.map(({ Field }) => Field), Fields[0]?.Message];
    };
    expect(await beside('en')).toEqual([400, ['DataScreenUrl'], words[0]]);
    expect(await beside('zh')).toEqual([400, ['DataScreenUrl'], words[1]]);
  });

  test('cannot have sign-in codes of others sent to an address of their own', async () => {
    const DataScreenUrl = 'https://mine.example.com/?c={code}';
    for (const language of ['zh', 'en'] as const) {
      const { status, message } = await change({ DataScreenUrl }, language);
      const words = peopleErrors.codeOfOperator[language].replace('{place}', '{code}');
      expect([status, message]).toEqual([403, words]);
    }
    const { db } = app.database;
    await db.updateTable('company').set({ data_screen_url: DataScreenUrl }).where('id', '=', companyId).execute();
    // What the operator has set stays when something else is saved.
    expect((await change({ DataScreenUrl, CompanyNameEn: 'Cold' })).status).toBe(200);
  });

  test('sets up no other company, and nobody without the right sets up this one', async () => {
    const elsewhere = await change({ CompanyId: operatorCompanyId, CompanyName: 'Ha' });
    expect([elsewhere.status, elsewhere.message]).toEqual([403, commonErrors.notYourCompany.en]);
    expect((await ask(colleague, 'getCompanySettings', { query: {} })).status).toBe(403);
  });
});

describe('the operator of the installation', () => {
  const switchOn = (
    by: number,
    FlagList: CompanyFlag[],
    options: { proven?: boolean; language?: 'zh' | 'en' } = {},
    more: object = {},
  ) => ask(by, 'updateCompanyPlatforms', { body: { OfCompanyId: companyId, FlagList, ...more } }, options);

  test('switches on and off what a company has, once they have proven who they are; it shows there at once and in both logs', async () => {
    expect((await switchOn(operator, ['workOrder'], { proven: false })).status).toBe(428);
    const { db } = app.database;
    // A flag of an older product is not lost.
    await db
      .updateTable('company')
      .set({ flags: JSON.stringify({ old: true }) })
      .where('id', '=', companyId)
      .execute();
    const DataScreenUrl = 'https://screen.example.com/?c={code}';
    expect((await switchOn(operator, ['dataScreen', 'workOrder'], {}, { DataScreenUrl })).status).toBe(200);
    expect((await shown(colleague))?.Flags).toMatchObject({
      workOrder: true,
      dataScreen: true,
      remoteBoot: false,
      old: true,
    });
    expect([...new Set(told)].sort()).toEqual([admin, colleague, pretender].sort());
    await switchOn(operator, ['workOrder']);
    for (const reader of [admin, operator]) {
      const [last, first] = await log(reader);
      expect(last).toMatchObject({
        SubjectName: '冷链公司',
        Before: { flags: ['workOrder', 'dataScreen'] },
        After: { flags: ['workOrder'] },
      });
      expect(first?.After).toEqual({ flags: ['workOrder', 'dataScreen'], dataScreenUrl: DataScreenUrl });
    }
    const found = await ask(operator, 'getCompanyPage', { body: { Text: '冷链', FlagList: ['workOrder'] } });
    expect(found.data.Data).toMatchObject([
      {
        CompanyId: companyId,
        FlagList: ['workOrder'],
        DataScreenUrl,
        MemberCount: 3,
        ProjectCount: 1,
        IsOperator: false,
      },
    ]);
  });

  test('is nobody in another company, whichever role they hold', async () => {
    for (const language of ['zh', 'en'] as const) {
      const refused = await switchOn(pretender, ['workOrder'], { language });
      expect([refused.status, refused.message]).toEqual([403, accountErrors.notOperator[language]]);
    }
    expect((await ask(pretender, 'getCompanyPage', { body: {} })).status).toBe(403);
    expect((await ask(admin, 'getCompanyPage', { body: {} })).status).toBe(403);
  });
});
