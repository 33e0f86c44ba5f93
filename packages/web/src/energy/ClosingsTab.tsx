import { closingStates, type EnergyClosingRow } from '@watchpost/contract';
import { Button, Input, Table } from 'antd';
import { useState } from 'react';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { formatNumber } from '../lib/numbers.ts';
import { useMay, useProject } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { useToday } from '../ui/days/index.ts';
import { ConfirmDialog, NumberField, useDialog } from '../ui/form/index.ts';
import { EmptyState, ErrorState, ListSkeleton, useSave } from '../ui/index.ts';
import { whileWaiting } from '../ui/list/index.ts';
import { callsAboutEnergy } from './callsAboutEnergy.ts';
import { closingText } from './closingText.ts';
import { kwh, yuan } from './EnergyPieces.tsx';

/** Months of a year, which of them are closed, and what would change if those were not. */
export function ClosingsTab() {
  const t = useText(closingText);
  const dates = useDates();
  const inWords = useBilingual();
  const { ProjectId } = useProject();
  const mayEdit = useMay('energyEdit');
  const [year, choose] = useState(Number(useToday().slice(0, 4)));
  const dialog = useDialog();
  const months = useCall('getEnergyClosings', { query: { projectId: ProjectId, year } }, whileWaiting);
  if (months.error && !months.data) return <ErrorState error={months.error} onRetry={() => void months.refetch()} />;
  if (!months.data) return <ListSkeleton rows={6} />;
  return (
    <div className="energy-page">
      <section className="energy-panel">
        <h2>{t.closings}</h2>
        <p className="energy-muted">{t.hint}</p>
        <div className="energy-tools">
          <NumberField
            aria-label={t.year}
            min={2000}
            max={2999}
            value={year}
            onChange={(value) => value !== null && choose(value)}
          />
        </div>
        {months.data.length === 0 ? (
          <EmptyState title={t.empty} />
        ) : (
          <Table
            size="small"
            rowKey="Month"
            pagination={false}
            scroll={{ x: 980 }}
            dataSource={[...months.data]}
            columns={[
              { title: t.month, dataIndex: 'Month', width: 90 },
              { title: t.energy, key: 'wh', className: 'energy-number', render: (_, { Wh }) => kwh(Wh) },
              { title: t.money, key: 'cost', className: 'energy-number', render: (_, { CostFen }) => yuan(CostFen) },
              {
                title: t.coverage,
                key: 'coverage',
                className: 'energy-number',
                render: (_, { CoveragePercent }) =>
                  CoveragePercent === null ? '–' : `${formatNumber(CoveragePercent, 1)} %`,
              },
              {
                title: t.openPoints,
                key: 'open',
                render: (_, { SuspectWh, Provisional }) =>
                  [SuspectWh > 0 && t.suspect(kwh(SuspectWh)), Provisional && t.provisional]
                    .filter(Boolean)
                    .join(', ') || '–',
              },
              {
                title: t.state,
                key: 'state',
                render: (_, { State, ClosedName, ClosedEpoch, Reason }) => (
                  <>
                    {inWords(closingStates[State])}
                    {ClosedEpoch === null ? null : (
                      <div className="energy-muted">{t.by(ClosedName ?? '–', dates.dateTime(ClosedEpoch))}</div>
                    )}
                    {Reason === null ? null : <div className="energy-muted">{Reason}</div>}
                  </>
                ),
              },
              {
                title: t.would,
                key: 'would',
                render: (_, { LaterDays, LaterWh, LaterFen }) =>
                  LaterDays === 0 ? (
                    '–'
                  ) : (
                    <>
                      {t.change(signed(LaterWh / 1000, 2), signed(LaterFen / 100, 2))}
                      <div className="energy-muted">{t.days(LaterDays)}</div>
                    </>
                  ),
              },
              {
                title: '',
                key: 'act',
                width: 120,
                render: (_, row) =>
                  !mayEdit || row.State === 'running' ? null : (
                    <Button
                      size="small"
                      aria-label={row.State === 'open' ? t.closeOf(row.Month) : t.reopenOf(row.Month)}
                      onClick={() => dialog.open(<ClosingDialog row={row} onClose={dialog.close} />)}
                    >
                      {row.State === 'open' ? t.close : t.reopen}
                    </Button>
                  ),
              },
            ]}
          />
        )}
        {dialog.shown}
      </section>
    </div>
  );
}

const signed = (value: number, decimals: number): string => `${value > 0 ? '+' : ''}${formatNumber(value, decimals)}`;

/** Closes an open month, or opens a closed one, with a reason. */
function ClosingDialog({ row, onClose }: { row: EnergyClosingRow; onClose: () => void }) {
  const t = useText(closingText);
  const { ProjectId } = useProject();
  const [reason, type] = useState('');
  const save = useSave(callsAboutEnergy, onClose);
  const closes = row.State === 'open';
  const body = { ProjectId, Month: row.Month, Reason: reason };
  const label = closes ? t.reason : t.reasonLong;
  return (
    <ConfirmDialog
      title={closes ? t.closeOf(row.Month) : t.reopenOf(row.Month)}
      ok={closes ? t.close : t.reopen}
      danger={!closes}
      disabled={reason.trim().length < (closes ? 2 : 10)}
      act={() =>
        closes ? save('closeEnergyMonth', { body }, t.closed) : save('reopenEnergyMonth', { body }, t.reopened)
      }
      onClose={onClose}
    >
      <p>{closes ? t.closeSays(kwh(row.Wh), yuan(row.CostFen)) : t.reopenSays}</p>
      <Input
        aria-label={label}
        placeholder={label}
        maxLength={200}
        value={reason}
        onChange={(event) => type(event.target.value)}
      />
    </ConfirmDialog>
  );
}
