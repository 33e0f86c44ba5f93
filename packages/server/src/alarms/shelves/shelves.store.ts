import type { AlarmKindName } from '@watchpost/contract';
import { type RawBuilder, sql } from 'kysely';
import { deviceVisible, inProjects, levelVisible, type Tenant, type UserTenant } from '../../access/index.ts';
import { alarmVisible } from '../../notifications/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { placesBelow } from '../../projects/index.ts';
import { inSubareas, nameColumns } from '../store.ts';
import type { ShelvedSide } from './shelvedKind.ts';

/** What somebody wants to hide, and for how long. */
export interface NewShelf {
  readonly projectId: number;
  readonly companyId: number;
  readonly kind: 'shelved' | 'outOfService' | 'maintenance';
  /** Of a shelved alarm only. */
  readonly alarm: {
    subjectKind: string;
    subjectId: number;
    kind: string;
    side: ShelvedSide;
    severity: number;
  } | null;
  readonly pointId: number | null;
  readonly deviceId: number | null;
  readonly areaId: number | null;
  readonly reason: string;
  readonly fromAt: Date;
  readonly untilAt: Date | null;
  readonly weekly: { weekdays: readonly number[]; fromMinute: number; untilMinute: number } | null;
  readonly reviewOn: string | null;
  readonly at: Date;
}

/** @returns its number; null: the alarm is shelved already */
export async function insertShelf(tenant: UserTenant, db: DbOrTransaction, shelf: NewShelf): Promise<number | null> {
  const { alarm, weekly } = shelf;
  const { rows } = await sql<{ id: number }>`
    INSERT INTO alarm_shelf (company_id, project_id, kind, subject_kind, subject_id, alarm_kind, side, severity, point_id, device_id, area_id,
      reason, from_at, until_at, weekdays, from_minute, until_minute, review_on, created_by, created_at)
    SELECT p.company_id, p.id, ${shelf.kind}, ${alarm?.subjectKind ?? null}, ${alarm?.subjectId ?? null}, ${alarm?.kind ?? null},
      ${alarm?.side ?? null}, ${alarm?.severity ?? null}, ${shelf.pointId}, ${shelf.deviceId}, ${shelf.areaId}, ${shelf.reason}, ${shelf.fromAt}, ${shelf.untilAt},
      ${weekly ? [...weekly.weekdays] : null}::smallint[], ${weekly?.fromMinute ?? null}, ${weekly?.untilMinute ?? null}, ${shelf.reviewOn}::date,
      ${tenant.userId}, ${shelf.at}
    FROM project p WHERE p.id = ${shelf.projectId} AND p.company_id = ${shelf.companyId} AND ${inProjects(tenant, 'p.id')}
    ON CONFLICT (subject_kind, subject_id, alarm_kind, side) WHERE kind = 'shelved' AND ended_at IS NULL DO NOTHING
    RETURNING id`.execute(db);
  return rows[0]?.id ?? null;
}

export interface ShelvableAlarm {
  id: number;
  company_id: number;
  project_id: number;
  subject_kind: string;
  subject_id: number;
  point_id: number | null;
  device_id: number | null;
  kind: string;
  /** Of a limit: which one is crossed, see `Band`. */
  band: string | null;
  severity: number;
  name: string;
  name_en: string;
  returned_at: Date | null;
  hidden_by: number | null;
}

/** Locked; null when the tenant may not see it. */
export async function lockShelvable(
  tenant: Tenant,
  db: DbOrTransaction,
  alarmId: number,
): Promise<ShelvableAlarm | null> {
  const { rows } = await sql<ShelvableAlarm>`
    SELECT a.id, a.company_id, a.project_id, a.subject_kind, a.subject_id, a.point_id, a.device_id, a.kind, a.band, a.severity,
           ${nameColumns}, a.returned_at, a.hidden_by
    FROM alarm a WHERE a.id = ${alarmId} AND ${alarmVisible(tenant)} FOR UPDATE`.execute(db);
  return rows[0] ?? null;
}

export interface HideableThing {
  id: number;
  company_id: number;
  project_id: number;
  name: string;
  name_en: string | null;
  time_zone: string;
}

/** A device the tenant sees. */
export async function findHideableDevice(
  tenant: Tenant,
  db: DbOrTransaction,
  deviceId: number,
): Promise<HideableThing | null> {
  const { rows } = await sql<HideableThing>`
    SELECT d.id, p.company_id, d.project_id, d.name, d.name_en, p.time_zone FROM device d JOIN project p ON p.id = d.project_id
    WHERE d.id = ${deviceId} AND ${deviceVisible(tenant, 'd.project_id', 'd.id')}`.execute(db);
  return rows[0] ?? null;
}

/** A point of a device the tenant sees, or of a project the tenant sees whole. */
export async function findHideablePoint(
  tenant: Tenant,
  db: DbOrTransaction,
  pointId: number,
): Promise<HideableThing | null> {
  const { rows } = await sql<HideableThing>`
    SELECT t.id, p.company_id, t.project_id, concat_ws(' · ', d.name, t.name) AS name,
           concat_ws(' · ', coalesce(d.name_en, d.name), coalesce(t.name_en, t.name)) AS name_en, p.time_zone
    FROM point t JOIN project p ON p.id = t.project_id
    LEFT JOIN device_point dp ON dp.point_id = t.id LEFT JOIN device d ON d.id = dp.device_id
    WHERE t.id = ${pointId} AND ${deviceVisible(tenant, 't.project_id', 'd.id')} ORDER BY d.id LIMIT 1`.execute(db);
  return rows[0] ?? null;
}

/** A project of the tenant, with the area asked for when it is of that project. */
export async function findHideablePlace(
  tenant: Tenant,
  db: DbOrTransaction,
  projectId: number,
  areaId: number | null,
): Promise<HideableThing | null> {
  const { rows } = await sql<HideableThing>`
    SELECT place.id, p.company_id, p.id AS project_id, place.name, place.name_en, p.time_zone
    FROM project p JOIN subarea place ON place.id = ${areaId ?? projectId}
    WHERE p.id = ${projectId} AND ${inProjects(tenant, 'p.id')} AND (place.id = p.id OR place.id IN (
      WITH RECURSIVE below AS (SELECT id FROM subarea WHERE parent_id = p.id UNION SELECT c.id FROM subarea c JOIN below ON c.parent_id = below.id)
      SELECT id FROM below))`.execute(db);
  return rows[0] ?? null;
}

/** Whether this is out of service already. */
export async function isOutOfService(
  tenant: Tenant,
  db: DbOrTransaction,
  { pointId, deviceId }: { pointId: number | null; deviceId: number | null },
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    SELECT EXISTS (SELECT 1 FROM alarm_shelf s WHERE s.kind = 'outOfService' AND s.ended_at IS NULL AND ${inProjects(tenant, 's.project_id')}
      AND s.point_id IS NOT DISTINCT FROM ${pointId}::int AND s.device_id IS NOT DISTINCT FROM ${deviceId}::int) AS found`.execute(
    db,
  );
  return rows[0]?.found ?? false;
}

/**
 * Condition on a shelf `s`: the tenant may see what it hides. One of a whole area or project is for everybody in the
 * project; one of a gateway or slave for those who see all of it. A shelved alarm is for those who see the level it was shelved at,
 * or one that it hides.
 */
const shelfVisible = (tenant: Tenant): RawBuilder<boolean> => sql<boolean>`(${inProjects(tenant, 's.project_id')} AND (
  (s.kind <> 'shelved' AND s.point_id IS NULL AND s.device_id IS NULL)
  OR ${deviceVisible(tenant, 's.project_id', 's.device_id')}
  OR EXISTS (SELECT 1 FROM device_point dp WHERE dp.point_id = s.point_id AND ${deviceVisible(tenant, 's.project_id', 'dp.device_id')}))
  AND (s.kind <> 'shelved' OR ${levelVisible(tenant, 's.project_id', 's.severity')}
    OR EXISTS (SELECT 1 FROM alarm a WHERE a.hidden_by = s.id AND ${alarmVisible(tenant)})))`;

export interface ShelfListRow {
  id: number;
  company_id: number;
  project_id: number;
  project_name: string;
  project_name_en: string | null;
  time_zone: string;
  kind: 'shelved' | 'outOfService' | 'maintenance';
  severity: number | null;
  alarm_kind: AlarmKindName | null;
  side: ShelvedSide;
  subject_name: string | null;
  subject_name_en: string | null;
  point_id: number | null;
  point_name: string | null;
  point_name_en: string | null;
  device_id: number | null;
  device_name: string | null;
  device_name_en: string | null;
  area_id: number | null;
  area_name: string | null;
  area_name_en: string | null;
  reason: string;
  reason_en: string | null;
  from_at: Date;
  until_at: Date | null;
  weekdays: number[] | null;
  from_minute: number | null;
  until_minute: number | null;
  review_on: string | null;
  created_at: Date;
  user_name: string | null;
  ended_at: Date | null;
  ended_name: string | null;
  hidden_count: number;
}

const shelfColumns = (tenant: Tenant) => sql`
  s.id, s.company_id, s.project_id, place.name AS project_name, place.name_en AS project_name_en, project.time_zone, s.kind, s.severity, s.alarm_kind, s.side,
  coalesce(slave.name, gateway.name) AS subject_name, gateway.name_en AS subject_name_en,
  s.point_id, point.name AS point_name, point.name_en AS point_name_en, d.id AS device_id, d.name AS device_name, d.name_en AS device_name_en,
  s.area_id, area.name AS area_name, area.name_en AS area_name_en, s.reason, s.reason_en, s.from_at, s.until_at, s.weekdays, s.from_minute, s.until_minute,
  to_char(s.review_on, 'YYYY-MM-DD') AS review_on, s.created_at, maker.nickname AS user_name, s.ended_at, ender.nickname AS ended_name,
  (SELECT count(*) FROM alarm a WHERE a.hidden_by = s.id AND a.returned_at IS NULL AND ${alarmVisible(tenant)}) AS hidden_count`;

const shelfJoins = (tenant: Tenant) => sql`
  JOIN project ON project.id = s.project_id JOIN subarea place ON place.id = s.project_id
  LEFT JOIN point ON point.id = s.point_id
  LEFT JOIN LATERAL (
    SELECT seen.id, seen.name, seen.name_en FROM device seen
    WHERE (seen.id = s.device_id OR (s.device_id IS NULL AND seen.id IN (SELECT dp.device_id FROM device_point dp WHERE dp.point_id = s.point_id)))
      AND ${deviceVisible(tenant, 'seen.project_id', 'seen.id')} ORDER BY seen.id LIMIT 1) d ON true
  LEFT JOIN subarea area ON area.id = s.area_id
  LEFT JOIN slave ON s.subject_kind = 'slave' AND slave.id = s.subject_id
  LEFT JOIN gateway ON s.subject_kind = 'gateway' AND gateway.id = s.subject_id
  LEFT JOIN app_user maker ON maker.id = s.created_by LEFT JOIN app_user ender ON ender.id = s.ended_by`;

export interface ShelfFilter {
  readonly subareaIds: readonly number[] | null;
  readonly kinds: readonly string[] | null;
  readonly isOver: boolean;
}

/** In force and to come with the last made first; ended ones with the last ended first. */
export async function pageShelves(
  tenant: Tenant,
  db: DbOrTransaction,
  { subareaIds, kinds, isOver }: ShelfFilter,
  range: { offset: number; limit: number },
): Promise<{ rows: ShelfListRow[]; total: number }> {
  const where = sql.join(
    [
      shelfVisible(tenant),
      isOver ? sql`s.ended_at IS NOT NULL` : sql`s.ended_at IS NULL`,
      ...(subareaIds ? [inSubareas(tenant, subareaIds, 's')] : []),
      ...(kinds ? [sql`s.kind = ANY(${[...kinds]}::text[])`] : []),
    ],
    sql` AND `,
  );
  const { rows } = await sql<ShelfListRow>`
    SELECT ${shelfColumns(tenant)} FROM alarm_shelf s ${shelfJoins(tenant)} WHERE ${where}
    ORDER BY ${isOver ? sql`s.ended_at DESC` : sql`s.from_at DESC`}, s.id DESC OFFSET ${range.offset} LIMIT ${range.limit}`.execute(
    db,
  );
  const count = await sql<{ count: number }>`SELECT count(*) FROM alarm_shelf s WHERE ${where}`.execute(db);
  return { rows, total: count.rows[0]?.count ?? 0 };
}

/** Locked until the transaction ends. Null when the tenant may not see it. */
export async function lockShelf(tenant: Tenant, db: DbOrTransaction, id: number): Promise<ShelfListRow | null> {
  const { rows } = await sql<ShelfListRow>`
    SELECT ${shelfColumns(tenant)} FROM alarm_shelf s ${shelfJoins(tenant)} WHERE s.id = ${id} AND ${shelfVisible(tenant)} FOR UPDATE OF s`.execute(
    db,
  );
  return rows[0] ?? null;
}

export async function writeEnded(
  tenant: UserTenant,
  db: DbOrTransaction,
  { id, project_id }: { id: number; project_id: number },
  at: Date,
): Promise<void> {
  await sql`
    UPDATE alarm_shelf s SET ended_at = ${at}, ended_by = ${tenant.userId}
    WHERE s.id = ${id} AND s.project_id = ${project_id} AND ${inProjects(tenant, 's.project_id')}`.execute(db);
}

/** Other times for a maintenance window. Locked before. */
export async function updateWindow(
  tenant: UserTenant,
  db: DbOrTransaction,
  { id, project_id }: { id: number; project_id: number },
  { fromAt, untilAt, reason, weekly }: { fromAt: Date; untilAt: Date } & Pick<NewShelf, 'reason' | 'weekly'>,
): Promise<void> {
  await sql`
    UPDATE alarm_shelf s SET from_at = ${fromAt}, until_at = ${untilAt}, reason = ${reason},
      reason_en = CASE WHEN reason = ${reason} THEN reason_en END,
      weekdays = ${weekly ? [...weekly.weekdays] : null}::smallint[], from_minute = ${weekly?.fromMinute ?? null},
      until_minute = ${weekly?.untilMinute ?? null}
    WHERE s.id = ${id} AND s.project_id = ${project_id} AND s.kind = 'maintenance' AND ${inProjects(tenant, 's.project_id')}`.execute(
    db,
  );
}

/** How many devices a window would cover, and how many alarms it would hide now, of those the tenant sees. */
export async function countReach(
  tenant: Tenant,
  db: DbOrTransaction,
  { projectId, areaId, deviceId }: { projectId: number; areaId: number | null; deviceId: number | null },
): Promise<{ devices: number; alarms: number }> {
  const of = (device: RawBuilder<boolean>, place: 'a' | 'd') =>
    deviceId !== null
      ? device
      : areaId !== null
        ? sql<boolean>`${sql.ref(`${place}.area_id`)} IN ${placesBelow(tenant, [areaId])}`
        : sql<boolean>`true`;
  const { rows } = await sql<{ devices: number; alarms: number }>`
    SELECT (SELECT count(*) FROM device d WHERE d.project_id = ${projectId} AND ${deviceVisible(tenant, 'd.project_id', 'd.id')}
        AND ${of(sql<boolean>`d.id = ${deviceId}`, 'd')}) AS devices,
      (SELECT count(*) FROM alarm a WHERE a.project_id = ${projectId} AND a.returned_at IS NULL AND a.hidden_by IS NULL AND ${alarmVisible(tenant)}
        AND ${of(sql<boolean>`a.device_id = ${deviceId}`, 'a')}) AS alarms`.execute(db);
  return rows[0] ?? { devices: 0, alarms: 0 };
}
