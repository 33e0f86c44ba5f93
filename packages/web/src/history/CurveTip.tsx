import type { WriteRecord } from '@watchpost/contract';
import { useMemo } from 'react';
import { formatDateTime, formatDateTimeSeconds } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { formatNumber, formatWithUnit } from '../lib/numbers.ts';
import { type ObservableValue, useObservable } from '../lib/ObservableValue.ts';
import { useTheme } from '../lib/theme.ts';
import { qualityText, SeverityMark } from '../ui/index.ts';
import { curveColour } from './curveColours.ts';
import { alarmReach, badWords, type CurveMarks, marksAt } from './curveMarks.ts';
import type { Cursor } from './curveOptions.ts';
import { writesNear } from './curveWrites.ts';
import { type CurveShape, sampleAt, withGaps } from './shapeCurves.ts';
import { text } from './text.ts';
import { WritesInTip } from './WritesInTip.tsx';

/** How many are told. */
const maxAlarms = 3;

/** Beside the cursor, but within the chart: on a phone it may have to cover it. */
const beside = (at: number, isLeft: boolean, width: number): string =>
  isLeft ? `max(0px, ${at - 12}px - 100%)` : `max(0px, min(${at + 12}px, ${width}px - 100%))`;

/** The values under the cursor, beside it; read aloud as the cursor moves. */
export function CurveTip({
  shape,
  writes,
  marks,
  cursor,
  width,
  timeZone,
}: {
  shape: CurveShape;
  writes: readonly WriteRecord[];
  marks: CurveMarks;
  cursor: ObservableValue<Cursor | null>;
  width: number;
  timeZone: string;
}) {
  const at = useObservable(cursor);
  const theme = useTheme();
  const qualityWords = useText(qualityText);
  const t = useText(text);
  const samples = useMemo(
    () => new Map(shape.analogs.map(({ curve }) => [curve.PointId, withGaps(curve.DataList, shape.intervalMs)])),
    [shape],
  );
  if (!at) return <div aria-live="polite" className="visually-hidden" />;
  const left = at.left > width * 0.6;
  const { from, to } = shape.span;
  const near = marksAt(marks, at.time, ((to - from) / Math.max(1, width)) * alarmReach, shape);
  return (
    <div className="curve-tip" aria-live="polite" style={{ transform: `translateX(${beside(at.left, left, width)})` }}>
      <div className="curve-tip-time">
        {shape.intervalMs === 0 ? formatDateTimeSeconds(at.time, timeZone) : formatDateTime(at.time, timeZone)}
      </div>
      {shape.analogs.map(({ curve, colour }) => {
        const sample = sampleAt(samples.get(curve.PointId) ?? [], at.time);
        const value = sample?.Value ?? null;
        return (
          <div key={curve.PointId} className="curve-tip-row">
            <span className="curve-swatch" style={{ background: curveColour(theme, colour) }} />
            <span className="curve-tip-name">{curve.PointName}</span>
            <b>
              {value === null
                ? sample?.Bad
                  ? badWords(sample.Bad, t.badQuality, qualityWords)
                  : t.noData
                : formatWithUnit(value, curve.Unit, curve.Decimals)}
              {value !== null && sample && shape.envelope && sample.Min !== undefined && sample.Max !== undefined ? (
                <small>
                  {' '}
                  {formatNumber(sample.Min, curve.Decimals)} … {formatNumber(sample.Max, curve.Decimals)}
                </small>
              ) : null}
            </b>
          </div>
        );
      })}
      {shape.states.map(({ curve, colour, runs }) => (
        <div key={curve.PointId} className="curve-tip-row">
          <span className="curve-swatch" style={{ background: curveColour(theme, colour) }} />
          <span className="curve-tip-name">{curve.PointName}</span>
          <b>{runs.find((run) => run.from <= at.time && at.time < run.to)?.text ?? t.noData}</b>
        </div>
      ))}
      {near.defrosts.length > 0 ? (
        <div className="curve-tip-writes">
          {near.defrosts.map((defrost) => (
            <div key={`${defrost.ModelTreeId}/${defrost.FromEpoch}`}>
              {t.defrost} · {defrost.ModelTreeName}
            </div>
          ))}
        </div>
      ) : null}
      {near.alarms.length > 0 ? (
        <div className="curve-tip-writes">
          {near.alarms.slice(0, maxAlarms).map((alarm) => (
            <div key={alarm.AlarmId}>
              <SeverityMark level={alarm.Level} /> {formatDateTime(alarm.ALARM_EPOCH, timeZone).slice(5)}{' '}
              {alarm.ALARM_DESCRIBE}
            </div>
          ))}
          {near.alarms.length > maxAlarms ? (
            <div className="curve-tip-time">{t.moreAlarms(near.alarms.length - maxAlarms)}</div>
          ) : null}
        </div>
      ) : null}
      <WritesInTip writes={writesNear(writes, at.time, shape.span, width)} shape={shape} timeZone={timeZone} />
    </div>
  );
}
