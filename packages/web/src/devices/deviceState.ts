import type { AlarmRow, DeviceRow, PointValue } from '@watchpost/contract';
import type { Text } from '../lib/defineText.ts';
import { crossedLimit, isUpper } from '../points/index.ts';
import { isStale } from '../ui/index.ts';
import type { text } from './text.ts';

type Words = Text<typeof text>;

/** The point of the big number; null when the device has none. */
export const mainPointOf = (device: DeviceRow): PointValue | null =>
  device.Points.find(({ PointId }) => PointId === device.MainPointId) ?? null;

/** Silent, whether or not an alarm says so too: the server counts an alarm before a silence. */
export const isOffline = (device: Pick<DeviceRow, 'ConnectStatus' | 'OfflineSinceEPOCH'>): boolean =>
  device.ConnectStatus === 0 || device.OfflineSinceEPOCH !== null;

/** Level 1–3 asks for a person; level 4 is only recorded. */
export const alarmLevelOf = (device: Pick<DeviceRow, 'AlarmLevel'>): 1 | 2 | 3 | null =>
  device.AlarmLevel === 1 || device.AlarmLevel === 2 || device.AlarmLevel === 3 ? device.AlarmLevel : null;

/** How the big number reads: `offline` and `stale` are dimmed and hatched, `bad` and `none` are a dash with a reason. */
export type CardValue = 'good' | 'uncertain' | 'stale' | 'offline' | 'bad' | 'none';

export function cardValueOf(device: DeviceRow, now: number): CardValue {
  const point = mainPointOf(device);
  if (!point || point.Time === null) return isOffline(device) ? 'offline' : 'none';
  if (isOffline(device)) return 'offline';
  if (point.Quality === 'bad' || point.Value === null) return 'bad';
  if (isStale(point, now)) return 'stale';
  return point.Quality === 'uncertain' ? 'uncertain' : 'good';
}

export type StatusFilter = 'alarm' | 'offline' | 'normal';

export const statusOf = (device: DeviceRow): readonly StatusFilter[] => {
  const both: StatusFilter[] = [];
  if (alarmLevelOf(device) !== null) both.push('alarm');
  if (isOffline(device)) both.push('offline');
  return both.length > 0 ? both : ['normal'];
};

/** Urgent first, then important, general, silent ones; the rest as the site is laid out. */
export const severityRank = (device: DeviceRow): number => alarmLevelOf(device) ?? (isOffline(device) ? 4 : 5);

/** What is wrong, in as few words as a tag holds; null when only the level is known. */
export function alarmInWords(device: DeviceRow, alarm: AlarmRow | undefined, words: Words): string | null {
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
          if (own) return high ? words.tooHigh : words.tooLow;
          return high ? words.high(alarm.PointName) : words.low(alarm.PointName);
        }
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

/**
 * What a device without trouble is doing: the word of its controller's state, else the first status point that is not at rest
 * (zero: closed, stopped, no defrost). Null when it says nothing worth a tag.
 */
export function activityOf(device: DeviceRow, now: number): string | null {
  const known = device.Points.filter(
    (point) => point.PointType === 1 && point.Quality !== 'bad' && point.ValueText !== null && !isStale(point, now),
  );
  const controller = known.find(({ PointTypeCode }) => PointTypeCode === 'controllerState');
  if (controller) return controller.ValueText;
  const notable =
    known.find(({ Value, PointTypeCode }) => Value !== 0 && PointTypeCode !== 'runState') ??
    known.find(({ Value }) => Value !== 0);
  if (!notable) return null;
  // "Run state: running" says less than what runs.
  return notable.PointTypeCode === 'runState' ? notable.PointName : notable.ValueText;
}
