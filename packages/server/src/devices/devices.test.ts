import { deviceErrors } from '@watchpost/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readSheet } from '../platform/excel/readSheet.ts';
import { startTestApplication, type TestApplication } from '../testing/application.ts';
import { askAs } from '../testing/askAs.ts';
import {
  aCompany,
  aDevice,
  aGateway,
  aMember,
  anArea,
  aPoint,
  aProject,
  limitMember,
  serve,
} from '../testing/factories.ts';
import { sheetOf } from '../testing/peopleOf.ts';

let app: TestApplication;
const ask = askAs(() => app);
beforeAll(async () => {
  app = await startTestApplication();
});
afterAll(() => app.stop());

let company: number;
let store: number;
let hall: number;
let lin: number;
let gateway: number;
let freezer: number;
let chest: number;
let freezerClass: number;

beforeEach(async () => {
  const { db } = app.database;
  company = await aCompany(db);
  store = await aProject(db, company, { name: 'North store' });
  hall = await anArea(db, store, 'Hall');
  lin = await aMember(db, company, store, { permissions: ['monitorView', 'projectConfig'] });
  await aMember(db, company, -1, { userId: lin, permissions: ['projectsEdit', 'companyTerminals'] });
  gateway = await aGateway(db, store);
  freezer = await aDevice(db, store, { name: 'Freezer', areaId: hall });
  chest = await aDevice(db, store, { name: 'Chest' });
  freezerClass = await classOf(freezer);
});

async function classOf(deviceId: number): Promise<number> {
  const { device_class_id } = await app.database.db
    .selectFrom('device')
    .where('id', '=', deviceId)
    .select('device_class_id')
    .executeTakeFirstOrThrow();
  return device_class_id;
}

const detail = async (deviceId: number) =>
  (await ask(lin, 'getModelTreeDetail', { query: { modelTreeId: deviceId } })).data;
const names = async (body: object = {}) =>
  (await ask(lin, 'getModelTreePage', { body: { ProjectId: store, ...body } })).data.Data.map(
    ({ ModelTreeName }) => ModelTreeName,
  );

test('a device is added with everything of its form and found by it', async () => {
  const { data } = await ask(lin, 'addOrUpdateModelTree', {
    body: {
      ProjectId: store,
      ModelTreeName: ' Rack 1 ',
      ModelTreeNameEn: 'Rack one',
      SmallTypeId: freezerClass,
      LocationId: hall,
      SN: 'SN-77',
      Brand: 'Bitzer',
      Model: '4NES',
      Specification: '380 V',
      ProductionDate: '2024-05-01',
      TagList: ['leased', 'leased'],
    },
  });
  expect(await detail(data.ModelTreeId)).toMatchObject({
    ModelTreeName: 'Rack 1',
    ModelTreeNameEn: 'Rack one',
    LocationName: 'Hall',
    SN: 'SN-77',
    ProductionDate: '2024-05-01',
    TagList: ['leased'],
    IsMonitor: false,
    IsSetAlarm: false,
    ReadWrite: 'read',
    PointLevel: null,
    ModelTreeStatus: 0,
    MayEdit: true,
  });
  expect(await names({ ModelTreeName: 'sn-77' })).toEqual(['Rack one']);
  expect(await names({ SubareaIdList: [hall] })).toEqual(['Freezer', 'Rack one']);
  expect(await names({ IsMonitor: true })).toEqual([]);
  const log = await ask(lin, 'getModelTreeStaticProperty', { query: { modelTreeId: data.ModelTreeId } });
  expect(log.status).toBe(200);
});

test('two who change one device at a time undo nothing of each other, and a new one needs a name and a class', async () => {
  const change = (body: object) =>
    ask(lin, 'addOrUpdateModelTree', { body: { ProjectId: store, ModelTreeId: chest, ...body } });
  expect((await change({ ModelTreeName: 'Ice chest' })).status).toBe(200);
  expect((await change({ Brand: 'Haier' })).status).toBe(200);
  expect(await detail(chest)).toMatchObject({ ModelTreeName: 'Ice chest', Brand: 'Haier' });
  const { data } = await ask(lin, 'addOrUpdateModelTree', { body: { ProjectId: store } });
  expect(data).toMatchObject({ Fields: [{ Field: 'ModelTreeName' }, { Field: 'SmallTypeId' }] });
});

test('a name that is taken is refused with a free one and the device that has it', async () => {
  const body = { ProjectId: store, ModelTreeId: chest, ModelTreeName: 'Freezer', SmallTypeId: freezerClass };
  const refused = await ask(lin, 'addOrUpdateModelTree', { body });
  expect([refused.status, refused.message]).toEqual([409, deviceErrors.nameTaken.en.replace('{name}', 'Freezer')]);
  const { data } = await ask(lin, 'getModelTreeNameConflict', {
    query: { projectId: store, modelTreeName: 'Freezer', modelTreeId: chest },
  });
  expect(data).toMatchObject({ Taken: { ModelTreeId: freezer, LocationName: 'Hall' }, FreeName: 'Freezer 2' });
  const renamed = await ask(lin, 'addOrUpdateModelTree', { body: { ...body, ModelTreeName: data.FreeName } });
  expect(renamed.status).toBe(200);
});

test('a name that another device has in either language is taken, and one that it has from old keeps nobody from changing it', async () => {
  const save = (body: object) =>
    ask(lin, 'addOrUpdateModelTree', { body: { ProjectId: store, SmallTypeId: freezerClass, ...body } });
  expect((await save({ ModelTreeName: '冷柜', ModelTreeNameEn: 'Ice room' })).status).toBe(200);
  const added = await save({ ModelTreeName: 'Ice room' });
  expect([added.status, added.message]).toEqual([409, deviceErrors.nameTaken.en.replace('{name}', 'Ice room')]);
  for (const ModelTreeNameEn of ['Ice room', 'Freezer'])
    expect((await save({ ModelTreeName: 'New', ModelTreeNameEn })).status).toBe(409);
  const copied = await ask(lin, 'copyModelTree', {
    body: { ProjectId: store, ModelTreeId: chest, ModelTreeNameList: ['Ice room'] },
  });
  expect(copied.status).toBe(409);
  const { data } = await ask(lin, 'getModelTreeNameConflict', {
    query: { projectId: store, modelTreeName: 'New', modelTreeNameEn: 'Ice room' },
  });
  expect(data).toMatchObject({
    Taken: { ModelTreeName: 'Ice room' },
    FreeName: 'New',
    FreeNameEn: 'Ice room 2',
  });
  const old = await aDevice(app.database.db, store, { name: '旧', nameEn: 'Ice room' });
  expect((await save({ ModelTreeId: old, Brand: 'Haier', SmallTypeId: await classOf(old) })).status).toBe(200);
});

test('two people who set up one thing at a time keep what each changed, and lists take in what both chose', async () => {
  const property = (body: object) => ask(lin, 'addOrUpdateModelProperty', { body });
  const colour = { SmallTypeId: freezerClass, PropertyName: '颜色', Kind: 'option', Options: ['white', 'steel'] };
  expect((await property({ SmallTypeId: freezerClass, Kind: 'text' })).message).toContain('PropertyName: Required');
  const { PropertyId } = (await property(colour)).data;
  expect((await property({ PropertyId, Options: ['white', 'steel', 'black'] })).status).toBe(200);
  expect((await property({ PropertyId, PropertyNameEn: 'Colour' })).status).toBe(200);
  expect((await property({ PropertyId, PropertyName: '外观颜色' })).status).toBe(200);
  expect((await property({ PropertyId, Options: [] })).message).toContain('Options: Give at least one option');
  const properties = await ask(lin, 'getModelPropertyList', { query: { smallTypeId: freezerClass } });
  expect(properties.data.filter(({ IsOwn }) => IsOwn)).toMatchObject([
    { PropertyName: '外观颜色', PropertyNameEn: 'Colour', Kind: 'option', Options: ['white', 'steel', 'black'] },
  ]);

  const subItem = (body: object) => ask(lin, 'addOrUpdateSubentry', { body: { ProjectId: store, ...body } });
  expect((await subItem({})).message).toContain('SubentryName: Required');
  const { SubentryId } = (await subItem({ SubentryName: '冷柜' })).data;
  await subItem({ SubentryId, SubentryNameEn: 'Cases' });
  await subItem({ SubentryId, SubentryName: '冷柜组' });
  const query = { projectId: store, subentryId: SubentryId };
  const choose = (added: number[], removed: number[]) =>
    ask(lin, 'updateSubentryModelTree', {
      query,
      body: { AddModelTreeIdList: added, RemoveModelTreeIdList: removed },
    });
  const tree = async () => (await ask(lin, 'getSubentryTree', { query })).data[0]!;
  expect((await choose([chest], [])).status).toBe(200);
  expect((await choose([freezer], [])).status).toBe(200);
  expect(await tree()).toMatchObject({
    SubentryName: 'Cases',
    Name: '冷柜组',
    SubentryNameEn: 'Cases',
    DeviceCount: 2,
  });
  await choose([], [chest]);
  expect((await tree()).ModelTreeList).toMatchObject([{ ModelTreeId: freezer }]);
  await ask(lin, 'updateSubentryModelTree', { query, body: [chest] });
  expect((await tree()).ModelTreeList).toMatchObject([{ ModelTreeId: chest }]);
});

test('merging moves points, what is said, alarms and rights to the one that stays; the others are gone', async () => {
  const { db } = app.database;
  const air = await aPoint(db, gateway, { deviceId: chest, name: 'Air' });
  const door = await aPoint(db, gateway, { deviceId: chest, name: 'Door' });
  await serve(db, door, freezer);
  await db
    .updateTable('device')
    .set({ device_class_id: freezerClass, brand: 'Haier' })
    .where('id', '=', chest)
    .execute();
  const { data: property } = await ask(lin, 'addOrUpdateModelProperty', {
    body: { SmallTypeId: freezerClass, PropertyName: 'Colour', Kind: 'option', Options: ['white', 'steel'] },
  });
  const colour = [{ PropertyId: property.PropertyId, Value: 'steel' }];
  await ask(lin, 'addOrUpdateModelTree', {
    body: {
      ProjectId: store,
      ModelTreeId: chest,
      ModelTreeName: 'Chest',
      SmallTypeId: freezerClass,
      StaticPropertyList: colour,
    },
  });
  const guest = await aMember(db, company, store, { permissions: ['monitorView'] });
  await limitMember(db, guest, store, { deviceIds: [chest] });

  const into = { ProjectId: store, ModelTreeId: freezer };
  expect((await ask(lin, 'mergeModelTree', { body: { ...into, MergeModelTreeIdList: [] } })).status).toBe(400);
  expect((await ask(lin, 'mergeModelTree', { body: { ...into, MergeModelTreeIdList: [freezer] } })).status).toBe(400);
  const { data } = await ask(lin, 'mergeModelTree', { body: { ...into, MergeModelTreeIdList: [chest] } });
  expect(data).toEqual({ Points: 1 });
  expect(await names()).toEqual(['Freezer']);
  const shown = await ask(lin, 'getModelTreeShowPoint', { query: { modelTreeId: freezer } });
  expect(shown.data.map(({ PointId }) => PointId).sort()).toEqual([air, door].sort());
  const kept = await detail(freezer);
  expect(kept).toMatchObject({ Brand: 'Haier', LocationName: 'Hall' });
  expect(kept.StaticPropertyList.map(({ Value }) => Value)).toEqual(['steel']);
  const seen = await ask(guest, 'getTableListRead', { body: { ProjectId: store } });
  expect(seen.data.Data.map(({ Mtid }) => Mtid)).toEqual([freezer]);
});

test('which points a device shows, and the main one, is chosen; hidden ones stay out of its card', async () => {
  const { db } = app.database;
  const [air, coil, door] = [
    await aPoint(db, gateway, { deviceId: freezer, name: 'Air' }),
    await aPoint(db, gateway, { deviceId: freezer, name: 'Coil' }),
    await aPoint(db, gateway, { deviceId: freezer, name: 'Door' }),
  ];
  const choose = (body: number[], mainPointId?: number) =>
    ask(lin, 'editModelTreeShowPoint', {
      query: { modelTreeId: freezer, ...(mainPointId ? { mainPointId } : {}) },
      body,
    });
  expect((await choose([door, air], air)).status).toBe(200);
  const { data } = await ask(lin, 'getModelTreeBaseInfo', { query: { modelTreeId: freezer, ProjectId: store } });
  expect([data.MainPointId, data.Points.map(({ PointId }) => PointId)]).toEqual([air, [door, air]]);
  expect((await choose([door], coil)).message).toBe(deviceErrors.mainPointHidden.en);
  expect((await choose([await aPoint(db, gateway, { name: 'Stray' })])).message).toBe(deviceErrors.pointNotOfDevice.en);
});

test('a deleted device leaves its points and what was measured, and says beforehand what goes', async () => {
  const { db } = app.database;
  const air = await aPoint(db, gateway, { deviceId: chest, name: 'Air' });
  const goes = await ask(lin, 'getWhatGoesWithModelTree', { query: { modelTreeIdList: [chest] } });
  expect(goes.data).toEqual({ Devices: 1, Points: 1, Alarms: 0, Members: 0 });
  expect((await ask(lin, 'deleteModelTree', { body: { ModelTreeIdList: [chest] } })).data).toEqual(goes.data);
  expect(await names()).toEqual(['Freezer']);
  expect(await db.selectFrom('point').where('id', '=', air).select('id').execute()).toHaveLength(1);
  const rows = await ask(lin, 'queryPointRead', { body: { ProjectId: store } });
  expect(rows.data.Data).toMatchObject([{ PointId: air, Mtid: null, PointStatus: 0 }]);
});

test('pages of points follow each other across devices to the points of none, and say how many there are', async () => {
  const { db } = app.database;
  for (const [name, deviceId] of [
    ['Chest air', chest],
    ['Chest coil', chest],
    ['Freezer air', freezer],
  ] as const)
    await aPoint(db, gateway, { deviceId, name });
  for (const name of ['Stray', 'Another stray']) await aPoint(db, gateway, { name });
  const pages = async (body: object) => {
    const found: unknown[] = [];
    for (let PageIndex = 1; PageIndex <= 4; PageIndex += 1) {
      const { data } = await ask(lin, 'queryPointRead', {
        body: { ProjectId: store, PageIndex, PageSize: 2, ...body },
      });
      expect([data.TotalCount, data.Data.length]).toEqual([5, [2, 2, 1, 0][PageIndex - 1]]);
      found.push(...data.Data.map(({ PointName }) => PointName));
    }
    return found;
  };
  const strays = ['Stray', 'Another stray'];
  expect(await pages({})).toEqual(['Chest air', 'Chest coil', 'Freezer air', ...strays]);
  expect(await pages({ IsAsc: false })).toEqual(['Freezer air', 'Chest air', 'Chest coil', ...strays]);
  expect(await pages({ ReadWrite: 'read' })).toEqual(['Chest air', 'Chest coil', 'Freezer air', ...strays]);
  const byName = ['Another stray', 'Chest air', 'Chest coil', 'Freezer air', 'Stray'];
  expect(await pages({ SortType: 'name' })).toEqual(byName);
});

test('a copy has class, area and what is said, but no points and no serial number', async () => {
  await app.database.db
    .updateTable('device')
    .set({ serial_number: 'S1', model: 'M1' })
    .where('id', '=', freezer)
    .execute();
  const body = { ProjectId: store, ModelTreeId: freezer, ModelTreeNameList: ['Freezer 2', 'Freezer 3'] };
  const { data } = await ask(lin, 'copyModelTree', { body });
  expect(data.ModelTreeIdList).toHaveLength(2);
  expect(await detail(data.ModelTreeIdList[0]!)).toMatchObject({
    SN: '',
    Model: 'M1',
    LocationName: 'Hall',
    PointCount: 0,
  });
  const twice = { ...body, ModelTreeNameList: ['Freezer 4', 'Freezer 4'] };
  expect((await ask(lin, 'copyModelTree', { body: twice })).status).toBe(409);
  expect(await names()).toEqual(['Chest', 'Freezer', 'Freezer 2', 'Freezer 3']);
});

test('a filled-in template is imported row by row; wrong rows say what is wrong and nothing comes in by halves', async () => {
  const property = { SmallTypeId: freezerClass, Kind: 'number' as const, Unit: 'm³', PropertyName: 'Volume' };
  await ask(lin, 'addOrUpdateModelProperty', { body: property });
  const template = await ask(lin, 'exportModelTreePropertyTemplate', {
    body: { ProjectId: store, SmallTypeId: freezerClass },
  });
  const sheet = await readSheet(template.file!, { maxRows: 10 });
  expect(sheet.header.at(-1)).toBe('Volume (m³)');
  expect(sheet.rows[0]?.cells[0]).toEqual({ kind: 'text', value: 'Freezer' });

  const header = ['Device', 'Brand', 'Volume (m³)'];
  const send = async (rows: string[][], isDryRun: boolean) =>
    (
      await ask(lin, 'importModelTreePropertyTemplate', {
        query: { projectId: store, smallTypeId: freezerClass, isDryRun },
        files: [await sheetOf(header, rows)],
      })
    ).data;
  const wrong = [
    ['Freezer', 'Haier', 'large'],
    ['Nobody', '', '3'],
  ];
  const refused = await send(wrong, false);
  expect(refused).toMatchObject({ ImportedCount: 0, WrongCount: 2 });
  expect(
    refused.Rows.flatMap(({ Row, Errors }) => Errors.map(({ Column, Message }) => `${Row} ${Column}: ${Message}`)),
  ).toEqual(['2 Volume (m³): not a number', '3 Device: The project has no such device of this class']);
  expect(await send([['Freezer', 'Haier', '12.5']], true)).toMatchObject({ ImportedCount: 1, IsDryRun: true });
  expect((await detail(freezer)).Brand).toBe('');
  expect(await send([['Freezer', 'Haier', '12.5']], false)).toMatchObject({ ImportedCount: 1, WrongCount: 0 });
  const after = await detail(freezer);
  expect([after.Brand, after.StaticPropertyList.map(({ Value }) => Value)]).toEqual(['Haier', ['12.5']]);
});

test('an import questions a serial number that another device has, a day to come and less than no volume; what it left out comes back as a file', async () => {
  const property = { SmallTypeId: freezerClass, Kind: 'number' as const, Unit: 'm³', PropertyName: 'Volume' };
  await ask(lin, 'addOrUpdateModelProperty', { body: property });
  const { db } = app.database;
  const second = await aDevice(db, store, { name: 'Freezer 2' });
  await db.updateTable('device').set({ device_class_id: freezerClass }).where('id', '=', second).execute();
  await db.updateTable('device').set({ serial_number: 'S1' }).where('name', '=', 'Chest').execute();
  const rows = [
    ['Freezer', 'S1', '2031-01-01', '-20'],
    ['Freezer 2', 'S2', '2024-05-01', '20'],
  ];
  const files = [await sheetOf(['Device', 'Serial number', 'Produced', 'Volume (m³)'], rows)];
  const query = { projectId: store, smallTypeId: freezerClass };
  const { data } = await ask(lin, 'importModelTreePropertyTemplate', { query: { ...query, skipWrong: true }, files });
  expect(data).toMatchObject({ ImportedCount: 1, WrongCount: 1 });
  expect(data.Rows[0]!.Errors.map(({ Column, Message }) => `${Column}: ${Message}`)).toEqual([
    'Serial number: “Chest” has the same serial number',
    'Produced: this day is still to come',
    'Volume (m³): cannot be below 0',
  ]);
  const { file } = await ask(lin, 'correctImportModelTreeProperty', { query, files });
  const sheet = await readSheet(file!, { maxRows: 10 });
  expect(sheet.rows.map(({ cells }) => cells[0])).toEqual([{ kind: 'text', value: 'Freezer' }]);
  const twice = [
    await sheetOf(
      ['Device', 'Serial number'],
      [
        ['Freezer', 'S9'],
        ['Freezer 2', 'S9'],
      ],
    ),
  ];
  const refused = await ask(lin, 'importModelTreePropertyTemplate', { query, files: twice });
  expect(refused.data).toMatchObject({ ImportedCount: 0, WrongCount: 2 });
});

test('the statistics count each device once, by group and by project', async () => {
  const south = await aProject(app.database.db, company, { name: 'South store' });
  await aMember(app.database.db, company, south, { userId: lin, permissions: ['projectConfig'] });
  await aDevice(app.database.db, south, { name: 'Case' });
  const groups = await ask(lin, 'getModelTreeGroupStatistics', { body: { Type: 'class' } });
  expect(groups.data.Sum).toEqual({ Total: 3, Online: 0, Offline: 3, Alarm: 0, Incomplete: 0 });
  const projects = await ask(lin, 'getModelTreeProjectStatistics', { body: { SortType: 'total', IsAsc: false } });
  expect(projects.data.Data.map(({ ProjectName, Total }) => [ProjectName, Total])).toEqual([
    ['North store', 2],
    ['South store', 1],
  ]);
});

test('who sees only some devices changes and counts only those, and adds none', async () => {
  const guest = await aMember(app.database.db, company, store, { permissions: ['monitorView', 'projectConfig'] });
  await limitMember(app.database.db, guest, store, { deviceIds: [chest] });
  const listed = await ask(guest, 'getModelTreePage', { body: { ProjectId: store } });
  expect(listed.data.Data.map(({ ModelTreeName }) => ModelTreeName)).toEqual(['Chest']);
  expect((await ask(guest, 'deleteModelTree', { body: { ModelTreeIdList: [chest, freezer] } })).status).toBe(404);
  const added = await ask(guest, 'addOrUpdateModelTree', {
    body: { ProjectId: store, ModelTreeName: 'New', SmallTypeId: freezerClass },
  });
  expect([added.status, added.message]).toEqual([403, deviceErrors.onlySomeDevices.en]);
  const conflict = await ask(guest, 'getModelTreeNameConflict', {
    query: { projectId: store, modelTreeName: 'Freezer' },
  });
  expect(conflict.data).toEqual({ Taken: null, FreeName: 'Freezer 2', FreeNameEn: null });
});
