import { sql } from 'kysely';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import type { GatewayTenant } from '../gatewayTenant.ts';

/** A point as a configuration file has it. */
export interface PointInFile {
  [field: string]: unknown;
  name: string;
  slaveAddress: number | null;
}

/** The points of a gateway. @param gatewayId one that was found for the tenant */
export async function pointsInFile(
  _tenant: GatewayTenant,
  db: DbOrTransaction,
  gatewayId: number,
): Promise<PointInFile[]> {
  const { rows } = await sql<PointInFile>`
    SELECT p.name, p.name_en AS "nameEn", s.address AS "slaveAddress", t.code AS "pointType", p.unit, p.decimals, p.writable,
      p.sampling_interval_seconds AS "samplingIntervalSeconds", p.modbus, p.mqtt_device AS "mqttDevice", p.mqtt_key AS "mqttKey"
    FROM point p JOIN point_type t ON t.id = p.point_type_id LEFT JOIN slave s ON s.id = p.slave_id
    WHERE p.gateway_id = ${gatewayId} ORDER BY s.address NULLS FIRST, p.name, p.id`.execute(db);
  return rows;
}
