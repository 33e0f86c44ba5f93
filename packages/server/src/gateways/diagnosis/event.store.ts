import { sql } from 'kysely';
import type { SystemTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import type { GatewayTenant } from '../gatewayTenant.ts';
import { gatewayVisible, slaveVisible } from '../visible.store.ts';

/** Something that happened to a gateway: its line or a slave's came or went, something was wrong with it, or what it sent was refused. */
export interface GatewayEvent {
  at: Date;
  kind: 'up' | 'down' | 'fault' | 'mended' | 'refused';
  slave_name: string | null;
  /** Where it came from, why the line ended, or why it was refused; in one word. */
  detail: string;
  /** Of what was refused: topic or name, and how it began. */
  subject: string | null;
  head: Buffer | null;
  byte_count: number | null;
  /** So many more of its kind came after it within a minute. */
  left_out_count: number | null;
}

/** The newest first. Who sees only listed devices hears of their slaves, and of no message. @param gatewayId one that was found for the tenant */
export async function pageEvents(
  tenant: GatewayTenant,
  db: DbOrTransaction,
  filter: { gatewayId: number; kind?: 'line' | 'slave' | 'refused' | undefined; slaveId?: number | undefined },
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: GatewayEvent[]; total: number }> {
  const { gatewayId, kind, slaveId = null } = filter;
  const lines = sql`SELECT e.at, e.id, e.kind, s.name AS slave_name, e.detail, NULL::text AS subject, NULL::bytea AS head,
      NULL::int AS byte_count, NULL::int AS left_out_count
    FROM gateway_event e JOIN gateway g ON g.id = e.gateway_id LEFT JOIN slave s ON s.id = e.slave_id
    WHERE e.gateway_id = ${gatewayId} AND (e.slave_id IS NULL OR ${slaveVisible(tenant)}) AND (${slaveId}::int IS NULL OR e.slave_id = ${slaveId})
      AND (${kind ?? null}::text IS NULL OR (${kind ?? null} = 'line' AND e.slave_id IS NULL) OR (${kind ?? null} = 'slave' AND e.slave_id IS NOT NULL))`;
  const refused = sql`SELECT r.at, r.id, 'refused' AS kind, NULL::text AS slave_name, r.reason AS detail, r.subject, r.head, r.byte_count, r.left_out_count
    FROM gateway_rejection r JOIN gateway g ON g.id = r.gateway_id
    WHERE r.gateway_id = ${gatewayId} AND NOT g.project_id = ANY(${[...tenant.listedProjectIds]}::int[]) AND ${slaveId}::int IS NULL AND (${kind ?? null}::text IS NULL OR ${kind ?? null} = 'refused')`;
  const both = sql`(${lines} UNION ALL ${refused}) both_kinds`;
  const [{ rows }, counted] = await Promise.all([
    sql<GatewayEvent>`SELECT * FROM ${both} ORDER BY at DESC, id DESC LIMIT ${limit} OFFSET ${offset}`.execute(db),
    sql<{ count: number }>`SELECT count(*) FROM ${both}`.execute(db),
  ]);
  return { rows, total: counted.rows[0]!.count };
}

export interface RefusedOfGateway {
  at: Date;
  reason: string;
  subject: string;
}

/**
 * What the gateway sent and was refused since then, the newest first. That nothing is set up for what it names keeps no gateway away.
 *
 * @param gatewayId one that was found for the tenant
 */
export async function refusedSince(
  _tenant: GatewayTenant,
  db: DbOrTransaction,
  gatewayId: number,
  since: Date | null,
): Promise<RefusedOfGateway[]> {
  const { rows } = await sql<RefusedOfGateway>`
    SELECT at, reason, subject FROM gateway_rejection
    WHERE gateway_id = ${gatewayId} AND reason <> 'unknownPoint' AND (${since}::timestamptz IS NULL OR at >= ${since})
    ORDER BY id DESC LIMIT 20`.execute(db);
  return rows;
}

/** Since then somebody else asked on the line: when that was noted last, of each slave, the newest first. @param gatewayId one that was found for the tenant */
export async function secondMastersSince(
  tenant: GatewayTenant,
  db: DbOrTransaction,
  gatewayId: number,
  since: Date,
): Promise<{ at: Date; slave_name: string | null }[]> {
  const { rows } = await sql<{ at: Date; slave_name: string | null }>`
    SELECT max(e.at) AS at, s.name AS slave_name
    FROM gateway_event e JOIN gateway g ON g.id = e.gateway_id LEFT JOIN slave s ON s.id = e.slave_id
    WHERE e.gateway_id = ${gatewayId} AND e.kind = 'fault' AND e.detail = 'secondMaster' AND e.at >= ${since}
      AND (e.slave_id IS NULL OR ${slaveVisible(tenant)})
    GROUP BY s.id, s.name ORDER BY max(e.at) DESC LIMIT 5`.execute(db);
  return rows;
}

/** Names under which nobody is known and that knocked since then, the newest first. Names that some gateway has are left out. */
export async function strangersSince(
  _system: SystemTenant,
  db: DbOrTransaction,
  since: Date,
): Promise<{ at: Date; subject: string }[]> {
  // A DTU's first bytes may be read as several names.
  const { rows } = await sql<{ at: Date; subject: string }>`
    SELECT max(r.at) AS at, each.name AS subject
    FROM gateway_rejection r CROSS JOIN LATERAL unnest(string_to_array(r.subject, ' ')) AS each(name)
    WHERE r.gateway_id IS NULL AND each.name <> '' AND r.at >= ${since}
      AND NOT EXISTS (SELECT 1 FROM gateway g WHERE g.serial_number = each.name)
      AND NOT EXISTS (SELECT 1 FROM gateway g WHERE g.registration_identity = each.name)
      AND NOT EXISTS (SELECT 1 FROM gateway g WHERE g.user_name = each.name)
    GROUP BY each.name ORDER BY max(r.at) DESC LIMIT 1000`.execute(db);
  return rows;
}

/** Of the other gateways of its project that the tenant may open: how many there are, and which fell silent at about the same time. */
export async function neighboursOf(
  tenant: GatewayTenant,
  db: DbOrTransaction,
  gateway: { id: number; project_id: number },
  around: { from: Date; to: Date },
): Promise<{ total: number; also_silent: number }> {
  const { rows } = await sql<{ total: number; also_silent: number }>`
    SELECT count(*) AS total, count(*) FILTER (WHERE NOT online AND offline_since BETWEEN ${around.from} AND ${around.to}) AS also_silent
    FROM gateway g WHERE g.project_id = ${gateway.project_id} AND g.id <> ${gateway.id} AND g.last_seen_at IS NOT NULL
      AND ${gatewayVisible(tenant)}`.execute(db);
  return rows[0]!;
}

/** Keeps the newest of each gateway. */
export async function trimGatewayEvents(
  _system: SystemTenant,
  db: DbOrTransaction,
  keepPerGateway: number,
): Promise<void> {
  await sql`
    DELETE FROM gateway_event e USING (
      SELECT g.id, (SELECT x.id FROM gateway_event x WHERE x.gateway_id = g.id ORDER BY x.id DESC OFFSET ${keepPerGateway - 1} LIMIT 1) AS oldest
      FROM gateway g) kept
    WHERE e.gateway_id = kept.id AND e.id < kept.oldest`.execute(db);
}
