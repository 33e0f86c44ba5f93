import type { Bilingual } from '@watchpost/contract';
import { sql } from 'kysely';
import { inProjects, type Tenant, type UserTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { pointVisible } from '../../points/index.ts';
import { gatewayOfPoint } from '../gatewayOfPoint.ts';
import type { Loss } from './followLinks.ts';

export interface TriedPointRow {
  id: number;
  company_id: number;
  name: string;
  name_en: string | null;
  device_id: number | null;
  device_name: string | null;
  device_name_en: string | null;
  point_type_id: number;
  type_zh: string;
  type_en: string;
  decimals: number;
  sampling_interval_seconds: number;
  protocol: string | null;
  value_type: 'analog' | 'status';
  status_values: ({ value: number } & Bilingual)[];
  time_zone: string;
  /** Its gateway or slave alarms about its own loss. */
  is_explained: boolean;
}

/** Points of a project that the caller sees: those asked for, and what their rules may look at: all on the same devices, and the named. */
export async function findTriedPoints(
  tenant: Tenant,
  db: DbOrTransaction,
  projectId: number,
  pointIds: readonly number[],
  namedIds: readonly number[],
): Promise<TriedPointRow[]> {
  const { rows } = await sql<TriedPointRow>`
    WITH asked AS (
      SELECT p.id FROM point p WHERE p.project_id = ${projectId} AND p.id = ANY(${[...pointIds]}::int[]) AND ${pointVisible(tenant)})
    SELECT p.id, p.company_id, p.name, p.name_en, first.device_id, d.name AS device_name, d.name_en AS device_name_en,
      p.point_type_id, t.name_zh AS type_zh, t.name_en AS type_en, p.decimals, p.sampling_interval_seconds,
      g.protocol, t.value_type, t.status_values, z.time_zone, EXISTS (
        SELECT FROM alarm_rule_subject s JOIN alarm_rule r ON r.id = s.rule_id JOIN alarm_strategy st ON st.id = r.strategy_id AND st.enabled
        WHERE (s.subject_kind = 'gateway' AND s.subject_id = ${gatewayOfPoint}) OR (s.subject_kind = 'slave' AND s.subject_id = p.slave_id)
      ) AS is_explained
    FROM point p JOIN point_type t ON t.id = p.point_type_id JOIN project_zone z ON z.project_id = p.project_id
    LEFT JOIN gateway g ON g.id = p.gateway_id
    LEFT JOIN LATERAL (SELECT min(device_id) AS device_id FROM device_point WHERE point_id = p.id) first ON true
    LEFT JOIN device d ON d.id = first.device_id
    WHERE p.project_id = ${projectId} AND ${pointVisible(tenant)} AND (p.id IN (SELECT id FROM asked) OR p.id = ANY(${[...namedIds]}::int[])
      OR first.device_id IN (SELECT min(o.device_id) FROM device_point o WHERE o.point_id IN (SELECT id FROM asked) GROUP BY o.point_id))
    ORDER BY p.id`.execute(db);
  return rows;
}

/** How often points were expected to report at a moment, in seconds. */
export async function cyclesAt(
  _tenant: Tenant,
  db: DbOrTransaction,
  pointIds: readonly number[],
  at: Date,
): Promise<Map<number, number>> {
  const { rows } = await sql<{ point_id: number; cycle_seconds: number }>`
    SELECT DISTINCT ON (point_id) point_id, cycle_seconds FROM point_cycle
    WHERE point_id = ANY(${[...pointIds]}::int[]) AND valid_from <= ${at} ORDER BY point_id, valid_from DESC`.execute(
    db,
  );
  return new Map(rows.map(({ point_id, cycle_seconds }) => [point_id, cycle_seconds]));
}

/** When the cycle of one of these points changed within a range; epoch ms. */
export async function cycleChanges(
  _tenant: Tenant,
  db: DbOrTransaction,
  pointIds: readonly number[],
  { from, until }: { from: Date; until: Date },
): Promise<number[]> {
  const { rows } = await sql<{ valid_from: Date }>`
    SELECT DISTINCT valid_from FROM point_cycle
    WHERE point_id = ANY(${[...pointIds]}::int[]) AND valid_from > ${from} AND valid_from < ${until}`.execute(db);
  return rows.map(({ valid_from }) => valid_from.getTime());
}

/**
 * When the gateway or slave of points that the tenant sees is on record as lost, from when it fell silent; by time: what ended after
 * `from`, and the last before it, since when the line was there. Of slaves the alarms about them, of gateways the log of their lines,
 * too, as far back as it is kept.
 */
export async function findLosses(
  tenant: Tenant,
  db: DbOrTransaction,
  pointIds: readonly number[],
  from: Date,
): Promise<Map<number, Loss[]>> {
  const { rows } = await sql<{ point_id: number; lost_at: Date; returned_at: Date | null }>`
    WITH asked AS (
      SELECT p.id, p.project_id, ${gatewayOfPoint} AS gateway_id, p.slave_id FROM point p WHERE p.id = ANY(${[...pointIds]}::int[]) AND ${pointVisible(tenant)}),
    line AS (
      SELECT e.gateway_id, e.kind, e.at, lead(e.at) OVER (PARTITION BY e.gateway_id ORDER BY e.id) AS next_at FROM gateway_event e
      WHERE e.gateway_id IN (SELECT gateway_id FROM asked) AND e.slave_id IS NULL AND e.kind IN ('up', 'down')),
    loss AS (
      SELECT p.id AS point_id, a.returned_at,
        a.raised_at - make_interval(secs => coalesce((a.rule_definition->>'onDelaySeconds')::float8, 0)) AS lost_at
      FROM asked p JOIN alarm a ON a.project_id = p.project_id AND ((a.subject_kind = 'gateway' AND a.subject_id = p.gateway_id)
        OR (a.subject_kind = 'slave' AND a.subject_id = p.slave_id))
      UNION ALL
      SELECT p.id, line.next_at, line.at FROM asked p JOIN line ON line.gateway_id = p.gateway_id AND line.kind = 'down'),
    before AS (SELECT point_id, max(returned_at) AS ended_at FROM loss WHERE returned_at <= ${from} GROUP BY point_id)
    SELECT loss.* FROM loss LEFT JOIN before USING (point_id)
    WHERE loss.returned_at IS NULL OR loss.returned_at > ${from} OR loss.returned_at = before.ended_at
    ORDER BY lost_at`.execute(db);
  const losses = Map.groupBy(rows, ({ point_id }) => point_id);
  return new Map(
    [...losses].map(([pointId, of]) => [
      pointId,
      of.map(({ lost_at, returned_at }) => ({ from: lost_at.getTime(), to: returned_at?.getTime() ?? null })),
    ]),
  );
}

export interface OpenOfStrategy {
  rule_id: number;
  subject_kind: 'point' | 'slave' | 'gateway';
  subject_id: number;
  raised_at: Date;
  /** When what it is about began, such as a silence; epoch ms. */
  since: number;
}

/** The alarms that stand under a strategy that was found for this tenant, also those that are hidden for a while. */
export async function openOfStrategy(
  tenant: UserTenant,
  db: DbOrTransaction,
  strategyId: number,
): Promise<OpenOfStrategy[]> {
  const { rows } = await sql<OpenOfStrategy>`
    SELECT a.rule_id, a.subject_kind, a.subject_id, a.raised_at,
      coalesce((s.state->>'since')::float8, extract(epoch FROM a.raised_at)::float8 * 1000) AS since
    FROM alarm a LEFT JOIN alarm_state s USING (rule_id, subject_kind, subject_id)
    WHERE a.returned_at IS NULL AND ${inProjects(tenant, 'a.project_id')}
      AND a.rule_id IN (SELECT r.id FROM alarm_rule r WHERE r.strategy_id = ${strategyId})`.execute(db);
  return rows;
}
