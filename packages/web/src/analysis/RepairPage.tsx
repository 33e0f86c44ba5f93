import {
  type AllCalls,
  type CallData,
  type RepairFigure,
  type RepairFigures,
  repairReaders,
} from '@watchpost/contract';
import { Segmented, Table } from 'antd';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { links } from '../lib/links.ts';
import { dash, formatNumber } from '../lib/numbers.ts';
import { useMay } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { whileWaiting } from '../ui/list/index.ts';
import { Figures, Frame, useQuestion } from './Frame.tsx';
import { analysisText } from './text.ts';

type Group = CallData<AllCalls['getRepairAnalysis']>['GroupList'][number];

/** Which filter of the list of orders stands for a group. */
const filterOf = { class: 'class', team: 'team', assignee: 'engineer', cause: 'code' } as const;

const share = (part: number, whole: number): string =>
  whole === 0 ? dash : `${formatNumber((part / whole) * 100, 1)} %`;

/** How repairs went, against the equal stretch before. Route /analysis/repair. */
export function RepairPage() {
  const t = useText(analysisText);
  const dates = useDates();
  const question = useQuestion();
  const mayOpen = useMay(...repairReaders);
  const [group, choose] = useState<'project' | 'class' | 'team' | 'assignee' | 'cause'>('project');
  const answer = useCall(
    'getRepairAnalysis',
    { body: { ...question.body, Group: group } },
    { scope: 'company', ...whileWaiting },
  );
  /** A figure that opens the orders that it counts: all of them, or those of a row. */
  const opens = (figure: RepairFigure, words: ReactNode, row?: Group): ReactNode => {
    if (!mayOpen || row?.Key === null) return words;
    const only = row && group !== 'project' ? { [filterOf[group]]: String(row.Key) } : {};
    const projectIds = row && group === 'project' ? [row.Key!] : question.picked;
    const { Start: from, End: to } = question.body;
    return <Link to={links.companyRepairsOf({ figure, from, to, projectIds, only })}>{words}</Link>;
  };
  const opening = (figure: RepairFigure, count: (row: Group) => number) => ({
    align: 'right' as const,
    sorter: (a: Group, b: Group) => count(a) - count(b),
    render: (_: unknown, row: Group) => opens(figure, count(row), row),
  });
  const timed = (
    name: string,
    now: RepairFigures,
    before: RepairFigures,
    of: 'Accept' | 'Repair' | 'Downtime',
    figure: RepairFigure,
  ) => ({
    name: t.medianOf(name),
    value: now[`${of}Median`] === null ? dash : opens(figure, dates.duration(now[`${of}Median`])),
    notes: [
      ...(now[`${of}P90`] === null ? [] : [t.p90(dates.duration(now[`${of}P90`]))]),
      ...(before[`${of}Median`] === null ? [] : [t.before(dates.duration(before[`${of}Median`]))]),
    ],
  });
  const tools = (
    <Segmented
      aria-label={t.groupBy}
      value={group}
      onChange={choose}
      options={[
        { value: 'project' as const, label: t.byProject },
        { value: 'class' as const, label: t.byDeviceClass },
        { value: 'team' as const, label: t.byTeam },
        { value: 'assignee' as const, label: t.byAssignee },
        { value: 'cause' as const, label: t.byCause },
      ]}
    />
  );
  return (
    <Frame question={question} answer={answer} tools={tools}>
      {({ Now: now, Before: before, GroupList }) => (
        <>
          <Figures
            label={t.repairs}
            of={[
              {
                name: t.submitted,
                value: opens('submitted', now.Submitted),
                notes: [opens('completed', t.completedOf(now.Completed)), t.before(String(before.Submitted))],
              },
              { name: t.overdue, value: opens('overdue', now.Overdue) },
              timed(t.accept, now, before, 'Accept', 'accepted'),
              timed(t.repair, now, before, 'Repair', 'repaired'),
              timed(t.downtime, now, before, 'Downtime', 'down'),
              {
                name: t.firstTime,
                value: now.FirstTimeOf === 0 ? dash : opens('firstTime', share(now.FirstTime, now.FirstTimeOf)),
                notes: [
                  now.FirstTimeOf > 0 && opens('mature', `${now.FirstTime} / ${now.FirstTimeOf}`),
                  now.Maturing > 0 && opens('maturing', t.maturing(now.Maturing)),
                  t.before(share(before.FirstTime, before.FirstTimeOf)),
                ],
              },
              { name: t.rework, value: opens('rework', now.Rework), notes: [t.before(String(before.Rework))] },
              {
                name: t.verified,
                value: now.Finished === 0 ? dash : opens('verified', share(now.Verified, now.Finished)),
                notes: [
                  now.Finished > 0 && opens('finished', `${now.Verified} / ${now.Finished}`),
                  t.before(share(before.Verified, before.Finished)),
                ],
              },
              {
                name: t.timeBetweenFailures,
                value: now.MtbfDays === null ? dash : opens('failures', t.days(formatNumber(now.MtbfDays, 1))),
                notes: [
                  now.MtbfAtLeastDays !== null && t.atLeastDays(formatNumber(now.MtbfAtLeastDays, 1)),
                  before.MtbfDays !== null && t.before(t.days(formatNumber(before.MtbfDays, 1))),
                ],
              },
            ]}
          />
          <section className="analysis-panel" aria-label={t.repairs}>
            <Table<Group>
              size="small"
              rowKey={({ Key, Name }) => `${Key} ${Name}`}
              scroll={{ x: 'max-content' }}
              pagination={{ hideOnSinglePage: true, defaultPageSize: 50 }}
              dataSource={[...GroupList]}
              columns={[
                { title: t.name, fixed: 'left', dataIndex: 'Name' },
                { title: t.submitted, ...opening('submitted', ({ Count }) => Count) },
                { title: t.completed, ...opening('completed', ({ Completed }) => Completed) },
                { title: t.rework, ...opening('rework', ({ Rework }) => Rework) },
                {
                  title: t.medianOf(t.repair),
                  align: 'right',
                  sorter: (a, b) => (a.RepairMedian ?? -1) - (b.RepairMedian ?? -1),
                  render: (_, row) =>
                    row.RepairMedian === null ? dash : opens('repaired', dates.duration(row.RepairMedian), row),
                },
              ]}
            />
          </section>
        </>
      )}
    </Frame>
  );
}
