import type { WallAlarm } from '@watchpost/contract';

/** How long an urgent alarm fills the wall, unless somebody acknowledges it before. */
const holdMs = 60_000;
const floodWithinMs = 5 * 60_000;
/** So many in five minutes; more are a flood, and stand in the list of alarms. */
const mostInterruptions = 3;

/** Urgent alarms between stations of a tour. Never larger than the lists that the server answers. */
export interface Interruptions {
  /** Null until the first answer: what is open then is on the wall anyway. */
  readonly known: ReadonlySet<number> | null;
  readonly waiting: readonly number[];
  readonly current: { readonly alarmId: number; readonly since: number } | null;
  /** When the last ones began. */
  readonly begun: readonly number[];
  /** Until then the list of alarms stands in place of single ones. */
  readonly floodUntil: number | null;
}

export const noInterruptions: Interruptions = { known: null, waiting: [], current: null, begun: [], floodUntil: null };

/**
 * What interrupts the tour now. New urgent alarms come one after the other, the oldest first; the fourth in five minutes shows the list
 * of all instead.
 *
 * @param urgent urgent alarms that nobody has acknowledged, the newest of them
 * @param openIds all of them: one that enters `urgent` because newer ones ended is not new
 */
export function interrupt(
  state: Interruptions,
  urgent: readonly Pick<WallAlarm, 'AlarmId' | 'RaisedEpoch'>[],
  openIds: readonly number[],
  now: number,
): Interruptions {
  const open = new Set(openIds);
  const { known } = state;
  const begun = state.begun.filter((at) => now - at < floodWithinMs);
  if (known === null) return { ...noInterruptions, known: open };
  const added = urgent
    .filter(({ AlarmId }) => !known.has(AlarmId))
    .sort((a, b) => a.RaisedEpoch - b.RaisedEpoch || a.AlarmId - b.AlarmId)
    .map(({ AlarmId }) => AlarmId);
  const waiting = [...state.waiting.filter((id) => open.has(id)), ...added];
  const floodUntil = state.floodUntil !== null && state.floodUntil > now ? state.floodUntil : null;
  const current =
    state.current && open.has(state.current.alarmId) && now - state.current.since < holdMs ? state.current : null;
  const [next] = waiting;
  if (current || next === undefined) return { known: open, waiting, current, begun, floodUntil };
  if (begun.length >= mostInterruptions)
    return { known: open, waiting: [], current: null, begun, floodUntil: now + holdMs };
  return {
    known: open,
    waiting: waiting.slice(1),
    current: { alarmId: next, since: now },
    begun: [...begun, now],
    floodUntil: null,
  };
}
