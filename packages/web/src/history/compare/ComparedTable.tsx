import { DeleteOutlined } from '@ant-design/icons';
import type { Curve } from '@watchpost/contract';
import { Button } from 'antd';
import { formatDateTime } from '../../lib/dates.ts';
import { useText } from '../../lib/defineText.ts';
import { formatNumber } from '../../lib/numbers.ts';
import { useTheme } from '../../lib/theme.ts';
import { curveColour } from '../curveColours.ts';
import type { TimeSpan } from '../curveRange.ts';
import { text as historyText } from '../text.ts';
import { ComparedPeriod, hasOwnPeriod } from './ComparedPeriod.tsx';
import { type Compared, spanOfCompared, sumUp } from './comparison.ts';
import { text } from './text.ts';

/** The lines with their periods to choose, and what they come to beside the reference. */
export function ComparedTable({
  lines,
  curves,
  differences,
  reference,
  now,
  minutes,
  zoneOf,
  colourOf,
  onChange,
  onRemove,
}: {
  lines: readonly Compared[];
  curves: readonly (Curve | null)[];
  differences: readonly { line: Compared; curve: Curve }[];
  reference: TimeSpan;
  now: number;
  minutes: number;
  zoneOf: (projectId: number) => string;
  colourOf: (line: Compared) => number;
  onChange: (line: Compared) => void;
  onRemove: (key: number) => void;
}) {
  const t = useText(text);
  const history = useText(historyText);
  const theme = useTheme();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table that scrolls sideways on a phone is reached by keyboard as a region
    <div
      className="curve-statistics comparison-table"
      role="region"
      aria-label={t.lines}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: or nobody without a pointer could scroll it
      tabIndex={0}
    >
      <table>
        <caption className="visually-hidden">{t.lines}</caption>
        <thead>
          <tr>
            <th scope="col">{history.point}</th>
            <th scope="col" className="comparison-period">
              {t.period}
            </th>
            <th scope="col">{history.min}</th>
            <th scope="col">{history.max}</th>
            <th scope="col">{history.average}</th>
            <th scope="col">{t.meanDifference}</th>
            <th scope="col">{t.largestDifference}</th>
            <th scope="col">
              <span className="visually-hidden">{t.remove}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => {
            const curve = curves[index];
            const decimals = curve?.Decimals ?? 1;
            const zone = zoneOf(line.projectId);
            const { from, to } = spanOfCompared(reference, line);
            const found = differences.find((each) => each.line.key === line.key);
            const sum = found ? sumUp(found.curve.DataList) : null;
            const signed = (value: number) => `${value > 0 ? '+' : ''}${formatNumber(value, decimals)}`;
            const name = curve?.PointName ?? '…';
            return (
              <tr key={line.key}>
                <th scope="row">
                  <span className="curve-swatch" style={{ background: curveColour(theme, colourOf(line)) }} />
                  {name}
                  {curve?.Unit ? <small>{curve.Unit}</small> : null}
                </th>
                <td className="comparison-period">
                  {index === 0 ? (
                    <strong>{t.reference}</strong>
                  ) : (
                    <ComparedPeriod
                      line={line}
                      name={name}
                      reference={reference}
                      now={now}
                      minutes={minutes}
                      timeZone={zone}
                      onChange={onChange}
                    />
                  )}
                  <small className={hasOwnPeriod(line) ? 'tabular comparison-below' : 'tabular'}>
                    {formatDateTime(from, zone).slice(5)} – {formatDateTime(to, zone).slice(5)}
                  </small>
                </td>
                <td data-label={history.min}>{formatNumber(curve?.Min, decimals)}</td>
                <td data-label={history.max}>{formatNumber(curve?.Max, decimals)}</td>
                <td data-label={history.average}>{formatNumber(curve?.Avg, decimals)}</td>
                <td data-label={t.meanDifference}>{sum ? signed(sum.mean) : '–'}</td>
                <td data-label={t.largestDifference}>
                  {sum ? (
                    <>
                      {signed(sum.largest.value)} <small>{formatDateTime(sum.largest.time, zone).slice(5)}</small>
                    </>
                  ) : (
                    '–'
                  )}
                </td>
                <td className="comparison-remove">
                  {index === 0 ? null : (
                    <Button
                      type="text"
                      size="small"
                      icon={<DeleteOutlined />}
                      aria-label={t.removeLine(name)}
                      onClick={() => onRemove(line.key)}
                    />
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
