import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './expectAccessible.ts';
import { choose, closePopupsAsTheyCome, enter, expect, loginOf, test } from './journey.ts';

test.describe.configure({ timeout: 3 * 60_000 });

/** What is on the screens, in the language of the reader. */
const words = {
  en: {
    demo: 'Every day at 23:30',
    add: 'Add task',
    name: 'Task',
    mode: 'What it does',
    http: 'Call an address',
    url: 'Address',
    when: 'When',
    weekly: 'On weekdays',
    hours: 'Hours',
    due: 'Monday to Friday at 06:00 and 22:00',
    preview: 'Time zone Asia/Shanghai',
    save: 'Save',
    more: 'More actions',
    edit: 'Edit',
    disable: 'Disable',
    enable: 'Enable',
    off: 'Disabled',
    on: 'Enabled',
    first: 'Each then runs for the first time at',
    sunset: 'By sunset',
    side: 'Before or after',
    before: 'Before',
    atSunset: '15 minutes before sunset',
    delete: 'Delete',
    goOn: 'Go on',
    password: 'Password',
  },
  zh: {
    demo: '每天 23:30',
    add: '新增任务',
    name: '任务名称',
    mode: '执行方式',
    http: '调用接口',
    url: '接口地址',
    when: '执行时间',
    weekly: '每周几',
    hours: '时',
    due: '每周一至周五 06:00、22:00',
    preview: '时区 Asia/Shanghai',
    save: '保存',
    more: '更多操作',
    edit: '编辑',
    disable: '停用',
    enable: '启用',
    off: '已停用',
    on: '已启用',
    first: '启用后将按下列时间首次执行',
    sunset: '日落前后',
    side: '提前或延后',
    before: '提前',
    atSunset: '日落前 15 分钟',
    delete: '删除',
    goOn: '验证并继续',
    password: '密码',
  },
} as const;

/** Saving and enabling a task asks people who they are, once in a while: it runs with their rights. */
async function proving(page: Page, t: (typeof words)[keyof typeof words], done: Locator): Promise<void> {
  const goOn = page.getByRole('button', { name: t.goOn });
  await expect(goOn.or(done).first()).toBeVisible();
  if (await goOn.isVisible()) {
    await page.getByRole('dialog').last().getByLabel(t.password).fill(loginOf('administrator').password);
    await goOn.click();
  }
  await expect(done.first()).toBeVisible();
}

for (const language of ['zh', 'en'] as const)
  test(`A task is planned by clicks, says in words when it runs, and what runs first before it is enabled (${language})`, async ({
    page,
  }) => {
    const t = words[language];
    const task = `Journey ${language}`;
    const row = page.getByRole('row', { name: new RegExp(task) });
    const dialog = page.getByRole('dialog').first();
    const act = async (name: string): Promise<void> => {
      await row.getByRole('button', { name: new RegExp(`^${t.more}`) }).click();
      await page.getByRole('menuitem', { name, exact: true }).click();
    };
    await enter(page, 'administrator', '/deviceManage/scheduleTask', language);
    await closePopupsAsTheyCome(page);

    await test.step('The list says in words when tasks run', async () => {
      await expect(page.getByRole('row').filter({ hasText: t.demo })).toBeVisible();
      await expect(page.getByRole('main')).not.toContainText('30 23 * * *');
    });

    await test.step('A task on weekdays, by clicks', async () => {
      await page.getByRole('button', { name: t.add }).click();
      await dialog.getByRole('textbox', { name: t.name }).fill(task);
      await choose(dialog.getByRole('combobox', { name: t.mode }), t.http);
      await dialog.getByRole('textbox', { name: t.url }).fill('https://energy.example/api/shift');
      await choose(dialog.getByRole('combobox', { name: t.when }), t.weekly);
      await choose(dialog.getByRole('combobox', { name: t.hours }), '06:00');
      await page.keyboard.press('Escape');
      await expect(dialog).toContainText(t.due);
      await expect(dialog).toContainText(t.preview);
      await expectAccessible(page, 'task by clicks');
      await dialog.getByRole('button', { name: t.save }).click();
      await proving(page, t, row.filter({ hasText: t.due }));
    });

    await test.step('It comes back as clicks, and follows the sun instead', async () => {
      await row.getByRole('button', { name: new RegExp(`^${t.edit}`) }).click();
      await expect(dialog).toContainText(t.due);
      await choose(dialog.getByRole('combobox', { name: t.when }), t.sunset);
      await choose(dialog.getByRole('combobox', { name: t.side }), t.before);
      await expect(dialog).toContainText(t.atSunset);
      await dialog.getByRole('button', { name: t.save }).click();
      await proving(page, t, row.filter({ hasText: t.atSunset }));
    });

    await test.step('Before it is enabled the page says when it runs first', async () => {
      await act(t.disable);
      await expect(row).toContainText(t.off);
      await act(t.enable);
      await expect(dialog).toContainText(t.first);
      await expect(dialog).toContainText(/20\d\d-\d\d-\d\d 1[5-9]:\d\d/);
      await dialog.getByRole('button', { name: t.enable, exact: true }).click();
      await proving(page, t, row.filter({ hasText: t.on }));
    });

    await test.step('It is deleted', async () => {
      await act(t.delete);
      await dialog.getByRole('button', { name: t.delete }).click();
      await proving(page, t, page.getByRole('main'));
      await expect(row).toHaveCount(0);
    });
  });
