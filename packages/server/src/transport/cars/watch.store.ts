import { sql } from 'kysely';
import type { SystemTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';

export interface VehicleState {
  /** Its last position; null: it reports, or never had one. */
  silent_since: Date | null;
  /** The door is open while it drives; null: it is not. */
  door_open_since: Date | null;
}

/** What was last found of each vehicle. */
export async function vehicleStates(
  _system: SystemTenant,
  db: DbOrTransaction,
): Promise<ReadonlyMap<number, VehicleState>> {
  const { rows } = await sql<VehicleState & { device_id: number }>`
    SELECT device_id, silent_since, door_open_since FROM vehicle_state`.execute(db);
  return new Map(rows.map((row) => [row.device_id, row]));
}

export async function keepVehicleState(
  _system: SystemTenant,
  db: DbOrTransaction,
  deviceId: number,
  { silent_since, door_open_since }: VehicleState,
): Promise<void> {
  // A vehicle may be deleted meanwhile.
  await sql`INSERT INTO vehicle_state (device_id, silent_since, door_open_since)
    SELECT id, ${silent_since}::timestamptz, ${door_open_since}::timestamptz FROM device WHERE id = ${deviceId}
    ON CONFLICT (device_id) DO UPDATE SET silent_since = excluded.silent_since, door_open_since = excluded.door_open_since`.execute(
    db,
  );
}

/** Adds what was not found before. @param withinMs crossings of one edge that are closer are one */
export async function addCrossings(
  _system: SystemTenant,
  db: DbOrTransaction,
  deviceId: number,
  crossings: readonly { readonly fenceId: number; readonly kind: 'enter' | 'exit'; readonly at: number }[],
  withinMs: number,
): Promise<void> {
  for (const { fenceId, kind, at } of crossings)
    await sql`INSERT INTO fence_crossing (device_id, geofence_id, kind, at)
      SELECT d.id, f.id, ${kind}, ${new Date(at)} FROM device d JOIN geofence f ON f.id = ${fenceId} WHERE d.id = ${deviceId}
        AND NOT EXISTS (SELECT FROM fence_crossing c WHERE c.device_id = d.id AND c.geofence_id = f.id AND c.kind = ${kind}
          AND abs(extract(epoch FROM c.at - ${new Date(at)}::timestamptz)) * 1000 < ${withinMs})`.execute(db);
}

export async function forgetCrossings(_system: SystemTenant, db: DbOrTransaction, before: Date): Promise<void> {
  await sql`DELETE FROM fence_crossing WHERE at < ${before}`.execute(db);
}
