/** ΔH / R of the mean kinetic temperature, in kelvin: 83.144 kJ/mol over 8.3144 J/(mol·K). USP <1079>. */
const heatOverGas = 83_144 / 8.3144;
const zeroCelsius = 273.15;

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
  { length, measuredAt, values }: { length: number; measuredAt: ArrayLike<number>; values: ArrayLike<number> },
  to: number,
  staleMs: number,
): Generator<Held> {
  for (let i = 0; i < length; i++) {
    const value = values[i]!;
    if (Number.isNaN(value)) continue;
    const end = Math.min(measuredAt[i + 1] ?? to, measuredAt[i]! + staleMs, to);
    if (i + 1 >= length || end > measuredAt[i]!) yield { value, ms: Math.max(0, end - measuredAt[i]!) };
  }
}
