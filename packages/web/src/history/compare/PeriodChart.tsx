import type { Curve } from '@watchpost/contract';
import { type Ref, useMemo } from 'react';
import { formatDateTime } from '../../lib/dates.ts';
import { useText } from '../../lib/defineText.ts';
import { CurveChart, type CurveChartHandle } from '../CurveChart.tsx';
import type { CurveMargins } from '../curveMargins.ts';
import type { TimeSpan } from '../curveRange.ts';
import { shapeCurves } from '../shapeCurves.ts';
import { text as historyText } from '../text.ts';

/** CSS pixels. */
const height = 170;

/** What a chart of one line is called: its point and its period. */
export function periodHeading(name: string, { from, to }: TimeSpan, timeZone: string): string {
  return `${name} ${formatDateTime(from, timeZone)} – ${formatDateTime(to, timeZone).slice(5)}`;
}

/** One line of a comparison in a chart of its own, over its own period. */
export function PeriodChart({
  curve,
  span,
  minutes,
  timeZone,
  together,
  margins,
  range,
  colour,
  ref,
}: {
  curve: Curve;
  span: TimeSpan;
  minutes: number;
  timeZone: string;
  together: string;
  margins: CurveMargins;
  range: { low: number; high: number } | undefined;
  colour: number | undefined;
  ref?: Ref<CurveChartHandle>;
}) {
  const history = useText(historyText);
  const { from, to } = span;
  const shape = useMemo(() => {
    const made = shapeCurves([curve], { from, to }, minutes);
    const coloured = <One extends { colour: number }>(one: One): One => ({ ...one, colour: colour ?? one.colour });
    return { ...made, analogs: made.analogs.map(coloured), states: made.states.map(coloured) };
  }, [curve, from, to, minutes, colour]);
  const [begins, ends] = [formatDateTime(from, timeZone), formatDateTime(to, timeZone)];
  return (
    <section aria-label={`${curve.PointName}, ${begins}`}>
      <h3 className="comparison-heading">
        {curve.PointName} <small className="tabular">{`${begins} – ${ends.slice(5)}`}</small>
      </h3>
      <CurveChart
        {...(ref && { ref })}
        shape={shape}
        timeZone={timeZone}
        height={height}
        showLimits={false}
        together={together}
        margins={margins}
        togetherBy="place"
        {...(range && { range })}
        label={history.chartLabel(curve.PointName, begins, ends)}
      />
    </section>
  );
}
