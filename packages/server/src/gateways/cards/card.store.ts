import { sql } from 'kysely';
import type { SystemTenant } from '../../access/index.ts';
import type { CardUsage } from '../../platform/cards/cardProvider.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import type { GatewayTenant } from '../gatewayTenant.ts';
import { gatewayVisible } from '../visible.store.ts';

export interface GatewayCard {
  card_number: string;
  bound_at: Date;
  state: string | null;
  /** Whether the carrier knows it; null: it was not asked yet. */
  is_known: boolean | null;
  used_megabytes: number | null;
  used_today_megabytes: number | null;
  total_megabytes: number | null;
  expires_on: string | null;
  read_at: Date | null;
}

/** The card of a gateway the tenant may open; undefined: none is bound. */
export async function cardOf(
  tenant: GatewayTenant,
  db: DbOrTransaction,
  gatewayId: number,
): Promise<GatewayCard | undefined> {
  const { rows } = await sql<GatewayCard>`
    SELECT k.card_number, k.bound_at, k.state, k.is_known, k.used_megabytes, k.used_today_megabytes, k.total_megabytes, k.expires_on, k.read_at
    FROM gateway_card k JOIN gateway g ON g.id = k.gateway_id WHERE g.id = ${gatewayId} AND ${gatewayVisible(tenant)}`.execute(
    db,
  );
  return rows[0];
}

/** @param gatewayId one that was found for the tenant */
export async function insertCard(
  _system: SystemTenant,
  transaction: DbOrTransaction,
  gatewayId: number,
  cardNumber: string,
  at: Date,
): Promise<void> {
  await transaction
    .insertInto('gateway_card')
    .values({ gateway_id: gatewayId, card_number: cardNumber, bound_at: at })
    .execute();
}

export async function deleteCard(
  _system: SystemTenant,
  transaction: DbOrTransaction,
  gatewayId: number,
): Promise<void> {
  await transaction.deleteFrom('gateway_card').where('gateway_id', '=', gatewayId).execute();
}

/** Cards of which the carrier was not asked since then, the longest waiting first. */
export async function cardsToRead(
  _system: SystemTenant,
  db: DbOrTransaction,
  readBefore: Date,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ card_number: string }>`
    SELECT card_number FROM gateway_card WHERE read_at IS NULL OR read_at < ${readBefore}
    ORDER BY read_at NULLS FIRST LIMIT ${limit}`.execute(db);
  return rows.map(({ card_number }) => card_number);
}

/** Keeps what the carrier said; of cards it did not mention, that it was asked and knows nothing. */
export async function writeUsage(
  _system: SystemTenant,
  db: DbOrTransaction,
  asked: readonly string[],
  usage: readonly CardUsage[],
  at: Date,
): Promise<void> {
  const byNumber = new Map(usage.map((each) => [each.cardNumber, each]));
  const rows = asked.map((number) => byNumber.get(number));
  await sql`
    UPDATE gateway_card k SET state = u.state, is_known = u.known, used_megabytes = u.used, used_today_megabytes = u.today,
      total_megabytes = u.total, expires_on = u.expires, read_at = ${at}
    FROM unnest(${[...asked]}::text[], ${rows.map((row) => row?.state ?? null)}::text[], ${rows.map((row) => row !== undefined)}::boolean[],
      ${rows.map((row) => row?.usedMegabytes ?? null)}::float8[], ${rows.map((row) => row?.usedTodayMegabytes ?? null)}::float8[],
      ${rows.map((row) => row?.totalMegabytes ?? null)}::float8[], ${rows.map((row) => row?.expiresOn ?? null)}::date[])
      AS u(number, state, known, used, today, total, expires)
    WHERE k.card_number = u.number`.execute(db);
}
