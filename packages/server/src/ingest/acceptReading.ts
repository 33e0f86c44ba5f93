import { exceptionQuality, qualityCode } from '@watchpost/contract';
import type { PointFacts } from '../points/index.ts';

/** A value as a protocol handed it over. */
export interface RawReading {
  /** Epoch milliseconds by the gateway's clock; null: it did not say. */
  measuredAt: number | null;
  value: number | null;
  /** It was sent as `true` or `false`, here 1 or 0. */
  isBoolean?: true;
  /** Null when good. */
  reason: string | null;
  exceptionCode?: number | null;
}

/** A gateway's clock may be this far ahead before we stop believing it. */
export const clockToleranceMs = 60_000;
/** Further ahead than this is no skew but nonsense: it would stand in front of every real value for days. */
export const farFutureMs = 24 * 3_600_000;
/** No gateway stores for two years; 1970 and 2000 are clocks that lost their battery. */
export const farPastMs = 2 * 365 * 24 * 3_600_000;

export type AcceptedReading =
  | { measuredAt: number; value: number; quality: number }
  | { refused: 'fromTheFuture' | 'tooOld' };

/** Why a time cannot be true; null: it may be. */
export function timeRefused(measuredAt: number, receivedAt: number): 'fromTheFuture' | 'tooOld' | null {
  if (!Number.isFinite(measuredAt) || measuredAt > receivedAt + farFutureMs) return 'fromTheFuture';
  return measuredAt < receivedAt - farPastMs ? 'tooOld' : null;
}

/**
 * What enters history: time, number and quality byte. A value that is no number, outside its range or no known state is
 * kept as bad; only a time that cannot be true is refused.
 *
 * @param skewMs how far the clock of its time is ahead, from `skewsOf`
 */
export function acceptReading(point: PointFacts, raw: RawReading, receivedAt: number, skewMs = 0): AcceptedReading {
  let measuredAt = raw.measuredAt === null ? receivedAt : raw.measuredAt;
  const refused = timeRefused(measuredAt, receivedAt);
  if (refused) return { refused };
  if (raw.measuredAt !== null) measuredAt -= skewMs;

  // `true` of a thermometer is a mistake in the gateway's set-up; as 1 °C it would look like a measured value.
  const isMistyped = raw.isBoolean === true && point.value_type !== 'status';
  let quality = isMistyped ? qualityCode.badFormat : qualityByte(raw);
  if (skewMs > 0 && raw.measuredAt !== null && quality === qualityCode.good) quality = qualityCode.clockSkew;
  const measured = raw.value === null || isMistyped || !Number.isFinite(raw.value) ? Number.NaN : raw.value;
  const value = point.offsets.length === 0 ? measured : withOffset(measured, offsetAt(point.offsets, measuredAt));
  if (quality < 64) quality = plausibility(point, value, quality);
  return { measuredAt: Math.trunc(measuredAt), value, quality };
}

/** What is added to a value of that time, by the calibrations of its point; 0 before the first. */
export function offsetAt(offsets: PointFacts['offsets'], measuredAt: number): number {
  let value = 0;
  for (const each of offsets) {
    if (each.from > measuredAt) break;
    value = each.value;
  }
  return value;
}

/** Without the dust of binary fractions, so that taking the offset away again gives what was sent. */
export const withOffset = (measured: number, offset: number): number =>
  offset === 0 ? measured : Number((measured + offset).toFixed(6));

/**
 * How far clocks are ahead that a message's times are of, in ms, by device (null: the gateway itself); those within the tolerance
 * are not named. The newest believable time of a device is taken for now, so that its samples keep their distance to each
 * other. Each device for itself: many gateways pass on the times that their devices say, and one wrong clock must not move
 * what others measured.
 */
export function skewsOf(
  readings: readonly { device?: string | null; raw: RawReading }[],
  receivedAt: number,
): ReadonlyMap<string | null, number> {
  let skews: Map<string | null, number> | null = null;
  for (const { device = null, raw } of readings) {
    if (raw.measuredAt === null) continue;
    const ahead = raw.measuredAt - receivedAt;
    if (!(ahead > clockToleranceMs) || ahead > farFutureMs) continue;
    skews ??= new Map();
    if (ahead > (skews.get(device) ?? 0)) skews.set(device, ahead);
  }
  return skews ?? noSkews;
}
const noSkews: ReadonlyMap<string | null, number> = new Map();

function qualityByte({ reason, exceptionCode }: RawReading): number {
  if (exceptionCode && reason !== 'timeout') return exceptionQuality(exceptionCode);
  if (reason === null) return qualityCode.good;
  return reason in qualityCode ? qualityCode[reason as keyof typeof qualityCode] : qualityCode.badFormat;
}

/** What is to be thought of a number: of a point's own markers, range and states. */
export function plausibility(
  point: Pick<PointFacts, 'error_values' | 'range_low' | 'range_high' | 'value_type' | 'status_values'>,
  value: number,
  quality: number,
): number {
  if (Number.isNaN(value)) return qualityCode.notANumber;
  if (point.error_values.includes(value)) return qualityCode.sensorFault;
  if (
    (point.range_low !== null && value < point.range_low) ||
    (point.range_high !== null && value > point.range_high)
  ) {
    return qualityCode.outOfRange;
  }
  if (
    point.value_type === 'status' &&
    point.status_values.length > 0 &&
    !point.status_values.some((status) => status.value === value)
  ) {
    return qualityCode.badFormat;
  }
  return quality;
}
