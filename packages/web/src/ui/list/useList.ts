import { keepPreviousData } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Filters } from './filters.ts';
import {
  changed,
  type ListChange,
  type ListDefinition,
  type ListQuery,
  listQueryOf,
  withListQuery,
} from './listQuery.ts';

/** A list with what it shows now. */
export interface List<F extends Filters, Sort extends string = string> {
  readonly definition: ListDefinition<F, Sort>;
  readonly query: ListQuery<F, Sort>;
  /** Shows something else; the page starts again at 1 unless it is named. */
  change(change: ListChange<F, Sort>): void;
  /** Shows what a saved view says. */
  show(view: string): void;
}

/** For the call of a list: the rows on the screen stay, dimmed, until the next ones are there. */
export const whileWaiting = { placeholderData: keepPreviousData };

/**
 * What a list shows now, from the address, and how to change it.
 *
 * @param where `memory` for a list in a dialog: it leaves the address alone and starts anew each time
 * @example
 * const list = useList(memberList);
 * const { text, roles } = list.query.filters;
 * const page = useCall('getMembers', { body: { Name: text, RoleIdList: roles, ...pagingOf(list.query) } }, whileWaiting);
 * return <ListPage list={list} page={page} columns={columns} … />;
 */
export function useList<F extends Filters, Sort extends string>(
  definition: ListDefinition<F, Sort>,
  where: 'address' | 'memory' = 'address',
): List<F, Sort> {
  const [address, setAddress] = useSearchParams();
  const [memory, setMemory] = useState(() => new URLSearchParams());
  const params = where === 'address' ? address : memory;
  const query = useMemo(() => listQueryOf(definition, params), [definition, params]);
  const rewrite = useCallback(
    (next: (before: URLSearchParams) => URLSearchParams) => {
      if (where === 'address') setAddress(next, { replace: true });
      else setMemory(next);
    },
    [where, setAddress],
  );
  const change = useCallback(
    (next: ListChange<F, Sort>) =>
      rewrite((before) => withListQuery(definition, before, changed(listQueryOf(definition, before), next))),
    [definition, rewrite],
  );
  const show = useCallback(
    (view: string) =>
      rewrite((before) => withListQuery(definition, before, listQueryOf(definition, new URLSearchParams(view)))),
    [definition, rewrite],
  );
  return useMemo(() => ({ definition, query, change, show }), [definition, query, change, show]);
}
