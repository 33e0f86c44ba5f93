import { EditOutlined } from '@ant-design/icons';
import type { Curve } from '@watchpost/contract';
import { Table, type TableColumnsType } from 'antd';
import { useMemo } from 'react';
import { formatDateTime, formatDateTimeSeconds } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { formatNumber } from '../lib/numbers.ts';
import { useTheme } from '../lib/theme.ts';
import { crossedLimit, limitText } from '../points/index.ts';
import { qualityText } from '../ui/index.ts';
import { correctionsIn, correctionWords } from './correctionWords.ts';
import { curveColour } from './curveColours.ts';
import { badWords } from './curveMarks.ts';
import { type CurveShape, type StateRun, sampleAt } from './shapeCurves.ts';
import { text } from './text.ts';

interface Row {
  readonly time: number;
}

/** Every value of the curve by time; what lies beyond a limit says so. */
export function CurveTable({ shape, timeZone, height }: { shape: CurveShape; timeZone: string; height: number }) {
  const t = useText(text);
  const limits = useText(limitText);
  const quality = useText(qualityText);
  const theme = useTheme();
  const rows = useMemo((): Row[] => timesOf(shape).map((time) => ({ time })), [shape]);
  const columns = useMemo((): TableColumnsType<Row> => {
    const place = new Map(shape.data[0].map((time, index) => [time, index]));
    const named = (name: string, unit: string, colour: number) => (
      <>
        <span className="curve-swatch" style={{ background: curveColour(theme, colour) }} /> {name}
        {unit ? <small> {unit}</small> : null}
      </>
    );
    const byHand = (curve: Curve, time: number) => {
      const all = correctionsIn(curve.CorrectionList, time, time + Math.max(1, shape.intervalMs));
      if (all.length === 0) return null;
      const words = all.map((one) => correctionWords(one, t, timeZone)).join('; ');
      return (
        <span className="curve-corrected" role="img" title={words} aria-label={words}>
          {' '}
          <EditOutlined aria-hidden />
        </span>
      );
    };
    return [
      {
        key: 'time',
        title: t.time,
        fixed: 'left',
        width: shape.intervalMs === 0 ? 170 : 150,
        sorter: (a, b) => a.time - b.time,
        render: (_, { time }) =>
          shape.intervalMs === 0 ? formatDateTimeSeconds(time, timeZone) : formatDateTime(time, timeZone),
      },
      ...shape.analogs.map(({ curve, colour, column }): TableColumnsType<Row>[number] => ({
        key: `p${curve.PointId}`,
        title: named(curve.PointName, curve.Unit, colour),
        align: 'right',
        render: (_, { time }) => {
          const at = place.get(time)!;
          const value = shape.data[column]?.[at];
          const hand = byHand(curve, time);
          if (value === undefined) return hand;
          if (value === null) {
            const bad = sampleAt(curve.DataList, time);
            return (
              <span className="curve-table-none">
                {bad?.Time === time && bad.Bad ? badWords(bad.Bad, t.badQuality, quality) : t.noData}
                {hand}
              </span>
            );
          }
          const [low, high] = shape.envelope ? [shape.data[column + 1]?.[at], shape.data[column + 2]?.[at]] : [];
          const crossed = crossedLimit(high ?? value, curve) ?? crossedLimit(low ?? value, curve);
          return (
            <span className={crossed ? 'curve-table-beyond' : undefined}>
              {crossed ? <small>{limits[crossed.band]} </small> : null}
              {formatNumber(value, curve.Decimals)}
              {low != null && high != null && low !== high ? (
                <small className="curve-table-extremes">
                  {' '}
                  {formatNumber(low, curve.Decimals)} … {formatNumber(high, curve.Decimals)}
                </small>
              ) : null}
              {hand}
            </span>
          );
        },
      })),
      ...shape.states.map(({ curve, colour, runs }): TableColumnsType<Row>[number] => ({
        key: `p${curve.PointId}`,
        title: named(curve.PointName, '', colour),
        render: (_, { time }) => (
          <>
            {stateAt(runs, Math.max(time, shape.span.from))?.text ?? t.noData}
            {byHand(curve, time)}
          </>
        ),
      })),
    ];
  }, [shape, t, limits, quality, theme, timeZone]);
  return (
    <Table<Row>
      className="curve-table tabular"
      size="small"
      rowKey="time"
      columns={columns}
      dataSource={rows}
      scroll={{ x: 'max-content', y: Math.max(160, height - 90) }}
      pagination={{
        defaultPageSize: 50,
        pageSizeOptions: [10, 20, 50, 100],
        showSizeChanger: true,
        size: 'small',
        showTotal: (total) => t.rowCount(formatNumber(total)),
      }}
    />
  );
}

/** The first bucket may begin before the range, of which states are known: its row says what held when the range began. */
const stateAt = (runs: readonly StateRun[], time: number): StateRun | undefined =>
  runs.find((run) => run.from <= time && time < run.to);

/** Of the values; of states alone the times at which they began. */
const timesOf = (shape: CurveShape): readonly number[] =>
  shape.analogs.length > 0
    ? shape.data[0]
    : [...new Set(shape.states.flatMap(({ runs }) => runs.map(({ from }) => from)))].sort((a, b) => a - b);
