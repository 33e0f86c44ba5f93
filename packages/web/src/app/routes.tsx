import type { ComponentType } from 'react';
import type { PageProps } from '../lib/page.ts';
import type { PageName } from './routeTable.ts';

type LoadPage = () => Promise<{ default: ComponentType<PageProps> }>;

/** What to load for each page of the route table; a page without a row here does not compile. Alphabetical. */
export const pages: Record<PageName, LoadPage> = {
  alarmConfig: () => import('../alarms/strategies/AlarmConfigPage.tsx').then((m) => ({ default: m.AlarmConfigPage })),
  strategyTemplate: () =>
    import('../alarms/strategyTemplates/TemplatePage.tsx').then((m) => ({ default: m.TemplatePage })),
  strategyTemplates: () =>
    import('../alarms/strategyTemplates/TemplatesPage.tsx').then((m) => ({ default: m.TemplatesPage })),
  strategy: () => import('../alarms/strategies/StrategyPage.tsx').then((m) => ({ default: m.StrategyPage })),
  alarmAnalysis: () => import('../alarms/health/AlarmAnalysisPage.tsx').then((m) => ({ default: m.AlarmAnalysisPage })),
  alarms: () => import('../alarms/AlarmsPage.tsx').then((m) => ({ default: m.AlarmsPage })),
  allProjectAlarms: () =>
    import('../alarms/AllProjectAlarmsPage.tsx').then((m) => ({ default: m.AllProjectAlarmsPage })),
  applications: () => import('../installation/ApplicationsPage.tsx').then((m) => ({ default: m.ApplicationsPage })),
  basicInfo: () => import('../projects/BasicInfoPage.tsx').then((m) => ({ default: m.BasicInfoPage })),
  cameras: () => import('../cameras/CamerasPage.tsx').then((m) => ({ default: m.CamerasPage })),
  companies: () => import('../installation/CompaniesPage.tsx').then((m) => ({ default: m.CompaniesPage })),
  companyLog: () => import('../logs/CompanyLogPage.tsx').then((m) => ({ default: m.CompanyLogPage })),
  companySettings: () => import('../company/CompanySettingsPage.tsx').then((m) => ({ default: m.CompanySettingsPage })),
  companyDevices: () =>
    import('../devices/manage/CompanyDevicesPage.tsx').then((m) => ({ default: m.CompanyDevicesPage })),
  dataDownload: () => import('../dataDownload/DataDownloadPage.tsx').then((m) => ({ default: m.DataDownloadPage })),
  device: () => import('../devices/DevicePage.tsx').then((m) => ({ default: m.DevicePage })),
  deviceParameter: () =>
    import('../devices/manage/DeviceParameterPage.tsx').then((m) => ({ default: m.DeviceParameterPage })),
  devicePoints: () =>
    import('../devices/manage/DevicePointListPage.tsx').then((m) => ({ default: m.DevicePointListPage })),
  deviceRecord: () => import('../devices/manage/DeviceRecordPage.tsx').then((m) => ({ default: m.DeviceRecordPage })),
  projectDevices: () =>
    import('../devices/manage/ProjectDevicesPage.tsx').then((m) => ({ default: m.ProjectDevicesPage })),
  downloads: () => import('../downloads/DownloadsPage.tsx').then((m) => ({ default: m.DownloadsPage })),
  allProjectEvents: () =>
    import('../eventNotices/AllProjectEventsPage.tsx').then((m) => ({ default: m.AllProjectEventsPage })),
  eventCenter: () => import('../eventNotices/EventCenterPage.tsx').then((m) => ({ default: m.EventCenterPage })),
  eventNotice: () => import('../eventNotices/EventNoticePage.tsx').then((m) => ({ default: m.EventNoticePage })),
  forbidden: () => import('./ForbiddenPage.tsx').then((m) => ({ default: m.ForbiddenPage })),
  gateway: () => import('../gateways/GatewayPage.tsx').then((m) => ({ default: m.GatewayPage })),
  gateways: () => import('../gateways/GatewaysPage.tsx').then((m) => ({ default: m.GatewaysPage })),
  inbox: () => import('../installation/InboxPage.tsx').then((m) => ({ default: m.InboxPage })),
  knowledgeHub: () => import('./KnowledgeHubPage.tsx').then((m) => ({ default: m.KnowledgeHubPage })),
  mappingEdit: () => import('../mapping/MappingEditPage.tsx').then((m) => ({ default: m.MappingEditPage })),
  mappings: () => import('../mapping/MappingsPage.tsx').then((m) => ({ default: m.MappingsPage })),
  members: () =>
    Promise.all([import('../people/MembersPage.tsx'), import('./screensOfProduct.tsx')]).then(
      ([m, { withScreens }]) => ({
        default: withScreens(m.MembersPage),
      }),
    ),
  monitorBoard: () => import('../devices/MonitorBoardPage.tsx').then((m) => ({ default: m.MonitorBoardPage })),
  overviewMap: () => import('../projects/OverviewMapPage.tsx').then((m) => ({ default: m.OverviewMapPage })),
  pointAssociate: () => import('../points/PointAssociatePage.tsx').then((m) => ({ default: m.PointAssociatePage })),
  position: () => import('../projects/PositionPage.tsx').then((m) => ({ default: m.PositionPage })),
  productLibrary: () => import('../templates/ProductLibraryPage.tsx').then((m) => ({ default: m.ProductLibraryPage })),
  profile: () => import('../account/ProfilePage.tsx').then((m) => ({ default: m.ProfilePage })),
  permissions: () => import('../people/PermissionsPage.tsx').then((m) => ({ default: m.PermissionsPage })),
  projectLog: () => import('../logs/ProjectLogPage.tsx').then((m) => ({ default: m.ProjectLogPage })),
  projectMembers: () =>
    Promise.all([import('../people/ProjectMembersPage.tsx'), import('./screensOfProduct.tsx')]).then(
      ([m, { withScreens }]) => ({ default: withScreens(m.ProjectMembersPage) }),
    ),
  projectWriteData: () =>
    import('../writing/ProjectWriteDataPage.tsx').then((m) => ({ default: m.ProjectWriteDataPage })),
  projects: () => import('../projects/ProjectsPage.tsx').then((m) => ({ default: m.ProjectsPage })),
  publicPages: () => import('../account/public/PublicPages.tsx').then((m) => ({ default: m.PublicPages })),
  pushStatistics: () =>
    import('../notifications/PushStatisticsPage.tsx').then((m) => ({ default: m.PushStatisticsPage })),
  redirect: () => import('./RedirectPage.tsx').then((m) => ({ default: m.RedirectPage })),
  selfTest: () => import('./SelfTestPage.tsx').then((m) => ({ default: m.SelfTestPage })),
  slave: () => import('../gateways/SlavePage.tsx').then((m) => ({ default: m.SlavePage })),
  videoWall: () => import('../cameras/VideoWallPage.tsx').then((m) => ({ default: m.VideoWallPage })),
  vpn: () => import('../gateways/VpnPage.tsx').then((m) => ({ default: m.VpnPage })),
  workbench: () => import('../workbench/WorkbenchPage.tsx').then((m) => ({ default: m.WorkbenchPage })),
  writeData: () => import('../writing/WriteDataPage.tsx').then((m) => ({ default: m.WriteDataPage })),
};
