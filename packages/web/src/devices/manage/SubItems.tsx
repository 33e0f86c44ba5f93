import { SubItemForm, type SubItemNode } from '@watchpost/contract';
import { Button, Input, Select, Switch, Table, Tree, type TreeDataNode } from 'antd';
import { useMemo, useState } from 'react';
import type { z } from 'zod';
import { useText } from '../../lib/defineText.ts';
import { useCall, useCallMutation } from '../../lib/useCall.ts';
import { ConfirmDialog, FormDialog, listChange, useSchemaForm } from '../../ui/form/index.ts';
import { EmptyState, ErrorState, ListSkeleton, useNotify, useSave } from '../../ui/index.ts';
import './manage.css';
import { subItemText } from './subItemText.ts';
import { fieldText, manageText } from './text.ts';
import { callsAboutDevices, useDevicesChanged } from './useDevicesChanged.ts';

const flat = (nodes: readonly SubItemNode[]): SubItemNode[] => nodes.flatMap((node) => [node, ...flat(node.Children)]);

const shown = (node: SubItemNode): TreeDataNode => ({
  key: node.SubentryId,
  title: (
    <>
      {node.SubentryName} <span className="device-tree-count">{node.DeviceCount}</span>
    </>
  ),
  children: node.Children.map(shown),
});

/** By what end use a project's energy counts: the tree of sub-items, and the devices of the one that is chosen. */
export function SubItems({ projectId }: { projectId: number }) {
  const t = useText(subItemText);
  const f = useText(fieldText);
  const notify = useNotify();
  const changed = useDevicesChanged();
  const tree = useCall('getSubentryTree', { query: { projectId, isGetModelTree: true } });
  const counting = useCallMutation('setSubentryModelTreeSummary');
  const removal = useCallMutation('deleteSubentry');
  const [chosenId, setChosenId] = useState<number | null>(null);
  const [dialog, setDialog] = useState<'add' | 'rename' | 'devices' | 'remove' | null>(null);
  const close = () => setDialog(null);
  const items = useMemo(() => flat(tree.data ?? []), [tree.data]);
  const chosen = items.find(({ SubentryId }) => SubentryId === chosenId) ?? items[0];
  if (tree.error && !tree.data) return <ErrorState error={tree.error} onRetry={() => void tree.refetch()} />;
  if (!tree.data || !chosen) return <ListSkeleton rows={6} />;

  const setCounting = async (deviceId: number, isSummary: boolean) => {
    try {
      await counting.mutateAsync({ query: { projectId, subentryId: chosen.SubentryId, isSummary }, body: [deviceId] });
      await changed();
    } catch (error) {
      notify.failure(error);
    }
  };
  const remove = async () => {
    await removal.mutateAsync({ body: { ProjectId: projectId, SubentryId: chosen.SubentryId } });
    setChosenId(null);
    close();
    await changed();
  };
  return (
    <>
      <p className="device-faint">{t.hint}</p>
      <div className="class-columns">
        <nav>
          <Tree
            blockNode
            defaultExpandAll
            treeData={tree.data.map(shown)}
            selectedKeys={[chosen.SubentryId]}
            onSelect={([key]) => typeof key === 'number' && setChosenId(key)}
          />
          <Button type="link" onClick={() => setDialog('add')}>
            {t.add}
          </Button>
        </nav>
        <section>
          <div className="device-stat-bar">
            <b>{chosen.SubentryName}</b>
            <Button type="primary" onClick={() => setDialog('devices')}>
              {t.choose}
            </Button>
            {chosen.IsOwn ? (
              <>
                <Button onClick={() => setDialog('rename')}>{t.rename}</Button>
                <Button danger onClick={() => setDialog('remove')}>
                  {t.remove}
                </Button>
              </>
            ) : null}
          </div>
          {chosen.ModelTreeList.length === 0 ? (
            <EmptyState title={t.none} />
          ) : (
            <Table
              scroll={{ x: 'max-content' }}
              size="small"
              rowKey="ModelTreeId"
              pagination={{ hideOnSinglePage: true, defaultPageSize: 50 }}
              dataSource={[...chosen.ModelTreeList]}
              columns={[
                { title: t.device, dataIndex: 'ModelTreeName' },
                { title: f.deviceClass, dataIndex: 'SmallTypeName' },
                { title: f.area, dataIndex: 'LocationName' },
                {
                  title: t.counts,
                  key: 'counts',
                  width: 140,
                  render: (_, device) => (
                    <Switch
                      size="small"
                      checked={device.IsSummary}
                      aria-label={t.countsFor(device.ModelTreeName)}
                      onChange={(checked) => void setCounting(device.ModelTreeId, checked)}
                    />
                  ),
                },
              ]}
            />
          )}
        </section>
      </div>
      {dialog === 'add' || dialog === 'rename' ? (
        <SubItemDialog
          projectId={projectId}
          parentId={chosen.SubentryId}
          present={dialog === 'rename' ? chosen : null}
          onClose={close}
        />
      ) : null}
      {dialog === 'devices' ? <DevicesOfSubItem projectId={projectId} item={chosen} onClose={close} /> : null}
      {dialog === 'remove' ? (
        <ConfirmDialog title={t.removeTitle(chosen.SubentryName)} ok={t.remove} act={remove} onClose={close}>
          {t.removeHint}
        </ConfirmDialog>
      ) : null}
    </>
  );
}

function SubItemDialog({
  projectId,
  parentId,
  present,
  onClose,
}: {
  projectId: number;
  parentId: number;
  present: SubItemNode | null;
  onClose: () => void;
}) {
  const t = useText(subItemText);
  const send = useSave(callsAboutDevices, onClose);
  const initial = {
    ProjectId: projectId,
    SubentryId: present?.SubentryId,
    SubentryName: present?.Name ?? '',
    SubentryNameEn: present?.SubentryNameEn ?? null,
    ParentId: present ? null : parentId,
  };
  const save = (body: Partial<z.input<typeof SubItemForm>>) =>
    send('addOrUpdateSubentry', { body: { ...body, ProjectId: projectId } });
  const form = useSchemaForm(
    SubItemForm,
    present ? { initial, edits: ['ProjectId', 'SubentryId'], save } : { initial, save },
  );
  return (
    <FormDialog form={form} title={present ? t.rename : t.add} onClose={onClose}>
      <form.Field name="SubentryName" label={t.name}>
        <Input maxLength={20} showCount />
      </form.Field>
      <form.Field name="SubentryNameEn" label={t.nameEn}>
        <Input maxLength={20} />
      </form.Field>
    </FormDialog>
  );
}

function DevicesOfSubItem({ projectId, item, onClose }: { projectId: number; item: SubItemNode; onClose: () => void }) {
  const t = useText(subItemText);
  const m = useText(manageText);
  const save = useSave(callsAboutDevices, onClose);
  const [shown] = useState(() => item.ModelTreeList.map(({ ModelTreeId }) => ModelTreeId));
  const [picked, setPicked] = useState(shown);
  const all = useCall('getModelPage', { body: { ProjectId: projectId, PageSize: 1 } }).data?.ModelTreeDropdown;
  const choose = () => {
    // What a colleague chose meanwhile stays.
    const { added, removed } = listChange(shown, picked);
    return save('updateSubentryModelTree', {
      query: { projectId, subentryId: item.SubentryId },
      body: { AddModelTreeIdList: added, RemoveModelTreeIdList: removed },
    });
  };
  return (
    <ConfirmDialog
      title={t.chooseTitle(item.SubentryName)}
      ok={m.save}
      danger={false}
      disabled={!all}
      act={choose}
      onClose={onClose}
    >
      <Select
        mode="multiple"
        style={{ width: '100%' }}
        aria-label={t.choose}
        showSearch={{ optionFilterProp: 'label' }}
        value={picked}
        onChange={setPicked}
        options={all?.map(({ Key, Value }) => ({ value: Key, label: Value })) ?? []}
      />
    </ConfirmDialog>
  );
}
