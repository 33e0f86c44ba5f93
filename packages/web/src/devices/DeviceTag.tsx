import type { AlarmRow, DeviceRow } from '@watchpost/contract';
import { lastingSeconds } from '../alarms/index.ts';
import { useDates, useNow } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { SeverityMark } from '../ui/index.ts';
import { activityOf, alarmInWords, alarmLevelOf, isOffline } from './deviceState.ts';
import { text } from './text.ts';

/** What is wrong with a device, or else what it is doing, as one tag. A click on an alarm opens it. */
export function DeviceTag({
  device,
  alarm,
  onOpenAlarm,
}: {
  device: DeviceRow;
  /** Its most pressing open alarm, where the user may see alarms. */
  alarm: AlarmRow | undefined;
  onOpenAlarm: (alarmId: number) => void;
}) {
  const t = useText(text);
  const dates = useDates();
  const now = useNow(10_000);
  const level = alarmLevelOf(device);

  if (level !== null || isOffline(device)) {
    const words = wordsOf();
    const tag = (
      // A silent device without an alarm is worth a look, not a call.
      <SeverityMark level={level ?? 4} variant="tag" size={11}>
        {words}
        {device.AlarmCount > 1 ? ` ${t.moreAlarms(device.AlarmCount - 1)}` : null}
      </SeverityMark>
    );
    return alarm ? (
      <button
        type="button"
        className="device-tag-button"
        title={alarm.ALARM_DESCRIBE}
        onClick={() => onOpenAlarm(alarm.Id)}
      >
        {tag}
      </button>
    ) : (
      tag
    );
  }
  const activity = activityOf(device, now);
  return activity === null ? null : <span className="device-tag">{activity}</span>;

  function wordsOf(): string {
    const since = device.OfflineSinceEPOCH;
    // 0: the server has never heard of it.
    const silence =
      since === null ? t.offline : since === 0 ? t.neverConnected : t.offlineFor(dates.duration((now - since) / 1000));
    if (level === null) return silence;
    if (isOffline(device) && (!alarm || alarm.AlarmType === 'communicationLoss')) return silence;
    const what = alarmInWords(device, alarm, t) ?? t.inAlarm;
    // A second point's name leaves no room for how long.
    const roomForDuration = alarm?.PointId === device.MainPointId || alarm?.AlarmType === 'state';
    return alarm?.Active && roomForDuration ? t.lasting(what, dates.duration(lastingSeconds(alarm, now))) : what;
  }
}
