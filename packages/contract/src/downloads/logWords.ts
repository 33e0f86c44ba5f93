import { defineLogWords } from '../logs/defineLogWords.ts';
import { exportKinds } from './exportKinds.ts';

/** What the operation log calls the things of this domain, and their fields. */
// biome-ignore format: a table is read by columns
export const downloadLogWords = defineLogWords({
  subjects: {
    download: { zh: '导出', en: 'Export' },
  },
  fields: {
    exportKind: { zh: '导出内容', en: 'Exported list', values: exportKinds },
    filter: { zh: '筛选条件', en: 'Filter' },
    TimeQuantum: { zh: '时间段', en: 'Period' },
  },
});
