import type { AllCalls, CallData, PlannedRead } from '@watchpost/contract';
import { Alert, Segmented, Table, Tag, Tooltip } from 'antd';
import { useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { formatNumber } from '../lib/numbers.ts';
import { useCall } from '../lib/useCall.ts';
import { EmptyState, ErrorState, ListSkeleton } from '../ui/index.ts';
import { milliseconds, twoDigits } from './numbers.ts';
import { planText, text } from './text.ts';

type Plan = CallData<AllCalls['getReadPlan']>;

/** Above this share of its time a line has no room for a late answer. */
const tightPercent = 80;

const percent = (value: number | null): string =>
  value === null ? '–' : `${formatNumber(value, value < 10 ? 1 : 0)} %`;

/** How a gateway is polled: which requests, what they cost, and whether they fit. */
export function PlanPart({ gatewayId, slaveId }: { gatewayId: number; slaveId: number | null }) {
  const t = useText(text);
  const p = useText(planText);
  const [isWhole, setWhole] = useState(slaveId === null);
  const plan = useCall(
    'getReadPlan',
    { query: { deviceId: gatewayId } },
    { scope: 'company', refetchInterval: 5_000, placeholderData: (before) => before },
  );
  const { data } = plan;
  if (plan.error && !data) return <ErrorState error={plan.error} onRetry={() => void plan.refetch()} />;
  if (!data) return <ListSkeleton rows={6} />;
  if (data.ReadList.length === 0) return <EmptyState title={p.empty} hint={p.emptyHint} />;
  const rows = isWhole ? data.ReadList : data.ReadList.filter(({ SlaveId }) => SlaveId === slaveId);
  return (
    <section className="workbench-part" aria-label={t.plan}>
      {data.DutyPercent > 100 || (data.MeasuredDutyPercent ?? 0) > 100 ? (
        <Alert type="error" showIcon title={p.tooBusy} />
      ) : null}
      {data.IsConnected ? null : <Alert type="info" showIcon title={p.notConnected} />}
      <Facts plan={data} />
      {slaveId === null ? null : (
        <Segmented<string>
          aria-label={t.plan}
          value={isWhole ? 'whole' : 'slave'}
          onChange={(value) => setWhole(value === 'whole')}
          options={[
            { value: 'whole', label: p.wholeLine },
            { value: 'slave', label: p.thisSlave },
          ]}
        />
      )}
      <Table<PlannedRead>
        size="small"
        rowKey={(row) => `${row.SlaveId} ${row.FunctionCode} ${row.StartAddress} ${row.Cycle} ${row.IsRefused}`}
        dataSource={rows}
        scroll={{ x: 'max-content' }}
        pagination={rows.length > 50 ? { pageSize: 50, showSizeChanger: false } : false}
        columns={[
          {
            title: t.slave,
            render: (_, row) => (
              <>
                <span className="tabular">{row.SlaveAddress}</span> {row.SlaveName}
                {data.LostSlaveIds.includes(row.SlaveId) ? (
                  <Mark words={p.lost} hint={p.lostHint} color="error" />
                ) : null}
              </>
            ),
          },
          {
            title: p.request,
            render: (_, row) => (
              <>
                <span className="tabular">
                  {p.span(twoDigits(row.FunctionCode), row.StartAddress, row.StartAddress + row.Quantity - 1)}
                </span>
                {row.IsPadded ? <Mark words={p.padded} hint={p.paddedHint} /> : null}
                {row.IsAmbiguous ? <Mark words={p.ambiguous} hint={p.ambiguousHint} color="warning" /> : null}
                {row.IsRefused ? <Mark words={p.refused} hint={p.refusedHint} color="error" /> : null}
              </>
            ),
          },
          { title: p.quantity, align: 'right', dataIndex: 'Quantity', className: 'tabular' },
          {
            title: <Tooltip title={p.unusedHint}>{p.unused}</Tooltip>,
            align: 'right',
            dataIndex: 'Unused',
            className: 'tabular',
          },
          { title: p.points, className: 'workbench-names', render: (_, row) => <Names row={row} /> },
          { title: p.cycle, align: 'right', render: (_, { Cycle }) => p.seconds(Cycle) },
          {
            title: <Tooltip title={p.wireHint}>{p.wire}</Tooltip>,
            align: 'right',
            render: (_, { WireMs }) => (
              <span className="tabular">{WireMs === null ? '–' : p.ms(milliseconds(WireMs))}</span>
            ),
          },
          {
            title: <Tooltip title={p.measuredHint}>{p.measured}</Tooltip>,
            align: 'right',
            render: (_, { MeanMs, WorstMs }) => (
              <span className="tabular">
                {MeanMs === null ? '–' : `${p.ms(milliseconds(MeanMs))} (${milliseconds(WorstMs)})`}
              </span>
            ),
          },
        ]}
      />
    </section>
  );
}

function Names({ row: { PointNames, PointCount } }: { row: PlannedRead }) {
  const p = useText(planText);
  const t = useText(text);
  const names = PointNames.join(t.comma);
  if (PointNames.length === 0) return <>{PointCount}</>;
  return (
    <>
      {names}
      {PointCount > PointNames.length ? ` ${p.others(PointCount, PointCount - PointNames.length)}` : ''}
    </>
  );
}

const Mark = ({ words, hint, color }: { words: string; hint: string; color?: string }) => (
  <Tooltip title={hint}>
    <Tag {...(color ? { color } : {})} className="workbench-mark">
      {words}
    </Tag>
  </Tooltip>
);

/** The line as a whole. */
function Facts({ plan }: { plan: Plan }) {
  const p = useText(planText);
  const asked = plan.ReadList.filter(({ IsRefused }) => !IsRefused);
  const cycles = [...new Set(asked.map(({ Cycle }) => Cycle))].sort((a, b) => a - b);
  const busyIn = (cycle: number): string => {
    const times = asked.filter(({ Cycle }) => Cycle === cycle).map(({ BusyMs }) => BusyMs);
    const known = times.filter((ms) => ms !== null);
    return known.length === 0 ? '–' : p.ms(milliseconds(known.reduce((sum, ms) => sum + ms, 0)));
  };
  const shown = plan.MeasuredDutyPercent ?? plan.DutyPercent;
  const facts: [string, React.ReactNode][] = [
    [p.requests, asked.length],
    ...cycles.map((cycle): [string, React.ReactNode] => [p.perCycle(cycle), busyIn(cycle)]),
    [p.duty, percent(plan.DutyPercent)],
    [p.dutyNow, percent(plan.MeasuredDutyPercent)],
    [p.missed, plan.MissedCycles === null ? '–' : `${plan.MissedCycles} ${p.missedHint}`],
    ...(plan.IsSerial ? [[p.pause, p.ms(milliseconds(plan.PauseMs))] as [string, React.ReactNode]] : []),
  ];
  return (
    <>
      <dl className="workbench-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="tabular">{value}</dd>
          </div>
        ))}
      </dl>
      <meter
        className={`workbench-duty ${shown > 100 ? 'workbench-over' : shown > tightPercent ? 'workbench-tight' : ''}`}
        aria-label={p.duty}
        min={0}
        max={100}
        value={Math.min(100, shown)}
      />
    </>
  );
}
