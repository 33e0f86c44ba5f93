import { readFileSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { closePopups, enter, expect, switchProject, test } from './journey.ts';

interface Route {
  path: string;
  title: { en: string };
}

/** What the product itself says it has: a new screen is looked at without a change here. */
const routes = JSON.parse(readFileSync(new URL('../docs/routes.json', import.meta.url), 'utf8')) as Route[];

/** Screens that only show their content in a project of their kind, or for something chosen. */
const projectOf: Record<string, string> = {
  '/monitor/environmentMonitor': 'Jiahe Pig Farm',
  '/monitor/relicBasicInfo': 'Jiangnan Museum Hall 1',
};
const coldStore = 'East China Cold Store 1';

/** Serious and critical findings, one line each, with the first place where they stand. */
async function findings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id} × ${nodes.length}: ${help}: ${nodes[0]?.target.join(' ')}: ${nodes[0]?.html}`);
}

/** The page has its content: no skeleton, and a heading of its own. */
async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading').first()).toBeAttached();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

for (const theme of ['light', 'dark'] as const) {
  test(`Every screen can be used by everybody (${theme})`, async ({ page, site }) => {
    test.setTimeout(200_000);
    // Its alarm comes while the other screens are looked at.
    await site.leaveDoorOpen('freezer-2');
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await page.addInitScript((chosen) => localStorage.setItem('watchpost.theme', chosen), theme);
    const check = async (screen: string) => {
      await settled(page);
      expect.soft(await findings(page), screen).toEqual([]);
    };

    await page.goto('/login');
    await check('/login');
    await page.goto('/403/index');
    await check('/403/index');

    await enter(page, 'operator');
    for (const { path, title } of routes) {
      if (path === '/login' || path === '/403/index') continue;
      await page.goto('/monitor/commonTable');
      await switchProject(page, projectOf[path] ?? coldStore);
      if (path === '/monitor/unit') {
        await page.getByRole('link', { name: 'Freezer 3' }).click();
        await expect(page.getByRole('group', { name: /^Room temperature/ })).toBeVisible();
      } else {
        await page.goto(path);
        await expect(page.getByRole('heading', { name: title.en, exact: true })).toBeVisible();
      }
      await check(path);
    }

    await page.goto('/monitor/warehouse');
    const popup = page.getByRole('article').filter({ hasText: 'Freezer 2 · Door' });
    await expect(popup).toBeVisible({ timeout: 120_000 });
    await check('board with a popup');
    await popup.getByRole('button', { name: /New alarm/ }).click();
    await expect(page.getByRole('dialog', { name: /Freezer 2/ }).getByRole('group')).toBeVisible();
    await check('alarm to confirm');
    await page.getByRole('button', { name: 'Confirm alarm', exact: true }).click();
    await expect(page.getByRole('radio', { name: 'Observing' })).toBeVisible();
    await check('alarm to handle');
    await page.keyboard.press('Escape');
    await closePopups(page);
    await page.goto('/alarmManageWithAllProject/index?tab=confirmed');
    await expect(page.getByRole('row', { name: /Freezer 2 · Door/ })).toBeVisible();
    await check('list of confirmed alarms');

    await page.getByRole('button', { name: /^Messages/ }).click();
    await expect(page.getByRole('dialog', { name: 'Messages' })).toBeVisible();
    await check('message centre');
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Project' }).click();
    await check('project selector');
    await page.keyboard.press('Escape');

    await page.goto('/monitor/warehouse');
    await page.getByRole('link', { name: 'Freezer 3' }).click();
    await page.getByRole('button', { name: 'Enlarge' }).click();
    await expect(page.getByRole('dialog').getByRole('group', { name: /^Room temperature/ })).toBeVisible();
    await check('history dialog');
  });
}
