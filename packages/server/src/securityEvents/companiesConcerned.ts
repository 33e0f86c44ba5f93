import { companiesOfUser, system } from '../access/index.ts';
import type { SecurityEvent } from '../events.ts';
import type { Db } from '../platform/db/database.ts';

/**
 * Which companies see an event: the one in which it happened, else every company of the person whose account it concerns.
 * A right is missing in one company only; that it was in none is no other company's business.
 * Null: it concerns nobody's account, or nobody of a company.
 */
export async function companiesConcerned(
  db: Db,
  { kind, companyId, userId }: SecurityEvent,
): Promise<readonly (number | null)[]> {
  if (companyId !== null) return [companyId];
  const companies = userId === null || kind === 'rightRefused' ? [] : await companiesOfUser(system, db, userId);
  return companies.length > 0 ? companies.map(({ id }) => id) : [null];
}
