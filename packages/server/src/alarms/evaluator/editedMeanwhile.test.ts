import type { RuleDefinition } from '@watchpost/contract';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { system } from '../../access/index.ts';
import { type Database, openDatabase } from '../../platform/db/database.ts';
import { silentLog } from '../../platform/log/log.ts';
import { type Sample, startCommitting } from '../../testing/committing.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { aCompany, aGateway, aPoint, aProject, aRule, aStrategy } from '../../testing/factories.ts';
import { keepRuleVersions } from '../ruleVersions/ruleVersions.store.ts';

// What comes while history is read for a rule that was edited, before the edited rule is in force.

const minute = 60_000;
const noon = Date.UTC(2026, 10, 21, 4);

let testDb: TestDatabase;
let database: Database;
let point: number;
let strategy: number;
let site: Awaited<ReturnType<typeof startCommitting>>;

const above = (limit: number): RuleDefinition => ({
  kind: 'limit',
  bands: { high: { limit, severity: 2 } },
  ...{ deadband: 1, onDelaySeconds: 0, offDelaySeconds: 0 },
});

beforeAll(async () => {
  testDb = await testDatabase();
  database = openDatabase(testDb.url, silentLog);
});
afterAll(async () => {
  await database.close();
  await testDb.close();
});
beforeEach(async () => {
  const { db, pool } = database;
  for (const table of ['company', 'sample_log', 'alarm_state', 'alarm_late_stretch', 'point_latest'])
    await pool.query(`DELETE FROM ${table}`);
  const project = await aProject(db, await aCompany(db));
  point = await aPoint(db, await aGateway(db, project));
  strategy = await aStrategy(db, project);
  await aRule(db, strategy, above(0), { points: [point] });
  site = await startCommitting(database, noon);
});
afterEach(() => site.stop());

/** A value a minute, minutes before noon; `warm`: from and until when it was at −5 °C. */
const minutes = (from: number, until: number, warm: readonly [number, number] = [-1, -1]): Sample[] =>
  Array.from({ length: from - until + 1 }, (_, i) => {
    const before = from - i;
    return { pointId: point, at: noon - before * minute, value: before <= warm[0] && before >= warm[1] ? -5 : -18 };
  });

/** The limit is −15 °C from ten minutes before noon on; these samples come right after history was read for it. */
async function editWhile(samples: readonly Sample[]): Promise<void> {
  const { db } = database;
  await db
    .updateTable('alarm_rule')
    .set({ definition: JSON.stringify(above(-15)) })
    .execute();
  await keepRuleVersions(system, db, [strategy], new Date(noon - 10 * minute));
  const read = site.history.raw;
  vi.spyOn(site.history, 'raw').mockImplementationOnce(async (...asked) => {
    const known = await read(...asked);
    await site.send(samples);
    return known;
  });
  await site.alarms.reload();
}

async function alarms() {
  const rows = await database.db.selectFrom('alarm').orderBy('id').select(['raised_at', 'returned_at']).execute();
  const before = (at: Date | null) => at && (noon - at.getTime()) / minute;
  return rows.map(({ raised_at, returned_at }) => [before(raised_at), before(returned_at)]);
}

test.each<[string, readonly [number, number], (number | null)[]]>([
  ['an excursion that is over is found', [6, 4], [6, 3]],
  ['an alarm that goes on begins at its time', [6, 0], [6, null]],
])('while history is read for an edited rule, %s', async (_, warm, expected) => {
  await database.db.deleteFrom('alarm_rule_version').execute();
  await keepRuleVersions(system, database.db, [strategy], new Date(0));
  await site.send(minutes(60, 10));
  await editWhile(minutes(9, 1, warm));
  await site.send(minutes(0, 0, warm));
  await site.alarms.judgeLateNow();
  expect(await alarms()).toEqual([expected]);
  expect((await database.pool.query('SELECT * FROM alarm_late_stretch')).rows).toEqual([]);
});

test('what came meanwhile is judged after a stop, too', async () => {
  await site.send(minutes(60, 10));
  await editWhile(minutes(9, 1, [6, 4]));
  await site.send(minutes(0, 0));
  const { rows } = await database.pool.query('SELECT point_id, from_at FROM alarm_late_stretch');
  expect(rows).toEqual([{ point_id: point, from_at: new Date(noon - 10 * minute) }]);
});
