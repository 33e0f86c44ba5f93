import type { GatewayUse, PayloadFormat } from '@watchpost/contract';
import { type RawBuilder, sql } from 'kysely';
import { searchTextContains } from '../../platform/db/containsText.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { flowSql, stoppedSql } from '../cards/cardFlow.ts';
import type { GatewayTenant } from '../gatewayTenant.ts';
import type { GatewayFacts } from '../store.ts';
import { gatewayVisible, pointOfGatewayVisible, slaveVisible } from '../visible.store.ts';

export interface GatewayFilter {
  projectIds?: readonly number[] | undefined;
  /** Part of the name in either language, of the serial number, or of the description. */
  text?: string | undefined;
  protocols?: readonly GatewayFacts['protocol'][] | undefined;
  /** 0 offline, 1 online, 2 never seen. */
  connections?: readonly number[] | undefined;
  /** 0 waiting, 1 synced, 2 not reported. */
  syncs?: readonly number[] | undefined;
  /** Names of card states; null among them: none is known. */
  cardStates?: readonly (string | null)[] | undefined;
  /** 0 not known, 1 enough, 2 low, 3 used up. */
  flows?: readonly number[] | undefined;
  createdFrom?: Date | undefined;
  createdBefore?: Date | undefined;
  isCreator?: boolean | undefined;
  /** Shared with the user by name. */
  isLook?: boolean | undefined;
  use?: GatewayUse | undefined;
  slaveId?: number | undefined;
  gatewayIds?: readonly number[] | undefined;
}

/** By what `transport` keeps of gateways. */
const usedAs: Readonly<Record<GatewayUse, RawBuilder<boolean>>> = {
  collector: sql`EXISTS (SELECT 1 FROM tag_heard h WHERE h.gateway_id = g.id)`,
  vehicle: sql`EXISTS (SELECT 1 FROM car_gateway cg WHERE cg.gateway_id = g.id)`,
};
const connection = sql`(CASE WHEN g.online THEN 1 WHEN g.last_seen_at IS NULL THEN 2 ELSE 0 END)`;
// A gateway that publishes on its own may never report its version; for polled ones the server records it.
const sync = sql`(CASE WHEN c.reported_version >= c.desired_version THEN 1
  WHEN c.reported_version IS NULL AND g.protocol = 'MQTT' THEN 2 ELSE 0 END)`;
const flow = sql.raw(flowSql);
const stopped = sql.raw(stoppedSql);

const sortColumns = {
  name: sql`g.name`,
  nameEn: sql`coalesce(g.name_en, g.name) COLLATE natural_name`,
  serial: sql`g.serial_number`,
  protocol: sql`g.protocol`,
  status: connection,
  lastSeen: sql`g.last_seen_at`,
  project: sql`place.name`,
  createTime: sql`g.created_at`,
} as const;

export interface GatewayOrder {
  by: keyof typeof sortColumns;
  ascending: boolean;
}

export interface ListedGateway {
  id: number;
  project_id: number;
  project_name: string;
  project_name_en: string | null;
  time_zone: string;
  name: string;
  name_en: string | null;
  serial_number: string;
  model: string;
  description: string;
  protocol: GatewayFacts['protocol'];
  payload_format: PayloadFormat;
  connection: number;
  last_seen_at: Date | null;
  offline_since: Date | null;
  sync: number;
  desired_version: number;
  reported_version: number | null;
  card_number: string | null;
  card_state: string | null;
  flow: number;
  created_at: Date;
  created_by: number | null;
  created_name: string | null;
  sharing: 'creator' | 'user' | 'project' | 'enterprise';
  slave_count: number;
  silent_slave_count: number;
  point_count: number;
}

/** A gateway, its configuration (every one has one) and its card, if any. Joined so that what a question does not look at is not read. */
const tables = sql`gateway g LEFT JOIN gateway_configuration c ON c.gateway_id = g.id LEFT JOIN gateway_card k ON k.gateway_id = g.id`;

function matches(tenant: GatewayTenant, filter: GatewayFilter): RawBuilder<boolean> {
  const conditions: RawBuilder<unknown>[] = [gatewayVisible(tenant)];
  const among = (column: RawBuilder<unknown>, values: readonly number[]) => sql`${column} = ANY(${[...values]}::int[])`;
  if (filter.projectIds) conditions.push(among(sql`g.project_id`, filter.projectIds));
  if (filter.gatewayIds) conditions.push(among(sql`g.id`, filter.gatewayIds));
  if (filter.text !== undefined) conditions.push(searchTextContains(filter.text, 'g.search_text'));
  if (filter.protocols) conditions.push(sql`g.protocol = ANY(${[...filter.protocols]}::text[])`);
  if (filter.connections) conditions.push(among(connection, filter.connections));
  if (filter.syncs) conditions.push(among(sync, filter.syncs));
  if (filter.flows) conditions.push(among(flow, filter.flows));
  if (filter.cardStates) {
    const named = filter.cardStates.filter((state) => state !== null);
    const known = sql`k.state = ANY(${named}::text[])`;
    conditions.push(filter.cardStates.includes(null) ? sql`(k.state IS NULL OR ${known})` : known);
  }
  if (filter.createdFrom) conditions.push(sql`g.created_at >= ${filter.createdFrom}`);
  if (filter.createdBefore) conditions.push(sql`g.created_at < ${filter.createdBefore}`);
  if (filter.isCreator) conditions.push(sql`g.created_by = ${tenant.userId}`);
  if (filter.isLook)
    conditions.push(
      sql`EXISTS (SELECT 1 FROM gateway_user look WHERE look.gateway_id = g.id AND look.user_id = ${tenant.userId})`,
    );
  if (filter.use) conditions.push(usedAs[filter.use]);
  if (filter.slaveId !== undefined)
    conditions.push(sql`g.id = (SELECT s.gateway_id FROM slave s WHERE s.id = ${filter.slaveId})`);
  return sql<boolean>`${sql.join(conditions, sql` AND `)}`;
}

/** One page of gateways, and how many there are in all. */
export async function pageGateways(
  tenant: GatewayTenant,
  db: DbOrTransaction,
  filter: GatewayFilter,
  order: GatewayOrder,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: ListedGateway[]; total: number }> {
  const where = matches(tenant, filter);
  // Nothing is said of nulls where there are none, or the index could not be read in its order.
  const hasNulls = order.by === 'lastSeen';
  const direction = sql.raw(`${order.ascending ? 'ASC' : 'DESC'}${hasNulls ? ' NULLS LAST' : ''}`);
  const place = order.by === 'project' ? sql`JOIN place_name place ON place.place_id = g.project_id` : sql``;
  // Counts are computed for the rows of the page alone, and only over what the user sees.
  const page = sql<ListedGateway>`
    SELECT g.id, g.project_id, g.name, g.name_en, g.serial_number, g.model, g.description, g.protocol, g.payload_format,
      ${connection} AS connection, g.last_seen_at, g.offline_since, ${sync} AS sync, c.desired_version, c.reported_version,
      k.card_number, k.state AS card_state, ${flow} AS flow, g.created_at, g.created_by, g.sharing,
      person.name AS created_name, place.name AS project_name, place.name_en AS project_name_en, zone.time_zone,
      (SELECT count(*) FROM slave s WHERE s.gateway_id = g.id AND ${slaveVisible(tenant)}) AS slave_count,
      (SELECT count(*) FROM slave s WHERE s.gateway_id = g.id AND s.silent_since IS NOT NULL AND ${slaveVisible(tenant)}) AS silent_slave_count,
      (SELECT count(*) FROM point p WHERE p.gateway_id = g.id AND ${pointOfGatewayVisible(tenant)}) AS point_count
    FROM (
      SELECT found.id, row_number() OVER () AS turn FROM (
        SELECT g.id FROM ${tables} ${place} WHERE ${where} ORDER BY ${sortColumns[order.by]} ${direction}, g.id LIMIT ${limit} OFFSET ${offset}) found
    ) page
    JOIN (${tables}) ON g.id = page.id
    JOIN place_name place ON place.place_id = g.project_id
    JOIN project_zone zone ON zone.project_id = g.project_id
    LEFT JOIN person ON person.user_id = g.created_by
    ORDER BY page.turn`;
  const [{ rows }, counted] = await Promise.all([
    page.execute(db),
    sql<{ count: number }>`SELECT count(*) FROM ${tables} WHERE ${where}`.execute(db),
  ]);
  return { rows, total: counted.rows[0]!.count };
}

export interface GatewayTotals {
  total: number;
  online: number;
  offline: number;
  never_seen: number;
  waiting: number;
  with_card: number;
  card_trouble: number;
  slave_total: number;
  silent_slave_total: number;
  by_protocol: { protocol: GatewayFacts['protocol']; count: number }[];
}

export async function countGateways(
  tenant: GatewayTenant,
  db: DbOrTransaction,
  filter: GatewayFilter,
): Promise<GatewayTotals> {
  const { rows } = await sql<GatewayTotals>`
    WITH mine AS (
      SELECT g.id, g.project_id, g.protocol, g.online, ${connection} AS connection, ${sync} AS sync, k.card_number, ${stopped} AS stopped, ${flow} AS flow
      FROM ${tables} WHERE ${matches(tenant, filter)}
    )
    SELECT count(*) AS total,
      count(*) FILTER (WHERE connection = 1) AS online,
      count(*) FILTER (WHERE connection = 0) AS offline,
      count(*) FILTER (WHERE connection = 2) AS never_seen,
      count(*) FILTER (WHERE sync = 0) AS waiting,
      count(*) FILTER (WHERE card_number IS NOT NULL) AS with_card,
      count(*) FILTER (WHERE stopped OR flow = 3) AS card_trouble,
      (SELECT count(*) FROM slave s JOIN mine g ON g.id = s.gateway_id WHERE ${slaveVisible(tenant)}) AS slave_total,
      (SELECT count(*) FROM slave s JOIN mine g ON g.id = s.gateway_id AND g.online
        WHERE s.silent_since IS NOT NULL AND ${slaveVisible(tenant)}) AS silent_slave_total,
      coalesce((SELECT json_agg(json_build_object('protocol', protocol, 'count', n) ORDER BY protocol)
        FROM (SELECT protocol, count(*) AS n FROM mine GROUP BY protocol) each), '[]') AS by_protocol
    FROM mine`.execute(db);
  return rows[0]!;
}
