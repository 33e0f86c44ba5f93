import { DownloadOutlined } from '@ant-design/icons';
import { keepPreviousData } from '@tanstack/react-query';
import { type Curve as CurveData, minimumIntervalMinutes } from '@watchpost/contract';
import { Button, Checkbox, DatePicker, Segmented } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { epochOfLocalTime, formatDateTime, formatDateTimeSeconds, useDates, useNow } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { formatNumber } from '../lib/numbers.ts';
import { useMay } from '../lib/session.ts';
import { useTheme } from '../lib/theme.ts';
import { useCall } from '../lib/useCall.ts';
import { limitsOf } from '../points/index.ts';
import { EmptyState, ErrorState, Skeleton, useNotify } from '../ui/index.ts';
import './Curve.css';
import { CurveChart, type CurveChartHandle } from './CurveChart.tsx';
import { curveColour } from './curveColours.ts';
import { intervalFor, intervalsFor, onTheWire, type RangeName, rangeMs, type TimeSpan } from './curveRange.ts';
import { type CurveView, usualView } from './curveView.ts';
import { type CurveShape, shapeCurves } from './shapeCurves.ts';
import { text } from './text.ts';
import { useSettled } from './useSettled.ts';
import { useZoneOf } from './useZoneOf.ts';

/**
 * The history of up to ten points with its tools: range, interval, limits, statistics, zoom by dragging (which asks again for
 * finer data), picture. Starts with the last 24 hours, which move on by the minute.
 */
export function Curve({
  pointIds,
  projectId,
  height = 360,
  view: initialView,
  onView,
  tools,
}: {
  pointIds: readonly number[];
  projectId: number;
  height?: number;
  /** How it is looked at first, where that differs from the usual. */
  view?: Partial<CurveView>;
  /** Hears how it is looked at, first and after each change; keep the function between renders. */
  onView?: (view: CurveView) => void;
  /** Further controls at the end of the tool bar. */
  tools?: ReactNode;
}) {
  const t = useText(text);
  const timeZone = useZoneOf(projectId);
  const notify = useNotify();
  const minute = useNow(60_000);
  const [view, setView] = useState<CurveView>({ ...usualView, ...initialView });
  const look = (change: Partial<CurveView>) => setView((before) => ({ ...before, ...change }));
  const { range, custom, zoom, interval, limits: showLimits, writes: showWrites, statistics: showStatistics } = view;
  useEffect(() => {
    onView?.(view);
  }, [onView, view]);
  const chart = useRef<CurveChartHandle>(null);

  const whole: TimeSpan =
    range === 'custom' && custom ? custom : { from: minute - rangeMs[range === 'custom' ? '24h' : range], to: minute };
  const span = zoom ?? whole;
  const spanMs = span.to - span.from;
  const minutes = intervalFor(spanMs, interval);
  const settled = useSettled(pointIds.join(','));
  const input =
    settled === ''
      ? null
      : {
          query: {
            ...onTheWire(span, timeZone),
            pointIdList: settled.split(',').map(Number),
            tmes: minutes,
            ProjectId: projectId,
          },
        };
  const answer = useCall('getPointData', input, { placeholderData: keepPreviousData, staleTime: 60_000 });

  // While a new answer is under way the one before stays on the screen, over its own range.
  const [drawn, setDrawn] = useState<{ data: CurveData[]; span: TimeSpan; minutes: number } | null>(null);
  if (answer.data && !answer.isPlaceholderData) {
    const same = drawn?.data === answer.data && drawn.span.from === span.from && drawn.span.to === span.to;
    if (!same) setDrawn({ data: answer.data, span, minutes });
  }
  const shape = useMemo(() => drawn && shapeCurves(drawn.data, drawn.span, drawn.minutes), [drawn]);

  const mayAsk = useMay('monitorView', 'monitorEdit', 'remoteWrite');
  const drawnIds = drawn?.data.map(({ PointId }) => PointId) ?? [];
  const asked = drawn && showWrites && mayAsk && drawnIds.length > 0 ? onTheWire(drawn.span, timeZone) : null;
  const answeredWrites = useCall(
    'getWritesOfPoints',
    asked && {
      body: { ProjectId: projectId, PointIdList: drawnIds, StartTime: asked.start, EndTime: asked.end },
    },
    { placeholderData: keepPreviousData, staleTime: 60_000 },
  ).data;
  const writes = asked && answeredWrites && answeredWrites.length > 0 ? answeredWrites : null;

  const choose = (next: RangeName) =>
    look({ range: next, zoom: null, interval: null, custom: next === 'custom' && !custom ? whole : custom });

  const withoutLimits = shape?.analogs.filter(({ curve }) => limitsOf(curve).length === 0).length ?? 0;
  const limitNote =
    showLimits && shape && shape.analogs.length > 0 && withoutLimits > 0
      ? withoutLimits === shape.analogs.length
        ? t.noLimits
        : t.someNoLimits
      : null;

  const savePicture = async () => {
    const blob = await chart.current?.picture();
    if (!blob) return;
    const link = document.createElement('a');
    link.href = URL.createObjectURL(blob);
    link.download = `${shape?.analogs[0]?.curve.PointName ?? 'curve'}-${formatDateTimeSeconds(span.to, timeZone).replace(/[: ]/g, '-')}.png`;
    link.click();
    URL.revokeObjectURL(link.href);
  };

  const intervalName = (each: number) =>
    each === 0
      ? t.raw
      : each % 1440 === 0
        ? t.days(each / 1440)
        : each % 60 === 0
          ? t.hours(each / 60)
          : t.minutes(each);

  return (
    <div className="curve">
      <div className="curve-tools" role="toolbar" aria-label={t.title}>
        <Segmented<RangeName>
          aria-label={t.range}
          value={range}
          onChange={choose}
          options={[
            { value: '24h', label: t.range24h },
            { value: '7d', label: t.range7d },
            { value: '30d', label: t.range30d },
            { value: 'custom', label: t.rangeCustom },
          ]}
        />
        {range === 'custom' ? (
          <DatePicker.RangePicker
            aria-label={t.range}
            showTime={{ format: 'HH:mm' }}
            format="YYYY-MM-DD HH:mm"
            allowClear={false}
            placeholder={[t.from, t.to]}
            value={[asPicked(whole.from, timeZone), asPicked(whole.to, timeZone)]}
            disabledDate={(day) => day.isAfter(asPicked(minute, timeZone), 'day')}
            onChange={(picked) => {
              const from = picked?.[0] && fromPicked(picked[0], timeZone);
              const to = picked?.[1] && fromPicked(picked[1], timeZone);
              if (!from || !to || to <= from) return;
              if (minimumIntervalMinutes(to - from) === null) return notify.info(t.rangeTooLong);
              look({ custom: { from, to: Math.min(to, minute) }, zoom: null, interval: null });
            }}
          />
        ) : null}
        <Segmented<number>
          aria-label={t.interval}
          value={minutes}
          onChange={(chosen) => look({ interval: chosen })}
          options={[...new Set([...intervalsFor(spanMs), minutes])]
            .sort((a, b) => a - b)
            .map((each) => ({ value: each, label: intervalName(each) }))}
        />
        <Checkbox checked={showStatistics} onChange={(event) => look({ statistics: event.target.checked })}>
          {t.statistics}
        </Checkbox>
        <Checkbox checked={showLimits} onChange={(event) => look({ limits: event.target.checked })}>
          {t.limits}
        </Checkbox>
        {mayAsk ? (
          <Checkbox checked={showWrites} onChange={(event) => look({ writes: event.target.checked })}>
            {t.writes}
          </Checkbox>
        ) : null}
        <span className="curve-tools-end">
          {zoom ? (
            <Button size="small" onClick={() => look({ zoom: null })}>
              {t.resetZoom}
            </Button>
          ) : null}
          {tools}
          <Button
            type="text"
            icon={<DownloadOutlined />}
            aria-label={t.savePicture}
            title={t.savePicture}
            onClick={() => void savePicture()}
            disabled={!shape || shape.empty}
          />
        </span>
      </div>
      {pointIds.length === 0 ? (
        <EmptyState title={t.noPoints} hint={t.noPointsHint(10)} />
      ) : answer.error && !answer.isPlaceholderData ? (
        <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
      ) : !shape ? (
        <div style={{ height }} className="curve-loading">
          <Skeleton height="100%" />
        </div>
      ) : (
        <>
          <div className={answer.isPlaceholderData ? 'curve-waiting' : undefined}>
            {shape.empty ? (
              <div style={{ minHeight: height }} className="curve-empty">
                <EmptyState title={t.empty} hint={t.emptyHint} />
              </div>
            ) : (
              <CurveChart
                ref={chart}
                shape={shape}
                timeZone={timeZone}
                height={height}
                showLimits={showLimits}
                {...(writes && { writes })}
                label={t.chartLabel(
                  [...shape.analogs, ...shape.states].map(({ curve }) => curve.PointName).join(', '),
                  formatDateTime(shape.span.from, timeZone),
                  formatDateTime(shape.span.to, timeZone),
                )}
                onZoom={(next) => {
                  if (next.to - next.from >= 60_000) look({ zoom: next, interval: null });
                }}
                onResetZoom={() => look({ zoom: null })}
              />
            )}
          </div>
          <p className="curve-notes">
            <span className="curve-keys">{t.keys}</span>
            {writes ? <span>{t.writesIn(writes.length)}</span> : null}
            {limitNote ? <span role="status">{limitNote}</span> : null}
            {shape.units.length > 2 ? <span>{t.scaled}</span> : null}
          </p>
          {showStatistics ? <StatisticsTable shape={shape} /> : null}
        </>
      )}
    </div>
  );
}

/** The picker thinks in the browser's zone; it is shown, and read back, the project's wall clock. */
const asPicked = (epochMs: number, timeZone: string): Dayjs => dayjs(formatDateTimeSeconds(epochMs, timeZone));
const fromPicked = (picked: Dayjs, timeZone: string): number | null =>
  epochOfLocalTime(picked.format('YYYY-MM-DD HH:mm:ss'), timeZone);

function StatisticsTable({ shape }: { shape: CurveShape }) {
  const t = useText(text);
  const theme = useTheme();
  const dates = useDates();
  const limited = shape.analogs.some(({ curve }) => limitsOf(curve).length > 0);
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
