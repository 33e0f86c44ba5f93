/**
 * Whether a wall grows. Pairs a wall with the first data screen of a running product with its demo, lets its page live eight times as
 * fast (its timers and its clock), and prints what it holds on the heap after a collection, minute by minute.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Page, chromium as playwright } from '@playwright/test';
import { chromium } from '../tools/chromium.ts';
import { printTable } from './rig/table.ts';

const { values: options } = parseArgs({
  options: {
    address: { type: 'string', default: 'http://127.0.0.1:8080' },
    logins: { type: 'string', default: 'data/demo-logins.json' },
    account: { type: 'string', default: 'linyuqing' },
    minutes: { type: 'string', default: '60' },
    pace: { type: 'string', default: '8' },
  },
});
const minutes = Number(options.minutes);
const pace = Number(options.pace);

/** In the page, before anything else: timers and clock go `pace` times as fast. */
function hurry(times: number): void {
  const { setTimeout: later, setInterval: each } = window;
  const begun = Date.now();
  const now = Date.now.bind(Date);
  Date.now = () => begun + (now() - begun) * times;
  window.setTimeout = ((work: TimerHandler, ms = 0, ...rest: unknown[]) => later(work, ms / times, ...rest)) as never;
  window.setInterval = ((work: TimerHandler, ms = 0, ...rest: unknown[]) => each(work, ms / times, ...rest)) as never;
}

async function heapOf(page: Page): Promise<{ bytes: number; nodes: number }> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { nodes } = await session.send('Memory.getDOMCounters');
  await session.detach();
  return { bytes: usedSize, nodes };
}

const logins = JSON.parse(readFileSync(options.logins, 'utf8')) as { account: string; password: string }[];
const login = logins.find(({ account }) => account === options.account) ?? logins[0]!;
const browser = await playwright.launch(chromium());
try {
  const screen = await browser.newContext({ baseURL: options.address, viewport: { width: 1920, height: 1080 } });
  await screen.addInitScript(hurry, pace);
  const wall = await screen.newPage();
  let failed = 0;
  wall.on('pageerror', () => {
    failed += 1;
  });
  await wall.goto('/wall');
  const code = (await wall.locator('.wall-code').textContent({ timeout: 120_000 }))!;

  const person = await browser.newContext({ baseURL: options.address, locale: 'en-GB' });
  await person.addCookies([{ name: 'language', value: 'en', url: options.address }]);
  const page = await person.newPage();
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Account' }).fill(login.account);
  await page.getByLabel('Password', { exact: true }).fill(login.password);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => !url.pathname.includes('login'));
  await page.goto(`/dataScreen/displays?pair=${code.replace(' ', '')}`);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(`Bench ${Date.now()}`);
  for (const label of ['Data screen', 'Where it hangs']) {
    await dialog.getByLabel(label, { exact: true }).click();
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click();
  }
  await dialog.getByRole('button', { name: 'Save' }).click();
  await wall.locator('.data-screen').waitFor({ timeout: 120_000 });
  await person.close();

  const rows: string[][] = [['minute', 'on the heap', 'nodes', 'of the wall']];
  const at: number[] = [];
  for (let minute = 0; minute <= minutes; minute += 1) {
    const { bytes, nodes } = await heapOf(wall);
    at.push(bytes);
    rows.push([String(minute), `${(bytes / 1e6).toFixed(1)} MB`, String(nodes), `${minute * pace} min`]);
    console.error(rows.at(-1)!.join('  '));
    if (minute < minutes) await new Promise((resolve) => setTimeout(resolve, 60_000));
  }
  rows.push(['growth', `${((at.at(-1)! - at[1]!) / 1e6).toFixed(1)} MB`, '', `errors of the page: ${failed}`]);
  printTable(rows);
} finally {
  await browser.close();
}
