import { defineLogWords } from '../logs/defineLogWords.ts';
import { againstWhat } from './calls.ts';

/** What the operation log calls the things of this domain, and their fields. */
// biome-ignore format: a table is read by columns
export const analysisLogWords = defineLogWords({
  subjects: {
    serviceLimits: { zh: '服务统计限值', en: 'Limits of the service statistics' },
  },
  fields: {
    Against: { zh: '对比', en: 'Held against', values: againstWhat },
    End: { zh: '结束日期', en: 'To' },
    Group: {
      zh: '分组',
      en: 'Grouped by',
      values: {
        class: { zh: '设备类型', en: 'class' },
        brand: { zh: '品牌', en: 'make' },
        model: { zh: '型号', en: 'model' },
      },
    },
    Start: { zh: '开始日期', en: 'From' },
    alarmChangeMax: { zh: '报警变化率上限（%）', en: 'Change of alarms at most (%)' },
    confirmMin: { zh: '确认率下限（%）', en: 'Acknowledgement rate at least (%)' },
    processMin: { zh: '处理率下限（%）', en: 'Processing rate at least (%)' },
    repairChangeMax: { zh: '维修变化率上限（%）', en: 'Change of repair orders at most (%)' },
  },
});
