import { DownloadOutlined } from '@ant-design/icons';
import { Button, Pagination, Select, Tabs } from 'antd';
import { type Key, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useText } from '../../lib/defineText.ts';
import { useBilingual } from '../../lib/language.ts';
import { useMedia } from '../../lib/useMedia.ts';
import { ListSkeleton } from '../Skeleton.tsx';
import { EmptyState, ErrorState } from '../states.tsx';
import { ColumnChooser } from './ColumnChooser.tsx';
import { FilterBar, type FilterOptions } from './FilterBar.tsx';
import { type Filter, type Filters, type FilterValues, isTooLong, longestRange } from './filters.ts';
import type { ListColumn, RowAction } from './ListColumn.ts';
import './ListPage.css';
import { isFiltered, type ListQuery, pageSizes, withoutFilters } from './listQuery.ts';
import { RowActions } from './RowActions.tsx';
import { RowCards } from './RowCards.tsx';
import { type RowKey, RowTable } from './RowTable.tsx';
import { SavedViews } from './SavedViews.tsx';
import { SelectedElsewhere } from './SelectedElsewhere.tsx';
import { text } from './text.ts';
import type { List } from './useList.ts';
import { useListColumns } from './useListColumns.ts';
import { useScrollBack } from './useScrollBack.ts';
import { useSelection } from './useSelection.ts';

/** The answer of a page call, as `useCall` gives it. */
export interface PageAnswer<Row> {
  readonly data: { readonly Data: readonly Row[]; readonly TotalCount: number } | undefined;
  readonly error: Error | null;
  readonly isPlaceholderData: boolean;
  refetch(): unknown;
}

export interface ListPageProps<Row extends object, F extends Filters, Sort extends string> {
  /** From `useList`. */
  list: List<F, Sort>;
  /** From `useCall` with `whileWaiting`; rows in `Data`, their number in `TotalCount`. */
  page: PageAnswer<Row>;
  /** Keep the same array while nothing changes (`useMemo`). */
  columns: readonly ListColumn<Row>[];
  /** What the list is called, for screen readers: "Members". */
  label: string;
  keyOf: (row: Row) => Key;
  /** What a row is called, for labels: "Select Wang Qiang". */
  nameOf: (row: Row) => string;
  /** What can be chosen in filters by id; null takes a filter away. */
  options?: FilterOptions<F>;
  /** A click on a row, or Enter. */
  onOpen?: (row: Row) => void;
  /** Which rows open; all unless given. */
  opens?: (row: Row) => boolean;
  rowActions?: (row: Row) => readonly RowAction[];
  /** Pixels; default fits one inline action and the menu. */
  actionsWidth?: number;
  /** Keys that do something with the row the focus is in. */
  rowKeys?: readonly RowKey<Row>[];
  rowClass?: (row: Row) => string | undefined;
  /** What can be done with the selected rows, of this page and of others; rows can be selected when this is given. */
  batch?: (selected: readonly Row[], clear: () => void) => ReactNode;
  /** Which rows can be selected; all unless given. */
  selectable?: (row: Row) => boolean;
  /** Starts an export of everything that is filtered. The button waits for the promise. */
  onExport?: (query: ListQuery<F, Sort>) => unknown;
  /** What stands at the end of the bar, such as "Add". */
  actions?: ReactNode;
  /** What a list that is empty without any filter says. */
  empty: { title: string; hint?: string; action?: ReactNode };
  /** The inside of a card on a phone, instead of the columns with their titles. */
  card?: (row: Row) => ReactNode;
}

const always = () => true;
const noKeys: readonly never[] = [];

/**
 * Every list of the product. Filters, order and page live in the address; columns and views are the user's own; rows are selected
 * across pages and opened by click or Enter; `/` searches, j and k move. Empty, filtered empty, failed, not allowed and on its
 * way are told apart; on a phone rows are cards.
 *
 * It asks nothing itself but the columns and views: the rows come from the one `useCall` of the page.
 *
 * @example see `useList`
 */
export function ListPage<Row extends object, F extends Filters, Sort extends string>({
  list,
  page,
  columns: allColumns,
  label,
  keyOf,
  nameOf,
  options,
  onOpen,
  opens = always,
  rowActions,
  actionsWidth = 132,
  rowKeys = noKeys,
  rowClass,
  batch,
  selectable = always,
  onExport,
  actions,
  empty,
  card,
}: ListPageProps<Row, F, Sort>) {
  const t = useText(text);
  const inWords = useBilingual();
  const { definition, query, change } = list;
  const wide = useMedia('(min-width: 768px)');
  const columns = useListColumns(definition.name, allColumns);

  // The page writes these anew each time; what they say is the same.
  const latest = useRef({ keyOf, selectable });
  useEffect(() => {
    latest.current = { keyOf, selectable };
  });
  const stableKey = useCallback((row: Row) => latest.current.keyOf(row), []);
  const maySelect = useCallback((row: Row) => latest.current.selectable(row), []);

  const rows = useMemo(() => page.data?.Data ?? [], [page.data]);
  const total = page.data?.TotalCount ?? 0;
  const isWhole = page.data !== undefined && !page.isPlaceholderData && rows.length === total;
  const selection = useSelection(rows, isWhole, stableKey, maySelect, JSON.stringify(query.filters));

  const lastPage = Math.max(1, Math.ceil(total / query.pageSize));
  // A page beyond the end, from an old link or because rows went meanwhile: the last one is what there is.
  const isBeyondEnd = page.data !== undefined && !page.isPlaceholderData && rows.length === 0 && query.page > lastPage;
  useEffect(() => {
    if (isBeyondEnd) change({ page: lastPage } as Parameters<typeof change>[0]);
  }, [isBeyondEnd, lastPage, change]);

  const failed = page.error !== null && page.data === undefined;
  const ready = columns.ready && page.data !== undefined;
  useScrollBack(ready);

  // From an old link: said here, where something can be done about it, and not as a failure.
  const longRange = (Object.entries(definition.filters) as [keyof F & string, Filter<unknown>][]).find(
    ([name, filter]) => {
      const value = query.filters[name] as readonly [string, string] | undefined;
      return filter.kind === 'range' && value !== undefined && isTooLong(filter, value);
    },
  );

  const body = () => {
    if (longRange) {
      const [name, filter] = longRange;
      const days = filter.range?.maxDays ?? 0;
      return (
        <EmptyState
          title={t.rangeTooLong(inWords(filter.label), days)}
          hint={t.rangeTooLongHint}
          action={
            <Button
              onClick={() => change({ filters: { [name]: longestRange(filter) } } as Parameters<typeof change>[0])}
            >
              {t.lastDays(days)}
            </Button>
          }
        />
      );
    }
    if (failed) return <ErrorState error={page.error} onRetry={() => void page.refetch()} />;
    // Emptiness is only said of an answer to this very question.
    if (!ready || (rows.length === 0 && (total > 0 || page.isPlaceholderData))) {
      return <ListSkeleton rows={Math.min(query.pageSize, 10)} />;
    }
    if (rows.length === 0) {
      return isFiltered(definition, query.filters) ? (
        <EmptyState
          title={t.noneMatching}
          hint={t.noneMatchingHint}
          action={
            <Button onClick={() => change({ filters: withoutFilters(definition) } as Parameters<typeof change>[0])}>
              {t.clearFilters}
            </Button>
          }
        />
      ) : (
        <EmptyState {...empty} />
      );
    }
    const shared = {
      rows,
      columns,
      keyOf,
      nameOf,
      classOf: rowClass,
      onOpen,
      opens,
      // A column without anything in it would lie over what stands beside it.
      actionsOf:
        rowActions && rows.some((row) => rowActions(row).length > 0)
          ? (row: Row) => <RowActions actions={rowActions(row)} name={nameOf(row)} />
          : undefined,
      selection: batch ? { keys: selection.keys, may: selectable, select: selection.select } : undefined,
    };
    return (
      <>
        {wide ? (
          <RowTable
            {...shared}
            actionsWidth={actionsWidth}
            rowKeys={rowKeys}
            order={{ by: query.sort, ascending: query.ascending }}
            onOrder={(sort, ascending) => change({ sort: sort as Sort, ascending } as Parameters<typeof change>[0])}
            waiting={page.isPlaceholderData}
          />
        ) : (
          <RowCards {...shared} label={label} cardOf={card} />
        )}
        <Pagination
          className="list-pages"
          align="end"
          current={query.page}
          pageSize={query.pageSize}
          total={total}
          showSizeChanger
          pageSizeOptions={pageSizes}
          simple={!wide}
          showTotal={t.total}
          onChange={(next, pageSize) =>
            change({ page: pageSize === query.pageSize ? next : 1, pageSize } as Parameters<typeof change>[0])
          }
        />
      </>
    );
  };

  return (
    <section className="list" aria-label={label}>
      <ListTabs list={list} />
      <FilterBar list={list} options={options}>
        {onExport ? <ExportButton nothing={total === 0} onExport={() => onExport(query)} /> : null}
        <SavedViews list={list} columns={columns} />
        {wide ? <ColumnChooser columns={columns} /> : <OrderField list={list} columns={allColumns} />}
        {actions}
      </FilterBar>
      {batch && selection.rows.length > 0 ? (
        <fieldset className="list-batch" aria-label={t.selection}>
          <span role="status">{t.selected(selection.rows.length)}</span>
          <SelectedElsewhere selection={selection} keyOf={keyOf} nameOf={nameOf} />
          {batch(selection.rows, selection.clear)}
          <Button type="text" onClick={selection.clear}>
            {t.clearSelection}
          </Button>
        </fieldset>
      ) : null}
      <div className="list-body" aria-busy={page.isPlaceholderData}>
        {body()}
      </div>
    </section>
  );
}

/** The tabs above a list, for the definition's filters of that kind. */
function ListTabs<F extends Filters, Sort extends string>({ list }: { list: List<F, Sort> }) {
  const inWords = useBilingual();
  const { definition, query, change } = list;
  return (Object.entries(definition.filters) as [keyof F & string, Filter<unknown>][])
    .filter(([, { kind }]) => kind === 'tabs')
    .map(([name, { label, options = [] }]) => (
      <Tabs
        key={name}
        className="list-tabs"
        activeKey={String(query.filters[name])}
        aria-label={inWords(label)}
        items={options.map((option) => ({ key: String(option.value), label: inWords(option.label) }))}
        onChange={(key) => {
          const value = options.find((option) => String(option.value) === key)?.value;
          change({ filters: { [name]: value } as Partial<FilterValues<F>> });
        }}
      />
    ));
}

/** On a phone there are no heads to order by. */
function OrderField<Row, F extends Filters, Sort extends string>({
  list: { query, change },
  columns,
}: {
  list: List<F, Sort>;
  columns: readonly ListColumn<Row>[];
}) {
  const t = useText(text);
  const options = columns.flatMap(({ sort, title }) =>
    sort === undefined
      ? []
      : [
          { value: `${sort} 0`, label: `${title} ↓` },
          { value: `${sort} 1`, label: `${title} ↑` },
        ],
  );
  if (options.length === 0) return null;
  return (
    <Select
      className="list-order"
      aria-label={t.orderBy}
      placeholder={t.orderBy}
      popupMatchSelectWidth={false}
      options={options}
      value={query.sort === undefined ? null : `${query.sort} ${query.ascending ? 1 : 0}`}
      onChange={(value: string) => {
        const [sort, ascending] = value.split(' ');
        change({ sort: sort as Sort, ascending: ascending === '1' } as Parameters<typeof change>[0]);
      }}
    />
  );
}

function ExportButton({ nothing, onExport }: { nothing: boolean; onExport: () => unknown }) {
  const t = useText(text);
  const [busy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    try {
      await onExport();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      icon={<DownloadOutlined aria-hidden />}
      disabled={nothing}
      loading={busy}
      {...(nothing ? { title: t.nothingToExport } : {})}
      onClick={() => void start()}
    >
      {t.export}
    </Button>
  );
}
