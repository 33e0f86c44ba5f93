import { sql } from 'kysely';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { pointVisible } from '../../points/index.ts';
import type { GatewayTenant } from '../gatewayTenant.ts';
import type { PointOfFile } from './gatewayFile.ts';

/** The points of a gateway that the tenant may see. @param gatewayId one that was found for the tenant */
export async function pointsInFile(
  tenant: GatewayTenant,
  db: DbOrTransaction,
  gatewayId: number,
): Promise<PointOfFile[]> {
  const { rows } = await sql<PointOfFile>`
    SELECT p.name, p.name_en AS "nameEn", s.address AS "slaveAddress", t.code AS "pointType", p.unit, p.decimals, p.level, p.writable,
      p.sampling_interval_seconds AS "samplingIntervalSeconds", p.range_low AS "rangeLow", p.range_high AS "rangeHigh", p.error_values AS "errorValues",
      p.frozen_after_seconds AS "frozenAfterSeconds", p.modbus, p.mqtt_device AS "mqttDevice", p.mqtt_key AS "mqttKey"
    FROM point p JOIN point_type t ON t.id = p.point_type_id LEFT JOIN slave s ON s.id = p.slave_id
    WHERE p.gateway_id = ${gatewayId} AND ${pointVisible(tenant)} ORDER BY s.address NULLS FIRST, p.name, p.id`.execute(
    db,
  );
  return rows;
}
