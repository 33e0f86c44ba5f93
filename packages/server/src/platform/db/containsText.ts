import { type RawBuilder, sql } from 'kysely';

/**
 * Condition: one of these columns contains the text, in upper or lower case. A text that nobody asked for (empty, null
 * or undefined) is contained everywhere.
 *
 * Uses the collation that PostgreSQL brings itself: the one of names, which asks ICU about each letter, takes five times as long.
 *
 * @param columns names as in `d.name`, or expressions
 */
export function containsText(
  text: string | null | undefined,
  ...columns: readonly (string | RawBuilder<unknown>)[]
): RawBuilder<boolean> {
  if (!text) return sql<boolean>`true`;
  const all = sql.join(columns.map((column) => (typeof column === 'string' ? sql.ref(column) : column)));
  return sql<boolean>`strpos(lower(concat_ws(chr(10), ${all}) COLLATE pg_c_utf8), lower(${text}::text COLLATE pg_c_utf8)) > 0`;
}

/**
 * Condition: the name of a row, in either language, contains the text, in upper or lower case. Uses an index of its parts once
 * the text has three letters; with fewer every name is looked at.
 *
 * @param table what the table with `name` and `name_en` is called in the query; it has the index
 */
export function nameContains(text: string | null | undefined, table: string): RawBuilder<boolean> {
  if (!text) return sql<boolean>`true`;
  const [name, nameEn] = [sql.ref(`${table}.name`), sql.ref(`${table}.name_en`)];
  // Letter by letter as in the index, or it is not used.
  return sql<boolean>`lower((${name} || chr(10) || coalesce(${nameEn}, '')) COLLATE pg_c_utf8) LIKE ${patternOf(text)}`;
}

/**
 * Condition: a stored column contains the text, in upper or lower case. Uses an index of its parts once the text has
 * three letters; with fewer every row is looked at, without putting its texts together.
 *
 * @param column the generated column of texts in lower case, collation `pg_c_utf8`
 */
export function searchTextContains(text: string | null | undefined, column: string): RawBuilder<boolean> {
  if (!text) return sql<boolean>`true`;
  return sql<boolean>`${sql.ref(column)} LIKE ${patternOf(text)}`;
}

const patternOf = (text: string): RawBuilder<string> =>
  sql<string>`lower(${`%${text.replace(/[\\%_]/g, '\\$&')}%`}::text COLLATE pg_c_utf8)`;
