import type { RuleDefinition } from '@watchpost/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { noOutbox } from '../../notifications/index.ts';
import {
  company,
  database,
  device,
  gateway,
  highLimit,
  member,
  minute,
  noon,
  point,
  project,
  readAlarms,
  readJournal,
  readOutbox,
  setUpAlarmServiceWorld,
  startAlarms,
} from '../../testing/alarmServiceWorld.ts';
import { evaluationOf } from '../../testing/evaluateAlarms.ts';
import { aPoint, aPointType, aRule, aStrategy } from '../../testing/factories.ts';
import type { PointCursor } from '../engine/index.ts';
import { readingsOf } from '../engine/testing/readingsOf.ts';
import type { AlarmServiceDeps } from './alarmService.ts';

setUpAlarmServiceWorld();

describe('a rule that is edited while its alarm is on', () => {
  const limits = (high: number, highHigh: number, onDelaySeconds = 0): RuleDefinition => ({
    kind: 'limit',
    bands: { high: { limit: high, severity: 2 }, highHigh: { limit: highHigh, severity: 1 } },
    ...{ deadband: 1, onDelaySeconds, offDelaySeconds: 0 },
  });
  const recorded: { pointId: number; at: number; value: number }[] = [];
  const historyOf: AlarmServiceDeps['historyOf'] = async (pointIds, from, to) =>
    pointIds.map((pointId) => {
      const own = recorded.filter((sample) => sample.pointId === pointId && sample.at >= from && sample.at < to);
      return { pointId, ...readingsOf(own) };
    });
  const cursorOf = (pointId: number): PointCursor | null => {
    const last = recorded.findLast((sample) => sample.pointId === pointId);
    return last === undefined ? null : { lastSampleAt: last.at, lastGoodAt: last.at, heldValue: last.value };
  };
  beforeEach(() => {
    recorded.length = 0;
  });

  async function aFreezerAt(value: number, definition: RuleDefinition, minutes: number) {
    await aRule(database.db, await aStrategy(database.db, project), definition, { points: [point] });
    const started = await startAlarms(noOutbox, { historyOf, cursorOf });
    const record = async (at: number, measured = value, by = started) => {
      recorded.push({ pointId: point, at, value: measured });
      await by.measure(measured, at);
    };
    for (let m = 0; m <= minutes; m++) await record(noon + m * minute);
    return { ...started, record };
  }
  const edit = (definition: RuleDefinition) =>
    database.db
      .updateTable('alarm_rule')
      .set({ definition: JSON.stringify(definition) })
      .execute();
  const acknowledge = () =>
    database.db
      .updateTable('alarm')
      .set({ acknowledged_at: new Date(noon), acknowledged_by: member })
      .execute();

  test('goes on as the same alarm, still acknowledged, with a line that says what changed', async () => {
    const { alarms, record } = await aFreezerAt(-5, limits(-15, -10), 3);
    await acknowledge();
    await edit(limits(-16, -11));
    await alarms.reload();
    await record(noon + 4 * minute);
    expect(await readAlarms()).toMatchObject([
      { raised_at: new Date(noon), returned_at: null, acknowledged_by: member, severity: 1, limit_value: -11 },
    ]);
    expect((await readJournal()).map(({ kind, text_en }) => [kind, text_en])).toEqual([
      ['raised', expect.any(String)],
      ['ruleChanged', 'Rule changed: high-high limit −10.0 °C → −11.0 °C, high limit −15.0 °C → −16.0 °C'],
    ]);
    expect(await readOutbox()).toHaveLength(1);
    await record(noon + 5 * minute, -20);
    expect(await readAlarms()).toMatchObject([{ returned_at: new Date(noon + 5 * minute), end_reason: null }]);
  });

  test('asks to be acknowledged again, and calls, only when it is more severe by the edited rule', async () => {
    const { alarms, record } = await aFreezerAt(-12, limits(-15, -10), 3);
    await acknowledge();
    await edit(limits(-15, -13));
    await alarms.reload();
    await record(noon + 4 * minute);
    expect(await readAlarms()).toMatchObject([
      { raised_at: new Date(noon), severity: 1, worst_severity: 1, acknowledged_at: null, limit_value: -13 },
    ]);
    expect(await readOutbox()).toMatchObject([{ severity: 2 }, { push_type: 2, severity: 1 }]);
    await acknowledge();
    await edit(limits(-15, -10));
    await alarms.reload();
    await record(noon + 5 * minute);
    expect(await readAlarms()).toMatchObject([{ severity: 2, acknowledged_by: member }]);
    expect(await readOutbox()).toHaveLength(2);
  });

  test('is not taken off the screens by a longer delay that history has outlasted', async () => {
    const { alarms, record } = await aFreezerAt(-5, limits(-15, -10, 10 * 60), 20);
    await edit(limits(-15, -10, 12 * 60));
    await alarms.reload();
    await record(noon + 21 * minute);
    expect(await readAlarms()).toMatchObject([{ raised_at: new Date(noon + 10 * minute), returned_at: null }]);
    expect((await readJournal()).at(-1)?.text_zh).toBe('规则已修改：报警延时 10 分钟 → 12 分钟');
  });

  test('ends with its reason what no longer holds, and the delay that has begun by history runs on', async () => {
    const { alarms, record } = await aFreezerAt(-5, limits(-15, -10), 3);
    await edit(limits(-15, -10, 10 * 60));
    await alarms.reload();
    await record(noon + 4 * minute);
    expect(await readAlarms()).toMatchObject([{ end_reason: 'ruleEdited' }]);
    for (let m = 5; m <= 10; m++) await record(noon + m * minute);
    expect(await readAlarms()).toMatchObject([
      { end_reason: 'ruleEdited' },
      { raised_at: new Date(noon + 10 * minute), returned_at: null },
    ]);
  });

  test('begins what the edited rule finds at the time at which it began, and tells of it at once', async () => {
    const { alarms, record } = await aFreezerAt(-15.5, limits(-15, -10, 60), 30);
    expect(await readAlarms()).toEqual([]);
    await edit(limits(-16, -10, 60));
    await alarms.reload();
    await record(noon + 31 * minute, -15.5);
    expect(await readAlarms()).toMatchObject([
      { raised_at: new Date(noon + minute), returned_at: null, detected_late: false, severity: 2, limit_value: -16 },
    ]);
    expect(await readOutbox()).toMatchObject([{ step: 'raised', severity: 2 }]);
  });

  test('goes on also when it was edited while the server was down', async () => {
    await aFreezerAt(-5, limits(-15, -10), 3);
    await acknowledge();
    await edit(limits(-16, -11));
    const after = await startAlarms(noOutbox, { historyOf, cursorOf });
    await after.measure(-5, noon + 5 * minute);
    expect(await readAlarms()).toMatchObject([
      { raised_at: new Date(noon), returned_at: null, acknowledged_by: member, limit_value: -11 },
    ]);
    expect((await readJournal()).map(({ kind }) => kind)).toEqual(['raised', 'ruleChanged']);
    const again = await startAlarms(noOutbox, { historyOf, cursorOf });
    await again.measure(-5, noon + 6 * minute);
    expect(await readJournal()).toHaveLength(2);
  });
});

/** A door of the freezer that the rule waits for, or by which its limit moves. */
const stands: RuleDefinition = { ...highLimit, bands: { high: { limit: -15, severity: 1 } } };
test.each([
  [
    'a door that it waited for',
    (door: number): RuleDefinition => ({
      ...stands,
      onlyWhile: [{ point: { pointId: door }, values: [0], settleSeconds: 0, maxHiddenSeconds: 3600 }],
    }),
    [{ end_reason: 'otherPointGone' }, { end_reason: null, returned_at: null, severity: 1, limit_value: -15 }],
  ],
  [
    'the point one of its limits moved with',
    (door: number): RuleDefinition => ({
      ...stands,
      bands: { high: { limit: -15, severity: 3 }, highHigh: { limit: -10, severity: 1, from: { pointId: door } } },
    }),
    [{ end_reason: 'otherPointGone' }, { end_reason: null, returned_at: null, severity: 3, limit_value: -15 }],
  ],
  [
    'the point it was compared with',
    (door: number): RuleDefinition => ({
      kind: 'deviation',
      ...{ from: { pointId: door }, direction: 'either', limit: 3, deadband: 0, severity: 1 },
      ...{ onDelaySeconds: 0, offDelaySeconds: 0 },
    }),
    [{ end_reason: 'otherPointGone' }],
  ],
] as const)(
  'when %s is deleted, the alarm ends for that reason and what the rest of the rule says is told anew, whether the server was running or not',
  async (_, ruleOf, expected) => {
    const door = await aPoint(database.db, gateway, { deviceId: device, name: '门', nameEn: 'Door' });
    await aRule(database.db, await aStrategy(database.db, project), ruleOf(door), { points: [point] });
    const running = await startAlarms();
    await running.run({
      now: noon,
      samples: [
        { pointId: door, at: noon, value: 0 },
        { pointId: point, at: noon, value: -5 },
      ],
    });
    expect(await readAlarms()).toMatchObject([{ returned_at: null, severity: 1 }]);
    await database.db.deleteFrom('point').where('id', '=', door).execute();
    const restarted = await startAlarms();
    await running.alarms.reload();
    const told = evaluationOf(running.alarms, {
      now: noon + minute,
      samples: [{ pointId: point, at: noon + minute, value: -5 }],
    });
    expect(told.writes.map(({ endReason }) => endReason)).toEqual(expected.map(({ end_reason }) => end_reason));

    await restarted.measure(-5, noon + minute);
    expect(await readAlarms()).toMatchObject(expected);
    expect((await readJournal()).find(({ kind }) => kind === 'ended')?.text_en).toContain('no longer there');
    await restarted.alarms.peopleTold();
    expect(await readOutbox()).toHaveLength(expected.length);
  },
);

test('an alarm whose shelf is deleted with its device is shown and told once, with a line that says why', async () => {
  const { db } = database;
  await aRule(db, await aStrategy(db, project), highLimit, { points: [point] });
  const shelf = {
    company_id: company,
    project_id: project,
    reason: '',
    from_at: new Date(noon),
    created_at: new Date(noon),
  };
  await db
    .insertInto('alarm_shelf')
    .values({ ...shelf, kind: 'outOfService', device_id: device })
    .execute();
  const { alarms, measure } = await startAlarms();
  await measure(-5, noon + minute);
  await alarms.peopleTold();
  expect(await readAlarms()).toMatchObject([{ never_shown: true, hidden_since: new Date(noon + minute) }]);
  expect(await readOutbox()).toEqual([]);

  await db.deleteFrom('device').where('id', '=', device).execute();
  await alarms.reload();
  await measure(-5, noon + 2 * minute);
  await alarms.lookAtShelves();
  await alarms.lookAtShelves();
  await alarms.peopleTold();
  const shown = { hidden_by: null, hidden_since: null, returned_at: null, shown_late_at: new Date(noon + 2 * minute) };
  expect(await readAlarms()).toMatchObject([shown]);
  expect(await readOutbox()).toMatchObject([{ user_id: member, push_type: 0 }]);
  expect(await readJournal()).toMatchObject([
    { kind: 'raised' },
    { kind: 'shown', text_en: expect.stringContaining('deleted') },
  ]);
});

test('a device without the point that a rule waits for is watched all the time', async () => {
  const defrost = await aPointType(database.db, company, { status: [{ value: 0, zh: '关', en: 'Off' }] });
  const gate = { values: [0], settleSeconds: 0, maxHiddenSeconds: 3600 };
  const definition: RuleDefinition = { ...highLimit, onlyWhile: [{ point: { pointTypeId: defrost }, ...gate }] };
  await aRule(database.db, await aStrategy(database.db, project), definition, { points: [point] });
  const { measure } = await startAlarms();
  await measure(-5, noon);
  expect(await readAlarms()).toMatchObject([{ severity: 1, returned_at: null }]);
});

test('a status alarm speaks in the words of its point type', async () => {
  const door = await aPointType(database.db, company, {
    status: [
      { value: 0, zh: '关', en: 'Closed' },
      { value: 1, zh: '开', en: 'Open' },
    ],
  });
  const doorPoint = await aPoint(database.db, gateway, {
    ...{ name: '库门', nameEn: 'Door', deviceId: device, pointTypeId: door, unit: '', decimals: 0 },
  });
  await aRule(
    database.db,
    await aStrategy(database.db, project),
    { kind: 'state', values: [1], severity: 2, onDelaySeconds: 30, offDelaySeconds: 0 },
    { points: [doorPoint] },
  );
  const { measure, run } = await startAlarms();
  await measure(1, noon, doorPoint);
  await run({ now: noon + 40_000, live: [gateway] });
  expect(await readAlarms()).toMatchObject([
    { sentence_en: 'Door open for more than 30 s', sentence_zh: '库门开已超过 30 秒' },
  ]);
});

test('the limits of a point are known to its card and curve', async () => {
  const strategy = await aStrategy(database.db, project);
  await aRule(database.db, strategy, highLimit, { points: [point] });
  await aRule(
    database.db,
    strategy,
    { ...highLimit, bands: { high: { limit: -16, severity: 3 }, low: { limit: -30, severity: 3 } } },
    { points: [point] },
  );
  const { alarms } = await startAlarms();
  expect(alarms.limitsOfPoint(point)).toEqual({ highHigh: -10, high: -16, low: -30, lowLow: null, isJudged: true });
  expect(alarms.limitsOfPoint(point + 1)).toBeNull();
});

test('limits stand while the state of another point suppresses them, and say that they are not judged', async () => {
  const { db } = database;
  const door = await aPoint(db, gateway, { deviceId: device, name: '门', nameEn: 'Door' });
  const strict = { ...highLimit, bands: { high: { limit: -18, severity: 2 as const } } };
  const everyDay = {
    days: [1, 2, 3, 4, 5, 6, 7] as (1 | 2 | 3 | 4 | 5 | 6 | 7)[],
    fromMinute: 0,
    untilMinute: 1440,
    endsNextDay: false,
  };
  const never = { ...everyDay, days: [8 as const] };
  await aRule(db, await aStrategy(db, project), highLimit, { points: [point] });
  await aRule(db, await aStrategy(db, project), { ...strict, periods: [never] }, { points: [point] });
  await aRule(
    db,
    await aStrategy(db, project),
    {
      ...strict,
      bands: { low: { limit: -25, severity: 2 } },
      periods: [everyDay],
      onlyWhile: [{ point: { pointId: door }, values: [0], settleSeconds: 0, maxHiddenSeconds: 7200 }],
    },
    { points: [point] },
  );
  const { alarms, measure } = await startAlarms();
  const usual = { highHigh: -10, high: -15, low: null, lowLow: null };
  await measure(0, noon, door);
  expect(alarms.limitsOfPoint(point)).toEqual({ ...usual, low: -25, isJudged: true });
  await measure(1, noon + minute, door);
  expect(alarms.limitsOfPoint(point)).toEqual({ ...usual, low: -25, isJudged: false });
  await measure(0, noon + 2 * minute, door);
  expect(alarms.limitsOfPoint(point)).toEqual({ ...usual, low: -25, isJudged: true });
  expect(alarms.limitsOver(point, noon, noon + minute)).toEqual([
    { from: noon, to: noon + minute, limits: { ...usual, low: -25 } },
  ]);
});

test('outside their hours limits are still known, and say that they are not judged', async () => {
  const holidays = { days: [8 as const], fromMinute: 0, untilMinute: 1440, endsNextDay: false };
  await aRule(
    database.db,
    await aStrategy(database.db, project),
    { ...highLimit, periods: [holidays] },
    { points: [point] },
  );
  const { alarms } = await startAlarms();
  expect(alarms.limitsOfPoint(point)).toEqual({ highHigh: -10, high: -15, low: null, lowLow: null, isJudged: false });
});

test('a rule the engine cannot run is left out and stops nothing else', async () => {
  const strategy = await aStrategy(database.db, project);
  await aRule(database.db, strategy, { ...highLimit, bands: {} }, { points: [point] });
  await aRule(database.db, strategy, highLimit, { points: [point], gateways: [gateway] });
  const { measure } = await startAlarms();
  await measure(-12, noon);
  expect(await readAlarms()).toHaveLength(1);
});

test('an alarm that is pending is known with its due time, told when it begins and ends, and survives a restart', async () => {
  const rule = { ...highLimit, onDelaySeconds: 600 };
  await aRule(database.db, await aStrategy(database.db, project), rule, { points: [point] });
  const before = await startAlarms();
  await before.measure(-18, noon);
  await before.measure(-12, noon + minute);
  const expected = { kind: 'limit', severity: 2, since: noon + minute, dueAt: noon + 11 * minute };
  expect(before.alarms.pendingOnPoint(point)).toEqual([expected]);
  expect(before.pending).toEqual([{ pointId: point, level: 2, pending: [expected] }]);
  await before.alarms.stop();

  const after = await startAlarms();
  expect(after.alarms.pendingOnPoint(point)).toEqual([expected]);
  await after.measure(-18, noon + 2 * minute);
  expect(after.alarms.pendingOnPoint(point)).toEqual([]);
  expect(after.pending).toEqual([{ pointId: point, level: 2, pending: [] }]);
});

test('a day that is made a holiday, and another time zone, count at once for rules with hours', async () => {
  const strategy = await aStrategy(database.db, project);
  const holiday = { days: [8 as const], fromMinute: 0, untilMinute: 1440, endsNextDay: false };
  const everyDay = ([1, 2, 3, 4, 5, 6, 7] as const).slice();
  const night = { days: everyDay, fromMinute: 1200, untilMinute: 360, endsNextDay: true };
  const onHolidays = await aRule(database.db, strategy, { ...highLimit, periods: [holiday] }, { points: [point] });
  const atNight = await aRule(database.db, strategy, { ...highLimit, periods: [night] }, { points: [point] });
  const { alarms, measure } = await startAlarms();
  await measure(-13, noon);
  expect(await readAlarms()).toEqual([]);
  const today = { project_id: project, day: '2026-10-01', counts_as: 8, name: '国庆节' };
  await database.db.insertInto('project_calendar_day').values(today).execute();
  await alarms.reload();
  await measure(-13, noon + minute);
  expect(await readAlarms()).toMatchObject([{ rule_id: onHolidays }]);
  await database.db.updateTable('project').set({ time_zone: 'UTC' }).where('id', '=', project).execute();
  await alarms.reload();
  await measure(-13, noon + 2 * minute);
  expect(await readAlarms()).toMatchObject([{ rule_id: onHolidays }, { rule_id: atNight }]);
});

test('a door that stands open alarms again when its strategy is opened again, though it reports nothing new', async () => {
  const strategy = await aStrategy(database.db, project);
  const open: RuleDefinition = { kind: 'state', values: [1], severity: 2, onDelaySeconds: 60, offDelaySeconds: 0 };
  await aRule(database.db, strategy, open, { points: [point] });
  const setOpen = async (enabled: boolean) => {
    await database.db.updateTable('alarm_strategy').set({ enabled }).where('id', '=', strategy).execute();
    await alarms.reload();
  };
  let reported: PointCursor | null = null;
  const { alarms, run } = await startAlarms(noOutbox, { cursorOf: () => reported });
  reported = { lastSampleAt: noon + minute, lastGoodAt: noon + minute, heldValue: 1 };
  await run({ now: noon + minute, samples: [{ pointId: point, at: noon + minute, value: 1 }], live: [gateway] });
  await run({ now: noon + 2 * minute, live: [gateway] });
  await setOpen(false);
  await run({ now: noon + 3 * minute, live: [gateway] });
  await setOpen(true);
  for (let m = 4; m < 200; m += 10) await run({ now: noon + m * minute, live: [gateway] });
  expect(await readAlarms()).toMatchObject([
    { raised_at: new Date(noon + 2 * minute), end_reason: 'ruleClosed' },
    { raised_at: new Date(noon + 5 * minute), end_reason: null },
  ]);
});

test('a rule that is closed while its alarm is pending takes that along', async () => {
  const strategy = await aStrategy(database.db, project);
  await aRule(database.db, strategy, { ...highLimit, onDelaySeconds: 600 }, { points: [point] });
  const { alarms, pending, measure, run } = await startAlarms();
  await measure(-12, noon);
  await database.db.updateTable('alarm_strategy').set({ enabled: false }).where('id', '=', strategy).execute();
  await alarms.reload();
  pending.length = 0;
  await run({ now: noon + minute });
  expect(alarms.pendingOnPoint(point)).toEqual([]);
  expect(pending).toContainEqual({ pointId: point, level: 2, pending: [] });
});
