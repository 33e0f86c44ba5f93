import type { InterlockOperator } from '@watchpost/contract';
import { sql } from 'kysely';
import { inProjects, type Tenant, type UserTenant, type WriteRights, writableHere } from '../access/index.ts';
import { containsText } from '../platform/db/containsText.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';

export interface StatusWord {
  value: number;
  zh: string;
  en: string;
}

export interface LimitRow {
  low: number | null;
  high: number | null;
  allowed_values: number[];
  min_interval_seconds: number;
  interlock_point_id: number | null;
  interlock_operator: InterlockOperator | null;
  interlock_value: number | null;
  interlock_sentence: string | null;
  interlock_sentence_en: string | null;
}

/** A point as somebody writes it: where it is and what holds for it. */
export interface PointToWriteRow extends LimitRow {
  point_id: number;
  company_id: number;
  project_id: number;
  project_name: string;
  project_name_en: string | null;
  gateway_id: number;
  name: string;
  name_en: string | null;
  unit: string;
  decimals: number;
  writable: boolean;
  sampling_interval_seconds: number;
  point_type_id: number;
  type_zh: string;
  type_en: string;
  value_type: 'analog' | 'status';
  status_values: StatusWord[];
  device_id: number | null;
  device_name: string | null;
  device_name_en: string | null;
  device_ids: number[];
  class_zh: string | null;
  class_en: string | null;
  /** What the point is to open prepaid accounts, and which these are; null: nothing, anybody with the right writes it. */
  prepaid_use: 'switch' | 'money' | null;
  prepaid_account_ids: number[] | null;
}

const columns = sql`
  w.point_id, w.company_id, w.project_id, project.name AS project_name, project.name_en AS project_name_en,
  coalesce(w.gateway_id, 0) AS gateway_id, w.name, w.name_en, w.unit, w.decimals, w.writable, w.sampling_interval_seconds,
  w.point_type_id, w.type_zh, w.type_en, w.value_type, w.status_values, w.device_id, w.device_name, w.device_name_en, w.device_ids,
  w.class_zh, w.class_en, l.low, l.high, coalesce(l.allowed_values, '{}') AS allowed_values,
  coalesce(l.min_interval_seconds, 0) AS min_interval_seconds, l.interlock_point_id, l.interlock_operator, l.interlock_value,
  l.interlock_sentence, l.interlock_sentence_en, kept.use AS prepaid_use, kept.account_ids AS prepaid_account_ids`;

const tables = sql`
  (point_place w JOIN place_name project ON project.place_id = w.project_id LEFT JOIN point_write_limit l ON l.point_id = w.point_id
    CROSS JOIN LATERAL (SELECT max(k.use) AS use, array_agg(k.account_id) AS account_ids FROM prepaid_point k WHERE k.point_id = w.point_id) kept)`;

/** A point is seen through any device it serves; one that serves none by those who see the whole project. */
export const seenHere = (tenant: Tenant, projectColumn: string, devicesColumn: string) =>
  tenant.kind === 'system' || tenant.listedProjectIds.length === 0
    ? inProjects(tenant, projectColumn)
    : sql<boolean>`(${inProjects(tenant, projectColumn)} AND (NOT ${sql.ref(projectColumn)} = ANY(${[...tenant.listedProjectIds]}::int[])
        OR ${sql.ref(devicesColumn)} && ${[...tenant.listedDeviceIds]}::int[]))`;

/** Those of the points that the tenant sees, by id. */
export async function findPointsToWrite(
  tenant: Tenant,
  db: DbOrTransaction,
  pointIds: readonly number[],
): Promise<Map<number, PointToWriteRow>> {
  const { rows } = await sql<PointToWriteRow>`
    SELECT ${columns} FROM ${tables}
    WHERE w.point_id = ANY(${[...pointIds]}::int[]) AND ${seenHere(tenant, 'w.project_id', 'w.device_ids')}`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.point_id, row]));
}

export interface WritablePointFilter {
  rights: WriteRights;
  projectIds?: readonly number[] | undefined;
  subsystemId?: number | undefined;
  deviceIds?: readonly number[] | undefined;
  pointTypeIds?: readonly number[] | undefined;
  text?: string | undefined;
}

const matching = (tenant: UserTenant, filter: WritablePointFilter) => sql`
  w.writable AND NOT EXISTS (SELECT 1 FROM prepaid_point k WHERE k.point_id = w.point_id) AND ${seenHere(tenant, 'w.project_id', 'w.device_ids')} AND ${writableHere(filter.rights, 'w.project_id', 'w.device_ids')}
  AND (${filter.projectIds ?? null}::int[] IS NULL OR w.project_id = ANY(${filter.projectIds ?? null}::int[]))
  AND (${filter.subsystemId ?? null}::int IS NULL OR w.subsystem_id = ${filter.subsystemId ?? null})
  AND (${filter.deviceIds ?? null}::int[] IS NULL OR w.device_ids && ${filter.deviceIds ?? null}::int[])
  AND (${filter.pointTypeIds ?? null}::int[] IS NULL OR w.point_type_id = ANY(${filter.pointTypeIds ?? null}::int[]))
  AND ${containsText(filter.text, 'w.name', 'w.name_en', 'w.device_name', 'w.device_name_en')}`;

/** A page of the points the tenant may write by themselves, by project, device and name. */
export async function pageWritablePoints(
  tenant: UserTenant,
  db: DbOrTransaction,
  filter: WritablePointFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: PointToWriteRow[]; total: number }> {
  const { rows } = await sql<PointToWriteRow>`
    SELECT ${columns} FROM ${tables} WHERE ${matching(tenant, filter)}
    ORDER BY project.name, w.project_id, w.device_name NULLS LAST, w.device_id, w.name, w.point_id LIMIT ${limit} OFFSET ${offset}`.execute(
    db,
  );
  const count = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM point_place w WHERE ${matching(tenant, filter)}`.execute(db);
  return { rows, total: count.rows[0]?.count ?? 0 };
}

/** The filter choices among the points the tenant may write: all projects, the rest within the filter. */
export async function writableChoices(
  tenant: UserTenant,
  db: DbOrTransaction,
  filter: WritablePointFilter,
): Promise<{ kind: 'project' | 'subsystem' | 'device' | 'type'; id: number; name: string; name_en: string | null }[]> {
  const everywhere: WritablePointFilter = { rights: filter.rights };
  const inProjectsOf: WritablePointFilter = { rights: filter.rights, projectIds: filter.projectIds };
  const { rows } = await sql<{
    kind: 'project' | 'subsystem' | 'device' | 'type';
    id: number;
    name: string;
    name_en: string | null;
  }>`
    SELECT * FROM (
      SELECT DISTINCT 'project' AS kind, w.project_id AS id, p.name, p.name_en
        FROM point_place w JOIN place_name p ON p.place_id = w.project_id WHERE ${matching(tenant, everywhere)}
      UNION ALL
      SELECT DISTINCT 'subsystem', s.id, s.name_zh, s.name_en
        FROM point_place w JOIN subsystem s ON s.id = w.subsystem_id WHERE ${matching(tenant, inProjectsOf)}
      UNION ALL
      SELECT DISTINCT 'device', w.device_id, w.device_name, w.device_name_en
        FROM point_place w WHERE w.device_id IS NOT NULL AND ${matching(tenant, filter)}
      UNION ALL
      SELECT DISTINCT 'type', w.point_type_id, w.type_zh, w.type_en
        FROM point_place w WHERE ${matching(tenant, filter)}
    ) AS choices ORDER BY kind, name, id LIMIT 2000`.execute(db);
  return rows;
}

export interface InterlockChoice {
  point_id: number;
  name: string;
  name_en: string | null;
  device_name: string | null;
  device_name_en: string | null;
  unit: string;
  status_values: StatusWord[];
}

/** Other points of a point's project. */
export async function pageInterlockPoints(
  tenant: UserTenant,
  db: DbOrTransaction,
  filter: { projectId: number; exceptPointId: number; text: string | undefined },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: InterlockChoice[]; total: number }> {
  const where = sql`
    w.project_id = ${filter.projectId} AND w.point_id <> ${filter.exceptPointId} AND ${seenHere(tenant, 'w.project_id', 'w.device_ids')}
    AND ${containsText(filter.text, 'w.name', 'w.name_en', 'w.device_name', 'w.device_name_en')}`;
  const { rows } = await sql<InterlockChoice>`
    SELECT w.point_id, w.name, w.name_en, w.device_name, w.device_name_en, w.unit, w.status_values FROM point_place w
    WHERE ${where} ORDER BY w.device_name NULLS LAST, w.name, w.point_id LIMIT ${limit} OFFSET ${offset}`.execute(db);
  const count = await sql<{ count: number }>`SELECT count(*)::int AS count FROM point_place w WHERE ${where}`.execute(
    db,
  );
  return { rows, total: count.rows[0]?.count ?? 0 };
}

/** Replaces what is set for a point; nothing set is no row. */
export async function setLimit(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  pointId: number,
  limit: LimitRow | null,
): Promise<void> {
  if (!limit) {
    await transaction.deleteFrom('point_write_limit').where('point_id', '=', pointId).execute();
    return;
  }
  await transaction
    .insertInto('point_write_limit')
    .values({ ...limit, point_id: pointId })
    .onConflict((conflict) => conflict.column('point_id').doUpdateSet({ ...limit }))
    .execute();
}
