import type { WarningEnd, WarningFeedback, WarningKind, warningSorts } from '@watchpost/contract';
import { type RawBuilder, sql } from 'kysely';
import { deviceVisible, inProjects, levelVisible, type UserTenant } from '../access/index.ts';
import { containsText } from '../platform/db/containsText.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { allOf, direction, oneOf } from '../platform/db/listQuery.ts';
import { type NamedPlace, placesBelow } from '../projects/index.ts';

export interface WarningRow {
  id: number;
  company_id: number;
  project_id: number;
  project_name: string;
  time_zone: string;
  project_name_en: string | null;
  area_name: string | null;
  area_name_en: string | null;
  device_id: number;
  device_name: string;
  device_name_en: string | null;
  class_name: string;
  class_name_en: string;
  point_id: number;
  point_name: string;
  point_name_en: string | null;
  unit: string;
  decimals: number;
  kind: WarningKind;
  severity: number;
  started_at: Date;
  seen_at: Date;
  ended_at: Date | null;
  end_reason: WarningEnd | null;
  value: number;
  like_value: number | null;
  like_count: number;
  like_ids: number[];
  past_value: number | null;
  limit_value: number | null;
  expected_at: Date | null;
  expected_from: Date | null;
  expected_to: Date | null;
  evidence_from: Date;
  evidence_to: Date;
  feedback: WarningFeedback | null;
  remark: string | null;
  feedback_name: string | null;
  feedback_at: Date | null;
}

export interface WarningFilter {
  projectId: number | null;
  deviceId: number | null;
  areas: readonly NamedPlace[] | null;
  placeIds: readonly number[] | null;
  text: string | null;
  severities: readonly number[] | null;
  kinds: readonly WarningKind[] | null;
  feedbacks: readonly (WarningFeedback | 'none')[] | null;
  over: boolean | null;
  sort: (typeof warningSorts)[number] | null;
  ascending: boolean;
}

/** Of the tenant's projects, devices and levels, as alarms are. */
const visible = (tenant: UserTenant): RawBuilder<boolean> =>
  sql<boolean>`(${inProjects(tenant, 'd.project_id')} AND ${deviceVisible(tenant, 'd.project_id', 'd.id')}
    AND ${levelVisible(tenant, 'd.project_id', 'w.severity')})`;

const tables = (tenant: UserTenant) => sql`
  fault_warning w JOIN device d ON d.id = w.device_id JOIN point p ON p.id = w.point_id JOIN subarea place ON place.id = d.project_id
  JOIN project_zone z ON z.project_id = d.project_id
  JOIN device_class class ON class.id = d.device_class_id
  LEFT JOIN subarea area ON area.id = d.area_id
  LEFT JOIN LATERAL (SELECT f.feedback, f.remark, f.at, f.user_id FROM fault_warning_feedback f WHERE f.warning_id = w.id
    ORDER BY f.id DESC LIMIT 1) said ON true
  LEFT JOIN app_user u ON u.id = said.user_id
  LEFT JOIN membership m ON m.user_id = said.user_id AND m.company_id = ${tenant.companyId}`;

/** Figures of peers are for readers who see all of them: of three peers the median is the value of one, and their number is a count. */
const seesLike = (tenant: UserTenant) => sql<boolean>`NOT EXISTS (
  SELECT FROM unnest(w.like_ids) AS alike(id) LEFT JOIN device l ON l.id = alike.id
  WHERE l.id IS NOT NULL AND NOT ${deviceVisible(tenant, 'l.project_id', 'l.id')})`;

const columns = (
  tenant: UserTenant,
) => sql`w.id, w.device_id, w.point_id, w.kind, w.severity, w.started_at, w.seen_at, w.ended_at,
  w.end_reason, w.value, w.past_value, w.limit_value, w.expected_at, w.expected_from, w.expected_to, w.evidence_from, w.evidence_to,
  w.like_ids, CASE WHEN ${seesLike(tenant)} THEN w.like_value END AS like_value,
  CASE WHEN ${seesLike(tenant)} THEN w.like_count ELSE 0 END AS like_count, z.time_zone, d.company_id, d.project_id, d.name AS device_name, d.name_en AS device_name_en, place.name AS project_name,
  place.name_en AS project_name_en, area.name AS area_name, area.name_en AS area_name_en, p.name AS point_name, p.name_en AS point_name_en,
  p.unit, p.decimals, class.name_zh AS class_name, class.name_en AS class_name_en, said.feedback, said.remark, said.at AS feedback_at, coalesce(m.real_name, u.nickname) AS feedback_name`;

function conditionOf(tenant: UserTenant, filter: WarningFilter): RawBuilder<unknown> {
  const below = (places: readonly NamedPlace[]) =>
    sql`(d.area_id IN ${placesBelow(tenant, places)} OR d.project_id IN ${placesBelow(tenant, places)})`;
  return allOf(
    visible(tenant),
    filter.projectId !== null && sql`d.project_id = ${filter.projectId}`,
    filter.deviceId !== null && sql`d.id = ${filter.deviceId}`,
    filter.areas && below(filter.areas),
    filter.placeIds && below(filter.placeIds),
    containsText(filter.text, 'place.name', 'place.name_en', 'd.name', 'd.name_en', 'p.name', 'p.name_en'),
    oneOf('w.severity', filter.severities),
    oneOf('w.kind', filter.kinds),
    filter.feedbacks && sql`coalesce(said.feedback, 'none') = ANY(${[...filter.feedbacks]}::text[])`,
    filter.over !== null && sql`(w.ended_at IS NOT NULL) = ${filter.over}`,
  );
}

export async function pageWarnings(
  tenant: UserTenant,
  db: DbOrTransaction,
  filter: WarningFilter,
  range: { offset: number; limit: number },
): Promise<WarningRow[]> {
  const order = {
    start: sql`w.started_at ${direction(filter.ascending)}`,
    // Descending means the most severe first, and 1 is the most severe.
    level: sql`w.severity ${filter.ascending ? sql`DESC` : sql`ASC`}, w.started_at DESC`,
    project: sql`place.name ${direction(filter.ascending)}, w.started_at DESC`,
    device: sql`d.name ${direction(filter.ascending)}, w.started_at DESC`,
    expected: sql`w.expected_at ${direction(filter.ascending)} NULLS LAST, w.started_at DESC`,
    usual: sql`(w.ended_at IS NOT NULL), CASE WHEN w.ended_at IS NULL THEN w.severity END, w.started_at DESC`,
  }[filter.sort ?? 'usual'];
  const { rows } = await sql<WarningRow>`
    SELECT ${columns(tenant)} FROM ${tables(tenant)} WHERE ${conditionOf(tenant, filter)}
    ORDER BY ${order}, w.id DESC OFFSET ${range.offset} LIMIT ${range.limit}`.execute(db);
  return rows;
}

/** How many warnings the filter lets through. */
export async function countWarnings(tenant: UserTenant, db: DbOrTransaction, filter: WarningFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) FROM ${tables(tenant)} WHERE ${conditionOf(tenant, filter)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Null when it does not exist or the tenant may not see it: from outside both look the same. */
export async function findWarning(tenant: UserTenant, db: DbOrTransaction, id: number): Promise<WarningRow | null> {
  const { rows } = await sql<WarningRow>`
    SELECT ${columns(tenant)} FROM ${tables(tenant)} WHERE w.id = ${id} AND ${visible(tenant)}`.execute(db);
  return rows[0] ?? null;
}

/** Waits for a look that is under way. The warning was found for this tenant. @returns whether it is still there */
export async function lockWarning(_tenant: UserTenant, transaction: DbOrTransaction, id: number): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM fault_warning WHERE id = ${id} FOR UPDATE`.execute(transaction);
  return rows.length > 0;
}

export interface SaidRow {
  feedback: WarningFeedback;
  remark: string;
  at: Date;
  name: string | null;
}

/** All feedback on a warning that was found for this tenant, the last first. */
export async function feedbackOf(tenant: UserTenant, db: DbOrTransaction, id: number): Promise<SaidRow[]> {
  const { rows } = await sql<SaidRow>`
    SELECT f.feedback, f.remark, f.at, coalesce(m.real_name, u.nickname) AS name FROM fault_warning_feedback f
    LEFT JOIN app_user u ON u.id = f.user_id LEFT JOIN membership m ON m.user_id = f.user_id AND m.company_id = ${tenant.companyId}
    WHERE f.warning_id = ${id} ORDER BY f.id DESC LIMIT 100`.execute(db);
  return rows;
}

/** The warning was found for this tenant. "False" ends it. */
export async function insertFeedback(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  { id, feedback, remark, at }: { id: number; feedback: WarningFeedback; remark: string; at: Date },
): Promise<void> {
  await sql`INSERT INTO fault_warning_feedback (warning_id, feedback, remark, user_id, at)
    VALUES (${id}, ${feedback}, ${remark}, ${tenant.userId}, ${at})`.execute(transaction);
  if (feedback === 'false')
    await sql`UPDATE fault_warning SET ended_at = greatest(${at}::timestamptz, started_at), end_reason = 'false'
      WHERE id = ${id} AND ended_at IS NULL`.execute(transaction);
}

export interface LikeRow {
  device_id: number;
  device_name: string;
  device_name_en: string | null;
  project_id: number;
  project_name: string;
  project_name_en: string | null;
}

/** The peers of a warning that the tenant may see, by name; first those of the warning's own project. */
export async function likeDevices(
  tenant: UserTenant,
  db: DbOrTransaction,
  { like_ids, project_id }: Pick<WarningRow, 'like_ids' | 'project_id'>,
): Promise<LikeRow[]> {
  const { rows } = await sql<LikeRow>`
    SELECT d.id AS device_id, d.name AS device_name, d.name_en AS device_name_en, d.project_id, place.name AS project_name,
      place.name_en AS project_name_en
    FROM device d JOIN subarea place ON place.id = d.project_id
    WHERE d.id = ANY(${like_ids}::int[]) AND ${inProjects(tenant, 'd.project_id')} AND ${deviceVisible(tenant, 'd.project_id', 'd.id')}
    ORDER BY d.project_id <> ${project_id}, place.name, d.name, d.id`.execute(db);
  return rows;
}

export interface DayFigures {
  device_id: number;
  first_day: number;
  daily: (number | null)[];
}

/** Figures of one kind of the warning's device and of its peers that the tenant sees. The warning was found for this tenant. */
export async function figuresLike(
  tenant: UserTenant,
  db: DbOrTransaction,
  { device_id, point_id, like_ids }: Pick<WarningRow, 'device_id' | 'point_id' | 'like_ids'>,
  kind: string,
): Promise<DayFigures[]> {
  const { rows } = await sql<DayFigures>`
    SELECT f.device_id, f.first_day, f.daily FROM point named JOIN device_figure f ON f.kind = ${kind}
    JOIN device d ON d.id = f.device_id AND ${deviceVisible(tenant, 'd.project_id', 'd.id')}
    JOIN point p ON p.id = f.point_id AND p.name = named.name AND p.unit = named.unit
    WHERE named.id = ${point_id} AND (f.device_id = ANY(${like_ids}::int[]) OR (f.device_id = ${device_id} AND f.point_id = ${point_id}))`.execute(
    db,
  );
  return rows;
}
