import { SearchOutlined } from '@ant-design/icons';
import type { FuncPlatform, RoleRow } from '@watchpost/contract';
import { Checkbox, Input, Tabs } from 'antd';
import { useId, useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { EmptyState } from '../ui/index.ts';
import './PermissionTree.css';
import { permissionText } from './permissionText.ts';
import {
  afterClickOn,
  matchingBranches,
  type PermissionBranch,
  type PermissionLeaf,
  selectedOf,
  withLeaves,
} from './permissionTree.ts';

interface BranchProps {
  readonly held: ReadonlySet<number>;
  /** Null: may only look. */
  readonly onChange: ((held: ReadonlySet<number>) => void) | null;
}

/**
 * What a role may do, by platform and group; a platform without permissions is not there. The box of a group gives or takes all
 * of it and shows the half-selection; while searching it acts on what is found.
 */
export function PermissionTree({
  role,
  tree,
  held,
  onChange,
}: BranchProps & { role: RoleRow; tree: readonly FuncPlatform[] }) {
  const t = useText(permissionText);
  const [asked, setAsked] = useState('');
  const everything = role.IsAdministrator;
  const all = everything
    ? new Set(tree.flatMap(({ Children }) => Children.flatMap((branch) => branch.Children.map(({ FuncId }) => FuncId))))
    : held;
  const countOf = (branches: readonly PermissionBranch[]) => {
    const leaves = branches.flatMap(({ Children }) => Children);
    return t.held(leaves.filter(({ FuncId }) => all.has(FuncId)).length, leaves.length);
  };

  return (
    <div className="permission-tree">
      <div className="permission-tree-head">
        <Input
          type="search"
          allowClear
          prefix={<SearchOutlined aria-hidden />}
          className="permission-tree-search"
          value={asked}
          placeholder={t.search}
          aria-label={t.search}
          onChange={({ target }) => setAsked(target.value)}
        />
        <p className="permission-tree-scope">{role.RoleType === 'company' ? t.companyScope : t.projectScope}</p>
      </div>
      {everything ? (
        <p className="permission-tree-everything" role="note">
          <b>{t.everything}</b> {t.everythingHint}
        </p>
      ) : null}
      <Tabs
        aria-label={t.platforms}
        items={tree
          .filter(({ Children }) => Children.length > 0)
          .map(({ PlatformType, PlatformName, Children }) => ({
            key: PlatformType,
            label: (
              <>
                {PlatformName} <small className="tabular">{countOf(Children)}</small>
              </>
            ),
            children: (
              <Branches
                branches={matchingBranches(Children, asked)}
                held={all}
                onChange={everything ? null : onChange}
              />
            ),
          }))}
      />
    </div>
  );
}

function Branches({ branches, ...rest }: BranchProps & { branches: readonly PermissionBranch[] }) {
  const t = useText(permissionText);
  if (branches.length === 0) return <EmptyState title={t.noneFound} hint={t.noneFoundHint} />;
  return (
    <ul className="permission-branches">
      {branches.map((branch) => (
        <Branch key={branch.Group} branch={branch} {...rest} />
      ))}
    </ul>
  );
}

function Branch({ branch, held, onChange }: BranchProps & { branch: PermissionBranch }) {
  const t = useText(permissionText);
  const labelId = useId();
  const selected = selectedOf(branch, held);
  const clicked = afterClickOn(branch, held);
  return (
    <li className="permission-branch">
      <Checkbox
        className="permission-group"
        checked={selected === 'all'}
        indeterminate={selected === 'some'}
        disabled={onChange === null || clicked === null}
        aria-label={t.wholeGroup(branch.GroupName)}
        onChange={() => {
          if (clicked) onChange?.(clicked);
        }}
      >
        <span id={labelId}>{branch.GroupName}</span>
      </Checkbox>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in every browser */}
      <div role="group" className="permission-leaves" aria-labelledby={labelId}>
        {branch.Children.map((leaf) => (
          <Leaf
            key={leaf.FuncId}
            leaf={leaf}
            on={held.has(leaf.FuncId)}
            onChange={onChange && leaf.CanGive ? (on) => onChange(withLeaves(held, [leaf], on)) : null}
            beyond={onChange !== null && !leaf.CanGive}
          />
        ))}
      </div>
    </li>
  );
}

function Leaf({
  leaf,
  on,
  beyond,
  onChange,
}: {
  leaf: PermissionLeaf;
  on: boolean;
  /** The user does not hold this permission, so they cannot give it. */
  beyond: boolean;
  onChange: ((on: boolean) => void) | null;
}) {
  const t = useText(permissionText);
  const changed = onChange !== null && on !== leaf.Checked;
  return (
    <Checkbox
      className="permission-leaf"
      checked={on}
      disabled={onChange === null}
      onChange={({ target }) => onChange?.(target.checked)}
    >
      <span className="permission-name">
        {leaf.FuncName}
        {changed ? (
          <em className={on ? 'permission-added' : 'permission-removed'}>{on ? t.added : t.removed}</em>
        ) : null}
      </span>
      {leaf.Hint ? <small className="permission-hint">{leaf.Hint}</small> : null}
      {beyond ? <small className="permission-hint">{t.notYours}</small> : null}
    </Checkbox>
  );
}
