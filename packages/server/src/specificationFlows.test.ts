import { type CallSpec, clearing, hourMs, permissionIds, permissionsOf } from '@watchpost/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { system } from './access/index.ts';
import { makeOutdoorPoint } from './points/index.ts';
import { startTestApplication, type TestApplication } from './testing/application.ts';
import { alarmsOf, anEquippedCompany, type Ids, measure } from './testing/equippedCompany.ts';
import { aCompany, aDevice, aMember, anArea, aPoint, aProject } from './testing/factories.ts';
import { sheetOf } from './testing/peopleOf.ts';
import { type Asked, askBySpecification, type Encoding } from './testing/specification/askBySpecification.ts';
import { tokenFor } from './testing/tokenFor.ts';

/** What clients of the specification go through: its states (§4) and its messages (§8), by its names alone. */

let app: TestApplication;
let ours: Ids;
let others: Awaited<ReturnType<typeof anEquippedCompany>>;
/** Sets up one project and holds nothing of the company. */
let memberId: number;
let token: string;

beforeAll(async () => {
  let company: Awaited<ReturnType<typeof anEquippedCompany>>;
  app = await startTestApplication({
    prepare: async ({ db }) => {
      company = await anEquippedCompany(db, 'Ours');
      others = await anEquippedCompany(db, 'Others');
      memberId = await aMember(db, company.companyId, company.projectId, { permissions: permissionsOf('project') });
      const row = { company_id: company.companyId, name: 'Everything', scope: 'company' };
      const { id: role_id } = await db.insertInto('role').values(row).returning('id').executeTakeFirstOrThrow();
      await db.insertInto('role_permission').values({ role_id, permission_id: 0 }).execute();
      await db
        .insertInto('role_entry')
        .values({ user_id: company.userId, role_id, company_id: company.companyId, project_id: -1 })
        .execute();
    },
  });
  const at = Date.now() - 60_000;
  const { pointId, confirmedPointId } = company!;
  await measure(
    app.application,
    [pointId, confirmedPointId].map((point) => ({ pointId: point, at, value: -5 })),
  );
  ours = { ...company!, ...(await alarmsOf(app.database.db, company!)), refreshToken: 'none' };
});
afterAll(() => app.stop());
beforeEach(async () => {
  token = await tokenFor(app.database.db, ours.userId);
});

const ask = (
  method: CallSpec['method'],
  path: string,
  asked: Asked = {},
  options: { as?: string | null; encoding?: Encoding; headers?: Record<string, string> } = {},
) => askBySpecification(app.url, { method, path }, options.as === undefined ? token : options.as, asked, options);

/** `YYYY-MM-DD HH:mm` where the companies of the factories are. */
const local = (epochMs: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'short' }).format(
    epochMs,
  );
const idsIn = ({ Data }: { Data: unknown }, name: string): unknown[] =>
  (Data as { Data: Record<string, unknown>[] }).Data.map((row) => row[name]);

const idsOf = ({ Data }: { Data: unknown }): unknown[] => (Data as { PointId: number }[]).map(({ PointId }) => PointId);

test('the scheme of a session is read in any letters, and a day may be written with a time', async () => {
  const headers = { authorization: `bearer ${token}` };
  expect(await ask('GET', '/User/GetUserInfo', {}, { as: null, headers })).toMatchObject({ Code: 200 });
  const body = { TimeQuantum: '2026-11-01 00:00,2026-11-30 00:00' };
  expect(await ask('POST', '/Weather/GetWeatherPage', { body })).toMatchObject({ Code: 200 });
  const wrong = { TimeQuantum: '2026-11-01 25:00,2026-11-30' };
  expect(await ask('POST', '/Weather/GetWeatherPage', { body: wrong })).toMatchObject({ Code: 400 });
});

describe('alarms', () => {
  test('of more than 31 days are refused at the end of the range', async () => {
    const body = { Cstime: '2026-01-01 00:00', Cetime: '2026-03-01 00:00' };
    expect(await ask('POST', '/AlarmActive/GetAlarmAct', { body })).toMatchObject({
      Code: 400,
      Data: { Fields: [{ Field: 'Cetime', Message: 'Alarms can be queried for at most 31 days.' }] },
    });
    expect(await ask('POST', '/AlarmActive/GetAlarmAct', { body: { Level: 'urgent' } })).toMatchObject({
      Code: 400,
      Data: { Fields: [{ Field: 'Level', Message: 'Must be a number' }] },
    });
  });

  test('popups of alarms and reports are the caller’s for the user id that other clients send for everybody', async () => {
    for (const path of ['/AlarmPlayScreen/GetAlarmPlayScreenPage', '/ReportPush/GetReportPlayScreenPush'])
      expect(await ask('POST', path, { body: { UserId: 120 } }), path).toMatchObject({ Code: 200 });
  });

  test('a popup that was read is not shown again', async () => {
    const shown = () => ask('POST', '/AlarmPlayScreen/GetAlarmPlayScreenPage', { body: { UserId: 120 } });
    expect(idsIn(await shown(), 'AlarmPushId')).toContain(ours.popupId);
    await ask('POST', '/AlarmPlayScreen/ReadAlarmPlayScreen', { body: [ours.popupId] });
    expect(idsIn(await shown(), 'AlarmPushId')).not.toContain(ours.popupId);
  });

  test('an unconfirmed alarm is confirmed once, and changes lists with that', async () => {
    const unconfirmed = () =>
      ask('POST', '/AlarmActive/GetAlarmAct', { query: { status: 0, companyId: ours.companyId } });
    const confirmed = () =>
      ask('POST', '/AlarmActive/GetAlarmAct', { query: { status: 1, companyId: ours.companyId } });
    expect(idsIn(await unconfirmed(), 'Id')).toEqual([ours.alarmId]);
    expect(idsIn(await confirmed(), 'Id')).toEqual([ours.confirmedAlarmId]);
    expect(await ask('POST', '/AlarmActive/updateStatus', { query: { id: ours.alarmId } })).toMatchObject({
      Code: 200,
    });
    expect(idsIn(await unconfirmed(), 'Id')).toEqual([]);
    expect(idsIn(await confirmed(), 'Id').sort()).toEqual([ours.alarmId, ours.confirmedAlarmId].sort());
    expect(await ask('POST', '/AlarmActive/updateStatus', { query: { id: ours.alarmId } })).toMatchObject({
      Code: 409,
      Message: 'Do not process an alarm repeatedly: Ours Person has already acknowledged it.',
    });
  });
});

describe('history', () => {
  const curve = (more: object = {}) =>
    ask('GET', '/Device/GetPointData', {
      query: { start: local(Date.now() - hourMs), end: local(Date.now()), pointIdList: ours.pointId, tmes: 2, ...more },
    });

  test('belongs to the project of its points', async () => {
    expect(await curve()).toMatchObject({ Code: 200, Data: [{ PointId: ours.pointId }] });
    expect(await curve({ pointIdList: others.pointId })).toMatchObject({ Code: 404 });
    // §5.4: an interval is required.
    expect(await curve({ tmes: '' })).toMatchObject({
      status: 400,
      Code: 500,
      Data: { Fields: [{ Field: 'tmes', Message: 'Required' }] },
    });
    const { db } = app.database;
    const elsewhere = await db
      .selectFrom('point')
      .where('gateway_id', '=', ours.gatewayElsewhereId)
      .select('id')
      .executeTakeFirst();
    const pointId = elsewhere?.id ?? (await aPoint(db, ours.gatewayElsewhereId, {}));
    expect(await curve({ pointIdList: `${ours.pointId},${pointId}` })).toMatchObject({
      status: 400,
      Code: 500,
      Message: 'Choose points of one project at a time.',
    });
  });

  test.each([
    ['more than two years', { start: '2020-01-01 00:00' }, 'The maximum query range is two years.'],
    [
      'a week at two minutes',
      { start: local(Date.now() - 8 * 24 * hourMs) },
      /^Query range exceeds limit: .* 10 minutes/,
    ],
    ['eleven points', { pointIdList: Array.from({ length: 11 }, (_, i) => i + 1).join() }, /at most 10 points/],
  ])('says why it refuses %s, with Code 500', async (_what, more, message) => {
    const answer = await curve({ ProjectId: ours.projectId, ...more });
    expect([answer.status, answer.Code]).toEqual([400, 500]);
    expect(answer.Message).toMatch(message);
  });

  test('has the temperature outside in each item, for who may see it', async () => {
    const { db } = app.database;
    const items = async () =>
      ((await curve({ tmes: 0 })).Data as { DataList: Record<string, unknown>[] }[]).flatMap(
        ({ DataList }) => DataList,
      );
    expect(await items()).toEqual([expect.not.objectContaining({ Temperature: expect.anything() })]);
    await db
      .updateTable('point_type')
      .set({ units: ['°C'] })
      .where('company_id', '=', ours.companyId)
      .execute();
    expect(await makeOutdoorPoint(system, db, ours.projectId)).toMatchObject({ isNew: true });
    expect(await items()).toEqual([expect.objectContaining({ Value: -5, Temperature: null })]);
  });

  test('a point without a related one has none, and one that nobody sees cannot be asked for', async () => {
    const related = (pointId: number) =>
      ask('POST', '/Point/GetPointRelevance', { query: { pointId, modelTreeId: '' } });
    // §8.
    const Message = 'The current point has no associated point';
    expect(await related(ours.pointId)).toMatchObject({ Code: 200, Data: [], Message });
    expect(await related(others.pointId)).toMatchObject({ Code: 404 });
  });
});

describe('rights', () => {
  test('members are given a role by the ids of entries that they have', async () => {
    const { db } = app.database;
    const holder = await aMember(db, ours.companyId, ours.projectId);
    const entry = await db
      .selectFrom('role_entry')
      .where('user_id', '=', holder)
      .where('project_id', '=', ours.projectId)
      .select('id')
      .executeTakeFirstOrThrow();
    const relate = (UserRoleSubareaIds: unknown) =>
      ask('POST', '/User_Subarea/RelationUser_Role_Subarea', {
        body: { RoleId: ours.projectRoleId, UserRoleSubareaIds },
      });
    expect(await relate(entry.id)).toMatchObject({ Code: 200, Data: { AddedCount: 1 } });
    expect(await relate(`${entry.id},${ours.spareEntryId}`)).toMatchObject({ Code: 200 });
    const foreign = await relate(others.spareEntryId);
    expect(foreign).toMatchObject({ Code: 404, Data: { Fields: [{ Field: 'UserRoleSubareaIds' }] } });
  });

  test('an administrator holds every permission id, beside the wildcard', async () => {
    const held = async (type: 1 | 2, projectId: number | string) =>
      ((await ask('GET', '/Role_Func/GetUser_FuncNewList', { query: { type, projectId } })).Data as { FuncS: number[] })
        .FuncS;
    expect(await held(1, '')).toEqual(expect.arrayContaining([0, 3, 4, 11, 16, 26, 34, 48, 114, 142, 258, 263]));
    expect((await held(2, ours.projectId)).sort((a, b) => a - b)).toEqual(
      [0, ...permissionIds(permissionsOf('project'))].sort((a, b) => a - b),
    );
    // -1 is the company.
    expect(await held(2, -1)).toEqual(expect.arrayContaining([0, 3, 4]));
  });

  test('a member holds those of their role', async () => {
    const as = await tokenFor(app.database.db, memberId);
    const query = { type: 2, projectId: ours.projectId };
    const { Data } = await ask('GET', '/Role_Func/GetUser_FuncNewList', { query }, { as });
    expect((Data as { FuncS: number[] }).FuncS).not.toContain(0);
  });

  test('without a session the answer is 401, and says that it expired', async () => {
    expect(await ask('GET', '/User/GetUserInfo', {}, { as: 'gone' })).toMatchObject({
      status: 401,
      Message: 'Your session has expired. Please log in again.',
    });
  });
});

describe('a refusal names the field that was sent', () => {
  const fieldOf = async (method: 'GET' | 'POST' | 'DELETE', path: string, asked: Asked, as?: null) => {
    const { Code, Data } = await ask(method, path, asked, as === null ? { as } : {});
    return [Code, (Data as { Fields?: { Field: string }[] } | null)?.Fields?.map(({ Field }) => Field)];
  };

  test('of a wrong code, under its name in each call', async () => {
    const wrong = { mobile: ours.mobile, Code: '000000' };
    const apply = { ...wrong, companyName: 'Newcomers', industry: 1, fullname: 'Li Na' };
    expect(await fieldOf('POST', '/User/AddCompany_Apply', { body: apply }, null)).toEqual([400, ['Code']]);
    const forgotten = { mobile: ours.mobile, code: '000000', pwd: 'Zx_9nottaken' };
    expect(await fieldOf('POST', '/User/ForgetPwd', { body: forgotten }, null)).toEqual([400, ['code']]);
    const signIn = { Mobile: ours.mobile, SMSCode: '000000', UserSource: 2 };
    expect(await fieldOf('POST', '/User/LoginOrRegister', { body: signIn }, null)).toEqual([400, ['SMSCode']]);
  });

  test('of a template without content, and of a value that a point does not take', async () => {
    const empty = { name: 'Empty', value: '' };
    expect(await fieldOf('POST', '/Device/addTemplate', { body: empty })).toEqual([400, ['value']]);
    const write = { pointID: ours.pointId, writeData: 1 };
    expect(await fieldOf('GET', '/Device/ControlDown', { query: write })).toEqual([400, ['pointID']]);
  });

  test('of what a DELETE names in its body, as JSON and as a form', async () => {
    const body = { subareaId: 2_000_000_000 };
    for (const encoding of ['form', 'JSON'] as const)
      expect((await ask('DELETE', '/Subarea/DeleteSubarea', { body }, { encoding })).Code).toBe(404);
    expect(await fieldOf('DELETE', '/Subarea/DeleteSubarea', { body: { ...body, Surprise: 1 } })).toEqual([
      400,
      ['Surprise'],
    ]);
  });

  test('of a right about the company in a role of a project', async () => {
    const body = { RoleId: ours.projectRoleId, FuncIdS: [11, 26] };
    expect(await fieldOf('POST', '/Role_Func/UpdateRole_Func', { body })).toEqual([400, ['FuncIdS']]);
  });

  test('of a curve that is asked for too much, beside the words that only a code of 500 shows', async () => {
    const query = { pointIdList: ours.pointId, start: '2023-01-01 00:00', end: '2026-01-01 00:00', tmes: 240 };
    expect(await fieldOf('GET', '/Device/GetPointData', { query })).toEqual([500, ['end']]);
  });
});

test('projects are listed for a client that sends every name of places, each with a value of its own', async () => {
  const named = { subareaId: ours.partitionId, parentId: ours.areaId, subareaName: 'x', ProjectName: '', Access: 1 };
  for (const path of ['GetProjectPage', 'GetSubareaDelPage'])
    expect(await ask('POST', `/Subarea/${path}`, { body: { ...named, ProjectName: 'Store' } })).toMatchObject({
      Code: 200,
    });
  const { Data } = await ask('POST', '/Subarea/GetProjectPage', { body: { ...named, ProjectName: 'no such name' } });
  expect(Data).toMatchObject({ TotalCount: 0 });
});

describe('names and numbers that are taken', () => {
  test('a partition stands where it was put, under a name that no other there has in either language', async () => {
    const body = { subareaName: 'Harbour', parentId: ours.partitionId };
    const added = await ask('POST', '/Subarea/AddSubarea', { body });
    const subareaId = (added.Data as { SubareaId: number }).SubareaId;
    await app.database.db.updateTable('subarea').set({ name_en: 'Docks' }).where('id', '=', subareaId).execute();
    for (const subareaName of ['Harbour', 'Docks']) {
      expect(await ask('POST', '/Subarea/AddSubarea', { body: { ...body, subareaName } })).toMatchObject({ Code: 409 });
      const query = { subareaName, parentId: ours.partitionId };
      expect(await ask('GET', '/Subarea/IsSubareaExist', { query })).toMatchObject({ Data: true });
    }
    const tree = JSON.stringify((await ask('GET', '/Subarea/GetAllSubareaTree')).Data);
    expect(tree).toContain(`"SubareaId":${subareaId},"SubareaName":"Docks","parentId":${ours.partitionId}`);
  });

  test('a project stands in its partition, and its English name is its own', async () => {
    const add = (ProjectName: string) =>
      ask('POST', '/Subarea/AddProject', { body: { ProjectName, parentId: ours.partitionId, Industry: 1 } });
    const projectId = ((await add('一号库')).Data as { ProjectId: number }).ProjectId;
    const { Data } = await ask('GET', '/Subarea/GetProject', { query: { subareaId: projectId } });
    expect(Data).toMatchObject({ parentId: ours.partitionId, Path: [{ SubareaId: ours.partitionId }] });
    await ask('PUT', '/Subarea/EditSubarea', { body: { subareaId: projectId, SubareaNameEn: 'Store one' } });
    expect(await add('Store one')).toMatchObject({ Code: 409, Message: expect.stringContaining('Store one') });
  });

  test('a disabled project is recovered as a deleted one is', async () => {
    const id = ours.workshopId;
    const stateOf = async () =>
      ((await ask('GET', '/Subarea/GetProject', { query: { subareaId: id } })).Data as { State: string }).State;
    expect(await ask('GET', '/Subarea/DisableProject', { query: { subareaId: id } })).toMatchObject({ Code: 200 });
    expect(await stateOf()).toBe('disabled');
    expect(await ask('POST', '/Subarea/RecoverProject', { body: { subareaId: id } })).toMatchObject({ Code: 200 });
    expect(await stateOf()).not.toBe('disabled');
    // It is neither deleted nor disabled.
    expect((await ask('POST', '/Subarea/RecoverProject', { body: { subareaId: id } })).Code).toBe(404);
  });

  test('a project is disabled by its id under either name, with the other names of places beside it', async () => {
    const isDisabled = async () =>
      (
        await app.database.db
          .selectFrom('project')
          .select('disabled_at')
          .where('id', '=', ours.workshopId)
          .executeTakeFirstOrThrow()
      ).disabled_at !== null;
    const named = { ProjectIdList: ours.workshopId, parentId: ours.partitionId, TagList: '', OldCompanyId: '' };
    for (const query of [named, { ...named, disable: false }, { subareaId: ours.workshopId, disable: true }]) {
      expect(await ask('GET', '/Subarea/DisableProject', { query })).toMatchObject({ Code: 200 });
      expect(await isDisabled()).toBe(!('disable' in query) || query.disable);
    }
    await ask('GET', '/Subarea/DisableProject', { query: { ...named, disable: false } });
    const wrong = await ask('GET', '/Subarea/DisableProject', { query: { ProjectIdList: 'x' } });
    expect(wrong).toMatchObject({ Code: 400, Data: { Fields: [{ Field: 'ProjectIdList' }] } });
  });

  test('a gateway is found by its serial number, which nobody else gets', async () => {
    const body = { pid: ours.projectId, deviceName: 'Rack', deviceNo: ours.freeSerial, CduType: 0, CheckBit: 2 };
    expect(await ask('POST', '/Device/addDevicesNewModbus', { body: { ...body, DeviceAddress: 7 } })).toMatchObject({
      Code: 200,
    });
    expect(await ask('POST', '/Device/addDevicesNewModbus', { body })).toMatchObject({
      Message: expect.stringMatching(/serial number/i),
    });
    const change = { deviceNo: ours.freeSerial, DeviceAddress: 8, DeviceTypeE: 'DR404' };
    expect(await ask('POST', '/Device/updateDevicesNEWModbus', { body: change })).toMatchObject({ Code: 200 });
    const slave = await app.database.db
      .selectFrom('slave')
      .innerJoin('gateway', 'gateway.id', 'slave.gateway_id')
      .where('serial_number', '=', ours.freeSerial)
      .select(['slave.address', 'parity', 'model'])
      .executeTakeFirstOrThrow();
    expect(slave).toEqual({ address: 8, parity: 'even', model: 'DR404' });
    const elsewhere = { ...change, pid: ours.workshopId };
    expect(await ask('POST', '/Device/updateDevicesNEWModbus', { body: elsewhere })).toMatchObject({ Code: 404 });
  });

  test('somebody who registers learns which accounts and phones are taken; a question without either is refused', async () => {
    const exists = (body: object) => ask('POST', '/User/Exists', { body }, { as: null });
    expect(await exists({ account: ours.account })).toMatchObject({ Data: { Exists: true } });
    expect(await exists({ mobile: ours.ownMobile })).toMatchObject({ Data: { Exists: true } });
    expect(await exists({ mobile: ours.mobile, account: '' })).toMatchObject({ Data: { Exists: false } });
    expect(await exists({})).toMatchObject({ Code: 400 });
    expect(await exists({ name: ours.account })).toMatchObject({ Code: 400 });
  });
});

test('a download without points is refused by that field, whether it names a project or not', async () => {
  const asked = { start: '2026-01-01 00:00', end: '2026-01-02 00:00', tmes: 10, pointIdList: '' };
  for (const more of [{}, { ProjectId: ours.projectId }])
    expect(await ask('POST', '/Device/DownHistoryDataToExcelOrPdf', { body: { ...asked, ...more } })).toMatchObject({
      Code: 500,
      Data: { Fields: [{ Field: 'pointIdList' }] },
    });
});

test('repair orders are found by days and by times, in either place', async () => {
  const page = (filter: object) => ask('POST', '/NewRepairActive/GetNewRepairActivePage', { body: filter });
  for (const filter of [
    { AcceptanceTime: '2026-11-29 14:47' },
    { AcceptanceTime: '2026-11-29' },
    { StartCreateTime: '2026-11-01', EndCreateTime: '2026-11-29' },
    { StartCreateTime: '2026-11-01 00:00', EndCreateTime: '2026-11-29 23:59' },
  ])
    expect(await page(filter), JSON.stringify(filter)).toMatchObject({ Code: 200 });
  expect(await page({ AcceptanceTime: '2026-11-31' })).toMatchObject({ Code: 400 });
});

describe('lists', () => {
  test.each([
    ['/AlarmPlayScreen/ReadAlarmPlayScreen', 'AlarmPushId'],
    ['/ReportPush/ReadReportPlayScreenPush', 'ReportPlayScreenPushId'],
    ['/Download/DownloadRead', 'DownloadId'],
    ['/Download/DeleteDownload', 'DownloadId'],
  ])('as the whole body hold at least one, under a name of ids, and are refused in words: %s', async (path, name) => {
    for (const body of [[], { [name]: '' }, { [name]: '[]' }])
      for (const encoding of ['form', 'JSON'] as const)
        expect(await ask('POST', path, { body }, { encoding }), JSON.stringify(body)).toMatchObject({
          Code: 400,
          Data: { Fields: [{ Field: 'body' }] },
        });
    // What is no list of ids is never read as one.
    for (const [other, value] of [
      ['foo', '2'],
      ['PageIndex', '1'],
      ['projectId', String(ours.projectId)],
    ])
      expect(await ask('POST', path, { body: { [other!]: value } }), other).toMatchObject({ Code: 400 });
    const fields = { [name]: [2_000_000_001, 2_000_000_002] };
    const answer = await ask('POST', path, { body: fields });
    expect(answer.Message).not.toContain('Wrong type');
    expect(await ask('POST', path, { body: { [name]: 'first' } })).toMatchObject({
      Code: 400,
      Data: { Fields: [{ Field: 'body', Message: 'Must be a number' }] },
    });
  });

  test('of one subsystem hold nothing of another', async () => {
    const count = async (path: string, body: object) =>
      ((await ask('POST', path, { body })).Data as { TotalCount: number }).TotalCount;
    const ProjectId = ours.projectId;
    await aDevice(app.database.db, ProjectId, { name: 'Of another subsystem' });
    for (const path of ['/Model/GetModelTreePage', '/ModelTree/GetModelTreePage', '/ModelTree/GetTableListRead']) {
      expect(await count(path, { ProjectId, subsystem: ours.subsystemId }), path).toBe(1);
      expect(await count(path, { ProjectId }), path).toBeGreaterThan(1);
    }
  });

  test('find a subsystem by its code as by its number, and nothing where the two differ', async () => {
    const { id, code } = await app.database.db
      .selectFrom('subsystem')
      .where('id', '=', ours.subsystemId)
      .select(['id', 'code'])
      .executeTakeFirstOrThrow();
    const found = async (body: object) =>
      (
        (await ask('POST', '/Model/GetModelTreePage', { body: { ProjectId: ours.projectId, ...body } })).Data as {
          TotalCount: number;
        }
      ).TotalCount;
    expect([await found({ subsystem: code }), await found({ BigTypeId: id, subsystem: code })]).toEqual([1, 1]);
    expect(await found({ BigTypeId: id, subsystem: 'none of that name' })).toBe(0);
  });

  test('find an area by its name as by its number', async () => {
    const area = await app.database.db
      .selectFrom('subarea')
      .where('id', '=', ours.areaId)
      .select('name')
      .executeTakeFirstOrThrow();
    const found = async (path: string, body: object) =>
      ((await ask('POST', path, { body })).Data as { TotalCount: number }).TotalCount;
    for (const [path, field] of [
      ['/Model/QueryPointRead', 'area'],
      ['/AlarmActive/GetAlarmAct', 'Area'],
      ['/DeviceMonitoryPoint/PreAlarmPage', 'Area'],
    ] as const) {
      const byId = await found(path, { [field]: ours.areaId });
      expect(await found(path, { [field]: area.name.toUpperCase() }), path).toBe(byId);
      expect(await found(path, { [field]: 'no such area' }), path).toBe(0);
    }
  });

  test('are answered in the language that they ask for by a parameter, refusals too', async () => {
    const types = async (language: string) =>
      JSON.stringify(
        (await ask('GET', '/ModelTree/GetChild', { query: { projectId: ours.projectId, language } })).Data,
      );
    expect(await types('zh')).not.toBe(await types('EN'));
    expect(await types('')).toBe(await types('en-US'));
    expect(await ask('GET', '/ModelTree/GetChild', { query: { projectId: '', language: 'zh' } })).toMatchObject({
      Message: '输入有误：projectId：必填',
    });
  });

  test.each([
    ['/Device/ShowDevice_List', {}],
    ['/AlarmActive/GetAlarmAct', { status: 1 }],
    ['/Subarea/GetSubareaDelPage', {}],
    ['/Weather/GetWeatherPage', {}],
  ])('%s answers its file to who asks for one', async (path, query) => {
    expect((await ask('POST', path, { query })).Data).toMatchObject({ TotalCount: expect.any(Number) });
    const accept = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    expect(await ask('POST', path, { query }, { headers: { accept } })).toMatchObject({ Code: 200, Data: 'file' });
    expect(await ask('POST', path, { query: { ...query, responseType: 'blob' } })).toMatchObject({ Data: 'file' });
  });

  test('a template is kept as it was sent', async () => {
    const body = {
      name: 'Case',
      value: '[{"key":"t1"}]',
      num: 9,
      TYPE: 'system',
      CREATETIME: '2020-01-01 00:00',
      FLAG: true,
    };
    const { id } = (await ask('POST', '/Device/addTemplate', { body })).Data as { id: number };
    const read = async () => (await ask('GET', '/Device/getTempById', { query: { id } })).Data;
    expect(await read()).toMatchObject({ name: 'Case', value: body.value, num: 0, TYPE: 'custom', FLAG: true });
    await ask('POST', '/Device/updateTemplate', { body: { id, name: 'Case 2', value: '[]' } });
    expect(await read()).toMatchObject({ name: 'Case 2', value: '[]' });
  });
});

describe('points and what they serve', () => {
  test('are linked by ids alone, unless a number is both a device and an area', async () => {
    const { db } = app.database;
    const link = (ModelTreeOrLocationIdList: (number | string)[]) =>
      ask('POST', '/Point/PointRelevanceModelTreeAndLocation', {
        body: { PointIdList: [ours.sparePointId], ModelTreeOrLocationIdList },
      });
    expect(await link([ours.deviceId, ours.areaId])).toMatchObject({ Data: { Changed: 2 } });
    const areaId = await anArea(db, ours.projectId, 'Double');
    const device = await db
      .selectFrom('device')
      .where('id', '=', ours.deviceId)
      .select(['company_id', 'project_id', 'device_class_id'])
      .executeTakeFirstOrThrow();
    await sql`INSERT INTO device (id, company_id, project_id, device_class_id, name) OVERRIDING SYSTEM VALUE
      VALUES (${areaId}, ${device.company_id}, ${device.project_id}, ${device.device_class_id}, 'Double')`.execute(db);
    expect(await link([areaId])).toMatchObject({ Code: 400, Message: expect.stringContaining(`${areaId} is both`) });
    expect(await link([2_000_000_000])).toMatchObject({ Code: 400 });
    expect(await link(['Double'])).toMatchObject({ Code: 400, Message: expect.stringContaining('Double is both') });
    await sql`UPDATE device SET name = 'Of that number' WHERE id = ${areaId}`.execute(db);
    expect(await link(['Double', 'Of that number'])).toMatchObject({ Data: { Changed: 2 } });
  });

  test('name their project: present values and changes need no other', async () => {
    const pointIds = [ours.pointId, ours.sparePointId].join();
    expect(idsOf(await ask('GET', '/Device/GetPointRealTimeData', { query: { pointIds, ProjectId: '' } }))).toEqual(
      expect.arrayContaining([ours.pointId, ours.sparePointId]),
    );
    const change = { UpdatePointType: 'level', PointIdList: [ours.sparePointId], Level: 1, ProjectId: '' };
    expect(await ask('POST', '/Point/BatchUpdatePoint', { body: change })).toMatchObject({ Data: { Changed: 1 } });
    const foreign = { ...change, PointIdList: [others.sparePointId] };
    expect((await ask('POST', '/Point/BatchUpdatePoint', { body: foreign })).Code).toBeGreaterThanOrEqual(400);
  });

  test('are related by their ids alone, one or several', async () => {
    const relate = (PointRelevanceList: unknown) =>
      ask('POST', '/Point/AddPointRelevance', { body: { PointIdA: ours.sparePointId, PointRelevanceList } });
    const related = async () =>
      (
        (await ask('POST', '/Point/GetPointRelevance', { query: { pointId: ours.sparePointId } })).Data as {
          PointIdB: number;
        }[]
      ).map(({ PointIdB }) => PointIdB);
    expect(await relate(ours.anotherPointId)).toMatchObject({ Code: 200 });
    expect(await related()).toEqual([ours.anotherPointId]);
    expect(await relate(`${ours.pointId},${ours.anotherPointId}`)).toMatchObject({ Code: 200 });
    expect(await related()).toEqual([ours.pointId, ours.anotherPointId]);
  });

  test('are told once when they are related for one device and for all places', async () => {
    const PointRelevanceList = [{ PointIdB: ours.anotherPointId }];
    const of = { PointIdA: ours.sparePointId, PointRelevanceList };
    await ask('POST', '/Point/AddPointRelevance', { body: of });
    await ask('POST', '/Point/AddPointRelevance', { body: { ...of, ModelTreeIdA: ours.deviceId } });
    const query = { pointId: ours.sparePointId, modelTreeId: ours.deviceId };
    expect((await ask('POST', '/Point/GetPointRelevance', { query })).Data).toMatchObject([
      { PointIdB: ours.anotherPointId },
    ]);
  });

  test('say by their gateways which project a file of devices is for', async () => {
    const gateway = await app.database.db
      .selectFrom('gateway')
      .innerJoin('point', 'point.gateway_id', 'gateway.id')
      .where('point.id', '=', ours.pointId)
      .select(['gateway.name', 'point.name as point'])
      .executeTakeFirstOrThrow();
    const columns = ['Device name', 'Device class', 'Gateway', 'Point name'];
    const row = ['Bakery 7', 'Freezer room', gateway.name, gateway.point];
    const files = [await sheetOf(columns, [row])];
    const sent = await ask('POST', '/Point/ImportModelTree', { query: { industry: 1, isDryRun: true }, files });
    expect(sent).toMatchObject({ Code: 200, Data: { TotalCount: 1 } });
  });

  test('are imported with the industry alone by somebody who sets up one project; others say which', async () => {
    const sheet = { query: { industry: 1 }, files: [ours.deviceSheet] };
    const as = await tokenFor(app.database.db, memberId);
    expect(await ask('POST', '/Point/ImportModelTree', sheet, { as })).toMatchObject({
      Code: 200,
      Data: { WrongCount: 0 },
    });
    expect(await ask('POST', '/Point/ImportModelTree', sheet)).toMatchObject({
      Code: 400,
      Message: 'Say which project: projectId.',
      Data: { Fields: [{ Field: 'projectId' }] },
    });
  });
});

describe('tags, waybills and gateways', () => {
  test('tags are registered by their numbers alone, however a client writes a list', async () => {
    const query = { projectId: ours.projectId };
    const register = (body: unknown, encoding: Encoding = 'form') =>
      ask('POST', '/Device/BatchAddSensorTag', { query, body }, { encoding });
    expect(await register(['STRANGE1', 'STRANGE2'], 'JSON')).toMatchObject({ Code: 200 });
    expect(await register(['STRANGE3'])).toMatchObject({ Code: 200 });
    expect(await register({ '[0].TagSn': 'STRANGE4' })).toMatchObject({ Code: 200 });
    expect(await register(['no number'], 'JSON')).toMatchObject({
      Code: 400,
      Data: { Fields: [{ Field: '0.TagSn' }] },
    });
  });

  test('limits of a tag are taken as JSON in the text of a form, and an offset without a reason', async () => {
    const change = { SensorIdList: [ours.tagId], tAlarm: '{"low":-25,"high":-15}', tOffset: 0.3 };
    expect(await ask('POST', '/Device/UpdateSensor', { body: change })).toMatchObject({ Data: { Updated: 1 } });
    expect(await ask('POST', '/Device/UpdateSensor', { body: { ...change, tAlarm: '{"Max":8}' } })).toMatchObject({
      Data: { Fields: [{ Field: 'tAlarm', Message: expect.stringContaining('"low":-25') }] },
    });
  });

  test('a file is for the project that its form names, which is held to the rights as one of the address is', async () => {
    const files = [await sheetOf(['Tag number'], [['STRANGE9']])];
    const send = (projectId: number, query: object = {}) => {
      const form = new FormData();
      form.append('projectId', String(projectId));
      for (const file of files) form.append('file', file);
      return fetch(`${app.url}/api/Device/ImportSensorTag?${new URLSearchParams({ isDryRun: '1', ...query })}`, {
        method: 'POST',
        headers: { language: 'en', authorization: `Bearer ${token}` },
        body: form,
      });
    };
    expect((await send(ours.projectId)).status).toBe(200);
    expect((await send(others.projectId)).status).toBe(403);
    expect((await send(ours.projectId, { projectId: String(others.projectId) })).status).toBe(403);
    expect((await send(ours.projectId, { projectId: String(ours.workshopId) })).status).toBe(400);
  });

  test('a gateway gets slaves like those that are named by their ids', async () => {
    const body = {
      pid: ours.projectId,
      deviceName: 'Roof',
      deviceNo: 'WSTRANGE01',
      DeviceModuleAndAddressList: [ours.slaveId],
    };
    const added = await ask('POST', '/Device/addDevicesNewModbus', { body });
    expect(added).toMatchObject({ Code: 200 });
    const slaves = await app.database.db
      .selectFrom('slave')
      .select(['id', 'gateway_id', 'name', 'address', 'baud_rate'])
      .execute();
    const { DeviceId } = added.Data as { DeviceId: number };
    const [copy, model] = [
      slaves.find((one) => one.gateway_id === DeviceId),
      slaves.find(({ id }) => id === ours.slaveId),
    ];
    expect(copy).toMatchObject({ name: model!.name, address: model!.address, baud_rate: model!.baud_rate });
    const foreign = { ...body, deviceNo: 'WSTRANGE02', DeviceModuleAndAddressList: [others.slaveId] };
    expect(await ask('POST', '/Device/addDevicesNewModbus', { body: foreign })).toMatchObject({ Code: 404 });
  });

  test('devices count in the sums of their sub-items without a word about project or sub-item', async () => {
    const sum = (body: number[]) =>
      ask('POST', '/ModelTree/SetSubentryModelTreeSummary', { query: { isSummary: false }, body });
    expect(await sum([ours.keptDeviceId])).toMatchObject({ Code: 200 });
    expect(await sum([others.keptDeviceId])).toMatchObject({ Code: 404 });
    expect(await sum([])).toMatchObject({ Code: 400, Data: { Fields: [{ Field: 'body' }] } });
  });
});

describe('members', () => {
  test('have a role in the project that they are added to, the default one where none is named', async () => {
    const add = (more: object) =>
      ask('POST', '/User_Subarea/AddUser_Role_Subarea', {
        body: { CompanyId: ours.companyId, RealName: 'Li Na', Pwd: 'qV7_mxK2pw9', ...more },
      });
    const named = { UserName: 'strange.one', SubareaId: ours.projectId, ProjectRoleId: ours.projectRoleId };
    const { UserId } = (await add(named)).Data as { UserId: number };
    const entries = await app.database.db.selectFrom('role_entry').where('user_id', '=', UserId).selectAll().execute();
    expect(entries).toContainEqual(
      expect.objectContaining({ project_id: ours.projectId, role_id: ours.projectRoleId }),
    );
    expect(await add({ UserName: 'strange.two', ProjectRoleId: ours.projectRoleId })).toMatchObject({
      Data: { Fields: [{ Field: 'SubareaId' }] },
    });
    expect(
      await add({ UserName: 'strange.two', SubareaId: others.projectId, ProjectRoleId: ours.projectRoleId }),
    ).toMatchObject({
      Code: expect.toSatisfy((code: number) => code >= 400 && code < 500),
    });
  });
});

describe('dangerous calls of a client that cannot prove an identity', () => {
  const signIn = async (method: 'GET' | 'POST'): Promise<{ Token: string; RefreshToken: string }> => {
    const credentials = { account: ours.account, pwd: ours.password };
    const asked = method === 'GET' ? { query: credentials } : { body: credentials };
    return (await ask(method, '/User/login', asked, { as: null })).Data as never;
  };
  const remove = async (as: string) => {
    const projectId = await aProject(app.database.db, ours.companyId);
    const { Code } = await ask('DELETE', '/Subarea/DeleteProject', { query: { ProjectIdList: projectId } }, { as });
    return { Code, projectId };
  };
  const name = (UserIdListWithoutProof: number[], as = token) =>
    ask(
      'POST',
      '/User/UpdateCompanySettings',
      { body: { UserIdListWithoutProof } },
      { as, headers: { [clearing.header]: clearing.value } },
    );

  test('are refused until the company names the account, for which it proves its own identity', async () => {
    const { Token } = await signIn('GET');
    expect((await remove(Token)).Code).toBe(428);
    const unproven = await tokenFor(app.database.db, ours.userId, undefined, { proven: false });
    expect((await name([ours.userId], unproven)).Code).toBe(428);
    expect((await name([others.userId])).Code).toBe(400);
    expect((await name([ours.userId])).Code).toBe(200);
    const { Code, projectId } = await remove(Token);
    expect(Code).toBe(200);
    const lines = await app.database.db
      .selectFrom('operation_log')
      .where('project_id', '=', projectId)
      .where('call', '=', 'deleteProject')
      .select('after')
      .execute();
    expect(lines).toEqual([{ after: expect.objectContaining({ withoutProof: true }) }]);
    const [named] = await app.database.db
      .selectFrom('operation_log')
      .where('call', '=', 'updateCompanySettings')
      .select(['before', 'after'])
      .execute();
    expect(named).toEqual({ before: { accountsWithoutProof: [] }, after: { accountsWithoutProof: [ours.account] } });
    expect((await name([])).Code).toBe(200);
    expect((await remove(Token)).Code).toBe(428);
  });

  test('of a sign-in of our own web stay refused, named or not', async () => {
    await name([ours.userId]);
    expect((await remove((await signIn('POST')).Token)).Code).toBe(428);
    const { RefreshToken } = await signIn('GET');
    const renewed = await ask('GET', '/User/RefreshToken', { query: { refreshToken: RefreshToken } }, { as: null });
    const byToken = renewed.Data as { Token: string; RefreshToken: string };
    expect((await remove(byToken.Token)).Code).toBe(200);
    // A browser comes with its cookie alone.
    const headers = { cookie: `refreshToken=${byToken.RefreshToken}` };
    const inBrowser = await ask('GET', '/User/RefreshToken', {}, { as: null, headers });
    expect((await remove((inBrowser.Data as { Token: string }).Token)).Code).toBe(428);
  });

  test('are excused in the company that names the account, and in no other', async () => {
    const { db } = app.database;
    const sisterId = await aCompany(db);
    await aMember(db, sisterId, -1, { userId: ours.userId, permissions: ['projectsEdit'] });
    const projectId = await aProject(db, sisterId);
    await name([ours.userId]);
    const { Token } = await signIn('GET');
    const query = { ProjectIdList: projectId, CompanyId: sisterId };
    expect(await ask('DELETE', '/Subarea/DeleteProject', { query }, { as: Token })).toMatchObject({ Code: 428 });
  });
});
