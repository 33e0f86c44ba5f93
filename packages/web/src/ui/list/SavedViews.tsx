import { DeleteOutlined, StarOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Input, Popconfirm, Popover } from 'antd';
import { useState } from 'react';
import { useText } from '../../lib/defineText.ts';
import { useCall, useCallMutation } from '../../lib/useCall.ts';
import { useNotify } from '../useNotify.ts';
import type { Filters } from './filters.ts';
import { viewOf } from './listQuery.ts';
import { text } from './text.ts';
import type { List } from './useList.ts';
import { choiceOf, type ListColumns } from './useListColumns.ts';

/** Filters, order and columns under a name: opened with one click, kept with two. */
export function SavedViews<F extends Filters, Sort extends string, Row>({
  list,
  columns,
}: {
  list: List<F, Sort>;
  columns: ListColumns<Row>;
}) {
  const t = useText(text);
  const [open, setOpen] = useState(false);
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      arrow={false}
      open={open}
      onOpenChange={setOpen}
      destroyOnHidden
      content={<Views list={list} columns={columns} onChosen={() => setOpen(false)} />}
    >
      <Button icon={<StarOutlined />} aria-label={t.views} title={t.views} />
    </Popover>
  );
}

function Views<F extends Filters, Sort extends string, Row>({
  list,
  columns,
  onChosen,
}: {
  list: List<F, Sort>;
  columns: ListColumns<Row>;
  onChosen: () => void;
}) {
  const t = useText(text);
  const notify = useNotify();
  const queryClient = useQueryClient();
  const { name } = list.definition;
  const views = useCall('getTableViews', { query: { type: name } }, { scope: 'company' });
  const refresh = () => void queryClient.invalidateQueries({ queryKey: ['getTableViews'] });
  const [typed, setTyped] = useState('');
  const save = useCallMutation('saveTableView', {
    onSuccess: ({ ViewName }) => {
      notify.success(t.viewSaved(ViewName));
      setTyped('');
    },
    onError: notify.failure,
    onSettled: refresh,
  });
  const remove = useCallMutation('deleteTableView', { onError: notify.failure, onSettled: refresh });
  const present = viewOf(list.definition, list.query);

  return (
    <div className="list-views">
      {views.data && views.data.length > 0 ? (
        <ul aria-label={t.views}>
          {views.data.map((view) => (
            <li key={view.ViewId}>
              <Button
                type="text"
                block
                aria-pressed={view.Query === present}
                onClick={() => {
                  list.show(view.Query);
                  const choice = choiceOf(view.Field);
                  if (choice) columns.choose(() => choice);
                  onChosen();
                }}
              >
                {view.ViewName}
              </Button>
              <Popconfirm
                title={t.deleteViewSure(view.ViewName)}
                okText={t.delete}
                cancelText={t.keep}
                okButtonProps={{ danger: true }}
                onConfirm={() => remove.mutate({ body: { ViewId: view.ViewId } })}
              >
                <Button type="text" icon={<DeleteOutlined />} aria-label={t.deleteView(view.ViewName)} />
              </Popconfirm>
            </li>
          ))}
        </ul>
      ) : (
        <p>{t.noViews}</p>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const ViewName = typed.trim();
          if (ViewName === '') return;
          const Field = JSON.stringify(columns.choice);
          save.mutate({ body: { TableType: name, ViewName, Query: present, Field } });
        }}
      >
        <Input
          aria-label={t.viewName}
          placeholder={t.viewName}
          maxLength={30}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button htmlType="submit" type="primary" loading={save.isPending} disabled={typed.trim() === ''}>
          {t.saveView}
        </Button>
      </form>
    </div>
  );
}
