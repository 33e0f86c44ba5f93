import type { Page } from '@playwright/test';
import { closePopupsAsTheyCome, enter, expect, logIn, loginOf, switchProject, test } from './journey.ts';

/** Of a computed colour: 0 black, 255 white. */
function brightness(colour: string | undefined): number {
  const parts = (colour?.match(/\d+/g) ?? []).slice(0, 3).map(Number);
  return parts.length === 3 ? (parts[0]! + parts[1]! + parts[2]!) / 3 : Number.NaN;
}

const isDark = async (page: Page): Promise<boolean> =>
  brightness(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)) < 100;

test.beforeEach(({ page }) => closePopupsAsTheyCome(page));

/** By key: a click may come while the menu is still moving to its place. */
async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Menu of/ }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.getByRole('menuitem', { name: 'Log out' }).press('Enter');
}

/** Of somebody with several projects, who named none: docs/decisions/0014. */
const firstScreen = /\/map\/index$/;
const boardOfColdStore = /\/monitor\/warehouse/;

test('A user who opens a link without a session logs in and arrives at its page', async ({ page }) => {
  await page.goto('/alarmManage/index?tab=confirmed');
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await logIn(page, loginOf('administrator'), 'zh');
  await expect(page).toHaveURL(/\/alarmManage\/index\?tab=confirmed$/);
  await expect(page.getByRole('tab', { name: '已确认' })).toHaveAttribute('aria-selected', 'true');

  await page.reload();
  await expect(page.getByRole('tab', { name: '已确认' })).toHaveAttribute('aria-selected', 'true');
});

test('A reload keeps the project, the screen and its filters', async ({ page }) => {
  await enter(page, 'administrator');
  await expect(page).toHaveURL(firstScreen);
  await switchProject(page, 'Fresh Choice Xixi Store');
  await page.getByRole('link', { name: 'Refrigeration' }).click();
  // The board before it is kept alive behind this one, with a search of its own.
  await expect(page.getByRole('heading', { name: 'Refrigeration' })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search devices' }).filter({ visible: true }).fill('dairy');
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(2);
  await expect(page.getByRole('link', { name: 'Dairy case 1' })).toBeVisible();

  await page.reload();
  await expect(page.getByRole('banner')).toContainText('Fresh Choice Xixi Store');
  await expect(page.getByRole('heading', { name: 'Refrigeration' })).toBeVisible();
  await expect(page.getByRole('searchbox', { name: 'Search devices' })).toHaveValue('dairy');
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(2);
});

test('A wrong password is refused in the language of the screen', async ({ page }) => {
  await page.goto('/login');
  const wrong = { account: loginOf('administrator').account, password: 'not-it-1' };
  await logIn(page, wrong, 'zh');
  await expect(page.getByRole('alert')).toContainText('密码');
  await expect(page.getByRole('alert')).not.toContainText(/[A-Za-z]{3}/);

  await page.getByRole('button', { name: 'English' }).click();
  await logIn(page, wrong, 'en');
  await expect(page.getByRole('alert')).toContainText(/password/i);
  await expect(page.getByRole('alert')).not.toContainText(/\p{Script=Han}/u);

  await logIn(page, { account: '', password: '' }, 'en');
  await expect(page.getByText('Enter your account')).toBeVisible();
  await expect(page.getByText('Enter your password')).toBeVisible();

  await logIn(page, loginOf('administrator'), 'en');
  await expect(page.getByRole('heading', { name: 'Overview map' })).toBeVisible();
});

test('The language is remembered, also by the login page and the next session', async ({ page }) => {
  await page.goto('/login?redirect=%2Fmonitor%2Fwarehouse');
  await expect(page.getByRole('heading', { name: '登录' })).toBeVisible();
  await logIn(page, loginOf('administrator'), 'zh');
  await expect(page.getByRole('heading', { name: '冷库监控' })).toBeVisible();

  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('heading', { name: 'Cold storage' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Freezer 1' })).toBeVisible();
  await expect(page).toHaveTitle(/Cold storage/);
  await page.reload();
  await expect(page.getByRole('link', { name: 'Freezer 1' })).toBeVisible();

  await logOut(page);
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();

  await page.getByRole('button', { name: '中文' }).click();
  await logIn(page, loginOf('administrator'), 'zh');
  await expect(page.getByRole('heading', { name: '项目总览' })).toBeVisible();
  await page.getByRole('link', { name: '冷库监控' }).click();
  await expect(page.getByRole('link', { name: '冷冻间 1 号' })).toBeVisible();
});

test('The theme is remembered in this browser and follows the user into another one', async ({ page, browser }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await enter(page, 'viewer');
  await expect(page.getByRole('link', { name: 'Freezer 4' })).toBeVisible();
  expect(await isDark(page)).toBe(false);

  const choose = async (theme: 'Light' | 'Dark') => {
    await page.getByRole('button', { name: /^Menu of/ }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    const saved = page.waitForResponse(
      (response) => /Preferences/i.test(response.url()) && response.request().method() === 'POST',
    );
    await page.getByRole('menuitemradio', { name: theme }).press('Enter');
    await saved;
  };
  await choose('Dark');
  await expect.poll(() => isDark(page)).toBe(true);
  await page.reload();
  await expect(page.getByRole('link', { name: 'Freezer 4' })).toBeVisible();
  expect(await isDark(page)).toBe(true);

  const elsewhere = await browser.newContext({ colorScheme: 'light' });
  const other = await elsewhere.newPage();
  await enter(other, 'viewer');
  await expect(other.getByRole('link', { name: 'Freezer 4' })).toBeVisible();
  await expect.poll(() => isDark(other)).toBe(true);
  await elsewhere.close();

  await choose('Light');
  await expect.poll(() => isDark(page)).toBe(false);
});

test('A dark control room sees no white flash, on any machine', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.addInitScript(() => {
    localStorage.setItem('watchpost.theme', 'dark');
    const grounds: string[] = [];
    Object.assign(window, { grounds });
    const look = () => {
      // Nothing is painted before there is a body and its style sheet.
      const ground = document.body && getComputedStyle(document.body).backgroundColor;
      if (ground && ground !== 'rgba(0, 0, 0, 0)') grounds.push(ground);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  for (const path of ['/login', '/403/index']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    const seen = await page.evaluate(() => [...new Set((window as unknown as { grounds: string[] }).grounds)]);
    expect(seen, path).toHaveLength(1);
    expect(brightness(seen[0]), path).toBeLessThan(100);
  }
});

test('An unknown address says so, in both languages, with a session beside the menu, and leads to the first screen', async ({
  page,
}) => {
  await page.goto('/no/such/screen');
  await expect(page).toHaveURL(/\/403\/index$/);
  await expect(page.getByRole('heading', { name: '没有这个页面' })).toBeAttached();
  await page.getByRole('button', { name: '返回首页' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await logIn(page, loginOf('administrator'), 'zh');
  await expect(page).toHaveURL(firstScreen);

  await page.goto('/no/such/screen');
  await expect(page.getByRole('heading', { name: '没有这个页面' })).toBeAttached();
  await expect(page).toHaveURL(/\/403\/index$/);
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('heading', { name: 'There is no such page' })).toBeAttached();
  await expect(page.getByRole('main')).toContainText('/no/such/screen');
  await expect(page.getByRole('link', { name: 'Cold storage' })).toBeVisible();
  await page.getByRole('button', { name: 'Go to the first page' }).click();
  await expect(page).toHaveURL(firstScreen);
});

test('The login page lets a signed-in user go on, also in a new tab', async ({ page, context }) => {
  await enter(page, 'administrator');
  const tab = await context.newPage();
  await tab.goto('/login?redirect=%2Fmonitor%2Fcold');
  await expect(tab).toHaveURL(/\/monitor\/cold$/);
  await expect(tab.getByRole('heading', { name: 'Refrigeration' })).toBeVisible();
});

test('A device that does not exist is said to be missing, with the way to the list', async ({ page }) => {
  await enter(page, 'administrator', '/monitor/unit?id=99999');
  await expect(page.getByRole('main').getByRole('alert')).toContainText('It does not exist, or is not yours');
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await expect(page.getByRole('heading', { name: 'All devices' })).toBeVisible();
});

test('A change of project leads from what the other project does not have to what it has', async ({ page }) => {
  await enter(page, 'administrator', '/monitor/transportMonitor');
  await expect(page.getByRole('link', { name: 'Truck 1', exact: true })).toBeVisible();
  await switchProject(page, 'Jiangnan Museum Hall 1');
  await expect(page).toHaveURL(/\/monitor\/relicBasicInfo$/);
  await page.getByRole('link', { name: 'Showcase 1' }).click();
  await expect(page).toHaveURL(/\/monitor\/unit/);
  await switchProject(page, 'East China Cold Store 1');
  await expect(page).toHaveURL(boardOfColdStore);
  await expect(page.getByRole('link', { name: 'Freezer 1' })).toBeVisible();

  // A device leads to the board of its own subsystem, which is not the first one there.
  await page.getByRole('link', { name: 'Refrigeration' }).click();
  await page.getByRole('link', { name: 'Compressor rack', exact: true }).click();
  await expect(page).toHaveURL(/\/monitor\/unit/);
  await expect(page.getByRole('heading', { name: 'Compressor rack', exact: true, level: 1 })).toBeVisible();
  await switchProject(page, 'Fresh Choice Xixi Store');
  await expect(page).toHaveURL(/\/monitor\/cold$/);
  await expect(page.getByRole('link', { name: 'Dairy case 1' })).toBeVisible();
});

test('Logging out holds, also after going back', async ({ page }) => {
  await enter(page, 'administrator', '/monitor/warehouse');
  await expect(page.getByRole('link', { name: 'Freezer 1' })).toBeVisible();
  await logOut(page);
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();

  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
  await expect(page.getByText('Freezer 1')).toHaveCount(0);
  await page.goto('/monitor/warehouse');
  await expect(page).toHaveURL(/\/login\?redirect=/);
});
