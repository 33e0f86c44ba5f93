import { companiesOfUser, system } from '../access/index.ts';
import type { SecurityEvent } from '../events.ts';
import type { Db } from '../platform/db/database.ts';

/**
 * Which companies see an event: the one in which it happened, else every company of the person whose account it concerns.
 * Null: it concerns nobody's account, or nobody of a company.
 */
export async function companiesConcerned(
  db: Db,
  { companyId, userId }: SecurityEvent,
): Promise<readonly (number | null)[]> {
  if (companyId !== null) return [companyId];
  const companies = userId === null ? [] : await companiesOfUser(system, db, userId);
  return companies.length > 0 ? companies.map(({ id }) => id) : [null];
}
