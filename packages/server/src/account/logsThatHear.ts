import { companiesOfUser, system } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';

/**
 * In whose operation logs stands what a person does where no company is named yet: each of his companies asks who came in and
 * what changed about it, and it is not theirs which others he belongs to. Null: he belongs to none.
 */
export async function logsThatHear(db: DbOrTransaction, userId: number): Promise<readonly (number | null)[]> {
  const companies = await companiesOfUser(system, db, userId);
  return companies.length > 0 ? companies.map(({ id }) => id) : [null];
}
