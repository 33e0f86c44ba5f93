import { accountErrors, commonErrors, peopleErrors, permissions } from '@watchpost/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { membersOfProjects, system } from '../../access/index.ts';
import { addDefaultRoles, type DefaultRoleKind } from '../../people/index.ts';
import { makeCall, startTestApplication, type TestApplication } from '../../testing/application.ts';
import { askAs } from '../../testing/askAs.ts';
import { aCompany, aDevice, aMember, aProject, aRole, aUser, limitMember } from '../../testing/factories.ts';
import { lockWaits } from '../../testing/lockWaits.ts';
import { openingsOf } from '../../testing/openingsOf.ts';
import { soon } from '../../testing/soon.ts';

let app: TestApplication;
const ask = askAs(() => app);
beforeAll(async () => {
  app = await startTestApplication();
});
afterAll(() => app.stop());

let companyId: number;
let roles: Record<DefaultRoleKind, number>;
let storeId: number;
let otherStoreId: number;
/** Administrator; edits members without being one; owner of the store; a viewer there. */
let lin: number;
let hr: number;
let owner: number;
let viewer: number;
/** A member of another company. */
let stranger: number;
let otherCompanyId: number;
let made = 0;

const join = async (name: string, entries: [roleId: number, projectId?: number][], inCompany = companyId) => {
  const { db } = app.database;
  const id = await aUser(db, { nickname: name });
  await db.insertInto('membership').values({ company_id: inCompany, user_id: id, real_name: name }).execute();
  for (const [role_id, project_id = -1] of entries) {
    await db.insertInto('role_entry').values({ user_id: id, role_id, company_id: inCompany, project_id }).execute();
  }
  return id;
};

beforeEach(async () => {
  const { db } = app.database;
  companyId = await aCompany(db);
  roles = await addDefaultRoles({ companyId }, db);
  storeId = await aProject(db, companyId, { name: 'Store' });
  otherStoreId = await aProject(db, companyId, { name: 'Other store' });
  lin = await join('Lin', [[roles.companyAdministrator]]);
  hr = await join('Hana', [[await aRole(db, companyId, { scope: 'company', permissions: ['membersEdit'] })]]);
  owner = await join('Olga', [[roles.projectOwner, storeId]]);
  viewer = await join('Viktor', [[roles.member], [roles.viewer, storeId]]);
  otherCompanyId = await aCompany(db);
  stranger = await join('Sun', [], otherCompanyId);
  made += 1;
});

const person = (more: object = {}) => ({ RealName: 'Li Na', UserName: `lina${made}xyz`, Pwd: 'Secret_12', ...more });
const add = (by: number, more: object = {}, language: 'zh' | 'en' = 'en') =>
  ask(by, 'addUserRoleSubarea', { body: person(more) as never }, { language });
const listed = async (by: number, body: object = {}) =>
  (await ask(by, 'getUserRoleSubareaList', { body: body as never })).data;
const namesOf = async (by: number, body: object = {}) => (await listed(by, body)).Data.map(({ RealName }) => RealName);
const mayLogIn = async (account: string, pwd: string) =>
  (await ask(null, 'loginByBody', { body: { account, pwd } })).status === 200;
const permissionsOf = async (userId: number, projectId: number) =>
  (await ask(userId, 'getUserFuncNewList', { query: { type: 2, projectId } })).data?.FuncS ?? null;

describe('adding members', () => {
  test('a new member signs in with what they were given, has the default role and their project roles', async () => {
    const added = await add(lin, {
      Mobile: '',
      Depart: 'Cold',
      ProjectRoleList: [{ SubareaId: storeId, RoleId: roles.viewer }],
    });
    expect(added.status).toBe(200);
    expect(await mayLogIn(`lina${made}xyz`, 'Secret_12')).toBe(true);
    const { data } = await ask(lin, 'getUserRoleSubarea', { query: { userId: added.data.UserId } });
    expect(data).toMatchObject({ RealName: 'Li Na', Depart: 'Cold', External: false, MayEditAccount: true });
    expect(data.CompanyRoleList.map(({ RoleName }) => RoleName)).toEqual(['Member']);
    expect(data.ProjectRoleList.map(({ RoleName, SubareaName }) => [RoleName, SubareaName])).toEqual([
      ['Viewer', 'Store'],
    ]);
  });

  test.each([
    ['no name', { RealName: '' }, 'RealName', 'Required', '必填'],
    [
      'special characters in the name',
      { RealName: 'Li<Na>' },
      'RealName',
      'A name has no special characters',
      '姓名不能包含特殊符号',
    ],
    [
      'a short username',
      { UserName: 'short' },
      'UserName',
      'A username has 8 to 16 characters and no spaces',
      '用户名须为 8–16 个字符，不含空格',
    ],
    [
      'a long username',
      { UserName: 'x'.repeat(17) },
      'UserName',
      'A username has 8 to 16 characters and no spaces',
      '用户名须为 8–16 个字符，不含空格',
    ],
    [
      'a password with a strange symbol',
      { Pwd: 'Secret-12' },
      'Pwd',
      'A password has 8 to 16 characters: letters, digits or _~!@#$%^&*',
      '密码须为 8–16 位字母、数字或 _~!@#$%^&*',
    ],
    ['neither password nor phone', { Pwd: '' }, 'Pwd', 'Required', '必填'],
    [
      'a broken phone number',
      { Mobile: '12' },
      'Mobile',
      'Not a phone number: 11 digits in China, or + and the country code first',
      '手机号格式不正确：11 位手机号，或以 + 和国家代码开头',
    ],
    ['a broken address', { Email: 'a@' }, 'Email', 'Not an e-mail address', '邮箱格式不正确'],
  ])('a member with %s is refused beside the field, in both languages', async (_what, wrong, field, en, zh) => {
    for (const [language, words] of [
      ['en', en],
      ['zh', zh],
    ] as const) {
      const { status, data } = await add(lin, wrong, language);
      expect([status, data]).toEqual([400, { Fields: [{ Field: field, Message: words }] }]);
    }
  });

  test('a username, phone number or address that somebody has is refused, in every company they are in', async () => {
    const { db } = app.database;
    const taken = {
      account: `taken${made}abc`,
      mobile: `1380000${String(made).padStart(4, '0')}`,
      email: `t${made}@example.com`,
    };
    await db.updateTable('app_user').set(taken).where('id', '=', stranger).execute();
    expect((await add(lin, { UserName: taken.account.toUpperCase() })).message).toContain('is already in use');
    expect((await add(lin, { Mobile: `+86 ${taken.mobile}`.replace(' ', '') })).message).toBe(
      peopleErrors.mobileTaken.en.replace('{mobile}', taken.mobile),
    );
    expect((await add(lin, { Email: taken.email.toUpperCase() }, 'zh')).message).toContain('已被使用');
    expect((await listed(lin)).TotalCount).toBe(4);
  });

  test('somebody of another company is added by their id with their full phone number only, and keeps their account private', async () => {
    const mobile = `1390000${String(made).padStart(4, '0')}`;
    await app.database.db.updateTable('app_user').set({ mobile }).where('id', '=', stranger).execute();
    const body = { UserId: stranger, ProjectRoleList: [{ SubareaId: storeId, RoleId: roles.viewer }] };
    for (const guess of [{}, { Mobile: '13911111111' }]) {
      const refused = await ask(lin, 'addUserRoleSubarea', { body: { ...body, ...guess } });
      expect([refused.status, refused.message]).toEqual([404, 'User not found.']);
    }
    expect((await ask(lin, 'addUserRoleSubarea', { body: { ...body, Mobile: mobile } })).status).toBe(200);
    const { data } = await ask(lin, 'getUserRoleSubarea', { query: { userId: stranger } });
    expect(data).toMatchObject({ External: true, MayEditAccount: false });
    const own = new Map((await listed(lin)).Data.map(({ UserId, OwnAccount }) => [UserId, OwnAccount]));
    expect(own.get(stranger)).toBe(false);
    const edited = await ask(lin, 'updateUserRoleSubarea', { body: { UserId: stranger, Email: 'mine@example.com' } });
    expect([edited.status, edited.message]).toEqual([403, accountErrors.foreignAccount.en]);
  });

  test('a username is no phone number of somebody else, but may be their own', async () => {
    const mobile = `1350000${String(made).padStart(4, '0')}`;
    expect((await add(lin, { UserName: '13511111111' })).message).toBe(accountErrors.accountIsNumber.en);
    expect((await add(lin, { UserName: mobile, Mobile: mobile })).status).toBe(200);
  });

  test('the same person of another company twice is refused, not added half', async () => {
    const mobile = `1340000${String(made).padStart(4, '0')}`;
    await app.database.db.updateTable('app_user').set({ mobile }).where('id', '=', stranger).execute();
    const twice = [0, 1].map(() => ({ UserId: stranger, Mobile: mobile, CompanyRoleId: roles.member }));
    const refused = await ask(lin, 'addUserRoleSubareaList', { body: { UserList: twice } });
    expect([refused.status, refused.message]).toEqual([409, expect.stringContaining('is a member already')]);
    expect((await listed(lin)).TotalCount).toBe(4);
  });

  test('whether numbers have accounts elsewhere is not told by the dozen', async () => {
    const { db } = app.database;
    const numbers = Array.from({ length: 31 }, (_, i) => `133${String(made * 100 + i).padStart(8, '0')}`);
    for (const mobile of numbers) await aUser(db, { mobile });
    const people = (some: string[]) => ({
      body: { UserList: some.map((Mobile, i) => ({ RealName: 'Li', UserName: `probe${made}abc${i}`, Mobile })) },
    });
    const all = await ask(lin, 'addUserRoleSubareaList', people(numbers));
    expect([all.status, all.message]).toEqual([400, accountErrors.manyStrangers.en.replace('{count}', '31')]);
    expect((await ask(lin, 'addUserRoleSubareaList', people(numbers.slice(0, 30)))).message).toContain(
      'already registered',
    );
    expect((await ask(lin, 'addUserRoleSubareaList', people(numbers.slice(30)))).status).toBe(429);
  });

  test('of several members all are added or none', async () => {
    const UserList = [
      person(),
      person({ UserName: `second${made}xy` }),
      person({ UserName: `LINA${made}XYZ` }),
    ] as never;
    const refused = await ask(lin, 'addUserRoleSubareaList', { body: { UserList } });
    expect(refused.status).toBe(409);
    expect((await listed(lin)).TotalCount).toBe(4);
  });

  test('the username of somebody who left is free for another person, who gets nothing of theirs', async () => {
    const { db } = app.database;
    const { data } = await add(lin, { Email: `lina${made}@example.com` });
    await db
      .updateTable('app_user')
      .set({ openid_issuer: 'chat', openid_subject: `lina${made}`, preferences: '{"theme":"dark"}' })
      .where('id', '=', data.UserId)
      .execute();
    const { data: signedIn } = await ask(null, 'loginByBody', {
      body: { account: `lina${made}xyz`, pwd: 'Secret_12' },
    });
    const remove = { body: { UserIdList: [data.UserId] } };
    expect((await ask(lin, 'deleteUserRoleSubarea', remove)).status).toBe(200);
    expect(await mayLogIn(`lina${made}xyz`, 'Secret_12')).toBe(false);

    const again = await add(lin, { RealName: 'Li Nan', Pwd: 'Another_12', Email: `lina${made}@example.com` });
    expect(again.status).toBe(200);
    expect(again.data.UserId).not.toBe(data.UserId);
    expect(await mayLogIn(`lina${made}xyz`, 'Secret_12')).toBe(false);
    expect(await mayLogIn(`lina${made}xyz`, 'Another_12')).toBe(true);
    const userOf = (id: number) =>
      db
        .selectFrom('app_user')
        .where('id', '=', id)
        .select(['nickname', 'openid_subject', 'preferences', 'password_hash', 'email'])
        .executeTakeFirstOrThrow();
    expect(await userOf(again.data.UserId)).toMatchObject({ openid_subject: null, preferences: '{}' });
    // The log and their files still name the one who left.
    expect(await userOf(data.UserId)).toMatchObject({ nickname: 'Li Na', password_hash: null, email: null });
    const old = { token: signedIn.Token };
    expect((await makeCall(app.url, 'getUserInfo', {}, old)).status).toBe(401);
  });

  test('a first password that one company gave opens no other: there they come in by their phone', async () => {
    const { db } = app.database;
    const elsewhere = await addDefaultRoles({ companyId: otherCompanyId }, db);
    const boss = await join('Boss', [[elsewhere.companyAdministrator]], otherCompanyId);
    const mobile = `1370000${String(made).padStart(4, '0')}`;
    const { data } = await add(lin, { Mobile: mobile });
    const { data: signedIn } = await ask(null, 'loginByBody', {
      body: { account: `lina${made}xyz`, pwd: 'Secret_12' },
    });
    await db
      .updateTable('app_user')
      .set({ openid_issuer: 'chat', openid_subject: `lin${made}` })
      .where('id', '=', data.UserId)
      .execute();
    const joins = { UserId: data.UserId, Mobile: mobile, CompanyRoleId: elsewhere.companyAdministrator };
    expect((await ask(boss, 'addUserRoleSubarea', { body: joins })).status).toBe(200);

    expect(await mayLogIn(`lina${made}xyz`, 'Secret_12')).toBe(false);
    expect((await makeCall(app.url, 'getUserInfo', {}, { token: signedIn.Token })).status).toBe(401);
    const row = db.selectFrom('app_user').where('id', '=', data.UserId);
    expect(await row.select(['openid_subject', 'created_by_company_id']).executeTakeFirst()).toEqual({
      openid_subject: null,
      created_by_company_id: null,
    });
    for (const change of [{ Mobile: '13700000000' }, { Email: 'mine@example.com' }]) {
      const refused = await ask(lin, 'updateUserRoleSubarea', { body: { UserId: data.UserId, ...change } });
      expect([refused.status, refused.message]).toEqual([403, accountErrors.foreignAccount.en]);
    }
    const { ownMobile, code } = await openingsOf(db, { companyId, userId: data.UserId });
    const entered = await ask(null, 'loginOrRegister', { body: { Mobile: ownMobile, SMSCode: code } });
    expect([entered.status, entered.data.IsNew]).toEqual([200, false]);
  });

  test('two companies that take one username at the same moment: the second is told so', async () => {
    const { db } = app.database;
    let second: ReturnType<typeof add> | null = null;
    await db.transaction().execute(async (transaction) => {
      const taken = { account: `lina${made}xyz`, password_hash: 'x', nickname: 'First' };
      await transaction.insertInto('app_user').values(taken).execute();
      second = add(lin, {}, 'zh');
      await expect.poll(() => lockWaits(app.database.pool), soon).toBe(1);
    });
    const { status, message } = await second!;
    expect([status, message]).toEqual([409, accountErrors.accountTaken.zh]);
  });
});

describe('nobody gives what they do not hold', () => {
  test('who edits members cannot make an administrator, of a new member, of themselves or of anybody', async () => {
    const role = { CompanyRoleId: roles.companyAdministrator };
    const refusal = peopleErrors.moreThanYou.en.replace('{names}', 'every permission');
    const attempts = [
      await add(hr, role),
      await ask(hr, 'addUserRoleSubarea', { body: { UserId: hr, ...role } }),
      await ask(hr, 'updateUserRoleSubarea', { body: { UserId: hr, CompanyRoleIdList: [roles.companyAdministrator] } }),
      await ask(hr, 'relationUserRoleSubarea', {
        body: { RoleId: roles.companyAdministrator, UserRoleSubareaIds: [{ UserId: hr }] },
      }),
      await ask(hr, 'addInvitation', { body: role }),
    ];
    expect(attempts.map(({ status, message }) => [status, message])).toEqual(attempts.map(() => [403, refusal]));
  });

  test('nor take an administrator’s role, membership, activity, e-mail or password', async () => {
    const { db } = app.database;
    const boss = await join('Boss', [[roles.companyAdministrator]]);
    await db.updateTable('app_user').set({ created_by_company_id: companyId }).where('id', '=', boss).execute();
    const { data } = await ask(lin, 'getUserRoleSubarea', { query: { userId: boss } });
    const attempts = [
      await ask(hr, 'updateUserRoleSubarea', { body: { UserId: boss, CompanyRoleIdList: [] } }),
      await ask(hr, 'deleteUserRoleList', { query: { UserRoleIdS: [data.CompanyRoleList[0]!.UserRoleId] } }),
      await ask(hr, 'deleteUserRoleSubarea', { body: { UserIdList: [boss] } }),
      await ask(hr, 'setUserActive', { body: { UserIdList: [boss], ActiveStatus: false } }),
      await ask(hr, 'updateUserRoleSubarea', { body: { UserId: boss, Email: `hr${made}@example.com` } }),
      await ask(hr, 'updatePwdByUserId', { query: {}, body: { UserId: boss, newPwd: 'Secret_12' } }),
    ];
    expect(attempts.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403]);
    expect((await ask(hr, 'getUserRoleSubarea', { query: { userId: boss } })).data).toMatchObject({
      MayChange: false,
      MayEditAccount: false,
    });
  });

  test('the owner of a project adds people to their project with roles up to their own, to no other and not to the company', async () => {
    const inStore = (RoleId: number, SubareaId = storeId) => ({ ProjectRoleList: [{ SubareaId, RoleId }] });
    expect((await add(owner, inStore(roles.viewer))).status).toBe(200);
    const wide = await aRole(app.database.db, companyId, {
      permissions: ['monitorView', 'projectLogs', 'alarmManage'],
    });
    expect((await add(owner, { UserName: `other${made}abc`, ...inStore(wide) })).status).toBe(200);
    const attempts = [
      await add(owner, { UserName: `third${made}abc` }),
      await add(owner, { UserName: `third${made}abc`, ...inStore(roles.viewer, otherStoreId) }),
      await add(owner, { UserName: `third${made}abc`, CompanyRoleId: roles.member }),
      await ask(owner, 'setUserActive', { body: { UserIdList: [viewer], ActiveStatus: false } }),
      await ask(owner, 'deleteUserRoleSubarea', { body: { UserIdList: [viewer] } }),
      await ask(owner, 'updateUserRoleSubarea', { body: { UserId: viewer, RealName: 'Nobody' } }),
      await ask(owner, 'updateUserRoleSubarea', { body: { UserId: viewer, ProjectRoleList: [] } }),
    ];
    expect(attempts.map(({ status }) => status)).toEqual([400, 403, 403, 403, 403, 403, 403]);
  });

  test('who sees only some devices of a project lets others see those only, and cannot widen anybody’s view', async () => {
    const { db } = app.database;
    const shown = await aDevice(db, storeId, { name: 'Shown' });
    const hidden = await aDevice(db, storeId, { name: 'Hidden' });
    await limitMember(db, owner, storeId, { deviceIds: [shown], alarmLevels: [1, 2] });
    const { data } = await add(owner, { ProjectRoleList: [{ SubareaId: storeId, RoleId: roles.viewer }] });
    const seen = await ask(lin, 'getUserModel', { query: { projectId: storeId, userId: data.UserId } });
    expect(seen.data).toMatchObject({ DeviceMode: 'listed', AlarmLevelList: [1, 2] });
    expect(seen.data.ModelTreeList.map(({ ModelTreeName, Listed }) => [ModelTreeName, Listed])).toEqual([
      ['Hidden', false],
      ['Shown', true],
    ]);
    const asOwner = await ask(owner, 'getUserModel', { query: { projectId: storeId, userId: data.UserId } });
    expect(asOwner.data.ModelTreeList.map(({ ModelTreeName }) => ModelTreeName)).toEqual(['Shown']);
    const set = (body: object) =>
      ask(owner, 'batchSetUserModelTreeAndAlarmLevel', {
        body: { ProjectId: storeId, UserIdList: [owner, data.UserId], ...body },
      });
    const attempts = [
      await set({ DeviceMode: 'all' }),
      await set({ DeviceMode: 'listed', ModelTreeList: [{ ModelTreeId: hidden }] }),
      await set({ AlarmLevelList: [1, 2, 3] }),
      await set({ ModelTreeList: [{ ModelTreeId: shown, ReadWrite: 'readWrite' }] }),
      await ask(owner, 'resetUserModel', { body: { ProjectId: storeId, UserIdList: [owner] } }),
    ];
    expect(attempts.map(({ message }) => message)).toEqual(attempts.map(() => peopleErrors.scopeBeyondYours.en));
    expect((await set({ AlarmLevelList: [1] })).status).toBe(200);
  });

  test('who sees only some devices of a project takes from nobody those that they do not see', async () => {
    const { db } = app.database;
    const first = await aDevice(db, storeId, { name: 'A' });
    const second = await aDevice(db, storeId, { name: 'B' });
    const hidden = await aDevice(db, storeId, { name: 'C' });
    await limitMember(db, owner, storeId, { deviceIds: [first, second], writableIds: [first, second] });
    await limitMember(db, viewer, storeId, { deviceIds: [first, second, hidden], writableIds: [hidden] });
    const colleague = await join('Cai', [[roles.viewer, storeId]]);
    const body = {
      ProjectId: storeId,
      UserIdList: [viewer, colleague],
      DeviceMode: 'listed' as const,
      ModelTreeList: [{ ModelTreeId: second, ReadWrite: 'readWrite' as const }],
    };
    expect((await ask(owner, 'batchSetUserModelTreeAndAlarmLevel', { body })).status).toBe(200);
    for (const userId of [viewer, colleague]) {
      const { data } = await ask(lin, 'getUserModel', { query: { projectId: storeId, userId } });
      expect(data.ModelTreeList.map(({ Listed, ReadWrite }) => Listed && ReadWrite)).toEqual([
        false,
        'readWrite',
        'readWrite',
      ]);
      const asOwner = await ask(owner, 'getUserModel', { query: { projectId: storeId, userId } });
      expect(asOwner.data.ModelTreeList).toHaveLength(2);
    }
  });

  test('a role of the company that opens all projects passes on what its giver sees, and takes nothing from who has it', async () => {
    const { db } = app.database;
    const shown = await aDevice(db, storeId, { name: 'Shown' });
    const wide = await aRole(db, companyId, {
      scope: 'company',
      permissions: ['membersEdit', 'allProjects', 'monitorView'],
    });
    const giver = await join('Greta', [[wide]]);
    const wideAlready = await join('Walter', [[wide]]);
    await limitMember(db, giver, storeId, { deviceIds: [shown] });
    const { data } = await add(giver, { CompanyRoleId: wide });
    const modeOf = async (userId: number, projectId: number) =>
      (await ask(lin, 'getUserModel', { query: { projectId, userId } })).data.DeviceMode;
    expect([await modeOf(data.UserId, storeId), await modeOf(data.UserId, otherStoreId)]).toEqual(['listed', 'all']);
    const again = { UserId: wideAlready, ProjectRoleList: [{ SubareaId: storeId, RoleId: roles.viewer }] };
    await ask(lin, 'updateUserRoleSubarea', { body: again });
    expect(await modeOf(wideAlready, storeId)).toBe('all');
  });

  test('what a role of the company opens from now on, by a change of it or by the end of another, shows no more than who did it sees', async () => {
    const { db } = app.database;
    const shown = await aDevice(db, storeId, { name: 'Shown' });
    const wide = ['permissionsEdit', 'allProjects', 'monitorView'] as const;
    const keeper = await join('Karl', [[await aRole(db, companyId, { scope: 'company', permissions: [...wide] })]]);
    await limitMember(db, keeper, storeId, { deviceIds: [shown], alarmLevels: [1] });
    const narrow = await aRole(db, companyId, { scope: 'company', permissions: ['monitorView'] });
    const doomed = await aRole(db, companyId, { scope: 'company', permissions: ['monitorView'] });
    const [outside, inside, moved] = [
      await join('Oda', [[narrow]]),
      await join('Ida', [[narrow], [roles.viewer, storeId]]),
      await join('Mo', [[doomed]]),
    ];
    const seenBy = async (userId: number) =>
      (await ask(lin, 'getUserModel', { query: { projectId: storeId, userId } })).data;
    const opened = { RoleId: narrow, AddFuncIdS: [permissions.allProjects.id] };
    expect((await ask(keeper, 'updateRoleFunc', { body: opened })).status).toBe(200);
    expect(await seenBy(outside)).toMatchObject({ DeviceMode: 'listed', AlarmLevelList: [1] });
    expect((await seenBy(inside)).DeviceMode).toBe('all');
    expect((await ask(lin, 'setDefaultRole', { body: { RoleId: narrow } })).status).toBe(200);
    expect((await ask(keeper, 'deleteRole', { query: { roleId: doomed } })).status).toBe(200);
    expect(await seenBy(moved)).toMatchObject({ DeviceMode: 'listed', AlarmLevelList: [1] });
  });

  test('who sees only some devices of a project signs in as nobody who sees more of it, and hands it to no other company', async () => {
    const { db } = app.database;
    const shown = await aDevice(db, storeId, { name: 'Shown' });
    const wide = await aRole(db, companyId, {
      scope: 'company',
      permissions: ['membersEdit', 'projectsEdit', 'allProjects', 'monitorView'],
    });
    const giver = await join('Greta', [[wide]]);
    const [all, part] = [await join('Walter', [[wide]]), await join('Paul', [[wide]])];
    for (const id of [giver, part]) await limitMember(db, id, storeId, { deviceIds: [shown] });
    await db.updateTable('app_user').set({ created_by_company_id: companyId }).where('id', 'in', [all, part]).execute();
    const setPassword = (UserId: number) =>
      ask(giver, 'updatePwdByUserId', { query: { newPwd: 'Given_1234' }, body: { UserId } });
    expect([(await setPassword(all)).message, (await setPassword(part)).status]).toEqual([
      peopleErrors.aboveYou.en.replace('{name}', 'Walter'),
      200,
    ]);
    const mayEdit = async (userId: number) =>
      (await ask(giver, 'getUserRoleSubarea', { query: { userId } })).data.MayEditAccount;
    expect([await mayEdit(all), await mayEdit(part)]).toEqual([false, true]);
    await aMember(db, otherCompanyId, -1, { userId: giver, permissions: ['projectsEdit', 'allProjects'] });
    const body = { CompanyId: otherCompanyId, OldCompanyId: companyId, ProjectIdList: [storeId] };
    expect((await ask(giver, 'updateProjectCompany', { body })).message).toBe(peopleErrors.scopeBeyondYours.en);
    expect(
      (await ask(giver, 'updateProjectCompany', { body: { ...body, ProjectIdList: [otherStoreId] } })).status,
    ).toBe(200);
  });

  test('of two administrators who remove each other at once, one stays', async () => {
    const second = await join('Second', [[roles.companyAdministrator]]);
    const remove = (by: number, whom: number) => ask(by, 'deleteUserRoleSubarea', { body: { UserIdList: [whom] } });
    const both = await Promise.all([remove(lin, second), remove(second, lin)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 403]);
  });
});

describe('the last administrator of a company', () => {
  test('cannot be removed, inactivated or lose their role, not by themselves either', async () => {
    const { data } = await ask(lin, 'getUserRoleSubarea', { query: { userId: lin } });
    const held = await permissionsOf(lin, storeId);
    const attempts = [
      await ask(lin, 'updateUserRoleSubarea', { body: { UserId: lin, CompanyRoleIdList: [roles.member] } }),
      await ask(lin, 'deleteUserRoleList', { query: { UserRoleIdS: [data.CompanyRoleList[0]!.UserRoleId] } }),
      await ask(lin, 'deleteRole', { query: { roleId: roles.companyAdministrator } }),
    ];
    expect(attempts.map(({ status, message }) => [status, message])).toEqual(
      attempts.map(() => [409, peopleErrors.lastAdministrator.en]),
    );
    for (const [name, body] of [
      ['setUserActive', { UserIdList: [lin], ActiveStatus: false }],
      ['deleteUserRoleSubarea', { UserIdList: [lin] }],
    ] as const) {
      const { status, message } = await ask(lin, name, { body: body as never }, { language: 'zh' });
      expect([status, message]).toEqual([409, peopleErrors.notYourself.zh]);
    }
    expect(await permissionsOf(lin, storeId)).toEqual(held);
  });

  test('is no longer the last one when another was appointed', async () => {
    await ask(lin, 'relationUserRoleSubarea', {
      body: { RoleId: roles.companyAdministrator, UserRoleSubareaIds: [{ UserId: hr }] },
    });
    const { status } = await ask(lin, 'updateUserRoleSubarea', {
      body: { UserId: lin, CompanyRoleIdList: [roles.member] },
    });
    expect(status).toBe(200);
    expect((await ask(lin, 'getUserRoleSubareaList', { body: {} })).status).toBe(403);
  });
});

test('two who change the roles of one member at a time undo nothing of each other', async () => {
  const change = (body: object) => ask(lin, 'updateUserRoleSubarea', { body: { UserId: viewer, ...body } });
  const inStore = (RoleId: number) => [{ SubareaId: storeId, RoleId }];
  expect((await change({ AddProjectRoleList: inStore(roles.operator) })).status).toBe(200);
  expect((await change({ SubareaId: storeId, RemoveProjectRoleList: inStore(roles.viewer) })).status).toBe(200);
  expect((await change({ AddCompanyRoleIdList: [roles.member] })).status).toBe(200);
  const { data } = await ask(lin, 'getUserRoleSubarea', { query: { userId: viewer } });
  expect(data.ProjectRoleList.map(({ RoleName }) => RoleName)).toEqual(['Operator']);
  expect(data.CompanyRoleList.map(({ RoleId }) => RoleId)).toContain(roles.member);
  const elsewhere = { SubareaId: storeId, AddProjectRoleList: [{ SubareaId: otherStoreId, RoleId: roles.viewer }] };
  expect((await change(elsewhere)).status).toBe(400);
});

describe('removing and inactivating', () => {
  test('removing from the company asks for proof of identity, from a project it does not', async () => {
    const from = (SubareaId?: number) =>
      ask(
        lin,
        'deleteUserRoleSubarea',
        { body: { ...(SubareaId && { SubareaId }), UserIdList: [viewer] } },
        { proven: false },
      );
    expect((await from(storeId)).data).toEqual({ RemovedCount: 1 });
    expect((await from()).status).toBe(428);
    expect((await from(-1)).message).toBe(commonErrors.identityNeeded.en);
    expect(await namesOf(lin, { UserType: 'unassigned' })).toContain('Viktor');
  });

  test('who is removed from a project loses it with the next call, and what limited them there is forgotten', async () => {
    await limitMember(app.database.db, viewer, storeId, { alarmLevels: [1] });
    expect(await permissionsOf(viewer, storeId)).toEqual([26]);
    const told: number[] = [];
    app.application.events.on(told, 'accessChanged', ({ userIds }) => void told.push(...userIds));
    await ask(owner, 'deleteUserRoleSubarea', { body: { SubareaId: storeId, UserIdList: [viewer] } });
    app.application.events.removeOwner(told);
    expect(told).toEqual([viewer]);
    expect((await ask(viewer, 'getUserFuncNewList', { query: { type: 2, projectId: storeId } })).status).toBe(403);
    const limits = await app.database.db.selectFrom('member_scope').where('user_id', '=', viewer).selectAll().execute();
    expect(limits).toEqual([]);
  });

  test('an inactive member sees nothing of this company and everything of their others', async () => {
    const { db } = app.database;
    await db.insertInto('membership').values({ company_id: otherCompanyId, user_id: viewer }).execute();
    await ask(lin, 'setUserActive', { body: { UserIdList: [viewer], ActiveStatus: false } });
    const companies = async () => (await ask(viewer, 'getUserCompanyList', {})).data.map(({ CompanyId }) => CompanyId);
    expect(await companies()).toEqual([otherCompanyId]);
    expect(await namesOf(lin, { ActiveStatus: false })).toEqual(['Viktor']);
    await ask(lin, 'setUserActive', { body: { UserIdList: [viewer], ActiveStatus: true } });
    expect((await companies()).sort()).toEqual([companyId, otherCompanyId].sort());
  });

  test('nobody of another company is removed, inactivated, edited, seen or counted', async () => {
    const attempts = [
      await ask(lin, 'deleteUserRoleSubarea', { body: { UserIdList: [stranger] } }),
      await ask(lin, 'setUserActive', { body: { UserIdList: [viewer, stranger], ActiveStatus: false } }),
      await ask(lin, 'updateUserRoleSubarea', { body: { UserId: stranger, RealName: 'Mine' } }),
      await ask(lin, 'getUserRoleSubarea', { query: { userId: stranger } }),
      await ask(lin, 'relationUserRoleSubarea', {
        body: { RoleId: roles.member, UserRoleSubareaIds: [{ UserId: stranger }] },
      }),
    ];
    expect(attempts.map(({ status, message }) => [status, message])).toEqual(
      attempts.map(() => [404, peopleErrors.notAMember.en]),
    );
    expect(await namesOf(lin, { UserNameOrMobile: 'Sun' })).toEqual([]);
    expect((await listed(lin)).TotalCount).toBe(4);
    expect(await namesOf(lin, { ActiveStatus: false })).toEqual([]);
  });
});

describe('the list of members', () => {
  test('is sorted as people expect, in pages, and says how many there are', async () => {
    expect(await namesOf(lin)).toEqual(['Hana', 'Lin', 'Olga', 'Viktor']);
    expect(await namesOf(lin, { IsAsc: false, pageSize: 2, pageIndex: 2 })).toEqual(['Lin', 'Hana']);
    expect((await listed(lin, { pageSize: 1 })).TotalCount).toBe(4);
  });

  test('filters by project, partition, role, state and part of a name', async () => {
    const { db } = app.database;
    const region = await db
      .insertInto('subarea')
      .values({ company_id: companyId, kind: 'partition', name: 'Region' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.updateTable('subarea').set({ parent_id: region.id }).where('id', '=', storeId).execute();
    expect(await namesOf(lin, { SubareaId: storeId })).toEqual(['Olga', 'Viktor']);
    expect(await namesOf(lin, { SubareaId: region.id })).toEqual(['Olga', 'Viktor']);
    expect(await namesOf(lin, { SubareaId: otherStoreId })).toEqual([]);
    expect(await namesOf(lin, { CompanyRoleId: roles.member })).toEqual(['Viktor']);
    expect(await namesOf(lin, { ProjectRoleId: roles.projectOwner })).toEqual(['Olga']);
    expect(await namesOf(lin, { UserType: 'unassigned' })).toEqual(['Hana']);
    expect(await namesOf(lin, { UserType: 'external' })).toEqual([]);
    expect(await namesOf(lin, { UserNameOrMobile: 'iN' })).toEqual(['Lin']);
    expect(await namesOf(lin, { UserNameOrMobile: '%' })).toEqual([]);
  });

  test('shows the owner of a project the people of their project and their roles there alone', async () => {
    const { db } = app.database;
    await db
      .insertInto('role_entry')
      .values({ user_id: viewer, role_id: roles.operator, company_id: companyId, project_id: otherStoreId })
      .execute();
    const { Data } = await listed(owner);
    expect(Data.map(({ RealName, ProjectCount }) => [RealName, ProjectCount])).toEqual([
      ['Olga', 1],
      ['Viktor', 1],
    ]);
    expect(JSON.stringify(Data)).not.toContain('Other store');
    expect((await ask(owner, 'getUserRoleSubareaList', { body: { SubareaId: otherStoreId } })).status).toBe(403);
    expect((await ask(owner, 'getUserRoleSubarea', { query: { userId: lin } })).status).toBe(404);
  });

  test('does not show a member in a project that was deleted', async () => {
    await app.database.db.updateTable('project').set({ deleted_at: new Date() }).where('id', '=', storeId).execute();
    const { Data } = await listed(lin);
    expect(Data.map(({ ProjectCount }) => ProjectCount)).toEqual([0, 0, 0, 0]);
  });

  test('of a project says what each does with its devices and which alarms they see; of the company in how many they are limited', async () => {
    const { db } = app.database;
    const [first, second] = [await aDevice(db, storeId), await aDevice(db, storeId)];
    const set = (body: object) =>
      ask(lin, 'batchSetUserModelTreeAndAlarmLevel', { body: { ProjectId: storeId, ...body } as never });
    await set({
      UserIdList: [viewer],
      DeviceMode: 'listed',
      ModelTreeList: [{ ModelTreeId: first, ReadWrite: 'readWrite' }, { ModelTreeId: second }],
      AlarmLevelList: [1, 2],
    });
    await set({ UserIdList: [owner], ReadWrite: 'read' });
    const { Data } = await listed(owner, { SubareaId: storeId });
    expect(Data.map(({ RealName, DataAccess }) => [RealName, DataAccess])).toEqual([
      [
        'Olga',
        { DeviceMode: 'all', ReadWrite: 'read', DeviceCount: 0, WritableCount: 0, AlarmLevelList: [1, 2, 3, 4] },
      ],
      [
        'Viktor',
        { DeviceMode: 'listed', ReadWrite: 'readWrite', DeviceCount: 2, WritableCount: 1, AlarmLevelList: [1, 2] },
      ],
    ]);
    await ask(lin, 'resetUserModel', { body: { ProjectId: storeId, UserIdList: [owner] } });
    const everybody = (await listed(lin)).Data;
    expect(everybody.map(({ RealName, DataAccess, LimitedCount }) => [RealName, DataAccess, LimitedCount])).toEqual([
      ['Hana', null, 0],
      ['Lin', null, 0],
      ['Olga', null, 0],
      ['Viktor', null, 1],
    ]);
    await ask(lin, 'deleteProject', { query: { projectIdList: String(storeId) } as never });
    expect((await listed(lin)).Data.at(-1)?.LimitedCount).toBe(0);
  });

  test('names the role in the project that is asked about, however many others a member has', async () => {
    const { db } = app.database;
    for (let i = 0; i < 12; i++) {
      const project_id = await aProject(db, companyId, { name: `Branch ${i}` });
      await db
        .insertInto('role_entry')
        .values({ user_id: viewer, role_id: roles.operator, company_id: companyId, project_id })
        .execute();
    }
    const late = await aProject(db, companyId, { name: 'Zoo' });
    await db
      .insertInto('role_entry')
      .values({ user_id: viewer, role_id: roles.viewer, company_id: companyId, project_id: late })
      .execute();
    const [row] = (await listed(lin, { SubareaId: late, UserNameOrMobile: 'Viktor' })).Data;
    expect(row?.ProjectRoleList.length).toBe(10);
    expect(row?.ProjectRoleList[0]).toMatchObject({ SubareaId: late, RoleName: 'Viewer' });
  });

  test('is refused to a viewer', async () => {
    expect((await ask(viewer, 'getUserRoleSubareaList', { body: {} })).status).toBe(403);
  });

  test('drop-downs offer a project’s people to who only shares projects with them, and the inactive where asked', async () => {
    const values = async (by: number, name: 'getCompanyUserDropdown' | 'getCompanyAllUserDropdown') =>
      (await ask(by, name, { query: {} })).data.map(({ Value }) => Value);
    await app.database.db.updateTable('membership').set({ active: false }).where('user_id', '=', viewer).execute();
    expect(await values(lin, 'getCompanyUserDropdown')).toEqual(['Hana', 'Lin', 'Olga']);
    expect(await values(lin, 'getCompanyAllUserDropdown')).toEqual(['Hana', 'Lin', 'Olga', 'Viktor']);
    expect(await values(owner, 'getCompanyAllUserDropdown')).toEqual(['Olga', 'Viktor']);
    // Who does not manage the members finds none by a part of their number, and all the same by a whole one.
    const mobile = `1330001${String(made).padStart(4, '0')}`;
    await app.database.db.updateTable('app_user').set({ mobile }).where('id', '=', viewer).execute();
    const found = async (by: number, mobileOrName: string) =>
      (await ask(by, 'getCompanyAllUserDropdown', { query: { mobileOrName } })).data.map(({ Value }) => Value);
    expect([await found(owner, '1330001'), await found(owner, mobile), await found(lin, '1330001')]).toEqual([
      [],
      ['Viktor'],
      ['Viktor'],
    ]);
  });
});

describe('changing a member', () => {
  test('what is not given stays, and the log has before and after without secrets', async () => {
    const { data } = await add(lin, { Email: `li${made}@example.com`, CompanyRoleId: roles.member });
    await ask(lin, 'updateUserRoleSubarea', { body: { UserId: data.UserId, RealName: '李娜', Depart: '冷库' } });
    await ask(lin, 'updateUserRoleSubarea', { body: { UserId: data.UserId, Email: '' } });
    const after = await ask(lin, 'getUserRoleSubarea', { query: { userId: data.UserId } });
    expect(after.data).toMatchObject({ RealName: '李娜', Depart: '冷库', Email: '' });
    expect(after.data.CompanyRoleList).toHaveLength(1);
    const lines = await app.database.db
      .selectFrom('operation_log')
      .where('subject_id', '=', String(data.UserId))
      .where('subject_kind', '=', 'member')
      .orderBy('id')
      .select(['before', 'after', 'user_id'])
      .execute();
    expect(lines.map(({ before }) => before)).toEqual([
      null,
      { name: 'Li Na', department: '' },
      // Enough to recognise.
      { email: 'l****@example.com' },
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/Secret_12|argon2/);
    expect(new Set(lines.map(({ user_id }) => user_id))).toEqual(new Set([lin]));
  });

  test('project roles are replaced in one project by its owner, in all by who edits members', async () => {
    await ask(owner, 'updateUserRoleSubarea', {
      body: { UserId: viewer, SubareaId: storeId, ProjectRoleList: [{ SubareaId: storeId, RoleId: roles.operator }] },
    });
    expect(await permissionsOf(viewer, storeId)).toEqual([26, 30, 31, 34, 39, 40, 123, 1000, 1032]);
    await ask(lin, 'updateUserRoleSubarea', {
      body: { UserId: viewer, ProjectRoleList: [{ SubareaId: otherStoreId, RoleId: roles.viewer }] },
    });
    expect(await permissionsOf(viewer, otherStoreId)).toEqual([26]);
    expect((await ask(viewer, 'getUserFuncNewList', { query: { type: 2, projectId: storeId } })).status).toBe(403);
  });

  test('a company role is no project role, and a role of another company is none at all', async () => {
    const foreign = await aRole(app.database.db, otherCompanyId, { scope: 'company' });
    const set = (CompanyRoleIdList: number[]) =>
      ask(lin, 'updateUserRoleSubarea', { body: { UserId: viewer, CompanyRoleIdList } });
    expect((await set([roles.viewer])).status).toBe(400);
    expect((await set([foreign])).message).toBe(peopleErrors.roleUnknown.en);
  });

  test('an account that belongs to a second company is no longer this company’s to change', async () => {
    const { data } = await add(lin);
    expect(
      (await ask(lin, 'updateUserRoleSubarea', { body: { UserId: data.UserId, Email: `a${made}@example.com` } }))
        .status,
    ).toBe(200);
    await app.database.db
      .insertInto('membership')
      .values({ company_id: otherCompanyId, user_id: data.UserId })
      .execute();
    const refused = await ask(lin, 'updateUserRoleSubarea', { body: { UserId: data.UserId, Email: 'x@example.com' } });
    expect([refused.status, refused.message]).toEqual([403, accountErrors.foreignAccount.en]);
  });

  test('another phone or e-mail, by which one signs in, asks for proof of identity; nothing else does', async () => {
    const mobile = `1360000${String(made).padStart(4, '0')}`;
    const { data } = await add(lin, { Mobile: mobile });
    const change = (body: object) =>
      ask(lin, 'updateUserRoleSubarea', { body: { UserId: data.UserId, ...body } }, { proven: false });
    for (const way of [{ Mobile: '13600000000' }, { Email: 'mine@example.com' }]) {
      const refused = await change({ RealName: 'Somebody', ...way });
      expect([refused.status, refused.message]).toEqual([428, commonErrors.identityNeeded.en]);
    }
    expect(await namesOf(lin)).not.toContain('Somebody');
    expect((await change({ RealName: 'Li Naomi', Mobile: mobile })).status).toBe(200);
  });

  test('a detail says to each caller whether they may change that member, in the project they ask about', async () => {
    const mayChange = async (by: number, userId: number, more: object = {}) =>
      (await ask(by, 'getUserRoleSubarea', { query: { userId, ...more } })).data.MayChange;
    const here = { subareaId: storeId };
    expect(await mayChange(owner, viewer, here)).toBe(true);
    expect(await mayChange(owner, viewer)).toBe(false);
    expect(await mayChange(owner, viewer, { subareaId: otherStoreId })).toBe(false);
    const body = {
      UserId: viewer,
      SubareaId: storeId,
      ProjectRoleList: [{ SubareaId: storeId, RoleId: roles.operator }],
    };
    expect((await ask(owner, 'updateUserRoleSubarea', { body })).status).toBe(200);
    const configurator = await join('Cora', [
      [await aRole(app.database.db, companyId, { scope: 'project', permissions: ['projectConfig'] }), storeId],
    ]);
    // The owner holds more there than the caller could take away.
    expect(await mayChange(configurator, owner, here)).toBe(false);
    expect(await mayChange(lin, owner, here)).toBe(true);
  });

  test('nobody hides anything from who may do more in the project, or from who holds everything', async () => {
    const { db } = app.database;
    const configurator = await join('Cora', [
      [await aRole(db, companyId, { scope: 'project', permissions: ['projectConfig', 'monitorView'] }), storeId],
    ]);
    const limit = (by: number, userId: number, language: 'zh' | 'en' = 'en') =>
      ask(
        by,
        'batchSetUserModelTreeAndAlarmLevel',
        {
          body: {
            ProjectId: storeId,
            UserIdList: [userId],
            DeviceMode: 'listed',
            ModelTreeList: [],
            AlarmLevelList: [],
          },
        },
        { language },
      );
    for (const [name, above] of [
      ['Lin', lin],
      ['Olga', owner],
    ] as const) {
      const refused = await limit(configurator, above);
      expect([refused.status, refused.message]).toEqual([403, peopleErrors.aboveYou.en.replace('{name}', name)]);
    }
    for (const language of ['zh', 'en'] as const) {
      const refused = await limit(lin, lin, language);
      expect([refused.status, refused.message]).toEqual([
        409,
        peopleErrors.seesEverything[language].replace('{name}', 'Lin'),
      ]);
    }
    expect((await limit(configurator, viewer)).status).toBe(200);

    // Set before they held everything: it counts no more, and they can take it from others.
    await limitMember(db, lin, storeId, { deviceIds: [], alarmLevels: [] });
    const config = await ask(lin, 'getCompanyProjectUserConfig', { query: { projectId: storeId } });
    expect(config.data.User).toMatchObject({ AllDevices: true, AlarmLevels: [1, 2, 3, 4] });
    const modelTreeId = await aDevice(db, storeId, { name: 'Freezer' });
    const seeing = await ask(lin, 'getPersonList', { query: { projectId: storeId, modelTreeId } });
    expect(seeing.data.map(({ Value }) => Value)).toContain('Lin');
    const reset = await ask(lin, 'resetUserModel', { body: { ProjectId: storeId, UserIdList: [viewer] } });
    expect(reset.status).toBe(200);
    const told = await app.database.pool.connect();
    const [reached] = (await membersOfProjects(system, told, [storeId], [])).filter(({ user_id }) => user_id === lin);
    told.release();
    expect(reached).toMatchObject({ devices: 'all', alarm_levels: [1, 2, 3, 4] });
  });

  test('device and alarm limits are set for several members, listed and told at once', async () => {
    const { db } = app.database;
    const deviceId = await aDevice(db, storeId, { name: 'Freezer' });
    const foreign = await aDevice(db, otherStoreId, { name: 'Elsewhere' });
    const set = (ModelTreeId: number) =>
      ask(lin, 'batchSetUserModelTreeAndAlarmLevel', {
        body: {
          ProjectId: storeId,
          UserIdList: [owner, viewer],
          DeviceMode: 'listed',
          ModelTreeList: [{ ModelTreeId, ReadWrite: 'readWrite' }],
          AlarmLevelList: [1, 3],
        },
      });
    expect((await set(foreign)).status).toBe(404);
    expect((await set(deviceId)).status).toBe(200);
    const { data } = await ask(lin, 'getUserModel', { query: { projectId: storeId, userId: viewer } });
    expect(data).toMatchObject({ DeviceMode: 'listed', AlarmLevelList: [1, 3] });
    // What they see in part their screens know with their rights.
    const rights = await ask(viewer, 'getUserFuncNewList', { query: { type: 1 } });
    expect(rights.data.LimitedProjectIdList).toEqual([storeId]);
    expect(data.ModelTreeList).toEqual([
      { ModelTreeId: deviceId, ModelTreeName: 'Freezer', AreaName: '', Listed: true, ReadWrite: 'readWrite' },
    ]);
    await ask(lin, 'resetUserModel', { body: { ProjectId: storeId, UserIdList: [viewer] } });
    const reset = await ask(lin, 'getUserModel', { query: { projectId: storeId, userId: viewer } });
    expect(reset.data).toMatchObject({ DeviceMode: 'all', AlarmLevelList: [1, 2, 3, 4], ReadWrite: 'readWrite' });
  });
});
