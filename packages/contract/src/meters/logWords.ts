import { defineLogWords } from '../logs/defineLogWords.ts';
import { ledgerKinds, loadClasses, prepaidModes, rechargeStates } from './kinds.ts';

// biome-ignore format: a table is read by columns
export const prepaidLogWords = defineLogWords({
  subjects: {
    prepaidAccount: { zh: '预付费账户', en: 'Prepaid account' },
    recharge: { zh: '充值', en: 'Recharge' },
    meterSwitch: { zh: '电表开关', en: 'Meter switch' },
  },
  fields: {
    amountYuan: { zh: '金额（元）', en: 'Amount (¥)' },
    consumer: { zh: '用户', en: 'Consumer' },
    hoardLimitYuan: { zh: '余额上限（元）', en: 'Largest balance (¥)' },
    ledgerKind: { zh: '记账类型', en: 'Entry', values: ledgerKinds },
    loadAskedBy: { zh: '申请人', en: 'Asked by' },
    loadClass: { zh: '负荷类型', en: 'Load', values: loadClasses },
    loadClassAsked: { zh: '申请改为', en: 'Asked to become', values: loadClasses },
    lowDays: { zh: '提醒天数', en: 'Notice days' },
    overdraftYuan: { zh: '透支额度（元）', en: 'Overdraft (¥)' },
    prepaidMode: { zh: '计费方式', en: 'Money', values: prepaidModes },
    rechargeOrderNumber: { zh: '充值单号', en: 'Order number' },
    rechargeState: { zh: '充值状态', en: 'State', values: rechargeStates },
    tripsArmed: { zh: '拉闸启用', en: 'Cuts armed' },
    switchedTo: { zh: '开关', en: 'Switched', values: { on: { zh: '合闸', en: 'on' }, off: { zh: '拉闸', en: 'off' } } },
  },
});
