/**
 * Takes every screen in both languages, light and dark, at three widths, for people to look at:
 *
 *   node e2e/screenshots.ts <address> <folder> [<file of logins>]
 *
 * Against a running product (`npm start`); the pictures are named <screen>.<language>.<theme>.<width>.png, and one that does not
 * show what it should .failed.png. What failed stands at the end, one line each, and the exit code is 1. The screens are a table
 * of their own, screens.ts.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type BrowserContext, type Page, chromium as playwright } from '@playwright/test';
import { chromium } from '../tools/chromium.ts';
import { type Look, languages, type Screen, screens, shownRoute, sizes, themes } from './screens.ts';

const [address, folder, loginsFile = 'data/demo-logins.json'] = process.argv.slice(2);
if (!address || !folder) {
  console.error('node e2e/screenshots.ts <address> <folder> [<file of logins>]');
  process.exit(2);
}
/** A screen that is not there by then is a failure to look at. */
const patienceMs = 10_000;
/** Only pictures whose name holds this, for a second look: `device`, `.en.dark.390`. */
const only = process.env.ONLY ?? '';
const logins = JSON.parse(readFileSync(loginsFile, 'utf8')) as { account: string; password: string }[];

mkdirSync(folder, { recursive: true });
const startedAt = performance.now();
let taken = 0;
const browser = await playwright.launch(chromium());
const failures: string[] = [];
try {
  for (const account of new Set(screens.map((screen) => screen.account))) {
    const wanted = screens.filter((screen) => screen.account === account);
    await takeAll(wanted, account);
  }
} finally {
  await browser.close();
}
for (const failure of failures) console.error(failure);
const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
console.log(`${taken} pictures, ${failures.length} of them failed, in ${seconds} s`);
process.exitCode = failures.length > 0 || taken === 0 ? 1 : 0;

/** One session for each account, language and theme; the widths follow each other in it. */
async function takeAll(wanted: Screen[], account: string | null): Promise<void> {
  for (const language of languages) {
    for (const theme of themes) {
      const pictures = (Object.keys(sizes).map(Number) as Look['width'][])
        .flatMap((width) => wanted.map((screen) => ({ screen, look: { language, theme, width } })))
        .filter(({ screen, look }) => nameOf(screen, look).includes(only));
      if (pictures.length === 0) continue;
      const context = await browser.newContext({
        baseURL: address!,
        locale: language === 'zh' ? 'zh-CN' : 'en-GB',
        timezoneId: 'Asia/Shanghai',
      });
      await context.addInitScript((chosen) => localStorage.setItem('watchpost.theme', chosen), theme);
      await context.addCookies([{ name: 'language', value: language, url: address! }]);
      if (account !== null) await logIn(context, account);
      for (const { screen, look } of pictures) await take(context, screen, look);
      await context.close();
    }
  }
}

function nameOf({ name }: Screen, { language, theme, width }: Look): string {
  return `${name}.${language}.${theme}.${width}`;
}

async function logIn(context: BrowserContext, account: string): Promise<void> {
  const login = logins.find((each) => each.account === account);
  if (!login) throw new Error(`${loginsFile} has no ${account}`);
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByLabel(/^(Account|账号)$/).fill(login.account);
  await page.getByLabel(/^(Password|密码)$/).fill(login.password);
  await page.getByRole('button', { name: /^(Log in|登录)$/ }).click();
  await page.getByRole('main').waitFor();
  await page.waitForURL((url) => url.pathname !== '/login');
  await page.close();
}

async function take(context: BrowserContext, screen: Screen, look: Look): Promise<void> {
  const name = nameOf(screen, look);
  const page = await context.newPage();
  page.setDefaultTimeout(patienceMs);
  const said: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') said.push(message.text());
  });
  page.on('pageerror', (error) => said.push(error.message));
  try {
    await page.setViewportSize({ width: look.width, height: sizes[look.width] });
    await page.emulateMedia({ colorScheme: look.theme });
    if (screen.project) await goToProject(page, screen.project[look.language], screen.path);
    else await page.goto(screen.path);
    await settle(page);
    if (!screen.popups) await closePopups(page);
    await screen.act?.(page, look);
    await settle(page);
    await expectWhatItShows(page, screen, look);
    await page.screenshot({ path: path.join(folder!, `${name}.png`) });
  } catch (error) {
    failures.push(`${name}: ${(error as Error).message.split('\n')[0]}`);
    await page.screenshot({ path: path.join(folder!, `${name}.failed.png`) });
  } finally {
    taken++;
    for (const each of new Set(said)) console.log(`${name}: ${each}`);
    await context.setOffline(false);
    await page.close();
  }
}

/** A picture of the page that one was led away to, or in another theme than its name says, is no picture of the screen. */
async function expectWhatItShows(page: Page, screen: Screen, look: Look): Promise<void> {
  const shown = new URL(page.url()).pathname;
  const [route, anything] = shownRoute(screen).split('{path*}') as [string, string?];
  if (anything === undefined ? shown !== route : !shown.startsWith(route))
    throw new Error(`shows ${shown} instead of ${shownRoute(screen)}`);
  const theme = await page.locator('html').getAttribute('data-theme');
  if (theme !== look.theme) throw new Error(`is ${theme}: ${screen.account} has chosen a theme`);
}

/** The tab remembers the project; choosing it is needed once a page. */
async function goToProject(page: Page, project: string, where: string): Promise<void> {
  await page.goto(where);
  const selector = page.getByRole('combobox', { name: /^(Project|项目)$/ }).first();
  await selector.fill(project);
  await page.locator('.ant-select-item-option').filter({ hasText: project }).waitFor();
  await selector.press('Enter');
  await page.locator('.project-selector').getByText(project).waitFor();
  await page.goto(where);
  await page.locator('.project-selector').getByText(project).waitFor();
}

async function closePopups(page: Page): Promise<void> {
  const close = page.getByRole('button', { name: /^(Close popup|关闭弹窗|Close all|全部关闭)/ }).first();
  while (await close.isVisible()) await close.click();
}

/** Pictures are for people: fonts, charts and fades have come to rest. */
async function settle(page: Page): Promise<void> {
  await page.locator('.first-paint').waitFor({ state: 'detached' });
  await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => {});
  await page.waitForTimeout(500);
}
