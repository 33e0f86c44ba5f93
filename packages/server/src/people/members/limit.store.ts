import { sql } from 'kysely';
import { type CompanyTenant, deviceNotHidden, type UserTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import type { WhichMembers } from './store.ts';

/** What a member sees inside a project; without one they see everything. */
export interface Limit {
  userId: number;
  devices: 'all' | 'listed';
  /** While they see all devices. */
  canWrite: boolean;
  alarmLevels: number[];
  /** The listed devices. */
  listed: { deviceId: number; canWrite: boolean }[];
}

/** The limits of members in a project of the company; who has none is missing. */
export async function limitsIn(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  projectId: number,
  userIds: readonly number[],
): Promise<Map<number, Limit>> {
  const { rows } = await sql<Limit>`
    SELECT s.user_id AS "userId", s.devices, s.can_write AS "canWrite", s.alarm_levels AS "alarmLevels",
           coalesce((SELECT json_agg(json_build_object('deviceId', d.device_id, 'canWrite', d.can_write) ORDER BY d.device_id)
                       FROM member_device d WHERE d.user_id = s.user_id AND d.project_id = s.project_id), '[]') AS listed
    FROM scope_in_force s JOIN project p ON p.id = s.project_id AND p.company_id = ${tenant.companyId}
    WHERE s.project_id = ${projectId} AND s.user_id = ANY(${[...userIds]}::int[])`.execute(db);
  return new Map(rows.map((limit) => [limit.userId, limit]));
}

/** A limit without the devices themselves, of which there may be thousands. */
export type LimitInBrief = Omit<Limit, 'listed'> & { listedCount: number; writableCount: number };

/**
 * The limits of members in a project of the company, in brief; who has none is missing.
 *
 * @param seenBy devices hidden from them are not counted
 */
export async function limitsInBrief(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  projectId: number,
  userIds: readonly number[],
  seenBy: UserTenant,
): Promise<Map<number, LimitInBrief>> {
  const { rows } = await sql<LimitInBrief>`
    SELECT s.user_id AS "userId", s.devices, s.can_write AS "canWrite", s.alarm_levels AS "alarmLevels",
           coalesce(d.listed, 0)::int AS "listedCount", coalesce(d.writable, 0)::int AS "writableCount"
    FROM scope_in_force s JOIN project p ON p.id = s.project_id AND p.company_id = ${tenant.companyId}
    LEFT JOIN LATERAL (SELECT count(*) AS listed, count(*) FILTER (WHERE d.can_write) AS writable FROM member_device d
                        WHERE d.user_id = s.user_id AND d.project_id = s.project_id AND s.devices = 'listed'
                          AND ${deviceNotHidden(seenBy, 'd.project_id', 'd.device_id')}) d ON true
    WHERE s.project_id = ${projectId} AND s.user_id = ANY(${[...userIds]}::int[])`.execute(db);
  return new Map(rows.map((limit) => [limit.userId, limit]));
}

/** In how many projects each of these members does not see everything or may not write to it; who is missing: in none. */
export async function countLimits(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  userIds: readonly number[],
  which: WhichMembers,
): Promise<Map<number, number>> {
  const { rows } = await sql<{ user_id: number; count: number }>`
    SELECT s.user_id, count(*)::int AS count
    FROM scope_in_force s JOIN project p ON p.id = s.project_id AND p.company_id = ${tenant.companyId} AND p.deleted_at IS NULL
    WHERE s.user_id = ANY(${[...userIds]}::int[])
      ${which === 'all' ? sql`` : sql`AND s.project_id = ANY(${[...which.inProjects]}::int[])`}
      AND (s.devices = 'listed' OR NOT s.can_write OR cardinality(s.alarm_levels) < 4)
    GROUP BY s.user_id`.execute(db);
  return new Map(rows.map(({ user_id, count }) => [user_id, count]));
}

/** Sets what members see in a project of the company. */
export async function writeLimits(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  projectId: number,
  limits: readonly Limit[],
): Promise<void> {
  const userIds = limits.map(({ userId }) => userId);
  await sql`
    INSERT INTO member_scope (user_id, project_id, devices, can_write, alarm_levels)
    SELECT (l->>'userId')::int, ${projectId}, l->>'devices', (l->>'canWrite')::bool,
           ARRAY(SELECT v::smallint FROM jsonb_array_elements_text(l->'alarmLevels') v)
    FROM jsonb_array_elements(${JSON.stringify(limits)}::jsonb) l JOIN project p ON p.id = ${projectId} AND p.company_id = ${tenant.companyId}
    ON CONFLICT (user_id, project_id) DO UPDATE
      SET devices = excluded.devices, can_write = excluded.can_write, alarm_levels = excluded.alarm_levels`.execute(db);
  await sql`DELETE FROM member_device WHERE project_id = ${projectId} AND user_id = ANY(${userIds}::int[])
    AND project_id IN (SELECT id FROM project WHERE company_id = ${tenant.companyId})`.execute(db);
  await sql`
    INSERT INTO member_device (user_id, project_id, device_id, can_write)
    SELECT (l->>'userId')::int, ${projectId}, (d->>'deviceId')::int, (d->>'canWrite')::bool
    FROM jsonb_array_elements(${JSON.stringify(limits)}::jsonb) l CROSS JOIN LATERAL jsonb_array_elements(l->'listed') d
    JOIN project p ON p.id = ${projectId} AND p.company_id = ${tenant.companyId}`.execute(db);
}

/** Lets members see everything in a project again. */
export async function deleteLimits(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  projectId: number,
  userIds: readonly number[],
): Promise<void> {
  const users = [...userIds];
  await sql`DELETE FROM member_device WHERE project_id = ${projectId} AND user_id = ANY(${users}::int[])
    AND project_id IN (SELECT id FROM project WHERE company_id = ${tenant.companyId})`.execute(db);
  await sql`DELETE FROM member_scope WHERE project_id = ${projectId} AND user_id = ANY(${users}::int[])
    AND project_id IN (SELECT id FROM project WHERE company_id = ${tenant.companyId})`.execute(db);
}

export interface DeviceOfProject {
  id: number;
  name: string;
  name_en: string | null;
  area: string | null;
  area_en: string | null;
}

/** Devices of a project of the company, by name. */
export async function devicesOfProject(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  projectId: number,
): Promise<DeviceOfProject[]> {
  const { rows } = await sql<DeviceOfProject>`
    SELECT d.id, d.name, d.name_en, a.name AS area, a.name_en AS area_en
    FROM device d LEFT JOIN subarea a ON a.id = d.area_id
    WHERE d.company_id = ${tenant.companyId} AND d.project_id = ${projectId} ORDER BY d.name, d.id`.execute(db);
  return rows;
}
