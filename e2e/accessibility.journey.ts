import { readFileSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { closePopups, enter, expect, switchProject, test } from './journey.ts';

interface Route {
  path: string;
  title: { en: string };
}

const coldStore = 'East China Cold Store 1';
/** Boards that only show devices in a project of their kind. */
const projectOf: Record<string, string> = {
  '/monitor/environmentMonitor': 'Jiahe Pig Farm',
  '/monitor/relicBasicInfo': 'Jiangnan Museum Hall 1',
};

/** What the product itself says it has, so that a new screen is looked at without a change here; a project after the other. */
const routes = (JSON.parse(readFileSync(new URL('../docs/routes.json', import.meta.url), 'utf8')) as Route[])
  .filter(({ path }) => !['/login', '/403/index', '/monitor/unit'].includes(path))
  .sort((a, b) => Number(a.path in projectOf) - Number(b.path in projectOf));

/** Half a fade has half a contrast. What turns for ever is not waited for. */
async function standstill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // The frame in which the change is drawn, and the one in which its fades have begun.
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    const ending = document.getAnimations().filter((each) => each.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map((each) => each.finished));
  });
}

/** Looks at what is on the screen in both themes. Serious and critical findings fail, one line each with where they stand. */
async function check(page: Page, screen: string): Promise<void> {
  await expect(page.getByRole('heading').first()).toBeAttached();
  for (const theme of ['light', 'dark'] as const) {
    // The user chose "like the system": the page follows at once.
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    await standstill(page);
    const { violations } = await new AxeBuilder({ page }).analyze();
    const serious = violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id} × ${nodes.length}: ${nodes[0]?.failureSummary} ${nodes[0]?.html}`);
    expect.soft(serious, `${screen}, ${theme}`).toEqual([]);
  }
}

test('Every screen can be used by everybody, light and dark', async ({ page }) => {
  test.setTimeout(5 * 60_000);
  const popup = page.getByRole('region', { name: 'Alarm popups' }).getByRole('article');
  const detail = page.getByRole('dialog', { name: /Freezer 2/ });

  await page.goto('/login');
  await check(page, 'login');
  await page.goto('/403/index');
  await check(page, 'unknown address');

  await enter(page, 'operator');
  let project = coldStore;
  await switchProject(page, project);
  for (const { path, title } of routes) {
    const wanted = projectOf[path] ?? coldStore;
    if (wanted !== project) await switchProject(page, wanted);
    project = wanted;
    await page.goto(path);
    await expect(page.getByRole('heading', { name: title.en, exact: true })).toBeVisible();
    if (path.startsWith('/monitor/')) await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
    await check(page, path);
  }
  await switchProject(page, coldStore);

  await page.goto('/monitor/warehouse');
  await page.getByRole('link', { name: 'Freezer 3' }).click();
  await expect(page.getByRole('group', { name: /^Room temperature/ })).toBeVisible();
  await check(page, 'device');
  await page.getByRole('button', { name: 'Enlarge' }).click();
  await expect(page.getByRole('dialog').getByRole('group', { name: /^Room temperature/ })).toBeVisible();
  await check(page, 'history dialog');
  await page.keyboard.press('Escape');

  await expect(popup.first()).toBeVisible({ timeout: 60_000 });
  await check(page, 'popup');
  await closePopups(page);
  await page.goto('/alarmManage/index');
  await page.getByRole('button', { name: 'Alarm details: Freezer 2 · Door' }).click();
  await expect(detail.getByRole('group')).toBeVisible();
  await check(page, 'alarm to confirm');
  await detail.getByRole('button', { name: 'Confirm alarm' }).click();
  await expect(detail.getByRole('radio', { name: 'Observing' })).toBeVisible();
  await check(page, 'alarm to handle');
  await page.keyboard.press('Escape');
  await closePopups(page);

  await page.goto('/alarmManageWithAllProject/index?tab=confirmed');
  await expect(page.getByRole('row', { name: /Freezer 2 · Door/ })).toBeVisible();
  await check(page, 'confirmed alarms');
  await page.getByRole('button', { name: /^Messages/ }).click();
  await expect(page.getByRole('dialog', { name: 'Messages' })).toBeVisible();
  await check(page, 'message centre');
  await page.keyboard.press('Escape');
  await page.getByRole('banner').getByRole('combobox', { name: 'Project' }).click();
  await check(page, 'project selector');
});
