import type { Language } from '@watchpost/contract';
import { sql } from 'kysely';
import { deviceVisible, inProjects, type UserTenant } from '../../access/index.ts';
import { type GatewayTenant, gatewayVisible, slaveVisible } from '../../gateways/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { pointVisible, type StatusValue } from '../store.ts';

export interface Named {
  id: number;
  name: string;
  name_en: string | null;
}

export interface LinkedPoint extends Named {
  project_id: number;
  slave_id: number | null;
  gateway_id: number | null;
  kind: string;
  point_type_id: number;
  unit: string;
  level: number;
  writable: boolean;
  sampling_interval_seconds: number;
  cycle_source: string;
  modbus: object | null;
  storage_space: unknown;
}

/** Those of the points that the tenant may see, in the order of their ids; locked, when they are to be changed. */
export async function findLinked(
  tenant: UserTenant,
  db: DbOrTransaction,
  pointIds: readonly number[],
  lock: 'lock' | 'look',
): Promise<LinkedPoint[]> {
  const { rows } = await sql<LinkedPoint>`
    SELECT p.id, p.name, p.name_en, p.project_id, p.slave_id, p.gateway_id, p.kind, p.point_type_id, p.unit, p.level, p.writable,
           p.sampling_interval_seconds, p.cycle_source, p.modbus, p.storage_space
    FROM point p WHERE p.id = ANY(${[...pointIds]}::int[]) AND ${pointVisible(tenant)} ORDER BY p.id ${sql.raw(lock === 'lock' ? 'FOR UPDATE OF p' : '')}`.execute(
    db,
  );
  return rows;
}

/** Devices of one project that have these ids or names, of those that the tenant may see. */
export async function findDevices(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number,
  { ids, names = [] }: { ids: readonly number[]; names?: readonly string[] },
): Promise<Named[]> {
  const called = sql`ARRAY[d.name, d.name_en] && ${[...names]}::text[]`;
  const { rows } = await sql<Named>`
    SELECT d.id, d.name, d.name_en FROM device d
    WHERE d.project_id = ${projectId} AND (d.id = ANY(${[...ids]}::int[]) OR ${called})
      AND ${deviceVisible(tenant, 'd.project_id', 'd.id')} ORDER BY d.id`.execute(db);
  return rows;
}

/** An area by its whole way, "Hall / Row 2", because areas of one name may stand in several others. */
export interface NamedArea extends Named {
  /** Its name alone. */
  own_name: string;
  own_name_en: string | null;
}

/** All areas of a project, an area before those within it. The caller may open the project. */
export async function listAreas(tenant: UserTenant, db: DbOrTransaction, projectId: number): Promise<NamedArea[]> {
  const { rows } = await sql<NamedArea>`
    WITH RECURSIVE below AS (
      SELECT id, name, coalesce(name_en, name) AS name_en, name AS own_name, name_en AS own_name_en, ARRAY[position] AS places, ARRAY[name] COLLATE natural_name AS names
      FROM subarea WHERE parent_id = ${projectId} AND kind = 'area' AND ${inProjects(tenant, 'parent_id')}
      UNION ALL
      SELECT a.id, (below.name || ' / ' || a.name) COLLATE natural_name, below.name_en || ' / ' || coalesce(a.name_en, a.name), a.name, a.name_en,
             below.places || a.position, (below.names || a.name) COLLATE natural_name
      FROM subarea a JOIN below ON a.parent_id = below.id
    ) SELECT id, name, name_en, own_name, own_name_en FROM below ORDER BY places, names, id`.execute(db);
  return rows;
}

/** Links that exist already, as `pointId:deviceId`. */
export async function existingLinks(
  _tenant: UserTenant,
  db: DbOrTransaction,
  pointIds: readonly number[],
  deviceIds: readonly number[],
): Promise<{ point_id: number; device_id: number }[]> {
  const { rows } = await sql<{ point_id: number; device_id: number }>`
    SELECT point_id, device_id FROM device_point WHERE point_id = ANY(${[...pointIds]}::int[]) AND device_id = ANY(${[...deviceIds]}::int[])`.execute(
    db,
  );
  return rows;
}

/** @returns how many links are new */
export async function linkAreas(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  projectId: number,
  pointIds: readonly number[],
  areaIds: readonly number[],
): Promise<number> {
  const { rows } = await sql`
    INSERT INTO point_area (project_id, point_id, area_id)
    SELECT ${projectId}::int, p, a FROM unnest(${[...pointIds]}::int[]) p CROSS JOIN unnest(${[...areaIds]}::int[]) a
    ON CONFLICT DO NOTHING RETURNING point_id`.execute(transaction);
  return rows.length;
}

export async function unlinkAreas(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  pointIds: readonly number[],
): Promise<{ point_id: number; area_id: number }[]> {
  const { rows } = await sql<{ point_id: number; area_id: number }>`
    DELETE FROM point_area WHERE point_id = ANY(${[...pointIds]}::int[]) RETURNING point_id, area_id`.execute(
    transaction,
  );
  return rows;
}

export interface Related extends Named {
  value_type: 'analog' | 'status';
  unit: string;
  device_id: number | null;
  device_name: string | null;
  device_name_en: string | null;
}

/** Points related to one: those of this device, then those of every place; a point that is both stands with the device's. */
export async function relatedPoints(
  tenant: UserTenant,
  db: DbOrTransaction,
  pointId: number,
  deviceId: number | null,
): Promise<Related[]> {
  const { rows } = await sql<Related>`
    SELECT p.id, p.name, p.name_en, t.value_type, p.unit, d.id AS device_id, d.name AS device_name, d.name_en AS device_name_en
    FROM point_relevance r JOIN point p ON p.id = r.related_point_id JOIN point_type t ON t.id = p.point_type_id
    LEFT JOIN device d ON d.id = r.related_device_id AND ${deviceVisible(tenant, 'd.project_id', 'd.id')}
    WHERE r.point_id = ${pointId} AND ${pointVisible(tenant)} AND (r.device_id = ${deviceId} OR (r.device_id IS NULL
      AND NOT EXISTS (SELECT FROM point_relevance own WHERE own.point_id = r.point_id AND own.device_id = ${deviceId}
        AND own.related_point_id = r.related_point_id)))
    ORDER BY r.device_id NULLS LAST, r.position, r.id`.execute(db);
  return rows;
}

export async function setRelated(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  { projectId, pointId, deviceId }: { projectId: number; pointId: number; deviceId: number | null },
  related: readonly { pointId: number; deviceId: number | null }[],
): Promise<void> {
  await sql`DELETE FROM point_relevance WHERE point_id = ${pointId} AND device_id IS NOT DISTINCT FROM ${deviceId}`.execute(
    transaction,
  );
  if (related.length === 0) return;
  await transaction
    .insertInto('point_relevance')
    .values(
      related.map((each, position) => ({
        project_id: projectId,
        point_id: pointId,
        device_id: deviceId,
        related_point_id: each.pointId,
        related_device_id: each.deviceId,
        position,
      })),
    )
    .execute();
}

export interface PlacedDevice extends Named {
  subsystem_id: number;
  subsystem_zh: string;
  subsystem_en: string;
  class_id: number;
  class_zh: string;
  class_en: string;
  area_id: number | null;
  area_name: string | null;
  area_name_en: string | null;
}

/** Devices of a project that the tenant may see, or of them those that a point serves, by subsystem and name. */
export async function listDevices(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number,
  pointId: number | null,
): Promise<PlacedDevice[]> {
  const { rows } = await sql<PlacedDevice>`
    SELECT d.id, d.name, d.name_en, s.id AS subsystem_id, s.name_zh AS subsystem_zh, s.name_en AS subsystem_en,
           c.id AS class_id, c.name_zh AS class_zh, c.name_en AS class_en, a.id AS area_id, a.name AS area_name, a.name_en AS area_name_en
    FROM device d JOIN device_class c ON c.id = d.device_class_id JOIN subsystem s ON s.id = c.subsystem_id
    LEFT JOIN subarea a ON a.id = d.area_id
    WHERE d.project_id = ${projectId} AND ${deviceVisible(tenant, 'd.project_id', 'd.id')}
      AND (${pointId}::int IS NULL OR EXISTS (SELECT 1 FROM device_point dp WHERE dp.device_id = d.id AND dp.point_id = ${pointId}))
    ORDER BY s.position, s.id, d.name, d.id`.execute(db);
  return rows;
}

export interface ListChoices {
  types: (Named & { value_type: 'analog' | 'status'; units: string[]; status_values: StatusValue[] })[];
  gateways: (Named & { protocol: string })[];
  slaves: (Named & { gateway_id: number; address: number })[];
}

/** Gateways and slaves of a project that the tenant may open, and point types of the company by the name that is read. */
export async function listChoices(
  tenant: GatewayTenant,
  db: DbOrTransaction,
  projectId: number,
  language: Language,
): Promise<ListChoices> {
  const types = await sql<ListChoices['types'][number]>`
    SELECT t.id, t.name_zh AS name, t.name_en, t.value_type, t.units, t.status_values FROM point_type t
    WHERE t.company_id = ${tenant.companyId} ORDER BY ${sql.ref(language === 'en' ? 't.name_en' : 't.name_zh')} COLLATE natural_name, t.id`.execute(
    db,
  );
  const gateways = await sql<ListChoices['gateways'][number]>`
    SELECT g.id, g.name, g.name_en, g.protocol FROM gateway g WHERE g.project_id = ${projectId} AND ${gatewayVisible(tenant)}
    ORDER BY g.name, g.id`.execute(db);
  const slaves = await sql<ListChoices['slaves'][number]>`
    SELECT s.id, s.name, NULL AS name_en, s.gateway_id, s.address FROM slave s JOIN gateway g ON g.id = s.gateway_id
    WHERE g.project_id = ${projectId} AND ${gatewayVisible(tenant)} AND ${slaveVisible(tenant)} ORDER BY g.name, s.address`.execute(
    db,
  );
  return { types: types.rows, gateways: gateways.rows, slaves: slaves.rows };
}

/** What a batch changes of points; each column only where it is given. */
export interface PointColumns {
  name?: string;
  point_type_id?: number;
  unit?: string;
  level?: number;
  writable?: boolean;
  sampling_interval_seconds?: number;
  cycle_source?: 'declared';
  storage_space?: string;
}

export async function updatePoints(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  pointIds: readonly number[],
  columns: PointColumns,
): Promise<void> {
  await transaction
    .updateTable('point')
    .set(columns)
    .where('id', 'in', [...pointIds])
    .execute();
}

/** New names, all at once: two may exchange theirs. Names that clash meanwhile are numbered out of the way first. */
export async function renamePoints(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  names: ReadonlyMap<number, { readonly column: 'name' | 'name_en'; readonly after: string }>,
): Promise<void> {
  const given = [...names];
  const [own, english] = [
    given.filter(([, { column }]) => column === 'name'),
    given.filter(([, { column }]) => column === 'name_en'),
  ];
  const ids = own.map(([id]) => id);
  await sql`UPDATE point SET name = chr(1) || id WHERE id = ANY(${ids}::int[])`.execute(transaction);
  await sql`UPDATE point SET name = c.name FROM unnest(${ids}::int[], ${own.map(([, { after }]) => after)}::text[]) AS c(id, name)
    WHERE point.id = c.id`.execute(transaction);
  await sql`UPDATE point SET name_en = c.name FROM unnest(${english.map(([id]) => id)}::int[], ${english.map(([, { after }]) => after)}::text[]) AS c(id, name)
    WHERE point.id = c.id`.execute(transaction);
}

/** Of points that share a slave, or hang on none, those that have one of these names and are not among the renamed. */
export async function holdersOfNames(
  _tenant: UserTenant,
  db: DbOrTransaction,
  { projectId, slaveId, gatewayId }: { projectId: number; slaveId: number | null; gatewayId: number | null },
  names: readonly string[],
  exceptIds: readonly number[],
): Promise<string[]> {
  if (gatewayId !== null && slaveId === null) return [];
  const { rows } = await sql<{ name: string }>`
    SELECT name FROM point WHERE project_id = ${projectId} AND slave_id IS NOT DISTINCT FROM ${slaveId}
      AND gateway_id IS NOT DISTINCT FROM ${gatewayId} AND name = ANY(${[...names]}::text[]) AND NOT id = ANY(${[...exceptIds]}::int[])`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

export interface DeviceClass extends Named {
  subsystem_id: number;
}

/** The field's catalogue of device classes. */
export async function listClasses(_tenant: UserTenant, db: DbOrTransaction): Promise<DeviceClass[]> {
  const { rows } = await sql<DeviceClass>`
    SELECT c.id, c.name_zh AS name, c.name_en, c.subsystem_id FROM device_class c JOIN subsystem s ON s.id = c.subsystem_id
    ORDER BY s.position, c.position, c.id`.execute(db);
  return rows;
}

export interface NamedDevice extends Named {
  device_class_id: number;
  area_id: number | null;
}

/** Devices of a project with this name in either language, hidden ones too: names are unique among all. */
export async function devicesCalled(
  _tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number,
  names: readonly string[],
): Promise<NamedDevice[]> {
  const { rows } = await sql<NamedDevice>`
    SELECT id, name, name_en, device_class_id, area_id FROM device
    WHERE project_id = ${projectId} AND (name = ANY(${[...names]}::text[]) OR name_en = ANY(${[...names]}::text[]))`.execute(
    db,
  );
  return rows;
}

export interface PointToChoose extends Named {
  line: string | null;
  line_en: string | null;
  slave: string | null;
  placed: boolean;
}

/**
 * Projects of the tenant that have all these gateways, by either name.
 *
 * @param industry null: of any
 * @param gatewayNames in lower case; none: any gateways
 */
export async function projectsToSetUp(
  tenant: UserTenant,
  db: DbOrTransaction,
  { industry, gatewayNames }: { industry: number | null; gatewayNames: readonly string[] },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT p.id FROM project p
    WHERE ${inProjects(tenant, 'p.id')} AND (${industry}::int IS NULL OR p.industry = ${industry}::int)
      AND NOT EXISTS (
        SELECT 1 FROM unnest(${[...gatewayNames]}::text[]) named (name)
        WHERE NOT EXISTS (
          SELECT 1 FROM gateway g WHERE g.project_id = p.id AND named.name IN (lower(g.name), lower(g.name_en))))
    ORDER BY p.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Points of a project with what a person finds them by, in the order in which they were set up: of a device the first becomes the main one. */
export async function pointsToChoose(
  tenant: GatewayTenant,
  db: DbOrTransaction,
  projectId: number,
): Promise<PointToChoose[]> {
  const { rows } = await sql<PointToChoose>`
    SELECT p.id, p.name, p.name_en, g.name AS line, g.name_en AS line_en, s.name AS slave,
           EXISTS (SELECT 1 FROM device_point dp WHERE dp.point_id = p.id) AS placed
    FROM point p LEFT JOIN gateway g ON g.id = p.gateway_id AND ${gatewayVisible(tenant)}
    LEFT JOIN slave s ON s.id = p.slave_id AND s.gateway_id = g.id
    WHERE p.project_id = ${projectId} AND ${pointVisible(tenant)} ORDER BY g.name, s.address, p.id LIMIT 20000`.execute(
    db,
  );
  return rows;
}
