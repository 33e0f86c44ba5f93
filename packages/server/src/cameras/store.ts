import type { CameraFailure, CameraKind, CameraState } from '@watchpost/contract';
import { type RawBuilder, sql } from 'kysely';
import { deviceVisible, inProjects, type SystemTenant, type UserTenant } from '../access/index.ts';
import { containsText } from '../platform/db/containsText.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { allOf, direction, oneOf } from '../platform/db/listQuery.ts';

export interface CameraFilter {
  projectIds?: readonly number[] | undefined;
  subsystemId?: number | undefined;
  deviceId?: number | undefined;
  /** Part of what a row says. */
  text?: string | undefined;
  kinds?: readonly CameraKind[] | undefined;
  states?: readonly CameraState[] | undefined;
}

export interface Standing {
  checked_at: Date | null;
  failure: CameraFailure | null;
  unreachable_since: Date | null;
}

export interface ListedCamera extends Standing {
  id: number;
  project_id: number;
  project_name: string;
  project_name_en: string | null;
  device_id: number | null;
  device_name: string | null;
  device_name_en: string | null;
  subsystem_id: number | null;
  subsystem_zh: string | null;
  subsystem_en: string | null;
  area_name: string | null;
  area_name_en: string | null;
  name: string;
  name_en: string | null;
  number: string;
  kind: CameraKind;
  shown_address: string;
  note: string;
  cover_file_id: string | null;
  covered_at: Date | null;
  created_name: string | null;
  updated_at: Date;
}

const stateOf = sql`CASE WHEN c.checked_at IS NULL THEN 'unchecked' WHEN c.failure IS NULL THEN 'reachable' ELSE 'unreachable' END`;

const orders = {
  name: sql`c.name`,
  device: sql`d.name`,
  project: sql`site.name`,
  state: sql`(c.failure IS NULL, c.unreachable_since)`,
  createTime: sql`c.created_at`,
} as const;
export type CameraOrder = { readonly by: keyof typeof orders; readonly ascending: boolean };

/** One that looks at no device in particular is for those who see the whole project. */
const visible = (tenant: UserTenant): RawBuilder<boolean> => deviceVisible(tenant, 'c.project_id', 'c.device_id');

function matches(tenant: UserTenant, filter: CameraFilter): RawBuilder<unknown> {
  return allOf(
    sql`c.company_id = ${tenant.companyId}`,
    visible(tenant),
    oneOf('c.project_id', filter.projectIds),
    filter.subsystemId !== undefined && sql`k.subsystem_id = ${filter.subsystemId}`,
    filter.deviceId !== undefined && sql`c.device_id = ${filter.deviceId}`,
    oneOf('c.kind', filter.kinds),
    filter.states && sql`${stateOf} = ANY(${[...filter.states]}::text[])`,
    containsText(filter.text, 'c.name', 'c.name_en', 'c.number', 'c.shown_address', 'c.note', 'd.name', 'd.name_en'),
  );
}

const joins = sql`
  JOIN subarea site ON site.id = c.project_id
  LEFT JOIN device d ON d.id = c.device_id
  LEFT JOIN device_class k ON k.id = d.device_class_id
  LEFT JOIN subsystem s ON s.id = k.subsystem_id`;

/** One page of cameras, in their order, and how many there are. */
export async function pageCameras(
  tenant: UserTenant,
  db: DbOrTransaction,
  filter: CameraFilter,
  { by, ascending }: CameraOrder,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: ListedCamera[]; total: number }> {
  const where = matches(tenant, filter);
  const [{ rows }, counted] = await Promise.all([
    sql<ListedCamera>`
      SELECT c.id, c.project_id, site.name AS project_name, site.name_en AS project_name_en,
        c.device_id, d.name AS device_name, d.name_en AS device_name_en,
        s.id AS subsystem_id, s.name_zh AS subsystem_zh, s.name_en AS subsystem_en,
        area.name AS area_name, area.name_en AS area_name_en,
        c.name, c.name_en, c.number, c.kind, c.shown_address, c.note, c.cover_file_id, c.covered_at,
        c.checked_at, c.failure, c.unreachable_since, person.name AS created_name, c.updated_at
      FROM camera c ${joins} LEFT JOIN subarea area ON area.id = d.area_id LEFT JOIN person ON person.user_id = c.created_by
      WHERE ${where} ORDER BY ${orders[by]} ${direction(ascending)} NULLS LAST, c.name, c.id LIMIT ${limit} OFFSET ${offset}`.execute(
      db,
    ),
    sql<{ count: number }>`SELECT count(*)::int AS count FROM camera c ${joins} WHERE ${where}`.execute(db),
  ]);
  return { rows, total: counted.rows[0]!.count };
}

export interface KeptCamera extends Standing {
  id: number;
  company_id: number;
  project_id: number;
  device_id: number | null;
  name: string;
  number: string;
  kind: CameraKind;
  /** Sealed. */
  address: Buffer;
  shown_address: string;
  note: string;
  cover_file_id: string | null;
}

const keptColumns = sql`c.id, c.company_id, c.project_id, c.device_id, c.name, c.number, c.kind, c.address, c.shown_address, c.note,
  c.cover_file_id, c.checked_at, c.failure, c.unreachable_since`;

/** Those of the cameras that the tenant sees; they stay as they are until the transaction ends. */
export async function lockCameras(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  ids: readonly number[],
): Promise<KeptCamera[]> {
  const { rows } = await sql<KeptCamera>`
    SELECT ${keptColumns} FROM camera c
    WHERE c.id = ANY(${[...ids]}::int[]) AND c.company_id = ${tenant.companyId} AND ${visible(tenant)} ORDER BY c.id FOR UPDATE`.execute(
    transaction,
  );
  return rows;
}

/** A camera that the tenant sees. */
export async function findSource(tenant: UserTenant, db: DbOrTransaction, id: number): Promise<KeptCamera | undefined> {
  const { rows } = await sql<KeptCamera>`
    SELECT ${keptColumns} FROM camera c
    WHERE c.id = ${id} AND c.company_id = ${tenant.companyId} AND ${visible(tenant)}`.execute(db);
  return rows[0];
}

/** Whether a device is one of the project that the tenant sees. */
export async function isDeviceOf(
  tenant: UserTenant,
  db: DbOrTransaction,
  { deviceId, projectId }: { deviceId: number; projectId: number },
): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM device d WHERE d.id = ${deviceId} AND d.project_id = ${projectId} AND d.company_id = ${tenant.companyId}
      AND ${deviceVisible(tenant, 'd.project_id', 'd.id')}`.execute(db);
  return rows.length > 0;
}

export async function countOfProject(tenant: UserTenant, db: DbOrTransaction, projectId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM camera c WHERE c.project_id = ${projectId} AND ${inProjects(tenant, 'c.project_id')}`.execute(
    db,
  );
  return rows[0]!.count;
}

export type CameraValues = Partial<
  Pick<KeptCamera, 'device_id' | 'name' | 'number' | 'kind' | 'address' | 'shown_address' | 'note'>
>;

/** @returns its id; null: the project has one of this name */
export async function insertCamera(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  camera: Required<CameraValues> & { project_id: number; created_by: number | null },
  at: Date,
): Promise<number | null> {
  const rows = await transaction
    .insertInto('camera')
    .values({ ...camera, company_id: tenant.companyId, created_at: at, updated_at: at })
    .onConflict((conflict) => conflict.columns(['project_id', 'name']).doNothing())
    .returning('id')
    .execute();
  return rows[0]?.id ?? null;
}

/** Another camera of the project has this name. */
export async function nameIsTaken(
  tenant: UserTenant,
  db: DbOrTransaction,
  { projectId, name, exceptId }: { projectId: number; name: string; exceptId: number },
): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM camera WHERE company_id = ${tenant.companyId} AND project_id = ${projectId} AND name = ${name} AND id <> ${exceptId}`.execute(
    db,
  );
  return rows.length > 0;
}

/** With another address nothing is known of its stream any more. */
export async function updateCameraRow(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  id: number,
  values: CameraValues,
  at: Date,
): Promise<void> {
  const unknown = values.address ? { checked_at: null, failure: null, unreachable_since: null } : {};
  await transaction
    .updateTable('camera')
    // Under a new name it is known in every language.
    .set({ ...values, ...(values.name === undefined ? {} : { name_en: null }), ...unknown, updated_at: at })
    .where('id', '=', id)
    .where('company_id', '=', tenant.companyId)
    .execute();
}

export async function setCover(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  id: number,
  { fileId, at }: { fileId: string; at: Date },
): Promise<void> {
  await transaction
    .updateTable('camera')
    .set({ cover_file_id: fileId, covered_at: at })
    .where('id', '=', id)
    .where('company_id', '=', tenant.companyId)
    .execute();
}

export async function deleteCameras(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  ids: readonly number[],
): Promise<void> {
  await sql`DELETE FROM camera WHERE id = ANY(${[...ids]}::int[]) AND company_id = ${tenant.companyId}`.execute(
    transaction,
  );
}

/** Keeps what was found when the stream at this address was asked. @returns how it stands; undefined: it has another address by now */
export async function writeCheck(
  _system: SystemTenant,
  db: DbOrTransaction,
  { id, address }: Pick<KeptCamera, 'id' | 'address'>,
  { failure, at }: { failure: CameraFailure | null; at: Date },
): Promise<Standing | undefined> {
  const { rows } = await sql<Standing>`
    UPDATE camera SET checked_at = ${at}, failure = ${failure},
      unreachable_since = CASE WHEN ${failure}::text IS NULL THEN NULL ELSE coalesce(unreachable_since, ${at}) END
    WHERE id = ${id} AND address = ${address} RETURNING checked_at, failure, unreachable_since`.execute(db);
  return rows[0];
}

/** Cameras of projects that are served that were not asked since then (`lostBefore`: those that were away), those first that wait longest. */
export async function camerasToCheck(
  _system: SystemTenant,
  db: DbOrTransaction,
  { now, before, lostBefore, limit }: { now: Date; before: Date; lostBefore: Date; limit: number },
): Promise<Pick<KeptCamera, 'id' | 'kind' | 'address'>[]> {
  const { rows } = await sql<Pick<KeptCamera, 'id' | 'kind' | 'address'>>`
    SELECT c.id, c.kind, c.address FROM camera c JOIN project_served p ON p.project_id = c.project_id AND p.served_until > ${now}
    WHERE (c.checked_at IS NULL OR c.checked_at < CASE WHEN c.failure IS NULL THEN ${before}::timestamptz ELSE ${lostBefore}::timestamptz END)
    ORDER BY c.checked_at NULLS FIRST, c.id LIMIT ${limit}`.execute(db);
  return rows;
}
