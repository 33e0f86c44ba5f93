import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { say } from '../inputWords.ts';
import { partsOf } from '../partsOf.ts';
import { orNone } from '../points/fields.ts';
import {
  chosenIds,
  epochMs,
  flag,
  freeText,
  groupName,
  id,
  idFilter,
  idList,
  integer,
  nameOf,
  page,
  pageOf,
  searchText,
} from '../scalars.ts';
import { writeValue } from '../writing/fields.ts';
import {
  dayFilters,
  executionModes,
  maxTaskPoints,
  parseModes,
  scheduleContentTypeNames,
  scheduleMethods,
  scheduleOutcomeNames,
} from './kinds.ts';

const groupFields = {
  GroupName: groupName,
  GroupDescription: freeText(200).default(''),
  ProjectIdList: chosenIds,
  PointIdList: idList.default([]).describe('what the tasks of the group may write'),
  Enabled: flag.default(true),
};
export const NewScheduleGroup = z.object(groupFields);
export const ScheduleGroupChange = z.object({ GroupId: id, ...partsOf(groupFields) });

const GroupPoint = z.object({
  PointId: z.number().int(),
  PointName: z.string(),
  DeviceName: z.string().nullable(),
  ProjectName: z.string(),
  Unit: z.string(),
  Decimals: z.number().int(),
  UnitMap: z.array(z.object({ Key: z.number(), Value: z.string() })).describe('the states of a state point'),
});
export type ScheduleGroupPoint = z.infer<typeof GroupPoint>;

export const ScheduleGroupRow = z.object({
  GroupId: z.number().int(),
  GroupName: z.string(),
  GroupDescription: z.string(),
  ProjectList: z.array(z.object({ ProjectId: z.number().int(), ProjectName: z.string() })),
  PointList: z.array(GroupPoint),
  Enabled: z.boolean(),
  TimeZone: z.string(),
  JobCount: z.number().int(),
  EnabledJobCount: z.number().int(),
  UpdateEpoch: epochMs,
});
export type ScheduleGroupRow = z.infer<typeof ScheduleGroupRow>;

const statusCode = integer.pipe(
  z
    .number()
    .min(100)
    .max(599, { error: say({ zh: '状态码为 100 到 599', en: 'A status is 100 to 599' }) }),
);
const webAddress = z
  .string()
  .trim()
  .max(500, { abort: true })
  .refine((value) => URL.canParse(value) && /^https?:\/\//i.test(value), {
    error: say({ zh: '请填写 http 或 https 地址', en: 'An address that begins with http or https' }),
  });
const pointer = z
  .string()
  .trim()
  .max(200, { abort: true })
  .regex(/^(\/[^/\s]*)+$/, { error: say({ zh: '形如 /data/code', en: 'Such as /data/code' }) });

const jobFields = {
  GroupId: id,
  JobName: nameOf({ zh: '任务名称', en: 'A task name' }, 2, 50),
  JobDescription: freeText(200).default(''),
  JobTimeExpression: z
    .string()
    .trim()
    .min(1, { abort: true, error: say({ zh: '请填写时间表达式', en: 'Enter a time expression' }) })
    .max(100)
    .describe(
      'cron of 5, 6 (seconds first) or 7 (year last) fields, `@once 2026-12-31 18:00`, or `@sunrise+00:30`, `@sunset-15m`, by the clock and place of the first project',
    ),
  DayFilter: z.enum(dayFilters).default('all'),
  ExecutionMode: z.enum(executionModes).default('write'),
  PointValueList: z
    .array(z.object({ PointId: id, Value: writeValue }))
    .max(maxTaskPoints)
    .default([])
    .describe('mode write: in this order'),
  Url: orNone(webAddress),
  Method: z.enum(scheduleMethods).default('POST'),
  ContentType: z.enum(scheduleContentTypeNames).default('json'),
  Params: freeText(10_000).default('').describe('mode http: the content that is sent; of a GET, the query'),
  Timeout: integer
    .pipe(
      z
        .number()
        .min(1)
        .max(300, { error: say({ zh: '超时为 1 到 300 秒', en: 'A time limit of 1 to 300 seconds' }) }),
    )
    .default(30)
    .describe('seconds'),
  RespCodeList: z.array(statusCode).min(1).max(20).default([200]).describe('statuses that mean done'),
  ParseMode: z.enum(parseModes).default('none'),
  ParsePointer: orNone(pointer),
  ParseValue: freeText(200).default(''),
  GraceMinutes: orNone(
    integer.pipe(
      z
        .number()
        .min(1)
        .max(1440, { error: say({ zh: '1 到 1440 分钟', en: '1 to 1440 minutes' }) }),
    ),
  ).describe('so late it is still carried out; none: 5 for writes, 60 for addresses'),
  Enabled: flag.default(true),
};
export const NewScheduleJob = z.object(jobFields);
export const ScheduleJobChange = z.object({ JobId: id, ...partsOf(jobFields) });

export const ScheduleRunRow = z.object({
  RunId: z.number().int(),
  JobId: z.number().int(),
  JobName: z.string(),
  DueEpoch: epochMs,
  StartEpoch: epochMs.nullable(),
  FinishEpoch: epochMs.nullable(),
  Outcome: z.enum(scheduleOutcomeNames),
  OutcomeName: z.string(),
  Message: z.string().nullable(),
  Response: z.string().nullable().describe('mode http: what was answered, 4,000 characters at most'),
  ByName: z.string().nullable().describe('who started it by hand; null: it was due'),
  Undoable: z.boolean().describe('it wrote values, every value before is known, and it has not been undone'),
  UndoneEpoch: epochMs.nullable(),
  UndoneByName: z.string().nullable(),
});
export type ScheduleRunRow = z.infer<typeof ScheduleRunRow>;

export const ScheduleJobRow = z.object({
  JobId: z.number().int(),
  GroupId: z.number().int(),
  GroupName: z.string(),
  GroupEnabled: z.boolean(),
  JobName: z.string(),
  JobDescription: z.string(),
  JobTimeExpression: z.string(),
  TimeZone: z.string(),
  DayFilter: z.enum(dayFilters),
  ExecutionMode: z.enum(executionModes),
  PointValueList: z.array(z.object({ PointId: z.number().int(), Value: z.number() })),
  Url: z.string().nullable(),
  Method: z.enum(scheduleMethods),
  ContentType: z.enum(scheduleContentTypeNames),
  Params: z.string(),
  Timeout: z.number().int(),
  RespCodeList: z.array(z.number().int()),
  ParseMode: z.enum(parseModes),
  ParsePointer: z.string().nullable(),
  ParseValue: z.string(),
  GraceMinutes: z.number().int().nullable(),
  JobStatus: z.boolean().describe('enabled'),
  Suspended: z.string().nullable().describe('why the platform switched it off'),
  OwnerName: z.string().nullable().describe('whose rights it runs with: who saved or enabled it last'),
  NextEpoch: epochMs.nullable().describe('null: it is off, its group is, or it is never due again'),
  LastRun: ScheduleRunRow.nullable(),
  CreateEpoch: epochMs,
  UpdateEpoch: epochMs,
});
export type ScheduleJobRow = z.infer<typeof ScheduleJobRow>;

/** A due time to come. */
export const ScheduleFiring = z.object({
  DueEpoch: epochMs,
  Skipped: z.string().nullable().describe('why it will be left out; null: it will run'),
});

/** What a task would do to a point, and why it could not at this moment. */
export const ScheduleEffect = z.object({
  PointId: z.number().int(),
  PointName: z.string(),
  Now: z.string().describe('the present value in words; “–” when nobody knows it'),
  Then: z.string(),
  Refusal: z.string().nullable().describe('what would stop the write at this moment; null: nothing'),
});
export type ScheduleEffect = z.infer<typeof ScheduleEffect>;

/** Something else that writes the same point within a minute of a due time. */
export const ScheduleConflict = z.object({
  DueEpoch: epochMs,
  PointName: z.string(),
  With: z.string().describe('the other task, or what else it is; a task that the caller may not see has no name'),
  WithEpoch: epochMs,
});
export type ScheduleConflict = z.infer<typeof ScheduleConflict>;

const access = ['scheduleEdit'] as const;

export const schedulingCalls = defineCalls({
  getScheduleGroupPage: {
    method: 'POST',
    path: '/ScheduleGroup/GetPage',
    effect: 'read',
    access,
    summary: { zh: '任务分组列表', en: 'Groups of scheduled tasks' },
    body: z.object({
      GroupName: searchText,
      GroupIdList: idFilter,
      ProjectIdList: idFilter,
      SortType: z.enum(['name', 'updated']).default('name'),
      IsAsc: flag.default(true),
      ...page,
    }),
    data: pageOf(ScheduleGroupRow),
  },
  addScheduleGroup: {
    method: 'POST',
    path: '/ScheduleGroup/Add',
    effect: 'write',
    access,
    encoding: 'json',
    summary: { zh: '新增任务分组', en: 'Add a group of tasks' },
    body: NewScheduleGroup,
    data: z.object({ GroupId: z.number().int() }),
  },
  editScheduleGroup: {
    method: 'POST',
    path: '/ScheduleGroup/Edit',
    effect: 'write',
    access,
    encoding: 'json',
    summary: { zh: '修改任务分组', en: 'Change a group of tasks' },
    body: ScheduleGroupChange,
    data: z.null(),
  },
  deleteScheduleGroup: {
    method: 'POST',
    path: '/ScheduleGroup/Delete',
    effect: 'write',
    access,
    summary: { zh: '删除任务分组', en: 'Delete groups without tasks' },
    body: z.object({ GroupIdList: chosenIds }),
    data: z.object({ Deleted: z.number().int() }),
  },
  enableScheduleGroup: {
    method: 'POST',
    path: '/ScheduleGroup/Enable',
    effect: 'write',
    access,
    summary: { zh: '启用或停用任务分组', en: 'Switch groups on or off; their tasks keep their own state' },
    body: z.object({ GroupIdList: chosenIds, Enabled: flag }),
    data: z.object({ Changed: z.number().int() }),
  },
  getScheduleJobPage: {
    method: 'POST',
    path: '/ScheduleJob/GetPage',
    effect: 'read',
    access,
    summary: { zh: '计划任务列表', en: 'Scheduled tasks' },
    body: z.object({
      JobName: searchText,
      GroupIdList: idFilter,
      JobStatus: flag.optional(),
      ExecutionMode: z.enum(executionModes).optional(),
      SortType: z.enum(['name', 'next', 'updated']).default('next'),
      IsAsc: flag.default(true),
      ...page,
    }),
    data: pageOf(ScheduleJobRow),
  },
  addScheduleJob: {
    method: 'POST',
    path: '/ScheduleJob/Add',
    effect: 'write',
    access,
    encoding: 'json',
    identity: true,
    summary: { zh: '新增计划任务', en: 'Add a scheduled task; it runs with the rights of the caller' },
    body: NewScheduleJob,
    data: z.object({ JobId: z.number().int() }),
  },
  editScheduleJob: {
    method: 'POST',
    path: '/ScheduleJob/Edit',
    effect: 'write',
    access,
    encoding: 'json',
    identity: true,
    summary: { zh: '修改计划任务', en: 'Change a task; from now on it runs with the rights of the caller' },
    body: ScheduleJobChange,
    data: z.null(),
  },
  deleteScheduleJob: {
    method: 'POST',
    path: '/ScheduleJob/Delete',
    effect: 'write',
    access,
    summary: { zh: '删除计划任务', en: 'Delete tasks and what is known of their runs' },
    body: z.object({ JobIdList: chosenIds }),
    data: z.object({ Deleted: z.number().int() }),
  },
  enableScheduleJob: {
    method: 'POST',
    path: '/ScheduleJob/Enable',
    effect: 'write',
    access,
    identity: true,
    summary: { zh: '启用或停用计划任务', en: 'Switch tasks on, with the rights of the caller, or off' },
    body: z.object({ JobIdList: chosenIds, Enabled: flag }),
    data: z.object({ Changed: z.number().int() }),
  },
  runScheduleJob: {
    method: 'POST',
    path: '/ScheduleJob/RunNow',
    effect: 'write',
    access,
    identity: true,
    summary: { zh: '立即执行计划任务', en: 'Run a task now, once' },
    body: z.object({ JobId: id }),
    data: z.object({ RunId: z.number().int() }),
  },
  getScheduleFirings: {
    method: 'POST',
    path: '/ScheduleJob/DryRun',
    effect: 'read',
    access,
    encoding: 'json',
    summary: {
      zh: '预览执行：时间、写入结果与冲突',
      en: 'The next thirty due times of an expression, what it would write, and what writes the same within a minute',
    },
    body: z.object({
      GroupId: id,
      JobId: orNone(id).describe('the task that is being changed: it is no conflict with itself'),
      JobTimeExpression: jobFields.JobTimeExpression,
      DayFilter: jobFields.DayFilter,
      PointValueList: jobFields.PointValueList,
    }),
    data: z.object({
      TimeZone: z.string(),
      FiringList: z.array(ScheduleFiring),
      EffectList: z.array(ScheduleEffect).describe('points that the caller sees, in the order of writing'),
      ConflictList: z.array(ScheduleConflict).describe('the first twenty'),
    }),
  },
  undoScheduleRun: {
    method: 'POST',
    path: '/ScheduleJob/UndoRun',
    effect: 'write',
    access,
    identity: true,
    summary: {
      zh: '撤销一次执行：写回执行前的值',
      en: 'Undo a run: write the values from before it, if nobody has changed them since',
    },
    body: z.object({ RunId: id }),
    data: z.object({
      Undone: z.number().int().describe('points that took their old value'),
      FailedList: z.array(z.object({ PointName: z.string(), Message: z.string() })),
    }),
  },
  getScheduleRunPage: {
    method: 'POST',
    path: '/ScheduleJob/GetRunPage',
    effect: 'read',
    access,
    summary: { zh: '执行记录', en: 'Runs of tasks, the latest first' },
    body: z.object({
      JobIdList: idFilter,
      GroupIdList: idFilter,
      OutcomeList: z.array(z.enum(scheduleOutcomeNames)).max(scheduleOutcomeNames.length).optional(),
      ...page,
    }),
    data: pageOf(ScheduleRunRow),
  },
});
