import { hourMs, minuteMs } from '@watchpost/contract';
import type { Pool } from 'pg';
import { system } from '../access/index.ts';
import {
  type BucketHistory,
  type History,
  type HistoryPoint,
  type HistoryShare,
  serverItself,
} from '../history/index.ts';
import { beginOf, endOf } from './calendarDay.ts';
import { daysKept, type Figure, type FigureKind } from './figureKinds.ts';
import { type DevicePoints, readDevices, readFigures, writeFigures } from './figures.store.ts';
import { dayLevel, defrosts, dutyCycle, longestPullDownMs, pullDown } from './measures.ts';
import { type Span, spansOfState } from './spansOfState.ts';
import { type PointFacts, type StateOf, type TellingPoints, tellingPoints } from './tellingPoints.ts';

/** Devices whose history is read at once: some hundred points of a day, a few megabytes. */
const devicesAtOnce = 25;
/** Fine enough to see how fast a room comes down; a roll-up of ten minutes would cost its first. */
const bucketMinutes = 5;
/** A door that was opened for less has not warmed the room. */
const minOpenMs = 3 * minuteMs;
/** Before the day: a defrost that began then, and what the room was like before it. */
const beforeMs = longestPullDownMs + 2 * hourMs;

type Measured = Map<FigureKind, { pointId: number; value: number | null }[]>;

const asked = (point: PointFacts): HistoryPoint => ({
  pointId: point.id,
  samplingIntervalMs: point.samplingIntervalSeconds * 1000,
  kind: point.isState ? 'state' : 'analog',
});

/** Everything measured of one device on one day. */
function measureDay(
  telling: TellingPoints,
  of: (point: PointFacts) => BucketHistory,
  from: number,
  to: number,
): Measured {
  const found: Measured = new Map();
  const add = (kind: FigureKind, point: PointFacts, value: number | null) => {
    found.set(kind, [...(found.get(kind) ?? []), { pointId: point.id, value }]);
  };
  const spansOf = ({ point, values }: StateOf): { spans: Span[]; knownMs: number } => {
    const history = of(point);
    return history.kind === 'state' ? spansOfState(history, values, from, to) : { spans: [], knownMs: 0 };
  };
  for (const state of telling.cooling) {
    const history = of(state.point);
    if (history.kind !== 'state') continue;
    const { spans, knownMs } = spansOfState(history, state.values, from, to);
    add('dutyCycle', state.point, dutyCycle(spans, knownMs, from, to));
  }
  const defrost = telling.defrost && spansOf(telling.defrost);
  if (telling.defrost && defrost && defrost.knownMs >= (to - from) / 2) {
    const { count, minutes } = defrosts(defrost.spans, from, to);
    add('defrostCount', telling.defrost.point, count);
    add('defrostLength', telling.defrost.point, minutes);
  }
  const air = telling.air && of(telling.air);
  if (telling.air && air?.kind === 'analog') {
    const doors = telling.door ? spansOf(telling.door).spans.filter((span) => span.to - span.from >= minOpenMs) : [];
    const disturbed = [...(defrost?.spans ?? []), ...doors].sort((a, b) => a.from - b.from);
    if (telling.defrost || telling.door) add('pullDown', telling.air, pullDown(disturbed, air, from, to));
  }
  for (const point of telling.levels) {
    const history = of(point);
    if (history.kind !== 'analog') continue;
    const level = dayLevel(history, from, to);
    add('mean', point, level?.mean ?? null);
    add('high', point, level?.high ?? null);
    add('low', point, level?.low ?? null);
  }
  return found;
}

/** The same figure with the value of one more day; days that are too old fall off. */
function withDay(figure: Figure, day: number, value: number | null): Figure {
  const last = Math.max(figure.firstDay + figure.daily.length - 1, day);
  const firstDay = Math.max(Math.min(figure.firstDay, day), last - daysKept + 1);
  const daily = Array.from({ length: last - firstDay + 1 }, (_, i) =>
    firstDay + i === day ? value : (figure.daily[firstDay + i - figure.firstDay] ?? null),
  );
  return { ...figure, firstDay, daily };
}

function pointsOf(telling: Iterable<TellingPoints>): PointFacts[] {
  const points = new Map<number, PointFacts>();
  for (const { air, cooling, defrost, door, levels } of telling)
    for (const point of [...levels, ...cooling.map((each) => each.point), air, defrost?.point, door?.point])
      if (point) points.set(point.id, point);
  return [...points.values()];
}

async function takeOfDevices(
  { db, history, historyShare, stopping }: TakeDeps,
  devices: readonly DevicePoints[],
  days: readonly number[],
): Promise<void> {
  const telling = new Map(devices.map(({ deviceId, points }) => [deviceId, tellingPoints(points)]));
  const byZone = [...Map.groupBy(devices, ({ timeZone }) => timeZone)].map(([timeZone, ofZone]) => {
    const its = new Map(ofZone.map(({ deviceId }) => [deviceId, telling.get(deviceId)!]));
    return { timeZone, telling: its, points: pointsOf(its.values()) };
  });
  if (byZone.every(({ points }) => points.length === 0)) return;
  const key = (deviceId: number, pointId: number, kind: FigureKind) => `${deviceId} ${pointId} ${kind}`;
  const figures = new Map(
    (await readFigures(system, db, [...telling.keys()])).map((each) => [
      key(each.deviceId, each.pointId, each.kind),
      each,
    ]),
  );
  const changed = new Set<string>();
  for (const { day, zone } of days.flatMap((day) => byZone.map((zone) => ({ day, zone })))) {
    if (zone.points.length === 0) continue;
    const [from, to] = [beginOf(day, zone.timeZone), endOf(day, zone.timeZone)];
    const found = await historyShare.long.run(serverItself, stopping, () =>
      history.buckets(zone.points.map(asked), from - beforeMs, to, bucketMinutes, 0, stopping),
    );
    const of = new Map(found.map((each) => [each.pointId, each]));
    for (const [deviceId, its] of zone.telling)
      for (const [kind, values] of measureDay(its, (point) => of.get(point.id)!, from, to))
        for (const { pointId, value } of values) {
          const name = key(deviceId, pointId, kind);
          // A figure begins with its first value; of equipment that never says it there is none.
          if (value === null && !figures.has(name)) continue;
          const before = figures.get(name) ?? { deviceId, pointId, kind, firstDay: day, daily: [] };
          figures.set(name, withDay(before, day, value));
          changed.add(name);
        }
  }
  await writeFigures(
    system,
    db,
    [...changed].map((name) => figures.get(name)!),
  );
}

export interface TakeDeps {
  readonly db: Pool;
  readonly history: Pick<History, 'buckets'>;
  readonly historyShare: HistoryShare;
  readonly stopping: AbortSignal;
}

/**
 * Takes the figures of these days, each by the clocks of its project, of all devices, in slices; others have their turn in between.
 *
 * @throws the reason of `stopping`; what is written by then is taken again
 */
export async function takeFigures(deps: TakeDeps, days: readonly number[]): Promise<void> {
  for (let after = 0; ; ) {
    const devices = await readDevices(system, deps.db, after, devicesAtOnce);
    if (devices.length === 0) return;
    await takeOfDevices(deps, devices, days);
    after = devices.at(-1)!.deviceId;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
