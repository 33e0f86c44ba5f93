import { z } from 'zod';
import { yuan } from '../assets/calls.ts';
import { defineCalls } from '../call.ts';
import { KeptDocument, maxDocumentBytes, maxImagesAtOnce } from '../files/calls.ts';
import { say } from '../inputWords.ts';
import { partsOf } from '../partsOf.ts';
import { orNone } from '../points/fields.ts';
import { SheetResult } from '../points/pointImportCalls.ts';
import {
  chosenIds,
  day,
  email,
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
  personName,
  searchText,
} from '../scalars.ts';
import {
  customerEventKindNames,
  customerStateNames,
  customerWorkKindNames,
  healthPartNames,
  lostReasonNames,
  renewalBandNames,
} from './kinds.ts';

export const CustomerContact = z.object({ Name: personName, Mobile: orEmpty(mobile), Email: orEmpty(email) });

const customerFields = {
  ShopName: nameOf({ zh: '门店名称', en: 'A shop name' }, 1, 50),
  ContactList: z.array(CustomerContact).max(10).default([]),
  ContractNumber: nameOf({ zh: '服务合同编号', en: 'A service contract number' }, 1, 50),
  StartDate: day.describe('of the service'),
  EndDate: day,
  MonitoringYears: orNone(integer.pipe(z.number().min(1).max(50))),
  Province: freeText(20).default(''),
  City: freeText(20).default(''),
  ServiceProvider: freeText(50).default(''),
  YearlyFee: orNone(yuan).describe('yuan a year'),
  ProjectIdList: z.array(id).max(200).default([]).describe('projects that are monitored for the customer'),
  Note: freeText(200).default(''),
};
export const NewCustomer = z.object(customerFields);
export const CustomerChange = z.object({
  CustomerId: id,
  ...partsOf(customerFields),
  AddProjectIdList: z
    .array(id)
    .max(200)
    .optional()
    .describe('instead of the whole list: what others put in meanwhile stays'),
  RemoveProjectIdList: z.array(id).max(200).optional(),
});

export const customerImportMaxRows = 2_000;
const importUpload = { maxBytes: 5 * 1024 * 1024, maxFiles: 1 };

export const CustomerRow = z.object({
  CustomerId: z.number().int(),
  ShopName: z.string(),
  ContactList: z.array(z.object({ Name: z.string(), Mobile: z.string(), Email: z.string() })),
  ContractNumber: z.string(),
  StartDate: day,
  EndDate: day,
  State: z.enum(customerStateNames),
  DaysLeft: z.number().int().describe('until the end; negative: it is over since'),
  MonitoringYears: z.number().int().nullable(),
  Province: z.string(),
  City: z.string(),
  ServiceProvider: z.string(),
  Controlled: z.boolean(),
  YearlyFee: z.number().nullable(),
  Health: z
    .number()
    .int()
    .nullable()
    .describe(
      '0 to 100, of today or one of the two days before, of its parts in `HealthDetail`: without those about alarms, unless the caller sees the alarms of all its projects; null: nothing is known, it has no project, or one is not open to the caller as a whole',
    ),
  ProjectList: z
    .array(z.object({ ProjectId: z.number().int(), ProjectName: z.string(), ServiceEnd: day.nullable() }))
    .describe('those that are open to the caller'),
  Note: z.string(),
  UpdateEpoch: epochMs,
});
export type CustomerRow = z.infer<typeof CustomerRow>;

/** Why a customer's health is what it is. */
export const CustomerHealth = z.object({
  Day: day,
  PartList: z
    .array(
      z.object({
        HealthPart: z.enum(healthPartNames),
        Weight: z.number(),
        Score: z.number().nullable().describe('0 to 100; null: not known'),
        Found: z.number().nullable().describe('share from 0 to 1, alarms or users'),
        Against: z
          .number()
          .nullable()
          .describe('how many alarms, orders or visits it is a share of; the median; or users enough'),
      }),
    )
    .describe('without those about alarms, unless the caller sees the alarms of all its projects'),
  TrendList: z
    .array(z.object({ Day: day, Score: z.number().int().nullable() }))
    .describe('of 90 days, the oldest first'),
  Usage: z
    .object({
      UrgentCount: z
        .number()
        .int()
        .nullable()
        .describe('urgent alarms that were acknowledged; null: not for the caller'),
      UrgentSeconds: z.number().nullable().describe('median until then; null: there were none'),
      WarningCount: z.number().int().describe('fault warnings that people confirmed'),
      RepairCount: z.number().int().describe('repairs that readings verified'),
    })
    .describe('what the service was used for in the last 30 days'),
});
export type CustomerHealth = z.infer<typeof CustomerHealth>;

/** A year of a busy shop has more alarms and orders than anybody reads. */
export const customerWorkMax = 100;

export const CustomerDetail = CustomerRow.extend({
  HealthDetail: CustomerHealth.nullable().describe('null as `Health` is'),
  DocumentList: z.array(KeptDocument).describe('the newest first'),
  OpenAlarmCount: z
    .number()
    .int()
    .nullable()
    .describe('in its projects whose alarms the caller sees; null: in none of them'),
  WorkList: z
    .array(
      z.object({
        ProjectId: z.number().int(),
        OpenAlarmCount: z.number().int().nullable().describe('null: not for the caller'),
        OpenOrderCount: z.number().int().nullable().describe('repair orders; null: not for the caller'),
        OrderCount: z.number().int().nullable().describe('repair orders of 365 days'),
        OpenVisitCount: z
          .number()
          .int()
          .nullable()
          .describe('maintenance orders that are due and not done; null: not for the caller'),
        VisitCount: z.number().int().nullable().describe('maintenance orders that were due or done in 365 days'),
        OpenDebugCount: z.number().int().nullable().describe('commissioning orders; null: not for the caller'),
        DebugCount: z.number().int().nullable().describe('commissioning orders of 365 days'),
      }),
    )
    .describe('of its projects that the caller opens'),
  UndoableRenewal: z
    .object({ FromEnd: day, ToEnd: day })
    .nullable()
    .describe('the last renewal, while it can be undone'),
  WorkEventList: z
    .array(
      z.object({
        Kind: z.enum(customerWorkKindNames),
        Epoch: epochMs.describe('raised, reported, done or due, made'),
        TargetId: z.number().int().describe('of the alarm or the order'),
        ProjectId: z.number().int(),
        ProjectName: z.string(),
        Text: z.string(),
        IsOpen: z.boolean().describe('active, or not done'),
      }),
    )
    .describe(
      'alarms and orders of its projects in 365 days that the caller sees in their lists, the newest 100, the newest first',
    ),
  EventList: z.array(
    z.object({
      Kind: z.enum(customerEventKindNames),
      Epoch: epochMs,
      UserName: z.string().nullable().describe('none: by the clock'),
      FromEnd: day.nullable(),
      ToEnd: day.nullable(),
      Amount: z.number().nullable().describe('yuan'),
      ContractNumber: z.string().nullable(),
      LostReason: z.enum(lostReasonNames).nullable(),
      Reason: z.string(),
    }),
  ),
});
export type CustomerDetail = z.infer<typeof CustomerDetail>;

const positive = (max: number) =>
  integer.refine((value) => value >= 1 && value <= max, {
    error: say({ zh: `请输入 1 到 ${max} 的整数`, en: `A whole number from 1 to ${max}` }),
  });
export const ReminderRule = z.object({ DaysBefore: positive(365), Every: positive(365).describe('days') });

const profiles = ['customerProfiles'] as const;
const reads = ['customerProfiles', 'customerRenew'] as const;
const reason = nameOf({ zh: '原因', en: 'A reason' }, 2, 200);

const Band = z.object({
  Count: z.number().int(),
  YearlyFee: z.number().describe('yuan, of those that have one'),
  LowHealthCount: z.number().int().describe('of these, customers whose health is below 50'),
});

/** The specification names no calls for customers. */
export const customerCalls = defineCalls({
  getCustomerPage: {
    method: 'POST',
    path: '/Customer/GetCustomerPage',
    effect: 'read',
    access: reads,
    summary: { zh: '客户档案列表', en: 'Customers' },
    body: z.object({
      Text: searchText.describe('in shop, contract number, provider and contacts'),
      StateList: z.array(z.enum(customerStateNames)).max(customerStateNames.length).optional(),
      Controlled: flag.optional(),
      Province: searchText,
      Band: z.enum(renewalBandNames).optional().describe('those that are not lost, as GetRenewals counts them'),
      ProjectIdList: idFilter,
      SortType: z.enum(['name', 'start', 'end', 'fee', 'health']).default('end'),
      IsAsc: flag.default(true),
      ...page,
    }),
    data: pageOf(CustomerRow),
  },
  getCustomer: {
    method: 'GET',
    path: '/Customer/GetCustomer',
    effect: 'read',
    access: reads,
    summary: { zh: '客户详情', en: 'A customer with the course of its service' },
    query: z.object({ customerId: id }),
    data: CustomerDetail,
  },
  getRenewals: {
    method: 'GET',
    path: '/Customer/GetRenewals',
    effect: 'read',
    access: reads,
    summary: { zh: '续约概览', en: 'Customers by when their service ends' },
    query: z.object({}),
    data: z.object({ Expired: Band, Within30: Band, Within60: Band, Within90: Band, Later: Band }),
  },
  getCustomerTemplate: {
    method: 'GET',
    path: '/Customer/GetTemplate',
    effect: 'read',
    access: profiles,
    summary: { zh: '客户导入模板', en: 'The spreadsheet of customers to fill in' },
    query: z.object({}),
    data: 'file',
  },
  batchImportCustomer: {
    method: 'POST',
    path: '/Customer/BatchImport',
    effect: 'write',
    access: profiles,
    encoding: 'multipart',
    upload: importUpload,
    summary: { zh: '导入客户', en: 'Add the customers of a spreadsheet; none while a row is wrong' },
    query: z.object({ isDryRun: flag.default(false) }),
    data: SheetResult,
  },
  correctImportCustomer: {
    method: 'POST',
    path: '/Customer/CorrectImport',
    effect: 'read',
    access: profiles,
    encoding: 'multipart',
    upload: importUpload,
    summary: {
      zh: '下载待修正的客户行',
      en: 'The wrong rows of the same spreadsheet of customers, each with what is wrong',
    },
    query: z.object({}),
    data: 'file',
  },
  addCustomer: {
    method: 'POST',
    path: '/Customer/AddCustomer',
    effect: 'write',
    access: profiles,
    encoding: 'json',
    summary: { zh: '新增客户', en: 'Add a customer' },
    body: NewCustomer,
    data: z.object({ CustomerId: z.number().int() }),
  },
  editCustomer: {
    method: 'POST',
    path: '/Customer/EditCustomer',
    effect: 'write',
    access: profiles,
    encoding: 'json',
    summary: { zh: '修改客户', en: 'Change a customer; its end is moved by a renewal' },
    body: CustomerChange,
    data: z.null(),
  },
  deleteCustomer: {
    method: 'POST',
    path: '/Customer/DeleteCustomer',
    effect: 'write',
    access: profiles,
    summary: { zh: '删除客户', en: 'Delete customers; their projects stay' },
    body: z.object({ CustomerIdList: chosenIds }),
    data: z.object({ Deleted: z.number().int() }),
  },
  setCustomerControlled: {
    method: 'POST',
    path: '/Customer/SetControlled',
    effect: 'write',
    access: profiles,
    summary: { zh: '设为受控或非受控', en: 'Make customers controlled or uncontrolled' },
    body: z.object({ CustomerIdList: chosenIds, Controlled: flag, Reason: reason }),
    data: z.object({ Changed: z.number().int() }),
  },
  getReminderRule: {
    method: 'GET',
    path: '/Customer/GetReminderRule',
    effect: 'read',
    access: reads,
    summary: { zh: '到期提醒规则', en: 'When people are reminded of the end of a service' },
    query: z.object({}),
    data: z.object({ DaysBefore: z.number().int(), Every: z.number().int() }),
  },
  saveReminderRule: {
    method: 'POST',
    path: '/Customer/SaveReminderRule',
    effect: 'write',
    access: profiles,
    summary: { zh: '保存到期提醒规则', en: 'Set when people are reminded of the end of a service' },
    body: ReminderRule,
    data: z.null(),
  },
  addCustomerDocuments: {
    method: 'POST',
    path: '/Customer/AddDocuments',
    effect: 'write',
    access: profiles,
    encoding: 'multipart',
    // A little above what is taken, so that the handler says the limit in its own words.
    upload: { maxBytes: 2 * maxDocumentBytes, maxFiles: maxImagesAtOnce },
    summary: { zh: '添加客户文件', en: 'Keep documents with a customer, PDF or image; all of them, or none' },
    query: z.object({ customerId: id }),
    data: z.object({ Added: z.number().int() }),
  },
  deleteCustomerDocument: {
    method: 'POST',
    path: '/Customer/DeleteDocument',
    effect: 'write',
    access: profiles,
    summary: { zh: '删除客户文件', en: 'Delete a document of a customer' },
    body: z.object({ DocumentId: id }),
    data: z.null(),
  },
  renewCustomer: {
    method: 'POST',
    path: '/Customer/Renew',
    effect: 'write',
    access: ['customerRenew'],
    summary: { zh: '续约', en: 'Renew a customer; the monitoring of its projects runs to the new end' },
    body: z.object({
      CustomerId: id,
      FromEnd: day.describe('the end as it was seen: two people do not renew twice'),
      EndDate: day,
      ContractNumber: orEmpty(nameOf({ zh: '服务合同编号', en: 'A service contract number' }, 1, 50)),
      Amount: orNone(yuan).describe('yuan'),
      Note: freeText(200).default(''),
    }),
    data: z.object({ ProjectCount: z.number().int() }),
  },
  undoRenewal: {
    method: 'POST',
    path: '/Customer/UndoRenewal',
    effect: 'write',
    access: ['customerRenew'],
    summary: { zh: '撤销续约', en: 'Undo the last renewal; what it extended ends as before' },
    body: z.object({ CustomerId: id, ToEnd: day.describe('the end of the renewal as it was seen') }),
    data: z.object({ ProjectCount: z.number().int() }),
  },
  markCustomerLost: {
    method: 'POST',
    path: '/Customer/MarkLost',
    effect: 'write',
    access: ['customerRenew'],
    summary: { zh: '标记流失', en: 'Mark a customer as lost' },
    body: z.object({ CustomerId: id, LostReason: z.enum(lostReasonNames), Reason: freeText(200).default('') }),
    data: z.null(),
  },
  undoCustomerLost: {
    method: 'POST',
    path: '/Customer/UndoLost',
    effect: 'write',
    access: ['customerRenew'],
    summary: { zh: '撤销流失', en: 'Undo that a customer is lost' },
    body: z.object({ CustomerId: id }),
    data: z.null(),
  },
});
