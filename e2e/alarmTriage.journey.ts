import { closePopupsAsTheyCome, enter, expect, test } from './journey.ts';

// The alarm of a door that stands open from the start.
test.describe.configure({ timeout: 240_000 });

const phone = { width: 390, height: 844 };
const current = '/alarmManageWithAllProject/index?tab=current';
const soon = { timeout: 20_000 };

test('Two people work on the same alarms: what one does the other sees at once, at the desk and on the phone', async ({
  page,
  browser,
}) => {
  const onPhone = await browser.newContext({ viewport: phone });
  const colleague = await onPhone.newPage();
  await closePopupsAsTheyCome(page);
  await closePopupsAsTheyCome(colleague);
  await enter(page, 'administrator', current);
  await enter(colleague, 'engineer', current);
  const row = page.getByRole('row', { name: /Chill room 2 · Door/ });
  const card = colleague.getByRole('listitem').filter({ hasText: 'Chill room 2 · Door' });
  await expect(row).toBeVisible({ timeout: 120_000 });
  await expect(card).toBeVisible(soon);

  await test.step('Confirmed on the phone, seen at the desk', async () => {
    const width = await colleague.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(phone.width);
    const confirm = card.getByRole('button', { name: /^Confirm alarm/ });
    expect((await confirm.boundingBox())?.height).toBeGreaterThanOrEqual(40);
    await confirm.click();
    await expect(row).toContainText('Confirmed', soon);
    await expect(row.getByRole('button', { name: /^Handle alarm/ })).toBeVisible();
  });

  await test.step('Handled at the desk, several at once, seen on the phone', async () => {
    await row.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Handle 1' }).click();
    const dialog = page.getByRole('dialog', { name: /Chill room 2/ });
    await dialog.getByRole('radio', { name: 'Observing' }).check();
    await dialog.getByRole('textbox', { name: 'Measures' }).fill('Loading crew called');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden(soon);
    await expect(card).toContainText('Confirmed · Observing', soon);
    await page.getByRole('button', { name: 'Clear selection' }).click();
  });

  await test.step('Shelved by keyboard: gone from both, counted apart', async () => {
    await row.focus();
    await page.keyboard.press('s');
    const dialog = page.getByRole('dialog', { name: /^Shelve alarm/ });
    await dialog.getByRole('radio', { name: '30 min' }).check();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Unloading until noon');
    await dialog.getByRole('button', { name: 'Shelve' }).click();
    await expect(row).toBeHidden(soon);
    await expect(card).toBeHidden(soon);
    await expect(colleague.getByRole('link', { name: '1 hidden' })).toBeVisible(soon);
  });

  await test.step('Found among the hidden ones, and brought back', async () => {
    await page.getByRole('link', { name: '1 hidden' }).click();
    await expect(row).toContainText('Unloading until noon', soon);
    await row.getByRole('button', { name: /^Unshelve/ }).click();
    await expect(row).toBeHidden(soon);
    await expect(card).toBeVisible(soon);
    await page.getByRole('tab', { name: 'Current' }).click();
    await expect(row).toContainText('Confirmed · Observing', soon);
  });
  await onPhone.close();
});
