import { SearchOutlined } from '@ant-design/icons';
import { downloadPointLimit, type PickedSubsystem } from '@watchpost/contract';
import { Button, Input, Select, Tree, type TreeDataNode } from 'antd';
import { useMemo, useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { FoldedFilters } from '../ui/filters/index.ts';
import { EmptyState } from '../ui/index.ts';
import { text } from './text.ts';

interface Node extends TreeDataNode {
  /** Of a point its id, of others those below. */
  readonly pointIds: readonly number[];
  readonly isPoint?: true;
  readonly children?: Node[];
}

const treeHeightPx = 460;

/** Every point of a project by subsystem and device, to be ticked one by one or by branches. */
export function PointTree({
  subsystems,
  value,
  onChange,
}: {
  subsystems: readonly PickedSubsystem[];
  value: readonly number[];
  onChange: (pointIds: number[]) => void;
}) {
  const t = useText(text);
  const [search, setSearch] = useState('');
  const [typeId, setTypeId] = useState<number | null>(null);
  const types = useMemo(() => typesOf(subsystems), [subsystems]);
  const tree = useMemo(() => nodesOf(subsystems, search.trim().toLowerCase(), typeId), [subsystems, search, typeId]);
  const chosen = useMemo(() => new Set(value), [value]);
  const checked = useMemo(() => leavesOf(tree).filter(({ pointIds }) => chosen.has(pointIds[0]!)), [tree, chosen]);
  const isFiltered = search.trim() !== '' || typeId !== null;

  return (
    <section className="data-download-points" aria-label={t.points}>
      <header>
        <h2>{t.points}</h2>
        <span
          className={`tabular data-download-count${value.length > downloadPointLimit ? ' data-download-wrong' : ''}`}
        >
          {t.chosen(value.length, downloadPointLimit)}
        </span>
        <Button type="link" size="small" disabled={value.length === 0} onClick={() => onChange([])}>
          {t.clear}
        </Button>
      </header>
      {value.length > downloadPointLimit ? (
        <p role="alert" className="data-download-hint data-download-wrong">
          {t.tooMany(downloadPointLimit)}
        </p>
      ) : null}
      <FoldedFilters
        className="data-download-filter"
        first={
          <Input
            className="data-download-search"
            allowClear
            prefix={<SearchOutlined aria-hidden />}
            aria-label={t.search}
            placeholder={t.search}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        }
        folded={[
          {
            name: 'type',
            field: (
              <Select<number>
                key="type"
                className="data-download-type"
                allowClear
                aria-label={t.type}
                placeholder={t.type}
                value={typeId}
                onChange={(id) => setTypeId(id ?? null)}
                options={types}
                popupMatchSelectWidth={false}
              />
            ),
            words: typeId === null ? null : t.typeChosen(types.find(({ value: id }) => id === typeId)?.label ?? ''),
            onClear: () => setTypeId(null),
          },
        ]}
      />
      {tree.length === 0 ? (
        isFiltered ? (
          <EmptyState title={t.nothingFound} />
        ) : (
          <EmptyState title={t.noPoints} hint={t.noPointsHint} />
        )
      ) : (
        <Tree<Node>
          key={isFiltered ? 'filtered' : 'whole'}
          aria-label={t.points}
          checkable
          selectable={false}
          blockNode
          height={treeHeightPx}
          treeData={tree}
          defaultExpandedKeys={isFiltered ? keysOf(tree) : tree.map(({ key }) => key)}
          checkedKeys={checked.map(({ key }) => key)}
          onCheck={(_, { node, checked: isOn }) => {
            const those = new Set(node.pointIds);
            onChange(isOn ? [...new Set([...value, ...those])] : value.filter((id) => !those.has(id)));
          }}
        />
      )}
    </section>
  );
}

function typesOf(subsystems: readonly PickedSubsystem[]): { value: number; label: string }[] {
  const types = new Map<number, string>();
  for (const { Devices } of subsystems)
    for (const { Points } of Devices)
      for (const { PointTypeId, PointTypeName } of Points) types.set(PointTypeId, PointTypeName);
  return [...types].map(([value, label]) => ({ value, label }));
}

function nodesOf(subsystems: readonly PickedSubsystem[], search: string, typeId: number | null): Node[] {
  return subsystems.flatMap(({ BigTypeId, BigTypeName, Devices }) => {
    const devices = Devices.flatMap(({ ModelTreeId, ModelTreeName, Points }): Node[] => {
      const isDevice = ModelTreeName.toLowerCase().includes(search);
      const points = Points.filter(
        (point) =>
          (typeId === null || point.PointTypeId === typeId) &&
          (isDevice || point.PointName.toLowerCase().includes(search)),
      ).map(
        ({ PointId, PointName, Unit }): Node => ({
          key: `${ModelTreeId}/${PointId}`,
          title: Unit === '' ? PointName : `${PointName} (${Unit})`,
          pointIds: [PointId],
          isPoint: true,
          isLeaf: true,
        }),
      );
      // Those that serve no device stand by themselves.
      if (ModelTreeId === 0) return points;
      return points.length === 0 ? [] : [branch(`d${ModelTreeId}`, ModelTreeName, points)];
    });
    return devices.length === 0 ? [] : [branch(`s${BigTypeId}`, BigTypeName, devices)];
  });
}

const branch = (key: string, title: string, children: Node[]): Node => ({
  key,
  title,
  children,
  pointIds: children.flatMap(({ pointIds }) => pointIds),
});

const leavesOf = (nodes: readonly Node[]): Node[] =>
  nodes.flatMap((node) => (node.isPoint ? [node] : leavesOf(node.children ?? [])));

const keysOf = (nodes: readonly Node[]): React.Key[] =>
  nodes.flatMap((node) => (node.isPoint ? [] : [node.key, ...keysOf(node.children ?? [])]));
