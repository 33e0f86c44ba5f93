import type { Bilingual } from '@watchpost/contract';
import { isGoodQuality } from './isGoodQuality.ts';
import type { Samples, WatchLimits } from './recovery.ts';

/** How a point is read, by what a replacement of its probe changes. Stored with orders. */
export interface PointSource {
  readonly register: unknown;
  readonly scaling: unknown;
  readonly origin: unknown;
  readonly serial: unknown;
}
export const sourceParts = {
  register: { zh: '寄存器', en: 'register' },
  scaling: { zh: '线性映射', en: 'scaling' },
  origin: { zh: '数据来源', en: 'origin' },
  serial: { zh: '序列号', en: 'serial number' },
} as const satisfies Record<keyof PointSource, Bilingual>;
export type SourcePart = keyof typeof sourceParts;

/** What is read differently than before. @param before null: not known */
export const changedParts = (before: PointSource | null, now: PointSource): SourcePart[] =>
  before === null
    ? []
    : (Object.keys(sourceParts) as SourcePart[]).filter(
        (part) => JSON.stringify(before[part] ?? null) !== JSON.stringify(now[part] ?? null),
      );

/** Whether one of the limits of now lets through what those of the report do not. @param now null: nothing limits the point any more */
export const isLooser = (now: WatchLimits | null, before: WatchLimits): boolean =>
  (before.high !== null && (now === null || now.high === null || now.high > before.high)) ||
  (before.low !== null && (now === null || now.low === null || now.low < before.low));

const temperatureUnits = ['°C', '℃', 'K'];
const humidityUnits = ['%RH', '%rh', '%'];
/** How far two instruments may differ and still agree: 1 K, 5 % of relative humidity, else a twentieth of the value. Our choice. */
export const toleranceOf = (unit: string, value: number): number =>
  temperatureUnits.includes(unit) ? 1 : humidityUnits.includes(unit) ? 5 : Math.abs(value) / 20;

/** So much of the stretch has to be compared. */
const comparedShare = 0.8;

/**
 * Whether another point says the same in [from, until]: each good sample beside the value that the other held then, as long as a
 * value stands for itself.
 */
export function agrees(
  samples: Samples,
  other: Samples,
  { from, until, staleAfterMs, unit }: { from: number; until: number; staleAfterMs: number; unit: string },
): boolean {
  let held = -1;
  let next = 0;
  let all = 0;
  let compared = 0;
  for (let i = 0; i < samples.length; i += 1) {
    const at = samples.measuredAt[i]!;
    const value = samples.values[i]!;
    if (at < from || at > until || !isGoodQuality(samples.quality[i]!) || Number.isNaN(value)) continue;
    all += 1;
    for (; next < other.length && other.measuredAt[next]! <= at; next += 1)
      held = isGoodQuality(other.quality[next]!) && !Number.isNaN(other.values[next]!) ? next : -1;
    if (held < 0 || at - other.measuredAt[held]! > staleAfterMs) continue;
    if (Math.abs(value - other.values[held]!) > toleranceOf(unit, value)) return false;
    compared += 1;
  }
  return all > 0 && compared >= comparedShare * all;
}

/** A reading by hand is compared with the sample nearest to the finish, which may be so far from it. Our choice. */
const handWithinMs = 15 * 60_000;

export function agreesWithHand(samples: Samples, hand: number, finishedAt: number, unit: string): boolean {
  let nearest: { value: number; off: number } | null = null;
  for (let i = 0; i < samples.length; i += 1) {
    const value = samples.values[i]!;
    const off = Math.abs(samples.measuredAt[i]! - finishedAt);
    if (!isGoodQuality(samples.quality[i]!) || Number.isNaN(value) || off > handWithinMs) continue;
    if (nearest === null || off < nearest.off) nearest = { value, off };
  }
  return nearest !== null && Math.abs(nearest.value - hand) <= toleranceOf(unit, hand);
}

/** Whether a state point was switched on and off again from a moment on. */
export function hasCycled(samples: Samples, from: number): boolean {
  let before: boolean | null = null;
  let wasStarted = false;
  for (let i = 0; i < samples.length; i += 1) {
    const value = samples.values[i]!;
    if (samples.measuredAt[i]! < from || !isGoodQuality(samples.quality[i]!) || Number.isNaN(value)) continue;
    const isOn = value !== 0;
    if (isOn && before === false) wasStarted = true;
    if (!isOn && wasStarted) return true;
    before = isOn;
  }
  return false;
}
