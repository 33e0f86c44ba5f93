import { type RawBuilder, sql } from 'kysely';
import { mobileOf } from '../../platform/phoneNumber.ts';

const pattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** An entry in one of these. */
export const inOneOf = (projectIds: readonly number[]): RawBuilder<boolean> =>
  sql<boolean>`e.project_id = ANY(${[...projectIds]}::int[])`;

/**
 * A member `m` of user `u` whose name, nickname, account, number or address holds this text.
 *
 * @param nameAlone nobody finds out accounts, numbers and addresses piece by piece; a whole number finds its holder all the same
 */
export const textCondition = (text: string, nameAlone = false): RawBuilder<boolean> => {
  const like = pattern(text);
  if (nameAlone) {
    return sql<boolean>`(m.real_name COLLATE "C" ILIKE ${like} OR u.nickname COLLATE "C" ILIKE ${like}
      OR u.mobile = ${mobileOf(text)})`;
  }
  // The collation of names has no patterns.
  return sql<boolean>`(m.real_name COLLATE "C" ILIKE ${like} OR u.nickname COLLATE "C" ILIKE ${like}
    OR u.account ILIKE ${like} OR u.mobile LIKE ${like} OR u.email ILIKE ${like})`;
};
