import { companiesOfUser, system } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';

/**
 * Companies whose operation logs record what a person does where no company is named yet: each of their companies asks who came
 * in and what changed, and none learns which others they belong to. Null: the person belongs to none.
 */
export async function logsThatHear(db: DbOrTransaction, userId: number): Promise<readonly (number | null)[]> {
  const companies = await companiesOfUser(system, db, userId);
  return companies.length > 0 ? companies.map(({ id }) => id) : [null];
}
