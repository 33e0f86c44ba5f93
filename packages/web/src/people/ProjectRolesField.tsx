import { DeleteOutlined } from '@ant-design/icons';
import type { RoleRow, SubareaNode } from '@watchpost/contract';
import { Button, Select, Table, TreeSelect } from 'antd';
import { useMemo, useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { useSession } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import './ProjectRolesField.css';
import { text } from './text.ts';
import { defaultRoleOf, roleOptions } from './useRoles.ts';

export interface ProjectRole {
  readonly SubareaId: number;
  readonly RoleId: number;
}

interface FieldProps {
  readonly roles: readonly RoleRow[];
  readonly id?: string;
  readonly value?: readonly ProjectRole[];
  readonly onChange?: (value: ProjectRole[]) => void;
}

const isAmong = (roles: readonly ProjectRole[], { SubareaId, RoleId }: ProjectRole): boolean =>
  roles.some((each) => each.SubareaId === SubareaId && each.RoleId === RoleId);

/** More rows than this are turned over. */
const rowsShown = 10;

interface TreeNode {
  readonly value: number;
  readonly title: string;
  readonly selectable: boolean;
  readonly children: TreeNode[];
}

const branches = (nodes: readonly SubareaNode[]): TreeNode[] =>
  nodes
    .filter(({ Kind, Children }) => Kind === 'project' || (Kind === 'partition' && Children.length > 0))
    .map(({ SubareaId, SubareaName, Kind, Children }) => ({
      value: SubareaId,
      title: SubareaName,
      selectable: true,
      children: Kind === 'partition' ? branches(Children) : [],
    }));

/**
 * A member's roles, project by project. Several projects, or a whole partition, get a role at once; each can be changed or taken
 * away afterwards.
 *
 * @param names of projects that are in the value but that the user cannot choose
 */
export function ProjectRolesField({
  roles,
  id,
  value = [],
  onChange,
  names,
}: FieldProps & { names?: ReadonlyMap<number, string> | undefined }) {
  const t = useText(text);
  const { projects } = useSession();
  const tree = useCall('getUserOwnSubareaTree', { query: {} }, { scope: 'company', staleTime: 60_000 });
  const [picked, pick] = useState<number[]>([]);
  /** Chosen and not yet moved down: they count like the rows, so that saving at once loses none of them. */
  const [pending, setPending] = useState<readonly ProjectRole[]>([]);
  const [role, setRole] = useState<number | undefined>(undefined);
  const givenRole = role ?? defaultRoleOf(roles);
  const nodes = useMemo(() => branches(tree.data ?? []), [tree.data]);
  const known = useMemo(
    () =>
      new Map([...(names ?? []), ...projects.map(({ ProjectId, ProjectName }) => [ProjectId, ProjectName] as const)]),
    [names, projects],
  );
  const settled = useMemo(() => value.filter((each) => !isAmong(pending, each)), [value, pending]);
  const rows = useMemo(() => {
    const byProject = new Map<number, number[]>();
    for (const { SubareaId, RoleId } of settled)
      byProject.set(SubareaId, [...(byProject.get(SubareaId) ?? []), RoleId]);
    return [...byProject].map(([SubareaId, RoleIds]) => ({ SubareaId, RoleIds, name: known.get(SubareaId) ?? '' }));
  }, [settled, known]);

  const choose = (nextPicked: number[], nextRole: number | undefined) => {
    const own = new Set(projects.map(({ ProjectId }) => ProjectId));
    // An empty partition is a leaf of the tree, too.
    const chosen = nextRole === undefined ? [] : nextPicked.filter((each) => own.has(each));
    const additional = chosen
      .map((SubareaId) => ({ SubareaId, RoleId: nextRole! }))
      .filter((each) => !isAmong(settled, each));
    pick(nextPicked);
    setRole(nextRole);
    setPending(additional);
    onChange?.([...settled, ...additional]);
  };
  const put = (projectIds: readonly number[], roleIds: readonly number[]) => {
    const others = value.filter((each) => !projectIds.includes(each.SubareaId) || isAmong(pending, each));
    onChange?.([...others, ...projectIds.flatMap((SubareaId) => roleIds.map((RoleId) => ({ SubareaId, RoleId })))]);
  };
  const add = () => {
    pick([]);
    setPending([]);
  };

  return (
    <div className="project-roles">
      <div className="project-roles-add">
        <TreeSelect<number[]>
          {...(id === undefined ? {} : { id })}
          aria-label={t.chooseProjects}
          placeholder={t.chooseProjects}
          multiple
          treeCheckable
          allowClear
          showSearch={{ treeNodeFilterProp: 'title' }}
          showCheckedStrategy={TreeSelect.SHOW_CHILD}
          maxTagCount="responsive"
          loading={tree.isLoading}
          treeData={nodes}
          value={picked}
          onChange={(next) => choose(next, givenRole)}
        />
        <Select
          aria-label={t.chooseRole}
          placeholder={t.chooseRole}
          {...(givenRole === undefined ? {} : { value: givenRole })}
          options={roleOptions(roles)}
          onChange={(next) => choose(picked, next)}
        />
        <Button disabled={picked.length === 0 || givenRole === undefined} onClick={add}>
          {t.addProjectRole}
        </Button>
      </div>
      {value.length === 0 ? <p className="access-hint">{t.noProjects}</p> : null}
      {rows.length === 0 ? null : (
        <Table
          className="project-roles-table"
          size="small"
          showHeader={false}
          rowKey="SubareaId"
          dataSource={rows}
          pagination={rows.length > rowsShown ? { pageSize: rowsShown, showSizeChanger: false, size: 'small' } : false}
          columns={[
            { title: t.project, key: 'name', ellipsis: true, render: (_, { name }) => name },
            {
              title: t.projectRole,
              key: 'role',
              width: '52%',
              render: (_, { SubareaId, RoleIds, name }) => (
                <Select<number[]>
                  mode="multiple"
                  aria-label={t.roleIn(name)}
                  value={RoleIds}
                  options={roleOptions(roles)}
                  onChange={(next) => put([SubareaId], next)}
                />
              ),
            },
            {
              title: t.remove,
              key: 'remove',
              width: 44,
              render: (_, { SubareaId, name }) => (
                <Button
                  size="small"
                  type="text"
                  icon={<DeleteOutlined />}
                  aria-label={t.takeAway(name)}
                  onClick={() => put([SubareaId], [])}
                />
              ),
            },
          ]}
        />
      )}
    </div>
  );
}

/** The roles somebody has in one project, as the list of all projects that the calls take. */
export function RolesInProjectField({
  projectId,
  roles,
  id,
  value = [],
  onChange,
}: FieldProps & { projectId: number }) {
  const t = useText(text);
  return (
    <Select<number[]>
      {...(id === undefined ? {} : { id })}
      mode="multiple"
      placeholder={t.chooseRole}
      value={value.map(({ RoleId }) => RoleId)}
      options={roleOptions(roles)}
      onChange={(next) => onChange?.(next.map((RoleId) => ({ SubareaId: projectId, RoleId })))}
    />
  );
}
