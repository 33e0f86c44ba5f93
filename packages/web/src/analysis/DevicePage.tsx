import type { AllCalls, CallData, DeviceGroup } from '@watchpost/contract';
import { Segmented, Table } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { links } from '../lib/links.ts';
import { dash, formatNumber } from '../lib/numbers.ts';
import { useCall } from '../lib/useCall.ts';
import { whileWaiting } from '../ui/list/index.ts';
import { Frame, NoProjects, useQuestion } from './Frame.tsx';
import { analysisText } from './text.ts';

type Worst = CallData<AllCalls['getDeviceAnalysis']>['WorstList'][number];

/** Devices by class, make or model, and the worst of them. Route /analysis/device. */
export function DevicePage() {
  const t = useText(analysisText);
  const question = useQuestion();
  const [group, choose] = useState<'class' | 'brand' | 'model'>('class');
  const answer = useCall(
    'getDeviceAnalysis',
    { body: { ...question.body, Group: group } },
    { scope: 'company', ...whileWaiting },
  );
  const tools = (
    <Segmented
      aria-label={t.groupBy}
      value={group}
      onChange={choose}
      options={[
        { value: 'class' as const, label: t.byClass },
        { value: 'brand' as const, label: t.byBrand },
        { value: 'model' as const, label: t.byModel },
      ]}
    />
  );
  return (
    <Frame question={question} answer={answer} tools={tools}>
      {({ GroupList, WorstList }) =>
        GroupList.length === 0 ? (
          <NoProjects />
        ) : (
          <>
            <section className="analysis-panel" aria-label={t.devices}>
              <Groups of={GroupList} />
            </section>
            <section className="analysis-panel" aria-label={t.worstDevices}>
              <h2>{t.worstDevices}</h2>
              <WorstDevices of={WorstList} />
            </section>
          </>
        )
      }
    </Frame>
  );
}

function Groups({ of: rows }: { of: readonly DeviceGroup[] }) {
  const t = useText(analysisText);
  const dates = useDates();
  return (
    <Table<DeviceGroup>
      size="small"
      rowKey="Key"
      scroll={{ x: 'max-content' }}
      pagination={{ hideOnSinglePage: true, defaultPageSize: 50 }}
      dataSource={[...rows]}
      columns={[
        { title: t.name, fixed: 'left', render: (_, { Name }) => Name || t.noName },
        { title: t.devices, align: 'right', dataIndex: 'Devices', sorter: (a, b) => a.Devices - b.Devices },
        { title: t.alarms, align: 'right', dataIndex: 'Alarms', sorter: (a, b) => a.Alarms - b.Alarms },
        { title: t.urgent, align: 'right', dataIndex: 'Urgent', sorter: (a, b) => a.Urgent - b.Urgent },
        {
          title: t.perDeviceMonth,
          align: 'right',
          sorter: (a, b) => (a.PerDeviceMonth ?? -1) - (b.PerDeviceMonth ?? -1),
          render: (_, { PerDeviceMonth }) => formatNumber(PerDeviceMonth, 2),
        },
        {
          title: t.mtbf,
          align: 'right',
          sorter: (a, b) => (a.MtbfHours ?? Number.MAX_VALUE) - (b.MtbfHours ?? Number.MAX_VALUE),
          render: (_, { MtbfHours }) => (MtbfHours === null ? dash : dates.duration(MtbfHours * 3600)),
        },
        { title: t.back, align: 'right', render: (_, { BackMedian }) => dates.duration(BackMedian) },
        {
          title: t.excursion,
          align: 'right',
          sorter: (a, b) => a.ExcursionSeconds - b.ExcursionSeconds,
          render: (_, { ExcursionSeconds }) => dates.duration(ExcursionSeconds),
        },
      ]}
    />
  );
}

function WorstDevices({ of: rows }: { of: readonly Worst[] }) {
  const t = useText(analysisText);
  const dates = useDates();
  return (
    <Table<Worst>
      size="small"
      rowKey="Mtid"
      scroll={{ x: 'max-content' }}
      pagination={false}
      dataSource={[...rows]}
      columns={[
        {
          title: t.device,
          fixed: 'left',
          render: (_, { Mtid, MName, ProjectId }) => <Link to={links.device(Mtid, ProjectId)}>{MName}</Link>,
        },
        { title: t.deviceClass, dataIndex: 'ClassName' },
        { title: t.project, dataIndex: 'ProjectName' },
        { title: t.alarms, align: 'right', dataIndex: 'Alarms' },
        { title: t.urgent, align: 'right', dataIndex: 'Urgent' },
        {
          title: t.excursion,
          align: 'right',
          render: (_, { ExcursionSeconds }) => dates.duration(ExcursionSeconds),
        },
        { title: t.repairs, align: 'right', dataIndex: 'Repairs' },
      ]}
    />
  );
}
