import { type InterlockOperator, qualityOf, staleAfterMs, writingErrors } from '@watchpost/contract';
import type { Commands } from '../ingest/index.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { LiveReading, LiveValues } from '../points/index.ts';
import type { PointToWriteRow } from './points.store.ts';
import { valueInWords } from './words.ts';

/** The present value when it can be trusted: good, and not older than it may be. */
export function trustedValue(
  live: Pick<LiveValues, 'get'>,
  point: { point_id: number; sampling_interval_seconds: number },
  now: number,
): number | null {
  const reading = live.get(point.point_id);
  if (!reading || reading.value === null || qualityOf(reading.quality) !== 'good') return null;
  return isStale(reading, point.sampling_interval_seconds, now) ? null : reading.value;
}

export const isStale = (reading: LiveReading, samplingIntervalSeconds: number, now: number): boolean =>
  now - reading.measuredAt > staleAfterMs(samplingIntervalSeconds * 1000);

/** Whether two values of a point look equal at its decimals. */
export const sameValue = (a: number, b: number, decimals: number): boolean =>
  Math.abs(a - b) < 0.5 * 10 ** -decimals * (1 + 1e-9);

const holds: Record<InterlockOperator, (value: number, limit: number) => boolean> = {
  equal: (value, limit) => value === limit,
  notEqual: (value, limit) => value !== limit,
  below: (value, limit) => value < limit,
  atMost: (value, limit) => value <= limit,
  above: (value, limit) => value > limit,
  atLeast: (value, limit) => value >= limit,
};

/** What can be written in the end: what is set for the point, its engineering range and its data format together. */
export function boundsOf(
  point: PointToWriteRow,
  commands: Pick<Commands, 'rangeOf'>,
): { low: number | null; high: number | null; allowed: number[] } {
  const range = commands.rangeOf(point.point_id);
  const narrower = (pick: (...ends: number[]) => number, ...ends: (number | null)[]) => {
    const set = ends.filter((end) => end !== null);
    return set.length === 0 ? null : pick(...set);
  };
  const states = point.value_type === 'status' ? point.status_values.map(({ value }) => value) : [];
  return {
    low: narrower(Math.max, point.low, range.low),
    high: narrower(Math.min, point.high, range.high),
    allowed: point.allowed_values.length > 0 ? point.allowed_values : states,
  };
}

export interface CheckDeps {
  commands: Pick<Commands, 'canWrite' | 'heldValue' | 'rangeOf'>;
  live: Pick<LiveValues, 'get'>;
  now: number;
}

/**
 * Why this point cannot be written at all; null: it can. The switch and the money of a prepaid meter are written by the calls of
 * its account alone, which ask what has to hold and keep the ledger.
 *
 * @param accountId the prepaid account that orders the write; undefined: none does
 */
export function whyNotWritable(
  point: PointToWriteRow,
  { commands }: Pick<CheckDeps, 'commands'>,
  accountId?: number,
): Refusal | null {
  if (!point.writable || !commands.canWrite(point.point_id)) return new Refusal(writingErrors.notWritable);
  if (point.prepaid_use === null || point.prepaid_account_ids?.includes(accountId ?? 0)) return null;
  return new Refusal(point.prepaid_use === 'switch' ? writingErrors.prepaidSwitch : writingErrors.prepaidMoney);
}

/** Why this value cannot be written to the point; null: it can. */
export function whyNotValue(point: PointToWriteRow, value: number, { commands }: CheckDeps): Refusal | null {
  const { low, high, allowed } = boundsOf(point, commands);
  const words = (limit: number) => valueInWords({ ...point, status_values: [] }, limit).zh;
  if (allowed.length > 0 && !allowed.includes(value)) {
    const list = allowed.map((one) => valueInWords(point, one));
    return new Refusal(writingErrors.notAllowedValue, {
      values: list.map(({ zh }) => zh).join('、'),
      valuesEn: list.map(({ en }) => en).join(', '),
    });
  }
  if (low !== null && value < low) return new Refusal(writingErrors.belowMinimum, { limit: words(low) });
  if (high !== null && value > high) return new Refusal(writingErrors.aboveMaximum, { limit: words(high) });
  const held = commands.heldValue(point.point_id, value);
  if (held === null) return new Refusal(writingErrors.outOfFormat);
  return Math.abs(held - value) < 1e-9 * Math.max(1, Math.abs(value))
    ? null
    : new Refusal(writingErrors.notRepresentable, { nearest: words(held) });
}

/**
 * Why the interlock blocks; null: it does not, or there is none. One that cannot be checked blocks as well.
 *
 * @param other the point it depends on; undefined: deleted
 * @param isSeen whether the caller may see that point
 */
export function whyInterlocked(
  point: PointToWriteRow,
  other: PointToWriteRow | undefined,
  isSeen: boolean,
  { live, now }: CheckDeps,
): Refusal | null {
  const { interlock_point_id, interlock_operator, interlock_value, interlock_sentence } = point;
  if (interlock_point_id === null || interlock_operator === null || interlock_value === null) return null;
  const sentence = interlock_sentence ?? '';
  const sentenceEn = point.interlock_sentence_en ?? sentence;
  const value = other ? trustedValue(live, other, now) : null;
  if (!other || value === null) return new Refusal(writingErrors.interlockUnknown, { sentence, sentenceEn });
  if (holds[interlock_operator](value, interlock_value)) return null;
  if (!isSeen) return new Refusal(writingErrors.interlockedBySomething, { sentence, sentenceEn });
  const words = valueInWords(other, value);
  return new Refusal(writingErrors.interlocked, {
    sentence,
    sentenceEn,
    point: `${other.device_name ?? ''}${other.device_name ? ' · ' : ''}${other.name}`,
    pointEn: [other.device_name_en ?? other.device_name, other.name_en ?? other.name].filter(Boolean).join(' · '),
    value: words.zh,
    valueEn: words.en,
  });
}

/** Why the present value is not what was confirmed; null: it is, or nothing was said about it. */
export function whyChanged(point: PointToWriteRow, expected: number | undefined, { live }: CheckDeps): Refusal | null {
  if (expected === undefined) return null;
  const present = live.get(point.point_id)?.value ?? null;
  if (present !== null && sameValue(present, expected, point.decimals)) return null;
  const words = present === null ? { zh: '未知', en: 'unknown' } : valueInWords(point, present);
  return new Refusal(writingErrors.valueChanged, { value: words.zh, valueEn: words.en });
}
