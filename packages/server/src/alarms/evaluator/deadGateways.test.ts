import type { RuleDefinition } from '@watchpost/contract';
import { describe, expect, test } from 'vitest';
import {
  database,
  gateway,
  highLimit,
  minute,
  noon,
  point,
  project,
  readAlarms,
  readJournal,
  readOutbox,
  readStates,
  setUpAlarmServiceWorld,
  startAlarms,
} from '../../testing/alarmServiceWorld.ts';
import { evaluationOf } from '../../testing/evaluateAlarms.ts';
import { aPoint, aRule, aSlave, aStrategy } from '../../testing/factories.ts';

setUpAlarmServiceWorld();

test('a dead gateway is one alarm, not one a point', async () => {
  const strategy = await aStrategy(database.db, project);
  const slave = await aSlave(database.db, gateway);
  const behind = [
    await aPoint(database.db, gateway, { slaveId: slave }),
    await aPoint(database.db, gateway, { slaveId: slave }),
  ];
  const delays = { onDelaySeconds: 60, offDelaySeconds: 0 };
  await aRule(
    database.db,
    strategy,
    { kind: 'communicationLoss', severity: 1, ...delays },
    { gateways: [gateway], slaves: [slave] },
  );
  await aRule(
    database.db,
    strategy,
    { kind: 'badQuality', severity: 2, onDelaySeconds: 0, offDelaySeconds: 0 },
    { points: behind },
  );
  const { run } = await startAlarms();
  const bad = (at: number) => behind.map((pointId) => ({ pointId, at, value: Number.NaN, quality: 68 }));
  const lost = () => ({ up: false, since: noon });
  await run({ now: noon, linkOf: () => ({ up: true, since: 0 }) });
  await run({ now: noon + 1000, linkOf: lost, samples: bad(noon + 1000) });
  await run({ now: noon + 2 * minute, linkOf: lost, samples: bad(noon + 2 * minute) });
  expect(await readAlarms()).toMatchObject([
    {
      kind: 'communicationLoss',
      subject_kind: 'gateway',
      subject_id: gateway,
      point_id: null,
      device_id: null,
      device_name: '',
      raised_at: new Date(noon + minute),
    },
  ]);
  await run({ now: noon + 3 * minute, linkOf: () => ({ up: true, since: noon + 3 * minute }) });
  expect(await readAlarms()).toMatchObject([{ returned_at: new Date(noon + 3 * minute) }]);
});

test('a slave that is still silent when its gateway comes back alarms again', async () => {
  const slave = await aSlave(database.db, gateway);
  const loss = { kind: 'communicationLoss', severity: 1, onDelaySeconds: 60, offDelaySeconds: 0 } as const;
  await aRule(database.db, await aStrategy(database.db, project), loss, { gateways: [gateway], slaves: [slave] });
  const { run } = await startAlarms();
  const silent = { up: false, since: noon };
  const line = (up: boolean, since: number) => (source: { type: string }) =>
    source.type === 'slave' ? silent : { up, since };
  await run({ now: noon + 2 * minute, linkOf: line(true, 0) });
  await run({ now: noon + 4 * minute, linkOf: line(false, noon + 3 * minute) });
  await run({ now: noon + 7 * minute, linkOf: line(true, noon + 5 * minute) });
  expect((await readAlarms()).filter(({ subject_kind }) => subject_kind === 'slave')).toMatchObject([
    { raised_at: new Date(noon + minute), returned_at: new Date(noon + 4 * minute) },
    { raised_at: new Date(noon + 6 * minute), returned_at: null },
  ]);
});

describe('a gateway that is gone and for whose loss no policy has a rule', () => {
  const silence: RuleDefinition = { kind: 'noData', afterSeconds: 60, severity: 2 };
  const loss = { kind: 'communicationLoss', severity: 1, onDelaySeconds: 60, offDelaySeconds: 0 } as const;
  const fallen = noon + minute;
  const line = (up: boolean, since: number) => (source: { type: string }) =>
    source.type === 'gateway' ? { up, since } : null;

  test('is one alarm of its own, as the company says, instead of one of each point, and no milder than those', async () => {
    const others = [await aPoint(database.db, gateway), await aPoint(database.db, gateway)];
    const all = [point, ...others];
    const strategy = await aStrategy(database.db, project);
    await aRule(database.db, await aStrategy(database.db, project), silence, { points: [point] });
    await aRule(database.db, strategy, silence, { points: others });
    await database.db.updateTable('company').set({ link_alarm_severity: 3, link_alarm_seconds: 300 }).execute();
    const { run } = await startAlarms();
    const samples = all.map((pointId) => ({ pointId, at: noon, value: -18 }));
    await run({ now: noon, live: [gateway], linkOf: line(true, noon), samples });
    for (let m = 2; m < 30; m++) await run({ now: noon + m * minute, gone: [gateway], linkOf: line(false, fallen) });
    expect(await readAlarms()).toMatchObject([
      {
        kind: 'communicationLoss',
        subject_kind: 'gateway',
        severity: 2,
        raised_at: new Date(fallen + 5 * minute),
        strategy_id: strategy,
      },
    ]);
    const back = noon + 30 * minute;
    await run({ now: back, live: [gateway], linkOf: line(true, back) });
    expect(await readAlarms()).toMatchObject([{ returned_at: new Date(back), end_reason: null }]);
  });

  test('is no alarm where nothing behind it would alarm for silence', async () => {
    await aRule(database.db, await aStrategy(database.db, project), highLimit, { points: [point] });
    const { run } = await startAlarms();
    await run({ now: noon, live: [gateway], linkOf: line(true, noon) });
    for (let m = 2; m < 30; m++) await run({ now: noon + m * minute, gone: [gateway], linkOf: line(false, fallen) });
    expect(await readAlarms()).toEqual([]);
  });

  test('is reported by its slave that has a rule, which then explains the points behind it', async () => {
    const slave = await aSlave(database.db, gateway);
    const behind = await aPoint(database.db, gateway, { slaveId: slave });
    const strategy = await aStrategy(database.db, project);
    await aRule(database.db, strategy, loss, { slaves: [slave] });
    await aRule(database.db, strategy, silence, { points: [point, behind] });
    const { run } = await startAlarms();
    const samples = [point, behind].map((pointId) => ({ pointId, at: noon, value: -18 }));
    await run({ now: noon, live: [gateway], linkOf: line(true, noon), samples });
    for (let m = 2; m < 60; m++) await run({ now: noon + m * minute, gone: [gateway], linkOf: line(false, fallen) });
    expect(await readAlarms()).toMatchObject([
      { kind: 'noData', point_id: point, raised_at: new Date(noon + minute) },
      { kind: 'communicationLoss', subject_kind: 'slave', subject_id: slave, raised_at: new Date(fallen + minute) },
    ]);
    const back = noon + 60 * minute;
    await run({ now: back, live: [gateway], linkOf: line(true, back) });
    expect((await readAlarms()).map(({ returned_at }) => returned_at)).toEqual([null, new Date(back)]);
  });
});

test('a gateway that is found dead after a restart keeps its alarm, and one found alive ends it', async () => {
  const loss: RuleDefinition = { kind: 'communicationLoss', severity: 1, onDelaySeconds: 0, offDelaySeconds: 0 };
  await aRule(database.db, await aStrategy(database.db, project), loss, { gateways: [gateway] });
  const before = await startAlarms();
  await before.run({ now: noon, linkOf: () => ({ up: false, since: noon }) });
  const after = await startAlarms();
  await after.run({ now: noon + minute });
  await after.run({ now: noon + 2 * minute, linkOf: () => ({ up: false, since: noon }) });
  expect(await readAlarms()).toMatchObject([{ returned_at: null }]);
  expect(await readOutbox()).toHaveLength(1);
  await after.run({ now: noon + 3 * minute, linkOf: () => ({ up: true, since: noon + 3 * minute }) });
  expect(await readAlarms()).toMatchObject([{ returned_at: new Date(noon + 3 * minute) }]);
});

test.each([
  ['gateway', (id: number) => ({ gateways: [id] })],
  ['slave', (id: number) => ({ slaves: [id] })],
] as const)('the time the server was away is no silence of a %s: its delay begins anew', async (type, subjects) => {
  const loss: RuleDefinition = { kind: 'communicationLoss', severity: 1, onDelaySeconds: 300, offDelaySeconds: 0 };
  const subject = type === 'gateway' ? gateway : await aSlave(database.db, gateway);
  await aRule(database.db, await aStrategy(database.db, project), loss, subjects(subject));
  const before = await startAlarms();
  await before.run({ now: noon, linkOf: () => ({ up: true, since: 0 }) });
  const fallen = noon + 1_000;
  await before.run({ now: fallen, linkOf: ({ type: of }) => ({ up: of !== type, since: of === type ? fallen : 0 }) });
  expect(await readStates()).toMatchObject([{ state: { phase: 'pendingOn' } }]);

  const after = await startAlarms();
  const startedAt = noon + 20 * minute;
  // A slave that was silent is known as such at once, its gateway has yet to come.
  const away = ({ type: of }: { type: string }) => (of === 'gateway' ? null : { up: false, since: fallen });
  await after.run({ now: startedAt, linkOf: away });
  expect([await readAlarms(), await readOutbox(), await readStates()]).toEqual([[], [], []]);

  const found = ({ type: of }: { type: string }) =>
    of !== type ? { up: true, since: startedAt } : { up: false, since: type === 'gateway' ? startedAt : fallen };
  await after.run({ now: startedAt + 2 * minute, linkOf: found });
  expect(await readAlarms()).toEqual([]);
  await after.run({ now: startedAt + 5 * minute, linkOf: found });
  expect(await readAlarms()).toMatchObject([{ raised_at: new Date(startedAt + 5 * minute), detected_late: false }]);
});

test('a gateway that had only just come back when the server stopped has not returned for good meanwhile', async () => {
  const loss: RuleDefinition = { kind: 'communicationLoss', severity: 1, onDelaySeconds: 0, offDelaySeconds: 300 };
  await aRule(database.db, await aStrategy(database.db, project), loss, { gateways: [gateway] });
  const before = await startAlarms();
  await before.run({ now: noon, linkOf: () => ({ up: false, since: noon }) });
  await before.run({ now: noon + minute, linkOf: () => ({ up: true, since: noon + minute }) });

  const after = await startAlarms();
  const startedAt = noon + 20 * minute;
  await after.run({ now: startedAt });
  await after.run({ now: startedAt + 2 * minute, linkOf: () => ({ up: false, since: startedAt }) });
  expect(await readAlarms()).toMatchObject([{ returned_at: null }]);
  const back = startedAt + 3 * minute;
  await after.run({ now: back, linkOf: () => ({ up: true, since: back }) });
  await after.run({ now: back + 5 * minute, linkOf: () => ({ up: true, since: back }) });
  expect(await readAlarms()).toMatchObject([{ returned_at: new Date(back + 5 * minute) }]);
});

test.each([
  [
    'ruleClosed',
    (strategy: number) =>
      database.db.updateTable('alarm_strategy').set({ enabled: false }).where('id', '=', strategy).execute(),
  ],
  ['ruleDeleted', (strategy: number) => database.db.deleteFrom('alarm_strategy').where('id', '=', strategy).execute()],
  [
    'ruleEdited',
    () =>
      database.db
        .updateTable('alarm_rule')
        .set({ definition: JSON.stringify({ ...highLimit, deadband: 2 }) })
        .execute(),
  ],
  ['subjectDeleted', () => database.db.deleteFrom('point').where('id', '=', point).execute()],
] as const)('an open alarm ends with the reason %s, whether the server was running or not', async (reason, change) => {
  const strategy = await aStrategy(database.db, project);
  await aRule(database.db, strategy, highLimit, { points: [point] });
  const running = await startAlarms();
  await running.measure(-12, noon);
  await change(strategy);
  const restarted = await startAlarms();

  await running.alarms.reload();
  const evaluation = evaluationOf(running.alarms, { now: noon + minute });
  expect(evaluation.writes).toMatchObject([{ endReason: reason }]);

  await restarted.run({ now: noon + minute });
  expect(await readAlarms()).toMatchObject([{ returned_at: new Date(noon + minute), end_reason: reason }]);
  expect((await readJournal()).at(-1)).toMatchObject({ kind: 'ended' });
  expect(await database.db.selectFrom('alarm_state').selectAll().execute()).toEqual([]);
  expect(await readOutbox()).toHaveLength(1);
});
