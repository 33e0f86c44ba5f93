import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { say } from '../inputWords.ts';
import { partsOf } from '../partsOf.ts';
import { decimal, orNone } from '../points/fields.ts';
import {
  chosenIds,
  day,
  epochMs,
  flag,
  id,
  idFilter,
  integerFilter,
  nameOf,
  page,
  pageOf,
  searchText,
} from '../scalars.ts';
import { reportContents, reportCycles, reportIndicatorNames, reportSummaryKinds } from './kinds.ts';

const readers = ['reportsView', 'reportsEdit', 'reportsPublish', 'reportPolicies'] as const;

/** Spec §5: 0 to 100, two decimals. */
const target = decimal.refine(
  (value) => value >= 0 && value <= 100 && Math.abs(value * 100 - Math.round(value * 100)) < 1e-6,
  {
    error: say({
      zh: '请输入 0 到 100 之间、最多两位小数的百分比',
      en: 'A percentage from 0 to 100, with two decimals at most',
    }),
  },
);
const clock = z
  .string()
  .trim()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: say({ zh: '请填写时间，如 10:30', en: 'A time such as 10:30' }) });

const policyFields = {
  PolicyName: nameOf({ zh: '策略名称', en: 'A policy name' }, 1, 25),
  Cycle: z.enum(reportCycles),
  RunAt: clock.default('10:30').describe('on the day after the period, by the clock of the project'),
  ProjectIdList: chosenIds,
  IndicatorList: z
    .array(z.object({ Name: z.enum(reportIndicatorNames), Target: orNone(target) }))
    .max(reportIndicatorNames.length)
    .default([]),
  ContentList: z
    .array(z.enum(reportContents))
    .max(reportContents.length)
    .default([...reportContents]),
  AutoPublish: flag.default(false),
  Enabled: flag.default(true),
};
export const NewReportPolicy = z.object(policyFields);
export const ReportPolicyChange = z.object({ PolicyId: id, ...partsOf(policyFields) });

const Indicator = z.object({ Name: z.enum(reportIndicatorNames), Target: z.number().nullable() });
export const ReportPolicyRow = z.object({
  PolicyId: z.number().int(),
  PolicyName: z.string(),
  Cycle: z.enum(reportCycles),
  RunAt: z.string(),
  ProjectList: z
    .array(z.object({ ProjectId: z.number().int(), ProjectName: z.string() }))
    .describe('those that the caller sees'),
  IndicatorList: z.array(Indicator),
  ContentList: z.array(z.enum(reportContents)),
  AutoPublish: z.boolean(),
  Enabled: z.boolean(),
  ReportCount: z.number().int(),
  MayEdit: z.boolean(),
});
export type ReportPolicyRow = z.infer<typeof ReportPolicyRow>;

export const ReportRow = z.object({
  ReportId: z.number().int(),
  ReportName: z.string(),
  Status: z.number().int(),
  StatusName: z.string(),
  Cycle: z.enum(reportCycles),
  PolicyName: z.string(),
  ProjectId: z.number().int(),
  ProjectName: z.string(),
  FromDay: day,
  UntilDay: day.describe('included'),
  Revision: z.number().int().describe('from 1; a later one takes the place of the one before'),
  GenerateEpoch: epochMs.nullable(),
  PublishEpoch: epochMs.nullable(),
  PublishName: z.string().nullable(),
  Failure: z.string().nullable().describe('why it could not be generated yet'),
  Missing: z.string().nullable().describe('what it waits for, 48 hours at most; once generated: what was missing then'),
  IndicatorList: z.array(
    z.object({ Name: z.enum(reportIndicatorNames), Value: z.number().nullable(), Target: z.number().nullable() }),
  ),
});
export type ReportRow = z.infer<typeof ReportRow>;

export const ReportDetail = z.object({
  ...ReportRow.shape,
  SummaryList: z
    .array(z.object({ Kind: z.enum(reportSummaryKinds), Sentence: z.string() }))
    .describe('the report in sentences'),
  PointList: z
    .array(
      z.object({
        DeviceName: z.string(),
        PointName: z.string(),
        Unit: z.string(),
        Decimals: z.number().int(),
        Lowest: z.number().nullable(),
        Highest: z.number().nullable(),
        Mean: z.number().nullable(),
        KnownPercent: z.number().nullable(),
        BeyondMinutes: z.number().nullable().describe('beyond its limits; null: it has none'),
      }),
    )
    .nullable()
    .describe('temperatures, the longest beyond their limits first; null: not a part of this report'),
  Alarms: z
    .object({
      Total: z.number().int(),
      LevelList: z.array(z.object({ Level: z.number().int(), AlarmCount: z.number().int() })),
      Acknowledged: z.number().int(),
      AcknowledgedInTime: z.number().int(),
      Handled: z.number().int(),
      MeanMinutes: z.number().nullable().describe('from raised to returned, of those that returned'),
      DeviceList: z.array(z.object({ DeviceName: z.string(), AlarmCount: z.number().int() })).describe('ten at most'),
    })
    .nullable(),
  Repair: z.object({ Submitted: z.number().int(), Completed: z.number().int(), Overdue: z.number().int() }).nullable(),
  Energy: z
    .object({
      Wh: z.number(),
      CostFen: z.number().nullable().describe('null: nothing is priced'),
      CoveragePercent: z.number().nullable().describe('quarters that were measured'),
      SuspectWh: z.number().describe('shown by registers and not counted'),
      Provisional: z.boolean().describe('a price of it is not final'),
    })
    .nullable()
    .describe('of the meters that supply the project; null: not a part of this report, or there are none'),
});
export type ReportDetail = z.infer<typeof ReportDetail>;

/** Spec §7.10: a popup until it is closed. */
export const ReportPush = z.object({
  ReportPlayScreenPushId: z.number().int(),
  Message: z.string().describe('JSON text: ReportName, Time, Url'),
});

export const reportCalls = defineCalls({
  getReportPolicyPage: {
    method: 'POST',
    path: '/ReportPolicy/GetPage',
    effect: 'read',
    access: readers,
    summary: { zh: '报告策略列表', en: 'Report policies' },
    body: z.object({
      PolicyName: searchText,
      CycleList: z.array(z.enum(reportCycles)).max(5).optional(),
      ProjectIdList: idFilter,
      SortType: z.enum(['name', 'cycle']).default('name'),
      IsAsc: flag.default(true),
      ...page,
    }),
    data: pageOf(ReportPolicyRow),
  },
  addReportPolicy: {
    method: 'POST',
    path: '/ReportPolicy/Add',
    effect: 'write',
    access: ['reportPolicies'],
    encoding: 'json',
    summary: { zh: '新增报告策略', en: 'Add a report policy' },
    body: NewReportPolicy,
    data: z.object({ PolicyId: z.number().int() }),
  },
  editReportPolicy: {
    method: 'POST',
    path: '/ReportPolicy/Edit',
    effect: 'write',
    access: ['reportPolicies'],
    encoding: 'json',
    summary: { zh: '修改报告策略', en: 'Change a report policy; reports that exist stay as they are' },
    body: ReportPolicyChange,
    data: z.null(),
  },
  deleteReportPolicy: {
    method: 'POST',
    path: '/ReportPolicy/Delete',
    effect: 'write',
    access: ['reportPolicies'],
    summary: { zh: '删除报告策略', en: 'Delete report policies; their reports stay' },
    body: z.object({ PolicyIdList: chosenIds }),
    data: z.object({ Deleted: z.number().int() }),
  },
  getReportPage: {
    method: 'POST',
    path: '/Report/GetPage',
    effect: 'read',
    access: readers,
    summary: { zh: '报告列表', en: 'Reports' },
    body: z.object({
      ReportName: searchText,
      StatusList: integerFilter,
      CycleList: z.array(z.enum(reportCycles)).max(5).optional(),
      ProjectIdList: idFilter,
      SortType: z.enum(['name', 'period', 'project']).default('period'),
      IsAsc: flag.default(false),
      ...page,
    }),
    data: pageOf(ReportRow),
  },
  getReport: {
    method: 'GET',
    path: '/Report/Get',
    effect: 'read',
    access: readers,
    summary: { zh: '报告详情', en: 'A report with its figures' },
    query: z.object({ reportId: id }),
    data: ReportDetail,
  },
  downloadReport: {
    method: 'GET',
    path: '/Report/Download',
    effect: 'read',
    access: readers,
    answerSeconds: 120,
    summary: { zh: '下载报告（PDF）', en: 'A report as PDF' },
    query: z.object({ reportId: id }),
    data: 'file',
  },
  generateReport: {
    method: 'POST',
    path: '/Report/Generate',
    effect: 'write',
    access: ['reportsEdit'],
    encoding: 'json',
    answerSeconds: 120,
    summary: { zh: '生成报告', en: 'Generate reports: those that wait, or unpublished ones once more' },
    body: z.object({ ReportIdList: z.array(id).min(1).max(20) }),
    data: z.object({ Generated: z.number().int() }),
  },
  addReport: {
    method: 'POST',
    path: '/Report/Add',
    effect: 'write',
    access: ['reportsEdit'],
    encoding: 'json',
    summary: { zh: '补生成报告', en: 'A report of a policy of a past period, or a new revision of a published one' },
    body: z.object({ PolicyId: id, ProjectId: id, Day: day.describe('any day of the period') }),
    data: z.object({ ReportId: z.number().int() }),
  },
  publishReport: {
    method: 'POST',
    path: '/Report/Publish',
    effect: 'write',
    access: ['reportsPublish'],
    encoding: 'json',
    summary: { zh: '发布报告', en: 'Publish generated reports; from then on they stay as they are' },
    body: z.object({ ReportIdList: z.array(id).min(1).max(100) }),
    data: z.object({ Published: z.number().int() }),
  },
  deleteReport: {
    method: 'POST',
    path: '/Report/Delete',
    effect: 'write',
    access: ['reportsEdit'],
    summary: { zh: '删除报告', en: 'Delete unpublished reports' },
    body: z.object({ ReportIdList: chosenIds }),
    data: z.object({ Deleted: z.number().int() }),
  },
  getReportPlayScreenPush: {
    method: 'POST',
    path: '/ReportPush/GetReportPlayScreenPush',
    effect: 'read',
    access: 'session',
    summary: { zh: '报告推送弹窗', en: 'Published reports that the caller has not been notified of; 20 at most' },
    body: z.object({
      UserId: id.optional().describe('the caller’s own, if at all'),
      IsRead: flag.default(false),
    }),
    data: z.array(ReportPush),
  },
  readReportPlayScreenPush: {
    method: 'POST',
    path: '/ReportPush/ReadReportPlayScreenPush',
    effect: 'write',
    access: 'session',
    encoding: 'json',
    logged: false,
    summary: { zh: '报告推送已读', en: 'The caller has closed these popups' },
    body: z.array(id).min(1).max(100),
    data: z.null(),
  },
});
