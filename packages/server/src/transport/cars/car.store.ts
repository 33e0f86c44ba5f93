import { type RawBuilder, sql } from 'kysely';
import { deviceVisible, inProjects, type SystemTenant, type Tenant, type UserTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';

export interface CarRow {
  id: number;
  company_id: number;
  project_id: number;
  project_name: string;
  project_name_en: string | null;
  name: string;
  name_en: string | null;
  plate: string | null;
  gateway_id: number | null;
  gateway_serial: string | null;
}

/** Slower is standing, km/h. */
export const movingKmh = 5;

/** A vehicle is a device of the transport subsystem that is no tag. */
const isCar = sql<boolean>`EXISTS (SELECT 1 FROM device_class c JOIN subsystem s ON s.id = c.subsystem_id
  WHERE c.id = d.device_class_id AND s.code = 'transport' AND c.code <> 'sensorTag')`;
const visible = (tenant: Tenant): RawBuilder<boolean> => deviceVisible(tenant, 'd.project_id', 'd.id');

/** Which gateway is in a vehicle: the one that was said, else the one that its points come from. */
const gatewayOf = sql`
  LEFT JOIN car_gateway cg ON cg.device_id = d.id
  LEFT JOIN LATERAL (SELECT p.gateway_id FROM device_point dp JOIN point p ON p.id = dp.point_id
    WHERE dp.device_id = d.id AND p.gateway_id IS NOT NULL ORDER BY dp.position LIMIT 1) own ON true
  LEFT JOIN gateway g ON g.id = coalesce(cg.gateway_id, own.gateway_id)`;

async function readCars(tenant: Tenant, db: DbOrTransaction, condition: RawBuilder<unknown>): Promise<CarRow[]> {
  const { rows } = await sql<CarRow>`
    SELECT d.id, d.company_id, d.project_id, place.name AS project_name, place.name_en AS project_name_en, d.name, d.name_en, cg.plate,
      g.id AS gateway_id, g.serial_number AS gateway_serial
    FROM device d JOIN place_name place ON place.place_id = d.project_id ${gatewayOf}
    WHERE ${isCar} AND ${visible(tenant)} AND ${condition} ORDER BY d.project_id, d.name COLLATE natural_name, d.id`.execute(
    db,
  );
  return rows;
}

/** Vehicles that the tenant may see; of one project, or of all. */
export const listCars = (tenant: UserTenant, db: DbOrTransaction, projectId: number | null): Promise<CarRow[]> =>
  readCars(tenant, db, projectId === null ? sql`true` : sql`d.project_id = ${projectId}`);

export const findCars = (tenant: UserTenant, db: DbOrTransaction, ids: readonly number[]): Promise<CarRow[]> =>
  readCars(tenant, db, sql`d.id = ANY(${[...ids]}::int[])`);

/** Vehicles of every project that is served. */
export const vehiclesServed = (tenant: SystemTenant, db: DbOrTransaction, at: Date): Promise<CarRow[]> =>
  readCars(
    tenant,
    db,
    sql`EXISTS (SELECT FROM project_served s WHERE s.project_id = d.project_id AND s.served_until > ${at})`,
  );

/** The vehicles that a gateway is in. */
export const carsOfGateway = (tenant: UserTenant, db: DbOrTransaction, gatewayId: number): Promise<CarRow[]> =>
  readCars(tenant, db, sql`g.id = ${gatewayId}`);

export const carsOfSerial = (tenant: UserTenant, db: DbOrTransaction, serial: string): Promise<CarRow[]> =>
  readCars(tenant, db, sql`g.serial_number = ${serial}`);

/** Gateways of a project by their serial numbers. */
export async function gatewaysBySerial(
  tenant: UserTenant,
  db: DbOrTransaction,
  serials: readonly string[],
): Promise<{ id: number; project_id: number; serial_number: string; car_id: number | null }[]> {
  const { rows } = await sql<{ id: number; project_id: number; serial_number: string; car_id: number | null }>`
    SELECT g.id, g.project_id, g.serial_number, cg.device_id AS car_id FROM gateway g LEFT JOIN car_gateway cg ON cg.gateway_id = g.id
    WHERE g.serial_number = ANY(${[...serials]}::text[]) AND ${inProjects(tenant, 'g.project_id')}`.execute(db);
  return rows;
}

export async function setCarGateway(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  row: { device_id: number; project_id: number; gateway_id: number | null; plate: string | null },
): Promise<void> {
  await transaction
    .insertInto('car_gateway')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('device_id').doUpdateSet({ gateway_id: row.gateway_id, plate: row.plate }),
    )
    .execute();
}

/** What vehicles carry now: open waybills and the tags that are bound to them. */
export async function loadsOf(
  _tenant: UserTenant,
  db: DbOrTransaction,
  carId: number,
): Promise<
  {
    waybill_id: number;
    number: string;
    status: number;
    tag_id: number | null;
    serial_number: string | null;
    name: string | null;
  }[]
> {
  const { rows } = await sql<{
    waybill_id: number;
    number: string;
    status: number;
    tag_id: number | null;
    serial_number: string | null;
    name: string | null;
  }>`
    SELECT w.id AS waybill_id, w.number, w.status, b.tag_id, b.serial_number, b.name
    FROM waybill w LEFT JOIN waybill_tag b ON b.waybill_id = w.id AND b.unbound_at IS NULL
    WHERE w.device_id = ${carId} AND w.status IN (0, 1, 2) ORDER BY w.number, b.serial_number`.execute(db);
  return rows;
}

export interface OnlineRow {
  at: Date;
  is_up: boolean;
}

/** When a gateway came and went in a stretch of time, with the newest word before it. */
export async function comingsOf(
  _tenant: UserTenant,
  db: DbOrTransaction,
  gatewayId: number,
  from: Date,
  to: Date,
): Promise<OnlineRow[]> {
  const { rows } = await sql<OnlineRow>`
    SELECT at, kind = 'up' AS is_up FROM (
      (SELECT at, kind FROM gateway_event WHERE gateway_id = ${gatewayId} AND slave_id IS NULL AND kind IN ('up', 'down') AND at < ${from}
       ORDER BY at DESC LIMIT 1)
      UNION ALL
      SELECT at, kind FROM gateway_event WHERE gateway_id = ${gatewayId} AND slave_id IS NULL AND kind IN ('up', 'down')
        AND at >= ${from} AND at < ${to}) e ORDER BY at`.execute(db);
  return rows;
}

export async function plateOf(_tenant: Tenant, db: DbOrTransaction, carId: number): Promise<string | null> {
  const { rows } = await sql<{
    plate: string | null;
  }>`SELECT plate FROM car_gateway WHERE device_id = ${carId}`.execute(db);
  return rows[0]?.plate ?? null;
}
