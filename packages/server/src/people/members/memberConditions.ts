import { type RawBuilder, sql } from 'kysely';
import { containsText } from '../../platform/db/containsText.ts';
import { mobileOf } from '../../platform/phoneNumber.ts';

/** An entry in one of these. */
export const inOneOf = (projectIds: readonly number[]): RawBuilder<boolean> =>
  sql<boolean>`e.project_id = ANY(${[...projectIds]}::int[])`;

/**
 * A member `m` of user `u` whose name, nickname, account, number or address holds this text.
 *
 * @param nameAlone nobody finds out accounts, numbers and addresses piece by piece; a whole number finds its holder all the same
 */
export const textCondition = (text: string, nameAlone = false): RawBuilder<boolean> =>
  nameAlone
    ? sql<boolean>`(${containsText(text, 'm.real_name', 'u.nickname')} OR u.mobile = ${mobileOf(text)})`
    : containsText(text, 'm.real_name', 'u.nickname', 'u.account', 'u.mobile', 'u.email');
