import type { AllCalls, CallData, RepairFigures } from '@watchpost/contract';
import { Segmented, Table } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { links } from '../lib/links.ts';
import { dash, formatNumber } from '../lib/numbers.ts';
import { useCall } from '../lib/useCall.ts';
import { whileWaiting } from '../ui/list/index.ts';
import { Figures, Frame, useQuestion } from './Frame.tsx';
import { analysisText } from './text.ts';

type Group = CallData<AllCalls['getRepairAnalysis']>['GroupList'][number];

const share = (part: number, whole: number): string =>
  whole === 0 ? dash : `${formatNumber((part / whole) * 100, 1)} %`;

/** How repairs went, against the equal stretch before. Route /analysis/repair. */
export function RepairPage() {
  const t = useText(analysisText);
  const dates = useDates();
  const question = useQuestion();
  const [group, choose] = useState<'project' | 'class' | 'assignee'>('project');
  const answer = useCall(
    'getRepairAnalysis',
    { body: { ...question.body, Group: group } },
    { scope: 'company', ...whileWaiting },
  );
  const timed = (name: string, now: RepairFigures, before: RepairFigures, of: 'Accept' | 'Repair' | 'Downtime') => ({
    name: `${name} (${t.median})`,
    value: dates.duration(now[`${of}Median`]),
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
        { value: 'assignee' as const, label: t.byAssignee },
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
                value: <Link to={links.companyRepairs}>{now.Submitted}</Link>,
                notes: [t.completedOf(now.Completed), t.before(String(before.Submitted))],
              },
              { name: t.overdue, value: now.Overdue },
              timed(t.accept, now, before, 'Accept'),
              timed(t.repair, now, before, 'Repair'),
              timed(t.downtime, now, before, 'Downtime'),
              {
                name: t.firstTime,
                value: share(now.FirstTime, now.FirstTimeOf),
                notes: [
                  `${now.FirstTime} / ${now.FirstTimeOf}`,
                  now.Maturing > 0 && t.maturing(now.Maturing),
                  t.before(share(before.FirstTime, before.FirstTimeOf)),
                ],
              },
              { name: t.rework, value: now.Rework, notes: [t.before(String(before.Rework))] },
              {
                name: t.verified,
                value: share(now.Verified, now.Finished),
                notes: [`${now.Verified} / ${now.Finished}`, t.before(share(before.Verified, before.Finished))],
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
                { title: t.submitted, align: 'right', dataIndex: 'Count', sorter: (a, b) => a.Count - b.Count },
                {
                  title: t.completed,
                  align: 'right',
                  dataIndex: 'Completed',
                  sorter: (a, b) => a.Completed - b.Completed,
                },
                { title: t.rework, align: 'right', dataIndex: 'Rework', sorter: (a, b) => a.Rework - b.Rework },
                {
                  title: `${t.repair} (${t.median})`,
                  align: 'right',
                  sorter: (a, b) => (a.RepairMedian ?? -1) - (b.RepairMedian ?? -1),
                  render: (_, { RepairMedian }) => dates.duration(RepairMedian),
                },
              ]}
            />
          </section>
        </>
      )}
    </Frame>
  );
}
