import { type AllCalls, type CallData, type CallInput, type CallName, listErrors } from '@watchpost/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeCall, startTestApplication, type TestApplication } from '../testing/application.ts';
import { aCompany, aMember, aProject, aUser } from '../testing/factories.ts';
import { tokenFor } from '../testing/tokenFor.ts';

let app: TestApplication;
beforeAll(async () => {
  app = await startTestApplication();
});
afterAll(() => app.stop());

/** Lin works for two companies, Wang for the first one only. */
let lin: string;
let wang: string;
let companyId: number;
let otherCompanyId: number;
beforeEach(async () => {
  const { db } = app.database;
  companyId = await aCompany(db);
  otherCompanyId = await aCompany(db);
  const projectId = await aProject(db, companyId);
  const linId = await aMember(db, companyId, projectId);
  await db.insertInto('membership').values({ user_id: linId, company_id: otherCompanyId }).execute();
  lin = await tokenFor(db, linId);
  wang = await tokenFor(db, await aMember(db, companyId, projectId));
});

async function ask<Name extends CallName>(
  token: string,
  name: Name,
  input: CallInput<AllCalls[Name]>,
  inCompany = companyId,
): Promise<{ status: number; message: string; data: CallData<AllCalls[Name]> }> {
  const { status, envelope } = await makeCall(app.url, name, input, {
    token,
    headers: { 'company-id': String(inCompany) },
  });
  return { status, message: envelope.Message, data: envelope.Data as CallData<AllCalls[Name]> };
}

const columns = JSON.stringify({ order: ['name', 'role'], hidden: ['mail'], widths: { name: 240 } });
const choose = (token: string, field = columns, more: { ForeignId?: number; TableType?: string | number } = {}) =>
  ask(token, 'updateTableField', { body: { TableType: 'members', Field: field, ...more } });
const chosen = async (token: string, more: { foreignId?: number; type?: string | number } = {}, inCompany?: number) =>
  (await ask(token, 'getTableField', { query: { type: 'members', ...more } }, inCompany)).data.Field;

test('the columns a person chose come back as they were sent, the last choice counts', async () => {
  expect(await chosen(lin)).toBeNull();
  await choose(lin, '{"order":[]}');
  await choose(lin);
  expect(await chosen(lin)).toBe(columns);
});

test('a list has its own columns, and so has a list that hangs on something', async () => {
  await choose(lin);
  await choose(lin, '[1]', { ForeignId: 7 });
  await choose(lin, '[2]', { TableType: 3 });
  expect(await chosen(lin)).toBe(columns);
  expect(await chosen(lin, { foreignId: 7 })).toBe('[1]');
  expect(await chosen(lin, { type: '3' })).toBe('[2]');
  expect(await chosen(lin, { type: 'projects' })).toBeNull();
});

test('what a person chose is nobody else’s, and of this company only', async () => {
  await choose(lin);
  expect(await chosen(wang)).toBeNull();
  expect(await chosen(lin, {}, otherCompanyId)).toBeNull();
  await choose(wang, '[]');
  expect(await chosen(lin)).toBe(columns);
});

test.each([
  ['no JSON', { Field: '{order' }, 'Field', 'Text that is JSON'],
  ['endless JSON', { Field: JSON.stringify('x'.repeat(20_000)) }, 'Field', 'At most 20000 characters'],
  ['no list', { TableType: '' }, 'TableType', 'Required'],
  ['a list with a strange name', { TableType: 'a b;c' }, 'TableType', 'Wrong format'],
  ['a negative id', { ForeignId: -1 }, 'ForeignId', 'Not less than 0'],
])('%s is refused beside its field', async (_what, wrong, field, words) => {
  const { status, data } = await ask(lin, 'updateTableField', {
    body: { TableType: 'members', Field: columns, ...wrong },
  });
  expect([status, data]).toEqual([400, { Fields: [{ Field: field, Message: words }] }]);
});

const save = (token: string, name: string, query = 'role=2', list = 'members') =>
  ask(token, 'saveTableView', { body: { TableType: list, ViewName: name, Query: query } });
const views = async (token: string, inCompany?: number) =>
  (await ask(token, 'getTableViews', { query: { type: 'members' } }, inCompany)).data.map(({ ViewName, Query }) => [
    ViewName,
    Query,
  ]);

test('a saved view keeps filters and columns, and one of the same name is replaced', async () => {
  const body = { TableType: 'members', ViewName: ' Night shift ', Query: 'role=2&q=li', Field: columns };
  const { data } = await ask(lin, 'saveTableView', { body });
  expect(data).toEqual({ ViewId: data.ViewId, ViewName: 'Night shift', Query: 'role=2&q=li', Field: columns });
  const again = await save(lin, 'Night shift', 'role=3');
  expect(again.data).toEqual({ ViewId: data.ViewId, ViewName: 'Night shift', Query: 'role=3', Field: null });
  await save(lin, 'All', '');
  await save(lin, 'Elsewhere', '', 'projects');
  expect(await views(lin)).toEqual([
    ['All', ''],
    ['Night shift', 'role=3'],
  ]);
});

test('a view is nobody else’s: not seen, not deleted, not replaced by one of the same name', async () => {
  const { data } = await save(lin, 'Mine');
  expect(await views(wang)).toEqual([]);
  expect(await views(lin, otherCompanyId)).toEqual([]);
  await ask(wang, 'deleteTableView', { body: { ViewId: data.ViewId } });
  await ask(lin, 'deleteTableView', { body: { ViewId: data.ViewId } }, otherCompanyId);
  await save(wang, 'Mine', 'role=9');
  expect(await views(lin)).toEqual([['Mine', 'role=2']]);
});

test('a deleted view is gone; deleting it again succeeds', async () => {
  const { data } = await save(lin, 'Mine');
  expect((await ask(lin, 'deleteTableView', { body: { ViewId: data.ViewId } })).status).toBe(200);
  expect(await views(lin)).toEqual([]);
  expect((await ask(lin, 'deleteTableView', { body: { ViewId: data.ViewId } })).status).toBe(200);
});

test('a list keeps thirty views; those can still be changed', async () => {
  for (let n = 1; n <= 30; n += 1) await save(lin, `View ${n}`);
  const refused = await save(lin, 'View 31');
  expect([refused.status, refused.message]).toEqual([409, listErrors.tooManyViews.en.replace('{count}', '30')]);
  expect((await save(lin, 'View 30', 'role=8')).status).toBe(200);
});

test('who belongs to no company has no lists to set up', async () => {
  const token = await tokenFor(app.database.db, await aUser(app.database.db));
  const answer = (name: CallName, input: object) => makeCall(app.url, name, input, { token });
  expect((await answer('getTableViews', { query: { type: 'members' } })).envelope.Data).toEqual([]);
  const refused = await answer('updateTableField', { body: { TableType: 'members', Field: '{}' } });
  expect(refused.status).toBe(403);
});
