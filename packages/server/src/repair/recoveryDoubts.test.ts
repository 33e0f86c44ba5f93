import { randomUUID } from 'node:crypto';
import { type AllCalls, type CallInput, callOfAction, type RepairAction, type RepairDetail } from '@watchpost/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import type { PointLimits } from '../points/index.ts';
import { startTestApplication, type TestApplication } from '../testing/application.ts';
import { askAs } from '../testing/askAs.ts';
import { measure } from '../testing/equippedCompany.ts';
import {
  aCompany,
  aDevice,
  aGateway,
  aMember,
  aPoint,
  aPointType,
  aProject,
  aRule,
  aStrategy,
} from '../testing/factories.ts';
import { watchRepairsOf } from '../testing/watchRepairsOf.ts';

const minute = 60_000;
/** Tuesday, 24 November 2026, 08:16 in Shanghai. */
const start = Date.UTC(2026, 10, 24, 0, 16);
const clock = manualClock(start);
const limits = { high: -15, highHigh: null, low: null, lowLow: null };

interface Freezer {
  deviceId: number;
  air: number;
  product: number;
  setpoint: number;
  cooling: number;
}

let app: TestApplication;
let projectId: number;
const people: Record<'operator' | 'engineer', number> = { operator: 0, engineer: 0 };
const freezers: Freezer[] = [];
let freezer: Freezer;

const ask = askAs(() => app, clock);

beforeAll(async () => {
  app = await startTestApplication({
    clock,
    prepare: async ({ db }) => {
      const companyId = await aCompany(db);
      projectId = await aProject(db, companyId);
      people.operator = await aMember(db, companyId, projectId, {
        permissions: ['repairView', 'repairWork', 'repairDispatch', 'alarmManage'],
      });
      people.engineer = await aMember(db, companyId, projectId, { permissions: ['repairView', 'repairWork'] });
      const gatewayId = await aGateway(db, projectId);
      const temperature = await aPointType(db, companyId, { code: 'temperature' });
      const runState = await aPointType(db, companyId, {
        code: 'runState',
        status: [
          { value: 0, zh: '停止', en: 'Off' },
          { value: 1, zh: '运行', en: 'On' },
        ],
      });
      for (let n = 1; n <= 8; n++) {
        const deviceId = await aDevice(db, projectId, { name: `冷冻间 ${n} 号`, nameEn: `Freezer ${n}` });
        const point = (name: string, nameEn: string, pointTypeId: number, unit = '°C') =>
          aPoint(db, gatewayId, { deviceId, name, nameEn, pointTypeId, unit });
        freezers.push({
          deviceId,
          air: await point('库温', 'Room temperature', temperature),
          product: await point('产品温度', 'Product temperature', temperature),
          setpoint: await point('温度设定值', 'Temperature setpoint', temperature),
          cooling: await point('制冷', 'Cooling', runState, ''),
        });
      }
      const bands = { high: { limit: -15, severity: 1 as const } };
      await aRule(
        db,
        await aStrategy(db, projectId),
        { kind: 'limit', bands, deadband: 1, onDelaySeconds: 0, offDelaySeconds: 0 },
        { points: freezers.map(({ air }) => air) },
      );
    },
  });
});
afterAll(() => app.stop());
beforeEach(() => {
  clock.set(start);
  freezer = freezers.pop()!;
});

const step = async (userId: number, action: RepairAction, order: RepairDetail, extra: object = {}) => {
  const body = { Id: order.RepairId, Revision: order.Revision, ClientKey: randomUUID(), ...extra };
  return (await ask(userId, callOfAction[action], { body } as never)) as {
    status: number;
    message: string;
    data: RepairDetail;
  };
};
const fields = { Cause: '探头引线在夹具处断裂，无读数', Remedy: '更换探头并用温度计比对读数' };

/** The freezer is too warm, reported by its alarm and about to be finished. */
async function underRepair(): Promise<RepairDetail> {
  await measure(app.application, [
    { pointId: freezer.setpoint, at: start - 10 * minute, value: -20 },
    { pointId: freezer.air, at: start - 2 * minute, value: -10 },
    { pointId: freezer.air, at: start - minute, value: -10 },
  ]);
  const alarm = await app.database.db
    .selectFrom('alarm')
    .where('point_id', '=', freezer.air)
    .select('id')
    .executeTakeFirstOrThrow();
  const body: CallInput<AllCalls['addRepairActive']>['body'] = {
    ProjectId: projectId,
    EquipmentId: freezer.deviceId,
    FaultContent: '库温偏高',
    Level: 1,
    AlarmIdList: [alarm.id],
    ClientKey: randomUUID(),
  };
  const { data: reported } = await ask(people.operator, 'addRepairActive', { body });
  const { data: given } = await step(people.operator, 'dispatch', reported, { RepairUserId: people.engineer });
  const { data: accepted } = await step(people.engineer, 'accept', given);
  return (await step(people.engineer, 'signIn', accepted, { Reason: 'On site since this morning' })).data;
}

/** Half an hour after the finish with these readings, and what the order then says. */
async function halfAnHourLater(
  order: RepairDetail,
  { air = -19, product = -10, now = limits }: { air?: number; product?: number; now?: PointLimits | null } = {},
): Promise<RepairDetail> {
  const from = clock.now();
  await measure(
    app.application,
    Array.from({ length: 35 }, (_, place) => from + place * minute).flatMap((at) => [
      { pointId: freezer.air, at, value: air },
      { pointId: freezer.product, at, value: product },
    ]),
  );
  clock.set(from + 35 * minute);
  await watchRepairsOf(app, clock, now);
  return read(order);
}
const read = async ({ RepairId: id }: RepairDetail, language: 'zh' | 'en' = 'en') =>
  (await ask(people.operator, 'queryRepairAcitve', { query: { id } }, { language })).data;
const replaceProbe = () =>
  sql`UPDATE point SET modbus = '{"functionCode": 3, "address": 7, "scaling": {"rawLow": 0, "rawHigh": 10, "engLow": 0, "engHigh": 1}}'
    WHERE id = ${freezer.air}`.execute(app.database.db);
const finish = async (order: RepairDetail, extra: object = {}) =>
  (await step(people.engineer, 'finish', order, { ...fields, ...extra })).data;

describe('a probe that is read differently than at the report', () => {
  test('proves nothing by itself: the order says so in both languages, and its acceptance needs words', async () => {
    const order = await underRepair();
    await replaceProbe();
    expect((await read(order)).PointList).toMatchObject([{ IsReadDifferently: true }]);
    const judged = await halfAnHourLater(await finish(order));
    expect(judged).toMatchObject({
      Recovery: 'notVerifiable',
      RecoveryDetail: {
        Text: 'cannot be verified: the probe or how it is read was changed, and no other reading confirms it',
        NoteList: [
          'Room temperature is read differently than at the report (register, scaling); no other reading confirms it',
        ],
      },
    });
    expect((await read(order, 'zh')).RecoveryDetail).toMatchObject({
      Text: '无法验证：探头或其读取方式已更改，没有其他读数印证',
      NoteList: ['库温在报修后更改了寄存器、线性映射，尚无其他读数印证'],
    });
    const hasty = await step(people.operator, 'pass', judged, { Text: '' });
    expect([hasty.status, hasty.message]).toEqual([400, expect.stringContaining('Recovery is not verified')]);
    const { data: journal } = await ask(people.operator, 'getRepairSchedule', { query: { id: order.RepairId } });
    expect(journal.map(({ Text }) => Text)).toContainEqual(expect.stringContaining('no other reading confirms it'));
    expect((await step(people.operator, 'pass', judged, { Text: 'Compared with a thermometer' })).status).toBe(200);
  });

  test('is confirmed by another point of the device that agrees with it', async () => {
    const order = await underRepair();
    await replaceProbe();
    const judged = await halfAnHourLater(await finish(order), { product: -18.4 });
    expect(judged.Recovery).toBe('verified');
    expect(judged.RecoveryDetail?.NoteList).toEqual([
      'Room temperature is read differently than at the report (register, scaling); Product temperature agrees with it',
    ]);
  });

  test('is confirmed by a reading by hand at the finish, of a point that the order watches', async () => {
    const order = await underRepair();
    await replaceProbe();
    const wrong = await step(people.engineer, 'finish', order, {
      ...fields,
      ReadingList: [{ PointId: freezer.product, Value: -19 }],
    });
    expect([wrong.status, wrong.message]).toEqual([400, 'A reading by hand is of a point that the order watches.']);
    const twice = await step(people.engineer, 'finish', order, {
      ...fields,
      ReadingList: [-19, -18].map((Value) => ({ PointId: freezer.air, Value })),
    });
    expect([twice.status, twice.message]).toEqual([400, 'Check your input: ReadingList: One reading a point.']);
    const finished = await finish(order, { ReadingList: [{ PointId: freezer.air, Value: -18.5 }] });
    expect(finished.PointList).toMatchObject([{ HandValue: -18.5 }]);
    expect((await halfAnHourLater(finished)).Recovery).toBe('verified');
  });
});

describe('a limit that was loosened meanwhile', () => {
  test('does not count: within it alone nothing is verified, and the order says which limit it was', async () => {
    const order = await finish(await underRepair());
    // The alarm ends with the rule that raised it.
    await app.database.db
      .updateTable('alarm')
      .set({ returned_at: new Date(clock.now()) })
      .where('point_id', '=', freezer.air)
      .execute();
    const judged = await halfAnHourLater(order, { air: -13, now: { ...limits, high: -12 } });
    expect(judged).toMatchObject({
      Recovery: 'waiting',
      RecoveryDetail: { Text: expect.stringContaining('loosened') },
    });
    expect(judged.RecoveryDetail?.NoteList).toEqual([
      'The limit of Room temperature was loosened from −15.0 °C to −12.0 °C; the stricter one counts',
    ]);
    expect((await read(order, 'zh')).RecoveryDetail?.NoteList).toEqual([
      '库温的限值由−15.0 °C放宽到−12.0 °C，按较严的判断',
    ]);
    expect((await step(people.operator, 'pass', judged, { Text: '' })).status).toBe(400);
  });

  test('is said also where readings keep to the stricter one, and where the rule is gone', async () => {
    const judged = await halfAnHourLater(await finish(await underRepair()), { now: null });
    expect(judged.Recovery).toBe('verified');
    expect(judged.RecoveryDetail?.NoteList).toEqual([
      'The limit of Room temperature at the report, −15.0 °C, no longer applies; it still counts here',
    ]);
  });
});

test('a setpoint that was raised is said, and nothing is verified before a cooling cycle has ended', async () => {
  const order = await finish(await underRepair());
  const finishedAt = clock.now();
  await measure(app.application, [
    { pointId: freezer.setpoint, at: finishedAt, value: -16.5 },
    { pointId: freezer.cooling, at: finishedAt, value: 0 },
  ]);
  const judged = await halfAnHourLater(order);
  expect(judged).toMatchObject({
    Recovery: 'observing',
    RecoveryDetail: {
      Text: 'observing: the setpoint was changed, and no cooling cycle has ended since',
      NoteList: ['The setpoint was raised from −20.0 °C to −16.5 °C; no cooling cycle has ended since the finish'],
    },
  });
  expect((await step(people.operator, 'pass', judged, { Text: '' })).status).toBe(400);
  await measure(app.application, [
    { pointId: freezer.cooling, at: finishedAt + 20 * minute, value: 1 },
    { pointId: freezer.cooling, at: finishedAt + 30 * minute, value: 0 },
  ]);
  await watchRepairsOf(app, clock);
  expect(await read(order)).toMatchObject({
    Recovery: 'verified',
    RecoveryDetail: {
      NoteList: ['The setpoint was raised from −20.0 °C to −16.5 °C; a cooling cycle has ended since the finish'],
    },
  });
});

test('a setpoint whose last reading is bad says nothing: what the readings show counts', async () => {
  const order = await finish(await underRepair());
  await measure(app.application, [{ pointId: freezer.setpoint, at: clock.now(), value: Number.NaN, quality: 64 }]);
  expect(await halfAnHourLater(order)).toMatchObject({ Recovery: 'verified', RecoveryDetail: { NoteList: [] } });
});

test('a limit that hangs on the setpoint was not loosened because nothing else limits the point', async () => {
  const order = await finish(await underRepair());
  const bands = { high: { limit: 5, severity: 1, from: { pointId: freezer.setpoint } } };
  await app.database.db
    .updateTable('alarm')
    .set({
      rule_definition: JSON.stringify({ kind: 'limit', bands, deadband: 1, onDelaySeconds: 0, offDelaySeconds: 0 }),
    })
    .where('point_id', '=', freezer.air)
    .execute();
  expect(await halfAnHourLater(order, { now: null })).toMatchObject({
    Recovery: 'verified',
    RecoveryDetail: { NoteList: [] },
  });
});
