import { defineLogWords } from '../logs/defineLogWords.ts';
import { contractParties, maintenanceCycles, maintenanceStates, planKinds, visitRoles } from './kinds.ts';

/** What the operation log calls the things of this domain, and their fields. */
// biome-ignore format: a table is read by columns
export const maintenanceLogWords = defineLogWords({
  subjects: {
    maintenanceContract: { zh: '维保合同', en: 'Maintenance contract' },
    maintenanceOrder: { zh: '维保工单', en: 'Maintenance order' },
    maintenancePlan: { zh: '维保计划', en: 'Maintenance plan' },
    maintenanceTeam: { zh: '维保单位', en: 'Maintenance team' },
    maintenanceTemplate: { zh: '维保模板', en: 'Maintenance template' },
  },
  fields: {
    serviceTargets: { zh: '服务时限', en: 'Service targets' },
    planKind: { zh: '触发方式', en: 'Triggered', values: planKinds },
    planSteps: { zh: '运行小时', en: 'Hours of running' },
    planEnabled: { zh: '计划启用', en: 'Plan enabled' },
    planEpoch: { zh: '重新计时', en: 'Counted anew' },
    mergedOrders: { zh: '合并工单', en: 'Merged visits' },
    answersGiven: { zh: '填写项', en: 'Answers' },
    assignedTo: { zh: '维保人员', en: 'Assigned to' },
    firstMaintenance: { zh: '首次维保日期', en: 'First maintenance' },
    maintenanceCycle: { zh: '维保周期', en: 'Cycle', values: maintenanceCycles },
    maintenanceCycleCount: { zh: '周期数', en: 'Number of cycles' },
    maintenanceNumber: { zh: '合同编号', en: 'Contract number' },
    maintenanceState: { zh: '维保状态', en: 'State', values: maintenanceStates },
    maintenanceTemplates: { zh: '模板', en: 'Templates' },
    maintenanceUnit: { zh: '维保单位', en: 'Maintenance unit' },
    partyA: { zh: '甲方', en: 'Party A' },
    photos: { zh: '照片', en: 'Photos' },
    plannedOn: { zh: '计划日期', en: 'Planned on' },
    projectsOfContract: { zh: '合同项目', en: 'Projects' },
    signatory: { zh: '签字人', en: 'Signatory' },
    signedBy: { zh: '签署方', en: 'Signed by', values: contractParties },
    signingRole: { zh: '签字角色', en: 'Signs as', values: visitRoles },
    teamAreas: { zh: '维保区域', en: 'Areas' },
    teamEnabled: { zh: '启用', en: 'Enabled' },
    teamMembers: { zh: '成员', en: 'Members' },
    teamTypeList: { zh: '类型', en: 'Types' },
    templateRevision: { zh: '版本', en: 'Revision' },
    templateType: { zh: '模板类型', en: 'Type' },
    valuesRead: { zh: '自动读取', en: 'Values read' },
    termFrom: { zh: '合同开始', en: 'Term from' },
    termTo: { zh: '合同结束', en: 'Term to' },
    signingDay: { zh: '签约日期', en: 'Signing date' },
  },
});
