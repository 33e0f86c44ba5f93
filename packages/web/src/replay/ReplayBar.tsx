import {
  CaretRightOutlined,
  HistoryOutlined,
  PauseOutlined,
  StepBackwardOutlined,
  StepForwardOutlined,
} from '@ant-design/icons';
import { maxPastAlarms, minuteMs, type PastAlarm } from '@watchpost/contract';
import { Button, DatePicker, Select, Slider } from 'antd';
import dayjs from 'dayjs';
import { useEffect, useRef, useState } from 'react';
import { epochOfLocalTime, formatDateTime, serverNow, useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { usePreference } from '../lib/preferences.ts';
import { momentBefore, toMinute } from '../lib/replayMoment.ts';
import { useCall } from '../lib/useCall.ts';
import { ErrorState, severityOf } from '../ui/index.ts';
import './ReplayBar.css';
import { text } from './text.ts';
import type { Replay } from './useDevicesThen.ts';

/** A replay begins so long before now. */
const beginsBeforeMs = 60 * minuteMs;
const speeds = [1, 5, 10] as const;
const tickMs = 1000;

const isSpeed = (value: unknown): value is (typeof speeds)[number] => speeds.some((each) => each === value);

/** Leaves the present. */
export function ReplayButton({ replay }: { replay: Replay }) {
  const t = useText(text);
  if (replay.moment !== null) return null;
  return (
    <Button
      title={t.replayHint}
      icon={<HistoryOutlined aria-hidden="true" />}
      onClick={() => replay.setMoment(toMinute(serverNow() - beginsBeforeMs))}
    >
      {t.replay}
    </Button>
  );
}

/** Chooses the moment of a replay: a track of its day with the alarms on it, playing, the way back to the present. */
export function ReplayBar({ projectId, replay }: { projectId: number; replay: Replay }) {
  return replay.moment === null ? null : <Bar projectId={projectId} replay={replay} moment={replay.moment} />;
}

function Bar({ projectId, replay, moment }: { projectId: number; replay: Replay; moment: number }) {
  const t = useText(text);
  const dates = useDates();
  const [speed, setSpeed] = usePreference<(typeof speeds)[number]>('replay.speed', 1, isSpeed);
  const [isPlaying, setPlaying] = useState(false);
  /** Where the handle is held meanwhile. */
  const [held, setHeld] = useState<number | null>(null);
  const { from, to, end } = dayAround(moment, dates.timeZone);
  const last = Math.min(to, toMinute(serverNow()));
  const marks = useCall('getPastAlarmList', { body: { ProjectId: projectId, FromEPOCH: from, ToEPOCH: end } });
  const alarms = marks.data ?? [];
  const perTick = speed * minuteMs;

  // Each step waits for the answer to the one before: a slow server plays slower, and leaves none out.
  const step = useRef(() => {});
  step.current = () => {
    if (replay.isWaiting) return;
    if (moment + perTick > serverNow()) setPlaying(false);
    else replay.setMoment(moment + perTick);
  };
  useEffect(() => {
    if (!isPlaying) return;
    const timer = setInterval(() => step.current(), tickMs);
    return () => clearInterval(timer);
  }, [isPlaying]);

  const go = (at: number) => replay.setMoment(Math.max(0, Math.min(toMinute(at), toMinute(serverNow()))));
  const toAlarm = (alarm: PastAlarm | undefined) => {
    if (!alarm) return;
    setPlaying(false);
    go(momentBefore(alarm.RaisedEPOCH));
  };
  const raised = alarms.toSorted((a, b) => a.RaisedEPOCH - b.RaisedEPOCH);
  const previous = raised.findLast(({ RaisedEPOCH }) => momentBefore(RaisedEPOCH) < moment);
  const next = raised.find(({ RaisedEPOCH }) => momentBefore(RaisedEPOCH) > moment);
  const chooseDay = (day: string) => {
    const clock = dates.dateTime(moment).slice(10);
    const at = epochOfLocalTime(`${day}${clock}`, dates.timeZone);
    if (at !== null) go(at);
  };
  const handle = held ?? moment;
  return (
    <section className="replay-bar" aria-label={t.bar}>
      <strong className="replay-moment tabular" aria-live={isPlaying ? 'off' : 'polite'}>
        {t.showing(dates.dateTime(held ?? replay.shown ?? moment))}
      </strong>
      <span className="replay-acts">
        <Button
          aria-label={t.lastAlarm}
          title={t.lastAlarm}
          disabled={!previous}
          icon={<StepBackwardOutlined aria-hidden="true" />}
          onClick={() => toAlarm(previous)}
        />
        <Button
          type="primary"
          aria-label={isPlaying ? t.pause : t.play}
          title={isPlaying ? t.pause : t.play}
          icon={isPlaying ? <PauseOutlined aria-hidden="true" /> : <CaretRightOutlined aria-hidden="true" />}
          onClick={() => setPlaying(!isPlaying)}
        />
        <Button
          aria-label={t.nextAlarm}
          title={t.nextAlarm}
          disabled={!next}
          icon={<StepForwardOutlined aria-hidden="true" />}
          onClick={() => toAlarm(next)}
        />
        <Select
          aria-label={t.speed}
          value={speed}
          onChange={setSpeed}
          options={speeds.map((value) => ({ value, label: t.perSecond(value) }))}
        />
        <DatePicker
          aria-label={t.day}
          allowClear={false}
          value={dayjs(dates.dateTime(moment).slice(0, 10), 'YYYY-MM-DD')}
          maxDate={dayjs(dates.dateTime(serverNow()).slice(0, 10), 'YYYY-MM-DD')}
          onChange={(day) => day && chooseDay(day.format('YYYY-MM-DD'))}
        />
      </span>
      <Button className="replay-live" onClick={() => replay.setMoment(null)}>
        {t.live}
      </Button>
      <div className="replay-track">
        <AlarmStrips alarms={alarms} from={from} to={to} />
        <Slider
          min={from}
          max={to}
          step={minuteMs}
          value={handle}
          tooltip={{ formatter: (at) => (at === undefined ? null : dates.dateTime(at).slice(11)) }}
          ariaLabelForHandle={t.moment}
          ariaValueTextFormatterForHandle={(at) => dates.dateTime(at)}
          onChange={(at) => {
            const asked = Math.min(at, last);
            setPlaying(false);
            setHeld(asked);
            if (!replay.isWaiting) replay.setMoment(asked);
          }}
          onChangeComplete={(at) => {
            setHeld(null);
            go(at);
          }}
        />
      </div>
      <p className="replay-words">
        {replay.isBeforeData ? <strong>{t.beforeData}. </strong> : null}
        {marks.error && !marks.data ? (
          <ErrorState error={marks.error} onRetry={() => void marks.refetch()} />
        ) : !marks.data ? null : alarms.length === 0 ? (
          t.noAlarm
        ) : alarms.length < maxPastAlarms ? (
          t.alarms(alarms.length)
        ) : (
          t.more(maxPastAlarms)
        )}
      </p>
    </section>
  );
}

/** When alarms of the day were active; the most severe is drawn over the others. */
function AlarmStrips({ alarms, from, to }: { alarms: readonly PastAlarm[]; from: number; to: number }) {
  const x = (at: number) => ((Math.min(Math.max(at, from), to) - from) / (to - from)) * 1000;
  return (
    <svg className="replay-strips" viewBox="0 0 1000 6" preserveAspectRatio="none" aria-hidden="true">
      {alarms.toReversed().map(({ AlarmId, Level, RaisedEPOCH, ClearedEPOCH }) => (
        <rect
          key={AlarmId}
          className={`replay-strip-${severityOf(Level)}`}
          x={x(RaisedEPOCH)}
          width={Math.max(1.5, x(ClearedEPOCH ?? serverNow()) - x(RaisedEPOCH))}
          height={6}
        />
      ))}
    </svg>
  );
}

/** The day of the project's clock that a moment lies in: its first minute, its last, and its end; epoch ms. */
function dayAround(moment: number, timeZone: string): { from: number; to: number; end: number } {
  const midnight = (at: number) => epochOfLocalTime(`${formatDateTime(at, timeZone).slice(0, 10)} 00:00`, timeZone);
  const from = Math.max(0, midnight(moment) ?? toMinute(moment));
  // No day has more than 25 hours.
  const next = midnight(from + 30 * 60 * minuteMs);
  const end = next ?? from + 24 * 60 * minuteMs;
  return { from, to: end - minuteMs, end };
}
