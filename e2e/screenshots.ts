/**
 * Takes every screen in both languages, light and dark, at three widths, for people to look at:
 *
 *   node e2e/screenshots.ts <address> <folder> [<file of logins>]
 *
 * Against a running product (`npm start`); the pictures are named <screen>.<language>.<theme>.<width>.png.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type BrowserContext, type Page, chromium as playwright } from '@playwright/test';
import { chromium } from '../tools/chromium.ts';

const [address, folder, loginsFile = 'data/demo-logins.json'] = process.argv.slice(2);
if (!address || !folder) {
  console.error('node e2e/screenshots.ts <address> <folder> [<file of logins>]');
  process.exit(2);
}
/** A screen that is not there by then is a failure to look at. */
const patienceMs = 10_000;
/** Only those whose name holds this, for a second look. */
const only = process.env.ONLY ?? '';
const logins = JSON.parse(readFileSync(loginsFile, 'utf8')) as { account: string; password: string }[];

const languages = ['zh', 'en'] as const;
const themes = ['light', 'dark'] as const;
const sizes = { 1366: 768, 1920: 1080, 390: 844 } as const;

interface Look {
  language: (typeof languages)[number];
  theme: (typeof themes)[number];
  width: keyof typeof sizes;
}

interface Screen {
  name: string;
  /** Null: nobody is logged in. */
  account: string | null;
  /** A path, or how to find it. */
  path: string;
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
const anyAlarm = /^(Alarm details|Handle alarm|报警详情|处理报警)/;
const device = /Freezer 3|冷冻间 3 号/;

const openDevice = async (page: Page) => {
  await page.getByRole('link', { name: device }).first().click();
  await page.waitForURL(/monitor\/unit/);
};

const screens: Screen[] = [
  { name: 'login', account: null, path: '/login' },
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
  { name: 'forbidden', account: null, path: '/403/index' },
  { name: 'coldStore-warehouse', account: manager, project: projects.coldStore, path: '/monitor/warehouse' },
  { name: 'coldStore-cold', account: manager, project: projects.coldStore, path: '/monitor/cold' },
  { name: 'coldStore-transport', account: manager, project: projects.coldStore, path: '/monitor/transportMonitor' },
  { name: 'coldStore-power', account: manager, project: projects.coldStore, path: '/monitor/supplypower' },
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
      await page.waitForTimeout(13_000);
    },
  },
  { name: 'device', account: manager, project: projects.coldStore, path: '/monitor/warehouse', act: openDevice },
  {
    name: 'device-door-curve',
    account: manager,
    project: projects.coldStore,
    path: '/monitor/warehouse',
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
    act: async (page) => {
      await openDevice(page);
      await page.getByRole('button', { name: /^(Enlarge|放大)$/ }).click();
      await page.getByRole('dialog').getByRole('group').first().waitFor();
    },
  },
  { name: 'alarms', account: manager, project: projects.coldStore, path: '/alarmManage/index' },
  { name: 'alarms-confirmed', account: manager, project: projects.coldStore, path: '/alarmManage/index?tab=confirmed' },
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
      await page.getByText(/No alarm matches|没有符合条件的报警/).waitFor();
    },
  },
  {
    name: 'alarm-detail',
    account: manager,
    path: '/alarmManageWithAllProject/index',
    act: async (page) => {
      await page.getByRole('button', { name: anyAlarm }).first().click();
      await page
        .getByRole('dialog')
        .getByText(/^(What happened|处理经过)$/)
        .waitFor();
    },
  },
  {
    name: 'alarm-detail-end',
    account: manager,
    path: '/alarmManageWithAllProject/index',
    act: async (page) => {
      await page.getByRole('button', { name: anyAlarm }).last().click();
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
  { name: 'viewer-board', account: viewer, path: '/monitor/warehouse' },
  { name: 'viewer-no-permission', account: viewer, path: '/alarmManage/index' },
  { name: 'other-company', account: otherCompany, path: '/monitor/commonTable' },
];

mkdirSync(folder, { recursive: true });
const browser = await playwright.launch(chromium());
const failures: string[] = [];
try {
  for (const account of new Set(screens.map((screen) => screen.account))) {
    const wanted = screens.filter((screen) => screen.account === account && screen.name.includes(only));
    if (wanted.length > 0) await takeAll(wanted, account);
  }
} finally {
  await browser.close();
}
for (const failure of failures) console.error(failure);
process.exitCode = failures.length > 0 ? 1 : 0;

/** One session for each account, language and theme; the widths follow each other in the same page. */
async function takeAll(wanted: Screen[], account: string | null): Promise<void> {
  for (const language of languages) {
    for (const theme of themes) {
      const context = await browser.newContext({
        baseURL: address!,
        locale: language === 'zh' ? 'zh-CN' : 'en-GB',
        timezoneId: 'Asia/Shanghai',
      });
      await context.addInitScript((chosen) => localStorage.setItem('watchpost.theme', chosen), theme);
      await context.addCookies([{ name: 'language', value: language, url: address! }]);
      if (account !== null) await logIn(context, account);
      for (const width of Object.keys(sizes).map(Number) as Look['width'][]) {
        for (const screen of wanted) await take(context, screen, { language, theme, width });
      }
      await context.close();
    }
  }
}

async function logIn(context: BrowserContext, account: string): Promise<void> {
  const login = logins.find((each) => each.account === account);
  if (!login) throw new Error(`${loginsFile} has no ${account}`);
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByLabel(/^(Account|账号)$/).fill(login.account);
  await page.getByLabel(/^(Password|密码)$/).fill(login.password);
  await page.getByRole('button', { name: /^(Log in|登录)$/ }).click();
  await page.getByRole('main').waitFor();
  await page.waitForURL((url) => url.pathname !== '/login');
  await page.close();
}

async function take(context: BrowserContext, screen: Screen, look: Look): Promise<void> {
  const name = `${screen.name}.${look.language}.${look.theme}.${look.width}`;
  const page = await context.newPage();
  page.setDefaultTimeout(patienceMs);
  const said: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') said.push(message.text());
  });
  page.on('pageerror', (error) => said.push(error.message));
  try {
    await page.setViewportSize({ width: look.width, height: sizes[look.width] });
    await page.emulateMedia({ colorScheme: look.theme });
    if (screen.project) await goToProject(page, screen.project[look.language], screen.path);
    else await page.goto(screen.path);
    await settle(page);
    if (!screen.popups) await closePopups(page);
    await screen.act?.(page, look);
    await settle(page);
    await page.screenshot({ path: path.join(folder!, `${name}.png`) });
  } catch (error) {
    failures.push(`${name}: ${(error as Error).message.split('\n')[0]}`);
    await page.screenshot({ path: path.join(folder!, `${name}.failed.png`) });
  } finally {
    for (const each of new Set(said)) console.log(`${name}: ${each}`);
    await context.setOffline(false);
    await page.close();
  }
}

/** The tab remembers the project; choosing it is needed once a page. */
async function goToProject(page: Page, project: string, where: string): Promise<void> {
  await page.goto(where);
  const selector = page.getByRole('combobox', { name: /^(Project|项目)$/ }).first();
  await selector.fill(project);
  await selector.press('Enter');
  await page.goto(where);
}

async function closePopups(page: Page): Promise<void> {
  const close = page.getByRole('button', { name: /^(Close popup|关闭弹窗|Close all|全部关闭)/ }).first();
  while (await close.isVisible()) await close.click();
}

/** Pictures are for people: fonts, charts and fades have come to rest. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => {});
  await page.waitForTimeout(500);
}
