import { useQueryClient } from '@tanstack/react-query';
import type { AlarmRow } from '@watchpost/contract';
import { Button, Table, type TableColumnType } from 'antd';
import { useRef, useState } from 'react';
import { callApi } from '../lib/client.ts';
import { useDates, useNow } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useMay } from '../lib/session.ts';
import { SeverityMark, useHotkeys, useNotify } from '../ui/index.ts';
import { AlarmActions } from './AlarmActions.tsx';
import { type ColumnName, sortOf, useHiddenColumns } from './alarmColumns.ts';
import type { AlarmQuery } from './alarmQuery.ts';
import { alarmName, needsConfirmation } from './alarmStatus.ts';
import { Lasting } from './Lasting.tsx';
import { StatusTag } from './StatusTag.tsx';
import { text } from './text.ts';
import { useAcknowledge } from './useAcknowledge.ts';
import { refreshAlarms } from './useAlarmChanges.ts';

/** What both shapes of the list receive. */
export interface AlarmRowsProps {
  rows: readonly AlarmRow[];
  query: AlarmQuery;
  allProjects: boolean;
  onOpen: (alarmId: number) => void;
  onChange: (change: Partial<AlarmQuery>) => void;
}

/** The alarms as rows: click or Enter opens, j and k move, a confirms; several can be confirmed at once. */
export function AlarmTable({
  rows,
  query,
  allProjects,
  loading,
  onOpen,
  onChange,
}: AlarmRowsProps & { loading: boolean }) {
  const t = useText(text);
  const dates = useDates();
  const now = useNow(60_000);
  const acting = useAcknowledge();
  const mayHandle = useMay('alarmHandle');
  const [hidden] = useHiddenColumns();
  const [selected, setSelected] = useState<readonly number[]>([]);
  // Rows that left the list cannot stay selected.
  const stillSelected = rows.filter((row) => selected.includes(row.Id) && needsConfirmation(row));

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
      width: 104,
      ...order('level'),
      render: (_, row) => <SeverityMark level={row.Level} variant="word" size={13} />,
    },
    {
      key: 'name',
      title: t.devicePoint,
      width: 188,
      render: (_, row) => (
        <>
          <b className="alarm-name">{alarmName(row)}</b>
          {allProjects ? <small className="alarm-site">{row.ProjectName}</small> : null}
        </>
      ),
    },
    { key: 'area', title: t.area, width: 120, ellipsis: true, dataIndex: 'Area' },
    { key: 'reason', title: t.reason, render: (_, row) => <span className="alarm-reason">{row.ALARM_DESCRIBE}</span> },
    {
      key: 'raised',
      title: t.raised,
      width: 104,
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
      width: 104,
      align: 'right',
      ...order('lasting'),
      render: (_, row) => <Lasting alarm={row} />,
    },
    { key: 'status', title: t.status, width: 174, render: (_, row) => <StatusTag alarm={row} /> },
    { key: 'confirmedBy', title: t.confirmedBy, width: 104, ellipsis: true, dataIndex: 'AckedName' },
    {
      key: 'actions',
      title: t.actions,
      width: 164,
      render: (_, row) => <AlarmActions alarm={row} onOpen={onOpen} acting={acting} />,
    },
  ];
  const columns = all.filter(({ key }) => !hidden.includes(key));

  return (
    <div ref={frame}>
      {stillSelected.length > 0 ? <ConfirmSelected alarms={stillSelected} onDone={() => setSelected([])} /> : null}
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
                selectedRowKeys: stillSelected.map(({ Id }) => Id),
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
function ConfirmSelected({ alarms, onDone }: { alarms: readonly AlarmRow[]; onDone: () => void }) {
  const t = useText(text);
  const notify = useNotify();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const confirmAll = async () => {
    setBusy(true);
    let confirmed = 0;
    let refusal: unknown = null;
    for (const { Id, Level } of alarms) {
      try {
        await callApi('updateStatus', { query: { id: Id, level: Level } });
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
        {t.confirmSelected(alarms.length)}
      </Button>
    </div>
  );
}
