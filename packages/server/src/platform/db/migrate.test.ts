import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { migrate } from './migrate.ts';

let database: TestDatabase;
let folder: string;
beforeEach(async () => {
  database = await testDatabase();
  // The product's own migrations are in it already; here the test's files are the only ones.
  await database.pool.query('DELETE FROM migration');
  folder = mkdtempSync(path.join(tmpdir(), 'watchpost-migrations-'));
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

function write(name: string, sql: string): void {
  writeFileSync(path.join(folder, name), sql);
}

test('files are applied once, in the order of their names', async () => {
  write('0002_second.sql', 'INSERT INTO first_here VALUES (2);');
  write('0001_first.sql', 'CREATE TABLE first_here (n int); INSERT INTO first_here VALUES (1);');
  write('notes.txt', 'not SQL');
  expect(await migrate(database.pool, { folder })).toEqual(['0001_first.sql', '0002_second.sql']);
  expect(await migrate(database.pool, { folder })).toEqual([]);
  const { rows } = await database.pool.query('SELECT n FROM first_here ORDER BY n');
  expect(rows).toEqual([{ n: 1 }, { n: 2 }]);
});

test('two servers that start together apply each file once', async () => {
  write('0001_first.sql', 'CREATE TABLE first_here (n int);');
  const applied = await Promise.all([migrate(database.pool, { folder }), migrate(database.pool, { folder })]);
  expect(applied.flat()).toEqual(['0001_first.sql']);
});

test('a file that fails leaves nothing behind and is named with its line', async () => {
  write('0001_good.sql', 'CREATE TABLE good (n int);');
  write('0002_bad.sql', 'CREATE TABLE half_way (n int);\nSELECT nothing_such;\n');
  await expect(migrate(database.pool, { folder })).rejects.toThrow(
    'The migration 0002_bad.sql failed at line 2: column "nothing_such" does not exist.',
  );
  const { rows } = await database.pool.query("SELECT to_regclass('half_way') AS half, to_regclass('good') AS good");
  expect(rows[0]).toEqual({ half: null, good: 'good' });
  write('0002_bad.sql', 'CREATE TABLE half_way (n int);');
  expect(await migrate(database.pool, { folder })).toEqual(['0002_bad.sql']);
});

test('editing an applied file is refused; other line ends are no edit', async () => {
  write('0001_first.sql', 'CREATE TABLE t (n int);\n');
  await migrate(database.pool, { folder });
  write('0001_first.sql', 'CREATE TABLE t (n int);\r\n');
  expect(await migrate(database.pool, { folder })).toEqual([]);
  write('0001_first.sql', 'CREATE TABLE t (n bigint);\n');
  await expect(migrate(database.pool, { folder })).rejects.toThrow(
    '0001_first.sql was edited after it had been applied',
  );
});

test('a database of a newer version is refused', async () => {
  write('0001_first.sql', 'SELECT 1;');
  write('0002_second.sql', 'SELECT 1;');
  await migrate(database.pool, { folder });
  rmSync(path.join(folder, '0002_second.sql'));
  await expect(migrate(database.pool, { folder })).rejects.toThrow('used by a newer version (it has 0002_second.sql');
});

test('a new file must sort after those applied', async () => {
  write('0002_second.sql', 'SELECT 1;');
  await migrate(database.pool, { folder });
  write('0001_late.sql', 'SELECT 1;');
  await expect(migrate(database.pool, { folder })).rejects.toThrow('0001_late.sql sorts before 0002_second.sql');
});
