import type { Locator, Page } from '@playwright/test';
import { closePopupsAsTheyCome, enter, expect, test } from './journey.ts';

// The alarms of two of the doors that stand open from the start.
test.describe.configure({ timeout: 150_000 });

const phone = { width: 390, height: 844 };

/** Presses a key until the focus is where it should be, as somebody without a mouse does. */
async function pressUntilFocused(page: Page, key: string, target: Locator, most = 60): Promise<void> {
  for (let pressed = 0; pressed < most; pressed++) {
    await page.keyboard.press(key);
    if (await target.evaluate((element) => element === document.activeElement).catch(() => false)) return;
  }
  throw new Error(`${key} did not lead to ${target} in ${most} presses.`);
}

/** What has the focus outside the dialog; null while it is inside, or beyond the page, where the browser's own buttons are. */
const focusedElsewhere = (dialog: Locator): Promise<string | null> =>
  dialog.evaluate((element) => {
    const { activeElement } = document;
    if (!activeElement || activeElement === document.body || element.contains(activeElement)) return null;
    return activeElement.outerHTML;
  });

test('An alarm is acknowledged and handled by keyboard only', async ({ page }) => {
  await closePopupsAsTheyCome(page);
  await enter(page, 'administrator', '/alarmManage/index');
  const row = page.getByRole('row', { name: /Chill room 1 · Door/ });
  const detail = page.getByRole('dialog', { name: /Chill room 1/ });
  await expect(row).toBeVisible({ timeout: 120_000 });

  await test.step('? tells the keys', async () => {
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(help).toContainText('Next row');
    await page.keyboard.press('Escape');
    await expect(help).toBeHidden();
  });

  await test.step('j leads to the row, a acknowledges it', async () => {
    await pressUntilFocused(page, 'j', row, 20);
    await page.keyboard.press('a');
    await expect(row).toContainText('Acknowledged');
    await expect(row.getByRole('button', { name: /^Handle alarm/ })).toBeVisible();
    await expect(row).toBeFocused();
  });

  await test.step('Enter opens it, Tab stays inside', async () => {
    await page.keyboard.press('Enter');
    await expect(detail).toBeVisible();
    const inside = () => detail.evaluate((dialog) => dialog.contains(document.activeElement));
    await expect.poll(inside).toBe(true);
    const radio = detail.getByRole('radio', { name: 'Observing' });
    await pressUntilFocused(page, 'Tab', radio);
    await page.keyboard.press('Space');
    await expect(radio).toBeChecked();
    await pressUntilFocused(page, 'Tab', detail.getByRole('textbox', { name: 'Remarks' }));
    await page.keyboard.type('Loading until noon.');
    await pressUntilFocused(page, 'Tab', detail.getByRole('button', { name: 'Save follow-up' }));
    await page.keyboard.press('Enter');
    await expect(detail).toContainText('Acknowledged · Observing');
    for (let pressed = 0; pressed < 12; pressed++) {
      await page.keyboard.press('Tab');
      expect(await focusedElsewhere(detail)).toBeNull();
    }
  });

  await test.step('Escape closes it and gives the focus back to the row', async () => {
    await page.keyboard.press('Escape');
    await expect(detail).toBeHidden();
    await expect(row).toBeFocused();
  });
});

test('The same alarm work fits a phone', async ({ page }) => {
  await page.setViewportSize(phone);
  await enter(page, 'engineer', '/monitor/warehouse');

  const fitsTheWidth = async () => {
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(phone.width);
  };

  await test.step('The popup opens the alarm', async () => {
    await fitsTheWidth();
    const popup = page.getByRole('region', { name: 'Alarm popups' }).getByRole('article');
    await expect(popup.first()).toBeVisible({ timeout: 120_000 });
    await fitsTheWidth();
    // A phone shows one at a time.
    await closePopupsAsTheyCome(page, 'Chill room 3 · Door');
    const mine = popup.filter({ hasText: 'Chill room 3 · Door' });
    await expect(mine).toBeVisible({ timeout: 120_000 });
    await mine.getByRole('button', { name: /New alarm/ }).click();
  });

  await test.step('Acknowledge and handle it', async () => {
    const detail = page.getByRole('dialog', { name: /Chill room 3/ });
    await expect(detail.getByRole('heading', { name: 'Why it alarmed' })).toBeVisible();
    const box = await detail.boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(phone.width);
    await detail.getByRole('button', { name: 'Acknowledge alarm' }).click();
    await detail.getByRole('radio', { name: 'Contact the store' }).check();
    await detail.getByRole('button', { name: 'Save follow-up' }).click();
    await expect(detail).toContainText('Acknowledged · Contact the store');
    await detail.getByRole('button', { name: 'Close' }).last().click();
    await expect(detail).toBeHidden();
    await closePopupsAsTheyCome(page);
  });

  await test.step('The menu leads to the alarms, the device to its curve', async () => {
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('link', { name: /\bAlarms\b(?! of)/ }).click();
    await page.getByRole('tab', { name: 'Acknowledged' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Chill room 3 · Door' })).toContainText(
      'Contact the store',
    );
    await fitsTheWidth();
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Chill room 3 · Door' })
      .getByRole('button', { name: /^Important Chill room 3/ })
      .click();
    await page.getByRole('link', { name: 'Open device' }).click();
    await expect(page.getByRole('heading', { name: 'Chill room 3' })).toBeVisible();
    await expect(page.getByRole('group', { name: /^Room temperature/ })).toBeVisible();
    await fitsTheWidth();
  });
});

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

  await test.step('Acknowledged on the phone, seen at the desk', async () => {
    const width = await colleague.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(phone.width);
    const confirm = card.getByRole('button', { name: /^Acknowledge alarm/ });
    expect((await confirm.boundingBox())?.height).toBeGreaterThanOrEqual(40);
    await confirm.click();
    await expect(row).toContainText('Acknowledged', soon);
    await expect(row.getByRole('button', { name: /^Handle alarm/ })).toBeVisible();
  });

  await test.step('Handled at the desk, several at once, seen on the phone', async () => {
    await row.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Handle 1' }).click();
    const dialog = page.getByRole('dialog', { name: /Chill room 2/ });
    await dialog.getByRole('radio', { name: 'Observing' }).check();
    await dialog.getByText('Measures and analysis').click();
    await dialog.getByRole('textbox', { name: 'Measures' }).fill('Loading crew called');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden(soon);
    await expect(card).toContainText('Acknowledged · Observing', soon);
    // What was done with them is done: nothing stays selected.
    await expect(page.getByRole('button', { name: 'Clear selection' })).toHaveCount(0);
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
    await expect(row).toContainText('Acknowledged · Observing', soon);
  });
  await onPhone.close();
});
