import type { DeviceNode } from '@watchpost/contract';
import { Tree, type TreeDataNode } from 'antd';
import { useMemo, useState } from 'react';
import { useText } from '../../lib/defineText.ts';
import { useCall } from '../../lib/useCall.ts';
import { EmptyState, ErrorState, ListSkeleton } from '../../ui/index.ts';
import { DeviceFormDialog } from './DeviceFormDialog.tsx';
import { manageText } from './text.ts';

/** A node with what it is, so that a click knows. */
interface Shown extends TreeDataNode {
  readonly deviceId: number | null;
  readonly children: Shown[];
}

/** The devices of a project as the catalogue is laid out: subsystem, class, device. A click on a device opens its form. */
export function DeviceTree({ projectId }: { projectId: number }) {
  const t = useText(manageText);
  const [opened, setOpened] = useState<number | null>(null);
  const tree = useCall('modelTrees', { query: { projectId, isGetModelTree: true } });
  const nodes = useMemo(() => {
    const show = (node: DeviceNode): Shown => ({
      key: `${node.Kind} ${node.Id}`,
      title:
        node.Kind === 'device' ? (
          node.Name
        ) : (
          <>
            {node.Name} <span className="device-tree-count">{t.count(node.DeviceCount)}</span>
          </>
        ),
      deviceId: node.Kind === 'device' ? node.Id : null,
      isLeaf: node.Kind === 'device',
      children: node.Children.map(show),
    });
    return tree.data?.map(show);
  }, [tree.data, t]);
  if (tree.error && !nodes) return <ErrorState error={tree.error} onRetry={() => void tree.refetch()} />;
  if (!nodes) return <ListSkeleton rows={8} />;
  if (nodes.length === 0) return <EmptyState title={t.treeEmpty} hint={t.emptyHint} />;
  return (
    <>
      <Tree<Shown>
        blockNode
        height={640}
        defaultExpandedKeys={nodes.map(({ key }) => key)}
        treeData={nodes}
        selectedKeys={[]}
        expandAction="click"
        onSelect={(_, { node }) => node.deviceId !== null && setOpened(node.deviceId)}
      />
      {opened === null ? null : (
        <DeviceFormDialog projectId={projectId} deviceId={opened} onClose={() => setOpened(null)} />
      )}
    </>
  );
}
