import { readFileSync } from 'node:fs';
import type { RuleDefinition } from '@watchpost/contract';
import { expect, test } from 'vitest';
import { noOutbox } from '../../notifications/index.ts';
import { manualClock } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/inTransaction.ts';
import { createEvents } from '../../platform/events/events.ts';
import { silentLog } from '../../platform/log/log.ts';
import {
  area,
  company,
  database,
  device,
  gateway,
  highLimit,
  member,
  minute,
  noon,
  opened,
  point,
  project,
  readAlarms,
  readJournal,
  readOutbox,
  setUpAlarmServiceWorld,
  startAlarms,
} from '../../testing/alarmServiceWorld.ts';
import { evaluationOf } from '../../testing/evaluateAlarms.ts';
import { aMember, aPoint, aRule, aStrategy } from '../../testing/factories.ts';
import { readingsOf } from '../engine/testing/readingsOf.ts';
import { openAlarms } from '../index.ts';

setUpAlarmServiceWorld();

test('a value beyond its limit becomes an alarm, a journal line and one message to each person', async () => {
  const strategy = await aStrategy(database.db, project);
  await aRule(database.db, strategy, highLimit, { points: [point] });
  const colleague = await aMember(database.db, company, project);
  const { measure, told, waiting } = await startAlarms();

  await measure(-18, noon);
  await measure(-12.4, noon + minute);

  const [alarm, ...others] = await readAlarms();
  expect(others).toEqual([]);
  expect(alarm).toMatchObject({
    company_id: company,
    project_id: project,
    strategy_id: strategy,
    point_id: point,
    device_id: device,
    area_id: area,
    subject_name: '库温',
    subject_name_en: 'Room temperature',
    device_name: '冷冻间1',
    area_name: '一号库',
    unit: '°C',
    severity: 2,
    band: 'high',
    raised_at: new Date(noon + minute),
    value_at_raise: -12.4,
    limit_value: -15,
    returned_at: null,
    sentence_en: '−12.4 °C above high limit −15.0 °C',
  });
  expect(alarm?.sentence_zh).toContain('高于上限 −15.0 °C');
  expect(await readJournal()).toMatchObject([
    { alarm_id: alarm?.id, kind: 'raised', severity: 2, value: -12.4, limit_value: -15 },
  ]);
  expect(await readOutbox()).toMatchObject([
    { user_id: member, alarm_id: alarm?.id, push_type: 0, step: 'raised', severity: 2, read_at: null },
    { user_id: colleague, alarm_id: alarm?.id, push_type: 0, step: 'raised' },
  ]);
  expect(told).toMatchObject([
    { alarmId: alarm?.id, projectId: project, deviceId: device, kind: 'raised', levels: [2] },
  ]);
  expect(waiting.map((ids) => ids.sort())).toEqual([[member, colleague].sort()]);
});

test('a rollback leaves nothing, and the same readings then do the same', async () => {
  await aRule(database.db, await aStrategy(database.db, project), highLimit, { points: [point] });
  const { alarms, told, run } = await startAlarms();
  const batch = { now: noon, samples: [{ pointId: point, at: noon, value: -12 }] };

  const client = await database.commitPool.connect();
  await client.query('BEGIN');
  await alarms.persist(client, evaluationOf(alarms, batch));
  expect((await client.query('SELECT count(*) FROM alarm')).rows).toEqual([{ count: 1 }]);
  await client.query('ROLLBACK');
  client.release();
  expect(await readAlarms()).toEqual([]);
  expect(told).toEqual([]);

  await run(batch);
  expect(await readAlarms()).toHaveLength(1);
  expect(await readOutbox()).toHaveLength(1);
  expect(told).toHaveLength(1);
});

test('a restart neither raises again nor tells again, and the alarm goes on where it stood', async () => {
  await aRule(database.db, await aStrategy(database.db, project), highLimit, { points: [point] });
  const before = await startAlarms();
  await before.measure(-12, noon);

  const after = await startAlarms();
  await after.run({ now: noon + minute });
  await after.measure(-11, noon + 2 * minute);
  expect(await readAlarms()).toMatchObject([{ extreme: -11, returned_at: null }]);
  expect(await readOutbox()).toHaveLength(1);
  expect(after.told).toEqual([]);

  await after.measure(-18, noon + 3 * minute);
  expect(await readAlarms()).toMatchObject([
    { extreme: -11, returned_at: new Date(noon + 3 * minute), end_reason: null },
  ]);
});

test('notifications that were due when the server was killed go after its next start, once', async () => {
  await aRule(database.db, await aStrategy(database.db, project), highLimit, { points: [point] });
  const before = await startAlarms();
  // Its look at the start must not still be under way: it would tell what is written next.
  await before.alarms.peopleTold();
  const evaluation = evaluationOf(before.alarms, { now: noon, samples: [{ pointId: point, at: noon, value: -12 }] });
  await inTransaction(database.commitPool, (client) => before.alarms.persist(client, evaluation));
  // Killed here: committed, and nobody has heard of it.
  expect(await readOutbox()).toEqual([]);

  const after = await Promise.all([startAlarms(), startAlarms()]);
  await Promise.all(after.map(({ alarms }) => alarms.peopleTold()));
  expect(await readOutbox()).toMatchObject([{ user_id: member, step: 'raised' }]);
  expect(after.flatMap(({ waiting }) => waiting)).toEqual([[member]]);
  await startAlarms().then(({ alarms }) => alarms.peopleTold());
  expect(await readOutbox()).toHaveLength(1);
});

test('the database holding up messages holds up no alarm, and they come when it answers again', async () => {
  await aRule(database.db, await aStrategy(database.db, project), highLimit, { points: [point] });
  const { alarms, waiting } = await startAlarms();
  const evaluation = evaluationOf(alarms, { now: noon, samples: [{ pointId: point, at: noon, value: -12 }] });
  const blocker = await database.pool.connect();
  await blocker.query('BEGIN; LOCK TABLE notification');
  await inTransaction(database.commitPool, (client) => alarms.persist(client, evaluation));
  alarms.committed(evaluation);
  expect(await readAlarms()).toHaveLength(1);
  expect(waiting).toEqual([]);
  await blocker.query('COMMIT');
  blocker.release();
  await alarms.peopleTold();
  expect(waiting).toEqual([[member]]);
});

test('a delay that was running when the server stopped goes on', async () => {
  await aRule(
    database.db,
    await aStrategy(database.db, project),
    { ...highLimit, onDelaySeconds: 120 },
    { points: [point] },
  );
  const before = await startAlarms();
  await before.measure(-12, noon);

  const after = await startAlarms();
  await after.measure(-12, noon + minute);
  expect(await readAlarms()).toEqual([]);
  await after.measure(-12, noon + 2 * minute);
  expect(await readAlarms()).toMatchObject([{ raised_at: new Date(noon + 2 * minute) }]);
});

test('a delay that a bad reading had stopped goes on after a restart as it does without one', async () => {
  const delayed: RuleDefinition = { ...highLimit, onDelaySeconds: 600 };
  await aRule(database.db, await aStrategy(database.db, project), delayed, { points: [point] });
  const before = await startAlarms();
  const goodAt = [6, 5, 4, 3, 2, 1].map((m) => noon - m * minute);
  for (const at of goodAt) await before.measure(-12, at);
  const badAt = noon - minute / 2;
  const bad = { pointId: point, at: badAt, value: Number.NaN, quality: 68 };
  await before.run({ now: badAt, samples: [bad] });
  await before.alarms.stop();

  const after = await startAlarms(noOutbox, {
    // The latest reading knows nothing of the one before.
    cursorOf: () => ({ lastSampleAt: badAt, lastGoodAt: null, heldValue: null }),
    historyOf: async (pointIds, from, to) =>
      pointIds.map((pointId) => {
        const times = [...goodAt, badAt].filter((at) => at >= from && at < to);
        const samples = times.map((at) => (at === badAt ? bad : { pointId, at, value: -12 }));
        return { pointId, ...readingsOf(samples) };
      }),
  });
  for (let m = 0; m <= 9; m++) await after.measure(-12, noon + m * minute);
  // Half a minute of bad readings does not count.
  expect(await readAlarms()).toMatchObject([{ raised_at: new Date(noon + 4.5 * minute) }]);
});

test('the database refuses a second open occurrence of a rule on a point, and the readings are not delayed by it', async () => {
  await aRule(database.db, await aStrategy(database.db, project), highLimit, { points: [point] });
  const one = await startAlarms();
  const other = await startAlarms(); // A second process that knows nothing of the first.
  await one.measure(-12, noon);
  await other.measure(-12, noon);
  expect(await readAlarms()).toHaveLength(1);
  expect(await readJournal()).toHaveLength(1);
  expect(await readOutbox()).toHaveLength(1);
  const insertAgain = database.pool.query(
    `INSERT INTO alarm (company_id, project_id, rule_id, rule_definition, subject_kind, subject_id, subject_name, kind, severity, worst_severity, raised_at, sentence_zh, sentence_en)
     SELECT company_id, project_id, rule_id, rule_definition, subject_kind, subject_id, subject_name, kind, severity, worst_severity, raised_at, '', '' FROM alarm`,
  );
  await expect(insertAgain).rejects.toThrow('alarm_open');
});

test('the time before a start is read for a few points at a time, for each as far back as its rules look', async () => {
  const { db } = database;
  const points = [point];
  while (points.length < 120) points.push(await aPoint(db, gateway, { deviceId: device }));
  const strategy = await aStrategy(db, project);
  const frozen = (hours: number): RuleDefinition => ({
    ...{ kind: 'frozen', severity: 3, tolerance: 0, afterSeconds: hours * 3600 },
  });
  await aRule(db, strategy, frozen(1), { points: points.slice(1) });
  await aRule(db, strategy, frozen(24), { points: [point] });
  const reads: { ids: readonly number[]; hours: number }[] = [];
  const alarms = openAlarms({
    ...{ db, pool: database.pool, clock: manualClock(noon), log: silentLog, events: createEvents(silentLog) },
    historyOf: async (ids, from, to) => {
      reads.push({ ids, hours: Math.round((to - from) / 3_600_000) });
      return [];
    },
  });
  opened.push(alarms);
  await alarms.start();
  expect(Math.max(...reads.map(({ ids }) => ids.length))).toBeLessThanOrEqual(50);
  expect(reads.flatMap(({ ids }) => ids).sort((a, b) => a - b)).toEqual(points.sort((a, b) => a - b));
  expect(reads.map(({ hours }) => hours)).toEqual([1, 1, 24]);
});

test.each([
  ['密点', 'Secret'],
  ['高 5 号柜，超过 3', 'Rack above 5, more than most'],
  ['与偏差过大的偏差', 'Aisle for 5 min; alarm lasted'],
  ['参照点', 'the other point'],
])(
  'the point that a deviation was held against is taken out of what earlier versions stored: %s, %s',
  async (zh, en) => {
    const from = await aPoint(database.db, gateway, { deviceId: device, name: '另一个', nameEn: 'Another' });
    const apart: RuleDefinition = {
      ...{ kind: 'deviation', from: { pointId: from }, direction: 'either', limit: 3, deadband: 0, severity: 1 },
      ...{ onDelaySeconds: 60, offDelaySeconds: 60 },
    };
    const atOnce: RuleDefinition = { ...apart, severity: 2, onDelaySeconds: 0, offDelaySeconds: 0 };
    const strategy = await aStrategy(database.db, project, { notifyOnClear: true });
    for (const rule of [apart, atOnce]) await aRule(database.db, strategy, rule, { points: [point] });
    const { alarms, run } = await startAlarms();
    const values = [-18, -10, -10, -18, -18];
    for (const [n, value] of values.entries()) {
      const at = noon + n * minute;
      const samples = [from, point].map((pointId) => ({ pointId, at, value: pointId === from ? -18 : value }));
      await run({ now: at, samples });
    }
    await alarms.peopleTold();
    const client = await database.pool.connect();
    const read = async () => {
      const tables = ['alarm', 'alarm_journal', 'alarm_announcement', 'notification', 'notification_message'];
      const all = [];
      for (const table of tables) all.push((await client.query(`SELECT * FROM ${table} ORDER BY id`)).rows);
      return all;
    };
    try {
      await client.query('BEGIN');
      const told = (await client.query('SELECT id, text_zh FROM notification ORDER BY id')).rows;
      expect(told).toHaveLength(4);
      for (const { id, text_zh } of told) {
        const values = [
          `key ${id}`,
          member,
          `【Watchpost 哨站】紧急报警：${text_zh}（10-01 12:00）。回复 123456 确认。`,
          noon,
        ];
        const sent = await client.query(
          `INSERT INTO notification_message (key, channel, user_id, address, severity, alarm_count, body, state, created_at)
         VALUES ($1, 'sms', $2, '', 1, 1, $3, 'sent', to_timestamp($4::float8 / 1000)) RETURNING id`,
          values,
        );
        await client.query('UPDATE notification SET message_id = $1 WHERE id = $2', [sent.rows[0].id, id]);
      }
      const now = await read();
      expect(JSON.stringify(now)).toContain('Back close to the reference point for 1 min; alarm lasted');
      // As it was stored before, when the point was named.
      const named = (column: string) => {
        const [ours, theirs] = column.endsWith('en') ? ['the reference point', en] : ['参照点', zh];
        return `${column} = replace(${column}, '${ours}', '${theirs}')`;
      };
      await client.query(`UPDATE alarm SET ${named('sentence_zh')}, ${named('sentence_en')}`);
      for (const table of ['alarm_journal', 'alarm_announcement', 'notification'])
        await client.query(`UPDATE ${table} SET ${named('text_zh')}, ${named('text_en')}`);
      await client.query(`UPDATE notification_message SET ${named('body')}`);
      const sql = readFileSync(
        new URL('../../../migrations/0440_reference_points_unnamed.sql', import.meta.url),
        'utf8',
      );
      await client.query(sql);
      expect(await read()).toEqual(now);
      // Of a message that was cut in the middle of the sentence, nothing of the name is left.
      await client.query(
        `UPDATE notification_message SET body = '【Watchpost 哨站】紧急报警：−10.0 °C，比${zh.slice(0, 1)}…。回复 123456 确认。'`,
      );
      await client.query(sql);
      const bodies = (await client.query('SELECT body FROM notification_message')).rows.map(({ body }) => body);
      for (const body of bodies) expect(body).toMatch(/^[^…]*参照点[^…]*$/);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  },
);

test('several occurrences inside one late buffer become several rows', async () => {
  await aRule(database.db, await aStrategy(database.db, project), highLimit, { points: [point] });
  const { run, measure } = await startAlarms();
  await measure(-12, noon);
  const samples = [-18, -12, -18, -12].map((value, i) => ({ pointId: point, at: noon + (i + 1) * minute, value }));
  await run({ now: noon + 4 * minute, samples });
  expect((await readAlarms()).map(({ returned_at }) => returned_at !== null)).toEqual([true, true, false]);
});

test('an alarm from a late buffer that still lasts calls once, marked as detected late', async () => {
  await aRule(database.db, await aStrategy(database.db, project), highLimit, { points: [point] });
  const { run, measure } = await startAlarms();
  const now = noon + 60 * minute;
  await run({ now, samples: [noon, now].map((at) => ({ pointId: point, at, value: -12 })) });
  await measure(-12, now + minute);
  expect(await readAlarms()).toMatchObject([{ detected_late: true, raised_at: new Date(noon), returned_at: null }]);
  expect(await readOutbox()).toMatchObject([{ step: 'raised', push_type: 0 }]);
  expect((await readJournal()).map(({ kind }) => kind)).toEqual(['raised', 'stillActive']);
});

test('a delay and an alarm that an earlier version remembered go on', async () => {
  const delayed = { ...highLimit, onDelaySeconds: 120 };
  await aRule(database.db, await aStrategy(database.db, project), delayed, { points: [point] });
  const upgraded = async () => {
    const { pool } = database;
    await pool.query(`UPDATE alarm_state SET state = state - 'bands' - 'risesFrozenAt' - 'acrossExtreme'`);
    await pool.query(
      readFileSync(new URL('../../../migrations/0510_a_delay_for_each_limit.sql', import.meta.url), 'utf8'),
    );
    return startAlarms();
  };
  const before = await startAlarms();
  await before.measure(-12, noon);
  await before.measure(-12, noon + minute);
  const after = await upgraded();
  await after.measure(-12, noon + 2 * minute);
  expect(await readAlarms()).toMatchObject([
    { raised_at: new Date(noon + 2 * minute), severity: 2, returned_at: null },
  ]);
  const again = await upgraded();
  await again.measure(-12, noon + 3 * minute);
  await again.measure(-20, noon + 4 * minute);
  expect(await readAlarms()).toMatchObject([{ returned_at: new Date(noon + 4 * minute), severity: 2 }]);
});
