import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { getAccessToken, setAccessToken } from '../../lib/accessToken.ts';
import { switchLanguage } from '../../lib/language.ts';
import { fakeApi, Refusal } from '../../testing/fakeApi.ts';
import { byRole, click, render, type, until } from '../../testing/render.tsx';
import { LoginPage } from './LoginPage.tsx';

let page: Awaited<ReturnType<typeof render>>;
beforeEach(async () => {
  setAccessToken(null);
  switchLanguage('en');
  page = await render(<LoginPage />);
});
afterEach(() => page.unmount());

it('signs in with account and password, the password in the body and not in the address', async () => {
  const { requests } = fakeApi({
    loginByBody: () => ({ Token: 'token', RefreshToken: 'cookie', ExpiresAt: Date.now() + 900_000 }),
  });
  const leave = vi.spyOn(window.location, 'replace').mockImplementation(() => {});
  await type(byRole(page.container, 'textbox', 'Account'), ' lin ');
  await type(byRole(page.container, 'textbox', 'Password'), 'secret88');
  await click(byRole(page.container, 'button', 'Log in'));
  await until(() => leave.mock.calls.length === 1);
  expect(leave).toHaveBeenCalledWith('/');
  expect(requests[0]?.body).toEqual({ account: 'lin', pwd: 'secret88' });
  expect(requests[0]?.query).toEqual({});
  expect(getAccessToken()?.token).toBe('token');
  leave.mockRestore();
});

it('lets whoever is signed in already go on to what the link named, without a password', async () => {
  const { received } = fakeApi({
    refreshToken: () => ({ Token: 'token', RefreshToken: 'cookie', ExpiresAt: Date.now() + 900_000 }),
  });
  const leave = vi.spyOn(window.location, 'replace').mockImplementation(() => {});
  setAccessToken({ token: 'old', expiresAt: 0 });
  window.history.replaceState(null, '', '/login?redirect=%2Fmonitor%2Fcold');
  const again = await render(<LoginPage />);
  await until(() => leave.mock.calls.length === 1);
  expect(leave).toHaveBeenCalledWith('/monitor/cold');
  expect(received.filter((name) => name !== 'getLoginOptions')).toEqual(['refreshToken']);
  window.history.replaceState(null, '', '/login');
  await again.unmount();
  leave.mockRestore();
});

it('stays for a session that is over, and asks for it only once', async () => {
  const { received } = fakeApi({ refreshToken: () => new Refusal(401, 'over') });
  setAccessToken({ token: 'old', expiresAt: 0 });
  const again = await render(<LoginPage />);
  await until(() => getAccessToken() === null);
  expect(byRole(again.container, 'button', 'Log in')).toBeTruthy();
  await again.unmount();
  await (await render(<LoginPage />)).unmount();
  expect(received.filter((name) => name !== 'getLoginOptions')).toEqual(['refreshToken']);
});

it('says in place what the server says, and lets people try again', async () => {
  fakeApi({ loginByBody: () => new Refusal(429, 'Too many failed attempts. Try again in 15 minutes.') });
  await type(byRole(page.container, 'textbox', 'Account'), 'lin');
  await type(byRole(page.container, 'textbox', 'Password'), 'wrong');
  await click(byRole(page.container, 'button', 'Log in'));
  await until(() => byRole(page.container, 'alert', 'Too many failed attempts. Try again in 15 minutes.'));
  expect(document.activeElement).toBe(byRole(page.container, 'textbox', 'Password'));
  expect(byRole(page.container, 'button', 'Log in').getAttribute('aria-disabled')).toBe('false');
});

it('names the empty field and asks the server nothing', async () => {
  const { received } = fakeApi({});
  await type(byRole(page.container, 'textbox', 'Account'), 'lin');
  await click(byRole(page.container, 'button', 'Log in'));
  expect(page.container.textContent).toContain('Enter your password');
  expect(document.activeElement).toBe(byRole(page.container, 'textbox', 'Password'));
  expect(received).toEqual([]);
});

it('shows and hides the password', async () => {
  const password = byRole(page.container, 'textbox', 'Password') as HTMLInputElement;
  await click(byRole(page.container, 'button', 'Show password'));
  expect(password.type).toBe('text');
  await click(byRole(page.container, 'button', 'Hide password'));
  expect(password.type).toBe('password');
});

it('speaks the other language at once', async () => {
  await click(byRole(page.container, 'button', '中文'));
  expect(byRole(page.container, 'heading', '登录')).toBeTruthy();
  expect(document.documentElement.lang).toBe('zh-CN');
});
