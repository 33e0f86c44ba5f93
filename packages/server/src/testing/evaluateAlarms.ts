import type pg from 'pg';
import type { AlarmEvaluation, AlarmService, LinkStatus } from '../alarms/index.ts';

export interface AlarmBatch {
  readonly now: number;
  readonly samples?: readonly { pointId: number; at: number; value: number; quality?: number }[];
  /** Gateways whose link is live without backlog up to now; their held values complete their delays. */
  readonly live?: readonly number[];
  /** Gateways that are known to be gone. */
  readonly gone?: readonly number[];
  readonly linkOf?: (source: { type: 'gateway' | 'slave'; id: number }) => LinkStatus | null;
}

export const evaluationOf = (
  alarms: AlarmService,
  { now, samples = [], live = [], gone = [], linkOf = () => null }: AlarmBatch,
): AlarmEvaluation =>
  alarms.evaluate({
    now,
    readings: {
      length: samples.length,
      pointIds: Int32Array.from(samples, ({ pointId }) => pointId),
      measuredAt: Float64Array.from(samples, ({ at }) => at),
      values: Float64Array.from(samples, ({ value }) => value),
      quality: Uint8Array.from(samples, ({ quality }) => quality ?? 0),
    },
    live: new Map(live.map((gatewayId) => [gatewayId, { since: 0, watermark: now }])),
    gone: new Map(gone.map((gatewayId) => [gatewayId, { since: 0, watermark: now }])),
    linkOf,
  });

/** Does with a batch what ingest does: evaluate, write in one transaction, then take it over; and waits until people are told. */
export async function evaluateAlarms(alarms: AlarmService, pool: pg.Pool, batch: AlarmBatch): Promise<void> {
  const evaluation = evaluationOf(alarms, batch);
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await alarms.persist(client, evaluation);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
  alarms.committed(evaluation);
  await alarms.peopleTold();
}
