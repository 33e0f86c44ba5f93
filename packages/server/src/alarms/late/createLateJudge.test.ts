import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../platform/db/database.ts';
import { silentLog } from '../../platform/log/log.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { createMemory } from '../engine/index.ts';
import { emptyWatchList } from '../evaluator/watchList.ts';
import { createLateJudge } from './createLateJudge.ts';

let testDb: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDb = await testDatabase();
  database = openDatabase(testDb.url, silentLog);
});
afterAll(async () => {
  await database.close();
  await testDb.close();
});

test('a point that is to be judged from an earlier moment while a batch writes what was late before is judged once more', async () => {
  const pointId = 7;
  let batch = 0;
  const judge = createLateJudge({
    ...{ db: database.db, log: silentLog, memory: createMemory(), watchList: () => emptyWatchList },
    ...{ now: () => 0, watermarkOf: () => null, factsOf: () => undefined },
    history: { rawChunks: async function* () {}, knownBefore: async () => new Set(), newest: async () => new Map() },
    wanted: () => void takeBatch(),
  });
  async function takeBatch(): Promise<void> {
    batch++;
    const step = judge.step(judge.take(), new Map());
    if (batch === 1) await judge.judgeFrom(new Map([[pointId, 500]]), async () => undefined);
    judge.committed(step);
  }
  judge.committed(judge.step(judge.take(), new Map([[pointId, 1000]])));
  await judge.judgeNow();
  // One batch for what was late, and another for what was asked meanwhile.
  expect(batch).toBe(2);
  await judge.stop();
});
