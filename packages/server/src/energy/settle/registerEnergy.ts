import type { EnergyEventKind, EnergyEventState } from '@watchpost/contract';
import { hourMs, quarterMs } from '@watchpost/contract';

/** A register hangs in a meter from one moment to another, epoch ms. */
export interface Installation {
  readonly from: number;
  /** Null: still. */
  readonly to: number | null;
  /** Wh a unit of the register: its unit, times transformers. */
  readonly whPerUnit: number;
  /** The smallest step of the register, in its units. */
  readonly count: number;
  /** Where it begins again at 0, in its units; null: nobody said. */
  readonly capacity: number | null;
  /** What it read when it was put in and taken out; null: nobody wrote it down. */
  readonly startReading: number | null;
  readonly endReading: number | null;
}

export interface RegisterSample {
  readonly at: number;
  readonly value: number;
}

/** A stretch over which it is known how much passed in all; `wh` since the beginning of time, never falling. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly whFrom: number;
  readonly whTo: number;
  /** How much is known, when within it is not. */
  readonly isEstimated: boolean;
}

export interface RegisterEvent {
  readonly kind: EnergyEventKind;
  readonly from: number;
  readonly at: number;
  readonly fromReading: number;
  readonly toReading: number;
  readonly state: EnergyEventState;
  /** Energy that the register shows and that is not counted, with its sign. */
  readonly suspectWh: number;
}

export interface RegisterRules {
  readonly maxWatts: number;
  readonly intervalMs: number;
  /** What people decided about the event at this moment. */
  readonly decided: ReadonlyMap<number, EnergyEventState>;
}

/** A load may exceed what was entered by so much before the register is not believed. */
const tolerance = 1.2;

/** The distance between neighbouring 32-bit floats at a value: what a meter of such registers cannot resolve. */
const floatStep = (value: number): number => (value === 0 ? 0 : 2 ** (Math.floor(Math.log2(Math.abs(value))) - 23));

/**
 * What passed between readings of a register: plain counting, a gap, a roll-over, a restart, an exchange. What cannot be true counts
 * nothing and becomes an event. `wh` of a stretch is the register itself plus a whole number of Wh, so that a stretch says the same
 * wherever the calculation began, and rounded differences add up to the register's difference.
 *
 * @param meters in their order in time, each with its good samples, ascending
 */
export function registerEnergy(
  meters: readonly { readonly installation: Installation; readonly samples: readonly RegisterSample[] }[],
  { maxWatts, intervalMs, decided }: RegisterRules,
): { stretches: Stretch[]; events: RegisterEvent[] } {
  const stretches: Stretch[] = [];
  const events: RegisterEvent[] = [];
  const longestStepMs = Math.max(2 * intervalMs, quarterMs);
  let wh: number | null = null;
  for (const { installation, samples } of meters) {
    const { whPerUnit, count, capacity, startReading, endReading, from, to } = installation;
    const readings = [
      ...(startReading === null ? [] : [{ at: from, value: startReading }]),
      ...samples.filter(({ at }) => at >= from && (to === null || at < to)),
    ];
    const end = to === null || endReading === null ? null : { at: to, value: endReading };
    const first = readings[0] ?? end;
    if (!first) continue;
    // A whole number apart from the register: see above.
    let offset: number = wh === null ? 0 : Math.ceil(wh - first.value * whPerUnit);
    let last = first;
    wh = offset + first.value * whPerUnit;
    const step = ({ at, value }: RegisterSample, energy: number, isEstimated: boolean): void => {
      const before = wh!;
      if (energy === (value - last.value) * whPerUnit) wh = offset + value * whPerUnit;
      else {
        offset = Math.ceil(before + energy - value * whPerUnit - 1e-6);
        wh = Math.max(before, offset + value * whPerUnit);
      }
      stretches.push({
        from: last.at,
        to: at,
        whFrom: before,
        whTo: wh,
        isEstimated: isEstimated || at - last.at > longestStepMs,
      });
      last = { at, value };
    };
    for (const sample of readings) {
      if (sample.at <= last.at) continue;
      const units = sample.value - last.value;
      const limit = (tolerance * maxWatts * (sample.at - last.at)) / hourMs / whPerUnit + count;
      const happened = (kind: EnergyEventKind, usual: EnergyEventState, suspectWh: number): EnergyEventState => {
        const state = decided.get(sample.at) ?? usual;
        events.push({
          kind,
          from: last.at,
          at: sample.at,
          fromReading: last.value,
          toReading: sample.value,
          state,
          suspectWh: state === 'open' ? suspectWh : 0,
        });
        return state;
      };
      if (units >= 0 && units <= limit) step(sample, units * whPerUnit, false);
      else if (units < 0 && -units <= Math.max(count, floatStep(last.value)) * 1.000_001) {
        // The last digit wavers: the higher reading stands until it is reached again.
        const { value } = last;
        step({ at: sample.at, value }, 0, false);
      } else if (
        units < 0 &&
        capacity !== null &&
        last.value > 0.9 * capacity &&
        sample.value < 0.1 * capacity &&
        units + capacity <= limit
      ) {
        const state = happened('rollover', 'accepted', 0);
        step(sample, state === 'dismissed' ? 0 : (units + capacity) * whPerUnit, false);
      } else if (units < 0 && sample.value >= 0 && sample.value <= limit) {
        const state = happened('reset', 'open', 0);
        step(sample, state === 'dismissed' ? 0 : sample.value * whPerUnit, true);
      } else {
        const state = happened(units > 0 ? 'jump' : 'reverse', 'open', units * whPerUnit);
        step(sample, state === 'accepted' && units > 0 ? units * whPerUnit : 0, true);
      }
    }
    // The person who took it out read it: nothing to doubt.
    if (end && end.at > last.at) step(end, Math.max(0, (end.value - last.value) * whPerUnit), false);
  }
  return { stretches, events };
}
