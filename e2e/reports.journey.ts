import { readFileSync } from 'node:fs';
import { expectAccessible } from './expectAccessible.ts';
import { closePopupsAsTheyCome, enter, expect, test } from './journey.ts';

test.describe.configure({ timeout: 4 * 60_000 });

/** What is on the screens, in the language of the reader. */
const words = {
  en: {
    monthly: 'Store report, monthly',
    weekly: 'Cold store temperatures, weekly',
    open: /^Open/,
    publish: 'Publish',
    forGood: 'neither changed nor deleted',
    summary: 'Summary',
    toDo: 'What to do',
    energy: 'Electricity',
    download: 'Download PDF',
    published: 'Published',
  },
  zh: {
    monthly: '门店月报',
    weekly: '冷库温度周报',
    open: /^查看/,
    publish: '发布',
    forGood: '发布后不能修改或删除',
    summary: '摘要',
    toDo: '要做的事',
    energy: '用电',
    download: '下载 PDF',
    published: '已发布',
  },
} as const;

for (const language of ['zh', 'en'] as const)
  test(`A manager reads in sentences how the month was, publishes a report and takes it along as PDF (${language})`, async ({
    page,
  }) => {
    const t = words[language];
    await enter(page, 'administrator', '/reportManage/list', language);
    await closePopupsAsTheyCome(page);

    await test.step('The monthly report is there by itself and begins with its sentences', async () => {
      const monthly = page.getByRole('row').filter({ hasText: t.monthly }).first();
      // The job that makes reports looks each minute.
      await expect(monthly).toBeVisible({ timeout: 100_000 });
      await monthly.getByRole('button', { name: t.open }).click();
      const summary = page.getByRole('region', { name: t.summary });
      await expect(summary).toContainText(t.toDo);
      await expect(page.getByRole('region', { name: t.energy })).toContainText('kWh');
      await expectAccessible(page, 'report');
    });

    await test.step('A weekly report is published for good', async () => {
      await page.goto('/reportManage/list');
      const weekly = page.getByRole('row').filter({ hasText: t.weekly });
      await expect(weekly.first()).toBeVisible();
      const before = await weekly.count();
      await weekly
        .getByRole('button', { name: new RegExp(`^${t.publish}`) })
        .first()
        .click();
      const dialog = page.getByRole('dialog').last();
      await expect(dialog).toContainText(t.forGood);
      await dialog.getByRole('button', { name: t.publish, exact: true }).click();
      await expect(weekly).toHaveCount(before - 1);
    });

    await test.step('It is read, and downloaded as PDF', async () => {
      await page.goto('/reportManage/releaseList');
      await page.getByRole('row').filter({ hasText: t.weekly }).first().getByRole('button', { name: t.open }).click();
      await expect(page.getByRole('main')).toContainText(t.published);
      await expect(page.getByRole('region', { name: t.summary })).toContainText(t.toDo);
      const coming = page.waitForEvent('download');
      await page.getByRole('button', { name: t.download }).click();
      const file = readFileSync(await (await coming).path());
      expect(file.subarray(0, 5).toString()).toBe('%PDF-');
    });
  });
