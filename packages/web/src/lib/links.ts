/** Addresses that one domain offers to the others. */
export const links = {
  /** The device's own page; `project` lets the shell switch to the device's project first. */
  device: (deviceId: number, projectId?: number): string =>
    `/monitor/unit?id=${deviceId}${projectId ? `&project=${projectId}` : ''}`,
  /** What is known of a device: its plate, its properties, its points. */
  deviceRecord: (deviceId: number): string => `/deviceManage/deviceDetail?id=${deviceId}`,
  companyDevices: '/deviceManage/deviceList',
  /** The project's alarm list with this alarm's detail open. */
  alarm: (alarmId: number, projectId?: number): string =>
    `/alarmManage/index?alarm=${alarmId}${projectId ? `&project=${projectId}` : ''}`,
  alarms: '/alarmManage/index',
  /** A fault warning with its evidence open. */
  warning: (warningId: number, projectId: number): string =>
    `/alarmManage/index?tab=warnings&warning=${warningId}&project=${projectId}`,
  /** The alarms that are open now, whichever tab the user was last on. */
  currentAlarms: '/alarmManage/index?tab=current',
  allProjectAlarms: '/alarmManageWithAllProject/index',
  /** The open alarms of one project. */
  alarmsOfProject: (projectId: number): string => `/alarmManage/index?tab=current&project=${projectId}`,
  /** A maintenance visit with what is asked in it open. */
  visit: (orderId: number): string => `/maintenanceManage/order?visit=${orderId}`,
  visits: '/maintenanceManage/order',
  contracts: '/maintenanceManage/pact',
  /** What a team has open: contracts that are not over, visits to come, and repairs that wait for it. */
  contractsOfTeam: (teamId: number): string => `/maintenanceManage/pact?team=${teamId}&current=1`,
  visitsOfTeam: (teamId: number): string => `/maintenanceManage/order?team=${teamId}&state=planned,started`,
  repairsOfTeam: (teamId: number): string => `/repairMaintain/repairOrderWithAllProject?team=${teamId}&status=1,2,3`,
  /** What a project used in these days against its baselines, `YYYY-MM-DD`. */
  energyOfDays: (projectId: number, { from, to }: { from: string; to: string }): string =>
    `/energyManage/index?from=${from}&to=${to}&project=${projectId}`,
  /** What energy figures are made of, with one of its tabs open. */
  energySettings: (tab: string, projectId: number): string =>
    `/energyManage/dataConfig?tab=${tab}&project=${projectId}`,
  prepaidMeters: (projectId: number): string => `/monitor/supplypower?tab=prepaid&project=${projectId}`,
  /** An asset, as its label names it. */
  asset: (code: string): string => `/a/${encodeURIComponent(code)}`,
  /** Alarms of one device in its project's list. */
  alarmsOfDevice: (
    deviceId: number,
    projectId: number,
    tab: 'current' | 'past',
    raised?: { from: string; to: string },
  ): string =>
    `/alarmManage/index?${new URLSearchParams({ tab, device: String(deviceId), project: String(projectId), ...raised })}`,
  /** Repair orders of one device in its project's list. @param days as `2026-11-24`; null: open ones of any day, `ever`: all */
  repairsOfDevice: (deviceId: number, projectId: number, days: { from: string; to: string } | 'ever' | null): string =>
    `/repairMaintain/repairOrder?${new URLSearchParams({
      device: String(deviceId),
      project: String(projectId),
      ...(days === null ? { status: '1,2,3,4,6' } : { status: '1,2,3,4,6,7', ...(days === 'ever' ? {} : days) }),
    })}`,
  /** One alarm strategy; `project` lets the shell switch to its project first. */
  strategy: (strategyId: number, projectId?: number): string =>
    `/alarmManage/thresholdAlarmEdit?id=${strategyId}${projectId ? `&project=${projectId}` : ''}`,
  newStrategy: '/alarmManage/thresholdAlarmEdit',
  /** Policies that are proposed for these devices; `all`: for every device of the project that no policy watches. */
  policiesFor: (deviceIds: readonly number[] | 'all'): string =>
    `/alarmManage/thresholdAlarmEdit?devices=${deviceIds === 'all' ? 'all' : deviceIds.join()}`,
  strategies: '/alarmManage/index?tab=strategy',
  /** Templates of alarm strategies, of one class of devices. */
  strategyTemplates: (classId?: number): string =>
    `/deviceManage/strategyTemplate${classId ? `?class=${classId}` : ''}`,
  strategyTemplate: (templateId: number): string => `/deviceManage/StrategyEdit?id=${templateId}`,
  copyOfStrategyTemplate: (templateId: number): string => `/deviceManage/StrategyEdit?copy=${templateId}`,
  newStrategyTemplate: '/deviceManage/StrategyEdit',
  eventNotices: '/eventCenter/index?tab=notices',
  newEventNotice: '/eventCenter/eventNoticeEdit',
  /** One event notice; `project` lets the shell switch to its project first. */
  eventNotice: (noticeId: number, projectId: number): string =>
    `/eventCenter/eventNoticeEdit?id=${noticeId}&project=${projectId}`,
  /** The diagrams of the project. */
  diagrams: '/monitor/configuration',
  /** A diagram of a class as it shows one device. */
  deviceOnDiagram: (diagramId: number, deviceId: number): string =>
    `/monitor/configuration?diagram=${diagramId}&device=${deviceId}`,
  /** A circuit or another diagram that follows from the devices; `of` null: of the whole project. */
  generatedDiagram: (kind: string, of: number | null): string =>
    `/monitor/configuration?made=${kind}${of === null ? '' : `&of=${of}`}`,
  diagram: (diagramId: number): string => `/monitor/configuration?diagram=${diagramId}`,
  /** The pictures of the project's cameras. */
  passenger: '/monitor/passenger',
  videos: '/monitor/videoMonitor',
  /** The floor plans of the project. */
  plans: '/monitor/planShow',
  energy: '/energyManage/index',
  /** Energy of all projects, for people who analyse the company. */
  energyOfCompany: '/analysis/energyConsumption',
  /** How good alarms are, and what was known of points. */
  alarmAnalysis: '/analysis/alarm',
  plan: (planId: number): string => `/monitor/planShow?planId=${planId}`,
  /** A plan or diagram, which its own link names, as it stood at a moment, epoch ms. */
  drawingAt: (path: string, at: number, projectId: number): string => `${path}&at=${at}&project=${projectId}`,
  newPlan: '/monitor/planCreate',
  drawPlan: (planId: number): string => `/monitor/planCreate?planId=${planId}`,
  placeOnSite: (planId: number): string => `/monitor/planCreate?planId=${planId}&onSite=1`,
  planWindow: (planId: number): string => `/plan?planId=${planId}`,
  customer: (customerId: number): string => `/customerProfileManage/detail?id=${customerId}`,
  customers: '/customerProfileManage/index',
  debugOrder: (orderId: number): string => `/maintenanceManage/debugOrderEdit?id=${orderId}`,
  debugOrders: '/maintenanceManage/debug',
  newDebugOrder: '/maintenanceManage/debugOrderAdd',
  maintenanceTemplate: (templateId: number): string => `/maintenanceManage/templateDetail?id=${templateId}`,
  maintenanceTemplates: '/maintenanceManage/template',
  companyRepairs: '/repairMaintain/repairOrderWithAllProject',
  /** The orders that a figure of the analysis counts; days as `2026-11-24`. `only`: those of one class, team, engineer or cause. */
  companyRepairsOf: ({
    figure,
    from,
    to,
    projectIds,
    only = {},
  }: {
    figure: string;
    from: string;
    to: string;
    projectIds: readonly number[];
    only?: Readonly<Partial<Record<'class' | 'team' | 'engineer' | 'code', string>>>;
  }): string =>
    `/repairMaintain/repairOrderWithAllProject?${new URLSearchParams({
      figure,
      from,
      to,
      ...(projectIds.length > 0 ? { in: projectIds.join(',') } : {}),
      ...only,
    })}`,
  maintenanceOrders: '/maintenanceManage/order',
  bootUnits: '/unitManage',
  companyRegister: '/companyRegister',
  /** Records that are proof, with one of its tabs open. */
  proof: (tab: string, projectId?: number): string =>
    `/reportManage/proof?tab=${tab}${projectId ? `&project=${projectId}` : ''}`,
  reports: '/reportManage/list',
  downloads: '/download/Index',
  forbidden: '/403/index',
  profile: '/userSet/myInformation',
  /** The gateway's own page; `project` lets the shell switch to its project first. */
  gateway: (gatewayId: number, projectId?: number): string =>
    `/terminalManage/gatewayDetail?id=${gatewayId}${projectId ? `&project=${projectId}` : ''}`,
  gateways: '/terminalManage/gateway',
  /** The points of the project; devices are made of them there. */
  points: '/projectConfig/pointAssociate',
  projectMembers: '/projectConfig/member',
  slave: (slaveId: number, projectId?: number): string =>
    `/terminalManage/slaveStationDetail?id=${slaveId}${projectId ? `&project=${projectId}` : ''}`,
  pointsOfSlave: (slaveId: number, projectId: number): string =>
    `/projectConfig/pointAssociate?slave=${slaveId}&project=${projectId}`,
  pointsNamed: (name: string, projectId: number): string =>
    `/projectConfig/pointAssociate?q=${encodeURIComponent(name)}&project=${projectId}`,
  assetsNamed: (name: string, projectId: number): string =>
    `/assetManage/assetList?q=${encodeURIComponent(name)}&project=${projectId}`,
  /** A project's computed points of this name. */
  computedPoints: (name: string, projectId: number): string =>
    `/projectConfig/pointAssociate?kind=computed&q=${encodeURIComponent(name)}&project=${projectId}`,
  /** What a Modbus gateway and its slaves say, byte by byte; begins with one slave where it is given. */
  workbench: (gatewayId: number, projectId?: number, slaveId?: number): string =>
    `/terminalManage/workbench?id=${gatewayId}${slaveId ? `&slave=${slaveId}` : ''}${projectId ? `&project=${projectId}` : ''}`,
  vpnOfGateway: (gatewayId: number): string => `/projectConfig/gatewayConfigurationVPN?gateway=${gatewayId}`,
  /** The repair orders of the project. */
  repairs: '/repairMaintain/repairOrder',
  /** One repair order; `project` lets the shell switch to its project first. */
  repair: (repairId: number, projectId?: number): string =>
    `/repairMaintain/repairDetails?id=${repairId}${projectId ? `&project=${projectId}` : ''}`,
  scheduledTasks: '/deviceManage/scheduleTask',
  /** The same beside those of all projects. */
  companyRepair: (repairId: number): string => `/maintenanceManage/repairDetails?id=${repairId}`,
  /** Orders for a phone, or one of them. */
  repairApp: (repairId?: number): string =>
    `/repairMaintain/repairTemplate/repairApp${repairId ? `?id=${repairId}` : ''}`,
  /** One waybill; `project` lets the shell switch to its project first. */
  waybill: (waybillId: number, projectId?: number): string =>
    `/monitor/waybillTrack?id=${waybillId}${projectId ? `&project=${projectId}` : ''}`,
  waybills: '/monitor/waybillTrack',
  /** One vehicle; `project` lets the shell switch to its project first. */
  car: (carId: number, projectId?: number): string =>
    `/monitor/carDetail?id=${carId}${projectId ? `&project=${projectId}` : ''}`,
  geofences: '/monitor/geofence',
  carTrack: (carId: number): string => `/monitor/carTrack?car=${carId}`,
  gatewayTrack: (gatewayId: number): string => `/terminalManage/terminalTrack?id=${gatewayId}`,
  /** One published report. */
  report: (reportId: number): string => `/reportManage/releaseList?id=${reportId}`,
  memberNamed: (name: string): string => `/personnelManage/member?q=${encodeURIComponent(name)}`,
  login: (redirect?: string): string => `/login${redirect ? `?redirect=${encodeURIComponent(redirect)}` : ''}`,
  overviewMap: '/map/index',
  /** The first screen that the user may open in the project. */
  project: (projectId: number): string => `/?project=${projectId}`,
  /** The first screen that the user may open. */
  start: '/',
  /** The company's projects, where new ones are made. */
  projectManage: '/projectManage',
  /** Where a project's place on the map is set. */
  projectPosition: (projectId: number): string => `/projectConfig/updatePosition?project=${projectId}`,
} as const;
