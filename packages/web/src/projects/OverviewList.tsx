import type { ProjectRow } from '@watchpost/contract';
import { Button, Input, type InputRef, Select } from 'antd';
import { useRef, useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { FoldedFilters } from '../ui/filters/index.ts';
import { EmptyState, SeverityMark, severityOf, severityText, useHotkeys } from '../ui/index.ts';
import { industries, industryNumbers } from './industries.ts';
import { isLocated, type OverviewQuery, type OverviewSort, type OverviewState, overviewStateOf } from './overview.ts';
import { StateTag } from './StateTag.tsx';
import { overviewStateText, overviewText } from './text.ts';
import { useStanding } from './useStanding.ts';

/** Nobody reads more at once, and a thousand rows would take a second to draw. */
const step = 100;

/** The projects beside the map: search, filters, order. Those without a position stand apart, because the map cannot show them. */
export function OverviewList({
  projects,
  query,
  onChange,
  onChoose,
}: {
  /** As the filters leave them, in their order. */
  projects: readonly ProjectRow[];
  query: OverviewQuery;
  onChange: (change: Partial<OverviewQuery>) => void;
  onChoose: (projectId: number) => void;
}) {
  const t = useText(overviewText);
  const states = useText(overviewStateText);
  const inWords = useBilingual();
  const search = useRef<InputRef>(null);
  useHotkeys([{ keys: '/', what: { zh: '搜索项目', en: 'Search projects' }, run: () => search.current?.focus() }]);
  const located = projects.filter(isLocated);
  const others = projects.filter((project) => !isLocated(project));

  return (
    <section className="overview-side" aria-label={t.list}>
      <FoldedFilters
        className="overview-filters"
        first={
          <Input
            ref={search}
            className="overview-search"
            type="search"
            aria-label={t.search}
            placeholder={t.search}
            allowClear
            maxLength={100}
            value={query.text}
            onChange={(event) => onChange({ text: event.target.value })}
            suffix={<kbd>/</kbd>}
          />
        }
        folded={[
          {
            name: 'state',
            field: (
              <Select<OverviewState>
                key="state"
                className="overview-choice"
                aria-label={t.state}
                placeholder={t.allStates}
                allowClear
                value={query.state}
                onChange={(state) => onChange({ state: state ?? null })}
                options={(Object.keys(states) as OverviewState[]).map((value) => ({ value, label: states[value] }))}
              />
            ),
            words: query.state === null ? null : t.chosen(t.state, states[query.state]),
            onClear: () => onChange({ state: null }),
          },
          {
            name: 'industry',
            field: (
              <Select<number>
                key="industry"
                className="overview-choice"
                aria-label={t.industry}
                placeholder={t.allIndustries}
                allowClear
                popupMatchSelectWidth={false}
                value={query.industry}
                onChange={(industry) => onChange({ industry: industry ?? null })}
                options={industryNumbers.map((value) => ({ value, label: inWords(industries[value]!) }))}
              />
            ),
            words: query.industry === null ? null : t.chosen(t.industry, inWords(industries[query.industry]!)),
            onClear: () => onChange({ industry: null }),
          },
        ]}
      >
        <Select<OverviewSort>
          className="overview-sort"
          aria-label={t.sort}
          variant="borderless"
          value={query.sort}
          onChange={(sort) => onChange({ sort })}
          options={[
            { value: 'severity', label: t.bySeverity },
            { value: 'name', label: t.byName },
          ]}
        />
      </FoldedFilters>
      <div className="overview-rows">
        {projects.length === 0 ? (
          <EmptyState
            title={t.noneMatching}
            hint={t.noneMatchingHint}
            action={
              <Button onClick={() => onChange({ text: '', state: null, industry: null })}>{t.clearFilters}</Button>
            }
          />
        ) : null}
        <Rows projects={located} chosen={query.chosen} onChoose={onChoose} />
        {others.length > 0 ? (
          <>
            <h2 className="overview-apart">{t.withoutPosition(others.length)}</h2>
            <p className="overview-apart-hint">{t.withoutPositionHint}</p>
            <Rows projects={others} chosen={query.chosen} onChoose={onChoose} />
          </>
        ) : null}
      </div>
    </section>
  );
}

function Rows({
  projects,
  chosen,
  onChoose,
}: {
  projects: readonly ProjectRow[];
  chosen: number | null;
  onChoose: (projectId: number) => void;
}) {
  const t = useText(overviewText);
  const [limit, setLimit] = useState(step);
  const states = useText(overviewStateText);
  const severities = useText(severityText);
  const hidden = projects.length - limit;
  const standing = useStanding();
  const wordsOf = (project: ProjectRow): string[] => [
    ...(overviewStateOf(project) === 'alarm'
      ? [severities[severityOf(project.AlarmLevel ?? 4)], t.alarms(project.AlarmCount)]
      : [states[overviewStateOf(project)]]),
    ...standing(project),
  ];
  return (
    <>
      <ul>
        {projects.slice(0, limit).map((project) => (
          <li key={project.ProjectId}>
            <button
              type="button"
              className="overview-row"
              aria-pressed={project.ProjectId === chosen}
              onClick={() => onChoose(project.ProjectId)}
            >
              <span className="overview-row-name">{project.ProjectName}</span>
              <span className="visually-hidden">{t.after(wordsOf(project))}</span>
              <span className="overview-row-state" aria-hidden="true">
                {overviewStateOf(project) === 'alarm' ? (
                  <SeverityMark level={project.AlarmLevel ?? 4} variant="word">
                    {severities[severityOf(project.AlarmLevel ?? 4)]} <b className="tabular">{project.AlarmCount}</b>
                  </SeverityMark>
                ) : (
                  <StateTag state={overviewStateOf(project)} />
                )}
              </span>
              <span className="overview-row-address">{project.Address || t.noAddress}</span>
              <span className="overview-row-standing tabular" aria-hidden="true">
                {standing(project).join(' · ')}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {hidden > 0 ? (
        <Button type="link" onClick={() => setLimit(limit + step)}>
          {t.more(Math.min(step, hidden))}
        </Button>
      ) : null}
    </>
  );
}
