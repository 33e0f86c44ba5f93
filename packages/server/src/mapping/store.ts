import { type RawBuilder, sql } from 'kysely';
import { type CompanyTenant, inProjects, type Tenant } from '../access/index.ts';
import { type GatewayTenant, gatewayVisible } from '../gateways/index.ts';
import { containsText } from '../platform/db/containsText.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { direction } from '../platform/db/listQuery.ts';
import type { Definition } from './definition.ts';

export interface ProfileRow {
  id: number;
  name: string;
  note: string;
  definition: Definition;
}

export interface ListedProfile extends ProfileRow {
  updated_at: Date;
  updated_name: string | null;
  /** Of all gateways that use it. */
  project_ids: number[];
  gateways: { name: string; is_open: boolean }[];
}

const orders: Readonly<Record<'name' | 'updateTime', RawBuilder<unknown>>> = {
  name: sql`m.name`,
  updateTime: sql`m.updated_at`,
};

/** A page of the company's profiles with the gateways that use them. */
export async function pageProfiles(
  tenant: GatewayTenant,
  db: DbOrTransaction,
  query: { text: string | undefined; by: 'name' | 'updateTime'; ascending: boolean; offset: number; limit: number },
): Promise<{ rows: ListedProfile[]; total: number }> {
  const { text } = query;
  const where = sql`m.company_id = ${tenant.companyId} AND ${containsText(text, 'm.name', 'm.note', sql`m.definition->>'topic'`)}`;
  const { rows } = await sql<ListedProfile>`
    SELECT m.id, m.name, m.note, m.definition, m.updated_at, u.nickname AS updated_name,
      coalesce(g.project_ids, '{}') AS project_ids, coalesce(g.gateways, '[]') AS gateways
    FROM mapping_profile m LEFT JOIN app_user u ON u.id = m.updated_by
    LEFT JOIN LATERAL (
      SELECT array_agg(project_id) AS project_ids,
        json_agg(json_build_object('name', name, 'is_open', ${gatewayVisible(tenant)}) ORDER BY name) AS gateways
      FROM gateway g WHERE mapping_profile_id = m.id AND payload_format = 'mapping') g ON true
    WHERE ${where}
    ORDER BY ${orders[query.by]} ${direction(query.ascending)}, m.id OFFSET ${query.offset} LIMIT ${query.limit}`.execute(
    db,
  );
  const count = await sql<{ count: number }>`SELECT count(*) FROM mapping_profile m WHERE ${where}`.execute(db);
  return { rows, total: count.rows[0]?.count ?? 0 };
}

/** Those of the company, by name. */
export const listProfiles = (tenant: CompanyTenant, db: DbOrTransaction): Promise<{ id: number; name: string }[]> =>
  db
    .selectFrom('mapping_profile')
    .where('company_id', '=', tenant.companyId)
    .select(['id', 'name'])
    .orderBy('name')
    .execute();

export async function findProfile(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  id: number,
): Promise<ProfileRow | undefined> {
  const { rows } = await sql<ProfileRow>`
    SELECT id, name, note, definition FROM mapping_profile
    WHERE company_id = ${tenant.companyId} AND id = ${id}`.execute(db);
  return rows[0];
}

/** The same; until the transaction ends nobody changes it, and no gateway takes it. */
export async function lockProfile(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  id: number,
): Promise<ProfileRow | undefined> {
  const { rows } = await sql<ProfileRow>`
    SELECT id, name, note, definition FROM mapping_profile
    WHERE company_id = ${tenant.companyId} AND id = ${id} FOR UPDATE`.execute(transaction);
  return rows[0];
}

export async function profileNameIsTaken(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  name: string,
  exceptId: number | null,
): Promise<boolean> {
  const row = await db
    .selectFrom('mapping_profile')
    .where('company_id', '=', tenant.companyId)
    .where('name', '=', name)
    .where('id', '<>', exceptId ?? 0)
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}

interface ProfileValues {
  name: string;
  note: string;
  definition: Definition;
  updatedAt: Date;
  updatedBy: number | null;
}

const columnsOf = ({ name, note, definition, updatedAt, updatedBy }: ProfileValues) => ({
  name,
  note,
  definition: JSON.stringify(definition),
  updated_at: updatedAt,
  updated_by: updatedBy,
});

export async function insertProfile(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  values: ProfileValues,
): Promise<number> {
  const { id } = await db
    .insertInto('mapping_profile')
    .values({ company_id: tenant.companyId, ...columnsOf(values) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateProfile(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  id: number,
  values: ProfileValues,
): Promise<void> {
  await db
    .updateTable('mapping_profile')
    .set(columnsOf(values))
    .where('company_id', '=', tenant.companyId)
    .where('id', '=', id)
    .execute();
}

export async function deleteProfile(tenant: CompanyTenant, db: DbOrTransaction, id: number): Promise<void> {
  await db.deleteFrom('mapping_profile').where('company_id', '=', tenant.companyId).where('id', '=', id).execute();
}

/** Gateways with this profile chosen, in any present format. None is added while the profile is locked. */
export const gatewaysOfProfile = (
  tenant: CompanyTenant,
  db: DbOrTransaction,
  id: number,
): Promise<{ id: number; project_id: number }[]> =>
  db
    .selectFrom('gateway')
    .where('company_id', '=', tenant.companyId)
    .where('mapping_profile_id', '=', id)
    .select(['id', 'project_id'])
    .execute();

/** The points of a gateway by what it calls them. */
export async function pointsByKey(
  tenant: Tenant,
  db: DbOrTransaction,
  gatewayId: number,
): Promise<{ mqtt_device: string | null; mqtt_key: string; name: string; name_en: string | null }[]> {
  const { rows } = await sql<{ mqtt_device: string | null; mqtt_key: string; name: string; name_en: string | null }>`
    SELECT p.mqtt_device, p.mqtt_key, p.name, p.name_en FROM point p
    WHERE p.gateway_id = ${gatewayId} AND p.mqtt_key IS NOT NULL AND ${inProjects(tenant, 'p.project_id')}`.execute(db);
  return rows;
}

export interface RefusedMessage {
  at: Date;
  reason: string;
  subject: string;
  head: Buffer;
  byte_count: number;
}

/** The newest messages of a gateway that were refused. Refused logins carry no message and are left out. */
export async function refusedMessages(
  tenant: Tenant,
  db: DbOrTransaction,
  gatewayId: number,
  limit: number,
): Promise<RefusedMessage[]> {
  const { rows } = await sql<RefusedMessage>`
    SELECT r.at, r.reason, r.subject, r.head, r.byte_count FROM gateway_rejection r JOIN gateway g ON g.id = r.gateway_id
    WHERE r.gateway_id = ${gatewayId} AND ${inProjects(tenant, 'g.project_id')} AND r.byte_count > 0 AND r.subject <> ''
    ORDER BY r.id DESC LIMIT ${limit}`.execute(db);
  return rows;
}
