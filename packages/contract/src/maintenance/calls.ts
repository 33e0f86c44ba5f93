import { z } from 'zod';
import { yuan } from '../assets/calls.ts';
import { defineCalls } from '../call.ts';
import { say } from '../inputWords.ts';
import { partsOf } from '../partsOf.ts';
import { orNone } from '../points/fields.ts';
import {
  chosenIds,
  day,
  epochMs,
  flag,
  freeText,
  id,
  idFilter,
  integer,
  mobile,
  nameOf,
  orEmpty,
  page,
  pageOf,
  searchText,
} from '../scalars.ts';
import { SignaturePath } from '../work/signature.ts';
import {
  contractPartyNames,
  contractStateNames,
  maintenanceCycleNames,
  maintenanceStateNames,
  notFilledReasonNames,
  planKindNames,
  sourceStatisticNames,
  teamTypeNames,
  visitRoleNames,
} from './kinds.ts';
import { Answer, TemplateGroups } from './templateItems.ts';

const areaName = nameOf({ zh: '维保区域', en: 'An area' }, 1, 20);
const reason = nameOf({ zh: '原因', en: 'A reason' }, 10, 200);

// Teams
const teamFields = {
  TeamName: nameOf({ zh: '维保单位名称', en: 'A team name' }, 1, 20),
  TypeList: z.array(z.enum(teamTypeNames)).max(2),
  AreaList: z.array(areaName).max(50),
  MemberList: z
    .array(z.object({ UserId: id, IsAdmin: flag.default(false), Mobile: orEmpty(mobile) }))
    .max(200)
    .default([]),
  Note: freeText(200).default(''),
};
export const NewTeam = z.object(teamFields);
export const TeamChange = z.object({ TeamId: id, ...partsOf(teamFields) });
export const TeamRow = z.object({
  TeamId: z.number().int(),
  TeamName: z.string(),
  TypeList: z.array(z.enum(teamTypeNames)),
  AreaList: z.array(z.string()),
  Enabled: z.boolean(),
  MemberCount: z.number().int(),
  MemberList: z.array(
    z.object({ UserId: z.number().int(), UserName: z.string(), IsAdmin: z.boolean(), Mobile: z.string() }),
  ),
  OpenOrderCount: z.number().int(),
  ContractCount: z.number().int(),
  Note: z.string(),
  UpdateEpoch: epochMs,
});
export type TeamRow = z.infer<typeof TeamRow>;

// Templates
const templateFields = {
  TemplateName: nameOf({ zh: '模板名称', en: 'A template name' }, 2, 50),
  TemplateType: freeText(20).default(''),
};
export const NewTemplate = z.object(templateFields);
export const TemplateChange = z.object({
  TemplateId: id,
  ...partsOf({ ...templateFields, GroupList: TemplateGroups.default([]) }),
});
export const TemplateRow = z.object({
  TemplateId: z.number().int(),
  TemplateName: z.string(),
  TemplateType: z.string(),
  GroupCount: z.number().int(),
  ItemCount: z.number().int(),
  Revision: z.number().int().nullable().describe('published last; null: never'),
  ReviseEpoch: epochMs.nullable(),
  ReviseName: z.string().nullable(),
  HasDraft: z.boolean().describe('it says something else than was published'),
});
export type MaintenanceTemplateRow = z.infer<typeof TemplateRow>;
export const TemplateDetail = TemplateRow.extend({ GroupList: TemplateGroups });
export type MaintenanceTemplateDetail = z.infer<typeof TemplateDetail>;

// Contracts
const contractFields = {
  ContractName: nameOf({ zh: '合同名称', en: 'A contract name' }, 2, 50),
  ContractNumber: nameOf({ zh: '合同编号', en: 'A contract number' }, 1, 50),
  PartyA: nameOf({ zh: '甲方企业', en: 'Party A' }, 1, 50),
  TeamId: id,
  SigningDate: orNone(day),
  ProjectIdList: z.array(id).min(1).max(200),
  StartDate: day,
  EndDate: day,
  Cycle: z.enum(maintenanceCycleNames),
  CycleCount: integer.pipe(z.number().min(1).max(10)).default(1),
  FirstDate: day.describe('of the first maintenance'),
  TemplateIdList: z.array(id).max(20),
  Amount: orNone(yuan).describe('yuan'),
  Note: freeText(200).default(''),
};
export const NewContract = z.object(contractFields);
export const ContractChange = z.object({ ContractId: id, ...partsOf(contractFields) });
const Signature = z.object({ Party: z.enum(contractPartyNames), Name: z.string(), Epoch: epochMs });
export const ContractRow = z.object({
  ContractId: z.number().int(),
  ContractName: z.string(),
  ContractNumber: z.string(),
  PartyA: z.string(),
  TeamId: z.number().int(),
  TeamName: z.string(),
  SigningDate: day.nullable(),
  ProjectList: z.array(z.object({ ProjectId: z.number().int(), ProjectName: z.string() })),
  StartDate: day,
  EndDate: day,
  Cycle: z.enum(maintenanceCycleNames),
  CycleCount: z.number().int(),
  FirstDate: day,
  TemplateList: z.array(z.object({ TemplateId: z.number().int(), TemplateName: z.string() })),
  Amount: z.number().nullable().describe('yuan'),
  State: z.enum(contractStateNames),
  Hash: z.string().describe('SHA-256 of what is signed, hexadecimal'),
  SignatureList: z.array(Signature),
  Note: z.string(),
  UpdateEpoch: epochMs,
});
export type MaintenanceContractRow = z.infer<typeof ContractRow>;

// Plans beside the calendar
const planFields = {
  ContractId: id,
  DeviceId: id,
  PlanName: nameOf({ zh: '计划名称', en: 'A plan name' }, 1, 50),
  Kind: z.enum(planKindNames),
  TemplateId: orNone(id).describe('none: the templates of the contract'),
  PointId: orNone(id).describe('of run time: a state of the device, or a point of it that counts hours'),
  StepHours: orNone(integer.pipe(z.number().min(1).max(1_000_000))).describe('of run time: a visit each so many hours'),
  Enabled: flag.default(true),
};
export const NewPlan = z.object(planFields);
const { ContractId: _contract, DeviceId: _device, Kind: _kind, ...planParts } = planFields;
export const PlanChange = z.object({ PlanId: id, ...partsOf(planParts) });
export const PlanRow = z.object({
  PlanId: z.number().int(),
  ContractId: z.number().int(),
  ProjectId: z.number().int(),
  ProjectName: z.string(),
  DeviceId: z.number().int(),
  DeviceName: z.string(),
  PlanName: z.string(),
  Kind: z.enum(planKindNames),
  TemplateId: z.number().int().nullable(),
  PointId: z.number().int().nullable(),
  PointName: z.string(),
  StepHours: z.number().int().nullable(),
  Enabled: z.boolean(),
  RunHours: z.number().nullable().describe('known to have run since it is counted'),
  UnknownHours: z.number().nullable().describe('may have run besides'),
  NextHours: z.number().nullable().describe('at so many hours the next visit is due'),
  NextDate: day.nullable().describe('when that probably is; null: not known yet'),
  CountedFrom: epochMs.nullable(),
});
export type MaintenancePlanRow = z.infer<typeof PlanRow>;

// Orders
export const OrderRow = z.object({
  OrderId: z.number().int(),
  ContractId: z.number().int(),
  ContractName: z.string(),
  ProjectId: z.number().int(),
  ProjectName: z.string(),
  TeamId: z.number().int(),
  TeamName: z.string(),
  PlanName: z.string().nullable().describe('of the plan by run time or warnings that made it; null: the cycle'),
  NominalDate: day.describe('by the cycle of the contract'),
  PlannedDate: day,
  State: z.enum(maintenanceStateNames),
  Overdue: z.boolean(),
  AssigneeName: z.string().nullable(),
  DoneEpoch: epochMs.nullable(),
  BadCount: z.number().int().describe('answers that are not as they should be'),
});
export type MaintenanceOrderRow = z.infer<typeof OrderRow>;
/** What was read for an item, also where it was not filled in, and where somebody wrote another answer over it. */
export const SheetReading = z.object({
  Group: z.number().int(),
  Item: z.number().int(),
  Line: z.number().int().describe('of a list or checklist its row; else 0'),
  Text: z.string().describe('what was filled in; empty: nothing'),
  Reason: z.enum(notFilledReasonNames).nullable().describe('why nothing was filled in'),
  DeviceId: z.number().int().nullable(),
  DeviceName: z.string(),
  PointId: z.number().int().nullable(),
  PointName: z.string(),
  Value: z.number().nullable(),
  Unit: z.string(),
  Statistic: z.enum(sourceStatisticNames),
  Hours: z.number().int().nullable().describe('of mean, lowest and highest'),
  KnownPercent: z.number().nullable().describe('how much of these hours is known'),
  Epoch: epochMs.nullable().describe('when it was measured'),
  AgeSeconds: z.number().int().nullable().describe('how old it was when it was read'),
  Quality: z.string().nullable(),
  ReadEpoch: epochMs,
});
export type SheetReading = z.infer<typeof SheetReading>;

export const VisitPhoto = z.object({
  PhotoId: z.number().int(),
  Url: z.string(),
  TemplateId: z.number().int().nullable().describe('null: of the visit as a whole'),
  Group: z.number().int().nullable(),
  Item: z.number().int().nullable(),
  UserName: z.string(),
  Epoch: epochMs,
});
export type VisitPhoto = z.infer<typeof VisitPhoto>;

export const OrderDetail = OrderRow.extend({
  Reason: z.string(),
  PhotoList: z.array(VisitPhoto),
  SignatureList: z.array(
    z.object({
      Role: z.enum(visitRoleNames),
      Name: z.string(),
      UserName: z.string().describe('on whose device it was signed'),
      Path: z.string(),
      Hash: z.string().describe('SHA-256 of the answers that were signed, hexadecimal'),
      Matches: z.boolean().describe('they are the same today'),
      Epoch: epochMs,
    }),
  ),
  SheetList: z.array(
    z.object({
      TemplateId: z.number().int(),
      TemplateName: z.string(),
      Revision: z.number().int(),
      GroupList: TemplateGroups,
      AnswerList: z.array(Answer),
      ReadingList: z.array(SheetReading),
    }),
  ),
  ConfirmName: z.string().nullable(),
});
export type MaintenanceOrderDetail = z.infer<typeof OrderDetail>;

const sees = [
  'maintenanceView',
  'maintenanceTeams',
  'maintenanceContracts',
  'maintenanceTemplates',
  'maintenanceOrders',
] as const;
const teams = ['maintenanceTeams'] as const;
const templates = ['maintenanceTemplates'] as const;
const contracts = ['maintenanceContracts'] as const;
const orders = ['maintenanceOrders'] as const;

/** The specification names no calls for maintenance. */
export const maintenanceCalls = defineCalls({
  getTeamPage: {
    method: 'POST',
    path: '/MaintenanceTeam/GetTeamPage',
    effect: 'read',
    access: sees,
    summary: { zh: '维保单位列表', en: 'Maintenance teams' },
    body: z.object({
      Text: searchText.describe('in name, areas and members'),
      Type: z.enum(teamTypeNames).optional(),
      Enabled: flag.optional(),
      IsAsc: flag.default(true),
      ...page,
    }),
    data: pageOf(TeamRow),
  },
  getTeamPeople: {
    method: 'GET',
    path: '/MaintenanceTeam/GetPeople',
    effect: 'read',
    access: teams,
    summary: { zh: '可选维保人员', en: 'Members of the company who can be in a team' },
    query: z.object({}),
    data: z.array(z.object({ UserId: z.number().int(), UserName: z.string() })),
  },
  addTeam: {
    method: 'POST',
    path: '/MaintenanceTeam/AddTeam',
    effect: 'write',
    access: teams,
    encoding: 'json',
    summary: { zh: '新增维保单位', en: 'Add a maintenance team' },
    body: NewTeam,
    data: z.object({ TeamId: z.number().int() }),
  },
  editTeam: {
    method: 'POST',
    path: '/MaintenanceTeam/EditTeam',
    effect: 'write',
    access: teams,
    encoding: 'json',
    summary: { zh: '修改维保单位', en: 'Change a maintenance team' },
    body: TeamChange,
    data: z.null(),
  },
  setTeamStatus: {
    method: 'POST',
    path: '/MaintenanceTeam/SetTeamStatus',
    effect: 'write',
    access: teams,
    summary: { zh: '启用或停用维保单位', en: 'Enable or disable a team; a disabled one gets no new work' },
    body: z.object({ TeamId: id, Enabled: flag }),
    data: z.null(),
  },
  removeTeam: {
    method: 'POST',
    path: '/MaintenanceTeam/RemoveTeam',
    effect: 'write',
    access: teams,
    summary: { zh: '移除维保单位', en: 'Remove a team without contracts and orders' },
    body: z.object({ TeamId: id }),
    data: z.null(),
  },
  getMaintenanceTemplatePage: {
    method: 'POST',
    path: '/MaintenanceTemplate/GetTemplatePage',
    effect: 'read',
    access: sees,
    summary: { zh: '维保模板列表', en: 'Maintenance templates' },
    body: z.object({ Text: searchText.describe('in name and type'), IsAsc: flag.default(true), ...page }),
    data: pageOf(TemplateRow),
  },
  getMaintenanceTemplate: {
    method: 'GET',
    path: '/MaintenanceTemplate/GetTemplate',
    effect: 'read',
    access: sees,
    summary: { zh: '维保模板详情', en: 'A maintenance template as it is being worked on' },
    query: z.object({ templateId: id }),
    data: TemplateDetail,
  },
  getTemplateSources: {
    method: 'GET',
    path: '/MaintenanceTemplate/GetSources',
    effect: 'read',
    access: templates,
    summary: { zh: '模板可用的点位类型与点位名称', en: 'Types and names of points that items can be filled in from' },
    query: z.object({}),
    data: z.object({
      PointTypeList: z.array(
        z.object({
          PointTypeId: z.number().int(),
          PointTypeName: z.string(),
          StateList: z
            .array(z.object({ Value: z.number(), Text: z.string() }))
            .describe('of a type whose values are states'),
        }),
      ),
      PointNameList: z.array(z.string()).describe('of the caller’s projects, the most frequent first; at most 500'),
    }),
  },
  addMaintenanceTemplate: {
    method: 'POST',
    path: '/MaintenanceTemplate/AddTemplate',
    effect: 'write',
    access: templates,
    summary: { zh: '新增维保模板', en: 'Add a maintenance template' },
    body: NewTemplate,
    data: z.object({ TemplateId: z.number().int() }),
  },
  editMaintenanceTemplate: {
    method: 'POST',
    path: '/MaintenanceTemplate/SaveDraft',
    effect: 'write',
    access: templates,
    encoding: 'json',
    summary: { zh: '保存维保模板草稿', en: 'Save the draft of a template; orders use what was published' },
    body: TemplateChange,
    data: z.null(),
  },
  publishMaintenanceTemplate: {
    method: 'POST',
    path: '/MaintenanceTemplate/Publish',
    effect: 'write',
    access: templates,
    summary: { zh: '发布维保模板', en: 'Publish the draft as the next revision; earlier ones stay as they were' },
    body: z.object({ TemplateId: id }),
    data: z.object({ Revision: z.number().int() }),
  },
  copyMaintenanceTemplate: {
    method: 'POST',
    path: '/MaintenanceTemplate/Copy',
    effect: 'write',
    access: templates,
    summary: { zh: '复制维保模板', en: 'Copy a template as a draft' },
    body: z.object({ TemplateId: id, TemplateName: templateFields.TemplateName }),
    data: z.object({ TemplateId: z.number().int() }),
  },
  deleteMaintenanceTemplate: {
    method: 'POST',
    path: '/MaintenanceTemplate/Delete',
    effect: 'write',
    access: templates,
    summary: { zh: '删除维保模板', en: 'Delete a template that no contract uses' },
    body: z.object({ TemplateId: id }),
    data: z.null(),
  },
  previewMaintenanceTemplate: {
    method: 'POST',
    path: '/MaintenanceTemplate/Preview',
    effect: 'write',
    access: sees,
    logged: false,
    summary: {
      zh: '生成模板的报告预览',
      en: 'Make the report of a template as it is being worked on, without answers',
    },
    body: z.object({ TemplateId: id }),
    data: z.null(),
  },
  downloadTemplatePreview: {
    method: 'GET',
    path: '/MaintenanceTemplate/DownloadPreview',
    effect: 'read',
    access: sees,
    summary: { zh: '下载模板预览', en: 'The preview that was made of a template, in the reader’s language' },
    query: z.object({ templateId: id }),
    data: 'file',
  },
  getContractPage: {
    method: 'POST',
    path: '/Contract/GetContractPage',
    effect: 'read',
    access: [...sees, 'contractSign'],
    summary: { zh: '维保合同列表', en: 'Maintenance contracts' },
    body: z.object({
      Text: searchText.describe('in name, number, party A and team'),
      State: z.enum(contractStateNames).optional(),
      TeamId: id.optional(),
      SortType: z.enum(['name', 'start', 'end']).default('end'),
      IsAsc: flag.default(true),
      ...page,
    }),
    data: pageOf(ContractRow),
  },
  getContractNumber: {
    method: 'GET',
    path: '/Contract/GetContractNumber',
    effect: 'write',
    access: contracts,
    logged: false,
    summary: { zh: '获取合同编号', en: 'Take the next contract number of today' },
    query: z.object({}),
    data: z.object({ ContractNumber: z.string() }),
  },
  addContract: {
    method: 'POST',
    path: '/Contract/AddContract',
    effect: 'write',
    access: contracts,
    encoding: 'json',
    summary: { zh: '新增维保合同', en: 'Add a maintenance contract' },
    body: NewContract,
    data: z.object({ ContractId: z.number().int() }),
  },
  editContract: {
    method: 'POST',
    path: '/Contract/EditContract',
    effect: 'write',
    access: contracts,
    encoding: 'json',
    summary: { zh: '修改维保合同', en: 'Change a contract; signatures are void then' },
    body: ContractChange,
    data: z.null(),
  },
  deleteContract: {
    method: 'POST',
    path: '/Contract/DeleteContract',
    effect: 'write',
    access: contracts,
    summary: { zh: '删除未签署的合同', en: 'Delete a contract that is not signed by both' },
    body: z.object({ ContractId: id }),
    data: z.null(),
  },
  signContract: {
    method: 'POST',
    path: '/Contract/SignContract',
    effect: 'write',
    access: ['contractSign'],
    identity: true,
    summary: { zh: '签署合同', en: 'Sign a contract for one party, as it was read' },
    body: z.object({ ContractId: id, Party: z.enum(contractPartyNames), Hash: z.string().regex(/^[0-9a-f]{64}$/) }),
    data: z.object({ State: z.enum(contractStateNames) }),
  },
  downloadContract: {
    method: 'GET',
    path: '/Contract/DownloadContract',
    effect: 'read',
    access: [...sees, 'contractSign'],
    summary: { zh: '下载合同 PDF', en: 'A contract as PDF, with the hash of what is signed' },
    query: z.object({ contractId: id }),
    data: 'file',
  },
  downloadContractSeal: {
    method: 'GET',
    path: '/Contract/DownloadSeal',
    effect: 'read',
    access: [...sees, 'contractSign'],
    summary: {
      zh: '下载已封存的合同',
      en: 'A contract that both parties signed: PDF, fields, signatures and the program that checks them, as a zip',
    },
    query: z.object({ contractId: id }),
    data: 'file',
  },
  terminateContract: {
    method: 'POST',
    path: '/Contract/TerminateContract',
    effect: 'write',
    access: contracts,
    identity: true,
    summary: { zh: '终止合同', en: 'Terminate a contract; its orders to come are taken away' },
    body: z.object({ ContractId: id, Reason: reason }),
    data: z.null(),
  },
  getMaintenanceOrderPage: {
    method: 'POST',
    path: '/MaintenanceOrder/GetOrderPage',
    effect: 'read',
    access: sees,
    summary: { zh: '维保工单列表', en: 'Maintenance orders' },
    body: z.object({
      Text: searchText.describe('in contract, project, team and person'),
      StateList: z.array(z.enum(maintenanceStateNames)).max(maintenanceStateNames.length).optional(),
      TeamId: id.optional(),
      ProjectIdList: idFilter,
      From: orNone(day).describe('planned on this day or later'),
      To: orNone(day),
      Overdue: flag.optional(),
      SortType: z.enum(['planned', 'project', 'team']).default('planned'),
      IsAsc: flag.default(true),
      ...page,
    }),
    data: pageOf(OrderRow),
  },
  getMaintenanceOrder: {
    method: 'GET',
    path: '/MaintenanceOrder/GetOrder',
    effect: 'read',
    access: sees,
    summary: { zh: '维保工单详情', en: 'A maintenance order with its sheets' },
    query: z.object({ orderId: id }),
    data: OrderDetail,
  },
  getMaintenanceCalendar: {
    method: 'POST',
    path: '/MaintenanceOrder/GetCalendar',
    effect: 'read',
    access: sees,
    summary: { zh: '维保日历', en: 'The visits of a month by day' },
    body: z.object({
      Month: z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, {
        error: say({ zh: '请输入月份，如 2026-11', en: 'A month such as 2026-11' }),
      }),
      ProjectIdList: idFilter,
      TeamId: id.optional(),
    }),
    data: z
      .array(
        z.object({
          OrderId: z.number().int(),
          PlannedDate: day,
          ContractName: z.string(),
          ProjectName: z.string(),
          TeamName: z.string(),
          State: z.enum(maintenanceStateNames),
          Overdue: z.boolean(),
        }),
      )
      .describe('at most 2,000'),
  },
  downloadMaintenanceReport: {
    method: 'GET',
    path: '/MaintenanceOrder/GetReport',
    effect: 'read',
    access: sees,
    summary: {
      zh: '维保报告',
      en: 'The report of a visit as PDF: answers with source and time, photos, signatures, curves of the day',
    },
    query: z.object({ orderId: id }),
    data: 'file',
  },
  getOrderPeople: {
    method: 'GET',
    path: '/MaintenanceOrder/GetPeople',
    effect: 'read',
    access: orders,
    summary: { zh: '维保单位成员', en: 'Members of a team to assign an order to' },
    query: z.object({ teamId: id }),
    data: z.array(z.object({ UserId: z.number().int(), UserName: z.string() })),
  },
  assignOrders: {
    method: 'POST',
    path: '/MaintenanceOrder/AssignOrders',
    effect: 'write',
    access: orders,
    summary: { zh: '指派维保工单', en: 'Assign planned orders of one team to a member' },
    body: z.object({ OrderIdList: chosenIds, UserId: id }),
    data: z.object({ Changed: z.number().int() }),
  },
  moveOrder: {
    method: 'POST',
    path: '/MaintenanceOrder/MoveOrder',
    effect: 'write',
    access: orders,
    summary: { zh: '调整计划日期', en: 'Move a planned order to another day' },
    body: z.object({ OrderId: id, PlannedDate: day }),
    data: z.null(),
  },
  startOrder: {
    method: 'POST',
    path: '/MaintenanceOrder/StartOrder',
    effect: 'write',
    access: orders,
    summary: { zh: '开始维保', en: 'Start an order; it uses the templates as they are published now' },
    body: z.object({ OrderId: id }),
    data: z.null(),
  },
  saveAnswers: {
    method: 'POST',
    path: '/MaintenanceOrder/SaveAnswers',
    effect: 'write',
    access: orders,
    encoding: 'json',
    summary: { zh: '保存维保记录', en: 'Save answers to items of one template; the others stay as they are' },
    body: z.object({ OrderId: id, TemplateId: id, AnswerList: z.array(Answer).max(3000) }),
    data: z.null(),
  },
  fillOrder: {
    method: 'POST',
    path: '/MaintenanceOrder/FillOrder',
    effect: 'write',
    access: orders,
    summary: {
      zh: '读取点位数值',
      en: 'Read the values of points again; what people wrote over them stays',
    },
    body: z.object({ OrderId: id }),
    data: z.object({ Filled: z.number().int(), NotFilled: z.number().int() }),
  },
  addOrderPhotos: {
    method: 'POST',
    path: '/MaintenanceOrder/AddPhotos',
    effect: 'write',
    access: orders,
    encoding: 'json',
    summary: { zh: '添加维保照片', en: 'Add photos to a visit or to one of its items' },
    body: z
      .object({
        OrderId: id,
        TemplateId: id.optional(),
        Group: integer.pipe(z.number().min(0).max(29)).optional(),
        Item: integer.pipe(z.number().min(0).max(99)).optional(),
        UrlList: z.array(z.string().trim().min(1).max(2000)).min(1).max(9).describe('as uploads answered them'),
      })
      .refine(
        ({ TemplateId, Group, Item }) =>
          [TemplateId, Group, Item].every((part) => part === undefined) ||
          [TemplateId, Group, Item].every((part) => part !== undefined),
        {
          path: ['Item'],
          error: say({ zh: '请同时给出模板、分组和检查项', en: 'Name template, group and item together' }),
        },
      ),
    data: z.null(),
  },
  removeOrderPhoto: {
    method: 'POST',
    path: '/MaintenanceOrder/RemovePhoto',
    effect: 'write',
    access: orders,
    summary: { zh: '移除维保照片', en: 'Take a photo away from a visit that is under way' },
    body: z.object({ OrderId: id, PhotoId: id }),
    data: z.null(),
  },
  signOrder: {
    method: 'POST',
    path: '/MaintenanceOrder/SignOrder',
    effect: 'write',
    access: orders,
    encoding: 'json',
    summary: { zh: '维保签字', en: 'Sign the answers of a visit that is done, by hand on the screen' },
    body: z.object({
      OrderId: id,
      Role: z.enum(visitRoleNames),
      Name: nameOf({ zh: '签字人', en: 'A name' }, 1, 20),
      Path: SignaturePath,
    }),
    data: z.null(),
  },
  finishOrder: {
    method: 'POST',
    path: '/MaintenanceOrder/FinishOrder',
    effect: 'write',
    access: orders,
    summary: { zh: '完成维保', en: 'Finish an order whose required items are filled in' },
    body: z.object({ OrderId: id }),
    data: z.null(),
  },
  confirmOrder: {
    method: 'POST',
    path: '/MaintenanceOrder/ConfirmOrder',
    effect: 'write',
    access: orders,
    summary: { zh: '确认维保', en: 'Confirm an order that is done' },
    body: z.object({ OrderId: id }),
    data: z.null(),
  },
  mergeOrders: {
    method: 'POST',
    path: '/MaintenanceOrder/MergeOrders',
    effect: 'write',
    access: orders,
    summary: { zh: '合并维保工单', en: 'Do planned orders of one project and team as one visit, the first of them' },
    body: z.object({ OrderIdList: chosenIds }),
    data: z.object({ OrderId: z.number().int().describe('the visit that stays') }),
  },
  getMaintenancePlanPage: {
    method: 'POST',
    path: '/MaintenancePlan/GetPlanPage',
    effect: 'read',
    access: sees,
    summary: { zh: '按运行时间与预警的维保计划', en: 'Plans by run time and by warnings of a contract' },
    body: z.object({ ContractId: id, ...page }),
    data: pageOf(PlanRow),
  },
  getPlanChoices: {
    method: 'GET',
    path: '/MaintenancePlan/GetChoices',
    effect: 'read',
    access: contracts,
    summary: {
      zh: '计划可选的设备与点位',
      en: 'Devices of a contract, and their points by which run time can be counted',
    },
    query: z.object({ contractId: id }),
    data: z.array(
      z.object({
        DeviceId: z.number().int(),
        DeviceName: z.string(),
        ProjectName: z.string(),
        PointList: z.array(z.object({ PointId: z.number().int(), PointName: z.string() })),
      }),
    ),
  },
  addMaintenancePlan: {
    method: 'POST',
    path: '/MaintenancePlan/AddPlan',
    effect: 'write',
    access: contracts,
    summary: { zh: '新增维保计划', en: 'Add a plan by run time or by warnings' },
    body: NewPlan,
    data: z.object({ PlanId: z.number().int() }),
  },
  editMaintenancePlan: {
    method: 'POST',
    path: '/MaintenancePlan/EditPlan',
    effect: 'write',
    access: contracts,
    summary: { zh: '修改维保计划', en: 'Change a plan; another point begins to count anew' },
    body: PlanChange,
    data: z.null(),
  },
  restartMaintenancePlan: {
    method: 'POST',
    path: '/MaintenancePlan/RestartPlan',
    effect: 'write',
    access: contracts,
    summary: { zh: '重新计时', en: 'Count run time anew, because the machine is another one' },
    body: z.object({ PlanId: id, Reason: reason }),
    data: z.null(),
  },
  deleteMaintenancePlan: {
    method: 'POST',
    path: '/MaintenancePlan/DeletePlan',
    effect: 'write',
    access: contracts,
    summary: { zh: '删除维保计划', en: 'Delete a plan with the visits that nobody has begun' },
    body: z.object({ PlanId: id }),
    data: z.null(),
  },
  skipOrder: {
    method: 'POST',
    path: '/MaintenanceOrder/SkipOrder',
    effect: 'write',
    access: orders,
    summary: { zh: '跳过维保', en: 'Skip a planned order, with the reason' },
    body: z.object({ OrderId: id, Reason: reason }),
    data: z.null(),
  },
});
