import { sql } from 'kysely';
import { levelVisible } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { rulesLookingAt } from '../../points/index.ts';
import type { GatewayTenant } from '../gatewayTenant.ts';
import { gatewayVisible, slaveVisible } from '../visible.store.ts';

interface NameOf {
  name: string;
  name_en: string | null;
}

/** What hangs on gateways or slaves. */
export interface Belongings {
  gateways: number;
  slaves: number;
  points: number;
  alarm_rules: number;
  looking_rules: number;
  alarms: number;
  devices: number;
  names: NameOf[];
  /** Points that stay and are computed from some that go. */
  computed_names: NameOf[];
}

const namesShown = 10;

/** Counts what goes with these gateways and with these slaves, of those the tenant may open. */
export async function countBelongings(
  tenant: GatewayTenant,
  db: DbOrTransaction,
  { gatewayIds, slaveIds }: { gatewayIds: readonly number[]; slaveIds: readonly number[] },
): Promise<Belongings> {
  const { rows } = await sql<Belongings>`
    WITH gone_gateway AS (SELECT g.id, g.name, g.name_en FROM gateway g WHERE g.id = ANY(${[...gatewayIds]}::int[]) AND ${gatewayVisible(tenant)}),
    gone_slave AS (
      SELECT s.id, s.name FROM slave s JOIN gateway g ON g.id = s.gateway_id
      WHERE (s.gateway_id IN (SELECT id FROM gone_gateway) OR s.id = ANY(${[...slaveIds]}::int[])) AND ${gatewayVisible(tenant)} AND ${slaveVisible(tenant)}),
    gone_point AS (
      SELECT id FROM point WHERE gateway_id IN (SELECT id FROM gone_gateway) OR slave_id IN (SELECT id FROM gone_slave)),
    gone AS (
      SELECT 'gateway' AS kind, id FROM gone_gateway UNION ALL SELECT 'slave', id FROM gone_slave UNION ALL SELECT 'point', id FROM gone_point)
    SELECT (SELECT count(*) FROM gone_gateway) AS gateways, (SELECT count(*) FROM gone_slave) AS slaves, (SELECT count(*) FROM gone_point) AS points,
      (SELECT count(DISTINCT r.rule_id) FROM alarm_rule_subject r JOIN gone ON gone.kind = r.subject_kind AND gone.id = r.subject_id) AS alarm_rules,
      (SELECT count(*) FROM (${rulesLookingAt(tenant, sql`SELECT id FROM gone_point`)}) looking) AS looking_rules,
      (SELECT count(*) FROM alarm o JOIN gone ON gone.kind = o.subject_kind AND gone.id = o.subject_id
        WHERE o.returned_at IS NULL AND ${levelVisible(tenant, 'o.project_id', 'o.severity')}) AS alarms,
      (SELECT count(DISTINCT dp.device_id) FROM device_point dp WHERE dp.point_id IN (SELECT id FROM gone_point)) AS devices,
      coalesce((SELECT json_agg(json_build_object('name', name, 'name_en', name_en)) FROM (
        SELECT name, name_en FROM gone_gateway UNION ALL SELECT name, NULL FROM gone_slave WHERE NOT EXISTS (SELECT 1 FROM gone_gateway)
        LIMIT ${namesShown}) named), '[]') AS names,
      coalesce((SELECT json_agg(DISTINCT jsonb_build_object('name', p.name, 'name_en', p.name_en)) FROM point_input i JOIN point p ON p.id = i.point_id
        WHERE i.input_id IN (SELECT id FROM gone_point) AND i.point_id NOT IN (SELECT id FROM gone_point)), '[]') AS computed_names`.execute(
    db,
  );
  return rows[0]!;
}
