import { DeleteOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { App, Button, Input, Popconfirm } from 'antd';
import { useId, useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { useCall, useCallMutation } from '../lib/useCall.ts';
import { useNotify } from '../ui/index.ts';
import { text } from './text.ts';

/** Of a name, characters: as the call takes it. */
const longestName = 30;

/** Selections under names, the user's own of this project. They are kept where the views of lists are. */
export function KeptSelections({
  projectId,
  present,
  isEmpty,
  onOpen,
}: {
  projectId: number;
  /** As it would be kept now. */
  present: string;
  isEmpty: boolean;
  onOpen: (kept: string) => void;
}) {
  const t = useText(text);
  const notify = useNotify();
  const { modal } = App.useApp();
  const limit = useId();
  const queryClient = useQueryClient();
  const [name, setName] = useState('');
  const type = `dataDownload.${projectId}`;
  const kept = useCall('getTableViews', { query: { type } }, { scope: 'company' });
  const refresh = () => void queryClient.invalidateQueries({ queryKey: ['getTableViews'] });
  const save = useCallMutation('saveTableView', {
    onSuccess: ({ ViewName }) => {
      notify.success(t.saved(ViewName));
      setName('');
    },
    onError: notify.failure,
    onSettled: refresh,
  });
  const remove = useCallMutation('deleteTableView', { onError: notify.failure, onSettled: refresh });
  const length = [...name.trim()].length;
  const isTooLong = length > longestName;
  const keep = () => {
    if (length === 0 || isTooLong || isEmpty) return;
    const same = kept.data?.find(({ ViewName }) => ViewName === name.trim());
    const saveAs = (ViewName: string) => save.mutate({ body: { TableType: type, ViewName, Query: present } });
    if (!same || same.Query === present) return saveAs(name.trim());
    void modal.confirm({
      title: t.replaceSure(same.ViewName),
      content: t.replaceWhat,
      okText: t.replace,
      okButtonProps: { danger: true },
      cancelText: t.anotherName,
      onOk: () => saveAs(same.ViewName),
    });
  };
  return (
    <section className="data-download-kept" aria-label={t.selections}>
      <h2>{t.selections}</h2>
      {kept.data && kept.data.length > 0 ? (
        <ul>
          {kept.data.map(({ ViewId, ViewName, Query }) => (
            <li key={ViewId}>
              <Button type="text" aria-pressed={Query === present} onClick={() => onOpen(Query)}>
                {ViewName}
              </Button>
              <Popconfirm
                title={t.removeSure(ViewName)}
                okText={t.delete}
                cancelText={t.keep}
                okButtonProps={{ danger: true }}
                onConfirm={() => remove.mutate({ body: { ViewId } })}
              >
                <Button type="text" size="small" icon={<DeleteOutlined />} aria-label={t.remove(ViewName)} />
              </Popconfirm>
            </li>
          ))}
        </ul>
      ) : (
        <p className="data-download-hint">{t.noSelections}</p>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          keep();
        }}
      >
        <Input
          aria-label={t.selectionName}
          placeholder={t.selectionName}
          status={isTooLong ? 'error' : ''}
          {...(isTooLong && { 'aria-describedby': limit })}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button htmlType="submit" loading={save.isPending} disabled={isEmpty || length === 0 || isTooLong}>
          {t.save}
        </Button>
      </form>
      {isTooLong ? (
        <p id={limit} role="alert" className="data-download-hint data-download-wrong">
          {t.nameTooLong(longestName, length)}
        </p>
      ) : null}
    </section>
  );
}
