import type { Page } from '@playwright/test';
import { expectAccessible } from './expectAccessible.ts';
import { closePopupsAsTheyCome, enter, expect, switchProject, test } from './journey.ts';

// Drawn of a store's devices, looked at, changed, taken back, kept, put back. Each of the two draws diagrams of its own.
const words = {
  en: {
    replay: 'Replay',
    replayOfPast: 'Replay of the past',
    replayAt: /^Replay \d{4}-\d\d-\d\d \d\d:\d\d$/,
    toLive: 'Back to live',
    project: 'Fresh Choice Xixi Store',
    diagram: 'Diagram',
    circuit: '1 Refrigeration circuit',
    case: /^Meat case, .*Air-off temperature −?\d/,
    drawForMe: 'Draw it for me',
    name: 'Name',
    draw: 'Draw',
    edit: 'Edit',
    addText: 'Add text',
    text: /^Text: drag/,
    undo: 'Undo',
    redo: 'Redo',
    save: 'Save',
    saved: 'Saved as version 2',
    done: 'Done',
    more: 'More',
    versions: 'Versions',
    restore: 'Restore Version 1',
    restored: 'Saved as version 3',
    openDevice: 'Open device',
    delete: 'Delete',
    deleted: 'Deleted',
    stay: 'Keep editing',
  },
  zh: {
    replay: '回放',
    replayOfPast: '历史回放',
    replayAt: /^回放 \d{4}-\d\d-\d\d \d\d:\d\d$/,
    toLive: '返回实时',
    project: '鲜选超市西溪店',
    diagram: '组态图',
    circuit: '1 制冷回路',
    case: /^鲜肉柜.*出风温度 −?\d/,
    drawForMe: '自动绘制',
    name: '名称',
    draw: '绘制',
    edit: '编辑',
    addText: '添加文字',
    text: /^文字：拖动/,
    undo: '撤销',
    redo: '重做',
    save: '保存',
    saved: '已保存为第 2 版',
    done: '完成',
    more: '更多',
    versions: '版本',
    restore: '恢复 第 1 版',
    restored: '已保存为第 3 版',
    openDevice: '打开设备',
    delete: '删除',
    deleted: '已删除',
    stay: '继续编辑',
  },
} as const;

/** Ant Design sets a space between two Chinese characters of a button. */
const button = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^${[...name].join(' ?')}$`) }).filter({ visible: true });

test.beforeEach(({ page }) => closePopupsAsTheyCome(page));

for (const language of ['en', 'zh'] as const) {
  test(`A circuit is drawn of a store's devices, shows live values, is changed, taken back and restored: ${language}`, async ({
    page,
  }) => {
    const t = words[language];
    await enter(page, 'administrator', '/monitor/configuration', language);
    await switchProject(page, t.project);
    const chosen = page.getByRole('main').locator('.ant-select').first();
    await expect(chosen).toContainText(t.circuit);

    // A value on it is the device's own, and leads there.
    const meat = page.getByRole('button', { name: t.case });
    await expect(meat).toBeVisible();
    await meat.press('Enter');
    await expect(page.getByRole('link', { name: t.openDevice })).toHaveAttribute('href', /\/monitor\/unit\?id=\d+/);
    await expectAccessible(page, 'a diagram with something chosen');

    // The same picture of an hour ago: it says so, and nothing can be written there.
    await button(page, t.replay).click();
    const bar = page.getByRole('region', { name: t.replayOfPast });
    await expect(bar.getByText(t.replayAt)).toBeVisible();
    await expect(meat).toBeVisible();
    await expectAccessible(page, 'a replay');
    await bar.getByRole('button', { name: t.toLive }).click();
    await expect(bar).toHaveCount(0);

    await button(page, t.drawForMe).click();
    const name = `Journey ${language}`;
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(t.name, { exact: true }).fill(name);
    await dialog.getByRole('button', { name: new RegExp(`^${[...t.draw].join(' ?')}$`) }).click();
    await expect(chosen).toContainText(name);
    await expect(meat).toBeVisible();

    await button(page, t.edit).click();
    const texts = page.getByRole('button', { name: t.text });
    await button(page, t.addText).click();
    await expect(texts).toHaveCount(1);
    await button(page, t.undo).click();
    await expect(texts).toHaveCount(0);
    await button(page, t.redo).click();
    await expect(texts).toHaveCount(1);
    await texts.press('ArrowRight');
    await expectAccessible(page, 'a diagram that is drawn');

    // What is not kept is not lost without a question.
    await button(page, t.done).click();
    await button(page, t.stay).click();
    await expect(texts).toHaveCount(1);
    await button(page, t.save).click();
    await expect(page.getByText(t.saved)).toBeVisible();
    await button(page, t.done).click();

    await button(page, t.more).click();
    await page.getByRole('menuitem', { name: t.versions }).click();
    await page.getByRole('button', { name: t.restore }).click();
    await expect(page.getByText(t.restored)).toBeVisible();

    await button(page, t.more).click();
    await page.getByRole('menuitem', { name: t.delete }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: new RegExp(`^${[...t.delete].join(' ?')}$`) })
      .click();
    await expect(page.getByText(t.deleted)).toBeVisible();
    await expect(chosen).not.toContainText(name);
  });
}

test('A customer who sees three devices of the cold store gets blanks for the others, and nothing to draw with', async ({
  page,
}) => {
  await enter(page, 'viewer', '/monitor/configuration?edit=1');
  await expect(page.getByRole('button', { name: /^Freezer/ }).first()).toBeVisible();
  await expect(page.getByRole('img', { name: 'Not visible to you' }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Symbols and states' }).click();
  await expect(page.getByRole('heading', { name: 'Compressor', exact: true })).toBeVisible();
  await expectAccessible(page, 'the symbols of diagrams');
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(page.getByRole('img', { name: 'Not visible to you' }).first()).toBeVisible();
  const answer = await page.evaluate(() => document.querySelector('main')?.textContent ?? '');
  expect(answer).not.toContain('Compressor rack');
});
