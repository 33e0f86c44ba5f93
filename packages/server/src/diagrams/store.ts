import type { DiagramDocument } from '@watchpost/contract';
import { type RawBuilder, sql } from 'kysely';
import { deviceVisible, inProjects, seesEveryDevice, type UserTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';

export interface DiagramNames {
  name: string;
  name_en: string | null;
}
export interface DiagramFacts extends DiagramNames {
  id: number;
  project_id: number;
  class_code: string | null;
  version: number;
  updated_at: Date;
}
export interface ListedDiagram extends DiagramFacts {
  devices: number;
}
export interface VersionFacts {
  version: number;
  note: string;
  author: string | null;
  restored_from: number | null;
  elements: number;
  created_at: Date;
}
/** What is written of a new version. */
export interface NewVersion {
  document: DiagramDocument;
  note: string;
  authorId: number;
  restoredFrom: number | null;
}

const columns = sql`g.id, g.project_id, g.class_code, g.name, g.name_en, g.version, g.updated_at`;
const visibleDevice = (tenant: UserTenant): RawBuilder<boolean> => deviceVisible(tenant, 'd.project_id', 'd.id');

/** Who sees only some devices of a project sees the diagrams that show one of them, or serve its class. */
const visible = (tenant: UserTenant): RawBuilder<boolean> =>
  seesEveryDevice(tenant)
    ? inProjects(tenant, 'g.project_id')
    : sql<boolean>`(${inProjects(tenant, 'g.project_id')} AND (NOT g.project_id = ANY(${[...tenant.listedProjectIds]}::int[])
        OR EXISTS (SELECT 1 FROM diagram_device s JOIN device d ON d.id = s.device_id
          WHERE s.diagram_id = g.id AND ${visibleDevice(tenant)})
        OR EXISTS (SELECT 1 FROM device d JOIN device_class c ON c.id = d.device_class_id
          WHERE c.code = g.class_code AND d.project_id = g.project_id AND ${visibleDevice(tenant)})))`;

/** Diagrams of a project, or one of them, that the tenant sees. */
export async function findDiagrams(
  tenant: UserTenant,
  db: DbOrTransaction,
  wanted: { projectId: number; deviceId?: number | undefined } | { diagramId: number },
): Promise<ListedDiagram[]> {
  const which = 'diagramId' in wanted ? sql`g.id = ${wanted.diagramId}` : sql`g.project_id = ${wanted.projectId}`;
  const shows =
    'diagramId' in wanted || wanted.deviceId === undefined
      ? sql`true`
      : sql`EXISTS (SELECT 1 FROM device d JOIN device_class c ON c.id = d.device_class_id
          WHERE d.id = ${wanted.deviceId} AND d.project_id = g.project_id AND ${visibleDevice(tenant)} AND (c.code = g.class_code
            OR EXISTS (SELECT 1 FROM diagram_device s WHERE s.diagram_id = g.id AND s.device_id = d.id)))`;
  const { rows } = await sql<ListedDiagram>`SELECT ${columns},
      (SELECT count(*)::int FROM diagram_device s JOIN device d ON d.id = s.device_id
        WHERE s.diagram_id = g.id AND ${visibleDevice(tenant)})
      + (SELECT count(*)::int FROM device d JOIN device_class c ON c.id = d.device_class_id
        WHERE c.code = g.class_code AND d.project_id = g.project_id AND ${visibleDevice(tenant)}) AS devices
    FROM diagram g WHERE ${which} AND ${shows} AND ${visible(tenant)} ORDER BY g.name, g.id`.execute(db);
  return rows;
}

export async function lockDiagrams(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  ids: readonly number[],
): Promise<DiagramFacts[]> {
  const { rows } = await sql<DiagramFacts>`SELECT ${columns} FROM diagram g
    WHERE g.id = ANY(${[...ids]}::int[]) AND ${visible(tenant)} ORDER BY g.id FOR UPDATE`.execute(transaction);
  return rows;
}

/** Diagrams of a project are named one call after the other until the transaction ends. */
export async function lockNames(_tenant: UserTenant, transaction: DbOrTransaction, projectId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(4870702, ${projectId})`.execute(transaction);
}

export async function isNameTaken(
  tenant: UserTenant,
  db: DbOrTransaction,
  { projectId, name, exceptId }: { projectId: number; name: string; exceptId: number },
): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM diagram g WHERE g.project_id = ${projectId}
    AND ${inProjects(tenant, 'g.project_id')} AND lower(g.name) = lower(${name}) AND g.id <> ${exceptId}`.execute(db);
  return rows.length > 0;
}

/** One version as it was saved; undefined: there is none, or none any more. */
export async function documentOf(
  tenant: UserTenant,
  db: DbOrTransaction,
  diagramId: number,
  version: number,
): Promise<DiagramDocument | undefined> {
  const { rows } = await sql<{ document: DiagramDocument }>`SELECT v.document FROM diagram_version v
    JOIN diagram g ON g.id = v.diagram_id
    WHERE v.diagram_id = ${diagramId} AND v.version = ${version} AND ${visible(tenant)}`.execute(db);
  return rows[0]?.document;
}

/** The versions that are kept, the newest first. Authors who have left the company have no name. */
export async function versionsOf(tenant: UserTenant, db: DbOrTransaction, diagramId: number): Promise<VersionFacts[]> {
  const { rows } = await sql<VersionFacts>`SELECT v.version, v.note, v.restored_from, v.created_at,
      jsonb_array_length(v.document->'nodes') + jsonb_array_length(v.document->'lines')
        + jsonb_array_length(v.document->'texts') AS elements,
      (SELECT coalesce(m.real_name, u.nickname) FROM app_user u JOIN membership m ON m.user_id = u.id
        WHERE u.id = v.author_id AND m.company_id = ${tenant.companyId}) AS author
    FROM diagram_version v JOIN diagram g ON g.id = v.diagram_id
    WHERE v.diagram_id = ${diagramId} AND ${visible(tenant)} ORDER BY v.version DESC`.execute(db);
  return rows;
}

/** Which of these are of the project, and which of those the tenant sees. A point is seen with a device that it serves. */
export async function standingOf(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number,
  ids: { deviceIds: readonly number[]; pointIds: readonly number[]; diagramIds: readonly number[] },
): Promise<{
  devices: Map<number, boolean>;
  points: Map<number, boolean>;
  /** The devices that these points serve. */
  served: Map<number, number[]>;
  diagrams: Set<number>;
}> {
  const devices = await sql<{ id: number; seen: boolean }>`SELECT d.id, ${visibleDevice(tenant)} AS seen FROM device d
    WHERE d.project_id = ${projectId} AND ${inProjects(tenant, 'd.project_id')}
      AND d.id = ANY(${[...ids.deviceIds]}::int[])`.execute(db);
  const points = await sql<{ point_id: number; device_id: number; seen: boolean }>`SELECT l.point_id, l.device_id,
      ${visibleDevice(tenant)} AS seen
    FROM device_point l JOIN device d ON d.id = l.device_id
    WHERE d.project_id = ${projectId} AND ${inProjects(tenant, 'd.project_id')}
      AND l.point_id = ANY(${[...ids.pointIds]}::int[])`.execute(db);
  const diagrams = await sql<{ id: number }>`SELECT g.id FROM diagram g WHERE g.project_id = ${projectId}
    AND g.id = ANY(${[...ids.diagramIds]}::int[]) AND ${visible(tenant)}`.execute(db);
  const seen = new Map<number, boolean>();
  const served = new Map<number, number[]>();
  for (const row of points.rows) {
    seen.set(row.point_id, row.seen || seen.get(row.point_id) === true);
    served.set(row.point_id, [...(served.get(row.point_id) ?? []), row.device_id]);
  }
  return {
    devices: new Map(devices.rows.map((row) => [row.id, row.seen])),
    points: seen,
    served,
    diagrams: new Set(diagrams.rows.map(({ id }) => id)),
  };
}

/** Whether a project has a diagram of a class. The names of its diagrams are locked. */
export async function isClassTaken(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number,
  classCode: string,
): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM diagram g WHERE g.project_id = ${projectId} AND g.class_code = ${classCode}
    AND ${inProjects(tenant, 'g.project_id')}`.execute(db);
  return rows.length > 0;
}

export async function insertDiagram(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  values: DiagramNames & { project_id: number; class_code: string | null },
  at: Date,
): Promise<number> {
  const { id } = await transaction
    .insertInto('diagram')
    .values({ ...values, version: 0, updated_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function renameDiagram(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  id: number,
  names: Partial<DiagramNames>,
  at: Date,
): Promise<void> {
  await transaction
    .updateTable('diagram')
    .set({ ...names, updated_at: at })
    .where('id', '=', id)
    .where(inProjects(tenant, 'diagram.project_id'))
    .execute();
}

/** Adds a version, makes it the newest, and lets the oldest go beyond so many. */
export async function insertVersion(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  diagramId: number,
  { document, note, authorId, restoredFrom }: NewVersion,
  { deviceIds, mostVersions, at }: { deviceIds: readonly number[]; mostVersions: number; at: Date },
): Promise<number> {
  const { version } = await transaction
    .updateTable('diagram')
    .set({ version: sql`version + 1`, updated_at: at })
    .where('id', '=', diagramId)
    .where(inProjects(tenant, 'diagram.project_id'))
    .returning('version')
    .executeTakeFirstOrThrow();
  await transaction
    .insertInto('diagram_version')
    .values({
      diagram_id: diagramId,
      version,
      document: JSON.stringify(document),
      note,
      author_id: authorId,
      restored_from: restoredFrom,
      created_at: at,
    })
    .execute();
  await transaction
    .deleteFrom('diagram_version')
    .where('diagram_id', '=', diagramId)
    .where('version', '<=', version - mostVersions)
    .execute();
  await transaction.deleteFrom('diagram_device').where('diagram_id', '=', diagramId).execute();
  if (deviceIds.length > 0)
    await transaction
      .insertInto('diagram_device')
      .values(deviceIds.map((device_id) => ({ diagram_id: diagramId, device_id })))
      .execute();
  return version;
}

export async function deleteDiagrams(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  ids: readonly number[],
): Promise<void> {
  await transaction
    .deleteFrom('diagram')
    .where('id', 'in', ids)
    .where(inProjects(tenant, 'diagram.project_id'))
    .execute();
}
