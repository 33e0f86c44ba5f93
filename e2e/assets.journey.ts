import { readFile } from 'node:fs/promises';
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

const words = {
  zh: {
    print: '打印标签',
    start: '开始盘点',
    name: '盘点名称',
    location: '存放位置',
    save: '保存',
    progress: '盘点进度',
    scan: '扫描标签',
    found: '已找到',
    type: '或输入资产编码',
    count: '录入',
    review: '进入复核',
    decide: '处理',
    decideAll: '处理剩余差异',
    ignore: /^忽略/,
    missing: /^确认未找到/,
    undecided: (n: number) => `还有 ${n} 项差异未处理`,
    close: '结束盘点',
    say: '请填写说明',
    note: '备注',
    alone: '您的姓名将记入盘点报告',
    aloneReport: '企业中没有其他人可以结束',
    photo: '拍照留存',
    photoKept: '照片已留存',
    reason: '叉车在维修厂',
  },
  en: {
    print: 'Print labels',
    start: 'Start stocktake',
    name: 'Stocktake',
    location: 'Location',
    save: 'Save',
    progress: 'Progress',
    scan: 'Scan labels',
    found: 'Found',
    type: 'Or type the asset code',
    count: 'Count',
    review: 'Review differences',
    decide: 'Decide',
    decideAll: 'Decide all undecided',
    ignore: /^Ignore/,
    missing: /^Stays missing/,
    undecided: (n: number) => (n === 1 ? '1 difference is undecided' : `${n} differences are undecided`),
    close: 'Close stocktake',
    say: 'say what is known about it',
    note: 'Note',
    alone: 'Your name is written in its report',
    aloneReport: 'nobody else was allowed to close it',
    photo: 'Keep a photo',
    photoKept: 'Photo kept',
    reason: 'The fork-lift is at the workshop',
  },
} as const;

for (const language of ['zh', 'en'] as const)
  test(`an asset gets its label, and is counted by it on a phone (${language})`, async ({ page }) => {
    const t = words[language];
    await page.setViewportSize({ width: 1366, height: 900 });
    await enter(page, 'administrator', '/assetManagement/assetList?q=ZC-000', language);
    await closePopupsAsTheyCome(page);
    await page
      .getByRole('checkbox', { name: /Stand-by compressor|备用压缩机|Spare compressor/ })
      .first()
      .check();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: t.print, exact: true }).click();
    const labels = await readFile(await (await download).path());
    expect(labels.subarray(0, 5).toString()).toBe('%PDF-');

    await page.setViewportSize(phone);
    await page.goto('/assetManagement/stocktake');
    await page.getByRole('button', { name: t.start }).first().click();
    const dialog = page.getByRole('dialog', { name: t.start });
    await dialog.getByRole('textbox', { name: t.name }).fill('Head office');
    await dialog.getByRole('combobox', { name: t.location }).click();
    await page
      .locator('.ant-select-dropdown:visible')
      .getByTitle(/总部仓库|Head office store/)
      .click();
    await dialog.getByRole('button', { name: t.save }).click();
    await expect(page.getByRole('list', { name: t.progress })).toContainText('0 / 3');

    // A photograph of the label, and a code that is typed because its label is torn.
    const url = `${productAddress.get().url}/a/ZC-0003`;
    await page.locator('.label-camera input[type=file]').setInputFiles({
      ...{ name: 'label.png', mimeType: 'image/png' },
      buffer: await photoOf(page, url),
    });
    const scan = page.getByRole('region', { name: t.scan });
    await expect(scan.getByRole('listitem').filter({ hasText: 'ZC-0003' })).toContainText(t.found);
    await scan.getByRole('textbox', { name: t.type }).fill('zc-0001');
    await scan.getByRole('button', { name: t.count }).click();
    await expect(scan.getByRole('listitem').filter({ hasText: 'ZC-0001' })).toContainText(t.found);
    await expect(page.getByRole('list', { name: t.progress })).toContainText('2 / 3');

    // A label that no asset has: its photo is kept.
    await scan.getByRole('textbox', { name: t.type }).fill('torn label');
    await scan.getByRole('button', { name: t.count }).click();
    const keepPhoto = page.getByRole('button', { name: new RegExp(`^${t.photo}`) }).first();
    await expect(keepPhoto).toBeVisible();
    const choosing = page.waitForEvent('filechooser');
    await keepPhoto.click();
    await (await choosing).setFiles({
      ...{ name: 'torn.png', mimeType: 'image/png' },
      buffer: await photoOf(page, 'torn'),
    });
    await expect(page.getByText(t.photoKept)).toBeVisible();
    await expect(page.locator('body')).toHaveJSProperty('scrollWidth', phone.width);

    // In review each difference is decided: the label by its row, what is missing with all that are left.
    await page.getByRole('button', { name: t.review }).click();
    await page.getByRole('dialog', { name: t.review }).getByRole('button', { name: t.review }).click();
    await expect(page.getByText(t.undecided(2))).toBeVisible();
    await expect(page.getByRole('region', { name: t.scan })).toHaveCount(0);
    await expect(page.getByRole('button', { name: t.close })).toHaveCount(0);
    await page.getByRole('button', { name: new RegExp(`^${t.decide}.+torn label`) }).click();
    const deciding = page.getByRole('dialog');
    await deciding.getByRole('radio', { name: t.ignore }).check();
    await deciding.getByRole('button', { name: t.decide, exact: true }).click();
    await expect(page.getByText(t.undecided(1))).toBeVisible();
    await page.getByRole('button', { name: t.decideAll }).click();
    await deciding.getByRole('radio', { name: t.missing }).check();
    await deciding.getByRole('button', { name: t.decide, exact: true }).click();
    await expect(page.locator('body')).toHaveJSProperty('scrollWidth', phone.width);

    await page.getByRole('button', { name: t.close }).click();
    const closing = page.getByRole('dialog', { name: t.close });
    // One person keeps the assets of this company: said before, and written down.
    await expect(closing.getByText(t.alone)).toBeVisible();
    await closing.getByRole('button', { name: t.close }).click();
    await expect(closing.getByText(t.say)).toBeVisible();
    await closing.getByRole('textbox', { name: t.note }).fill(t.reason);
    await closing.getByRole('button', { name: t.close }).click();
    await expect(page.getByText(t.reason)).toBeVisible();
    await expect(page.getByText(t.aloneReport)).toBeVisible();

    // What the camera of a phone opens by itself.
    await page.goto('/a/ZC-0003');
    await expect(page.locator('.asset-facts').first()).toContainText('ZC-0003');
  });
