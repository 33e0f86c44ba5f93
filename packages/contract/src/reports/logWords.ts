import { defineLogWords } from '../logs/defineLogWords.ts';
import { reportCycleWords, reportStatusWords } from './kinds.ts';

/** What the operation log calls the things of this domain, and their fields. */
// biome-ignore format: a table is read by columns
export const reportLogWords = defineLogWords({
  subjects: {
    report: { zh: '报告', en: 'Report' },
    reportPolicy: { zh: '报告策略', en: 'Report policy' },
  },
  fields: {
    autoPublish: { zh: '自动发布', en: 'Published by itself' },
    reportContents: { zh: '报告内容', en: 'Contents' },
    reportCycle: { zh: '报告周期', en: 'Cycle', values: reportCycleWords },
    reportIndicators: { zh: '指标目标', en: 'Targets' },
    reportPeriod: { zh: '报告期间', en: 'Period' },
    reportStatus: { zh: '报告状态', en: 'Status', values: Object.fromEntries(Object.entries(reportStatusWords)) },
    runAt: { zh: '生成时间', en: 'Made at' },
  },
});
