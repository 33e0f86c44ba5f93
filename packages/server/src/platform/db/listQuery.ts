import { type RawBuilder, sql } from 'kysely';
import type { DbOrTransaction } from './database.ts';

/** Which rows of a list are read: `offset` rows are passed over, then at most `limit`. */
export interface RowRange {
  readonly offset: number;
  readonly limit: number;
}

/** Condition: all of these hold. What stands for "not asked" (undefined, null, false, 0 or '') is left out. */
export const allOf = (
  ...conditions: readonly (RawBuilder<unknown> | undefined | null | false | 0 | '')[]
): RawBuilder<boolean> =>
  sql<boolean>`${sql.join(
    conditions.filter((condition) => !!condition),
    sql` AND `,
  )}`;

/**
 * Condition: the column holds one of the values; with an empty list no row does.
 *
 * @param column a name as in `d.kind`
 * @param values undefined or null: it is not asked
 */
export function oneOf(
  column: string,
  values: readonly number[] | readonly string[] | null | undefined,
): RawBuilder<boolean> | undefined {
  if (values == null) return undefined;
  const type = typeof values[0] === 'string' ? sql`text[]` : sql`int[]`;
  return values.length === 0 ? sql<boolean>`false` : sql<boolean>`${sql.ref(column)} = ANY(${[...values]}::${type})`;
}

/** How a list is sorted, as SQL. */
export const direction = (ascending: boolean): RawBuilder<unknown> => (ascending ? sql`ASC` : sql`DESC`);

/**
 * Some rows of a list, and how many the list has in all.
 *
 * @param query `counted` are the tables of `where`, when `from` joins more of them, none of which adds or removes a row
 */
export async function pageOfRows<Row>(
  db: DbOrTransaction,
  { offset, limit }: RowRange,
  query: {
    readonly columns: RawBuilder<unknown>;
    readonly from: RawBuilder<unknown>;
    readonly counted?: RawBuilder<unknown>;
    readonly where: RawBuilder<unknown>;
    readonly order: RawBuilder<unknown>;
  },
): Promise<{ rows: Row[]; total: number }> {
  const { columns, from, counted = from, where, order } = query;
  const { rows } =
    await sql<Row>`SELECT ${columns} FROM ${from} WHERE ${where} ORDER BY ${order} OFFSET ${offset} LIMIT ${limit}`.execute(
      db,
    );
  const total = await sql<{ count: number }>`SELECT count(*) FROM ${counted} WHERE ${where}`.execute(db);
  return { rows, total: total.rows[0]!.count };
}
