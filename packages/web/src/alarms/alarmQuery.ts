import type { AlarmRow, AllCalls, CallInput } from '@watchpost/contract';

export type AlarmType = AlarmRow['AlarmType'];
export type AlarmTab = 'current' | 'confirmed';
export type AlarmSort = 'time' | 'level' | 'duration';

/** What the alarm list shows; lives in the address, so that a link, a reload and "back" find it again. */
export interface AlarmQuery {
  readonly tab: AlarmTab;
  readonly text: string;
  readonly levels: readonly number[];
  readonly types: readonly AlarmType[];
  /** Raised between, wall clock of the project's zone: `2026-11-21 09:00`. */
  readonly between: readonly [from: string, to: string] | null;
  /** Only on the list over all projects. */
  readonly projectId: number | null;
  readonly sort: AlarmSort;
  readonly ascending: boolean;
  readonly page: number;
  readonly pageSize: number;
}

export const pageSizes = [10, 20, 50, 100];

export const emptyQuery: AlarmQuery = {
  tab: 'current',
  text: '',
  levels: [],
  types: [],
  between: null,
  projectId: null,
  sort: 'time',
  ascending: false,
  page: 1,
  pageSize: 20,
};

const types: readonly AlarmType[] = ['limit', 'state', 'noData', 'badQuality', 'communicationLoss'];
const sorts: readonly AlarmSort[] = ['time', 'level', 'duration'];
const localTime = /^\d{4}-\d\d-\d\d \d\d:\d\d$/;

const list = (params: URLSearchParams, name: string): string[] => params.get(name)?.split(',').filter(Boolean) ?? [];
const positive = (text: string | null): number | null => (text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null);

/** What the address asks for; anything it gets wrong counts as not said. */
export function alarmQueryOf(params: URLSearchParams): AlarmQuery {
  const from = params.get('from') ?? '';
  const to = params.get('to') ?? '';
  const sort = params.get('sort') as AlarmSort;
  const pageSize = positive(params.get('size')) ?? emptyQuery.pageSize;
  return {
    tab: params.get('tab') === 'confirmed' ? 'confirmed' : 'current',
    text: (params.get('q') ?? '').slice(0, 100),
    levels: list(params, 'level')
      .map(Number)
      .filter((level) => [1, 2, 3, 4].includes(level)),
    types: list(params, 'kind').filter((type): type is AlarmType => types.includes(type as AlarmType)),
    between: localTime.test(from) && localTime.test(to) && from < to ? [from, to] : null,
    projectId: positive(params.get('site')),
    sort: sorts.includes(sort) ? sort : emptyQuery.sort,
    ascending: params.get('asc') === '1',
    page: positive(params.get('page')) ?? 1,
    pageSize: pageSizes.includes(pageSize) ? pageSize : emptyQuery.pageSize,
  };
}

/** The address for a query; what is as usual is left out, what does not belong to the list (an open alarm) stays. */
export function withAlarmQuery(params: URLSearchParams, query: AlarmQuery): URLSearchParams {
  const next = new URLSearchParams(params);
  const set = (name: string, value: string, usual = '') => {
    if (value === usual) next.delete(name);
    else next.set(name, value);
  };
  set('tab', query.tab, emptyQuery.tab);
  set('q', query.text);
  set('level', query.levels.join(','));
  set('kind', query.types.join(','));
  set('from', query.between?.[0] ?? '');
  set('to', query.between?.[1] ?? '');
  set('site', query.projectId === null ? '' : String(query.projectId));
  set('sort', query.sort, emptyQuery.sort);
  set('asc', query.ascending ? '1' : '');
  set('page', String(query.page), '1');
  set('size', String(query.pageSize), String(emptyQuery.pageSize));
  return next;
}

/** No filter at all; tab, sort and page size stay. */
export const noFilters = {
  text: '',
  levels: [],
  types: [],
  between: null,
  projectId: null,
} satisfies Partial<AlarmQuery>;

export const isFiltered = (query: AlarmQuery): boolean =>
  query.text !== '' ||
  query.levels.length > 0 ||
  query.types.length > 0 ||
  query.between !== null ||
  query.projectId !== null;

/** @param projectId of the list of one project; null: all that the user may see */
export function alarmCallOf(query: AlarmQuery, projectId: number | null): CallInput<AllCalls['getAlarmAct']> {
  const project = projectId ?? query.projectId;
  return {
    query: { status: query.tab === 'confirmed' ? 1 : 0 },
    body: {
      ...(project === null ? {} : { ProjectId: project }),
      ...(query.text === '' ? {} : { Acontent: query.text }),
      ...(query.levels.length === 0 ? {} : { Level: [...query.levels] }),
      ...(query.types.length === 0 ? {} : { AlarmClass: [...query.types] }),
      ...(query.between === null ? {} : { Cstime: query.between[0], Cetime: query.between[1] }),
      SortType: query.sort,
      IsAsc: query.ascending,
      PageIndex: query.page,
      PageSize: query.pageSize,
    },
  };
}
