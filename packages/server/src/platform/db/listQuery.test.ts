import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../../testing/database.ts';
import { silentLog } from '../log/log.ts';
import { openDatabase } from './database.ts';
import { allOf, direction, oneOf, pageOfRows } from './listQuery.ts';

test('a page holds its rows in order and the sum of all; a filter that is not set is not asked, an empty one finds nothing', async () => {
  const own = await testDatabase();
  const { db, close } = openDatabase(own.url, silentLog);
  const page = async (kinds: string[] | undefined, ids: number[] | undefined, range = { offset: 1, limit: 2 }) => {
    const { rows, total } = await pageOfRows<{ id: number }>(db, range, {
      columns: sql`thing.id`,
      from: sql`(VALUES (1, 'a'), (2, 'b'), (3, 'a'), (4, 'a')) thing(id, kind)`,
      where: allOf(sql`true`, oneOf('thing.kind', kinds), oneOf('thing.id', ids), undefined, null, false, 0, ''),
      order: sql`thing.id ${direction(false)}`,
    });
    return [rows.map(({ id }) => id), total];
  };
  expect(await page(undefined, undefined)).toEqual([[3, 2], 4]);
  expect(await page(['a'], undefined)).toEqual([[3, 1], 3]);
  expect(await page(['a', 'b'], [2, 4])).toEqual([[2], 2]);
  expect(await page([], undefined)).toEqual([[], 0]);
  expect(await page(undefined, undefined, { offset: 9, limit: 2 })).toEqual([[], 4]);
  await close();
  await own.close();
});
