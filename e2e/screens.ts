import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';

const routes = JSON.parse(readFileSync(new URL('../docs/routes.json', import.meta.url), 'utf8')) as {
  path: string;
  access: unknown;
  needsProject?: false;
}[];

export const languages = ['zh', 'en'] as const;
export const themes = ['light', 'dark'] as const;
/** Widths with their heights, in CSS pixels. */
export const sizes = { 1366: 768, 1920: 1080, 390: 844 } as const;

/** One way to look at a screen. */
export interface Look {
  language: (typeof languages)[number];
  theme: (typeof themes)[number];
  width: keyof typeof sizes;
}

/** In the page: as if an invitation had just been accepted there. */
export const rememberJoined = (): void =>
  sessionStorage.setItem('watchpost.joined', JSON.stringify({ companyName: 'Anna Foods', isNew: true }));

/** A picture to take in every look, and how to get there. */
export interface Screen {
  name: string;
  /** Null: nobody is logged in. */
  account: string | null;
  /** Where to go; `act` may lead on from there. */
  path: string;
  /** The path of the route that is on the picture in the end, when `act` leads to another one. */
  leadsTo?: string;
  /** What to type into the project selector, to go there first. */
  project?: Record<Look['language'], string>;
  /** Alarms that pop up stay on the picture; elsewhere they are closed first, because they cover what is to be seen. */
  popups?: true;
  /** What to do before the picture is taken. */
  act?: (page: Page, look: Look) => Promise<void>;
}

const projects = {
  coldStore: { zh: '华东冷链一号库', en: 'East China Cold Store 1' },
  supermarket: { zh: '鲜选超市西溪店', en: 'Fresh Choice Xixi Store' },
  pigHouse: { zh: '嘉禾生态猪场', en: 'Jiahe Pig Farm' },
  museum: { zh: '江南博物馆一号展厅', en: 'Jiangnan Museum Hall 1' },
};
/** Sees and may do everything. */
const manager = 'linyuqing';
/** Is told about every alarm. */
const operator = 'wangqiang';
const viewer = 'chenkeke01';
const otherCompany = 'hebeichen';
/** An alarm of a list: a row, on a phone a card. */
const anyAlarm = 'tr.list-row, button.list-card-body';
const device = /Freezer 3|冷冻间 3 号/;

const openGateway = async (page: Page, name: RegExp) => {
  await page.getByText(name).first().click();
  await page.waitForURL(/terminalManage\/gatewayDetail/);
  await page.locator('.gateway-part').first().waitFor();
};

const openWorkbench = async (page: Page) => {
  await openGateway(page, /Cold rooms DTU|冷库 1 号 DTU/);
  await page.getByRole('button', { name: /^(Workbench|调试台)$/ }).click();
  await page.waitForURL(/terminalManage\/workbench/);
  await page.getByRole('tab', { name: /^(Read live|实时读取)$/ }).waitFor();
};

const openDevice = async (page: Page) => {
  await page.getByRole('link', { name: device }).first().click();
  await page.waitForURL(/monitor\/unit/);
};

/** Their menu entry shows only where a project has such equipment; the pages open everywhere. */
const boardsOfFewProjects = [
  'air',
  'elevatormonitor',
  'firesystem',
  'freshbaked',
  'lightsystem',
  'ontologyMonitor',
  'security',
  'unitManagement',
];

/** They show nothing themselves; where they lead is looked at by the journey of accessibility. */
const leadOn = ['/redirect/{path*}', '/triggerRouterGuard'];

/** Screens in a state that takes doing, in a project of their own, or seen by somebody else. */
const particularScreens: Screen[] = [
  { name: 'login', account: null, path: '/login' },
  { name: 'asset-of-label', account: manager, path: '/a/SB-0001', leadsTo: '/a/{path*}' },
  {
    name: 'login-refused',
    account: null,
    path: '/login?redirect=/monitor/warehouse',
    act: async (page) => {
      await page.getByLabel(/^(Account|账号)$/).fill('nobody-here');
      await page.getByLabel(/^(Password|密码)$/).fill('wrong-password');
      await page.getByRole('button', { name: /^(Log in|登录)$/ }).click();
      await page.getByRole('alert').getByRole('paragraph').waitFor();
    },
  },
  {
    name: 'login-by-phone',
    account: null,
    path: '/login',
    act: async (page) => {
      await page.getByRole('tab', { name: /^(SMS login|短信登录)$/ }).click();
      await page.getByLabel(/^(Mobile number|手机号)$/).waitFor();
    },
  },
  { name: 'register', account: null, path: '/login?to=register' },
  {
    name: 'register-empty',
    account: null,
    path: '/login?to=register',
    act: async (page) => {
      await page.getByRole('button', { name: /^(Register|注册)$/ }).click();
    },
  },
  { name: 'invitation-unknown', account: null, path: '/invite?code=nothing' },
  {
    name: 'invitation-accepted',
    account: null,
    path: '/login',
    leadsTo: '/inviteSuccess',
    act: async (page) => {
      await page.evaluate(rememberJoined);
      await page.goto('/inviteSuccess');
    },
  },
  { name: 'other-system-refused', account: null, path: '/other?code=nothing' },
  { name: 'profile', account: manager, path: '/userSet/myInformation' },
  {
    name: 'profile-password',
    account: manager,
    path: '/userSet/myInformation',
    act: async (page) => {
      await page.getByRole('button', { name: /^(Change: Password|修改密码)$/ }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'overview-map', account: manager, path: '/map/index' },
  {
    name: 'overview-map-project',
    account: manager,
    path: '/map/index',
    act: async (page) => {
      await page
        .getByRole('region', { name: /^(List of projects|项目列表)$/ })
        .getByRole('button', { name: /^(East China Cold Store 1|华东冷链一号库)/ })
        .click();
      await page.getByRole('button', { name: /^(Open project|进入项目)$/ }).waitFor();
    },
  },
  { name: 'projects', account: manager, path: '/projectManage' },
  {
    name: 'projects-add',
    account: manager,
    path: '/projectManage',
    act: async (page) => {
      await page.getByRole('button', { name: /^(Add project|新增项目)$/ }).click();
      await page.getByRole('textbox', { name: /^(Latitude|纬度)$/ }).waitFor();
    },
  },
  ...['conformity', 'findings', 'packs', 'certificates', 'seals'].map((tab) => ({
    name: `proof-${tab}`,
    account: manager,
    project: projects.coldStore,
    path: `/reportManage/proof?tab=${tab}`,
  })),
  {
    name: 'proof-verified',
    account: manager,
    project: projects.coldStore,
    path: '/reportManage/proof?tab=seals',
    act: async (page) => {
      await page.getByRole('button', { name: /^(Verify|核对)$/ }).click();
      await page
        .getByRole('status')
        .getByText(/Everything matches|全部一致|No contradiction|需要注意/)
        .waitFor();
    },
  },
  { name: 'projects-structure', account: manager, path: '/projectManage?tab=structure' },
  { name: 'projects-deleted', account: manager, path: '/projectManage?tab=deleted' },
  { name: 'members', account: manager, path: '/personnelManage/member' },
  {
    name: 'members-import',
    account: manager,
    path: '/personnelManage/member',
    act: async (page) => {
      await page.getByRole('button', { name: /^(More|更多)$/ }).click();
      await page.getByRole('menuitem', { name: /^(Import from Excel|从 Excel 导入)$/ }).press('Enter');
      await page.getByRole('button', { name: /(Download template|下载模板)/ }).waitFor();
    },
  },
  {
    name: 'members-invite',
    account: manager,
    path: '/personnelManage/member',
    act: async (page) => {
      await page.getByRole('button', { name: /^(Invite|邀请)$/ }).click();
      await page.getByRole('button', { name: /^(Create link|生成链接)$/ }).waitFor();
    },
  },
  { name: 'permissions', account: manager, path: '/permissions' },
  {
    name: 'permissions-of-role',
    account: manager,
    path: '/permissions',
    act: async (page) => {
      await page.getByRole('button', { name: /^(Operator|值班员)/ }).click();
      await page.getByRole('heading', { name: /^(Operator|值班员)/ }).waitFor();
    },
  },
  {
    name: 'data-download',
    account: manager,
    project: projects.coldStore,
    path: '/dataDownload',
    act: async (page) => {
      await page.locator('.ant-tree-checkbox').nth(1).click();
      await page.locator('.data-download-size').waitFor();
    },
  },
  { name: 'coldStore-warehouse', account: manager, project: projects.coldStore, path: '/monitor/warehouse' },
  { name: 'coldStore-cold', account: manager, project: projects.coldStore, path: '/monitor/cold' },
  { name: 'coldStore-transport', account: manager, project: projects.coldStore, path: '/monitor/transportMonitor' },
  { name: 'coldStore-all', account: manager, project: projects.coldStore, path: '/monitor/commonTable' },
  {
    name: 'coldStore-table',
    account: manager,
    project: projects.coldStore,
    path: '/monitor/commonTable',
    act: async (page, { width }) => {
      // A phone has cards only.
      if (width === 390) return;
      await page.getByText(/^(Table|表格)$/).click();
      await page.getByRole('table').waitFor();
    },
  },
  {
    name: 'coldStore-by-area',
    account: manager,
    project: projects.coldStore,
    path: '/monitor/commonTable',
    act: async (page, { width }) => {
      // A phone has one order.
      if (width === 390) return;
      await page.getByText(/^(Cards|卡片)$/).click();
      await page.getByText(/^(By area|按区域)$/).click();
    },
  },
  {
    name: 'board-alarms',
    account: manager,
    project: projects.coldStore,
    path: '/monitor/warehouse',
    act: async (page) => {
      const tab = page.getByText(/^(Alarms|报警) \d+$/).first();
      if (await tab.isVisible()) await tab.click();
    },
  },
  { name: 'supermarket-cold', account: manager, project: projects.supermarket, path: '/monitor/cold' },
  { name: 'supermarket-all', account: manager, project: projects.supermarket, path: '/monitor/commonTable' },
  { name: 'pigHouse-climate', account: manager, project: projects.pigHouse, path: '/monitor/environmentMonitor' },
  { name: 'museum-relics', account: manager, project: projects.museum, path: '/monitor/relicBasicInfo' },
  { name: 'board-empty', account: manager, project: projects.museum, path: '/monitor/transportMonitor' },
  {
    name: 'board-none-matching',
    account: manager,
    project: projects.coldStore,
    path: '/monitor/commonTable?q=zzz&text=zzz',
  },
  {
    name: 'board-failed',
    account: manager,
    project: projects.coldStore,
    path: '/monitor/warehouse',
    act: async (page) => {
      await page.route('**/GetTableListRead*', (route) =>
        route.fulfill({ json: { Code: 500, Data: null, Message: '' }, status: 500 }),
      );
      await page.reload();
      await page.getByRole('alert').first().waitFor({ timeout: 20_000 });
    },
  },
  {
    name: 'server-lost',
    account: manager,
    project: projects.coldStore,
    path: '/monitor/warehouse',
    act: async (page) => {
      await page.context().setOffline(true);
      // A cable that is pulled is noticed when the channel's next sign of life stays away.
      await page
        .getByText(/The server cannot be reached, retrying|无法连接服务器，正在重试/)
        .waitFor({ timeout: 90_000 });
    },
  },
  {
    name: 'device',
    account: manager,
    project: projects.coldStore,
    path: '/monitor/warehouse',
    leadsTo: '/monitor/unit',
    act: openDevice,
  },
  {
    name: 'device-door-curve',
    account: manager,
    project: projects.coldStore,
    path: '/monitor/warehouse',
    leadsTo: '/monitor/unit',
    act: async (page) => {
      await openDevice(page);
      const box = page.getByRole('checkbox', { name: /Door|库门/ }).first();
      await box.check();
      await page.mouse.wheel(0, 400);
    },
  },
  { name: 'device-unknown', account: manager, project: projects.coldStore, path: '/monitor/unit?id=999999' },
  { name: 'device-not-chosen', account: manager, project: projects.coldStore, path: '/monitor/unit' },
  {
    name: 'history-dialog',
    account: manager,
    project: projects.coldStore,
    path: '/monitor/warehouse',
    leadsTo: '/monitor/unit',
    act: async (page) => {
      await openDevice(page);
      await page.getByRole('button', { name: /^(Enlarge|放大)$/ }).click();
      await page.getByRole('dialog').getByRole('group').first().waitFor();
    },
  },
  { name: 'alarms', account: manager, project: projects.coldStore, path: '/alarmManage/index' },
  { name: 'alarms-confirmed', account: manager, project: projects.coldStore, path: '/alarmManage/index?tab=confirmed' },
  { name: 'alarm-strategies', account: manager, project: projects.coldStore, path: '/alarmManage/index?tab=strategy' },
  {
    name: 'alarm-strategy',
    account: manager,
    project: projects.coldStore,
    path: '/alarmManage/index?tab=strategy',
    leadsTo: '/alarmManage/thresholdAlarmEdit',
    act: async (page) => {
      await page.getByText(/^(冷冻间超温|Freezer temperature)$/).click();
      await page.getByRole('slider').first().waitFor();
    },
  },
  {
    name: 'alarm-strategy-new',
    account: manager,
    project: projects.coldStore,
    path: '/alarmManage/thresholdAlarmEdit',
    act: (page) => page.getByRole('button', { name: /^(保存|Save)$/ }).click(),
  },
  { name: 'events', account: manager, project: projects.coldStore, path: '/eventCenter/index' },
  { name: 'event-notices', account: manager, project: projects.coldStore, path: '/eventCenter/index?tab=notices' },
  { name: 'event-notice', account: manager, project: projects.coldStore, path: '/eventCenter/eventNoticeEdit?id=1' },
  { name: 'strategy-template', account: manager, path: '/deviceManage/StrategyEdit?id=1' },
  { name: 'alarms-pending', account: manager, project: projects.coldStore, path: '/alarmManage/index?tab=pending' },
  { name: 'alarms-history', account: manager, path: '/alarmManageWithAllProject/index?tab=history' },
  { name: 'alarms-hidden', account: manager, project: projects.coldStore, path: '/alarmManage/index?tab=hidden' },
  {
    name: 'alarms-shelves',
    account: manager,
    project: projects.coldStore,
    path: '/alarmManage/index?tab=hidden&show=shelves',
  },
  { name: 'alarms-all-projects', account: manager, path: '/alarmManageWithAllProject/index' },
  {
    name: 'alarms-none-matching',
    account: manager,
    path: '/alarmManageWithAllProject/index',
    act: async (page) => {
      await page
        .getByRole('searchbox')
        .or(page.getByLabel(/^(Search device|搜索设备、)/))
        .first()
        .fill('zzzz');
      await page.getByText(/Nothing matches these filters|没有符合筛选条件的内容/).waitFor();
    },
  },
  {
    name: 'alarm-detail',
    account: manager,
    path: '/alarmManageWithAllProject/index',
    act: async (page) => {
      await page.locator(anyAlarm).first().click();
      await page
        .getByRole('dialog')
        .getByText(/^(What happened|处理经过)$/)
        .waitFor();
    },
  },
  {
    name: 'alarm-why',
    account: manager,
    project: projects.coldStore,
    path: '/alarmManage/index?tab=history',
    act: async (page) => {
      await page
        .getByText(/库温|Room temperature/)
        .first()
        .click();
      await page.getByRole('button', { name: /^(Explain|报警依据)$/ }).click();
      await page.locator('.why-rule').first().waitFor();
    },
  },
  { name: 'fault-warnings', account: manager, project: projects.coldStore, path: '/alarmManage/index?tab=warnings' },
  {
    name: 'fault-warning',
    account: manager,
    project: projects.coldStore,
    path: '/alarmManage/index?tab=warnings',
    act: async (page) => {
      await page
        .getByRole('button', { name: /^(详情|Details)/ })
        .first()
        .click();
      await page.getByRole('dialog').locator('.warning-line-own').waitFor();
    },
  },
  { name: 'alarm-health', account: manager, project: projects.coldStore, path: '/alarmManage/index?tab=health' },
  { name: 'alarms-duty', account: manager, project: projects.coldStore, path: '/alarmManage/index?tab=duty' },
  {
    name: 'alarms-duty-rota',
    account: manager,
    project: projects.coldStore,
    path: '/alarmManage/index?tab=duty',
    act: async (page) => {
      await page
        .getByRole('button', { name: /^(修改：|Edit: )/ })
        .first()
        .click();
      await page.getByRole('dialog').getByRole('checkbox').first().waitFor();
    },
  },
  { name: 'alarms-webhooks', account: manager, project: projects.coldStore, path: '/alarmManage/index?tab=webhooks' },
  {
    name: 'message-history',
    account: manager,
    path: '/alarmManageWithAllProject/index',
    act: async (page) => {
      await page.locator(anyAlarm).first().click();
      await page
        .getByRole('button', { name: /^(Messages|推送记录)$/ })
        .last()
        .click();
      await page.getByRole('tab', { name: /^(SMS|短信)$/ }).click();
      await page.getByRole('columnheader', { name: /^(Receipt at|回执时间)$/ }).waitFor();
    },
  },
  {
    name: 'who-would-be-called',
    account: manager,
    path: '/alarmManageWithAllProject/index',
    act: async (page) => {
      await page.locator(anyAlarm).first().click();
      await page.getByText(/^(Who would be called now|现在会通知谁)$/).click();
      await page
        .getByText(/^(At once$|立即$|Done, |已通知，)/)
        .first()
        .scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'alarm-detail-end',
    account: manager,
    path: '/alarmManageWithAllProject/index',
    act: async (page) => {
      await page.locator(anyAlarm).last().click();
      await page
        .getByRole('dialog')
        .getByText(/^(Follow-up|处理结果)$/)
        .scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'message-centre',
    account: manager,
    project: projects.coldStore,
    path: '/monitor/warehouse',
    act: async (page) => {
      await page.getByRole('button', { name: /^(Messages|消息)/ }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'project-selector',
    account: manager,
    project: projects.coldStore,
    path: '/monitor/warehouse',
    act: async (page) => {
      await page
        .getByRole('combobox', { name: /^(Project|项目)$/ })
        .first()
        .click();
      await page.getByRole('listbox').waitFor({ state: 'attached' });
    },
  },
  {
    name: 'user-menu',
    account: manager,
    project: projects.coldStore,
    path: '/monitor/warehouse',
    act: async (page) => {
      await page.getByRole('button', { name: /^Menu of|的菜单$/ }).click();
      await page.getByRole('menu').first().waitFor();
    },
  },
  {
    name: 'menu-open',
    account: manager,
    project: projects.supermarket,
    path: '/monitor/cold',
    act: async (page) => {
      await page.getByRole('button', { name: /^(Open menu|打开菜单|Collapse menu|收起菜单)$/ }).click();
    },
  },
  {
    name: 'keyboard-help',
    account: manager,
    project: projects.coldStore,
    path: '/alarmManage/index',
    act: async (page) => {
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'popup',
    popups: true,
    account: operator,
    project: projects.coldStore,
    path: '/monitor/warehouse',
    act: async (page) => {
      await page
        .getByRole('article')
        .filter({ hasText: /New alarm|新报警|Reminder|重复提醒/ })
        .first()
        .waitFor();
    },
  },
  { name: 'gateways', account: manager, project: projects.coldStore, path: '/terminalManage/gateway' },
  {
    name: 'gateway',
    account: manager,
    project: projects.coldStore,
    path: '/terminalManage/gateway',
    leadsTo: '/terminalManage/gatewayDetail',
    act: (page) => openGateway(page, /Cold rooms DTU|冷库 1 号 DTU/),
  },
  {
    name: 'gateway-why-offline',
    account: manager,
    project: projects.coldStore,
    path: '/terminalManage/gateway',
    leadsTo: '/terminalManage/gatewayDetail',
    act: (page) => openGateway(page, /Cold room 3 DTU|三号冷间 DTU/),
  },
  {
    name: 'slave',
    account: manager,
    project: projects.coldStore,
    path: '/terminalManage/gateway',
    leadsTo: '/terminalManage/slaveStationDetail',
    act: async (page) => {
      await openGateway(page, /Cold rooms DTU|冷库 1 号 DTU/);
      await page.getByRole('link', { name: '冷冻间 3 号' }).click();
      await page.waitForURL(/slaveStationDetail/);
      await page.locator('.gateway-part').first().waitFor();
    },
  },
  {
    name: 'workbench-live',
    account: manager,
    project: projects.coldStore,
    path: '/terminalManage/gateway',
    leadsTo: '/terminalManage/workbench',
    act: async (page) => {
      await openWorkbench(page);
      await page.getByLabel(/^(First address|起始地址)$/).fill('2529');
      await page.getByLabel(/^(How many|数量)$/).fill('2');
      await page.getByLabel(/^(Reads|读取次数)$/).fill('2');
      await page.getByRole('button', { name: /^(Read|读取|读 取)$/ }).click();
      await page.locator('.workbench-suggestion').first().waitFor();
      await page.getByRole('button', { name: /^(Choose what is likely|选用全部推测)$/ }).click();
      await page.locator('.workbench-chosen li').first().waitFor();
    },
  },
  {
    name: 'workbench-paste',
    account: manager,
    project: projects.coldStore,
    path: '/terminalManage/gateway',
    leadsTo: '/terminalManage/workbench',
    act: async (page) => {
      await openWorkbench(page);
      await page.getByRole('tab', { name: /^(Explain a frame|解析报文)$/ }).click();
      await page.getByRole('button', { name: /^(Show an example|填入示例)$/ }).click();
      await page.locator('.workbench-frame').nth(3).waitFor();
    },
  },
  {
    name: 'workbench-plan',
    account: manager,
    project: projects.coldStore,
    path: '/terminalManage/gateway',
    leadsTo: '/terminalManage/workbench',
    act: async (page) => {
      await openWorkbench(page);
      await page.getByRole('tab', { name: /^(Read plan|采集计划)$/ }).click();
      await page.locator('.workbench-facts').waitFor();
    },
  },
  {
    name: 'workbench-log',
    account: manager,
    project: projects.coldStore,
    path: '/terminalManage/gateway',
    leadsTo: '/terminalManage/workbench',
    act: async (page) => {
      await openWorkbench(page);
      await page.getByRole('tab', { name: /^(Frame log|报文日志)$/ }).click();
      await page.locator('.workbench-log li').nth(2).waitFor({ timeout: 40_000 });
    },
  },
  {
    name: 'gateway-vpn',
    account: manager,
    project: projects.supermarket,
    path: '/projectConfig/gatewayConfigurationVPN',
  },
  { name: 'vpn-list', account: manager, project: projects.supermarket, path: '/projectConfig/VPNList' },
  { name: 'cameras', account: manager, project: projects.coldStore, path: '/terminalManage/cameraManage' },
  {
    name: 'cameras-bind',
    account: manager,
    project: projects.coldStore,
    path: '/terminalManage/cameraManage',
    act: async (page) => {
      await page
        .getByRole('button', { name: /^(Bind camera|绑定摄像头)$/ })
        .first()
        .click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'video-wall',
    account: manager,
    project: projects.coldStore,
    path: '/monitor/videoMonitor',
    act: async (page) => {
      await page.locator('.camera-live').first().waitFor();
    },
  },
  ...boardsOfFewProjects.map((board) => ({
    name: `board-${board}`,
    account: manager,
    project: projects.supermarket,
    path: `/monitor/${board}`,
  })),
  { name: 'company-devices', account: manager, path: '/deviceManage/deviceList' },
  {
    name: 'device-record',
    account: manager,
    path: '/deviceManage/deviceList',
    leadsTo: '/deviceManage/deviceDetail',
    act: async (page) => {
      await page.getByRole('row').nth(1).getByRole('cell').nth(1).click();
      await page.waitForURL(/deviceDetail/);
    },
  },
  { name: 'mapping-profiles', account: manager, path: '/deviceManage/mappingProfile' },
  {
    name: 'mapping-profile',
    account: manager,
    path: '/deviceManage/mappingProfile',
    leadsTo: '/deviceManage/mappingProfileEdit',
    act: async (page) => {
      await page.getByRole('row').nth(1).getByRole('cell').nth(1).click();
      await page.waitForURL(/mappingProfileEdit/);
    },
  },
  { name: 'writing', account: manager, project: projects.coldStore, path: '/terminalManage/writeData' },
  {
    name: 'write-dialog',
    account: manager,
    project: projects.coldStore,
    path: '/terminalManage/writeData',
    act: async (page) => {
      await page
        .getByRole('button', { name: /^(Write|写入)$/ })
        .first()
        .click();
      await page.getByLabel(/^(New value|新值)$/).waitFor();
    },
  },
  { name: 'viewer-board', account: viewer, path: '/monitor/warehouse' },
  { name: 'viewer-no-permission', account: viewer, path: '/alarmManage/index' },
  { name: 'other-company', account: otherCompany, path: '/monitor/commonTable' },
];

/** The path of the route that a picture shows. */
export const shownRoute = ({ path, leadsTo }: Screen): string => leadsTo ?? new URL(path, 'http://product').pathname;

const shown = new Set([...particularScreens.map(shownRoute), ...leadOn]);

/** Every other screen of the product, as the manager finds it. */
const plainScreens: Screen[] = routes
  .filter(({ path }) => !shown.has(path))
  .map(({ path, access, needsProject = true }) => ({
    name: path.slice(1).replaceAll('/', '-'),
    account: access === 'public' ? null : manager,
    path,
    ...(access !== 'public' && needsProject && { project: projects.coldStore }),
  }));

export const screens: readonly Screen[] = [...particularScreens, ...plainScreens];
