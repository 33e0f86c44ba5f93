import { dayMs, type Excursion, qualityOf } from '@watchpost/contract';

/** ΔH / R of the mean kinetic temperature, in kelvin: 83.144 kJ/mol over 8.3144 J/(mol·K). USP <1079>. */
const heatOverGas = 83_144 / 8.3144;
const zeroCelsius = 273.15;

export interface Samples {
  readonly length: number;
  /** Epoch ms, ascending. */
  readonly measuredAt: ArrayLike<number>;
  readonly values: ArrayLike<number>;
  readonly quality?: ArrayLike<number>;
}

const isBad = (quality: number | undefined): boolean => quality !== undefined && qualityOf(quality) === 'bad';

/** A value that held for a time. */
export interface Held {
  readonly value: number;
  readonly ms: number;
}

/**
 * The one temperature that would have harmed goods as much as these did, °C. It weighs warm hours more than cold ones.
 *
 * @returns null when nothing is known
 */
export function kineticMean(held: Iterable<Held>): number | null {
  let weight = 0;
  let sum = 0;
  for (const { value, ms } of held) {
    weight += ms;
    sum += ms * Math.exp(-heatOverGas / (value + zeroCelsius));
  }
  return weight === 0 ? null : heatOverGas / -Math.log(sum / weight) - zeroCelsius;
}

/**
 * Each value with how long it held: until the next sample, at most `staleMs`, and to the end of the range. A bad sample ends it.
 *
 * @param times epoch ms in ascending order, within the range
 */
export function* heldValues(
  { length, measuredAt, values, quality }: Samples,
  to: number,
  staleMs: number,
): Generator<Held> {
  for (let i = 0; i < length; i++) {
    const value = values[i]!;
    if (Number.isNaN(value) || isBad(quality?.[i])) continue;
    const end = Math.min(measuredAt[i + 1] ?? to, measuredAt[i]! + staleMs, to);
    if (i + 1 >= length || end > measuredAt[i]!) yield { value, ms: Math.max(0, end - measuredAt[i]!) };
  }
}

interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Each good value with when it held, in [from, to). @param before the newest sample before `from`, which may still hold then */
function* heldStretches(
  { length, measuredAt, values, quality }: Samples,
  before: { readonly measuredAt: number; readonly value: number; readonly quality: number } | null,
  { from, to, staleMs }: Stretch & { readonly staleMs: number },
): Generator<Stretch & { readonly value: number }> {
  const first = length > 0 ? Math.min(measuredAt[0]!, to) : to;
  if (before && !Number.isNaN(before.value) && !isBad(before.quality)) {
    const end = Math.min(first, before.measuredAt + staleMs);
    if (end > from) yield { from, to: end, value: before.value };
  }
  for (let i = 0; i < length; i++) {
    const start = measuredAt[i]!;
    if (Number.isNaN(values[i]!) || isBad(quality?.[i])) continue;
    const end = Math.min(measuredAt[i + 1] ?? to, start + staleMs, to);
    if (end > start) yield { from: start, to: end, value: values[i]! };
  }
}

/** A day of which less is known says nothing. Our choice. */
const leastKnown = 0.5;

/**
 * The 24 hours within a range whose mean kinetic temperature is highest.
 *
 * @returns null when the range is shorter, or less than half of every such day is known
 */
export function worstDay(
  samples: Samples,
  before: { readonly measuredAt: number; readonly value: number; readonly quality: number } | null,
  within: Stretch & { readonly staleMs: number },
): { from: number; kinetic: number } | null {
  const held = [...heldStretches(samples, before, within)];
  const harms = held.map(({ value }) => Math.exp(-heatOverGas / (value + zeroCelsius)));
  // A window that is worst begins with a stretch or ends with one.
  const starts = Float64Array.from(held.flatMap(({ from, to }) => [from, to - dayMs]))
    .filter((start) => start >= within.from && start + dayMs <= within.to)
    .sort();
  /** What was known and what it did, from the beginning until times that are asked for in ascending order. */
  const follow = () => {
    let [next, known, harm] = [0, 0, 0];
    return (time: number): [known: number, harm: number] => {
      for (; next < held.length && held[next]!.to <= time; next++) {
        const ms = held[next]!.to - held[next]!.from;
        known += ms;
        harm += ms * harms[next]!;
      }
      const part = next < held.length ? Math.max(0, time - held[next]!.from) : 0;
      return [known + part, harm + (part === 0 ? 0 : part * harms[next]!)];
    };
  };
  const [first, last] = [follow(), follow()];
  let worst: { from: number; mean: number } | null = null;
  for (const from of starts) {
    const [knownBefore, harmBefore] = first(from);
    const [known, harm] = last(from + dayMs);
    if (known - knownBefore < leastKnown * dayMs) continue;
    const mean = (harm - harmBefore) / (known - knownBefore);
    if (worst === null || mean > worst.mean) worst = { from, mean };
  }
  return worst && { from: worst.from, kinetic: heatOverGas / -Math.log(worst.mean) - zeroCelsius };
}

/** Shorter gaps and excursions get no line on a certificate, ms. Our choice: a tag reports each minute at best. */
const shortestMs = 60_000;

/**
 * Excursions and gaps, in order of time. An excursion ends with a value inside the
 * limits, and where nothing is known any more.
 *
 * @param limits °C, either may be absent; both null: there are no excursions
 */
export function findStretches(
  samples: Samples,
  before: { readonly measuredAt: number; readonly value: number; readonly quality: number } | null,
  within: Stretch & { readonly staleMs: number },
  { low, high }: { readonly low: number | null; readonly high: number | null },
): { excursions: Excursion[]; gaps: Stretch[] } {
  const excursions: Excursion[] = [];
  const gaps: Stretch[] = [];
  let known = within.from;
  let open: { from: number; to: number; extreme: number; far: number; degreeHours: number } | null = null;
  const close = (): void => {
    if (open && open.to - open.from >= shortestMs)
      excursions.push({ from: open.from, to: open.to, extreme: open.extreme, degreeHours: open.degreeHours });
    open = null;
  };
  for (const { from, to, value } of heldStretches(samples, before, within)) {
    if (from > known) {
      if (from - known >= shortestMs) gaps.push({ from: known, to: from });
      close();
    }
    known = to;
    const far = Math.max(low === null ? 0 : low - value, high === null ? 0 : value - high, 0);
    if (far === 0) {
      close();
      continue;
    }
    open ??= { from, to, extreme: value, far, degreeHours: 0 };
    if (far > open.far) Object.assign(open, { extreme: value, far });
    open.to = to;
    open.degreeHours += (far * (to - from)) / 3_600_000;
  }
  if (within.to - known >= shortestMs) gaps.push({ from: known, to: within.to });
  close();
  return { excursions, gaps };
}
