import type { PassengerFlow } from '@watchpost/contract';
import { Segmented, Table } from 'antd';
import type { ColumnType } from 'antd/es/table';
import dayjs from 'dayjs';
import { type CSSProperties, type ReactNode, useMemo, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { links } from '../lib/links.ts';
import { dash, formatNumber } from '../lib/numbers.ts';
import { usePreference } from '../lib/preferences.ts';
import { useProject } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { DaysField, useDays, useToday } from '../ui/days/index.ts';
import { EmptyState, ErrorState, ListSkeleton } from '../ui/index.ts';
import { whileWaiting } from '../ui/list/index.ts';
import { driftOf, insideOf, tolerableDrift } from './drift.ts';
import './footfall.css';
import { footfallText, weekdays } from './text.ts';

/** As many as one question answers. */
const longestDays = 93;
const refetchInterval = 60_000;
/** A day is marked as incomplete below so much. */
const completePercent = 90;
const usualWeeks = 8;
const weekChoices = [4, 8, 13] as const;
const isWeeks = (value: unknown): boolean => weekChoices.some((weeks) => weeks === value);

const paths = {
  overview: '/monitor/passenger',
  calendar: '/monitor/passenger/calendar',
  heatmap: '/monitor/passenger/heatmap',
  statistics: '/monitor/passenger/statisticsMap',
} as const;
type Screen = keyof typeof paths;
const screens = Object.keys(paths) as Screen[];

const whole = (value: number | null): string => (value === null ? dash : formatNumber(value, 0));
const shareOf = (value: number | null, most: number): CSSProperties =>
  ({ '--share': value === null || most === 0 ? 0 : value / most }) as CSSProperties;

/** A share of all visitors: as a bar and in percent. */
const Share = ({ of: part, total }: { of: number | null; total: number }) => (
  <span className="footfall-share">
    <span className="footfall-bar" style={shareOf(part, total)} />
    <span className="tabular">
      {part === null || total === 0 ? dash : `${formatNumber((part / total) * 100, 0)} %`}
    </span>
  </span>
);
const mostOf = (values: readonly (number | null)[]): number => Math.max(0, ...values.map((value) => value ?? 0));
const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** What the four screens share: the way from one to the other, the question, and what there is without counters. */
function Frame({
  days,
  tools,
  children,
}: {
  days: { from: string; to: string };
  tools?: ReactNode;
  children: (flow: PassengerFlow) => ReactNode;
}) {
  const t = useText(footfallText);
  const { ProjectId } = useProject();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const flow = useCall(
    'getPassengerFlow',
    { query: { projectId: ProjectId, start: days.from, end: days.to } },
    { ...whileWaiting, refetchInterval },
  );
  return (
    <div className="page footfall-page">
      <div className="footfall-tools">
        <Segmented<Screen>
          aria-label={t.screens}
          value={screens.find((screen) => paths[screen] === pathname) ?? 'overview'}
          onChange={(screen) => void navigate(paths[screen])}
          options={screens.map((screen) => ({ value: screen, label: t[screen] }))}
        />
        {tools}
      </div>
      {flow.error && !flow.data ? (
        <ErrorState error={flow.error} onRetry={() => void flow.refetch()} />
      ) : !flow.data ? (
        <ListSkeleton rows={8} />
      ) : flow.data.CounterList.length === 0 ? (
        <EmptyState title={t.none} hint={t.noneHint} />
      ) : (
        children(flow.data)
      )}
    </div>
  );
}

/** Today's visitors beside what is usual on such a day. Route /monitor/passenger. */
export function PassengerPage() {
  const today = useToday();
  const from = dayjs(today)
    .subtract(7 * usualWeeks, 'day')
    .format('YYYY-MM-DD');
  return <Frame days={{ from, to: today }}>{(flow) => <Overview flow={flow} today={today} />}</Frame>;
}

function Overview({ flow, today }: { flow: PassengerFlow; today: string }) {
  const t = useText(footfallText);
  const { ProjectId } = useProject();
  const ofToday = useCall(
    'getPassengerFlow',
    { query: { projectId: ProjectId, start: today, end: today } },
    { ...whileWaiting, refetchInterval },
  );
  const { Today, DayList } = flow;
  if (!Today) return null;
  const { In, Out, ComparedIn, UsualIn, UsualDays, Hours, HourList } = Today;
  const most = mostOf(HourList.flatMap(({ In: now, UsualIn: usual }) => [now, usual]));
  const isComparable = ComparedIn !== null && UsualIn !== null && UsualIn > 0;
  const drift = driftOf(DayList, today);
  const change = isComparable ? (ComparedIn / UsualIn - 1) * 100 : null;
  return (
    <>
      <ul className="footfall-figures" aria-label={t.figures}>
        <Figure name={t.in} value={whole(In)} />
        <Figure name={t.out} value={whole(Out)} />
        <Figure
          name={t.inside}
          value={In === null || Out === null ? dash : whole(insideOf(In, Out, drift))}
          hint={drift === null ? t.insideHint : t.insideLess(formatNumber(drift * 100, 1))}
        />
        <Figure
          name={t.compared}
          value={change === null ? dash : `${change > 0 ? '+' : ''}${formatNumber(change, 1)} %`}
          hint={isComparable ? t.comparedHint(whole(ComparedIn), whole(UsualIn), Hours, UsualDays) : t.notComparable}
        />
        <Figure name={t.known} value={`${formatNumber(DayList.at(-1)?.KnownPercent ?? 0, 0)} %`} hint={t.knownHint} />
      </ul>
      {drift !== null && Math.abs(drift) > tolerableDrift ? (
        <p className="footfall-drift" role="status">
          {t.driftWarning(formatNumber(drift * 100, 1))}
        </p>
      ) : null}
      <section className="footfall-panel">
        <h2>{t.byHour}</h2>
        <ol className="footfall-hours" aria-label={t.byHour}>
          {HourList.map(({ Hour, In: now, UsualIn: usual }) => {
            const words = t.hourWords(clock(Hour), whole(now), whole(usual));
            return (
              <li key={Hour} aria-label={words} title={words}>
                {now === null ? null : <i style={{ height: `${most === 0 ? 0 : (now / most) * 100}%` }} />}
                {usual === null || most === 0 ? null : <b style={{ bottom: `${(usual / most) * 100}%` }} />}
                {Hour % 3 === 0 ? <span aria-hidden="true">{Hour}</span> : null}
              </li>
            );
          })}
        </ol>
        <p>{t.legend}</p>
      </section>
      <section className="footfall-panel">
        <h2>{t.counters}</h2>
        <CounterTable rows={ofToday.data?.CounterList ?? []} />
      </section>
    </>
  );
}

function Figure({ name, value, hint }: { name: string; value: string; hint?: string }) {
  return (
    <li>
      <span>{name}</span>
      <span className="footfall-value">{value}</span>
      {hint ? <small>{hint}</small> : null}
    </li>
  );
}

type CounterRow = PassengerFlow['CounterList'][number];

function CounterTable({ rows }: { rows: readonly CounterRow[] }) {
  const t = useText(footfallText);
  const total = rows.reduce((sum, { In }) => sum + (In ?? 0), 0);
  const columns: ColumnType<CounterRow>[] = [
    {
      title: t.counter,
      render: (_, row) => <Link to={links.device(row.Mtid)}>{row.MName}</Link>,
      sorter: (a, b) => a.MName.localeCompare(b.MName),
    },
    { title: t.area, render: (_, row) => row.LocationName ?? t.noArea },
    { title: t.in, align: 'right', render: (_, row) => whole(row.In), sorter: (a, b) => (a.In ?? -1) - (b.In ?? -1) },
    { title: t.out, align: 'right', render: (_, row) => whole(row.Out) },
    { title: t.share, render: (_, row) => <Share of={row.In} total={total} /> },
    { title: t.known, align: 'right', render: (_, row) => `${formatNumber(row.KnownPercent, 0)} %` },
    { title: t.resets, align: 'right', render: (_, row) => whole(row.Resets) },
  ];
  return (
    <Table<CounterRow>
      size="small"
      pagination={false}
      scroll={{ x: 'max-content' }}
      rowKey="Mtid"
      columns={columns}
      dataSource={[...rows]}
    />
  );
}

/** The last weeks, whole ones, with this one. */
function useWeeks() {
  const t = useText(footfallText);
  const today = useToday();
  const [weeks, choose] = usePreference<number>('footfall.weeks', weekChoices[0], isWeeks);
  const monday = dayjs(today).subtract((dayjs(today).day() + 6) % 7, 'day');
  const from = monday.subtract(7 * (weeks - 1), 'day').format('YYYY-MM-DD');
  const tools = (
    <Segmented<number>
      aria-label={t.weeks}
      value={weeks}
      onChange={choose}
      options={weekChoices.map((value) => ({ value, label: t.lastWeeks(value) }))}
    />
  );
  return { days: { from, to: today }, tools };
}

/** Every day of the last weeks. Route /monitor/passenger/calendar. */
export function PassengerCalendarPage() {
  const t = useText(footfallText);
  const inWords = useBilingual();
  const { days, tools } = useWeeks();
  return (
    <Frame days={days} tools={tools}>
      {({ DayList }) => {
        const most = mostOf(DayList.map(({ In }) => In));
        const weeks = Array.from({ length: Math.ceil(DayList.length / 7) }, (_, i) =>
          DayList.slice(i * 7, i * 7 + 7),
        ).reverse();
        return (
          <section className="footfall-panel">
            <table className="footfall-grid" aria-label={t.calendar}>
              <thead>
                <tr>
                  {weekdays.map((name) => (
                    <th key={name.en} scope="col">
                      {inWords(name)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {weeks.map((week) => (
                  <tr key={week[0]?.Day}>
                    {week.map(({ Day, In, KnownPercent }) => (
                      <td key={Day} className={In === null ? 'footfall-unknown' : ''} style={shareOf(In, most)}>
                        <small>{Day.slice(5)}</small>
                        {In === null ? t.unknown : whole(In)}
                        {In !== null && KnownPercent < completePercent ? (
                          <small>{t.partly(formatNumber(KnownPercent, 0))}</small>
                        ) : null}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        );
      }}
    </Frame>
  );
}

/** Which hours of which weekdays are busy. Route /monitor/passenger/heatmap. */
export function PassengerHeatmapPage() {
  const t = useText(footfallText);
  const inWords = useBilingual();
  const { days, tools } = useWeeks();
  return (
    <Frame days={days} tools={tools}>
      {({ MatrixList }) => {
        const most = mostOf(MatrixList.map(({ In }) => In));
        return (
          <section className="footfall-panel">
            <table className="footfall-grid footfall-heat" aria-label={t.heatmap}>
              <thead>
                <tr>
                  <td />
                  {Array.from({ length: 24 }, (_, hour) => (
                    <th key={clock(hour)} scope="col">
                      {hour}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {weekdays.map((name, index) => (
                  <tr key={name.en}>
                    <th scope="row">{inWords(name)}</th>
                    {MatrixList.slice(index * 24, index * 24 + 24).map(({ Hour, In, Days }) => (
                      <td
                        key={Hour}
                        className={In === null ? 'footfall-unknown' : ''}
                        style={shareOf(In, most)}
                        title={In === null ? t.unknown : t.cell(formatNumber(In, 1), Days)}
                      >
                        {whole(In)}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
            <p>{t.meanHint}</p>
          </section>
        );
      }}
    </Frame>
  );
}

/** Which entrances and areas people come by. Route /monitor/passenger/statisticsMap. */
export function PassengerStatisticsPage() {
  const t = useText(footfallText);
  const [days, choose] = useDays(longestDays);
  const [by, setBy] = useState<'counter' | 'area'>('counter');
  const tools = (
    <>
      <DaysField label={t.period} days={days} maxDays={longestDays} onChange={choose} />
      <Segmented<'counter' | 'area'>
        aria-label={t.by}
        value={by}
        onChange={setBy}
        options={[
          { value: 'counter', label: t.counter },
          { value: 'area', label: t.area },
        ]}
      />
    </>
  );
  return (
    <Frame days={days} tools={tools}>
      {({ CounterList, UnplacedIn }) => (
        <section className="footfall-panel">
          {by === 'counter' ? <CounterTable rows={CounterList} /> : <AreaTable rows={CounterList} />}
          {UnplacedIn > 0 ? <p>{t.unplaced(whole(UnplacedIn))}</p> : null}
        </section>
      )}
    </Frame>
  );
}

interface AreaRow {
  id: number | null;
  name: string;
  in: number;
  out: number;
}

function AreaTable({ rows }: { rows: readonly CounterRow[] }) {
  const t = useText(footfallText);
  const areas = useMemo(
    (): AreaRow[] =>
      [...Map.groupBy(rows, ({ LocationId }) => LocationId)].map(([id, each]) => ({
        id,
        name: each[0]?.LocationName ?? t.noArea,
        in: each.reduce((sum, { In }) => sum + (In ?? 0), 0),
        out: each.reduce((sum, { Out }) => sum + (Out ?? 0), 0),
      })),
    [rows, t],
  );
  const total = areas.reduce((sum, area) => sum + area.in, 0);
  return (
    <Table<AreaRow>
      size="small"
      pagination={false}
      scroll={{ x: 'max-content' }}
      rowKey={({ id }) => id ?? 0}
      dataSource={areas}
      columns={[
        { title: t.area, dataIndex: 'name' },
        { title: t.in, align: 'right', render: (_, row) => whole(row.in), sorter: (a, b) => a.in - b.in },
        { title: t.out, align: 'right', render: (_, row) => whole(row.out) },
        { title: t.share, render: (_, row) => <Share of={row.in} total={total} /> },
      ]}
    />
  );
}
