import type { Language } from '@watchpost/contract';
import { sql } from 'kysely';
import { type CompanyTenant, inProjects, type SystemTenant, type UserTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { isDarkSql } from './darkness.ts';

export interface DisplayListRow {
  id: number;
  name: string;
  screen_id: number;
  screen_name: string;
  project_id: number;
  project_name: string;
  project_name_en: string | null;
  language: Language;
  sound: boolean;
  from_hour: number;
  until_hour: number;
  is_dark: boolean;
  last_seen_at: Date;
  revoked_at: Date | null;
  paired_name: string | null;
  paired_at: Date;
}

/** How long a wall that was revoked stays in the list. */
const revokedListed = "interval '30 days'";

/** Walls that hang in projects of the tenant, or those of them; without `only`, none that was revoked long before `at`. */
export async function displaysOf(
  tenant: UserTenant,
  db: DbOrTransaction,
  at: Date,
  only?: readonly number[],
): Promise<DisplayListRow[]> {
  const { rows } = await sql<DisplayListRow>`
    SELECT w.id, w.name, s.id AS screen_id, s.name AS screen_name, w.project_id, place.name AS project_name, place.name_en AS project_name_en,
      w.language, w.sound, w.from_hour, w.until_hour, ${sql.raw(isDarkSql(`'${at.toISOString()}'::timestamptz`))} AS is_dark, w.last_seen_at, w.revoked_at, person.name AS paired_name, w.paired_at
    FROM display w JOIN data_screen s ON s.id = w.data_screen_id JOIN project p ON p.id = w.project_id
    JOIN place_name place ON place.place_id = w.project_id LEFT JOIN person ON person.user_id = w.paired_by
    WHERE s.company_id = ${tenant.companyId} AND p.company_id = s.company_id AND ${inProjects(tenant, 'w.project_id')}
      AND ${only ? sql`w.id = ANY(${[...only]}::int[])` : sql`(w.revoked_at IS NULL OR w.revoked_at > ${at}::timestamptz - ${sql.raw(revokedListed)})`}
    ORDER BY w.revoked_at IS NOT NULL, w.name, w.id`.execute(db);
  return rows;
}

/** Walls of these screens that are not revoked, wherever they hang in the company. */
export async function wallsOfScreens(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  screenIds: readonly number[],
): Promise<{ id: number; name: string; project_id: number; screen_id: number; screen_name: string }[]> {
  const { rows } = await sql<{ id: number; name: string; project_id: number; screen_id: number; screen_name: string }>`
    SELECT w.id, w.name, w.project_id, s.id AS screen_id, s.name AS screen_name
    FROM display w JOIN data_screen s ON s.id = w.data_screen_id JOIN project p ON p.id = w.project_id
    WHERE s.company_id = ${tenant.companyId} AND p.company_id = s.company_id AND s.id = ANY(${[...screenIds]}::int[])
      AND w.revoked_at IS NULL ORDER BY w.id`.execute(transaction);
  return rows;
}

export interface DisplayValues {
  data_screen_id: number;
  project_id: number;
  name: string;
  language: Language;
  sound: boolean;
  from_hour: number;
  until_hour: number;
}

export async function insertDisplay(
  _tenant: CompanyTenant,
  transaction: DbOrTransaction,
  values: DisplayValues & { token_hash: Buffer; paired_by: number },
  at: Date,
): Promise<number> {
  const row = await transaction
    .insertInto('display')
    .values({ ...values, token_from: at, paired_at: at, last_seen_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** @param id of a wall that was found for the tenant */
export async function updateDisplay(
  _tenant: CompanyTenant,
  transaction: DbOrTransaction,
  id: number,
  values: DisplayValues,
): Promise<void> {
  await transaction.updateTable('display').set(values).where('id', '=', id).execute();
}

/** @param ids of walls that were found for the tenant */
export async function revokeDisplays(
  _tenant: CompanyTenant,
  transaction: DbOrTransaction,
  ids: readonly number[],
  at: Date,
): Promise<void> {
  await sql`UPDATE display SET revoked_at = ${at} WHERE id = ANY(${[...ids]}::int[]) AND revoked_at IS NULL`.execute(
    transaction,
  );
}

/** Begins a pairing, and forgets those that nobody confirmed in time. */
export async function insertPairing(
  _system: SystemTenant,
  transaction: DbOrTransaction,
  pairing: { secret_hash: Buffer; code_hash: Buffer; expires_at: Date },
  at: Date,
): Promise<void> {
  await sql`DELETE FROM display_pairing WHERE expires_at < ${at}`.execute(transaction);
  await transaction.insertInto('display_pairing').values(pairing).execute();
}

/** Waits for the pairing that shows this code; undefined: there is none, or somebody confirmed it. */
export async function lockPairing(
  _tenant: CompanyTenant,
  transaction: DbOrTransaction,
  codeHash: Buffer,
  at: Date,
): Promise<{ secret_hash: Buffer } | undefined> {
  const { rows } = await sql<{ secret_hash: Buffer }>`SELECT secret_hash FROM display_pairing
    WHERE code_hash = ${codeHash} AND expires_at > ${at} AND display_id IS NULL FOR UPDATE`.execute(transaction);
  return rows[0];
}

/** Confirms a pairing; the wall has until then to ask for its token. */
export async function confirmPairing(
  _tenant: CompanyTenant,
  transaction: DbOrTransaction,
  secretHash: Buffer,
  displayId: number,
  until: Date,
): Promise<void> {
  await sql`UPDATE display_pairing SET display_id = ${displayId}, expires_at = greatest(expires_at, ${until}) WHERE secret_hash = ${secretHash}`.execute(
    transaction,
  );
}

/** How a pairing stands; undefined: it is over. */
export async function findPairing(
  _system: SystemTenant,
  db: DbOrTransaction,
  secretHash: Buffer,
  at: Date,
): Promise<{ display_id: number | null } | undefined> {
  const { rows } = await sql<{ display_id: number | null }>`SELECT display_id FROM display_pairing
    WHERE secret_hash = ${secretHash} AND expires_at > ${at}`.execute(db);
  return rows[0];
}

export interface Wall {
  id: number;
  company_id: number;
  company_name: string;
  company_name_en: string | null;
  screen_id: number;
  project_id: number;
  name: string;
  language: Language;
  sound: boolean;
  from_hour: number;
  until_hour: number;
  time_zone: string;
  last_seen_at: Date;
  token_from: Date;
  is_next: boolean;
}

/** The wall display that holds this token; undefined: it was revoked, or its project was deleted or moved to another company. */
export async function findWall(
  _system: SystemTenant,
  db: DbOrTransaction,
  tokenHash: Buffer,
  notBefore: Date,
): Promise<Wall | undefined> {
  const { rows } = await sql<Wall>`
    SELECT w.id, s.company_id, c.name AS company_name, c.name_en AS company_name_en, s.id AS screen_id, w.project_id, w.name, w.language, w.sound, w.from_hour,
      w.until_hour, p.time_zone, w.last_seen_at, w.token_from,
      w.token_hash <> ${tokenHash} AS is_next
    FROM display w JOIN data_screen s ON s.id = w.data_screen_id JOIN company c ON c.id = s.company_id
    JOIN project p ON p.id = w.project_id AND p.company_id = s.company_id AND p.deleted_at IS NULL
    WHERE (w.token_hash = ${tokenHash} OR w.next_token_hash = ${tokenHash}) AND w.revoked_at IS NULL AND w.token_from > ${notBefore}`.execute(
    db,
  );
  return rows[0];
}

/** Notes that a wall is on; the token that it came with is the one that counts from now on where it was the next one. */
export async function noteSeen(
  _system: SystemTenant,
  db: DbOrTransaction,
  id: number,
  at: Date,
  promoted: boolean,
): Promise<void> {
  await sql`UPDATE display SET last_seen_at = ${at}${
    promoted ? sql`, token_hash = next_token_hash, next_token_hash = NULL, token_from = ${at}` : sql``
  } WHERE id = ${id} ${promoted ? sql`AND next_token_hash IS NOT NULL` : sql``}`.execute(db);
}

export async function setNextToken(
  _system: SystemTenant,
  db: DbOrTransaction,
  id: number,
  tokenHash: Buffer,
): Promise<void> {
  await sql`UPDATE display SET next_token_hash = ${tokenHash} WHERE id = ${id} AND next_token_hash IS DISTINCT FROM ${tokenHash}`.execute(
    db,
  );
}

/** The token of a wall that was just paired; one that it renewed since stays. */
export async function setFirstToken(
  _system: SystemTenant,
  db: DbOrTransaction,
  id: number,
  tokenHash: Buffer,
): Promise<void> {
  await sql`UPDATE display SET token_hash = ${tokenHash} WHERE id = ${id} AND token_from = paired_at AND next_token_hash IS NULL
    AND token_hash <> ${tokenHash}`.execute(db);
}
