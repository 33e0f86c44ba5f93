import type { AllCalls, CallInput } from '@watchpost/contract';
import { choicesFilter, defineList, type ListQuery, rangeFilter, textFilter } from '../ui/list/index.ts';
import { industryOptions } from './projectList.ts';
import { fieldText, listText, projectsText } from './projectsText.ts';

/** Deleted projects: every filter and order of the call. */
export const deletedProjectList = defineList({
  name: 'projects.deleted',
  filters: {
    text: textFilter({ label: listText.search }),
    industries: choicesFilter({ label: fieldText.industry, param: 'industry', options: industryOptions }),
    deleted: rangeFilter({ label: projectsText.deletedAt }),
  },
  sorts: ['deleteTime', 'name'],
  usualSort: { by: 'deleteTime' },
});
type Query = ListQuery<typeof deletedProjectList.filters, NonNullable<typeof deletedProjectList.sorts>[number]>;
type DeletedFilter = CallInput<AllCalls['exportSubareaDelPage']>['body'];

/** The query as the call and its export take it. */
export const deletedFilterOf = (companyId: number, { filters, sort, ascending }: Query): DeletedFilter => ({
  CompanyId: companyId,
  SubareaName: filters.text,
  Industry: filters.industries,
  DeletedFrom: filters.deleted?.[0],
  DeletedTo: filters.deleted?.[1],
  SortType: sort,
  IsAsc: ascending,
});
