import { permissionGroups, permissionPlatforms, wildcardPermissionId } from '@watchpost/contract';
import { Checkbox, Input, Tabs } from 'antd';
import { useId, useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { EmptyState } from '../ui/index.ts';
import './PermissionTree.css';
import { permissionText } from './permissionText.ts';
import {
  matchingBranches,
  type PermissionBranch,
  type PermissionLeaf,
  permissionTabsOf,
  type RoleKind,
  selectedOf,
  withLeaves,
} from './permissionTree.ts';

interface PermissionTreeProps {
  readonly kind: RoleKind;
  /** Ids the role holds; with the wildcard among them, everything. */
  readonly held: ReadonlySet<number>;
  /** What is saved: leaves that differ are marked. */
  readonly saved: ReadonlySet<number>;
  readonly ofOperator: boolean;
  /** Null: may only look. */
  readonly onChange: ((held: ReadonlySet<number>) => void) | null;
}

/**
 * What a role may do, by platform and group. A box before a group gives or takes all of it and shows the half-selection;
 * while searching it acts on what is shown.
 */
export function PermissionTree({ kind, held, saved, ofOperator, onChange }: PermissionTreeProps) {
  const t = useText(permissionText);
  const inWords = useBilingual();
  const [asked, setAsked] = useState('');
  const everything = held.has(wildcardPermissionId);
  const tabs = permissionTabsOf(kind, ofOperator);
  const countOf = (branches: readonly PermissionBranch[]) => {
    const all = branches.flatMap(({ leaves }) => leaves);
    return t.held(everything ? all.length : all.filter(({ id }) => held.has(id)).length, all.length);
  };
  const change = everything ? null : onChange;

  return (
    <div className="permission-tree">
      <div className="permission-tree-head">
        <Input.Search
          allowClear
          className="permission-tree-search"
          value={asked}
          placeholder={t.search}
          aria-label={t.search}
          onChange={({ target }) => setAsked(target.value)}
        />
        <p className="permission-tree-scope">{kind === 'company' ? t.companyScope : t.projectScope}</p>
      </div>
      {everything ? (
        <p className="permission-tree-everything" role="note">
          <b>{t.everything}</b> {t.everythingHint}
        </p>
      ) : null}
      <Tabs
        aria-label={t.platforms}
        items={tabs.map(({ platform, branches }) => ({
          key: platform,
          label: (
            <>
              {inWords(permissionPlatforms[platform])} <small className="tabular">{countOf(branches)}</small>
            </>
          ),
          children: (
            <Branches
              branches={matchingBranches(branches, asked)}
              held={everything ? new Set(branches.flatMap(({ leaves }) => leaves.map(({ id }) => id))) : held}
              saved={saved}
              onChange={change}
            />
          ),
        }))}
      />
    </div>
  );
}

interface BranchesProps {
  readonly branches: readonly PermissionBranch[];
  readonly held: ReadonlySet<number>;
  readonly saved: ReadonlySet<number>;
  readonly onChange: ((held: ReadonlySet<number>) => void) | null;
}

function Branches({ branches, ...rest }: BranchesProps) {
  const t = useText(permissionText);
  if (branches.length === 0) return <EmptyState title={t.noneFound} hint={t.noneFoundHint} />;
  return (
    <ul className="permission-branches">
      {branches.map((branch) => (
        <Branch key={branch.group} branch={branch} {...rest} />
      ))}
    </ul>
  );
}

function Branch({ branch, held, saved, onChange }: { branch: PermissionBranch } & Omit<BranchesProps, 'branches'>) {
  const t = useText(permissionText);
  const inWords = useBilingual();
  const labelId = useId();
  const group = inWords(permissionGroups[branch.group]);
  const selected = selectedOf(branch, held);
  return (
    <li className="permission-branch">
      <Checkbox
        className="permission-group"
        checked={selected === 'all'}
        indeterminate={selected === 'some'}
        disabled={onChange === null}
        aria-label={t.wholeGroup(group)}
        onChange={() => onChange?.(withLeaves(held, branch.leaves, selected !== 'all'))}
      >
        <span id={labelId}>{group}</span>
      </Checkbox>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in every browser */}
      <div role="group" className="permission-leaves" aria-labelledby={labelId}>
        {branch.leaves.map((leaf) => (
          <Leaf
            key={leaf.id}
            leaf={leaf}
            on={held.has(leaf.id)}
            changed={onChange !== null && held.has(leaf.id) !== saved.has(leaf.id)}
            onChange={onChange ? (on) => onChange(withLeaves(held, [leaf], on)) : null}
          />
        ))}
      </div>
    </li>
  );
}

function Leaf({
  leaf,
  on,
  changed,
  onChange,
}: {
  leaf: PermissionLeaf;
  on: boolean;
  changed: boolean;
  onChange: ((on: boolean) => void) | null;
}) {
  const t = useText(permissionText);
  const inWords = useBilingual();
  return (
    <Checkbox
      className="permission-leaf"
      checked={on}
      disabled={onChange === null}
      onChange={({ target }) => onChange?.(target.checked)}
    >
      <span className="permission-name">
        {inWords(leaf)}
        {changed ? (
          <em className={on ? 'permission-added' : 'permission-removed'}>{on ? t.added : t.removed}</em>
        ) : null}
      </span>
      {leaf.hint ? <small className="permission-hint">{inWords(leaf.hint)}</small> : null}
    </Checkbox>
  );
}
