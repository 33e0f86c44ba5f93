import type { Page } from '@playwright/test';
import { closePopupsAsTheyCome, enter, expect, switchProject, test } from './journey.ts';

test.describe.configure({ timeout: 4 * 60_000 });

/** What is on the screens, in the language of the driver. */
const words = {
  en: {
    project: 'East China Cold Store 1',
    add: 'Add meter',
    name: 'Name',
    power: 'Largest power (kW)',
    manual: 'People read it (not connected)',
    installed: 'Installed at',
    start: 'Start reading',
    serial: 'Serial number',
    byHand: 'Read by people',
    readings: 'Readings',
    enter: 'Enter',
    readAt: 'Read at',
    shows: 'Shows (kWh)',
    below: /lies below 100/,
    more: 'More actions',
    replace: 'Replace',
    replacedAt: 'Replaced at',
    end: 'End reading',
    correct: 'Correct register',
    soFar: 'Registers so far',
    save: 'Save',
    tariffs: 'Tariffs',
    newVersion: 'New version',
    validFrom: 'Valid from',
    deep: 'Deep off-peak',
    draft: 'Draft',
  },
  zh: {
    project: '华东冷链一号库',
    add: '新增电表',
    name: '电表名称',
    power: '最大功率（kW）',
    manual: '人工抄表（无通信）',
    installed: '安装时间',
    start: '起码',
    serial: '表号',
    byHand: '人工抄表',
    readings: '抄表',
    enter: '录入',
    readAt: '抄表时间',
    shows: '示数（kWh）',
    below: /示数不能小于/,
    more: '更多操作',
    replace: '换表',
    replacedAt: '更换时间',
    end: '止码',
    correct: '更正安装信息',
    soFar: '安装记录',
    save: '保存',
    tariffs: '电价',
    newVersion: '新增版本',
    validFrom: '生效日期',
    deep: '深谷',
    draft: '草稿',
  },
} as const;

/** antd puts a space between two Chinese characters of a button. */
const named = (name: string) => new RegExp(`^${[...name].join('\\s?')}$`);
/** The mark of a field that has to be filled in belongs to its name; what a hint adds does not. */
const field = (name: string) => new RegExp(`^\\*?\\s*${name.replace(/[()]/g, '\\$&')}`);
const localTime = (epoch: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'short' }).format(epoch);
const top = (page: Page) => page.getByRole('dialog').last();
const confirm = (page: Page, name: string) =>
  top(page)
    .locator('.ant-modal-footer')
    .getByRole('button', { name: named(name) })
    .click();
const fill = (page: Page, name: string, value: string | number) =>
  top(page).getByLabel(field(name)).fill(String(value));

for (const language of ['en', 'zh'] as const)
  test(`A meter that nobody connected is read by people, replaced, and priced by a tariff with five classes (${language})`, async ({
    page,
  }) => {
    const t = words[language];
    const main = page.getByRole('main');
    const meter = `J-${language}-${Date.now() % 1e6}`;
    const hour = 3_600_000;
    const now = Date.now();
    await enter(page, 'administrator', '/monitor/carTrack', language);
    await closePopupsAsTheyCome(page);
    await switchProject(page, t.project);
    await page.goto('/energyManage/dataConfig');

    await main
      .getByRole('button', { name: named(t.add) })
      .first()
      .click();
    await fill(page, t.name, meter);
    await fill(page, t.power, 20);
    await top(page).getByRole('switch', { name: t.manual }).click();
    await fill(page, t.installed, localTime(now - 48 * hour));
    await page.keyboard.press('Enter');
    await fill(page, t.start, 100);
    await confirm(page, t.save);
    const row = main.getByRole('row').filter({ hasText: meter });
    await expect(row.getByText(t.byHand, { exact: true })).toBeVisible();

    // A slip of the pen is refused with the reading that it contradicts.
    await row.getByRole('button', { name: new RegExp(`^${t.readings}`) }).click();
    await top(page)
      .getByRole('button', { name: named(t.enter) })
      .first()
      .click();
    await fill(page, t.shows, 99);
    await confirm(page, t.save);
    await expect(top(page).getByText(t.below).first()).toBeVisible();
    // A register that was read later is not replaced before that.
    await fill(page, t.readAt, localTime(now - hour));
    await page.keyboard.press('Enter');
    await fill(page, t.shows, 150);
    await confirm(page, t.save);
    await expect(page.getByRole('dialog').getByText('50.0', { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await row.getByRole('button', { name: new RegExp(`^${t.more}`) }).click();
    await page.getByRole('menuitem', { name: t.replace, exact: true }).click();
    await fill(page, t.replacedAt, localTime(now));
    await page.keyboard.press('Enter');
    await fill(page, t.end, 160);
    await fill(page, t.serial, 'NEW-1');
    await fill(page, t.start, 0);
    await confirm(page, t.save);
    await expect(row.getByText('NEW-1')).toBeVisible();
    await row.getByRole('button', { name: new RegExp(`^${t.more}`) }).click();
    await page.getByRole('menuitem', { name: t.correct, exact: true }).click();
    await expect(top(page).getByText(t.soFar)).toBeVisible();
    await expect(top(page).getByText(/100 → 160/)).toBeVisible();
    await page.keyboard.press('Escape');

    await main.getByRole('tab', { name: named(t.tariffs) }).click();
    await main
      .getByRole('button', { name: named(t.newVersion) })
      .first()
      .click();
    await fill(page, t.validFrom, language === 'en' ? '2027-03-01' : '2027-04-01');
    await page.keyboard.press('Enter');
    await fill(page, t.deep, language === 'en' ? '0.2011' : '0.2012');
    await confirm(page, t.save);
    await expect(main.getByText(t.draft, { exact: true }).first()).toBeVisible();
    await expect(main.getByText(new RegExp(`${t.deep} ${language === 'en' ? '0.2011' : '0.2012'}`))).toBeVisible();
  });
