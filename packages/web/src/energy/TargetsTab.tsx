import { Button, Table } from 'antd';
import { useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { formatNumber } from '../lib/numbers.ts';
import { useMay, useProject } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { useToday } from '../ui/days/index.ts';
import { NumberField } from '../ui/form/index.ts';
import { ErrorState, ListSkeleton, useNotify, useSave } from '../ui/index.ts';
import { whileWaiting } from '../ui/list/index.ts';
import { baselineText } from './baselineText.ts';
import { callsAboutEnergy } from './callsAboutEnergy.ts';
import { kwh, yuan } from './EnergyPieces.tsx';

/** What was typed of a month: a budget that is left out stays. */
type Budget = { Kwh?: number | null; Yuan?: number | null };

/** Budgets of the months of a year, with what was used. */
export function TargetsTab() {
  const t = useText(baselineText);
  const { ProjectId } = useProject();
  const mayEdit = useMay('energyEdit');
  const notify = useNotify();
  const thisYear = Number(useToday().slice(0, 4));
  const [year, choose] = useState(thisYear);
  const [typed, type] = useState<ReadonlyMap<string, Budget>>(new Map());
  const save = useSave(callsAboutEnergy, () => type(new Map()));
  const targets = useCall('getEnergyTargets', { query: { projectId: ProjectId, year } }, whileWaiting);
  if (targets.error && !targets.data)
    return <ErrorState error={targets.error} onRetry={() => void targets.refetch()} />;
  if (!targets.data) return <ListSkeleton rows={6} />;
  const send = () =>
    save(
      'saveEnergyTargets',
      { body: { ProjectId, TargetList: [...typed].map(([Month, budget]) => ({ Month, ...budget })) } },
      t.saved_,
    ).catch(notify.failure);
  const share = (part: number | null, of: number | null) =>
    part === null || !of ? '–' : `${formatNumber((part / of) * 100, 0)} %`;
  const field = (label: string, key: keyof Budget) => (row: (typeof targets.data & object)[number]) => {
    const own = typed.get(row.Month);
    const kept = key === 'Kwh' ? row.BudgetWh && row.BudgetWh / 1000 : row.BudgetFen && row.BudgetFen / 100;
    return (
      <NumberField
        aria-label={t.fieldOf(label, row.Month)}
        min={0}
        disabled={!mayEdit}
        value={own?.[key] === undefined ? kept : own[key]}
        onChange={(value) => type(new Map(typed).set(row.Month, { ...own, [key]: value }))}
      />
    );
  };
  return (
    <div className="energy-page">
      <section className="energy-panel">
        <h2>{t.targets}</h2>
        <div className="energy-tools">
          <NumberField
            aria-label={t.year}
            min={2000}
            max={2999}
            value={year}
            onChange={(value) => {
              if (value === null) return;
              choose(value);
              type(new Map());
            }}
          />
          {mayEdit ? (
            <Button type="primary" disabled={typed.size === 0} onClick={() => void send()}>
              {t.save}
            </Button>
          ) : null}
        </div>
        <Table
          size="small"
          rowKey="Month"
          pagination={false}
          scroll={{ x: 860 }}
          dataSource={[...targets.data]}
          columns={[
            { title: t.month, dataIndex: 'Month' },
            { title: t.budgetKwh, key: 'kwh', render: (_, row) => field(t.budgetKwh, 'Kwh')(row) },
            { title: t.usedKwh, key: 'used', className: 'energy-number', render: (_, { Wh }) => kwh(Wh) },
            {
              title: t.ofBudget,
              key: 'share',
              className: 'energy-number',
              render: (_, { Wh, BudgetWh }) => share(Wh, BudgetWh),
            },
            { title: t.budgetYuan, key: 'yuan', render: (_, row) => field(t.budgetYuan, 'Yuan')(row) },
            { title: t.usedYuan, key: 'cost', className: 'energy-number', render: (_, { CostFen }) => yuan(CostFen) },
            {
              title: `${t.ofBudget} (¥)`,
              key: 'costShare',
              className: 'energy-number',
              render: (_, { CostFen, BudgetFen }) => share(CostFen, BudgetFen),
            },
          ]}
        />
      </section>
    </div>
  );
}
