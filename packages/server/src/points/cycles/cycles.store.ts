import { sql } from 'kysely';
import type { SystemTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';

export interface PointToMeasure {
  id: number;
  company_id: number;
  cycle_source: 'assumed' | 'measured';
  sampling_interval_seconds: number;
}

/**
 * Points whose gateway decides how often they report, and of which nobody said how often that is. Not those of states: they report
 * when something changes, at no distance.
 */
export async function pointsToMeasure(
  _system: SystemTenant,
  db: DbOrTransaction,
  source: PointToMeasure['cycle_source'],
): Promise<PointToMeasure[]> {
  const { rows } = await sql<PointToMeasure>`
    SELECT p.id, p.company_id, p.cycle_source, p.sampling_interval_seconds
    FROM point p JOIN point_type t ON t.id = p.point_type_id AND t.value_type = 'analog'
    WHERE p.cycle_source = ${source} AND p.kind = 'mqtt' ORDER BY p.id`.execute(db);
  return rows;
}

export interface MeasuredCycle {
  readonly pointId: number;
  readonly seconds: number;
  /** Since when readings have come like that, epoch ms. */
  readonly from: number;
}

/**
 * Gives points the cycles that were measured, each from its beginning on. Those of which somebody has said one meanwhile keep it.
 *
 * @returns the points that have another cycle now
 */
export async function setMeasuredCycles(
  _system: SystemTenant,
  transaction: DbOrTransaction,
  cycles: readonly MeasuredCycle[],
): Promise<number[]> {
  const rows = cycles.map(({ pointId, seconds, from }) => ({ id: pointId, seconds, since: new Date(from) }));
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS c(id int, seconds int, since timestamptz)`;
  const changed = await sql<{ id: number; is_other: boolean }>`
    UPDATE point p SET sampling_interval_seconds = c.seconds, cycle_source = 'measured'
    FROM ${given} JOIN point before ON before.id = c.id
    WHERE p.id = c.id AND p.cycle_source <> 'declared'
    RETURNING p.id, before.sampling_interval_seconds <> c.seconds AS is_other`.execute(transaction);
  const ids = changed.rows.flatMap(({ id, is_other }) => (is_other ? [id] : []));
  // The row that the database wrote by itself begins now; this cycle began earlier, and replaces what was said of the time since.
  await sql`DELETE FROM point_cycle k USING ${given}
    WHERE k.point_id = c.id AND k.point_id = ANY(${ids}::int[]) AND k.valid_from >= c.since`.execute(transaction);
  await sql`INSERT INTO point_cycle (point_id, valid_from, cycle_seconds)
    SELECT c.id, c.since, c.seconds FROM ${given} WHERE c.id = ANY(${ids}::int[])
    ON CONFLICT (point_id, valid_from) DO UPDATE SET cycle_seconds = excluded.cycle_seconds`.execute(transaction);
  return ids;
}
