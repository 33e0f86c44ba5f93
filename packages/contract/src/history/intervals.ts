import { dayMs } from '../durations.ts';

/** A range of whole local days is an hour longer when daylight saving ends within it; that must not change its tier. */
const daylightSavingMs = 3_600_000;

export interface IntervalTier {
  /** The tier holds up to this many days, included. */
  upToDays: number;
  /** The shortest interval it allows. */
  minutes: number;
}

/**
 * How fine a curve or a download may be, by the length of its range. Spec §9, "Statistics interval minimums by range".
 *
 * Ascending. The last tier ends at two calendar years, a leap day included; longer ranges are refused.
 */
export const curveIntervalTiers: readonly IntervalTier[] = [
  { upToDays: 7, minutes: 2 },
  { upToDays: 30, minutes: 10 },
  { upToDays: 90, minutes: 30 },
  { upToDays: 182, minutes: 60 },
  { upToDays: 365, minutes: 120 },
  { upToDays: 731, minutes: 240 },
];

/** Intervals of downloads; the spec offers 10, 20, 60 and 120 minutes. */
export const downloadIntervalTiers: readonly IntervalTier[] = [
  { upToDays: 7, minutes: 10 },
  { upToDays: 31, minutes: 20 },
  { upToDays: 182, minutes: 60 },
  { upToDays: 731, minutes: 120 },
];

/** An interval of 0 minutes means raw data, which only the shortest tier offers. */
export const rawDataUpToDays = 7;

const fits = (rangeMs: number, days: number): boolean => rangeMs <= days * dayMs + daylightSavingMs;

const shortestInterval = (tiers: readonly IntervalTier[], rangeMs: number): number | null =>
  tiers.find((tier) => fits(rangeMs, tier.upToDays))?.minutes ?? null;

/** The shortest interval, in minutes, for a curve over a range of this length; null when the range is longer than two years. */
export const minimumIntervalMinutes = (rangeMs: number): number | null => shortestInterval(curveIntervalTiers, rangeMs);

/** The interval, in minutes, of a download over a range of this length; null when the range is longer than two years. */
export const downloadIntervalMinutes = (rangeMs: number): number | null =>
  shortestInterval(downloadIntervalTiers, rangeMs);

/** Whether a range of this length may be asked for as raw data (interval 0). */
export const rawDataAllowed = (rangeMs: number): boolean => fits(rangeMs, rawDataUpToDays);
