import { peopleErrors, permissions, wildcardPermissionId, writingErrors } from '@watchpost/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDefaultRoles, type DefaultRoleKind } from '../../people/index.ts';
import { startTestApplication, type TestApplication } from '../../testing/application.ts';
import { askAs } from '../../testing/askAs.ts';
import { aCompany, aDevice, aMember, aProject, aRole, aUser, limitMember } from '../../testing/factories.ts';
import { anMqttGateway, anMqttPoint } from '../../testing/fieldFactories.ts';
import { tellConfiguration } from '../../testing/tellConfiguration.ts';

let app: TestApplication;
const ask = askAs(() => app);
beforeAll(async () => {
  app = await startTestApplication();
});
afterAll(() => app.stop());

let companyId: number;
let roles: Record<DefaultRoleKind, number>;
let storeId: number;
/** Administrator; changes roles without being one; a viewer of the store. */
let lin: number;
let keeper: number;
let viewer: number;
/** A role of another company. */
let foreignRoleId: number;

beforeEach(async () => {
  const { db } = app.database;
  companyId = await aCompany(db);
  roles = await addDefaultRoles({ companyId }, db);
  storeId = await aProject(db, companyId, { name: 'Store' });
  const holder = async (roleId: number, projectId = -1) => {
    const userId = await aUser(db);
    await db.insertInto('membership').values({ company_id: companyId, user_id: userId }).execute();
    await db
      .insertInto('role_entry')
      .values({ user_id: userId, role_id: roleId, company_id: companyId, project_id: projectId })
      .execute();
    return userId;
  };
  lin = await holder(roles.companyAdministrator);
  viewer = await holder(roles.viewer, storeId);
  keeper = await aMember(db, companyId, -1, { permissions: ['permissionsEdit', 'permissionsView', 'monitorView'] });
  foreignRoleId = await aRole(db, await aCompany(db), { scope: 'company' });
});

const list = async (by: number, query: object = {}, language: 'zh' | 'en' = 'en') =>
  (await ask(by, 'getCompanyRoleList', { query: query as never }, { language })).data;
const add = (by: number, body: object, language: 'zh' | 'en' = 'en') =>
  ask(by, 'addRole', { body: { RoleType: 'project', ...body } as never }, { language });
const save = (by: number, RoleId: number, FuncIdS: number[], more: object = {}) =>
  ask(by, 'updateRoleFunc', { body: { RoleId, FuncIdS, ...more } });
const held = async (userId: number) =>
  (await ask(userId, 'getUserFuncNewList', { query: { type: 2, projectId: storeId } })).data.FuncS;

test('every company begins with the same roles, named in both languages, with one default of each type', async () => {
  const all = (await list(lin)).RoleList;
  const RoleList = all.filter(({ RoleName }) => !/^Role \d+$/.test(RoleName));
  expect(RoleList.map(({ RoleName, RoleType, IsDefault }) => [RoleName, RoleType, IsDefault])).toEqual([
    ['Member', 'company', true],
    ['Distributor', 'company', false],
    ['Company administrator', 'company', false],
    ['External engineer', 'company', false],
    ['Maintenance-team administrator', 'company', false],
    ['Supervisor', 'company', false],
    ['Viewer', 'project', true],
    ['Maintenance engineer', 'project', false],
    ['Project owner', 'project', false],
    ['Operator', 'project', false],
  ]);
  expect((await list(lin, {}, 'zh')).RoleList.map(({ RoleName }) => RoleName)).toContain('企业管理员');
  expect(RoleList.find(({ RoleName }) => RoleName === 'Viewer')?.UserCount).toBe(1);
});

describe('the tree of a role', () => {
  test('has platforms and groups with what the role holds, and the half-selected, which grant nothing', async () => {
    expect((await save(lin, roles.viewer, [26], { HalfSelection: [27, 34] })).status).toBe(200);
    const { Tree, RoleList } = await list(lin, { roleId: roles.viewer });
    expect(RoleList.map(({ RoleId }) => RoleId)).toEqual([roles.viewer]);
    const leaves = Tree.flatMap(({ Children }) => Children.flatMap((group) => group.Children));
    expect(leaves.filter(({ Checked }) => Checked).map(({ FuncName }) => FuncName)).toEqual(['Monitoring: view']);
    expect(leaves.filter(({ HalfSelected }) => HalfSelected).map(({ FuncId }) => FuncId)).toEqual([27, 34]);
    expect(Tree[0]?.Checked).toBe('some');
    expect(await held(viewer)).toEqual([26]);
  });

  test('of a project role offers nothing about the company; of a company that does not run the installation nothing of that', async () => {
    const ids = async (roleId: number) =>
      (await list(lin, { roleId })).Tree.flatMap(({ Children }) => Children.flatMap((group) => group.Children)).map(
        ({ FuncId }) => FuncId,
      );
    expect(await ids(roles.viewer)).not.toContain(12);
    expect(await ids(roles.member)).toContain(12);
    expect(await ids(roles.member)).not.toContain(1003);
  });

  test('shows everything as held by the administrator, and is only for who may see permissions', async () => {
    const { Tree, RoleList } = await list(lin, { roleId: roles.companyAdministrator });
    expect(RoleList[0]).toMatchObject({ IsAdministrator: true, CanGive: true });
    expect(Tree.every(({ Checked }) => Checked === 'all')).toBe(true);
    const hr = await aMember(app.database.db, companyId, -1, { permissions: ['membersView'] });
    expect((await list(hr, { roleId: roles.member })).Tree).toEqual([]);
    expect((await ask(viewer, 'getCompanyRoleList', { query: {} })).status).toBe(403);
  });
});

test('two administrators who change one role at a time undo nothing of each other', async () => {
  const change = (body: object) => ask(lin, 'updateRoleFunc', { body: { RoleId: roles.viewer, ...body } });
  await save(lin, roles.viewer, [26], { HalfSelection: [27, 34] });
  // Both had loaded the same; each ticks something else.
  expect((await change({ AddFuncIdS: [27] })).status).toBe(200);
  expect((await change({ AddFuncIdS: [34], RemoveFuncIdS: [26] })).status).toBe(200);
  expect(await held(viewer)).toEqual([27, 34]);
  expect((await change({ AddFuncIdS: [27] })).status).toBe(200);
  expect(await held(viewer)).toEqual([27, 34]);
});

describe('the name of a role', () => {
  test.each([
    ['empty', '', 'Required', '必填'],
    ['longer than 50 characters', 'x'.repeat(51), 'A role name has 1 to 50 characters', '角色名称须为 1–50 个字符'],
    ['with special characters', 'Night <shift>', 'A role name has no special characters', '角色名称不能包含特殊符号'],
  ])('that is %s is refused, in both languages', async (_what, RoleName, en, zh) => {
    for (const [language, words] of [
      ['en', en],
      ['zh', zh],
    ] as const) {
      const { status, data } = await add(lin, { RoleName }, language);
      expect([status, data]).toEqual([400, { Fields: [{ Field: 'RoleName', Message: words }] }]);
    }
  });

  test.each(['x'.repeat(50), '夜班 领班', 'Équipe-de_nuit 2'])('may be %s', async (RoleName) => {
    expect((await add(lin, { RoleName })).status).toBe(200);
  });

  test('is taken once a type, in either language', async () => {
    for (const RoleName of ['查看者', 'Viewer']) {
      expect((await add(lin, { RoleName })).message).toBe(peopleErrors.roleNameTaken.en.replace('{name}', RoleName));
      expect((await add(lin, { RoleName, RoleType: 'company' })).status).toBe(200);
    }
    const renamed = await ask(
      lin,
      'updateRole',
      { body: { RoleId: roles.operator, RoleName: 'Viewer' } },
      { language: 'zh' },
    );
    expect(renamed.message).toBe('角色名称“Viewer”已被使用，请换一个');
  });

  test('that people gave is the same in both languages', async () => {
    await ask(lin, 'updateRole', { body: { RoleId: roles.operator, RoleName: 'Night shift' } });
    expect(JSON.stringify(await list(lin, {}, 'zh'))).toContain('Night shift');
    expect(JSON.stringify(await list(lin, {}, 'en'))).not.toContain('"Operator"');
  });
});

describe('nobody gives a permission that they do not hold', () => {
  test('not by changing a role, their own or another, in either direction', async () => {
    const own = (await ask(keeper, 'getUserRoleList', { query: {} })).data[0]!.RoleId;
    const attempts = [
      await save(keeper, own, [16, 17, 26, 12]),
      await save(keeper, roles.viewer, [26, 27]),
      await save(keeper, roles.operator, [26]),
    ];
    expect(attempts.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect(attempts[1]?.message).toBe(peopleErrors.moreThanYou.en.replace('{names}', 'Monitoring: edit'));
    expect((await save(keeper, roles.viewer, [])).status).toBe(200);
    expect(await held(viewer)).toEqual([]);
  });

  test('not by copying, renaming, deleting or making default a role that can do more', async () => {
    const attempts = [
      await add(keeper, { RoleName: 'Copy', RoleType: 'company', CopyRoleId: roles.companyAdministrator }),
      await ask(keeper, 'updateRole', { body: { RoleId: roles.operator, RoleName: 'Mine' } }),
      await ask(keeper, 'deleteRole', { query: { roleId: roles.operator } }),
      await ask(keeper, 'setDefaultRole', { body: { RoleId: roles.operator } }),
    ];
    expect(attempts.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  });

  test('and nobody makes a role hold everything, or narrows the one that does', async () => {
    expect((await save(lin, roles.member, [wildcardPermissionId])).status).toBe(400);
    expect((await save(lin, roles.companyAdministrator, [26])).message).toBe(peopleErrors.administratorRoleFixed.en);
    const body = { RoleId: roles.companyAdministrator, RemoveFuncIdS: [26] };
    expect((await ask(lin, 'updateRoleFunc', { body })).message).toBe(peopleErrors.administratorRoleFixed.en);
    const setDefault = await ask(lin, 'setDefaultRole', { body: { RoleId: roles.companyAdministrator } });
    expect(setDefault.message).toBe(peopleErrors.administratorNotDefault.en);
  });
});

test('what runs the installation goes into a role of the company that runs it, and of no other', async () => {
  const { status, message } = await save(lin, roles.member, [permissions.testInbox.id]);
  expect([status, message]).toEqual([
    403,
    peopleErrors.rightOfOperator.en.replace('{names}', permissions.testInbox.en),
  ]);
});

test('a project role holds nothing about the company, no role an unknown permission, and none both ways', async () => {
  expect((await save(lin, roles.viewer, [26, 12])).message).toBe(
    peopleErrors.companyRightInProjectRole.en.replace('{names}', 'Members: edit'),
  );
  expect((await save(lin, roles.viewer, [26, 987_654])).message).toBe('There is no permission with the number 987654.');
  expect((await save(lin, roles.viewer, [26], { HalfSelection: [26] })).message).toBe(
    peopleErrors.halfAndWhole.en.replace('{ids}', '26'),
  );
});

test('of one platform only its own permissions are replaced, and free pairs come back as they were sent', async () => {
  const pairs = [{ Key: 'colour', Value: '蓝' }];
  expect((await save(lin, roles.viewer, [], { PlatformType: 'data', StorageSpaceExtendList: pairs })).status).toBe(200);
  expect(await held(viewer)).toEqual([26]);
  expect((await list(lin, { roleId: roles.viewer })).RoleList[0]?.StorageSpaceExtendList).toEqual(pairs);
  const endless = Array.from({ length: 51 }, () => pairs[0]!);
  expect((await save(lin, roles.viewer, [26], { StorageSpaceExtendList: endless })).status).toBe(400);
});

describe('who owns a project', () => {
  let owner: number;
  beforeEach(async () => {
    const { db } = app.database;
    owner = await aUser(db);
    await db.insertInto('membership').values({ company_id: companyId, user_id: owner }).execute();
    await db
      .insertInto('role_entry')
      .values({ user_id: owner, role_id: roles.projectOwner, company_id: companyId, project_id: storeId })
      .execute();
  });

  test('learns which roles they may give in it, and gives, takes and invites with those', async () => {
    const big = await aRole(app.database.db, companyId, { permissions: ['monitorView', 'membersView'] });
    const { RoleList } = await list(owner, { subareaId: storeId });
    const givable = RoleList.filter(({ CanGive }) => CanGive).map(({ RoleName }) => RoleName);
    expect(givable.toSorted()).toEqual(['Maintenance engineer', 'Operator', 'Project owner', 'Viewer']);
    expect(RoleList.find(({ RoleId }) => RoleId === big)?.CanGive).toBe(false);
    const everywhere = (await list(owner)).RoleList;
    expect(everywhere.some(({ CanGive }) => CanGive)).toBe(false);
    // Where the project is still to be chosen, what they may give in one of theirs stands to be chosen, and nothing else.
    const somewhere = everywhere.filter((each) => each.CanGiveSomewhere).map(({ RoleName }) => RoleName);
    expect(somewhere.toSorted()).toEqual(givable.toSorted());

    const change = (AddProjectRoleList: object[]) =>
      ask(owner, 'updateUserRoleSubarea', {
        body: { UserId: viewer, SubareaId: storeId, AddProjectRoleList } as never,
      });
    expect((await change([{ SubareaId: storeId, RoleId: roles.operator }])).status).toBe(200);
    expect(await held(viewer)).toContain(34);
    expect((await change([{ SubareaId: storeId, RoleId: big }])).status).toBe(403);
    const invite = (RoleId: number) =>
      ask(owner, 'addInvitation', { body: { ProjectRoleList: [{ SubareaId: storeId, RoleId }] } });
    expect([(await invite(roles.viewer)).status, (await invite(big)).status]).toEqual([200, 403]);
  });

  test('is offered for it only those who are not in it, and asks about no other project', async () => {
    const otherId = await aProject(app.database.db, companyId, { name: 'Other' });
    const free = async (by: number, notInSubareaId: number) =>
      (await ask(by, 'getCompanyUserDropdown', { query: { notInSubareaId } })).data?.map(({ Key }) => Key);
    expect(await free(owner, storeId)).toEqual([]);
    expect((await free(lin, storeId))?.toSorted()).toEqual([lin, keeper].toSorted());
    const asked = (subareaId: number) => ask(owner, 'getCompanyRoleList', { query: { subareaId } });
    expect([(await asked(storeId)).status, (await asked(otherId)).status]).toEqual([200, 403]);
  });
});

describe('deleting a role', () => {
  test('moves its members to the default role of its type, in every project, and tells them at once', async () => {
    const { db } = app.database;
    const night = (await add(lin, { RoleName: 'Night', CopyRoleId: roles.operator })).data.RoleId;
    await db
      .insertInto('role_entry')
      .values({ user_id: keeper, role_id: night, company_id: companyId, project_id: storeId })
      .execute();
    await db
      .insertInto('role_entry')
      .values({ user_id: viewer, role_id: night, company_id: companyId, project_id: storeId })
      .execute();
    const told: number[] = [];
    app.application.events.on(told, 'accessChanged', ({ userIds }) => void told.push(...userIds));
    const { data } = await ask(lin, 'deleteRole', { query: { roleId: night } });
    app.application.events.removeOwner(told);
    expect(data).toEqual({ MovedCount: 2 });
    expect(told.sort()).toEqual([keeper, viewer].sort());
    expect(await held(keeper)).toEqual([26]);
    const holders = await ask(lin, 'getUsersOfRole', { query: { roleId: roles.viewer } });
    expect(holders.data.TotalCount).toBe(2);
    const entries = await ask(lin, 'getRoleUserList', { query: { RoleId: roles.viewer } });
    expect(entries.data.Data.map(({ SubareaName }) => SubareaName)).toEqual(['Store', 'Store']);
  });

  test('is refused for the default role, and where there is no default to move to', async () => {
    expect((await ask(lin, 'deleteRole', { query: { roleId: roles.viewer } })).message).toBe(
      peopleErrors.defaultRoleStays.en,
    );
    await app.database.db.updateTable('role').set({ is_default: false }).where('id', '=', roles.viewer).execute();
    expect((await ask(lin, 'deleteRole', { query: { roleId: roles.operator } })).message).toBe(
      peopleErrors.noDefaultRole.en,
    );
  });

  test('is possible for the former default once another one is', async () => {
    expect((await ask(lin, 'setDefaultRole', { body: { RoleId: roles.operator } })).status).toBe(200);
    expect((await ask(lin, 'deleteRole', { query: { roleId: roles.viewer } })).data).toEqual({ MovedCount: 1 });
    expect(await held(viewer)).toEqual([26, 30, 31, 34, 39, 40, 123, 1000, 1032]);
  });
});

test('a role says as many holders as it names, and how they are reached only to who manages members', async () => {
  const { db } = app.database;
  const gone = await aProject(db, companyId, { name: 'Gone', deletedAt: new Date() });
  const former = await aUser(db);
  await db.insertInto('membership').values({ company_id: companyId, user_id: former }).execute();
  for (const project_id of [gone, storeId]) {
    const user_id = project_id === gone ? former : lin;
    await db
      .insertInto('role_entry')
      .values({ user_id, role_id: roles.viewer, company_id: companyId, project_id })
      .execute();
  }
  const auditor = await aMember(db, companyId, -1, { permissions: ['permissionsView'] });
  const shown = async (by: number, UserNameOrMobile = '') =>
    (await ask(by, 'getRoleUserList', { query: { RoleId: roles.viewer, UserNameOrMobile } })).data;
  const count = (await list(auditor)).RoleList.find(({ RoleId }) => RoleId === roles.viewer)?.UserCount;
  expect([count, (await shown(auditor)).TotalCount]).toEqual([2, 2]);
  await db.updateTable('app_user').set({ mobile: '+8613700001111' }).where('id', '=', viewer).execute();
  const contacts = ({ Data }: Awaited<ReturnType<typeof shown>>) =>
    Data.map(({ Mobile }) => Mobile)
      .sort()
      .at(-1);
  expect([contacts(await shown(auditor)), contacts(await shown(lin))]).toEqual(['', '+8613700001111']);
  const brief = await ask(auditor, 'getUsersOfRole', { query: { roleId: roles.viewer } });
  expect(brief.data.Data.map(({ Account }) => Account)).toEqual(['', '']);
  expect([(await shown(auditor, '37000')).TotalCount, (await shown(lin, '37000')).TotalCount]).toEqual([0, 1]);
});

test('roles are taken from somebody, never from nobody', async () => {
  expect((await ask(lin, 'deleteUserRoleList', { query: { UserRoleIdS: [] } })).status).toBe(400);
});

test('a role of another company is not seen, changed, copied, counted or given', async () => {
  const attempts = [
    await ask(lin, 'getCompanyRoleList', { query: { roleId: foreignRoleId } }),
    await save(lin, foreignRoleId, []),
    await ask(lin, 'updateRole', { body: { RoleId: foreignRoleId, RoleName: 'Mine' } }),
    await ask(lin, 'setDefaultRole', { body: { RoleId: foreignRoleId } }),
    await ask(lin, 'deleteRole', { query: { roleId: foreignRoleId } }),
    await add(lin, { RoleName: 'Copy', CopyRoleId: foreignRoleId }),
    await ask(lin, 'getUsersOfRole', { query: { roleId: foreignRoleId } }),
    await ask(lin, 'getRoleUserList', { query: { RoleId: foreignRoleId } }),
    await ask(lin, 'relationUserRoleSubarea', {
      body: { RoleId: foreignRoleId, UserRoleSubareaIds: [{ UserId: viewer }] },
    }),
  ];
  expect(attempts.map(({ status, message }) => [status, message])).toEqual(
    attempts.map(() => [404, peopleErrors.roleUnknown.en]),
  );
});

describe('looking as a member', () => {
  test('names the boards of what they see in a project, and whether they have a map', async () => {
    const { db } = app.database;
    const seen = async (userId: number) => (await ask(lin, 'getUserView', { query: { userId } as never })).data;
    const { id } = await db
      .selectFrom('subsystem')
      .select(['id'])
      .where('code', '=', 'coldStorage')
      .executeTakeFirstOrThrow();
    await db
      .updateTable('project')
      .set({ subsystem_ids: [id] })
      .where('id', '=', storeId)
      .execute();
    expect(await seen(viewer)).toMatchObject({
      PlacesToShow: false,
      Projects: { Data: [{ BigTypeCodeList: ['coldStorage'] }] },
    });
    expect((await ask(viewer, 'getUserOwnProject', { query: {} as never })).data[0]?.BigTypeCodeList).toEqual([
      'coldStorage',
    ]);
    await db.updateTable('project').set({ latitude: 31, longitude: 121 }).where('id', '=', storeId).execute();
    expect(await seen(viewer)).toMatchObject({ PlacesToShow: true });
    await aProject(db, companyId, { name: 'Other' });
    expect(await seen(lin)).toMatchObject({ PlacesToShow: true });
  });
});

describe('explaining rights', () => {
  const why = async (userId: number, funcIdS: number[], more: object = {}, language: 'zh' | 'en' = 'en') =>
    (await ask(lin, 'getUserWhy', { query: { userId, funcIdS: funcIdS.join(), ...more } as never }, { language })).data;

  test('an administrator sees what a member may do, and nobody else does', async () => {
    const { data } = await ask(lin, 'getUserView', { query: { userId: viewer } });
    expect(data).toMatchObject({
      FuncS: [],
      Projects: { TotalCount: 1, Data: [{ ProjectName: 'Store', FuncS: [26] }] },
    });
    const own = await ask(lin, 'getUserFuncNewList', { query: { type: 2, userId: viewer, projectId: storeId } });
    expect(own.data).toEqual({ FuncS: [26], LimitedProjectIdList: [] });
    for (const by of [viewer]) {
      expect((await ask(by, 'getUserView', { query: { userId: lin } })).status).toBe(403);
      expect((await ask(by, 'getUserFuncNewList', { query: { type: 1, userId: lin } })).status).toBe(403);
    }
  });

  test('says which step stands in their way', async () => {
    await save(lin, roles.viewer, [26], { HalfSelection: [27] });
    const allowed = await why(viewer, [26], { projectId: storeId });
    expect(allowed.Allowed).toBe(true);
    const refused = await why(viewer, [27], { projectId: storeId });
    expect([refused.Allowed, refused.Reasons.find(({ Passed }) => !Passed)]).toEqual([
      false,
      {
        Step: 'permission',
        Passed: false,
        Text: 'No role grants “Monitoring: edit”. “Viewer” has it half-selected only, which grants nothing.',
      },
    ]);
    const zh = await why(viewer, [27], { projectId: storeId }, 'zh');
    expect(zh.Reasons.find(({ Passed }) => !Passed)?.Text).toBe(
      '没有角色授予“远程监控：编辑”。角色“查看者”仅为半选，半选不授予权限。',
    );
    const elsewhere = await aProject(app.database.db, companyId, { name: 'Elsewhere' });
    const steps = (await why(viewer, [26], { projectId: elsewhere })).Reasons.filter(({ Passed }) => !Passed);
    expect(steps.map(({ Step }) => Step)).toEqual(['roles', 'permission', 'project']);
    await app.database.db.updateTable('membership').set({ active: false }).where('user_id', '=', viewer).execute();
    expect((await why(viewer, [26], { projectId: storeId })).Reasons[0]).toMatchObject({
      Step: 'membership',
      Passed: false,
    });
  });

  test('says what the calls themselves do, of each way to be limited, and counts for nobody what is hidden from them', async () => {
    const { db } = app.database;
    const permission = { monitorView: 26, projectLogs: 77, remoteWrite: 1004 };
    const gatewayId = await anMqttGateway(db, storeId, { userName: `agree${storeId}`, password: 'secret' });
    const [first, second] = [await aDevice(db, storeId, { name: 'First' }), await aDevice(db, storeId)];
    const pointOf = new Map<number, number>();
    for (const deviceId of [first, second]) {
      const pointId = await anMqttPoint(db, gatewayId, { key: `k${deviceId}`, deviceId });
      await db.updateTable('point').set({ writable: true }).where('id', '=', pointId).execute();
      pointOf.set(deviceId, pointId);
    }
    await tellConfiguration(app.application, 'gateway', gatewayId);
    await tellConfiguration(app.application, 'point', ...pointOf.values());
    const person = (...names: ('monitorView' | 'projectLogs' | 'remoteWrite')[]) =>
      aMember(db, companyId, storeId, { permissions: names });
    const all = ['monitorView', 'projectLogs', 'remoteWrite'] as const;
    const people = [await person(...all), await person('monitorView')];
    for (const scope of [
      { canWrite: false },
      { alarmLevels: [] },
      { deviceIds: [] },
      { deviceIds: [first, second] },
      { deviceIds: [first], writableIds: [first] },
    ]) {
      people.push(await person(...all));
      await limitMember(db, people.at(-1)!, storeId, scope);
    }
    /** Whether the call is let through; what the device says to it is another matter. */
    const writes = async (userId: number, pointID: number) => {
      const { status, data } = await ask(userId, 'getPointWrite', { query: { pointID } });
      const refused: (string | null)[] = [writingErrors.readOnlyForYou.en, writingErrors.serviceEnded.en];
      return status === 200 && !refused.includes(data.Blocked);
    };
    const opens = async (answer: Promise<{ status: number }>) => (await answer).status === 200;
    const board = { body: { ProjectId: storeId } } as never;
    const compare = async (whom: readonly number[]) => {
      const ofEach = await Promise.all(
        whom.map(async (userId) => {
          const asked = async (id: number, more: object = {}) =>
            (await why(userId, [id], { projectId: storeId, ...more })).Allowed;
          const log = opens(ask(userId, 'getOperationLogPage', board));
          const said = [
            asked(permission.monitorView),
            asked(permission.projectLogs),
            asked(permission.projectLogs, { screen: true }),
            asked(permission.remoteWrite, { modelTreeId: first }),
            asked(permission.remoteWrite, { modelTreeId: second }),
          ];
          const done = [
            opens(ask(userId, 'getAlarmOverNum', board)),
            log,
            log,
            writes(userId, pointOf.get(first)!),
            writes(userId, pointOf.get(second)!),
          ];
          return { said: await Promise.all(said), done: await Promise.all(done) };
        }),
      );
      expect(ofEach.map(({ said }) => said)).toEqual(ofEach.map(({ done }) => done));
      return ofEach.map(({ said }) => said.map(Number).join(''));
    };
    expect(await compare(people)).toEqual(['11111', '10000', '11100', '11111', '10000', '10000', '10010']);
    await db.updateTable('project').set({ service_end: '2020-01-01' }).where('id', '=', storeId).execute();
    await tellConfiguration(app.application, 'project', storeId);
    expect(await compare([people[0]!, people[6]!])).toEqual(['11100', '10000']);
    // The screen opens all the same: only writing is refused.
    expect((await why(people[2]!, [permission.remoteWrite], { projectId: storeId, screen: true })).Allowed).toBe(true);

    const auditor = await aMember(db, companyId, -1, { permissions: ['permissionsView', 'allProjects'] });
    await limitMember(db, auditor, storeId, { deviceIds: [first] });
    const query = { userId: people[5]!, funcIdS: '26', projectId: storeId };
    const { data } = await ask(auditor, 'getUserWhy', { query });
    expect(data.Reasons.find(({ Step }) => Step === 'devices')?.Text).toBe(
      'Sees only listed devices of this project (you see 1 of them).',
    );
  });

  test('an ended service does not stand in their way, but is said', async () => {
    await app.database.db.updateTable('project').set({ service_end: '2020-01-01' }).where('id', '=', storeId).execute();
    const { Allowed, Reasons } = await why(viewer, [26], { projectId: storeId });
    expect([Allowed, Reasons.at(-1)?.Step, Reasons.at(-1)?.Passed]).toEqual([true, 'service', false]);
  });
});
