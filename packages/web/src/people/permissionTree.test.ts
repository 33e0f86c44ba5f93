import { permissions } from '@watchpost/contract';
import { describe, expect, it } from 'vitest';
import {
  afterClickOn,
  choicesBetween,
  matchingBranches,
  permissionChanges,
  selectedOf,
  withChoices,
  withLeaves,
} from './permissionTree.ts';
import { testTree } from './testPermissions.ts';

const branchOf = (group: string, ...tree: Parameters<typeof testTree>) =>
  testTree(...tree)
    .flatMap(({ Children }) => Children)
    .find(({ Group }) => Group === group)!;

describe('the box of a group of permissions', () => {
  it('is half-selected while some but not all of it is held', () => {
    const people = branchOf('people', []);
    expect(selectedOf(people, new Set())).toBe('none');
    expect(selectedOf(people, new Set([permissions.membersView.id]))).toBe('some');
    expect(selectedOf(people, withLeaves(new Set(), people.Children, true))).toBe('all');
  });

  it('gives and takes the whole group without touching the others', () => {
    const people = branchOf('people', []);
    const held = afterClickOn(people, new Set([permissions.alarmManage.id, permissions.membersView.id]))!;
    expect(selectedOf(people, held)).toBe('all');
    expect([...afterClickOn(people, held)!]).toEqual([permissions.alarmManage.id]);
  });

  it('leaves permissions alone that the user does not hold', () => {
    const people = branchOf('people', ['permissionsEdit'], ['membersView']);
    const held = afterClickOn(people, new Set([permissions.permissionsEdit.id]))!;
    expect([...held]).toEqual([permissions.permissionsEdit.id, permissions.membersView.id]);
    expect([...afterClickOn(people, held)!]).toEqual([permissions.permissionsEdit.id]);
    expect(afterClickOn(branchOf('people', [], ['alarmManage']), new Set())).toBeNull();
  });
});

it('names what saving would add and take away, and nothing that stays', () => {
  const tree = testTree(['membersView', 'alarmManage']);
  const { added, removed } = permissionChanges(tree, new Set([permissions.membersView.id, permissions.membersEdit.id]));
  expect(added.map(({ FuncId }) => FuncId)).toEqual([permissions.membersEdit.id]);
  expect(removed.map(({ FuncId }) => FuncId)).toEqual([permissions.alarmManage.id]);
});

it('ticked permissions stay ticked when another user saves meanwhile, and undo none of that user’s changes', () => {
  const choices = choicesBetween(new Set([1, 2]), new Set([2, 3]));
  expect([...withChoices(new Set([1, 2, 9]), choices)].sort()).toEqual([2, 3, 9]);
});

it('finds a permission by its name in either language, by what its group is called and by its number', () => {
  const found = (asked: string) =>
    testTree([])
      .flatMap(({ Children }) => matchingBranches(Children, asked))
      .flatMap(({ Children }) => Children.map(({ FuncId }) => FuncId));
  expect(found('人员管理：编辑')).toEqual([permissions.membersEdit.id]);
  expect(found('members: EDIT')).toEqual([permissions.membersEdit.id]);
  expect(found('People and')).toEqual(
    expect.arrayContaining([permissions.membersView.id, permissions.permissionsEdit.id]),
  );
  expect(found('People and')).not.toContain(permissions.alarmManage.id);
  expect(found('1001')).toEqual([permissions.allProjects.id]);
  expect(found('nothing of the kind')).toEqual([]);
});
