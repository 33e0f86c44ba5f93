import { type RawBuilder, sql } from 'kysely';
import type { SystemTenant, UserTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';

/** What people say of a stop. */
export interface StopValues {
  name: string;
  geofence_id: number | null;
  planned_at: Date | null;
}

/** A stop as a waybill carries it; times are epoch ms. */
export interface PlannedStop {
  readonly id: number;
  readonly name: string;
  readonly geofence_id: number | null;
  readonly fence_name: string | null;
  readonly planned: number | null;
  /** By the track of the vehicle; null: it was not there. */
  readonly arrived: number | null;
  readonly left: number | null;
  /** The first handover there. */
  readonly handed_over: number | null;
}

const epochOf = (at: RawBuilder<unknown>) => sql`round(extract(epoch FROM ${at}) * 1000)::int8`;

/** The stops of `waybill w` in the order of its plan, as JSON. */
export const stopsOfW = sql`(
  SELECT coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'geofence_id', s.geofence_id, 'fence_name', f.name,
    'planned', ${epochOf(sql`s.planned_at`)}, 'arrived', ${epochOf(sql`s.arrived_at`)}, 'left', ${epochOf(sql`s.left_at`)},
    'handed_over', (SELECT ${epochOf(sql`min(h.at)`)} FROM waybill_handover h WHERE h.stop_id = s.id)) ORDER BY s.position), '[]')
  FROM waybill_stop s LEFT JOIN geofence f ON f.id = s.geofence_id WHERE s.waybill_id = w.id)`;

/**
 * Makes these the stops of a waybill, in this order. One whose geofence changes has not been reached.
 *
 * @param waybillId of a waybill that was found for the tenant and locked; ids are of its stops, none: a new one
 */
export async function putStops(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  waybillId: number,
  stops: readonly (StopValues & { readonly id?: number | undefined })[],
): Promise<void> {
  const kept = stops.flatMap(({ id }) => id ?? []);
  await sql`DELETE FROM waybill_stop WHERE waybill_id = ${waybillId} AND id <> ALL(${kept}::int[])`.execute(
    transaction,
  );
  for (const [position, { id, name, geofence_id, planned_at }] of stops.entries())
    await (id === undefined
      ? sql`INSERT INTO waybill_stop (waybill_id, position, name, geofence_id, planned_at)
          VALUES (${waybillId}, ${position}, ${name}, ${geofence_id}, ${planned_at})`
      : sql`UPDATE waybill_stop SET position = ${position}, name = ${name}, geofence_id = ${geofence_id}, planned_at = ${planned_at},
          arrived_at = CASE WHEN geofence_id IS NOT DISTINCT FROM ${geofence_id}::int THEN arrived_at END,
          left_at = CASE WHEN geofence_id IS NOT DISTINCT FROM ${geofence_id}::int THEN left_at END
          WHERE id = ${id} AND waybill_id = ${waybillId}`
    ).execute(transaction);
}

/** Notes when a vehicle was at a stop, unless its geofence changed since it was read. @returns whether that is news */
export async function noteStop(
  _system: SystemTenant,
  db: DbOrTransaction,
  { id, geofence_id }: Pick<PlannedStop, 'id' | 'geofence_id'>,
  at: { readonly arrived: Date | null; readonly left: Date | null },
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE waybill_stop SET arrived_at = ${at.arrived}, left_at = ${at.left} WHERE id = ${id} AND geofence_id = ${geofence_id}
      AND (arrived_at, left_at) IS DISTINCT FROM (${at.arrived}::timestamptz, ${at.left}::timestamptz) RETURNING id`.execute(
    db,
  );
  return rows.length > 0;
}
