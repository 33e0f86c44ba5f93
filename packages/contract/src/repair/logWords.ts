import { defineLogWords } from '../logs/defineLogWords.ts';
import { repairStatuses, repairStatusWords } from './kinds.ts';
import { repairActions } from './transitions.ts';

/** What the operation log calls the things of this domain, and their fields. */
// biome-ignore format: a table is read by columns
export const repairLogWords = defineLogWords({
  subjects: {
    repairOrder: { zh: '维修工单', en: 'Repair order' },
  },
  fields: {
    repairAction: { zh: '操作', en: 'Action', values: repairActions },
    repairStatus: { zh: '状态', en: 'Status', values: Object.fromEntries(repairStatuses.map((status) => [String(status), repairStatusWords[status]])) },
    repairer: { zh: '维修人员', en: 'Engineer' },
  },
});
