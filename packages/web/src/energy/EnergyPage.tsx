import type { EnergySummary } from '@watchpost/contract';
import { DatePicker, Select, Table } from 'antd';
import dayjs from 'dayjs';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { formatNumber } from '../lib/numbers.ts';
import { useMay, useProject } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { DaysField, useDays, useToday } from '../ui/days/index.ts';
import { EmptyState, ErrorState, ListSkeleton } from '../ui/index.ts';
import { whileWaiting } from '../ui/list/index.ts';
import { BillPanel } from './BillPanel.tsx';
import {
  Change,
  ClassBar,
  ClassLegend,
  ClassRows,
  Figure,
  kw,
  kwh,
  LoadChart,
  StepBars,
  yuan,
} from './EnergyPieces.tsx';
import { PerformancePanel } from './PerformancePanel.tsx';
import { energyText } from './text.ts';

const longestDays = 731;
/** Settled every few minutes. */
const refetchInterval = 300_000;
const setUpPath = '/energyManage/dataConfig';

/** What a project uses, what it costs and where it goes. Route /energyManage/index. */
export function EnergyPage() {
  const t = useText(energyText);
  const { ProjectId } = useProject();
  const [days, choose] = useDays(longestDays);
  const summary = useCall(
    'getEnergySummary',
    { body: { ProjectId, Start: days.from, End: days.to } },
    { ...whileWaiting, refetchInterval },
  );
  return (
    <div className="page energy-page">
      <div className="energy-tools">
        <DaysField label={t.period} days={days} maxDays={longestDays} onChange={choose} />
      </div>
      {summary.error && !summary.data ? (
        <ErrorState error={summary.error} onRetry={() => void summary.refetch()} />
      ) : summary.data ? (
        <Summary summary={summary.data} firstDay={days.from} lastDay={days.to} />
      ) : (
        <ListSkeleton rows={8} />
      )}
    </div>
  );
}

function Summary({ summary, firstDay, lastDay }: { summary: EnergySummary; firstDay: string; lastDay: string }) {
  const t = useText(energyText);
  const dates = useDates();
  const today = useToday();
  const maySetUp = useMay('energyEdit');
  const { Total, StepList, OpenEvents, Unpriced } = summary;
  const MeterList = useMemo(() => bySupply(summary.MeterList), [summary.MeterList]);
  if (MeterList.length === 0)
    return (
      <EmptyState
        title={t.noMeters}
        hint={maySetUp ? t.noMetersHint : t.askOwner}
        action={maySetUp ? <Link to={setUpPath}>{t.setUp}</Link> : undefined}
      />
    );
  if (StepList.length === 0) return <EmptyState title={t.empty} />;
  return (
    <>
      <ul className="energy-figures" aria-label={t.figures}>
        <Figure name={t.energy} value={kwh(Total.Wh)} unit="kWh">
          {t.yearAgo} <Change now={Total.EndedWh} than={Total.YearAgoWh} /> · {t.before}{' '}
          <Change now={Total.EndedWh} than={Total.BeforeWh} />
          {lastDay < today ? null : ` · ${t.endedDays}`}
        </Figure>
        <Figure name={t.cost} value={yuan(Total.CostFen)} unit="¥">
          {Total.Provisional ? <span className="energy-chip">{t.provisionalPrice}</span> : null}
          {Total.CostLeastFen === null ? null : t.costBetween(yuan(Total.CostLeastFen), yuan(Total.CostMostFen))}
        </Figure>
        <Figure name={t.co2} value={formatNumber(Total.Co2Grams / 1000, 0)} unit="kg">
          {t.coal(formatNumber(Total.CoalGrams / 1000, 0))}
          {Total.Co2Provisional ? ` · ${t.provisionalFactor}` : null}
        </Figure>
        <Figure name={t.peak} value={kw(Total.PeakW)} unit="kW">
          {Total.PeakEpoch === null ? null : <time>{dates.dateTime(Total.PeakEpoch)}</time>}
        </Figure>
        <Figure
          name={t.coverage}
          value={Total.CoveragePercent === null ? '–' : formatNumber(Total.CoveragePercent, 1)}
          unit="%"
        >
          {Total.EstimatedQuarters > 0 ? t.estimated(Total.EstimatedQuarters) : t.coverageHint}
        </Figure>
      </ul>
      {Total.SuspectWh > 0 || OpenEvents > 0 || Unpriced || Total.ClassWhList[0]! > 0 ? (
        <div className="energy-chips">
          {Total.SuspectWh > 0 ? <span className="energy-chip">{t.suspect(kwh(Total.SuspectWh))}</span> : null}
          {OpenEvents > 0 ? <Link to={`${setUpPath}?tab=events`}>{t.openEvents(OpenEvents)}</Link> : null}
          {Unpriced ? (
            <span>
              {t.noTariff} {maySetUp ? <Link to={`${setUpPath}?tab=tariffs`}>{t.setUp}</Link> : null}
            </span>
          ) : Total.ClassWhList[0]! > 0 ? (
            <span className="energy-chip">{t.notPriced(kwh(Total.ClassWhList[0]!))}</span>
          ) : null}
        </div>
      ) : null}
      <div className="energy-pair">
        <section className="energy-panel">
          <h2>{t.byStep}</h2>
          <StepBars steps={StepList} />
        </section>
        <section className="energy-panel">
          <h2>{t.classes}</h2>
          <ClassBar ClassWhList={Total.ClassWhList} />
          <ClassRows amounts={Total} />
        </section>
      </div>
      <Load meters={MeterList} lastDay={lastDay} />
      <PerformancePanel from={firstDay} to={lastDay} />
      <BillPanel />
      <div className="energy-pair">
        <SubItemTable items={summary.SubentryList} total={Total.Wh} />
        <SupplyTable meters={MeterList} />
      </div>
    </>
  );
}

type Meter = EnergySummary['MeterList'][number];
type MeterInTree = Meter & { readonly depth: number };

/** Each meter after the one that supplies it. */
function bySupply(meters: readonly Meter[]): MeterInTree[] {
  const below = (parent: number | null, depth: number): MeterInTree[] =>
    meters
      .filter(({ ParentId }) => ParentId === parent)
      .flatMap((meter) => [{ ...meter, depth }, ...below(meter.MeterId, depth + 1)]);
  return below(null, 0);
}

function Load({ meters, lastDay }: { meters: readonly Meter[]; lastDay: string }) {
  const t = useText(energyText);
  const { ProjectId } = useProject();
  const [picked, pick] = useState<{ day: string; of: string } | null>(null);
  const [meterId, setMeter] = useState<number | null>(null);
  // Other days of the page take the choice back.
  const day = picked?.of === lastDay ? picked.day : lastDay;
  const load = useCall(
    'getEnergyLoad',
    { body: { ProjectId, Day: day, ...(meterId === null ? {} : { MeterId: meterId }) } },
    { ...whileWaiting, refetchInterval },
  );
  return (
    <section className="energy-panel">
      <h2>{t.load}</h2>
      <div className="energy-tools">
        <DatePicker
          aria-label={t.day}
          allowClear={false}
          value={dayjs(day)}
          maxDate={dayjs(lastDay)}
          onChange={(value) => value && pick({ day: value.format('YYYY-MM-DD'), of: lastDay })}
        />
        <Select
          aria-label={t.meter}
          style={{ minWidth: 200 }}
          value={meterId ?? 0}
          onChange={(id) => setMeter(id === 0 ? null : id)}
          options={[
            { value: 0, label: t.wholeProject },
            ...meters.map(({ MeterId, MeterName }) => ({ value: MeterId, label: MeterName })),
          ]}
        />
        <span className="energy-muted">
          ━ {t.thisDay} ┄ {t.weekBefore}
        </span>
        <ClassLegend classes={load.data?.QuarterList.map(({ Class }) => Class) ?? []} />
      </div>
      {load.error && !load.data ? (
        <ErrorState error={load.error} onRetry={() => void load.refetch()} />
      ) : load.data ? (
        <LoadChart load={load.data} />
      ) : (
        <ListSkeleton rows={3} />
      )}
    </section>
  );
}

type Item = EnergySummary['SubentryList'][number];
type ItemNode = Item & { children?: ItemNode[] };

function SubItemTable({ items, total }: { items: readonly Item[]; total: number }) {
  const t = useText(energyText);
  const tree = useMemo(() => {
    const below = (parent: number | null): ItemNode[] | undefined => {
      const own = items.filter(({ ParentId }) => ParentId === parent);
      return own.length === 0
        ? undefined
        : own.map((item) => {
            const children = below(item.SubentryId);
            return children ? { ...item, children } : item;
          });
    };
    return below(null) ?? [];
  }, [items]);
  return (
    <section className="energy-panel">
      <h2>{t.subItems}</h2>
      <Table<ItemNode>
        size="small"
        rowKey="SubentryId"
        pagination={false}
        scroll={{ x: 'max-content' }}
        expandable={{ defaultExpandAllRows: true }}
        dataSource={tree}
        columns={[
          { title: t.subItem, dataIndex: 'SubentryName' },
          {
            title: `${t.energy} (kWh)`,
            key: 'wh',
            className: 'energy-number',
            render: (_, { Wh }) => (Wh === null ? <span className="energy-muted">{t.noMeter}</span> : kwh(Wh)),
          },
          {
            title: t.share,
            key: 'share',
            className: 'energy-number',
            render: (_, { Wh }) => (Wh === null || total === 0 ? '–' : `${formatNumber((Wh / total) * 100, 1)} %`),
          },
          {
            title: t.yearAgo,
            key: 'yearAgo',
            className: 'energy-number',
            render: (_, { EndedWh, YearAgoWh }) => <Change now={EndedWh} than={YearAgoWh} />,
          },
          {
            title: `${t.cost} (¥)`,
            key: 'cost',
            className: 'energy-number',
            render: (_, { CostFen }) => yuan(CostFen),
          },
        ]}
      />
    </section>
  );
}

function SupplyTable({ meters }: { meters: readonly MeterInTree[] }) {
  const t = useText(energyText);
  return (
    <section className="energy-panel">
      <h2>{t.supply}</h2>
      <Table
        size="small"
        rowKey="MeterId"
        pagination={{ hideOnSinglePage: true, defaultPageSize: 20 }}
        scroll={{ x: 'max-content' }}
        dataSource={[...meters]}
        columns={[
          {
            title: t.meter,
            key: 'name',
            render: (_, { MeterName, depth }) => <span style={{ paddingInlineStart: depth * 16 }}>{MeterName}</span>,
          },
          { title: `${t.energy} (kWh)`, key: 'wh', className: 'energy-number', render: (_, { Wh }) => kwh(Wh) },
          {
            title: `${t.below} (kWh)`,
            key: 'below',
            className: 'energy-number',
            render: (_, { ChildWh }) => kwh(ChildWh),
          },
          {
            title: t.difference,
            key: 'difference',
            className: 'energy-number',
            render: (_, { Wh, ChildWh, Unbalanced }) => (
              <>
                {ChildWh === null || Wh === 0 ? '–' : `${formatNumber((1 - ChildWh / Wh) * 100, 1)} %`}
                {Unbalanced ? (
                  <div className="energy-unbalanced">
                    {t.unbalanced(
                      Unbalanced.DayCount,
                      formatNumber(Unbalanced.LossPercent, 1),
                      formatNumber(Unbalanced.LimitPercent, 1),
                    )}
                  </div>
                ) : null}
              </>
            ),
          },
          {
            title: t.coverage,
            key: 'coverage',
            className: 'energy-number',
            render: (_, { CoveragePercent }) =>
              CoveragePercent === null ? '–' : `${formatNumber(CoveragePercent, 1)} %`,
          },
        ]}
      />
    </section>
  );
}
