import { sql } from 'kysely';
import type { UserTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';

export interface Named {
  id: number;
  name: string;
}
export interface NamedCheck extends Named {
  good: boolean;
}

export interface StoredFacts {
  is_located: boolean;
  gateways: NamedCheck[];
  slaves: NamedCheck[];
  points: Named[];
  /** Good: it has a point. */
  devices: NamedCheck[];
  /** Devices with points; good: an open policy watches one of them. */
  watched: NamedCheck[];
  /** Open policies; good: somebody is told. */
  policies: NamedCheck[];
  /** Good: watched when it was last tried. Those that were never tried are not good. */
  cameras: NamedCheck[];
  /** Alarms that were acknowledged since the order was made. */
  confirmed: number;
}

/** What the database knows of a project that was found for the tenant, as its commissioning asks it. */
export async function factsOfProject(
  _tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number,
  since: Date,
): Promise<StoredFacts> {
  const list = (query: ReturnType<typeof sql>) =>
    sql`coalesce((SELECT jsonb_agg(x ORDER BY x.name, x.id) FROM (${query}) x), '[]')`;
  const watchedPoint = sql`SELECT 1 FROM alarm_rule_subject s JOIN alarm_rule r ON r.id = s.rule_id
    JOIN alarm_strategy st ON st.id = r.strategy_id AND st.enabled`;
  const { rows } = await sql<StoredFacts>`
    SELECT (SELECT latitude IS NOT NULL FROM project WHERE id = ${projectId}) AS is_located,
      ${list(sql`SELECT g.id, g.name, g.online AS good FROM gateway g WHERE g.project_id = ${projectId}`)} AS gateways,
      ${list(sql`SELECT s.id, s.name, s.silent_since IS NULL AND g.online AS good FROM slave s JOIN gateway g ON g.id = s.gateway_id
        WHERE g.project_id = ${projectId}`)} AS slaves,
      ${list(sql`SELECT p.id, p.name FROM point p WHERE p.project_id = ${projectId}`)} AS points,
      ${list(sql`SELECT d.id, d.name, EXISTS (SELECT 1 FROM device_point dp WHERE dp.device_id = d.id) AS good
        FROM device d WHERE d.project_id = ${projectId}`)} AS devices,
      ${list(sql`SELECT d.id, d.name, EXISTS (${watchedPoint} WHERE s.subject_kind = 'point'
          AND s.subject_id IN (SELECT dp.point_id FROM device_point dp WHERE dp.device_id = d.id)) AS good
        FROM device d WHERE d.project_id = ${projectId} AND EXISTS (SELECT 1 FROM device_point dp WHERE dp.device_id = d.id)`)} AS watched,
      ${list(sql`SELECT st.id, st.name, EXISTS (SELECT 1 FROM alarm_strategy_contact c WHERE c.strategy_id = st.id) AS good
        FROM alarm_strategy st WHERE st.project_id = ${projectId} AND st.enabled`)} AS policies,
      ${list(sql`SELECT c.id, c.name, c.checked_at IS NOT NULL AND c.failure IS NULL AS good
        FROM camera c WHERE c.project_id = ${projectId}`)} AS cameras,
      (SELECT count(*) FROM alarm a WHERE a.project_id = ${projectId} AND a.acknowledged_at >= ${since})::int AS confirmed`.execute(
    db,
  );
  return rows[0]!;
}
