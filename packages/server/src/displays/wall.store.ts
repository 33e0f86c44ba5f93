import { sql } from 'kysely';
import { type CompanyTenant, inProjects, type UserTenant } from '../access/index.ts';
import { announced } from '../alarms/index.ts';
import { alarmVisible } from '../notifications/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';

/** Projects that a screen shows. */
export async function projectsOfScreen(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  screenId: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT p.id FROM project p JOIN data_screen s ON s.id = ${screenId} AND s.company_id = p.company_id
    WHERE p.company_id = ${tenant.companyId} AND p.deleted_at IS NULL
      AND (s.all_projects OR EXISTS (SELECT 1 FROM data_screen_project x WHERE x.data_screen_id = s.id AND x.project_id = p.id))`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

export interface WallProjectRow {
  id: number;
  name: string;
  name_en: string | null;
  latitude: number | null;
  longitude: number | null;
  served: boolean;
  alarms: number;
  level: number | null;
  urgent: number;
  soonest: Date | null;
  silent: number;
  gateways: number;
}

/** Of open alarms that people were told of, and that are not hidden. */
const isOpen = sql`(${announced} AND a.returned_at IS NULL AND a.hidden_by IS NULL)`;

/** Of open alarms: urgent, and nobody acknowledged them. */
const isUrgent = sql`(a.effective_severity = 1 AND a.acknowledged_at IS NULL)`;

/** The projects with what is wrong in them, the riskiest first: unacknowledged urgent alarms, then the soonest limit, then silence. */
export async function wallProjects(tenant: UserTenant, db: DbOrTransaction, now: Date): Promise<WallProjectRow[]> {
  const { rows } = await sql<WallProjectRow>`
    SELECT p.id, place.name, place.name_en, p.latitude, p.longitude, coalesce(served.served_until > ${now}, false) AS served,
      coalesce(found.alarms, 0) AS alarms, found.level, coalesce(found.urgent, 0) AS urgent, ahead.soonest,
      coalesce(g.silent, 0) AS silent, coalesce(g.gateways, 0) AS gateways
    FROM project p JOIN subarea place ON place.id = p.id LEFT JOIN project_served served ON served.project_id = p.id
    LEFT JOIN LATERAL (SELECT count(*)::int AS alarms, min(a.effective_severity)::int AS level,
        count(*) FILTER (WHERE a.effective_severity = 1 AND a.acknowledged_at IS NULL)::int AS urgent
      FROM alarm a WHERE a.project_id = p.id AND ${alarmVisible(tenant)} AND ${isOpen}) found ON true
    LEFT JOIN LATERAL (SELECT min(f.expected_at) AS soonest FROM fault_warning f JOIN device d ON d.id = f.device_id
      WHERE d.project_id = p.id AND f.ended_at IS NULL AND f.kind IN ('limitSoon', 'limitAhead') AND f.expected_at > ${now}) ahead ON true
    LEFT JOIN LATERAL (SELECT count(*)::int AS gateways, count(*) FILTER (WHERE NOT g.online AND g.last_seen_at IS NOT NULL)::int AS silent
      FROM gateway g WHERE g.project_id = p.id) g ON true
    WHERE ${inProjects(tenant, 'p.id')} AND p.deleted_at IS NULL
    ORDER BY NOT coalesce(served.served_until > ${now}, false), coalesce(found.urgent, 0) DESC, ahead.soonest NULLS LAST,
      coalesce(g.silent, 0) DESC, coalesce(found.alarms, 0) DESC, place.name, p.id`.execute(db);
  return rows;
}

export interface WallAlarmRow {
  id: number;
  project_id: number;
  project_name: string;
  project_name_en: string | null;
  device_name: string;
  device_name_en: string | null;
  subject_name: string;
  subject_name_en: string | null;
  sentence_zh: string;
  sentence_en: string;
  severity: number;
  raised_at: Date;
  acknowledged: boolean;
}

/**
 * Open alarms of served projects, the newest first.
 *
 * @param urgent only urgent, unacknowledged ones
 * @param limit the number of newest alarms over all projects
 * @param ofEach the number of newest alarms of each project that are returned besides
 */
export async function wallAlarms(
  tenant: UserTenant,
  db: DbOrTransaction,
  now: Date,
  { urgent, limit, ofEach }: { urgent: boolean; limit: number; ofEach: number },
): Promise<WallAlarmRow[]> {
  const { rows } = await sql<WallAlarmRow>`
    WITH newest AS (
      SELECT a.id, row_number() OVER (ORDER BY a.raised_at DESC, a.id DESC) AS place,
        row_number() OVER (PARTITION BY a.project_id ORDER BY a.raised_at DESC, a.id DESC) AS place_in_project
      FROM alarm a JOIN project_served served ON served.project_id = a.project_id AND served.served_until > ${now}
      WHERE ${alarmVisible(tenant)} AND ${isOpen} AND ${urgent ? isUrgent : sql`true`})
    SELECT a.id, a.project_id, place.name AS project_name, place.name_en AS project_name_en, a.device_name, a.device_name_en,
      a.subject_name, a.subject_name_en, a.sentence_zh, a.sentence_en, a.effective_severity::int AS severity, a.raised_at,
      a.acknowledged_at IS NOT NULL AS acknowledged
    FROM newest JOIN alarm a ON a.id = newest.id JOIN subarea place ON place.id = a.project_id
    WHERE newest.place <= ${limit} OR newest.place_in_project <= ${ofEach}
    ORDER BY newest.place`.execute(db);
  return rows;
}

/** Every urgent open alarm of served projects that nobody acknowledged, by id. */
export async function urgentIds(tenant: UserTenant, db: DbOrTransaction, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT a.id FROM alarm a JOIN project_served served ON served.project_id = a.project_id AND served.served_until > ${now}
    WHERE ${alarmVisible(tenant)} AND ${isOpen} AND ${isUrgent} ORDER BY a.id`.execute(db);
  return rows.map(({ id }) => id);
}
