import { demoHistory, demoPoints, type PlantSnapshot } from '@watchpost/demo';
import type pg from 'pg';
import type { AlarmService } from '../alarms/index.ts';
import type { ReadingColumns } from '../events.ts';
import { importSegments, ReadingColumnsBuilder } from '../history/index.ts';
import { inTransaction } from '../platform/db/inTransaction.ts';
import { outsideOf } from './outsideOf.ts';
import { registerBefore } from './seedEnergy.ts';

/** How long the demo remembers, and how densely. */
const historyDays = 30;
const stepSeconds = 60;

export interface SeedHistoryDeps {
  pool: pg.Pool;
  alarms: AlarmService;
  /** Ids of `demoPoints`, in their order. */
  pointIds: readonly number[];
  /** Virtual points to which somebody has given a value by now. */
  setPoints: readonly { pointId: number; value: number }[];
  now: number;
  progress: (percent: number) => void;
}

/**
 * Writes the demo's past and lets the alarm engine go through it as through any late buffer, so that its past alarms are
 * what the rules make of the readings. Answers the plant as it stands now, for the simulator to go on from.
 */
export async function seedHistory({
  pool,
  alarms,
  pointIds,
  setPoints,
  now,
  progress,
}: SeedHistoryDeps): Promise<PlantSnapshot> {
  const from = now - historyDays * 86_400_000;
  const history = demoHistory(from, now, stepSeconds);
  const samples = pointIds.map(() => new ReadingColumnsBuilder((historyDays * 86_400) / stepSeconds));

  let told = 0;
  const report = (percent: number) => {
    if (percent < told + 10) return;
    told = percent;
    progress(percent);
  };
  for (const batch of history.batches) {
    if (batch.length === 0) continue;
    const { pointIndexes, ...columns } = batch;
    const readings: ReadingColumns = { ...columns, pointIds: pointIndexes.map((index) => pointIds[index]!) };
    for (let row = 0; row < batch.length; row++) {
      samples[pointIndexes[row]!]!.push(
        readings.pointIds[row]!,
        readings.measuredAt[row]!,
        readings.values[row]!,
        readings.quality[row]!,
      );
    }
    await evaluatePast(pool, alarms, readings, now);
    const done = Math.floor(((batch.measuredAt[batch.length - 1]! - from) / (now - from)) * 60);
    report(done);
  }
  for (const [index, builder] of samples.entries()) {
    const columns = builder.take();
    await importSegments(pool, pointIds[index]!, columns);
    if (['activeEnergy', 'reactiveEnergy'].includes(demoPoints[index]!.role) && columns.length > 0) {
      const first = { value: columns.values[0]!, at: columns.measuredAt[0]! };
      const perDay = (columns.values[columns.length - 1]! - first.value) / historyDays;
      await importSegments(
        pool,
        pointIds[index]!,
        registerBefore(pointIds[index]!, first, perDay, outsideOf(demoPoints[index]!.deviceCode)).take(),
      );
    }
    const done = 60 + Math.floor(((index + 1) / samples.length) * 40);
    report(done);
  }
  for (const { pointId, value } of setPoints) {
    const set = new ReadingColumnsBuilder(1);
    set.push(pointId, now, value, 0);
    await importSegments(pool, pointId, set.take());
  }
  return history.plant.snapshot();
}

async function evaluatePast(pool: pg.Pool, alarms: AlarmService, readings: ReadingColumns, now: number): Promise<void> {
  const evaluation = alarms.evaluate({ now, readings, live: new Map(), gone: new Map(), linkOf: () => null });
  // What came and went within a batch leaves no state behind.
  if (evaluation.states.length + evaluation.writes.length > 0)
    await inTransaction(pool, (client) => alarms.persist(client, evaluation));
  alarms.committed(evaluation);
}
