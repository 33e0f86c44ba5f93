import type { NotSentReason, SendState, TestChannel } from '@watchpost/contract';
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
  /** Channels to recipients of alarms; good: a test message has left us by it since the order was made. */
  contacts: NamedCheck[];
  /** Alarms that were acknowledged since the order was made. */
  confirmed: number;
}

/** Each way by which an open policy of a project tells somebody outside the screens. */
const waysOfProject = (projectId: number) => sql`
  SELECT DISTINCT c.user_id, u.nickname AS user_name, way AS channel FROM alarm_strategy st
    JOIN alarm_strategy_contact c ON c.strategy_id = st.id CROSS JOIN unnest(c.channels) AS way JOIN app_user u ON u.id = c.user_id
  WHERE st.project_id = ${projectId} AND st.enabled AND way IN ('sms', 'voice', 'email')`;

export interface ContactRow {
  user_id: number;
  user_name: string;
  channel: TestChannel;
  /** The last test of the order; null: none. */
  at: Date | null;
  sent_by: string | null;
  /** Of its message; null: none was made, and `reason` says why, or it is forgotten. */
  state: SendState | null;
  reason: NotSentReason | null;
}

/** The contacts of the project of an order that was found for the tenant, each with its last test. */
export async function contactsOf(
  _tenant: UserTenant,
  db: DbOrTransaction,
  order: { readonly id: number; readonly project_id: number },
): Promise<ContactRow[]> {
  const { rows } = await sql<ContactRow>`
    SELECT w.user_id, w.user_name, w.channel, t.at, t.sent_by, m.state, coalesce(t.reason, m.reason) AS reason
    FROM (${waysOfProject(order.project_id)}) w
      LEFT JOIN LATERAL (SELECT * FROM debug_test dt WHERE dt.order_id = ${order.id} AND dt.user_id = w.user_id AND dt.channel = w.channel
        ORDER BY dt.at DESC, dt.id DESC LIMIT 1) t ON true
      LEFT JOIN notification_message m ON m.id = t.message_id
    ORDER BY w.user_name, w.user_id, w.channel`.execute(db);
  return rows;
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
      ${list(sql`SELECT w.user_id AS id, w.user_name || ' · ' || w.channel AS name, EXISTS (SELECT 1 FROM debug_test dt
          JOIN debug_order o ON o.id = dt.order_id AND o.project_id = ${projectId} JOIN notification_message m ON m.id = dt.message_id
          WHERE dt.user_id = w.user_id AND dt.channel = w.channel AND dt.at >= ${since} AND m.state IN ('sent', 'delivered')) AS good
        FROM (${waysOfProject(projectId)}) w`)} AS contacts,
      (SELECT count(*) FROM alarm a WHERE a.project_id = ${projectId} AND a.acknowledged_at >= ${since})::int AS confirmed`.execute(
    db,
  );
  return rows[0]!;
}
