import { sql } from 'kysely';
import { inProjects, type UserTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';

/** Active members who may open a project and see one of its devices (null: with any devices visible), by name. */
export async function peopleSeeing(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number,
  deviceId: number | null,
): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT m.user_id AS id, coalesce(nullif(m.real_name, ''), person.name) AS name
    FROM project p JOIN membership m ON m.company_id = p.company_id AND m.active JOIN person ON person.user_id = m.user_id
    LEFT JOIN scope_in_force s ON s.user_id = m.user_id AND s.project_id = p.id
    WHERE p.id = ${projectId} AND ${inProjects(tenant, 'p.id')}
      AND EXISTS (SELECT 1 FROM opens_project o WHERE o.user_id = m.user_id AND o.project_id = p.id)
      AND (${deviceId}::int IS NULL OR coalesce(s.devices, 'all') = 'all' OR EXISTS (
        SELECT 1 FROM member_device d WHERE d.user_id = m.user_id AND d.device_id = ${deviceId}))
      AND (${deviceId}::int IS NULL OR EXISTS (SELECT 1 FROM device d WHERE d.id = ${deviceId} AND d.project_id = p.id))
    ORDER BY 2, 1`.execute(db);
  return rows;
}
