import type { NotFilledReason, Quality, SourceStatistic } from '@watchpost/contract';

/** What was read for one item, or one row of it; stored with the sheet. Times are epoch ms. */
export interface Reading {
  readonly group: number;
  readonly item: number;
  readonly line: number;
  /** What was filled in; empty: nothing, and `reason` says why. */
  readonly text: string;
  readonly reason: NotFilledReason | null;
  readonly point: Named | null;
  readonly device: Named | null;
  readonly value: number | null;
  readonly unit: string;
  readonly statistic: SourceStatistic;
  /** Null: of the value now. */
  readonly hours: number | null;
  /** Of `hours`, 0 to 100. */
  readonly knownPercent: number | null;
  readonly measuredAt: number | null;
  readonly quality: Quality | null;
  readonly readAt: number;
}

export interface Named {
  readonly id: number;
  readonly name: string;
  readonly nameEn: string | null;
}

/** A value of a point at the moment it was asked for. */
export interface Value extends Pick<Reading, 'value' | 'measuredAt' | 'quality' | 'knownPercent'> {
  readonly reason: 'noData' | 'stale' | 'bad' | null;
}
