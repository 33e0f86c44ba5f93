import type { RuleDefinition } from '@watchpost/contract';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { system } from '../../access/index.ts';
import { type Database, openDatabase } from '../../platform/db/database.ts';
import { silentLog } from '../../platform/log/log.ts';
import { startCommitting } from '../../testing/committing.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { aCompany, aDevice, aGateway, aMember, aPoint, aProject, aRule, aStrategy } from '../../testing/factories.ts';
import { soon } from '../../testing/soon.ts';
import { keepRuleVersions } from '../ruleVersions/ruleVersions.store.ts';

const minute = 60_000;
const noon = Date.UTC(2026, 10, 21, 4);

let testDb: TestDatabase;
let database: Database;
let project: number;
let gateway: number;
let device: number;
let member: number;
let point: number;
let strategy: number;
let site: Awaited<ReturnType<typeof startCommitting>>;

beforeAll(async () => {
  testDb = await testDatabase();
  database = openDatabase(testDb.url, silentLog);
});
afterAll(async () => {
  await database.close();
  await testDb.close();
});

const tooWarm: RuleDefinition = {
  kind: 'limit',
  bands: { high: { limit: -15, severity: 2 } },
  deadband: 1,
  onDelaySeconds: 600,
  offDelaySeconds: 0,
};

beforeEach(async () => {
  const { db, pool } = database;
  for (const table of ['company', 'app_user', 'sample_log', 'alarm_state', 'alarm_late_stretch', 'point_latest'])
    await pool.query(`DELETE FROM ${table}`);
  const company = await aCompany(db);
  project = await aProject(db, company);
  gateway = await aGateway(db, project);
  device = await aDevice(db, project);
  member = await aMember(db, company, project);
  point = await aPoint(db, gateway, { deviceId: device });
  strategy = await aStrategy(db, project);
  await aRule(db, strategy, tooWarm, { points: [point] });
  site = await startCommitting(database, noon);
});
afterEach(() => site.stop());

/** A value a minute, minutes before noon; `warm`: from and until when it was at −5 °C. */
const minutes = (from: number, until: number, warm: readonly [number, number] = [0, 0], pointId = point) =>
  Array.from({ length: from - until + 1 }, (_, i) => {
    const before = from - i;
    return { pointId, at: noon - before * minute, value: before <= warm[0] && before >= warm[1] ? -5 : -18 };
  });

async function neverHadPolicies() {
  await database.db.deleteFrom('alarm_strategy').execute();
  await database.db.deleteFrom('alarm_rule_version').execute();
}

/** Of each alarm in minutes before noon. */
async function alarms() {
  const rows = await database.db
    .selectFrom('alarm')
    .orderBy('raised_at')
    .orderBy('id')
    .select(['id', 'raised_at', 'returned_at', 'end_reason', 'detected_late', 'acknowledged_at', 'extreme'])
    .execute();
  const before = (at: Date | null) => at && (noon - at.getTime()) / minute;
  return rows.map(({ raised_at, returned_at, ...row }) => ({
    ...row,
    from: before(raised_at),
    until: before(returned_at),
  }));
}
const journalOf = async (alarmId: number) =>
  (
    await database.db
      .selectFrom('alarm_journal')
      .where('alarm_id', '=', alarmId)
      .orderBy('id')
      .select(['kind', 'text_en'])
      .execute()
  ).map(({ kind, text_en }) => `${kind}: ${text_en}`);

test('an hour at −5 °C that a gateway had stored is found, also when it sent the present value first', async () => {
  await site.send(minutes(0, 0));
  await site.send(minutes(180, 2, [119, 60]));
  await site.alarms.judgeLateNow();
  const [alarm, ...others] = await alarms();
  expect(others).toEqual([]);
  expect(alarm).toMatchObject({ from: 109, until: 59, end_reason: null, detected_late: true, extreme: -5 });
  expect(await journalOf(alarm!.id)).toEqual([
    'raised: −5.0 °C above high limit −15.0 °C, out of limits for more than 10 min',
    expect.stringContaining('returnedToNormal: '),
    'foundLate: Found in late data',
  ]);
  const { rows } = await database.pool.query('SELECT * FROM alarm_late_stretch');
  expect(rows).toEqual([]);
});

test('what was late when the server stopped is judged after it has started again', async () => {
  await site.send(minutes(0, 0));
  await site.send(minutes(180, 2, [119, 60]));
  await site.stop();
  const { rows } = await database.pool.query('SELECT point_id FROM alarm_late_stretch');
  expect(rows).toEqual([{ point_id: point }]);
  site = await startCommitting(database, noon);
  await site.alarms.judgeLateNow();
  expect(await alarms()).toMatchObject([{ from: 109, until: 59 }]);
});

test('an alarm that is found late and still on is told once, and goes on as any other', async () => {
  await site.send(minutes(0, 0, [119, 0]));
  await site.send(minutes(180, 1, [119, 0]));
  await site.alarms.judgeLateNow();
  await site.send([{ pointId: point, at: noon + minute / 2, value: -5 }]);
  site.clock.set(noon + minute);
  await site.send([{ pointId: point, at: noon + minute, value: -5 }]);
  await site.alarms.peopleTold();
  expect(await alarms()).toMatchObject([{ from: 109, until: null }]);
  const { rows: told } = await database.pool.query(
    "SELECT step, text_en FROM notification WHERE user_id = $1 AND channel = 'app'",
    [member],
  );
  expect(told).toEqual([
    { step: 'raised', text_en: expect.stringContaining('Found in late data, still active after') },
  ]);
  await site.send([{ pointId: point, at: noon + 2 * minute, value: -18 }]);
  expect(await alarms()).toMatchObject([{ from: 109, until: -2 }]);
});

test('what came and went while a gateway was offline is told in the app and by mail, never by SMS or call, and only to who wants it', async () => {
  const { db } = database;
  await site.stop();
  const everything = { sms: true, voice: true, email: true, webhook: false };
  site = await startCommitting(database, noon, { available: everything });
  const { company_id } = await db
    .selectFrom('project')
    .where('id', '=', project)
    .select('company_id')
    .executeTakeFirstOrThrow();
  const others = [await aMember(db, company_id, project), await aMember(db, company_id, project)];
  const contact = { strategy_id: strategy, severities: [1, 2], step: 0 };
  await db
    .updateTable('app_user')
    .set({ email: 'a@example.com', mobile: '13800000001' })
    .where('id', '=', member)
    .execute();
  await db
    .insertInto('alarm_strategy_contact')
    .values([
      { ...contact, user_id: member, channels: ['sms', 'voice', 'email'] },
      { ...contact, user_id: others[0]!, channels: ['sms'] },
      { ...contact, user_id: others[1]!, channels: ['app', 'email'], tells_offline: false },
    ])
    .execute();

  // In order, as a gateway sends what it stored; and behind a newer value.
  const second = await aPoint(db, gateway, { deviceId: device });
  await aRule(db, strategy, { ...tooWarm, onDelaySeconds: 0 } as RuleDefinition, { points: [second] });
  await site.alarms.reload();
  await site.send(minutes(180, 1, [119, 80]));
  await site.send(minutes(0, 0, [0, 0], second).map((each) => ({ ...each, value: -18 })));
  await site.send(minutes(180, 2, [119, 80], second));
  await site.alarms.judgeLateNow();
  await site.alarms.peopleTold();
  const told = async () => {
    const rows = await db
      .selectFrom('notification')
      .orderBy('user_id')
      .orderBy('channel')
      .orderBy('id')
      .select(['user_id', 'channel', 'push_type', 'text_zh', 'text_en', 'state', 'due_at'])
      .execute();
    return rows.map(({ user_id, channel, push_type, text_en, text_zh }) => ({
      user_id,
      channel,
      push_type,
      text_en,
      text_zh,
    }));
  };
  expect(await told()).toEqual([]);
  site.clock.set(noon + 5 * minute);
  const text = {
    text_zh: '离线期间：高于 −15.0 °C 共 40 分钟，最高 −5.0 °C，已消除',
    text_en: 'While offline: 40 min above −15.0 °C, worst −5.0 °C, cleared',
    push_type: 5,
  };
  await expect.poll(told, soon).toEqual([
    { user_id: member, channel: 'app', ...text },
    { user_id: member, channel: 'app', ...text },
    { user_id: member, channel: 'email', ...text },
    { user_id: member, channel: 'email', ...text },
    { user_id: others[0], channel: 'app', ...text },
    { user_id: others[0], channel: 'app', ...text },
  ]);
});

test('an alarm moves to when it really was, and says from what to what', async () => {
  // Every tenth minute arrives at first: it seems to be warm from −100 to −60.
  const all = minutes(180, 0, [109, 55]);
  const early = all.filter(({ at }) => ((noon - at) / minute) % 10 === 0);
  await site.send(early);
  const [first] = await alarms();
  expect(first).toMatchObject({ from: 90, until: 50 });
  await database.db
    .updateTable('alarm')
    .set({ acknowledged_at: new Date(noon) })
    .where('id', '=', first!.id)
    .execute();

  await site.send(all.filter((each) => !early.includes(each)));
  await site.alarms.judgeLateNow();
  expect(await alarms()).toMatchObject([{ id: first!.id, from: 99, until: 54, acknowledged_at: new Date(noon) }]);
  expect((await journalOf(first!.id)).at(-1)).toBe(
    'corrected: Corrected by late data: raised 11-21 10:30:00 → 11-21 10:21:00; cleared 11-21 11:10:00 → 11-21 11:06:00',
  );
});

test('an alarm that late data disprove stays on record and says so', async () => {
  await site.send([
    ...minutes(180, 110),
    ...minutes(100, 100, [100, 100]),
    ...minutes(90, 90, [90, 90]),
    ...minutes(80, 0),
  ]);
  const [seeming] = await alarms();
  expect(seeming).toMatchObject({ from: 90, until: 80 });
  await site.send(minutes(99, 91));
  await site.alarms.judgeLateNow();
  expect(await alarms()).toMatchObject([{ id: seeming!.id, from: 90, until: 80, end_reason: 'disproved' }]);
  expect((await journalOf(seeming!.id)).at(-1)).toMatch(/^disproved: Disproved by later data/);
});

test('a policy is held against late samples as it stood at their time', async () => {
  const { db } = database;
  const { id: ruleId } = await db
    .selectFrom('alarm_rule')
    .where('strategy_id', '=', strategy)
    .select('id')
    .executeTakeFirstOrThrow();
  // An hour ago somebody made it stricter: until then −5 °C was allowed.
  const mild = { ...tooWarm, bands: { high: { limit: 0, severity: 2 } } };
  await db
    .updateTable('alarm_rule')
    .set({ definition: JSON.stringify(mild) })
    .where('id', '=', ruleId)
    .execute();
  await db.deleteFrom('alarm_rule_version').execute();
  await keepRuleVersions(system, db, [strategy], new Date(0));
  await db
    .updateTable('alarm_rule')
    .set({ definition: JSON.stringify(tooWarm) })
    .where('id', '=', ruleId)
    .execute();
  await keepRuleVersions(system, db, [strategy], new Date(noon - 60 * minute));
  await site.alarms.reload();

  await site.send(minutes(0, 0));
  await site.send([...minutes(180, 71, [150, 100]), ...minutes(70, 1, [50, 20])]);
  await site.alarms.judgeLateNow();
  expect(await alarms()).toMatchObject([{ from: 40, until: 19 }]);
});

const changedPolicies: Readonly<Record<string, { before: object; after: object; expected: object[] }>> = {
  'made stricter': {
    before: { definition: { ...tooWarm, bands: { high: { limit: 0, severity: 2 } } } },
    after: { definition: tooWarm },
    expected: [{ from: 109, until: 19 }],
  },
  'made milder': {
    before: { definition: tooWarm },
    after: { definition: { ...tooWarm, bands: { high: { limit: 0, severity: 2 } } } },
    expected: [{ from: 109, until: 60 }],
  },
  closed: {
    before: { enabled: true },
    after: { enabled: false },
    expected: [{ from: 109, until: 60, end_reason: 'ruleClosed' }],
  },
  deleted: {
    before: { enabled: true },
    after: { isDeleted: true },
    expected: [{ from: 109, until: 60, end_reason: 'ruleDeleted' }],
  },
  opened: { before: { enabled: false }, after: { enabled: true }, expected: [{ from: 109, until: 19 }] },
};

test.each(Object.keys(changedPolicies).flatMap((name) => [false, true].map((isRestarted) => ({ name, isRestarted }))))(
  'what a gateway had stored in order is held against a policy as it stood at its time: $name an hour ago, restarted: $isRestarted',
  async ({ name, isRestarted }) => {
    const { db } = database;
    const { before, after, expected } = changedPolicies[name]!;
    const editedAt = noon - 60 * minute;
    await site.send(minutes(180, 180));
    await site.stop();
    site = await startCommitting(database, editedAt);
    await db.deleteFrom('alarm_rule_version').execute();
    for (const [change, at] of [
      [before, 0],
      [after, editedAt],
    ] as const) {
      const { enabled, definition, isDeleted } = { enabled: true, definition: tooWarm, isDeleted: false, ...change };
      if (isDeleted) await db.deleteFrom('alarm_strategy').execute();
      await db.updateTable('alarm_strategy').set({ enabled }).execute();
      await db
        .updateTable('alarm_rule')
        .set({ definition: JSON.stringify(definition) })
        .execute();
      await keepRuleVersions(system, db, [strategy], new Date(at));
    }
    await site.alarms.reload();
    site.clock.set(noon);
    await site.send(minutes(179, 100, [119, 20]));
    if (isRestarted) {
      await site.stop();
      site = await startCommitting(database, noon);
    }
    await site.send(minutes(99, 0, [119, 20]));
    await site.alarms.judgeLateNow();
    expect((await alarms()).filter(({ end_reason }) => end_reason !== 'disproved')).toMatchObject(expected);
  },
);

test('a rule that waits for a door is judged again when the door comes late', async () => {
  const { db } = database;
  const door = await aPoint(db, gateway, { deviceId: device, unit: '' });
  await neverHadPolicies();
  strategy = await aStrategy(db, project);
  const onlyWhile = [{ point: { pointId: door }, values: [0], settleSeconds: 0, maxHiddenSeconds: 7200 }];
  await aRule(db, strategy, { ...tooWarm, onlyWhile } as RuleDefinition, { points: [point] });
  await site.alarms.reload();
  const doorAt = (from: number, until: number, open: readonly [number, number]) =>
    minutes(from, until, open, door).map((each) => ({ ...each, value: each.value === -5 ? 1 : 0 }));

  await site.send(minutes(180, 0, [119, 60]));
  expect(await alarms()).toMatchObject([{ from: 109, until: 59 }]);
  await site.send(doorAt(180, 0, [125, 55]));
  await site.alarms.judgeLateNow();
  expect(await alarms()).toMatchObject([{ from: 109, until: 59, end_reason: 'disproved' }]);
});

test('an alarm against a setpoint of three days ago stays when something comes late, as long as its line has been there since', async () => {
  const { db } = database;
  const day = 1440 * minute;
  await site.stop();
  await neverHadPolicies();
  const setpoint = await aPoint(db, gateway, { deviceId: device });
  strategy = await aStrategy(db, project);
  const delays = { onDelaySeconds: 600, offDelaySeconds: 0 };
  const deviation = { kind: 'deviation', direction: 'above', limit: 5, deadband: 0, severity: 2, ...delays } as const;
  await aRule(db, strategy, { ...deviation, from: { pointId: setpoint } }, { points: [point] });
  site = await startCommitting(database, noon - 4 * day);
  site.links.gatewayUp(gateway, noon - 4 * day, false);
  await site.send([{ pointId: setpoint, at: noon - 3 * day, value: -20 }]);
  site.clock.set(noon);
  await site.send(minutes(180, 0, [119, 0]));
  expect(await alarms()).toMatchObject([{ from: 109, until: null }]);

  await site.send([{ pointId: point, at: noon - 115.5 * minute, value: -5 }]);
  await site.alarms.judgeLateNow();
  expect(await alarms()).toMatchObject([{ from: 109, until: null, end_reason: null }]);
  await site.send([{ pointId: point, at: noon + minute / 2, value: -18 }]);
  expect(await alarms()).toMatchObject([{ from: 109, until: -0.5 }]);
});

const unreadable = 64;
/** Minutes before noon, value and quality; how often it reports, its on-delay, and since when it comes late. */
const delayed: Record<string, { at: [number, number, number?][]; cycleMinutes: number; delay: number; late: number }> =
  {
    'five minutes warm, then three hours unreadable': {
      at: [
        ...Array.from({ length: 60 }, (_, i): [number, number] => [300 - i, i < 54 ? -18 : -5]),
        ...Array.from({ length: 180 }, (_, i): [number, number, number] => [240 - i, -5, unreadable]),
        ...Array.from({ length: 61 }, (_, i): [number, number] => [60 - i, i < 30 ? -5 : -18]),
      ],
      ...{ cycleMinutes: 1, delay: 600, late: 60 },
    },
    'a point that reports every two hours': {
      at: [-18, -18, -5, -5, -5, -18, -18].map((value, i): [number, number] => [840 - i * 120, value]),
      ...{ cycleMinutes: 120, delay: 3600, late: 480 },
    },
  };
test.each(Object.keys(delayed))('a delay that began before what came late counts as in order: %s', async (name) => {
  const { db } = database;
  const { at, cycleMinutes, delay, late } = delayed[name]!;
  await neverHadPolicies();
  strategy = await aStrategy(db, project);
  const samplingIntervalSeconds = cycleMinutes * 60;
  const points = [
    await aPoint(db, gateway, { deviceId: device, samplingIntervalSeconds }),
    await aPoint(db, gateway, { deviceId: device, samplingIntervalSeconds }),
  ];
  await aRule(db, strategy, { ...tooWarm, onDelaySeconds: delay } as RuleDefinition, { points });
  await site.alarms.reload();
  const [inOrder, tailLate] = points.map((pointId) =>
    at.map(([before, value, quality = 0]) => ({ pointId, at: noon - before * minute, value, quality })),
  );
  await site.send(inOrder!);
  await site.send(tailLate!.filter((each) => each.at < noon - late * minute));
  await site.send(tailLate!.slice(-1));
  await site.send(tailLate!.filter((each) => each.at >= noon - late * minute).slice(0, -1));
  await site.alarms.judgeLateNow();
  const [first, second, ...others] = await alarms();
  expect(first).toBeDefined();
  expect(second).toMatchObject({ from: first!.from, until: first!.until, end_reason: null });
  expect(others).toEqual([]);
});

const rulesWithMemory: Readonly<
  Record<string, { rule: (door: number) => RuleDefinition; warmFrom: number; from: number }>
> = {
  'a value that stands still for an hour': {
    rule: () => ({ kind: 'frozen', tolerance: 0, afterSeconds: 3600, severity: 2 }),
    warmFrom: 590,
    from: 529,
  },
  'a rise within half an hour': {
    rule: () => ({
      ...{ kind: 'rateOfChange', direction: 'rise', limit: 6, windowSeconds: 1800, severity: 2 },
      ...{ onDelaySeconds: 0, offDelaySeconds: 0 },
    }),
    warmFrom: 574,
    from: 573,
  },
  'a door that has been shut for half an hour': {
    rule: (door) => ({
      ...{ ...tooWarm, onDelaySeconds: 0 },
      onlyWhile: [{ point: { pointId: door }, values: [0], settleSeconds: 1800, maxHiddenSeconds: 7200 }],
    }),
    warmFrom: 590,
    from: 550,
  },
};

test.each(Object.keys(rulesWithMemory))(
  'a restart while a gateway sends what it had stored forgets nothing of the time before: %s',
  async (name) => {
    const { db } = database;
    const door = await aPoint(db, gateway, { deviceId: device, unit: '' });
    await neverHadPolicies();
    strategy = await aStrategy(db, project);
    const { rule, warmFrom, from } = rulesWithMemory[name]!;
    await aRule(db, strategy, rule(door), { points: [point] });
    await site.alarms.reload();
    const both = (first: number, last: number) => [
      ...minutes(first, last, [warmFrom, 0]).map((each) => ({ ...each, at: each.at + minute })),
      ...minutes(first, last, [600, 581], door).map((each) => ({ ...each, value: each.value === -5 ? 1 : 0 })),
    ];
    await site.send(both(600, 575));
    await site.stop();
    site = await startCommitting(database, noon);
    await site.send(both(574, 480));
    expect(await alarms()).toMatchObject([{ from, detected_late: true }]);
  },
);

test('a message that is delivered again changes nothing', async () => {
  const all = minutes(180, 0, [119, 60]);
  await site.send(all);
  const before = await alarms();
  await site.send(all);
  await site.alarms.judgeLateNow();
  expect(await alarms()).toEqual(before);
});
