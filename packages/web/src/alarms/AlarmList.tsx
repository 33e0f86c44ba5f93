import { keepPreviousData } from '@tanstack/react-query';
import { Button, Pagination, Tabs } from 'antd';
import { useCallback, useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useText } from '../lib/defineText.ts';
import { pollWhenNotLive } from '../lib/realtime.ts';
import { useCall } from '../lib/useCall.ts';
import { EmptyState, ErrorState, ListSkeleton } from '../ui/index.ts';
import { AlarmCards } from './AlarmCards.tsx';
import { AlarmDetailDialog } from './AlarmDetailDialog.tsx';
import { AlarmFilters } from './AlarmFilters.tsx';
import './AlarmList.css';
import { useMedia } from '../lib/useMedia.ts';
import { AlarmTable } from './AlarmTable.tsx';
import {
  type AlarmQuery,
  type AlarmTab,
  alarmCallOf,
  alarmQueryOf,
  isFiltered,
  noFilters,
  pageSizes,
  withAlarmQuery,
} from './alarmQuery.ts';
import { ColumnChooser } from './ColumnChooser.tsx';
import { text } from './text.ts';
import { useAlarmInAddress } from './useAlarmInAddress.ts';

/**
 * The alarms of a project, or of all projects the user may see: filters, sort and page live in the address; rows open by click or
 * Enter; j and k move, a confirms.
 *
 * @param projectId null: all projects
 */
export function AlarmList({ projectId }: { projectId: number | null }) {
  const t = useText(text);
  const [params, setParams] = useSearchParams();
  const query = useMemo(() => alarmQueryOf(params), [params]);
  const [opened, open] = useAlarmInAddress();
  const wide = useMedia('(min-width: 768px)');

  const change = useCallback(
    (next: Partial<AlarmQuery>) =>
      // Other filters mean other rows: back to the first page.
      setParams((before) => withAlarmQuery(before, { ...alarmQueryOf(before), page: 1, ...next }), { replace: true }),
    [setParams],
  );

  const list = useCall('getAlarmAct', alarmCallOf(query, projectId), {
    scope: projectId === null ? 'company' : 'project',
    placeholderData: keepPreviousData,
    refetchInterval: pollWhenNotLive(30_000),
  });

  const rows = list.data?.Data ?? [];
  const total = list.data?.TotalCount ?? 0;
  const lastPage = Math.max(1, Math.ceil(total / query.pageSize));
  // A page beyond the end, from an old link or because alarms were confirmed meanwhile: the last one is what there is.
  const isBeyondEnd = list.data !== undefined && !list.isPlaceholderData && rows.length === 0 && query.page > lastPage;
  useEffect(() => {
    if (isBeyondEnd) change({ page: lastPage });
  }, [isBeyondEnd, lastPage, change]);
  const body = () => {
    if (list.error && !list.data) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
    // Emptiness is only said of an answer to this very question.
    if (!list.data || (rows.length === 0 && (total > 0 || list.isPlaceholderData))) return <ListSkeleton rows={8} />;
    if (rows.length === 0) {
      return isFiltered(query) ? (
        <EmptyState
          title={t.noneMatching}
          hint={t.noneMatchingHint}
          action={<Button onClick={() => change(noFilters)}>{t.clearFilters}</Button>}
        />
      ) : query.tab === 'confirmed' ? (
        <EmptyState title={t.noneConfirmed} hint={t.noneConfirmedHint} />
      ) : (
        <EmptyState title={t.none} hint={t.noneHint} />
      );
    }
    const shared = { rows, query, onOpen: open, onChange: change, allProjects: projectId === null };
    return (
      <>
        {wide ? <AlarmTable {...shared} loading={list.isPlaceholderData} /> : <AlarmCards {...shared} />}
        <Pagination
          className="alarm-pages"
          align="end"
          current={query.page}
          pageSize={query.pageSize}
          total={total}
          showSizeChanger
          pageSizeOptions={pageSizes}
          simple={!wide}
          showTotal={t.total}
          onChange={(page, pageSize) => change({ page: pageSize === query.pageSize ? page : 1, pageSize })}
        />
      </>
    );
  };

  return (
    <div className="alarm-list">
      <Tabs
        activeKey={query.tab}
        onChange={(tab) => change({ tab: tab as AlarmTab })}
        aria-label={t.tabs}
        items={[
          { key: 'current', label: t.tabCurrent },
          { key: 'confirmed', label: t.tabConfirmed },
        ]}
      />
      <AlarmFilters
        query={query}
        onChange={change}
        allProjects={projectId === null}
        end={wide ? <ColumnChooser /> : null}
      />
      <section className="alarm-list-body" aria-busy={list.isPlaceholderData}>
        {body()}
      </section>
      <AlarmDetailDialog alarmId={opened} onClose={() => open(null)} />
    </div>
  );
}
