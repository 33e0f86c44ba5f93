import { demoCompanies } from '@watchpost/demo';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { system } from '../access/index.ts';
import { demoTexts } from '../demo/demoTexts.ts';
import { startTestApplication, type TestApplication } from '../testing/application.ts';
import { type AskAs, askAs } from '../testing/askAs.ts';
import { aCompany, aMember, aProject } from '../testing/factories.ts';
import { insertTranslations } from './store.ts';
import { TextPairs } from './TextPairs.ts';

let app: TestApplication;
let ask: AskAs;
let keeper: number;
let stranger: number;
let projectId: number;

beforeAll(async () => {
  app = await startTestApplication({
    prepare: async ({ db }) => {
      const companyId = await aCompany(db);
      projectId = await aProject(db, companyId, { name: '宁波' });
      const permissions = ['customerProfiles', 'customerRenew', 'allProjects'] as const;
      keeper = await aMember(db, companyId, -1, { permissions });
      stranger = await aMember(db, await aCompany(db), -1, { permissions });
      await insertTranslations(system, db, companyId, [
        ['旧街面包房', 'Old Street Bakery'],
        ['宁波', 'Ningbo'],
      ]);
    },
  });
  ask = askAs(() => app);
});
afterAll(() => app.stop());

const shop = (name: string, city: string) => ({
  body: { ShopName: name, City: city, ContractNumber: name, StartDate: '2026-01-01', EndDate: '2030-12-31' },
});
const list = async (who: number, language: 'zh' | 'en', body: object = {}) =>
  (await ask(who, 'getCustomerPage', { body: body as never }, { language })).data.Data.map(({ ShopName, City }) => [
    ShopName,
    City,
  ]);

test('texts of a company stand in English on its English screens only, and what comes back from there is kept as it was typed', async () => {
  await ask(keeper, 'addCustomer', shop('旧街面包房', '宁波'), { language: 'zh' });
  await ask(stranger, 'addCustomer', shop('旧街面包房', '宁波'), { language: 'zh' });
  expect(await list(keeper, 'en')).toEqual([['Old Street Bakery', 'Ningbo']]);
  expect(await list(keeper, 'zh')).toEqual([['旧街面包房', '宁波']]);
  expect(await list(stranger, 'en')).toEqual([['旧街面包房', '宁波']]);

  await ask(keeper, 'addCustomer', shop('Bay Shop', 'Ningbo'));
  expect(await list(keeper, 'zh', { Text: 'Bay' })).toEqual([['Bay Shop', '宁波']]);
  expect(await list(keeper, 'en', { Text: 'Old Street Bakery' })).toEqual([['Old Street Bakery', 'Ningbo']]);
});

test('a refusal names what it is about as the screen does', async () => {
  const take = (number: string) =>
    ask(keeper, 'addCustomer', {
      body: { ...shop(number, '').body, ProjectIdList: [projectId] } as never,
    });
  await take('first');
  expect((await take('second')).message).toBe('The project “Ningbo” belongs to another customer already.');
});

test('a sentence is said in English when all of its Chinese parts are known, and else stays as it was typed', () => {
  const pairs = new TextPairs([
    ['王强', 'Wang Qiang'],
    ['夜间值班', 'Night duty'],
    ['冷冻间 3 号', 'Freezer 3'],
    ['冷冻间', 'Freezer room'],
    ['辆', 'cars'],
  ]);
  const said = (text: string) => pairs.inEnglish(text);
  expect(said('夜间值班：王强、赵磊')).toBe('夜间值班：王强、赵磊');
  expect(said('夜间值班：王强')).toBe('Night duty: Wang Qiang');
  expect(said('The slave “冷冻间 3 号” answers')).toBe('The slave “Freezer 3” answers');
  expect(said('12 辆')).toBe('12 cars');
  expect(said('冷冻间DTU')).toBe('Freezer room DTU');
  expect(said('王强今晚值班')).toBe('王强今晚值班');
  expect(said('Freezer 3')).toBe('Freezer 3');
  expect(pairs.asTyped('Night duty')).toBe('夜间值班');
  // It may be a code of the contract.
  expect(pairs.asTyped('cars')).toBe('cars');
});

test('the demo’s texts and their English are one to one, and none of the English is Chinese', () => {
  for (const company of demoCompanies) {
    const pairs = demoTexts(company);
    expect(new Set(pairs.map(([text]) => text)).size).toBe(pairs.length);
    expect(new Set(pairs.map(([, english]) => english)).size).toBe(pairs.length);
    expect(pairs.filter(([, english]) => /\p{Script=Han}/u.test(english))).toEqual([]);
    const said = new Map(pairs);
    expect(company.members.filter(({ nickname, nicknameEn }) => said.get(nickname) !== nicknameEn)).toEqual([]);
  }
});
