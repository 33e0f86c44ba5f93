import { readFileSync } from 'node:fs';
import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { breakProbe, closeDoor, leaveDoorOpen, replaceProbe } from './field.ts';
import { productAddress } from './productAddress.ts';

export { expect };

/**
 * People of the demo, by what they do.
 *
 * Journeys run beside each other on one product. What the server keeps of a person (popups read, theme, language) concerns the
 * journeys of one file only: a person who follows a popup, or changes such a setting, appears in that file alone.
 */
export const people = {
  /** Control room of the first company: sees all of its four projects, confirms and handles alarms. Follows the freezer's popup. */
  operator: 'wangqiang',
  /** Maintains the cold store and the supermarket. Follows a popup on the phone. */
  engineer: 'zhaolei01',
  /** Sees and may do everything in the first company. Keeps the theme of the system. */
  administrator: 'linyuqing',
  /** A customer: three devices of the cold store, urgent and important alarms, nothing to handle. Changes the theme. */
  viewer: 'chenkeke01',
  /** Administrator of the other company. */
  stranger: 'hebeichen',
  /** Owner of the cold store and the supermarket. Loses rights, as do all others with that role. */
  owner: 'zhouming01',
  /** Owner of the pig farm and the museum. Founds another company. */
  founder: 'xumuguan01',
} as const;

export type Person = keyof typeof people;

/** Events at the site. All that a journey began end with it. */
export interface Site {
  leaveDoorOpen(device: string): Promise<void>;
  closeDoor(device: string): Promise<void>;
  breakProbe(device: string): Promise<void>;
  replaceProbe(device: string): Promise<void>;
}

/** @throws Error when the demo has no such account */
export function loginOf(person: Person): { account: string; password: string } {
  const logins = JSON.parse(readFileSync(productAddress.get().loginsFile, 'utf8')) as {
    account: string;
    password: string;
  }[];
  const login = logins.find(({ account }) => account === people[person]);
  if (!login) throw new Error(`The demo has no account ${people[person]}.`);
  return login;
}

export const test = base.extend<{ site: Site }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern
  site: async ({}, use) => {
    const open = new Set<string>();
    const broken = new Set<string>();
    await use({
      leaveDoorOpen: async (device) => {
        open.add(device);
        await leaveDoorOpen(productAddress.get().simulatorUrl, device);
      },
      closeDoor: async (device) => {
        open.delete(device);
        await closeDoor(productAddress.get().simulatorUrl, device);
      },
      breakProbe: async (device) => {
        broken.add(device);
        await breakProbe(productAddress.get().simulatorUrl, device);
      },
      replaceProbe: async (device) => {
        broken.delete(device);
        await replaceProbe(productAddress.get().simulatorUrl, device);
      },
    });
    for (const device of broken) await replaceProbe(productAddress.get().simulatorUrl, device);
    for (const device of open) await closeDoor(productAddress.get().simulatorUrl, device);
  },
});

const loginWords = {
  zh: { account: '账号', password: '密码', submit: '登录' },
  en: { account: 'Account', password: 'Password', submit: 'Log in' },
};

/** Fills in and sends the login form that is on the screen. */
export async function logIn(page: Page, login: { account: string; password: string }, language: 'zh' | 'en') {
  const words = loginWords[language];
  await page.getByRole('textbox', { name: words.account }).fill(login.account);
  await page.getByLabel(words.password, { exact: true }).fill(login.password);
  await page.getByRole('button', { name: words.submit, exact: true }).click();
}

/** Begins a session at a screen, in a language that was chosen in this browser before. */
export async function enter(page: Page, person: Person, where = '/', language: 'zh' | 'en' = 'en'): Promise<void> {
  await page.context().addCookies([{ name: 'language', value: language, url: productAddress.get().url }]);
  await page.goto(`/login?redirect=${encodeURIComponent(where)}`);
  await logIn(page, loginOf(person), language);
  await expect(page).not.toHaveURL(/\/login/);
  await expect(page.getByRole('main')).toBeVisible();
}

/** Goes to a screen as a link within the page does: nothing is loaded anew, which would cost seconds a screen. */
export async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    window.history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
}

/** Goes to another project by the selector in the header. */
export async function switchProject(page: Page, name: string): Promise<void> {
  const selector = page.getByRole('banner').getByRole('combobox', { name: /^(Project|项目)$/ });
  await selector.fill(name);
  await selector.press('Enter');
  await expect(page.getByRole('banner')).toContainText(name);
}

/** Chooses in a field that opens a list. One that takes several keeps its list open until `Escape` or the next field. */
export async function choose(field: Locator, name: string): Promise<void> {
  await field.click();
  await field.page().locator('.ant-select-dropdown:visible').getByTitle(name, { exact: true }).click();
}

/**
 * From now on closes every popup as it appears, as a user busy with something else would.
 * Everybody who may see an alarm is told about it, so doors of other journeys pop up in this one too, and only the most
 * pressing is on the screen.
 *
 * @param but what is in the popups that this journey is about; they stay
 */
export async function closePopupsAsTheyCome(page: Page, but?: string): Promise<void> {
  const all = page.getByRole('region', { name: /^(Alarm popups|报警弹窗)$/ }).getByRole('article');
  const popups = but === undefined ? all : all.filter({ hasNotText: but });
  const close = popups.getByRole('button', { name: /^(Close popup|关闭弹窗)/ });
  await page.addLocatorHandler(
    popups.first(),
    async () => {
      // One that was closed makes room for the next. By script: a popup that is gone by itself is not waited for.
      while ((await popups.count()) > 0) {
        await close.evaluateAll((buttons: HTMLElement[]) => {
          for (const button of buttons) button.click();
        });
      }
    },
    { noWaitAfter: true },
  );
}
