import { defineLogWords } from '../logs/defineLogWords.ts';
import { shelfKinds } from './kinds.ts';

/** What the operation log calls the things of this domain, and their fields. */
// biome-ignore format: a table is read by columns
export const alarmLogWords = defineLogWords({
  subjects: {
    alarm: { zh: '报警', en: 'Alarm' },
    alarmStrategy: { zh: '报警策略', en: 'Alarm policy' },
    strategyTemplate: { zh: '策略模板', en: 'Policy template' },
  },
  fields: {
    alarmTypes: { zh: '报警类型', en: 'Alarm types' },
    byHand: { zh: '执行人', en: 'Done by' },
    comment: { zh: '备注', en: 'Comment' },
    contacts: { zh: '联系人', en: 'Who is notified' },
    copyOf: { zh: '复制自', en: 'Copy of' },
    default: { zh: '默认角色', en: 'Default role' },
    escalateMinutes: { zh: '升级间隔（分钟）', en: 'Escalates after (minutes)' },
    followUp: { zh: '后续处理', en: 'Follow-up' },
    fromAt: { zh: '自', en: 'From' },
    hiddenAs: { zh: '隐藏方式', en: 'Hidden as', values: shelfKinds },
    hours: { zh: '时段', en: 'Hours' },
    instruction: { zh: '处置说明', en: 'Instruction' },
    instructionEn: { zh: '英文处置说明', en: 'Instruction in English' },
    levels: { zh: '级别', en: 'Levels' },
    notifyOnClear: { zh: '恢复时通知', en: 'Tells when it is over' },
    Operators: { zh: '值班人数', en: 'Operators' },
    StartDay: { zh: '开始日期', en: 'From' },
    EndDay: { zh: '结束日期', en: 'To' },
    ownLimits: { zh: '设备单独的限值', en: 'Limits of its own' },
    quantity: { zh: '数量', en: 'Quantity' },
    remarks: { zh: '备注', en: 'Remarks' },
    remarksEn: { zh: '英文备注', en: 'Remarks in English' },
    repeatMinutes: { zh: '重复通知（分钟）', en: 'Repeats every (minutes)' },
    reviewDate: { zh: '复核日期', en: 'Review on' },
    rules: { zh: '触发条件', en: 'Conditions' },
    untilAt: { zh: '至', en: 'Until' },
  },
});
