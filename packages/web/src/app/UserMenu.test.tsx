import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { switchLanguage } from '../lib/language.ts';
import type { Session } from '../lib/session.ts';
import { chooseTheme } from '../lib/theme.ts';
import { InTestShell } from '../testing/InTestShell.tsx';
import { act, byRole, click, render, until } from '../testing/render.tsx';
import { testCompany, testSession } from '../testing/session.ts';
import { UserMenu } from './UserMenu.tsx';

const company = (CompanyId: number, CompanyName: string) => testCompany(CompanyId, { CompanyName });
const switchCompany = vi.fn();
const session = (companies: Session['companies']): Session =>
  testSession({ company: companies[0]!, companies, projects: [], switchCompany });

let page: Awaited<ReturnType<typeof render>>;
const openMenu = async (companies: Session['companies']) => {
  page = await render(
    <InTestShell session={session(companies)}>
      <UserMenu compact={false} onHelp={() => {}} />
    </InTestShell>,
  );
  await click(byRole(page.container, 'button', 'Menu of Lin'));
  await until(() => byRole(document, 'menuitem', 'Log out'));
};
const choices = () =>
  [...document.querySelectorAll('[role=menuitemradio]')].map(
    (item) => `${item.textContent}${item.getAttribute('aria-checked') === 'true' ? ' ✓' : ''}`,
  );

beforeEach(() => {
  switchLanguage('en');
  chooseTheme('light');
  switchCompany.mockClear();
});
afterEach(async () => {
  await page.unmount();
  document.body.replaceChildren();
});

it('offers the appearances in the menu itself, says which one is chosen, and takes another with one click', async () => {
  await openMenu([company(1, 'Cold Ltd')]);
  expect(choices()).toEqual(['Light ✓', 'Dark', 'Match system']);
  await click(byRole(document, 'menuitemradio', 'Dark'));
  expect(document.documentElement.dataset.theme).toBe('dark');
  await click(byRole(page.container, 'button', 'Menu of Lin'));
  await until(() => choices()[1] === 'Dark ✓');
});

it('lists the companies in the menu itself for a member of several', async () => {
  await openMenu([company(1, 'Cold Ltd'), company(2, 'Fresh Ltd')]);
  expect(choices().slice(0, 2)).toEqual(['Cold Ltd ✓', 'Fresh Ltd']);
  await click(byRole(document, 'menuitemradio', 'Fresh Ltd'));
  expect(switchCompany).toHaveBeenCalledWith(2);
});

it('speaks Chinese too', async () => {
  await openMenu([company(1, '冷链公司')]);
  await act(async () => switchLanguage('zh'));
  await until(() => choices()[0] === '浅色 ✓');
  expect(choices()).toEqual(['浅色 ✓', '深色', '跟随系统']);
});
