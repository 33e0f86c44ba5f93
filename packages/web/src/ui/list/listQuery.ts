import type { Filter, Filters, FilterValues } from './filters.ts';

/** Page sizes of every list. Spec §9. */
export const pageSizes = [10, 20, 50, 100];
const usualPageSize = 20;

/** What a list is: its name, what it can be filtered and ordered by. Made once, outside the component. */
export interface ListDefinition<F extends Filters, Sort extends string = string> {
  /** Under which the chosen columns and saved views are kept: `members`, `alarms.company`. Letters, digits, `.`, `-`, `_`. */
  readonly name: string;
  readonly filters: F;
  /** Orders the server knows, by the names it knows them by. */
  readonly sorts?: readonly Sort[];
  /** The order of an address that names none. */
  readonly usualSort?: { readonly by: Sort; readonly ascending?: boolean };
  readonly usualPageSize?: number;
}

/** What a list shows; lives in the address, so that a link, a reload and "back" find it again. */
export interface ListQuery<F extends Filters, Sort extends string = string> {
  readonly filters: FilterValues<F>;
  /** Undefined: the server's own order. */
  readonly sort: Sort | undefined;
  readonly ascending: boolean;
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
}

export type ListChange<F extends Filters, Sort extends string = string> = Partial<
  Omit<ListQuery<F, Sort>, 'filters'> & { filters: Partial<FilterValues<F>> }
>;

/** Keeps the types of the filters while checking their shape. */
export const defineList = <const F extends Filters, const Sort extends string = never>(
  definition: ListDefinition<F, Sort>,
): ListDefinition<F, Sort> => definition;

const entries = (filters: Filters) => Object.entries(filters) as [string, Filter<unknown>][];

const positive = (text: string | null): number | null => (text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null);

/** What the address asks for; anything it gets wrong counts as not said. */
export function listQueryOf<F extends Filters, Sort extends string>(
  definition: ListDefinition<F, Sort>,
  params: URLSearchParams,
): ListQuery<F, Sort> {
  const { filters, sorts = [], usualSort, usualPageSize: usualSize = usualPageSize } = definition;
  const sort = sorts.find((each) => each === params.get('sort')) ?? usualSort?.by;
  const ascending = params.get('asc');
  const pageSize = positive(params.get('size'));
  return {
    filters: Object.fromEntries(
      entries(filters).map(([name, filter]) => [name, filter.read(params)]),
    ) as FilterValues<F>,
    sort,
    ascending: ascending === null ? (usualSort?.ascending ?? false) : ascending === '1',
    page: positive(params.get('page')) ?? 1,
    pageSize: pageSize !== null && pageSizes.includes(pageSize) ? pageSize : usualSize,
  };
}

/** The address for a query; what is as usual is left out, what does not belong to the list (an open row) stays. */
export function withListQuery<F extends Filters, Sort extends string>(
  definition: ListDefinition<F, Sort>,
  params: URLSearchParams,
  query: ListQuery<F, Sort>,
): URLSearchParams {
  const next = new URLSearchParams(params);
  const set = (name: string, value: string, usual = '') => {
    if (value === usual) next.delete(name);
    else next.set(name, value);
  };
  for (const [name, filter] of entries(definition.filters)) {
    const written = filter.write(query.filters[name]);
    filter.params.forEach((param, index) => {
      set(param, written[index] ?? '');
    });
  }
  const { usualSort } = definition;
  set('sort', query.sort ?? '', usualSort?.by);
  set('asc', query.ascending ? '1' : '0', usualSort?.ascending ? '1' : '0');
  set('page', String(query.page), '1');
  set('size', String(query.pageSize), String(definition.usualPageSize ?? usualPageSize));
  return next;
}

/** The query with a change in it. Other filters or another order mean other rows: back to the first page. */
export const changed = <F extends Filters, Sort extends string>(
  query: ListQuery<F, Sort>,
  { filters, ...rest }: ListChange<F, Sort>,
): ListQuery<F, Sort> => ({ ...query, page: 1, ...rest, filters: { ...query.filters, ...filters } });

/** No filter at all; tabs, order and page size stay. */
export const withoutFilters = <F extends Filters>(definition: ListDefinition<F, string>): Partial<FilterValues<F>> =>
  Object.fromEntries(
    entries(definition.filters)
      .filter(([, { kind }]) => kind !== 'tabs')
      .map(([name]) => [name, undefined]),
  ) as Partial<FilterValues<F>>;

export const isFiltered = <F extends Filters>(
  definition: ListDefinition<F, string>,
  values: FilterValues<F>,
): boolean => entries(definition.filters).some(([name, { kind }]) => kind !== 'tabs' && values[name] !== undefined);

/** Page and order as most calls spell them. */
export const pagingOf = <Sort extends string>({
  page,
  pageSize,
  sort,
  ascending,
}: Pick<ListQuery<Filters, Sort>, 'page' | 'pageSize' | 'sort' | 'ascending'>) => ({
  PageIndex: page,
  PageSize: pageSize,
  ...(sort === undefined ? {} : { SortType: sort, IsAsc: ascending }),
});

/** The part of the address that a saved view keeps: filters, order and page size, not the page. */
export const viewOf = <F extends Filters, Sort extends string>(
  definition: ListDefinition<F, Sort>,
  query: ListQuery<F, Sort>,
): string => withListQuery(definition, new URLSearchParams(), { ...query, page: 1 }).toString();
