import { sql } from 'kysely';
import type { SystemTenant, Tenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { pointVisible } from './store.ts';

/** Later than any hour that is asked for again, so that the curve has no gap while the service is late once. */
const cycleSeconds = 7_200;

/** The point that keeps the temperature outside a project; null: none, or hidden from the tenant. */
export async function findOutdoorPoint(tenant: Tenant, db: DbOrTransaction, projectId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    SELECT p.id FROM point p WHERE p.project_id = ${projectId} AND p.outdoor AND ${pointVisible(tenant)}`.execute(db);
  return rows[0]?.id ?? null;
}

/**
 * Makes it where it is missing, of the company's temperatures in °C. A free point: it serves no device until somebody lets it.
 *
 * @returns null when there is none and none can be made, as where the company measures no temperature
 */
export async function makeOutdoorPoint(
  tenant: SystemTenant,
  db: DbOrTransaction,
  projectId: number,
): Promise<{ id: number; companyId: number; isNew: boolean } | null> {
  const found = await findOutdoorPoint(tenant, db, projectId);
  if (found !== null) return { id: found, companyId: 0, isNew: false };
  const { rows } = await sql<{ id: number; company_id: number }>`
    INSERT INTO point (company_id, project_id, point_type_id, name, name_en, unit, decimals, level, sampling_interval_seconds, range_low, range_high, outdoor)
    SELECT s.company_id, s.id, t.id, '室外温度（天气）', 'Outdoor temperature (weather)', '°C', 1, 3, ${cycleSeconds}, -90, 65, true
    FROM subarea s JOIN LATERAL (
      SELECT id FROM point_type WHERE company_id = s.company_id AND value_type = 'analog' AND '°C' = ANY(units)
      ORDER BY code <> 'temperature', id LIMIT 1) t ON true
    WHERE s.id = ${projectId}
    ON CONFLICT DO NOTHING RETURNING id, company_id`.execute(db);
  const made = rows[0];
  return made ? { id: made.id, companyId: made.company_id, isNew: true } : null;
}
