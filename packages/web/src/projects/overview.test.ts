import type { ProjectRow } from '@watchpost/contract';
import { expect, it } from 'vitest';
import { overviewOf, overviewQueryOf, overviewStateOf, withOverviewQuery } from './overview.ts';

const project = (ProjectId: number, changes: Partial<ProjectRow> = {}): ProjectRow =>
  ({
    ProjectId,
    ProjectName: `Store ${ProjectId}`,
    Code: `S${ProjectId}`,
    Industry: 1,
    Address: '',
    Latitude: null,
    Longitude: null,
    TimeZone: 'Asia/Shanghai',
    ServiceEnd: null,
    Expired: false,
    State: 'valid',
    parentId: null,
    ProjectLevel: null,
    TagList: [],
    Cover: null,
    AlarmCount: 0,
    AlarmLevel: null,
    BeyondCount: 0,
    OfflineCount: 0,
    LastDataEPOCH: null,
    ...changes,
  }) as ProjectRow;

const query = (search = '') => overviewQueryOf(new URLSearchParams(search));
const ids = (projects: readonly ProjectRow[]) => projects.map(({ ProjectId }) => ProjectId);

it('puts the worst first, then more alarms before fewer, and what has expired last', () => {
  const projects = [
    project(1),
    project(2, { AlarmLevel: 3, AlarmCount: 9 }),
    project(3, { AlarmLevel: 1, AlarmCount: 1 }),
    project(4, { AlarmLevel: 1, AlarmCount: 5 }),
    project(5, { AlarmLevel: 1, AlarmCount: 7, State: 'expired' }),
  ];
  expect(ids(overviewOf(projects, query()))).toEqual([4, 3, 2, 1, 5]);
  expect(ids(overviewOf(projects, query('sort=name')))).toEqual([1, 2, 3, 4, 5]);
});

it('an expired or disabled project shows that state, with or without alarms', () => {
  expect(overviewStateOf(project(1, { AlarmCount: 3, State: 'expired' }))).toBe('expired');
  expect(overviewStateOf(project(1, { AlarmCount: 3, State: 'disabled' }))).toBe('disabled');
  expect(overviewStateOf(project(1, { AlarmCount: 3 }))).toBe('alarm');
  expect(overviewStateOf(project(1))).toBe('normal');
});

it('calls no project normal with a device beyond its limits or offline, and puts it before those that are', () => {
  const warm = project(2, { BeyondCount: 1 });
  const silent = project(3, { OfflineCount: 2 });
  const mild = project(4, { AlarmCount: 1, AlarmLevel: 4, BeyondCount: 3 });
  expect([warm, silent, mild, project(1)].map(overviewStateOf)).toEqual(['beyond', 'offline', 'alarm', 'normal']);
  expect(ids(overviewOf([project(1), silent, warm, mild], query()))).toEqual([4, 2, 3, 1]);
  expect(ids(overviewOf([project(1), silent, warm], query('state=beyond')))).toEqual([2]);
});

it('finds by name, code and address, within the state and industry asked for', () => {
  const projects = [
    project(1, { Address: 'Harbour Road 5', Industry: 2 }),
    project(2, { Code: 'HAR-2', AlarmCount: 1, AlarmLevel: 2 }),
    project(3),
  ];
  expect(ids(overviewOf(projects, query('q=har')))).toEqual([2, 1]);
  expect(ids(overviewOf(projects, query('q=har&industry=2')))).toEqual([1]);
  expect(ids(overviewOf(projects, query('state=alarm')))).toEqual([2]);
});

it('the address keeps every choice and leaves out what is usual', () => {
  const search = 'q=har&state=alarm&industry=2&sort=name&site=4';
  expect(withOverviewQuery(new URLSearchParams(), query(search)).toString()).toBe(search);
  expect(withOverviewQuery(new URLSearchParams('q=x&sort=name'), query()).toString()).toBe('');
  expect(query('state=broken&industry=9&sort=x&site=-1')).toEqual(query());
});
