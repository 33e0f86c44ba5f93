import type { SystemTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';

interface Client {
  query(text: string, values?: unknown[]): Promise<unknown>;
}

/** From the earliest to the latest of the samples that came late, epoch ms. */
export interface LateStretch {
  readonly from: number;
  readonly to: number;
}

/** That inputs of computed points came late, in the transaction of their samples: one statement however many there are. */
export async function markLateInputs(
  _system: SystemTenant,
  client: Client,
  late: ReadonlyMap<number, LateStretch>,
): Promise<void> {
  if (late.size === 0) return;
  const rows = [...late].map(([point_id, { from, to }]) => ({
    point_id,
    from_at: new Date(from),
    to_at: new Date(to),
  }));
  await client.query(
    `INSERT INTO computed_late_stretch (point_id, from_at, to_at)
     SELECT point_id, from_at, to_at FROM jsonb_to_recordset($1) AS u(point_id int, from_at timestamptz, to_at timestamptz)
     ORDER BY point_id
     ON CONFLICT (point_id) DO UPDATE SET from_at = least(computed_late_stretch.from_at, excluded.from_at),
       to_at = greatest(computed_late_stretch.to_at, excluded.to_at)`,
    [JSON.stringify(rows)],
  );
}

export async function forgetLateInputs(
  _system: SystemTenant,
  client: Client,
  pointIds: readonly number[],
): Promise<void> {
  if (pointIds.length > 0)
    await client.query('DELETE FROM computed_late_stretch WHERE point_id = ANY($1::int[])', [[...pointIds]]);
}

/** What was late at the last stop and is still to be computed. */
export async function readLateInputs(_system: SystemTenant, db: DbOrTransaction): Promise<Map<number, LateStretch>> {
  const rows = await db.selectFrom('computed_late_stretch').selectAll().execute();
  return new Map(rows.map((row) => [row.point_id, { from: row.from_at.getTime(), to: row.to_at.getTime() }]));
}
