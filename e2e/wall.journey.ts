import { closePopupsAsTheyCome, enter, expect, test } from './journey.ts';

test('A wall is paired by its code, goes through its stations, says when it is cut off, and is revoked', async ({
  page,
  browser,
}) => {
  const screen = await browser.newContext({ viewport: { width: 1920, height: 1080 } });
  const wall = await screen.newPage();
  await wall.goto('/wall');
  const code = wall.locator('.wall-code');
  await expect(code).toHaveText(/^[A-Z2-7]{4} [A-Z2-7]{4}$/);

  await closePopupsAsTheyCome(page);
  await enter(page, 'administrator', '/dataScreen/displays');
  const name = `Control room ${Date.now()}`;
  await test.step('Somebody with the right enters the code', async () => {
    await page.getByRole('button', { name: 'Pair a wall' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Code').fill((await code.textContent())!);
    await dialog.getByLabel('Name').fill(name);
    const choose = async (label: string, option: string) => {
      await dialog.getByLabel(label, { exact: true }).click();
      await page.locator('.ant-select-item-option').filter({ hasText: option }).first().click();
    };
    await choose('Data screen', 'Headquarters');
    await choose('Where it hangs', 'East China Cold Store 1');
    await choose('Language', 'English');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('row', { name }).getByText('On', { exact: true })).toBeVisible();
  });

  await test.step('The wall shows the company’s projects, then the first of them', async () => {
    await expect(wall.getByRole('heading', { level: 1 })).toContainText('Headquarters');
    await expect(wall.getByRole('heading', { name: 'Projects by state' })).toBeVisible();
    await expect(wall.getByText('Gateways offline', { exact: false })).toBeVisible({ timeout: 60_000 });
  });

  await test.step('Cut off, it keeps its picture and says since when; it comes back by itself', async () => {
    await screen.setOffline(true);
    await expect(wall.getByRole('status')).toContainText('Connection lost, last known', { timeout: 40_000 });
    await expect(wall.getByRole('heading', { level: 1 })).toContainText('Headquarters');
    await screen.setOffline(false);
    await expect(wall.getByRole('status')).toContainText('Data of', { timeout: 60_000 });
  });

  await test.step('Revoked, it shows a new code within ten seconds', async () => {
    await page.getByRole('row', { name }).getByRole('button').last().click();
    await page.getByRole('menuitem', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await expect(wall.getByText('was revoked', { exact: false })).toBeVisible({ timeout: 10_000 });
    await expect(code).toHaveText(/^[A-Z2-7]{4} [A-Z2-7]{4}$/);
  });
  await screen.close();
});
