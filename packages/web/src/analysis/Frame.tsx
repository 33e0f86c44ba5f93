import type { ProjectRow } from '@watchpost/contract';
import { Alert, Select } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { dash, formatNumber } from '../lib/numbers.ts';
import { useSession } from '../lib/session.ts';
import { industries, industryNumbers } from '../projects/index.ts';
import { DaysField, useDays } from '../ui/days/index.ts';
import { type FoldedFilter, FoldedFilters, useProjectsFilter } from '../ui/filters/index.ts';
import { EmptyState, ErrorState, ListSkeleton } from '../ui/index.ts';
import './analysis.css';
import { Explained } from './Explained.tsx';
import { analysisText } from './text.ts';

export const longestDays = 366;

export const percent = (value: number | null): string => (value === null ? dash : `${formatNumber(value, 2)} %`);

/** Which days and projects are analysed; the same question for every screen. */
export function useQuestion() {
  const [days, choose] = useDays(longestDays);
  const [picked, pick] = useState<number[]>([]);
  const body = useMemo(
    () => ({ Start: days.from, End: days.to, ...(picked.length > 0 ? { ProjectIdList: picked } : {}) }),
    [days, picked],
  );
  return { days, choose, picked, pick, body };
}

/** What the screens share: days, projects, and what stands where there is nothing yet. */
export function Frame<Answer>({
  question: { days, choose, picked, pick },
  answer,
  tools,
  children,
}: {
  question: ReturnType<typeof useQuestion>;
  answer: { readonly data?: Answer | undefined; readonly error: unknown; refetch(): unknown };
  tools?: ReactNode;
  children: (answer: Answer) => ReactNode;
}) {
  const t = useText(analysisText);
  const { projects, limitedProjects } = useSession();
  const projectsFilter = useProjectsFilter(picked, pick);
  const setOfProjects = useSetOfProjects(projects, pick);
  const asked = projects.filter(({ ProjectId }) => picked.length === 0 || picked.includes(ProjectId));
  const leftOut = asked.filter(({ ProjectId }) => limitedProjects.has(ProjectId));
  return (
    <div className="page">
      <FoldedFilters
        className="analysis-tools"
        first={<DaysField label={t.period} days={days} maxDays={longestDays} onChange={choose} />}
        folded={[projectsFilter, ...(setOfProjects ? [setOfProjects] : [])]}
      >
        {tools}
      </FoldedFilters>
      {leftOut.length > 0 ? (
        <Alert type="info" showIcon title={t.leftOut(leftOut.map(({ ProjectName }) => ProjectName))} />
      ) : null}
      {leftOut.length === asked.length ? (
        <NoProjects />
      ) : answer.data !== undefined ? (
        children(answer.data)
      ) : answer.error ? (
        <ErrorState error={answer.error as never} onRetry={() => void answer.refetch()} />
      ) : (
        <ListSkeleton rows={8} />
      )}
    </div>
  );
}

export interface Figure {
  readonly name: string;
  /** What exactly is counted, behind the question mark. */
  readonly means?: string;
  readonly value: ReactNode;
  readonly notes?: readonly ReactNode[];
}

/** Figures beside each other, each with what explains it under it. */
export const Figures = ({ of: figures, label }: { of: readonly Figure[]; label: string }) => (
  <ul className="analysis-figures" aria-label={label}>
    {figures.map(({ name, means, value, notes = [] }) => (
      <li key={name}>
        <span>{means === undefined ? name : <Explained name={name} means={means} />}</span>
        <strong className="tabular">{value}</strong>
        {notes.filter(Boolean).map((note, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: notes of a figure keep their order
          <small key={place}>{note}</small>
        ))}
      </li>
    ))}
  </ul>
);

export function NoProjects() {
  const t = useText(analysisText);
  return <EmptyState title={t.noData} hint={t.noDataHint} />;
}

/** Fills in all projects of an industry or with a label; nothing to choose from where all are alike. */
function useSetOfProjects(
  projects: readonly ProjectRow[],
  onChoose: (projectIds: number[]) => void,
): FoldedFilter | null {
  const t = useText(analysisText);
  const inWords = useBilingual();
  const present = industryNumbers.filter((number) => projects.some(({ Industry }) => Industry === number));
  const labels = [...new Set(projects.flatMap(({ TagList }) => TagList))].sort((a, b) => a.localeCompare(b, 'zh'));
  const idsOf = (holds: (project: ProjectRow) => boolean) => projects.filter(holds).map(({ ProjectId }) => ProjectId);
  const groups = [
    {
      label: t.ofIndustry,
      options: (present.length > 1 ? present : []).map((number) => ({
        value: `industry ${number}`,
        label: inWords(industries[number]!),
        ids: idsOf(({ Industry }) => Industry === number),
      })),
    },
    {
      label: t.ofLabel,
      options: labels.map((name) => ({
        value: `label ${name}`,
        label: name,
        ids: idsOf(({ TagList }) => TagList.includes(name)),
      })),
    },
  ].filter(({ options }) => options.length > 0);
  if (groups.length === 0) return null;
  return {
    name: 'set',
    field: (
      <Select
        key="set"
        aria-label={t.chooseSet}
        placeholder={t.chooseSet}
        style={{ minWidth: 180 }}
        showSearch={{ optionFilterProp: 'label' }}
        value={null}
        onChange={(_, chosen) => onChoose((chosen as unknown as { ids: number[] }).ids)}
        options={groups as never}
      />
    ),
    // What it picks stands in the chip of the projects.
    words: null,
    onClear: () => onChoose([]),
  };
}
