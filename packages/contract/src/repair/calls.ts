import { z } from 'zod';
import { type CallSpec, defineCalls } from '../call.ts';
import { bigId, day, flag, id, idFilter, integerFilter, localTime, pageOf, queryPage, searchText } from '../scalars.ts';
import {
  AssessForm,
  ComplementForm,
  DispatchForm,
  FailForm,
  FaultCodeChange,
  FinishForm,
  MergeForm,
  NewFaultCode,
  PassForm,
  PauseForm,
  ReassignForm,
  RejectForm,
  RepairForm,
  RevokeForm,
  ReworkForm,
  SettleForm,
  SettlementProposal,
  SignInForm,
  SubmitForm,
  stepFields,
  VoidPauseForm,
} from './fields.ts';
import { faultCodeKindNames, repairFigureNames, repairSorts } from './kinds.ts';
import { DispatchProposal, FaultCode, RepairDetail, RepairMessage, RepairOrder, RepairScheduleRow } from './rows.ts';
import {
  permissionsOfAction,
  type RepairAction,
  repairActions,
  repairReaders,
  repairTransitions,
} from './transitions.ts';

/** A day alone where a time is meant: its first or its last minute. */
const timeOrDay = (minute: '00:00' | '23:59') =>
  z.preprocess(
    (value) => (localTime.safeParse(value).success || !day.safeParse(value).success ? value : `${value} ${minute}`),
    localTime,
  ) as unknown as z.ZodType<string, string>;

/** Every filter of the list. Spec §3 and §7.9. */
export const RepairFilter = z.object({
  CompanyId: id.optional(),
  ProjectId: id.optional(),
  Status: integerFilter.describe('one or several; 2 and 3 are “in maintenance”'),
  StartCreateTime: timeOrDay('00:00').optional().describe('submitted from; with EndCreateTime two years at most'),
  EndCreateTime: timeOrDay('23:59').optional(),
  ProjectIdList: idFilter,
  ApplicantIdList: idFilter,
  ProjectName: searchText,
  BigTypeIdList: idFilter.describe('subsystems'),
  BigTypeId: id.optional(),
  SmallTypeId: id.optional().describe('class of devices'),
  EquipmentId: id.optional().describe('device'),
  AlarmId: bigId.optional().describe('an alarm it is about'),
  PreAlarmId: bigId.optional().describe('a fault warning it is about'),
  MaintenanceUnitIdList: idFilter.describe('teams that orders were given to'),
  RepairUserIdList: idFilter.describe('who repairs it'),
  AcceptanceTime: day
    .optional()
    .describe('the day on which the applicant accepted the repair, by the clock of the project'),
  FaultContent: searchText,
  ApplicantNameOrPhone: searchText,
  FaultContentOrOrder: searchText,
  FaultCodeIdList: idFilter.describe('symptom, mechanism, cause or remedy'),
  LevelList: integerFilter,
  IsApp: flag.optional(),
  IsMy: flag.optional().describe('the caller reported it or repairs it'),
  IsOverdue: flag.optional(),
  Figure: z
    .enum(repairFigureNames)
    .optional()
    .describe('the orders that a figure of the analysis counts: of projects of which the caller sees every device'),
  SortType: z.enum(repairSorts).optional(),
  IsAsc: flag.optional(),
  FieldList: z
    .array(z.string().max(40))
    .max(50)
    .optional()
    .describe('columns of the export by the names of the row, in this order; the page answers all'),
});

/** Whether those who work on an order take the step: engineers from outside, too. */
const isOfEngineers = (action: RepairAction): boolean =>
  repairTransitions.some(
    (each) => each.action === action && each.who.some((role) => ['assignee', 'candidate', 'teamAdmin'].includes(role)),
  );

/** A step of an order: who may take it follows from the table of transitions. */
const step = <const Action extends RepairAction, Body extends z.ZodType>(action: Action, path: string, body: Body) =>
  ({
    method: 'POST',
    path: `/NewRepairActive/${path}RepairActive`,
    effect: 'write',
    access: permissionsOfAction(action),
    encoding: 'json',
    ...(isOfEngineers(action) ? { lent: true as const } : {}),
    summary: {
      zh: `维修工单：${repairActions[action].zh}`,
      en: `Repair order: ${repairActions[action].en.toLowerCase()}`,
    },
    body,
    data: RepairDetail,
  }) as const satisfies CallSpec;

const PlainStep = z.object(stepFields);

/** Repair orders. Spec §7.9: six calls; it shows no paths of the steps. */
export const repairCalls = defineCalls({
  queryRepairAcitve: {
    method: 'GET',
    path: '/NewRepairActive/QueryRepairAcitve',
    effect: 'read',
    access: repairReaders,
    lent: true,
    summary: { zh: '维修工单详情', en: 'A repair order' },
    query: z.object({ id }),
    data: RepairDetail,
  },
  getRepairSchedule: {
    method: 'GET',
    path: '/NewRepairActive/GetRepairSchedule',
    effect: 'read',
    access: repairReaders,
    lent: true,
    summary: { zh: '维修工单进度', en: 'What happened to an order and its device, newest first' },
    query: z.object({ id }),
    data: z.array(RepairScheduleRow),
  },
  /** Without a sort the open ones first, by what is due. */
  getNewRepairActivePage: {
    method: 'POST',
    path: '/NewRepairActive/GetNewRepairActivePage',
    effect: 'read',
    access: repairReaders,
    lent: true,
    encoding: 'json',
    summary: { zh: '维修工单列表', en: 'Repair orders' },
    query: z.object(queryPage),
    body: RepairFilter,
    data: pageOf(RepairOrder),
  },
  getNewRepairActivePageQueryParameter: {
    method: 'POST',
    path: '/NewRepairActive/GetNewRepairActivePageQueryParameter',
    effect: 'read',
    access: repairReaders,
    lent: true,
    encoding: 'json',
    summary: { zh: '维修工单筛选项', en: 'What repair orders of some projects can be filtered by' },
    query: z.object({ companyId: id.optional() }),
    body: z.array(id).max(1000).describe('projects; none: all of the caller’s'),
    data: z.object({
      StatusList: z.array(z.object({ Status: z.number().int(), Name: z.string(), OrderCount: z.number().int() })),
      OverdueCount: z.number().int(),
      ApplicantList: z.array(z.object({ Key: z.number().int(), Value: z.string() })),
      RepairUserList: z.array(z.object({ Key: z.number().int(), Value: z.string() })),
      MaintenanceUnitList: z
        .array(z.object({ Key: z.number().int(), Value: z.string() }))
        .describe('teams that orders were given to'),
      FaultCodeList: z
        .array(z.object({ Key: z.number().int(), Value: z.string(), Kind: z.enum(faultCodeKindNames) }))
        .describe('codes that orders say'),
      BigTypeList: z.array(
        z.object({
          Key: z.number().int(),
          Value: z.string(),
          SmallTypeList: z.array(z.object({ Key: z.number().int(), Value: z.string() })),
        }),
      ),
    }),
  },
  /** What the caller was told of repair orders, newest first. The message centre asks each minute. */
  getNewRepairActiveMessagePage: {
    method: 'POST',
    path: '/NewRepairActive/GetNewRepairActiveMessagePage',
    effect: 'read',
    access: repairReaders,
    lent: true,
    summary: { zh: '消息中心：维修', en: 'Messages about repair orders' },
    query: z.object({ companyId: id.optional(), ...queryPage }),
    data: pageOf(RepairMessage),
  },
  exportNewRepairActivePage: {
    method: 'POST',
    path: '/NewRepairActive/ExportNewRepairActivePage',
    effect: 'read',
    access: repairReaders,
    encoding: 'json',
    summary: { zh: '导出维修工单', en: 'Repair orders as a workbook' },
    body: RepairFilter,
    data: 'file',
  },
  getFaultCodes: {
    method: 'GET',
    path: '/NewRepairActive/GetFaultCodes',
    effect: 'read',
    access: repairReaders,
    lent: true,
    summary: { zh: '故障代码', en: 'The fault catalogue' },
    query: z.object({
      EquipmentId: id.optional().describe('those in use that fit this device; left out: all'),
    }),
    data: z.array(FaultCode),
  },
  saveFaultCode: {
    method: 'POST',
    path: '/NewRepairActive/SaveFaultCode',
    effect: 'write',
    access: ['maintenanceTemplates'],
    encoding: 'json',
    summary: { zh: '新增故障代码', en: 'Add a code to the fault catalogue' },
    body: NewFaultCode,
    data: z.object({ FaultCodeId: z.number().int() }),
  },
  changeFaultCode: {
    method: 'POST',
    path: '/NewRepairActive/ChangeFaultCode',
    effect: 'write',
    access: ['maintenanceTemplates'],
    encoding: 'json',
    summary: { zh: '修改或停用故障代码', en: 'Change a fault code, or put it out of use' },
    body: FaultCodeChange,
    data: z.null(),
  },
  getDispatchProposal: {
    method: 'GET',
    path: '/NewRepairActive/GetDispatchProposal',
    effect: 'read',
    access: ['repairDispatch'],
    summary: { zh: '派单建议', en: 'Teams that could repair an order, best first' },
    query: z.object({ id: id.describe('the order') }),
    data: z.array(DispatchProposal),
  },
  getSettlementProposal: {
    method: 'GET',
    path: '/NewRepairActive/GetSettlementProposal',
    effect: 'read',
    access: permissionsOfAction('settle'),
    summary: { zh: '结算建议', en: 'Whether an order is proposed to be settled as free or paid, and why' },
    query: z.object({ id: id.describe('the order') }),
    data: SettlementProposal,
  },
  /** Those who can be given an order of a device. */
  getRepairUserList: {
    method: 'GET',
    path: '/NewRepairActive/GetRepairUserList',
    effect: 'read',
    access: ['repairDispatch'],
    summary: { zh: '可派单的维修人员', en: 'People an order can be given to' },
    query: z.object({
      id: id.describe('the order'),
      MaintenanceUnitId: id.optional().describe('of this team alone'),
    }),
    data: z.array(
      z.object({
        UserId: z.number().int(),
        Name: z.string(),
        OpenCount: z.number().int().describe('orders they work on in the caller’s projects'),
      }),
    ),
  },
  addRepairActive: {
    method: 'POST',
    path: '/NewRepairActive/AddRepairActive',
    effect: 'write',
    access: ['repairWork'],
    encoding: 'json',
    summary: { zh: '报修', en: 'Report a fault' },
    body: RepairForm,
    data: RepairDetail,
  },
  submitRepairActive: step('submit', 'Submit', SubmitForm),
  mergeRepairActive: step('merge', 'Merge', MergeForm),
  deleteRepairActive: {
    method: 'POST',
    path: '/NewRepairActive/DeleteRepairActive',
    effect: 'write',
    access: permissionsOfAction('remove'),
    encoding: 'json',
    summary: { zh: '删除维修工单草稿', en: 'Delete the draft of a repair order' },
    body: PlainStep,
    data: z.null(),
  },
  dispatchRepairActive: step('dispatch', 'Dispatch', DispatchForm),
  acceptRepairActive: step('accept', 'Accept', PlainStep),
  rejectRepairActive: step('reject', 'Reject', RejectForm),
  reassignRepairActive: step('reassign', 'Reassign', ReassignForm),
  revokeRepairActive: step('revoke', 'Revoke', RevokeForm),
  signInRepairActive: step('signIn', 'SignIn', SignInForm),
  pauseRepairActive: step('pause', 'Pause', PauseForm),
  resumeRepairActive: step('resume', 'Resume', PlainStep),
  voidPauseRepairActive: step('voidPause', 'VoidPause', VoidPauseForm),
  startRemoteRepairActive: step('startRemote', 'StartRemote', PlainStep),
  remoteRepairActive: step('remote', 'Remote', FinishForm),
  finishRepairActive: step('finish', 'Finish', FinishForm),
  passRepairActive: step('pass', 'Pass', PassForm),
  failRepairActive: step('fail', 'Fail', FailForm),
  complementRepairActive: step('complement', 'Complement', ComplementForm),
  assessRepairActive: step('assess', 'Assess', AssessForm),
  settleRepairActive: step('settle', 'Settle', SettleForm),
  secondMaintenanceRepairActive: step('secondMaintenance', 'SecondMaintenance', ReworkForm),
});
