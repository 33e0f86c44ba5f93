import type { Bilingual } from '../call.ts';

export interface ExportKind extends Bilingual {
  /** `DownloadType` on the wire. 0 to 2 are the specification's (historical alarms, point data, operation log); ours start at 100. */
  readonly type: number;
  /**
   * The read call of the list: an export takes its very input, without the page, and needs the right to make that call.
   */
  readonly call: string;
  /** The call that answers the same list as a file at once, where there is one: an export needs the right to make it, too. */
  readonly file?: string;
}

/** Every list that can be exported in the background. */
// biome-ignore format: a table is read by columns
export const exportKinds = {
  alarmHealth: { type: 167, call: 'getAlarmHealth', zh: '报警健康度', en: 'Alarm health' },
  alarmHistory: { type: 0, call: 'getAlarmClear', file: 'downloadAlarmClear', zh: '历史报警', en: 'Past alarms' },
  alarmProof: { type: 168, call: 'getAlarmProof', zh: '报警完整性核对', en: 'Alarms compared with history' },
  alarms: { type: 160, call: 'getAlarmAct', file: 'exportAlarmAct', zh: '当前报警', en: 'Current alarms' },
  analysedDevices: { type: 252, call: 'getDeviceAnalysis', zh: '设备运营分析', en: 'Operations by equipment' },
  analysedProjects: { type: 253, call: 'getHomeAnalysis', zh: '项目运营分析', en: 'Operations by project' },
  assetContracts: { type: 240, call: 'getAssetContractPage', zh: '资产合同', en: 'Asset contracts' },
  assets: { type: 239, call: 'getAssetPage', zh: '资产列表', en: 'Assets' },
  bootUnits: { type: 243, call: 'getBootUnitPage', zh: '机组列表', en: 'Condensing units' },
  cameras: { type: 150, call: 'getCameraPage', zh: '摄像头列表', en: 'Cameras' },
  confirmedAlarms: { type: 172, call: 'getAlarmAct', file: 'exportAlarmAct', zh: '已确认报警', en: 'Acknowledged alarms' },
  customers: { type: 241, call: 'getCustomerPage', zh: '客户档案', en: 'Customers' },
  debugOrders: { type: 236, call: 'getDebugOrderPage', zh: '调试工单', en: 'Commissioning orders' },
  deletedProjects: { type: 103, call: 'getSubareaDelPage', file: 'exportSubareaDelPage', zh: '已删除项目', en: 'Deleted projects' },
  devicePoints: { type: 121, call: 'queryPointRead', zh: '实时点位', en: 'Live points' },
  devices: { type: 120, call: 'getModelTreePage', file: 'exportModelTreePage', zh: '设备列表', en: 'Devices' },
  energyByProject: { type: 251, call: 'getEnergyByProject', zh: '各项目能耗', en: 'Energy by project' },
  energyMonths: { type: 250, call: 'getEnergyMonths', zh: '能耗月报表', en: 'Energy by month' },
  faultWarnings: { type: 166, call: 'preAlarmPage', zh: '故障预警', en: 'Fault warnings' },
  gateways: { type: 110, call: 'showDeviceList', file: 'exportDeviceList', zh: '网关列表', en: 'Gateways' },
  hiddenAlarms: { type: 162, call: 'getAlarmHidden', zh: '已隐藏的报警', en: 'Hidden alarms' },
  maintenanceContracts: { type: 238, call: 'getContractPage', zh: '维保合同', en: 'Maintenance contracts' },
  maintenanceOrders: { type: 237, call: 'getMaintenanceOrderPage', zh: '维保工单', en: 'Maintenance orders' },
  members: { type: 101, call: 'getUserRoleSubareaList', zh: '成员', en: 'Members' },
  operationLog: { type: 2, call: 'getOperationLogPage', zh: '操作日志', en: 'Operation log' },
  pendingAlarms: { type: 161, call: 'getAlarmPendingSolve', file: 'exportAlarm', zh: '未处理报警', en: 'Alarms not handled yet' },
  pointHistory: { type: 1, call: 'downHistoryDataToExcelOrPdf', zh: '点位数据', en: 'Point data' },
  points: { type: 135, call: 'getPointPage', zh: '项目点位', en: 'Points of a project' },
  projects: { type: 102, call: 'getProjectPage', file: 'exportProjectPage', zh: '项目列表', en: 'Projects' },
  pushStatistics: { type: 163, call: 'getPushStatisticsList', file: 'exportPushStatisticsList', zh: '人员推送统计', en: 'Messages by person' },
  securityEvents: { type: 190, call: 'getSecurityEventPage', zh: '安全事件', en: 'Security events' },
  repairOrders: { type: 230, call: 'getNewRepairActivePage', file: 'exportNewRepairActivePage', zh: '维修工单', en: 'Repair orders' },
  smsPushes: { type: 164, call: 'getSmsPushLogPage', file: 'exportSmsPushInfoList', zh: '短信推送记录', en: 'SMS about alarms' },
  pushDays: { type: 165, call: 'getAlarmPushStatus', file: 'exportAlarmPushStatistical', zh: '报警推送情况', en: 'Messages by day' },
  stocktakeItems: { type: 242, call: 'getStocktakeItemPage', zh: '盘点明细', en: 'Stocktake' },
  weather: { type: 151, call: 'getWeatherPage', file: 'exportWeatherPage', zh: '历史天气', en: 'Weather' },
  writeRecords: { type: 140, call: 'batchWriteRecord', zh: '写入记录', en: 'Write log' },
} as const satisfies Record<string, ExportKind>;

export type ExportKindName = keyof typeof exportKinds;
