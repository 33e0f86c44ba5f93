import { sql } from 'kysely';
import type { CompanyTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';

/** The sealed secret of a company; the first call makes it. */
export async function masterOf(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  fresh: () => Buffer,
): Promise<Buffer> {
  await sql`INSERT INTO boot_key (company_id, master) VALUES (${tenant.companyId}, ${fresh()}) ON CONFLICT DO NOTHING`.execute(
    transaction,
  );
  const { rows } = await sql<{
    master: Buffer;
  }>`SELECT master FROM boot_key WHERE company_id = ${tenant.companyId}`.execute(transaction);
  return rows[0]!.master;
}

export interface ShownKey {
  version: number;
  shown_at: Date;
  shown_name: string;
}

/** Which key of a number was shown last, and to whom; null: none was, and its first one counts. */
export async function shownKeyOf(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  unitNumber: string,
): Promise<ShownKey | null> {
  const { rows } = await sql<ShownKey>`SELECT version, shown_at, shown_name FROM boot_unit_key
    WHERE company_id = ${tenant.companyId} AND unit_number = ${unitNumber}`.execute(db);
  return rows[0] ?? null;
}

export async function noteShownKey(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  unitNumber: string,
  { version, shown_at, shown_name }: ShownKey,
): Promise<void> {
  await sql`INSERT INTO boot_unit_key (company_id, unit_number, version, shown_at, shown_name)
    VALUES (${tenant.companyId}, ${unitNumber}, ${version}, ${shown_at}, ${shown_name})
    ON CONFLICT (company_id, unit_number)
    DO UPDATE SET version = excluded.version, shown_at = excluded.shown_at, shown_name = excluded.shown_name`.execute(
    transaction,
  );
}
