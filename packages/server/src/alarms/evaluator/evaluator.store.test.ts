import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { system } from '../../access/index.ts';
import { type Database, openDatabase } from '../../platform/db/database.ts';
import { silentLog } from '../../platform/log/log.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { anEquippedCompany } from '../../testing/equippedCompany.ts';
import { readWatched } from './evaluator.store.ts';
import { createRuleCache } from './ruleCache.ts';

let test_: TestDatabase;
let database: Database;

beforeAll(async () => {
  test_ = await testDatabase();
  database = openDatabase(test_.url, silentLog);
});
afterAll(async () => {
  await database.close();
  await test_.close();
});

const noChanges = { since: new Date(), known: new Map<number, number>() };

test('rules and what they watch are read as of one moment, also when they are changed meanwhile', async () => {
  const { pointId } = await anEquippedCompany(database.db, 'Ours');
  let statements = 0;
  const whileReading = database.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      // The rules were read; the points they watch are moved away before the next statement.
      if (statements++ === 0) {
        await test_.pool.query('DELETE FROM alarm_rule_subject');
        await sql`UPDATE point SET name = 'Renamed' WHERE id = ${pointId}`.execute(database.db);
      }
      return result;
    },
  });
  const { rules, points } = await readWatched(system, whileReading, createRuleCache(silentLog), noChanges);
  expect(statements).toBeGreaterThan(1);
  expect(rules.map(({ subject_id }) => subject_id)).toContain(pointId);
  expect(points.find(({ id }) => id === pointId)).toMatchObject({ name: expect.not.stringMatching('Renamed') });
  expect((await readWatched(system, database.db, createRuleCache(silentLog), noChanges)).rules).toEqual([]);
});
