import type { EnergyOfProject } from '@watchpost/contract';
import { Button, Segmented, Table } from 'antd';
import type { ColumnType } from 'antd/es/table';
import { type ReactNode, useState } from 'react';
import { useListExport } from '../downloads/index.ts';
import { useText } from '../lib/defineText.ts';
import { formatNumber } from '../lib/numbers.ts';
import { usePreference } from '../lib/preferences.ts';
import { useCall } from '../lib/useCall.ts';
import { DaysField, useDays, useToday } from '../ui/days/index.ts';
import { FoldedFilters, useProjectsFilter } from '../ui/filters/index.ts';
import { EmptyState, ErrorState, ListSkeleton } from '../ui/index.ts';
import { whileWaiting } from '../ui/list/index.ts';
import { Change, ClassBar, ClassLegend, kw, kwh, lineOf, yuan } from './EnergyPieces.tsx';
import { enpiWords } from './PerformancePanel.tsx';
import { analysisText, energyText } from './text.ts';

const longestDays = 731;
type Sort = 'energy' | 'cost' | 'intensity' | 'peak' | 'enpi';

/** What the three screens share: days, projects, export. */
function Frame({
  sort = 'energy',
  ascending = false,
  withPerformance = false,
  tools,
  children,
}: {
  sort?: Sort;
  ascending?: boolean;
  /** Against the baselines, too. */
  withPerformance?: boolean;
  tools?: ReactNode;
  /** @param isOver whether the last day, or month, of the period has ended */
  children: (rows: readonly EnergyOfProject[], isOver: boolean) => ReactNode;
}) {
  const t = useText(energyText);
  const a = useText(analysisText);
  const [days, choose] = useDays(longestDays);
  const today = useToday();
  const [picked, pick] = useState<number[]>([]);
  const projectsFilter = useProjectsFilter(picked, pick);
  const exportList = useListExport();
  const input = {
    body: {
      Start: days.from,
      End: days.to,
      SortType: sort,
      IsAsc: ascending,
      ...(withPerformance ? { WithPerformance: true } : {}),
      ...(picked.length > 0 ? { ProjectIdList: picked } : {}),
    },
  };
  const page = useCall('getEnergyByProject', input, { scope: 'company', ...whileWaiting });
  return (
    <div className="page energy-page">
      <FoldedFilters
        first={
          <>
            <DaysField label={t.period} days={days} maxDays={longestDays} onChange={choose} />
            {tools}
          </>
        }
        folded={[projectsFilter]}
      >
        <Button disabled={!page.data} onClick={() => void exportList('energyByProject', input)}>
          {t.export}
        </Button>
      </FoldedFilters>
      {page.error && !page.data ? (
        <ErrorState error={page.error} onRetry={() => void page.refetch()} />
      ) : !page.data ? (
        <ListSkeleton rows={8} />
      ) : page.data.Data.length === 0 ? (
        <EmptyState title={a.none} hint={a.noneHint} />
      ) : (
        children(page.data.Data, days.to < today)
      )}
    </div>
  );
}

type Columns = ColumnType<EnergyOfProject>[];
const number = (
  title: string,
  key: string,
  value: (row: EnergyOfProject) => number | null,
  render: (row: EnergyOfProject) => ReactNode,
): ColumnType<EnergyOfProject> => ({
  title,
  key,
  className: 'energy-number',
  sorter: (one, other) => (value(one) ?? Number.NEGATIVE_INFINITY) - (value(other) ?? Number.NEGATIVE_INFINITY),
  sortDirections: ['descend', 'ascend'],
  render: (_, row) => render(row),
});

function useColumns() {
  const t = useText(energyText);
  const a = useText(analysisText);
  const percent = (value: number | null) => (value === null ? '–' : `${formatNumber(value, 1)} %`);
  return {
    project: {
      title: a.project,
      dataIndex: 'ProjectName',
      fixed: 'left',
      sorter: (one, other) => one.ProjectName.localeCompare(other.ProjectName, 'zh'),
    } as ColumnType<EnergyOfProject>,
    energy: number(
      `${t.energy} (kWh)`,
      'energy',
      ({ Wh }) => Wh,
      ({ Wh }) => kwh(Wh),
    ),
    cost: number(
      `${t.cost} (¥)`,
      'cost',
      ({ CostFen }) => CostFen,
      ({ CostFen, Provisional }) => (
        <>
          {yuan(CostFen)} {Provisional ? <span className="energy-chip">{t.provisional}</span> : null}
        </>
      ),
    ),
    before: number(
      t.before,
      'before',
      ({ EndedWh, BeforeWh }) => BeforeWh && EndedWh / BeforeWh,
      ({ EndedWh, BeforeWh }) => <Change now={EndedWh} than={BeforeWh} />,
    ),
    yearAgo: number(
      t.yearAgo,
      'yearAgo',
      ({ EndedWh, YearAgoWh }) => YearAgoWh && EndedWh / YearAgoWh,
      ({ EndedWh, YearAgoWh }) => <Change now={EndedWh} than={YearAgoWh} />,
    ),
    co2: number(
      `${t.co2} (kg)`,
      'co2',
      ({ Co2Grams }) => Co2Grams,
      ({ Co2Grams }) => formatNumber(Co2Grams / 1000),
    ),
    peak: number(
      `${t.peak} (kW)`,
      'peak',
      ({ PeakW }) => PeakW,
      ({ PeakW }) => kw(PeakW),
    ),
    loadFactor: number(
      a.loadFactor,
      'loadFactor',
      ({ LoadFactor }) => LoadFactor,
      ({ LoadFactor }) => percent(LoadFactor),
    ),
    price: number(
      `${a.price} (¥/kWh)`,
      'price',
      ({ CostFen, Wh }) => CostFen && CostFen / Wh,
      ({ CostFen, Wh, ClassWhList }) =>
        CostFen === null || Wh === ClassWhList[0] ? '–' : formatNumber((CostFen * 10) / (Wh - ClassWhList[0]!), 4),
    ),
    intensity: number(
      `${a.byIntensity}`,
      'intensity',
      ({ WhPerSquareMetre }) => WhPerSquareMetre,
      ({ WhPerSquareMetre }) =>
        WhPerSquareMetre === null ? (
          <span className="energy-muted">{a.noArea}</span>
        ) : (
          formatNumber(WhPerSquareMetre, 1)
        ),
    ),
    enpi: number(
      a.enpi,
      'enpi',
      ({ Performance }) => Performance?.Enpi ?? null,
      ({ Performance }) =>
        Performance === null ? (
          <span className="energy-muted">{a.noBaseline}</span>
        ) : (
          <>
            {Performance.IsTemperatureMissing ? (
              <span className="energy-muted">{a.temperatureMissing}</span>
            ) : (
              enpiWords(Performance)
            )}{' '}
            {Performance.IsFit ? null : <span className="energy-chip">{a.notFit}</span>}
          </>
        ),
    ),
    coverage: number(
      t.coverage,
      'coverage',
      ({ CoveragePercent }) => CoveragePercent,
      ({ CoveragePercent }) => percent(CoveragePercent),
    ),
  };
}

function ProjectTable({ rows, columns }: { rows: readonly EnergyOfProject[]; columns: Columns }) {
  return (
    <Table
      size="small"
      rowKey="ProjectId"
      scroll={{ x: 'max-content' }}
      pagination={{ hideOnSinglePage: true, defaultPageSize: 50 }}
      dataSource={[...rows]}
      columns={columns}
    />
  );
}

const linesAtMost = 8;
const colours = ['var(--accent)', '#c98a1e', '#3f8f6b', '#b8433f', '#7a5ea8', '#3c86b8', '#8a6d3b', '#66707d'];

/** Projects against each other over time. Route /analysis/energyConsumption. */
export function EnergyConsumptionPage() {
  const t = useText(energyText);
  const a = useText(analysisText);
  const c = useColumns();
  return (
    <Frame>
      {(rows, isOver) => {
        const shown = rows.slice(0, linesAtMost);
        const steps = [...new Set(shown.flatMap(({ StepList }) => StepList.map(({ From }) => From)))].sort();
        const most = Math.max(1, ...shown.flatMap(({ StepList }) => StepList.map(({ Wh }) => Wh)));
        return (
          <>
            <section className="energy-panel">
              <h2>{a.consumption}</h2>
              <svg
                className="energy-load energy-lines"
                viewBox={`0 0 ${Math.max(1, steps.length - 1)} 100`}
                preserveAspectRatio="none"
                role="img"
                aria-label={a.consumption}
              >
                {shown.map(({ ProjectId, StepList }, i) => {
                  const of = new Map(StepList.map(({ From, Wh }) => [From, Wh]));
                  const values = steps.map((step) => of.get(step) ?? null);
                  const path = (isShown: (place: number) => boolean) =>
                    lineOf(
                      values.map((value, at) => (isShown(at) ? value : null)),
                      most,
                      Math.max(1, steps.length - 1),
                      100,
                    );
                  const ended = isOver ? steps.length : steps.length - 1;
                  return (
                    <g key={ProjectId} style={{ stroke: colours[i]! }}>
                      <path d={path((at) => at < ended)} />
                      {isOver ? null : <path className="energy-present" d={path((at) => at >= ended - 1)} />}
                    </g>
                  );
                })}
              </svg>
              <p className="energy-axis">
                <span>{steps[0]}</span>
                <span>{t.highest(kwh(most))}</span>
                <span>{steps.at(-1)}</span>
              </p>
              <div className="energy-chips">
                {shown.map(({ ProjectId, ProjectName }, i) => (
                  <span key={ProjectId}>
                    <i className="energy-key" style={{ background: colours[i]! }} aria-hidden="true" />
                    {ProjectName}
                  </span>
                ))}
              </div>
              {isOver || steps.length === 0 ? null : <p className="energy-muted">{a.notOver(steps.at(-1)!)}</p>}
              {rows.length > linesAtMost ? <p className="energy-muted">{a.shown(linesAtMost)}</p> : null}
            </section>
            <ProjectTable rows={rows} columns={[c.project, c.energy, c.before, c.yearAgo, c.cost, c.co2, c.coverage]} />
          </>
        );
      }}
    </Frame>
  );
}

/** Time classes, cost and demand of projects. Route /analysis/electricity. */
export function ElectricityPage() {
  const a = useText(analysisText);
  const c = useColumns();
  const classes: ColumnType<EnergyOfProject> = {
    title: a.classes,
    key: 'classes',
    width: 220,
    render: (_, { ClassWhList }) => <ClassBar ClassWhList={ClassWhList} />,
  };
  return (
    <Frame sort="cost">
      {(rows) => (
        <>
          <div className="energy-chips">
            <ClassLegend
              classes={rows.flatMap(({ ClassWhList }) => ClassWhList.flatMap((wh, i) => (wh > 0 ? [i] : [])))}
            />
          </div>
          <ProjectTable
            rows={rows}
            columns={[c.project, c.energy, classes, c.cost, c.price, c.peak, c.loadFactor, c.coverage]}
          />
        </>
      )}
    </Frame>
  );
}

type Ranking = 'enpi' | 'intensity' | 'energy' | 'cost';
const rankings: readonly unknown[] = ['enpi', 'intensity', 'energy', 'cost'];
const isRanking = (value: unknown): boolean => rankings.includes(value);
/** What a ranking uses; null: not known. */
const ranked: Record<Ranking, (row: EnergyOfProject) => number | null> = {
  enpi: ({ Performance }) => (Performance?.IsFit ? Performance.Enpi : null),
  intensity: ({ WhPerSquareMetre }) => WhPerSquareMetre,
  energy: ({ Wh }) => Wh,
  cost: ({ CostFen }) => CostFen,
};

/** Stores in their order. Route /analysis/storeElectricity. */
export function StoreElectricityPage() {
  const a = useText(analysisText);
  const c = useColumns();
  const [by, setBy] = usePreference<Ranking>('energy.ranking', 'intensity', isRanking);
  const rank: ColumnType<EnergyOfProject> = {
    title: a.rank,
    key: 'rank',
    width: 70,
    className: 'energy-number',
    render: (_, row, i) => (ranked[by](row) === null ? '–' : i + 1),
  };
  return (
    <Frame
      sort={by}
      withPerformance
      tools={
        <Segmented<Ranking>
          aria-label={a.rankBy}
          value={by}
          onChange={setBy}
          options={[
            { value: 'enpi', label: a.byEnpi },
            { value: 'intensity', label: a.byIntensity },
            { value: 'energy', label: a.byEnergy },
            { value: 'cost', label: a.byCost },
          ]}
        />
      }
    >
      {(rows) => (
        <ProjectTable
          rows={rows}
          columns={[
            rank,
            { title: a.project, dataIndex: 'ProjectName' },
            ...[c.enpi, c.intensity, c.energy, c.cost, c.yearAgo, c.coverage].map(({ sorter: _, ...column }) => column),
          ]}
        />
      )}
    </Frame>
  );
}
