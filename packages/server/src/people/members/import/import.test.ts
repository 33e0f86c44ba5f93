import { type ImportResult, peopleErrors, sheetErrors } from '@watchpost/contract';
import { readXlsx, writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDefaultRoles, type DefaultRoleKind } from '../../../people/index.ts';
import { readSheet } from '../../../platform/excel/readSheet.ts';
import { makeCall, startTestApplication, type TestApplication } from '../../../testing/application.ts';
import { askAs } from '../../../testing/askAs.ts';
import { aCompany, aProject, aUser } from '../../../testing/factories.ts';
import { sheetOf } from '../../../testing/peopleOf.ts';

let app: TestApplication;
const ask = askAs(() => app);
beforeAll(async () => {
  app = await startTestApplication();
});
afterAll(() => app.stop());

let companyId: number;
let roles: Record<DefaultRoleKind, number>;
let storeId: number;
let lin: number;
let owner: number;
let made = 0;

beforeEach(async () => {
  const { db } = app.database;
  made += 1;
  companyId = await aCompany(db);
  roles = await addDefaultRoles({ companyId }, db);
  storeId = await aProject(db, companyId, { name: 'North store' });
  await aProject(db, companyId, { name: 'South store' });
  const holder = async (account: string, roleId: number, projectId = -1) => {
    const userId = await aUser(db, { account, nickname: account });
    await db.insertInto('membership').values({ company_id: companyId, user_id: userId, real_name: account }).execute();
    await db
      .insertInto('role_entry')
      .values({ user_id: userId, role_id: roleId, company_id: companyId, project_id: projectId })
      .execute();
    return userId;
  };
  lin = await holder(`linlin${made}xx`, roles.companyAdministrator);
  owner = await holder(`olgaol${made}xx`, roles.projectOwner, storeId);
});

const english = [
  'Name',
  'Username',
  'First password',
  'Phone number',
  'E-mail',
  'Department',
  'Role in the company',
  'Projects (separated by semicolons)',
  'Role in the projects',
];
const u = (name: string): string => `${name}${made}`.padEnd(8, 'x');
const company = async (
  rows: string[][],
  query: object = {},
  by = lin,
  header = english,
  language: 'zh' | 'en' = 'en',
) => ask(by, 'importCompanyUser', { query: query as never, files: [await sheetOf(header, rows)] }, { language });
const project = async (rows: string[][], query: object = {}, by = owner, header = english.slice(0, 3)) =>
  ask(by, 'importProjectUser', {
    query: { projectSubareaId: storeId, ...query } as never,
    files: [await sheetOf(header, rows)],
  });
const problems = ({ Rows }: ImportResult) =>
  Rows.flatMap(({ Row, Errors }) => Errors.map(({ Column, Message }) => `${Row} ${Column}: ${Message}`));
const countOf = async () => (await ask(lin, 'getUserRoleSubareaList', { body: {} })).data.TotalCount;

describe('importing members of the company', () => {
  test('a file filled in by the template brings them with their roles and projects', async () => {
    const template = await ask(lin, 'getImportUserTemplate', { query: {} });
    const rows = [
      [
        'Li Na',
        u('lina'),
        'Secret_12',
        '',
        `lina${made}@example.com`,
        'Cold',
        '',
        'North store; South store',
        'Operator',
      ],
      [
        'Wang Wei',
        u('wangwei'),
        '',
        `1370000${String(made).padStart(4, '0')}`,
        '',
        '',
        'Company administrator',
        '',
        '',
      ],
    ];
    expect(template.file?.subarray(0, 2).toString()).toBe('PK');
    const { data } = await company(rows);
    expect(data).toEqual({ TotalCount: 2, ImportedCount: 2, WrongCount: 0, IsDryRun: false, Rows: [] });
    const { data: list } = await ask(lin, 'getUserRoleSubareaList', { body: { UserNameOrMobile: u('lina') } });
    expect(list.Data).toMatchObject([{ RealName: 'Li Na', Depart: 'Cold', ProjectCount: 2 }]);
    expect(list.Data[0]?.ProjectRoleList.map(({ RoleName }) => RoleName)).toEqual(['Operator', 'Operator']);
    const login = await ask(null, 'loginByBody', { body: { account: u('lina'), pwd: 'Secret_12' } });
    expect(login.status).toBe(200);
  });

  test('a username of somebody who left makes a new account, and their sign-in stays ended', async () => {
    const row = (name: string, pwd: string) => [[name, u('kim'), pwd, '', '', '', '', '', '']];
    await company(row('Kim', 'Secret_12'));
    const body = { account: u('kim'), pwd: 'Secret_12' };
    const { data: signedIn } = await ask(null, 'loginByBody', { body });
    const { data: list } = await ask(lin, 'getUserRoleSubareaList', { body: { UserNameOrMobile: u('kim') } });
    await ask(lin, 'deleteUserRoleSubarea', { body: { UserIdList: [list.Data[0]!.UserId] } });
    expect((await company(row('Kimberly', 'Another_12'))).data.ImportedCount).toBe(1);
    const { data: after } = await ask(lin, 'getUserRoleSubareaList', { body: { UserNameOrMobile: u('kim') } });
    expect(after.Data).toMatchObject([{ RealName: 'Kimberly' }]);
    expect(after.Data[0]?.UserId).not.toBe(list.Data[0]?.UserId);
    expect((await makeCall(app.url, 'getUserInfo', {}, { token: signedIn.Token })).status).toBe(401);
  });

  test('a dry run says what would happen and does nothing', async () => {
    const rows = [
      ['Li Na', u('lina'), 'Secret_12'],
      ['', 'short', 'no'],
    ];
    const { data } = await company(rows, { isDryRun: true }, lin, english.slice(0, 3));
    expect(data).toMatchObject({ TotalCount: 2, ImportedCount: 1, WrongCount: 1, IsDryRun: true });
    expect(problems(data)).toEqual([
      '3 Name: Required',
      '3 Username: A username has 8 to 16 characters and no spaces',
      '3 First password: A password has 8 to 16 characters: letters, digits or _~!@#$%^&*',
    ]);
    expect(await countOf()).toBe(2);
  });

  test('while a row is wrong nobody is imported, unless the wrong ones are to be left out', async () => {
    const rows = [
      ['Li Na', u('lina'), 'Secret_12'],
      ['Wang Wei', u('wangwei'), ''],
    ];
    const header = english.slice(0, 3);
    expect((await company(rows, {}, lin, header)).data).toMatchObject({ ImportedCount: 0, WrongCount: 1 });
    expect(await countOf()).toBe(2);
    expect((await company(rows, { skipWrong: true }, lin, header)).data).toMatchObject({
      ImportedCount: 1,
      WrongCount: 1,
    });
    expect(await countOf()).toBe(3);
  });

  test('rows that are there twice, or name somebody who is, are told by row and column, in both languages', async () => {
    const mobile = `1360000${String(made).padStart(4, '0')}`;
    const rows = [
      ['Li Na', u('lina'), '', mobile, `a${made}@example.com`],
      ['Li Nan', u('LINA'), '', '', `b${made}@example.com`],
      ['Li Min', u('limin'), 'Secret_12', `+86${mobile}`, ''],
      ['Li Yan', u('liyan'), 'Secret_12', '', `A${made}@Example.com`],
      ['Lin', `LINLIN${made}XX`, 'Secret_12', '', ''],
    ];
    const header = english.slice(0, 5);
    const en = (await company(rows, { isDryRun: true }, lin, header)).data;
    expect(problems(en)).toEqual([
      '3 First password: Required',
      '3 Username: The same as in row 2',
      '4 Phone number: The same as in row 2',
      '5 E-mail: The same as in row 2',
      `6 Username: ${peopleErrors.accountTaken.en.replace('{account}', `LINLIN${made}XX`)}`,
    ]);
    const zh = (await company(rows, { isDryRun: true }, lin, header, 'zh')).data;
    expect(problems(zh)[2]).toBe('4 手机号: 与第 2 行相同');
  });

  test('roles and projects that are not there, or not the importer’s to give, are told by row', async () => {
    const row = (companyRole: string, projects: string, projectRole: string, n: number) => [
      'Li Na',
      u(`lina${n}`),
      'Secret_12',
      '',
      '',
      '',
      companyRole,
      projects,
      projectRole,
    ];
    const foreign = await aCompany(app.database.db);
    await aProject(app.database.db, foreign, { name: 'Their store' });
    const { data } = await company(
      [
        row('No such role', '', '', 1),
        row('', 'Their store', 'Viewer', 2),
        row('', 'North store', 'Member', 3),
        row('', '', 'Viewer', 4),
      ],
      { isDryRun: true },
    );
    expect(problems(data)).toEqual([
      '2 Role in the company: There is no company role “No such role”. There are: Company administrator, Distributor, External engineer, Maintenance-team administrator, Member, Supervisor',
      '3 Projects (separated by semicolons): There is no project “Their store” that you can open',
      '4 Role in the projects: There is no project role “Member”. There are: Maintenance engineer, Operator, Project owner, Viewer',
      '5 Projects (separated by semicolons): Required',
    ]);
    const zh = await company([row('No such role', '', '', 1)], { isDryRun: true }, lin, english, 'zh');
    expect(problems(zh.data)).toEqual([
      '2 企业角色: 没有企业角色“No such role”，现有：经销商、企业成员、企业管理员、外部工程师、维保单位管理员、主管',
    ]);
    const { db } = app.database;
    const editor = await aUser(db);
    const editors = await db
      .insertInto('role')
      .values({ company_id: companyId, name: 'Editors', scope: 'company' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.insertInto('role_permission').values({ role_id: editors.id, permission_id: 12 }).execute();
    await db.insertInto('membership').values({ company_id: companyId, user_id: editor }).execute();
    await db.insertInto('role_entry').values({ user_id: editor, role_id: editors.id, company_id: companyId }).execute();
    const refused = await company([row('Company administrator', '', '', 5)], {}, editor);
    expect(problems(refused.data)).toEqual([
      `2 Role in the company: ${peopleErrors.moreThanYou.en.replace('{names}', 'every permission')}`,
    ]);
    expect(await countOf()).toBe(3);
  });

  test('a project is found by its exact name first; a name that could mean two is refused, never guessed', async () => {
    const { db } = app.database;
    const plain = await aProject(db, companyId, { name: 'Dock A' });
    const shouting = await aProject(db, companyId, { name: 'DOCK A' });
    const row = (project: string, n: number) => ['Li Na', u(`dock${n}`), 'Secret_12', project, 'Viewer'];
    const header = [...english.slice(0, 3), ...english.slice(7)];
    const { data } = await company([row('dock a', 1)], { isDryRun: true }, lin, header);
    expect(problems(data)).toEqual([
      `2 Projects (separated by semicolons): ${peopleErrors.importedNameAmbiguous.en.replace('{name}', 'dock a').replace('{names}', 'DOCK A, Dock A')}`,
    ]);
    await company([row('DOCK A', 1), row('Dock A', 2), row('NORTH STORE', 3)], {}, lin, header);
    const entries = await db
      .selectFrom('role_entry')
      .innerJoin('app_user', 'app_user.id', 'role_entry.user_id')
      .where('app_user.account', 'in', [u('dock1'), u('dock2'), u('dock3')])
      .where('role_entry.project_id', '>', 0)
      .orderBy('app_user.account')
      .select('role_entry.project_id')
      .execute();
    expect(entries.map(({ project_id }) => project_id)).toEqual([shouting, plain, storeId]);
  });

  test('the corrected file has only the wrong rows, each with what is wrong, and is taken again', async () => {
    const rows = [
      ['Li Na', u('lina'), 'Secret_12'],
      ['Wang Wei', 'short', 'Secret_12'],
    ];
    const header = english.slice(0, 3);
    const answer = await ask(lin, 'correctImportUser', { query: {}, files: [await sheetOf(header, rows)] });
    const sheet = await readSheet(answer.file!, { maxRows: 10 });
    expect(sheet.header).toEqual([...header, 'Problem']);
    expect(sheet.rows.map(({ cells }) => cells.map((cell) => ('value' in cell ? cell.value : '')))).toEqual([
      ['Wang Wei', 'short', 'Secret_12', 'Username: A username has 8 to 16 characters and no spaces'],
    ]);
    const corrected = [['Wang Wei', u('wangwei'), 'Secret_12', 'was wrong']];
    expect((await company(corrected, {}, lin, [...header, 'Problem'])).data.ImportedCount).toBe(1);
  });

  test('another template, no workbook, an empty one and formulas are refused in words', async () => {
    const wrong = await company([['a', 'b']], {}, lin, ['Serial number', 'Name']);
    expect([wrong.status, wrong.message]).toEqual([
      400,
      sheetErrors.columnsMissing.en.replace('{columns}', 'Username'),
    ]);
    const broken = await ask(
      lin,
      'importCompanyUser',
      { query: {}, files: [new File(['no workbook'], 'a.xlsx')] },
      { language: 'zh' },
    );
    expect([broken.status, broken.message]).toEqual([400, sheetErrors.unreadable.zh]);
    expect((await company([])).message).toBe(sheetErrors.noRows.en);
    const formula = await writeXlsx({
      sheets: [
        {
          name: 'Members',
          rows: [
            ['Name', 'Username', 'First password'],
            ['Li Na', u('lina'), 'Secret_12'],
          ],
          cells: new Map([['1,0', { value: 'Li Na', type: 'formula', formula: 'UPPER("li na")' }]]),
        },
      ],
    } as never);
    const file = new File([formula as never], 'members.xlsx');
    const { data } = await ask(lin, 'importCompanyUser', { query: {}, files: [file] });
    expect(problems(data)).toEqual(['2 Name: Formulas are not taken. Enter the value itself.']);
    expect(await countOf()).toBe(2);
  });

  test('five thousand rows come in at once, one more is refused', async () => {
    const rows = (count: number) =>
      Array.from({ length: count }, (_, i) => [
        `Member ${i}`,
        `m${made}x${String(i).padStart(6, '0')}`,
        '',
        `13${made % 10}${String(10_000_000 + i)}`,
      ]);
    const header = english.slice(0, 4);
    expect((await company(rows(5_001), {}, lin, header)).message).toContain('5000');
    const { data } = await company(rows(5_000), {}, lin, header);
    expect(data).toMatchObject({ TotalCount: 5_000, ImportedCount: 5_000, WrongCount: 0 });
    expect(await countOf()).toBe(5_002);
    const { count } = await app.database.db
      .selectFrom('operation_log')
      .where('company_id', '=', companyId)
      .where('call', '=', 'importCompanyUser')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(count).toBe(5_000);
  }, 60_000);
});

describe('the template', () => {
  const templateOf = async (by: number, query: { projectSubareaId?: number }, language: 'zh' | 'en') => {
    const { file } = await ask(by, 'getImportUserTemplate', { query }, { language });
    const { sheets } = await readXlsx(new Uint8Array(file!));
    const [toFill, names] = sheets;
    const [header = [], ...rows] = names?.rows ?? [];
    const below = (i: number) => rows.flatMap((row) => (row[i] ? [String(row[i])] : []));
    const lists = Object.fromEntries(header.map((text, i) => [String(text), below(i)]));
    return { rows: toFill?.rows.length, offers: toFill?.dataValidations, title: names?.name, lists };
  };

  test('lists on a second sheet the roles and projects that may be typed, and offers them at the cells', async () => {
    const en = await templateOf(lin, {}, 'en');
    expect(en).toMatchObject({
      rows: 1,
      title: 'Roles and projects',
      lists: {
        'Role in the company': [
          'Company administrator',
          'Distributor',
          'External engineer',
          'Maintenance-team administrator',
          'Member',
          'Supervisor',
        ],
        'Projects (separated by semicolons)': ['North store', 'South store'],
        'Role in the projects': ['Maintenance engineer', 'Operator', 'Project owner', 'Viewer'],
      },
      offers: [
        { type: 'list', range: 'G2:G5001', formula1: "'Roles and projects'!$A$2:$A$7" },
        { type: 'list', range: 'H2:H5001', formula1: "'Roles and projects'!$B$2:$B$3" },
        { type: 'list', range: 'I2:I5001', formula1: "'Roles and projects'!$C$2:$C$5" },
      ],
    });
    const zh = await templateOf(lin, {}, 'zh');
    expect(zh).toMatchObject({
      title: '角色与项目',
      lists: { 企业角色: ['经销商', '企业成员', '企业管理员', '外部工程师', '维保单位管理员', '主管'] },
    });
  });

  test('has an example that is taken as it stands', async () => {
    const { lists } = await templateOf(lin, {}, 'en');
    const row = lists['Example: what to type'] ?? [];
    expect(row).toContain('North store; South store');
    const { data } = await company([row], { isDryRun: true }, lin, lists['Example: column']);
    expect(data).toMatchObject({ TotalCount: 1, ImportedCount: 1, Rows: [] });
  });

  test('of a project names only roles there', async () => {
    const { lists } = await templateOf(owner, { projectSubareaId: storeId }, 'en');
    expect(lists['Role in the projects']).toContain('Viewer');
    expect(lists).not.toHaveProperty('Role in the company');
  });
});

describe('importing members of a project', () => {
  test('its owner imports new people into it, and not into another one', async () => {
    expect((await project([['Li Na', u('lina'), 'Secret_12']])).data.ImportedCount).toBe(1);
    const { data } = await ask(owner, 'getUserRoleSubareaList', { body: {} });
    expect(data.Data.map(({ RealName }) => RealName)).toContain('Li Na');
    const other = await aProject(app.database.db, companyId);
    expect((await project([['Li Min', u('limin'), 'Secret_12']], { projectSubareaId: other })).status).toBe(403);
    expect((await company([['Li Min', u('limin'), 'Secret_12']], {}, owner, english.slice(0, 3))).status).toBe(403);
  });

  test('who is a member of the company is added to the project; who is in it already is told', async () => {
    const rows = [
      ['Lin', `linlin${made}xx`, 'Secret_12'],
      ['Olga', `olgaol${made}xx`, 'Secret_12'],
    ];
    const { data } = await project(rows, { skipWrong: true });
    expect(data).toMatchObject({ ImportedCount: 1, WrongCount: 1 });
    expect(problems(data)[0]).toMatch(/^3 Username: .* is a member already\.$/);
    expect(await countOf()).toBe(2);
  });

  test('a phone number that is somebody else’s lets nobody else in', async () => {
    const { db } = app.database;
    const [lins, olgas] = [`1310000${String(made).padStart(4, '0')}`, `1320000${String(made).padStart(4, '0')}`];
    await db.updateTable('app_user').set({ mobile: lins }).where('id', '=', lin).execute();
    const rows = [
      ['Wang Wei', u('wangwei'), 'Secret_12', lins],
      ['Lin', `linlin${made}xx`, 'Secret_12', olgas],
    ];
    const { data } = await project(rows, { skipWrong: true }, owner, english.slice(0, 4));
    expect(data).toMatchObject({ ImportedCount: 0, WrongCount: 2 });
    expect(problems(data)).toEqual([
      `2 Phone number: ${peopleErrors.mobileTaken.en.replace('{mobile}', lins)}`,
      `3 Phone number: ${peopleErrors.notHisNumber.en.replace('{account}', `linlin${made}xx`)}`,
      expect.stringMatching(/^3 Username: .* is already in use/),
    ]);
  });

  test('an import of members alone makes no account', async () => {
    const rows = [[`linlin${made}xx`], [u('nobody')]];
    const { data } = await project(rows, { isSystemImport: true, skipWrong: true }, owner, ['Username']);
    expect(data).toMatchObject({ ImportedCount: 1, WrongCount: 1 });
    expect(problems(data)).toEqual(['3 Username: User not found.']);
  });
});
