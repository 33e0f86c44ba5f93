import { hourMs } from '@watchpost/contract';

/** Air temperatures that can be believed: epoch ms, ascending, and °C. */
export interface AirSamples {
  readonly times: readonly number[];
  readonly values: readonly number[];
}

export interface GoodsTwin {
  /** °C, one for each air sample. */
  readonly goods: readonly number[];
  /** False: the air was not known since the sample before; it is taken to have changed evenly. */
  readonly isKnown: readonly boolean[];
}

/**
 * An estimate of how warm goods are among air of known temperature: a first-order lag, `τ · dG/dt = A − G`. It begins at the first air
 * temperature, as for goods that were brought to it before they were loaded. Air between two samples changes evenly, for which the lag
 * has an exact solution.
 *
 * @param lagMs τ: after it goods have followed 63 % of a jump of the air
 * @param staleMs a longer time between two samples is not known
 */
export function goodsTwin({ times, values }: AirSamples, lagMs: number, staleMs: number): GoodsTwin {
  const goods: number[] = [];
  const isKnown: boolean[] = [];
  for (const [i, air] of values.entries()) {
    if (i === 0) {
      goods.push(air);
      isKnown.push(true);
      continue;
    }
    const elapsed = times[i]! - times[i - 1]!;
    const before = values[i - 1]!;
    // How far goods stay behind air that keeps changing at this pace.
    const behind = elapsed === 0 ? 0 : ((air - before) / elapsed) * lagMs;
    goods.push(air - behind + (goods[i - 1]! - before + behind) * Math.exp(-elapsed / lagMs));
    isKnown.push(elapsed <= staleMs);
  }
  return { goods, isKnown };
}

/** How long a value that changes evenly between known samples was beyond limits, ms. */
export function beyondLimits(
  times: readonly number[],
  { goods, isKnown }: GoodsTwin,
  { low, high }: { readonly low: number | null; readonly high: number | null },
): number {
  const shareAbove = (a: number, b: number, limit: number): number =>
    a > limit && b > limit ? 1 : a <= limit && b <= limit ? 0 : (Math.max(a, b) - limit) / Math.abs(a - b);
  let sum = 0;
  for (let i = 1; i < goods.length; i++) {
    if (!isKnown[i]) continue;
    const [a, b] = [goods[i - 1]!, goods[i]!];
    const share = (high === null ? 0 : shareAbove(a, b, high)) + (low === null ? 0 : shareAbove(-a, -b, -low));
    sum += (times[i]! - times[i - 1]!) * Math.min(1, share);
  }
  return Math.round(sum);
}

/** Goods after some time in air that stays as it is, °C. */
const after = (goods: number, air: number, ms: number, lagMs: number): number =>
  air + (goods - air) * Math.exp(-ms / lagMs);

export interface GoodsForecast {
  /** °C, when the air stays as it was on average in the last hour; and as it was at its coldest and at its warmest. */
  readonly goods: number;
  readonly coldest: number;
  readonly warmest: number;
  /** Mean of the air in the last hour. */
  readonly air: number;
  /** When the goods would pass a limit in that mean air, epoch ms; null: not at all. */
  readonly limitAt: number | null;
}

/**
 * Where the goods will be at a time, if the air goes on as in the last hour. An estimate: a door that opens changes the air.
 *
 * @param at epoch ms, after the newest sample
 * @returns null without a sample
 */
export function goodsForecast(
  { times, values }: AirSamples,
  { goods }: GoodsTwin,
  { at, lagMs, low, high }: { at: number; lagMs: number; low: number | null; high: number | null },
): GoodsForecast | null {
  const newest = times.at(-1);
  const now = goods.at(-1);
  if (newest === undefined || now === undefined) return null;
  const since = times.findIndex((time) => time > newest - hourMs);
  let [sum, weight] = [0, 0];
  for (let i = since + 1; i < times.length; i++) {
    const elapsed = times[i]! - times[i - 1]!;
    sum += ((values[i]! + values[i - 1]!) / 2) * elapsed;
    weight += elapsed;
  }
  const recent = values.slice(since);
  const air = weight === 0 ? recent.at(-1)! : sum / weight;
  const ahead = Math.max(0, at - newest);
  return {
    goods: after(now, air, ahead, lagMs),
    coldest: after(now, Math.min(...recent), ahead, lagMs),
    warmest: after(now, Math.max(...recent), ahead, lagMs),
    air,
    limitAt: limitAt(now, air, newest, lagMs, { low, high }),
  };
}

function limitAt(
  goods: number,
  air: number,
  now: number,
  lagMs: number,
  { low, high }: { low: number | null; high: number | null },
): number | null {
  if ((high !== null && goods > high) || (low !== null && goods < low)) return now;
  const limit = high !== null && air > high ? high : low !== null && air < low ? low : null;
  return limit === null ? null : Math.round(now + lagMs * Math.log((air - goods) / (air - limit)));
}
