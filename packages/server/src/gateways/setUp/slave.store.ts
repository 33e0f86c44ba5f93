import { sql } from 'kysely';
import { inProjects, type UserTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import type { GatewayTenant } from '../gatewayTenant.ts';
import { gatewayVisible, slaveVisible } from '../visible.store.ts';

/** What is set up of one slave. */
export interface SlaveValues {
  address: number;
  name: string;
  category: string;
  baud_rate: number;
  data_bits: number;
  parity: string;
  stop_bits: number;
  max_registers: number;
  max_gap: number;
}

export interface SetUpSlave extends SlaveValues {
  id: number;
  gateway_id: number;
}

/** Of gateways the tenant may open: these slaves. */
export async function findSlaves(
  tenant: GatewayTenant,
  db: DbOrTransaction,
  ids: readonly number[],
): Promise<SetUpSlave[]> {
  const { rows } = await sql<SetUpSlave>`
    SELECT s.id, s.gateway_id, s.address, s.name, s.category, s.baud_rate, s.data_bits, s.parity, s.stop_bits, s.max_registers, s.max_gap
    FROM slave s JOIN gateway g ON g.id = s.gateway_id
    WHERE s.id = ANY(${[...ids]}::int[]) AND ${gatewayVisible(tenant)} AND ${slaveVisible(tenant)} ORDER BY s.gateway_id, s.address`.execute(
    db,
  );
  return rows;
}

/** Every slave of one gateway, by address. */
export async function slavesOf(tenant: GatewayTenant, db: DbOrTransaction, gatewayId: number): Promise<SetUpSlave[]> {
  const { rows } = await sql<SetUpSlave>`
    SELECT s.id, s.gateway_id, s.address, s.name, s.category, s.baud_rate, s.data_bits, s.parity, s.stop_bits, s.max_registers, s.max_gap
    FROM slave s JOIN gateway g ON g.id = s.gateway_id
    WHERE s.gateway_id = ${gatewayId} AND ${gatewayVisible(tenant)} AND ${slaveVisible(tenant)} ORDER BY s.address`.execute(
    db,
  );
  return rows;
}

/** @param gatewayId one that was found for the tenant */
export async function insertSlave(
  _tenant: GatewayTenant,
  transaction: DbOrTransaction,
  gatewayId: number,
  slave: Partial<SlaveValues> & Pick<SlaveValues, 'address' | 'name'>,
): Promise<number> {
  const row = await transaction
    .insertInto('slave')
    .values({ ...slave, gateway_id: gatewayId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** @param slaveId one that was found for the tenant */
export async function updateSlaveRow(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  slaveId: number,
  values: Partial<SlaveValues>,
): Promise<void> {
  if (Object.keys(values).length === 0) return;
  await transaction.updateTable('slave').set(values).where('id', '=', slaveId).execute();
}

/** @param ids slaves that were found for the tenant */
export async function deleteSlaveRows(
  _tenant: GatewayTenant,
  transaction: DbOrTransaction,
  ids: readonly number[],
): Promise<void> {
  await transaction
    .deleteFrom('slave')
    .where(sql<boolean>`id = ANY(${[...ids]}::int[])`)
    .execute();
}

/** How a device wants to be asked, and what its serial line is set to. */
export interface LineSettings extends Omit<SlaveValues, 'address' | 'name' | 'category' | 'parity'> {
  parity: 'none' | 'even' | 'odd';
}

/** Those of a slave whose project the tenant may see. */
export async function lineSettingsOf(
  tenant: UserTenant,
  db: DbOrTransaction,
  slaveId: number,
): Promise<LineSettings | undefined> {
  const { rows } = await sql<LineSettings>`
    SELECT s.baud_rate, s.data_bits, s.parity, s.stop_bits, s.max_registers, s.max_gap
    FROM slave s JOIN gateway g ON g.id = s.gateway_id WHERE s.id = ${slaveId} AND ${inProjects(tenant, 'g.project_id')}`.execute(
    db,
  );
  return rows[0];
}
