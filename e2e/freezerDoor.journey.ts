import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './expectAccessible.ts';
import { closePopupsAsTheyCome, expect, logIn, loginOf, test } from './journey.ts';

/** Where to keep the README's pictures: `PICTURES=docs/pictures node_modules/.bin/playwright test freezerDoor`. */
const pictures = process.env.PICTURES;

test('Somebody leaves a freezer door open: the control room is told, acknowledges it, has it shut, and finds it on the curve', async ({
  page,
  site,
}) => {
  // The door's alarm waits 45 s, so that a passage is none, its point is read every 10 s, and the curve moves on by the minute: half
  // of the patience is for a crowded machine.
  test.setTimeout(8 * 60_000);

  const room = page.getByRole('row', { name: /Room temperature/ });
  const popup = page
    .getByRole('region', { name: 'Alarm popups' })
    .getByRole('article')
    .filter({ hasText: 'Freezer 3' });
  const detail = page.getByRole('dialog', { name: /Freezer 3/ });

  await test.step('Log in and switch to English', async () => {
    await page.goto('/');
    await expect(page).toHaveURL(/\/login/);
    await logIn(page, loginOf('operator'), 'zh');
    await expect(page.getByRole('heading', { name: '项目总览' })).toBeVisible();
    await page.getByRole('button', { name: 'English' }).click();
    await expect(page.getByText('Switched to English')).toBeVisible();
    // Other doors stand open too; this journey is about one.
    await closePopupsAsTheyCome(page, 'Freezer 3');
  });

  await test.step('From the map into the cold store and its Freezer 3', async () => {
    const side = page.getByRole('region', { name: 'List of projects' });
    await side.getByRole('button', { name: /^East China Cold Store 1/ }).click();
    const card = page.getByRole('region', { name: 'East China Cold Store 1' });
    await card.getByRole('button', { name: 'Open project' }).click();
    await expect(page.getByRole('banner')).toContainText('East China Cold Store 1');
    await expect(page.getByRole('heading', { name: 'Cold storage' })).toBeVisible();
    await page.getByRole('link', { name: 'Freezer 3' }).click();
    await expect(page.getByRole('heading', { name: 'Freezer 3' })).toBeVisible();
  });

  await test.step('The door is left open: values change before the eyes', async () => {
    // The board behind this page is kept alive, and has a status of its own.
    await expect(page.getByRole('main').getByText(/^Live/).filter({ visible: true })).toBeVisible();
    const door = page.getByRole('row', { name: /^Show Door/ });
    const value = room.getByRole('cell', { name: /°C/ }).first();
    await expect(door).toContainText('Closed');
    const before = await value.textContent();
    // A closed room may keep to one tenth of a degree for minutes.
    await site.leaveDoorOpen('freezer-3');
    await expect(door).toContainText('Open', { timeout: 60_000 });
    await expect(value).not.toHaveText(before ?? '', { timeout: 60_000 });
  });

  await test.step('A popup says so and stays', async () => {
    await expect(popup).toBeVisible({ timeout: 120_000 });
    await expect(popup).toContainText('New alarm');
    await expect(popup).toContainText('Door');
    // It waits for a person: neither another screen nor a reload takes it away.
    await page.getByRole('link', { name: 'Cold storage' }).click();
    const panel = page.getByRole('region', { name: 'Open alarms' });
    await expect(panel.getByRole('button', { name: /^Acknowledge alarm: Freezer 3 · Door/ })).toBeVisible();
    await page.reload();
    await expect(popup).toHaveCount(1);
    if (pictures) await picture(page, 'board');
    await expectAccessible(page, 'popup');
  });

  await test.step('Open it: it says why', async () => {
    await popup.getByRole('button', { name: /New alarm/ }).click();
    await expect(detail).toBeVisible();
    await expect(detail).toContainText('Unacknowledged');
    await expect(detail.getByRole('heading', { name: 'Why it alarmed' })).toBeVisible();
    const curve = detail.getByRole('group', { name: /^Curve of Freezer 3/ });
    await expect(curve).toBeVisible();
    if (pictures) await picture(page, 'alarm');
    await walkBackTo(curve, /Door\s*Open/);
  });

  await test.step('Acknowledge it and say what is done', async () => {
    await detail.getByRole('button', { name: 'Acknowledge alarm' }).click();
    await expect(detail).toContainText('Alarm acknowledged');
    await detail.getByRole('radio', { name: 'Needs someone on site' }).check();
    await detail.getByRole('textbox', { name: 'Remarks' }).fill('Called the loading crew; they are shutting the door.');
    await detail.getByRole('button', { name: 'Save follow-up' }).click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await expect(detail).toContainText('Acknowledged · Needs someone on site');
    await detail.getByRole('button', { name: 'Close' }).last().click();
    await expect(detail).toBeHidden();
  });

  await test.step('Acknowledging marks it as read: the popup is gone and does not come again', async () => {
    await expect(popup).toBeHidden();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Cold storage' })).toBeVisible();
    // The board behind this page is kept alive, and has a status of its own.
    await expect(page.getByRole('main').getByText(/^Live/).filter({ visible: true })).toBeVisible();
    await expect(popup).toHaveCount(0);
  });

  await test.step('The door is shut: the alarm is eliminated', async () => {
    await site.closeDoor('freezer-3');
    await expect(popup).toContainText('Returned to normal', { timeout: 60_000 });
    await popup.getByRole('button', { name: /Returned to normal/ }).click();
    await expect(detail).toContainText('Cleared · Needs someone on site');
    await expect(detail).toContainText('Called the loading crew');
    await detail.getByRole('button', { name: 'Close' }).last().click();
    await expect(page.getByRole('listitem', { name: /^Freezer 3 · Door/ })).toHaveCount(0);
  });

  await test.step('The curve shows the open door and the warmer room', async () => {
    await page.getByRole('link', { name: 'Freezer 3' }).click();
    await page.getByRole('checkbox', { name: 'Show Door on the curve' }).check();
    const chart = page.getByRole('group', { name: /^Room temperature, Door/ });
    // It moves on by the minute; the next one has all of the excursion.
    const label = (await chart.getAttribute('aria-label')) ?? '';
    await expect(chart).not.toHaveAttribute('aria-label', label, { timeout: 75_000 });
    await zoomToTheEnd(page, chart);
    await walkBackTo(chart, /Door\s*Open/);
    const passed = (await walkBackTo(chart, /Door\s*Closed/, 'from here')).map(temperatureIn);
    // About a degree and a half a minute while the door is open, wherever the cooling was in its turn.
    const before = passed.at(-1);
    expect(Math.max(...passed), passed.join(', ')).toBeGreaterThan(before! + 0.7);
    const statistics = page.getByRole('table', { name: 'Statistics by point' });
    await expect(statistics.getByRole('row', { name: /^Door/ })).toContainText(/Open \d+/);
  });
});

/** From the last day to its last quarter of an hour, by the keys that the chart names. */
async function zoomToTheEnd(page: Page, chart: Locator): Promise<void> {
  for (let zoom = 0; zoom < 3; zoom++) {
    const span = await chart.getAttribute('aria-label');
    await chart.focus();
    for (let step = 0; step < 25; step++) await chart.press('Shift+ArrowRight');
    await chart.press('+');
    await expect(chart).not.toHaveAttribute('aria-label', span ?? '');
    await expect(page.getByRole('button', { name: 'Reset zoom' })).toBeVisible();
  }
}

/**
 * Moves the cursor into the past until what stands there is said.
 *
 * @returns all that is said at each place on the way, there last
 */
async function walkBackTo(chart: Locator, words: RegExp, start: 'end' | 'from here' = 'end'): Promise<string[]> {
  await chart.focus();
  if (start === 'end') for (let step = 0; step < 25; step++) await chart.press('Shift+ArrowRight');
  const heard = new Set<string>();
  for (let step = 0; step < 100; step++) {
    const said = (await chart.textContent()) ?? '';
    heard.add(said);
    if (words.test(said)) return [...heard];
    await chart.press('ArrowLeft');
  }
  throw new Error(`The curve says ${words} nowhere near its end, but:\n${[...heard].join('\n')}`);
}

function temperatureIn(said: string): number {
  const found = /Room temperature\s*([−-]?\d+\.\d+)/.exec(said)?.[1];
  return found === undefined ? Number.NaN : Number(found.replace('−', '-'));
}

async function picture(page: Page, name: string): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.screenshot({ path: `${pictures}/${name}.png` });
  if (before) await page.setViewportSize(before);
}
