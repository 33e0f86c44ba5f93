import type { PayloadFormat } from '@watchpost/contract';
import { sql } from 'kysely';
import type { CompanyTenant, SystemTenant } from '../../access/index.ts';
import { containsText } from '../../platform/db/containsText.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import type { GatewayTenant } from '../gatewayTenant.ts';
import type { GatewayFacts } from '../store.ts';
import { gatewayVisible, slaveVisible } from '../visible.store.ts';

/** A gateway with everything that is set up of it. */
export interface SetUpGateway {
  id: number;
  company_id: number;
  project_id: number;
  name: string;
  name_en: string | null;
  serial_number: string;
  protocol: GatewayFacts['protocol'];
  payload_format: PayloadFormat;
  mapping_profile_id: number | null;
  user_name: string | null;
  password_hash: string | null;
  access_token_hash: string | null;
  address: string | null;
  registration_mode: GatewayFacts['registration_mode'];
  registration_identity: string;
  heartbeat: Buffer;
  allowed_networks: string[];
  disconnected_at: Date | null;
  model: string;
  description: string;
  sharing: 'creator' | 'user' | 'project' | 'enterprise';
  created_by: number | null;
  online: boolean;
  last_seen_at: Date | null;
  offline_since: Date | null;
  desired_version: number;
  desired_at: Date;
  reported_version: number | null;
  reported_at: Date | null;
  card_number: string | null;
}

const columns = sql`g.id, g.company_id, g.project_id, g.name, g.name_en, g.serial_number, g.protocol, g.payload_format, g.mapping_profile_id,
  g.user_name, g.password_hash, g.access_token_hash, g.address, g.registration_mode, g.registration_identity, g.heartbeat, g.allowed_networks, g.disconnected_at, g.model, g.description, g.sharing,
  g.created_by, g.online, g.last_seen_at, g.offline_since, c.desired_version, c.desired_at, c.reported_version, c.reported_at, k.card_number`;
const tables = sql`gateway g JOIN gateway_configuration c ON c.gateway_id = g.id LEFT JOIN gateway_card k ON k.gateway_id = g.id`;

/** Those of the gateways that the tenant may open, by name. */
export async function findGateways(
  tenant: GatewayTenant,
  db: DbOrTransaction,
  ids: readonly number[],
): Promise<SetUpGateway[]> {
  const { rows } = await sql<SetUpGateway>`
    SELECT ${columns} FROM ${tables} WHERE g.id = ANY(${[...ids]}::int[]) AND ${gatewayVisible(tenant)} ORDER BY g.name, g.id`.execute(
    db,
  );
  return rows;
}

/** The same, of one serial number. */
export async function findBySerial(
  tenant: GatewayTenant,
  db: DbOrTransaction,
  serialNumber: string,
): Promise<SetUpGateway | undefined> {
  const { rows } = await sql<SetUpGateway>`
    SELECT ${columns} FROM ${tables} WHERE g.serial_number = ${serialNumber} AND ${gatewayVisible(tenant)}`.execute(db);
  return rows[0];
}

/** Which of these serial numbers belong to gateways the tenant may open. */
export async function findBySerials(
  tenant: GatewayTenant,
  db: DbOrTransaction,
  serialNumbers: readonly string[],
): Promise<{ id: number; serial_number: string }[]> {
  const { rows } = await sql<{ id: number; serial_number: string }>`
    SELECT g.id, g.serial_number FROM gateway g
    WHERE g.serial_number = ANY(${[...serialNumbers]}::text[]) AND ${gatewayVisible(tenant)}`.execute(db);
  return rows;
}

/** Until the transaction ends nobody else changes these; in the order of their ids, so that two meet and do not cross. */
export async function lockGateways(
  _system: SystemTenant,
  transaction: DbOrTransaction,
  ids: readonly number[],
): Promise<void> {
  await sql`SELECT 1 FROM gateway_configuration WHERE gateway_id = ANY(${[...ids]}::int[]) ORDER BY gateway_id FOR NO KEY UPDATE`.execute(
    transaction,
  );
}

export type GatewayValues = Partial<
  Pick<
    SetUpGateway,
    | 'name'
    | 'name_en'
    | 'serial_number'
    | 'protocol'
    | 'payload_format'
    | 'mapping_profile_id'
    | 'user_name'
    | 'password_hash'
    | 'access_token_hash'
    | 'address'
    | 'registration_mode'
    | 'registration_identity'
    | 'heartbeat'
    | 'allowed_networks'
    | 'disconnected_at'
    | 'model'
    | 'description'
    | 'sharing'
    | 'created_by'
    | 'project_id'
  >
>;

export type NewGateway = GatewayValues &
  Pick<SetUpGateway, 'project_id' | 'name' | 'serial_number' | 'protocol' | 'registration_identity' | 'created_by'>;

export async function insertGateway(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  gateway: NewGateway,
  at: Date,
): Promise<number> {
  const row = await transaction
    .insertInto('gateway')
    .values({ ...gateway, company_id: tenant.companyId, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function updateGateways(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  ids: readonly number[],
  values: GatewayValues,
): Promise<void> {
  if (Object.keys(values).length === 0) return;
  await transaction
    .updateTable('gateway')
    .set(values)
    .where('company_id', '=', tenant.companyId)
    .where(sql<boolean>`id = ANY(${[...ids]}::int[])`)
    .execute();
}

export async function deleteGatewayRows(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  ids: readonly number[],
): Promise<void> {
  await transaction
    .deleteFrom('gateway')
    .where('company_id', '=', tenant.companyId)
    .where(sql<boolean>`id = ANY(${[...ids]}::int[])`)
    .execute();
}

/** Which of these serial numbers some gateway of this installation has; never whose. */
export async function takenSerials(
  _system: SystemTenant,
  db: DbOrTransaction,
  serialNumbers: readonly string[],
  exceptIds: readonly number[] = [],
): Promise<string[]> {
  const { rows } = await sql<{ serial_number: string }>`
    SELECT serial_number FROM gateway
    WHERE serial_number = ANY(${[...serialNumbers]}::text[]) AND NOT id = ANY(${[...exceptIds]}::int[])`.execute(db);
  return rows.map(({ serial_number }) => serial_number);
}

export interface GatewayOfCompany {
  id: number;
  name: string;
  name_en: string | null;
  serial_number: string;
  protocol: GatewayFacts['protocol'];
  project_id: number;
  slaves: { id: number; name: string; address: number }[];
}

/** Gateways with their slaves, to choose from. */
export async function gatewaysToChoose(
  tenant: GatewayTenant,
  db: DbOrTransaction,
  filter: { projectId?: number | undefined; protocols?: readonly string[] | undefined; text?: string | undefined },
  limit: number,
): Promise<GatewayOfCompany[]> {
  const { rows } = await sql<GatewayOfCompany>`
    SELECT g.id, g.name, g.name_en, g.serial_number, g.protocol, g.project_id,
      coalesce((SELECT json_agg(json_build_object('id', s.id, 'name', s.name, 'address', s.address) ORDER BY s.address)
                FROM slave s WHERE s.gateway_id = g.id AND ${slaveVisible(tenant)}), '[]') AS slaves
    FROM gateway g
    WHERE ${gatewayVisible(tenant)}
      AND (${filter.projectId ?? null}::int IS NULL OR g.project_id = ${filter.projectId ?? null})
      AND (${filter.protocols ? [...filter.protocols] : null}::text[] IS NULL OR g.protocol = ANY(${filter.protocols ? [...filter.protocols] : null}::text[]))
      AND ${containsText(filter.text, 'g.name', 'g.name_en', 'g.serial_number')}
    ORDER BY g.name, g.id LIMIT ${limit}`.execute(db);
  return rows;
}
