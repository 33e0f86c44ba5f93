import type { AllCalls, CallData, DeviceGroup } from '@watchpost/contract';
import { Button, Segmented, Table } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { useListExport } from '../downloads/index.ts';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { links } from '../lib/links.ts';
import { dash, formatNumber } from '../lib/numbers.ts';
import { useCall } from '../lib/useCall.ts';
import { whileWaiting } from '../ui/list/index.ts';
import { type AnalysedMore, Opens, useAnalysedAlarms } from './AlarmsOfFigure.tsx';
import { Comparison, type DeviceKind } from './Comparison.tsx';
import { Explained } from './Explained.tsx';
import { Frame, NoProjects, percent, useQuestion } from './Frame.tsx';
import { analysisText } from './text.ts';

type Worst = CallData<AllCalls['getDeviceAnalysis']>['WorstList'][number];

/** Devices by class, make or model, and the worst of them. Route /analysis/device. */
export function DevicePage() {
  const t = useText(analysisText);
  const question = useQuestion();
  const [group, choose] = useState<DeviceKind>('class');
  const { open, shown } = useAnalysedAlarms(question.body);
  const openRaised =
    open && ((more: AnalysedMore, name: string) => open('raised', { ...more, DevicesOnly: true }, name));
  const answer = useCall(
    'getDeviceAnalysis',
    { body: { ...question.body, Group: group } },
    { scope: 'company', ...whileWaiting },
  );
  const exportList = useListExport();
  const tools = (
    <>
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
      <Button onClick={() => void exportList('analysedDevices', { body: { ...question.body, Group: group } })}>
        {t.export}
      </Button>
    </>
  );
  return (
    <>
      <Frame question={question} answer={answer} tools={tools}>
        {({ GroupList, WorstList }) =>
          GroupList.length === 0 ? (
            <NoProjects />
          ) : (
            <>
              <section className="analysis-panel" aria-label={t.devices}>
                <Groups of={GroupList} group={group} onOpen={openRaised} />
              </section>
              <Comparison group={group} groups={GroupList} body={question.body} />
              <section className="analysis-panel" aria-label={t.worstDevices}>
                <h2>{t.worstDevices}</h2>
                <WorstDevices of={WorstList} onOpen={openRaised} />
              </section>
            </>
          )
        }
      </Frame>
      {shown}
    </>
  );
}

/** The devices of a row, as calls ask for them. */
const devicesOf = (group: DeviceKind, key: string) =>
  ({ class: { SmallTypeId: Number(key) }, brand: { Brand: key }, model: { Model: key } })[group];

function Groups({
  of: rows,
  group,
  onOpen,
}: {
  of: readonly DeviceGroup[];
  group: DeviceKind;
  onOpen: ((more: AnalysedMore, name: string) => void) | null;
}) {
  const t = useText(analysisText);
  const dates = useDates();
  return (
    <>
      <Table<DeviceGroup>
        size="small"
        rowKey="Key"
        scroll={{ x: 900 }}
        tableLayout="auto"
        pagination={{ hideOnSinglePage: true, defaultPageSize: 50 }}
        dataSource={[...rows]}
        columns={[
          { title: t.name, fixed: 'left', render: (_, { Name }) => Name || t.noName },
          { title: t.devices, align: 'right', dataIndex: 'Devices', sorter: (a, b) => a.Devices - b.Devices },
          {
            title: t.alarms,
            align: 'right',
            sorter: (a, b) => a.Alarms - b.Alarms,
            render: (_, { Key, Name, Alarms }) => {
              const name = Name || t.noName;
              return onOpen === null ? (
                Alarms
              ) : (
                <Opens label={t.show(`${name} ${Alarms}`)} onOpen={() => onOpen(devicesOf(group, Key), name)}>
                  {Alarms}
                </Opens>
              );
            },
          },
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
            title: t.degreeHours,
            align: 'right',
            sorter: (a, b) => (a.DegreeHours ?? -1) - (b.DegreeHours ?? -1),
            render: (_, { DegreeHours }) => formatNumber(DegreeHours, 1),
          },
          {
            title: t.deviceAvailability,
            align: 'right',
            sorter: (a, b) => (a.DeviceAvailability ?? 101) - (b.DeviceAvailability ?? 101),
            render: (_, { DeviceAvailability }) => percent(DeviceAvailability),
          },
          {
            title: t.excursion,
            align: 'right',
            sorter: (a, b) => a.ExcursionSeconds - b.ExcursionSeconds,
            render: (_, { ExcursionSeconds }) => dates.duration(ExcursionSeconds),
          },
        ]}
      />
      {/* Not in the column heads: antd renders those a second time, hidden, where a button would still take the focus. */}
      <p className="analysis-definitions">
        <span>
          <Explained name={t.perDeviceMonth} means={t.perDeviceMonthMeans} />
        </span>
        <span>
          <Explained name={t.mtbf} means={t.mtbfMeans} />
        </span>
        <span>
          <Explained name={t.degreeHours} means={t.degreeHoursMean} />
        </span>
        <span>
          <Explained name={t.deviceAvailability} means={t.deviceAvailabilityMeans} />
        </span>
        <span>
          <Explained name={t.excursion} means={t.excursionMeans} />
        </span>
      </p>
    </>
  );
}

function WorstDevices({
  of: rows,
  onOpen,
}: {
  of: readonly Worst[];
  onOpen: ((more: AnalysedMore, name: string) => void) | null;
}) {
  const t = useText(analysisText);
  const dates = useDates();
  return (
    <Table<Worst>
      size="small"
      rowKey="Mtid"
      scroll={{ x: 900 }}
      tableLayout="auto"
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
        {
          title: t.alarms,
          align: 'right',
          render: (_, { Mtid, MName, Alarms }) =>
            onOpen === null ? (
              Alarms
            ) : (
              <Opens label={t.show(`${MName} ${Alarms}`)} onOpen={() => onOpen({ DeviceId: Mtid }, MName)}>
                {Alarms}
              </Opens>
            ),
        },
        { title: t.urgent, align: 'right', dataIndex: 'Urgent' },
        {
          title: t.excursion,
          align: 'right',
          render: (_, { ExcursionSeconds }) => dates.duration(ExcursionSeconds),
        },
        { title: t.degreeHours, align: 'right', render: (_, { DegreeHours }) => formatNumber(DegreeHours, 1) },
        {
          title: t.deviceAvailability,
          align: 'right',
          render: (_, { DeviceAvailability }) => percent(DeviceAvailability),
        },
        { title: t.repairs, align: 'right', dataIndex: 'Repairs' },
      ]}
    />
  );
}
