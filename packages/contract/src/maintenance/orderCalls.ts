import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { say } from '../inputWords.ts';
import { orNone } from '../points/fields.ts';
import {
  chosenIds,
  day,
  epochMs,
  flag,
  id,
  idFilter,
  idList,
  integer,
  nameOf,
  page,
  pageOf,
  searchText,
} from '../scalars.ts';
import { SignaturePath } from '../work/signature.ts';
import { orders, seesVisits, worksOnVisits } from './access.ts';
import { reason } from './fields.ts';
import {
  maintenanceActionNames,
  maintenanceStateNames,
  notFilledReasonNames,
  sourceStatisticNames,
  visitRoleNames,
} from './kinds.ts';
import { Answer, TemplateGroups } from './templateItems.ts';

export const OrderRow = z.object({
  OrderId: z.number().int(),
  ContractId: z.number().int().nullable().describe('null: of a company that had the project before'),
  ContractName: z.string(),
  ProjectId: z.number().int(),
  ProjectName: z.string(),
  TeamId: z.number().int().nullable().describe('null: as above'),
  TeamName: z.string(),
  PlanName: z.string().nullable().describe('of the plan by run time or warnings that made it; null: the cycle'),
  DeviceId: z.number().int().nullable().describe('the device of that plan'),
  HoldsList: z
    .array(z.string())
    .describe('plans, or days, of other visits that are done with this one: it asks what each of them asks'),
  NominalDate: day.describe('by the cycle of the contract'),
  PlannedDate: day,
  WindowFrom: day.nullable().describe('moved to an earlier day it takes a reason; null: it may come early'),
  WindowTo: day.nullable().describe('moved to a later day it takes a reason'),
  State: z.enum(maintenanceStateNames),
  Overdue: z.boolean(),
  AssigneeName: z.string().nullable(),
  DoneEpoch: epochMs.nullable(),
  BadCount: z.number().int().describe('answers that are not as they should be'),
  ActionList: z.array(z.enum(maintenanceActionNames)).describe('what the caller may do with it now'),
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
  Reason: z.string().describe('why it was moved or skipped'),
  ConfirmReason: z.string().describe('why it was confirmed without a signature on site'),
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
  /** Maintenance windows of devices that began with the visit. */
  MaintenanceList: z.array(
    z.object({
      DeviceName: z.string(),
      FromEPOCH: epochMs,
      UntilEPOCH: epochMs.describe('by then it ends in any case'),
      EndEPOCH: epochMs.nullable().describe('null: it is in force'),
    }),
  ),
});
export type MaintenanceOrderDetail = z.infer<typeof OrderDetail>;

/** Visits: planned, filled in, signed and confirmed. The specification names no calls for maintenance. */
export const orderCalls = defineCalls({
  getMaintenanceOrderPage: {
    method: 'POST',
    path: '/MaintenanceOrder/GetOrderPage',
    effect: 'read',
    access: seesVisits,
    summary: { zh: '维保工单列表', en: 'Maintenance orders' },
    body: z.object({
      Text: searchText.describe('in contract, project, team and person'),
      StateList: z.array(z.enum(maintenanceStateNames)).max(maintenanceStateNames.length).optional(),
      TeamId: id.optional(),
      ProjectIdList: idFilter,
      From: orNone(day).describe('planned on this day or later'),
      To: orNone(day),
      Overdue: flag.optional(),
      Mine: flag.optional().describe('assigned to the caller, or to nobody in a team of the caller'),
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
    access: seesVisits,
    summary: { zh: '维保工单详情', en: 'A maintenance order with its sheets' },
    query: z.object({ orderId: id }),
    data: OrderDetail,
  },
  getMaintenanceCalendar: {
    method: 'POST',
    path: '/MaintenanceOrder/GetCalendar',
    effect: 'read',
    access: seesVisits,
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
    access: seesVisits,
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
    access: worksOnVisits,
    summary: { zh: '维保单位成员', en: 'Members of a team to assign an order to' },
    query: z.object({ teamId: id }),
    data: z.array(z.object({ UserId: z.number().int(), UserName: z.string() })),
  },
  assignOrders: {
    method: 'POST',
    path: '/MaintenanceOrder/AssignOrders',
    effect: 'write',
    access: worksOnVisits,
    summary: { zh: '指派维保工单', en: 'Assign planned orders of one team to a member' },
    body: z.object({ OrderIdList: chosenIds, UserId: id }),
    data: z.object({ Changed: z.number().int() }),
  },
  moveOrder: {
    method: 'POST',
    path: '/MaintenanceOrder/MoveOrder',
    effect: 'write',
    access: worksOnVisits,
    summary: { zh: '调整计划日期', en: 'Move a planned order to another day' },
    body: z.object({
      OrderId: id,
      PlannedDate: day,
      Reason: orNone(reason).describe('needed outside the window of the visit'),
    }),
    data: z.null(),
  },
  startOrder: {
    method: 'POST',
    path: '/MaintenanceOrder/StartOrder',
    effect: 'write',
    access: worksOnVisits,
    summary: { zh: '开始维保', en: 'Start an order; it uses the templates as they are published now' },
    body: z.object({
      OrderId: id,
      DeviceIdList: idList
        .optional()
        .describe(
          'devices of the project whose alarms are not shown until the visit is finished, 8 hours at most; left out: the device of its plan',
        ),
    }),
    data: z.null(),
  },
  saveAnswers: {
    method: 'POST',
    path: '/MaintenanceOrder/SaveAnswers',
    effect: 'write',
    access: worksOnVisits,
    encoding: 'json',
    summary: { zh: '保存维保记录', en: 'Save answers to items of one template; the others stay as they are' },
    body: z.object({ OrderId: id, TemplateId: id, AnswerList: z.array(Answer).max(3000) }),
    data: z.null(),
  },
  fillOrder: {
    method: 'POST',
    path: '/MaintenanceOrder/FillOrder',
    effect: 'write',
    access: worksOnVisits,
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
    access: worksOnVisits,
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
    access: worksOnVisits,
    summary: { zh: '移除维保照片', en: 'Take a photo away from a visit that is under way' },
    body: z.object({ OrderId: id, PhotoId: id }),
    data: z.null(),
  },
  signOrder: {
    method: 'POST',
    path: '/MaintenanceOrder/SignOrder',
    effect: 'write',
    access: worksOnVisits,
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
    access: worksOnVisits,
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
    body: z.object({ OrderId: id, Reason: orNone(reason).describe('why nobody on site has signed') }),
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
