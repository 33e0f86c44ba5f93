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

/** Visits of team `t`: of its contracts, unless they are another team's, and those of others that are its own. */
const visitsOfTeam = sql`maintenance_order o JOIN maintenance_contract k ON k.id = o.contract_id
  WHERE (o.team_id = t.id OR o.team_id IS NULL AND k.team_id = t.id)`;

const columns = (tenant: CompanyTenant) => sql`t.id, t.name, t.types, t.areas, t.enabled, t.note, t.updated_at,
  coalesce((SELECT jsonb_agg(jsonb_build_object('user_id', x.user_id, 'is_admin', x.is_admin, 'mobile', x.mobile,
      'name', coalesce(m.real_name, u.nickname)) ORDER BY NOT x.is_admin, u.id)
    FROM maintenance_member x JOIN app_user u ON u.id = x.user_id
      LEFT JOIN membership m ON m.user_id = u.id AND m.company_id = ${tenant.companyId} WHERE x.team_id = t.id), '[]') AS members,
  (SELECT count(*) FROM ${visitsOfTeam})::int AS order_count,
  (SELECT count(*) FROM ${visitsOfTeam} AND o.state IN ('planned', 'started') AND o.planned_on <= current_date + 30)::int AS open_count,
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

/** Locks teams of the company until a transaction ends, in the order of their ids, so that no two transactions wait for each other. */
export async function lockTeams(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  ids: readonly number[],
): Promise<void> {
  await sql`SELECT 1 FROM maintenance_team WHERE id = ANY(${[...ids]}::int[]) AND company_id = ${tenant.companyId}
    ORDER BY id FOR UPDATE`.execute(transaction);
}

/** Names and numbers of a company are given one call after the other until the transaction ends. */
export async function lockMaintenance(tenant: CompanyTenant, transaction: DbOrTransaction): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(4870371, ${tenant.companyId})`.execute(transaction);
}

/** A contract that is not over: to be signed, signed, or in effect. */
const lasts = (today: string) => sql`k.terminated_at IS NULL AND k.valid_to >= ${today}::date`;

export interface TeamWork {
  visits: number;
  contracts: number;
}

/** Visits of a team that are planned or begun, and its contracts that are not over; null: the company has no such team. @param today where it is */
export async function workOfTeam(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  id: number,
  today: string,
): Promise<TeamWork | null> {
  const { rows } = await sql<TeamWork>`SELECT
    (SELECT count(*) FROM ${visitsOfTeam} AND o.state IN ('planned', 'started'))::int AS visits,
    (SELECT count(*) FROM maintenance_contract k WHERE k.team_id = t.id AND ${lasts(today)})::int AS contracts
    FROM maintenance_team t WHERE t.id = ${id} AND t.company_id = ${tenant.companyId}`.execute(db);
  return rows[0] ?? null;
}

/** Enabled teams of the company but one, by name: those that can take over from it. */
export async function otherTeams(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  id: number,
): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`SELECT id, name FROM maintenance_team
    WHERE company_id = ${tenant.companyId} AND enabled AND id <> ${id} ORDER BY name, id`.execute(db);
  return rows;
}

/** A contract that another team took over. */
export interface PassedContract {
  id: number;
  name: string;
  number: string;
  signatures: { user_id: number | null }[];
}
export interface PassedVisit {
  id: number;
  project_id: number;
  contract_name: string;
  planned_on: string;
  /** Who was to come, and is of neither team now; null: they are of the new team, are at work, or nobody was. */
  left_name: string | null;
}

/**
 * Contracts of a team that are not over, and its visits that are planned or begun, become another one's. Visits that are over stay with
 * the first. Who is at work finishes it; a planned visit keeps its person only where they are of the new team too. Both are the company's.
 */
export async function passOnWork(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  { fromId, toId, today, at }: { fromId: number; toId: number; today: string; at: Date },
): Promise<{ contracts: PassedContract[]; visits: PassedVisit[] }> {
  const { rows: contracts } = await sql<PassedContract>`
    SELECT k.id, k.name, k.number, coalesce((SELECT jsonb_agg(jsonb_build_object('user_id', s.user_id))
      FROM maintenance_signature s WHERE s.contract_id = k.id), '[]') AS signatures
    FROM maintenance_contract k WHERE k.company_id = ${tenant.companyId} AND k.team_id = ${fromId} AND ${lasts(today)}
    ORDER BY k.id FOR UPDATE OF k`.execute(transaction);
  const ids = contracts.map(({ id }) => id);
  const { rows: visits } = await sql<PassedVisit>`
    SELECT o.id, o.project_id, k.name AS contract_name, o.planned_on::text AS planned_on,
      CASE WHEN o.state = 'planned' AND NOT EXISTS (SELECT 1 FROM maintenance_member x
        WHERE x.team_id = ${toId} AND x.user_id = o.assignee_id) THEN o.assignee_name END AS left_name
    FROM maintenance_order o JOIN maintenance_contract k ON k.id = o.contract_id
    WHERE k.company_id = ${tenant.companyId} AND o.state IN ('planned', 'started')
      AND (o.team_id = ${fromId} OR o.team_id IS NULL AND k.team_id = ${fromId}) ORDER BY o.id FOR UPDATE OF o`.execute(
    transaction,
  );
  await sql`UPDATE maintenance_order o SET team_id = ${fromId} WHERE o.contract_id = ANY(${ids}::int[]) AND o.team_id IS NULL
    AND o.state IN ('done', 'confirmed', 'skipped', 'merged')`.execute(transaction);
  await sql`UPDATE maintenance_contract SET team_id = ${toId}, updated_at = ${at} WHERE id = ANY(${ids}::int[])`.execute(
    transaction,
  );
  await sql`UPDATE maintenance_order o SET team_id = CASE WHEN o.contract_id = ANY(${ids}::int[]) THEN NULL::int ELSE ${toId}::int END,
      assignee_id = CASE WHEN v.leaves THEN NULL ELSE o.assignee_id END,
      assignee_name = CASE WHEN v.leaves THEN NULL ELSE o.assignee_name END
    FROM unnest(${visits.map(({ id }) => id)}::int[], ${visits.map((visit) => visit.left_name !== null)}::bool[]) AS v(id, leaves)
    WHERE o.id = v.id`.execute(transaction);
  return { contracts, visits };
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
      // In one order, as every list that several transactions write.
      .values(members.map((member) => ({ ...member, team_id: teamId })).toSorted((a, b) => a.user_id - b.user_id))
      .execute();
}

export async function deleteTeam(tenant: CompanyTenant, transaction: DbOrTransaction, id: number): Promise<void> {
  await transaction
    .deleteFrom('maintenance_team')
    .where('company_id', '=', tenant.companyId)
    .where('id', '=', id)
    .execute();
}
