import { SettingOutlined } from '@ant-design/icons';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import type { AlarmRow } from '@watchpost/contract';
import { Button, Checkbox, Pagination, Popover, Table, type TableColumnType, Tabs } from 'antd';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { callApi } from '../lib/client.ts';
import { useDates, useNow } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { usePreference } from '../lib/preferences.ts';
import { pollWhenNotLive } from '../lib/realtime.ts';
import { useMay, useSession } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { EmptyState, ErrorState, ListSkeleton, SeverityMark, useHotkeys, useNotify } from '../ui/index.ts';
import { AlarmDetailDialog } from './AlarmDetailDialog.tsx';
import { AlarmFilters } from './AlarmFilters.tsx';
import './AlarmList.css';
import {
  type AlarmQuery,
  type AlarmSort,
  type AlarmTab,
  alarmCallOf,
  alarmQueryOf,
  isFiltered,
  pageSizes,
  withAlarmQuery,
} from './alarmQuery.ts';
import { alarmName, needsConfirmation } from './alarmStatus.ts';
import { Lasting } from './Lasting.tsx';
import { StatusTag } from './StatusTag.tsx';
import { text } from './text.ts';
import { useAcknowledge } from './useAcknowledge.ts';
import { refreshAlarms, useAlarmChanges } from './useAlarmChanges.ts';
import { useAlarmInAddress } from './useAlarmInAddress.ts';
import { useWideEnough } from './useWideEnough.ts';

type ColumnName =
  | 'level'
  | 'name'
  | 'project'
  | 'area'
  | 'reason'
  | 'raised'
  | 'lasting'
  | 'status'
  | 'confirmedBy'
  | 'actions';

const sortOf: Partial<Record<ColumnName, AlarmSort>> = { level: 'level', raised: 'time', lasting: 'duration' };

/**
 * The alarms of a project, or of all projects the user may see: filters, sort and page live in the address; rows open by click or
 * Enter; j and k move, a confirms.
 *
 * @param projectId null: all projects
 */
export function AlarmList({ projectId }: { projectId: number | null }) {
  const t = useText(text);
  const { projects } = useSession();
  const [params, setParams] = useSearchParams();
  const query = useMemo(() => alarmQueryOf(params), [params]);
  const [opened, open] = useAlarmInAddress();
  const wide = useWideEnough(768);

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
  useAlarmChanges(projectId === null ? projects.map(({ ProjectId }) => ProjectId) : [projectId]);

  const rows = list.data?.Data ?? [];
  const total = list.data?.TotalCount ?? 0;
  const body = () => {
    if (list.error && !list.data) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
    if (!list.data) return <ListSkeleton rows={8} />;
    if (rows.length === 0) {
      return isFiltered(query) ? (
        <EmptyState title={t.noneMatching} hint={t.noneMatchingHint} />
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
        end={wide ? <ColumnChooser allProjects={projectId === null} /> : null}
      />
      <section className="alarm-list-body" aria-busy={list.isPlaceholderData}>
        {body()}
      </section>
      <AlarmDetailDialog alarmId={opened} onClose={() => open(null)} />
    </div>
  );
}

const isNames = (value: unknown): boolean => Array.isArray(value) && value.every((each) => typeof each === 'string');
const useHiddenColumns = () => usePreference<string[]>('alarms.hiddenColumns', ['area'], isNames);

function ColumnChooser({ allProjects }: { allProjects: boolean }) {
  const t = useText(text);
  const [hidden, setHidden] = useHiddenColumns();
  const names: [ColumnName, string][] = [
    ...(allProjects ? ([['project', t.project]] as [ColumnName, string][]) : []),
    ['area', t.area],
    ['reason', t.reason],
    ['raised', t.raised],
    ['lasting', t.lasting],
    ['status', t.status],
    ['confirmedBy', t.confirmedBy],
  ];
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      arrow={false}
      content={
        <Checkbox.Group
          className="alarm-columns"
          value={names.map(([name]) => name).filter((name) => !hidden.includes(name))}
          options={names.map(([value, label]) => ({ value, label }))}
          onChange={(shown) => setHidden(names.map(([name]) => name).filter((name) => !shown.includes(name)))}
        />
      }
    >
      <Button type="text" icon={<SettingOutlined />} aria-label={t.chooseColumns}>
        {t.columns}
      </Button>
    </Popover>
  );
}

interface RowsProps {
  rows: readonly AlarmRow[];
  query: AlarmQuery;
  allProjects: boolean;
  onOpen: (alarmId: number) => void;
  onChange: (change: Partial<AlarmQuery>) => void;
}

/** The next step of an alarm, as the user may take it. */
function Actions({
  alarm,
  onOpen,
  acting,
}: {
  alarm: AlarmRow;
  onOpen: (id: number) => void;
  acting: ReturnType<typeof useAcknowledge>;
}) {
  const t = useText(text);
  const mayHandle = useMay('alarmHandle');
  const name = alarmName(alarm);
  return (
    <span className="alarm-actions">
      {mayHandle && needsConfirmation(alarm) ? (
        <Button
          size="small"
          aria-label={t.confirmOf(name)}
          loading={acting.pendingId === alarm.Id}
          onClick={(event) => {
            event.stopPropagation();
            acting.acknowledge(alarm);
          }}
        >
          {t.confirm}
        </Button>
      ) : null}
      <Button
        size="small"
        aria-label={mayHandle && !needsConfirmation(alarm) ? t.handleOf(name) : t.detailsOf(name)}
        onClick={(event) => {
          event.stopPropagation();
          onOpen(alarm.Id);
        }}
      >
        {mayHandle && !needsConfirmation(alarm) ? t.handle : t.details}
      </Button>
    </span>
  );
}

function AlarmTable({ rows, query, allProjects, loading, onOpen, onChange }: RowsProps & { loading: boolean }) {
  const t = useText(text);
  const dates = useDates();
  const now = useNow(60_000);
  const acting = useAcknowledge();
  const mayHandle = useMay('alarmHandle');
  const [hidden] = useHiddenColumns();
  const [selected, setSelected] = useState<readonly number[]>([]);
  // Rows that left the list cannot stay selected.
  const stillSelected = selected.filter((id) => rows.some((row) => row.Id === id && needsConfirmation(row)));

  const frame = useRef<HTMLDivElement>(null);
  const lines = () => [...(frame.current?.querySelectorAll<HTMLElement>('tr.alarm-row') ?? [])];
  const focused = () => lines().findIndex((line) => line.contains(document.activeElement));
  const move = (step: number) => {
    const all = lines();
    const from = focused();
    all[Math.max(0, Math.min(all.length - 1, (from < 0 && step < 0 ? all.length : from) + step))]?.focus();
  };
  useHotkeys([
    { keys: 'j', what: { zh: '下一条报警', en: 'Next alarm' }, run: () => move(1) },
    { keys: 'k', what: { zh: '上一条报警', en: 'Previous alarm' }, run: () => move(-1) },
    {
      keys: 'a',
      what: { zh: '确认所在行的报警', en: 'Confirm the alarm of this row' },
      run: () => {
        const row = rows[focused()];
        if (row && mayHandle && needsConfirmation(row)) acting.acknowledge(row);
      },
    },
  ]);

  const order = (name: ColumnName) => ({
    sorter: true,
    sortOrder: query.sort === sortOf[name] ? (query.ascending ? ('ascend' as const) : ('descend' as const)) : null,
    sortDirections: ['descend', 'ascend', 'descend'] as ('ascend' | 'descend')[],
  });
  const all: (TableColumnType<AlarmRow> & { key: ColumnName })[] = [
    {
      key: 'level',
      title: t.level,
      width: 96,
      ...order('level'),
      render: (_, row) => <SeverityMark level={row.Level} variant="word" size={13} />,
    },
    {
      key: 'name',
      title: t.devicePoint,
      width: 196,
      render: (_, row) => <b className="alarm-name">{alarmName(row)}</b>,
    },
    { key: 'project', title: t.project, width: 160, ellipsis: true, dataIndex: 'ProjectName' },
    { key: 'area', title: t.area, width: 120, ellipsis: true, dataIndex: 'Area' },
    { key: 'reason', title: t.reason, render: (_, row) => <span className="alarm-reason">{row.ALARM_DESCRIBE}</span> },
    {
      key: 'raised',
      title: t.raised,
      width: 116,
      ...order('raised'),
      render: (_, row) => (
        <time
          className="tabular"
          dateTime={new Date(row.ALARM_EPOCH).toISOString()}
          title={dates.dateTimeSeconds(row.ALARM_EPOCH)}
        >
          {dates.short(row.ALARM_EPOCH, now)}
        </time>
      ),
    },
    {
      key: 'lasting',
      title: t.lasting,
      width: 118,
      align: 'right',
      ...order('lasting'),
      render: (_, row) => <Lasting alarm={row} />,
    },
    { key: 'status', title: t.status, width: 156, render: (_, row) => <StatusTag alarm={row} /> },
    { key: 'confirmedBy', title: t.confirmedBy, width: 96, ellipsis: true, dataIndex: 'AckedName' },
    {
      key: 'actions',
      title: t.actions,
      width: 138,
      render: (_, row) => <Actions alarm={row} onOpen={onOpen} acting={acting} />,
    },
  ];
  const columns = all.filter(({ key }) => (key === 'project' ? allProjects : true) && !hidden.includes(key));

  return (
    <div ref={frame}>
      {stillSelected.length > 0 ? <ConfirmSelected ids={stillSelected} onDone={() => setSelected([])} /> : null}
      <Table<AlarmRow>
        className={loading ? 'alarm-table alarm-table-waiting' : 'alarm-table'}
        size="small"
        tableLayout="fixed"
        rowKey="Id"
        columns={columns}
        dataSource={[...rows]}
        pagination={false}
        showSorterTooltip={false}
        {...(mayHandle
          ? {
              rowSelection: {
                selectedRowKeys: stillSelected,
                onChange: (keys) => setSelected(keys.map(Number)),
                getCheckboxProps: (row) => ({
                  disabled: !needsConfirmation(row),
                  'aria-label': t.selectRow(alarmName(row)),
                }),
                getTitleCheckboxProps: () => ({ 'aria-label': t.selectPage }),
              },
            }
          : {})}
        onChange={(_pages, _filters, sorter) => {
          const { columnKey, order: direction } = Array.isArray(sorter) ? sorter[0]! : sorter;
          onChange({ sort: sortOf[columnKey as ColumnName] ?? 'time', ascending: direction === 'ascend' });
        }}
        onRow={(row) => ({
          tabIndex: 0,
          className: needsConfirmation(row) && row.Active ? `alarm-row alarm-row-${row.Level}` : 'alarm-row',
          onClick: () => onOpen(row.Id),
          onKeyDown: (event) => {
            if (event.key === 'Enter' && event.target === event.currentTarget) onOpen(row.Id);
          },
        })}
      />
    </div>
  );
}

/** One after the other: each is a decision of its own, and the refused ones say why. */
function ConfirmSelected({ ids, onDone }: { ids: readonly number[]; onDone: () => void }) {
  const t = useText(text);
  const notify = useNotify();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const confirmAll = async () => {
    setBusy(true);
    let confirmed = 0;
    let refusal: unknown = null;
    for (const id of ids) {
      try {
        await callApi('updateStatus', { query: { id } });
        confirmed += 1;
      } catch (error) {
        refusal = error;
      }
    }
    setBusy(false);
    if (confirmed > 0) notify.success(t.confirmedCount(confirmed));
    if (refusal) notify.failure(refusal);
    onDone();
    await refreshAlarms(queryClient);
  };
  return (
    <div className="alarm-batch">
      <Button type="primary" loading={busy} onClick={() => void confirmAll()}>
        {t.confirmSelected(ids.length)}
      </Button>
    </div>
  );
}

function AlarmCards({ rows, allProjects, onOpen }: RowsProps) {
  const dates = useDates();
  const now = useNow(60_000);
  const acting = useAcknowledge();
  const t = useText(text);
  return (
    <ul className="alarm-cards" aria-label={t.alarms}>
      {rows.map((row) => (
        <li
          key={row.Id}
          className={needsConfirmation(row) && row.Active ? `alarm-card alarm-card-${row.Level}` : 'alarm-card'}
        >
          <button type="button" className="alarm-card-open" onClick={() => onOpen(row.Id)}>
            <span className="alarm-card-head">
              <SeverityMark level={row.Level} size={14} />
              <b>{alarmName(row)}</b>
              <span className="alarm-card-lasting">
                <Lasting alarm={row} />
              </span>
            </span>
            <span className="alarm-card-reason">{row.ALARM_DESCRIBE}</span>
            <span className="alarm-card-place">
              {[allProjects ? row.ProjectName : null, row.Area, dates.short(row.ALARM_EPOCH, now)]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </button>
          <span className="alarm-card-foot">
            <StatusTag alarm={row} />
            <Actions alarm={row} onOpen={onOpen} acting={acting} />
          </span>
        </li>
      ))}
    </ul>
  );
}
