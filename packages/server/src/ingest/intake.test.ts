import { expect, test } from 'vitest';
import type { GatewayLinks } from '../gateways/index.ts';
import { manualClock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { silentLog } from '../platform/log/log.ts';
import { createMetrics } from '../platform/metrics.ts';
import type { PointCatalogue, PointFacts } from '../points/index.ts';
import { DeviceClocks } from './DeviceClocks.ts';
import type { GroupCommit } from './groupCommit.ts';
import { Intake } from './intake.ts';

test('while too much waits for the database what nobody sends again is left out and counted; what a gateway waits for is not', async () => {
  const metrics = createMetrics();
  const submitted: number[] = [];
  let heard = 0;
  const commit = {
    congested: true,
    submit: async ({ length }: { length: number }) => void submitted.push(length),
  };
  const point = {
    id: 7,
    value_type: 'analog',
    range_low: null,
    range_high: null,
    error_values: [] as number[],
    offsets: [] as PointFacts['offsets'],
  } as PointFacts;
  const intake = new Intake({
    db: undefined as unknown as Db,
    clock: manualClock(Date.UTC(2026, 10, 21, 4)),
    log: silentLog,
    metrics,
    points: { get: () => point } as unknown as PointCatalogue,
    links: { heard: () => heard++ } as unknown as GatewayLinks,
    clocks: new DeviceClocks(),
    commit: commit as unknown as GroupCommit,
  });
  const readings = [-18, -19].map((value) => ({ pointId: 7, raw: { measuredAt: null, value, reason: null } }));
  intake.takePolled(1, readings);
  expect(submitted).toEqual([]);
  expect(await metrics.registry.metrics()).toContain('watchpost_refused_readings_total{reason="congested"} 2');
  const message = { subject: 'telemetry', payload: Buffer.alloc(0) };
  await intake.take(1, readings, { ...message, signal: null });
  expect(await metrics.registry.metrics()).toContain('watchpost_refused_readings_total{reason="congested"} 4');
  await intake.take(1, readings, { ...message, signal: new AbortController().signal });
  expect(submitted).toEqual([2]);
  commit.congested = false;
  intake.takePolled(1, readings);
  expect(submitted).toEqual([2, 2]);
  // That nobody answered is stored, but nothing was heard.
  const before = heard;
  intake.takePolled(1, [
    { pointId: 7, raw: { measuredAt: null, value: null, reason: 'timeout', exceptionCode: null } },
  ]);
  expect([submitted.length, heard]).toEqual([3, before]);
});
