import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { say } from '../inputWords.ts';
import { type SendState, sendStates } from '../notifications/channels.ts';
import { partsOf } from '../partsOf.ts';
import { decimal, orNone } from '../points/fields.ts';
import { day, epochMs, flag, freeText, id, idFilter, nameOf, orEmpty, page, pageOf, searchText } from '../scalars.ts';
import { SignaturePath } from '../work/signature.ts';
import {
  debugCheckNames,
  debugCheckStateNames,
  debugStatusNames,
  handoverRoleNames,
  testChannelNames,
  testsAnHour,
} from './kinds.ts';
import { storeTemplateCalls } from './storeTemplateCalls.ts';

/** Hours of work, to the quarter of an hour. */
const hours = decimal.refine((value) => value >= 0 && value <= 10_000 && Number.isInteger(value * 4), {
  error: say({ zh: '请输入不小于 0 的工时，以 0.25 小时为单位', en: 'Hours from 0, in steps of 0.25' }),
});
const reason = nameOf({ zh: '原因', en: 'A reason' }, 10, 200);

const fields = {
  ProjectId: id,
  InstallUnit: nameOf({ zh: '安装单位', en: 'An install unit' }, 1, 50),
  MachineType: freeText(50).default(''),
  DebugPersonId: id,
  PlannedFrom: orNone(day),
  PlannedTo: orNone(day),
  Region: freeText(50).default(''),
  Address: freeText(100).default(''),
  EstimatedHours: orNone(hours),
  ActualHours: orNone(hours),
  Note: freeText(200).default(''),
};
const { ProjectId: _, ...changeable } = fields;
export const NewDebugOrder = z.object(fields);
export const DebugOrderChange = z.object({ OrderId: id, ...partsOf(changeable) });

export const DebugOrderRow = z.object({
  OrderId: z.number().int(),
  OrderNumber: z.string(),
  ProjectId: z.number().int(),
  ProjectName: z.string(),
  InstallUnit: z.string(),
  MachineType: z.string(),
  DebugPersonId: z.number().int().nullable(),
  DebugPersonName: z.string(),
  Status: z.enum(debugStatusNames),
  PlannedFrom: day.nullable(),
  PlannedTo: day.nullable(),
  Region: z.string(),
  Address: z.string(),
  EstimatedHours: z.number().nullable(),
  ActualHours: z.number().nullable(),
  Note: z.string(),
  CreateEpoch: epochMs,
  FinishEpoch: epochMs.nullable(),
  LaunchEpoch: epochMs.nullable().describe('in service since; null: not yet'),
  LaunchName: z.string().nullable(),
  LaunchReason: z.string().describe('why although something was open; empty: nothing was'),
});
export type DebugOrderRow = z.infer<typeof DebugOrderRow>;

export const DebugItem = z.object({
  Check: z.enum(debugCheckNames),
  State: z.enum(debugCheckStateNames),
  Good: z.number().int().nullable().describe('how many of Total; null: a person ticks it'),
  Total: z.number().int().nullable(),
  FaultyList: z.array(z.string()).describe('the first names of those that are not good'),
  TickName: z.string().nullable(),
  TickEpoch: epochMs.nullable(),
  Note: z.string(),
  WaiveName: z.string().nullable(),
  WaiveReason: z.string(),
});
export type DebugItem = z.infer<typeof DebugItem>;

/** A channel to a recipient of the project's alarms, with the outcome of its last test. */
export const TestContact = z.object({
  UserId: z.number().int(),
  UserName: z.string(),
  Channel: z.enum(testChannelNames),
  TestEpoch: epochMs.nullable().describe('null: not tested in this order'),
  State: z.enum(Object.keys(sendStates) as [SendState, ...SendState[]]).nullable(),
  Reason: z.string().describe('why it was not sent, or not yet; in the caller’s language'),
  SentBy: z.string(),
});
export type TestContact = z.infer<typeof TestContact>;

export const DebugOrderDetail = DebugOrderRow.extend({
  ContactList: z.array(TestContact),
  SignatureList: z.array(
    z.object({
      Role: z.enum(handoverRoleNames),
      Name: z.string(),
      UserName: z.string(),
      Path: z.string(),
      Epoch: epochMs,
    }),
  ),
  ItemList: z.array(DebugItem).describe('as they stand now; of a finished order as they stood then'),
  OpenRequired: z.number().int(),
});
export type DebugOrderDetail = z.infer<typeof DebugOrderDetail>;

const sees = ['maintenanceView', 'maintenanceOrders', 'commissioningApprove'] as const;
const edits = ['maintenanceOrders'] as const;
const approves = ['commissioningApprove'] as const;
const orderId = z.object({ OrderId: id });

/** The specification names no calls for debug orders. */
export const commissioningCalls = {
  ...storeTemplateCalls,
  ...defineCalls({
    getDebugOrderPage: {
      method: 'POST',
      path: '/DebugOrder/GetDebugOrderPage',
      effect: 'read',
      access: sees,
      summary: { zh: '调试工单列表', en: 'Commissioning orders' },
      body: z.object({
        Text: searchText.describe('in number, install unit, machine type, person and address'),
        ProjectIdList: idFilter,
        Status: z.enum(debugStatusNames).optional(),
        SortType: z.enum(['number', 'project', 'planned', 'created']).default('created'),
        IsAsc: flag.default(false),
        ...page,
      }),
      data: pageOf(DebugOrderRow),
    },
    getDebugOrder: {
      method: 'GET',
      path: '/DebugOrder/Get',
      effect: 'read',
      access: sees,
      summary: { zh: '调试工单详情与检查表', en: 'A commissioning order with its checklist' },
      query: z.object({ orderId: id }),
      data: DebugOrderDetail,
    },
    getDebugPeople: {
      method: 'GET',
      path: '/DebugOrder/GetPeople',
      effect: 'read',
      access: edits,
      summary: { zh: '可选调试人员', en: 'Members who can be the debug person' },
      query: z.object({}),
      data: z.array(z.object({ UserId: z.number().int(), UserName: z.string() })),
    },
    addDebugOrder: {
      method: 'POST',
      path: '/DebugOrder/Add',
      effect: 'write',
      access: edits,
      summary: { zh: '新增调试工单', en: 'Add a commissioning order' },
      body: NewDebugOrder,
      data: z.object({ OrderId: z.number().int(), OrderNumber: z.string() }),
    },
    editDebugOrder: {
      method: 'POST',
      path: '/DebugOrder/Edit',
      effect: 'write',
      access: edits,
      summary: { zh: '修改调试工单', en: 'Change a commissioning order' },
      body: DebugOrderChange,
      data: z.null(),
    },
    deleteDebugOrder: {
      method: 'POST',
      path: '/DebugOrder/Delete',
      effect: 'write',
      access: edits,
      summary: { zh: '删除进行中的调试工单', en: 'Delete a commissioning order that is not done' },
      body: orderId,
      data: z.null(),
    },
    tickDebugItem: {
      method: 'POST',
      path: '/DebugOrder/TickItem',
      effect: 'write',
      access: edits,
      summary: { zh: '勾选检查项', en: 'Tick an item that a person checks, or take the tick back' },
      body: z.object({ OrderId: id, Check: z.enum(debugCheckNames), Ticked: flag, Note: freeText(200).default('') }),
      data: z.null(),
    },
    waiveDebugItem: {
      method: 'POST',
      path: '/DebugOrder/WaiveItem',
      effect: 'write',
      access: approves,
      summary: { zh: '豁免检查项', en: 'Let a required item pass, with the reason' },
      body: z.object({ OrderId: id, Check: z.enum(debugCheckNames), Reason: reason }),
      data: z.null(),
    },
    finishDebugOrder: {
      method: 'POST',
      path: '/DebugOrder/Finish',
      effect: 'write',
      access: edits,
      summary: { zh: '完成调试工单', en: 'Finish a commissioning order; its checklist is kept as it stands' },
      body: z.object({ OrderId: id, ActualHours: orNone(hours) }),
      data: z.null(),
    },
    reopenDebugOrder: {
      method: 'POST',
      path: '/DebugOrder/Reopen',
      effect: 'write',
      access: approves,
      summary: { zh: '重新打开调试工单', en: 'Open a finished order again, within 30 days' },
      body: z.object({ OrderId: id, Reason: reason }),
      data: z.null(),
    },
    launchDebugOrder: {
      method: 'POST',
      path: '/DebugOrder/Launch',
      effect: 'write',
      access: approves,
      summary: {
        zh: '门店投运',
        en: 'Put a store into service: its order is done and signed by the store, and every required item holds now, or the reason says why all the same',
      },
      body: z.object({
        OrderId: id,
        Reason: orEmpty(reason).describe('needed while the store has not signed or a required item is open now'),
      }),
      data: z.null(),
    },
    sendTestAlarm: {
      method: 'POST',
      path: '/DebugOrder/SendTestAlarm',
      effect: 'write',
      access: edits,
      encoding: 'json',
      summary: {
        zh: '向通知人发送测试消息',
        en: 'Send test messages, marked as such, to contacts of the project by the way that alarms take',
      },
      body: z.object({
        OrderId: id,
        ContactList: z
          .array(z.object({ UserId: id, Channel: z.enum(testChannelNames) }))
          .min(1, { error: say({ zh: '请至少选择一项', en: 'Choose at least one.' }) })
          .max(testsAnHour),
      }),
      data: z.object({ Sent: z.number().int(), NotSent: z.number().int() }),
    },
    signDebugOrder: {
      method: 'POST',
      path: '/DebugOrder/SignOrder',
      effect: 'write',
      access: edits,
      encoding: 'json',
      summary: { zh: '交接签字', en: 'Sign the handover of a finished order, by hand on the screen' },
      body: z.object({
        OrderId: id,
        Role: z.enum(handoverRoleNames),
        Name: nameOf({ zh: '签字人', en: 'A name' }, 1, 20),
        Path: SignaturePath,
      }),
      data: z.null(),
    },
    downloadDebugHandover: {
      method: 'GET',
      path: '/DebugOrder/GetHandover',
      effect: 'read',
      access: sees,
      summary: {
        zh: '调试交接单；双方签字后可下载封存文件（zip）',
        en: 'The handover sheet of an order as PDF; once both have signed also sealed, as a zip',
      },
      query: z.object({ orderId: id, kind: z.enum(['pdf', 'seal']).default('pdf') }),
      data: 'file',
    },
  }),
};
