import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from './database.ts';

let one: TestDatabase;
let other: TestDatabase;
beforeAll(async () => {
  [one, other] = await Promise.all([testDatabase(), testDatabase()]);
});
afterAll(() => Promise.all([one.close(), other.close()]));

test('each test database holds every migration', async () => {
  const { rows } = await one.pool.query('SELECT count(*)::int AS n FROM migration');
  expect(rows[0].n).toBeGreaterThan(0);
});

test('what one test writes another does not see', async () => {
  await one.pool.query('CREATE TABLE only_here (n int)');
  await expect(other.pool.query('SELECT * FROM only_here')).rejects.toThrow('does not exist');
});

test('Chinese text is compared and folded as text', async () => {
  const { rows } = await one.pool.query("SELECT length('哨站') AS n, upper('éa') AS u");
  expect(rows[0]).toEqual({ n: 2, u: 'ÉA' });
});
