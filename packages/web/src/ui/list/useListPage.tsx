import type { AllCalls, CallInput, CallName } from '@watchpost/contract';
import { Button } from 'antd';
import { type ReactNode, Suspense } from 'react';
import { useText } from '../../lib/defineText.ts';
import { DeleteDialog, useDialog } from '../form/index.ts';
import type { Filters } from './filters.ts';
import type { RowAction } from './ListColumn.ts';
import type { ListPageProps, PageAnswer } from './ListPage.tsx';
import { text } from './text.ts';
import type { List } from './useList.ts';

export interface ListPageParts<Row extends object, F extends Filters, Sort extends string, Deletes extends CallName> {
  list: List<F, Sort>;
  page: PageAnswer<Row>;
  keyOf: (row: Row) => number;
  nameOf: (row: Row) => string;
  /** The dialog that adds (null) or edits a row. */
  form: (present: Row | null, onClose: () => void) => ReactNode;
  /** The button that adds; null: the reader may not. */
  add: string | null;
  /** Which rows the reader may edit and delete; all of them, unless said otherwise, for who may add one. */
  mayEdit?: (row: Row) => boolean;
  /** Not yet: something that is needed for it is missing. */
  addDisabled?: boolean;
  /** What stands before the button that adds. */
  actions?: ReactNode;
  /** What an empty list says. */
  empty: { title: string; hint: string };
  deletion: {
    call: Deletes;
    input: (ids: number[]) => CallInput<AllCalls[Deletes]>;
    title: (count: number) => string;
    said: string;
    /** Calls that are asked again. */
    asks: readonly CallName[];
    /** Names a row more exactly than the list does. */
    nameOf?: (row: Row) => string;
    /** What the reader has to know before. */
    note?: string;
  };
}

/**
 * What every list has whose rows are added, edited and deleted in dialogs: the dialogs, the button that adds, the actions of a
 * row and of those picked. A list without other actions takes `rowProps`.
 *
 * @example
 * const { props, rowProps, shown } = useListPage({ list, page, keyOf, nameOf, form, add: mayEdit ? t.add : null, empty, deletion });
 * return <><ListPage {...props} {...rowProps} columns={columns} label={t.groups} />{shown}</>;
 */
export function useListPage<Row extends object, F extends Filters, Sort extends string, Deletes extends CallName>({
  list,
  page,
  keyOf,
  nameOf,
  form,
  add,
  mayEdit = () => true,
  addDisabled = false,
  actions,
  empty,
  deletion,
}: ListPageParts<Row, F, Sort, Deletes>) {
  const t = useText(text);
  const dialog = useDialog();
  const edit = (present: Row | null): void => dialog.open(<Suspense>{form(present, dialog.close)}</Suspense>);
  const remove = (rows: readonly Row[], clear?: () => void): void =>
    dialog.open(
      <DeleteDialog
        title={deletion.title(rows.length)}
        names={rows.map(deletion.nameOf ?? nameOf)}
        call={deletion.call}
        input={deletion.input(rows.map(keyOf))}
        said={deletion.said}
        asks={deletion.asks}
        onDone={clear}
        onClose={dialog.close}
      >
        {deletion.note === undefined ? null : <p>{deletion.note}</p>}
      </DeleteDialog>,
    );
  const adding =
    add === null ? (
      actions
    ) : (
      <>
        {actions}
        <Button type="primary" disabled={addDisabled} onClick={() => edit(null)}>
          {add}
        </Button>
      </>
    );
  const editing = (row: Row, { inline = true } = {}): RowAction => ({
    key: 'edit',
    label: t.edit,
    inline,
    run: () => edit(row),
  });
  const deleting = (row: Row): RowAction => ({
    key: 'delete',
    label: t.delete,
    danger: true,
    run: () => remove([row]),
  });
  const deletingPicked = (rows: readonly Row[], clear: () => void): ReactNode => (
    <Button danger onClick={() => remove(rows, clear)}>
      {t.delete}
    </Button>
  );
  return {
    dialog,
    edit,
    /** Stands beside the list. */
    shown: dialog.shown,
    editing,
    deleting,
    /** For the rows that are picked. */
    deletingPicked,
    props: { list, page, keyOf, nameOf, actions: adding, empty: { ...empty, action: adding } } satisfies Partial<
      ListPageProps<Row, F, Sort>
    >,
    /** Rows open, are edited and deleted, one or several: what the reader may. */
    rowProps: (add === null
      ? {}
      : {
          onOpen: edit,
          opens: mayEdit,
          rowActions: (row) => (mayEdit(row) ? [editing(row), deleting(row)] : []),
          selectable: mayEdit,
          batch: deletingPicked,
        }) satisfies Partial<ListPageProps<Row, F, Sort>> as Partial<ListPageProps<Row, F, Sort>>,
  };
}
