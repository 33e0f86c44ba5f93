import type { TeamType } from '@watchpost/contract';
import { sql } from 'kysely';
import type { CompanyTenant } from '../../access/index.ts';
import { containsText } from '../../platform/db/containsText.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { allOf, direction, pageOfRows, type RowRange } from '../../platform/db/listQuery.ts';

export interface TeamValues {
  name: string;
  types: TeamType[];
  areas: string[];
  note: string;
}
export interface TeamMember {
  user_id: number;
  is_admin: boolean;
  mobile: string;
}
export interface TeamRow extends TeamValues {
  id: number;
  enabled: boolean;
  members: (TeamMember & { name: string })[];
  order_count: number;
  open_count: number;
  contract_count: number;
  updated_at: Date;
}

const columns = (tenant: CompanyTenant) => sql`t.id, t.name, t.types, t.areas, t.enabled, t.note, t.updated_at,
  coalesce((SELECT jsonb_agg(jsonb_build_object('user_id', x.user_id, 'is_admin', x.is_admin, 'mobile', x.mobile,
      'name', coalesce(m.real_name, u.nickname)) ORDER BY NOT x.is_admin, u.id)
    FROM maintenance_member x JOIN app_user u ON u.id = x.user_id
      LEFT JOIN membership m ON m.user_id = u.id AND m.company_id = ${tenant.companyId} WHERE x.team_id = t.id), '[]') AS members,
  (SELECT count(*) FROM maintenance_order o JOIN maintenance_contract k ON k.id = o.contract_id WHERE k.team_id = t.id)::int AS order_count,
  (SELECT count(*) FROM maintenance_order o JOIN maintenance_contract k ON k.id = o.contract_id
    WHERE k.team_id = t.id AND o.state IN ('planned', 'started') AND o.planned_on <= current_date + 30)::int AS open_count,
  (SELECT count(*) FROM maintenance_contract k WHERE k.team_id = t.id)::int AS contract_count`;

export interface TeamFilter {
  readonly text?: string | undefined;
  readonly type?: string | undefined;
  readonly enabled?: boolean | undefined;
}

export async function pageTeams(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  { text, type, enabled }: TeamFilter,
  ascending: boolean,
  range: RowRange,
): Promise<{ rows: TeamRow[]; total: number }> {
  const where = allOf(
    sql`t.company_id = ${tenant.companyId}`,
    text !== undefined &&
      sql`(${containsText(text, 't.name')} OR EXISTS (SELECT 1 FROM unnest(t.areas) AS a(area) WHERE ${containsText(text, 'a.area')}))`,
    type !== undefined && sql`${type} = ANY(t.types)`,
    enabled !== undefined && sql`t.enabled = ${enabled}`,
  );
  return pageOfRows<TeamRow>(db, range, {
    columns: columns(tenant),
    from: sql`maintenance_team t`,
    where,
    order: sql`t.name ${direction(ascending)}, t.id`,
  });
}

/** A team of the company; locked until a transaction ends. */
export async function lockTeam(tenant: CompanyTenant, db: DbOrTransaction, id: number): Promise<TeamRow | null> {
  const { rows } = await sql<TeamRow>`SELECT ${columns(tenant)} FROM maintenance_team t
    WHERE t.id = ${id} AND t.company_id = ${tenant.companyId} FOR UPDATE OF t`.execute(db);
  return rows[0] ?? null;
}

/** Names and numbers of a company are given one call after the other until the transaction ends. */
export async function lockMaintenance(tenant: CompanyTenant, transaction: DbOrTransaction): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(4870371, ${tenant.companyId})`.execute(transaction);
}

export async function isTeamNameTaken(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  name: string,
  exceptId: number | null,
): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM maintenance_team WHERE company_id = ${tenant.companyId}
    AND lower(name) = lower(${name}) AND id IS DISTINCT FROM ${exceptId}`.execute(db);
  return rows.length > 0;
}

export async function insertTeam(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  values: TeamValues,
  at: Date,
): Promise<number> {
  const { id } = await transaction
    .insertInto('maintenance_team')
    .values({ ...values, company_id: tenant.companyId, enabled: true, updated_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateTeam(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  id: number,
  values: Partial<TeamValues & { enabled: boolean }>,
  at: Date,
): Promise<void> {
  await transaction
    .updateTable('maintenance_team')
    .set({ ...values, updated_at: at })
    .where('company_id', '=', tenant.companyId)
    .where('id', '=', id)
    .execute();
}

/** The members of a team that was found for this tenant: these and no others. */
export async function setMembers(
  _tenant: CompanyTenant,
  transaction: DbOrTransaction,
  teamId: number,
  members: readonly TeamMember[],
): Promise<void> {
  await transaction.deleteFrom('maintenance_member').where('team_id', '=', teamId).execute();
  if (members.length > 0)
    await transaction
      .insertInto('maintenance_member')
      .values(members.map((member) => ({ ...member, team_id: teamId })))
      .execute();
}

export async function deleteTeam(tenant: CompanyTenant, transaction: DbOrTransaction, id: number): Promise<void> {
  await transaction
    .deleteFrom('maintenance_team')
    .where('company_id', '=', tenant.companyId)
    .where('id', '=', id)
    .execute();
}
