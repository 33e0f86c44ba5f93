import { ApartmentOutlined, BankOutlined, EnvironmentOutlined } from '@ant-design/icons';
import type { SubareaNode } from '@watchpost/contract';
import { Button, Input, Tree } from 'antd';
import type { DataNode, TreeProps } from 'antd/es/tree';
import { type Key, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { callApi } from '../lib/client.ts';
import { useText } from '../lib/defineText.ts';
import { idInAddress } from '../lib/idInAddress.ts';
import { useMay, useSession } from '../lib/session.ts';
import { EmptyState, ErrorState, ListSkeleton, useNotify, useSave } from '../ui/index.ts';
import { AreaList } from './AreaList.tsx';
import { ProjectStateTag } from './ProjectStateTag.tsx';
import { dropTarget, pathTo, treeMatching, withAreas } from './partitions.ts';
import './Structure.css';
import { type StructureDialog, StructureDialogs } from './StructureDialogs.tsx';
import { subareaText } from './subareaText.ts';
import { useAreasOf, useCompanyTree } from './useChoices.ts';
import { callsAboutPlaces } from './usePlacesChanged.ts';

/** Pixels; above that the tree scrolls and draws what is in sight only. */
const treeHeight = 560;

/** The company's partitions, projects and, where opened, their areas as a tree to be organised, and beside it what stands in the chosen one. */
export function Structure() {
  const t = useText(subareaText);
  const { company } = useSession();
  const notify = useNotify();
  const mayEdit = useMay('projectsEdit');
  const [params, setParams] = useSearchParams();
  const [typed, setTyped] = useState('');
  const [dialog, setDialog] = useState<StructureDialog | null>(null);
  const places = useCompanyTree();
  const save = useSave(callsAboutPlaces);
  const close = () => setDialog(null);

  const chosenId = idInAddress(params, 'place');
  const projectOfChosen = idInAddress(params, 'within');
  // Areas are asked for where somebody looks: of ten thousand projects they would be many.
  const [opened, setOpened] = useState<readonly number[]>(() => (projectOfChosen === null ? [] : [projectOfChosen]));
  const areas = useAreasOf(opened);
  const tree = useMemo(() => places.data && withAreas(places.data, areas), [places.data, areas]);
  const path = tree && chosenId !== null ? pathTo(tree, chosenId) : null;
  const chosen = path?.at(-1) ?? null;
  const project = path?.find(({ Kind }) => Kind === 'project') ?? null;
  const open = (projectId: number) =>
    setOpened((before) => (before.includes(projectId) ? before : [...before, projectId]));
  const choose = (
    id: number | null,
    within: readonly SubareaNode[] | null = tree && id !== null ? pathTo(tree, id) : null,
  ) => {
    const projectId = within?.find(({ Kind }) => Kind === 'project')?.SubareaId ?? null;
    if (projectId !== null) open(projectId);
    setParams(
      (before) => {
        before.delete('place');
        before.delete('within');
        if (id !== null) before.set('place', String(id));
        if (id !== null && projectId !== null && projectId !== id) before.set('within', String(projectId));
        return before;
      },
      { replace: true },
    );
  };

  const rename = async (node: SubareaNode) => {
    try {
      // Its names as they were entered: the tree has them in the language of the screen.
      const { Data } = await callApi('getSubareaPage', {
        query: {
          companyId: company.CompanyId,
          subareaName: node.SubareaName,
          pageSize: 100,
          ...(node.parentId === null ? {} : { parentId: node.parentId }),
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
    const target = tree && dropTarget(tree, Number(dragNode.key), Number(node.key), dropToGap ? offset : 0);
    if (!target) return;
    await save('editSubarea', { body: { SubareaId: Number(dragNode.key), ...target } }, t.moved).catch(notify.failure);
  };

  const shown = useMemo(() => treeMatching(tree ?? [], typed), [tree, typed]);
  const nodes = useMemo(() => shown.map(asTreeNode(areas)), [shown, areas]);
  const searching = typed.trim() !== '';
  const found = useMemo(() => (searching ? openKeys(shown) : null), [shown, searching]);
  // All partitions to begin with; a project when somebody opens it.
  const [closed, setClosed] = useState<ReadonlySet<Key>>(new Set());
  const expanded = found ?? openKeys(tree ?? []).filter((key) => !closed.has(key));
  const expand: TreeProps['onExpand'] = (_keys, { node, expanded: isOpen }) => {
    const place = tree && pathTo(tree, Number(node.key))?.at(-1);
    if (place?.Kind === 'project' && isOpen) open(place.SubareaId);
    setClosed((before) => {
      const after = new Set(before);
      if (isOpen) after.delete(node.key);
      else after.add(node.key);
      return after;
    });
  };

  if (places.error && !places.data) return <ErrorState error={places.error} onRetry={() => void places.refetch()} />;
  if (!tree) return <ListSkeleton rows={8} />;
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
          {tree.length > 0 ? <div className="structure-add">{add}</div> : null}
        </div>
        {tree.length === 0 ? (
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
              expandedKeys={expanded}
              autoExpandParent={false}
              onExpand={expand}
              // Between what a search leaves, a place in the order would be a guess.
              draggable={mayEdit && !searching ? { icon: false } : false}
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
                  ) : chosen.Kind === 'project' ? (
                    <Button onClick={() => setDialog({ kind: 'edit', node: chosen })}>{t.edit}</Button>
                  ) : (
                    <Button onClick={() => void rename(chosen)}>{t.rename}</Button>
                  )}
                  <Button
                    onClick={() =>
                      setDialog({ kind: 'move', node: chosen, project: chosen.Kind === 'area' ? project : null })
                    }
                  >
                    {t.move}
                  </Button>
                  {chosen.Kind !== 'project' ? (
                    <Button danger onClick={() => setDialog({ kind: 'delete', node: chosen })}>
                      {t.delete}
                    </Button>
                  ) : null}
                </div>
              ) : null}
            </header>
            {project ? (
              <AreaList
                key={chosen.SubareaId}
                project={namedOf(project)}
                parent={namedOf(chosen)}
                mayEdit={mayEdit}
                onOpen={({ SubareaId }) => choose(SubareaId, path)}
              />
            ) : (
              <Below node={chosen} onChoose={choose} />
            )}
          </>
        ) : (
          <EmptyState title={t.chooseOne} hint={t.chooseOneHint} />
        )}
      </section>
      <StructureDialogs dialog={dialog} onClose={close} onDeleted={() => choose(chosen?.parentId ?? null)} />
    </div>
  );
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
  kind === 'partition' ? (
    <ApartmentOutlined className="structure-icon" />
  ) : kind === 'project' ? (
    <BankOutlined className="structure-icon" />
  ) : (
    <EnvironmentOutlined className="structure-icon" />
  );

const namedOf = ({ SubareaId, SubareaName }: SubareaNode) => ({ id: SubareaId, name: SubareaName });

const asTreeNode =
  (areas: ReadonlyMap<number, unknown>) =>
  (node: SubareaNode): DataNode => ({
    key: node.SubareaId,
    icon: <PlaceIcon kind={node.Kind} />,
    title: (
      <span className="structure-node">
        {node.SubareaName} {node.State && node.State !== 'valid' ? <ProjectStateTag state={node.State} /> : null}
      </span>
    ),
    children: node.Children.map(asTreeNode(areas)),
    // Whether a project has areas is known once it is opened.
    isLeaf: node.Children.length === 0 && (node.Kind === 'area' || areas.has(node.SubareaId)),
  });

/** All that have something below them. */
const openKeys = (nodes: readonly SubareaNode[]): number[] =>
  nodes.flatMap(({ SubareaId, Children }) => (Children.length > 0 ? [SubareaId, ...openKeys(Children)] : []));
