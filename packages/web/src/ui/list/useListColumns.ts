import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { callApi } from '../../lib/client.ts';
import { usePlace } from '../../lib/place.ts';
import { useCall } from '../../lib/useCall.ts';
import type { ListColumn } from './ListColumn.ts';

/** What a person chose: kept as `Field` of `UpdateTableField`. Columns that are not named are as they usually are. */
export interface ColumnChoice {
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  readonly shown: readonly string[];
  /** Pixels. */
  readonly widths: Readonly<Record<string, number>>;
}

export const usualColumns: ColumnChoice = { order: [], hidden: [], shown: [], widths: {} };

/** Narrower hides the words, wider than a screen cannot be dragged back. */
export const [minWidth, maxWidth] = [60, 900];
/** Several clicks make one save. */
const saveDelayMs = 600;

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];

/** The stored choice, which another version of the product may have written; null: unreadable. */
export function choiceOf(field: string | null | undefined): ColumnChoice | null {
  if (!field) return null;
  try {
    const kept = JSON.parse(field) as Partial<Record<keyof ColumnChoice, unknown>> | null;
    if (typeof kept !== 'object' || kept === null || Array.isArray(kept)) return null;
    const widths = Object.entries((kept.widths ?? {}) as object).filter(
      (entry): entry is [string, number] =>
        typeof entry[1] === 'number' && entry[1] >= minWidth && entry[1] <= maxWidth,
    );
    return {
      order: texts(kept.order),
      hidden: texts(kept.hidden),
      shown: texts(kept.shown),
      widths: Object.fromEntries(widths),
    };
  } catch {
    return null;
  }
}

/** All columns in the chosen order; those that a newer version brought stand behind the one they usually follow. */
export function inOrder<Row>(columns: readonly ListColumn<Row>[], order: readonly string[]): ListColumn<Row>[] {
  const known = order
    .map((key) => columns.find((column) => column.key === key))
    .filter((column) => column !== undefined);
  const result = [...new Set(known)];
  columns.forEach((column, index) => {
    if (result.includes(column)) return;
    const before = columns[index - 1];
    result.splice(before ? result.indexOf(before) + 1 : 0, 0, column);
  });
  return result;
}

export const isShown = <Row>({ key, always, usuallyHidden }: ListColumn<Row>, choice: ColumnChoice): boolean =>
  always || choice.shown.includes(key) || (!usuallyHidden && !choice.hidden.includes(key));

export interface ListColumns<Row> {
  /** Every column in the chosen order, with the chosen width. */
  readonly all: readonly ListColumn<Row>[];
  readonly shown: readonly ListColumn<Row>[];
  readonly choice: ColumnChoice;
  /** False until it is known what the user chose: showing columns before would make them jump. */
  readonly ready: boolean;
  /** Shown at once, kept on the server within a second; a failed save is tried again with the next change. */
  choose(next: (present: ColumnChoice) => ColumnChoice): void;
}

/** The columns of a list as the user chose them, on all their computers. */
export function useListColumns<Row>(list: string, columns: readonly ListColumn<Row>[]): ListColumns<Row> {
  const queryClient = useQueryClient();
  const { companyId } = usePlace();
  const kept = useCall(
    'getTableField',
    { query: { type: list } },
    { scope: 'company', staleTime: Number.POSITIVE_INFINITY },
  );
  const choice = useMemo(() => choiceOf(kept.data?.Field) ?? usualColumns, [kept.data]);

  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; save: () => void } | null>(null);
  // Leaving the page within the delay still saves the choice.
  useEffect(
    () => () => {
      if (!waiting.current) return;
      clearTimeout(waiting.current.timer);
      waiting.current.save();
    },
    [],
  );
  const choose = useCallback(
    (next: (present: ColumnChoice) => ColumnChoice) => {
      const key = { queryKey: ['getTableField', { query: { type: list } }, { companyId }] };
      // From what is kept now, not from what was drawn last: two quick clicks both count.
      const [present] = queryClient.getQueriesData<{ Field: string | null }>(key);
      const Field = JSON.stringify(next(choiceOf(present?.[1]?.Field) ?? usualColumns));
      queryClient.setQueriesData<{ Field: string | null }>(key, (before) => ({ ...before, Field }));
      if (waiting.current) clearTimeout(waiting.current.timer);
      const save = () => {
        waiting.current = null;
        callApi('updateTableField', { body: { TableType: list, Field } }).catch(() => undefined);
      };
      waiting.current = { timer: setTimeout(save, saveDelayMs), save };
    },
    [queryClient, list, companyId],
  );

  return useMemo(() => {
    const all = inOrder(columns, choice.order).map((column) => {
      const width = choice.widths[column.key];
      return width === undefined ? column : { ...column, width };
    });
    return {
      all,
      shown: all.filter((column) => isShown(column, choice)),
      choice,
      ready: !kept.isPending,
      choose,
    };
  }, [columns, choice, kept.isPending, choose]);
}
