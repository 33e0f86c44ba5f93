import type { Locator, Page } from '@playwright/test';
import { closePopupsAsTheyCome, enter, expect, goWithin, test } from './journey.ts';

// Two freezers warm behind doors that stand open from the start. While its door is open no alarm is raised about a room's
// temperature: that must not read as if all was well, on any screen, to anybody.
test.describe.configure({ timeout: 420_000 });

const words = {
  zh: {
    freezer: (n: number) => `冷冻间 ${n} 号`,
    door: (n: number) => new RegExp(`冷冻间 ${n} 号 · 库门`),
    room: /库温/,
    trouble: /报警|超上|超限|紧急|重要|门.*开|开启/,
    suspended: /暂不判断|恢复判断|恢复报警/,
    judged: /后报警|高于上/,
    normal: '正常',
    status: '状态',
    table: '表格',
    cards: '卡片',
    overview: '设备概况',
    project: /^华东冷链一号库/,
    projects: '项目列表',
    alarms: /报警/,
  },
  en: {
    freezer: (n: number) => `Freezer ${n}`,
    door: (n: number) => new RegExp(`Freezer ${n} · Door`),
    room: /Room temperature/,
    trouble: /alarm|above|beyond|urgent|important|door open/i,
    suspended: /Paused|Judging resumes|alarms resume/i,
    judged: /alarm in|above (the )?high/i,
    normal: 'Normal',
    status: 'Status',
    table: 'Table',
    cards: 'Cards',
    overview: 'About this device',
    project: /^East China Cold Store 1/,
    projects: 'List of projects',
    alarms: /alarm/i,
  },
} as const;
type Language = keyof typeof words;

/** Marked by colour, by a word, and nowhere called normal. */
async function expectTrouble(where: Locator, language: Language): Promise<void> {
  await expect(where.locator('[class*="value-level-"]').first()).toBeVisible();
  await expect(where).toContainText(words[language].trouble);
  // A controller's own flag may say so of itself, among the other points.
  const normal = `xpath=.//*[normalize-space(text())="${words[language].normal}"][not(ancestor::dl)]`;
  await expect(where.locator(normal)).toHaveCount(0);
}

async function lookAtBoard(page: Page, freezer: number, language: Language): Promise<void> {
  const w = words[language];
  const card = page
    .getByRole('main')
    .getByRole('article')
    .filter({
      has: page.getByRole('heading', { name: w.freezer(freezer), exact: true }),
    });
  await expectTrouble(card, language);
  await page.getByRole('main').getByText(w.table, { exact: true }).click();
  const row = page
    .getByRole('main')
    .getByRole('row')
    .filter({ hasText: w.freezer(freezer) });
  await expectTrouble(row, language);
  await page.getByRole('main').getByText(w.cards, { exact: true }).click();
  await expect(card).toBeVisible();
}

async function lookAtDevice(page: Page, freezer: number, language: Language): Promise<void> {
  const w = words[language];
  await page
    .getByRole('main')
    .getByRole('link', { name: w.freezer(freezer), exact: true })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: w.freezer(freezer) })).toBeVisible();
  const facts = page.locator(`dl[aria-label="${w.overview}"]`);
  await expect(facts).toContainText(w.trouble);
  await expect(facts.getByText(w.normal, { exact: true })).toHaveCount(0);
  const room = page.locator('.device-points').getByRole('row', { name: w.room });
  await expect(room.locator('[class*="value-level-"]')).toBeVisible();
  // That nothing is judged now is said, with until when. In working hours the door may have been in use for longer than it suppresses
  // an alarm: then it is said when the alarm comes, or that it has come.
  await expect(
    room.filter({ hasText: w.suspended }).or(page.getByRole('main').filter({ hasText: w.judged })),
  ).not.toHaveCount(0);
}

for (const language of ['zh', 'en'] as const) {
  test(`Nobody who looks at any screen could think a freezer healthy that warms behind an open door (${language})`, async ({
    page,
    browser,
  }) => {
    const w = words[language];
    await closePopupsAsTheyCome(page);

    await test.step('Its room is beyond the limit by now', async () => {
      await enter(page, 'administrator', '/monitor/warehouse', language);
      const card = page
        .getByRole('main')
        .getByRole('article')
        .filter({
          has: page.getByRole('heading', { name: w.freezer(1), exact: true }),
        });
      await expect(card.locator('.device-card-value [class*="value-level-"]')).toBeVisible({ timeout: 300_000 });
    });

    await test.step('Board, table and device page mark it', async () => {
      await lookAtBoard(page, 1, language);
      await lookAtDevice(page, 1, language);
    });

    await test.step('All devices: among the normal ones it is not', async () => {
      await goWithin(page, '/monitor/commonTable?status=normal');
      const headings = page.getByRole('main').getByRole('article').getByRole('heading');
      await expect(headings.first()).toBeVisible();
      await expect(page.getByRole('heading', { name: w.freezer(1), exact: true })).toHaveCount(0);
    });

    await test.step('The map counts its project as one in alarm', async () => {
      await goWithin(page, '/');
      const project = page.getByRole('region', { name: w.projects }).getByRole('button', { name: w.project });
      await expect(project).toHaveAccessibleName(w.alarms);
    });

    await test.step('The alarm list has it', async () => {
      await goWithin(page, '/alarmManageWithAllProject/index');
      await expect(page.getByRole('row', { name: w.door(1) }).first()).toBeVisible();
    });

    await test.step('On a phone it is marked, too', async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      await goWithin(page, '/monitor/warehouse');
      const card = page
        .getByRole('main')
        .getByRole('article')
        .filter({
          has: page.getByRole('heading', { name: w.freezer(1), exact: true }),
        });
      await expectTrouble(card, language);
    });

    await test.step('A customer with three devices sees it of theirs', async () => {
      const context = await browser.newContext({ locale: language === 'zh' ? 'zh-CN' : 'en-GB' });
      const customer = await context.newPage();
      await closePopupsAsTheyCome(customer);
      await enter(customer, 'viewer', '/monitor/commonTable', language);
      await lookAtBoard(customer, 4, language);
      await lookAtDevice(customer, 4, language);
      await context.close();
    });
  });
}
