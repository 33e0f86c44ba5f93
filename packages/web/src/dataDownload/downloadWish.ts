import { type DataFormat, dataFormats, downloadIntervalMinutes, hourMs, lastMonth } from '@watchpost/contract';
import { epochOfLocalTime, formatDateTimeSeconds, momentOnTheWire } from '../lib/dates.ts';

export const rangeNames = ['24h', '7d', '30d', 'lastMonth', 'custom'] as const;
export type RangeName = (typeof rangeNames)[number];

/** What is set on the page. */
export interface DownloadWish {
  readonly pointIds: readonly number[];
  readonly range: RangeName;
  /** Local times of the project, `YYYY-MM-DD HH:mm:ss`; of `custom`. */
  readonly from: string;
  readonly to: string;
  /** Minutes; null: the shortest the range allows. */
  readonly interval: number | null;
  readonly format: DataFormat;
  readonly isMerge: boolean;
  readonly isZip: boolean;
  readonly marksAlarms: boolean;
}

export const usualWish: DownloadWish = {
  pointIds: [],
  range: '7d',
  from: '',
  to: '',
  interval: null,
  format: 'excel',
  isMerge: false,
  isZip: false,
  marksAlarms: false,
};

const rangeMs = { '24h': 24 * hourMs, '7d': 7 * 24 * hourMs, '30d': 30 * 24 * hourMs } as const;

/** The range in local time and its length; null while none is chosen. */
export function rangeOf(
  { range, from, to }: DownloadWish,
  now: number,
  timeZone: string,
): { start: string; end: string; from: number; to: number; ms: number } | null {
  if (range !== 'custom' && range !== 'lastMonth') {
    const begin = now - rangeMs[range];
    const [start, end] = [momentOnTheWire(begin, timeZone), momentOnTheWire(now, timeZone)];
    return { start, end, from: begin, to: now, ms: now - begin };
  }
  const local = range === 'custom' ? { start: from, end: to } : lastMonth(formatDateTimeSeconds(now, timeZone));
  const [start, end] = [epochOfLocalTime(local.start, timeZone), epochOfLocalTime(local.end, timeZone)];
  return start === null || end === null ? null : { ...local, from: start, to: end, ms: end - start };
}

/** A clock may run a little ahead; the server allows as much. */
const futureToleranceMs = 5 * 60_000;

export const isInFuture = ({ from, to }: { readonly from: number; readonly to: number }, now: number): boolean =>
  from > now || to > now + futureToleranceMs;

const offered = [10, 20, 60, 120, 240, 1440] as const;

/** Intervals that the range allows (spec §9), in minutes. */
export function intervalsOf(ms: number): number[] {
  const shortest = downloadIntervalMinutes(ms) ?? offered[3];
  return offered.filter((minutes) => minutes >= shortest);
}

/** The chosen interval while the range allows it, else the shortest. */
export const intervalOf = (wish: DownloadWish, ms: number): number => {
  const allowed = intervalsOf(ms);
  return wish.interval !== null && allowed.includes(wish.interval) ? wish.interval : allowed[0]!;
};

/** A selection as it is kept: `p=3.5&r=7d&i=20&f=pdf&m=1`. */
export function writeWish(wish: DownloadWish): string {
  const kept = new URLSearchParams({ p: wish.pointIds.join('.'), r: wish.range, f: wish.format });
  if (wish.range === 'custom') {
    kept.set('s', wish.from);
    kept.set('e', wish.to);
  }
  if (wish.interval !== null) kept.set('i', String(wish.interval));
  for (const [key, isOn] of [
    ['m', wish.isMerge],
    ['z', wish.isZip],
    ['a', wish.marksAlarms],
  ] as const) {
    if (isOn) kept.set(key, '1');
  }
  return kept.toString();
}

/** Reads what `writeWish` wrote; anything else in the text gives the defaults. */
export function readWish(text: string): DownloadWish {
  const kept = new URLSearchParams(text);
  const one = <T extends string>(key: string, among: readonly T[], usual: T): T =>
    among.find((name) => name === kept.get(key)) ?? usual;
  const interval = Number(kept.get('i'));
  return {
    pointIds: (kept.get('p') ?? '')
      .split('.')
      .map(Number)
      .filter((id) => Number.isInteger(id) && id > 0),
    range: one('r', rangeNames, usualWish.range),
    from: kept.get('s') ?? '',
    to: kept.get('e') ?? '',
    interval: interval > 0 ? interval : null,
    format: one('f', dataFormats, usualWish.format),
    isMerge: kept.get('m') === '1',
    isZip: kept.get('z') === '1',
    marksAlarms: kept.get('a') === '1',
  };
}
