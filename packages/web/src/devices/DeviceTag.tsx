import type { AlarmRow, DeviceRow } from '@watchpost/contract';
import type { ReactNode } from 'react';
import { Lasting } from '../alarms/index.ts';
import { type Dates, useDates, useNow } from '../lib/dates.ts';
import { type Text, useText } from '../lib/defineText.ts';
import { limitText } from '../points/index.ts';
import { SeverityMark } from '../ui/index.ts';
import {
  activityOf,
  alarmInWords,
  alarmLevelOf,
  beyondPoint,
  dataOf,
  isOffline,
  offlineSince,
  pendingPoint,
} from './deviceState.ts';
import { NoDataTag } from './NoDataTag.tsx';
import { HiddenTags } from './NotShownTag.tsx';
import { BeyondTag, PendingWords } from './PendingWords.tsx';
import { text } from './text.ts';
import { useHeardNow } from './useHeardNow.ts';

/** "Offline 42 min", or that it never was online. */
export const offlineInWords = (device: DeviceRow, now: number, words: Text<typeof text>, dates: Dates): string => {
  const since = offlineSince(device);
  return since === 0 ? words.neverConnected : words.offlineFor(dates.duration((now - since) / 1000));
};

/** What is wrong with a device, else what it is doing; before it, what is not shown of it. A click on an alarm opens it. */
export function DeviceTag(props: StateTagProps) {
  const now = useNow(10_000);
  return (
    <>
      <HiddenTags device={props.device} now={now} brief />
      <StateTag {...props} />
    </>
  );
}

interface StateTagProps {
  device: DeviceRow;
  /** Its most pressing open alarm, where the user may see alarms. */
  alarm: AlarmRow | undefined;
  onOpenAlarm: (alarmId: number) => void;
}

function StateTag({ device, alarm, onOpenAlarm }: StateTagProps) {
  const t = useText(text);
  const names = useText(limitText);
  const dates = useDates();
  const now = useNow(10_000);
  const heardNow = useHeardNow(10_000);
  const level = alarmLevelOf(device);

  const offline = isOffline(device, heardNow);
  if (level !== null || offline) {
    const words = wordsOf();
    const tag = (
      // A silent device without an alarm is worth a look, not a call.
      <SeverityMark level={level ?? 4} variant="tag" size={11} lookOnly={level === null}>
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
  const pending = pendingPoint(device);
  if (pending) return <PendingWords point={pending} named={pending.PointId !== device.MainPointId} />;
  const beyond = beyondPoint(device, heardNow);
  if (beyond) {
    const isMain = beyond.PointId === device.MainPointId;
    return <BeyondTag point={beyond} named={!isMain} brief={isMain} />;
  }
  if (dataOf(device, heardNow) === 'incomplete') return <NoDataTag device={device} now={heardNow} />;
  const activity = activityOf(device, now, t);
  return activity === null ? null : <span className="device-tag">{activity}</span>;

  function wordsOf(): ReactNode {
    const silence = offlineInWords(device, now, t, dates);
    if (level === null) return silence;
    if (offline && (!alarm || alarm.AlarmType === 'communicationLoss')) return silence;
    const what = alarmInWords(device, alarm, t, names) ?? t.inAlarm;
    // A second point's name leaves no room for how long.
    const roomForDuration = alarm?.PointId === device.MainPointId || alarm?.AlarmType === 'state';
    if (!alarm?.Active || !roomForDuration) return what;
    return (
      <>
        {t.alarmFor(what)} <Lasting alarm={alarm} />
      </>
    );
  }
}
