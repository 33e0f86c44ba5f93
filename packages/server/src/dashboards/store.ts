import { sql } from 'kysely';
import { inProjects, type UserTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';

export interface Layout {
  part_order: string[];
  hidden: string[];
}

/** How a project arranges its dashboard for everybody; undefined: as usual. */
export async function findDefault(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number,
): Promise<Layout | undefined> {
  const { rows } = await sql<Layout>`SELECT d.part_order, d.hidden FROM dashboard_default d
    WHERE d.project_id = ${projectId} AND ${inProjects(tenant, 'd.project_id')}`.execute(db);
  return rows[0];
}

/** What a project is called; undefined: it is none of the tenant's. */
export async function nameOfProject(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number,
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`SELECT s.name FROM subarea s
    WHERE s.id = ${projectId} AND ${inProjects(tenant, 's.id')}`.execute(db);
  return rows[0]?.name;
}

/** Keeps it in place of what was there. */
export async function keepDefault(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  projectId: number,
  layout: Layout,
  at: Date,
): Promise<void> {
  const values = { ...layout, updated_at: at };
  await transaction
    .insertInto('dashboard_default')
    .values({ project_id: projectId, ...values })
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet(values))
    .execute();
}

export async function deleteDefault(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  projectId: number,
): Promise<void> {
  await transaction
    .deleteFrom('dashboard_default')
    .where('project_id', '=', projectId)
    .where(inProjects(tenant, 'dashboard_default.project_id'))
    .execute();
}
