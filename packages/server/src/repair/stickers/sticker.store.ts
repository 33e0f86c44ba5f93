import { openRepairStatuses } from '@watchpost/contract';
import { type RawBuilder, sql } from 'kysely';
import { deviceVisible, type SystemTenant, type UserTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';

export interface StickerRow {
  id: string;
  device_id: number;
  device_name: string;
  device_name_en: string | null;
  device_class_id: number;
  project_id: number;
  project_name: string;
  project_name_en: string | null;
  company_id: number;
  latitude: number | null;
  longitude: number | null;
  open_since: Date | null;
  open_id: number | null;
}

/** A sticker that counts, with its device and whether that is being repaired; null: there is none. */
export async function findSticker(
  _system: SystemTenant,
  db: DbOrTransaction,
  id: string,
  at: Date,
): Promise<StickerRow | null> {
  const { rows } = await sql<StickerRow>`
    SELECT s.id, d.id AS device_id, d.name AS device_name, d.name_en AS device_name_en, d.device_class_id, p.id AS project_id,
      place.name AS project_name, place.name_en AS project_name_en, p.company_id, p.latitude, p.longitude,
      open.id AS open_id, coalesce(open.accepted_at, open.submitted_at) AS open_since
    FROM device_sticker s JOIN device d ON d.id = s.device_id JOIN project p ON p.id = d.project_id AND p.deleted_at IS NULL
      JOIN subarea place ON place.id = p.id
      LEFT JOIN LATERAL (SELECT r.id, r.accepted_at, r.submitted_at FROM repair_order r
        WHERE r.device_id = d.id AND r.status = ANY(${[...openRepairStatuses]}::int[]) ORDER BY r.submitted_at DESC LIMIT 1) open ON true
    WHERE s.id = ${id} AND (s.revoked_at IS NULL OR s.revoked_at > ${at})`.execute(db);
  return rows[0] ?? null;
}

/** How many reports by a sticker nobody has decided about. */
export async function waitingReports(_system: SystemTenant, db: DbOrTransaction, stickerId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM sticker_report s JOIN repair_order r ON r.id = s.order_id AND r.status = -1
    WHERE s.sticker_id = ${stickerId}`.execute(db);
  return rows[0]!.count;
}

/** Makes reports of one sticker wait for each other until the transaction ends. */
export async function lockSticker(_system: SystemTenant, transaction: DbOrTransaction, id: string): Promise<void> {
  await sql`SELECT 1 FROM device_sticker WHERE id = ${id} FOR UPDATE`.execute(transaction);
}

export async function insertReport(
  _system: SystemTenant,
  transaction: DbOrTransaction,
  report: {
    receipt: string;
    stickerId: string;
    orderId: number;
    addedToOpen: boolean;
    at: Date;
    distance: number | null;
  },
): Promise<void> {
  await sql`
    INSERT INTO sticker_report (receipt, sticker_id, order_id, added_to_open, reported_at, distance_m)
    VALUES (${report.receipt}, ${report.stickerId}, ${report.orderId}, ${report.addedToOpen}, ${report.at}, ${report.distance})`.execute(
    transaction,
  );
}

/** Reports of an order that was found for the tenant follow another one from now on: their authors see what becomes of it. */
export async function moveReports(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  fromId: number,
  toId: number,
): Promise<void> {
  await sql`UPDATE sticker_report SET order_id = ${toId}, added_to_open = true WHERE order_id = ${fromId}`.execute(
    transaction,
  );
}

export interface ReportRow {
  device_name: string;
  device_name_en: string | null;
  project_name: string;
  project_name_en: string | null;
  reported_at: Date;
  /** Null: the draft was deleted. */
  status: number | null;
}

export async function findReport(
  _system: SystemTenant,
  db: DbOrTransaction,
  receipt: string,
): Promise<ReportRow | null> {
  const { rows } = await sql<ReportRow>`
    SELECT d.name AS device_name, d.name_en AS device_name_en, place.name AS project_name, place.name_en AS project_name_en,
      s.reported_at, r.status
    FROM sticker_report s JOIN device_sticker k ON k.id = s.sticker_id JOIN device d ON d.id = k.device_id
      JOIN subarea place ON place.id = d.project_id LEFT JOIN repair_order r ON r.id = s.order_id
    WHERE s.receipt = ${receipt}`.execute(db);
  return rows[0] ?? null;
}

export interface DeviceWithSticker {
  device_id: number;
  device_name: string;
  device_name_en: string | null;
  project_name: string;
  project_name_en: string | null;
  area_name: string | null;
  area_name_en: string | null;
  class_name: string;
  class_name_en: string;
  made_at: Date | null;
  report_count: number;
}

/** Devices of a project that the tenant sees, with their newest sticker that counts. */
export async function devicesWithStickers(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number,
  at: Date,
  deviceIds: readonly number[] | null = null,
): Promise<DeviceWithSticker[]> {
  const chosen: RawBuilder<unknown> = deviceIds ? sql`d.id = ANY(${[...deviceIds]}::int[])` : sql`true`;
  const { rows } = await sql<DeviceWithSticker>`
    SELECT d.id AS device_id, d.name AS device_name, d.name_en AS device_name_en, place.name AS project_name,
      place.name_en AS project_name_en, area.name AS area_name, area.name_en AS area_name_en, class.name_zh AS class_name,
      class.name_en AS class_name_en,
      (SELECT max(s.made_at) FROM device_sticker s WHERE s.device_id = d.id AND s.revoked_at IS NULL) AS made_at,
      (SELECT count(*)::int FROM sticker_report q JOIN device_sticker s ON s.id = q.sticker_id
        WHERE s.device_id = d.id AND q.reported_at > ${at}::timestamptz - interval '30 days') AS report_count
    FROM device d JOIN device_class class ON class.id = d.device_class_id JOIN subarea place ON place.id = d.project_id
      LEFT JOIN subarea area ON area.id = d.area_id
    WHERE d.project_id = ${projectId} AND ${deviceVisible(tenant, 'd.project_id', 'd.id')} AND ${chosen}
    ORDER BY area.name NULLS FIRST, d.name, d.id`.execute(db);
  return rows;
}

/** New stickers of devices, which were found for the tenant; those before them count until a moment. */
export async function replaceStickers(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  projectId: number,
  stickers: readonly { id: string; deviceId: number }[],
  { at, by, oldUntil }: { at: Date; by: string; oldUntil: Date },
): Promise<void> {
  const deviceIds = stickers.map(({ deviceId }) => deviceId);
  await sql`UPDATE device_sticker SET revoked_at = ${oldUntil} WHERE device_id = ANY(${deviceIds}::int[]) AND revoked_at IS NULL`.execute(
    transaction,
  );
  await sql`
    INSERT INTO device_sticker (id, device_id, project_id, made_at, made_by)
    SELECT s.id, s.device_id, ${projectId}, ${at}, ${by}
    FROM unnest(${stickers.map(({ id }) => id)}::text[], ${deviceIds}::int[]) AS s(id, device_id)`.execute(transaction);
}

/** Ends the stickers of devices, which were found for the tenant. @returns how many counted until now */
export async function revokeStickers(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  deviceIds: readonly number[],
  at: Date,
): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE device_sticker SET revoked_at = ${at}
    WHERE device_id = ANY(${[...deviceIds]}::int[]) AND (revoked_at IS NULL OR revoked_at > ${at})`.execute(
    transaction,
  );
  return Number(numAffectedRows ?? 0n);
}

export interface UntoldReport {
  order_id: number;
  device_name: string;
  device_name_en: string;
}

/** Reports of which no dispatcher knows, of projects that were quiet for a while; they are marked as told. */
export async function takeUntoldReports(
  _system: SystemTenant,
  transaction: DbOrTransaction,
  { at, quietMinutes }: { at: Date; quietMinutes: number },
): Promise<UntoldReport[]> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('takeUntoldReports'))`.execute(transaction);
  const { rows } = await sql<UntoldReport>`
    WITH taken AS (
      UPDATE sticker_report q SET told_at = ${at} FROM device_sticker s
      WHERE s.id = q.sticker_id AND q.told_at IS NULL AND q.order_id IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM sticker_report o JOIN device_sticker os ON os.id = o.sticker_id
        WHERE os.project_id = s.project_id AND o.told_at > ${at}::timestamptz - ${quietMinutes} * interval '1 minute')
      RETURNING q.order_id, s.device_id)
    SELECT t.order_id, d.name AS device_name, coalesce(d.name_en, d.name) AS device_name_en
    FROM taken t JOIN device d ON d.id = t.device_id ORDER BY t.order_id`.execute(transaction);
  return rows;
}

/** Drafts of strangers that nobody submitted, made before a moment, with their project. */
export async function oldReports(
  _system: SystemTenant,
  db: DbOrTransaction,
  before: Date,
): Promise<{ id: number; project_id: number }[]> {
  const { rows } = await sql<{ id: number; project_id: number }>`
    SELECT id, project_id FROM repair_order WHERE status = -1 AND source = 'qr' AND created_at < ${before} LIMIT 500`.execute(
    db,
  );
  return rows;
}
