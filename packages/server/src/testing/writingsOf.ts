import type { Db } from '../platform/db/database.ts';
import { aModbusPoint } from './fieldFactories.ts';

/** What calls about remote writing can name. */
export interface Writings {
  /** A setpoint of the device; its gateway is not connected. */
  writablePointId: number;
  /** A write of the member's to it, whose old value comes back in an hour. */
  writeId: number;
  /** A batch of the member's that is still running. */
  writeBatchId: number;
}

/** A setpoint of a company's device, and what its member wrote to it; every name contains `marker`. */
export async function writingsOf(
  db: Db,
  company: { companyId: number; projectId: number; userId: number; deviceId: number; gatewayId: number },
  marker: string,
): Promise<Writings> {
  const { companyId, projectId, userId, deviceId, gatewayId } = company;
  const slave = await db
    .selectFrom('slave')
    .where('gateway_id', '=', gatewayId)
    .select('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  const name = `${marker} Setpoint`;
  // The one that the running server knows.
  const known = await db
    .selectFrom('point')
    .where('gateway_id', '=', gatewayId)
    .where('name', '=', name)
    .select('id')
    .executeTakeFirst();
  const writablePointId =
    known?.id ?? (await aModbusPoint(db, gatewayId, { slaveId: slave.id, address: 40, deviceId }));
  await db
    .updateTable('point')
    .set({ writable: true, name, name_en: name })
    .where('id', '=', writablePointId)
    .execute();
  // Limits that a call gave it.
  await db.deleteFrom('point_write_limit').where('point_id', '=', writablePointId).execute();
  const now = Date.now();
  const batch = await db
    .insertInto('write_batch')
    .values({
      company_id: companyId,
      user_id: userId,
      reason: `${marker} night`,
      stop_on_error: true,
      requested_at: new Date(now),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const record = {
    company_id: companyId,
    project_id: projectId,
    point_id: writablePointId,
    point_name: name,
    device_id: deviceId,
    device_ids: [deviceId],
    device_name: `${marker} Freezer`,
    unit: '°C',
    decimals: 1,
    status_values: '[]',
    user_id: userId,
    user_name: `${marker} Person`,
    reason: 'Night',
    requested_at: new Date(now - 120_000),
    sent_at: new Date(now - 120_000),
    finished_at: new Date(now - 119_000),
    old_value: -20,
    value: -18,
    read_back: -18,
    outcome: 'succeeded',
  };
  await db
    .insertInto('write_record')
    .values({ ...record, batch_id: batch.id, position: 0 })
    .execute();
  const write = await db
    .insertInto('write_record')
    .values({ ...record, return_at: new Date(now + 3_600_000), return_state: 'waiting' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { writablePointId, writeId: write.id, writeBatchId: batch.id };
}
