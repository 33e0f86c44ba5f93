import { randomUUID } from 'node:crypto';
import { keptFile, newDocumentId, sealDocument } from '../compliance/index.ts';
import type { Db } from '../platform/db/database.ts';
import { installationSecret } from '../platform/db/installationSecret.ts';
import { aGateway, aPoint, aPointType, serve } from './factories.ts';
import { sheetOf } from './peopleOf.ts';

/** A vehicle with a gateway, tags and waybills. */
export interface TransportIds {
  carId: number;
  /** Serial number of the gateway in it, and of one that is in none. */
  carSn: string;
  spareCarSn: string;
  /** Bound to `waybillId`. */
  tagId: number;
  /** Bound to nothing. */
  spareTagId: number;
  freeTagSn: string;
  /** Pending, with a vehicle and a tag. */
  waybillId: number;
  /** Pending, with nothing. */
  spareWaybillId: number;
  freeWaybillNumber: string;
  tempRangeId: number;
  spareTempRangeId: number;
  /** A sealed document about `waybillId`. */
  certificateDocument: string;
  /** Around the depot, and one that no waybill goes to. */
  geofenceId: number;
  spareGeofenceId: number;
  tagSheet: File;
  waybillSheet: File;
}

const unique = (): string => randomUUID().slice(0, 8);

/** A device of the transport subsystem. */
export async function aTransportDevice(
  db: Db,
  projectId: number,
  code: 'refrigeratedTruck' | 'sensorTag',
  name: string,
): Promise<number> {
  const { id: classId } = await db
    .selectFrom('device_class')
    .where('code', '=', code)
    .select('id')
    .executeTakeFirstOrThrow();
  const { company_id } = await db
    .selectFrom('subarea')
    .where('id', '=', projectId)
    .select('company_id')
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto('device')
    .values({ company_id, project_id: projectId, device_class_id: classId, name })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A tag of temperature, as it is registered. @returns its id, number and point */
export async function aTag(
  db: Db,
  projectId: number,
  name: string,
): Promise<{ id: number; serial: string; deviceId: number; pointId: number }> {
  const serial = `T${unique()}`;
  const deviceId = await aTransportDevice(db, projectId, 'sensorTag', `${name} ${serial}`);
  const { company_id } = await db
    .selectFrom('device')
    .where('id', '=', deviceId)
    .select('company_id')
    .executeTakeFirstOrThrow();
  const { id: pointId } = await db
    .insertInto('point')
    .values({
      company_id,
      project_id: projectId,
      point_type_id: await aPointType(db, company_id),
      name: `${name} Temperature`,
      unit: '°C',
      decimals: 1,
      sampling_interval_seconds: 60,
      mqtt_device: serial,
      mqtt_key: 'temperature',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await serve(db, pointId, deviceId);
  const { id } = await db
    .insertInto('sensor_tag')
    .values({
      project_id: projectId,
      device_id: deviceId,
      serial_number: serial,
      tag_type: 1,
      cycle_seconds: 60,
      created_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, serial, deviceId, pointId };
}

export async function transportOf(
  db: Db,
  { companyId, projectId, userId }: { companyId: number; projectId: number; userId: number },
  marker: string,
): Promise<TransportIds> {
  const carId = await aTransportDevice(db, projectId, 'refrigeratedTruck', `${marker} Truck ${unique()}`);
  const gatewayIds = [
    await aGateway(db, projectId, { name: `${marker} Truck` }),
    await aGateway(db, projectId, { name: `${marker} Spare` }),
  ];
  for (const name of ['Latitude', 'Longitude'])
    await aPoint(db, gatewayIds[0]!, { name: `${name} ${marker}`, unit: '°', deviceId: carId });
  await db
    .insertInto('car_gateway')
    .values({ device_id: carId, project_id: projectId, gateway_id: gatewayIds[0]!, plate: `${marker}-1` })
    .execute();
  const serials = await db
    .selectFrom('gateway')
    .where('id', 'in', gatewayIds)
    .select('serial_number')
    .orderBy('id')
    .execute();
  const range = async (): Promise<number> => {
    const { id } = await db
      .insertInto('temp_range')
      .values({ company_id: companyId, name: `${marker} ${unique()}`, low: 2, high: 8 })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const tempRangeId = await range();
  const waybill = async (device_id: number | null): Promise<number> => {
    const { id } = await db
      .insertInto('waybill')
      .values({
        project_id: projectId,
        number: `${marker}-${unique()}`,
        status: 0,
        device_id,
        device_name: device_id === null ? null : `${marker} Truck`,
        shipper: `${marker} Shipper`,
        temp_range_id: device_id === null ? null : tempRangeId,
        created_at: new Date(),
        created_by: userId,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const fence = async (): Promise<number> => {
    const { id } = await db
      .insertInto('geofence')
      .values({
        project_id: projectId,
        name: `${marker} ${unique()}`,
        stop_kind: 'depot',
        kind: 'circle',
        latitude: 31.2,
        longitude: 121.4,
        radius_metres: 300,
        created_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const tag = await aTag(db, projectId, `${marker} Tag`);
  const spare = await aTag(db, projectId, `${marker} Tag`);
  const waybillId = await waybill(carId);
  await db
    .insertInto('waybill_tag')
    .values({
      waybill_id: waybillId,
      tag_id: tag.id,
      serial_number: tag.serial,
      name: `${marker} Tag`,
      bound_at: new Date(),
    })
    .execute();
  const certificateDocument = newDocumentId();
  const secret = await installationSecret(db, 'secrets');
  const at = new Date();
  await db.transaction().execute((transaction) =>
    sealDocument(transaction, secret, {
      id: certificateDocument,
      kind: 'waybill',
      projectId,
      subjectId: waybillId,
      revision: 1,
      statement: JSON.stringify({ number: marker, reason: 'first', unread: [], tags: [] }),
      at,
      files: [keptFile('certificate.en.pdf', Buffer.from('%PDF-1.4'))],
    }),
  );
  return {
    carId,
    carSn: serials[0]!.serial_number!,
    spareCarSn: serials[1]!.serial_number!,
    tagId: tag.id,
    spareTagId: spare.id,
    freeTagSn: `T${unique()}`,
    waybillId,
    spareWaybillId: await waybill(null),
    freeWaybillNumber: `W${unique()}`,
    tempRangeId,
    spareTempRangeId: await range(),
    certificateDocument,
    geofenceId: await fence(),
    spareGeofenceId: await fence(),
    tagSheet: await sheetOf(['Tag number', 'Name'], [[`T${unique()}`, `Box ${unique()}`]]),
    waybillSheet: await sheetOf(['运单号', '货物'], [[`W${unique()}`, 'Fish']]),
  };
}
