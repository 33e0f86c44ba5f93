import { defineLogWords } from '../logs/defineLogWords.ts';

/** What the operation log calls the things of this domain, and their fields. */
// biome-ignore format: a table is read by columns
export const analysisLogWords = defineLogWords({
  subjects: {
    serviceLimits: { zh: '服务统计限值', en: 'Limits of the service statistics' },
  },
  fields: {
    alarmChangeMax: { zh: '报警变化率上限（%）', en: 'Change of alarms at most (%)' },
    confirmMin: { zh: '确认率下限（%）', en: 'Acknowledgement rate at least (%)' },
    processMin: { zh: '处理率下限（%）', en: 'Processing rate at least (%)' },
    repairChangeMax: { zh: '维修变化率上限（%）', en: 'Change of repair orders at most (%)' },
  },
});
