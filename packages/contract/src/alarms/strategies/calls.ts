import { z } from 'zod';
import { defineCalls } from '../../call.ts';
import { partsOf } from '../../partsOf.ts';
import { chosenIds, flag, id, idFilter, page, pageOf, searchText } from '../../scalars.ts';
import { RuleDefinition } from '../ruleDefinition.ts';
import {
  OverrideForm,
  StrategyContact,
  StrategyForm,
  StrategyRule,
  strategyName,
  strategyPointLimit,
  strategyShape,
} from './fields.ts';
import {
  ReferenceProblemRow,
  StrategyDetail,
  StrategyPerson,
  StrategyPoint,
  StrategyRow,
  StrategySource,
} from './rows.ts';

const read = ['alarmManage', 'alarmStrategyEdit', 'companyAlarms'] as const;
const edit = ['alarmStrategyEdit'] as const;
const choice = z.object({ Key: z.number().int(), Value: z.string() });
/** `Name` as it was entered, in any language: a condition names a point by it. */
export const pointNameChoice = z.object({ Name: z.string(), Text: z.string() });
const someIds = z.array(id).max(strategyPointLimit);

export const strategySorts = ['name', 'project', 'deviceClass', 'enabled', 'changed'] as const;

/** Which points a batch means: those that fit everything that is said. */
const batch = {
  SmallTypeIdList: idFilter.describe('serve a device of these classes'),
  PointTypeIdList: idFilter,
  LocationIdList: idFilter.describe('their device, or they themselves, belong to these areas'),
  ModelTreeIdList: idFilter,
  PointIdList: someIds.optional(),
};

/** Alarm strategies. The specification names them without a path. */
export const strategyCalls = defineCalls({
  getAlarmStrategyPage: {
    method: 'POST',
    path: '/AlarmStrategy/GetAlarmStrategyPage',
    effect: 'read',
    access: read,
    encoding: 'json',
    summary: { zh: '报警策略列表', en: 'Alarm policies' },
    body: z.object({
      ProjectId: id.optional(),
      ProjectIdList: idFilter,
      StrategyName: searchText.describe('part of the name or the remarks'),
      SmallTypeIdList: idFilter,
      PointTypeIdList: idFilter,
      AlarmClassList: z.array(z.string().max(40)).max(20).optional(),
      Enabled: flag.optional(),
      UserIdList: idFilter.describe('any of these people is told'),
      ModelTreeIdList: idFilter.describe('watches a point of any of these devices'),
      SortType: z.enum(strategySorts).optional(),
      IsAsc: flag.optional(),
      ...page,
    }),
    data: pageOf(StrategyRow),
  },
  getAlarmStrategy: {
    method: 'GET',
    path: '/AlarmStrategy/GetAlarmStrategy',
    effect: 'read',
    access: read,
    summary: { zh: '报警策略详情', en: 'One alarm policy with its conditions, points and people' },
    query: z.object({ strategyId: id }),
    data: StrategyDetail,
  },
  addAlarmStrategy: {
    method: 'POST',
    path: '/AlarmStrategy/AddAlarmStrategy',
    effect: 'write',
    access: edit,
    encoding: 'json',
    summary: { zh: '新增报警策略', en: 'Add an alarm policy' },
    body: StrategyForm,
    data: z.object({ StrategyId: z.number().int() }),
  },
  updateAlarmStrategy: {
    method: 'POST',
    path: '/AlarmStrategy/UpdateAlarmStrategy',
    effect: 'write',
    access: edit,
    encoding: 'json',
    summary: {
      zh: '修改报警策略；未提供的内容保持不变',
      en: 'Change what is sent of an alarm policy; an active alarm that still holds goes on, the others end',
    },
    body: z.object({
      StrategyId: id,
      ...partsOf(strategyShape),
      RuleList: z.array(StrategyRule).max(20).optional().describe('new ones, and those that change'),
      RemoveRuleIdList: idFilter,
      AddPointIdList: someIds.optional(),
      RemovePointIdList: someIds.optional(),
      AddGatewayIdList: idFilter,
      RemoveGatewayIdList: idFilter,
      AddSlaveIdList: idFilter,
      RemoveSlaveIdList: idFilter,
      ContactList: z.array(StrategyContact).max(100).optional().describe('new ones, and those that change'),
      RemoveContactList: z
        .array(z.object({ UserId: id, Step: z.number().int().min(0).max(9) }))
        .max(100)
        .optional(),
    }),
    data: z.null(),
  },
  deleteAlarmStrategy: {
    method: 'POST',
    path: '/AlarmStrategy/DeleteAlarmStrategy',
    effect: 'write',
    access: edit,
    encoding: 'json',
    summary: { zh: '删除报警策略', en: 'Delete alarm policies; what is open under them ends, what is past stays' },
    body: z.object({ StrategyIdList: chosenIds }),
    data: z.object({ Deleted: z.number().int() }),
  },
  enableAlarmStrategy: {
    method: 'POST',
    path: '/AlarmStrategy/EnableAlarmStrategy',
    effect: 'write',
    access: edit,
    encoding: 'json',
    summary: { zh: '开启或关闭报警策略', en: 'Open or close alarm policies; what is open under a closed one ends' },
    body: z.object({ StrategyIdList: chosenIds, Enabled: flag }),
    data: z.object({ Changed: z.number().int() }),
  },
  copyAlarmStrategy: {
    method: 'POST',
    path: '/AlarmStrategy/CopyAlarmStrategy',
    effect: 'write',
    access: edit,
    encoding: 'json',
    summary: {
      zh: '复制报警策略',
      en: 'Copy an alarm policy, also to other projects: points are found by device class, point type and name',
    },
    body: z.object({
      StrategyId: id,
      ProjectIdList: chosenIds,
      StrategyName: strategyName.optional().describe('none: its own'),
      IsDryRun: flag.optional().describe('only say what would happen'),
    }),
    data: z.array(
      z.object({
        ProjectId: z.number().int(),
        ProjectName: z.string(),
        StrategyId: z.number().int().nullable().describe('null: a dry run, or nothing there to watch'),
        MatchedCount: z.number().int(),
        /** Points of the original, with their device, that have no like there. */
        UnmatchedList: z.array(z.string()),
        /** Devices left out, on which a condition would look at one of several points of a type. */
        UnclearList: z.array(z.string()),
        /** People who are no members there and are left out. */
        LeftOutNameList: z.array(z.string()),
        OwnLimitCount: z.number().int().describe('points that have limits of their own there, too'),
        /** Points, with their device, whose own limits do not come along: several that are set up differently have one like there. */
        OwnLimitLeftList: z.array(z.string()),
      }),
    ),
  },
  assignAlarmStrategy: {
    method: 'POST',
    path: '/AlarmStrategy/AssignAlarmStrategy',
    effect: 'write',
    access: edit,
    encoding: 'json',
    summary: { zh: '批量关联点位', en: 'Put all points that fit under an alarm policy, or take them out' },
    body: z.object({ StrategyId: id, ...batch, Remove: flag.optional(), IsDryRun: flag.optional() }),
    data: z.object({
      Matched: z.number().int(),
      Changed: z.number().int(),
      UnclearList: z
        .array(z.string())
        .describe('devices left out, on which a condition would look at one of several points of a type'),
    }),
  },
  /** Limits of a device's own, without a copy of the strategy. */
  setAlarmStrategyOverride: {
    method: 'POST',
    path: '/AlarmStrategy/SetAlarmStrategyOverride',
    effect: 'write',
    access: edit,
    encoding: 'json',
    summary: {
      zh: '设置设备单独的限值',
      en: 'Give a device or points limits of their own; none: the condition’s again',
    },
    body: OverrideForm,
    data: z.object({ Changed: z.number().int() }),
  },
  /** Before it is saved: an editor asks as conditions and points are chosen. */
  checkAlarmReferences: {
    method: 'POST',
    path: '/AlarmStrategy/CheckReferences',
    effect: 'read',
    access: read,
    encoding: 'json',
    summary: {
      zh: '检查报警条件引用的点位',
      en: 'Where conditions look at points that a device has not, or has several of',
    },
    body: z.object({
      ProjectId: id,
      PointIdList: someIds,
      RuleList: z.array(RuleDefinition).max(20),
    }),
    data: z.array(ReferenceProblemRow),
  },
  getAlarmTypeList: {
    method: 'GET',
    path: '/AlarmStrategy/GetAlarmTypeList',
    effect: 'read',
    access: [...read, 'monitorView', 'monitorEdit'],
    summary: {
      zh: '报警类型列表',
      en: 'The types of alarms, with how many are open and how many policies watch for each',
    },
    query: z.object({ projectId: id.optional() }),
    data: z.array(
      z.object({
        AlarmClass: z.string(),
        AlarmClassName: z.string(),
        Describe: z.string(),
        StrategyCount: z.number().int(),
        OpenCount: z.number().int(),
      }),
    ),
  },
  getAlarmStrategyChoices: {
    method: 'GET',
    path: '/AlarmStrategy/GetAlarmStrategyChoices',
    effect: 'read',
    access: read,
    summary: { zh: '报警策略可选项', en: 'What a policy of a project can name' },
    query: z.object({ projectId: id }),
    data: z.object({
      ProjectName: z.string(),
      SmallTypeList: z.array(choice),
      PointTypeList: z.array(
        choice.extend({
          PointType: z.number().int(),
          PointNameList: z.array(pointNameChoice).describe('what points of this type are called, the usual first'),
        }),
      ),
      LocationList: z.array(choice),
      ModelTreeList: z.array(choice.extend({ SmallTypeId: z.number().int() })),
      SourceList: z.array(StrategySource),
      PersonList: z.array(StrategyPerson),
    }),
  },
  getAlarmStrategyPoints: {
    method: 'POST',
    path: '/AlarmStrategy/GetAlarmStrategyPoints',
    effect: 'read',
    access: read,
    encoding: 'json',
    summary: { zh: '报警策略可选点位', en: 'Points of a project that a policy could watch' },
    body: z.object({ ProjectId: id, Text: searchText, ...batch, ...page }),
    data: pageOf(StrategyPoint),
  },
});
