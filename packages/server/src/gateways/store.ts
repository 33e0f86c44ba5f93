import type { GatewayProtocol } from '@watchpost/contract';
import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import type { SystemTenant } from '../access/index.ts';
import type { LineChange } from '../events.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';

export interface GatewayFacts {
  id: number;
  company_id: number;
  project_id: number;
  serial_number: string;
  name: string;
  /** Who may open it: `creator`, `user`, `project` or `enterprise`. */
  sharing: string;
  protocol: GatewayProtocol;
  payload_format: 'thingsboard' | 'neuron' | 'mapping' | 'sparkplug';
  /** How its messages are read, of format `mapping`; a `MappingProfile` of the protocols. Null: no profile is chosen. */
  mapping: object | null;
  user_name: string | null;
  password_hash: string | null;
  /** Of the access token that a ThingsBoard device may sign in with alone. */
  access_token_hash: string | null;
  address: string | null;
  registration_mode: 'once' | 'everyPacket' | 'both';
  registration_identity: string;
  heartbeat: Buffer;
  /** Networks it may dial in from; none: from anywhere. */
  allowed_networks: string[];
  /** People keep it off: it is neither let in nor dialled. */
  is_kept_off: boolean;
  slaves: SlaveFacts[];
}

export interface SlaveFacts {
  id: number;
  address: number;
  max_registers: number;
  max_gap: number;
  /** ISO time since which it does not answer; null: it does, as far as we know. */
  silent_since: string | null;
}

const readGateways = async (db: DbOrTransaction, condition: RawBuilder<boolean>): Promise<GatewayFacts[]> => {
  const { rows } = await sql<GatewayFacts>`
    SELECT g.id, g.company_id, g.project_id, g.serial_number, g.name, g.sharing, g.protocol, g.payload_format, g.user_name, g.password_hash, g.access_token_hash, g.address,
           g.registration_mode, g.registration_identity, g.heartbeat, g.allowed_networks, g.disconnected_at IS NOT NULL AS is_kept_off,
           (SELECT m.definition FROM mapping_profile m WHERE m.id = g.mapping_profile_id) AS mapping,
           coalesce((SELECT json_agg(json_build_object('id', s.id, 'address', s.address, 'max_registers', s.max_registers, 'max_gap', s.max_gap, 'silent_since', s.silent_since) ORDER BY s.address)
                     FROM slave s WHERE s.gateway_id = g.id), '[]') AS slaves
    FROM gateway g WHERE ${condition} ORDER BY g.id`.execute(db);
  return rows;
};

/** Every gateway of every company with its slaves, for ingest. */
export const allGateways = (_system: SystemTenant, db: DbOrTransaction): Promise<GatewayFacts[]> =>
  readGateways(db, sql<boolean>`true`);

/** Those of the gateways that exist, and the gateways of the projects. */
export const concernedGateways = (
  _system: SystemTenant,
  db: DbOrTransaction,
  concerned: { gatewayIds: Iterable<number>; projectIds: Iterable<number> },
): Promise<GatewayFacts[]> =>
  readGateways(
    db,
    sql<boolean>`(g.id = ANY(${[...concerned.gatewayIds]}::int[]) OR g.project_id = ANY(${[...concerned.projectIds]}::int[]))`,
  );

/** Keeps the state of lines and the log of them, inside the transaction of the readings they came with. The earliest silence counts. */
export async function writeLineChanges(
  _system: SystemTenant,
  client: pg.ClientBase,
  changes: readonly LineChange[],
): Promise<void> {
  if (changes.length === 0) return;
  for (const kind of ['gateway', 'slave'] as const) {
    const last = new Map(changes.filter((change) => change.kind === kind).map((change) => [change.id, change]));
    if (last.size === 0) continue;
    const rows = [...last.values()];
    const parameters = [rows.map(({ id }) => id), rows.map(({ up }) => up), rows.map(({ at }) => new Date(at))];
    await client.query(
      kind === 'gateway'
        ? `UPDATE gateway SET online = c.up,
             offline_since = CASE WHEN c.up THEN NULL WHEN gateway.offline_since IS NULL THEN c.at ELSE gateway.offline_since END,
             last_seen_at = CASE WHEN c.up THEN c.at ELSE gateway.last_seen_at END
           FROM unnest($1::int[], $2::boolean[], $3::timestamptz[]) AS c(id, up, at) WHERE gateway.id = c.id`
        : `UPDATE slave SET silent_since = CASE WHEN c.up THEN NULL WHEN slave.silent_since IS NULL THEN c.at ELSE slave.silent_since END
           FROM unnest($1::int[], $2::boolean[], $3::timestamptz[]) AS c(id, up, at) WHERE slave.id = c.id`,
      parameters,
    );
  }
  // Of gateways and slaves that are still there; each change, not only the last.
  await client.query(
    `INSERT INTO gateway_event (gateway_id, slave_id, at, kind, detail)
     SELECT coalesce(g.id, s.gateway_id), s.id, c.at, CASE WHEN c.up THEN 'up' ELSE 'down' END, c.detail
     FROM unnest($1::text[], $2::int[], $3::boolean[], $4::timestamptz[], $5::text[]) WITH ORDINALITY AS c(kind, id, up, at, detail, turn)
     LEFT JOIN gateway g ON c.kind = 'gateway' AND g.id = c.id LEFT JOIN slave s ON c.kind = 'slave' AND s.id = c.id
     WHERE coalesce(g.id, s.id) IS NOT NULL ORDER BY c.turn`,
    [
      changes.map(({ kind }) => kind),
      changes.map(({ id }) => id),
      changes.map(({ up }) => up),
      changes.map(({ at }) => new Date(at)),
      changes.map(({ detail }) => detail ?? ''),
    ],
  );
}

/** Something that is wrong with a gateway or slave although it is there. */
export interface Trouble {
  gatewayId: number;
  /** Null: the gateway itself. */
  slaveId: number | null;
  at: number;
  /** It was wrong, and is so no longer. */
  isOver: boolean;
  /** One word, such as `deviceFailure`. */
  detail: string;
}

/** Keeps it in the log of lines of a gateway that is still there. */
export async function insertTrouble(_system: SystemTenant, db: DbOrTransaction, trouble: Trouble): Promise<void> {
  const { gatewayId, slaveId, at, isOver, detail } = trouble;
  await sql`
    INSERT INTO gateway_event (gateway_id, slave_id, at, kind, detail)
    SELECT g.id, s.id, ${new Date(at)}, ${isOver ? 'mended' : 'fault'}, ${detail}
    FROM gateway g LEFT JOIN slave s ON s.id = ${slaveId}::int AND s.gateway_id = g.id
    WHERE g.id = ${gatewayId} AND (${slaveId}::int IS NULL OR s.id IS NOT NULL)`.execute(db);
}

/** When gateways were last heard of; written now and then, not with every message. */
export async function writeLastSeen(
  _system: SystemTenant,
  db: DbOrTransaction,
  seen: ReadonlyMap<number, number>,
): Promise<void> {
  const ids = [...seen.keys()];
  const times = [...seen.values()].map((at) => new Date(at).toISOString());
  await sql`
    UPDATE gateway SET last_seen_at = c.at FROM unnest(${ids}::int[], ${times}::timestamptz[]) AS c(id, at)
    WHERE gateway.id = c.id`.execute(db);
}

/** A message that was refused, kept so that nothing a gateway sent vanishes without a trace. */
export interface Rejection {
  gatewayId: number | null;
  at: number;
  reason: string;
  /** Topic of an MQTT message, or the name a stranger gave. */
  subject: string;
  /** The beginning of the payload. */
  head: Buffer;
  byteCount: number;
  /** The address a stranger came from; null: it is a gateway's, or nobody knows. */
  sender: string | null;
}

/** Its id. */
export async function insertRejection(
  _system: SystemTenant,
  db: DbOrTransaction,
  rejection: Rejection,
): Promise<number> {
  const { id } = await db
    .insertInto('gateway_rejection')
    .values({
      gateway_id: rejection.gatewayId,
      at: new Date(rejection.at),
      reason: rejection.reason,
      subject: rejection.subject,
      head: rejection.head,
      byte_count: rejection.byteCount,
      sender: rejection.sender,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (rejection.gatewayId !== null && timeRefusals.has(rejection.reason)) await noteRefusedSlot(_system, db, rejection);
  return id;
}

/** Of readings whose time cannot be true. */
const timeRefusals: ReadonlySet<string> = new Set(['fromTheFuture', 'tooOld']);

/** Remembers for the comparison of alarms with history that readings were refused for their time; the rejections themselves are few. */
async function noteRefusedSlot(
  _system: SystemTenant,
  db: DbOrTransaction,
  { gatewayId, at }: Pick<Rejection, 'gatewayId' | 'at'>,
): Promise<void> {
  const moment = new Date(at);
  await sql`
    WITH old AS (DELETE FROM gateway_refused_slot WHERE gateway_id = ${gatewayId} AND slot < ${moment}::timestamptz - interval '9 days')
    INSERT INTO gateway_refused_slot (gateway_id, slot) VALUES (${gatewayId}, date_bin('5 minutes', ${moment}, 'epoch'))
    ON CONFLICT DO NOTHING`.execute(db);
}

/** Counts what was left out after each of these rejections. */
export async function countLeftOut(
  _system: SystemTenant,
  db: DbOrTransaction,
  leftOut: readonly { rowId: number; count: number }[],
): Promise<void> {
  await sql`
    UPDATE gateway_rejection r SET left_out_count = r.left_out_count + c.count
    FROM (SELECT id, sum(count)::int AS count
      FROM unnest(${leftOut.map(({ rowId }) => rowId)}::bigint[], ${leftOut.map(({ count }) => count)}::int[]) AS one(id, count)
      GROUP BY id) c
    WHERE r.id = c.id`.execute(db);
}

export interface RejectionsKept {
  ofGateway: number;
  /** Under one name that nobody has; without a name, from one address. */
  ofName: number;
  /** From one address, behind which a whole site or carrier may stand. */
  ofSender: number;
  ofStrangers: number;
}

/** Keeps the newest rejections of each gateway and of unknown senders; those of the most frequent senders are deleted first. */
export async function trimRejections(
  _system: SystemTenant,
  db: DbOrTransaction,
  { ofGateway, ofName, ofSender, ofStrangers }: RejectionsKept,
): Promise<void> {
  await sql`
    DELETE FROM gateway_rejection WHERE id IN (
      SELECT id FROM (
        SELECT id, row_number() OVER (PARTITION BY gateway_id ORDER BY id DESC) AS place
        FROM gateway_rejection WHERE gateway_id IS NOT NULL) ranked
      WHERE place > ${ofGateway})`.execute(db);
  await sql`
    WITH named AS (
      SELECT id, sender, row_number() OVER (PARTITION BY subject, CASE WHEN subject = '' THEN sender END ORDER BY id DESC) AS of_name
      FROM gateway_rejection WHERE gateway_id IS NULL),
    sent AS (
      SELECT id, row_number() OVER (PARTITION BY sender ORDER BY id DESC) AS of_sender FROM named WHERE of_name <= ${ofName}),
    kept AS (SELECT id FROM sent WHERE of_sender <= ${ofSender} ORDER BY of_sender, id DESC LIMIT ${ofStrangers})
    DELETE FROM gateway_rejection r WHERE r.gateway_id IS NULL AND NOT EXISTS (SELECT 1 FROM kept WHERE kept.id = r.id)`.execute(
    db,
  );
}
