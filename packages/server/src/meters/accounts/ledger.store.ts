import type { LedgerKind } from '@watchpost/contract';
import { sql } from 'kysely';
import type { Tenant, UserTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import type { AccountRow } from './accounts.store.ts';

type Side = 'customer' | 'cash' | 'income' | 'opening' | 'writeOff';

/** What is moved from the customer's point of view, and where it comes from or goes to: both lines, or none. @returns its id */
export async function book(
  _tenant: Tenant,
  transaction: DbOrTransaction,
  entry: {
    accountId: number;
    kind: LedgerKind;
    /** Above 0 in the customer's favour. */
    amountFen: number;
    against: Exclude<Side, 'customer'>;
    at: Date;
    throughDay?: string;
    reversesId?: number;
    note?: string;
    byUser: number | null;
  },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO ledger_entry (account_id, kind, booked_at, through_day, reverses_id, note, by_user)
    VALUES (${entry.accountId}, ${entry.kind}, ${entry.at}, ${entry.throughDay ?? null}::date, ${entry.reversesId ?? null}, ${entry.note ?? ''},
      ${entry.byUser}) RETURNING id`.execute(transaction);
  const { id } = rows[0]!;
  await sql`INSERT INTO ledger_line (entry_id, side, amount_fen)
    VALUES (${id}, 'customer', ${entry.amountFen}), (${id}, ${entry.against}, ${-entry.amountFen})`.execute(
    transaction,
  );
  return id;
}

/** Micro-¥ of the days of an account until one, included. */
export async function costThrough(
  _tenant: Tenant,
  db: DbOrTransaction,
  { meter_id, charge_from }: AccountRow,
  day: string,
): Promise<number> {
  const { rows } = await sql<{ micro: number }>`
    SELECT coalesce(sum(micro_of_day(d.cost_micro)), 0)::bigint AS micro FROM energy_day d
    WHERE d.meter_id = ${meter_id} AND d.day BETWEEN ${charge_from}::date AND ${day}::date`.execute(db);
  return rows[0]!.micro;
}

export interface EntryRow {
  id: number;
  kind: LedgerKind;
  amount_fen: number;
  balance_fen: number;
  through_day: string | null;
  booked_at: Date;
  note: string;
  by_name: string | null;
}

/** @param accountId of one that the tenant may see */
export async function pageEntries(
  _tenant: UserTenant,
  db: DbOrTransaction,
  accountId: number,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: EntryRow[]; total: number }> {
  const { rows } = await sql<EntryRow>`
    SELECT e.id, e.kind, l.amount_fen, l.balance_fen, e.through_day::text AS through_day, e.booked_at, e.note, person.name AS by_name
    FROM ledger_entry e JOIN ledger_line l ON l.entry_id = e.id AND l.side = 'customer' LEFT JOIN person ON person.user_id = e.by_user
    WHERE e.account_id = ${accountId} ORDER BY e.id DESC OFFSET ${offset} LIMIT ${limit}`.execute(db);
  const counted = await sql<{
    count: number;
  }>`SELECT count(*) FROM ledger_entry WHERE account_id = ${accountId}`.execute(db);
  return { rows, total: counted.rows[0]!.count };
}
