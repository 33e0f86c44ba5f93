import type { ContractParty } from '@watchpost/contract';
import { sql } from 'kysely';
import type { CompanyTenant, SystemTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';

export interface SignLink {
  contract_id: number;
  party: ContractParty;
  /** Who signs by it, and the phone that its codes go to. */
  name: string;
  mobile: string;
  /** Of the document when it was sent. */
  hash: string;
  made_by: number | null;
  expires_at: Date;
  used_at: Date | null;
  company_id: number;
  company_name: string;
  company_name_en: string | null;
  time_zone: string;
}

/** A link of a contract that was found for the tenant; the one that was sent before for the same party counts no more. */
export async function replaceSignLink(
  _tenant: CompanyTenant,
  transaction: DbOrTransaction,
  link: Pick<SignLink, 'contract_id' | 'party' | 'name' | 'mobile' | 'hash' | 'made_by' | 'expires_at'> & {
    readonly token_hash: Buffer;
    readonly made_at: Date;
  },
): Promise<void> {
  await transaction
    .insertInto('maintenance_sign_link')
    .values({ ...link, used_at: null })
    .onConflict((conflict) => conflict.columns(['contract_id', 'party']).doUpdateSet({ ...link, used_at: null }))
    .execute();
}

/** A link that is not over, used or not; null: there is none. */
export async function findSignLink(
  _system: SystemTenant,
  db: DbOrTransaction,
  tokenHash: Buffer,
  now: Date,
): Promise<SignLink | null> {
  const { rows } = await sql<SignLink>`
    SELECT l.contract_id, l.party, l.name, l.mobile, l.hash, l.made_by, l.expires_at, l.used_at, k.company_id, c.name AS company_name,
      c.name_en AS company_name_en, z.time_zone
    FROM maintenance_sign_link l JOIN maintenance_contract k ON k.id = l.contract_id JOIN company c ON c.id = k.company_id
      JOIN company_zone z ON z.company_id = c.id
    WHERE l.token_hash = ${tokenHash} AND l.expires_at > ${now}`.execute(db);
  return rows[0] ?? null;
}

/** Uses a link up. @returns false when it was used, replaced or over meanwhile */
export async function useSignLink(
  _system: SystemTenant,
  transaction: DbOrTransaction,
  tokenHash: Buffer,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`UPDATE maintenance_sign_link SET used_at = ${now}
    WHERE token_hash = ${tokenHash} AND used_at IS NULL AND expires_at > ${now} RETURNING party`.execute(transaction);
  return rows.length > 0;
}

/** Forgets the phones of links that have ended, signed by or not: a signature keeps its own. */
export async function forgetSignPhones(_system: SystemTenant, db: DbOrTransaction, now: Date): Promise<void> {
  await sql`UPDATE maintenance_sign_link SET mobile = NULL WHERE expires_at <= ${now} AND mobile IS NOT NULL`.execute(
    db,
  );
}

/** Whether a phone is that of the account of somebody. */
export async function isMobileOf(
  _tenant: CompanyTenant,
  db: DbOrTransaction,
  userId: number,
  mobile: string,
): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM app_user WHERE id = ${userId} AND mobile = ${mobile}`.execute(db);
  return rows.length > 0;
}
