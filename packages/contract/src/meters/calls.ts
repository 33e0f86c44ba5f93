import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { say } from '../inputWords.ts';
import { partsOf } from '../partsOf.ts';
import { decimal } from '../points/fields.ts';
import { clearable } from '../projects/fields.ts';
import { day, epochMs, flag, freeText, id, integer, nameOf, page, pageOf, searchText } from '../scalars.ts';
import {
  ledgerKinds,
  loadClasses,
  prepaidModes,
  rechargeChannels,
  rechargeStates,
  switchStates,
  tripGates,
} from './kinds.ts';

const readers = ['energyView', 'energyEdit', 'meterRecharge', 'meterSwitch'] as const;
const keysOf = <Table extends object>(table: Table) => Object.keys(table) as [keyof Table & string];
const whole = z.number().int();

/** 1 fen to ¥1 000 000, in fen. */
const amountFen = integer.pipe(
  z
    .number()
    .min(1)
    .max(100_000_000, { error: say({ zh: '单笔最多 1000000 元', en: 'At most ¥1,000,000 at a time' }) }),
);
/** Up to `max`, with two decimals. */
const yuan = (max: number) =>
  decimal.refine((value) => value >= 0 && value <= max && Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, {
    error: say({
      zh: `请输入 0 到 ${max} 元之间、最多两位小数的金额`,
      en: `An amount from 0 to ¥${max}, two decimals at most`,
    }),
  });
/** Spec §5.3: at least 10 characters, as other reasons. */
const reason = freeText(200).refine((text) => [...text].length >= 10, {
  error: say({ zh: '原因至少 10 个字', en: 'A reason of at least 10 characters' }),
});

const accountFields = {
  Consumer: nameOf({ zh: '用户名称', en: 'A consumer' }, 1, 50),
  Phone: freeText(30).default(''),
  LoadClass: z
    .enum(keysOf(loadClasses))
    .default('protected')
    .describe('a protected load becomes interruptible by AskInterruptible and AgreeInterruptible alone'),
  LowDays: integer.pipe(z.number().min(1).max(60)).default(7).describe('notice when the balance lasts no longer'),
  Overdraft: yuan(100_000).default(0).describe('yuan; how far below 0 the balance may go before power can be cut'),
  HoardLimit: yuan(1_000_000)
    .refine((value) => value > 0)
    .default(50_000)
    .describe('yuan; the largest balance'),
  SwitchPointId: clearable(id).describe('1: power is on'),
};
export const NewPrepaidAccount = z.object({
  MeterId: id,
  ...accountFields,
  Mode: z.enum(keysOf(prepaidModes)).default('platform'),
  AmountPointId: clearable(id).describe('of a meter that holds the money: yuan to add'),
  CountPointId: clearable(id).describe('how many purchases it has taken'),
  ChargeFrom: day
    .optional()
    .describe(
      'first day that is charged; default: today, or the first day that the last account of the meter was not charged for',
    ),
  Opening: decimal.optional().describe('yuan; what was left elsewhere'),
});
export const PrepaidAccountChange = z.object({ AccountId: id, ...partsOf(accountFields) });
export const RechargeForm = z.object({
  OrderNumber: freeText(40).refine((text) => text.length >= 6, {
    error: say({ zh: '充值单号至少 6 个字符', en: 'An order number of at least 6 characters' }),
  }),
  AccountId: id,
  Amount: amountFen.describe('fen: 100 are ¥1. Other calls take yuan'),
  Channel: z.enum(keysOf(rechargeChannels)).default('cash'),
  ExternalId: freeText(80).default('').describe('of the payment, where it has one'),
});

/** A recharge as a person enters it: in yuan. */
export const RechargeDraft = RechargeForm.omit({ Amount: true }).extend({
  AmountYuan: yuan(1_000_000).refine((value) => value > 0, {
    error: say({ zh: '请输入大于 0 的金额', en: 'An amount above 0' }),
  }),
});

export const PrepaidRow = z.object({
  AccountId: whole,
  MeterId: whole.nullable(),
  MeterName: z.string().nullable(),
  Consumer: z.string(),
  Phone: z.string().nullable().describe('null: not for the caller'),
  Mode: z.enum(keysOf(prepaidModes)),
  LoadClass: z.enum(keysOf(loadClasses)),
  BalanceFen: whole.describe('with the energy that is not posted yet'),
  UnpostedFen: whole,
  AsOfEpoch: epochMs.nullable().describe('until when energy is in it'),
  FenPerDay: whole.nullable().describe('mean of the last seven days'),
  DaysLeft: z.number().nullable(),
  IsLow: z.boolean(),
  LowDays: whole,
  OverdraftFen: whole,
  HoardLimitFen: whole,
  SwitchPointId: whole.nullable(),
  SwitchPointName: z.string().nullable(),
  Switch: z.enum(keysOf(switchStates)).nullable().describe('null: it has none'),
  SwitchEpoch: epochMs.nullable(),
  ClosedEpoch: epochMs.nullable(),
  Loosening: z
    .object({
      AskName: z.string(),
      AskEpoch: epochMs,
      EndEpoch: epochMs.describe('until when another person may agree'),
      Reason: z.string(),
      IsYours: z.boolean().describe('the caller asked, and cannot agree'),
    })
    .nullable()
    .describe('somebody asked that the protected load may be switched off, and nobody else agreed yet'),
});
export type PrepaidRow = z.infer<typeof PrepaidRow>;
export const RechargeRow = z.object({
  OrderId: whole,
  AccountId: whole,
  Consumer: z.string(),
  OrderNumber: z.string(),
  AmountFen: whole,
  Channel: z.enum(keysOf(rechargeChannels)),
  ExternalId: z.string().nullable(),
  State: z.enum(keysOf(rechargeStates)),
  CreateEpoch: epochMs,
  CreateName: z.string().nullable(),
});
export type RechargeRow = z.infer<typeof RechargeRow>;
export const LedgerRow = z.object({
  EntryId: whole,
  Kind: z.enum(keysOf(ledgerKinds)),
  AmountFen: whole.describe('above 0 in favour of the customer'),
  BalanceFen: whole.describe('after it'),
  ThroughDay: day.nullable(),
  BookEpoch: epochMs,
  Note: z.string(),
  ByName: z.string().nullable(),
});
export type LedgerRow = z.infer<typeof LedgerRow>;
const Gates = z.array(
  z.object({
    Gate: z.enum(keysOf(tripGates)),
    IsMet: z.boolean(),
    BehindList: z.array(z.string()).describe('what is protected behind the meter: classes, end uses, other consumers'),
  }),
);

export const prepaidCalls = defineCalls({
  getPrepaidPage: {
    method: 'POST',
    path: '/ElectricMeter/GetMeterPage',
    effect: 'read',
    access: readers,
    summary: { zh: '预付费电表', en: 'Prepaid meters with balance and switch' },
    body: z.object({
      ProjectId: id,
      Text: searchText,
      SortType: z.enum(['consumer', 'balance', 'days']).default('consumer'),
      IsAsc: flag.default(true),
      ...page,
    }),
    data: pageOf(PrepaidRow),
  },
  addPrepaidAccount: {
    method: 'POST',
    path: '/ElectricMeter/AddAccount',
    effect: 'write',
    access: ['energyEdit'],
    encoding: 'json',
    summary: { zh: '开户', en: 'Open a prepaid account' },
    body: NewPrepaidAccount,
    data: z.object({ AccountId: whole }),
  },
  editPrepaidAccount: {
    method: 'POST',
    path: '/ElectricMeter/EditAccount',
    effect: 'write',
    access: ['energyEdit'],
    encoding: 'json',
    summary: { zh: '修改账户', en: 'Change a prepaid account' },
    body: PrepaidAccountChange,
    data: z.null(),
  },
  askInterruptible: {
    method: 'POST',
    path: '/ElectricMeter/AskInterruptible',
    effect: 'write',
    access: ['energyEdit'],
    identity: true,
    encoding: 'json',
    summary: {
      zh: '申请将受保护负荷改为可中断',
      en: 'Ask that a protected load may be switched off; another person has to agree within a day',
    },
    body: z.object({ AccountId: id, Reason: reason }),
    data: z.null(),
  },
  agreeInterruptible: {
    method: 'POST',
    path: '/ElectricMeter/AgreeInterruptible',
    effect: 'write',
    access: ['energyEdit'],
    identity: true,
    encoding: 'json',
    summary: {
      zh: '同意将受保护负荷改为可中断（非申请人）',
      en: 'Agree, as another person than the one who asked, that a protected load may be switched off',
    },
    body: z.object({ AccountId: id }),
    data: z.null(),
  },
  withdrawInterruptible: {
    method: 'POST',
    path: '/ElectricMeter/WithdrawInterruptible',
    effect: 'write',
    access: ['energyEdit'],
    encoding: 'json',
    summary: { zh: '撤回或拒绝该申请', en: 'Withdraw or refuse what was asked; the load stays protected' },
    body: z.object({ AccountId: id }),
    data: z.null(),
  },
  closePrepaidAccount: {
    method: 'POST',
    path: '/ElectricMeter/CloseAccount',
    effect: 'write',
    access: ['meterRecharge'],
    identity: true,
    encoding: 'json',
    summary: { zh: '销户：余额退还或核销', en: 'Close an account: what is left is refunded, what is owed written off' },
    body: z.object({ AccountId: id, Reason: reason }),
    data: z.object({ RefundFen: whole }),
  },
  rechargeMeter: {
    method: 'POST',
    path: '/ElectricMeter/Recharge',
    effect: 'write',
    access: ['meterRecharge'],
    encoding: 'json',
    summary: { zh: '充值；相同单号只入账一次', en: 'Credit a payment, once an order number however often it is sent' },
    body: RechargeForm,
    data: z.object({ OrderId: whole, State: z.enum(keysOf(rechargeStates)), BalanceFen: whole }),
  },
  deliverRecharge: {
    method: 'POST',
    path: '/ElectricMeter/Deliver',
    effect: 'write',
    access: ['meterRecharge'],
    encoding: 'json',
    answerSeconds: 120,
    summary: { zh: '下发充值到电表', en: 'Deliver a recharge to a meter that holds the money' },
    body: z.object({ OrderId: id }),
    data: z.object({ State: z.enum(keysOf(rechargeStates)) }),
  },
  settleRecharge: {
    method: 'POST',
    path: '/ElectricMeter/SettleDispute',
    effect: 'write',
    access: ['meterRecharge'],
    identity: true,
    encoding: 'json',
    summary: { zh: '核对充值结果', en: 'Say whether a disputed recharge is in the meter' },
    body: z.object({ OrderId: id, IsInMeter: z.boolean(), Reason: reason }),
    data: z.null(),
  },
  reverseRecharge: {
    method: 'POST',
    path: '/ElectricMeter/ReverseRecharge',
    effect: 'write',
    access: ['meterRecharge'],
    identity: true,
    encoding: 'json',
    summary: { zh: '冲正充值', en: 'Take a recharge back by an entry of its own' },
    body: z.object({ OrderId: id, Reason: reason }),
    data: z.null(),
  },
  getRechargePage: {
    method: 'POST',
    path: '/ElectricMeter/GetRechargePage',
    effect: 'read',
    access: readers,
    summary: { zh: '充值记录', en: 'Recharges' },
    body: z.object({ ProjectId: id, AccountId: id.optional(), IsAsc: flag.default(false), ...page }),
    data: pageOf(RechargeRow),
  },
  getLedgerPage: {
    method: 'POST',
    path: '/ElectricMeter/GetLedgerPage',
    effect: 'read',
    access: readers,
    summary: { zh: '账目明细', en: 'The ledger of an account' },
    body: z.object({ AccountId: id, ...page }),
    data: pageOf(LedgerRow),
  },
  getSwitchGates: {
    method: 'GET',
    path: '/ElectricMeter/GetSwitchGates',
    effect: 'read',
    access: readers,
    summary: { zh: '拉闸条件', en: 'What has to hold before power is cut, and whether it does' },
    query: z.object({ accountId: id }),
    data: Gates,
  },
  getTrips: {
    method: 'GET',
    path: '/ElectricMeter/GetTrips',
    effect: 'read',
    access: readers,
    summary: {
      zh: '拉闸是否启用',
      en: 'Whether power may be cut at all after a restored backup or a start of the server',
    },
    query: z.object({ projectId: id }),
    data: z.object({
      RestoreEpoch: epochMs.nullable().describe('of the backup that nobody armed cuts after; null: they are armed'),
      PauseEndEpoch: epochMs.nullable().describe('the server has just started: nothing is cut until then'),
      ArmEpoch: epochMs.nullable(),
      ArmName: z.string().nullable(),
      Reason: z.string().nullable(),
    }),
  },
  armTrips: {
    method: 'POST',
    path: '/ElectricMeter/ArmTrips',
    effect: 'write',
    access: ['meterSwitch'],
    identity: true,
    encoding: 'json',
    summary: {
      zh: '恢复备份后重新启用拉闸',
      en: 'Arm cuts again after a backup was restored, once its balances are checked',
    },
    body: z.object({ ProjectId: id, Reason: reason }),
    data: z.null(),
  },
  orderSwitch: {
    method: 'POST',
    path: '/ElectricMeter/OrderSwitch',
    effect: 'write',
    access: ['meterSwitch'],
    identity: true,
    encoding: 'json',
    answerSeconds: 120,
    summary: { zh: '拉闸或合闸', en: 'Switch a meter off or on, with read-back' },
    body: z.object({ AccountId: id, Want: z.enum(['off', 'on']), Reason: reason }),
    data: z.object({ State: z.enum(['done', 'failed', 'unknown']) }),
  },
});
