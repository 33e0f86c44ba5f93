import { defineLogWords } from '../logs/defineLogWords.ts';
import { faultCodeKinds, repairStatuses, repairStatusWords } from './kinds.ts';
import { repairActions } from './transitions.ts';

/** What the operation log calls the things of this domain, and their fields. */
// biome-ignore format: a table is read by columns
export const repairLogWords = defineLogWords({
  subjects: {
    repairOrder: { zh: '维修工单', en: 'Repair order' },
    faultCode: { zh: '故障代码', en: 'Fault code' },
    deviceSticker: { zh: '设备二维码', en: 'Device sticker' },
  },
  fields: {
    repairAction: { zh: '操作', en: 'Action', values: repairActions },
    repairStatus: { zh: '状态', en: 'Status', values: Object.fromEntries(repairStatuses.map((status) => [String(status), repairStatusWords[status]])) },
    faultCodeKind: { zh: '类型', en: 'Kind', values: faultCodeKinds },
    faultCodeActive: { zh: '启用', en: 'In use' },
    stickers: { zh: '二维码数', en: 'Stickers' },
    revokedAt: { zh: '作废时间', en: 'Revoked' },
    iso14224: { zh: 'ISO 14224 代码', en: 'ISO 14224 code' },
    repairer: { zh: '维修人员', en: 'Engineer' },
  },
});
