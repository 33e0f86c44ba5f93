import type { SubareaNode } from '@watchpost/contract';
import { expect, it } from 'vitest';
import { dropTarget, partitionChoices, partitionPaths, pathTo, treeMatching, withAreas } from './partitions.ts';

const node = (SubareaId: number, SubareaName: string, Kind: SubareaNode['Kind'], ...Children: SubareaNode[]) => ({
  SubareaId,
  SubareaName,
  parentId: null,
  Kind,
  State: null,
  Children,
});
const tree = [
  node(1, 'East', 'partition', node(2, 'Hangzhou', 'partition', node(3, 'Xixi store', 'project'))),
  node(4, 'Museum', 'project'),
];
const furnished = withAreas(
  tree,
  new Map([
    [3, [node(5, 'Hall', 'area', node(6, 'Row 1', 'area')), node(7, 'Yard', 'area')]],
    [4, [node(8, 'Lobby', 'area')]],
  ]),
);

it('offers partitions only, and never the one that moves or one below it', () => {
  expect(partitionPaths(tree)).toEqual([
    { value: 1, label: 'East' },
    { value: 2, label: 'East / Hangzhou' },
  ]);
  expect(partitionChoices(tree, 2)).toEqual([{ value: 1, title: 'East', children: [] }]);
  expect(partitionChoices(tree, 1)).toEqual([]);
});

it('finds a place with what is above it', () => {
  expect(pathTo(tree, 3)?.map(({ SubareaName }) => SubareaName)).toEqual(['East', 'Hangzhou', 'Xixi store']);
  expect(pathTo(tree, 9)).toBeNull();
});

it('a search keeps the way to what matches and what is below it', () => {
  expect(treeMatching(tree, 'xixi')).toMatchObject([
    { SubareaId: 1, Children: [{ SubareaId: 2, Children: [{ SubareaId: 3 }] }] },
  ]);
  expect(treeMatching(tree, 'hang')).toMatchObject([
    { SubareaId: 1, Children: [{ SubareaId: 2, Children: [{ SubareaId: 3 }] }] },
  ]);
  expect(treeMatching(tree, 'zzz')).toEqual([]);
  expect(treeMatching(tree, ' ')).toEqual(tree);
});

it('what is dropped on a partition comes to stand last in it, what is dropped on a project goes nowhere', () => {
  expect(dropTarget(tree, 4, 2, 0)).toEqual({ parentId: 2, BeforeId: null });
  expect(dropTarget(tree, 1, 4, 0)).toBeNull();
});

it('an item dropped between two others is placed between them, on any path of the pointer', () => {
  expect(dropTarget(tree, 4, 1, -1)).toEqual({ parentId: null, BeforeId: 1 });
  expect(dropTarget(tree, 4, 1, 1)).toEqual({ parentId: null, BeforeId: null });
  expect(dropTarget(tree, 4, 3, -1)).toEqual({ parentId: 2, BeforeId: 3 });
});

it('an area goes into areas of its project and between them, and nowhere else', () => {
  expect(dropTarget(furnished, 7, 6, 0)).toEqual({ parentId: 6, BeforeId: null });
  expect(dropTarget(furnished, 6, 3, 0)).toEqual({ parentId: 3, BeforeId: null });
  expect(dropTarget(furnished, 7, 5, -1)).toEqual({ parentId: 3, BeforeId: 5 });
  expect(dropTarget(furnished, 5, 6, 0)).toBeNull();
  expect(dropTarget(furnished, 7, 8, 0)).toBeNull();
  expect(dropTarget(furnished, 7, 1, 0)).toBeNull();
  expect(dropTarget(furnished, 4, 5, -1)).toBeNull();
});

it('nothing is dropped into itself or below itself', () => {
  expect(dropTarget(tree, 1, 2, 0)).toBeNull();
  expect(dropTarget(tree, 1, 1, 0)).toBeNull();
  expect(dropTarget(tree, 1, 3, 1)).toBeNull();
});
