import { Table, type TableColumnType } from 'antd';
import {
  type CSSProperties,
  type Key,
  type ReactNode,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useText } from '../../lib/defineText.ts';
import { dash } from '../../lib/numbers.ts';
import { type Hotkey, useHotkeys } from '../useHotkeys.ts';
import { HeaderCell } from './HeaderCell.tsx';
import type { ListColumn } from './ListColumn.ts';
import { text } from './text.ts';
import type { ListColumns } from './useListColumns.ts';

/** What both shapes of a list receive. */
export interface RowsProps<Row> {
  rows: readonly Row[];
  columns: ListColumns<Row>;
  keyOf: (row: Row) => Key;
  nameOf: (row: Row) => string;
  classOf?: ((row: Row) => string | undefined) | undefined;
  onOpen?: ((row: Row) => void) | undefined;
  opens: (row: Row) => boolean;
  /** The last cell of a row: its actions. */
  actionsOf?: ((row: Row) => ReactNode) | undefined;
  /** Undefined: nothing can be selected. */
  selection?: { keys: readonly Key[]; may: (row: Row) => boolean; select: (keys: readonly Key[]) => void } | undefined;
}

/** A key that does something with the row the focus is in. */
export type RowKey<Row> = Omit<Hotkey, 'run'> & { run(row: Row): void };

/**
 * Room for a column that takes what is left: a sentence on four lines, or its beginning where it is cut. Narrower than all of
 * them the table scrolls.
 */
const flexibleWidth = { whole: 180, cut: 110 };
const selectionWidth = 48;

/** The rows as a table: click or Enter opens, j and k move. */
export function RowTable<Row extends object>({
  rows,
  columns,
  keyOf,
  nameOf,
  classOf,
  onOpen,
  opens,
  actionsOf,
  actionsWidth,
  selection,
  rowKeys,
  order,
  onOrder,
  waiting,
}: RowsProps<Row> & {
  actionsWidth: number;
  rowKeys: readonly RowKey<Row>[];
  order: { by: string | undefined; ascending: boolean };
  onOrder: (by: string, ascending: boolean) => void;
  waiting: boolean;
}) {
  const t = useText(text);
  const frame = useRef<HTMLDivElement>(null);
  const lines = () => [...(frame.current?.querySelectorAll<HTMLElement>('tr.list-row') ?? [])];
  const focused = () => lines().findIndex((line) => line.contains(document.activeElement));
  /** Where the last key worked: the row that stood there may have left the list since. */
  const last = useRef<number | null>(null);
  const move = (step: number) => {
    const all = lines();
    let from = focused();
    // Another row stands where the last one stood, and is the next one downwards.
    if (from < 0 && last.current !== null) from = step < 0 ? last.current : last.current - 1;
    else if (from < 0 && step < 0) from = all.length;
    all[Math.max(0, Math.min(all.length - 1, from + step))]?.focus();
    last.current = focused();
  };
  useHotkeys([
    { keys: 'j', what: text.nextRow, run: () => move(1) },
    { keys: 'k', what: text.previousRow, run: () => move(-1) },
    ...rowKeys.map(({ run, ...hotkey }) => ({
      ...hotkey,
      run: () => {
        const row = rows[focused()];
        if (row !== undefined) run(row);
      },
    })),
  ]);

  const { shown, choose } = columns;
  const tableColumns = useMemo(() => {
    const column = (each: ListColumn<Row>): TableColumnType<Row> => ({
      key: each.key,
      title: each.title,
      ...(each.width === undefined ? {} : { width: each.width }),
      align: each.align ?? 'left',
      ellipsis: each.ellipsis ?? false,
      render: (_, row) => orDash(each.render(row)),
      onHeaderCell: () =>
        ({
          name: each.title,
          width: each.width,
          onWidth: (width: number) =>
            choose((present) => ({ ...present, widths: { ...present.widths, [each.key]: width } })),
        }) as object,
      ...(each.sort === undefined
        ? {}
        : {
            sorter: true,
            sortOrder: order.by === each.sort ? (order.ascending ? ('ascend' as const) : ('descend' as const)) : null,
            sortDirections: ['descend', 'ascend', 'descend'] as ('ascend' | 'descend')[],
          }),
    });
    return shown.map(column);
  }, [shown, choose, order.by, order.ascending]);
  const withActions: TableColumnType<Row>[] = actionsOf
    ? [
        ...tableColumns,
        {
          key: 'actions',
          className: 'list-actions',
          title: t.actions,
          width: actionsWidth,
          render: (_, row) => actionsOf(row),
        },
      ]
    : tableColumns;
  const minWidth =
    withActions.reduce(
      (sum, { width, ellipsis }) =>
        sum + (typeof width === 'number' ? width : ellipsis ? flexibleWidth.cut : flexibleWidth.whole),
      0,
    ) + (selection ? selectionWidth : 0);

  const fits = useFits(frame, minWidth);

  return (
    <div ref={frame} style={{ '--list-width': `${minWidth}px` } as CSSProperties}>
      <Table<Row>
        className={['list-table', waiting && 'list-table-waiting', fits && 'list-table-fits'].filter(Boolean).join(' ')}
        size="small"
        tableLayout="fixed"
        rowKey={keyOf}
        columns={withActions}
        components={headerCells}
        dataSource={rows as Row[]}
        pagination={false}
        showSorterTooltip={false}
        {...(selection
          ? {
              rowSelection: {
                columnWidth: selectionWidth,
                selectedRowKeys: [...selection.keys],
                preserveSelectedRowKeys: true,
                onChange: (keys: Key[]) => selection.select(keys),
                getCheckboxProps: (row: Row) => ({
                  disabled: !selection.may(row),
                  'aria-label': t.selectRow(nameOf(row)),
                }),
                getTitleCheckboxProps: () => ({ 'aria-label': t.selectPage }),
              },
            }
          : {})}
        onChange={(_pages, _filters, sorter) => {
          const { columnKey, order: direction } = Array.isArray(sorter) ? sorter[0]! : sorter;
          const by = shown.find(({ key }) => key === columnKey)?.sort;
          if (by !== undefined) onOrder(by, direction === 'ascend');
        }}
        onRow={(row) => ({
          tabIndex: 0,
          className: ['list-row', onOpen && opens(row) ? 'list-row-opens' : '', classOf?.(row) ?? '']
            .filter(Boolean)
            .join(' '),
          ...(onOpen && opens(row)
            ? {
                onClick: (event) => {
                  // Marking words to copy them, or using what stands in the row, is not opening it.
                  if (!isControl(event.target) && !isMarking()) onOpen(row);
                },
                onKeyDown: (event) => {
                  if (event.key === 'Enter' && event.target === event.currentTarget) onOpen(row);
                },
              }
            : {}),
        })}
      />
    </div>
  );
}

/** Whether all columns have room beside each other. */
function useFits(frame: RefObject<HTMLElement | null>, minWidth: number): boolean {
  const [fits, setFits] = useState(false);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setFits(element.clientWidth >= minWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame, minWidth]);
  return fits;
}

/** Nothing looks like something that did not load. */
const orDash = (cell: ReactNode): ReactNode =>
  cell === null || cell === undefined || cell === '' ? <span className="list-nothing">{dash}</span> : cell;

const headerCells = { header: { cell: HeaderCell } };

const isControl = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('a, button, input, label, [role=switch], .ant-checkbox-wrapper') !== null;

const isMarking = (): boolean => window.getSelection()?.type === 'Range';
