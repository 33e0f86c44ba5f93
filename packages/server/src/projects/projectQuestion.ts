import type { AllCalls, Language, ParsedInput } from '@watchpost/contract';
import { epochOfLocal } from '../platform/zonedTime.ts';
import type { PartitionTree } from './PartitionTree.ts';
import type { DeletedFilter, DeletedOrder, ProjectFilter, ProjectOrder } from './projectPage.store.ts';

/** A list's own words sort by the name that is shown. */
const inLanguageOf = <By extends string>(by: By, language: Language) =>
  by === 'name' && language === 'en' ? ('nameEn' as const) : by;

/** What the company's project list is asked for, in our words: the list and its exports ask alike. */
export function projectQuestion(
  body: ParsedInput<AllCalls['exportProjectPage']>['body'],
  { partitions, language }: { partitions: PartitionTree; language: Language },
): { filter: ProjectFilter; order: ProjectOrder } {
  const filter = {
    text: body.ProjectName,
    address: body.Address,
    partitionIds: body.SubareaId === undefined ? undefined : partitions.branchOf(body.SubareaId),
    projectIds: body.ProjectIdList,
    industries: body.Industry,
    levels: body.ProjectLevel,
    labels: body.TagList,
    subsystemIds: body.BigTypeIdList,
    states: body.StateList,
    serviceEndFrom: body.ServiceEndFrom,
    serviceEndTo: body.ServiceEndTo,
    isLocated: body.IsLocated,
  };
  return { filter, order: { by: inLanguageOf(body.SortType, language), ascending: body.IsAsc } };
}

/** What the list of deleted projects is asked for. */
export function deletedQuestion(
  body: ParsedInput<AllCalls['exportSubareaDelPage']>['body'],
  { companyZone, language }: { companyZone: string; language: Language },
): { filter: DeletedFilter; order: DeletedOrder } {
  const filter = {
    text: body.SubareaName,
    industries: body.Industry,
    from: body.DeletedFrom === undefined ? undefined : startOfDay(body.DeletedFrom, companyZone),
    before: body.DeletedTo === undefined ? undefined : startOfDay(body.DeletedTo, companyZone, 1),
  };
  return { filter, order: { by: inLanguageOf(body.SortType, language), ascending: body.IsAsc } };
}

const dayMs = 86_400_000;

/** The moment a day begins, or one of the days after it. */
const startOfDay = (day: string, timeZone: string, daysLater = 0): Date => {
  const wanted = new Date(Date.parse(`${day}T00:00:00Z`) + daysLater * dayMs).toISOString().slice(0, 10);
  return new Date(epochOfLocal(`${wanted} 00:00`, timeZone)!);
};
