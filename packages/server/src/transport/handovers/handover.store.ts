import type { HandoverCondition, HandoverKind, HandoverOutcome } from '@watchpost/contract';
import { sql } from 'kysely';
import type { Tenant, UserTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';

export interface HandoverValues {
  waybill_id: number;
  client_key: string;
  kind: HandoverKind;
  outcome: HandoverOutcome;
  /** The planned stop; null: none was said. */
  stop_id: number | null;
  at: Date;
  recorded_at: Date;
  from_name: string;
  to_name: string;
  to_phone: string | null;
  place: string;
  latitude: number | null;
  longitude: number | null;
  quantity: string;
  condition: HandoverCondition;
  note: string;
  signature: string | null;
}

export interface TagReading {
  readonly serial: string;
  readonly celsius: number | null;
}

export interface HandoverRow extends HandoverValues {
  id: number;
  readings: TagReading[];
  user_name: string | null;
  file_ids: string[];
}

/** Of a waybill that was found for the tenant, by time. */
export async function handoversOf(_tenant: Tenant, db: DbOrTransaction, waybillId: number): Promise<HandoverRow[]> {
  const { rows } = await sql<HandoverRow>`
    SELECT h.*, coalesce((SELECT jsonb_agg(f.file_id ORDER BY f.position) FROM waybill_handover_photo f WHERE f.handover_id = h.id), '[]') AS file_ids
    FROM waybill_handover h WHERE h.waybill_id = ${waybillId} ORDER BY h.at, h.id`.execute(db);
  return rows;
}

/** The waybill that a key was used for; null: it is new. */
export async function waybillOfKey(_tenant: UserTenant, db: DbOrTransaction, key: string): Promise<number | null> {
  const { rows } = await sql<{ waybill_id: number }>`
    SELECT waybill_id FROM waybill_handover WHERE client_key = ${key}::uuid`.execute(db);
  return rows[0]?.waybill_id ?? null;
}

/** @returns its id; null: the key was used meanwhile */
export async function insertHandover(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  values: HandoverValues,
  readings: readonly TagReading[],
  fileIds: readonly string[],
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO waybill_handover (waybill_id, client_key, kind, outcome, stop_id, at, recorded_at, from_name, to_name, to_phone, place, latitude,
      longitude, quantity, condition, note, signature, readings, user_id, user_name)
    VALUES (${values.waybill_id}, ${values.client_key}::uuid, ${values.kind}, ${values.outcome}, ${values.stop_id}, ${values.at}, ${values.recorded_at},
      ${values.from_name}, ${values.to_name}, ${values.to_phone}, ${values.place}, ${values.latitude}, ${values.longitude},
      ${values.quantity}, ${values.condition}, ${values.note}, ${values.signature}, ${JSON.stringify(readings)}::jsonb, ${tenant.userId},
      (SELECT name FROM person WHERE user_id = ${tenant.userId} LIMIT 1))
    ON CONFLICT (client_key) DO NOTHING RETURNING id`.execute(transaction);
  const id = rows[0]?.id ?? null;
  for (const [position, fileId] of id === null ? [] : fileIds.entries())
    await transaction
      .insertInto('waybill_handover_photo')
      .values({ handover_id: id!, position, file_id: fileId })
      .execute();
  return id;
}
