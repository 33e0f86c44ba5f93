import { readFileSync } from 'node:fs';
import type { Download, Locator, Page } from '@playwright/test';
import { readXlsx } from 'hucre/xlsx';
import { extractText, getDocumentProxy } from 'unpdf';
import { expectAccessible } from './expectAccessible.ts';
import { choose, closePopupsAsTheyCome, enter, expect, goWithin, test } from './journey.ts';

test('Last night a freezer was too warm: found on its curve, compared with a sister store and last week, taken away as PDF and Excel', async ({
  page,
}) => {
  const dialog = page.getByRole('dialog', { name: /^History · Freezer 4/ });
  const comparison = page.getByRole('dialog', { name: 'Compare' });
  let warmest = '';

  await test.step('Open the curve of the freezer and look at last night', async () => {
    await enter(page, 'administrator', '/monitor/warehouse');
    await closePopupsAsTheyCome(page);
    await page.getByRole('link', { name: 'Freezer 4' }).first().click();
    // Alarms that are open push the curve down when they come.
    await expect(
      page.getByRole('region', { name: 'History' }).getByRole('group', { name: /^Room temperature/ }),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Enlarge' }).click();
    await dialog.getByText('Custom', { exact: true }).click();
    await dialog.getByRole('textbox', { name: 'Range' }).first().click();
    await page.getByText('Last night, 18–8').click();
    await expect(dialog.getByRole('group', { name: /Room temperature, .* 18:00 to .* 08:00/ })).toBeVisible();
  });

  await test.step('The excursion stands there with its alarm, beyond its limits, and at its time in the table', async () => {
    await expect(dialog.getByText(/Bars at the top: \d+ alarm/)).toBeVisible();
    const row = dialog
      .getByRole('table', { name: 'Statistics by point' })
      .getByRole('row', { name: /Room temperature/ });
    await expect(row).toContainText(/\d+ min · /);
    warmest = (await row.getByRole('cell').nth(1).textContent()) ?? '';
    expect(Number(warmest.replace('−', '-'))).toBeGreaterThan(-12);
    await dialog.getByRole('group', { name: /Room temperature/ }).press('t');
    await expect(dialog.getByRole('row', { name: / 18:00 / })).toBeVisible();
    await page.keyboard.press('t');
    await expect(dialog.getByRole('group', { name: /Room temperature/ })).toBeVisible();
    await expectAccessible(page, 'history dialog');
  });

  await test.step('A week ago, and in the sister store, it was not so', async () => {
    await dialog.getByRole('button', { name: 'Compare' }).click();
    await expect(comparison.getByRole('combobox', { name: /^Period of/ })).toBeVisible();
    await comparison.getByRole('button', { name: 'Add points' }).click();
    const points = page.getByRole('dialog', { name: 'Add points' });
    await choose(points.getByRole('combobox', { name: 'Project' }), 'Fresh Choice Xixi Store');
    await points.getByRole('button', { name: 'Refrigeration' }).click();
    await points.getByRole('button', { name: 'Frozen island 2' }).click();
    await points.getByRole('checkbox', { name: /^Air-off temperature/ }).check();
    await points.getByRole('button', { name: 'Take 1' }).click();
    const lines = comparison.getByRole('table', { name: 'Compared points and periods' });
    const sister = lines.getByRole('row', { name: /Fresh Choice Xixi Store · Frozen island 2/ });
    await expect(sister).toContainText(/[+−]?\d+\.\d/);
    const lastWeek = lines.getByRole('row').nth(2);
    // Colder by far at the worst moment, which was in the night.
    await expect(lastWeek.getByRole('cell').nth(5)).toContainText(/^−\d+\.\d .* 0[23]:/);
    await expect(comparison.getByRole('group', { name: /^Difference/ })).toBeVisible();
    await expectAccessible(page, 'comparison');
    await comparison.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('The PDF has the curve’s point, its extremes, limits and the alarm', async () => {
    const { text } = await extractText(await getDocumentProxy(await exported(page, dialog, 'PDF')), {
      mergePages: true,
    });
    expect(text).toContain('Freezer 4 · Room temperature');
    expect(text.replaceAll('−', '-')).toContain(warmest.replace('−', '-'));
    expect(text).toContain('Asia/Shanghai');
    expect(text).toMatch(/Urgent|Important/);
  });

  await test.step('The workbook has a row every ten minutes, warm ones among them', async () => {
    const { sheets } = await readXlsx(await exported(page, dialog, 'Excel'));
    const [header = [], ...rows] = sheets[0]?.rows ?? [];
    expect(header.join(' ')).toContain('Asia/Shanghai');
    expect(header.join(' ')).toContain('Maximum');
    // 14 hours.
    expect(rows).toHaveLength(84);
    const maximum = header.findIndex((cell) => String(cell).startsWith('Maximum'));
    const highest = Math.max(...rows.map((row) => Number(row[maximum])));
    expect(highest).toBe(Number(warmest.replace('−', '-')));
  });

  await test.step('The weather of the store, and what was, for the file', async () => {
    await dialog.getByRole('button', { name: 'Weather' }).click();
    const weather = page.getByRole('dialog', { name: /^Weather/ });
    await expect(weather.getByRole('list', { name: 'Next 7 days' }).getByRole('listitem')).toHaveCount(7);
    await weather.getByRole('tab', { name: 'Past weather' }).click();
    await expect(weather.getByRole('row').nth(1)).toContainText('°C');
    await weather.getByRole('button', { name: 'Export' }).click();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
  });

  await test.step('What was made in the background is made again, and for last month', async () => {
    await goWithin(page, '/dataDownload');
    await page
      .getByRole('checkbox', { name: /Cold storage/ })
      .first()
      .check();
    await page.getByRole('button', { name: 'In the background' }).click();
    await goWithin(page, '/download/Index');
    const list = page.getByRole('table');
    await expect(list.getByRole('row', { name: /Weather/ })).toContainText('Ready');
    const rows = list.getByRole('row', { name: /Point data/ });
    await expect(rows.first()).toContainText('Ready');
    for (const [action, count] of [
      ['Make again', 2],
      ['Make for last month', 3],
    ] as const) {
      await rows
        .last()
        .getByRole('button', { name: /^(More|Actions)/ })
        .click();
      await page.getByRole('menuitem', { name: action }).click();
      await expect(rows).toHaveCount(count);
    }
    await expect(rows.first()).toContainText('Ready');
  });
});

/** What the dialog exports, as the browser has it. */
async function exported(page: Page, dialog: Locator, format: string): Promise<Uint8Array> {
  const coming: Promise<Download> = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export', exact: false }).click();
  await page.getByRole('menuitem', { name: format }).click();
  return new Uint8Array(readFileSync(await (await coming).path()));
}
