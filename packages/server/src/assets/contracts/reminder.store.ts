import { sql } from 'kysely';
import type { SystemTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';

/** Companies with a contract that has not ended, roughly: time zones decide by a day. */
export async function companiesWithContracts(
  _system: SystemTenant,
  db: DbOrTransaction,
): Promise<{ id: number; time_zone: string }[]> {
  const { rows } = await sql<{ id: number; time_zone: string }>`SELECT c.id, c.time_zone FROM company c
    WHERE EXISTS (SELECT 1 FROM asset_contract k WHERE k.company_id = c.id) ORDER BY c.id`.execute(db);
  return rows;
}

export interface EndingContract {
  id: number;
  number: string;
  name: string;
  valid_to: string;
  days_left: number;
  /** Marks of this end that were told already. */
  told: number[];
}

/** Contracts of a company that end within so many days from today; locked. */
export async function lockEndingContracts(
  _system: SystemTenant,
  transaction: DbOrTransaction,
  companyId: number,
  today: string,
  withinDays: number,
): Promise<EndingContract[]> {
  const { rows: locked } = await sql<{ id: number }>`
    SELECT k.id FROM asset_contract k WHERE k.company_id = ${companyId}
      AND k.valid_to BETWEEN ${today}::date AND ${today}::date + ${withinDays}::int
    ORDER BY k.id FOR UPDATE OF k SKIP LOCKED`.execute(transaction);
  if (locked.length === 0) return [];
  // In a statement of its own: the one that locks may have begun before another server noted what it sent.
  const { rows } = await sql<EndingContract>`
    SELECT k.id, k.number, k.name, k.valid_to::text AS valid_to, k.valid_to - ${today}::date AS days_left,
      ARRAY(SELECT mark::int FROM asset_contract_reminded r WHERE r.contract_id = k.id AND r.valid_to = k.valid_to) AS told
    FROM asset_contract k WHERE k.id = ANY(${locked.map(({ id }) => id)}::int[]) ORDER BY k.valid_to, k.id`.execute(
    transaction,
  );
  return rows;
}

export async function noteContractsReminded(
  _system: SystemTenant,
  transaction: DbOrTransaction,
  contracts: readonly { id: number; valid_to: string; mark: number }[],
): Promise<void> {
  await transaction
    .insertInto('asset_contract_reminded')
    .values(contracts.map(({ id, valid_to, mark }) => ({ contract_id: id, valid_to, mark })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
