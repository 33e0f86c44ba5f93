import type { AllCalls, Language, ParsedInput } from '@watchpost/contract';
import { alsoOfDeleted, needInCompany } from '../access/index.ts';
import type { Exporter, ExportQuestion } from '../downloads/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { startOfDay } from '../platform/zonedTime.ts';
import { findCompany } from './manage.store.ts';
import { needCompany } from './needProject.ts';
import { PartitionTree } from './PartitionTree.ts';
import { listPartitions } from './places.store.ts';
import {
  type DeletedFilter,
  type DeletedOrder,
  type DeletedProject,
  type ListedProject,
  type ProjectFilter,
  type ProjectOrder,
  pageDeletedProjects,
  pageProjects,
} from './projectPage.store.ts';
import { deletedColumns, type InSheet, projectColumns } from './projectSheet.ts';

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

interface ExporterDeps {
  readonly db: Db;
  readonly clock: Clock;
}

/** At once, so that what changes meanwhile puts none twice and leaves none out: a company has hundreds of them. */
const maxProjects = 1_000_000;

async function partitionsFor({ caller }: ExportQuestion<unknown>, db: Db): Promise<PartitionTree> {
  needInCompany(caller, ['projectsView', 'projectsEdit']);
  return new PartitionTree(await listPartitions(needCompany(caller), db));
}

/** The company's projects as its list shows them. */
export function projectExporter({ db, clock }: ExporterDeps): Exporter<'projects', InSheet<ListedProject>> {
  type Question = ExportQuestion<Parameters<Exporter<'projects', never>['count']>[0]['input']>;
  const asked = async (question: Question) => {
    const { caller, input, language } = question;
    const partitions = await partitionsFor(question, db);
    const { filter, order } = projectQuestion(input.body, { partitions, language });
    // One moment for the whole file: a service that ends meanwhile is not half of it.
    const frame = { partitions, nowMs: clock.now() };
    const firstOf = (limit: number) =>
      pageProjects(
        needCompany(caller),
        db,
        filter,
        order,
        { offset: 0, limit },
        { nowMs: frame.nowMs, seenBy: caller.tenant },
      );
    return { frame, firstOf };
  };
  return {
    kind: 'projects',
    columns: projectColumns,
    count: async (question) => (await (await asked(question)).firstOf(1)).total,
    async *rows(question) {
      const { frame, firstOf } = await asked(question);
      for (const row of (await firstOf(maxProjects)).rows) yield { ...row, frame };
    },
  };
}

/** What was deleted, as its list shows it. */
export function deletedProjectExporter({
  db,
  clock,
}: ExporterDeps): Exporter<'deletedProjects', InSheet<DeletedProject>> {
  type Question = ExportQuestion<Parameters<Exporter<'deletedProjects', never>['count']>[0]['input']>;
  const asked = async (question: Question) => {
    const { caller, input, language } = question;
    const partitions = await partitionsFor(question, db);
    const { time_zone: companyZone } = await findCompany(needCompany(caller), db);
    const { filter, order } = deletedQuestion(input.body, { companyZone, language });
    const firstOf = (limit: number) =>
      pageDeletedProjects(needCompany(caller), db, filter, order, { offset: 0, limit }, alsoOfDeleted(caller));
    return { frame: { partitions, nowMs: clock.now() }, firstOf };
  };
  return {
    kind: 'deletedProjects',
    columns: deletedColumns,
    count: async (question) => (await (await asked(question)).firstOf(1)).total,
    async *rows(question) {
      const { frame, firstOf } = await asked(question);
      for (const row of (await firstOf(maxProjects)).rows) yield { ...row, frame };
    },
  };
}
