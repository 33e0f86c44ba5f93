import type { RangeName, TimeSpan } from './curveRange.ts';

/** Alarms, writes and defrosts of the points, and the weather outside. */
export const markNames = ['alarms', 'writes', 'defrosts', 'weather'] as const;
export type MarkName = (typeof markNames)[number];

/** How a curve is looked at: everything its tool bar sets. */
export interface CurveView {
  readonly range: RangeName;
  /** Of the range `custom`. */
  readonly custom: TimeSpan | null;
  /** A part of the range, chosen in the chart. */
  readonly zoom: TimeSpan | null;
  /** Minutes, 0 for raw; null: decided by the span. */
  readonly interval: number | null;
  readonly limits: boolean;
  /** What stands on the curve besides values. */
  readonly marks: readonly MarkName[];
  /** Values by time instead of the picture. */
  readonly table: boolean;
  readonly statistics: boolean;
}

/** Spec §4: the last 24 hours, statistics on, limits off. */
export const usualView: CurveView = {
  range: '24h',
  custom: null,
  zoom: null,
  interval: null,
  limits: false,
  marks: ['alarms', 'writes', 'defrosts'],
  table: false,
  statistics: true,
};
