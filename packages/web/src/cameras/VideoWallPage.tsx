import { Button, Input, Pagination, Segmented, Select } from 'antd';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useText } from '../lib/defineText.ts';
import type { PageProps } from '../lib/page.ts';
import { usePreference } from '../lib/preferences.ts';
import { useProject, useSession } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { EmptyState, ErrorState, PageSkeleton, PageTitle } from '../ui/index.ts';
import { CameraTile } from './CameraTile.tsx';
import './cameras.css';
import { cameraText } from './text.ts';

const layouts = [1, 4, 9, 16] as const;
type Layout = (typeof layouts)[number];
const isLayout = (value: unknown): boolean => (layouts as readonly unknown[]).includes(value);

/** How often the states beside the pictures are read again. */
const pollMs = 60_000;

interface WallQuery {
  readonly text: string;
  readonly subsystemId: number | null;
  readonly page: number;
}

const positive = (text: string | null): number | null => (/^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : null);

const queryOf = (params: URLSearchParams): WallQuery => ({
  text: (params.get('q') ?? '').slice(0, 100),
  subsystemId: positive(params.get('subsystem')),
  page: positive(params.get('page')) ?? 1,
});

/** What cameras of the project show, side by side. /monitor/videoMonitor. */
export function VideoWallPage(_: PageProps) {
  const t = useText(cameraText);
  const project = useProject();
  if (project.State === 'disabled') return <EmptyState title={t.disabled} hint={t.disabledHint} />;
  if (project.Expired) return <EmptyState title={t.expired} hint={t.disabledHint} />;
  return <Wall key={project.ProjectId} projectId={project.ProjectId} projectName={project.ProjectName} />;
}

function Wall({ projectId, projectName }: { projectId: number; projectName: string }) {
  const t = useText(cameraText);
  const { company } = useSession();
  const [params, setParams] = useSearchParams();
  const query = useMemo(() => queryOf(params), [params]);
  const [layout, setLayout] = usePreference<Layout>('videoWall.layout', 4, isLayout);
  const change = (next: Partial<WallQuery>) =>
    setParams(
      (before) => {
        const { text, subsystemId, page } = { ...queryOf(before), page: 1, ...next };
        const after = new URLSearchParams(before);
        for (const [name, value] of [
          ['q', text],
          ['subsystem', subsystemId],
          ['page', page === 1 ? null : page],
        ] as const) {
          if (value === null || value === '') after.delete(name);
          else after.set(name, String(value));
        }
        return after;
      },
      { replace: true },
    );
  const types = useCall(
    'getBigSmallType',
    { query: { companyId: company.CompanyId, projectId } },
    { staleTime: 60_000 },
  ).data;
  const wall = useCall(
    'getVideoMonitorPage',
    {
      body: {
        ProjectId: projectId,
        BigTypeId: query.subsystemId ?? undefined,
        PointName: query.text.trim() || undefined,
        SortType: 'name',
        IsAsc: true,
        PageIndex: query.page,
        PageSize: layout,
      },
    },
    { placeholderData: (before) => before, refetchInterval: pollMs },
  );
  const total = wall.data?.TotalCount ?? 0;
  const isFiltered = query.text !== '' || query.subsystemId !== null;
  const content = () => {
    if (wall.error && !wall.data) return <ErrorState error={wall.error} onRetry={() => void wall.refetch()} />;
    if (!wall.data) return <PageSkeleton cards={4} />;
    if (wall.data.Data.length === 0 && query.page > 1 && !wall.isPlaceholderData) {
      return <EmptyState title={t.noneMatching} action={<Button onClick={() => change({ page: 1 })}>1</Button>} />;
    }
    if (total === 0 && !isFiltered) return <EmptyState title={t.emptyWall} hint={t.emptyWallHint} />;
    if (total === 0) {
      return (
        <EmptyState
          title={t.noneMatching}
          action={<Button onClick={() => change({ text: '', subsystemId: null })}>{t.clearFilters}</Button>}
        />
      );
    }
    return (
      <div className={`wall-grid wall-grid-${layout}`}>
        {wall.data.Data.map((camera) => (
          <CameraTile key={camera.Key} camera={camera} />
        ))}
      </div>
    );
  };
  return (
    <div className="wall">
      <PageTitle subtitle={wall.data ? `${projectName} · ${t.count(total)}` : projectName} />
      <search className="wall-filters">
        <Input
          className="wall-search"
          type="search"
          aria-label={t.search}
          placeholder={t.search}
          allowClear
          maxLength={100}
          value={query.text}
          onChange={(event) => change({ text: event.target.value })}
        />
        {types && types.length > 1 ? (
          <Select<number>
            className="wall-subsystem"
            aria-label={t.allSubsystems}
            placeholder={t.allSubsystems}
            allowClear
            value={query.subsystemId}
            onChange={(subsystemId) => change({ subsystemId: subsystemId ?? null })}
            options={types.map(({ BigTypeId, BigTypeName }) => ({ value: BigTypeId, label: BigTypeName }))}
          />
        ) : null}
        <Segmented<Layout>
          aria-label={t.layout}
          value={layout}
          onChange={(next) => {
            setLayout(next);
            change({ page: 1 });
          }}
          options={layouts.map((value) => ({ value, label: String(value) }))}
        />
      </search>
      {content()}
      {total > layout ? (
        <Pagination
          className="wall-pages"
          align="end"
          size="small"
          current={query.page}
          pageSize={layout}
          total={total}
          showSizeChanger={false}
          onChange={(page) => change({ page })}
        />
      ) : null}
    </div>
  );
}
