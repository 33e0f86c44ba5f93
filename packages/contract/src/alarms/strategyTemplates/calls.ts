import { z } from 'zod';
import { defineCalls } from '../../call.ts';
import { partsOf } from '../../partsOf.ts';
import { chosenIds, epochMs, flag, id, idFilter, page, pageOf, searchText } from '../../scalars.ts';
import { RuleDefinition } from '../ruleDefinition.ts';
import { pointNameChoice } from '../strategies/calls.ts';
import { ApplyTemplateForm, strategyTemplateShape } from './fields.ts';

const read = ['companyAlarms', 'alarmManage', 'alarmStrategyEdit'] as const;
/** They are the company's: keeping them needs this permission for the company itself. */
const edit = ['companyAlarms'] as const;
const companyId = id.optional();
const projectId = id.optional().describe('the project whose strategies are being set up');

export const strategyTemplateSorts = ['name', 'deviceClass', 'changed'] as const;

export const StrategyTemplateRow = z.object({
  TemplateId: z.number().int(),
  TemplateName: z.string().describe('in the caller’s language'),
  RemarksText: z.string().describe('in the caller’s language'),
  /** As entered, for the form. */
  Name: z.string(),
  NameEn: z.string().nullable(),
  Remarks: z.string(),
  RemarksEn: z.string().nullable(),
  SmallTypeId: z.number().int(),
  SmallTypeName: z.string(),
  PointTypeId: z.number().int().nullable().describe('null: its type was deleted'),
  PointTypeName: z.string().nullable(),
  Level: z.number().int().describe('the most severe of its conditions'),
  RuleList: z.array(
    z.object({ Definition: RuleDefinition, Text: z.string().describe('in words, in the caller’s language') }),
  ),
  EscalateMinutes: z.number().int().nullable(),
  RepeatMinutes: z.number().int().nullable(),
  NotifyOnClear: z.boolean(),
  StrategyCount: z.number().int().describe('made of it, in projects the caller may open'),
  ChangedEPOCH: epochMs,
  CreateName: z.string().nullable(),
});
export type StrategyTemplateRow = z.infer<typeof StrategyTemplateRow>;

const choice = z.object({ Key: z.number().int(), Value: z.string() });

/** Devices of one class, whose points of one type no policy watches yet, with the policies that would fit them. */
export const PolicyProposal = z.object({
  SmallTypeId: z.number().int(),
  SmallTypeName: z.string(),
  PointTypeId: z.number().int(),
  PointTypeName: z.string(),
  OfferList: z
    .array(
      z.object({
        Source: z
          .enum(['template', 'project', 'company'])
          .describe(
            'a template; a policy of the project, which takes the points in; one of another project, to be made again here',
          ),
        Id: z.number().int().describe('of the template, or of the policy'),
        Name: z.string().describe('in the caller’s language'),
        ProjectName: z.string().nullable().describe('where the policy is that is made again; null: no other project'),
        ExtendsName: z
          .string()
          .nullable()
          .describe('the policy of the project that takes the points in; null: a new one'),
        RuleTextList: z.array(z.string()).describe('its conditions in words, in the caller’s language'),
        PointIdList: z.array(z.number().int()).describe('that would come under it'),
        ModelTreeIdList: z.array(z.number().int()).describe('their devices'),
        ContactNameList: z.array(z.string()).describe('who would be notified; empty: nobody but people on duty'),
      }),
    )
    .describe('the usual one first, at least one'),
});
export type PolicyProposal = z.infer<typeof PolicyProposal>;

/** Templates of alarm strategies: what a company wants alarmed of a class of devices. The specification names only their screens. */
export const strategyTemplateCalls = defineCalls({
  getStrategyTemplatePage: {
    method: 'POST',
    path: '/AlarmStrategy/GetStrategyTemplatePage',
    effect: 'read',
    access: read,
    encoding: 'json',
    summary: { zh: '策略模板列表', en: 'Templates of alarm policies' },
    body: z.object({
      CompanyId: companyId,
      ProjectId: projectId,
      TemplateIdList: idFilter.describe('only these'),
      TemplateName: searchText.describe('part of the name or the remarks'),
      SmallTypeIdList: idFilter,
      PointTypeIdList: idFilter,
      SortType: z.enum(strategyTemplateSorts).optional(),
      IsAsc: flag.optional(),
      ...page,
    }),
    data: pageOf(StrategyTemplateRow),
  },
  getStrategyTemplateChoices: {
    method: 'GET',
    path: '/AlarmStrategy/GetStrategyTemplateChoices',
    effect: 'read',
    access: read,
    summary: { zh: '策略模板可选项', en: 'Device classes and point types that a template can name' },
    query: z.object({ companyId, projectId }),
    data: z.object({
      SmallTypeList: z.array(choice),
      PointTypeList: z.array(
        choice.extend({
          PointType: z.number().int().describe('0 analog, 1 status'),
          Unit: z.string(),
          UnitMap: z.array(z.object({ Key: z.number(), Value: z.string() })).describe('states of a status type'),
          PointNameList: z.array(pointNameChoice).describe('what points of this type are called, the usual first'),
        }),
      ),
    }),
  },
  addOrUpdateStrategyTemplate: {
    method: 'POST',
    path: '/AlarmStrategy/AddOrUpdateStrategyTemplate',
    effect: 'write',
    access: edit,
    encoding: 'json',
    summary: {
      zh: '新增或修改策略模板；未提供的内容保持不变，已生成的策略不变',
      en: 'Add or change a template of alarm policies; what is left out stays, and so do policies made of it',
    },
    body: z.object({
      CompanyId: companyId,
      TemplateId: id.optional().describe('none: a new one, with everything'),
      ...partsOf(strategyTemplateShape),
    }),
    data: z.object({ TemplateId: z.number().int() }),
  },
  deleteStrategyTemplate: {
    method: 'POST',
    path: '/AlarmStrategy/DeleteStrategyTemplate',
    effect: 'write',
    access: edit,
    encoding: 'json',
    summary: { zh: '删除策略模板；已生成的策略保留', en: 'Delete templates of alarm policies; policies stay' },
    body: z.object({ CompanyId: companyId, TemplateIdList: chosenIds }),
    data: z.object({ Deleted: z.number().int() }),
  },
  applyStrategyTemplate: {
    method: 'POST',
    path: '/AlarmStrategy/ApplyStrategyTemplate',
    effect: 'write',
    access: ['alarmStrategyEdit'],
    encoding: 'json',
    summary: {
      zh: '批量下发策略模板',
      en: 'Give a template to devices of its class: makes a policy in each project, or adds to the one made before',
    },
    body: ApplyTemplateForm,
    data: z.array(
      z.object({
        ProjectId: z.number().int(),
        ProjectName: z.string(),
        DeviceCount: z.number().int().describe('that come under it'),
        PointCount: z.number().int(),
        WatchedCount: z.number().int().describe('points that a strategy of this template watches already'),
        NewCount: z.number().int().describe('strategies that are made'),
        StrategyIdList: z
          .array(z.number().int())
          .describe('strategies that were made or took points in; empty: a dry run'),
        ExtendedName: z.string().nullable().describe('the strategy of before that takes the points in'),
        LackingCount: z
          .number()
          .int()
          .describe('devices of the class that have no point of a type which its conditions judge or look at'),
        LackingList: z
          .array(
            z.object({
              ModelTreeId: z.number().int(),
              ModelTreeName: z.string(),
              PointTypeNameList: z.array(z.string()),
              IsWatched: z
                .boolean()
                .describe('false: it has nothing to be judged, or what is looked at there is one of several'),
              IsJudged: z
                .boolean()
                .describe('false: a condition judges nothing there; true: it goes on without the point'),
              CandidateList: z.array(z.string()).describe('of several: their names'),
            }),
          )
          .describe('the first twenty of these'),
      }),
    ),
  },
  getPolicyProposals: {
    method: 'POST',
    path: '/AlarmStrategy/GetPolicyProposals',
    effect: 'read',
    access: ['alarmStrategyEdit'],
    encoding: 'json',
    summary: {
      zh: '推荐报警策略：按设备类型和点类型，取自策略模板或同类设备的策略',
      en: 'Policies that would fit devices whose points no policy watches: templates, and policies of devices of the same class',
    },
    body: z.object({
      ProjectId: id,
      ModelTreeIdList: idFilter.describe('only these devices; none: all of the project'),
    }),
    data: z.object({
      DeviceCount: z.number().int().describe('devices that something is proposed for'),
      DeviceNameList: z.array(z.string()).describe('the first twenty of these, in the caller’s language'),
      ProposalList: z.array(PolicyProposal),
    }),
  },
});
