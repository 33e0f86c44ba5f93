import { type RawBuilder, sql } from 'kysely';
import { inProjects, type SystemTenant, type Tenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import type { ServiceFacts } from './projectState.ts';

export interface ProjectRow extends ServiceFacts {
  id: number;
  parent_id: number | null;
  name: string;
  name_en: string | null;
  code: string;
  industry: number;
  address: string;
  latitude: number | null;
  longitude: number | null;
  level: number | null;
  labels: string[];
  cover_file_id: string | null;
}

/** Projects of the tenant by name; `only`: of these. */
export async function listProjects(
  tenant: Tenant,
  db: DbOrTransaction,
  only?: readonly number[],
): Promise<ProjectRow[]> {
  const { rows } = await sql<ProjectRow>`
    SELECT p.id, s.parent_id, s.name, s.name_en, p.code, p.industry, p.address, p.latitude, p.longitude, p.time_zone,
           p.service_end, p.disabled_at, p.deleted_at, p.level, p.labels, p.cover_file_id
    FROM project p JOIN subarea s ON s.id = p.id
    WHERE ${inProjects(tenant, 'p.id')} AND s.kind = 'project' AND s.deleted_at IS NULL
      AND ${only === undefined ? sql`true` : isAmong('p.id', only)}
    ORDER BY s.company_id, s.name`.execute(db);
  return rows;
}

/** A place of the tree; the facts of its service are a project's, null in others. */
export interface SubareaRow {
  id: number;
  parent_id: number | null;
  kind: 'partition' | 'project' | 'area';
  name: string;
  name_en: string | null;
  disabled_at: Date | null;
  service_end: string | null;
  time_zone: string | null;
}

const placeColumns = sql`s.id, s.parent_id, s.kind, s.name, s.name_en, p.disabled_at, p.service_end, p.time_zone`;

/**
 * The tenant's projects with everything above and below them, in the order of the tree; partitions that lead to none of them
 * are left out.
 */
export async function listSubareas(
  tenant: Tenant,
  db: DbOrTransaction,
  { areas }: { areas: boolean },
): Promise<SubareaRow[]> {
  const { rows } = await sql<SubareaRow>`
    WITH RECURSIVE mine AS (
      SELECT s.id, s.parent_id FROM subarea s
      WHERE ${inProjects(tenant, 's.id')} AND s.kind = 'project' AND s.deleted_at IS NULL
    ), above AS (
      SELECT id, parent_id FROM mine
      UNION SELECT parent.id, parent.parent_id FROM subarea parent JOIN above ON parent.id = above.parent_id
    ), below AS (
      SELECT id FROM mine WHERE ${areas}
      UNION SELECT child.id FROM subarea child JOIN below ON child.parent_id = below.id
    )
    SELECT ${placeColumns} FROM subarea s LEFT JOIN project p ON p.id = s.id
    WHERE s.id IN (SELECT id FROM above UNION SELECT id FROM below) AND s.deleted_at IS NULL
    ORDER BY s.company_id, s.position, s.name`.execute(db);
  return rows;
}

export interface ProjectFacts extends ServiceFacts {
  id: number;
  company_id: number;
}

const factColumns = ['id', 'company_id', 'time_zone', 'service_end', 'disabled_at', 'deleted_at'] as const;

/** What realtime needs of every project; `only`: of these. */
export const allProjectFacts = (
  _system: SystemTenant,
  db: DbOrTransaction,
  only?: Iterable<number>,
): Promise<ProjectFacts[]> =>
  db
    .selectFrom('project')
    .select(factColumns)
    .$if(only !== undefined, (query) => query.where(isAmong('id', [...only!])))
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
    .select(factColumns)
    .executeTakeFirst();

/** Condition: an id column is one of these, however many. */
const isAmong = (column: string, ids: readonly number[]): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} = ANY(${[...ids]}::int[])`;

/** The middle of the box around the tenant's projects that have a position, in degrees; null when none has. */
export async function centerOfProjects(
  tenant: Tenant,
  db: DbOrTransaction,
): Promise<{ longitude: number; latitude: number } | null> {
  const { rows } = await sql<{ longitude: number | null; latitude: number | null }>`
    SELECT (min(longitude) + max(longitude)) / 2 AS longitude, (min(latitude) + max(latitude)) / 2 AS latitude
    FROM project
    WHERE ${inProjects(tenant, 'id')} AND deleted_at IS NULL AND longitude IS NOT NULL AND latitude IS NOT NULL`.execute(
    db,
  );
  const { longitude = null, latitude = null } = rows[0] ?? {};
  return longitude === null || latitude === null ? null : { longitude, latitude };
}
