import type { DemoDevice, DemoGateway, DemoPoint, DemoPointType, DemoSlave, DemoSubsystem } from '@watchpost/demo';
import type { SystemTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';

export interface ClassIds {
  get(classCode: string): number | undefined;
}

export async function insertSubsystems(
  _system: SystemTenant,
  db: DbOrTransaction,
  subsystems: readonly DemoSubsystem[],
): Promise<ClassIds> {
  const ids = new Map<string, number>();
  for (const [position, subsystem] of subsystems.entries()) {
    const { id } = await db
      .insertInto('subsystem')
      .values({ code: subsystem.code, name_zh: subsystem.name, name_en: subsystem.nameEn, position })
      .onConflict((conflict) => conflict.column('code').doUpdateSet({ position }))
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const [place, deviceClass] of subsystem.classes.entries()) {
      const row = await db
        .insertInto('device_class')
        .values({
          subsystem_id: id,
          code: deviceClass.code,
          name_zh: deviceClass.name,
          name_en: deviceClass.nameEn,
          position: place,
        })
        .onConflict((conflict) => conflict.column('code').doUpdateSet({ position: place }))
        .returning('id')
        .executeTakeFirstOrThrow();
      ids.set(deviceClass.code, row.id);
    }
  }
  return ids;
}

export async function insertPointTypes(
  _system: SystemTenant,
  db: DbOrTransaction,
  companyId: number,
  types: readonly DemoPointType[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .insertInto('point_type')
    .values(
      types.map((type) => ({
        company_id: companyId,
        code: type.code,
        name_zh: type.name,
        name_en: type.nameEn,
        value_type: type.valueType,
        units: [...type.units],
        status_values: JSON.stringify(type.statusValues),
      })),
    )
    .returning(['id', 'code'])
    .execute();
  return new Map(rows.map(({ code, id }) => [code, id]));
}

export async function insertDevice(
  _system: SystemTenant,
  db: DbOrTransaction,
  device: {
    companyId: number;
    projectId: number;
    areaId: number | null;
    classId: number;
    position: number;
    facts: DemoDevice;
  },
): Promise<number> {
  const row = await db
    .insertInto('device')
    .values({
      company_id: device.companyId,
      project_id: device.projectId,
      area_id: device.areaId,
      device_class_id: device.classId,
      code: device.facts.code,
      name: device.facts.name,
      name_en: device.facts.nameEn,
      brand: device.facts.brand,
      model: device.facts.model,
      position: device.position,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function insertGateway(
  _system: SystemTenant,
  db: DbOrTransaction,
  gateway: {
    companyId: number;
    projectId: number;
    facts: DemoGateway;
    userName: string | null;
    passwordHash: string | null;
    address: string | null;
  },
): Promise<number> {
  const { facts } = gateway;
  const row = await db
    .insertInto('gateway')
    .values({
      company_id: gateway.companyId,
      project_id: gateway.projectId,
      serial_number: facts.serialNumber,
      name: facts.name,
      name_en: facts.nameEn,
      protocol: facts.protocol,
      user_name: gateway.userName,
      password_hash: gateway.passwordHash,
      address: gateway.address,
      registration_mode: facts.protocol === 'DTU' ? facts.registration.mode : 'once',
      registration_identity: facts.protocol === 'DTU' ? facts.registration.text : facts.serialNumber,
      heartbeat: Buffer.from(facts.protocol === 'DTU' ? facts.heartbeat.hex : '', 'hex'),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** The demo's own gateway goes where the simulator listens now; one that was given another machine's address stays there. */
export async function moveDemoGateway(
  _system: SystemTenant,
  db: DbOrTransaction,
  serialNumber: string,
  address: string | null,
): Promise<void> {
  await db
    .updateTable('gateway')
    .set({ address })
    .where('serial_number', '=', serialNumber)
    .where('protocol', '=', 'MODBUS_TCP')
    .where((eb) => eb.or([eb('address', 'is', null), eb('address', 'like', '127.0.0.1:%')]))
    .where('address', 'is distinct from', address)
    .execute();
}

export async function insertSlave(
  _system: SystemTenant,
  db: DbOrTransaction,
  gatewayId: number,
  slave: DemoSlave,
): Promise<number> {
  const row = await db
    .insertInto('slave')
    .values({
      gateway_id: gatewayId,
      address: slave.address,
      name: slave.name,
      category: slave.category,
      baud_rate: slave.serial.baudRate,
      data_bits: slave.serial.dataBits,
      parity: slave.serial.parity,
      stop_bits: slave.serial.stopBits,
      max_registers: slave.maxRegisters,
      max_gap: slave.maxGap,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function insertPoint(
  _system: SystemTenant,
  db: DbOrTransaction,
  point: {
    companyId: number;
    projectId: number;
    gatewayId: number;
    slaveId: number | null;
    pointTypeId: number;
    deviceId: number;
    position: number;
    isMain: boolean;
    facts: DemoPoint;
  },
): Promise<number> {
  const { facts } = point;
  const { source } = facts;
  const { id } = await db
    .insertInto('point')
    .values({
      company_id: point.companyId,
      project_id: point.projectId,
      gateway_id: source.kind === 'mqtt' && source.isOfTag ? null : point.gatewayId,
      slave_id: point.slaveId,
      point_type_id: point.pointTypeId,
      name: facts.name,
      name_en: facts.nameEn,
      unit: facts.unit,
      decimals: facts.decimals,
      level: facts.level,
      writable: facts.writable,
      sampling_interval_seconds: facts.samplingIntervalSeconds,
      range_low: facts.rangeLow,
      range_high: facts.rangeHigh,
      modbus:
        source.kind === 'modbus'
          ? JSON.stringify({
              functionCode: source.functionCode,
              address: source.register,
              format: source.format,
              byteOrder: source.byteOrder,
              bit: source.bit,
              scaling: source.scaling,
              errorValues: source.errorValues,
              statusRegister: null,
            })
          : null,
      mqtt_device: source.kind === 'mqtt' ? source.deviceName : null,
      mqtt_key: source.kind === 'mqtt' ? source.key : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('device_point')
    .values({
      project_id: point.projectId,
      device_id: point.deviceId,
      point_id: id,
      position: point.position,
      main: point.isMain,
    })
    .execute();
  return id;
}

/** @returns its id. What it is for is what its first point is, on its first device. */
