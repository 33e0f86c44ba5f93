import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { generateTables } from './generateTables.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

test('the committed table types are those of the migrated database; when not, run `npm run docs`', async () => {
  // A partition or foreign schema that a process makes for itself is no table of ours.
  await database.pool.query(
    "CREATE TABLE sample_log_test PARTITION OF sample_log FOR VALUES FROM ('2026-01-01') TO ('2026-01-02')",
  );
  const committed = readFileSync(path.join(import.meta.dirname, 'tables.generated.ts'), 'utf8');
  expect(await generateTables(database.pool)).toBe(committed);
});

test('a column of a type it does not know is named', async () => {
  await database.pool.query('CREATE TABLE odd (place point)');
  await expect(generateTables(database.pool)).rejects.toThrow('does not know the type point of odd.place');
});
