import { Button, Segmented, Select, Table } from 'antd';
import { useState } from 'react';
import { useListExport } from '../downloads/index.ts';
import { useText } from '../lib/defineText.ts';
import { usePreference } from '../lib/preferences.ts';
import { useProject } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { useToday } from '../ui/days/index.ts';
import { EmptyState, ErrorState, ListSkeleton } from '../ui/index.ts';
import { whileWaiting } from '../ui/list/index.ts';
import { kwh, yuan } from './EnergyPieces.tsx';
import { energyText } from './text.ts';

const isMetric = (value: unknown): boolean => value === 'energy' || value === 'cost';

/** A year by sub-item and month, as one table. Route /energyManage/indexOld. */
export function EnergyTablePage() {
  const t = useText(energyText);
  const { ProjectId } = useProject();
  const thisYear = Number(useToday().slice(0, 4));
  const [year, setYear] = useState(thisYear);
  const [metric, setMetric] = usePreference<'energy' | 'cost'>('energy.tableMetric', 'energy', isMetric);
  const exportList = useListExport();
  const input = { body: { ProjectId, Year: year } };
  const page = useCall('getEnergyMonths', input, whileWaiting);
  const show = (cell: { Wh: number | null; CostFen: number | null }) =>
    metric === 'energy' ? kwh(cell.Wh) : yuan(cell.CostFen);
  const tools = (
    <div className="energy-tools">
      <Select
        aria-label={t.year}
        value={year}
        onChange={setYear}
        options={[0, 1, 2, 3].map((back) => ({ value: thisYear - back, label: String(thisYear - back) }))}
      />
      <Segmented<'energy' | 'cost'>
        aria-label={t.metric}
        value={metric}
        onChange={setMetric}
        options={[
          { value: 'energy', label: `${t.energy} (kWh)` },
          { value: 'cost', label: `${t.cost} (¥)` },
        ]}
      />
      <Button disabled={!page.data} onClick={() => void exportList('energyMonths', input)}>
        {t.export}
      </Button>
    </div>
  );
  if (page.error && !page.data)
    return (
      <div className="page energy-page">
        {tools}
        <ErrorState error={page.error} onRetry={() => void page.refetch()} />
      </div>
    );
  return (
    <div className="page energy-page">
      {tools}
      {!page.data ? (
        <ListSkeleton rows={8} />
      ) : page.data.Data.every(({ Wh }) => Wh === null) ? (
        <EmptyState title={t.empty} />
      ) : (
        <Table
          size="small"
          rowKey={({ SubentryId }) => SubentryId ?? 0}
          pagination={false}
          scroll={{ x: 'max-content' }}
          dataSource={[...page.data.Data]}
          columns={[
            {
              title: t.subItem,
              key: 'name',
              fixed: 'left',
              render: (_, { SubentryName, Depth }) => (
                <span style={{ paddingInlineStart: Depth * 16 }}>{SubentryName}</span>
              ),
            },
            ...Array.from({ length: 12 }, (_, i) => ({
              title: t.month(i + 1),
              key: `m${i}`,
              className: 'energy-number',
              render: (_: unknown, { MonthList }: NonNullable<typeof page.data>['Data'][number]) => show(MonthList[i]!),
            })),
            { title: t.whole, key: 'year', className: 'energy-number', render: (_, row) => <b>{show(row)}</b> },
          ]}
        />
      )}
    </div>
  );
}
