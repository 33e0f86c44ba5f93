import { type RawBuilder, sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../../testing/database.ts';
import { silentLog } from '../log/log.ts';
import { containsText, searchTextContains } from './containsText.ts';
import { openDatabase } from './database.ts';

test('a text is found in each of the columns, in any case, as it is written and not as a pattern', async () => {
  const own = await testDatabase();
  const { db, close } = openDatabase(own.url, silentLog);
  const found = async (condition: RawBuilder<boolean>) =>
    (
      await sql<{ id: number }>`
        SELECT id FROM (VALUES (1, '冷库 Été 50%', NULL), (2, 'Freezer', '冷冻间'), (3, NULL, 'a_b')) thing(id, name, name_en)
        WHERE ${condition} ORDER BY id`.execute(db)
    ).rows.map(({ id }) => id);
  const named = (text: string | null | undefined) => found(containsText(text, 'thing.name', sql`thing.name_en`));
  expect(await named('冻')).toEqual([2]);
  expect(await named('été')).toEqual([1]);
  expect(await named('FREEZ')).toEqual([2]);
  expect(await named('0%')).toEqual([1]);
  expect(await named('_')).toEqual([3]);
  expect(await named('%')).toEqual([1]);
  expect([await named(''), await named(null), await named(undefined)]).toEqual(Array(3).fill([1, 2, 3]));
  await close();
  await own.close();
});

test('a column of texts in lower case is searched in the same way', async () => {
  const own = await testDatabase();
  const { db, close } = openDatabase(own.url, silentLog);
  const found = async (text: string | undefined) =>
    (
      await sql<{ id: number }>`
        SELECT id FROM (VALUES (1, 'été 50%'), (2, 'freezer 冷冻间'), (3, 'a_b\\c')) thing(id, words)
        WHERE ${searchTextContains(text, 'thing.words')} ORDER BY id`.execute(db)
    ).rows.map(({ id }) => id);
  expect(await found('冻')).toEqual([2]);
  expect(await found('ÉTÉ')).toEqual([1]);
  expect(await found('FREEZ')).toEqual([2]);
  expect([await found('%'), await found('_'), await found('\\')]).toEqual([[1], [3], [3]]);
  expect([await found(''), await found(undefined)]).toEqual(Array(2).fill([1, 2, 3]));
  await close();
  await own.close();
});
