import {
  type AssetLife,
  type AssetRow,
  assetSources,
  assetUsages,
  assetVerifications,
  type ReplaceVerdict,
  replaceParts,
  replaceVerdicts,
} from '@watchpost/contract';
import { Modal } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { distinctKeys } from '../lib/distinctKeys.ts';
import { useBilingual } from '../lib/language.ts';
import { links } from '../lib/links.ts';
import { dash, formatNumber } from '../lib/numbers.ts';
import { useCall } from '../lib/useCall.ts';
import { useToday } from '../ui/days/index.ts';
import { ErrorState, ListSkeleton, PageTitle, WordTag } from '../ui/index.ts';
import { AssetDocuments } from './AssetDocuments.tsx';
import './assets.css';
import { assetText } from './text.ts';

/** Everything about one asset: its plate, what its device has been through, what it is still worth. */
export function AssetLifeDialog({ assetId, onClose }: { assetId: number; onClose: () => void }) {
  const t = useText(assetText);
  const life = useLife(assetId);
  return (
    <Modal open width={720} footer={null} title={life.data?.Asset.AssetName ?? t.life} onCancel={onClose}>
      <Answer of={life} />
    </Modal>
  );
}

/** The same as a page. */
export function AssetLifeOf({ assetId }: { assetId: number }) {
  const life = useLife(assetId);
  return (
    <div className="asset-page">
      <PageTitle title={life.data?.Asset.AssetName} />
      <Answer of={life} />
    </div>
  );
}

const useLife = (assetId: number) => useCall('getAssetLife', { query: { assetId } }, { scope: 'company' });

const Answer = ({ of: life }: { of: ReturnType<typeof useLife> }) =>
  life.data ? (
    <Life of={life.data} />
  ) : life.error ? (
    <ErrorState error={life.error} onRetry={() => void life.refetch()} />
  ) : (
    <ListSkeleton rows={6} />
  );

function Life({ of: whole }: { of: AssetLife }) {
  const { Asset: asset, Depreciation: written, ...life } = whole;
  const t = useText(assetText);
  const inWords = useBilingual();
  const dates = useDates();
  const device =
    asset.ModelTreeId === null ? null : (
      <Link to={links.device(asset.ModelTreeId, asset.ProjectId ?? undefined)}>{asset.ModelTreeName}</Link>
    );
  const today = useToday();
  const where =
    asset.ModelTreeId === null || asset.ProjectId === null || life.WasOtherDevice
      ? null
      : ([asset.ModelTreeId, asset.ProjectId] as const);
  const repairsOfYear =
    where && life.RepairCount !== null ? links.repairsOfDevice(...where, { from: life.CountedFrom, to: today }) : null;
  // What is not for the reader is left out, and its heading with it.
  const figures: Fact[] = [
    ...(life.AlarmCount === null
      ? []
      : [
          [
            t.alarms,
            <Counted
              key="alarms"
              all={[
                life.AlarmCount,
                where && links.alarmsOfDevice(...where, 'past', { from: life.AlarmSpan.From, to: life.AlarmSpan.To }),
              ]}
              open={[life.OpenAlarmCount, where && links.alarmsOfDevice(...where, 'current')]}
              words={t.openOf}
            />,
          ] as Fact,
        ]),
    ...(life.RepairCount === null
      ? []
      : [
          [
            t.repairs,
            <Counted
              key="repairs"
              all={[life.RepairCount, repairsOfYear]}
              open={[life.OpenRepairCount, where && links.repairsOfDevice(...where, null)]}
              words={t.openOrders}
            />,
          ] as Fact,
        ]),
    ...(life.RepairCost === null
      ? []
      : ([
          [t.repairCost, <Sum key="recent" yuan={life.RepairCost.Recent} to={repairsOfYear} />],
          [
            t.repairCostEver,
            <Sum
              key="ever"
              yuan={life.RepairCost.Ever}
              to={
                where &&
                links.repairsOfDevice(...where, life.OwnSince === null ? 'ever' : { from: life.OwnSince, to: today })
              }
            />,
          ],
        ] as Fact[])),
  ];
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
          [t.replacementCost, asset.ReplacementCost === null ? null : formatNumber(asset.ReplacementCost, 2)],
          [t.warrantyUntil, asset.WarrantyUntil],
          [t.parent, asset.Parent && <NamedAsset of={asset.Parent} />],
          [t.monitored, asset.IsMonitor ? t.yes : t.no],
          [
            t.usage,
            asset.Usage === 'idle' && (asset.ConnectStatus ?? 0) > 0
              ? `${inWords(assetUsages.idle)} · ${t.idleButHeard}`
              : inWords(assetUsages[asset.Usage]),
          ],
          ...(asset.Disposal === null
            ? []
            : [
                [
                  t.disposed,
                  t.disposedFact(
                    asset.Disposal.DisposeDate,
                    asset.Disposal.Reason,
                    asset.Disposal.Proceeds === null ? null : formatNumber(asset.Disposal.Proceeds, 2),
                  ),
                ] as Fact,
              ]),
          [t.verification, inWords(assetVerifications[asset.Verification])],
          [t.note, asset.Note],
        ]}
      />
      {life.MayWatch ? (
        <>
          <h3 className="asset-section">{t.runTime}</h3>
          <RunTime asset={asset} heard={life.HeardEpoch === null ? null : dates.dateTime(life.HeardEpoch)} />
        </>
      ) : null}
      {figures.length === 0 ? null : (
        <>
          <h3 className="asset-section">{t.figures}</h3>
          <Facts list={figures} />
          {life.OwnSince === null ? null : <p className="asset-hint">{t.countedSince(life.OwnSince)}</p>}
        </>
      )}
      {life.Replace === null ? null : <Replace of={life.Replace} isPriced={asset.ReplacementCost !== null} />}
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
      {life.ChildList.length === 0 ? null : (
        <>
          <h3 className="asset-section">{t.parts}</h3>
          <Facts list={life.ChildList.map((part) => [part.AssetCode, <NamedAsset key={part.AssetId} of={part} />])} />
        </>
      )}
      <AssetDocuments of={whole} />
    </>
  );
}

/** Another asset, by its page. */
const NamedAsset = ({ of: { AssetName, AssetCode } }: { of: AssetLife['ChildList'][number] }) => (
  <Link to={links.asset(AssetCode)}>
    {AssetName} ({AssetCode})
  </Link>
);

/** How the device of an asset stands now. */
export function DeviceStateTag({ status }: { status: number | null }) {
  const t = useText(assetText);
  return status === null ? dash : <WordTag good={status === 0 ? null : status === 1} words={t.deviceStates(status)} />;
}

type Figure = readonly [count: number | null, address: string | null];

/** A figure that leads to its rows, and how many of them are open. */
function Counted({ all, open, words }: { all: Figure; open: Figure; words: (n: number) => string }) {
  const linked = (shown: string, address: string | null) =>
    address === null ? shown : <Link to={address}>{shown}</Link>;
  return (
    <>
      {linked(String(all[0] ?? dash), all[0] ? all[1] : null)}
      {open[0] ? <> · {linked(words(open[0]), open[1])}</> : null}
    </>
  );
}

/** What repair orders cost, which are its rows. */
function Sum({ yuan, to }: { yuan: number; to: string | null }) {
  const shown = `¥ ${formatNumber(yuan, 2)}`;
  return yuan === 0 || to === null ? shown : <Link to={to}>{shown}</Link>;
}

type Fact = readonly [name: string, value: ReactNode];

const Facts = ({ list }: { list: readonly Fact[] }) => (
  <dl className="asset-facts">
    {distinctKeys(list, ([name]) => name).map(([key, [name, value]]) => (
      <div key={key}>
        <dt>{name}</dt>
        <dd className="tabular">{value === null || value === '' ? dash : value}</dd>
      </div>
    ))}
  </dl>
);

/** Hours of a month hardly change meanwhile; opened again later it is counted anew. */
const runTimeStaleMs = 60_000;
/** Less than the 30 days that are counted usually, by more than a page stays open. */
const runTimeFullMs = 29.5 * 86_400_000;

/** What the device of an asset says of itself. It takes a moment to count, so the rest does not wait for it. */
function RunTime({ asset, heard }: { asset: AssetRow; heard: string | null }) {
  const t = useText(assetText);
  const dates = useDates();
  const answer = useCall(
    'getAssetRunTime',
    { query: { assetId: asset.AssetId } },
    { scope: 'company', staleTime: runTimeStaleMs },
  );
  if (!answer.data)
    return answer.error ? (
      <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
    ) : (
      <ListSkeleton rows={1} />
    );
  const { RunList, CounterList, FromEpoch } = answer.data;
  const isShort = Date.now() - FromEpoch < runTimeFullMs;
  return (
    <Facts
      list={[
        [t.deviceState, <DeviceStateTag key="state" status={asset.ConnectStatus} />],
        [t.lastData, heard ?? t.noData],
        ...(isShort && RunList.length > 0 ? [[t.runSince, dates.dateTime(FromEpoch)] as Fact] : []),
        ...RunList.map(
          ({ PointName, RunHours, UnknownHours }): Fact => [
            PointName,
            <Link key={PointName} to={links.device(asset.ModelTreeId!, asset.ProjectId ?? undefined)}>
              {UnknownHours < 1
                ? t.hours(formatNumber(RunHours, 1))
                : t.hoursBetween(formatNumber(RunHours, 1), formatNumber(UnknownHours, 1))}
            </Link>,
          ],
        ),
        ...CounterList.map(
          ({ PointName, Hours, Epoch }): Fact => [PointName, t.hoursAt(formatNumber(Hours, 0), dates.dateTime(Epoch))],
        ),
      ]}
    />
  );
}

const isGoodVerdict: Readonly<Record<ReplaceVerdict, boolean | null>> = { keep: true, watch: null, examine: false };

/** Of what is found, and of what it is held against. */
const decimals = { cost: [2, 2], failures: [0, 1], age: [0, 0], energy: [1, 1] } as const;

/** How much speaks for replacing it, never without its parts. */
function Replace({ of: replace, isPriced }: { of: NonNullable<AssetLife['Replace']>; isPriced: boolean }) {
  const t = useText(assetText);
  const inWords = useBilingual();
  const known = replace.PartList.filter(({ Score }) => Score !== null).length;
  return (
    <>
      <h3 className="asset-section">
        {t.replace} <span className="tabular">{formatNumber(replace.Score, 1)}</span>{' '}
        <WordTag good={isGoodVerdict[replace.Verdict]} words={inWords(replaceVerdicts[replace.Verdict])} />{' '}
        <small>{t.knownParts(known, replace.PartList.length)}</small>
      </h3>
      <Facts
        list={replace.PartList.map(({ ScorePart, Score, Weight, Found, Against }) => [
          `${inWords(replaceParts[ScorePart])} · ${Weight}%`,
          Score === null
            ? t.unknownPart
            : `${formatNumber(Score, 1)} · ${t[`found_${ScorePart}`](formatNumber(Found, decimals[ScorePart][0]), formatNumber(Against, decimals[ScorePart][1]))}`,
        ])}
      />
      {replace.NewYearlyCost === null ? null : (
        <p className="asset-hint">
          {(isPriced ? t.newCosts : t.newCostsByAmount)(formatNumber(replace.NewYearlyCost, 2))}
        </p>
      )}
    </>
  );
}
