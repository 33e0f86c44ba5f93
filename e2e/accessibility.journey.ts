import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expectAccessible, type Theme } from './expectAccessible.ts';
import { expectOneLanguage } from './expectOneLanguage.ts';
import { closePopupsAsTheyCome, enter, expect, goWithin, switchProject, test } from './journey.ts';
import { productAddress } from './productAddress.ts';
import { rememberJoined } from './screens.ts';

/** Each screen is looked at once in each language, and so in each theme: colours do not depend on the language. */
const themeOf = { en: 'dark', zh: 'light' } as const satisfies Record<string, Theme>;
type Language = keyof typeof themeOf;
const languages = ['en', 'zh'] as const;
type Both = Record<Language, string>;

interface Route {
  path: string;
  title: Both;
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
const nameOf = (project: string, language: Language) => (language === 'en' ? project : projectsInChinese[project]!);

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

const unreachable = { en: 'This page does not exist, or you may not open it', zh: '页面不存在，或您无权访问' };
const selfTest = { en: 'Self-test', zh: '自检' };
/** Where each public screen is looked at without a session, and what it calls itself there. */
const publicScreens: Record<string, { at: string; heading: Both }> = {
  '/403/index': { at: '/403/index', heading: unreachable },
  '/companyRegister': { at: '/companyRegister', heading: { en: 'Register a company', zh: '企业入驻' } },
  '/forgetPwd': { at: '/forgetPwd', heading: { en: 'Reset password', zh: '重置密码' } },
  '/invite': { at: '/invite?code=nothing', heading: { en: 'This invitation cannot be used', zh: '无法使用此邀请' } },
  '/inviteSuccess': { at: '/inviteSuccess', heading: { en: 'You have joined', zh: '加入成功' } },
  '/login': { at: '/login', heading: { en: 'Log in', zh: '登录' } },
  '/other': { at: '/other?code=nothing', heading: { en: 'You could not be signed in', zh: '未能登录' } },
  // These two only lead on, to screens that stand here themselves.
  '/redirect/{path*}': { at: '/redirect/test', heading: selfTest },
  '/triggerRouterGuard': { at: '/triggerRouterGuard?goPage=%2Ftest', heading: selfTest },
  '/test': { at: '/test', heading: selfTest },
  '/wall': { at: '/wall', heading: { en: 'Pair this wall display', zh: '配对墙面屏幕' } },
};

/** What the product itself says it has, so that a new screen is looked at without a change here; a project after the other. */
const allRoutes = JSON.parse(readFileSync(new URL('../docs/routes.json', import.meta.url), 'utf8')) as Route[];
const routes = allRoutes
  .filter(({ path, access }) => access !== 'public' && !ofOneThing.includes(path))
  .sort((a, b) => Number(a.path in projectOf) - Number(b.path in projectOf));

/** A row of an alarm list is one line high. CSS pixels. */
const alarmRowAtMost = 40;

/** At the width of a laptop the columns of a list have room beside each other, and none slides under the actions. */
async function expectTablesFit(page: Page, screen: string): Promise<void> {
  const main = page.getByRole('main').filter({ visible: true });
  const tables = main.locator('.list-table .ant-table-content').filter({ visible: true });
  const sliding = await tables.evaluateAll((all) =>
    all.flatMap(({ scrollWidth, clientWidth }) =>
      scrollWidth > clientWidth + 1 ? [`${scrollWidth} px in ${clientWidth}`] : [],
    ),
  );
  expect.soft(sliding, `${screen}, tables that are too wide`).toEqual([]);
  const alarms = main.locator('.alarm-list tr.list-row').filter({ visible: true });
  const tall = await alarms.evaluateAll(
    (rows, atMost) => rows.map((row) => row.getBoundingClientRect().height).filter((height) => height > atMost),
    alarmRowAtMost,
  );
  expect.soft(tall, `${screen}, alarms on more than one line`).toEqual([]);
}

/** Everybody can use what is on the screen, and it is in this language. */
async function expectUsable(page: Page, language: Language, screen: string): Promise<void> {
  await expectTablesFit(page, screen);
  await expectAccessible(page, screen, [themeOf[language]]);
  await expectOneLanguage(page, language, screen);
}

/** Goes to every screen of one part of the table, each in a project that has it, and looks at it. */
async function walk(page: Page, part: number, language: Language): Promise<void> {
  const titled = (title: Route['title']) => page.getByRole('heading', { name: title[language], exact: true });
  await enter(page, 'administrator', everywhere.path, language);
  await expect(titled(everywhere.title)).toBeVisible();
  let project = coldStore;
  await switchProject(page, nameOf(project, language));
  for (const { path, title } of routes.filter((_route, index) => index % parts.length === part - 1)) {
    const wanted = projectOf[path] ?? coldStore;
    if (wanted !== project) {
      // A screen that the new project lacks would lead away, perhaps only after the next one was asked for.
      await goWithin(page, everywhere.path);
      await expect(titled(everywhere.title)).toBeVisible();
      await switchProject(page, nameOf(wanted, language));
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
    await expectUsable(page, language, path);
  }
}

/** The walk is cut, so that no journey waits for it at the end. */
const parts = [1, 2, 3];

// Two dozen screens: a minute on a free machine, several times that on a crowded one. They share nothing.
test.describe.configure({ mode: 'parallel', timeout: 12 * 60_000 });

// A popup is looked at by the journey of the freezer's door.
test.beforeEach(({ page }) => closePopupsAsTheyCome(page));

for (const language of languages) {
  const inWords = `${themeOf[language]}, ${language === 'en' ? 'in English' : 'in Chinese'}`;
  const inLanguage = (words: Both) => words[language];

  test(`Every screen before sign-in can be used by everybody, ${inWords}`, async ({ page, context }) => {
    await context.addCookies([{ name: 'language', value: language, url: productAddress.get().url }]);
    await context.addInitScript(rememberJoined);
    const paths = allRoutes.filter(({ access }) => access === 'public').map(({ path }) => path);
    expect(Object.keys(publicScreens).sort()).toEqual(paths.sort());
    for (const [path, { at, heading }] of Object.entries(publicScreens)) {
      await page.goto(at);
      await expect(page.getByRole('heading', { name: inLanguage(heading), exact: true })).toBeAttached();
      await expectUsable(page, language, path);
    }
    await page.goto('/login?to=register');
    await page.getByRole('button', { name: inLanguage({ en: 'Register', zh: '注册' }), exact: true }).click();
    await expect(page.getByText(inLanguage({ en: 'Required', zh: '必填' })).first()).toBeVisible();
    await expectUsable(page, language, 'register, with what is missing');
  });

  for (const part of parts) {
    test(`Every screen can be used by everybody, ${inWords}, part ${part} of ${parts.length}`, async ({ page }) => {
      await walk(page, part, language);
    });
  }

  test(`A gateway, a slave, a device and a mapping profile can be used by everybody, ${inWords}`, async ({ page }) => {
    const main = page.getByRole('main');
    const slave = main.getByRole('link', { name: inLanguage({ en: 'Freezer 3', zh: '冷冻间 3 号' }) });
    await enter(page, 'administrator', '/terminalManage/gateway', language);
    await switchProject(page, nameOf(coldStore, language));
    await page.goto('/terminalManage/gateway');
    await main
      .getByText(inLanguage({ en: 'Cold rooms DTU', zh: '冷库 1 号 DTU' }))
      .first()
      .click();
    await page.waitForURL(/gatewayDetail/);
    await expect(slave).toBeVisible();
    await expectUsable(page, language, 'gateway');
    await slave.click();
    await page.waitForURL(/slaveStationDetail/);
    await expect(main.getByRole('row').nth(1)).toBeVisible();
    await expectUsable(page, language, 'slave');

    for (const [list, one] of [
      ['/deviceManage/deviceList', /deviceDetail/],
      ['/deviceManage/mappingProfile', /mappingProfileEdit/],
    ] as const) {
      await page.goto(list);
      await main.getByRole('row').nth(1).getByRole('cell').nth(1).click();
      await page.waitForURL(one);
      await expectUsable(page, language, String(one));
    }
  });

  test(`A vehicle and a waybill can be used by everybody, ${inWords}`, async ({ page }) => {
    const main = page.getByRole('main');
    await enter(page, 'administrator', '/monitor/carTrack', language);
    await switchProject(page, nameOf(coldStore, language));
    await page.goto('/monitor/carTrack');
    await main.getByRole('link', { name: inLanguage({ en: 'Vehicle', zh: '车辆详情' }) }).click();
    await page.waitForURL(/carDetail/);
    await expect(main.getByRole('heading', { name: /^(Truck|冷藏车)/ })).toBeVisible();
    await expectUsable(page, language, 'vehicle');
    await page.goto('/monitor/waybillTrack');
    await main.getByRole('row').nth(1).getByRole('cell').nth(1).click();
    await page.waitForURL(/waybillTrack.*id=/);
    await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
    await expectUsable(page, language, 'waybill');
  });

  test(`A device, an alarm and what opens over them can be used by everybody, ${inWords}`, async ({ page }) => {
    const curve = { name: inLanguage({ en: 'Room temperature', zh: '库温' }) };
    // Acknowledged here, in English; the other one by nobody.
    const alarm = language === 'en' ? /Freezer 2 · Door/ : /冷冻间 1 号 · 库门/;
    const detail = page.getByRole('dialog', { name: alarm });

    await enter(page, 'administrator', '/monitor/warehouse', language);
    await switchProject(page, nameOf(coldStore, language));
    await page.getByRole('link', { name: inLanguage({ en: 'Freezer 3', zh: '冷冻间 3 号' }) }).click();
    await expect(page.getByRole('group', curve)).toBeVisible();
    await expectUsable(page, language, 'device');
    await page.getByRole('button', { name: inLanguage({ en: 'Enlarge', zh: '放大' }) }).click();
    await expect(page.getByRole('dialog').getByRole('group', curve)).toBeVisible();
    await expectUsable(page, language, 'history dialog');
    await page.keyboard.press('Escape');

    await page.goto('/alarmManage/index');
    await page.getByRole('row', { name: alarm }).first().click({ timeout: 120_000 });
    await expect(detail.getByRole('group', { name: /^Curve of|曲线，/ })).toBeVisible();
    await expectUsable(page, language, 'alarm to acknowledge');
    if (language === 'en') {
      await detail.getByRole('button', { name: 'Acknowledge alarm' }).click();
      await expect(detail.getByRole('radio', { name: 'Observing' })).toBeVisible();
      await expectUsable(page, language, 'alarm to handle');
      await page.keyboard.press('Escape');
      await page.goto('/alarmManageWithAllProject/index?tab=confirmed');
      await expect(page.getByRole('row', { name: alarm })).toBeVisible();
      await expectUsable(page, language, 'acknowledged alarms');
    } else {
      await page.keyboard.press('Escape');
    }
    await page.getByRole('button', { name: /^(Messages|消息)/ }).click();
    await expect(page.getByRole('dialog', { name: inLanguage({ en: 'Messages', zh: '消息' }) })).toBeVisible();
    await expectUsable(page, language, 'message centre');
    await page.keyboard.press('Escape');
    const selector = { name: inLanguage({ en: 'Project', zh: '项目' }) };
    await page.getByRole('banner').getByRole('combobox', selector).click();
    await expectUsable(page, language, 'project selector');
  });
}
