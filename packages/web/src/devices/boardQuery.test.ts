import { expect, it } from 'vitest';
import { boardQueryOf, isBoardFiltered, withBoardQuery } from './boardQuery.ts';

it('finds every filter again in the address', () => {
  const query = { text: 'freezer', status: 'offline', classId: 4 } as const;
  expect(boardQueryOf(withBoardQuery(new URLSearchParams(), query))).toEqual(query);
});

it('leaves an address without filters bare, and an open alarm in it', () => {
  const next = withBoardQuery(new URLSearchParams('q=x&alarm=7'), { text: '', status: null, classId: null });
  expect(next.toString()).toBe('alarm=7');
});

it('takes an address that makes no sense as one without filters', () => {
  expect(isBoardFiltered(boardQueryOf(new URLSearchParams('status=burning&class=-2')))).toBe(false);
});
