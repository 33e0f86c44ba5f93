import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expectAccessible } from './expectAccessible.ts';
import { expectOneLanguage } from './expectOneLanguage.ts';
import { closePopupsAsTheyCome, enter, expect, goWithin, switchProject, test } from './journey.ts';
import { productAddress } from './productAddress.ts';
import { rememberJoined } from './screens.ts';

interface Route {
  path: string;
  title: { zh: string; en: string };
  access: 'public' | 'session' | string[];
}

const coldStore = 'East China Cold Store 1';
const supermarket = 'Fresh Choice Xixi Store';
const projectsInChinese: Record<string, string> = {
  [coldStore]: '华东冷链一号库',
  [supermarket]: '鲜选超市西溪店',
  'Jiahe Pig Farm': '嘉禾生态猪场',
  'Jiangnan Museum Hall 1': '江南博物馆一号展厅',
};
/** Boards that only show devices in a project of their kind. */
const projectOf: Record<string, string> = {
  '/monitor/audio': supermarket,
  '/monitor/environmentMonitor': 'Jiahe Pig Farm',
  '/monitor/infomationPublish': supermarket,
  '/monitor/parkManage': supermarket,
  '/monitor/passenger': supermarket,
  '/monitor/passenger/calendar': supermarket,
  '/monitor/passenger/heatmap': supermarket,
  '/monitor/passenger/statisticsMap': supermarket,
  '/monitor/relicBasicInfo': 'Jiangnan Museum Hall 1',
};

/** A screen that every project has. */
const everywhere = { path: '/monitor/commonTable', title: { zh: '全部设备', en: 'All devices' } };

/** A drawing, where devices are links or handles. */
const drawings = ['/monitor/configuration', '/monitor/planCreate', '/monitor/planShow'];

/** Show one thing, which is opened from its list below. */
const ofOneThing = [
  '/a/{path*}',
  '/deviceManage/deviceDetail',
  '/deviceManage/mappingProfileEdit',
  '/monitor/carDetail',
  '/monitor/unit',
  '/terminalManage/gatewayDetail',
  '/terminalManage/slaveStationDetail',
];

/** Where each public screen is looked at without a session, and what it calls itself there. */
const publicScreens: Record<string, { at: string; heading: string }> = {
  '/403/index': { at: '/403/index', heading: 'This page does not exist, or you may not open it' },
  '/companyRegister': { at: '/companyRegister', heading: 'Register a company' },
  '/forgetPwd': { at: '/forgetPwd', heading: 'Reset password' },
  '/invite': { at: '/invite?code=nothing', heading: 'This invitation cannot be used' },
  '/inviteSuccess': { at: '/inviteSuccess', heading: 'You have joined' },
  '/login': { at: '/login', heading: 'Log in' },
  '/other': { at: '/other?code=nothing', heading: 'You could not be signed in' },
  // These two only lead on, to screens that stand here themselves.
  '/redirect/{path*}': { at: '/redirect/test', heading: 'Self-test' },
  '/triggerRouterGuard': { at: '/triggerRouterGuard?goPage=%2Ftest', heading: 'Self-test' },
  '/test': { at: '/test', heading: 'Self-test' },
  '/wall': { at: '/wall', heading: 'Pair this wall display' },
};

/** What the product itself says it has, so that a new screen is looked at without a change here; a project after the other. */
const allRoutes = JSON.parse(readFileSync(new URL('../docs/routes.json', import.meta.url), 'utf8')) as Route[];
const routes = allRoutes
  .filter(({ path, access }) => access !== 'public' && !ofOneThing.includes(path))
  .sort((a, b) => Number(a.path in projectOf) - Number(b.path in projectOf));

/** Everybody can use what is on the screen, and it is in English. */
async function expectUsable(page: Page, screen: string): Promise<void> {
  await expectAccessible(page, screen);
  await expectOneLanguage(page, 'en', screen);
}

/** Goes to every screen of one part of the table, each in a project that has it, and looks at it. */
async function walk(
  page: Page,
  part: number,
  language: 'zh' | 'en',
  look: (page: Page, screen: string) => Promise<void>,
): Promise<void> {
  const titled = (title: Route['title']) => page.getByRole('heading', { name: title[language], exact: true });
  const nameOf = (project: string) => (language === 'en' ? project : projectsInChinese[project]!);
  await enter(page, 'administrator', everywhere.path, language);
  await expect(titled(everywhere.title)).toBeVisible();
  let project = coldStore;
  await switchProject(page, nameOf(project));
  for (const { path, title } of routes.filter((_route, index) => index % parts.length === part - 1)) {
    const wanted = projectOf[path] ?? coldStore;
    if (wanted !== project) {
      // A screen that the new project lacks would lead away, perhaps only after the next one was asked for.
      await goWithin(page, everywhere.path);
      await expect(titled(everywhere.title)).toBeVisible();
      await switchProject(page, nameOf(wanted));
    }
    project = wanted;
    await goWithin(page, path);
    await expect(titled(title)).toBeVisible();
    if (path.startsWith('/monitor/') && !drawings.includes(path)) {
      const main = page.getByRole('main');
      const shown = main
        .getByRole('article')
        .or(main.getByRole('row'))
        .or(main.getByText(/^(No devices here yet|这里还没有设备)$/));
      // Boards that were looked at before are kept, unseen.
      await expect(shown.filter({ visible: true }).first()).toBeVisible();
    }
    await look(page, path);
  }
}

/** The walk is cut, so that no journey waits for it at the end. */
const parts = [1, 2, 3];

// Both themes of two dozen screens: a minute on a free machine, several times that on a crowded one. They share nothing.
test.describe.configure({ mode: 'parallel', timeout: 12 * 60_000 });

// A popup is looked at by the journey of the freezer's door.
test.beforeEach(({ page }) => closePopupsAsTheyCome(page));

test('Every screen before sign-in can be used by everybody, light and dark', async ({ page, context }) => {
  await context.addCookies([{ name: 'language', value: 'en', url: productAddress.get().url }]);
  await context.addInitScript(rememberJoined);
  const paths = allRoutes.filter(({ access }) => access === 'public').map(({ path }) => path);
  expect(Object.keys(publicScreens).sort()).toEqual(paths.sort());
  for (const [path, { at, heading }] of Object.entries(publicScreens)) {
    await page.goto(at);
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeAttached();
    await expectUsable(page, path);
  }
  await page.goto('/login?to=register');
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await expect(page.getByText('Required').first()).toBeVisible();
  await expectUsable(page, 'register, with what is missing');
});

for (const part of parts) {
  test(`Every screen can be used by everybody, light and dark, part ${part} of ${parts.length}`, async ({ page }) => {
    await walk(page, part, 'en', expectUsable);
  });
}

for (const part of parts) {
  test(`每个页面只有中文，第 ${part} 部分，共 ${parts.length} 部分`, async ({ page }) => {
    await walk(page, part, 'zh', (there, screen) => expectOneLanguage(there, 'zh', screen));
  });
}

test('A gateway, a slave, a device and a mapping profile can be used by everybody, light and dark', async ({
  page,
}) => {
  const main = page.getByRole('main');
  await enter(page, 'administrator', '/terminalManage/gateway');
  await switchProject(page, coldStore);
  await page.goto('/terminalManage/gateway');
  await main.getByText('Cold rooms DTU').first().click();
  await page.waitForURL(/gatewayDetail/);
  await expect(main.getByRole('link', { name: 'Freezer 3' })).toBeVisible();
  await expectUsable(page, 'gateway');
  await main.getByRole('link', { name: 'Freezer 3' }).click();
  await page.waitForURL(/slaveStationDetail/);
  await expect(main.getByRole('row').nth(1)).toBeVisible();
  await expectUsable(page, 'slave');

  for (const [list, one] of [
    ['/deviceManage/deviceList', /deviceDetail/],
    ['/deviceManage/mappingProfile', /mappingProfileEdit/],
  ] as const) {
    await page.goto(list);
    await main.getByRole('row').nth(1).getByRole('cell').nth(1).click();
    await page.waitForURL(one);
    await expectUsable(page, String(one));
  }
});

test('A vehicle and a waybill can be used by everybody, light and dark', async ({ page }) => {
  const main = page.getByRole('main');
  await enter(page, 'administrator', '/monitor/carTrack');
  await switchProject(page, coldStore);
  await page.goto('/monitor/carTrack');
  await main.getByRole('link', { name: 'Vehicle' }).click();
  await page.waitForURL(/carDetail/);
  await expect(main.getByRole('heading', { name: /^Truck/ })).toBeVisible();
  await expectUsable(page, 'vehicle');
  await page.goto('/monitor/waybillTrack');
  await main.getByRole('row').nth(1).getByRole('cell').nth(1).click();
  await page.waitForURL(/waybillTrack.*id=/);
  await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
  await expectUsable(page, 'waybill');
});

test('A device, an alarm and what opens over them can be used by everybody, light and dark', async ({ page }) => {
  const detail = page.getByRole('dialog', { name: /Freezer 2/ });

  await enter(page, 'administrator', '/monitor/warehouse');
  await switchProject(page, coldStore);
  await page.getByRole('link', { name: 'Freezer 3' }).click();
  await expect(page.getByRole('group', { name: /^Room temperature/ })).toBeVisible();
  await expectUsable(page, 'device');
  await page.getByRole('button', { name: 'Enlarge' }).click();
  await expect(page.getByRole('dialog').getByRole('group', { name: /^Room temperature/ })).toBeVisible();
  await expectUsable(page, 'history dialog');
  await page.keyboard.press('Escape');

  await page.goto('/alarmManage/index');
  await page
    .getByRole('row', { name: /Freezer 2 · Door/ })
    .first()
    .click({ timeout: 120_000 });
  await expect(detail.getByRole('group', { name: /^Curve of/ })).toBeVisible();
  await expectUsable(page, 'alarm to acknowledge');
  await detail.getByRole('button', { name: 'Acknowledge alarm' }).click();
  await expect(detail.getByRole('radio', { name: 'Observing' })).toBeVisible();
  await expectUsable(page, 'alarm to handle');
  await page.keyboard.press('Escape');

  await page.goto('/alarmManageWithAllProject/index?tab=confirmed');
  await expect(page.getByRole('row', { name: /Freezer 2 · Door/ })).toBeVisible();
  await expectUsable(page, 'acknowledged alarms');
  await page.getByRole('button', { name: /^Messages/ }).click();
  await expect(page.getByRole('dialog', { name: 'Messages' })).toBeVisible();
  await expectUsable(page, 'message centre');
  await page.keyboard.press('Escape');
  await page.getByRole('banner').getByRole('combobox', { name: 'Project' }).click();
  await expectUsable(page, 'project selector');
});
