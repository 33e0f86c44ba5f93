import type { Page } from '@playwright/test';
import { encode } from 'uqr';
import { closePopupsAsTheyCome, enter, expect, test } from './journey.ts';
import { productAddress } from './productAddress.ts';

test.describe.configure({ timeout: 5 * 60_000 });

const phone = { width: 390, height: 844 };

/** A photograph of a label, as a phone takes it: black on white, with room around. */
async function photoOf(page: Page, label: string): Promise<Buffer> {
  const { data, size } = encode(label, { ecc: 'M', border: 4 });
  const address = await page.evaluate(
    ({ rows, side }) => {
      const canvas = document.createElement('canvas');
      const scale = 8;
      canvas.width = side * scale;
      canvas.height = side * scale;
      const context = canvas.getContext('2d')!;
      context.fillStyle = '#fff';
      context.fillRect(0, 0, canvas.width, canvas.height);
      context.fillStyle = '#000';
      for (const [y, row] of rows.entries())
        for (const [x, isDark] of row.entries()) if (isDark) context.fillRect(x * scale, y * scale, scale, scale);
      return canvas.toDataURL('image/png');
    },
    { rows: data, side: size },
  );
  return Buffer.from(address.split(',')[1]!, 'base64');
}

test('an asset gets its label, and is counted by it on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 900 });
  await enter(page, 'administrator', '/assetManagement/assetList?q=ZC-000');
  await closePopupsAsTheyCome(page);
  await page
    .getByRole('checkbox', { name: /Stand-by compressor|备用压缩机|Spare compressor/ })
    .first()
    .check();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Print labels', exact: true }).click();
  expect((await download).suggestedFilename()).toBe('Asset labels.pdf');

  await page.setViewportSize(phone);
  await page.goto('/assetManagement/stocktake');
  await page.getByRole('button', { name: 'Start stocktake' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Start stocktake' });
  await dialog.getByRole('textbox', { name: 'Stocktake' }).fill('Head office');
  await dialog.getByRole('combobox', { name: 'Location' }).click();
  await page
    .locator('.ant-select-dropdown:visible')
    .getByTitle(/总部仓库|Head office store/)
    .click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('list', { name: 'Progress' })).toContainText('0 / 3');

  // A photograph of the label, and a code that is typed because its label is torn.
  const url = `${productAddress.get().url}/a/ZC-0003`;
  await page.locator('.label-camera input[type=file]').setInputFiles({
    ...{ name: 'label.png', mimeType: 'image/png' },
    buffer: await photoOf(page, url),
  });
  const scan = page.getByRole('region', { name: 'Scan labels' });
  await expect(scan.getByRole('listitem').filter({ hasText: 'ZC-0003' })).toContainText('Found');
  await scan.getByRole('textbox', { name: 'Or type the asset code' }).fill('zc-0001');
  await scan.getByRole('button', { name: 'Count' }).click();
  await expect(scan.getByRole('listitem').filter({ hasText: 'ZC-0001' })).toContainText('Found');
  await expect(page.getByRole('list', { name: 'Progress' })).toContainText('2 / 3');
  await expect(page.locator('body')).toHaveJSProperty('scrollWidth', phone.width);

  await page.getByRole('button', { name: 'Close stocktake' }).click();
  const closing = page.getByRole('dialog', { name: 'Close stocktake' });
  await closing.getByRole('button', { name: 'Close stocktake' }).click();
  await expect(closing.getByText('say what is known about it')).toBeVisible();
  await closing.getByRole('textbox', { name: 'Note' }).fill('The fork-lift is at the workshop');
  await closing.getByRole('button', { name: 'Close stocktake' }).click();
  await expect(page.getByText('The fork-lift is at the workshop')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Scan labels' })).toHaveCount(0);

  // What the camera of a phone opens by itself.
  await page.goto('/a/ZC-0003');
  await expect(page.locator('.asset-facts').first()).toContainText('ZC-0003');
});
