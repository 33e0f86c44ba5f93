import { type AllCalls, type CallInput, projectStates } from '@watchpost/contract';
import type { Filter } from '../ui/list/filters.ts';
import {
  choiceFilter,
  choicesFilter,
  defineList,
  idFilter,
  idsFilter,
  type ListQuery,
  rangeFilter,
  textFilter,
} from '../ui/list/index.ts';
import { industries, industryNumbers } from './industries.ts';
import { fieldText, listText, projectStateText } from './projectsText.ts';

/** A company's own grading of its projects, 1 the highest. */
export const grades = [1, 2, 3, 4, 5] as const;

export const gradeOptions = grades.map((value) => ({
  value,
  label: { zh: fieldText.gradeOf.zh(value), en: fieldText.gradeOf.en(value) },
}));

export const industryOptions = industryNumbers.map((value) => ({ value, label: industries[value]! }));

/** Words that were chosen before: a label holds no comma. */
const labelsFilter: Filter<string[]> = {
  kind: 'choices',
  label: fieldText.labels,
  params: ['label'],
  read: (params) => {
    const found = params.get('label')?.split(',').filter(Boolean) ?? [];
    return found.length > 0 ? found : undefined;
  },
  write: (value) => [value?.join(',') ?? ''],
};

/** The company's projects: every filter and order of the call. */
export const projectList = defineList({
  name: 'projects',
  filters: {
    text: textFilter({ label: listText.search }),
    partition: idFilter({ label: fieldText.partition, param: 'partition' }),
    states: choicesFilter({
      label: fieldText.state,
      param: 'state',
      options: projectStates
        .filter((value) => value !== 'deleted')
        .map((value) => ({ value, label: projectStateText[value] })),
    }),
    industries: choicesFilter({ label: fieldText.industry, param: 'industry', options: industryOptions }),
    grades: choicesFilter({ label: fieldText.grade, param: 'grade', options: gradeOptions }),
    labels: labelsFilter,
    subsystems: idsFilter({ label: fieldText.subsystems, param: 'subsystem' }),
    located: choiceFilter({
      label: fieldText.position,
      param: 'located',
      options: [
        { value: 'yes', label: fieldText.located },
        { value: 'no', label: fieldText.notLocated },
      ],
    }),
    serviceEnd: rangeFilter({ label: listText.serviceEnds, params: ['endFrom', 'endTo'], future: true }),
    address: textFilter({ label: fieldText.address, param: 'address' }),
  },
  sorts: ['name', 'code', 'industry', 'level', 'serviceEnd', 'createTime', 'order'],
  usualSort: { by: 'name', ascending: true },
});
type Query = ListQuery<typeof projectList.filters, NonNullable<typeof projectList.sorts>[number]>;

type ProjectFilter = CallInput<AllCalls['exportProjectPage']>['body'];

/** The query as the call and its export take it. */
export const projectFilterOf = (companyId: number, { filters, sort, ascending }: Query): ProjectFilter => ({
  CompanyId: companyId,
  ProjectName: filters.text,
  Address: filters.address,
  SubareaId: filters.partition,
  Industry: filters.industries,
  ProjectLevel: filters.grades,
  TagList: filters.labels,
  BigTypeIdList: filters.subsystems,
  StateList: filters.states,
  ServiceEndFrom: filters.serviceEnd?.[0],
  ServiceEndTo: filters.serviceEnd?.[1],
  IsLocated: filters.located === undefined ? undefined : filters.located === 'yes',
  SortType: sort,
  IsAsc: ascending,
});
