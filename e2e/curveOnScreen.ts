/**
 * What a full curve costs on the screen: ten points with a day of samples each, a month at 30 minutes and a week of samples, in the
 * history dialog of a running product (`npm start` with the demo).
 *
 *   node e2e/curveOnScreen.ts http://127.0.0.1:8080 data/demo-logins.json
 */
import { readFileSync } from 'node:fs';
import { type Page, chromium as playwright } from '@playwright/test';
import { chromium } from '../tools/chromium.ts';

const [address = 'http://127.0.0.1:8080', loginsFile = 'data/demo-logins.json'] = process.argv.slice(2);
const redraws = 12;
const moves = 180;
const shifts = 7;

const logins = JSON.parse(readFileSync(loginsFile, 'utf8')) as { account: string; password: string }[];
const login = logins.find(({ account }) => account === 'linyuqing');
if (!login) throw new Error(`${loginsFile} has no administrator`);

const browser = await playwright.launch(chromium());
try {
  const context = await browser.newContext({
    baseURL: address,
    locale: 'en-GB',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1366, height: 768 },
  });
  await context.addCookies([{ name: 'language', value: 'en', url: address }]);
  const page = await context.newPage();
  await page.goto('/login?redirect=%2Fmonitor%2Fwarehouse');
  await page.getByRole('textbox', { name: 'Account' }).fill(login.account);
  await page.getByLabel('Password', { exact: true }).fill(login.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByRole('link', { name: 'Freezer 1' }).first().click();
  await page.getByRole('button', { name: 'Enlarge' }).click();
  await chooseTenPoints(page);
  const range = async (name: string) => {
    await page.locator('.ant-modal').getByText(name, { exact: true }).click();
    await painted(page);
  };
  /** Of the day or month before, and the one before that: each is asked for anew. */
  const earlier = async (interval: string) => {
    const chosen = page.locator('.ant-modal .ant-segmented-item-selected', { hasText: interval });
    if ((await chosen.count()) === 0) await untilPainted(page, interval);
    const times: number[] = [];
    for (let i = 0; i < shifts; i++) {
      // What is marked on a curve is asked after it is painted, and is not part of the next one.
      await page.waitForTimeout(700);
      times.push(await untilPainted(page, 'Earlier'));
    }
    return times;
  };
  await range('24 h');
  const day = await earlier('Raw');
  await range('30 d');
  const month = await earlier('30 min');
  await range('7 d');

  const raw = await untilPainted(page, 'Raw');
  const samples = await page.evaluate(() => document.querySelectorAll('.ant-modal .curve-statistics tbody tr').length);
  const answer = await page.evaluate(() => {
    const asked = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const last = asked.filter(({ name }) => name.includes('/GetPointData')).at(-1)!;
    return { ms: last.responseEnd - last.startTime, bytes: last.decodedBodySize };
  });
  const drawn = await timesOfRedraws(page);
  const frames = await framesWhileMoving(page);
  const told = (times: number[]) => times.map((ms) => ms.toFixed(0)).join(', ');
  const at = (values: number[], part: number) =>
    [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))]!.toFixed(1);
  console.log(`points on the curve                        ${samples}`);
  console.log(`from the click to ten painted days, raw                  ${told(day)} ms`);
  console.log(`from the click to ten painted months at 30 min           ${told(month)} ms`);
  console.log(`from the click to the painted week         ${raw.toFixed(0)} ms, asking and answering included`);
  console.log(
    `of that waiting for the answer              ${answer.ms.toFixed(0)} ms for ${(answer.bytes / 1e6).toFixed(1)} MB`,
  );
  console.log(`drawn anew, median / longest of ${redraws}         ${at(drawn, 0.5)} / ${at(drawn, 1)} ms`);
  console.log(
    `between frames as the cursor moves, p50 / p95 / longest   ${at(frames, 0.5)} / ${at(frames, 0.95)} / ${at(frames, 1)} ms`,
  );
} finally {
  await browser.close();
}

async function chooseTenPoints(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Choose points' }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose points' });
  let missing = 9;
  for (const device of ['Freezer 1', 'Freezer 2', 'Freezer 3', 'Freezer 4']) {
    await dialog.getByRole('button', { name: device }).click();
    for (const point of ['Room temperature', 'Evaporator temperature', 'Display temperature']) {
      const box = dialog.getByRole('checkbox', { name: new RegExp(`^${point}`) });
      if (missing === 0 || (await box.isChecked())) continue;
      await box.check();
      missing -= 1;
    }
  }
  await dialog.getByRole('button', { name: 'Take 10' }).click();
}

/** Waits until nothing is under way and the chart stands. */
async function painted(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelectorAll('.ant-modal .curve-statistics tbody tr').length === 10 &&
      !document.querySelector('.ant-modal .curve-waiting'),
  );
}

/**
 * From a click on an interval, or on the arrow to what was before, to the frame after the new chart. Each of them asks anew; one
 * more frame is waited for, in which the answer is drawn.
 */
function untilPainted(page: Page, label: string): Promise<number> {
  return page.evaluate(async (name) => {
    performance.setResourceTimingBufferSize(10_000);
    const answers = () =>
      performance.getEntriesByType('resource').filter((each) => each.name.includes('/GetPointData')).length;
    const before = answers();
    const items = [
      ...document.querySelectorAll<HTMLElement>('.ant-modal .ant-segmented-item-label, .ant-modal .curve-shift button'),
    ];
    const start = performance.now();
    items.find((item) => item.textContent === name || item.ariaLabel?.startsWith(name))?.click();
    while (answers() === before || document.querySelector('.ant-modal .curve-waiting'))
      await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return performance.now() - start;
  }, label);
}

/** Limits on, limits off: all of it is drawn anew, and nothing is asked. */
function timesOfRedraws(page: Page): Promise<number[]> {
  return page.evaluate(async (count) => {
    const times: number[] = [];
    for (let i = 0; i < count; i++) {
      const chart = () => document.querySelector('.ant-modal .curve-chart canvas');
      const before = chart();
      const start = performance.now();
      document
        .querySelector('.ant-modal .curve')
        ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'l', bubbles: true }));
      while (chart() === before) await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
      times.push(performance.now() - start);
    }
    return times;
  }, redraws);
}

/** The pointer crosses the chart a step a frame; the tip says ten values at each. */
function framesWhileMoving(page: Page): Promise<number[]> {
  return page.evaluate(async (count) => {
    const over = document.querySelector('.ant-modal .curve-chart .u-over')!;
    const { left, top, width, height } = over.getBoundingClientRect();
    over.dispatchEvent(new MouseEvent('mouseenter', { bubbles: true }));
    const gaps: number[] = [];
    let last = await new Promise<number>(requestAnimationFrame);
    for (let i = 0; i < count; i++) {
      over.dispatchEvent(
        new MouseEvent('mousemove', {
          bubbles: true,
          clientX: left + (width * (i + 1)) / (count + 1),
          clientY: top + height / 2,
        }),
      );
      const now = await new Promise<number>(requestAnimationFrame);
      gaps.push(now - last);
      last = now;
    }
    return gaps;
  }, moves);
}
