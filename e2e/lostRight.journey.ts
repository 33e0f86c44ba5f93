import type { Page } from '@playwright/test';
import { closePopupsAsTheyCome, enter, expect, switchProject, test } from './journey.ts';

// An alarm of one of the doors that stand open from the start.
test.describe.configure({ timeout: 4 * 60_000 });

const coldStore = 'East China Cold Store 1';
const alarmLink = (page: Page) => page.getByRole('navigation').getByRole('link', { name: /\bAlarms\b(?! of)/ });
const alarmRow = (page: Page) => page.getByRole('row', { name: /Freezer 1 · Door/ });

/** Ticks or unticks one permission of the project owner's role. */
async function setRight(administrator: Page, name: string, on: boolean): Promise<void> {
  await administrator.goto('/permissions');
  await administrator.getByRole('button', { name: /^Project owner/ }).click();
  // Until then the role before it is there, with a box of the same name.
  await expect(administrator.getByRole('heading', { name: 'Project owner', level: 2 })).toBeVisible();
  const right = administrator.getByRole('checkbox', { name, exact: true });
  await expect(right).toBeEnabled();
  await right.setChecked(on);
  await administrator.getByRole('button', { name: 'Save' }).click();
  await expect(administrator.getByText('Permissions saved')).toBeVisible();
}

test('Whoever loses a right is told at once, and works on when he gets it back, without logging in again', async ({
  page,
  browser,
}) => {
  const elsewhere = await browser.newContext();
  const administrator = await elsewhere.newPage();
  await closePopupsAsTheyCome(page);
  await closePopupsAsTheyCome(administrator);

  await test.step('He works on the alarm list', async () => {
    await enter(page, 'owner', '/alarmManage/index');
    await switchProject(page, coldStore);
    await expect(alarmLink(page)).toBeVisible();
    await expect(alarmRow(page)).toBeVisible({ timeout: 120_000 });
    await expect(page.getByRole('button', { name: /^Acknowledge alarm: Freezer 1 · Door/ })).toBeVisible();
    // A document that is loaded anew forgets it.
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  });

  await test.step('An administrator takes the right away: his menu and his screen follow by themselves', async () => {
    await enter(administrator, 'administrator');
    await setRight(administrator, 'Alarm management', false);
    await expect(alarmLink(page)).toHaveCount(0);
    await expect(page.getByText('You may not see this')).toBeVisible();
    await expect(page.getByText('Ask your administrator to add it to your role.')).toBeVisible();
    await expect(alarmRow(page)).toHaveCount(0);
  });

  await test.step('What he still may, he still can', async () => {
    await page.getByRole('link', { name: 'Cold storage' }).click();
    await expect(page.getByRole('link', { name: 'Freezer 1' })).toBeVisible();
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  });

  await test.step('The address is refused in words, too', async () => {
    await page.goto('/alarmManage/index');
    await expect(page.getByText('You may not see this')).toBeVisible();
    await expect(alarmLink(page)).toHaveCount(0);
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  });

  await test.step('He gets it back and works on', async () => {
    await setRight(administrator, 'Alarm management', true);
    await expect(alarmLink(page)).toBeVisible();
    await expect(alarmRow(page)).toBeVisible();
    await alarmRow(page).click();
    await expect(page.getByRole('dialog', { name: /Freezer 1/ })).toContainText('Unacknowledged');
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  });
  await elsewhere.close();
});

test('Whose browser missed the news has the next click refused in words, and what he lost goes from his screen', async ({
  page,
  browser,
}) => {
  const elsewhere = await browser.newContext();
  const administrator = await elsewhere.newPage();
  await closePopupsAsTheyCome(page);
  await closePopupsAsTheyCome(administrator);
  // The live channel never comes up; calls go through.
  await page.routeWebSocket(/.*/, (socket) => socket.close());
  const confirm = page.getByRole('button', { name: /^Acknowledge alarm: Freezer 1 · Door/ });

  await enter(page, 'owner', '/alarmManage/index');
  await switchProject(page, coldStore);
  await expect(confirm).toBeVisible({ timeout: 120_000 });

  await enter(administrator, 'administrator');
  await setRight(administrator, 'Acknowledge and handle alarms', false);
  await confirm.click();
  await expect(page.getByText('You do not have permission for this. Ask your administrator.')).toBeVisible();
  await expect(confirm).toHaveCount(0);
  await expect(alarmRow(page)).toContainText('Unacknowledged');

  await setRight(administrator, 'Acknowledge and handle alarms', true);
  await page.getByRole('link', { name: 'Cold storage' }).click();
  await expect(page.getByRole('link', { name: 'Freezer 1' })).toBeVisible();
  await elsewhere.close();
});
