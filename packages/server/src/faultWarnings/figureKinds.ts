/** What is kept of devices by day. Stored with figures: never reuse a name. */
export const figureKinds = [
  /** Percent of the day that it cooled. */
  'dutyCycle',
  /** Minutes to come down after a defrost or an open door. */
  'pullDown',
  /** How many, and how many minutes each. */
  'defrostCount',
  'defrostLength',
  /** Of an analog point, in its unit: the day's mean; the highest and lowest mean of an hour. */
  'mean',
  'high',
  'low',
] as const;
export type FigureKind = (typeof figureKinds)[number];

/** Values a row keeps: the last four weeks and some days that came late. */
export const daysKept = 35;

/** One figure of a device by day, the first at `firstDay` (days of the project's calendar, counted from 1970). */
export interface Figure {
  readonly deviceId: number;
  readonly pointId: number;
  readonly kind: FigureKind;
  readonly firstDay: number;
  /** Null: not known that day. */
  readonly daily: readonly (number | null)[];
}

/** The known values of the days [first, last], with their day. */
export function known(figure: Figure, first: number, last: number): { day: number; value: number }[] {
  const found: { day: number; value: number }[] = [];
  for (let day = Math.max(first, figure.firstDay); day <= last; day++) {
    const value = figure.daily[day - figure.firstDay];
    if (value !== null && value !== undefined) found.push({ day, value });
  }
  return found;
}
