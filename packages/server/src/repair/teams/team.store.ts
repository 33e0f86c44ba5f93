import type { ServiceType } from '@watchpost/contract';
import { sql } from 'kysely';
import type { CompanyTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import type { OrderRow } from '../repair.store.ts';

export interface RepairTeam {
  id: number;
  name: string;
  enabled: boolean;
  types: ServiceType[];
  areas: string[];
}

/** A team of the company; null: there is none. It stays as it is, enabled or not, until a transaction ends. */
export async function findTeam(tenant: CompanyTenant, db: DbOrTransaction, id: number): Promise<RepairTeam | null> {
  const { rows } = await sql<RepairTeam>`
    SELECT id, name, enabled, types, areas FROM maintenance_team WHERE id = ${id} AND company_id = ${tenant.companyId} FOR SHARE`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** Orders that wait for a team, or that its people work on: what is rejected or finished waits for others. */
const waiting = sql`r.status IN (1, 2, 3)`;

/** How many orders wait for a team of the company, or are worked on by it. */
export async function countTeamRepairs(tenant: CompanyTenant, db: DbOrTransaction, teamId: number): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`SELECT count(*)::int AS n FROM repair_order r JOIN project p ON p.id = r.project_id
    WHERE r.team_id = ${teamId} AND ${waiting} AND p.company_id = ${tenant.companyId} AND p.deleted_at IS NULL`.execute(
    db,
  );
  return rows[0]!.n;
}

/** The same orders, by id. */
export async function teamRepairs(tenant: CompanyTenant, db: DbOrTransaction, teamId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`SELECT r.id FROM repair_order r JOIN project p ON p.id = r.project_id
    WHERE r.team_id = ${teamId} AND ${waiting} AND p.company_id = ${tenant.companyId} AND p.deleted_at IS NULL ORDER BY r.id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Whether a team covers where an order is: it works everywhere, or one of its areas stands in the project's name, its address or a partition above it. */
export async function coversPlace(
  _tenant: CompanyTenant,
  db: DbOrTransaction,
  team: Pick<RepairTeam, 'areas'>,
  { project_id }: Pick<OrderRow, 'project_id'>,
): Promise<boolean> {
  const { rows } = await sql`
    WITH RECURSIVE up (id, parent_id, name) AS (
      SELECT id, parent_id, name FROM subarea WHERE id = ${project_id}
      UNION ALL SELECT s.id, s.parent_id, s.name FROM subarea s JOIN up ON s.id = up.parent_id)
    SELECT 1 FROM unnest(${[...team.areas]}::text[]) AS a(area)
    WHERE lower(a.area) IN ('全国', 'nationwide') OR EXISTS (SELECT 1 FROM up WHERE position(lower(a.area) IN lower(up.name)) > 0)
       OR EXISTS (SELECT 1 FROM project p WHERE p.id = ${project_id} AND position(lower(a.area) IN lower(p.address)) > 0)`.execute(
    db,
  );
  return rows.length > 0;
}

/**
 * Active members of a team who could work on an order: those who may repair in the project and see the device (`insiders`), and people
 * from outside, whose roles do not open the project at all.
 */
export async function repairersOfTeam(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  teamId: number,
  { project_id }: Pick<OrderRow, 'project_id'>,
  insiders: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    SELECT x.user_id FROM maintenance_member x
      JOIN membership m ON m.user_id = x.user_id AND m.company_id = ${tenant.companyId} AND m.active
    WHERE x.team_id = ${teamId} AND (x.user_id = ANY(${[...insiders]}::int[])
      OR NOT EXISTS (SELECT 1 FROM opens_project o WHERE o.user_id = x.user_id AND o.project_id = ${project_id}))
    ORDER BY x.user_id`.execute(db);
  return rows.map(({ user_id }) => user_id);
}

/** Members of a team that orders were given to; null: no team. */
export async function membersOfTeam(
  _tenant: CompanyTenant,
  db: DbOrTransaction,
  teamId: number | null,
): Promise<number[]> {
  if (teamId === null) return [];
  const { rows } = await sql<{ user_id: number }>`
    SELECT user_id FROM maintenance_member WHERE team_id = ${teamId} ORDER BY user_id`.execute(db);
  return rows.map(({ user_id }) => user_id);
}
