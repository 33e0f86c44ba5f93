import { sql } from 'kysely';
import { containsText } from '../../platform/db/containsText.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { allOf, direction, oneOf } from '../../platform/db/listQuery.ts';
import type { GatewayTenant } from '../gatewayTenant.ts';
import { gatewayVisible, pointOfGatewayVisible, slaveVisible } from '../visible.store.ts';

export interface SlaveFilter {
  projectIds?: readonly number[] | undefined;
  gatewayId?: number | undefined;
  slaveId?: number | undefined;
  /** Part of the name or category. */
  text?: string | undefined;
  /** 0 silent, 1 answers, 2 not known. */
  connections?: readonly number[] | undefined;
}

export interface ListedSlave {
  id: number;
  gateway_id: number;
  gateway_name: string;
  gateway_name_en: string | null;
  address: number;
  name: string;
  category: string;
  baud_rate: number;
  data_bits: number;
  parity: string;
  stop_bits: number;
  max_registers: number;
  max_gap: number;
  point_count: number;
  connection: number;
  silent_since: Date | null;
  /** When the gateway it hangs on came; null: it is away, or that was forgotten. */
  line_up_at: Date | null;
}

/** A slave without points is never asked, so nobody knows whether it would answer. */
const connection = sql`(CASE WHEN NOT g.online THEN 2 WHEN s.silent_since IS NOT NULL THEN 0
  WHEN NOT EXISTS (SELECT 1 FROM point asked WHERE asked.slave_id = s.id) THEN 3 ELSE 1 END)`;

const sortColumns = { name: sql`s.name`, address: sql`s.address`, gateway: sql`g.name` } as const;
export interface SlaveOrder {
  by: keyof typeof sortColumns;
  ascending: boolean;
}

/** Slaves of gateways the tenant may open. */
export async function pageSlaves(
  tenant: GatewayTenant,
  db: DbOrTransaction,
  filter: SlaveFilter,
  order: SlaveOrder,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: ListedSlave[]; total: number }> {
  const conditions = allOf(
    gatewayVisible(tenant),
    slaveVisible(tenant),
    oneOf('g.project_id', filter.projectIds),
    filter.gatewayId !== undefined && sql`g.id = ${filter.gatewayId}`,
    filter.slaveId !== undefined && sql`s.id = ${filter.slaveId}`,
    containsText(filter.text, 's.name', 's.category'),
    filter.connections && sql`${connection} = ANY(${[...filter.connections]}::int[])`,
  );
  const from = sql`FROM slave s JOIN gateway g ON g.id = s.gateway_id WHERE ${conditions}`;
  const ordered =
    order.by === 'address'
      ? sql`g.name ${direction(order.ascending)}, g.id, s.address ${direction(order.ascending)}`
      : sql`${sortColumns[order.by]} ${direction(order.ascending)}`;
  // What is counted of a slave is counted of those on the page alone.
  const place = sql`SELECT found.id, row_number() OVER () AS place FROM (
    SELECT s.id ${from} ORDER BY ${ordered}, s.id LIMIT ${limit} OFFSET ${offset}) found`;
  const page = sql<ListedSlave>`
    SELECT s.id, s.gateway_id, g.name AS gateway_name, g.name_en AS gateway_name_en, s.address, s.name, s.category, s.baud_rate,
      s.data_bits, s.parity, s.stop_bits, s.max_registers, s.max_gap, ${connection} AS connection, s.silent_since,
      (SELECT count(*) FROM point p WHERE p.slave_id = s.id AND ${pointOfGatewayVisible(tenant)}) AS point_count,
      (SELECT max(e.at) FROM gateway_event e WHERE g.online AND e.gateway_id = g.id AND e.slave_id IS NULL AND e.kind = 'up') AS line_up_at
    FROM (${place}) page JOIN slave s ON s.id = page.id JOIN gateway g ON g.id = s.gateway_id ORDER BY page.place`;
  const [{ rows }, counted] = await Promise.all([
    page.execute(db),
    sql<{ count: number }>`SELECT count(*) ${from}`.execute(db),
  ]);
  return { rows, total: counted.rows[0]!.count };
}
