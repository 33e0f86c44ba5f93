import { defineLogWords } from '../logs/defineLogWords.ts';
import { debugChecks, debugStatuses, handoverRoles } from './kinds.ts';

/** What the operation log calls the things of this domain, and their fields. */
// biome-ignore format: a table is read by columns
export const commissioningLogWords = defineLogWords({
  subjects: {
    debugOrder: { zh: '调试工单', en: 'Commissioning order' },
    storeTemplate: { zh: '门店模板', en: 'Store template' },
  },
  fields: {
    actualHours: { zh: '实际工时', en: 'Actual hours' },
    debugAddress: { zh: '地址', en: 'Address' },
    debugCheck: { zh: '检查项', en: 'Item', values: debugChecks },
    debugPerson: { zh: '调试人员', en: 'Commissioning engineer' },
    debugStatus: { zh: '调试状态', en: 'Status', values: debugStatuses },
    estimatedHours: { zh: '预计工时', en: 'Estimated hours' },
    installUnit: { zh: '安装单位', en: 'Installer' },
    isTicked: { zh: '已勾选', en: 'Ticked' },
    isWaived: { zh: '已豁免', en: 'Waived' },
    machineType: { zh: '机型', en: 'Machine type' },
    plannedFrom: { zh: '计划开始', en: 'Planned from' },
    plannedTo: { zh: '计划结束', en: 'Planned to' },
    handoverRole: { zh: '交接签字角色', en: 'Signs the handover as', values: handoverRoles },
    testMessages: { zh: '测试消息', en: 'Test messages' },
    storeTemplate: { zh: '门店模板', en: 'Store template' },
    storeParts: { zh: '区域和设备数', en: 'Areas and devices' },
    areasAdded: { zh: '新增区域数', en: 'Areas added' },
    devicesAdded: { zh: '新增设备数', en: 'Devices added' },
    launchedAt: { zh: '投运时间', en: 'In service since' },
    debugRegion: { zh: '地区', en: 'Region' },
  },
});
