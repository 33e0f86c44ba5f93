import { sql } from 'kysely';
import { inProjects, type SystemTenant, type Tenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';

export interface ProjectRow {
  id: number;
  name: string;
  name_en: string | null;
  code: string;
  industry: number;
  address: string;
  latitude: number | null;
  longitude: number | null;
  time_zone: string;
  service_end: string | null;
}

/** Projects of the tenant by name. */
export async function listProjects(tenant: Tenant, db: DbOrTransaction): Promise<ProjectRow[]> {
  const { rows } = await sql<ProjectRow>`
    SELECT p.id, s.name, s.name_en, p.code, p.industry, p.address, p.latitude, p.longitude, p.time_zone, p.service_end
    FROM project p JOIN subarea s ON s.id = p.id
    WHERE ${inProjects(tenant, 'p.id')} AND p.valid
    ORDER BY s.name`.execute(db);
  return rows;
}

export interface SubareaRow {
  id: number;
  parent_id: number | null;
  kind: 'partition' | 'project' | 'area';
  name: string;
  name_en: string | null;
}

/** The tenant's projects with everything above and below them; partitions that lead to none of them are left out. */
export async function listSubareas(tenant: Tenant, db: DbOrTransaction): Promise<SubareaRow[]> {
  const { rows } = await sql<SubareaRow>`
    WITH RECURSIVE mine AS (
      SELECT s.* FROM subarea s JOIN project p ON p.id = s.id AND p.valid WHERE ${inProjects(tenant, 's.id')}
    ), above AS (
      SELECT * FROM mine UNION SELECT parent.* FROM subarea parent JOIN above ON parent.id = above.parent_id
    ), below AS (
      SELECT * FROM mine UNION SELECT child.* FROM subarea child JOIN below ON child.parent_id = below.id
    )
    SELECT id, parent_id, kind, name, name_en FROM (SELECT * FROM above UNION SELECT * FROM below) AS tree
    ORDER BY position, name COLLATE natural_name`.execute(db);
  return rows;
}

export interface ProjectFacts {
  id: number;
  company_id: number;
  time_zone: string;
  service_end: string | null;
}

/** What realtime needs of every project; `only`: of these. */
export const allProjectFacts = (
  _system: SystemTenant,
  db: DbOrTransaction,
  only?: Iterable<number>,
): Promise<ProjectFacts[]> =>
  db
    .selectFrom('project')
    .select(['id', 'company_id', 'time_zone', 'service_end'])
    .$if(only !== undefined, (query) => query.where(sql<boolean>`id = ANY(${[...only!]}::int[])`))
    .execute();

export const findProjectFacts = (
  tenant: Tenant,
  db: DbOrTransaction,
  projectId: number,
): Promise<ProjectFacts | undefined> =>
  db
    .selectFrom('project')
    .where('id', '=', projectId)
    .where(inProjects(tenant, 'id'))
    .select(['id', 'company_id', 'time_zone', 'service_end'])
    .executeTakeFirst();
