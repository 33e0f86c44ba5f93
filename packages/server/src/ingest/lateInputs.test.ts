import { type RuleDefinition, staleAfterMs } from '@watchpost/contract';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { overwrittenBy } from '../history/index.ts';
import { type Database, openDatabase } from '../platform/db/database.ts';
import { silentLog } from '../platform/log/log.ts';
import { type Sample, startCommitting } from '../testing/committing.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { aCompany, aDevice, aGateway, aPoint, aPointType, aProject, aRule, aStrategy } from '../testing/factories.ts';
import { LateInputs } from './LateInputs.ts';

// Computed points whose inputs come late: their values, and the alarms on them, are those of inputs that came in order.

const minute = 60_000;
const noon = Date.UTC(2026, 10, 21, 4);
const cycleSeconds = 300;

let testDb: TestDatabase;
let database: Database;
let site: Awaited<ReturnType<typeof startCommitting>>;
let place: Awaited<ReturnType<typeof aSite>>;

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
  bands: { high: { limit: 0, severity: 2 } },
  deadband: 0,
  onDelaySeconds: 600,
  offDelaySeconds: 0,
};

async function computedPoint(
  projectId: number,
  companyId: number,
  formula: string,
  inputs: Record<string, number>,
  formulaSince = new Date(0),
): Promise<number> {
  const { db } = database;
  const { id } = await db
    .insertInto('point')
    .values({
      ...{ company_id: companyId, project_id: projectId, point_type_id: await aPointType(db, companyId) },
      ...{ name: formula, unit: '°C', decimals: 1, sampling_interval_seconds: cycleSeconds, formula },
      formula_since: formulaSince,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const [name, input_id] of Object.entries(inputs))
    await db.insertInto('point_input').values({ project_id: projectId, point_id: id, name, input_id }).execute();
  return id;
}

/** Two temperatures, of one gateway or of two, their difference with an alarm on it, and what is computed from that. */
async function aSite(isOfTwoGateways = false) {
  const { db } = database;
  const company = await aCompany(db);
  const project = await aProject(db, company);
  const gateway = await aGateway(db, project);
  const device = await aDevice(db, project);
  const values = { deviceId: device, samplingIntervalSeconds: cycleSeconds };
  const air = await aPoint(db, gateway, values);
  const wall = await aPoint(db, isOfTwoGateways ? await aGateway(db, project) : gateway, values);
  const difference = await computedPoint(project, company, 'a - b', { a: air, b: wall });
  const twice = await computedPoint(project, company, 'd * 2 + a', { d: difference, a: air });
  const strategy = await aStrategy(db, project);
  await aRule(db, strategy, tooWarm, { points: [difference] });
  return { company, project, air, wall, difference, twice };
}

beforeEach(async () => {
  for (const table of [
    'company',
    'sample_log',
    'alarm_state',
    'alarm_late_stretch',
    'computed_late_stretch',
    'point_latest',
  ])
    await database.pool.query(`DELETE FROM ${table}`);
  place = await aSite();
  site = await startCommitting(database, noon);
});
afterEach(() => site.stop());

/** A value each five minutes, minutes before noon. */
const values = (pointId: number, from: number, until: number, value: (before: number) => number): Sample[] =>
  Array.from({ length: (from - until) / 5 + 1 }, (_, i) => {
    const before = from - 5 * i;
    return { pointId, at: noon - before * minute, value: value(before) };
  });

async function readings(pointId: number, from = noon - 86_400_000): Promise<[number, number | null][]> {
  const [raw] = await site.history.raw([pointId], from, noon + minute);
  return Array.from({ length: raw!.length }, (_, i) => [
    (noon - raw!.measuredAt[i]!) / minute,
    Number.isNaN(raw!.values[i]!) ? null : raw!.values[i]!,
  ]);
}

async function alarms(pointId: number) {
  const rows = await database.db
    .selectFrom('alarm')
    .where('point_id', '=', pointId)
    .where((is) => is.or([is('end_reason', 'is', null), is('end_reason', '<>', 'disproved')]))
    .orderBy('raised_at')
    .select(['raised_at', 'returned_at'])
    .execute();
  const before = (at: Date | null) => at && (noon - at.getTime()) / minute;
  return rows.map(({ raised_at, returned_at }) => [before(raised_at), before(returned_at)]);
}

async function settle(): Promise<void> {
  await site.lateInputs.computeNow();
  await site.alarms.judgeLateNow();
}

test('a gateway sends what it had stored behind the present values: what is computed of it, and its alarm, are as if in order', async () => {
  const { air, wall, difference, twice } = place;
  await site.send([...values(air, 0, 0, () => -18), ...values(wall, 0, 0, () => -16)]);
  await site.send(values(wall, 180, 5, () => -16));
  await site.send(values(air, 180, 5, (before) => (before <= 120 && before >= 60 ? -5 : -18)));
  await settle();
  const said = new Map(await readings(difference));
  expect([said.get(180), said.get(125), said.get(120), said.get(60), said.get(55), said.get(0)]).toEqual([
    -2, -2, 11, 11, -2, -2,
  ]);
  expect(said.size).toBe(37);
  expect(new Map(await readings(twice)).get(90)).toBe(2 * 11 - 5);
  expect(await alarms(difference)).toEqual([[110, 55]]);
  expect((await database.pool.query('SELECT * FROM computed_late_stretch')).rows).toEqual([]);
});

test('one late value of an input changes what was computed until its next one, and what stood there stays on record', async () => {
  const { air, wall, difference } = place;
  await site.send([
    ...values(wall, 60, 0, () => -16),
    ...values(air, 60, 40, () => -18),
    ...values(air, 20, 0, () => -18),
  ]);
  const before = new Map(await readings(difference));
  await site.send(values(air, 30, 30, () => -10));
  await settle();
  const after = new Map(await readings(difference));
  expect([before.get(30), before.get(25), before.get(20)]).toEqual([-2, -2, -2]);
  expect([after.get(35), after.get(30), after.get(25), after.get(20)]).toEqual([-2, 6, 6, -2]);
  const [correction, ...others] = await site.history.corrections([difference], noon - 86_400_000, noon);
  expect(others).toEqual([]);
  expect(correction).toMatchObject({ kind: 'recomputed', by: null, samples: 2, from: noon - 30 * minute });
  const replaced: number[][] = [];
  for await (const kept of overwrittenBy(database.pool, correction!.id))
    replaced.push([...kept.values.subarray(0, kept.length)]);
  expect(replaced).toEqual([[-2, -2]]);
});

test('what was late when the server stopped is computed after it has started again', async () => {
  const { air, wall, difference } = place;
  await site.send([...values(air, 0, 0, () => -18), ...values(wall, 0, 0, () => -16)]);
  await site.send([...values(wall, 60, 5, () => -16), ...values(air, 60, 5, () => -5)]);
  await site.stop();
  const { rows } = await database.pool.query('SELECT point_id FROM computed_late_stretch ORDER BY point_id');
  expect(rows.map(({ point_id }) => point_id)).toEqual([difference, place.twice]);
  site = await startCommitting(database, noon);
  await settle();
  expect(new Map(await readings(difference)).get(60)).toBe(11);
});

test('a formula is not applied to what was measured before it was entered', async () => {
  const { air, wall, project, company } = place;
  const since = new Date(noon - 30 * minute);
  const later = await computedPoint(project, company, 'a + b', { a: air, b: wall }, since);
  await site.stop();
  site = await startCommitting(database, noon);
  await site.send([...values(air, 0, 0, () => -18), ...values(wall, 0, 0, () => -16)]);
  await site.send([...values(wall, 60, 5, () => -16), ...values(air, 60, 5, () => -5)]);
  await settle();
  expect((await readings(later)).map(([before]) => before)).toEqual([30, 25, 20, 15, 10, 5, 0]);
  await database.db.updateTable('point').set({ formula: 'a - b - 1' }).where('id', '=', later).execute();
  const changed = await database.db
    .selectFrom('point')
    .where('id', '=', later)
    .select('formula_since')
    .executeTakeFirstOrThrow();
  expect(changed.formula_since!.getTime()).toBeGreaterThan(since.getTime());
});

test('readings that are delivered again change nothing and leave no trace', async () => {
  const { air, wall, difference } = place;
  const all = [...values(air, 60, 0, () => -5), ...values(wall, 60, 0, () => -16)];
  await site.send(all);
  await site.send(all);
  await settle();
  expect(await site.history.corrections([difference], 0, noon + 1)).toEqual([]);
});

test('two inputs of one moment in two messages give the value of both', async () => {
  const { air, wall, difference } = place;
  await site.send([...values(air, 5, 5, () => -18), ...values(wall, 5, 5, () => -16)]);
  await site.send(values(air, 0, 0, () => -5));
  await site.send(values(wall, 0, 0, () => -10));
  expect(await readings(difference, noon - minute)).toEqual([[0, 5]]);
});

const ways: Readonly<Record<string, (all: readonly Sample[], random: () => number) => Sample[][]>> = {
  'in order': (all) => cut(all.toSorted(byTime), 7),
  'in one message, backwards': (all) => [all.toSorted(byTime).toReversed()],
  'newest block first': (all) => cut(all.toSorted(byTime), 23).toReversed(),
  'point by point, each twice': (all) =>
    [...Map.groupBy(all, ({ pointId }) => pointId).values()].toReversed().flatMap((own) => [own, own]),
  shuffled: (all, random) =>
    cut(
      all
        .map((each) => ({ each, key: random() }))
        .sort((a, b) => a.key - b.key)
        .map(({ each }) => each),
      11,
    ),
};
const byTime = (a: Sample, b: Sample) => a.at - b.at;
const cut = (all: readonly Sample[], size: number): Sample[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size));

const firstSeed = Math.floor(Math.random() * 1_000_000);
test.each(Array.from({ length: 4 }, (_, i) => firstSeed + i))(
  'in any order of its inputs, with a stop in the middle, a computed point says the same (%i)',
  async (seed) => {
    let state = seed + 1;
    const random = () => {
      state = (state * 48_271) % 2_147_483_647;
      return state / 2_147_483_647;
    };
    // Six hours; one in eight is missing, one in ten unreadable. Further apart than what may come in any order.
    const made = Array.from({ length: 144 }, (_, i) => ({
      isAir: i % 2 === 0,
      at: noon - (Math.ceil((144 - i) / 2) * cycleSeconds - (i % 2) * 20) * 1000,
      value: Math.round(random() * 200 - 200) / 10,
      isBad: random() < 0.1,
      isMissing: random() < 0.125,
    })).filter(({ isMissing }) => !isMissing);
    const reference: [number, number | null][] = [];
    const last = new Map<boolean, (typeof made)[number]>();
    for (const each of made.toSorted((a, b) => a.at - b.at)) {
      last.set(each.isAir, each);
      const [a, b] = [last.get(true), last.get(false)];
      const speaks = (one: typeof a) => one && !one.isBad && each.at - one.at <= staleAfterMs(cycleSeconds * 1000);
      reference.push([
        (noon - each.at) / minute,
        speaks(a) && speaks(b) ? Math.round((a!.value - b!.value) * 10) / 10 : null,
      ]);
    }
    const told: unknown[] = [];
    for (const [way, messagesOf] of Object.entries(ways)) {
      await site.stop();
      const own = await aSite(seed % 2 === 1);
      site = await startCommitting(database, noon);
      const messages = messagesOf(
        made.map(({ isAir, at, value, isBad }) => ({
          ...{ pointId: isAir ? own.air : own.wall, at, value },
          quality: isBad ? 64 : 0,
        })),
        random,
      );
      for (const [place, message] of messages.entries()) {
        await site.send(message);
        if (place !== Math.floor(messages.length / 2)) continue;
        await site.stop();
        site = await startCommitting(database, noon);
      }
      await settle();
      const rounded = (await readings(own.difference)).map(([at, value]) => [at, value && Math.round(value * 10) / 10]);
      expect([way, rounded]).toEqual([way, reference]);
      told.push([await readings(own.twice), await alarms(own.difference)]);
    }
    for (const each of told) expect(each).toEqual(told[0]);
  },
);

test('while a year of one company is computed, another one has its turn', async () => {
  const other = await aSite();
  await site.stop();
  site = await startCommitting(database, noon);
  for (const { air, wall } of [place, other])
    await site.send([...values(air, 0, 0, () => -18), ...values(wall, 0, 0, () => -16)]);
  const days = Array.from({ length: 365 }, (_, i) => noon - (365 - i) * 1440 * minute);
  const ofYear = (pointId: number, value: number) => days.map((at) => ({ pointId, at, value }));
  await site.send([...ofYear(place.air, -5), ...ofYear(place.wall, -16)]);
  const written: number[] = [];
  site.events.on(written, 'readingsCommitted', ({ columns: { pointIds, length } }) => {
    written.push(...pointIds.subarray(0, length));
  });
  const year = site.lateInputs.computeNow();
  await site.send([...values(other.air, 60, 5, () => -5), ...values(other.wall, 60, 5, () => -16)]);
  await Promise.all([year, site.lateInputs.computeNow()]);
  expect(new Map(await readings(other.difference)).get(60)).toBe(11);
  expect(written.indexOf(other.difference)).toBeGreaterThan(0);
  expect(written.indexOf(other.difference)).toBeLessThan(written.lastIndexOf(place.difference));
});

test('what comes late in the very commit that forgets an earlier stretch of its point is kept', async () => {
  const lateInputs = new LateInputs({ points: { get: () => undefined } } as never);
  const late = new Map([[place.difference, { from: noon - 30 * minute, to: noon }]]);
  const client = await database.pool.connect();
  try {
    await lateInputs.persist(client, late);
    lateInputs.committed(late);
    // The commit first deletes the mark of what is computed, then writes its own.
    await client.query('DELETE FROM computed_late_stretch');
    await lateInputs.persist(client, late);
    const { rows } = await client.query('SELECT point_id FROM computed_late_stretch');
    expect(rows).toEqual([{ point_id: place.difference }]);
  } finally {
    client.release();
    await lateInputs.stop();
  }
});
