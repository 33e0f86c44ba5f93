import { type AllCalls, type CallInput, type CallName, commonErrors } from '@watchpost/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCall, startTestApplication, type TestApplication } from '../../testing/application.ts';
import { exportedSheet } from '../../testing/exportedSheet.ts';
import { aCompany, aMember, aProject } from '../../testing/factories.ts';
import { tokenFor } from '../../testing/tokenFor.ts';

let app: TestApplication;
beforeAll(async () => {
  app = await startTestApplication();
});
afterAll(() => app.stop());

const ask = <Name extends CallName>(token: string, name: Name, input: CallInput<AllCalls[Name]>) =>
  makeCall(app.url, name, input as object, { token, language: 'en' });

const exported = (token: string, body: Record<string, unknown>) => exportedSheet(app.url, { token }, 'members', body);

test('the exported members are those that the list shows to the caller, with all their roles', async () => {
  const { db } = app.database;
  const company = await aCompany(db);
  const store = await aProject(db, company, { name: 'Store 1' });
  const other = await aProject(db, company, { name: 'Store 2' });
  const boss = await aMember(db, company, -1, { permissions: ['membersView'], nickname: 'Boss' });
  const owner = await aMember(db, company, store, { permissions: ['projectConfig'], nickname: 'Owner' });
  await aMember(db, company, store, { permissions: [], nickname: 'Wang' });
  await aMember(db, company, other, { permissions: [], nickname: 'Zhao' });
  const elsewhere = await aCompany(db);
  await aMember(db, elsewhere, -1, { permissions: [], nickname: 'Stranger' });

  const all = await exported(await tokenFor(db, boss), {});
  expect(all.header.slice(0, 7)).toEqual([
    'Name',
    'Username',
    'Phone',
    'E-mail',
    'Department',
    'Company role',
    'Project roles',
  ]);
  expect(all.names).toEqual(['Boss', 'Owner', 'Wang', 'Zhao']);
  expect(String(all.texts[2]?.[6])).toMatch(/^Store 1: /);
  expect((await exported(await tokenFor(db, boss), { UserNameOrMobile: 'zha' })).names).toEqual(['Zhao']);
  // Who only sets up one project exports the people of that one.
  expect((await exported(await tokenFor(db, owner), {})).names).toEqual(['Owner', 'Wang']);
});

test('members who may not read the list may not export it', async () => {
  const { db } = app.database;
  const company = await aCompany(db);
  const nobody = await aMember(db, company, await aProject(db, company), { permissions: ['monitorView'] });
  const { status, envelope } = await ask(await tokenFor(db, nobody), 'requestExport', {
    body: { Kind: 'members', Input: { body: {} } },
  });
  expect([status, envelope.Message]).toEqual([403, commonErrors.noPermission.en]);
});
