import { deviceErrors } from '@watchpost/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApplication, type TestApplication } from '../../testing/application.ts';
import { askAs } from '../../testing/askAs.ts';
import { measure } from '../../testing/equippedCompany.ts';
import {
  aCompany,
  aDevice,
  aGateway,
  aMember,
  aPoint,
  aProject,
  aRule,
  aStrategy,
  limitMember,
} from '../../testing/factories.ts';

let app: TestApplication;
let project: number;
let owner: number;
/** Sees the freezer alone, and of its alarms those of level 3. */
let viewer: number;
let freezer: number;
let chiller: number;
let air: number;
let slow: number;
let next: number;
const ask = askAs(() => app);
const minute = 60_000;
const now = Math.floor(Date.now() / 1000) * 1000;
const ago = (minutes: number): number => now - minutes * minute;

beforeAll(async () => {
  app = await startTestApplication({
    prepare: async ({ db }) => {
      const company = await aCompany(db);
      project = await aProject(db, company);
      const gateway = await aGateway(db, project);
      freezer = await aDevice(db, project, { name: 'Freezer' });
      chiller = await aDevice(db, project, { name: 'Chiller' });
      air = await aPoint(db, gateway, { deviceId: freezer, name: 'Air', samplingIntervalSeconds: 60 });
      slow = await aPoint(db, gateway, { deviceId: freezer, name: 'Core', samplingIntervalSeconds: 3600 });
      next = await aPoint(db, gateway, { deviceId: chiller, name: 'Air', samplingIntervalSeconds: 60 });
      const strategy = await aStrategy(db, project);
      const bands = { high: { limit: -15, severity: 2 }, highHigh: { limit: -5, severity: 1 } } as const;
      const rule = { kind: 'limit', bands, deadband: 1, onDelaySeconds: 0, offDelaySeconds: 0 } as const;
      await aRule(db, strategy, rule, { points: [air, next] });
      owner = await aMember(db, company, project);
      viewer = await aMember(db, company, project, { permissions: ['monitorView'] });
      await limitMember(db, viewer, project, { deviceIds: [freezer], alarmLevels: [3] });
    },
  });
  const rises = [-20, -20, -10, -10, -2, -20].map((value, index) => ({
    pointId: air,
    at: ago(60 - 10 * index),
    value,
  }));
  const first = { pointId: slow, at: ago(300), value: -18 };
  const beside = [-20, -20].map((value, index) => ({ pointId: next, at: ago(240 - index), value }));
  for (const reading of [first, ...beside, ...rises]) await measure(app.application, [reading]);
});
afterAll(() => app.stop());

const at = (userId: number, moment: number) =>
  ask(userId, 'getPastTable', { body: { ProjectId: project, MomentEPOCH: moment } });

/** The freezer as it stood then: level of its alarm, value of its air and how old it was in minutes, where it lay. */
async function freezerAt(minutes: number) {
  const { data } = await at(owner, ago(minutes));
  const device = data.Data.find(({ Mtid }) => Mtid === freezer)!;
  const point = device.Points.find(({ PointId }) => PointId === air)!;
  const age = point.Time === null ? null : (ago(minutes) - point.Time) / minute;
  return [device.AlarmLevel, point.AlarmLevel, point.Value, age, point.Band];
}

test('a device stands at a moment as it stood then: value, age, alarm and how severe it was', async () => {
  expect(await freezerAt(45)).toEqual([null, null, -20, 5, 'within']);
  expect(await freezerAt(40)).toEqual([2, 2, -10, 0, 'high']);
  expect(await freezerAt(15)).toEqual([1, 1, -2, 5, 'highHigh']);
  expect(await freezerAt(9)).toEqual([null, null, -20, 1, 'within']);
  expect(await freezerAt(120)).toEqual([null, null, null, null, null]);
});

test('what was measured too long before says nothing; how long depends on the cycle', async () => {
  const { data } = await at(owner, ago(70));
  const measured = (id: number) =>
    data.Data.flatMap(({ Points }) => Points).find(({ PointId }) => PointId === id)!.Value;
  expect([measured(slow), measured(next)]).toEqual([-18, null]);
  expect(data.Data.find(({ Mtid }) => Mtid === chiller)).toMatchObject({ DataState: 'offline', ConnectStatus: 0 });
});

test('before a device measured anything it is not silent: nothing of it is kept', async () => {
  const never = async (minutes: number) => (await at(owner, ago(minutes))).data.NeverIdList;
  expect(await never(600)).toEqual([freezer, chiller]);
  // The freezer measured its core by then, long enough ago to be silent.
  expect(await never(250)).toEqual([chiller]);
  // Both were heard before, though neither tells anything of this moment.
  expect(await never(120)).toEqual([]);
});

test('only the devices that are asked for are read', async () => {
  const body = { ProjectId: project, MomentEPOCH: ago(15), ModelTreeIdList: [chiller] };
  const { data } = await ask(owner, 'getPastTable', { body });
  expect([data.TotalCount, data.Data.map(({ Mtid }) => Mtid)]).toEqual([1, [chiller]]);
  const hidden = await ask(viewer, 'getPastTable', { body });
  expect([hidden.data.TotalCount, hidden.data.NeverIdList]).toEqual([0, []]);
  const live = { ProjectId: project, ModelTreeIdList: [chiller] };
  const now_ = await ask(owner, 'getTableListRead', { body: live });
  expect([now_.data.TotalCount, now_.data.Data[0]!.Mtid]).toEqual([1, chiller]);
  expect((await ask(viewer, 'getTableListRead', { body: live })).data.TotalCount).toBe(0);
});

test('a moment in the future is refused at its field, a track that is too long at its end', async () => {
  const ahead = await at(owner, Date.now() + minute);
  expect([ahead.status, ahead.message]).toEqual([400, deviceErrors.momentAhead.en]);
  const track = { ProjectId: project, FromEPOCH: ago(9 * 24 * 60), ToEPOCH: now };
  const long = await ask(owner, 'getPastAlarmList', { body: track });
  expect([long.status, JSON.stringify(long.data)]).toEqual([400, expect.stringContaining('ToEPOCH')]);
});

test('alarms of a day are marks with their ends', async () => {
  const { data } = await ask(owner, 'getPastAlarmList', {
    body: { ProjectId: project, FromEPOCH: ago(600), ToEPOCH: now },
  });
  expect(data).toEqual([
    expect.objectContaining({ Mtid: freezer, SubjectName: 'Air', RaisedEPOCH: ago(40), ClearedEPOCH: ago(10) }),
  ]);
});

test('who sees one device and one level sees no other in the past either', async () => {
  const { data } = await at(viewer, ago(19));
  expect(data.TotalCount).toBe(1);
  expect(data.Data.map(({ Mtid, AlarmLevel, ConnectStatus }) => [Mtid, AlarmLevel, ConnectStatus])).toEqual([
    [freezer, null, 1],
  ]);
  const marks = await ask(viewer, 'getPastAlarmList', {
    body: { ProjectId: project, FromEPOCH: ago(600), ToEPOCH: now },
  });
  expect(marks.data).toEqual([]);
});
