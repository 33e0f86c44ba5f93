import {
  type AllCalls,
  type CallData,
  type CallInput,
  type CallName,
  commonErrors,
  type Language,
  type PermissionName,
  projectErrors,
} from '@watchpost/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readSheet } from '../platform/excel/readSheet.ts';
import { makeCall, startTestApplication, type TestApplication } from '../testing/application.ts';
import { exportedSheet } from '../testing/exportedSheet.ts';
import {
  aCompany,
  aDevice,
  aGateway,
  aMember,
  anArea,
  aPartition,
  aPoint,
  aProject,
  limitMember,
} from '../testing/factories.ts';
import { tokenFor } from '../testing/tokenFor.ts';

let app: TestApplication;
beforeAll(async () => {
  app = await startTestApplication();
});
afterAll(() => app.stop());

/** Manages the projects of the company; opens none. */
let manager: string;
/** Sets up one project, as its member. */
let keeper: string;
let companyId: number;
let projectId: number;
const everything: readonly PermissionName[] = ['projectsEdit'];
beforeEach(async () => {
  const { db } = app.database;
  companyId = await aCompany(db);
  projectId = await aProject(db, companyId, { name: 'Harbour' });
  manager = await tokenFor(db, await aMember(db, companyId, -1, { permissions: everything }));
  keeper = await tokenFor(db, await aMember(db, companyId, projectId, { permissions: ['projectConfig'] }));
});

interface Answer<Name extends CallName> {
  status: number;
  message: string;
  data: CallData<AllCalls[Name]>;
  file: Buffer | undefined;
}
async function ask<Name extends CallName>(
  token: string,
  name: Name,
  input: CallInput<AllCalls[Name]>,
  language: Language = 'en',
): Promise<Answer<Name>> {
  const { status, envelope, file } = await makeCall(app.url, name, input, { token, language });
  return { status, message: envelope.Message, data: envelope.Data as CallData<AllCalls[Name]>, file };
}
const told = (text: string, parameters: Record<string, string | number> = {}) =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(parameters[name]));

/** The refusal that the caller reads, in both languages. */
async function refused<Name extends CallName>(token: string, name: Name, input: CallInput<AllCalls[Name]>) {
  const [en, zh] = [await ask(token, name, input, 'en'), await ask(token, name, input, 'zh')];
  expect(en.status).toBe(zh.status);
  return [en.status, en.data, en.message, zh.message];
}
/** A refusal about one field names it. */
const isRefusal = (
  entry: { code: number; en: string; zh: string; field?: string },
  parameters: Record<string, string | number> = {},
) => {
  const [en, zh] = [told(entry.en, parameters), told(entry.zh, parameters)];
  return [entry.code, entry.field ? { Fields: [{ Field: entry.field, Message: en }] } : null, en, zh];
};
/** The words beside one field, in both languages. */
async function wordsBeside<Name extends CallName>(
  token: string,
  name: Name,
  input: CallInput<AllCalls[Name]>,
  field: string,
) {
  const of = async (language: Language) => {
    const { status, envelope } = await makeCall(app.url, name, input, { token, language });
    const fields = (envelope.Data as { Fields?: { Field: string; Message: string }[] } | null)?.Fields ?? [];
    return status === 400 ? fields.find(({ Field }) => Field === field)?.Message : `answered ${status}`;
  };
  return [await of('en'), await of('zh')];
}

const addPartition = async (SubareaName: string, parentId: number | null = null) =>
  (await ask(manager, 'addSubarea', { body: { SubareaName, parentId } })).data.SubareaId;
const addProject = async (ProjectName: string, more: object = {}) =>
  (await ask(manager, 'addProject', { body: { ProjectName, ...more } })).data.ProjectId;
const detail = async (id = projectId, token = manager) =>
  (await ask(token, 'getProject', { query: { subareaId: id } })).data;
const page = async (body: CallInput<AllCalls['getProjectPage']>['body'] = {}, language: Language = 'en') =>
  (await ask(manager, 'getProjectPage', { body }, language)).data;
const names = async (body: CallInput<AllCalls['getProjectPage']>['body'] = {}) =>
  (await page(body)).Data.map(({ ProjectName }) => ProjectName);
const tree = async () => (await ask(manager, 'getAllSubareaTree', { query: {} })).data;
const logOf = async (subjectId: number) =>
  (
    await app.database.pool.query(
      'SELECT company_id, call, subject_kind, subject_name, before, after FROM operation_log WHERE subject_id = $1 ORDER BY id',
      [String(subjectId)],
    )
  ).rows;

describe('partitions', () => {
  test.each([
    ['', 'Required', '必填'],
    ['   ', 'Required', '必填'],
    ['x'.repeat(21), 'The name of a partition or area has 1 to 20 characters', '分区或区域名称须为 1–20 个字符'],
  ])('a partition is not called %j, nor an area', async (SubareaName, en, zh) => {
    for (const parentId of [null, projectId])
      expect(await wordsBeside(manager, 'addSubarea', { body: { SubareaName, parentId } }, 'SubareaName')).toEqual([
        en,
        zh,
      ]);
  });

  test('a name of one to twenty characters is good, Chinese or Latin, and blanks around it do not count', async () => {
    for (const name of ['东', ` ${'北'.repeat(20)} `, 'x'.repeat(20)]) await addPartition(name);
    expect((await tree()).map(({ SubareaName }) => SubareaName)).toEqual(
      expect.arrayContaining(['东', '北'.repeat(20), 'x'.repeat(20)]),
    );
  });

  test('a name is used once among siblings, in another partition it is free', async () => {
    const north = await addPartition('North');
    const again = { body: { SubareaName: 'North' } };
    expect(await refused(manager, 'addSubarea', again)).toEqual(
      isRefusal(projectErrors.partitionNameTaken, { name: 'North' }),
    );
    expect((await ask(manager, 'addSubarea', { body: { SubareaName: 'North', parentId: north } })).status).toBe(200);
    const south = await addPartition('South');
    const renamed = { body: { SubareaId: south, SubareaName: 'North' } };
    expect(await refused(manager, 'editSubarea', renamed)).toEqual(
      isRefusal(projectErrors.partitionNameTaken, { name: 'North' }),
    );
  });

  test('of two who add the same name at once, one is told that it is in use', async () => {
    const add = () => ask(manager, 'addSubarea', { body: { SubareaName: 'Twins' } });
    const answers = await Promise.all([add(), add(), add()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  test('it says beforehand whether a name is taken, and one that is being renamed does not stand in its own way', async () => {
    const north = await addPartition('North');
    const exists = async (subareaName: string, more: object = {}) =>
      (await ask(manager, 'isSubareaExist', { query: { subareaName, ...more } })).data;
    expect([await exists('North'), await exists('South'), await exists('North', { subareaId: north })]).toEqual([
      true,
      false,
      false,
    ]);
    expect(await exists('Harbour', { kind: 'project' })).toBe(true);
  });

  test('a partition moves with everything in it, but not into itself or below itself', async () => {
    const [top, other] = [await addPartition('Top'), await addPartition('Other')];
    const below = await addPartition('Below', top);
    const store = await addProject('Store', { parentId: below });
    await ask(manager, 'editSubarea', { body: { SubareaId: top, parentId: other } });
    expect((await detail(store)).Path.map(({ SubareaName }) => SubareaName)).toEqual(['Other', 'Top', 'Below']);
    for (const parentId of [top, below]) {
      expect(await refused(manager, 'editSubarea', { body: { SubareaId: top, parentId } })).toEqual(
        isRefusal(projectErrors.withinItself),
      );
    }
  });

  test('two moves at once never make a circle', async () => {
    const [a, b] = [await addPartition('A'), await addPartition('B')];
    const answers = await Promise.all([
      ask(manager, 'editSubarea', { body: { SubareaId: a, parentId: b } }),
      ask(manager, 'editSubarea', { body: { SubareaId: b, parentId: a } }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('partitions and projects do not stand below a project', async () => {
    const store = await addProject('Store');
    const partition = await addPartition('North');
    for (const SubareaId of [partition, projectId])
      expect(await refused(manager, 'editSubarea', { body: { SubareaId, parentId: store } })).toEqual(
        isRefusal(projectErrors.wrongParent),
      );
  });

  test('they stand in the order they were put in, and those added later come last', async () => {
    const ids = [await addPartition('甲'), await addPartition('乙'), await addPartition('丙')];
    const order = async () =>
      (await tree()).filter(({ Kind }) => Kind === 'partition').map(({ SubareaName }) => SubareaName);
    expect(await order()).toEqual(['丙', '甲', '乙']); // pinyin: bing, jia, yi
    await ask(manager, 'editSubarea', { body: { SubareaId: ids[1]!, BeforeId: ids[2]! } });
    expect(await order()).toEqual(['乙', '丙', '甲']);
    await ask(manager, 'editSubarea', { body: { SubareaId: ids[2]!, BeforeId: null } });
    expect(await order()).toEqual(['乙', '甲', '丙']);
    await addPartition('丁');
    expect(await order()).toEqual(['乙', '甲', '丙', '丁']);
  });

  test('one that still holds projects, however deep, is not deleted; an empty one goes with the empty ones below it', async () => {
    const top = await addPartition('Top');
    const below = await addPartition('Below', top);
    const store = await addProject('Store', { parentId: below });
    expect(await refused(manager, 'deleteSubarea', { query: { subareaId: top } })).toEqual(
      isRefusal(projectErrors.partitionNotEmpty, { name: 'Top', count: 1 }),
    );
    await ask(manager, 'editSubarea', { body: { SubareaId: store, parentId: null } });
    const { data } = await ask(manager, 'deleteSubarea', { query: { subareaId: top } });
    expect(data).toMatchObject({ Partitions: 2, Projects: 0 });
    expect(await tree()).not.toContainEqual(expect.objectContaining({ SubareaId: top }));
  });

  test('a project is not deleted as if it were a partition', async () => {
    expect(await refused(manager, 'deleteSubarea', { query: { subareaId: projectId } })).toEqual(
      isRefusal(projectErrors.notAPartition),
    );
  });

  test('the list says how many projects stand anywhere in each', async () => {
    const top = await addPartition('Top');
    const below = await addPartition('Below', top);
    await addProject('Store', { parentId: below });
    const { data } = await ask(manager, 'getSubareaPage', { query: {} });
    expect(data).toMatchObject({ TotalCount: 1, Data: [{ SubareaId: top, ProjectCount: 1, Kind: 'partition' }] });
  });

  test('what was added, renamed and deleted stands in the operation log', async () => {
    const id = await addPartition('Top');
    await ask(manager, 'editSubarea', { body: { SubareaId: id, SubareaName: 'Peak' } });
    await ask(manager, 'deleteSubarea', { query: { subareaId: id } });
    expect(await logOf(id)).toMatchObject([
      { call: 'addSubarea', subject_kind: 'partition', subject_name: 'Top', after: { name: 'Top' } },
      { call: 'editSubarea', before: { name: 'Top' }, after: { name: 'Peak' } },
      { call: 'deleteSubarea', subject_name: 'Peak', before: { name: 'Peak' } },
    ]);
  });
});

test('who sees only some devices of a project is told their number and their subsystems, not of the others', async () => {
  const { db } = app.database;
  const seen = await aDevice(db, projectId);
  for (let more = 0; more < 2; more += 1) await aDevice(db, projectId);
  const limited = await aMember(db, companyId, projectId, { permissions: ['monitorView'] });
  await limitMember(db, limited, projectId, { deviceIds: [seen] });
  const countsFor = async (token: string) => {
    const query = { subareaId: projectId };
    const { data: project } = await ask(token, 'getProject', { query });
    const { data: subsystems } = await ask(token, 'getProjectModelList', { query });
    return [project.DeviceCount, subsystems.reduce((sum, { DeviceCount }) => sum + DeviceCount, 0)];
  };
  expect(await countsFor(await tokenFor(db, limited))).toEqual([1, 1]);
  expect(await countsFor(manager)).toEqual([3, 3]);
});

test('who manages projects and sees only a part of one finds and counts nothing else of it, deleted or not', async () => {
  const { db } = app.database;
  const [seen, hidden] = [await aDevice(db, projectId), await aDevice(db, projectId)];
  await aGateway(db, projectId);
  const subsystemOf = async (deviceId: number) => {
    const query = db.selectFrom('device as d').innerJoin('device_class as c', 'c.id', 'd.device_class_id');
    return (await query.where('d.id', '=', deviceId).select('c.subsystem_id').executeTakeFirstOrThrow()).subsystem_id;
  };
  const limited = await aMember(db, companyId, -1, { permissions: ['projectsEdit', 'allProjects'] });
  await limitMember(db, limited, projectId, { deviceIds: [seen] });
  const limitedToken = await tokenFor(db, limited);
  const found = async (token: string, deviceId: number) =>
    (await ask(token, 'getProjectPage', { body: { BigTypeIdList: [await subsystemOf(deviceId)] } })).data.TotalCount;
  expect([await found(limitedToken, seen), await found(limitedToken, hidden), await found(manager, hidden)]).toEqual([
    1, 0, 1,
  ]);
  const counts = async (token: string) => {
    const { data } = await ask(token, 'getSubareaDelPage', { body: {} });
    return data.Data.map(({ DeviceCount, GatewayCount }) => [DeviceCount, GatewayCount]);
  };
  await db.updateTable('project').set({ deleted_at: new Date() }).where('id', '=', projectId).execute();
  expect([await counts(limitedToken), await counts(manager)]).toEqual([[[1, 0]], [[2, 1]]]);
});

describe('areas', () => {
  test('members who set up a project add, rename and order its areas, also one in another; names are used once among siblings', async () => {
    const add = (SubareaName: string, parentId: number) =>
      ask(keeper, 'addSubarea', { body: { SubareaName, parentId } });
    const hall = (await add('Hall', projectId)).data.SubareaId;
    expect((await add('Cell', hall)).status).toBe(200);
    expect(await refused(keeper, 'addSubarea', { body: { SubareaName: 'Hall', parentId: projectId } })).toEqual(
      isRefusal(projectErrors.areaNameTaken, { name: 'Hall' }),
    );
    const { data } = await ask(keeper, 'getUserSubareaList', { query: { projectId, kind: 'area' } });
    expect(data.map(({ SubareaName, ProjectId }) => [SubareaName, ProjectId])).toEqual([
      ['Hall', projectId],
      ['Cell', projectId],
    ]);
  });

  const addArea = async (SubareaName: string, parentId: number) =>
    (await ask(keeper, 'addSubarea', { body: { SubareaName, parentId } })).data.SubareaId;

  test('they stand within each other up to five deep, move with everything in them, and never into themselves', async () => {
    const [hall, yard] = [await addArea('Hall', projectId), await addArea('Yard', projectId)];
    let deepest = hall;
    for (const name of ['Room', 'Row', 'Rack', 'Shelf']) deepest = await addArea(name, deepest);
    const tooDeep = isRefusal(projectErrors.areasTooDeep, { depth: 5 });
    expect(await refused(keeper, 'addSubarea', { body: { SubareaName: 'Box', parentId: deepest } })).toEqual(tooDeep);
    expect(await refused(keeper, 'editSubarea', { body: { SubareaId: hall, parentId: yard } })).toEqual(tooDeep);
    for (const parentId of [hall, deepest])
      expect(await refused(keeper, 'editSubarea', { body: { SubareaId: hall, parentId } })).toEqual(
        isRefusal(projectErrors.withinItself),
      );

    const { data: before } = await ask(keeper, 'getAllSubareaTree', { query: { projectId } });
    const room = before[0]!.Children[0]!.SubareaId;
    expect((await ask(keeper, 'editSubarea', { body: { SubareaId: room, parentId: yard } })).status).toBe(200);
    const { data: after } = await ask(keeper, 'getAllSubareaTree', { query: { projectId } });
    expect(after).toMatchObject([
      { SubareaId: hall, Kind: 'area', Children: [] },
      { SubareaId: yard, Children: [{ SubareaName: 'Room', Children: [{ SubareaName: 'Row' }] }] },
    ]);
    await addArea('Room', hall);
    expect(await refused(keeper, 'editSubarea', { body: { SubareaId: room, parentId: hall } })).toEqual(
      isRefusal(projectErrors.areaNameTaken, { name: 'Room' }),
    );
  });

  test('what stands in an area counts for those around it, in lists and in filters', async () => {
    const { db } = app.database;
    const hall = await addArea('Hall', projectId);
    const [first, second] = [await addArea('Row 1', hall), await addArea('Row 2', hall)];
    const inRow = await aDevice(db, projectId, { areaId: first });
    const inHall = await aDevice(db, projectId, { areaId: hall });
    await aDevice(db, projectId);
    const { data: page } = await ask(keeper, 'getSubareaPage', { query: { parentId: projectId } });
    expect(page.Data).toMatchObject([{ SubareaId: hall, AreaCount: 2, DeviceCount: 2 }]);

    const viewer = await tokenFor(
      db,
      await aMember(db, companyId, projectId, { permissions: ['monitorView', 'projectConfig'] }),
    );
    const { data: choices } = await ask(viewer, 'getArealist', { query: { projectId } });
    expect(choices.map(({ Key, DeviceCount }) => [Key, DeviceCount])).toEqual([
      [hall, 2],
      [first, 1],
      [second, 0],
    ]);
    const board = (LocationIdList: number[]) =>
      ask(viewer, 'getTableListRead', { body: { ProjectId: projectId, LocationIdList } });
    const found = async (areaId: number) => (await board([areaId])).data.Data.map(({ Mtid }) => Mtid).sort();
    expect([await found(hall), await found(first), await found(second)]).toEqual([[inRow, inHall].sort(), [inRow], []]);
    const { data: facets } = await ask(viewer, 'getTableListReadScreen', { body: { ProjectId: projectId } });
    expect(facets.Locations.map(({ Key, Count }) => [Key, Count])).toEqual([
      [hall, 2],
      [first, 1],
    ]);
    const { data: points } = await ask(viewer, 'getPointPageDropdownList', { query: { projectId } });
    expect(points.LocationList.map(({ Value }) => Value)).toEqual(['Hall', 'Hall / Row 1', 'Hall / Row 2']);
  });

  test('an area does not leave its project', async () => {
    const area = await anArea(app.database.db, projectId);
    const other = await aProject(app.database.db, companyId);
    expect(await refused(manager, 'editSubarea', { body: { SubareaId: area, parentId: other } })).toEqual(
      isRefusal(projectErrors.areaStaysInProject),
    );
  });

  test('when an area is deleted its devices stay in the project without area, and it is said beforehand how many', async () => {
    const { db } = app.database;
    const hall = await anArea(db, projectId);
    const cell = (await ask(keeper, 'addSubarea', { body: { SubareaName: 'Cell', parentId: hall } })).data.SubareaId;
    const deviceId = await aDevice(db, projectId, { areaId: cell });
    const expected = expect.objectContaining({ Areas: 2, Devices: 1 });
    expect((await ask(keeper, 'getWhatGoesWith', { query: { subareaIdList: String(hall) } })).data).toEqual(expected);
    expect((await ask(keeper, 'deleteSubarea', { query: { subareaId: hall } })).data).toEqual(expected);
    const device = await db.selectFrom('device').where('id', '=', deviceId).selectAll().executeTakeFirst();
    expect(device).toMatchObject({ project_id: projectId, area_id: null });
  });
});

describe('a project is added and edited', () => {
  test('with everything its form has', async () => {
    const partition = await addPartition('North');
    const form = {
      parentId: partition,
      ProjectNameEn: 'Cold store 7',
      Code: 'S7',
      Industry: 2,
      ProjectLevel: 1,
      TagList: ['vip', 'north'],
      Address: '1 Dock Road',
      Latitude: 31.25,
      Longitude: 121.5,
      TimeZone: 'Europe/Berlin',
      ServiceStart: '2026-01-01',
      ServiceEnd: '2099-12-31',
      Description: 'By the water\nwith a dock',
    };
    const id = await addProject('七号冷库', form);
    expect(await detail(id)).toMatchObject({
      ...form,
      ProjectName: '七号冷库',
      State: 'valid',
      Path: [{ SubareaName: 'North' }],
      CompanyId: companyId,
    });
    expect((await page({ ProjectName: 'store 7' })).Data).toMatchObject([
      { ProjectName: 'Cold store 7', Located: true },
    ]);
    expect((await page({ ProjectName: 'store 7' }, 'zh')).Data).toMatchObject([{ ProjectName: '七号冷库' }]);
  });

  test('what the form leaves out is the company’s: its industry and its time zone', async () => {
    const { db } = app.database;
    await db.updateTable('company').set({ industry: 3, time_zone: 'Asia/Tokyo' }).where('id', '=', companyId).execute();
    expect(await detail(await addProject('Farm'))).toMatchObject({ Industry: 3, TimeZone: 'Asia/Tokyo' });
  });

  test.each([
    [
      'ProjectName',
      { ProjectName: 'x'.repeat(51) },
      'A project name has 1 to 50 characters',
      '项目名称须为 1–50 个字符',
    ],
    ['Industry', { Industry: 5 }, 'Not more than 4', '不能大于 4'],
    ['ProjectLevel', { ProjectLevel: 0 }, 'Not less than 1', '不能小于 1'],
    ['Latitude', { Latitude: 90.5, Longitude: 0 }, 'A latitude lies between -90 and 90', '纬度须在 -90 到 90 之间'],
    [
      'Longitude',
      { Latitude: 0, Longitude: -181 },
      'A longitude lies between -180 and 180',
      '经度须在 -180 到 180 之间',
    ],
    ['Longitude', { Latitude: 31 }, 'Give both latitude and longitude, or neither', '经度和纬度须同时填写或同时留空'],
    ['Longitude', { Longitude: 121 }, 'Give both latitude and longitude, or neither', '经度和纬度须同时填写或同时留空'],
    ['TimeZone', { TimeZone: 'Mars/Base' }, 'Not a known time zone', '不认识的时区'],
    [
      'ServiceEnd',
      { ServiceStart: '2026-03-02', ServiceEnd: '2026-03-01' },
      'The service cannot start after it ends',
      '服务开始日期不能晚于结束日期',
    ],
    ['ServiceEnd', { ServiceEnd: '2026-02-30' }, 'There is no such day', '没有这一天'],
    ['TagList', { TagList: Array.from({ length: 21 }, (_, i) => `l${i}`) }, 'Choose at most 20', '最多选择 20 项'],
    [
      'TagList.0',
      { TagList: ['a,b'] },
      'A label has 1 to 20 characters and no comma',
      '标签须为 1–20 个字符，不含逗号',
    ],
    ['Description', { Description: 'x'.repeat(501) }, 'At most 500 characters', '最多 500 个字符'],
  ])('%s of %j is refused beside the field', async (field, form, en, zh) => {
    const body = { ProjectName: 'Store', ...form };
    expect(await wordsBeside(manager, 'addProject', { body }, field)).toEqual([en, zh]);
    const change = { SubareaId: projectId, ...form };
    expect(await wordsBeside(manager, 'editProject', { body: change }, field)).toEqual([en, zh]);
  });

  test('a project needs a name; left empty in a change, the name stays', async () => {
    expect(await wordsBeside(manager, 'addProject', { body: { ProjectName: '' } }, 'ProjectName')).toEqual([
      'Required',
      '必填',
    ]);
    const kept = await addProject('Kept name');
    const { status } = await ask(manager, 'editProject', { body: { SubareaId: kept, ProjectName: '', Code: 'K1' } });
    expect(status).toBe(200);
    expect(await detail(kept)).toMatchObject({ ProjectName: 'Kept name', Code: 'K1' });
  });

  test('a service may start on the day it ends', async () => {
    const service = { ServiceStart: '2099-03-01', ServiceEnd: '2099-03-01' };
    expect(await detail(await addProject('One day', service))).toMatchObject(service);
  });

  test('a new start after the end that stays is refused all the same', async () => {
    const edit = (body: object) => ask(manager, 'editProject', { body: { SubareaId: projectId, ...body } });
    await edit({ ServiceEnd: '2099-03-01' });
    const { status, message } = await edit({ ServiceStart: '2099-03-02' });
    expect([status, message]).toEqual([400, told(projectErrors.serviceEndsBeforeStart.en, { name: 'Harbour' })]);
    expect((await edit({ ServiceStart: '2099-03-02', ServiceEnd: null })).status).toBe(200);
  });

  test('a name is used once in the company, in whichever partition; another company may use it too', async () => {
    const partition = await addPartition('North');
    const again = { body: { ProjectName: 'Harbour', parentId: partition } };
    expect(await refused(manager, 'addProject', again)).toEqual(
      isRefusal(projectErrors.projectNameTaken, { name: 'Harbour' }),
    );
    const store = await addProject('Store');
    expect(await refused(manager, 'editProject', { body: { SubareaId: store, ProjectName: 'Harbour' } })).toEqual(
      isRefusal(projectErrors.projectNameTaken, { name: 'Harbour' }),
    );
    const { db } = app.database;
    const otherManager = await tokenFor(db, await aMember(db, await aCompany(db), -1, { permissions: everything }));
    expect((await ask(otherManager, 'addProject', { body: { ProjectName: 'Harbour' } })).status).toBe(200);
  });

  test('of two who give the same name at once, one is told that it is in use', async () => {
    const answers = await Promise.all(
      ['one', 'two', 'three'].map(() => ask(manager, 'addProject', { body: { ProjectName: 'Twin' } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  test('only what is sent changes, null clears, and what is the same is no change', async () => {
    const id = await addProject('Store', { Code: 'S1', Latitude: 1, Longitude: 2, ProjectLevel: 3 });
    const edit = (body: object) => ask(manager, 'editProject', { body: { SubareaId: id, ...body } });
    await edit({ Latitude: null, Longitude: null, ProjectLevel: '' });
    expect(await detail(id)).toMatchObject({ Code: 'S1', Latitude: null, Longitude: null, ProjectLevel: null });
    await edit({ Code: 'S1', ProjectName: 'Store' });
    await edit({ ProjectName: 'Shop' });
    expect(await logOf(id)).toMatchObject([
      { call: 'addProject', after: { name: 'Store', code: 'S1' } },
      { call: 'editProject', before: { latitude: 1, level: 3 }, after: { latitude: null, level: null } },
      { call: 'editProject', subject_name: 'Shop', before: { name: 'Store' }, after: { name: 'Shop' } },
    ]);
  });

  test('is moved to another partition with the same call, all of it or nothing, and not by its own people', async () => {
    const partition = await addPartition('North');
    const id = await addProject('Store');
    const edit = (token: string, body: object) => ask(token, 'editProject', { body: { SubareaId: id, ...body } });
    expect((await edit(manager, { parentId: partition, ProjectName: 'Harbour' })).status).toBe(409);
    expect((await detail(id)).parentId).toBeNull();
    expect((await edit(manager, { parentId: projectId })).message).toBe(projectErrors.wrongParent.en);
    expect((await edit(manager, { parentId: partition, ProjectName: 'Pier' })).status).toBe(200);
    expect(await detail(id)).toMatchObject({ parentId: partition, ProjectName: 'Pier' });
    expect((await logOf(id)).slice(1)).toMatchObject([{ before: { parentId: null }, after: { parentId: partition } }]);
    const own = { SubareaId: projectId, parentId: partition };
    expect((await ask(keeper, 'editProject', { body: own })).status).toBe(403);
  });

  test('its own people set it up, but do not prolong its service or grade it', async () => {
    const edit = (body: object) => ask(keeper, 'editProject', { body: { SubareaId: projectId, ...body } });
    expect((await edit({ ProjectName: 'Pier', Address: 'Quay 4' })).status).toBe(200);
    expect(await detail(projectId, keeper)).toMatchObject({ ProjectName: 'Pier', Address: 'Quay 4' });
    for (const body of [{ ServiceEnd: '2099-01-01' }, { ProjectLevel: 1 }])
      expect((await edit(body)).message).toBe(commonErrors.noPermission.en);
    // The whole form, in which these are as they were, is taken.
    expect((await edit({ ServiceEnd: null, ProjectLevel: null, Code: 'P' })).status).toBe(200);
    expect((await ask(keeper, 'addProject', { body: { ProjectName: 'X' } })).status).toBe(403);
  });

  test('a picture elsewhere is no cover', async () => {
    const body = { SubareaId: projectId, Cover: 'https://example.com/a.png' };
    expect((await ask(manager, 'editProject', { body })).status).toBe(400);
  });

  test('subsystems with devices stay, others are chosen freely; none chosen means those of its devices', async () => {
    const { db } = app.database;
    await aDevice(db, projectId);
    await aDevice(db, await aProject(db, companyId));
    const list = async () => (await ask(keeper, 'getProjectModelList', { query: { subareaId: projectId } })).data;
    const used = (await list()).find(({ DeviceCount }) => DeviceCount > 0)!;
    const free = (await list()).find(({ DeviceCount }) => DeviceCount === 0)!;
    const choose = (BigTypeIdList: number[]) => ({ body: { SubareaId: projectId, BigTypeIdList } });
    expect((await ask(keeper, 'updateProjectModel', choose([free.BigTypeId]))).message).toBe(
      told(projectErrors.subsystemInUse.en, { names: used.BigTypeName }),
    );
    expect(await refused(keeper, 'updateProjectModel', choose([2_000_000_000]))).toEqual(
      isRefusal(projectErrors.unknownSubsystem),
    );
    expect((await ask(keeper, 'updateProjectModel', choose([used.BigTypeId, free.BigTypeId]))).status).toBe(200);
    expect((await detail()).Subsystems.map(({ BigTypeId }) => BigTypeId).sort()).toEqual(
      [used.BigTypeId, free.BigTypeId].sort(),
    );
    expect((await ask(keeper, 'updateProjectModel', choose([]))).status).toBe(200);
    expect((await detail()).Subsystems.map(({ BigTypeId }) => BigTypeId)).toEqual([used.BigTypeId]);
  });

  test('boards are shown and hidden in several projects at once, or in none where one would lose sight of devices', async () => {
    const { db } = app.database;
    const other = await aProject(db, companyId);
    await aDevice(db, other);
    const permissions = ['applicationManage', 'allProjects'] as const;
    const chooser = await tokenFor(db, await aMember(db, companyId, -1, { permissions }));
    const page = async () => (await ask(chooser, 'getApplicationPage', { body: { PageSize: 100 } })).data.Data;
    const boardsOf = async (id: number) => (await page()).find(({ ProjectId }) => ProjectId === id)!.Applications;
    const used = (await boardsOf(other))[0]!;
    expect(used).toMatchObject({ Total: 1, Offline: 1, Chosen: false });
    const all = (await ask(chooser, 'getProjectModelList', { query: { subareaId: other } })).data;
    const free = all.find(({ DeviceCount }) => DeviceCount === 0)!;
    const set = (BigTypeIdList: number[], Shown: boolean, ProjectIdList = [projectId, other]) => ({
      body: { ProjectIdList, BigTypeIdList, Shown },
    });
    expect((await ask(chooser, 'setApplications', set([free.BigTypeId], true))).data).toEqual({ ChangedCount: 2 });
    expect(await boardsOf(other)).toEqual([
      { ...used, Chosen: true },
      expect.objectContaining({ BigTypeId: free.BigTypeId, Total: 0, Chosen: true }),
    ]);
    expect((await ask(chooser, 'setApplications', set([free.BigTypeId], true))).data).toEqual({ ChangedCount: 0 });
    expect((await ask(chooser, 'setApplications', set([free.BigTypeId, used.BigTypeId], false))).message).toBe(
      told(projectErrors.subsystemInUse.en, { names: used.BigTypeName }),
    );
    expect((await boardsOf(other)).map(({ BigTypeId }) => BigTypeId)).toContain(free.BigTypeId);
    expect((await ask(chooser, 'setApplications', set([free.BigTypeId], false))).data).toEqual({ ChangedCount: 2 });
    expect((await boardsOf(other)).map(({ BigTypeId }) => BigTypeId)).toEqual([used.BigTypeId]);
    expect(await refused(chooser, 'setApplications', set([2_000_000_000], true))).toEqual(
      isRefusal(projectErrors.unknownSubsystem),
    );
  });
});

describe('the first project of a company', () => {
  test('chooses its subsystems from all there are, before there is a project', async () => {
    const { db } = app.database;
    const young = await aCompany(db);
    const founder = await tokenFor(db, await aMember(db, young, -1, { permissions: everything }));
    const { data } = await ask(founder, 'getProjectModelList', { query: {} });
    expect(data.length).toBeGreaterThan(3);
    expect(new Set(data.map(({ Chosen, DeviceCount }) => `${Chosen} ${DeviceCount}`))).toEqual(new Set(['false 0']));
    const chosen = data.slice(0, 2).map(({ BigTypeId }) => BigTypeId);
    const added = await ask(founder, 'addProject', { body: { ProjectName: 'First', BigTypeIdList: chosen } });
    const { data: detail } = await ask(founder, 'getProject', { query: { subareaId: added.data.ProjectId } });
    expect(detail.BigTypeIdList).toEqual([...chosen].sort((a, b) => a - b));
    expect(await refused(keeper, 'getProjectModelList', { query: {} })).toEqual(isRefusal(commonErrors.noPermission));
  });
});

describe('the list of projects', () => {
  const places = async () => {
    const north = await addPartition('North');
    const cold = await addPartition('Cold', north);
    const ids = {
      甲: await addProject('甲库', { parentId: cold, Industry: 1, ProjectLevel: 1, TagList: ['vip'], Code: 'K9' }),
      乙: await addProject('乙库', { parentId: north, Industry: 2, Latitude: 1, Longitude: 1, Address: '码头路 1 号' }),
      丙: await addProject('丙库2', { Industry: 3, TagList: ['vip', 'new'], ServiceEnd: '2020-01-01' }),
      丁: await addProject('丙库10', { ServiceEnd: '2099-06-30' }),
    };
    await ask(manager, 'disableProject', { query: { subareaId: ids.乙 } });
    return { north, ids };
  };

  test('comes by name as people sort: pinyin, numbers by value', async () => {
    await places();
    expect(await names()).toEqual(
      ['丙库2', '丙库10', 'Harbour', '甲库', '乙库'].sort(new Intl.Collator('zh-u-co-pinyin-kn-true').compare),
    );
  });

  test('every filter leaves what it says', async () => {
    const { north, ids } = await places();
    expect(await names({ ProjectName: 'k9' })).toEqual(['甲库']);
    expect(await names({ Address: '码头' })).toEqual(['乙库']);
    expect(await names({ SubareaId: north })).toEqual(['甲库', '乙库']);
    expect(await names({ ProjectIdList: [ids.丁] })).toEqual(['丙库10']);
    expect(await names({ Industry: [2, 3] })).toEqual(['丙库2', '乙库']);
    expect(await names({ ProjectLevel: [1] })).toEqual(['甲库']);
    expect(await names({ TagList: ['new', 'vip'] })).toEqual(['丙库2', '甲库']);
    expect(await names({ StateList: ['expired'] })).toEqual(['丙库2']);
    expect(await names({ StateList: ['disabled', 'expired'] })).toEqual(['丙库2', '乙库']);
    expect(await names({ StateList: ['valid'], Industry: [1], ProjectName: '库' })).toEqual(['丙库10', '甲库']);
    expect(await names({ ServiceEndFrom: '2099-06-30', ServiceEndTo: '2099-06-30' })).toEqual(['丙库10']);
    expect(await names({ IsLocated: true })).toEqual(['乙库']);
    await aDevice(app.database.db, ids.甲);
    const subsystems = (await detail(ids.甲)).Subsystems.map(({ BigTypeId }) => BigTypeId);
    expect(await names({ BigTypeIdList: subsystems })).toEqual(['甲库']);
  });

  test('is sorted and paged, empty values last, and counts all', async () => {
    await places();
    const body = { SortType: 'serviceEnd', IsAsc: true, PageSize: 2 } as const;
    expect(await names({ ...body, PageIndex: 1 })).toEqual(['丙库2', '丙库10']);
    expect(await names({ ...body, IsAsc: false, PageIndex: 1 })).toEqual(['丙库10', '丙库2']);
    expect((await page({ ...body, PageIndex: 3 })).Data).toHaveLength(1);
    expect((await page({ ...body, PageIndex: 3 })).TotalCount).toBe(5);
  });

  test('tells of each project what is in it and whether the reader may open it', async () => {
    const { db } = app.database;
    await aDevice(db, projectId);
    await aGateway(db, projectId);
    const partOf = (token: string) => ask(token, 'getProjectPage', { body: {} });
    expect((await partOf(manager)).data.Data).toMatchObject([
      { ProjectName: 'Harbour', DeviceCount: 1, GatewayCount: 1, MemberCount: 1, MayOpen: false, State: 'valid' },
    ]);
    expect((await partOf(keeper)).status).toBe(403);
  });

  test('is exported as it is filtered, in the reader’s language, and a name that looks like a formula stays text', async () => {
    await addProject('=1+1');
    await addProject('@SUM(A1)', { TagList: ['+x'] });
    const { file, status } = await ask(manager, 'exportProjectPage', { body: { SortType: 'createTime' } });
    expect(status).toBe(200);
    const sheet = await readSheet(file!, { maxRows: 10 });
    expect(sheet.header.slice(0, 2)).toEqual(['Project', 'Code']);
    expect(sheet.rows.map(({ cells }) => cells[0])).toEqual([
      { kind: 'text', value: 'Harbour' },
      { kind: 'text', value: '=1+1' },
      { kind: 'text', value: '@SUM(A1)' },
    ]);
    const { file: zh } = await ask(manager, 'exportProjectPage', { body: { ProjectName: 'Harbour' } }, 'zh');
    const inChinese = await readSheet(zh!, { maxRows: 10 });
    expect([inChinese.header[0], inChinese.rows.length]).toEqual(['项目名称', 1]);
  });

  test('comes through the download centre, however long it is, filtered and ordered as it stands', async () => {
    const partition = await addPartition('North');
    await addProject('Alpha', { parentId: partition, ServiceEnd: '2020-01-31' });
    const { db } = app.database;
    for (let i = 0; i < 501; i++) await aProject(db, companyId, { name: `Store ${i}` });
    const { header, texts } = await exportedSheet(app.url, { token: manager }, 'projects', {
      SubareaId: partition,
    });
    expect(header.slice(0, 3)).toEqual(['Project', 'Code', 'Partition']);
    expect(texts.map((row) => [row[0], row[2], row[5]])).toEqual([['Alpha', 'North', 'Expired']]);
    const all = await exportedSheet(app.url, { token: manager, language: 'zh' }, 'projects', { IsAsc: false });
    expect(all.header[0]).toBe('项目名称');
    expect(all.names.length).toBe(503);
    expect([all.names[0], all.names.at(-1)]).toEqual(['Store 500', 'Alpha']);
    expect(new Set(all.names).size).toBe(503);
    const wish = { body: { Kind: 'projects', Input: { body: {} } } } as const;
    expect(await refused(keeper, 'requestExport', wish)).toEqual(isRefusal(commonErrors.noPermission));
  });
});

describe('settings of several projects', () => {
  const set = (body: object) =>
    ask(manager, 'batchSetProject', { body: body as CallInput<AllCalls['batchSetProject']>['body'] });

  test('are the same afterwards, and only those that were different count', async () => {
    const ids = [await addProject('A', { ProjectLevel: 2 }), await addProject('B'), await addProject('C')];
    const partition = await addPartition('North');
    expect((await set({ ProjectIdList: ids, ProjectLevel: 2 })).data.Changed).toBe(2);
    expect(
      (await set({ ProjectIdList: ids, parentId: partition, ServiceEnd: '2099-01-01', Disabled: true })).status,
    ).toBe(200);
    for (const id of ids)
      expect(await detail(id)).toMatchObject({
        ProjectLevel: 2,
        ServiceEnd: '2099-01-01',
        State: 'disabled',
        parentId: partition,
      });
  });

  test('labels are replaced, added or removed', async () => {
    const id = await addProject('A', { TagList: ['old'] });
    const labels = async (TagMode: string, TagList: string[]) => {
      await set({ ProjectIdList: [id], TagList, TagMode });
      return (await detail(id)).TagList;
    };
    expect(await labels('add', ['new', 'old'])).toEqual(['old', 'new']);
    expect(await labels('remove', ['old'])).toEqual(['new']);
    expect(await labels('replace', ['x'])).toEqual(['x']);
    const many = Array.from({ length: 20 }, (_, i) => `l${i}`);
    const { message } = await set({ ProjectIdList: [id], TagList: many, TagMode: 'add' });
    expect(message).toBe(told(projectErrors.tooManyLabels.en, { name: 'A', max: 20 }));
  });

  test('are changed in all of them or in none', async () => {
    const [good, bad] = [await addProject('A'), await addProject('B', { ServiceEnd: '2026-01-01' })];
    const { message } = await set({ ProjectIdList: [good, bad], ServiceStart: '2027-01-01' });
    expect(message).toBe(told(projectErrors.serviceEndsBeforeStart.en, { name: 'B' }));
    expect((await detail(good)).ServiceStart).toBeNull();
    const elsewhere = await aProject(app.database.db, await aCompany(app.database.db));
    expect((await set({ ProjectIdList: [good, elsewhere], ProjectLevel: 1 })).status).toBe(404);
    expect((await detail(good)).ProjectLevel).toBeNull();
  });

  test('something is to be chosen and to be set', async () => {
    const nothing = { ProjectIdList: [projectId] };
    expect(await refused(manager, 'batchSetProject', { body: nothing })).toEqual(isRefusal(projectErrors.nothingToSet));
    const none = { ProjectIdList: [], ProjectLevel: 1 };
    expect(await wordsBeside(manager, 'batchSetProject', { body: none }, 'ProjectIdList')).toEqual([
      'Choose at least 1',
      '至少选择 1 项',
    ]);
  });
});

describe('a project is deleted and restored', () => {
  const remove = (projectIdList: string, token = manager) => ask(token, 'deleteProject', { query: { projectIdList } });
  const deleted = async (body: CallInput<AllCalls['getSubareaDelPage']>['body'] = {}) =>
    (await ask(manager, 'getSubareaDelPage', { body })).data.Data;

  test('only after a recent proof of identity', async () => {
    const { db } = app.database;
    const userId = await aMember(db, companyId, -1, { permissions: everything });
    const unproven = await tokenFor(db, userId, undefined, { proven: false });
    expect((await remove(String(projectId), unproven)).status).toBe(428);
  });

  test('it is said before and after what goes with it; it disappears for everybody, and comes back with everything', async () => {
    const { db } = app.database;
    const gatewayId = await aGateway(db, projectId);
    const deviceId = await aDevice(db, projectId);
    await aPoint(db, gatewayId, { deviceId });
    await anArea(db, projectId);
    const effect = { Projects: 1, Areas: 1, Gateways: 1, Devices: 1, Points: 1, Members: 1, Alarms: 0 };
    const before = await ask(manager, 'getWhatGoesWith', { query: { subareaIdList: String(projectId) } });
    expect(before.data).toMatchObject(effect);
    expect((await remove(String(projectId))).data).toMatchObject(effect);

    expect(await names()).toEqual([]);
    expect((await ask(keeper, 'getUserOwnProject', { query: {} })).data).toEqual([]);
    expect((await ask(keeper, 'getSubareaTree', { query: {} })).data).toEqual([]);
    expect((await ask(keeper, 'getTableListRead', { body: { ProjectId: projectId } })).status).toBe(403);
    expect((await ask(manager, 'getProject', { query: { subareaId: projectId } })).status).toBe(404);
    expect(await deleted({ SubareaName: 'harb' })).toMatchObject([
      { ProjectId: projectId, ProjectName: 'Harbour', DeviceCount: 1, GatewayCount: 1 },
    ]);
    const { file } = await ask(manager, 'exportSubareaDelPage', { body: {} });
    expect((await readSheet(file!, { maxRows: 5 })).rows).toHaveLength(1);
    const sheet = await exportedSheet(app.url, { token: manager }, 'deletedProjects', { SubareaName: 'harb' });
    expect([sheet.header.at(-1), sheet.names]).toEqual(['Deleted', ['Harbour']]);

    await ask(manager, 'recoverProject', { body: { ProjectIdList: [projectId] } });
    expect(await deleted()).toEqual([]);
    expect((await ask(keeper, 'getUserOwnProject', { query: {} })).data).toMatchObject([{ ProjectName: 'Harbour' }]);
    expect((await detail()).DeviceCount).toBe(1);
  });

  test('its name is free at once; when it comes back it needs another one', async () => {
    await remove(String(projectId));
    const second = await addProject('Harbour');
    const back = { ProjectIdList: [projectId] };
    expect(await refused(manager, 'recoverProject', { body: back })).toEqual(
      isRefusal(projectErrors.projectNameTaken, { name: 'Harbour' }),
    );
    expect((await ask(manager, 'recoverProject', { body: { ...back, ProjectName: 'Old harbour' } })).status).toBe(200);
    expect(await names()).toEqual(['Harbour', 'Old harbour']);
    await remove(`${projectId},${second}`);
    const both = { ProjectIdList: [projectId, second], ProjectName: 'X' };
    expect(await refused(manager, 'recoverProject', { body: both })).toEqual(isRefusal(projectErrors.recoverOneByOne));
  });

  test('when its partition is gone meanwhile it comes back to the company itself', async () => {
    const partition = await addPartition('North');
    const id = await addProject('Store', { parentId: partition });
    await remove(String(id));
    expect((await ask(manager, 'deleteSubarea', { query: { subareaId: partition } })).status).toBe(200);
    await ask(manager, 'recoverProject', { body: { ProjectIdList: [id] } });
    expect(await detail(id)).toMatchObject({ ProjectName: 'Store', parentId: null });
  });

  test('what is not in the deleted list is not restored', async () => {
    expect((await ask(manager, 'recoverProject', { body: { ProjectIdList: [projectId] } })).status).toBe(404);
    const gone = await aProject(app.database.db, companyId, { deletedAt: new Date() });
    const body = { ProjectIdList: [projectId, gone] };
    expect(await refused(manager, 'recoverProject', { body })).toEqual(isRefusal(projectErrors.notDeleted));
  });

  test('the deleted list is filtered by day, in the company’s time zone', async () => {
    const { db } = app.database;
    // 1 March 00:30 in Shanghai is still February in Greenwich.
    await aProject(db, companyId, { name: 'March', deletedAt: new Date('2026-02-28T16:30:00Z') });
    expect(await deleted({ DeletedFrom: '2026-03-01', DeletedTo: '2026-03-01' })).toMatchObject([
      { ProjectName: 'March', DeleteTime: '2026-03-01 00:30:00' },
    ]);
    expect(await deleted({ DeletedTo: '2026-02-28' })).toEqual([]);
  });
});

describe('states', () => {
  test('a disabled project is shown as such to its people and keeps since when; enabled it is valid again', async () => {
    const own = async () => (await ask(keeper, 'getUserOwnProject', { query: {} })).data;
    const disable = (yes: boolean) => ask(manager, 'disableProject', { query: { subareaId: projectId, disable: yes } });
    await disable(true);
    expect(await own()).toMatchObject([{ State: 'disabled', Expired: false }]);
    const since = (await detail()).DisableTime;
    await disable(true);
    expect((await detail()).DisableTime).toBe(since);
    await disable(false);
    expect(await own()).toMatchObject([{ State: 'valid' }]);
    expect((await ask(keeper, 'disableProject', { query: { subareaId: projectId } })).status).toBe(403);
  });

  test('an expired project is shown as expired, in the tree too', async () => {
    const edit = (ServiceEnd: string | null) =>
      ask(manager, 'editProject', { body: { SubareaId: projectId, ServiceEnd } });
    await edit('2020-01-01');
    expect((await ask(keeper, 'getUserOwnProject', { query: {} })).data).toMatchObject([
      { State: 'expired', Expired: true },
    ]);
    expect((await ask(keeper, 'getUserOwnSubareaTree', { query: {} })).data).toMatchObject([{ State: 'expired' }]);
    await edit(null);
    expect((await ask(keeper, 'getUserOwnProject', { query: {} })).data).toMatchObject([{ State: 'valid' }]);
  });
});

describe('another company', () => {
  test('neither sees nor changes places, by any name or id', async () => {
    const { db } = app.database;
    const partition = await aPartition(db, companyId);
    const area = await anArea(db, projectId);
    const stranger = await tokenFor(db, await aMember(db, await aCompany(db), -1, { permissions: everything }));
    for (const SubareaId of [projectId, partition, area]) {
      expect((await ask(stranger, 'editSubarea', { body: { SubareaId, parentId: null } })).status).toBe(404);
      expect((await ask(stranger, 'deleteSubarea', { query: { subareaId: SubareaId } })).status).toBe(404);
      const body = { SubareaName: 'Mine', parentId: SubareaId };
      expect((await ask(stranger, 'addSubarea', { body })).status).toBe(404);
    }
    expect((await ask(stranger, 'editProject', { body: { SubareaId: projectId, Code: 'X' } })).status).toBe(404);
    expect((await ask(stranger, 'addProject', { body: { ProjectName: 'X', parentId: partition } })).status).toBe(404);
    expect(
      (await ask(stranger, 'getProjectPage', { body: { ProjectIdList: [projectId], SubareaId: partition } })).data,
    ).toEqual({
      Data: [],
      TotalCount: 0,
    });
    expect((await ask(stranger, 'deleteProject', { query: { projectIdList: String(projectId) } })).status).toBe(404);
    expect(await detail()).toMatchObject({ ProjectName: 'Harbour', Code: '' });
  });
});
