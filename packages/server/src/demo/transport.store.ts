import { sql } from 'kysely';
import type { SystemTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { type FenceShape, middleOf } from '../transport/index.ts';

const half = 1_800_000;

export async function putGatewayIntoCar(
  _system: SystemTenant,
  db: DbOrTransaction,
  car: { deviceId: number; projectId: number; gatewayId: number; plate: string | null },
): Promise<void> {
  await db
    .insertInto('car_gateway')
    .values({ device_id: car.deviceId, project_id: car.projectId, gateway_id: car.gatewayId, plate: car.plate })
    .execute();
}

/** @returns its id */
export async function insertDemoTag(
  _system: SystemTenant,
  db: DbOrTransaction,
  tag: { projectId: number; deviceId: number; serialNumber: string; cycleSeconds: number; at: Date },
): Promise<number> {
  const { id } = await db
    .insertInto('sensor_tag')
    .values({
      project_id: tag.projectId,
      device_id: tag.deviceId,
      serial_number: tag.serialNumber,
      tag_type: 1,
      cycle_seconds: tag.cycleSeconds,
      created_at: tag.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export interface DemoFence {
  readonly name: string;
  readonly stopKind: string;
  /** Degrees; of a polygon its corners instead. */
  readonly centre?: readonly [latitude: number, longitude: number];
  readonly radiusMetres?: number;
  readonly corners?: readonly (readonly [latitude: number, longitude: number])[];
}

export async function insertDemoFence(
  _system: SystemTenant,
  db: DbOrTransaction,
  projectId: number,
  { name, stopKind, centre, radiusMetres, corners }: DemoFence,
  at: Date,
): Promise<void> {
  const shape: FenceShape = corners
    ? { kind: 'polygon', corners: corners.map(([latitude, longitude]) => ({ latitude, longitude })) }
    : { kind: 'circle', centre: { latitude: centre![0], longitude: centre![1] }, radiusMetres: radiusMetres! };
  const { latitude, longitude, reachMetres } = middleOf(shape);
  await sql`
    INSERT INTO geofence (project_id, name, stop_kind, kind, latitude, longitude, radius_metres, corners, created_at)
    VALUES (${projectId}, ${name}, ${stopKind}, ${shape.kind}, ${latitude}, ${longitude}, ${Math.round(reachMetres)},
      ${corners ? JSON.stringify(corners) : null}::jsonb, ${at})`.execute(db);
}

export interface DemoWaybill {
  projectId: number;
  deviceId: number | null;
  number: string;
  range: string;
  shipper: string;
  consignee: string;
  origin: string;
  destination: string;
  /** Names of the geofences of its origin and of its destination. */
  originFence: string | null;
  fence: string | null;
  movesByFence: boolean;
  lagMinutes: number | null;
  goods: string;
  quantity: string;
  /** Epoch ms; null: not yet. */
  departed: number | null;
  arrived: number | null;
  signed: number | null;
  planned: number;
  createdAt: number;
  tags: readonly { id: number; serialNumber: string; name: string }[];
  stops: readonly { name: string; fence: string | null; planned: number }[];
  handovers: readonly {
    kind: string;
    at: number;
    from: string;
    to: string;
    place: string;
    quantity: string;
  }[];
}

/** A name as somebody signs it with a finger, in the field of signatures. */
const strokes = (seed: number): string =>
  [0, 1, 2]
    .map((stroke) =>
      Array.from({ length: 16 }, (_, i) => {
        const x = 70 + stroke * 160 + i * 8 + Math.round(18 * Math.sin(i + seed));
        const y = 100 + Math.round(48 * Math.sin(i * 0.9 + stroke * 2 + seed));
        return `${i === 0 ? 'M' : 'L'}${x} ${y}`;
      }).join(' '),
    )
    .join(' ');

/** A certificate of calibration for the temperature of a tag. */
export async function certifyDemoTag(
  _system: SystemTenant,
  db: DbOrTransaction,
  { serialNumber, doneOn, validUntil, at }: { serialNumber: string; doneOn: string; validUntil: string; at: Date },
): Promise<void> {
  await sql`
    INSERT INTO calibration_certificate (point_id, number, laboratory, done_on, valid_until, max_error, created_at)
    SELECT id, ${`JZ-${validUntil.slice(2, 4)}-${serialNumber.slice(4)}`}, '省计量科学研究院 (CNAS L0730)', ${doneOn}::date,
      ${validUntil}::date, 0.3, ${at}
    FROM point WHERE kind = 'tag' AND mqtt_device = ${serialNumber} AND mqtt_key = 'temperature'`.execute(db);
}

/** A waybill with its tags, bound half an hour before it departed, and what happened to it. */
export async function insertDemoWaybill(
  _system: SystemTenant,
  db: DbOrTransaction,
  waybill: DemoWaybill,
): Promise<void> {
  const { departed, arrived, signed } = waybill;
  const dateOf = (at: number | null) => (at === null ? null : new Date(at));
  const status = signed !== null ? 3 : arrived !== null ? 2 : departed !== null ? 1 : 0;
  const { rows } = await sql<{ id: number }>`
    INSERT INTO waybill (project_id, number, status, device_id, device_name, shipper, consignee, origin, destination, origin_fence_id, destination_fence_id, moves_by_fence, goods_lag_minutes, goods, quantity, temp_range_id,
      planned_arrive, departed_at, arrived_at, ended_at, created_at)
    VALUES (${waybill.projectId}, ${waybill.number}, ${status}, ${waybill.deviceId}, (SELECT name FROM device WHERE id = ${waybill.deviceId}),
      ${waybill.shipper}, ${waybill.consignee}, ${waybill.origin}, ${waybill.destination},
      (SELECT id FROM geofence WHERE project_id = ${waybill.projectId} AND name = ${waybill.originFence}),
      (SELECT id FROM geofence WHERE project_id = ${waybill.projectId} AND name = ${waybill.fence}), ${waybill.movesByFence}, ${waybill.lagMinutes}, ${waybill.goods}, ${waybill.quantity},
      (SELECT id FROM temp_range WHERE company_id IS NULL AND name = ${waybill.range}), ${dateOf(waybill.planned)}, ${dateOf(departed)},
      ${dateOf(arrived)}, ${dateOf(signed)}, ${dateOf(waybill.createdAt)}) RETURNING id`.execute(db);
  const { id } = rows[0]!;
  const bound = departed === null ? null : departed - half;
  for (const tag of bound === null ? [] : waybill.tags)
    await db
      .insertInto('waybill_tag')
      .values({
        waybill_id: id,
        tag_id: tag.id,
        serial_number: tag.serialNumber,
        name: tag.name,
        bound_at: new Date(bound!),
        unbound_at: dateOf(signed),
      })
      .execute();
  for (const [position, { name, fence, planned }] of waybill.stops.entries())
    await sql`
      INSERT INTO waybill_stop (waybill_id, position, name, geofence_id, planned_at)
      VALUES (${id}, ${position}, ${name}, (SELECT id FROM geofence WHERE project_id = ${waybill.projectId} AND name = ${fence}),
        ${new Date(planned)})`.execute(db);
  for (const { kind, at, from, to, place, quantity } of waybill.handovers)
    await sql`
      INSERT INTO waybill_handover (waybill_id, client_key, kind, outcome, stop_id, at, recorded_at, from_name, to_name, place, quantity, condition, note,
        signature, readings, user_name)
      VALUES (${id}, gen_random_uuid(), ${kind}, ${kind === 'delivery' ? 'sign' : 'none'},
        (SELECT s.id FROM waybill_stop s WHERE s.waybill_id = ${id} AND s.name = ${place} LIMIT 1), ${new Date(at)}, ${new Date(at)}, ${from}, ${to},
        ${place}, ${quantity}, 'good', '', ${strokes(at / 60_000)}, '[]', ${from})`.execute(db);
  if (signed !== null)
    await sql`INSERT INTO waybill_certificate_due (waybill_id, reason, noted_at) VALUES (${id}, 'first', ${new Date(signed)})`.execute(
      db,
    );
  const events = [
    [waybill.createdAt, '新增运单', 'Added'],
    [
      bound,
      `绑定标签：${waybill.tags.map((tag) => tag.serialNumber).join(', ')}`,
      `Tags bound: ${waybill.tags.map((tag) => tag.serialNumber).join(', ')}`,
    ],
    [departed, '发车', 'Depart'],
    [arrived, '到达', 'Arrive'],
    [signed, '签收', 'Sign'],
  ] as const;
  for (const [at, zh, en] of events)
    if (at !== null)
      await db
        .insertInto('waybill_event')
        .values({ waybill_id: id, at: new Date(at), text_zh: zh, text_en: en })
        .execute();
}
