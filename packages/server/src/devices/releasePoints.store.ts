import { sql } from 'kysely';
import type { SystemTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';

/**
 * Devices lose the points of these gateways, which leave the project.
 *
 * @returns the devices concerned
 */
export async function releasePointsOfGateways(
  _system: SystemTenant,
  transaction: DbOrTransaction,
  gatewayIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ device_id: number }>`
    DELETE FROM device_point WHERE point_id IN (SELECT id FROM point WHERE gateway_id = ANY(${[...gatewayIds]}::int[]))
    RETURNING device_id`.execute(transaction);
  return [...new Set(rows.map(({ device_id }) => device_id))];
}
