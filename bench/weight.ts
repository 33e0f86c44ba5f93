/**
 * What a screen weighs for somebody who comes for the first time: requests and bytes over the wire until it stands still, and what of
 * them is JavaScript. Chromium with an empty cache against a running product with its demo (`npm start`), at 1366 × 768, in English.
 *
 * Bytes are those of the network, headers and compression included; the channel of live values is left out.
 *
 * `npm run bench -- weight [--address http://127.0.0.1:8080] [--logins data/demo-logins.json]`
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContext, chromium as playwright } from '@playwright/test';
import { chromium } from '../tools/chromium.ts';
import { count, printTable } from './rig/table.ts';

const { values: options } = parseArgs({
  options: {
    address: { type: 'string', default: 'http://127.0.0.1:8080' },
    logins: { type: 'string', default: 'data/demo-logins.json' },
  },
});
const baseURL = options.address;
const logins = JSON.parse(readFileSync(options.logins, 'utf8')) as { account: string; password: string }[];
const login = logins.find(({ account }) => account === 'linyuqing');
if (!login) throw new Error(`${options.logins} has no administrator`);

/** A page that has asked for nothing during this time has everything. */
const quietMs = 2_000;

/** Kilobytes are 1,000 bytes. */
interface Target {
  requests?: number;
  bytes?: number;
  scriptBytes?: number;
}
const screens: readonly { name: string; path: string; isPublic?: true; target: Target }[] = [
  { name: 'login', path: '/login', isPublic: true, target: { scriptBytes: 100_000 } },
  { name: 'board', path: '/monitor/warehouse', target: { requests: 45, bytes: 600_000, scriptBytes: 350_000 } },
  { name: 'overview', path: '/map/index', target: { requests: 45, bytes: 600_000 } },
  { name: 'alarms', path: '/alarmManage/index', target: {} },
];

interface Weight {
  requests: number;
  scripts: number;
  bytes: number;
  scriptBytes: number;
  /** Files by their weight, the heaviest first. */
  heaviest: { name: string; bytes: number }[];
}

const contextOf = async (browser: Browser): Promise<BrowserContext> => {
  const context = await browser.newContext({
    baseURL,
    locale: 'en-GB',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1366, height: 768 },
  });
  await context.addCookies([{ name: 'language', value: 'en', url: baseURL }]);
  return context;
};

async function weightOf(context: BrowserContext, path: string): Promise<Weight> {
  const page = await context.newPage();
  const network = await context.newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.setCacheDisabled', { cacheDisabled: false });
  const asked = new Map<string, { url: string; type: string; bytes: number }>();
  let lastAt = performance.now();
  network.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    if (!/^https?:/.test(request.url)) return;
    lastAt = performance.now();
    asked.set(requestId, { url: request.url, type: type ?? 'Other', bytes: 0 });
  });
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const known = asked.get(requestId);
    if (known) known.bytes = encodedDataLength;
  });
  await page.goto(path);
  await page.getByRole('heading').first().waitFor();
  while (performance.now() - lastAt < quietMs) await page.waitForTimeout(200);
  const all = [...asked.values()];
  const scripts = all.filter(({ type }) => type === 'Script');
  const sum = (list: readonly { bytes: number }[]) => list.reduce((total, { bytes }) => total + bytes, 0);
  await page.close();
  return {
    requests: all.length,
    scripts: scripts.length,
    bytes: sum(all),
    scriptBytes: sum(scripts),
    heaviest: all
      .map(({ url, bytes }) => ({ name: new URL(url).pathname, bytes }))
      .sort((a, b) => b.bytes - a.bytes)
      .slice(0, 8),
  };
}

const kilobytes = (bytes: number): string => `${count(bytes / 1000)} KB`;
const beside = (value: string, target: string | undefined, isMet: boolean): string =>
  target === undefined ? value : `${value}${isMet ? '' : ' (!)'} of ${target}`;

const browser = await playwright.launch(chromium());
try {
  const signedIn = await contextOf(browser);
  const page = await signedIn.newPage();
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Account' }).fill(login.account);
  await page.getByLabel('Password', { exact: true }).fill(login.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
  const session = await signedIn.cookies();
  await signedIn.close();

  const rows = [['', 'requests', 'over the wire', 'scripts', 'JavaScript', '']];
  const heaviest: string[][] = [];
  for (const { name, path, isPublic, target } of screens) {
    const context = await contextOf(browser);
    if (!isPublic) await context.addCookies(session);
    const weight = await weightOf(context, path);
    await context.close();
    rows.push([
      name,
      beside(count(weight.requests), target.requests?.toString(), weight.requests <= (target.requests ?? 0)),
      beside(
        kilobytes(weight.bytes),
        target.bytes === undefined ? undefined : kilobytes(target.bytes),
        weight.bytes <= (target.bytes ?? 0),
      ),
      count(weight.scripts),
      beside(
        kilobytes(weight.scriptBytes),
        target.scriptBytes === undefined ? undefined : kilobytes(target.scriptBytes),
        weight.scriptBytes <= (target.scriptBytes ?? 0),
      ),
      path,
    ]);
    for (const file of weight.heaviest) heaviest.push([name, kilobytes(file.bytes), file.name]);
  }
  printTable(rows);
  console.log('\nThe heaviest:');
  printTable(heaviest);
} finally {
  await browser.close();
}
