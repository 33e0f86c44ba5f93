import { defineText } from '../lib/defineText.ts';

export const closingText = defineText({
  closings: { zh: '月度关账', en: 'Closing of months' },
  hint: {
    zh: '关账后，该月的电量、电费和碳排放保持不变；之后补传的数据、重新计算和排放因子的修改都不影响它，只在此列出差异。',
    en: 'Energy, money and CO2 of a closed month stay as they are. Late readings, recalculations and other factors leave it; what they would change stands here.',
  },
  year: { zh: '年份', en: 'Year' },
  month: { zh: '月份', en: 'Month' },
  state: { zh: '状态', en: 'State' },
  energy: { zh: '电量（kWh）', en: 'Energy (kWh)' },
  money: { zh: '电费（元）', en: 'Cost (¥)' },
  coverage: { zh: '实测', en: 'Measured' },
  openPoints: { zh: '待处理', en: 'To settle' },
  suspect: { zh: (kwh: string) => `未计入 ${kwh} kWh`, en: (kwh: string) => `${kwh} kWh not counted` },
  provisional: { zh: '电价未定', en: 'Prices not final' },
  would: { zh: '重新开账后的变化', en: 'Would change by' },
  change: {
    zh: (kwh: string, yuan: string) => `${kwh} kWh，¥ ${yuan}`,
    en: (kwh: string, yuan: string) => `${kwh} kWh, ¥ ${yuan}`,
  },
  days: { zh: (n: number) => `${n} 个表日`, en: (n: number) => (n === 1 ? '1 day of a meter' : `${n} days of meters`) },
  by: {
    zh: (name: string, time: string) => `${name}，${time}`,
    en: (name: string, time: string) => `${name}, ${time}`,
  },
  close: { zh: '关账', en: 'Close month' },
  closeOf: { zh: (month: string) => `${month} 关账`, en: (month: string) => `Close ${month}` },
  closeSays: {
    zh: (kwh: string, yuan: string) => `将按 ${kwh} kWh、¥ ${yuan} 关账。`,
    en: (kwh: string, yuan: string) => `It will be closed with ${kwh} kWh and ¥ ${yuan}.`,
  },
  reopen: { zh: '重新开账', en: 'Open again' },
  reopenOf: { zh: (month: string) => `重新开账：${month}`, en: (month: string) => `Open ${month} again` },
  reopenSays: {
    zh: '该月将在几分钟内按现有读数重新结算，已对外提供的数字可能改变。',
    en: 'Within minutes it is settled once more by the readings there are now; figures that others have may change.',
  },
  reason: { zh: '原因（至少 2 个字）', en: 'Reason (2 characters at least)' },
  reasonLong: { zh: '原因（至少 10 个字）', en: 'Reason (10 characters at least)' },
  closed: { zh: '已关账', en: 'Closed' },
  reopened: { zh: '已重新开账', en: 'Open again' },
  empty: { zh: '这一年没有能耗数据', en: 'There is no energy of this year' },
});
