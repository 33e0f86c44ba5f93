import { type AllCalls, type CallData, mondayKinds, type RankedProject } from '@watchpost/contract';
import { Table } from 'antd';
import { Link } from 'react-router';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { links } from '../lib/links.ts';
import { formatNumber } from '../lib/numbers.ts';
import { useCall } from '../lib/useCall.ts';
import { WordTag } from '../ui/index.ts';
import { whileWaiting } from '../ui/list/index.ts';
import { useCountedAlarms } from './CountedAlarms.tsx';
import { Figures, Frame, NoProjects, useQuestion } from './Frame.tsx';
import { analysisText } from './text.ts';

type Home = CallData<AllCalls['getHomeAnalysis']>;

/** Where goods, time and sleep are lost, whether it gets better, and what to do on Monday. Route /analysis/home. */
export function HomePage() {
  const t = useText(analysisText);
  const dates = useDates();
  const question = useQuestion();
  const answer = useCall('getHomeAnalysis', { body: question.body }, { scope: 'company', ...whileWaiting });
  const { opens, shown } = useCountedAlarms(question.body);
  return (
    <>
      <Frame question={question} answer={answer}>
        {({ Now: now, Before: before, ProjectList, MondayList }) =>
          ProjectList.length === 0 ? (
            <NoProjects />
          ) : (
            <>
              <Figures
                label={t.alarms}
                of={[
                  {
                    name: t.alarms,
                    value: opens('raised', now.Alarms),
                    notes: [t.urgentOf(now.Urgent), opens('before', t.before(String(before.Alarms)))],
                  },
                  {
                    name: t.perDeviceMonth,
                    value: opens('raised', formatNumber(now.PerDeviceMonth, 2)),
                    notes: [`${t.devices} ${now.Devices}`, t.before(formatNumber(before.PerDeviceMonth, 2))],
                  },
                  {
                    name: t.excursion,
                    value: opens('raised', dates.duration(now.ExcursionSeconds)),
                    notes: [t.before(dates.duration(before.ExcursionSeconds))],
                  },
                  {
                    name: t.medianOf(t.ack),
                    value: opens('confirmed', dates.duration(now.AckMedian)),
                    notes: [
                      t.p90(dates.duration(now.AckP90)),
                      now.Unconfirmed > 0 && opens('unconfirmed', t.unconfirmed(now.Unconfirmed)),
                      t.before(dates.duration(before.AckMedian)),
                    ],
                  },
                  {
                    name: t.medianOf(t.back),
                    value: opens('raised', dates.duration(now.BackMedian)),
                    notes: [t.p90(dates.duration(now.BackP90)), t.before(dates.duration(before.BackMedian))],
                  },
                ]}
              />
              <section className="analysis-panel" aria-label={t.monday}>
                <h2>{t.monday}</h2>
                <Waiting of={MondayList} />
              </section>
              <section className="analysis-panel" aria-label={t.ranking}>
                <h2>{t.ranking}</h2>
                <p>{t.rankingHint}</p>
                <Ranking of={ProjectList} opens={opens} />
              </section>
            </>
          )
        }
      </Frame>
      {shown}
    </>
  );
}

function Waiting({ of: rows }: { of: Home['MondayList'] }) {
  const t = useText(analysisText);
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
    })[Kind];
  return (
    <ul className="analysis-waiting">
      {rows.map((row) => (
        <li key={`${row.Kind} ${row.Id}`}>
          <WordTag good={row.Kind === 'urgentOpen' ? false : null} words={inWords(mondayKinds[row.Kind])} />
          <Link to={linkOf(row)}>{row.Name || row.ProjectName}</Link>
          <span>{row.ProjectName}</span>
          {row.SinceEpoch === null ? null : <span>{t.since(dates.dateTime(row.SinceEpoch))}</span>}
        </li>
      ))}
    </ul>
  );
}

const isGood = { worst: false, bad: false, usual: null, good: true, best: true } as const;

function Ranking({
  of: rows,
  opens,
}: {
  of: readonly RankedProject[];
  opens: ReturnType<typeof useCountedAlarms>['opens'];
}) {
  const t = useText(analysisText);
  const dates = useDates();
  return (
    <Table<RankedProject>
      size="small"
      rowKey="ProjectId"
      scroll={{ x: 'max-content' }}
      pagination={{ hideOnSinglePage: true, defaultPageSize: 50 }}
      dataSource={[...rows]}
      columns={[
        {
          title: t.project,
          fixed: 'left',
          sorter: (a, b) => a.ProjectName.localeCompare(b.ProjectName, 'zh'),
          render: (_, { ProjectId, ProjectName }) => <Link to={links.alarmsOfProject(ProjectId)}>{ProjectName}</Link>,
        },
        { title: t.devices, align: 'right', dataIndex: 'Devices', sorter: (a, b) => a.Devices - b.Devices },
        {
          title: t.alarms,
          align: 'right',
          sorter: (a, b) => a.Alarms - b.Alarms,
          render: (_, row) => opens('raised', row.Alarms, row),
        },
        { title: t.expected, align: 'right', render: (_, { Expected }) => formatNumber(Expected, 1) },
        {
          title: t.perDeviceMonth,
          align: 'right',
          sorter: (a, b) => (a.PerDeviceMonth ?? -1) - (b.PerDeviceMonth ?? -1),
          render: (_, row) => opens('raised', formatNumber(row.PerDeviceMonth, 2), row),
        },
        {
          title: t.excursion,
          align: 'right',
          sorter: (a, b) => a.ExcursionSeconds - b.ExcursionSeconds,
          render: (_, row) => opens('raised', dates.duration(row.ExcursionSeconds), row),
        },
        {
          title: t.ack,
          align: 'right',
          render: (_, row) => opens('confirmed', dates.duration(row.AckMedian), row),
        },
        {
          title: t.standing,
          render: (_, { Standing }) => <WordTag good={isGood[Standing]} words={t[Standing]} />,
        },
      ]}
    />
  );
}
