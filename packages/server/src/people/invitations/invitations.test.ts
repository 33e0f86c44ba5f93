import { accountErrors, hourMs, peopleErrors } from '@watchpost/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { addDefaultRoles, type DefaultRoleKind } from '../../people/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { makeCall, startTestApplication, type TestApplication } from '../../testing/application.ts';
import { askAs } from '../../testing/askAs.ts';
import { aCompany, aDevice, aMember, aProject, aUser } from '../../testing/factories.ts';
import { openingsOf } from '../../testing/openingsOf.ts';
import { tokenFor } from '../../testing/tokenFor.ts';

let offsetMs = 0;
const clock: Clock = { now: () => Date.now() + offsetMs };

let app: TestApplication;
const ask = askAs(() => app);
beforeAll(async () => {
  app = await startTestApplication({ clock });
});
afterAll(() => app.stop());

let companyId: number;
let roles: Record<DefaultRoleKind, number>;
let storeId: number;
let lin: number;
let owner: number;
let guest: number;

beforeEach(async () => {
  offsetMs = 0;
  const { db } = app.database;
  companyId = await aCompany(db, { name: 'Polar Foods' });
  roles = await addDefaultRoles({ companyId }, db);
  storeId = await aProject(db, companyId, { name: `Store ${companyId}` });
  const holder = async (roleId: number, projectId = -1) => {
    const userId = await aUser(db, { nickname: 'Lin' });
    await db.insertInto('membership').values({ company_id: companyId, user_id: userId }).execute();
    await db
      .insertInto('role_entry')
      .values({ user_id: userId, role_id: roleId, company_id: companyId, project_id: projectId })
      .execute();
    return userId;
  };
  lin = await holder(roles.companyAdministrator);
  owner = await holder(roles.projectOwner, storeId);
  const elsewhere = await aCompany(db);
  guest = await aMember(db, elsewhere, await aProject(db, elsewhere), { nickname: 'Guest' });
});

const invite = async (by = lin, body: object = {}) =>
  ask(by, 'addInvitation', {
    body: { ProjectRoleList: [{ SubareaId: storeId, RoleId: roles.viewer }], Note: 'Night shift', ...body },
  });
const accept = (InvitationCode: string, by = guest, language: 'zh' | 'en' = 'en') =>
  ask(by, 'acceptInvitation', { body: { InvitationCode } }, { language });
const opens = async (userId: number) =>
  (await ask(userId, 'getUserFuncNewList', { query: { type: 2, companyId, projectId: storeId } })).data?.FuncS ?? null;

test('an invitation shows what it grants, lets in once, and is then used', async () => {
  const { data } = await invite();
  const info = await ask(null, 'getInvitationInfo', { query: { code: data.InvitationCode } });
  expect(info.data).toMatchObject({
    CompanyName: 'Polar Foods',
    CreateName: 'Lin',
    Note: 'Night shift',
    ProjectRoleList: [{ SubareaName: `Store ${companyId}`, RoleName: 'Viewer' }],
  });
  expect((await accept(data.InvitationCode)).data).toEqual({ CompanyId: companyId, CompanyName: 'Polar Foods' });
  expect(await opens(guest)).toEqual([26]);
  const member = await ask(lin, 'getUserRoleSubarea', { query: { userId: guest } });
  expect(member.data).toMatchObject({ RealName: 'Guest', External: true, MayEditAccount: false });
  for (const again of [
    await accept(data.InvitationCode, owner),
    await ask(null, 'getInvitationInfo', { query: { code: data.InvitationCode } }),
  ]) {
    expect([again.status, again.message]).toEqual([409, peopleErrors.invitationUsed.en]);
  }
  const { data: page } = await ask(lin, 'getInvitationPage', { query: {} });
  expect(page.Data).toMatchObject([{ State: 'used', UsedName: 'Guest' }]);
});

test('of two people with the same link one comes in', async () => {
  const { data } = await invite();
  const second = await aUser(app.database.db);
  const both = await Promise.all([accept(data.InvitationCode), accept(data.InvitationCode, second)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('it ends after 24 hours, and says so in both languages', async () => {
  const { data } = await invite();
  offsetMs = 24 * hourMs - 60_000;
  expect((await ask(null, 'getInvitationInfo', { query: { code: data.InvitationCode } })).status).toBe(200);
  offsetMs = 24 * hourMs;
  for (const language of ['en', 'zh'] as const) {
    const info = await ask(null, 'getInvitationInfo', { query: { code: data.InvitationCode } }, { language });
    expect([info.status, info.message]).toEqual([409, peopleErrors.invitationExpired[language]]);
  }
});

test('it can be revoked by its author or who edits members, and not by others', async () => {
  const { data } = await invite();
  const body = { InvitationId: data.InvitationId };
  expect((await ask(owner, 'revokeInvitation', { body })).status).toBe(404);
  expect((await ask(lin, 'revokeInvitation', { body })).status).toBe(200);
  expect((await accept(data.InvitationCode, guest, 'zh')).message).toBe(peopleErrors.invitationRevoked.zh);
  expect((await ask(lin, 'revokeInvitation', { body })).status).toBe(409);
  const own = await invite(owner);
  expect((await ask(lin, 'revokeInvitation', { body: { InvitationId: own.data.InvitationId } })).status).toBe(200);
});

test('an owner sees their own invitations, and who edits members all of them', async () => {
  await invite();
  await invite(owner);
  const count = async (by: number, query: object = {}) =>
    (await ask(by, 'getInvitationPage', { query: query as never })).data.TotalCount;
  expect([await count(lin), await count(owner), await count(lin, { State: 'used' })]).toEqual([2, 1, 0]);
});

test('nobody invites with more than they hold, and it is worth no more than its author at the end', async () => {
  expect((await invite(owner, { CompanyRoleId: roles.member })).status).toBe(403);
  expect((await invite(owner, { ProjectRoleList: [] })).message).toBe(peopleErrors.projectNeeded.en);
  const { data } = await invite(owner);
  await app.database.db.deleteFrom('role_entry').where('user_id', '=', owner).execute();
  expect((await accept(data.InvitationCode)).message).toBe(peopleErrors.invitationRevoked.en);
  expect(await opens(guest)).toBeNull();
});

test('an inactive member does not come in again by an invitation', async () => {
  const { data } = await invite();
  await app.database.db
    .insertInto('membership')
    .values({ company_id: companyId, user_id: guest, active: false })
    .execute();
  expect((await accept(data.InvitationCode)).status).toBe(403);
  expect((await ask(lin, 'getInvitationPage', { query: {} })).data.Data).toMatchObject([{ State: 'open' }]);
});

test('a made-up link is none', async () => {
  const { status, message } = await ask(null, 'getInvitationInfo', { query: { code: 'made-up' } });
  expect([status, message]).toEqual([404, peopleErrors.invitationUnknown.en]);
});

test('the database does not hold what a link needs', async () => {
  const { data } = await invite();
  const rows = await app.database.db.selectFrom('invitation').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(data.InvitationCode);
  const log = await app.database.db.selectFrom('operation_log').selectAll().execute();
  expect(JSON.stringify(log)).not.toContain(data.InvitationCode);
});

test('somebody without an account registers with the link and a code from their phone, and is signed in', async () => {
  const { data } = await invite();
  const { mobile, code } = await openingsOf(app.database.db, { companyId, userId: lin });
  const body = { InvitationCode: data.InvitationCode, Mobile: mobile, SMSCode: code, RealName: '王伟' };
  const wrong = await ask(null, 'loginOrRegisterByInvitation', { body: { ...body, SMSCode: '000000' } });
  expect(wrong.status).toBe(400);
  const entered = await ask(null, 'loginOrRegisterByInvitation', { body });
  expect(entered.data).toMatchObject({ IsNew: true, CompanyId: companyId, CompanyName: 'Polar Foods' });
  const reply = await fetch(`${app.url}/api/User/GetUserInfo`, {
    headers: { authorization: `Bearer ${entered.data.Token}` },
  });
  expect(await reply.json()).toMatchObject({ Code: 200, Data: { Mobile: mobile, CompanyName: 'Polar Foods' } });
  const { data: found } = await ask(lin, 'getUserRoleSubareaList', { body: { UserNameOrMobile: mobile } });
  expect(found.Data).toMatchObject([{ RealName: '王伟', External: true }]);
});

test('somebody with an account signs in with the link, and is a member', async () => {
  const { data } = await invite();
  const { ownMobile, code } = await openingsOf(app.database.db, { companyId, userId: guest });
  const body = { InvitationCode: data.InvitationCode, Mobile: ownMobile, SMSCode: code };
  expect((await ask(null, 'loginOrRegisterByInvitation', { body })).data).toMatchObject({ IsNew: false });
  expect(await opens(guest)).toEqual([26]);
});

test('who accepts with an account that another company made shows first that the phone is theirs; then that company’s password is gone', async () => {
  const { db } = app.database;
  const elsewhere = await aCompany(db);
  const made = await aMember(db, elsewhere, await aProject(db, elsewhere), { nickname: 'Made' });
  const { sessionId, ownMobile } = await openingsOf(db, { companyId: elsewhere, userId: made });
  const set = (change: object) => db.updateTable('app_user').set(change).where('id', '=', made).execute();
  await set({ created_by_company_id: elsewhere, password_hash: 'x', mobile_proven_at: null });
  const { data } = await invite();
  for (const language of ['en', 'zh'] as const) {
    const refused = await accept(data.InvitationCode, made, language);
    expect([refused.status, refused.message]).toEqual([409, accountErrors.ownPhoneFirst[language]]);
  }
  await set({ mobile_proven_at: new Date() });
  const token = await tokenFor(db, made);
  const input = { body: { InvitationCode: data.InvitationCode } };
  expect((await makeCall(app.url, 'acceptInvitation', input, { token })).status).toBe(200);
  const row = db
    .selectFrom('app_user')
    .where('id', '=', made)
    .select(['password_hash', 'created_by_company_id', 'mobile']);
  expect(await row.executeTakeFirst()).toEqual({ password_hash: null, created_by_company_id: null, mobile: ownMobile });
  // They stay where they accepted; every other sign-in of the account has ended.
  expect((await makeCall(app.url, 'getUserInfo', {}, { token })).status).toBe(200);
  const open = db.selectFrom('session_family').where('user_id', '=', made).where('revoked_at', 'is', null).select('id');
  expect((await open.execute()).map(({ id }) => id)).not.toContain(sessionId);
});

describe('an invitation to a part of a project', () => {
  let rooms: number[];
  beforeEach(async () => {
    rooms = [await aDevice(app.database.db, storeId), await aDevice(app.database.db, storeId)];
  });
  const part = (more: object = {}) => ({
    DataAccessList: [
      { SubareaId: storeId, DeviceMode: 'listed', DeviceIdList: [rooms[0]], AlarmLevelList: [2, 1], ...more },
    ],
  });
  const sees = async (userId: number) =>
    (await ask(lin, 'getUserModel', { query: { projectId: storeId, userId } })).data as {
      DeviceMode: string;
      AlarmLevelList: number[];
      ModelTreeList: { ModelTreeId: number; Listed: boolean; ReadWrite: string }[];
    };

  it('shows the person who accepts it these devices and alarms only', async () => {
    const { data } = await invite(lin, part());
    await accept(data.InvitationCode);
    const { DeviceMode, AlarmLevelList, ModelTreeList } = await sees(guest);
    expect([DeviceMode, AlarmLevelList]).toEqual(['listed', [1, 2]]);
    expect(ModelTreeList.filter(({ Listed }) => Listed)).toMatchObject([{ ModelTreeId: rooms[0], ReadWrite: 'read' }]);
  });

  it('leaves out devices that were deleted meanwhile', async () => {
    const { data } = await invite(lin, part({ DeviceIdList: rooms }));
    await app.database.db.deleteFrom('device').where('id', '=', rooms[1]!).execute();
    expect((await accept(data.InvitationCode)).status).toBe(200);
    expect((await sees(guest)).ModelTreeList.filter(({ Listed }) => Listed)).toHaveLength(1);
  });

  it('takes nothing from somebody who was in the project already', async () => {
    const { data } = await invite(lin, part());
    expect((await accept(data.InvitationCode, owner)).status).toBe(200);
    expect(await sees(owner)).toMatchObject({ DeviceMode: 'all', AlarmLevelList: [1, 2, 3, 4] });
  });

  it('names no devices of other projects, and limits no project that it is not for', async () => {
    const elsewhere = await aDevice(app.database.db, await aProject(app.database.db, companyId));
    expect((await invite(lin, part({ DeviceIdList: [elsewhere] }))).status).toBe(404);
    const refused = await invite(lin, { ...part({ SubareaId: 1_999_999 }) });
    expect(refused).toMatchObject({
      status: 400,
      data: { Fields: [{ Field: 'DataAccessList', Message: peopleErrors.accessWithoutRole.en }] },
    });
  });

  it('shows nothing that its author does not see', async () => {
    const body = {
      ProjectId: storeId,
      UserIdList: [owner],
      DeviceMode: 'listed',
      ModelTreeList: [{ ModelTreeId: rooms[0] }],
    };
    expect((await ask(lin, 'batchSetUserModelTreeAndAlarmLevel', { body: body as never })).status).toBe(200);
    expect((await invite(owner, part({ DeviceIdList: rooms }))).message).toBe(peopleErrors.scopeBeyondYours.en);
    const { data } = await invite(owner, part());
    const less = { ...body, ModelTreeList: [{ ModelTreeId: rooms[1] }] };
    expect((await ask(lin, 'batchSetUserModelTreeAndAlarmLevel', { body: less as never })).status).toBe(200);
    expect((await accept(data.InvitationCode)).message).toBe(peopleErrors.invitationRevoked.en);
  });
});
