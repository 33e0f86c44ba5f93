import { type RawBuilder, sql } from 'kysely';
import type { CompanyTenant } from '../../access/index.ts';
import { searchTextContains } from '../../platform/db/containsText.ts';
import { mobileOf } from '../../platform/phoneNumber.ts';

/** An entry in one of these. */
export const inOneOf = (projectIds: readonly number[]): RawBuilder<boolean> =>
  sql<boolean>`e.project_id = ANY(${[...projectIds]}::int[])`;

/**
 * A member `m` whose name, nickname, account, number or address holds this text. People are found in the table that has the
 * text, each by its own index, and only then looked for among the members.
 *
 * @param nameAlone nobody finds out accounts, numbers and addresses piece by piece; a whole number finds its holder all the same
 */
export function textCondition(tenant: CompanyTenant, text: string, nameAlone = false): RawBuilder<boolean> {
  const ofAccount = nameAlone
    ? sql`${searchTextContains(text, 'x.search_name')} OR x.mobile = ${mobileOf(text)}`
    : searchTextContains(text, 'x.search_text');
  return sql<boolean>`m.user_id IN (
    SELECT x.user_id FROM membership x WHERE x.company_id = ${tenant.companyId} AND ${searchTextContains(text, 'x.search_name')}
    UNION ALL SELECT x.id FROM app_user x WHERE ${ofAccount})`;
}
