import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { formatNumber } from '../lib/numbers.ts';
import { useTheme } from '../lib/theme.ts';
import { curveColour } from './curveColours.ts';
import { hasLimits } from './curveLimits.ts';
import type { CurveShape } from './shapeCurves.ts';
import { text } from './text.ts';

/** What the values of each point come to over the range. */
export function StatisticsTable({ shape }: { shape: CurveShape }) {
  const t = useText(text);
  const theme = useTheme();
  const dates = useDates();
  const limited = shape.analogs.some(({ curve }) => hasLimits(curve));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table that scrolls sideways on a phone is reached by keyboard as a region
    <div
      className="curve-statistics"
      role="region"
      aria-label={t.statisticsOf}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: or nobody without a pointer could scroll it
      tabIndex={0}
    >
      <table>
        <caption className="visually-hidden">{t.statisticsOf}</caption>
        <thead>
          <tr>
            <th scope="col">{t.point}</th>
            <th scope="col">{t.min}</th>
            <th scope="col">{t.max}</th>
            <th scope="col">{t.average}</th>
            {limited ? <th scope="col">{t.beyondLimits}</th> : null}
          </tr>
        </thead>
        <tbody>
          {shape.analogs.map(({ curve, colour }) => {
            const { BeyondMs: beyondMs, KnownMs: knownMs } = curve;
            return (
              <tr key={curve.PointId}>
                <th scope="row">
                  <span className="curve-swatch" style={{ background: curveColour(theme, colour) }} />
                  {curve.PointName}
                  {curve.Unit ? <small>{curve.Unit}</small> : null}
                </th>
                <td>{formatNumber(curve.Min, curve.Decimals)}</td>
                <td>{formatNumber(curve.Max, curve.Decimals)}</td>
                <td>{formatNumber(curve.Avg, curve.Decimals)}</td>
                {limited ? (
                  <td>
                    {beyondMs !== null && knownMs
                      ? beyondMs === 0
                        ? '0'
                        : `${dates.duration(beyondMs / 1000)} · ${formatNumber((100 * beyondMs) / knownMs, 1)}\u00a0%`
                      : '–'}
                  </td>
                ) : null}
              </tr>
            );
          })}
          {shape.states.map(({ curve, colour, runs }) => (
            <tr key={curve.PointId}>
              <th scope="row">
                <span className="curve-swatch" style={{ background: curveColour(theme, colour) }} />
                {curve.PointName}
              </th>
              <td colSpan={limited ? 4 : 3}>
                {[...Map.groupBy(runs, (run) => run.text)].map(([word, same]) => (
                  <span key={word} className="curve-state-share">
                    {word} {dates.duration(same.reduce((sum, run) => sum + run.to - run.from, 0) / 1000)}
                    {same.length > 1 ? ` × ${same.length}` : ''}
                  </span>
                ))}
                {runs.length === 0 ? t.noData : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
