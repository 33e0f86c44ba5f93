import { sql } from 'kysely';
import { type CompanyTenant, deviceNotHidden, type UserTenant } from '../../access/index.ts';
import { containsText } from '../../platform/db/containsText.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';

export interface SeenProject {
  id: number;
  name: string;
  name_en: string | null;
  /** Of their entries there. */
  permission_ids: number[];
  devices: 'all' | 'listed';
  device_count: number;
  alarm_levels: number[];
  /** It can be shown on a map. */
  has_position: boolean;
  /** Of the devices that they see there; of a project of which they see all also those that were chosen for it. */
  subsystem_codes: string[];
}

/** A page of the projects that a member may open, by name. Devices hidden from the caller are not counted. */
export async function pageProjectsOf(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  { userId, text, seenBy }: { userId: number; text: string | undefined; seenBy: UserTenant },
  page: { limit: number; offset: number },
): Promise<{ rows: SeenProject[]; count: number }> {
  const from = sql`FROM project p JOIN subarea s ON s.id = p.id
    WHERE p.company_id = ${tenant.companyId} AND p.deleted_at IS NULL
      AND ${containsText(text, 's.name', 's.name_en')}
      AND EXISTS (SELECT 1 FROM opens_project o WHERE o.user_id = ${userId} AND o.project_id = p.id)`;
  const [{ rows }, { rows: counts }] = await Promise.all([
    sql<SeenProject>`
      SELECT o.id, o.name, o.name_en, o.has_position,
        ARRAY(SELECT DISTINCT r.permission_id FROM role_entry e JOIN role_permission r ON r.role_id = e.role_id AND NOT r.half_selected
          WHERE e.user_id = ${userId} AND e.company_id = ${tenant.companyId} AND e.project_id = o.id ORDER BY 1) AS permission_ids,
        coalesce(l.devices, 'all') AS devices, coalesce(l.alarm_levels, '{1,2,3,4}') AS alarm_levels,
        (SELECT count(*) FROM member_device d WHERE d.user_id = ${userId} AND d.project_id = o.id
            AND ${deviceNotHidden(seenBy, 'd.project_id', 'd.device_id')}) AS device_count,
        ARRAY(SELECT b.code FROM subsystem b
          WHERE (l.devices IS DISTINCT FROM 'listed' AND b.id = ANY(o.subsystem_ids)) OR EXISTS (
            SELECT 1 FROM device d JOIN device_class c ON c.id = d.device_class_id
            WHERE d.project_id = o.id AND c.subsystem_id = b.id AND ${deviceNotHidden(seenBy, 'd.project_id', 'd.id')}
              AND (l.devices IS DISTINCT FROM 'listed' OR EXISTS (
                SELECT 1 FROM member_device m WHERE m.user_id = ${userId} AND m.project_id = o.id AND m.device_id = d.id)))
          ORDER BY b.position) AS subsystem_codes
      FROM (SELECT p.id, s.name, s.name_en, p.latitude IS NOT NULL AS has_position, p.subsystem_ids ${from} ORDER BY s.name, p.id LIMIT ${page.limit} OFFSET ${page.offset}) o
      LEFT JOIN scope_in_force l ON l.user_id = ${userId} AND l.project_id = o.id
      ORDER BY o.name, o.id`.execute(db),
    sql<{ count: number }>`SELECT count(*) ${from}`.execute(db),
  ]);
  return { rows, count: counts[0]?.count ?? 0 };
}

export interface RoleThere {
  name: string;
  name_en: string | null;
  project_id: number;
  permission_ids: number[];
  half_selected_ids: number[];
}

/** The roles of a member that count in a project, or company-wide alone. */
export async function rolesThere(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  userId: number,
  projectId: number | null,
): Promise<RoleThere[]> {
  const { rows } = await sql<RoleThere>`
    SELECT r.name, r.name_en, e.project_id,
      ARRAY(SELECT permission_id FROM role_permission p WHERE p.role_id = r.id AND NOT half_selected) AS permission_ids,
      ARRAY(SELECT permission_id FROM role_permission p WHERE p.role_id = r.id AND half_selected) AS half_selected_ids
    FROM role_entry e JOIN role r ON r.id = e.role_id
    WHERE e.company_id = ${tenant.companyId} AND e.user_id = ${userId}
      AND e.project_id = ANY(${projectId === null ? [-1] : [-1, projectId]}::int[])
    ORDER BY e.project_id, r.name, r.id`.execute(db);
  return rows;
}

/** What a device of a project is called; undefined: the project has no such device. */
export const deviceName = async (
  tenant: CompanyTenant,
  db: DbOrTransaction,
  projectId: number,
  deviceId: number,
): Promise<{ name: string; name_en: string | null } | undefined> =>
  db
    .selectFrom('device')
    .where('company_id', '=', tenant.companyId)
    .where('project_id', '=', projectId)
    .where('id', '=', deviceId)
    .select(['name', 'name_en'])
    .executeTakeFirst();
