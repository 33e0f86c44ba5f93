import type { TariffSimulation, TariffVersionRow } from '@watchpost/contract';
import { Button, Table } from 'antd';
import { useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { useMay, useProject } from '../lib/session.ts';
import { useCallMutation } from '../lib/useCall.ts';
import { useToday } from '../ui/days/index.ts';
import { useNotify } from '../ui/index.ts';
import { Change, kwh, yuan } from './EnergyPieces.tsx';
import { energyText, setUpText } from './text.ts';

const monthsBack = 12;

/** What the last twelve months of the project would have cost by a tariff, month by month, beside what they did. */
export function TariffTrial({ tariff }: { tariff: () => Pick<TariffVersionRow, 'PriceList' | 'SeasonList'> }) {
  const t = useText(setUpText);
  const e = useText(energyText);
  const { ProjectId } = useProject();
  const [sees, edits] = [useMay('energyView'), useMay('energyEdit')];
  const today = useToday();
  const notify = useNotify();
  const simulating = useCallMutation('simulateTariff');
  const [told, tell] = useState<TariffSimulation | null>(null);
  if (!sees && !edits) return null;
  const first = new Date(`${today.slice(0, 7)}-01T00:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() - monthsBack + 1);
  const ask = async () => {
    try {
      const { PriceList, SeasonList } = tariff();
      const body = { ProjectId, Start: first.toISOString().slice(0, 10), End: today, PriceList, SeasonList };
      tell(await simulating.mutateAsync({ body }));
    } catch (error) {
      notify.failure(error);
    }
  };
  const money = (fen: number | null) => yuan(fen);
  return (
    <section className="energy-trial" aria-label={t.trial}>
      <div className="energy-tools">
        <Button loading={simulating.isPending} onClick={() => void ask()}>
          {t.trial}
        </Button>
        <span className="energy-muted">{t.trialHint}</span>
      </div>
      {told ? (
        <>
          <Table
            size="small"
            rowKey="Month"
            pagination={false}
            scroll={{ x: 'max-content' }}
            dataSource={[
              ...told.MonthList,
              { Month: t.allMonths, Wh: told.Wh, NowFen: told.NowFen, ThenFen: told.ThenFen },
            ]}
            columns={[
              { title: t.months, dataIndex: 'Month' },
              { title: `${e.energy} (kWh)`, dataIndex: 'Wh', className: 'energy-number', render: kwh },
              { title: `${t.wasPaid} (¥)`, dataIndex: 'NowFen', className: 'energy-number', render: money },
              { title: `${t.wouldCost} (¥)`, dataIndex: 'ThenFen', className: 'energy-number', render: money },
              {
                title: t.more,
                key: 'change',
                className: 'energy-number',
                render: (_, { NowFen, ThenFen }) => <Change now={ThenFen} than={NowFen} />,
              },
            ]}
          />
          {told.EstimatedQuarters > 0 ? <p className="energy-muted">{e.estimated(told.EstimatedQuarters)}</p> : null}
        </>
      ) : null}
    </section>
  );
}
