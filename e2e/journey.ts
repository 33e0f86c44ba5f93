import { readFileSync } from 'node:fs';
import { test as base, expect, type Page } from '@playwright/test';
import { closeDoor, leaveDoorOpen } from './field.ts';
import { productAddress } from './productAddress.ts';

export { expect };

/** People of the demo, by what they do. */
export const people = {
  /** Control room of the first company: sees all of its four projects, confirms and handles alarms, is told about them. */
  operator: 'wangqiang',
  /** Maintains the cold store and the supermarket; is told about urgent and important alarms too. */
  engineer: 'zhaolei01',
  administrator: 'linyuqing',
  /** A customer: three devices of the cold store, urgent and important alarms, nothing to handle. */
  viewer: 'chenkeke01',
  /** Administrator of the other company. */
  stranger: 'hebeichen',
} as const;

export type Person = keyof typeof people;

/** What happens at the site. Whatever a journey began ends with it. */
export interface Site {
  leaveDoorOpen(device: string): Promise<void>;
  closeDoor(device: string): Promise<void>;
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
    await use({
      leaveDoorOpen: async (device) => {
        open.add(device);
        await leaveDoorOpen(productAddress.get().simulatorUrl, device);
      },
      closeDoor: async (device) => {
        open.delete(device);
        await closeDoor(productAddress.get().simulatorUrl, device);
      },
    });
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

/** Goes to another project by the selector in the header. */
export async function switchProject(page: Page, name: string): Promise<void> {
  const selector = page.getByRole('banner').getByRole('combobox', { name: /^(Project|项目)$/ });
  await selector.fill(name);
  await selector.press('Enter');
  await expect(page.getByRole('banner')).toContainText(name);
}

/** Closes what pops up over the page, as a person who has seen it does. */
export async function closePopups(page: Page): Promise<void> {
  const close = page.getByRole('button', { name: /^(Close popup|关闭弹窗)/ });
  while ((await close.count()) > 0) await close.first().click();
}
