import { companiesOfUser, system } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';

/** What the companies of somebody are called, in both languages: their passwords are not to be guessed from it. */
export async function companyNamesOf(db: DbOrTransaction, userId: number): Promise<string[]> {
  const companies = await companiesOfUser(system, db, userId);
  return companies.flatMap(({ name, name_en }) => (name_en === null ? [name] : [name, name_en]));
}
