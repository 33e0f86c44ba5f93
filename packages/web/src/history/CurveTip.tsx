import type { WriteRecord } from '@watchpost/contract';
import { useMemo } from 'react';
import { formatDateTime, formatDateTimeSeconds } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { formatNumber, formatWithUnit } from '../lib/numbers.ts';
import { type ObservableValue, useObservable } from '../lib/ObservableValue.ts';
import { useTheme } from '../lib/theme.ts';
import { curveColour } from './curveColours.ts';
import type { Cursor } from './curveOptions.ts';
import { writesNear } from './curveWrites.ts';
import { type CurveShape, sampleAt, withGaps } from './shapeCurves.ts';
import { text } from './text.ts';
import { WritesInTip } from './WritesInTip.tsx';

/** The values under the cursor, beside it; read aloud as the cursor moves. */
export function CurveTip({
  shape,
  writes,
  cursor,
  width,
  timeZone,
}: {
  shape: CurveShape;
  writes: readonly WriteRecord[];
  cursor: ObservableValue<Cursor | null>;
  width: number;
  timeZone: string;
}) {
  const at = useObservable(cursor);
  const theme = useTheme();
  const t = useText(text);
  const samples = useMemo(
    () => new Map(shape.analogs.map(({ curve }) => [curve.PointId, withGaps(curve.DataList, shape.intervalMs)])),
    [shape],
  );
  if (!at) return <div aria-live="polite" className="visually-hidden" />;
  const left = at.left > width * 0.6;
  return (
    <div
      className="curve-tip"
      aria-live="polite"
      style={{ transform: left ? `translate(calc(${at.left - 12}px - 100%), 0)` : `translate(${at.left + 12}px, 0)` }}
    >
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
              {value === null ? t.noData : formatWithUnit(value, curve.Unit, curve.Decimals)}
              {value !== null && sample && shape.envelope && sample.Min !== null && sample.Max !== null ? (
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
      <WritesInTip writes={writesNear(writes, at.time, shape.span, width)} shape={shape} timeZone={timeZone} />
    </div>
  );
}
