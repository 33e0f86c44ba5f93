import { hashPassword } from '../account/index.ts';
import type { Db } from '../platform/db/database.ts';
import type { ModbusMapping } from '../points/index.ts';
import { aGateway, aPoint } from './factories.ts';

/** A gateway that publishes by itself, with its login. */
export async function anMqttGateway(
  db: Db,
  projectId: number,
  values: {
    userName: string;
    password: string;
    name?: string;
    format?: 'thingsboard' | 'neuron' | 'mapping' | 'sparkplug';
  },
): Promise<number> {
  const { userName: user_name, password, name, format: payload_format = 'thingsboard' } = values;
  const id = await aGateway(db, projectId, { protocol: 'MQTT', ...(name === undefined ? {} : { name }) });
  const password_hash = await hashPassword(password);
  await db.updateTable('gateway').set({ user_name, password_hash, payload_format }).where('id', '=', id).execute();
  return id;
}

/** A point that an MQTT gateway reports under `key`; `device`: of a device behind it. */
export async function anMqttPoint(
  db: Db,
  gatewayId: number,
  { key, device, ...values }: { key: string; device?: string; deviceId?: number; samplingIntervalSeconds?: number },
): Promise<number> {
  const id = await aPoint(db, gatewayId, values);
  const source = { mqtt_key: key, mqtt_device: device ?? null };
  await db.updateTable('point').set(source).where('id', '=', id).execute();
  return id;
}

/** A point in the registers of a slave; by default one signed holding register, in tenths, read every 60 s. */
export async function aModbusPoint(
  db: Db,
  gatewayId: number,
  values: { slaveId: number; address: number; deviceId?: number; mapping?: Partial<ModbusMapping> },
): Promise<number> {
  const { slaveId, address, deviceId, mapping } = values;
  const id = await aPoint(db, gatewayId, { slaveId, ...(deviceId === undefined ? {} : { deviceId }) });
  const modbus: ModbusMapping = {
    functionCode: 3,
    address,
    format: 's16',
    byteOrder: 'AB',
    bit: null,
    scaling: { rawLow: 0, rawHigh: 10, engLow: 0, engHigh: 1 },
    errorValues: [],
    statusRegister: null,
    ...mapping,
  };
  await db
    .updateTable('point')
    .set({ modbus: JSON.stringify(modbus) })
    .where('id', '=', id)
    .execute();
  return id;
}
