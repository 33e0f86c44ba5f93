import { ApartmentOutlined, BankOutlined } from '@ant-design/icons';
import type { SubareaNode } from '@watchpost/contract';
import { Button, Input, Tree } from 'antd';
import type { DataNode, TreeProps } from 'antd/es/tree';
import { type ReactNode, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { callApi } from '../lib/client.ts';
import { useText } from '../lib/defineText.ts';
import { useMay, useSession } from '../lib/session.ts';
import { useCallMutation } from '../lib/useCall.ts';
import { EmptyState, ErrorState, ListSkeleton, useNotify } from '../ui/index.ts';
import { AreaList } from './AreaList.tsx';
import { DeleteSubareaDialog } from './DeleteSubareaDialog.tsx';
import { MoveSubareaDialog } from './MoveSubareaDialog.tsx';
import { ProjectFormDialog } from './ProjectFormDialog.tsx';
import { ProjectStateTag } from './ProjectStateTag.tsx';
import { dropTarget, pathTo, treeMatching } from './partitions.ts';
import './Structure.css';
import { type Named, SubareaNameDialog } from './SubareaNameDialog.tsx';
import { subareaText } from './subareaText.ts';
import { useCompanyTree } from './useChoices.ts';
import { usePlacesChanged } from './usePlacesChanged.ts';

/** Pixels; above that the tree scrolls and draws what is in sight only. */
const treeHeight = 560;

type Dialog =
  | { readonly kind: 'addPartition' | 'addProject'; readonly parent: SubareaNode | null }
  | { readonly kind: 'rename'; readonly node: SubareaNode; readonly present: Named }
  | { readonly kind: 'move' | 'delete' | 'edit'; readonly node: SubareaNode };

/** The company's partitions and projects as a tree, to be organised, and beside it what stands in the chosen one. */
export function Structure() {
  const t = useText(subareaText);
  const { company } = useSession();
  const notify = useNotify();
  const changed = usePlacesChanged();
  const mayEdit = useMay('projectsEdit');
  const [params, setParams] = useSearchParams();
  const [typed, setTyped] = useState('');
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const tree = useCompanyTree();
  const moving = useCallMutation('editSubarea');
  const close = () => setDialog(null);

  const chosenId = Number(params.get('place')) || null;
  const path = tree.data && chosenId !== null ? pathTo(tree.data, chosenId) : null;
  const chosen = path?.at(-1) ?? null;
  const choose = (id: number | null) =>
    setParams(
      (before) => {
        if (id === null) before.delete('place');
        else before.set('place', String(id));
        return before;
      },
      { replace: true },
    );

  const rename = async (node: SubareaNode) => {
    try {
      // Its names as they were entered: the tree has them in the language of the screen.
      const { Data } = await callApi('getSubareaPage', {
        query: {
          companyId: company.CompanyId,
          subareaName: node.SubareaName,
          pageSize: 100,
          ...(node.ParentId === null ? {} : { parentId: node.ParentId }),
        },
      });
      const present = Data.find(({ SubareaId }) => SubareaId === node.SubareaId);
      setDialog({ kind: 'rename', node, present: present ?? { ...node, SubareaNameEn: null } });
    } catch (error) {
      notify.failure(error);
    }
  };
  const drop: TreeProps['onDrop'] = async ({ dragNode, node, dropToGap, dropPosition }) => {
    const offset = dropPosition - Number(node.pos.split('-').at(-1));
    const target = tree.data && dropTarget(tree.data, Number(dragNode.key), Number(node.key), dropToGap ? offset : 0);
    if (!target) return;
    try {
      await moving.mutateAsync({ body: { SubareaId: Number(dragNode.key), ...target } });
      notify.success(t.moved);
      await changed();
    } catch (error) {
      notify.failure(error);
    }
  };

  const shown = useMemo(() => treeMatching(tree.data ?? [], typed), [tree.data, typed]);
  const nodes = useMemo(() => shown.map(asTreeNode), [shown]);
  const open = useMemo(() => (typed.trim() === '' ? undefined : keysOf(shown)), [shown, typed]);

  if (tree.error && !tree.data) return <ErrorState error={tree.error} onRetry={() => void tree.refetch()} />;
  if (!tree.data) return <ListSkeleton rows={8} />;
  const add = mayEdit ? (
    <>
      <Button onClick={() => setDialog({ kind: 'addPartition', parent: null })}>{t.addPartition}</Button>
      <Button type="primary" onClick={() => setDialog({ kind: 'addProject', parent: null })}>
        {t.addProject}
      </Button>
    </>
  ) : null;

  return (
    <div className="structure">
      <section className="structure-tree" aria-label={t.tree}>
        <div className="structure-bar">
          <Input
            type="search"
            aria-label={t.search}
            placeholder={t.search}
            allowClear
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          {tree.data.length > 0 ? <div className="structure-add">{add}</div> : null}
        </div>
        {tree.data.length === 0 ? (
          <EmptyState title={t.empty} hint={t.emptyHint} action={<div className="structure-add">{add}</div>} />
        ) : nodes.length === 0 ? (
          <EmptyState title={t.noneMatching} />
        ) : (
          <>
            <Tree
              aria-label={t.tree}
              blockNode
              showIcon
              height={treeHeight}
              defaultExpandAll
              {...(open ? { expandedKeys: open } : {})}
              // Between what a search leaves, a place in the order would be a guess.
              draggable={mayEdit && !open ? { icon: false } : false}
              selectedKeys={chosen ? [chosen.SubareaId] : []}
              onSelect={(keys) => choose(keys[0] === undefined ? null : Number(keys[0]))}
              onDrop={(info) => void drop(info)}
              treeData={nodes}
            />
            {mayEdit ? <p className="structure-hint">{t.dragHint}</p> : null}
          </>
        )}
      </section>
      <section className="structure-content" aria-label={chosen?.SubareaName ?? t.chooseOne}>
        {chosen && path ? (
          <>
            <header className="structure-head">
              <div>
                <p className="structure-path">
                  {[company.CompanyName, ...path.slice(0, -1).map(({ SubareaName }) => SubareaName)].join(' / ')}
                </p>
                <h2>
                  {chosen.SubareaName} {chosen.State ? <ProjectStateTag state={chosen.State} /> : null}
                </h2>
              </div>
              {mayEdit ? (
                <div className="structure-add">
                  {chosen.Kind === 'partition' ? (
                    <>
                      <Button onClick={() => setDialog({ kind: 'addPartition', parent: chosen })}>
                        {t.addPartition}
                      </Button>
                      <Button onClick={() => setDialog({ kind: 'addProject', parent: chosen })}>{t.addProject}</Button>
                      <Button onClick={() => void rename(chosen)}>{t.rename}</Button>
                    </>
                  ) : (
                    <Button onClick={() => setDialog({ kind: 'edit', node: chosen })}>{t.edit}</Button>
                  )}
                  <Button onClick={() => setDialog({ kind: 'move', node: chosen })}>{t.move}</Button>
                  {chosen.Kind === 'partition' ? (
                    <Button danger onClick={() => setDialog({ kind: 'delete', node: chosen })}>
                      {t.delete}
                    </Button>
                  ) : null}
                </div>
              ) : null}
            </header>
            {chosen.Kind === 'project' ? (
              <AreaList
                key={chosen.SubareaId}
                project={{ id: chosen.SubareaId, name: chosen.SubareaName }}
                mayEdit={mayEdit}
              />
            ) : (
              <Below node={chosen} onChoose={choose} />
            )}
          </>
        ) : (
          <EmptyState title={t.chooseOne} hint={t.chooseOneHint} />
        )}
      </section>
      <Dialogs dialog={dialog} onClose={close} onDeleted={() => choose(null)} />
    </div>
  );
}

function Dialogs({
  dialog,
  onClose,
  onDeleted,
}: {
  dialog: Dialog | null;
  onClose: () => void;
  onDeleted: () => void;
}): ReactNode {
  const t = useText(subareaText);
  switch (dialog?.kind) {
    case 'addPartition': {
      const { parent } = dialog;
      const title = parent ? t.addPartitionIn(parent.SubareaName) : t.addPartition;
      return (
        <SubareaNameDialog kind="partition" title={title} parentId={parent?.SubareaId ?? null} onClose={onClose} />
      );
    }
    case 'addProject':
      return <ProjectFormDialog parentId={dialog.parent?.SubareaId ?? null} onClose={onClose} />;
    case 'rename':
      return (
        <SubareaNameDialog
          kind="partition"
          title={t.renameOf(dialog.node.SubareaName)}
          parentId={dialog.node.ParentId}
          present={dialog.present}
          onClose={onClose}
        />
      );
    case 'move':
      return <MoveSubareaDialog node={dialog.node} onClose={onClose} />;
    case 'edit':
      return <ProjectFormDialog projectId={dialog.node.SubareaId} onClose={onClose} />;
    case 'delete':
      return (
        <DeleteSubareaDialog
          kind="partition"
          id={dialog.node.SubareaId}
          name={dialog.node.SubareaName}
          onClose={onClose}
          onDone={onDeleted}
        />
      );
    default:
      return null;
  }
}

/** What stands directly in a partition. */
function Below({ node, onChoose }: { node: SubareaNode; onChoose: (id: number) => void }) {
  const t = useText(subareaText);
  const partitions = node.Children.filter(({ Kind }) => Kind === 'partition').length;
  return (
    <>
      <p className="structure-path">{t.partitionHolds(partitions, node.Children.length - partitions)}</p>
      <ul className="structure-below">
        {node.Children.map((child) => (
          <li key={child.SubareaId}>
            <button type="button" onClick={() => onChoose(child.SubareaId)}>
              <PlaceIcon kind={child.Kind} />
              <span>{child.SubareaName}</span>
              {child.State && child.State !== 'valid' ? <ProjectStateTag state={child.State} /> : null}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

const PlaceIcon = ({ kind }: { kind: SubareaNode['Kind'] }) =>
  kind === 'partition' ? <ApartmentOutlined className="structure-icon" /> : <BankOutlined className="structure-icon" />;

const asTreeNode = (node: SubareaNode): DataNode => ({
  key: node.SubareaId,
  icon: <PlaceIcon kind={node.Kind} />,
  title: (
    <span className="structure-node">
      {node.SubareaName} {node.State && node.State !== 'valid' ? <ProjectStateTag state={node.State} /> : null}
    </span>
  ),
  children: node.Children.map(asTreeNode),
  isLeaf: node.Kind === 'project',
});

const keysOf = (nodes: readonly SubareaNode[]): number[] =>
  nodes.flatMap(({ SubareaId, Children }) => [SubareaId, ...keysOf(Children)]);
