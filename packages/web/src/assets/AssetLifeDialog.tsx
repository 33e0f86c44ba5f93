import { type AssetLife, assetSources, assetUsages, assetVerifications } from '@watchpost/contract';
import { Modal } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { links } from '../lib/links.ts';
import { dash, formatNumber } from '../lib/numbers.ts';
import { useCall } from '../lib/useCall.ts';
import { ErrorState, ListSkeleton } from '../ui/index.ts';
import './assets.css';
import { assetText } from './text.ts';

/** Everything about one asset: its plate, what its device has been through, what it is still worth. */
export function AssetLifeDialog({ assetId, onClose }: { assetId: number; onClose: () => void }) {
  const t = useText(assetText);
  const life = useCall('getAssetLife', { query: { assetId } }, { scope: 'company' });
  return (
    <Modal open width={720} footer={null} title={life.data?.Asset.AssetName ?? t.life} onCancel={onClose}>
      {life.data ? (
        <Life of={life.data} />
      ) : life.error ? (
        <ErrorState error={life.error} onRetry={() => void life.refetch()} />
      ) : (
        <ListSkeleton rows={6} />
      )}
    </Modal>
  );
}

function Life({ of: { Asset: asset, Depreciation: written, ...life } }: { of: AssetLife }) {
  const t = useText(assetText);
  const inWords = useBilingual();
  const device =
    asset.ModelTreeId === null ? null : (
      <Link to={links.device(asset.ModelTreeId, asset.ProjectId ?? undefined)}>{asset.ModelTreeName}</Link>
    );
  return (
    <>
      <Facts
        list={[
          [t.code, asset.AssetCode],
          [t.category, asset.Category],
          [t.model, asset.Model],
          [t.factoryNumber, asset.FactoryNumber],
          [t.project, asset.ProjectName ?? t.ofCompany],
          [t.location, asset.Location],
          [t.device, device],
          [t.installDate, asset.InstallDate],
          [t.source, inWords(assetSources[asset.Source])],
          [t.supplier, asset.Supplier],
          [t.distributor, asset.Distributor],
          [t.amount, asset.Amount === null ? null : formatNumber(asset.Amount, 2)],
          [t.serviceLife, asset.ServiceLife],
          [t.monitored, asset.IsMonitor ? t.yes : t.no],
          [t.usage, inWords(assetUsages[asset.Usage])],
          [t.verification, inWords(assetVerifications[asset.Verification])],
          [t.note, asset.Note],
        ]}
      />
      {life.AlarmCount === null ? null : (
        <>
          <h3 className="asset-section">{t.figures}</h3>
          <Facts
            list={[
              [t.alarms, counted(life.AlarmCount, life.OpenAlarmCount, t.openOf)],
              ...(life.RepairCount === null
                ? []
                : [[t.repairs, counted(life.RepairCount, life.OpenRepairCount, t.openOrders)] as Fact]),
            ]}
          />
        </>
      )}
      {written === null ? null : (
        <>
          <h3 className="asset-section">{t.depreciation}</h3>
          <Facts
            list={[
              [t.monthly, `¥ ${formatNumber(written.MonthlyAmount, 2)}`],
              [t.accumulated, `¥ ${formatNumber(written.Accumulated, 2)}`],
              [t.bookValue, `¥ ${formatNumber(written.BookValue, 2)} · ${t.monthsLeft(written.MonthsLeft)}`],
            ]}
          />
        </>
      )}
      {life.ContractList.length === 0 ? null : (
        <>
          <h3 className="asset-section">{t.contractsOf}</h3>
          <Facts list={life.ContractList.map(({ ContractNumber, EndDate }) => [ContractNumber, t.until(EndDate)])} />
        </>
      )}
    </>
  );
}

const counted = (count: number, open: number | null, words: (n: number) => string): string =>
  open ? `${count} · ${words(open)}` : String(count);

type Fact = readonly [name: string, value: ReactNode];

const Facts = ({ list }: { list: readonly Fact[] }) => (
  <dl className="asset-facts">
    {list.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd className="tabular">{value === null || value === '' ? dash : value}</dd>
      </div>
    ))}
  </dl>
);
