import { permissions } from '@watchpost/contract';
import { describe, expect, it } from 'vitest';
import { matchingBranches, permissionChanges, permissionTabsOf, selectedOf, withLeaves } from './permissionTree.ts';

const idsOf = (tabs: ReturnType<typeof permissionTabsOf>) =>
  tabs.flatMap(({ branches }) => branches.flatMap(({ leaves }) => leaves.map(({ id }) => id)));
const business = (kind: 'company' | 'project') => permissionTabsOf(kind, false)[0]!.branches;

describe('the tree of what a role may hold', () => {
  it('offers a project role nothing that counts for the company only', () => {
    const ids = idsOf(permissionTabsOf('project', true));
    expect(ids).toContain(permissions.monitorView.id);
    expect(ids).not.toContain(permissions.membersEdit.id);
  });

  it('offers what runs the installation only to the company that runs it', () => {
    expect(idsOf(permissionTabsOf('company', false))).not.toContain(permissions.companyApplications.id);
    expect(idsOf(permissionTabsOf('company', true))).toContain(permissions.companyApplications.id);
  });

  it('shows no platform and no group that has no permission', () => {
    for (const { branches } of permissionTabsOf('company', true)) {
      expect(branches.length).toBeGreaterThan(0);
      for (const { leaves } of branches) expect(leaves.length).toBeGreaterThan(0);
    }
  });

  it('shows a group half-selected while some but not all of it is held', () => {
    const people = business('company').find(({ group }) => group === 'people')!;
    expect(selectedOf(people, new Set())).toBe('none');
    expect(selectedOf(people, new Set([permissions.membersView.id]))).toBe('some');
    expect(selectedOf(people, withLeaves(new Set(), people.leaves, true))).toBe('all');
  });

  it('gives and takes a whole group without touching the others', () => {
    const people = business('company').find(({ group }) => group === 'people')!;
    const held = withLeaves(new Set([permissions.alarmManage.id]), people.leaves, true);
    expect(held).toContain(permissions.alarmManage.id);
    expect([...withLeaves(held, people.leaves, false)]).toEqual([permissions.alarmManage.id]);
  });
});

it('names what saving would add and take away, and nothing that stays', () => {
  const { membersView, membersEdit, alarmManage } = permissions;
  const { added, removed } = permissionChanges(
    new Set([membersView.id, alarmManage.id]),
    new Set([membersView.id, membersEdit.id]),
  );
  expect(added.map(({ name }) => name)).toEqual(['membersEdit']);
  expect(removed.map(({ name }) => name)).toEqual(['alarmManage']);
});

it('finds a permission by its name in either language, by what its group is called and by its number', () => {
  const found = (asked: string) => matchingBranches(business('company'), asked).flatMap(({ leaves }) => leaves);
  expect(found('人员管理：编辑').map(({ name }) => name)).toEqual(['membersEdit']);
  expect(found('members: EDIT').map(({ name }) => name)).toEqual(['membersEdit']);
  expect(found('People').map(({ name }) => name)).toEqual([
    'membersView',
    'membersEdit',
    'permissionsView',
    'permissionsEdit',
  ]);
  expect(found('1001').map(({ name }) => name)).toEqual(['allProjects']);
  expect(found('nothing of the kind')).toEqual([]);
});
