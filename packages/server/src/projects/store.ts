import { type RawBuilder, sql } from 'kysely';
import { type CompanyTenant, inProjects, type SystemTenant, type Tenant, type UserTenant } from '../access/index.ts';
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
  /** Chosen for it, with devices or without. */
  subsystem_codes: string[];
}

/**
 * Beyond so many projects a whole company is read and the tenant's are picked out of it: in the order of an index, which takes
 * a tenth of the time of sorting as many names by pinyin.
 */
const manyProjects = 500;

/** Projects of the tenant by name; `only`: of these. */
export async function listProjects(
  tenant: UserTenant,
  db: DbOrTransaction,
  only?: readonly number[],
): Promise<ProjectRow[]> {
  const asked = only && new Set(only);
  const wanted = new Set(asked ? tenant.projectIds.filter((id) => asked.has(id)) : tenant.projectIds);
  const among = (column: string) => (wanted.size > manyProjects ? sql<boolean>`true` : isAmong(column, [...wanted]));
  const [places, projects] = await Promise.all([
    db
      .selectFrom('subarea')
      .where('company_id', '=', tenant.companyId)
      .where('kind', '=', 'project')
      .where('deleted_at', 'is', null)
      .where(among('id'))
      .select(['id', 'parent_id', 'name', 'name_en'])
      .orderBy('name')
      .execute(),
    db
      .selectFrom('project')
      .where('company_id', '=', tenant.companyId)
      .where(among('id'))
      .select(ownColumns)
      .select(subsystemCodes.as('subsystem_codes'))
      .execute(),
  ]);
  const byId = new Map(projects.map((project) => [project.id, project]));
  return places.flatMap((place) => {
    const project = wanted.has(place.id) ? byId.get(place.id) : undefined;
    return project ? [{ ...project, ...place }] : [];
  });
}

export interface ChosenSubsystem {
  project_id: number;
  id: number;
  code: string;
  name_zh: string;
  name_en: string;
}

/** The subsystems chosen for these projects of the tenant, in the order of the catalogue. */
export async function subsystemsChosen(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectIds: readonly number[],
): Promise<ChosenSubsystem[]> {
  const { rows } = await sql<ChosenSubsystem>`
    SELECT p.id AS project_id, s.id, s.code, s.name_zh, s.name_en
    FROM project p JOIN subsystem s ON s.id = ANY(p.subsystem_ids)
    WHERE p.company_id = ${tenant.companyId} AND p.id = ANY(${[...projectIds]}::int[]) AND ${inProjects(tenant, 'p.id')}
    ORDER BY s.position, s.id`.execute(db);
  return rows;
}

const subsystemCodes = sql<
  string[]
>`ARRAY(SELECT s.code FROM subsystem s WHERE s.id = ANY(project.subsystem_ids) ORDER BY s.position)`;

const ownColumns = [
  'id',
  'code',
  'industry',
  'address',
  'latitude',
  'longitude',
  'time_zone',
  'service_end',
  'disabled_at',
  'deleted_at',
  'level',
  'labels',
  'cover_file_id',
] as const;

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

type PlaceRow = Pick<SubareaRow, 'id' | 'parent_id' | 'kind' | 'name' | 'name_en'>;

/**
 * The tenant's projects with everything above and below them, in the order of the tree; partitions that lead to none of them
 * are left out.
 */
export async function listSubareas(
  tenant: UserTenant,
  db: DbOrTransaction,
  { areas }: { areas: boolean },
): Promise<SubareaRow[]> {
  if (tenant.projectIds.length > manyProjects) {
    const kinds: SubareaRow['kind'][] = areas ? ['partition', 'project', 'area'] : ['partition', 'project'];
    const places = await placesOfCompany(tenant, db, kinds);
    return withService(tenant, db, leadingTo(places, new Set(tenant.projectIds)));
  }
  const { rows } = await sql<PlaceRow>`
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
    SELECT s.id, s.parent_id, s.kind, s.name, s.name_en FROM subarea s
    WHERE s.id IN (SELECT id FROM above UNION SELECT id FROM below) AND s.deleted_at IS NULL
    ORDER BY s.position, s.name`.execute(db);
  return withService(tenant, db, rows);
}

/** Every place of the company of these kinds, in the order of the tree. */
export const placesOfCompany = (
  tenant: CompanyTenant,
  db: DbOrTransaction,
  kinds: readonly SubareaRow['kind'][],
): Promise<PlaceRow[]> =>
  db
    .selectFrom('subarea')
    .where('company_id', '=', tenant.companyId)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`kind = ANY(${[...kinds]}::text[])`)
    .select(['id', 'parent_id', 'kind', 'name', 'name_en'])
    .orderBy('position')
    .orderBy('name')
    .execute() as Promise<PlaceRow[]>;

/** All areas of a project, at any depth, in the order of the tree. */
export async function areasOfProject(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  projectId: number,
): Promise<PlaceRow[]> {
  const { rows } = await sql<PlaceRow>`
    WITH RECURSIVE below AS (
      SELECT id FROM subarea WHERE parent_id = ${projectId} AND kind = 'area' AND company_id = ${tenant.companyId}
      UNION ALL SELECT child.id FROM subarea child JOIN below ON child.parent_id = below.id
    ) SELECT s.id, s.parent_id, s.kind, s.name, s.name_en FROM subarea s WHERE s.id IN (SELECT id FROM below)
    ORDER BY s.position, s.name`.execute(db);
  return rows;
}

/** Of places those that lead to these projects, these, and what is below them; their order stays. */
function leadingTo(places: readonly PlaceRow[], projectIds: ReadonlySet<number>): PlaceRow[] {
  const byId = new Map(places.map((place) => [place.id, place]));
  const kept = new Set<number>();
  for (const place of places) {
    const way: number[] = [];
    let isOwn = false;
    for (let at: PlaceRow | undefined = place; at; at = at.parent_id === null ? undefined : byId.get(at.parent_id)) {
      way.push(at.id);
      isOwn ||= at.kind === 'project' && projectIds.has(at.id);
      // The rest of the way is kept already.
      if (isOwn && kept.has(at.id)) break;
    }
    if (isOwn) for (const id of way) kept.add(id);
  }
  return places.filter(({ id }) => kept.has(id));
}

/** With what decides about the state of those that are projects. */
export async function withService(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  places: readonly PlaceRow[],
): Promise<SubareaRow[]> {
  const ids = places.filter(({ kind }) => kind === 'project').map(({ id }) => id);
  const projects = await db
    .selectFrom('project')
    .where('company_id', '=', tenant.companyId)
    .where(ids.length > manyProjects ? sql<boolean>`true` : isAmong('id', ids))
    .select(['id', 'disabled_at', 'service_end', 'time_zone'])
    .execute();
  const byId = new Map(projects.map((project) => [project.id, project]));
  const none = { disabled_at: null, service_end: null, time_zone: null };
  return places.map((place) => ({ ...none, ...byId.get(place.id), ...place }));
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

/** Those of the projects that are the tenant's. */
export const findFactsOfProjects = (
  tenant: Tenant,
  db: DbOrTransaction,
  projectIds: readonly number[],
): Promise<ProjectFacts[]> =>
  db
    .selectFrom('project')
    .where(isAmong('id', projectIds))
    .where(inProjects(tenant, 'id'))
    .select(factColumns)
    .execute();

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
