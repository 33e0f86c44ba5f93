import type { MaintenanceOrderDetail } from '@watchpost/contract';
import type { Caller } from '../../access/index.ts';
import { localOfEpoch, startOfDay } from '../../platform/zonedTime.ts';
import { showsLive } from '../../projects/index.ts';
import type { MaintenanceDeps } from '../deps.ts';
import type { OrderRow } from '../orders/order.store.ts';
import { pointsOfProject } from '../values/source.store.ts';
import type { DayCurve } from './visitPaper.wire.ts';

const minutes = 15;
/** A report is read by people; a list of a hundred cabinets has its values in the table. */
const maxCurves = 8;

/** The curves of the points that a visit read, over the day it was done on (or today) by the clocks of its project. */
export async function curvesOfDay(
  { db, clock, history, historyShare }: MaintenanceDeps,
  { tenant, userId }: Caller,
  order: OrderRow,
  sheets: MaintenanceOrderDetail['SheetList'],
  timeZone: string,
  signal: AbortSignal,
): Promise<{ curves: DayCurve[]; day: { from: number; to: number } }> {
  const now = clock.now();
  const at = order.done_at?.getTime() ?? now;
  const local = localOfEpoch(at, timeZone).slice(0, 10);
  const day = { from: startOfDay(local, timeZone).getTime(), to: startOfDay(local, timeZone, 1).getTime() };
  const readings = new Map(
    sheets.flatMap(({ ReadingList, GroupList }) =>
      ReadingList.flatMap((reading) => {
        const item = GroupList[reading.Group]?.ItemList[reading.Item];
        return reading.PointId === null || !item || item.Content === 'option'
          ? []
          : [[reading.PointId, { reading, low: item.Low ?? null, high: item.High ?? null }] as const];
      }),
    ),
  );
  if (readings.size === 0 || !(await showsLive(tenant, db, order.project_id, now))) return { curves: [], day };
  const points = [
    ...new Map(
      (await pointsOfProject(tenant, db, order.project_id))
        .filter(({ id, value_type }) => value_type === 'analog' && readings.has(id))
        .map((point) => [point.id, point]),
    ).values(),
  ].slice(0, maxCurves);
  const asked = points.map(({ id, sampling_interval_seconds }) => ({
    pointId: id,
    kind: 'analog' as const,
    samplingIntervalMs: sampling_interval_seconds * 1000,
  }));
  const found = await historyShare.short.run(userId, signal, () =>
    history.buckets(asked, day.from, day.to, minutes, day.from, signal),
  );
  const curves = found.flatMap((buckets, i): DayCurve[] => {
    if (buckets.kind !== 'analog') return [];
    const { reading, low, high } = readings.get(points[i]!.id)!;
    const names = [reading.DeviceName, reading.PointName].filter((name) => name !== '').join(' · ');
    const { length, startsAt: times, avg, min, max } = buckets;
    return [
      {
        title: `${names}${points[i]!.unit === '' ? '' : ` (${points[i]!.unit})`}`,
        curve: {
          ...{ length, times, values: avg, min, max, alarms: [] },
          ends: Float64Array.from(times, (start) => Math.min(start + minutes * 60_000, now)),
          point: { limits: { highHigh: null, high, low, lowLow: null } },
        },
      },
    ];
  });
  return { curves, day };
}
