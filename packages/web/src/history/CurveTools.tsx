import { AreaChartOutlined, LeftOutlined, RightOutlined, TableOutlined } from '@ant-design/icons';
import { Button, Checkbox, Popover, Segmented } from 'antd';
import type { Dayjs } from 'dayjs';
import type { ReactNode } from 'react';
import { useText } from '../lib/defineText.ts';
import { intervalsFor, type RangeName, type TimeSpan } from './curveRange.ts';
import type { CurveView, MarkName } from './curveView.ts';
import { PeriodField } from './PeriodField.tsx';
import { asPicked } from './RangeInput.tsx';
import { text } from './text.ts';

/** What is set above a curve: range, interval, what is shown besides the values. */
export function CurveTools({
  view,
  look,
  whole,
  minutes,
  now,
  timeZone,
  marks,
  onShift,
  children,
}: {
  view: CurveView;
  look: (change: Partial<CurveView>) => void;
  whole: TimeSpan;
  /** The interval in force. */
  minutes: number;
  now: number;
  timeZone: string;
  /** Those that there can be. */
  marks: readonly MarkName[];
  onShift: (direction: -1 | 1) => void;
  /** At the end of the bar. */
  children: ReactNode;
}) {
  const t = useText(text);
  const { range, zoom, custom, limits, statistics } = view;
  const span = zoom ?? whole;
  const spanMs = span.to - span.from;
  const choose = (next: RangeName) =>
    // A range of one's own begins with what is shown.
    look({ range: next, zoom: null, interval: null, custom: next === 'custom' ? span : custom });
  const intervalName = (each: number) =>
    each === 0
      ? t.raw
      : each % 1440 === 0
        ? t.days(each / 1440)
        : each % 60 === 0
          ? t.hours(each / 60)
          : t.minutes(each);
  return (
    <div className="curve-tools" role="toolbar" aria-label={t.title}>
      <Segmented<RangeName | null>
        aria-label={t.range}
        // A part of a range is none of them.
        value={zoom ? null : range}
        onChange={(next) => next && choose(next)}
        options={[
          { value: '24h', label: t.range24h },
          { value: '7d', label: t.range7d },
          { value: '30d', label: t.range30d },
          { value: 'custom', label: t.rangeCustom },
        ]}
      />
      {range === 'custom' ? (
        <PeriodField
          label={t.range}
          span={whole}
          now={now}
          timeZone={timeZone}
          presets={presetsOf(asPicked(now, timeZone), t)}
          onChange={(picked) => look({ custom: picked, zoom: null, interval: null })}
        />
      ) : null}
      <span className="curve-shift">
        <Button icon={<LeftOutlined />} aria-label={t.earlier} title={t.earlier} onClick={() => onShift(-1)} />
        <Button
          icon={<RightOutlined />}
          aria-label={t.later}
          title={t.later}
          disabled={span.to >= now}
          onClick={() => onShift(1)}
        />
      </span>
      <Segmented<number>
        aria-label={t.interval}
        value={minutes}
        onChange={(chosen) => look({ interval: chosen })}
        options={[...new Set([...intervalsFor(spanMs), minutes])]
          .sort((a, b) => a - b)
          .map((each) => ({ value: each, label: intervalName(each) }))}
      />
      <Checkbox checked={statistics} onChange={(event) => look({ statistics: event.target.checked })}>
        {t.statistics}
      </Checkbox>
      <Checkbox checked={limits} onChange={(event) => look({ limits: event.target.checked })}>
        {t.limits}
      </Checkbox>
      <Popover
        trigger="click"
        placement="bottomLeft"
        content={
          <Checkbox.Group<MarkName>
            className="curve-marks"
            aria-label={t.marks}
            value={[...view.marks]}
            onChange={(chosen) => look({ marks: chosen })}
            options={marks.map((value) => ({ value, label: t[value] }))}
          />
        }
      >
        <Button aria-haspopup="dialog">
          {t.marks} <small className="tabular">{marks.filter((mark) => view.marks.includes(mark)).length}</small>
        </Button>
      </Popover>
      <span className="curve-tools-end">
        {zoom ? (
          <Button size="small" onClick={() => look({ zoom: null })}>
            {t.resetZoom}
          </Button>
        ) : null}
        <Segmented<boolean>
          aria-label={t.shownAs}
          value={view.table}
          onChange={(table) => look({ table })}
          options={[
            { value: false, icon: <AreaChartOutlined aria-label={t.asChart} />, title: t.asChart },
            { value: true, icon: <TableOutlined aria-label={t.asTable} />, title: t.asTable },
          ]}
        />
        {children}
      </span>
    </div>
  );
}

/** Ranges people ask for by name. The night is that of a shift: from 18 to 8 o'clock. */
function presetsOf(
  now: Dayjs,
  t: Record<'today' | 'yesterday' | 'lastNight' | 'thisWeek' | 'lastWeek' | 'thisMonth' | 'lastMonth', string>,
): { label: string; value: [Dayjs, Dayjs] }[] {
  const today = now.startOf('day');
  const monday = today.subtract((today.day() + 6) % 7, 'day');
  const month = today.startOf('month');
  // The last one that is over: at three in the morning it is not this one.
  const morning = today.hour(8).isBefore(now) ? today.hour(8) : today.subtract(16, 'hour');
  return [
    { label: t.today, value: [today, now] },
    { label: t.yesterday, value: [today.subtract(1, 'day'), today] },
    { label: t.lastNight, value: [morning.subtract(14, 'hour'), morning] },
    { label: t.thisWeek, value: [monday, now] },
    { label: t.lastWeek, value: [monday.subtract(7, 'day'), monday] },
    { label: t.thisMonth, value: [month, now] },
    { label: t.lastMonth, value: [month.subtract(1, 'month'), month] },
  ];
}
