import {
  type Against,
  type AllCalls,
  type AnalysisAlarmFigure,
  againstWhat,
  type CallData,
  type MondayKind,
  mondayKinds,
  type RankedProject,
} from '@watchpost/contract';
import { Button, Segmented, Table } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useListExport } from '../downloads/index.ts';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { links } from '../lib/links.ts';
import { dash, formatNumber } from '../lib/numbers.ts';
import { usePreference } from '../lib/preferences.ts';
import { serverNow } from '../lib/serverClock.ts';
import { useCall } from '../lib/useCall.ts';
import { WordTag } from '../ui/index.ts';
import { whileWaiting } from '../ui/list/index.ts';
import { Opens, useAnalysedAlarms } from './AlarmsOfFigure.tsx';
import { DayCalendar } from './DayCalendar.tsx';
import { Explained } from './Explained.tsx';
import { type Figure, Figures, Frame, NoProjects, percent, useQuestion } from './Frame.tsx';
import { leastForScatter, placesOf, Scatter } from './Scatter.tsx';
import { analysisText } from './text.ts';

type Home = CallData<AllCalls['getHomeAnalysis']>;

/** Where goods, time and sleep are lost, whether it gets better, and what to do on Monday. Route /analysis/home. */
export function HomePage() {
  const t = useText(analysisText);
  const inWords = useBilingual();
  const question = useQuestion();
  const { open, shown } = useAnalysedAlarms(question.body);
  const [against, hold] = usePreference<Against>(
    'analysis.against',
    'before',
    (value) => typeof value === 'string' && value in againstWhat,
  );
  const body = { ...question.body, Against: against };
  const answer = useCall('getHomeAnalysis', { body }, { scope: 'company', ...whileWaiting });
  const exportList = useListExport();
  const opens = (figure: AnalysisAlarmFigure, name: string, value: ReactNode): ReactNode =>
    open ? (
      <Opens label={t.show(`${name} ${value}`)} onOpen={() => open(figure)}>
        {value}
      </Opens>
    ) : (
      value
    );
  return (
    <>
      <Frame
        question={question}
        answer={answer}
        tools={
          <>
            <Segmented<Against>
              aria-label={t.against}
              value={against}
              onChange={hold}
              options={(['before', 'lastYear'] as const).map((value) => ({
                value,
                label: inWords(againstWhat[value]),
              }))}
            />
            <Button onClick={() => void exportList('analysedProjects', { body })}>{t.export}</Button>
          </>
        }
      >
        {(home) =>
          home.ProjectList.length === 0 ? (
            <NoProjects />
          ) : (
            <>
              <HomeFigures of={home} opens={opens} earlier={against === 'lastYear' ? t.lastYear : t.before} />
              <section className="analysis-panel" aria-label={t.monday}>
                <h2>{t.monday}</h2>
                <Waiting of={home.MondayList} />
              </section>
              <section className="analysis-panel" aria-label={t.calendar}>
                <h2>
                  <Explained name={t.calendar} means={t.excursionMeans} />
                </h2>
                <p>{open ? `${t.calendarHint}${t.calendarOpens}` : t.calendarHint}</p>
                <DayCalendar
                  from={question.body.Start}
                  to={question.body.End}
                  days={home.DayList}
                  onOpen={open && ((day) => open('excursion', { Start: day, End: day }, day))}
                />
              </section>
              <Places of={home} onOpen={open && ((id, name) => open('excursion', { ProjectIdList: [id] }, name))} />
              <section className="analysis-panel" aria-label={t.ranking}>
                <h2>{t.ranking}</h2>
                <p>{t.rankingHint}</p>
                <Ranking
                  of={home.ProjectList}
                  onOpen={open && ((figure, id, name) => open(figure, { ProjectIdList: [id] }, name))}
                />
              </section>
            </>
          )
        }
      </Frame>
      {shown}
    </>
  );
}

function HomeFigures({
  of: { Now: now, Before: before },
  opens,
  earlier,
}: {
  of: Home;
  /** Words for the figure that it is held against. */
  earlier: (value: string) => string;
  opens: (figure: AnalysisAlarmFigure, name: string, value: ReactNode) => ReactNode;
}) {
  const t = useText(analysisText);
  const dates = useDates();
  const known =
    now.DataAvailability === null
      ? []
      : [
          t.offlineShare(percent(now.OfflineShare)),
          t.silentShare(percent(now.SilentShare)),
          t.badShare(percent(now.BadShare)),
        ];
  const energy: Figure[] =
    now.KwhPerM2 === null
      ? []
      : [
          {
            name: t.kwhPerM2,
            means: t.kwhPerM2Means,
            value: <Link to={links.energyOfCompany}>{t.perM2(formatNumber(now.KwhPerM2, 2))}</Link>,
            notes: [
              t.ofArea(formatNumber(now.Kwh, 0), formatNumber(now.SquareMetres, 0)),
              earlier(formatNumber(before.KwhPerM2, 2)),
            ],
          },
        ];
  return (
    <Figures
      label={t.alarms}
      of={[
        {
          name: t.alarms,
          means: t.alarmsMean,
          value: opens('raised', t.alarms, now.Alarms),
          notes: [opens('urgent', t.alarms, t.urgentOf(now.Urgent)), earlier(String(before.Alarms))],
        },
        {
          name: t.perDeviceMonth,
          means: t.perDeviceMonthMeans,
          value: opens('raised', t.perDeviceMonth, formatNumber(now.PerDeviceMonth, 2)),
          notes: [`${t.devices} ${now.Devices}`, earlier(formatNumber(before.PerDeviceMonth, 2))],
        },
        {
          name: t.excursion,
          means: t.excursionMeans,
          value: opens('excursion', t.excursion, dates.duration(now.ExcursionSeconds)),
          notes: [earlier(dates.duration(before.ExcursionSeconds))],
        },
        {
          name: t.degreeHours,
          means: t.degreeHoursMean,
          value:
            now.DegreeHours === null
              ? dash
              : opens('excursion', t.degreeHours, t.kelvinHours(formatNumber(now.DegreeHours, 1))),
          notes: [earlier(formatNumber(before.DegreeHours, 1))],
        },
        {
          name: t.deviceAvailability,
          means: t.deviceAvailabilityMeans,
          value: opens('fault', t.deviceAvailability, percent(now.DeviceAvailability)),
          notes: [earlier(percent(before.DeviceAvailability))],
        },
        {
          name: t.dataAvailability,
          means: t.dataAvailabilityMeans,
          value:
            now.DataAvailability === null ? (
              dash
            ) : (
              <Link to={links.alarmAnalysis}>{percent(now.DataAvailability)}</Link>
            ),
          notes: [...known, earlier(percent(before.DataAvailability))],
        },
        {
          name: t.medianOf(t.ack),
          means: t.ackMeans,
          value: opens('acked', t.ack, dates.duration(now.AckMedian)),
          notes: [
            t.p90(dates.duration(now.AckP90)),
            now.Unconfirmed > 0 && opens('unconfirmed', t.ack, t.unconfirmed(now.Unconfirmed)),
            earlier(dates.duration(before.AckMedian)),
          ],
        },
        {
          name: t.medianOf(t.back),
          means: t.backMeans,
          value: opens('cleared', t.back, dates.duration(now.BackMedian)),
          notes: [t.p90(dates.duration(now.BackP90)), earlier(dates.duration(before.BackMedian))],
        },
        ...energy,
      ]}
    />
  );
}

function Places({ of, onOpen }: { of: Home; onOpen: ((projectId: number, name: string) => void) | null }) {
  const t = useText(analysisText);
  const places = placesOf(of.ProjectList);
  if (places.length < leastForScatter) return null;
  return (
    <section className="analysis-panel" aria-label={t.scatter}>
      <h2>{t.scatter}</h2>
      <p>{t.scatterHint}</p>
      <Scatter places={places} onOpen={onOpen} />
    </section>
  );
}

const doOf = {
  urgentOpen: 'urgentOpen',
  standing: 'standingLong',
  gatewayAway: 'gatewayAway',
  repairOverdue: 'repairOverdue',
  visitOverdue: 'visitOverdue',
  limitSoon: 'limitSoon',
  warningOpen: 'warningOpen',
} as const satisfies Record<MondayKind, string>;

function Waiting({ of: rows }: { of: Home['MondayList'] }) {
  const t = useText(analysisText);
  const now = serverNow();
  const inWords = useBilingual();
  const dates = useDates();
  if (rows.length === 0) return <p>{t.nothingWaits}</p>;
  const linkOf = ({ Kind, Id, ProjectId }: Home['MondayList'][number]): string =>
    ({
      urgentOpen: links.alarm(Id, ProjectId),
      standing: links.alarm(Id, ProjectId),
      gatewayAway: links.gateway(Id, ProjectId),
      repairOverdue: links.companyRepair(Id),
      visitOverdue: links.maintenanceOrders,
      limitSoon: links.warning(Id, ProjectId),
      warningOpen: links.warning(Id, ProjectId),
    })[Kind];
  return (
    <ul className="analysis-waiting">
      {rows.map((row) => (
        <li key={`${row.Kind} ${row.Id}`}>
          <WordTag good={row.Kind === 'urgentOpen' ? false : null} words={inWords(mondayKinds[row.Kind])} />
          <Link to={linkOf(row)}>{row.Name || row.ProjectName}</Link>
          <span>{row.ProjectName}</span>
          {row.SinceEpoch === null ? null : (
            <span>
              {t.since(dates.dateTime(row.SinceEpoch))}
              {row.Kind === 'visitOverdue' ? '' : ` · ${t.activeFor(dates.duration((now - row.SinceEpoch) / 1000))}`}
            </span>
          )}
          {row.ExpectedEpoch === null ? null : <span>{t.expectedAt(dates.dateTime(row.ExpectedEpoch))}</span>}
          <span className="analysis-do">{t[doOf[row.Kind]]}</span>
        </li>
      ))}
    </ul>
  );
}

const isGood = { worst: false, bad: false, usual: null, few: null, good: true, best: true } as const;

function Ranking({
  of: rows,
  onOpen,
}: {
  of: readonly RankedProject[];
  onOpen: ((figure: AnalysisAlarmFigure, projectId: number, name: string) => void) | null;
}) {
  const t = useText(analysisText);
  const dates = useDates();
  const opens = (
    figure: AnalysisAlarmFigure,
    { ProjectId, ProjectName }: RankedProject,
    value: ReactNode,
  ): ReactNode =>
    onOpen === null ? (
      value
    ) : (
      <Opens label={t.show(`${ProjectName} ${value}`)} onOpen={() => onOpen(figure, ProjectId, ProjectName)}>
        {value}
      </Opens>
    );
  return (
    <Table<RankedProject>
      size="small"
      rowKey="ProjectId"
      scroll={{ x: 900 }}
      tableLayout="auto"
      pagination={{ hideOnSinglePage: true, defaultPageSize: 50 }}
      dataSource={[...rows]}
      columns={[
        {
          title: t.project,
          fixed: 'left',
          sorter: (a, b) => a.ProjectName.localeCompare(b.ProjectName, 'zh'),
          render: (_, { ProjectId, ProjectName }) => <Link to={links.alarmsOfProject(ProjectId)}>{ProjectName}</Link>,
        },
        {
          title: t.standing,
          render: (_, { Standing }) => <WordTag good={isGood[Standing]} words={t[Standing]} />,
        },
        { title: t.devices, align: 'right', dataIndex: 'Devices', sorter: (a, b) => a.Devices - b.Devices },
        {
          title: t.alarms,
          align: 'right',
          sorter: (a, b) => a.Alarms - b.Alarms,
          render: (_, row) => opens('raised', row, row.Alarms),
        },
        { title: t.expected, align: 'right', render: (_, { Expected }) => formatNumber(Expected, 1) },
        {
          title: t.perDeviceMonth,
          align: 'right',
          sorter: (a, b) => (a.PerDeviceMonth ?? -1) - (b.PerDeviceMonth ?? -1),
          render: (_, { PerDeviceMonth }) => formatNumber(PerDeviceMonth, 2),
        },
        {
          title: t.excursion,
          align: 'right',
          sorter: (a, b) => a.ExcursionSeconds - b.ExcursionSeconds,
          render: (_, row) => opens('excursion', row, dates.duration(row.ExcursionSeconds)),
        },
        {
          title: t.degreeHours,
          align: 'right',
          sorter: (a, b) => (a.DegreeHours ?? -1) - (b.DegreeHours ?? -1),
          render: (_, row) =>
            row.DegreeHours === null ? dash : opens('excursion', row, formatNumber(row.DegreeHours, 1)),
        },
        {
          title: t.deviceAvailability,
          align: 'right',
          sorter: (a, b) => (a.DeviceAvailability ?? 101) - (b.DeviceAvailability ?? 101),
          render: (_, row) =>
            row.DeviceAvailability === null ? dash : opens('fault', row, percent(row.DeviceAvailability)),
        },
        {
          title: t.dataAvailability,
          align: 'right',
          sorter: (a, b) => (a.DataAvailability ?? 101) - (b.DataAvailability ?? 101),
          render: (_, { DataAvailability }) => percent(DataAvailability),
        },
        {
          title: 'kWh/m²',
          align: 'right',
          sorter: (a, b) => (a.KwhPerM2 ?? -1) - (b.KwhPerM2 ?? -1),
          render: (_, { KwhPerM2 }) => formatNumber(KwhPerM2, 2),
        },
        { title: t.ack, align: 'right', render: (_, { AckMedian }) => dates.duration(AckMedian) },
      ]}
    />
  );
}
