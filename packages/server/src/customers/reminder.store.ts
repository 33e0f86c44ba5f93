import { sql } from 'kysely';
import type { CompanyTenant, SystemTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';

export interface Reminder {
  days_before: number;
  every: number;
}

/** The rule of a company; null: it set none. */
export async function reminderOf(tenant: CompanyTenant, db: DbOrTransaction): Promise<Reminder | null> {
  const { rows } = await sql<Reminder>`SELECT days_before, every FROM customer_reminder
    WHERE company_id = ${tenant.companyId}`.execute(db);
  return rows[0] ?? null;
}

export async function setReminder(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  { days_before, every }: Reminder,
): Promise<void> {
  await sql`INSERT INTO customer_reminder (company_id, days_before, every) VALUES (${tenant.companyId}, ${days_before}, ${every})
    ON CONFLICT (company_id) DO UPDATE SET days_before = excluded.days_before, every = excluded.every`.execute(
    transaction,
  );
}

export interface RemindedCompany {
  id: number;
  time_zone: string;
  reminder: Reminder | null;
}

/** Companies with customers whose service has not ended for long. */
export async function companiesToRemind(_system: SystemTenant, db: DbOrTransaction): Promise<RemindedCompany[]> {
  const { rows } = await sql<RemindedCompany>`
    SELECT c.id, c.time_zone, CASE WHEN r.company_id IS NULL THEN NULL
      ELSE jsonb_build_object('days_before', r.days_before, 'every', r.every) END AS reminder
    FROM company c LEFT JOIN customer_reminder r ON r.company_id = c.id
    WHERE EXISTS (SELECT 1 FROM customer k WHERE k.company_id = c.id AND k.lost_at IS NULL) ORDER BY c.id`.execute(db);
  return rows;
}

export interface EndingCustomer {
  id: number;
  shop_name: string;
  valid_to: string;
  /** Negative: it ended so many days ago. */
  days_left: number;
  /** How many days before this end people were reminded last; null: they were not. */
  told: number | null;
}

/** Customers of a company that end within so many days from today, or ended so few days ago; locked. */
export async function lockEnding(
  _system: SystemTenant,
  transaction: DbOrTransaction,
  companyId: number,
  today: string,
  { daysBefore, lateDays }: { daysBefore: number; lateDays: number },
): Promise<EndingCustomer[]> {
  const { rows: locked } = await sql<{ id: number }>`
    SELECT c.id FROM customer c
    WHERE c.company_id = ${companyId} AND c.lost_at IS NULL
      AND c.valid_to BETWEEN ${today}::date - ${lateDays}::int AND ${today}::date + ${daysBefore}::int
    ORDER BY c.id FOR UPDATE OF c SKIP LOCKED`.execute(transaction);
  if (locked.length === 0) return [];
  // In a statement of its own: the one that locks may have begun before another server noted what it sent.
  const { rows } = await sql<EndingCustomer>`
    SELECT c.id, c.shop_name, c.valid_to::text AS valid_to, c.valid_to - ${today}::date AS days_left,
      (SELECT min(c.valid_to - d.day) FROM customer_reminded d WHERE d.customer_id = c.id AND d.day <= ${today}::date) AS told
    FROM customer c WHERE c.id = ANY(${locked.map(({ id }) => id)}::int[]) ORDER BY c.valid_to, c.id`.execute(
    transaction,
  );
  return rows;
}

export async function noteReminded(
  _system: SystemTenant,
  transaction: DbOrTransaction,
  customerIds: readonly number[],
  today: string,
): Promise<void> {
  await sql`INSERT INTO customer_reminded (customer_id, day) SELECT id, ${today}::date FROM unnest(${[...customerIds]}::int[]) AS id
    ON CONFLICT DO NOTHING`.execute(transaction);
}
