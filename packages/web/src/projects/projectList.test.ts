import { ProjectFilter } from '@watchpost/contract';
import { expect, it } from 'vitest';
import { listQueryOf, withListQuery } from '../ui/list/listQuery.ts';
import { projectFilterOf, projectList } from './projectList.ts';

const address =
  'q=store&partition=3&state=disabled%2Cexpired&industry=1%2C2&grade=1&label=north%2CVIP&subsystem=4&located=no&endFrom=2026-01-01&endTo=2026-12-31&address=road&sort=serviceEnd&asc=0';

it('the address of the list holds every filter of the call, and the call takes them as they are', () => {
  const query = listQueryOf(projectList, new URLSearchParams(address));
  expect(withListQuery(projectList, new URLSearchParams(), query).toString()).toBe(address);
  const filter = ProjectFilter.parse(projectFilterOf(7, query));
  expect(filter).toEqual({
    CompanyId: 7,
    ProjectName: 'store',
    Address: 'road',
    SubareaId: 3,
    Industry: [1, 2],
    ProjectLevel: [1],
    TagList: ['north', 'VIP'],
    BigTypeIdList: [4],
    StateList: ['disabled', 'expired'],
    ServiceEndFrom: '2026-01-01',
    ServiceEndTo: '2026-12-31',
    IsLocated: false,
    SortType: 'serviceEnd',
    IsAsc: false,
  });
});

it('no filter of the call is without a field in the list, but the ids that only programs know', () => {
  const offered = Object.keys(projectFilterOf(7, listQueryOf(projectList, new URLSearchParams())));
  expect(Object.keys(ProjectFilter.shape).filter((name) => !offered.includes(name))).toEqual(['ProjectIdList']);
});

it('an address without filters asks for all of them by name', () => {
  const query = listQueryOf(projectList, new URLSearchParams());
  expect(ProjectFilter.parse(projectFilterOf(7, query))).toEqual({ CompanyId: 7, SortType: 'name', IsAsc: true });
});
