import type { Page } from '@playwright/test';
import { expectAccessible } from './expectAccessible.ts';
import { expectOneLanguage } from './expectOneLanguage.ts';
import { closePopupsAsTheyCome, enter, expect, switchProject, test } from './journey.ts';

// A plan is made of a DXF drawing, a device placed on it with a phone, printed, and deleted again. Each language makes its own.
const words = {
  en: {
    project: 'Fresh Choice Xixi Store',
    name: 'Name',
    plan: 'Journey plan',
    location: 'Location',
    dwg: 'DWG cannot be read. Save the drawing as DXF (ASCII) or PDF.',
    drawn: '2 parts drawn · 31.20 m wide',
    width: 'Width of the base map (m)',
    create: 'New floor plan',
    device: /^Meat case/,
    tap: 'Stand at a device and tap the plan there',
    which: 'Which device is here?',
    takeBack: /^Take back /,
    finish: 'Finish',
    print: 'Print',
    printed: /^Printed \d{4}-\d\d-\d\d \d\d:\d\d by /,
    draw: 'Draw',
    delete: 'Delete',
    deleted: 'Deleted',
  },
  zh: {
    project: '鲜选超市西溪店',
    name: '名称',
    plan: '旅程平面图',
    location: '位置',
    dwg: '不支持 DWG，请在绘图软件中另存为 DXF（ASCII）或 PDF',
    drawn: '已绘制 2 个图元 · 图宽 31.20 m',
    width: '底图实际宽度（m）',
    create: '新建平面图',
    device: /^鲜肉柜/,
    tap: '站在设备旁，点击图上所在位置',
    which: '这里是哪台设备？',
    takeBack: /^撤销：/,
    finish: '完成',
    print: '打印',
    printed: /^打印 \d{4}-\d\d-\d\d \d\d:\d\d，/,
    draw: '绘制',
    delete: '删除',
    deleted: '已删除',
  },
} as const;

/** Two walls, 30 m and 12 m, in millimetres. */
const drawing = [
  ...[0, 'SECTION', 2, 'HEADER', 9, '$INSUNITS', 70, 4, 0, 'ENDSEC', 0, 'SECTION', 2, 'ENTITIES'],
  ...[0, 'LINE', 8, 'WALL', 10, 0, 20, 0, 11, 30_000, 21, 0, 0, 'LINE', 8, 'WALL', 10, 0, 20, 0, 11, 0, 21, 12_000],
  ...[0, 'ENDSEC', 0, 'EOF'],
].join('\r\n');

/** Ant Design sets a space between two Chinese characters of a button. */
const button = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^${[...name].join(' ?')}$`) }).filter({ visible: true });

test.beforeEach(({ page }) => closePopupsAsTheyCome(page));

for (const language of ['en', 'zh'] as const) {
  test(`A plan is made of a drawing, a device placed on it with a phone, and printed: ${language}`, async ({
    page,
  }) => {
    const t = words[language];
    const name = t.plan;
    await enter(page, 'administrator', '/monitor/planShow', language);
    await switchProject(page, t.project);
    await button(page, t.create).click();
    await page.locator('form').getByLabel(t.name, { exact: true }).fill(name);
    await page.getByLabel(t.location, { exact: true }).click();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');

    const file = page.locator('input[type=file]');
    const dwg = Buffer.from('AC1032 and no more');
    await file.setInputFiles({ name: 'floor.dwg', mimeType: 'application/octet-stream', buffer: dwg });
    await expect(page.getByRole('alert').filter({ hasText: t.dwg })).toBeVisible();
    await file.setInputFiles({ name: 'floor.dxf', mimeType: 'image/vnd.dxf', buffer: Buffer.from(drawing) });
    await expect(page.getByText(t.drawn)).toBeVisible();
    await expect(page.getByLabel(t.width)).toHaveValue('31.2');
    await expectAccessible(page, 'a plan that is made');
    await button(page, t.create).click();
    await expect(page).toHaveURL(/planId=\d+/);

    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${page.url()}&onSite=1`);
    await expect(page.getByText(t.tap)).toBeVisible();
    const row = page.getByRole('button', { name: t.device });
    await expect(row).toBeDisabled();
    await page.locator('svg[role=group]').click();
    await expect(page.getByText(t.which)).toBeVisible();
    await expectAccessible(page, 'placing on site');
    await expectOneLanguage(page, language, 'placing on site');
    await row.click();
    await expect(page.getByRole('button', { name: t.takeBack })).toBeVisible();
    await page.getByRole('link', { name: t.finish }).click();

    await page.setViewportSize({ width: 1366, height: 768 });
    await expect(page.locator('svg').getByRole('link', { name: t.device })).toBeVisible();
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', '');
    });
    await button(page, t.print).click();
    await expect(page.locator('body[data-printed]')).toBeAttached();
    await page.emulateMedia({ media: 'print' });
    const sheet = page.locator('.print-sheet');
    await expect(sheet.getByRole('heading', { name })).toBeVisible();
    await expect(sheet.getByText(t.printed)).toBeVisible();
    await expect(sheet.getByRole('row', { name: t.device })).toBeVisible();
    await expect(sheet.locator('.plan-scale')).toHaveText('2 m');
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await page.emulateMedia({ media: 'screen' });
    await expect(sheet).toHaveCount(0);

    await page.getByRole('link', { name: t.draw, exact: true }).click();
    await button(page, t.delete).first().click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: new RegExp(`^${[...t.delete].join(' ?')}$`) })
      .click();
    await expect(page.getByText(t.deleted)).toBeVisible();
  });
}
