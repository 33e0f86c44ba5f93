import {
  type AlarmRow,
  type Bilingual,
  type DataState,
  type DeviceRow,
  dataStateOf,
  type PendingAlarm,
  type PointValue,
  pointDataOf,
  shelfKinds,
} from '@watchpost/contract';
import { defineText, type Text } from '../lib/defineText.ts';
import { formatNumber } from '../lib/numbers.ts';
import {
  crossedLimit,
  isBeyond,
  isUpper,
  levelBeyond,
  limitsOf,
  type limitText,
  nextPending,
} from '../points/index.ts';
import { isStale } from '../ui/index.ts';
import type { text } from './text.ts';

type Words = Text<typeof text>;

/** The point of the big number; null when the device has none. */
export const mainPointOf = (device: DeviceRow): PointValue | null =>
  device.Points.find(({ PointId }) => PointId === device.MainPointId) ?? null;

/**
 * What is known of a device now: all, a part, or nothing. Judged here by the contract's rule, because values turn stale without
 * any message.
 */
export const dataOf = (device: Pick<DeviceRow, 'Points'>, now: number): DataState =>
  dataStateOf(device.Points.map((point) => pointDataOf(point, now)));

/** Nothing of it can be read, whether or not an alarm says so too. */
export const isOffline = (device: Pick<DeviceRow, 'Points'>, now: number): boolean => dataOf(device, now) === 'offline';

/** Since when nothing at all is heard of a device that is offline; 0: nothing ever was. Epoch milliseconds. */
export const offlineSince = (device: Pick<DeviceRow, 'Points'>): number =>
  Math.max(0, ...device.Points.map(({ SilentSinceEPOCH, Time }) => SilentSinceEPOCH ?? Time ?? 0));

/** The points of which nothing is known, the main one first. */
export const unknownPoints = (device: Pick<DeviceRow, 'Points' | 'MainPointId'>, now: number): PointValue[] =>
  device.Points.filter((point) => pointDataOf(point, now) !== 'known').sort(
    (a, b) => Number(b.PointId === device.MainPointId) - Number(a.PointId === device.MainPointId),
  );

/** The point whose alarm is pending and due first; null: none is. */
export const pendingPoint = (device: Pick<DeviceRow, 'Points'>): PointValue | null =>
  device.Points.reduce<PointValue | null>((first, point) => {
    const due = nextPending(point);
    if (due === null) return first;
    return first === null || dueFirst(due, nextPending(first)) ? point : first;
  }, null);

const dueFirst = (a: PendingAlarm, b: PendingAlarm | null): boolean =>
  (a.DueEPOCH ?? Number.POSITIVE_INFINITY) < (b?.DueEPOCH ?? Number.POSITIVE_INFINITY);

/** The point whose value is known and exceeds a limit, an outer limit first and the main point first; null: none does. */
export const beyondPoint = (device: Pick<DeviceRow, 'Points' | 'MainPointId'>, now: number): PointValue | null =>
  device.Points.filter((point) => isBeyond(point) && pointDataOf(point, now) === 'known').sort(
    (a, b) =>
      levelBeyond(a) - levelBeyond(b) ||
      Number(b.PointId === device.MainPointId) - Number(a.PointId === device.MainPointId),
  )[0] ?? null;

/** Level 1–3 asks for a person; level 4 is only recorded. */
export const alarmLevelOf = ({ AlarmLevel }: Pick<DeviceRow, 'AlarmLevel'>): 1 | 2 | 3 | null => levelOf(AlarmLevel);

/** Why alarms of a device are not shown or not judged now, the most telling first. */
export interface NotShown {
  /** Of the alarm that is not shown; null: there is none, only a window. */
  readonly level: 1 | 2 | 3 | null;
  readonly why: Bilingual;
  /** Epoch ms, at the latest; null: until somebody ends it. */
  readonly until: number | null;
}

/** The worst alarm of a device that is not shown, of those that ask for a person; undefined: there is none. */
export const worstHidden = ({ HiddenList }: Pick<DeviceRow, 'HiddenList'>) => HiddenList.find(({ Level }) => Level < 4);

/** A hidden alarm before a maintenance window before a condition that the state of another point suppresses; null: all is shown. */
export function notShownOf(
  device: Pick<DeviceRow, 'HiddenList' | 'Maintenance' | 'Points'>,
  now: number,
): NotShown | null {
  const hidden = worstHidden(device);
  if (hidden) return { level: levelOf(hidden.Level), why: shelfKinds[hidden.Kind], until: hidden.UntilEPOCH };
  if (device.Maintenance) return { level: null, why: shelfKinds.maintenance, until: device.Maintenance.UntilEPOCH };
  const held = device.Points.flatMap(({ Pending }) => Pending).find(({ HeldBy }) => HeldBy && HeldBy.UntilEPOCH > now);
  if (!held?.HeldBy) return null;
  const { Zh, En, UntilEPOCH } = held.HeldBy;
  return { level: levelOf(held.Level), why: { zh: `${Zh}抑制`, en: `Suppressed by ${En}` }, until: UntilEPOCH };
}

const levelOf = (level: number | null): 1 | 2 | 3 | null => (level === 1 || level === 2 || level === 3 ? level : null);

/** How the big number reads: `offline` and `stale` are dimmed and hatched, `bad` and `none` are a dash with a reason. */
export type CardValue = 'good' | 'uncertain' | 'stale' | 'offline' | 'bad' | 'none';

export function cardValueOf(device: DeviceRow, now: number): CardValue {
  const point = mainPointOf(device);
  if (!point || point.Time === null) return isOffline(device, now) ? 'offline' : 'none';
  if (isOffline(device, now)) return 'offline';
  if (point.Quality === 'bad' || point.Value === null) return 'bad';
  if (isStale(point, now)) return 'stale';
  return point.Quality === 'uncertain' ? 'uncertain' : 'good';
}

/** How devices stand, worst first. `normal`: all of it is known and within limits, which `noLimits` has none of. */
export const statuses = ['alarm', 'beyond', 'notShown', 'offline', 'noData', 'noLimits', 'normal'] as const;
export type Status = (typeof statuses)[number];

/** The same word on every screen. */
export const statusText = defineText({
  alarm: { zh: '报警中', en: 'In alarm' },
  beyond: { zh: '超限', en: 'Beyond limits' },
  notShown: { zh: '报警未显示', en: 'Alarm not shown' },
  offline: { zh: '离线', en: 'Offline' },
  noData: { zh: '无数据', en: 'No data' },
  noLimits: { zh: '未设限值', en: 'No limits' },
  normal: { zh: '正常', en: 'Normal' },
} satisfies Record<Status, unknown>);

/** All that a device counts as, worst first. Never empty. */
export const statusOf = (device: DeviceRow, now: number): readonly Status[] => {
  const all: Status[] = [];
  if (alarmLevelOf(device) !== null) all.push('alarm');
  else if (beyondPoint(device, now) !== null) all.push('beyond');
  if (all[0] !== 'alarm' && worstHidden(device)) all.push('notShown');
  const data = dataOf(device, now);
  if (data === 'offline') all.push('offline');
  if (data === 'incomplete') all.push('noData');
  if (all.length > 0) return all;
  return [device.Points.some(({ Band }) => Band === 'within') ? 'normal' : 'noLimits'];
};

/** The worst that a device counts as. */
export const standOf = (device: DeviceRow, now: number): Status => statusOf(device, now)[0]!;

export type StatusCounts = Readonly<Record<Status, number>>;
export const noStatus: StatusCounts = {
  alarm: 0,
  beyond: 0,
  notShown: 0,
  offline: 0,
  noData: 0,
  noLimits: 0,
  normal: 0,
};

/** How many of the devices count as what; one in alarm that is also offline counts twice. */
export function countsOf(devices: readonly DeviceRow[], now: number): StatusCounts {
  const counts = { ...noStatus };
  for (const device of devices) for (const status of statusOf(device, now)) counts[status] += 1;
  return counts;
}

/** Urgent first, then important, general, about to alarm, beyond a limit, silent; the rest as the site is laid out. */
export function severityRank(device: DeviceRow, now: number): number {
  const level = alarmLevelOf(device);
  if (level !== null) return level;
  if (pendingPoint(device) !== null) return 4;
  if (beyondPoint(device, now) !== null) return 5;
  const data = dataOf(device, now);
  return data === 'offline' ? 6 : data === 'incomplete' ? 7 : notShownOf(device, now) ? 8 : 9;
}

/** What is wrong, in as few words as a tag holds; null when only the level is known. */
export function alarmInWords(
  device: DeviceRow,
  alarm: AlarmRow | undefined,
  words: Words,
  names: Text<typeof limitText>,
): string | null {
  if (alarm) {
    // The card's own number needs no name.
    const own = alarm.PointId !== null && alarm.PointId === device.MainPointId;
    switch (alarm.AlarmType) {
      case 'communicationLoss':
        return words.communicationLost;
      case 'noData':
        return own ? words.noData : words.noDataOf(alarm.PointName);
      case 'badQuality':
        return own ? words.badData : words.badDataOf(alarm.PointName);
      case 'limit':
        if (alarm.MaxValue !== null && alarm.LimitValue !== null) {
          const high = alarm.MaxValue >= alarm.LimitValue;
          if (own) {
            const { LimitValue, Decimals } = alarm;
            const point = mainPointOf(device);
            const band =
              point && limitsOf(point).find(({ value, band }) => value === LimitValue && isUpper(band) === high)?.band;
            const limit = formatNumber(LimitValue, Decimals);
            const named = band ? words.limitIs(names[band], limit) : limit;
            return high ? words.above(named) : words.below(named);
          }
          return high ? words.high(alarm.PointName) : words.low(alarm.PointName);
        }
        return alarm.PointName;
      case 'frozen':
      case 'rateOfChange':
      case 'deviation':
        return alarm.PointName;
      case 'state': {
        const point = device.Points.find(({ PointId }) => PointId === alarm.PointId);
        // A state that has gone back would say the opposite of the alarm.
        return point?.ValueText && alarm.Active ? words.stateIs(alarm.PointName, point.ValueText) : alarm.PointName;
      }
    }
  }
  const worst = device.Points.filter(({ AlarmLevel }) => AlarmLevel !== null).sort(
    (a, b) => (a.AlarmLevel ?? 9) - (b.AlarmLevel ?? 9),
  )[0];
  if (!worst) return null;
  if (worst.PointType === 1) return worst.ValueText ? words.stateIs(worst.PointName, worst.ValueText) : worst.PointName;
  const crossed = crossedLimit(worst.Value, worst);
  return crossed ? (isUpper(crossed.band) ? words.high(worst.PointName) : words.low(worst.PointName)) : worst.PointName;
}

/** Points that are called as what they do: the word that the controllers of other devices have for the same state. */
const activities: ReadonlySet<string> = new Set(['制冷', 'Cooling', '制热', 'Heating', '化霜', 'Defrost']);

/**
 * What a device without trouble is doing: the word of its controller's state, else the first status point that is not at rest
 * (zero: closed, stopped, no defrost). Null when it says nothing worth a tag.
 */
export function activityOf(device: DeviceRow, now: number, words: Words): string | null {
  const known = device.Points.filter(
    (point) => point.PointType === 1 && point.Quality !== 'bad' && point.ValueText !== null && !isStale(point, now),
  );
  const controller = known.find(({ PointTypeCode }) => PointTypeCode === 'controllerState');
  if (controller) return controller.ValueText;
  const notable = known.find(({ Value, PointTypeCode }) => Value !== 0 && PointTypeCode !== 'runState');
  if (notable) return notable.ValueText;
  const running = known.find(({ Value }) => Value !== 0);
  if (!running?.ValueText) return null;
  if (activities.has(running.PointName)) return running.PointName;
  // "Running" alone does not say what runs, and the name alone is no state.
  return words.stateIs(running.PointName, running.ValueText);
}
