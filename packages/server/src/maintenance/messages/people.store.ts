import { sql } from 'kysely';
import type { CompanyTenant, SystemTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';

/** Who leads a team: is told of its visits. Without a leader all of its members are. */
export async function leadersOf(
  _tenant: CompanyTenant | SystemTenant,
  db: DbOrTransaction,
  contractId: number,
): Promise<number[]> {
  const { rows } = await sql<{ user_id: number; is_admin: boolean }>`
    SELECT x.user_id, x.is_admin FROM maintenance_contract k JOIN maintenance_team t ON t.id = k.team_id AND t.enabled
      JOIN maintenance_member x ON x.team_id = t.id JOIN membership m ON m.user_id = x.user_id AND m.company_id = t.company_id AND m.active
    WHERE k.id = ${contractId} ORDER BY x.user_id`.execute(db);
  const leaders = rows.filter(({ is_admin }) => is_admin);
  return (leaders.length > 0 ? leaders : rows).map(({ user_id }) => user_id);
}

export interface EndingContract {
  id: number;
  company_id: number;
  name: string;
  number: string;
  ends_on: string;
  days_left: number;
  told: number[];
}

/** Contracts in effect that end within so many days where their company is; locked. What another server holds is left out. */
export async function lockEndingContracts(
  _system: SystemTenant,
  transaction: DbOrTransaction,
  now: Date,
  withinDays: number,
): Promise<EndingContract[]> {
  const today = sql`(${now}::timestamptz AT TIME ZONE c.time_zone)::date`;
  const { rows: locked } = await sql<{ id: number }>`
    SELECT k.id FROM maintenance_contract k JOIN company c ON c.id = k.company_id
    WHERE k.terminated_at IS NULL AND k.valid_to BETWEEN ${today} AND ${today} + ${withinDays}::int
      AND (SELECT count(*) FROM maintenance_signature s WHERE s.contract_id = k.id) = 2
    ORDER BY k.id FOR UPDATE OF k SKIP LOCKED`.execute(transaction);
  if (locked.length === 0) return [];
  // In a statement of its own: the one that locks may have begun before another server noted what it told.
  const { rows } = await sql<EndingContract>`
    SELECT k.id, k.company_id, k.name, k.number, k.valid_to::text AS ends_on, k.valid_to - ${today} AS days_left,
      ARRAY(SELECT mark::int FROM maintenance_contract_reminded r WHERE r.contract_id = k.id AND r.valid_to = k.valid_to) AS told
    FROM maintenance_contract k JOIN company c ON c.id = k.company_id
    WHERE k.id = ANY(${locked.map(({ id }) => id)}::int[]) ORDER BY k.id`.execute(transaction);
  return rows;
}

export async function noteContractReminded(
  _system: SystemTenant,
  transaction: DbOrTransaction,
  { id, ends_on }: Pick<EndingContract, 'id' | 'ends_on'>,
  mark: number,
): Promise<void> {
  await transaction
    .insertInto('maintenance_contract_reminded')
    .values({ contract_id: id, valid_to: ends_on, mark })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
