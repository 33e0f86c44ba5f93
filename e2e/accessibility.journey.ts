import { readFileSync } from 'node:fs';
import { expectAccessible } from './expectAccessible.ts';
import { closePopupsAsTheyCome, enter, expect, switchProject, test } from './journey.ts';

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

// Both themes of a dozen screens: a minute on a free machine, five on a crowded one.
test.describe.configure({ timeout: 8 * 60_000 });

// A popup is looked at by the journey of the freezer's door.
test.beforeEach(({ page }) => closePopupsAsTheyCome(page));

test('Every screen can be used by everybody, light and dark', async ({ page }) => {
  await page.goto('/login');
  await expectAccessible(page, 'login');
  await page.goto('/403/index');
  await expectAccessible(page, 'unknown address');

  await enter(page, 'administrator');
  let project = coldStore;
  await switchProject(page, project);
  for (const { path, title } of routes) {
    const wanted = projectOf[path] ?? coldStore;
    if (wanted !== project) await switchProject(page, wanted);
    project = wanted;
    await page.goto(path);
    await expect(page.getByRole('heading', { name: title.en, exact: true })).toBeVisible();
    if (path.startsWith('/monitor/')) await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
    await expectAccessible(page, path);
  }
});

test('A device, an alarm and what opens over them can be used by everybody, light and dark', async ({ page }) => {
  const detail = page.getByRole('dialog', { name: /Freezer 2/ });

  await enter(page, 'administrator', '/monitor/warehouse');
  await switchProject(page, coldStore);
  await page.getByRole('link', { name: 'Freezer 3' }).click();
  await expect(page.getByRole('group', { name: /^Room temperature/ })).toBeVisible();
  await expectAccessible(page, 'device');
  await page.getByRole('button', { name: 'Enlarge' }).click();
  await expect(page.getByRole('dialog').getByRole('group', { name: /^Room temperature/ })).toBeVisible();
  await expectAccessible(page, 'history dialog');
  await page.keyboard.press('Escape');

  await page.goto('/alarmManage/index');
  await page.getByRole('button', { name: 'Alarm details: Freezer 2 · Door' }).click({ timeout: 120_000 });
  await expect(detail.getByRole('group')).toBeVisible();
  await expectAccessible(page, 'alarm to confirm');
  await detail.getByRole('button', { name: 'Confirm alarm' }).click();
  await expect(detail.getByRole('radio', { name: 'Observing' })).toBeVisible();
  await expectAccessible(page, 'alarm to handle');
  await page.keyboard.press('Escape');

  await page.goto('/alarmManageWithAllProject/index?tab=confirmed');
  await expect(page.getByRole('row', { name: /Freezer 2 · Door/ })).toBeVisible();
  await expectAccessible(page, 'confirmed alarms');
  await page.getByRole('button', { name: /^Messages/ }).click();
  await expect(page.getByRole('dialog', { name: 'Messages' })).toBeVisible();
  await expectAccessible(page, 'message centre');
  await page.keyboard.press('Escape');
  await page.getByRole('banner').getByRole('combobox', { name: 'Project' }).click();
  await expectAccessible(page, 'project selector');
});
