import { type RawBuilder, sql } from 'kysely';
import { type CompanyTenant, inWholeProjects, type SystemTenant, type UserTenant } from '../../access/index.ts';
import { containsText } from '../../platform/db/containsText.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { allOf, direction, oneOf, pageOfRows, type RowRange } from '../../platform/db/listQuery.ts';

export interface VpnFilter {
  projectIds?: readonly number[] | undefined;
  gatewayId?: number | undefined;
  text?: string | undefined;
  kinds?: readonly string[] | undefined;
}

export interface ListedVpn {
  id: number;
  project_id: number;
  project_name: string;
  project_name_en: string | null;
  gateway_id: number | null;
  gateway_name: string | null;
  gateway_name_en: string | null;
  name: string;
  kind: 'openvpn' | 'wireguard' | 'ipsec' | 'l2tp' | 'pptp' | 'other';
  server: string;
  local_address: string;
  user_name: string;
  has_secret: boolean;
  note: string;
  created_name: string | null;
  updated_at: Date;
}

const sortColumns = {
  name: sql`v.name`,
  kind: sql`v.kind`,
  server: sql`v.server`,
  project: sql`place.name`,
  update: sql`v.updated_at`,
} as const;

/** Ways into a site are for who sees all of it. */
const visible = (tenant: UserTenant): RawBuilder<boolean> => inWholeProjects(tenant, 'v.project_id');

export async function pageVpn(
  tenant: UserTenant,
  db: DbOrTransaction,
  filter: VpnFilter,
  order: { by: keyof typeof sortColumns; ascending: boolean },
  range: RowRange,
): Promise<{ rows: ListedVpn[]; total: number }> {
  const where = allOf(
    visible(tenant),
    oneOf('v.project_id', filter.projectIds),
    filter.gatewayId !== undefined && sql`v.gateway_id = ${filter.gatewayId}`,
    oneOf('v.kind', filter.kinds),
    containsText(filter.text, 'v.name', 'v.server', 'v.local_address', 'v.user_name', 'v.note'),
  );
  return pageOfRows<ListedVpn>(db, range, {
    columns: sql`v.id, v.project_id, place.name AS project_name, place.name_en AS project_name_en, v.gateway_id, g.name AS gateway_name,
      g.name_en AS gateway_name_en, v.name, v.kind, v.server, v.local_address, v.user_name, v.secret IS NOT NULL AS has_secret, v.note,
      person.name AS created_name, v.updated_at`,
    from: sql`vpn_entry v JOIN place_name place ON place.place_id = v.project_id LEFT JOIN gateway g ON g.id = v.gateway_id
      LEFT JOIN person ON person.user_id = v.created_by`,
    counted: sql`vpn_entry v`,
    where,
    order: sql`${sortColumns[order.by]} ${direction(order.ascending)}, v.id`,
  });
}

export interface KeptVpn {
  id: number;
  company_id: number;
  project_id: number;
  gateway_id: number | null;
  name: string;
  kind: string;
  server: string;
  local_address: string;
  user_name: string;
  secret: Buffer | null;
  note: string;
}

/** Those of the entries that the tenant may see; they stay as they are until the transaction ends. */
export async function findVpn(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  ids: readonly number[],
): Promise<KeptVpn[]> {
  const { rows } = await sql<KeptVpn>`
    SELECT v.id, v.company_id, v.project_id, v.gateway_id, v.name, v.kind, v.server, v.local_address, v.user_name, v.secret, v.note
    FROM vpn_entry v WHERE v.id = ANY(${[...ids]}::int[]) AND ${visible(tenant)} ORDER BY v.id FOR UPDATE`.execute(
    transaction,
  );
  return rows;
}

export type VpnValues = Partial<Omit<KeptVpn, 'id' | 'company_id' | 'project_id'>>;

export async function insertVpn(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  entry: Omit<KeptVpn, 'id' | 'company_id'> & { created_by: number },
  at: Date,
): Promise<number> {
  const row = await transaction
    .insertInto('vpn_entry')
    .values({ ...entry, company_id: tenant.companyId, created_at: at, updated_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** @param id of an entry that was found for the tenant */
export async function updateVpnRow(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  id: number,
  values: VpnValues,
  at: Date,
): Promise<void> {
  await transaction
    .updateTable('vpn_entry')
    .set({ ...values, updated_at: at })
    .where('id', '=', id)
    .where('company_id', '=', tenant.companyId)
    .execute();
}

export async function deleteVpnRows(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  ids: readonly number[],
): Promise<void> {
  await transaction
    .deleteFrom('vpn_entry')
    .where('company_id', '=', tenant.companyId)
    .where(sql<boolean>`id = ANY(${[...ids]}::int[])`)
    .execute();
}

/** The ways to gateways go with them into another project. */
export async function moveVpnEntries(
  _system: SystemTenant,
  transaction: DbOrTransaction,
  gatewayIds: readonly number[],
  projectId: number,
): Promise<void> {
  await sql`UPDATE vpn_entry SET project_id = ${projectId} WHERE gateway_id = ANY(${[...gatewayIds]}::int[])`.execute(
    transaction,
  );
}
