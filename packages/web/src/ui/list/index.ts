/** The one list of the product. Not part of `ui/index.ts`: a screen without a list does not load it. */
export type { FilterOptions } from './FilterBar.tsx';
export {
  choiceFilter,
  choicesFilter,
  dayFilter,
  type FilterValues,
  flagFilter,
  idFilter,
  idsFilter,
  numberFilter,
  pathsFilter,
  rangeFilter,
  type ShownOption,
  tabsFilter,
  textFilter,
  treeFilter,
} from './filters.ts';
export type { ListColumn, RowAction } from './ListColumn.ts';
export { ListPage, type ListPageProps, type PageAnswer } from './ListPage.tsx';
export { defineList, type ListQuery, pagingOf } from './listQuery.ts';
export { RowActions } from './RowActions.tsx';
export { SearchField } from './SearchField.tsx';
export { type List, useList, whileWaiting } from './useList.ts';
export { useListPage } from './useListPage.tsx';
