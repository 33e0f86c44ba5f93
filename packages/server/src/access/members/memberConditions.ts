import { type RawBuilder, sql } from 'kysely';

const pattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** An entry in one of these. */
export const inOneOf = (projectIds: readonly number[]): RawBuilder<boolean> =>
  sql<boolean>`e.project_id = ANY(${[...projectIds]}::int[])`;

/** A member `m` of user `u` whose name, nickname, account, number or address holds this text. */
export const textCondition = (text: string): RawBuilder<boolean> => {
  const like = pattern(text);
  // The collation of names has no patterns.
  return sql<boolean>`(m.real_name COLLATE "C" ILIKE ${like} OR u.nickname COLLATE "C" ILIKE ${like}
    OR u.account ILIKE ${like} OR u.mobile LIKE ${like} OR u.email ILIKE ${like})`;
};
