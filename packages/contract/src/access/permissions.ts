import type { Bilingual } from '../call.ts';

/** The tabs of the role editor. Spec §6. */
export const permissionPlatforms = {
  business: { zh: '业务平台', en: 'Business platform' },
  data: { zh: '数据平台', en: 'Data platform' },
  bigScreen: { zh: '数据大屏', en: 'Data screen' },
} as const satisfies Record<string, Bilingual>;
export type Platform = keyof typeof permissionPlatforms;

/** The branches of the role tree, in their order. */
export const permissionGroups = {
  monitoring: { zh: '远程监控', en: 'Monitoring' },
  history: { zh: '历史数据', en: 'History' },
  alarms: { zh: '报警', en: 'Alarms' },
  devices: { zh: '设备接入', en: 'Gateways and devices' },
  places: { zh: '项目', en: 'Projects' },
  people: { zh: '人员与权限', en: 'People and permissions' },
  energy: { zh: '能耗与电表', en: 'Energy and meters' },
  reports: { zh: '报告', en: 'Reports' },
  transport: { zh: '运输', en: 'Transport' },
  work: { zh: '工单', en: 'Work orders' },
  boot: { zh: '远程开机', en: 'Remote start' },
  assets: { zh: '资产与客户', en: 'Assets and customers' },
  logs: { zh: '日志', en: 'Logs' },
  company: { zh: '企业', en: 'Company' },
  installation: { zh: '平台运营', en: 'Running this installation' },
} as const satisfies Record<string, Bilingual>;
export type PermissionGroup = keyof typeof permissionGroups;

export interface Permission extends Bilingual {
  /** The number of the specification (§6) where it shows one; ours start at 1000. Stored with roles: never reuse one. */
  readonly id: number;
  readonly platform: Platform;
  /** `project`: held for one project, or by a company role for all that its holder opens. `company`: only by company roles. */
  readonly scope: 'project' | 'company';
  readonly group: PermissionGroup;
  /** Shown under the name in the role editor, where the name does not say it. */
  readonly hint?: Bilingual;
  /** Means something only in the company that runs this installation. */
  readonly ofOperator?: true;
  /** What it takes besides the permission itself. Screens, calls and the explanation of rights follow it. */
  readonly needs?: readonly PermissionNeed[];
}

/**
 * `wholeProject`: every device of the project is open to the member; otherwise the permission counts for nothing, which is held
 * where every call passes (the server's `mayInProject`). `writing`: the member's access to the device, or to all of them, is read and
 * write; `service`: the project's service runs. These two are of one device at one moment, and are asked where a value is written.
 */
export type PermissionNeed = 'wholeProject' | 'writing' | 'service';

/** Numbers of the specification (§6, reports and knowledge) that nothing here asks for: screens of other clients do. */
export const idsOfOtherClients: readonly number[] = [114, 124, 140, 141, 142, 258, 259, 260, 261, 262, 263];

/** Grants everything. Stored like a permission id. */
export const wildcardPermissionId = 0;

/**
 * Every permission of the product. Pairs inside one platform read as view and edit (26/27, 39/40); pairs across platforms
 * as business and data (30/103, 31/104). A permission is added together with the first call or screen that asks for it.
 */
// biome-ignore format: a table is read by columns
export const permissions = {
  alarmHandle: { id: 1000, platform: 'business', scope: 'project', group: 'alarms', zh: '报警确认与处理', en: 'Acknowledge and handle alarms' },
  alarmPushStatistics: { id: 131, platform: 'business', scope: 'project', group: 'alarms', zh: '报警推送统计', en: 'Push statistics' },
  alarmManage: { id: 34, platform: 'business', scope: 'project', group: 'alarms', zh: '报警管理', en: 'Alarm management' },
  alarmStrategyEdit: { id: 1020, platform: 'business', scope: 'project', group: 'alarms', needs: ['wholeProject'], zh: '报警策略：编辑', en: 'Alarm policies: set up', hint: { zh: '限值、通知人与升级；须能查看全部设备', en: 'Limits, who is notified, escalation; all devices must be open to the holder' } },
  /** Sees every project of the company without an entry in each. */
  allProjects: { id: 1001, platform: 'business', scope: 'company', group: 'places', zh: '企业全部项目', en: 'All projects of the company', hint: { zh: '无需逐个加入即可打开每个项目', en: 'Opens every project without being added to each' } },
  applicationManage: { id: 24, platform: 'business', scope: 'company', group: 'company', zh: '应用与视频管理', en: 'Applications and video', hint: { zh: '各项目启用的看板，以及摄像头列表', en: 'Which boards each project shows, and the list of cameras' } },
  assetsEdit: { id: 43, platform: 'business', scope: 'project', group: 'assets', needs: ['wholeProject'], zh: '资产：编辑', en: 'Assets: edit', hint: { zh: '须能查看全部设备', en: 'All devices must be open to the holder' } },
  assetsView: { id: 42, platform: 'business', scope: 'project', group: 'assets', needs: ['wholeProject'], zh: '资产：查看', en: 'Assets: view', hint: { zh: '须能查看全部设备', en: 'All devices must be open to the holder' } },
  companyAssets: { id: 1072, platform: 'business', scope: 'company', group: 'assets', zh: '企业资产与合同', en: 'Assets and contracts of the company', hint: { zh: '全部可见项目的资产、不属于项目的资产与资产合同', en: 'Assets of all projects open to the holder and of no project, and their contracts' } },
  compliancePublish: { id: 1034, platform: 'business', scope: 'company', group: 'reports', zh: '合规包：发布', en: 'Compliance packs: publish', hint: { zh: '发布他人生成的合规包；未说明的超限与缺口会阻止发布', en: 'Publishes packs that others made; what is unexplained prevents it' } },
  customerProfiles: { id: 275, platform: 'business', scope: 'company', group: 'assets', zh: '客户档案', en: 'Customers' , hint: { zh: '客户资料、受控状态与到期提醒', en: 'Profiles, controlled or not, reminders of the end' } },
  customerRenew: { id: 1051, platform: 'business', scope: 'company', group: 'assets', zh: '客户续约', en: 'Renew customers', hint: { zh: '续约会延长客户项目的监测服务', en: 'A renewal extends the monitoring of the customer’s projects' } },
  bootApprove: { id: 1052, platform: 'business', scope: 'company', group: 'boot', zh: '机组放行', en: 'Release units', hint: { zh: '放行安装合规的机组，或重新锁定', en: 'Releases units whose installation conforms, and locks them again' } },
  bootPasswords: { id: 288, platform: 'business', scope: 'company', group: 'boot', zh: '开机密码', en: 'Boot passwords', hint: { zh: '发放与撤销', en: 'Issues and revokes them' } },
  bootUnits: { id: 287, platform: 'business', scope: 'company', group: 'boot', zh: '机组管理', en: 'Units', hint: { zh: '登记机组与安装数据', en: 'Registers units and their installation' } },
  caliberStandards: { id: 290, platform: 'business', scope: 'company', group: 'boot', zh: '管径标准', en: 'Caliber standards' },
  commissioningApprove: { id: 1073, platform: 'business', scope: 'company', group: 'work', zh: '调试：豁免与重开', en: 'Commissioning: waive and reopen', hint: { zh: '允许必检项未通过时完成，或重新打开已完成的工单', en: 'Lets required items pass, and opens finished orders again' } },
  companyAnalysis: { id: 3, platform: 'business', scope: 'company', group: 'company', zh: '数据分析', en: 'Analysis', hint: { zh: '全部可见项目的统计', en: 'Statistics over all projects open to the holder' } },
  companyAnalysisData: { id: 102, platform: 'data', scope: 'company', group: 'company', zh: '数据分析', en: 'Analysis', hint: { zh: '全部可见项目的统计', en: 'Statistics over all projects open to the holder' } },
  companyAlarms: { id: 80, platform: 'business', scope: 'company', group: 'alarms', zh: '企业报警配置', en: 'Alarm configuration of the company', hint: { zh: '全部可见项目的策略与企业策略模板', en: 'Policies of all projects open to the holder, and the company’s templates' } },
  companyApplications: { id: 1002, platform: 'business', scope: 'company', group: 'installation', ofOperator: true, zh: '企业入驻审批', en: 'Decide about companies that apply' },
  companyLogs: { id: 25, platform: 'business', scope: 'company', group: 'logs', zh: '企业操作日志', en: 'Operation log of the company' },
  companiesEdit: { id: 1007, platform: 'business', scope: 'company', group: 'installation', ofOperator: true, zh: '企业平台开通', en: 'Platforms of companies', hint: { zh: '为各企业开通或关闭平台', en: 'Switches on what each company has' } },
  companySettings: { id: 1006, platform: 'business', scope: 'company', group: 'company', zh: '企业设置', en: 'Company settings', hint: { zh: '名称、数据大屏与知识库地址', en: 'Name, addresses of data screen and knowledge hub' } },
  companyTerminals: { id: 81, platform: 'business', scope: 'company', group: 'devices', zh: '企业终端与设备：查看', en: 'Gateways and devices of the company: view', hint: { zh: '全部可见项目的终端与设备列表', en: 'Lists of gateways and devices over all projects that are open to the holder' } },
  dataScreenView: { id: 1042, platform: 'bigScreen', scope: 'company', group: 'company', zh: '数据大屏：查看', en: 'Data screen: view', hint: { zh: '仅显示持有人可见的项目', en: 'Shows the projects open to the holder' } },
  dataScreenEdit: { id: 1043, platform: 'bigScreen', scope: 'company', group: 'company', zh: '数据大屏：设置', en: 'Data screens: set up', hint: { zh: '新增与修改数据大屏', en: 'Adds and changes data screens' } },
  displaysPair: { id: 1044, platform: 'bigScreen', scope: 'company', group: 'company', zh: '墙面屏幕：配对', en: 'Wall displays: pair', hint: { zh: '配对与撤销墙面屏幕；须能查看所显示项目的全部内容', en: 'Pairs and revokes wall displays; takes sight of everything in the projects shown' } },
  energyEdit: { id: 120, platform: 'business', scope: 'project', group: 'energy', needs: ['wholeProject'], zh: '能耗管理：编辑', en: 'Energy: set up', hint: { zh: '电表、示数异常与重新计算；电价由“项目管理：编辑”维护', en: 'Meters, register events, recalculation; tariffs take “Projects: edit”' } },
  energyView: { id: 119, platform: 'business', scope: 'project', group: 'energy', needs: ['wholeProject'], zh: '能耗管理：查看', en: 'Energy: view', hint: { zh: '须能查看全部设备', en: 'All devices must be open to the holder' } },
  meterRecharge: { id: 1030, platform: 'business', scope: 'project', group: 'energy', needs: ['wholeProject'], zh: '预付费：充值', en: 'Prepaid meters: recharge', hint: { zh: '充值、冲正与销户', en: 'Recharges, reversals, closing accounts' } },
  meterSwitch: { id: 1031, platform: 'business', scope: 'project', group: 'energy', needs: ['wholeProject', 'writing', 'service'], zh: '预付费：拉合闸', en: 'Prepaid meters: switch', hint: { zh: '还须对该设备有读写权限', en: 'Needs read and write on the device, too' } },
  eventCenter: { id: 123, platform: 'business', scope: 'project', group: 'alarms', needs: ['wholeProject'], zh: '事件中心', en: 'Events', hint: { zh: '网关、通信卡与平台任务的事件；须能查看全部设备', en: 'What the platform finds at gateways, cards and its own work; all devices must be open to the holder' } },
  historyExcel: { id: 31, platform: 'business', scope: 'project', group: 'history', zh: '历史数据：导出 Excel', en: 'History: export to Excel', hint: { zh: '也包括 CSV', en: 'CSV, too' } },
  historyExcelData: { id: 104, platform: 'data', scope: 'project', group: 'history', zh: '数据下载：Excel', en: 'Data download: Excel', hint: { zh: '也包括 CSV', en: 'CSV, too' } },
  historyPdf: { id: 30, platform: 'business', scope: 'project', group: 'history', zh: '历史数据：导出 PDF', en: 'History: export to PDF' },
  historyPdfData: { id: 103, platform: 'data', scope: 'project', group: 'history', zh: '数据下载：PDF', en: 'Data download: PDF' },
  contractSign: { id: 1071, platform: 'business', scope: 'company', group: 'work', zh: '维保合同：签署', en: 'Sign maintenance contracts' },
  maintenanceContracts: { id: 270, platform: 'business', scope: 'company', group: 'work', zh: '维保合同', en: 'Maintenance contracts' },
  maintenanceTeams: { id: 269, platform: 'business', scope: 'company', group: 'work', zh: '维保单位', en: 'Maintenance teams' },
  maintenanceTemplates: { id: 271, platform: 'business', scope: 'company', group: 'work', zh: '维保模板', en: 'Maintenance templates' },
  maintenanceOrders: { id: 272, platform: 'business', scope: 'company', group: 'work', zh: '维保与调试工单', en: 'Maintenance and commissioning orders', hint: { zh: '新增、修改与完成', en: 'Adds, changes and finishes them' } },
  maintenanceView: { id: 23, platform: 'business', scope: 'company', group: 'work', zh: '维保管理：查看', en: 'Maintenance: view', hint: { zh: '单位、合同、模板、维保与调试工单', en: 'Teams, contracts, templates, maintenance and commissioning orders' } },
  membersEdit: { id: 12, platform: 'business', scope: 'company', group: 'people', zh: '人员管理：编辑', en: 'Members: edit' },
  membersView: { id: 11, platform: 'business', scope: 'company', group: 'people', zh: '人员管理：查看', en: 'Members: view' },
  monitorEdit: { id: 27, platform: 'business', scope: 'project', group: 'monitoring', zh: '远程监控：编辑', en: 'Monitoring: edit' },
  monitorView: { id: 26, platform: 'business', scope: 'project', group: 'monitoring', zh: '远程监控：查看', en: 'Monitoring: view' },
  diagramEdit: { id: 1040, platform: 'business', scope: 'project', group: 'monitoring', needs: ['wholeProject'], zh: '组态图：编辑', en: 'Diagrams: edit', hint: { zh: '新建与绘制组态图；须能查看全部设备', en: 'Creates and draws them; all devices must be open to the holder' } },
  planEdit: { id: 1041, platform: 'business', scope: 'project', group: 'monitoring', needs: ['wholeProject'], zh: '平面图：编辑', en: 'Floor plans: edit', hint: { zh: '创建与绘制平面图；须能查看全部设备', en: 'Creates and draws them; all devices must be open to the holder' } },
  permissionsEdit: { id: 17, platform: 'business', scope: 'company', group: 'people', zh: '权限管理：编辑', en: 'Roles and permissions: edit' },
  permissionsView: { id: 16, platform: 'business', scope: 'company', group: 'people', zh: '权限管理：查看', en: 'Roles and permissions: view' },
  pipeStandards: { id: 289, platform: 'business', scope: 'company', group: 'boot', zh: '配管标准', en: 'Pipe standards' },
  projectConfig: { id: 48, platform: 'business', scope: 'project', group: 'places', zh: '项目配置', en: 'Project settings', hint: { zh: '基本信息、成员、区域与位置', en: 'Basic information, members, areas and position' } },
  projectLogs: { id: 77, platform: 'business', scope: 'project', group: 'logs', needs: ['wholeProject'], zh: '项目操作日志', en: 'Operation log of the project' },
  projectsEdit: { id: 5, platform: 'business', scope: 'company', group: 'places', zh: '项目管理：编辑', en: 'Projects: edit' },
  projectsView: { id: 4, platform: 'business', scope: 'company', group: 'places', zh: '项目管理：查看', en: 'Projects: view' },
  remoteWrite: { id: 1004, platform: 'business', scope: 'project', group: 'devices', needs: ['writing', 'service'], zh: '远程写入', en: 'Write to devices', hint: { zh: '还须对该设备有读写权限', en: 'Needs read and write on the device, too' } },
  securityEvents: { id: 1060, platform: 'business', scope: 'company', group: 'logs', zh: '安全事件', en: 'Security events', hint: { zh: '失败登录、越权访问等', en: 'Failed sign-ins, refused access' } },
  repairDispatch: { id: 1050, platform: 'business', scope: 'project', group: 'work', zh: '维修工单：派单', en: 'Repair orders: dispatch', hint: { zh: '指定维修人员，撤回已接单的工单', en: 'Names the engineer; revokes accepted orders' } },
  reportPolicies: { id: 257, platform: 'business', scope: 'company', group: 'reports', zh: '报告策略', en: 'Report policies' },
  reportsEdit: { id: 255, platform: 'business', scope: 'company', group: 'reports', zh: '报告：生成与删除', en: 'Reports: generate and delete' },
  reportsPublish: { id: 256, platform: 'business', scope: 'company', group: 'reports', zh: '报告：发布', en: 'Reports: publish' },
  reportsView: { id: 254, platform: 'business', scope: 'company', group: 'reports', zh: '报告：查看', en: 'Reports: view', hint: { zh: '可查看全部设备的项目的报告', en: 'Of projects of which every device is open to the holder' } },
  scheduleEdit: { id: 1035, platform: 'business', scope: 'company', group: 'devices', zh: '计划任务', en: 'Scheduled tasks', hint: { zh: '设置并执行；写入点位另须有远程写入权限', en: 'Sets them up and runs them; writing takes the right to write, too' } },
  repairView: { id: 39, platform: 'business', scope: 'project', group: 'work', zh: '维修工单：查看', en: 'Repair orders: view' },
  repairWork: { id: 40, platform: 'business', scope: 'project', group: 'work', zh: '维修工单：报修与维修', en: 'Repair orders: report and repair' },
  terminals: { id: 60, platform: 'business', scope: 'project', group: 'devices', zh: '终端管理：查看', en: 'Gateways and cameras: view' },
  terminalsEdit: { id: 1005, platform: 'business', scope: 'project', group: 'devices', zh: '终端管理：编辑', en: 'Gateways and cameras: set up' },
  testInbox: { id: 1003, platform: 'business', scope: 'company', group: 'installation', ofOperator: true, zh: '测试收件箱', en: 'Test inbox', hint: { zh: '未接短信与邮件服务时，在此查看发出的消息', en: 'Messages that no SMS or mail service carried away' } },
  tagCalibrate: { id: 1033, platform: 'business', scope: 'project', group: 'devices', needs: ['wholeProject'], zh: '标签校准', en: 'Calibrate tags', hint: { zh: '修改标签的校准偏移', en: 'Changes the offsets of tags' } },
  waybillEdit: { id: 1032, platform: 'business', scope: 'project', group: 'transport', needs: ['wholeProject'], zh: '运单：编辑', en: 'Waybills: edit', hint: { zh: '新增、绑定标签、发车与签收', en: 'Adds them, binds tags, departs and signs' } },
  workCosts: { id: 1070, platform: 'business', scope: 'project', group: 'work', zh: '工单费用', en: 'Costs of work orders', hint: { zh: '查看费用并结算', en: 'Sees costs and settles them' } },
} as const satisfies Record<string, Permission>;

export type PermissionName = keyof typeof permissions;

/** What can be held for one project, or only by company roles. */
export const permissionsOf = (scope: Permission['scope']): PermissionName[] =>
  (Object.keys(permissions) as PermissionName[]).filter((name) => permissions[name].scope === scope);

export const permissionIds = (names: readonly PermissionName[]): number[] => names.map((name) => permissions[name].id);

const needsOf = new Map(Object.values<Permission>(permissions).map(({ id, needs = [] }) => [id, needs]));

/** Whether all of these need it: who holds one that does not gets by without. */
export const allNeed = (ids: readonly number[], need: PermissionNeed): boolean =>
  ids.length > 0 && ids.every((id) => needsOf.get(id)?.includes(need));

/** Those of them that count in a project of which their holder sees only some devices. */
export const countingWhereLimited = (names: readonly PermissionName[]): PermissionName[] =>
  names.filter((name) => !allNeed([permissions[name].id], 'wholeProject'));

/** True when the holder has the wildcard or any of the required permissions. Spec §6. */
export const holdsAny = (held: ReadonlySet<number>, required: readonly PermissionName[]): boolean =>
  held.has(wildcardPermissionId) || required.some((name) => held.has(permissions[name].id));
