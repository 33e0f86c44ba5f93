import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { chosenIds, day, flag, id, page, pageOf, searchText } from '../scalars.ts';
import { month, TariffVersionForm, tariffName } from './fields.ts';
import { tariffStatuses } from './kinds.ts';
import { editors, keysOf, periodBody, readers, whole } from './wire.ts';

export const TariffVersionRow = z.object({
  VersionId: whole,
  ValidFrom: day,
  Status: z.enum(keysOf(tariffStatuses)),
  PriceList: z.array(z.number().nullable()).length(5),
  SeasonList: TariffVersionForm.shape.SeasonList,
});
export type TariffVersionRow = z.infer<typeof TariffVersionRow>;
export const TariffRow = z.object({
  TariffId: whole,
  TariffName: z.string(),
  VersionList: z.array(TariffVersionRow).describe('the newest first'),
  ProjectList: z.array(z.object({ ProjectId: whole, ProjectName: z.string() })).describe('that it is assigned to'),
});
export type TariffRow = z.infer<typeof TariffRow>;

export const Recalculation = z.object({
  Start: day,
  End: day,
  OldWh: whole,
  NewWh: whole,
  OldClassWhList: z.array(whole).length(6),
  NewClassWhList: z.array(whole).length(6),
  OldFen: whole,
  NewFen: whole,
  ChangedDays: whole.describe('days of meters that differ'),
  ClosedMonthList: z.array(month).describe('of the period; their days stay as they are'),
});
export type Recalculation = z.infer<typeof Recalculation>;

/** What a tariff would have cost, in force or only thought of. */
export const TariffSimulation = z.object({
  Start: day,
  End: day,
  Wh: whole.describe('of what supplies the project'),
  NowFen: whole.nullable().describe('as it was priced; null: nothing was'),
  ThenFen: whole,
  NowClassWhList: z.array(whole).length(6),
  ThenClassWhList: z.array(whole).length(6),
  EstimatedQuarters: whole.describe('when their energy passed is not known, so neither is its class'),
  MonthList: z.array(z.object({ Month: month, Wh: whole, NowFen: whole.nullable(), ThenFen: whole })),
});
export type TariffSimulation = z.infer<typeof TariffSimulation>;

const recalculation = z.object({
  ProjectId: id,
  ...periodBody,
  FromReadings: flag.default(false).describe('from the readings; else prices and time classes alone'),
});

/** Tariffs, to which projects they are assigned, and counting the last months anew. */
export const tariffCalls = defineCalls({
  previewRecalculate: {
    method: 'POST',
    path: '/Energy/PreviewRecalculate',
    effect: 'read',
    access: editors,
    answerSeconds: 120,
    summary: { zh: '重新计算预览', en: 'What a recalculation would change' },
    body: recalculation,
    data: Recalculation,
  },
  recalculateEnergy: {
    method: 'POST',
    path: '/Energy/Recalculate',
    effect: 'write',
    access: editors,
    encoding: 'json',
    answerSeconds: 120,
    summary: { zh: '重新计算', en: 'Recalculate; at most the last three months' },
    body: recalculation,
    data: Recalculation,
  },
  simulateTariff: {
    method: 'POST',
    path: '/Energy/SimulateTariff',
    effect: 'read',
    access: readers,
    encoding: 'json',
    answerSeconds: 60,
    summary: { zh: '电价试算', en: 'What the energy of a period would cost by another tariff; nothing is kept' },
    body: z.object({
      ProjectId: id,
      ...periodBody,
      PriceList: TariffVersionForm.shape.PriceList,
      SeasonList: TariffVersionForm.shape.SeasonList,
    }),
    data: TariffSimulation,
  },
  getTariffPage: {
    method: 'POST',
    path: '/Tariff/GetTariffPage',
    effect: 'read',
    access: [...readers, 'projectsEdit'],
    summary: { zh: '电价列表', en: 'Tariffs of the company with their versions' },
    body: z.object({ TariffName: searchText, IsAsc: flag.default(true), ...page }),
    data: pageOf(TariffRow),
  },
  addTariff: {
    method: 'POST',
    path: '/Tariff/Add',
    effect: 'write',
    access: ['projectsEdit'],
    encoding: 'json',
    summary: { zh: '新增电价', en: 'Add a tariff' },
    body: z.object({ TariffName: tariffName }),
    data: z.object({ TariffId: whole }),
  },
  renameTariff: {
    method: 'POST',
    path: '/Tariff/Rename',
    effect: 'write',
    access: ['projectsEdit'],
    encoding: 'json',
    summary: { zh: '重命名电价', en: 'Rename a tariff' },
    body: z.object({ TariffId: id, TariffName: tariffName }),
    data: z.null(),
  },
  deleteTariff: {
    method: 'POST',
    path: '/Tariff/Delete',
    effect: 'write',
    access: ['projectsEdit'],
    summary: { zh: '删除电价', en: 'Delete tariffs that priced nothing' },
    body: z.object({ TariffIdList: chosenIds }),
    data: z.object({ Deleted: whole }),
  },
  saveTariffVersion: {
    method: 'POST',
    path: '/Tariff/SaveTariffVersion',
    effect: 'write',
    access: ['projectsEdit'],
    encoding: 'json',
    summary: { zh: '保存电价版本', en: 'Save a version as a draft' },
    body: TariffVersionForm,
    data: z.object({ VersionId: whole }),
  },
  activateTariffVersion: {
    method: 'POST',
    path: '/Tariff/ActivateTariffVersion',
    effect: 'write',
    access: ['projectsEdit'],
    encoding: 'json',
    summary: { zh: '启用电价版本', en: 'Put a version in force, provisionally or finally' },
    body: z.object({ VersionId: id, Status: z.enum(['provisional', 'final']) }),
    data: z.null(),
  },
  getTariffAssignments: {
    method: 'GET',
    path: '/Tariff/GetAssignments',
    effect: 'read',
    access: readers,
    summary: { zh: '项目电价', en: 'Which tariff prices a project, and its meters, from when on' },
    query: z.object({ projectId: id }),
    data: z.array(
      z.object({
        AssignmentId: whole,
        MeterId: whole.nullable(),
        MeterName: z.string().nullable(),
        TariffId: whole,
        TariffName: z.string(),
        FromDay: day,
      }),
    ),
  },
  assignTariff: {
    method: 'POST',
    path: '/Tariff/Assign',
    effect: 'write',
    access: editors,
    encoding: 'json',
    summary: { zh: '设置项目电价', en: 'Assign a tariff from a day on' },
    body: z.object({ ProjectId: id, MeterId: id.optional(), TariffId: id, FromDay: day }),
    data: z.object({ AssignmentId: whole }),
  },
  deleteTariffAssignment: {
    method: 'POST',
    path: '/Tariff/DeleteAssignment',
    effect: 'write',
    access: editors,
    encoding: 'json',
    summary: { zh: '取消项目电价', en: 'Take an assignment back' },
    body: z.object({ AssignmentId: id }),
    data: z.null(),
  },
});
