import { expect, it } from 'vitest';
import {
  choiceFilter,
  choicesFilter,
  flagFilter,
  idFilter,
  idsFilter,
  rangeFilter,
  tabsFilter,
  textFilter,
  treeFilter,
} from './filters.ts';
import {
  changed,
  defineList,
  isFiltered,
  listQueryOf,
  pagingOf,
  viewOf,
  withListQuery,
  withoutFilters,
} from './listQuery.ts';

const label = { zh: '甲', en: 'A' };
const options = [
  { value: 1, label },
  { value: 2, label },
  { value: 3, label },
] as const;

const list = defineList({
  name: 'test',
  filters: {
    tab: tabsFilter({
      label,
      options: [
        { value: 'all', label },
        { value: 'gone', label },
      ],
    }),
    text: textFilter({ label }),
    level: choicesFilter({ label, param: 'level', options }),
    state: choiceFilter({ label, param: 'state', options: [{ value: 'on', label }] }),
    project: idFilter({ label, param: 'site' }),
    roles: idsFilter({ label, param: 'role' }),
    areas: treeFilter({ label, param: 'area' }),
    joined: rangeFilter({ label }),
    raised: rangeFilter({ label, params: ['since', 'until'], withTime: true }),
    mine: flagFilter({ label, param: 'mine' }),
  },
  sorts: ['name', 'time'],
  usualSort: { by: 'name', ascending: true },
});
const asked = (search: string) => listQueryOf(list, new URLSearchParams(search));
const address = (query: ReturnType<typeof asked>, before = '') =>
  decodeURIComponent(withListQuery(list, new URLSearchParams(before), query).toString());

const narrowed =
  'tab=gone&q=cold&level=1,3&state=on&site=4&role=5,6&area=7&from=2026-11-01&to=2026-11-21&since=2026-11-01+08:00&until=2026-11-02+09:30&mine=1&sort=time&asc=0&page=3&size=50';

it('finds every filter, the order and the page again in the address', () => {
  const query = asked(narrowed);
  expect(query).toEqual({
    filters: {
      tab: 'gone',
      text: 'cold',
      level: [1, 3],
      state: 'on',
      project: 4,
      roles: [5, 6],
      areas: [7],
      joined: ['2026-11-01', '2026-11-21'],
      raised: ['2026-11-01 08:00', '2026-11-02 09:30'],
      mine: true,
    },
    sort: 'time',
    ascending: false,
    page: 3,
    pageSize: 50,
  });
  expect(address(query)).toBe(narrowed);
});

it('leaves an address without filters bare, and what is not the list’s in it', () => {
  expect(address(asked(''), `open=7&${narrowed}`)).toBe('open=7');
});

it('takes an address that makes no sense as one without filters', () => {
  const broken =
    'tab=?&q=+&level=9,x&state=off&site=-1&role=a,0&from=yesterday&to=now&since=2026-11-02+09:00&until=2026-11-01+09:00&mine=yes&sort=size&page=-1&size=7';
  expect(asked(broken)).toEqual(asked(''));
});

it('starts again at the first page when anything but the page changes', () => {
  const query = asked('page=3');
  expect(changed(query, { filters: { text: 'x' } })).toMatchObject({ page: 1, filters: { text: 'x', tab: 'all' } });
  expect(changed(query, { sort: 'time' }).page).toBe(1);
  expect(changed(query, { page: 4 }).page).toBe(4);
});

it('clears filters without leaving the tab, and knows whether there are any', () => {
  const query = asked(narrowed);
  const cleared = changed(query, { filters: withoutFilters(list) });
  expect(address(cleared)).toBe('tab=gone&sort=time&asc=0&size=50');
  expect([isFiltered(list, query.filters), isFiltered(list, cleared.filters)]).toEqual([true, false]);
});

it('keeps everything but the page in a view', () => {
  expect(decodeURIComponent(viewOf(list, asked('q=cold&page=9&size=10&open=3')))).toBe('q=cold&size=10');
});

it('asks for page and order as most calls spell them', () => {
  expect(pagingOf(asked('page=2&sort=time'))).toEqual({ PageIndex: 2, PageSize: 20, SortType: 'time', IsAsc: true });
  const unordered = defineList({ name: 'plain', filters: {} });
  expect(pagingOf(listQueryOf(unordered, new URLSearchParams('sort=name')))).toEqual({ PageIndex: 1, PageSize: 20 });
});
