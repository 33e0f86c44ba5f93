import { CameraOutlined, QuestionCircleOutlined } from '@ant-design/icons';
import { keepPreviousData } from '@tanstack/react-query';
import { type Curve as CurveData, curvePointLimit } from '@watchpost/contract';
import { Button, Popover } from 'antd';
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { formatDateTime, useDates, useNow, zoneInWords } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { comma } from '../lib/punctuation.ts';
import { useTheme } from '../lib/theme.ts';
import { useCall } from '../lib/useCall.ts';
import { EmptyState, ErrorState, Skeleton } from '../ui/index.ts';
import { hasLimits } from './curveLimits.ts';
import './Curve.css';
import { Corrections } from './Corrections.tsx';
import { CurveChart } from './CurveChart.tsx';
import { CurveExport } from './CurveExport.tsx';
import { CurveTable } from './CurveTable.tsx';
import { CurveTools } from './CurveTools.tsx';
import { CurveMargins } from './curveMargins.ts';
import { saveCurvePicture } from './curvePicture.ts';
import { intervalFor, onTheWire, rangeMs, type TimeSpan } from './curveRange.ts';
import { type CurveView, markNames, usualView } from './curveView.ts';
import { StatisticsTable } from './StatisticsTable.tsx';
import { byUnits, shapeCurves } from './shapeCurves.ts';
import { text } from './text.ts';
import { useChartHandles } from './useChartHandles.ts';
import { useCurveMarks } from './useCurveMarks.ts';
import { useOutdoorPoint } from './useOutdoorPoint.ts';
import { useSettled } from './useSettled.ts';
import { useZoneOf } from './useZoneOf.ts';

/** Of each chart, where several stand under each other. CSS pixels. */
const minPartHeight = 170;

/** What a view of a curve comes to at a moment. */
export const spanOf = ({ range, custom, zoom }: CurveView, now: number): TimeSpan =>
  zoom ?? wholeOf({ range, custom }, now);

const wholeOf = ({ range, custom }: Pick<CurveView, 'range' | 'custom'>, now: number): TimeSpan =>
  range === 'custom' && custom ? custom : { from: now - rangeMs[range === 'custom' ? '24h' : range], to: now };

/**
 * The history of up to ten points with its tools: range, interval, limits, statistics, marks, zoom by dragging (which asks
 * again for finer data), table, picture, files. Starts with the last 24 hours, which move on by the minute. More than two
 * units stand in several charts with one cursor.
 */
export function Curve({
  pointIds,
  projectId,
  height = 360,
  view: initialView,
  onView,
  onAlarm,
  at,
  onAt,
  name,
  tools,
}: {
  pointIds: readonly number[];
  projectId: number;
  height?: number;
  /** How it is looked at first, where that differs from the usual. */
  view?: Partial<CurveView>;
  /** Hears how it is looked at, first and after each change; keep the function between renders. */
  onView?: (view: CurveView) => void;
  /** Opens an alarm whose mark was clicked; without it marks only tell. */
  onAlarm?: ((alarmId: number) => void) | undefined;
  /** A moment that a map or list beside it shows as well, epoch ms: one cursor for all. `onAt` hears when it is moved here. */
  at?: number;
  onAt?: (at: number) => void;
  /** What a picture of it is called; else by its first point. */
  name?: string;
  /** Further controls at the end of the tool bar. */
  tools?: ReactNode;
}) {
  const t = useText(text);
  const timeZone = useZoneOf(projectId);
  const theme = useTheme();
  const minute = useNow(60_000);
  const together = useId();
  const margins = useMemo(() => new CurveMargins(), []);
  const [view, setView] = useState<CurveView>({ ...usualView, ...initialView });
  const look = (change: Partial<CurveView>) => setView((before) => ({ ...before, ...change }));
  useEffect(() => {
    onView?.(view);
  }, [onView, view]);
  const frame = useRef<HTMLDivElement>(null);
  const charts = useChartHandles();

  const whole = wholeOf(view, minute);
  const span = spanOf(view, minute);
  const spanMs = span.to - span.from;
  const minutes = intervalFor(spanMs, view.interval);
  const outdoor = useOutdoorPoint(projectId);
  const hasRoom = pointIds.length < curvePointLimit;
  const withWeather = outdoor !== null && hasRoom && view.marks.includes('weather') && !pointIds.includes(outdoor);
  const asked = withWeather && pointIds.length > 0 ? [...pointIds, outdoor] : pointIds;
  const settled = useSettled(asked.join(','));
  const input =
    settled === ''
      ? null
      : {
          query: {
            ...onTheWire(span, timeZone),
            pointIdList: settled.split(',').map(Number),
            tmes: minutes,
            ProjectId: projectId,
            WithTemperature: false,
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
  const parts = useMemo(() => (drawn && shape ? byUnits(shape, drawn.data, drawn.minutes) : []), [drawn, shape]);
  const dashed = useMemo(() => (withWeather ? [outdoor] : []), [withWeather, outdoor]);

  const own = drawn?.data.filter(({ PointId }) => !dashed.includes(PointId)) ?? [];
  const { standing, writes } = useCurveMarks(
    drawn && { pointIds: own.map(({ PointId }) => PointId), span: drawn.span },
    { projectId, timeZone, wanted: view.marks },
  );

  const withoutLimits = shape?.analogs.filter(({ curve }) => !hasLimits(curve)).length ?? 0;
  const limitNote =
    view.limits && shape && shape.analogs.length > 0 && withoutLimits > 0
      ? withoutLimits === shape.analogs.length
        ? t.noLimits
        : t.someNoLimits
      : null;

  // Drawn, or counted in the statistics.
  const showsLimits = (view.limits || view.statistics) && shape?.analogs.some(({ curve }) => hasLimits(curve)) === true;

  const shift = (direction: -1 | 1) => {
    const to = Math.min(minute, span.to + direction * spanMs);
    const moved = { from: to - spanMs, to };
    look(view.zoom ? { zoom: moved } : { range: 'custom', custom: moved });
  };

  const shown = shape ? [...shape.analogs, ...shape.states] : [];
  const savePicture = () => {
    if (!shape) return;
    void saveCurvePicture({
      charts: parts.map((_, index) => ({ canvas: charts.canvas(`${index}`) })),
      title: name ?? shown[0]?.curve.PointName ?? t.title,
      span: shape.span,
      timeZone,
      legend: shown.map(({ curve, colour }) => ({
        name: curve.Unit ? `${curve.PointName} (${curve.Unit})` : curve.PointName,
        colour,
      })),
      theme,
    });
  };

  const whyNoPicture =
    pointIds.length === 0 ? t.noPoints : !shape || shape.empty ? t.empty : view.table ? t.pictureOfChart : null;

  const onKeyDown = (event: React.KeyboardEvent) => {
    const { target } = event;
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      (target as Element).matches('input:not([type=checkbox]), select')
    )
      return;
    if (event.key === 'PageUp') shift(-1);
    else if (event.key === 'PageDown') shift(1);
    else if (event.key === 't') {
      look({ table: !view.table });
      // What had the focus goes; the keys must not go with it.
      frame.current?.focus();
    } else if (event.key === 'l') look({ limits: !view.limits });
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of everything inside, which has the focus
    <div ref={frame} className="curve" tabIndex={-1} onKeyDown={onKeyDown}>
      <CurveTools
        view={view}
        look={look}
        whole={whole}
        minutes={minutes}
        now={minute}
        timeZone={timeZone}
        marks={outdoor === null ? markNames.filter((mark) => mark !== 'weather') : markNames}
        onShift={shift}
      >
        {tools}
        <CurveExport
          curves={pointIds.length === 0 ? [] : own}
          span={drawn?.span ?? span}
          minutes={drawn?.minutes ?? minutes}
          projectId={projectId}
          timeZone={timeZone}
          marksAlarms={view.marks.includes('alarms')}
        />
        <Button
          type="text"
          icon={<CameraOutlined />}
          aria-label={t.savePicture}
          title={whyNoPicture ?? t.savePicture}
          onClick={savePicture}
          disabled={whyNoPicture !== null}
        />
      </CurveTools>
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
            ) : view.table ? (
              <CurveTable shape={shape} timeZone={timeZone} height={height} />
            ) : (
              parts.map((part, index) => (
                <CurveChart
                  // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name than their place
                  key={index}
                  ref={charts.hold(`${index}`)}
                  shape={part}
                  timeZone={timeZone}
                  height={parts.length === 1 ? height : Math.max(minPartHeight, height / parts.length)}
                  showLimits={view.limits}
                  standing={standing}
                  dashed={dashed}
                  margins={margins}
                  {...(parts.length > 1 && { together })}
                  {...(writes && { writes })}
                  label={t.chartLabel(
                    [...part.analogs, ...part.states].map(({ curve }) => curve.PointName).join(comma()),
                    formatDateTime(part.span.from, timeZone),
                    formatDateTime(part.span.to, timeZone),
                  )}
                  onZoom={(next) => {
                    if (next.to - next.from >= 60_000) look({ zoom: next, interval: null });
                  }}
                  onResetZoom={() => look({ zoom: null })}
                  {...(onAlarm && { onAlarm })}
                  at={at}
                  onAt={onAt}
                />
              ))
            )}
          </div>
          <p className="curve-notes">
            <span className="tabular">{t.zone(zoneInWords(timeZone, span.to))}</span>
            {standing.alarms.length > 0 ? (
              <span>{(onAlarm ? t.alarmsToOpen : t.alarmsIn)(standing.alarms.length)}</span>
            ) : null}
            {writes ? <span>{t.writesIn(writes.length)}</span> : null}
            <Gaps gaps={shape.noData} timeZone={timeZone} />
            <Corrections curves={shown.map(({ curve }) => curve)} timeZone={timeZone} />
            {limitNote ? <span role="status">{limitNote}</span> : null}
            <Popover
              trigger="click"
              content={
                <div className="curve-help">
                  <p>{t.keys}</p>
                  {shape.bad.length > 0 ? <p>{t.badNote}</p> : null}
                  {showsLimits ? <p>{t.limitsOfNow}</p> : null}
                </div>
              }
            >
              <Button type="text" size="small" icon={<QuestionCircleOutlined />} aria-label={t.help} />
            </Popover>
          </p>
          {view.statistics ? <StatisticsTable shape={shape} /> : null}
        </>
      )}
    </div>
  );
}

/** Where no point has a value: how often, and on request when. */
function Gaps({ gaps, timeZone }: { gaps: readonly TimeSpan[]; timeZone: string }) {
  const t = useText(text);
  const dates = useDates();
  if (gaps.length === 0) return null;
  const seconds = ({ from, to }: TimeSpan) => (to - from) / 1000;
  const inWords = (gap: TimeSpan) =>
    `${formatDateTime(gap.from, timeZone)} – ${formatDateTime(gap.to, timeZone)} · ${dates.duration(seconds(gap))}`;
  return (
    <Popover
      trigger="click"
      content={
        <ol className="curve-gaps">
          {gaps.map((gap) => (
            <li key={gap.from}>{inWords(gap)}</li>
          ))}
        </ol>
      }
    >
      <Button type="link" size="small">
        {t.gaps(gaps.length, dates.duration(gaps.reduce((sum, gap) => sum + seconds(gap), 0)))}
      </Button>
    </Popover>
  );
}
