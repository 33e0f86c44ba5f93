import { dayMs, quarterMs } from '@watchpost/contract';
import type { EnergyDeps } from '../deps.ts';
import { quartersOf } from '../settle/quarters.ts';
import { readRegisters } from '../settle/readRegisters.ts';
import { registerEnergy } from '../settle/registerEnergy.ts';

/** A register of reactive energy. */
export interface ReactiveRegister {
  readonly pointId: number;
  /** varh a unit, transformers included. */
  readonly varhPerUnit: number;
  /** The smallest step of the register, in its units. */
  readonly count: number;
  /** A register that counts faster is not believed, var. */
  readonly maxVar: number;
}

/** Transformers between two moments, epoch ms. */
export interface RatioPeriod {
  readonly multiplier: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Which transformers a range was measured through, by the exchanges of its meter, in the order of time. Edges lie on quarters, and an
 * exchange that leaves the transformers as they are is none here.
 *
 * @param installations epoch ms; a removal that has not happened is null
 */
export function ratiosOf(
  installations: readonly { multiplier: number; installed_at: number; removed_at: number | null }[],
  { from, to }: { from: number; to: number },
): RatioPeriod[] {
  const onQuarter = (at: number) => Math.floor(at / quarterMs) * quarterMs;
  const periods: { multiplier: number; from: number; to: number }[] = [];
  for (const { multiplier, installed_at, removed_at } of installations.toSorted(
    (a, b) => a.installed_at - b.installed_at,
  )) {
    const own = {
      multiplier,
      from: Math.max(from, onQuarter(installed_at)),
      to: removed_at === null ? to : Math.min(to, onQuarter(removed_at)),
    };
    if (own.from >= own.to) continue;
    const before = periods.at(-1);
    if (before && before.multiplier === multiplier && before.to === own.from) before.to = own.to;
    else periods.push(own);
  }
  return periods;
}

/**
 * Reactive energy of a range, edges of quarters in epoch ms, counted as active energy is: to the varh, and what cannot be true not at
 * all.
 *
 * @returns null when the register was not heard at both ends of the range
 */
export async function reactiveOf(
  deps: Pick<EnergyDeps, 'db' | 'history' | 'historyShare'>,
  { pointId, varhPerUnit, count, maxVar }: ReactiveRegister,
  { from, to }: { from: number; to: number },
  stopping: AbortSignal,
): Promise<{ varh: number; isSuspect: boolean } | null> {
  const installed = new Date(from - dayMs);
  const row = {
    id: 0,
    point_id: pointId,
    is_manual: false,
    multiplier: varhPerUnit,
    unit_wh: 1,
    register_count: count,
    capacity: null,
    start_reading: null,
    end_reading: null,
    installed_at: installed,
    removed_at: null,
    interval_seconds: 60,
    read_through: null,
    last_at: null,
    last_reading: null,
  };
  const registers = await readRegisters(deps, [row], { from, now: to + 1 }, stopping);
  const samples = registers.flatMap((register) => register.samples);
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || first.at > from + quarterMs || last.at < to - quarterMs) return null;
  const { stretches, events } = registerEnergy(registers, {
    maxWatts: maxVar,
    intervalMs: 60_000,
    decided: new Map(),
  });
  const quarters = quartersOf(stretches, from, to);
  return {
    varh: quarters.reduce((sum, { wh }) => sum + wh, 0),
    isSuspect: events.some(({ at }) => at > from && at <= to),
  };
}
