import type { Bilingual, PermissionName } from '@watchpost/contract';
import type { ComponentType } from 'react';
import type { PageProps } from '../lib/page.ts';
import type { PlatformName } from './platforms.ts';

export type MenuIcon =
  | 'alarm'
  | 'analysisDevices'
  | 'analysisHome'
  | 'analysisRepairs'
  | 'analysisService'
  | 'allAlarms'
  | 'allEvents'
  | 'applications'
  | 'assetContracts'
  | 'assets'
  | 'audio'
  | 'bakery'
  | 'board'
  | 'cameras'
  | 'climate'
  | 'cold'
  | 'companies'
  | 'commissioning'
  | 'customers'
  | 'dashboard'
  | 'devices'
  | 'diagram'
  | 'download'
  | 'electricity'
  | 'elevator'
  | 'energy'
  | 'energySettings'
  | 'energyTable'
  | 'environment'
  | 'events'
  | 'fire'
  | 'footfall'
  | 'gateways'
  | 'inbox'
  | 'knowledge'
  | 'light'
  | 'logs'
  | 'maintenanceContracts'
  | 'maintenanceOrders'
  | 'maintenanceTeams'
  | 'maintenanceTemplates'
  | 'map'
  | 'mapping'
  | 'members'
  | 'parameters'
  | 'parking'
  | 'permissions'
  | 'plan'
  | 'pointList'
  | 'points'
  | 'bootPasswords'
  | 'bootUnits'
  | 'calibers'
  | 'pipes'
  | 'projects'
  | 'proof'
  | 'publishedReports'
  | 'relic'
  | 'repair'
  | 'repairBoard'
  | 'reportPolicies'
  | 'reports'
  | 'scheduleGroups'
  | 'schedules'
  | 'security'
  | 'settings'
  | 'signs'
  | 'stocktakes'
  | 'tags'
  | 'templates'
  | 'track'
  | 'truck'
  | 'unit'
  | 'video'
  | 'vpn'
  | 'warehouse'
  | 'waybill'
  | 'writes';

/** Fetches the program of a page; the same function for every screen that shows it. */
export type LoadPage = () => Promise<{ default: ComponentType<PageProps> }>;

/** One screen. A script reads this table without a browser, and writes docs/routes.json from it: nothing is loaded before it is shown. */
export interface AppRoute {
  readonly path: `/${string}`;
  readonly title: Bilingual;
  /** `public`: no sign-in. `session`: every signed-in user. Else any of these permissions (spec §6). */
  readonly access: 'public' | 'session' | readonly [PermissionName, ...PermissionName[]];
  readonly page: LoadPage;
  /** Null: the same on every platform. */
  readonly platform: PlatformName | null;
  /** Absent: reached from other screens only. `monitor` entries nest by industry, see buildMenu.ts; `project` and `company` are set-up. */
  readonly menu?: {
    readonly group: 'monitor' | 'overview' | 'alarms' | 'project' | 'company';
    readonly icon: MenuIcon;
    readonly order: number;
    /**
     * `placesToShow`: only for who has several projects, or one with a position (spec §1: the map's entry shows conditionally).
     * `knowledgeHub`: only where the company has one; the entry opens it in a window of its own.
     */
    readonly when?: 'placesToShow' | 'knowledgeHub';
    /** Only for holders of one of these, where the screen opens for more people than it has something to show to. */
    readonly only?: readonly [PermissionName, ...PermissionName[]];
  };
  /** Codes of the subsystems it shows; in the menu only while the project has devices of one of them. */
  readonly subsystems?: readonly [string, ...string[]];
  /** Only in projects of these industries (1 cold chain, 2 supermarket, 3 livestock, 4 cultural relics). */
  readonly industries?: readonly number[];
  /** Only in these companies, by id (spec §6); the specification names none, so no screen has a list yet. */
  readonly companies?: readonly number[];
  /** Shows one thing that another project does not have, so that a change of project leaves it. */
  readonly ofOneProject?: true;
  /** False: opens without a current project. */
  readonly needsProject?: false;
  readonly hideSidebar?: true;
  /** The page brings its own title bar. */
  readonly customHeader?: true;
  /** A back button in the title bar, leading here when there is no history. */
  readonly back?: `/${string}`;
  /** Kept alive, with its state and scroll position, while other pages are shown. Spec §2. */
  readonly cached?: true;
}

type ModuleOf<Name extends string> = { readonly [Key in Name]: ComponentType<PageProps> };

const pageOf =
  <Name extends string>(name: Name, load: () => Promise<ModuleOf<Name>>): LoadPage =>
  async () => ({ default: (await load())[name] });

/** A page that explains what other people see: it is handed the table of screens, which pages do not import. */
const withScreens =
  <Name extends string>(name: Name, load: () => Promise<ModuleOf<Name>>): LoadPage =>
  async () => {
    const [page, screens] = await Promise.all([load(), import('./screensOfProduct.tsx')]);
    return { default: screens.withScreens(page[name], routes) };
  };

const monitoring = ['monitorView', 'monitorEdit'] as const;
const dataDownloadAccess = ['historyExcel', 'historyExcelData', 'historyPdf', 'historyPdfData'] as const;
const terminals = ['terminals', 'terminalsEdit'] as const;
const reportReaders = ['reportsView', 'reportsEdit', 'reportsPublish', 'reportPolicies'] as const;
const maintenanceReaders = [
  'maintenanceView',
  'maintenanceTeams',
  'maintenanceContracts',
  'maintenanceTemplates',
  'maintenanceOrders',
] as const;
const repairReaders = ['repairView', 'repairWork', 'repairDispatch'] as const;

// Pages that stand in several places.
const cameras = pageOf('CamerasPage', () => import('../cameras/CamerasPage.tsx'));
const gateways = pageOf('GatewaysPage', () => import('../gateways/GatewaysPage.tsx'));
const monitorBoard = pageOf('MonitorBoardPage', () => import('../devices/MonitorBoardPage.tsx'));
/** Also for who is in no company. */
export const profilePage = pageOf('ProfilePage', () => import('../account/ProfilePage.tsx'));
const publicPages = pageOf('PublicPages', () => import('../account/public/PublicPages.tsx'));
const repairDetails = pageOf('RepairDetailsPage', () => import('../repair/RepairDetailsPage.tsx'));
const redirect = pageOf('RedirectPage', () => import('./RedirectPage.tsx'));
const tags = pageOf('TagsPage', () => import('../transport/TagsPage.tsx'));
const vpn = pageOf('VpnPage', () => import('../gateways/VpnPage.tsx'));

/** One entry a line; alphabetical by domain, then by path. */
// biome-ignore format: a table is read by columns
export const routes: readonly AppRoute[] = [
  // access
  { path: '/403/index', title: { zh: '无法访问', en: 'Not available' }, access: 'public', page: pageOf('ForbiddenPage', () => import('./ForbiddenPage.tsx')), platform: null, needsProject: false, customHeader: true },
  { path: '/permissions', title: { zh: '角色与权限', en: 'Roles and permissions' }, access: ['permissionsView', 'permissionsEdit'], page: pageOf('PermissionsPage', () => import('../people/PermissionsPage.tsx')), platform: 'SYSTEM_MANAGE', menu: { group: 'company', icon: 'permissions', order: 30 }, needsProject: false },
  { path: '/personnelManage/member', title: { zh: '成员管理', en: 'Members' }, access: ['membersView', 'membersEdit'], page: withScreens('MembersPage', () => import('../people/MembersPage.tsx')), platform: 'SYSTEM_MANAGE', menu: { group: 'company', icon: 'members', order: 20 }, needsProject: false },
  { path: '/projectConfig/member', title: { zh: '项目成员', en: 'Project members' }, access: ['projectConfig'], page: withScreens('ProjectMembersPage', () => import('../people/ProjectMembersPage.tsx')), platform: 'BUSINESS', menu: { group: 'project', icon: 'members', order: 60 } },
  // app
  { path: '/redirect/{path*}', title: { zh: '跳转', en: 'Redirect' }, access: 'public', page: redirect, platform: null, needsProject: false },
  { path: '/knowledgeHub', title: { zh: '知识库', en: 'Knowledge hub' }, access: 'session', page: pageOf('KnowledgeHubPage', () => import('./KnowledgeHubPage.tsx')), platform: 'SYSTEM_MANAGE', menu: { group: 'company', icon: 'knowledge', order: 90, when: 'knowledgeHub' }, needsProject: false },
  { path: '/test', title: { zh: '自检', en: 'Self-test' }, access: 'public', page: pageOf('SelfTestPage', () => import('./SelfTestPage.tsx')), platform: null, needsProject: false },
  { path: '/triggerRouterGuard', title: { zh: '跳转', en: 'Redirect' }, access: 'public', page: redirect, platform: null, needsProject: false },
  // account
  { path: '/companyRegister', title: { zh: '企业入驻', en: 'Register a company' }, access: 'public', page: publicPages, platform: null, needsProject: false },
  { path: '/forgetPwd', title: { zh: '重置密码', en: 'Reset password' }, access: 'public', page: publicPages, platform: null, needsProject: false },
  { path: '/invite', title: { zh: '加入企业', en: 'Join a company' }, access: 'public', page: publicPages, platform: null, needsProject: false },
  { path: '/inviteSuccess', title: { zh: '加入成功', en: 'You have joined' }, access: 'public', page: publicPages, platform: null, needsProject: false },
  { path: '/login', title: { zh: '登录', en: 'Log in' }, access: 'public', page: publicPages, platform: null, needsProject: false },
  { path: '/other', title: { zh: '从其他系统登录', en: 'Sign in from another system' }, access: 'public', page: publicPages, platform: null, needsProject: false },
  { path: '/userSet/myInformation', title: { zh: '个人设置', en: 'Personal settings' }, access: 'session', page: profilePage, platform: null, needsProject: false, hideSidebar: true, back: '/map/index' },
  // alarms
  { path: '/alarmManage/index', title: { zh: '报警管理', en: 'Alarms' }, access: ['alarmManage'], page: pageOf('AlarmsPage', () => import('../alarms/AlarmsPage.tsx')), platform: 'BUSINESS', menu: { group: 'alarms', icon: 'alarm', order: 10 }, cached: true },
  { path: '/alarmManage/thresholdAlarmEdit', title: { zh: '报警策略', en: 'Alarm policy' }, access: ['alarmManage'], page: pageOf('StrategyPage', () => import('../alarms/strategies/StrategyPage.tsx')), platform: 'BUSINESS', ofOneProject: true, back: '/alarmManage/index?tab=strategy' },
  { path: '/alarmConfig', title: { zh: '报警配置', en: 'Alarm policies' }, access: ['companyAlarms'], page: pageOf('AlarmConfigPage', () => import('../alarms/strategies/AlarmConfigPage.tsx')), platform: 'SYSTEM_MANAGE', menu: { group: 'company', icon: 'parameters', order: 45 }, needsProject: false },
  { path: '/alarmManage/alarmPushStatistical', title: { zh: '推送统计', en: 'Push statistics' }, access: ['alarmPushStatistics'], page: pageOf('PushStatisticsPage', () => import('../notifications/PushStatisticsPage.tsx')), platform: 'BUSINESS', back: '/alarmManage/index' },
  { path: '/analysis/alarm', title: { zh: '报警分析', en: 'Alarm analysis' }, access: ['companyAnalysis', 'companyAnalysisData'], page: pageOf('AlarmAnalysisPage', () => import('../alarms/health/AlarmAnalysisPage.tsx')), platform: 'DATA_ANALYSIS', menu: { group: 'alarms', icon: 'alarm', order: 30 }, needsProject: false },
  { path: '/alarmManageWithAllProject/index', title: { zh: '全部项目报警', en: 'Alarms of all projects' }, access: 'session', page: pageOf('AllProjectAlarmsPage', () => import('../alarms/AllProjectAlarmsPage.tsx')), platform: null, menu: { group: 'alarms', icon: 'allAlarms', order: 10, only: ['alarmManage'] }, needsProject: false },
  { path: '/deviceManage/StrategyEdit', title: { zh: '报警策略模板', en: 'Alarm policy template' }, access: ['companyAlarms'], page: pageOf('TemplatePage', () => import('../alarms/strategyTemplates/TemplatePage.tsx')), platform: 'DEVICE_CONNECT', needsProject: false, back: '/deviceManage/strategyTemplate' },
  { path: '/deviceManage/strategyTemplate', title: { zh: '策略模板', en: 'Alarm policy templates' }, access: ['companyAlarms'], page: pageOf('TemplatesPage', () => import('../alarms/strategyTemplates/TemplatesPage.tsx')), platform: 'DEVICE_CONNECT', menu: { group: 'company', icon: 'settings', order: 32 }, needsProject: false },
  // analysis
  { path: '/analysis/device', title: { zh: '设备分析', en: 'Device analysis' }, access: ['companyAnalysis', 'companyAnalysisData'], page: pageOf('DevicePage', () => import('../analysis/DevicePage.tsx')), platform: 'DATA_ANALYSIS', menu: { group: 'overview', icon: 'analysisDevices', order: 11 }, needsProject: false },
  { path: '/analysis/home', title: { zh: '运营分析', en: 'Operations' }, access: ['companyAnalysis', 'companyAnalysisData'], page: pageOf('HomePage', () => import('../analysis/HomePage.tsx')), platform: 'DATA_ANALYSIS', menu: { group: 'overview', icon: 'analysisHome', order: 10 }, needsProject: false },
  { path: '/analysis/repair', title: { zh: '维修分析', en: 'Repair analysis' }, access: ['companyAnalysis', 'companyAnalysisData'], page: pageOf('RepairPage', () => import('../analysis/RepairPage.tsx')), platform: 'DATA_ANALYSIS', menu: { group: 'overview', icon: 'analysisRepairs', order: 12 }, needsProject: false },
  { path: '/analysis/service', title: { zh: '服务统计', en: 'Service statistics' }, access: ['companyAnalysis', 'companyAnalysisData'], page: pageOf('ServicePage', () => import('../analysis/ServicePage.tsx')), platform: 'DATA_ANALYSIS', menu: { group: 'overview', icon: 'analysisService', order: 13 }, needsProject: false },
  // assets
  { path: '/assetManage/assetList', title: { zh: '资产', en: 'Assets' }, access: ['assetsView', 'assetsEdit'], page: pageOf('AssetsPage', () => import('../assets/AssetsPage.tsx')), platform: 'BUSINESS', menu: { group: 'project', icon: 'assets', order: 40 } },
  { path: '/assetManagement/assetList', title: { zh: '企业资产', en: 'Assets of the company' }, access: ['companyAssets'], page: pageOf('AssetsPage', () => import('../assets/AssetsPage.tsx')), platform: 'SYSTEM_MANAGE', menu: { group: 'company', icon: 'assets', order: 50 }, needsProject: false },
  { path: '/assetManagement/orderContracts', title: { zh: '资产合同', en: 'Asset contracts' }, access: ['companyAssets'], page: pageOf('ContractsPage', () => import('../assets/ContractsPage.tsx')), platform: 'SYSTEM_MANAGE', menu: { group: 'company', icon: 'assetContracts', order: 51 }, needsProject: false },
  { path: '/assetManage/stocktake', title: { zh: '资产盘点', en: 'Stocktakes' }, access: ['assetsView', 'assetsEdit'], page: pageOf('StocktakesPage', () => import('../assets/StocktakesPage.tsx')), platform: 'BUSINESS', menu: { group: 'project', icon: 'stocktakes', order: 41 } },
  { path: '/assetManagement/stocktake', title: { zh: '企业资产盘点', en: 'Stocktakes of the company' }, access: ['companyAssets'], page: pageOf('StocktakesPage', () => import('../assets/StocktakesPage.tsx')), platform: 'SYSTEM_MANAGE', menu: { group: 'company', icon: 'stocktakes', order: 51 }, needsProject: false },
  { path: '/a/{path*}', title: { zh: '资产', en: 'Asset' }, access: ['assetsView', 'assetsEdit', 'companyAssets'], page: pageOf('AssetOfLabelPage', () => import('../assets/AssetOfLabelPage.tsx')), platform: 'BUSINESS', needsProject: false },
  // commissioning
  { path: '/maintenanceManage/debug', title: { zh: '调试工单', en: 'Commissioning orders' }, access: ['maintenanceView', 'maintenanceOrders', 'commissioningApprove'], page: pageOf('DebugOrdersPage', () => import('../commissioning/DebugOrdersPage.tsx')), platform: 'Work_Order', menu: { group: 'company', icon: 'commissioning', order: 60 }, needsProject: false },
  { path: '/maintenanceManage/debugOrderAdd', title: { zh: '新增调试工单', en: 'Add a commissioning order' }, access: ['maintenanceOrders'], page: pageOf('DebugOrderAddPage', () => import('../commissioning/DebugOrderAddPage.tsx')), platform: 'Work_Order', needsProject: false, back: '/maintenanceManage/debug' },
  { path: '/maintenanceManage/debugOrderEdit', title: { zh: '调试工单', en: 'Commissioning order' }, access: ['maintenanceView', 'maintenanceOrders', 'commissioningApprove'], page: pageOf('DebugOrderEditPage', () => import('../commissioning/DebugOrderEditPage.tsx')), platform: 'Work_Order', needsProject: false, back: '/maintenanceManage/debug' },
  // customers
  { path: '/customerProfileManage/detail', title: { zh: '客户详情', en: 'Customer' }, access: ['customerProfiles', 'customerRenew'], page: pageOf('CustomerPage', () => import('../customers/CustomerPage.tsx')), platform: 'SYSTEM_MANAGE', needsProject: false, back: '/customerProfileManage/index' },
  { path: '/customerProfileManage/index', title: { zh: '客户档案', en: 'Customers' }, access: ['customerProfiles', 'customerRenew'], page: pageOf('CustomersPage', () => import('../customers/CustomersPage.tsx')), platform: 'SYSTEM_MANAGE', menu: { group: 'company', icon: 'customers', order: 52 }, needsProject: false },
  // cameras
  { path: '/deviceManage/cameraManage', title: { zh: '企业摄像头', en: 'All cameras' }, access: ['companyTerminals'], page: cameras, platform: 'DEVICE_CONNECT', menu: { group: 'company', icon: 'cameras', order: 55 }, needsProject: false },
  { path: '/monitor/videoMonitor', title: { zh: '视频监控', en: 'Video' }, access: monitoring, page: pageOf('VideoWallPage', () => import('../cameras/VideoWallPage.tsx')), platform: 'BUSINESS', menu: { group: 'monitor', icon: 'video', order: 97 } },
  { path: '/terminalManage/cameraManage', title: { zh: '摄像头', en: 'Cameras' }, access: terminals, page: cameras, platform: 'BUSINESS', menu: { group: 'project', icon: 'cameras', order: 56 } },
  // dataDownload
  { path: '/dataDownload', title: { zh: '数据下载', en: 'Data download' }, access: dataDownloadAccess, page: pageOf('DataDownloadPage', () => import('../dataDownload/DataDownloadPage.tsx')), platform: 'DATA_ANALYSIS', menu: { group: 'company', icon: 'download', order: 80 } },
  // displays
  { path: '/dataScreen', title: { zh: '数据大屏', en: 'Data screen' }, access: ['dataScreenView'], page: pageOf('DataScreenPage', () => import('../displays/DataScreenPage.tsx')), platform: null, needsProject: false, hideSidebar: true, back: '/map/index' },
  { path: '/dataScreen/displays', title: { zh: '墙面屏幕', en: 'Wall displays' }, access: ['displaysPair'], page: pageOf('DisplaysPage', () => import('../displays/DisplaysPage.tsx')), platform: null, needsProject: false, back: '/dataScreen/screens' },
  { path: '/dataScreen/screens', title: { zh: '数据大屏设置', en: 'Data screens' }, access: ['dataScreenEdit', 'displaysPair'], page: pageOf('ScreensPage', () => import('../displays/ScreensPage.tsx')), platform: null, needsProject: false, back: '/dataScreen' },
  { path: '/wall', title: { zh: '墙面屏幕', en: 'Wall' }, access: 'public', page: pageOf('WallPage', () => import('../displays/WallPage.tsx')), platform: null, needsProject: false },
  // devices
  { path: '/deviceManage/applicationManageIndex', title: { zh: '应用与视频管理', en: 'Applications and video' }, access: ['applicationManage'], page: pageOf('ApplicationManagePage', () => import('../devices/manage/ApplicationManagePage.tsx')), platform: 'DEVICE_CONNECT', menu: { group: 'company', icon: 'board', order: 35 }, needsProject: false },
  { path: '/deviceManage/deviceDetail', title: { zh: '设备档案', en: 'Device record' }, access: ['companyTerminals', 'projectConfig'], page: pageOf('DeviceRecordPage', () => import('../devices/manage/DeviceRecordPage.tsx')), platform: 'DEVICE_CONNECT', needsProject: false, back: '/deviceManage/deviceList' },
  { path: '/deviceManage/deviceList', title: { zh: '企业设备', en: 'Devices' }, access: ['companyTerminals'], page: pageOf('CompanyDevicesPage', () => import('../devices/manage/CompanyDevicesPage.tsx')), platform: 'DEVICE_CONNECT', menu: { group: 'company', icon: 'devices', order: 10 }, needsProject: false },
  { path: '/deviceManage/deviceParameter', title: { zh: '设备参数', en: 'Device parameters' }, access: ['companyTerminals', 'projectsEdit'], page: pageOf('DeviceParameterPage', () => import('../devices/manage/DeviceParameterPage.tsx')), platform: 'DEVICE_CONNECT', menu: { group: 'company', icon: 'parameters', order: 20 }, needsProject: false },
  { path: '/monitor/air', title: { zh: '空调监控', en: 'Air conditioning' }, access: monitoring, page: monitorBoard, platform: 'BUSINESS', menu: { group: 'monitor', icon: 'environment', order: 22 }, subsystems: ['airConditioning'], cached: true },
  { path: '/monitor/cold', title: { zh: '制冷监控', en: 'Refrigeration' }, access: monitoring, page: pageOf('RefrigerationBoardPage', () => import('../diagrams/RefrigerationBoardPage.tsx')), platform: 'BUSINESS', menu: { group: 'monitor', icon: 'cold', order: 20 }, subsystems: ['refrigeration'], cached: true },
  { path: '/monitor/audio', title: { zh: '广播监控', en: 'Public address' }, access: monitoring, page: monitorBoard, platform: 'BUSINESS', menu: { group: 'monitor', icon: 'audio', order: 84 }, subsystems: ['publicAddress'], cached: true },
  { path: '/monitor/commonTable', title: { zh: '全部设备', en: 'All devices' }, access: monitoring, page: monitorBoard, platform: 'BUSINESS', menu: { group: 'monitor', icon: 'board', order: 90 }, cached: true },
  { path: '/monitor/devicePointList', title: { zh: '实时点位', en: 'Live points' }, access: monitoring, page: pageOf('DevicePointListPage', () => import('../devices/manage/DevicePointListPage.tsx')), platform: 'BUSINESS', menu: { group: 'monitor', icon: 'pointList', order: 95 } },
  { path: '/monitor/elevatormonitor', title: { zh: '电梯监控', en: 'Elevators' }, access: monitoring, page: monitorBoard, platform: 'BUSINESS', menu: { group: 'monitor', icon: 'elevator', order: 70 }, subsystems: ['elevator'], cached: true },
  { path: '/monitor/environmentMonitor', title: { zh: '环境监控', en: 'Climate' }, access: monitoring, page: monitorBoard, platform: 'BUSINESS', menu: { group: 'monitor', icon: 'climate', order: 40 }, subsystems: ['livestock', 'environment'], cached: true },
  { path: '/monitor/firesystem', title: { zh: '消防监控', en: 'Fire protection' }, access: monitoring, page: monitorBoard, platform: 'BUSINESS', menu: { group: 'monitor', icon: 'fire', order: 75 }, subsystems: ['fireProtection'], cached: true },
  { path: '/monitor/freshbaked', title: { zh: '鲜食烘焙监控', en: 'Fresh food and bakery' }, access: monitoring, page: monitorBoard, platform: 'BUSINESS', menu: { group: 'monitor', icon: 'bakery', order: 24 }, subsystems: ['freshBaked'], cached: true },
  { path: '/monitor/infomationPublish', title: { zh: '信息发布', en: 'Signs' }, access: monitoring, page: monitorBoard, platform: 'BUSINESS', menu: { group: 'monitor', icon: 'signs', order: 86 }, subsystems: ['signage'], cached: true },
  { path: '/monitor/lightsystem', title: { zh: '照明监控', en: 'Lighting' }, access: monitoring, page: monitorBoard, platform: 'BUSINESS', menu: { group: 'monitor', icon: 'light', order: 65 }, subsystems: ['lighting'], cached: true },
  { path: '/monitor/ontologyMonitor', title: { zh: '文物本体监测', en: 'Artefacts' }, access: monitoring, page: monitorBoard, platform: 'BUSINESS', menu: { group: 'monitor', icon: 'relic', order: 52 }, subsystems: ['relicBody'], cached: true },
  { path: '/monitor/parkManage', title: { zh: '停车管理', en: 'Parking' }, access: monitoring, page: monitorBoard, platform: 'BUSINESS', menu: { group: 'monitor', icon: 'parking', order: 82 }, subsystems: ['parking'], cached: true },
  { path: '/monitor/relicBasicInfo', title: { zh: '文物环境监控', en: 'Relic environment' }, access: monitoring, page: monitorBoard, platform: 'BUSINESS', menu: { group: 'monitor', icon: 'relic', order: 50 }, subsystems: ['relicEnvironment'], cached: true },
  { path: '/monitor/security', title: { zh: '安防监控', en: 'Security' }, access: monitoring, page: monitorBoard, platform: 'BUSINESS', menu: { group: 'monitor', icon: 'security', order: 78 }, subsystems: ['security'], cached: true },
  { path: '/monitor/supplypower', title: { zh: '供配电监控', en: 'Power supply' }, access: monitoring, page: pageOf('SupplyPowerPage', () => import('../meters/SupplyPowerPage.tsx')), platform: 'BUSINESS', menu: { group: 'monitor', icon: 'electricity', order: 60 }, subsystems: ['electricity'], cached: true },
  { path: '/monitor/transportMonitor', title: { zh: '冷链运输', en: 'Refrigerated transport' }, access: monitoring, page: monitorBoard, platform: 'BUSINESS', menu: { group: 'monitor', icon: 'truck', order: 30 }, subsystems: ['transport'], cached: true },
  { path: '/dashboard/index', title: { zh: '看板', en: 'Dashboard' }, access: monitoring, page: withScreens('DashboardPage', () => import('../dashboards/DashboardPage.tsx')), platform: 'BUSINESS', menu: { group: 'overview', icon: 'dashboard', order: 2 }, cached: true },
  { path: '/monitor/configuration', title: { zh: '组态图', en: 'Diagrams' }, access: ['monitorView', 'monitorEdit', 'diagramEdit'], page: pageOf('DiagramPage', () => import('../diagrams/DiagramPage.tsx')), platform: 'BUSINESS', menu: { group: 'monitor', icon: 'diagram', order: 93 } },
  { path: '/monitor/planShow', title: { zh: '平面图', en: 'Floor plans' }, access: monitoring, page: pageOf('PlanShowPage', () => import('../plans/PlanShowPage.tsx')), platform: 'BUSINESS', menu: { group: 'monitor', icon: 'plan', order: 96 } },
  { path: '/monitor/planCreate', title: { zh: '编辑平面图', en: 'Draw a floor plan' }, access: ['monitorView', 'monitorEdit', 'planEdit'], page: pageOf('PlanCreatePage', () => import('../plans/PlanCreatePage.tsx')), platform: 'BUSINESS', ofOneProject: true, back: '/monitor/planShow' },
  { path: '/plan', title: { zh: '平面图', en: 'Floor plan' }, access: monitoring, page: pageOf('PlanWindowPage', () => import('../plans/PlanShowPage.tsx')), platform: null, hideSidebar: true, back: '/monitor/planShow' },
  { path: '/monitor/unit', title: { zh: '设备详情', en: 'Device' }, access: monitoring, page: pageOf('DevicePage', () => import('../devices/DevicePage.tsx')), platform: 'BUSINESS', ofOneProject: true, back: '/monitor/commonTable' },
  { path: '/monitor/unitManagement', title: { zh: '机组监控', en: 'Units' }, access: monitoring, page: monitorBoard, platform: 'BUSINESS', menu: { group: 'monitor', icon: 'unit', order: 26 }, subsystems: ['unitManagement'], cached: true },
  { path: '/monitor/warehouse', title: { zh: '冷库监控', en: 'Cold storage' }, access: monitoring, page: monitorBoard, platform: 'BUSINESS', menu: { group: 'monitor', icon: 'warehouse', order: 10 }, subsystems: ['coldStorage'], cached: true },
  { path: '/projectConfig/deviceList', title: { zh: '设备管理', en: 'Devices' }, access: ['projectConfig'], page: pageOf('ProjectDevicesPage', () => import('../devices/manage/ProjectDevicesPage.tsx')), platform: 'BUSINESS', menu: { group: 'project', icon: 'devices', order: 52 } },
  // company
  { path: '/companyManage/settings', title: { zh: '企业设置', en: 'Company settings' }, access: ['companySettings'], page: pageOf('CompanySettingsPage', () => import('../company/CompanySettingsPage.tsx')), platform: 'SYSTEM_MANAGE', menu: { group: 'company', icon: 'settings', order: 40 }, needsProject: false },
  // downloads
  { path: '/download/Index', title: { zh: '下载中心', en: 'Download centre' }, access: 'session', page: pageOf('DownloadsPage', () => import('../downloads/DownloadsPage.tsx')), platform: null, needsProject: false, hideSidebar: true, back: '/map/index' },
  // eventNotices
  { path: '/eventCenter/eventNoticeEdit', title: { zh: '编辑事件通知', en: 'Event notice' }, access: ['eventCenter'], page: pageOf('EventNoticePage', () => import('../eventNotices/EventNoticePage.tsx')), platform: 'BUSINESS', ofOneProject: true, back: '/eventCenter/index?tab=notices' },
  { path: '/eventCenter/index', title: { zh: '事件中心', en: 'Events' }, access: ['eventCenter'], page: pageOf('EventCenterPage', () => import('../eventNotices/EventCenterPage.tsx')), platform: 'BUSINESS', menu: { group: 'alarms', icon: 'events', order: 12 } },
  { path: '/eventCenterOverview/index', title: { zh: '全部项目事件', en: 'Events of all projects' }, access: 'session', page: pageOf('AllProjectEventsPage', () => import('../eventNotices/AllProjectEventsPage.tsx')), platform: null, menu: { group: 'alarms', icon: 'allEvents', order: 12, only: ['eventCenter'] }, needsProject: false },
  // footfall
  { path: '/monitor/passenger', title: { zh: '客流监控', en: 'Visitors' }, access: monitoring, page: pageOf('PassengerPage', () => import('../footfall/footfallPages.tsx')), platform: 'BUSINESS', menu: { group: 'monitor', icon: 'footfall', order: 80 }, subsystems: ['footfall'] },
  { path: '/monitor/passenger/calendar', title: { zh: '客流日历', en: 'Visitors by day' }, access: monitoring, page: pageOf('PassengerCalendarPage', () => import('../footfall/footfallPages.tsx')), platform: 'BUSINESS', back: '/monitor/passenger' },
  { path: '/monitor/passenger/heatmap', title: { zh: '客流时段热力', en: 'Visitors by hour' }, access: monitoring, page: pageOf('PassengerHeatmapPage', () => import('../footfall/footfallPages.tsx')), platform: 'BUSINESS', back: '/monitor/passenger' },
  { path: '/monitor/passenger/statisticsMap', title: { zh: '出入口客流', en: 'Visitors by entrance' }, access: monitoring, page: pageOf('PassengerStatisticsPage', () => import('../footfall/footfallPages.tsx')), platform: 'BUSINESS', back: '/monitor/passenger' },
  // gateways
  { path: '/deviceManage/gatewayConfiguration', title: { zh: '网关管理', en: 'All gateways' }, access: ['companyTerminals'], page: gateways, platform: 'DEVICE_CONNECT', menu: { group: 'company', icon: 'gateways', order: 50 }, needsProject: false },
  { path: '/projectConfig/VPNList', title: { zh: 'VPN 列表', en: 'VPN' }, access: terminals, page: vpn, platform: 'BUSINESS', menu: { group: 'project', icon: 'vpn', order: 55 } },
  { path: '/projectConfig/gatewayConfiguration', title: { zh: '网关配置', en: 'Gateway configuration' }, access: terminals, page: gateways, platform: 'BUSINESS', back: '/terminalManage/gateway' },
  { path: '/projectConfig/gatewayConfigurationVPN', title: { zh: '网关 VPN', en: 'VPN of a gateway' }, access: terminals, page: vpn, platform: 'BUSINESS', back: '/terminalManage/gateway' },
  { path: '/terminalManage/gateway', title: { zh: '网关', en: 'Gateways' }, access: terminals, page: gateways, platform: 'BUSINESS', menu: { group: 'project', icon: 'gateways', order: 54 }, cached: true },
  { path: '/terminalManage/gatewayDetail', title: { zh: '网关详情', en: 'Gateway' }, access: terminals, page: pageOf('GatewayPage', () => import('../gateways/GatewayPage.tsx')), platform: 'BUSINESS', ofOneProject: true, back: '/terminalManage/gateway' },
  { path: '/terminalManage/slaveStationDetail', title: { zh: '从站详情', en: 'Slave' }, access: terminals, page: pageOf('SlavePage', () => import('../gateways/SlavePage.tsx')), platform: 'BUSINESS', ofOneProject: true, back: '/terminalManage/gateway' },
  { path: '/terminalManage/workbench', title: { zh: 'Modbus 调试台', en: 'Modbus workbench' }, access: terminals, page: pageOf('WorkbenchPage', () => import('../workbench/WorkbenchPage.tsx')), platform: 'BUSINESS', ofOneProject: true, back: '/terminalManage/gateway' },
  // installation
  { path: '/installation/applications', title: { zh: '企业入驻申请', en: 'Company applications' }, access: ['companyApplications'], page: pageOf('ApplicationsPage', () => import('../installation/ApplicationsPage.tsx')), platform: 'SYSTEM_MANAGE', menu: { group: 'company', icon: 'applications', order: 90 }, needsProject: false },
  { path: '/installation/companies', title: { zh: '企业与平台', en: 'Companies and platforms' }, access: ['companiesEdit'], page: pageOf('CompaniesPage', () => import('../installation/CompaniesPage.tsx')), platform: 'SYSTEM_MANAGE', menu: { group: 'company', icon: 'companies', order: 89 }, needsProject: false },
  { path: '/installation/inbox', title: { zh: '测试收件箱', en: 'Test inbox' }, access: ['testInbox'], page: pageOf('InboxPage', () => import('../installation/InboxPage.tsx')), platform: 'SYSTEM_MANAGE', menu: { group: 'company', icon: 'inbox', order: 91 }, needsProject: false },
  // logs
  { path: '/logManage', title: { zh: '企业操作日志', en: 'Operation log' }, access: ['companyLogs'], page: pageOf('CompanyLogPage', () => import('../logs/CompanyLogPage.tsx')), platform: 'SYSTEM_MANAGE', menu: { group: 'company', icon: 'logs', order: 80 }, needsProject: false },
  { path: '/securityEvents', title: { zh: '安全事件', en: 'Security events' }, access: ['securityEvents'], page: pageOf('SecurityEventsPage', () => import('../securityEvents/SecurityEventsPage.tsx')), platform: 'SYSTEM_MANAGE', menu: { group: 'company', icon: 'security', order: 85 }, needsProject: false },
  { path: '/logManage/index', title: { zh: '项目操作日志', en: 'Operation log' }, access: ['projectLogs'], page: pageOf('ProjectLogPage', () => import('../logs/ProjectLogPage.tsx')), platform: 'BUSINESS', menu: { group: 'project', icon: 'logs', order: 80 } },
  // maintenance
  { path: '/maintenanceManage/maintenanceTeam', title: { zh: '维保单位', en: 'Maintenance teams' }, access: maintenanceReaders, page: pageOf('TeamsPage', () => import('../maintenance/TeamsPage.tsx')), platform: 'Work_Order', menu: { group: 'company', icon: 'maintenanceTeams', order: 40 }, needsProject: false },
  { path: '/maintenanceManage/order', title: { zh: '维保工单', en: 'Maintenance orders' }, access: [...maintenanceReaders, 'repairWork'], page: pageOf('OrdersPage', () => import('../maintenance/OrdersPage.tsx')), platform: 'Work_Order', menu: { group: 'alarms', icon: 'maintenanceOrders', order: 20 }, needsProject: false },
  { path: '/maintenanceManage/pact', title: { zh: '维保合同', en: 'Maintenance contracts' }, access: [...maintenanceReaders, 'contractSign'], page: pageOf('ContractsPage', () => import('../maintenance/ContractsPage.tsx')), platform: 'Work_Order', menu: { group: 'company', icon: 'maintenanceContracts', order: 41 }, needsProject: false },
  { path: '/maintenanceManage/template', title: { zh: '维保模板', en: 'Maintenance templates' }, access: maintenanceReaders, page: pageOf('TemplatesPage', () => import('../maintenance/TemplatesPage.tsx')), platform: 'Work_Order', menu: { group: 'company', icon: 'maintenanceTemplates', order: 42 }, needsProject: false },
  { path: '/maintenanceManage/templateDetail', title: { zh: '维保模板', en: 'Maintenance template' }, access: maintenanceReaders, page: pageOf('TemplatePage', () => import('../maintenance/TemplatePage.tsx')), platform: 'Work_Order', needsProject: false, back: '/maintenanceManage/template' },
  // mapping
  { path: '/deviceManage/mappingProfile', title: { zh: '映射方案', en: 'Message mappings' }, access: ['terminals', 'terminalsEdit', 'companyTerminals'], page: pageOf('MappingsPage', () => import('../mapping/MappingsPage.tsx')), platform: 'DEVICE_CONNECT', menu: { group: 'company', icon: 'mapping', order: 60 }, needsProject: false },
  { path: '/deviceManage/mappingProfileEdit', title: { zh: '编辑映射方案', en: 'Message mapping' }, access: ['terminalsEdit'], page: pageOf('MappingEditPage', () => import('../mapping/MappingEditPage.tsx')), platform: null, needsProject: false, back: '/deviceManage/mappingProfile' },
  // points
  { path: '/projectConfig/pointAssociate', title: { zh: '点位配置', en: 'Points' }, access: ['projectConfig', 'terminals', 'terminalsEdit'], page: pageOf('PointAssociatePage', () => import('../points/PointAssociatePage.tsx')), platform: 'BUSINESS', menu: { group: 'project', icon: 'points', order: 53 }, cached: true },
  // projects
  { path: '/map/index', title: { zh: '项目总览', en: 'Overview map' }, access: 'session', page: pageOf('OverviewMapPage', () => import('../projects/OverviewMapPage.tsx')), platform: null, menu: { group: 'overview', icon: 'map', order: 5, when: 'placesToShow' }, needsProject: false },
  { path: '/projectConfig/basicInfo', title: { zh: '项目信息', en: 'Project information' }, access: ['projectConfig'], page: pageOf('BasicInfoPage', () => import('../projects/BasicInfoPage.tsx')), platform: 'BUSINESS', menu: { group: 'project', icon: 'settings', order: 50 } },
  { path: '/projectConfig/updatePosition', title: { zh: '项目位置', en: 'Project position' }, access: ['projectConfig'], page: pageOf('PositionPage', () => import('../projects/PositionPage.tsx')), platform: 'BUSINESS', back: '/projectConfig/basicInfo' },
  { path: '/projectManage', title: { zh: '项目管理', en: 'Projects' }, access: ['projectsView', 'projectsEdit'], page: pageOf('ProjectsPage', () => import('../projects/ProjectsPage.tsx')), platform: 'SYSTEM_MANAGE', menu: { group: 'company', icon: 'projects', order: 10 }, needsProject: false },
  // repair
  { path: '/maintenanceManage/repairDetails', title: { zh: '维修工单', en: 'Repair order' }, access: repairReaders, page: repairDetails, platform: 'Work_Order', needsProject: false, back: '/repairMaintain/repairOrderWithAllProject' },
  { path: '/monitor/repairSystem', title: { zh: '维修看板', en: 'Repair board' }, access: repairReaders, page: pageOf('RepairSystemPage', () => import('../repair/RepairSystemPage.tsx')), platform: 'BUSINESS', menu: { group: 'monitor', icon: 'repairBoard', order: 98 } },
  { path: '/repairMaintain/repairDetails', title: { zh: '维修工单', en: 'Repair order' }, access: repairReaders, page: repairDetails, platform: 'BUSINESS', ofOneProject: true, back: '/repairMaintain/repairOrder' },
  { path: '/repairMaintain/repairOrder', title: { zh: '维修工单', en: 'Repair orders' }, access: repairReaders, page: pageOf('RepairOrdersPage', () => import('../repair/RepairOrdersPage.tsx')), platform: 'BUSINESS', menu: { group: 'alarms', icon: 'repair', order: 14 } },
  { path: '/repairMaintain/repairOrderWithAllProject', title: { zh: '全部维修工单', en: 'All repair orders' }, access: repairReaders, page: pageOf('AllRepairOrdersPage', () => import('../repair/AllRepairOrdersPage.tsx')), platform: 'Work_Order', menu: { group: 'alarms', icon: 'repair', order: 10 }, needsProject: false },
  { path: '/repairMaintain/repairTemplate/repairApp', title: { zh: '手机维修', en: 'Repairs on a phone' }, access: repairReaders, page: pageOf('RepairAppPage', () => import('../repair/RepairAppPage.tsx')), platform: 'BUSINESS' },
  // energy
  { path: '/analysis/electricity', title: { zh: '电费分析', en: 'Electricity' }, access: ['companyAnalysis', 'companyAnalysisData'], page: pageOf('ElectricityPage', () => import('../energy/analysisPages.tsx')), platform: 'DATA_ANALYSIS', menu: { group: 'overview', icon: 'electricity', order: 31 }, needsProject: false },
  { path: '/analysis/energyConsumption', title: { zh: '能耗分析', en: 'Energy consumption' }, access: ['companyAnalysis', 'companyAnalysisData'], page: pageOf('EnergyConsumptionPage', () => import('../energy/analysisPages.tsx')), platform: 'DATA_ANALYSIS', menu: { group: 'overview', icon: 'energy', order: 30 }, needsProject: false },
  { path: '/analysis/storeElectricity', title: { zh: '门店用电排名', en: 'Stores by electricity' }, access: ['companyAnalysis', 'companyAnalysisData'], page: pageOf('StoreElectricityPage', () => import('../energy/analysisPages.tsx')), platform: 'DATA_ANALYSIS', menu: { group: 'overview', icon: 'energyTable', order: 32 }, needsProject: false },
  { path: '/energyManage/dataConfig', title: { zh: '能耗配置', en: 'Energy settings' }, access: ['energyEdit'], page: pageOf('EnergySettingsPage', () => import('../energy/EnergySettingsPage.tsx')), platform: 'BUSINESS', menu: { group: 'project', icon: 'energySettings', order: 30 } },
  { path: '/energyManage/index', title: { zh: '能耗管理', en: 'Energy' }, access: ['energyView', 'energyEdit'], page: pageOf('EnergyPage', () => import('../energy/EnergyPage.tsx')), platform: 'BUSINESS', menu: { group: 'overview', icon: 'energy', order: 60 } },
  { path: '/energyManage/indexOld', title: { zh: '能耗月报表', en: 'Energy by month' }, access: ['energyView', 'energyEdit'], page: pageOf('EnergyTablePage', () => import('../energy/EnergyTablePage.tsx')), platform: 'BUSINESS', menu: { group: 'overview', icon: 'energyTable', order: 61 } },

  // remoteBoot
  { path: '/unitManage', title: { zh: '机组管理', en: 'Units' }, access: ['bootUnits', 'bootApprove', 'bootPasswords'], page: pageOf('UnitsPage', () => import('../remoteBoot/UnitsPage.tsx')), platform: 'REMOTE_BOOT', menu: { group: 'company', icon: 'bootUnits', order: 70 }, needsProject: false },
  { path: '/passwordManage', title: { zh: '开机密码', en: 'Boot passwords' }, access: ['bootPasswords'], page: pageOf('PasswordsPage', () => import('../remoteBoot/PasswordsPage.tsx')), platform: 'REMOTE_BOOT', menu: { group: 'company', icon: 'bootPasswords', order: 71 }, needsProject: false },
  { path: '/conduitManage', title: { zh: '配管标准', en: 'Pipe standards' }, access: ['pipeStandards'], page: pageOf('PipeStandardsPage', () => import('../remoteBoot/StandardsPages.tsx')), platform: 'REMOTE_BOOT', menu: { group: 'company', icon: 'pipes', order: 72 }, needsProject: false },
  { path: '/caliberManage', title: { zh: '管径标准', en: 'Caliber standards' }, access: ['caliberStandards'], page: pageOf('CaliberStandardsPage', () => import('../remoteBoot/StandardsPages.tsx')), platform: 'REMOTE_BOOT', menu: { group: 'company', icon: 'calibers', order: 73 }, needsProject: false },
  // compliance
  { path: '/reportManage/proof', title: { zh: '合规证明', en: 'Proof' }, access: [...reportReaders, 'compliancePublish'], page: pageOf('ProofPage', () => import('../compliance/ProofPage.tsx')), platform: 'DATA_ANALYSIS', menu: { group: 'overview', icon: 'proof', order: 43 } },
  // reports
  { path: '/reportManage/list', title: { zh: '待发布报告', en: 'Reports to publish' }, access: reportReaders, page: pageOf('ReportsPage', () => import('../reports/ReportsPage.tsx')), platform: 'DATA_ANALYSIS', menu: { group: 'overview', icon: 'reports', order: 41 }, needsProject: false },
  { path: '/reportManage/releaseList', title: { zh: '已发布报告', en: 'Published reports' }, access: reportReaders, page: pageOf('ReleasedReportsPage', () => import('../reports/ReportsPage.tsx')), platform: 'DATA_ANALYSIS', menu: { group: 'overview', icon: 'publishedReports', order: 40 }, needsProject: false },
  { path: '/reportManage/strategy', title: { zh: '报告策略', en: 'Report policies' }, access: reportReaders, page: pageOf('ReportPoliciesPage', () => import('../reports/ReportPoliciesPage.tsx')), platform: 'DATA_ANALYSIS', menu: { group: 'overview', icon: 'reportPolicies', order: 42 }, needsProject: false },
  // templates
  { path: '/deviceManage/productList', title: { zh: '产品库', en: 'Product library' }, access: ['terminals', 'terminalsEdit', 'companyTerminals'], page: pageOf('ProductLibraryPage', () => import('../templates/ProductLibraryPage.tsx')), platform: 'DEVICE_CONNECT', menu: { group: 'company', icon: 'templates', order: 30 }, needsProject: false },
  // transport
  { path: '/monitor/carDetail', title: { zh: '车辆详情', en: 'Vehicle' }, access: monitoring, page: pageOf('CarPage', () => import('../transport/CarPage.tsx')), platform: 'BUSINESS', ofOneProject: true, back: '/monitor/transportMonitor' },
  { path: '/monitor/carTrack', title: { zh: '车辆轨迹', en: 'Vehicle tracks' }, access: monitoring, page: pageOf('CarTrackPage', () => import('../transport/CarTrackPage.tsx')), platform: 'BUSINESS', menu: { group: 'monitor', icon: 'track', order: 31 }, subsystems: ['transport'], cached: true },
  { path: '/monitor/waybillTrack', title: { zh: '运单', en: 'Waybills' }, access: ['monitorView', 'waybillEdit'], page: pageOf('WaybillsPage', () => import('../transport/WaybillsPage.tsx')), platform: 'BUSINESS', menu: { group: 'monitor', icon: 'waybill', order: 32 }, subsystems: ['transport'], cached: true },
  { path: '/monitor/geofence', title: { zh: '电子围栏', en: 'Geofences' }, access: ['monitorView', 'monitorEdit', 'waybillEdit'], page: pageOf('FencesPage', () => import('../transport/FencesPage.tsx')), platform: 'BUSINESS', menu: { group: 'monitor', icon: 'map', order: 33 }, subsystems: ['transport'] },
  { path: '/terminalManage/collector', title: { zh: '标签采集器', en: 'Tag collectors' }, access: terminals, page: gateways, platform: 'BUSINESS', menu: { group: 'project', icon: 'gateways', order: 55 }, subsystems: ['transport'], cached: true },
  { path: '/terminalManage/recorder', title: { zh: '温度记录仪', en: 'Recorders' }, access: ['terminals', 'terminalsEdit', 'monitorView'], page: tags, platform: 'BUSINESS', menu: { group: 'project', icon: 'tags', order: 56, only: ['terminals', 'terminalsEdit'] }, subsystems: ['transport'], cached: true },
  { path: '/terminalManage/sensor', title: { zh: '温度标签', en: 'Tags' }, access: ['terminals', 'terminalsEdit', 'monitorView'], page: tags, platform: 'BUSINESS', menu: { group: 'project', icon: 'tags', order: 56, only: ['terminals', 'terminalsEdit'] }, cached: true },
  { path: '/terminalManage/terminalTrack', title: { zh: '终端轨迹', en: 'Gateway tracks' }, access: terminals, page: pageOf('GatewayTrackPage', () => import('../transport/GatewayTrackPage.tsx')), platform: 'BUSINESS', menu: { group: 'project', icon: 'track', order: 57 } },
  { path: '/terminalManage/transportManage', title: { zh: '车载网关', en: 'Vehicle gateways' }, access: terminals, page: gateways, platform: 'BUSINESS', menu: { group: 'project', icon: 'truck', order: 55 }, subsystems: ['transport'], cached: true },
  // writing
  { path: '/deviceManage/writeData', title: { zh: '写入数据', en: 'Write data' }, access: ['remoteWrite'], page: pageOf('WriteDataPage', () => import('../writing/WriteDataPage.tsx')), platform: 'DEVICE_CONNECT', menu: { group: 'company', icon: 'writes', order: 57 }, needsProject: false },
  { path: '/deviceManage/scheduleTask', title: { zh: '计划任务', en: 'Scheduled tasks' }, access: ['scheduleEdit'], page: pageOf('TasksPage', () => import('../scheduling/TasksPage.tsx')), platform: 'DEVICE_CONNECT', menu: { group: 'company', icon: 'schedules', order: 58 }, needsProject: false },
  { path: '/deviceManage/scheduleGroup', title: { zh: '任务分组', en: 'Task groups' }, access: ['scheduleEdit'], page: pageOf('GroupsPage', () => import('../scheduling/GroupsPage.tsx')), platform: 'DEVICE_CONNECT', menu: { group: 'company', icon: 'scheduleGroups', order: 59 }, needsProject: false },
  { path: '/deviceManage/groupTasks', title: { zh: '分组任务', en: 'Tasks of a group' }, access: ['scheduleEdit'], page: pageOf('GroupTasksPage', () => import('../scheduling/TasksPage.tsx')), platform: 'DEVICE_CONNECT', needsProject: false },
  { path: '/terminalManage/writeData', title: { zh: '写入数据', en: 'Write data' }, access: ['remoteWrite'], page: pageOf('ProjectWriteDataPage', () => import('../writing/ProjectWriteDataPage.tsx')), platform: 'BUSINESS', menu: { group: 'project', icon: 'writes', order: 57 } },
];

/** What docs/routes.json says of each screen. */
export const routeList = (): Pick<AppRoute, 'path' | 'title' | 'access' | 'needsProject'>[] =>
  routes.map(({ path, title, access, needsProject }) => ({ path, title, access, needsProject }));
