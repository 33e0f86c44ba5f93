import { minPeerDevices } from '@watchpost/contract';
import { median, spread, trendOf } from '../platform/statistics/statistics.ts';
import { type Figure, known } from './figureKinds.ts';

/** How large a change must be for a warning, with any spread: the larger of an amount and a share of what was usual. */
export interface Worth {
  readonly amount: number;
  readonly share: number;
  /** A drop counts as much as a rise. */
  readonly bothWays: boolean;
}

/** A figure that has left what it was, measured against what happened to its peers meanwhile. */
export interface Deviation {
  /** Of the last days. */
  readonly value: number;
  readonly pastValue: number | null;
  readonly likeValue: number | null;
  /** What the peers had when the own past was taken; null: unknown. */
  readonly likePast: number | null;
  readonly likeCount: number;
  /** Devices it was compared with; of many the first. */
  readonly likeIds: readonly number[];
  /** How many times the change that is worth a warning. From 1 on a warning begins. */
  readonly strength: number;
  readonly firstDay: number;
  readonly lastDay: number;
}

/** An open warning ends below this strength: one that stands at the line must not come and go. */
export const endsBelow = 0.6;

/** The last days, of which two must be known: a single day may have been a delivery or a repair. */
export const recentDays = 3;
const minRecent = 2;
/** The weeks before, without the days just before, in which it may have begun slowly. */
const pastFrom = 27;
const pastTo = 5;
const minPast = 6;
/** Ordinary days lie within this many standard deviations. */
const ordinarySpread = 3;
/** Without peers, the own past must differ this much more clearly. */
const aloneFactor = 1.5;
/** Of more peers than this the median is the same with and without one of them. */
const manyLike = 40;

/** What was usual before an open warning began: of the device, and of its peers. */
export interface Usual {
  readonly own: number;
  readonly like: number | null;
}

interface Own {
  readonly figure: Figure;
  readonly recent: number | null;
  readonly past: number | null;
  readonly pastSpread: number;
}

function ownOf(figure: Figure, day: number): Own {
  const recent = known(figure, day - recentDays + 1, day).map(({ value }) => value);
  const past = known(figure, day - pastFrom, day - pastTo).map(({ value }) => value);
  return {
    figure,
    recent: recent.length >= minRecent ? median(recent) : null,
    past: past.length >= minPast ? median(past) : null,
    pastSpread: spread(past) ?? 0,
  };
}

/** The median and the spread of the peers' values, for one of them. */
function othersOf(values: readonly { of: Figure; value: number }[]) {
  const all = values.map(({ value }) => value);
  const some = values.slice(0, manyLike).map(({ of }) => of.deviceId);
  const shared =
    all.length > manyLike ? { middle: median(all)!, spread: spread(all)!, count: all.length - 1, ids: some } : null;
  return (figure: Figure) => {
    if (shared) return { ...shared, ids: some.filter((id) => id !== figure.deviceId) };
    const like = values.filter(({ of }) => of.deviceId !== figure.deviceId);
    const others = like.map(({ value }) => value);
    return others.length < minPeerDevices
      ? null
      : {
          middle: median(others)!,
          spread: spread(others)!,
          count: others.length,
          ids: like.map(({ of }) => of.deviceId),
        };
  };
}

/**
 * Compares one figure of peer devices: each with its own weeks before, less what changed for the others meanwhile. A device that
 * has always run longer than its neighbours has not changed, and heat makes all of them run longer.
 *
 * @param figures one kind of one point of peer devices
 * @param day the last complete day
 * @param usualOf of an open warning: later weeks already have the fault in them, and the others' later weeks only the last
 * part of what a season has done to all since
 * @returns a deviation for each device with enough data, with its figure
 */
export function deviations(
  figures: readonly Figure[],
  day: number,
  worth: Worth,
  usualOf: (figure: Figure) => Usual | null = () => null,
): { figure: Figure; deviation: Deviation }[] {
  const own = figures.map((figure) => ownOf(figure, day));
  const changes = own.flatMap(({ figure, recent, past }) =>
    recent === null || past === null ? [] : [{ of: figure, value: recent - past }],
  );
  const levels = own.flatMap(({ figure, recent }) => (recent === null ? [] : [{ of: figure, value: recent }]));
  const changeOfOthers = othersOf(changes);
  const levelOfOthers = othersOf(levels);
  return own.flatMap(({ figure, recent, past, pastSpread }) => {
    if (recent === null) return [];
    const like = levelOfOthers(figure);
    const before = usualOf(figure);
    const usual = before?.own ?? past;
    const others = changeOfOthers(figure);
    const likePast = before ? before.like : like && others ? like.middle - others.middle : null;
    const common = {
      value: recent,
      pastValue: usual,
      likeValue: like?.middle ?? null,
      likePast,
      likeCount: like?.count ?? 0,
      likeIds: like?.ids ?? [],
      firstDay: Math.max(figure.firstDay, day - pastFrom),
      lastDay: day,
    };
    const strengthOf = (excess: number, from: number, ordinary: number, factor: number): number => {
      const least = Math.max(worth.amount, worth.share * Math.abs(from), ordinarySpread * ordinary) * factor;
      return (worth.bothWays ? Math.abs(excess) : excess) / least;
    };
    if (usual !== null) {
      const changeOfLike = like && likePast !== null ? like.middle - likePast : 0;
      const excess = recent - usual - changeOfLike;
      const ordinary = Math.max(pastSpread, others?.spread ?? 0);
      return [
        { figure, deviation: { ...common, strength: strengthOf(excess, usual, ordinary, others ? 1 : aloneFactor) } },
      ];
    }
    // Without own weeks before, only a device that is far from all others is reported.
    if (like === null) return [];
    const strength = strengthOf(recent - like.middle, like.middle, like.spread, 2);
    return [{ figure, deviation: { ...common, strength } }];
  });
}

const driftDays = 14;
const minDriftDays = 9;
/** Of all pairs of days, less those that go the other way. */
const minSteadiness = 0.6;
/** A jump of a single day that makes up more than this is no drift. */
const largestJump = 0.6;

/**
 * Sensors that slowly leave their peers: the mean of a day less the median of the others' that day goes steadily one way.
 * `value` is how far it is from the others now, `pastValue` how far it was when that began.
 *
 * @param figures daily means of one point of peer devices
 */
export function drifts(
  figures: readonly Figure[],
  day: number,
  amountWorth: number,
  usualOf: (figure: Figure) => Usual | null = () => null,
): { figure: Figure; deviation: Deviation }[] {
  const first = day - driftDays + 1;
  const byDay = new Map<number, ReturnType<typeof othersOf>>();
  for (let each = first; each <= day; each++) {
    byDay.set(each, othersOf(figures.flatMap((of) => known(of, each, each).map(({ value }) => ({ of, value })))));
  }
  const residuals = figures.map((figure) =>
    known(figure, first, day).flatMap((each) => {
      const others = byDay.get(each.day)!(figure);
      return others === null ? [] : [{ x: each.day, y: each.value - others.middle }];
    }),
  );
  return figures.flatMap((figure, index) => {
    const points = residuals[index]!;
    const began = usualOf(figure)?.own ?? null;
    const recent = median(points.filter(({ x }) => x > day - recentDays).map(({ y }) => y));
    if (recent === null) return [];
    const like = byDay.get(points.at(-1)!.x)!(figure)!;
    const common = {
      value: recent,
      likeValue: like.middle,
      likePast: null,
      likeCount: like.count,
      likeIds: like.ids,
      firstDay: first,
      lastDay: day,
    };
    // One that has drifted and stays there is as wrong as before.
    if (began !== null)
      return [{ figure, deviation: { ...common, pastValue: began, strength: Math.abs(recent - began) / amountWorth } }];
    const trend = points.length >= minDriftDays ? trendOf(points) : null;
    if (trend === null) return [];
    const start = median(points.slice(0, recentDays).map(({ y }) => y))!;
    const move = trend.slope * (points.at(-1)!.x - points[0]!.x);
    const jump = Math.max(...points.slice(1).map(({ y }, i) => Math.abs(y - points[i]!.y)));
    const isDrift =
      Math.abs(trend.steadiness) >= minSteadiness && jump <= Math.max(largestJump * Math.abs(move), 3 * trend.noise);
    const strength = isDrift ? Math.abs(move) / Math.max(amountWorth, ordinarySpread * trend.noise) : 0;
    return [{ figure, deviation: { ...common, pastValue: start, strength } }];
  });
}
