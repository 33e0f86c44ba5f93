import { type RawBuilder, sql } from 'kysely';
import type { SystemTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';

/** What people are reminded of the end of. */
export type EndKind = 'contract' | 'warranty';

/** Where each end stands: `k` with its id, number and name, the day of the end, and what of it was told. */
const ends: Readonly<
  Record<
    EndKind,
    { table: RawBuilder<unknown>; end: RawBuilder<unknown>; number: RawBuilder<unknown>; told: RawBuilder<unknown> }
  >
> = {
  contract: {
    table: sql`asset_contract k`,
    end: sql`k.valid_to`,
    number: sql`k.number`,
    told: sql`SELECT mark::int FROM asset_contract_reminded r WHERE r.contract_id = k.id AND r.valid_to = k.valid_to`,
  },
  warranty: {
    table: sql`asset k`,
    end: sql`k.warranty_until`,
    number: sql`k.code`,
    told: sql`SELECT mark::int FROM asset_warranty_reminded r WHERE r.asset_id = k.id AND r.valid_to = k.warranty_until`,
  },
};
/** What was disposed of is under warranty no longer. */
const isKept = (kind: EndKind): RawBuilder<boolean> =>
  kind === 'warranty' ? sql<boolean>`k.usage <> 'disposed'` : sql<boolean>`true`;

/** Companies with a contract or a warranty, by id. */
export async function companiesWithEnds(
  _system: SystemTenant,
  db: DbOrTransaction,
): Promise<{ id: number; time_zone: string }[]> {
  const { rows } = await sql<{ id: number; time_zone: string }>`SELECT c.id, c.time_zone FROM company c
    WHERE EXISTS (SELECT 1 FROM asset_contract k WHERE k.company_id = c.id)
      OR EXISTS (SELECT 1 FROM asset a WHERE a.company_id = c.id AND a.warranty_until IS NOT NULL) ORDER BY c.id`.execute(
    db,
  );
  return rows;
}

export interface Ending {
  id: number;
  number: string;
  name: string;
  ends_on: string;
  days_left: number;
  /** Marks of this end that were told already. */
  told: number[];
}

/** Contracts or warranties of a company that end within so many days from today; locked. */
export async function lockEnding(
  _system: SystemTenant,
  transaction: DbOrTransaction,
  kind: EndKind,
  companyId: number,
  today: string,
  withinDays: number,
): Promise<Ending[]> {
  const { table, end, number, told } = ends[kind];
  const { rows: locked } = await sql<{ id: number }>`
    SELECT k.id FROM ${table} WHERE k.company_id = ${companyId} AND ${isKept(kind)}
      AND ${end} BETWEEN ${today}::date AND ${today}::date + ${withinDays}::int
    ORDER BY k.id FOR UPDATE OF k SKIP LOCKED`.execute(transaction);
  if (locked.length === 0) return [];
  // In a statement of its own: the one that locks may have begun before another server noted what it sent.
  const { rows } = await sql<Ending>`
    SELECT k.id, ${number} AS number, k.name, ${end}::text AS ends_on, ${end} - ${today}::date AS days_left, ARRAY(${told}) AS told
    FROM ${table} WHERE k.id = ANY(${locked.map(({ id }) => id)}::int[]) ORDER BY ${end}, k.id`.execute(transaction);
  return rows;
}

export async function noteReminded(
  _system: SystemTenant,
  transaction: DbOrTransaction,
  kind: EndKind,
  endings: readonly { id: number; ends_on: string; mark: number }[],
): Promise<void> {
  if (kind === 'contract')
    await transaction
      .insertInto('asset_contract_reminded')
      .values(endings.map(({ id, ends_on, mark }) => ({ contract_id: id, valid_to: ends_on, mark })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  else
    await transaction
      .insertInto('asset_warranty_reminded')
      .values(endings.map(({ id, ends_on, mark }) => ({ asset_id: id, valid_to: ends_on, mark })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}
