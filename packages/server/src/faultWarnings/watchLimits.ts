import { hourMs, minuteMs, mutedDaysAfterFalse, qualityOf, type WarningEnd } from '@watchpost/contract';
import type { Pool } from 'pg';
import { system } from '../access/index.ts';
import {
  type BucketHistory,
  type History,
  type HistoryPoint,
  type HistoryShare,
  serverItself,
} from '../history/index.ts';
import { inTransaction } from '../platform/db/inTransaction.ts';
import { median } from '../platform/statistics/statistics.ts';
import type { PointLimits } from '../points/index.ts';
import { dayAt } from './calendarDay.ts';
import { known } from './figureKinds.ts';
import { type DevicePoints, readDevices, readFigures } from './figures.store.ts';
import { forecastFacts } from './forecastFacts.ts';
import { spansOfState } from './spansOfState.ts';
import { tellingPoints } from './tellingPoints.ts';
import { innerLimit, limitSoon, soonWindowMs } from './timeToLimit.ts';
import { warningKey } from './warningKey.ts';
import {
  endWarnings,
  lockOpen,
  type OpenWarning,
  pointsWithOpen,
  readLeniency,
  type WarningFacts,
  writeWarnings,
} from './warnings.store.ts';

const devicesAtOnce = 50;
const bucketMinutes = 5;
/** What was ordinary is taken from so many days. */
const ordinaryDays = 7;
/** After a defrost the air needs so long to say something about the equipment again. */
const afterDefrostMs = 45 * minuteMs;
/** A warning about a point that has fallen silent is held for so long. */
const heldMs = 6 * hourMs;
const important = 2;
const general = 3;

export interface WatchDeps {
  readonly db: Pool;
  readonly history: Pick<History, 'buckets' | 'raw'>;
  readonly historyShare: HistoryShare;
  readonly stopping: AbortSignal;
  limitsOfPoint(pointId: number): PointLimits | null;
}

/** Which points come to a limit within hours, at this moment. */
async function soonOf(
  { history, historyShare, stopping, limitsOfPoint, db }: WatchDeps,
  devices: readonly DevicePoints[],
  now: number,
): Promise<WarningFacts[]> {
  const watched = devices.flatMap(({ deviceId, timeZone, points }) => {
    const { levels, defrost } = tellingPoints(points);
    const limited = levels.filter(({ id }) => limitsOfPoint(id) !== null);
    return limited.length === 0 ? [] : [{ deviceId, today: dayAt(now, timeZone), limited, defrost }];
  });
  if (watched.length === 0) return [];
  const list = [
    ...new Map(
      watched
        .flatMap(({ limited, defrost }) => [...limited, ...(defrost ? [defrost.point] : [])])
        .map((each) => [each.id, each]),
    ).values(),
  ];
  const asked = list.map(
    (point): HistoryPoint => ({
      pointId: point.id,
      samplingIntervalMs: point.samplingIntervalSeconds * 1000,
      kind: point.isState ? 'state' : 'analog',
    }),
  );
  const found = await historyShare.short.run(serverItself, stopping, () =>
    history.buckets(asked, now - soonWindowMs, now, bucketMinutes, 0, stopping),
  );
  const of = new Map<number, BucketHistory>(found.map((each) => [each.pointId, each]));
  const figures = await readFigures(
    system,
    db,
    watched.map(({ deviceId }) => deviceId),
  );
  const usual = (pointId: number, kind: 'high' | 'low', today: number): number | null => {
    const figure = figures.find((each) => each.pointId === pointId && each.kind === kind);
    return figure ? median(known(figure, today - ordinaryDays, today).map(({ value }) => value)) : null;
  };
  return watched.flatMap(({ deviceId, today, limited, defrost }) => {
    const states = defrost && of.get(defrost.point.id);
    if (defrost && states?.kind === 'state') {
      const { spans } = spansOfState(states, defrost.values, now - soonWindowMs, now);
      if (spans.some(({ to }) => to > now - afterDefrostMs)) return [];
    }
    return limited.flatMap((point): WarningFacts[] => {
      const history = of.get(point.id);
      if (history?.kind !== 'analog') return [];
      const [high, low] = [usual(point.id, 'high', today), usual(point.id, 'low', today)];
      const ordinary = high === null || low === null ? null : { high, low };
      const ahead = limitSoon(history, limitsOfPoint(point.id)!, ordinary, now);
      if (!ahead) return [];
      return [
        forecastFacts(
          {
            deviceId,
            pointId: point.id,
            kind: 'limitSoon',
            severity: ahead.expectedAt - now <= hourMs ? important : general,
            evidenceFrom: now - soonWindowMs,
            evidenceTo: now,
          },
          ahead,
        ),
      ];
    });
  });
}

/**
 * Begins, continues and ends the warnings of limits that are reached within hours.
 *
 * @throws the reason of `stopping`, before anything is written
 */
export async function watchLimits(deps: WatchDeps, now: number): Promise<void> {
  const found: WarningFacts[] = [];
  for (let after = 0; ; ) {
    const devices = await readDevices(system, deps.db, after, devicesAtOnce);
    if (devices.length === 0) break;
    found.push(...(await soonOf(deps, devices, now)));
    after = devices.at(-1)!.deviceId;
    await new Promise((resolve) => setImmediate(resolve));
  }
  // Read before anything is locked: what is begun meanwhile by another look is found at the next.
  const values = await valuesNow(deps, await pointsWithOpen(system, deps.db, ['limitSoon']), now);
  await inTransaction(deps.db, async (client) => {
    const at = new Date(now);
    const open = await lockOpen(system, client, ['limitSoon']);
    const leniencyOf = await readLeniency(system, client, at, mutedDaysAfterFalse);
    const told = found.filter(({ deviceId, pointId, kind }) => leniencyOf(deviceId, pointId, kind).mutedUntil <= now);
    const kept = new Set(told.map(({ deviceId, pointId, kind }) => warningKey(deviceId, pointId, kind)));
    const over = [...open.values()].filter((each) => !kept.has(warningKey(each.device_id, each.point_id, each.kind)));
    const isBeyond = (pointId: number): boolean => {
      const [value, limits] = [values.get(pointId), deps.limitsOfPoint(pointId)];
      if (value === undefined || limits === null) return false;
      const [high, low] = [innerLimit(limits, 'high'), innerLimit(limits, 'low')];
      return (high !== null && value >= high) || (low !== null && value <= low);
    };
    // A point that is silent now is held for a while: nothing says that it is ordinary again.
    const endOf = ({ point_id, seen_at }: OpenWarning): WarningEnd | null => {
      if (isBeyond(point_id)) return 'reached';
      if (values.has(point_id)) return 'ordinary';
      return seen_at.getTime() < now - heldMs ? 'gone' : null;
    };
    for (const reason of ['reached', 'ordinary', 'gone'] as const)
      await endWarnings(
        system,
        client,
        over.filter((each) => endOf(each) === reason).map(({ id }) => id),
        reason,
        at,
      );
    await writeWarnings(system, client, told, at);
  });
}

/** The last value of each point within the last quarter of an hour. */
async function valuesNow(
  { history, historyShare, stopping }: WatchDeps,
  pointIds: readonly number[],
  now: number,
): Promise<Map<number, number>> {
  const found = await historyShare.short.run(serverItself, stopping, () =>
    history.raw(pointIds, now - 15 * minuteMs, now, stopping),
  );
  return new Map(
    found.flatMap(({ pointId, values, quality }) => {
      const last = values.findLastIndex((value, i) => Number.isFinite(value) && qualityOf(quality[i]!) !== 'bad');
      return last < 0 ? [] : [[pointId, values[last]!] as const];
    }),
  );
}
