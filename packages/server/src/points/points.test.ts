import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { gatewayErrors, pointErrors, templateErrors, writingErrors } from '@watchpost/contract';
import { ServerTCP } from 'modbus-serial';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { defaultRoles } from '../people/index.ts';
import { readSheet } from '../platform/excel/readSheet.ts';
import { startTestApplication, type TestApplication } from '../testing/application.ts';
import { askAs } from '../testing/askAs.ts';
import { measure } from '../testing/equippedCompany.ts';
import {
  aCompany,
  aDevice,
  aGateway,
  aMember,
  anArea,
  aProject,
  aRule,
  aSlave,
  aStrategy,
  limitMember,
  serve,
} from '../testing/factories.ts';
import { sheetOf } from '../testing/peopleOf.ts';
import { soon } from '../testing/soon.ts';

let app: TestApplication;
const ask = askAs(() => app);
beforeAll(async () => {
  app = await startTestApplication();
});
afterAll(() => app.stop());

let companyId: number;
let projectId: number;
let gatewayId: number;
let slaveId: number;
let installer: number;
let temperature: number;

beforeEach(async () => {
  const { db } = app.database;
  companyId = await aCompany(db);
  projectId = await aProject(db, companyId);
  gatewayId = await aGateway(db, projectId);
  slaveId = await aSlave(db, gatewayId, { name: 'Case 1' });
  installer = await aMember(db, companyId, projectId, {
    permissions: ['terminals', 'terminalsEdit', 'projectConfig', 'monitorView'],
  });
  await aMember(db, companyId, -1, { userId: installer, permissions: ['companyTerminals'] });
  const type = { CompanyId: companyId, PointTypeName: '温度', PointTypeNameEn: 'Temperature', ValueType: 0 };
  temperature = (await ask(installer, 'addPointType', { body: { ...type, UnitList: ['°C', '°F'] } })).data.PointTypeId;
});

const air = { FunctionCode: 3, RegisterAddress: 10, DataFormat: 's16', ByteOrder: 'AB' } as const;
const register = (name: string, more: object = {}) => ({
  PointName: name,
  PointTypeId: temperature,
  ...air,
  ...more,
});
const add = async (...names: string[]) =>
  (
    await ask(installer, 'addDevicePoint', {
      body: { SlaveId: slaveId, PointList: names.map((name, i) => register(name, { RegisterAddress: 10 + i })) },
    })
  ).data.PointIdList;
const config = async (pointId: number) => (await ask(installer, 'getPointConfig', { query: { pointId } })).data;
const addOwn = async (body: object) => {
  const answer = await ask(installer, 'addPoint', {
    body: { ProjectId: projectId, PointTypeId: temperature, ...body } as never,
  });
  return { ...answer, id: answer.data?.PointId };
};
const valueNow = async (pointId: number) =>
  (await ask(installer, 'getPointRealTimeData', { query: { pointIds: String(pointId), ProjectId: projectId } }))
    .data[0]!;

describe('a point appears in the running server', () => {
  test('added to a slave that is being polled it shows its first value without a restart', async () => {
    const probe = createServer().listen(0, '127.0.0.1');
    await once(probe, 'listening');
    const { port } = probe.address() as AddressInfo;
    await new Promise((closed) => probe.close(closed));
    const device = new ServerTCP(
      { getHoldingRegister: (address: number) => (address === 7 ? 0xff4c : 0) },
      {
        host: '127.0.0.1',
        port,
        unitID: 1,
      },
    );
    await once(device, 'initialized');
    const { db } = app.database;
    const line = await aGateway(db, projectId, { protocol: 'MODBUS_TCP' });
    await db
      .updateTable('gateway')
      .set({ address: `127.0.0.1:${port}` })
      .where('id', '=', line)
      .execute();
    const slave = await aSlave(db, line, { address: 1 });
    app.application.events.emit('configurationChanged', { companyId, kind: 'gateway', ids: [line] });
    const mapping = { X1: 0, X2: 10, Y1: 0, Y2: 1 };
    const { data } = await ask(installer, 'addDevicePoint', {
      body: { SlaveId: slave, PointList: [register('Air', { RegisterAddress: 7, Cycle: 10, ...mapping })] },
    });
    const [pointId] = data.PointIdList;
    await expect.poll(async () => (await valueNow(pointId!)).Value, soon).toBe(-18);
    await new Promise<void>((closed) => device.close(() => closed()));
  });
});

describe('points of a slave', () => {
  test('are refused beside the field that is wrong, and none is kept', async () => {
    await add('Air');
    const { status, message } = await ask(installer, 'addDevicePoint', {
      body: {
        SlaveId: slaveId,
        PointList: ['New', 'Air', 'Other', 'New'].map((name) =>
          register(name, name === 'Other' ? { Unit: 'bar' } : {}),
        ),
      },
    });
    expect(status).toBe(400);
    expect(message).toContain('PointList.1.PointName: This slave already has a point named “Air”.');
    expect(message).toContain('PointList.2.Unit');
    expect(message).toContain('PointList.3.PointName: More than one of these points is named “New”.');
    const { data } = await ask(installer, 'getDevicePointPage', { body: { GatewayId: gatewayId, SlaveId: slaveId } });
    expect(data.Data.map(({ PointName, Unit, Source }) => [PointName, Unit, Source])).toEqual([
      ['Air', '°C', '03 · 10 · 16-bit signed · AB'],
    ]);
  });

  test('the fourth byte order is accepted in both spellings and kept as DCBA', async () => {
    const wide = { DataFormat: 'f32', ByteOrder: 'DCAB' } as const;
    const { data } = await ask(installer, 'addDevicePoint', {
      body: { SlaveId: slaveId, PointList: [register('Energy', wide)] },
    });
    expect(await config(data.PointIdList[0]!)).toMatchObject({ ByteOrder: 'DCBA', DataFormat: 'f32' });
  });

  test('find and replace changes all names or, where two would be the same, none and says which', async () => {
    const ids = await add('Case 1 air', 'Case 1 coil', 'Case 2 air');
    const replace = (find: string, by: string, isDryRun = false, language: 'zh' | 'en' = 'en') => {
      const names = { PointIdList: ids, FindPointName: find, PointName: by, IsDryRun: isDryRun };
      const body = { ProjectId: projectId, UpdatePointType: 'name' as const, ...names };
      return ask(installer, 'batchUpdatePoint', { body }, { language });
    };
    expect((await replace('Case 1', 'Rack A', true)).data).toMatchObject({
      Changed: 2,
      Examples: [{ Before: 'Case 1 air', After: 'Rack A air' }, { After: 'Rack A coil' }],
    });
    expect((await config(ids[0]!)).PointName).toBe('Case 1 air');
    const clash = await replace('Case 1', 'Case 2');
    expect([clash.status, clash.message]).toEqual([409, pointErrors.namesClash.en.replace('{names}', 'Case 2 air')]);
    expect((await replace('Case', 'Rack')).data.Changed).toBe(3);
    expect((await config(ids[2]!)).PointName).toBe('Rack 2 air');
    // Taken back by whole names, but for what a colleague has called otherwise since then.
    const swapped = await replace('Rack', 'Shelf');
    const PointNameList = swapped.data.Examples.map(({ PointId, Before, After }) => ({
      PointId,
      WasName: PointId === ids[1] ? 'Otherwise' : After,
      PointName: Before,
    }));
    const undo = { ProjectId: projectId, UpdatePointType: 'name' as const, PointIdList: ids, PointNameList };
    expect((await ask(installer, 'batchUpdatePoint', { body: undo })).data.Changed).toBe(2);
    expect((await replace('Shelf', 'Rack')).data.Changed).toBe(1);
    expect((await replace('Nowhere', 'x')).message).toBe(pointErrors.findNothing.en.replace('{text}', 'Nowhere'));
    // The name in the caller's language is replaced.
    await app.database.db.updateTable('point').set({ name_en: 'Display 1' }).where('id', '=', ids[0]!).execute();
    expect((await replace('Rack', '柜', false, 'zh')).data.Changed).toBe(3);
    expect((await replace('Display', 'Air')).data).toMatchObject({
      Examples: [{ Before: 'Display 1', After: 'Air 1' }],
    });
    expect(await config(ids[0]!)).toMatchObject({ PointName: '柜 1 air', PointNameEn: 'Air 1' });
  });

  test('one that a formula needs cannot be deleted; what hangs on the others is told', async () => {
    const { db } = app.database;
    const [used, free] = await add('Used', 'Free');
    const deviceId = await aDevice(db, projectId, { name: 'Freezer' });
    await ask(installer, 'pointRelevanceModelTreeAndLocation', {
      body: { PointIdList: [free!], ModelTreeOrLocationIdList: [{ Id: deviceId, Type: 1 }] },
    });
    await addOwn({
      Kind: 'computed',
      PointName: 'Double',
      Formula: 'a * 2',
      InputList: [{ Name: 'a', PointId: used }],
    });
    const refused = await ask(installer, 'deletePoint', { body: { PointIdList: [used!, free!] } });
    expect(refused.message).toBe(pointErrors.inputOfOthers.en.replace('{names}', 'Double'));
    const { data } = await ask(installer, 'deletePoint', { body: { PointIdList: [free!] } });
    expect(data).toMatchObject({ Points: 1, DeviceNames: ['Freezer'], AlarmRules: 0, HasHistory: false });
    expect((await ask(installer, 'getPointConfig', { query: { pointId: free! } })).status).toBe(404);
  });
});

describe('deleting points', () => {
  test('tells of the rules of other points that look at them: by name, by type on one device, each once', async () => {
    const { db } = app.database;
    const [room, door, coil] = await add('Room', 'Door', 'Coil');
    const deviceId = await aDevice(db, projectId, { name: 'Freezer' });
    for (const point_id of [room!, coil!])
      await db.insertInto('device_point').values({ project_id: projectId, device_id: deviceId, point_id }).execute();
    const strategy = await aStrategy(db, projectId);
    const limit = { kind: 'limit', deadband: 0, onDelaySeconds: 0, offDelaySeconds: 0 } as const;
    const gate = { values: [0], settleSeconds: 0, maxHiddenSeconds: 600 };
    const waits = [{ point: { pointId: door! }, ...gate }];
    const high = { high: { limit: -15, severity: 1, from: { pointId: door! } } } as const;
    await aRule(db, strategy, { ...limit, bands: high, onlyWhile: waits }, { points: [room!, coil!] });
    const byType = { high: { limit: 5, severity: 2, from: { pointTypeId: temperature } } } as const;
    await aRule(db, strategy, { ...limit, bands: byType }, { points: [room!] });
    const goesWith = async (...PointIdList: number[]) =>
      (await ask(installer, 'getWhatHangsOnPoints', { body: { PointIdList } })).data;
    expect(await goesWith(door!)).toMatchObject({ AlarmRules: 0, LookingRules: 1 });
    expect(await goesWith(coil!)).toMatchObject({ AlarmRules: 1, LookingRules: 1 });
    // What watches only points that go, goes along.
    expect(await goesWith(door!, room!, coil!)).toMatchObject({ AlarmRules: 2, LookingRules: 0 });
  });
});

describe('virtual and computed points', () => {
  test('a formula follows its inputs in the same commit, with the time of the newest and the quality of the worst', async () => {
    const [air, coil] = await add('Air', 'Coil');
    const { id: target } = await addOwn({ Kind: 'virtual', PointName: 'Target', IsWrite: true });
    const inputs = { a: air, b: coil, t: target };
    const InputList = Object.entries(inputs).map(([Name, PointId]) => ({ Name, PointId }));
    const { id } = await addOwn({
      Kind: 'computed',
      PointName: 'Off target',
      Formula: 'abs(avg(a, b) - t)',
      InputList,
    });
    const { id: above } = await addOwn({
      Kind: 'computed',
      PointName: 'Half of it',
      Formula: 'x / 2',
      InputList: [{ Name: 'x', PointId: id }],
    });
    await app.application.configurationSettled();
    const at = Date.now() - 5_000;
    await measure(app.application, [{ pointId: air!, at, value: -18 }]);
    expect(await valueNow(id!)).toMatchObject({ Value: null, Quality: 'bad', QualityReason: 'inputMissing' });
    await measure(app.application, [{ pointId: coil!, at: at + 1_000, value: -22 }]);
    await ask(installer, 'setVirtualPoint', { body: { PointId: target!, Value: -25 } });
    expect(await valueNow(target!)).toMatchObject({ Value: -25, Quality: 'good' });
    const written = await app.database.pool.query('SELECT value, outcome FROM write_record WHERE point_id = $1', [
      target,
    ]);
    expect(written.rows).toEqual([{ value: -25, outcome: 'succeeded' }]);
    expect(await valueNow(id!)).toMatchObject({ Value: 5, Quality: 'good' });
    await measure(app.application, [{ pointId: air!, at: Date.now(), value: -26 }]);
    expect([(await valueNow(id!)).Value, (await valueNow(above!)).Value]).toEqual([1, 0.5]);
    // Late: history, but no new value.
    await measure(app.application, [{ pointId: air!, at: at - 60_000, value: 100 }]);
    expect((await valueNow(id!)).Value).toBe(1);
  });

  test('a virtual point is asked like a written one: by who may write, by its limits, and in the write log', async () => {
    const { id } = await addOwn({ Kind: 'virtual', PointName: 'Night target', IsWrite: true });
    await app.application.configurationSettled();
    const { db } = app.database;
    const reader = await aMember(db, companyId, projectId, { permissions: ['remoteWrite'] });
    await limitMember(db, reader, projectId, { canWrite: false });
    const set = (userId: number, Value: number) => ask(userId, 'setVirtualPoint', { body: { PointId: id!, Value } });
    expect((await set(reader, -20)).message).toBe(writingErrors.readOnlyForYou.en);
    await db.insertInto('point_write_limit').values({ point_id: id!, low: -25 }).execute();
    expect((await set(installer, -26)).message).toContain('Not below -25');
    expect((await set(installer, -24)).status).toBe(200);
    expect((await valueNow(id!)).Value).toBe(-24);
  });

  test('formulas that would go round in a circle are refused and the way is named', async () => {
    const [base] = await add('Base');
    const made = async (name: string, input: number) =>
      (
        await addOwn({
          Kind: 'computed',
          PointName: name,
          PointNameEn: name === '第二' ? 'Second' : null,
          Formula: 'a',
          InputList: [{ Name: 'a', PointId: input }],
        })
      ).id!;
    const first = await made('First', base!);
    const second = await made('第二', first);
    const { status, message } = await ask(installer, 'editPoint', {
      body: {
        PointId: first,
        Kind: 'computed',
        PointName: 'First',
        PointTypeId: temperature,
        Formula: 'a + 1',
        InputList: [{ Name: 'a', PointId: second }],
      },
    });
    const words = pointErrors.formulaCircle.en.replace('{names}', 'First → Second → First');
    expect([status, message]).toEqual([400, expect.stringContaining(`Formula: ${words}`)]);
  });

  test('a formula that adds or compares different units is refused with both named; a converted one is not', async () => {
    const [base] = await add('Base');
    const { id: fahrenheit } = await addOwn({ Kind: 'virtual', PointName: 'Fahrenheit', Unit: '°F' });
    const InputList = [
      { Name: 'a', PointId: base },
      { Name: 'b', PointId: fahrenheit },
    ];
    const words = pointErrors.formulaUnits.en.replace('{left}', '°C').replace('{right}', '°F');
    const sum = { Kind: 'computed', PointName: 'Sum', Formula: 'max(a, b)', InputList };
    expect(await addOwn(sum)).toMatchObject({ status: 400, message: expect.stringContaining(`Formula: ${words}`) });
    const tried = { ProjectId: projectId, Formula: 'if(a > b, 1, 0)', InputList } as never;
    expect((await ask(installer, 'tryFormula', { body: tried })).message).toContain(`Formula: ${words}`);
    expect((await addOwn({ ...sum, Formula: 'a + (b - 32) / 1.8' })).status).toBe(200);
    // What comes out is in the unit of what went in: a point in another one would show wrong figures.
    const other = pointErrors.formulaOtherUnit.en.replace('{result}', '°F').replace('{unit}', '°C');
    const doubled = { ...sum, PointName: 'Warmer', Formula: 'b + 1' };
    expect((await addOwn(doubled)).message).toContain(`Formula: ${other}`);

    // Nor does a unit change under a formula that is there, whichever way it is changed.
    const { id: outside } = await addOwn({ Kind: 'virtual', PointName: 'Outside', Unit: '°C' });
    const both = [InputList[0], { Name: 'b', PointId: outside }];
    await addOwn({ ...sum, PointName: 'Difference', Formula: 'b - a', InputList: both });
    const broken = `The formula of “Difference” would no longer hold: ${words}`;
    const batch = { ProjectId: projectId, PointIdList: [outside], UpdatePointType: 'unit', Unit: '°F' } as never;
    const edited = { PointId: outside, PointName: 'Outside', PointTypeId: temperature, Unit: '°F' } as never;
    for (const refused of [
      await ask(installer, 'batchUpdatePoint', { body: batch }),
      await ask(installer, 'editPoint', { body: edited }),
    ])
      expect([refused.status, refused.message]).toEqual([
        409,
        broken.replace(`${words}`, pointErrors.formulaUnits.en.replace('{left}', '°F').replace('{right}', '°C')),
      ]);
    expect((await config(outside!)).Unit).toBe('°C');
  });

  test('a formula that means nothing, or lacks a point for a letter, is refused at its field', async () => {
    const wrong = await addOwn({ Kind: 'computed', PointName: 'Sum', Formula: 'a +', InputList: [] });
    expect(wrong.message).toContain('Formula: The formula is not finished');
    const tried = { ProjectId: projectId, Formula: 'a + (2', InputList: [] };
    const said = (await ask(installer, 'tryFormula', { body: tried })).message;
    expect(said).toContain('Formula: The bracket opened at character 5 is never closed');
    const lacking = await addOwn({ Kind: 'computed', PointName: 'Sum', Formula: 'a + b', InputList: [] });
    expect(lacking.message).toContain('InputList: Choose the point that a, b of the formula stands for');
  });

  test('a formula that divides by zero has no result, which is told of the formula and not of a device', async () => {
    const [pointId] = await add('Divided');
    const InputList = [{ Name: 'a', PointId: pointId! }];
    const { id } = await addOwn({ Kind: 'computed', PointName: 'Share', Formula: '1 / a', InputList });
    await app.application.configurationSettled();
    await measure(app.application, [{ pointId: pointId!, at: Date.now() - 1_000, value: 0 }]);
    const none = { Value: null, Quality: 'bad', QualityReason: 'noResult' };
    expect(await valueNow(id!)).toMatchObject(none);
    const tried = { ProjectId: projectId, Formula: 'a / 0', InputList };
    expect((await ask(installer, 'tryFormula', { body: tried })).data).toMatchObject(none);
  });

  test('a value that stays exactly the same for too long is doubted, and believed again when it moves', async () => {
    const [pointId] = await add('Stuck');
    const { PointName, PointTypeId, Kind } = await config(pointId!);
    await ask(installer, 'editPoint', {
      body: { PointId: pointId!, Kind, PointName, PointTypeId, ...air, FrozenMinutes: 10 },
    });
    await app.application.configurationSettled();
    const at = Date.now() - 3_600_000;
    for (const minute of [0, 5, 10])
      await measure(app.application, [{ pointId: pointId!, at: at + minute * 60_000, value: 4 }]);
    expect(await valueNow(pointId!)).toMatchObject({ Value: 4, Quality: 'uncertain', QualityReason: 'frozen' });
    await measure(app.application, [{ pointId: pointId!, at: at + 15 * 60_000, value: 4.1 }]);
    expect(await valueNow(pointId!)).toMatchObject({ Quality: 'good' });
  });
});

describe('two people who change one thing at a time', () => {
  test('keep what each changed of a point; what does not go together any more is refused beside its field', async () => {
    const [pointId] = await add('Air');
    const edit = (body: object) => ask(installer, 'editPoint', { body: { PointId: pointId!, ...body } });
    expect((await edit({ RangeLow: -30, X1: 0, X2: 10, Y1: 0, Y2: 1 })).status).toBe(200);
    expect((await edit({ PointName: 'Air inside', Decimals: 2 })).status).toBe(200);
    expect((await edit({ Decimals: 0, MqttKey: null })).status).toBe(200);
    expect(await config(pointId!)).toMatchObject({
      ...air,
      PointName: 'Air inside',
      Unit: '°C',
      Decimals: 0,
      RangeLow: -30,
      X2: 10,
      Y2: 1,
    });
    expect((await edit({ RangeHigh: -40 })).message).toContain('RangeHigh: The upper end');
    expect((await edit({ DataFormat: 'f32' })).message).toContain('ByteOrder');
    expect((await edit({ Kind: 'virtual' })).message).toBe(pointErrors.kindStays.en);
  });

  test('keep what each changed of a point type', async () => {
    const edit = (body: object) => ask(installer, 'editPointType', { body: { PointTypeId: temperature, ...body } });
    expect((await edit({ UnitList: ['°C', 'K'] })).status).toBe(200);
    expect((await edit({ PointTypeNameEn: 'Air temperature', IsSimulation: true })).status).toBe(200);
    expect((await edit({ IsSimulation: false })).status).toBe(200);
    const { data } = await ask(installer, 'getPointTypePage', { body: { PointTypeName: '温度' } });
    expect(data.Data).toMatchObject([
      { Name: '温度', NameEn: 'Air temperature', ValueType: 0, UnitList: ['°C', 'K'], IsSimulation: false },
    ]);
    expect((await edit({ ValueType: 1 })).message).toContain('StatusList: A status type needs at least one value');
  });

  test('keep what each changed of a mapping profile; an answer without a command is refused', async () => {
    const whole = {
      MappingName: 'USR',
      Note: 'M100',
      Topic: 'usr/{device}/up',
      Values: ['/{key}'],
      Failures: ['ERR'],
      UtcOffsetMinutes: 480,
      CommandTopic: 'usr/{device}/down',
      CommandPayload: '{"id":"{id}"}',
      ReplyTopic: 'usr/{device}/ack',
    };
    const { data } = await ask(installer, 'addMappingProfile', { body: whole });
    const { MappingProfileId } = data;
    const edit = (body: object) => ask(installer, 'updateMappingProfile', { body: { MappingProfileId, ...body } });
    expect((await edit({ Topic: 'site/{device}' })).status).toBe(200);
    expect((await edit({ Failures: ['ERR', 'NaN'] })).status).toBe(200);
    const query = { mappingProfileId: MappingProfileId };
    const profile = async () => (await ask(installer, 'getMappingProfile', { query })).data;
    expect(await profile()).toMatchObject({ ...whole, Topic: 'site/{device}', Failures: ['ERR', 'NaN'] });
    expect((await edit({ CommandTopic: null })).message).toContain('CommandTopic: An answer belongs to a command');
    expect((await edit({ CommandTopic: null, ReplyTopic: null })).status).toBe(200);
    expect((await edit(whole)).status).toBe(200);
    expect(await profile()).toMatchObject(whole);
  });
});

test('a message that is tried is judged as the live one would be: times that cannot be, and words as they were sent', async () => {
  const Mapping = {
    ...{
      Topic: 'usr/{device}/up',
      Values: ['/data/*/{key}'],
      Failures: ['err'],
      UtcOffsetMinutes: 480,
      Time: '/data/*/ts',
    },
  };
  const now = Math.floor(Date.now() / 1000);
  const data = [
    { ts: 0, old: 4 },
    { ts: 9_999_999_999, ahead: 5 },
    { ts: now, temp: -18, door: 'ERR' },
  ];
  const body = { Mapping, MessageTopic: 'usr/case1/up', Payload: JSON.stringify({ data }) };
  const tried = (await ask(installer, 'tryMapping', { body: body as never })).data;
  const by = new Map(tried.Readings.map((reading) => [reading.Key, reading]));
  expect(['old', 'ahead', 'temp'].map((key) => by.get(key)?.Refused)).toEqual([
    'older than what is kept',
    'its time is more than a day ahead',
    null,
  ]);
  expect([by.get('door')?.Value, by.get('door')?.Text]).toEqual([null, 'ERR']);
  expect(tried.UsableCount).toBe(1);
});

describe('point types', () => {
  test('in use they are neither deleted nor turned into another kind, and keep the units that points have', async () => {
    await add('Air');
    const refused = await ask(installer, 'deletePointType', { body: { PointTypeIdList: [temperature] } });
    expect([refused.status, refused.message]).toEqual([
      409,
      pointErrors.typesInUse.en.replace('{names}', 'Temperature'),
    ]);
    const edit = (body: object) =>
      ask(installer, 'editPointType', { body: { PointTypeId: temperature, PointTypeName: '温度', ...body } as never });
    const kind = await edit({ ValueType: 1, StatusList: [{ Value: 0, Description: 'Off' }] });
    expect(kind.message).toContain('ValueType');
    expect((await edit({ ValueType: 0, UnitList: ['°F'] })).message).toContain('Points still use these units');
    expect((await edit({ ValueType: 0, UnitList: ['°C', 'K'] })).status).toBe(200);
  });

  test('values of a status and their descriptions are unique whole numbers', async () => {
    const status = (...StatusList: object[]) =>
      ask(installer, 'addPointType', { body: { PointTypeName: 'Door', ValueType: 1, StatusList } as never });
    const twice = await status({ Value: 1, Description: 'Open' }, { Value: 1, Description: 'Shut' });
    expect(twice.message).toContain('Each status value stands once only');
    expect((await status({ Value: 0.5, Description: 'Open' })).status).toBe(400);
    expect((await status({ Value: 1, Description: 'Open' }, { Value: 0, Description: 'Open' })).message).toContain(
      'Each description stands once only',
    );
    expect((await status()).message).toContain('at least one value');
  });
});

describe('points of a slave from Excel', () => {
  const header = [
    'Point name',
    'Point type',
    'Function code',
    'Register address',
    'Data format',
    'Byte order',
    'Writable',
  ];
  const rows = [
    ['Air', '温度', '04', '403', '16位有符号', 'AB', 'no'],
    ['Set point', 'Temperature', '3', '404', '16-bit signed', 'AB', 'yes'],
    ['Air', 'Temperature', '04', '405', '16-bit signed', 'AB', ''],
    ['Valve', 'Nothing known', '04', '70000', '32-bit float', 'AB', 'yes'],
  ];
  const bring = async (query: object, list = rows) =>
    (await ask(installer, 'importPoint', { query: { slaveId, ...query }, files: [await sheetOf(header, list)] })).data;

  test('a dry run says of every row what is wrong; the right rows come in alone when asked to', async () => {
    const dry = await bring({ isDryRun: true });
    expect(dry).toMatchObject({ TotalCount: 4, ImportedCount: 2, WrongCount: 2, IsDryRun: true });
    expect(dry.Rows.map(({ Row, Name, Errors }) => [Row, Name, ...Errors.map(({ Column }) => Column)])).toEqual([
      [4, 'Air', 'Point name'],
      [5, 'Valve', 'Register address', 'Byte order', 'Writable', 'Point type'],
    ]);
    // An invalid address and an unknown type are reported in the same pass.
    const odd = ['Odd', 'Nothing known', '04', 'abc', '16-bit signed', 'AB', 'no'];
    const [{ Errors } = { Errors: [] }] = (await bring({ isDryRun: true }, [odd])).Rows;
    expect(Errors.map(({ Column, Message }) => `${Column}: ${Message}`)).toEqual([
      'Register address: A register address is a whole number from 0 to 65535',
      expect.stringContaining('Point type: There is no point type'),
    ]);
    expect((await bring({})).ImportedCount).toBe(0);
    expect(await bring({ skipWrong: true })).toMatchObject({ ImportedCount: 2, WrongCount: 2 });
    const { data } = await ask(installer, 'getDevicePointPage', { body: { GatewayId: gatewayId, SlaveId: slaveId } });
    expect(data.Data.map(({ PointName, IsWrite }) => [PointName, IsWrite])).toEqual([
      ['Air', false],
      ['Set point', true],
    ]);
    const { file } = await ask(installer, 'correctImportPoint', {
      query: { slaveId },
      files: [await sheetOf(header, rows)],
    });
    const sheet = await readSheet(file!, { maxRows: 10 });
    expect([sheet.header.at(-1), sheet.rows.length]).toEqual(['Problem', 4]);
  });

  test('the example in the template is what it takes, in both languages', async () => {
    const status = { PointTypeName: '运行状态', PointTypeNameEn: 'Run state', ValueType: 1 };
    await ask(installer, 'addPointType', {
      body: {
        ...status,
        StatusList: [
          { Value: 0, Description: '停止' },
          { Value: 1, Description: '运行' },
        ],
      },
    });
    for (const language of ['zh', 'en'] as const) {
      const { file } = await ask(installer, 'getPointTemplate', { query: { isExample: true } }, { language });
      const example = new File([new Uint8Array(file!)], 'points.xlsx');
      const query = { slaveId: await aSlave(app.database.db, gatewayId), isDryRun: true };
      const { data } = await ask(installer, 'importPoint', { query, files: [example] });
      expect(data).toMatchObject({ TotalCount: 3, ImportedCount: 3, Rows: [] });
    }
  });
});

describe('devices from points', () => {
  test('a spreadsheet of devices is told all that is unknown in one pass, with the classes that are near', async () => {
    await add('Air');
    const header = ['Device name', 'Device class', 'Area', 'Point name'];
    const rows = [
      ['Case', 'Freezer rooms', 'Nowhere', 'Nothing'],
      ['', 'Freezer room', '', 'Nothing'],
    ];
    const { data } = await ask(installer, 'importModelTree', {
      query: { projectId, isDryRun: true },
      files: [await sheetOf(header, rows)],
    });
    const told = data.Rows.map(({ Errors }) => Errors.map(({ Column, Message }) => `${Column}: ${Message}`));
    expect(told).toEqual([
      [
        expect.stringMatching(/There is no device class “Freezer rooms”. Near to it: .*Freezer room/),
        'Area: There is no area “Nowhere”',
        'Point name: There is no point “Nothing”',
      ],
      ['Device name: Required', 'Point name: There is no point “Nothing”'],
    ]);
  });

  test('a row that calls a device by its English name adds to that device', async () => {
    const { db } = app.database;
    await add('Air', 'Door');
    const freezer = await aDevice(db, projectId, { name: '冷冻间 1', nameEn: 'Freezer 1' });
    const room = db.selectFrom('device_class').where('code', '=', 'freezerRoom').select('id');
    await db
      .updateTable('device')
      .set({ device_class_id: (await room.executeTakeFirstOrThrow()).id })
      .where('id', '=', freezer)
      .execute();
    await anArea(db, projectId, 'Hall');
    const trial = await ask(installer, 'importModelTree', {
      query: { projectId, isDryRun: true },
      files: [
        await sheetOf(
          ['Device name', 'Device class', 'Area', 'Point name'],
          [
            ['Freezer 1', 'Freezer room', '', 'Air'],
            ['Freezer 1', 'Freezer room', 'Hall', 'Door'],
            ['Freezer 2', 'Freezer room', 'Hall', 'Door'],
          ],
        ),
      ],
    });
    expect(trial.data.Rows.map(({ Row, Errors }) => [Row, Errors[0]?.Column])).toEqual([[3, 'Area']]);
    expect(trial.data.Notes).toEqual([
      { Row: 2, Name: 'Air', Message: 'Joins the existing device “Freezer 1”' },
      { Row: 4, Name: 'Door', Message: 'Makes the device “Freezer 2”' },
    ]);
    const { data } = await ask(installer, 'importModelTree', {
      query: { projectId },
      files: [
        await sheetOf(
          ['Device name', 'Device class', 'Area', 'Point name'],
          [
            ['Freezer 1', 'Freezer room', '', 'Air'],
            ['冷冻间 1', 'Freezer room', '', 'Door'],
          ],
        ),
      ],
    });
    expect(data).toMatchObject({ ImportedCount: 2, Rows: [] });
    const points = await db.selectFrom('device_point').where('device_id', '=', freezer).select('point_id').execute();
    expect(points).toHaveLength(2);
    expect(await db.selectFrom('device').where('project_id', '=', projectId).select('name').execute()).toEqual([
      { name: '冷冻间 1' },
    ]);
  });

  test('points are listed by the names that are read, of a project as of a gateway', async () => {
    const { db } = app.database;
    const ids = await add('a', 'b', 'c');
    await db.updateTable('point').set({ name_en: 'z' }).where('id', '=', ids[0]!).execute();
    const ofProject = await ask(installer, 'getPointPage', {
      body: { ProjectId: projectId, SortType: 'name', IsAsc: true },
    });
    const ofGateway = await ask(installer, 'getDevicePointPage', { body: { GatewayId: gatewayId } });
    for (const { data } of [ofProject, ofGateway])
      expect(data.Data.map(({ PointName }) => PointName)).toEqual(['b', 'c', 'z']);
  });

  test('the card of a room shows its first temperature large, also when other points were picked before it', async () => {
    const { rows } = await app.database.pool.query(
      "SELECT id, subsystem_id FROM device_class WHERE code = 'freezerRoom'",
    );
    const current = { CompanyId: companyId, PointTypeName: '电流', PointTypeNameEn: 'Current', ValueType: 0 };
    const { data: type } = await ask(installer, 'addPointType', { body: { ...current, UnitList: ['A'] } });
    const { data } = await ask(installer, 'addDevicePoint', {
      body: {
        SlaveId: slaveId,
        PointList: [
          register('Amps', { PointTypeId: type.PointTypeId, Unit: 'A' }),
          register('Set point', { RegisterAddress: 11, IsWrite: true }),
          register('Room', { RegisterAddress: 12 }),
        ],
      },
    });
    const made = await ask(installer, 'batchAddModelTree', {
      body: {
        ProjectId: projectId,
        BigTypeId: rows[0].subsystem_id,
        SmallTypeId: rows[0].id,
        ModelTreeInfoList: [{ ModelTreeName: 'Freezer', PointIdList: data.PointIdList }],
      },
    });
    const { rows: main } = await app.database.pool.query(
      'SELECT point_id FROM device_point WHERE device_id = $1 AND main',
      [made.data.ModelTreeList[0]!.ModelTreeId],
    );
    expect(main).toEqual([{ point_id: data.PointIdList[2] }]);
  });

  test('a name that is taken is refused, numbered or merged, as asked', async () => {
    const { db } = app.database;
    const ids = await add('One', 'Two', 'Three');
    const { SmallTypeId, BigTypeId } = await aClass();
    const areaId = await anArea(db, projectId, 'Hall');
    const make = (OperateType: 'refuse' | 'rename' | 'merge', pointId: number, LocationId = areaId) =>
      ask(installer, 'batchAddModelTree', {
        body: {
          ProjectId: projectId,
          BigTypeId,
          SmallTypeId,
          LocationId,
          ModelTreeInfoList: [{ ModelTreeName: 'Freezer', PointIdList: [pointId] }],
          OperateType,
        },
      });
    const [first] = (await make('refuse', ids[0]!)).data.ModelTreeList;
    expect((await make('refuse', ids[1]!)).status).toBe(409);
    expect((await make('rename', ids[1]!)).data.ModelTreeList).toMatchObject([
      { ModelTreeName: 'Freezer 2', IsNew: true },
    ]);
    const elsewhere = await make('merge', ids[2]!, await anArea(db, projectId, 'Yard'));
    expect(elsewhere.message).toBe(pointErrors.mergeOtherArea.en.replace('{name}', 'Freezer'));
    expect((await make('merge', ids[2]!)).data.ModelTreeList).toMatchObject([
      { ModelTreeId: first!.ModelTreeId, IsNew: false },
    ]);
    const { data } = await ask(installer, 'getPointPage', {
      body: { ProjectId: projectId, ModelTreeIdList: [first!.ModelTreeId] },
    });
    expect(data.Data.map(({ PointName }) => PointName)).toEqual(['One', 'Three']);
    const again = await ask(installer, 'pointRelevanceModelTreeAndLocation', {
      body: { PointIdList: ids, ModelTreeOrLocationIdList: [{ Id: first!.ModelTreeId, Type: 1 }] },
    });
    expect(again.message).toBe(pointErrors.alreadyLinked.en.replace('{names}', 'One, Three'));
  });

  const aClass = async () => {
    const { rows } = await app.database.pool.query<{ id: number; subsystem_id: number }>(
      "SELECT id, subsystem_id FROM device_class WHERE code = 'freezerRoom'",
    );
    return { SmallTypeId: rows[0]!.id, BigTypeId: rows[0]!.subsystem_id };
  };
});

describe('who sees only some devices of a project', () => {
  let contractor: number;
  let shown: number;
  let hidden: number;
  /** Serves both. */
  let shared: number;
  beforeEach(async () => {
    const { db } = app.database;
    contractor = await aMember(db, companyId, projectId, { permissions: defaultRoles.projectOwner.permissions });
    shown = await aDevice(db, projectId, { name: 'Shown' });
    hidden = await aDevice(db, projectId, { name: 'Hidden' });
    await limitMember(db, contractor, projectId, { deviceIds: [shown] });
    [shared] = (await add('Shared', 'Secret')) as [number, number];
    await serve(db, shared, shown);
    await serve(db, shared, hidden);
  });

  test('sets up none of its points, limits and devices, in no way', async () => {
    const { rows } = await app.database.pool.query(
      "SELECT id, subsystem_id FROM device_class WHERE code = 'freezerRoom'",
    );
    const { data: list } = await ask(installer, 'getTempByUid', { query: { name: 'AK-CC55' } });
    const [template] = list.Data;
    const point = { ProjectId: projectId, PointTypeId: temperature };
    const batch = { ProjectId: projectId, PointIdList: [shared] };
    const attempts = [
      await ask(contractor, 'addDevicePoint', { body: { SlaveId: slaveId, PointList: [register('Other')] } }),
      await ask(contractor, 'addPoint', { body: { ...point, Kind: 'virtual', PointName: 'Other' } as never }),
      await ask(contractor, 'editPoint', {
        body: { PointId: shared, Kind: 'modbus', ...register('Shared', { RegisterAddress: 11 }) } as never,
      }),
      await ask(contractor, 'deletePoint', { body: { PointIdList: [shared] } }),
      await ask(contractor, 'importPoint', {
        query: { slaveId },
        files: [await sheetOf(['Point name'], [['Other']])],
      }),
      await ask(contractor, 'applyTemplate', { body: { id: template!.id, SlaveId: slaveId } }),
      await ask(contractor, 'saveAsTemplate', { body: { SlaveId: slaveId, name: 'Mine' } }),
      await ask(contractor, 'updatePointWriteLimit', { body: { PointId: shared, Max: 99 } as never }),
      await ask(contractor, 'batchUpdatePoint', { body: { ...batch, UpdatePointType: 'write', IsWrite: true } }),
      await ask(contractor, 'batchAddModelTree', {
        body: {
          ProjectId: projectId,
          BigTypeId: rows[0].subsystem_id,
          SmallTypeId: rows[0].id,
          ModelTreeInfoList: [{ ModelTreeName: 'Hidden', PointIdList: [shared] }],
          OperateType: 'merge',
        },
      }),
    ];
    expect(attempts.map(({ status }) => status)).toEqual(attempts.map(() => 403));
    expect(attempts[0]!.message).toBe(gatewayErrors.wholeProjectNeeded.en);
  });

  test('takes a point only off visible devices, and reads of no others', async () => {
    const { data } = await ask(contractor, 'pointCancelRelevanceModelTreeOrLocation', {
      query: { cancelType: '1' },
      body: [shared],
    });
    expect(data.Changed).toBe(1);
    const { data: rest } = await ask(installer, 'getPointModelTreeSysInfo', { query: { projectId, pointId: shared } });
    expect(rest.map(({ ModelTreeName }) => ModelTreeName)).toEqual(['Hidden']);
    // The project follows from the point, and with it what of it is visible.
    const found = await ask(installer, 'getPointModelTreeSysInfo', { query: { pointId: shared } });
    expect(found.data).toEqual(rest);
    const names = async (userId: number) =>
      (await ask(userId, 'getPlanPointStartInfo', { query: { pointIds: String(shared) } as never })).data?.map(
        ({ PointName }) => PointName,
      );
    expect([await names(installer), await names(contractor)]).toEqual([['Shared'], undefined]);
  });

  test('lists only gateways that carry a visible device, and only the slaves of such devices', async () => {
    const { db } = app.database;
    await aGateway(db, projectId, { name: 'Elsewhere' });
    await aSlave(db, gatewayId, { name: 'Case 2' });
    const choices = await ask(contractor, 'getPointPageDropdownList', { query: { projectId } });
    expect(choices.data.GatewayList).toHaveLength(1);
    expect(choices.data.SlaveList.map(({ Value }) => Value)).toEqual(['Case 1']);
    const file = await ask(contractor, 'getDeviceConfig', { query: { deviceId: gatewayId } });
    const { slaves, points } = JSON.parse(file.file!.toString('utf8'));
    expect([slaves, points].map((list: { name: string }[]) => list.map(({ name }) => name))).toEqual([
      ['Case 1'],
      ['Shared'],
    ]);
  });
});

test('who configures a project, and none of its gateways, renames points, but makes none writable and polls none faster', async () => {
  const configurator = await aMember(app.database.db, companyId, projectId, { permissions: ['projectConfig'] });
  const PointIdList = await add('Air');
  const change = async (body: object) =>
    (await ask(configurator, 'batchUpdatePoint', { body: { ProjectId: projectId, PointIdList, ...body } as never }))
      .status;
  expect([
    await change({ UpdatePointType: 'write', IsWrite: true }),
    await change({ UpdatePointType: 'cycle', Cycle: 10 }),
    await change({ UpdatePointType: 'name', PointName: 'Cold air' }),
  ]).toEqual([403, 403, 200]);
  // What is free to be noted is changed where it is another.
  const noted = async (Value: string) => {
    const body = { ProjectId: projectId, PointIdList, UpdatePointType: 'level', Level: 2, IsDryRun: false };
    const StorageSpaceExtendList = [{ Key: 'tag', Value }];
    return (await ask(configurator, 'batchUpdatePoint', { body: { ...body, StorageSpaceExtendList } as never })).data
      .Changed;
  };
  expect([await noted('TT-1'), await noted('TT-1'), await noted('TT-2')]).toEqual([1, 0, 1]);
});

test('of a point on a gateway that is limited to others its value is told, and not where it is read', async () => {
  const { db } = app.database;
  const kept = await aGateway(db, projectId, { name: 'Kept line' });
  const keptSlave = await aSlave(db, kept, { name: 'Kept case', address: 9 });
  const { data } = await ask(installer, 'addDevicePoint', {
    body: { SlaveId: keptSlave, PointList: [register('Kept air', { RegisterAddress: 4711 })] },
  });
  const pointId = data.PointIdList[0]!;
  await db.updateTable('gateway').set({ sharing: 'user', created_by: installer }).where('id', '=', kept).execute();
  await app.application.configurationSettled();
  await measure(app.application, [{ pointId, at: Date.now(), value: -18.5 }]);
  const colleague = await aMember(db, companyId, projectId, {
    permissions: ['terminals', 'terminalsEdit', 'projectConfig', 'monitorView'],
  });
  const listed = async (userId: number, filter: object = {}) =>
    (await ask(userId, 'getPointPage', { body: { ProjectId: projectId, PageIndex: 1, PageSize: 20, ...filter } })).data
      .Data;
  expect((await listed(installer))[0]).toMatchObject({ IsLineHidden: false, GatewayName: 'Kept line' });
  const [row] = await listed(colleague);
  expect(row).toMatchObject({
    PointName: 'Kept air',
    Value: -18.5,
    IsLineHidden: true,
    GatewayId: null,
    SlaveId: null,
  });
  expect(JSON.stringify(row)).not.toMatch(/Kept line|Kept case|4711/);
  expect(await listed(colleague, { GatewayIdList: [kept] })).toEqual([]);
  const template = await ask(colleague, 'getModelTreeTemplate', { query: { projectId } });
  expect(JSON.stringify((await readSheet(template.file!, { maxRows: 10 })).rows)).not.toMatch(/Kept line|Kept case/);
  const deviceId = await aDevice(db, projectId, { name: 'Case' });
  await serve(db, pointId, deviceId);
  const ofDevice = { query: { modelTreeId: deviceId, ProjectId: projectId } };
  expect((await ask(installer, 'getModelTreeBaseInfo', ofDevice)).data.Gateways).toHaveLength(1);
  expect((await ask(colleague, 'getModelTreeBaseInfo', ofDevice)).data.Gateways).toEqual([]);
  const refused = [
    await ask(colleague, 'getPointConfig', { query: { pointId } }),
    await ask(colleague, 'editPoint', { body: { PointId: pointId, PointName: 'Mine' } as never }),
    await ask(colleague, 'deletePoint', { body: { PointIdList: [pointId] } }),
  ];
  expect(refused.map(({ status, message }) => [status, message])).toEqual(
    refused.map(() => [403, gatewayErrors.lineNotShared.en]),
  );
});

describe('the product library', () => {
  test('a template of the system makes the points of a slave with the types they need, once, as far as the device takes it', async () => {
    const { data: list } = await ask(installer, 'getTempByUid', { query: { name: 'Simex' } });
    expect(list.Data).toMatchObject([{ TYPE: 'system', Source: 'maker', MayEdit: false, num: 1 }]);
    const { data: eliwell } = await ask(installer, 'getTempByUid', { query: { name: 'IDPlus' } });
    const apply = () => ask(installer, 'applyTemplate', { body: { id: eliwell.Data[0]!.id, SlaveId: slaveId } });
    const { data } = await apply();
    expect(data).toMatchObject({
      AddedNames: ['Set point', 'Over-temperature alarm', 'Door', 'Compressor', 'Defrost'],
      SkippedNames: [],
      NewTypeNames: ['Fault state', 'Door state', 'Run state', 'Defrost state'],
    });
    expect(data.PointIdList).toHaveLength(5);
    expect(await config(data.PointIdList[2]!)).toMatchObject({
      DataFormat: 'bits16',
      AddressBit: 8,
      RegisterAddress: 32876,
    });
    const { rows } = await app.database.pool.query('SELECT max_registers FROM slave WHERE id = $1', [slaveId]);
    expect(rows).toEqual([{ max_registers: 15 }]);
    expect((await apply()).message).toBe(templateErrors.nothingNew.en);
  });

  test('a manual that counts from 1 is read on the wire one lower', async () => {
    const { data } = await ask(installer, 'getTempByUid', { query: { name: 'AK-CC55' } });
    const applied = await ask(installer, 'applyTemplate', { body: { id: data.Data[0]!.id, SlaveId: slaveId } });
    expect((await config(applied.data.PointIdList[0]!)).RegisterAddress).toBe(2529);
  });

  test('who edits or copies a template leaves its other language, and what its types mean, as they are', async () => {
    const KeyList = [{ PointName: 'Air', PointTypeName: 'temperature', MqttKey: 'air' }];
    const { data: made } = await ask(installer, 'addTemplate', { body: { Kind: 'mqtt', name: 'Our meter', KeyList } });
    const { pool } = app.database;
    await pool.query("UPDATE device_template SET category = '电表', category_en = 'Meter' WHERE id = $1", [made.id]);
    const { data: shown } = await ask(installer, 'getTempById', { query: { id: made.id } });
    const body = { id: made.id, name: shown.Name, Brand: 'Acme', Category: shown.Category, KeyList: shown.KeyList };
    expect((await ask(installer, 'updateTemplate', { body })).status).toBe(200);
    const { data: copy } = await ask(installer, 'copyTemplate', { body: { id: made.id, name: 'Our other meter' } });
    for (const id of [made.id, copy.id]) {
      const { rows } = await pool.query('SELECT * FROM device_template WHERE id = $1', [id]);
      const points = [{ typeName: 'temperature' }];
      expect(rows[0]).toMatchObject({ brand: 'Acme', category: '电表', category_en: 'Meter', points });
    }
  });

  test('two people who choose one name at the same moment: one has it, the other is told', async () => {
    const body = {
      Kind: 'mqtt' as const,
      name: 'One name',
      KeyList: [{ PointName: 'A', PointTypeName: 'Air', MqttKey: 'a' }],
    };
    const both = await Promise.all([1, 2].map(() => ask(installer, 'addTemplate', { body })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('what is set up once becomes a template: its own until it is shared, never another company’s', async () => {
    await add('Air', 'Coil');
    await app.database.pool.query(
      `UPDATE slave SET baud_rate = 19200, parity = 'even', max_registers = 20, max_gap = 3 WHERE id = $1`,
      [slaveId],
    );
    const { data: saved } = await ask(installer, 'saveAsTemplate', { body: { SlaveId: slaveId, name: 'Our case' } });
    const colleague = await aMember(app.database.db, companyId, projectId, {
      permissions: ['terminals', 'terminalsEdit'],
    });
    const sees = async () => (await ask(colleague, 'getTempById', { query: { id: saved.id } })).status;
    expect(await sees()).toBe(404);
    const { data: detail } = await ask(installer, 'getTempById', { query: { id: saved.id } });
    expect(detail).toMatchObject({ BaudRate: 19200, Parity: 'even', MaxRegisters: 20, MaxGap: 3 });
    // What is not sent stays.
    await ask(installer, 'updateTemplate', { body: { id: saved.id, FLAG: true } });
    expect((await ask(colleague, 'getTempById', { query: { id: saved.id } })).data).toEqual({
      ...detail,
      FLAG: true,
      MayEdit: false,
    });
    expect(await sees()).toBe(200);
    expect((await ask(colleague, 'deleteTemplate', { query: { id: saved.id } })).message).toBe(
      templateErrors.notYours.en,
    );
    const stranger = await aMember(app.database.db, await aCompany(app.database.db), -1, {
      permissions: ['companyTerminals'],
    });
    expect((await ask(stranger, 'getTempById', { query: { id: saved.id } })).status).toBe(404);
    expect((await ask(installer, 'deleteTemplate', { query: { id: saved.id } })).status).toBe(200);
  });
});
