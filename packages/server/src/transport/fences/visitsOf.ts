import { type Fix, gapMs } from '../cars/track.ts';
import { type Fence, type Place, turned } from './fenceShape.ts';

/** Inside counts from two positions on, 30 s apart; outside from two beyond the margin, 60 s apart. A receiver's wandering is neither. */
const insideMs = 30_000;
const outsideMs = 60_000;
/** Halvings of a leg when the moment is looked for at which it crosses an edge: a thousandth of it. */
const halvings = 10;

/** A stay within a fence. Times are epoch ms. */
export interface Visit {
  readonly from: number;
  readonly to: number;
  /** False: it was inside at the first position, or the first after a silence. `from` is that position. */
  readonly isArrivalKnown: boolean;
  /** False: it is still inside, or a silence followed. `to` is the last position inside. */
  readonly isDepartureKnown: boolean;
  /** It was inside at the last position. */
  readonly isOpen: boolean;
}

/** When the leg between two fixes crosses an edge: the one side at its beginning, the other at its end. */
function crossing(a: Fix, b: Fix, isAcross: (place: Place) => boolean): number {
  let [low, high] = [0, 1];
  for (let i = 0; i < halvings; i++) {
    const share = (low + high) / 2;
    const place = {
      latitude: a.latitude + (b.latitude - a.latitude) * share,
      longitude: a.longitude + turned(a.longitude, b.longitude) * share,
    };
    if (isAcross(place)) high = share;
    else low = share;
  }
  return Math.round(a.time + (b.time - a.time) * high);
}

/**
 * Stays of a vehicle within a fence, from its positions in order of time. It is a function of the positions alone: when some come late,
 * the stays are those of the whole.
 *
 * A fence is entered at its edge and left at the edge of its margin, so that a parked receiver that wanders crosses neither. A way that
 * only cuts a corner is no stay.
 */
export function visitsOf(fixes: readonly Fix[], { beyond, marginMetres, isNear }: Fence): Visit[] {
  const visits: Visit[] = [];
  const isInside = (place: Place) => isNear(place) && beyond(place) <= 0;
  const isOutside = (place: Place) => !isNear(place) || beyond(place) > marginMetres;
  /** The stay that goes on; null: it is outside. */
  let stay: { from: number; isArrivalKnown: boolean; last: Fix } | null = null;
  /** Where the run of positions on the other side began, and the position before it. */
  let run: { first: Fix; before: Fix | null } | null = null;
  const end = (to: number, isDepartureKnown: boolean, isOpen = false): void => {
    visits.push({ from: stay!.from, to, isArrivalKnown: stay!.isArrivalKnown, isDepartureKnown, isOpen });
    stay = null;
    run = null;
  };
  for (const [i, fix] of fixes.entries()) {
    const before = fixes[i - 1] ?? null;
    const isAfterGap = before !== null && fix.time - before.time > gapMs;
    // A run of positions does not go across a silence; nor does a stay that does not go on after it.
    if (isAfterGap) {
      run = null;
      if (stay !== null && isOutside(fix)) end((stay as { last: Fix }).last.time, false);
    }
    if (stay === null) {
      if (!isInside(fix)) {
        run = null;
        continue;
      }
      run ??= { first: fix, before: isAfterGap ? null : before };
      if (fix === run.first || fix.time - run.first.time < insideMs) continue;
      const { first, before: outside } = run;
      stay = {
        from: outside === null ? first.time : crossing(outside, first, (place) => beyond(place) <= 0),
        isArrivalKnown: outside !== null,
        last: fix,
      };
      run = null;
    } else if (isOutside(fix)) {
      run ??= { first: fix, before };
      if (fix === run.first || fix.time - run.first.time < outsideMs) continue;
      end(run.before === null ? run.first.time : crossing(run.before, run.first, isOutside), true);
    } else {
      run = null;
      stay.last = fix;
    }
  }
  if (stay !== null) end((stay as { last: Fix }).last.time, false, true);
  return visits;
}
