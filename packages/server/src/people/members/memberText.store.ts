import { type RawBuilder, sql } from 'kysely';
import type { CompanyTenant } from '../../access/index.ts';
import { searchTextContains } from '../../platform/db/containsText.ts';
import { mobileOf } from '../../platform/phoneNumber.ts';

/** A text of as many letters is found by an index of parts; a shorter one is looked for row by row. */
const lettersOfParts = 3;

/**
 * A member `m` whose name, nickname, account, number or address holds this text. A long one is found in the table that has it, each by
 * its own index, and only then looked for among the members; a short one among the company's members alone.
 *
 * @param nameAlone nobody finds out accounts, numbers and addresses piece by piece; a whole number finds its holder all the same
 */
export function textCondition(tenant: CompanyTenant, text: string, nameAlone = false): RawBuilder<boolean> {
  const ofMember = sql`y.company_id = ${tenant.companyId}`;
  const named = searchTextContains(text, 'y.search_name');
  const ofAccount = nameAlone
    ? sql`(${searchTextContains(text, 'x.search_name')} OR x.mobile = ${mobileOf(text)})`
    : searchTextContains(text, 'x.search_text');
  return [...text].length < lettersOfParts
    ? sql<boolean>`m.user_id IN (SELECT y.user_id FROM membership y JOIN app_user x ON x.id = y.user_id
        WHERE ${ofMember} AND (${named} OR ${ofAccount}))`
    : sql<boolean>`m.user_id IN (SELECT y.user_id FROM membership y WHERE ${ofMember} AND ${named}
        UNION ALL SELECT x.id FROM app_user x WHERE ${ofAccount})`;
}
