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
  fakeApi({});
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

it('lets a signed-in user go on to what the link named, without a password', async () => {
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

it('stays for a session that has ended, and asks for it only once', async () => {
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

const sent = {
  Target: '139****0001',
  Channel: 'sms',
  ResendSeconds: 60,
  ExpiresSeconds: 300,
  InTestInbox: false,
} as const;
const session = { Token: 'token', RefreshToken: 'cookie', ExpiresAt: Date.now() + 900_000, IsNew: false };

it('logs in with a code from the phone, and offers that way first the next time', async () => {
  sessionStorage.clear();
  const { requests, received } = fakeApi({
    getCountryDropdownList: () => [{ Key: '86', Value: 'China', Code: 'CN' }],
    loginOrRegisterSMSCode: () => sent,
    loginOrRegister: () => session,
  });
  const leave = vi.spyOn(window.location, 'replace').mockImplementation(() => {});
  await click(byRole(page.container, 'tab', 'SMS login'));
  const mobile = await until(() => byRole(page.container, 'textbox', 'Mobile number'));
  await type(mobile, '13900000001');
  await click(byRole(page.container, 'button', 'Get a code'));
  await until(() => page.container.textContent?.includes('A code is on its way to 139****0001'));
  expect(page.container.textContent).toMatch(/Again in (60|59) s/);
  await type(byRole(page.container, 'textbox', 'Verification code'), '12a34 56');
  await click(byRole(page.container, 'button', 'Log in'));
  await until(() => leave.mock.calls.length === 1);
  expect(requests[received.indexOf('loginOrRegisterSMSCode')]?.query).toEqual({ mobile: '13900000001', region: '86' });
  expect(requests[received.indexOf('loginOrRegister')]?.body).toEqual({
    Mobile: '13900000001',
    Region: '86',
    SMSCode: '123456',
  });
  const again = await render(<LoginPage />);
  expect(byRole(again.container, 'tab', 'SMS login').getAttribute('aria-selected')).toBe('true');
  await again.unmount();
  localStorage.removeItem('watchpost.loginWay');
  leave.mockRestore();
});

it('keeps the number and the wait for the next code when the page is loaded again', async () => {
  sessionStorage.clear();
  fakeApi({ getCountryDropdownList: () => [], loginOrRegisterSMSCode: () => sent });
  await click(byRole(page.container, 'tab', 'SMS login'));
  await type(await until(() => byRole(page.container, 'textbox', 'Mobile number')), '13900000001');
  await click(byRole(page.container, 'button', 'Get a code'));
  await until(() => page.container.textContent?.includes('Again in'));
  const again = await render(<LoginPage />);
  const mobile = (await until(() => byRole(again.container, 'textbox', 'Mobile number'))) as HTMLInputElement;
  expect(mobile.value).toBe('13900000001');
  expect(again.container.textContent).toContain('Again in');
  // A mistyped number does not delay the code for the right one.
  await type(mobile, '13900000002');
  expect(byRole(again.container, 'button', 'Get a code')).toBeTruthy();
  await again.unmount();
  localStorage.removeItem('watchpost.loginWay');
  sessionStorage.clear();
});

it('asks for no code while the number is wrong, and says so beside it', async () => {
  sessionStorage.clear();
  const { received } = fakeApi({ getCountryDropdownList: () => [] });
  await click(byRole(page.container, 'tab', 'SMS login'));
  const mobile = await until(() => byRole(page.container, 'textbox', 'Mobile number'));
  await type(mobile, 'call me');
  await click(byRole(page.container, 'button', 'Get a code'));
  expect(document.activeElement).toBe(mobile);
  expect(page.container.textContent).toContain('Not a phone number');
  expect(received).not.toContain('loginOrRegisterSMSCode');
  localStorage.removeItem('watchpost.loginWay');
});

it('offers the account of another provider only where one is set up', async () => {
  expect(() => byRole(page.container, 'button', 'Log in with WeCom')).toThrow();
  fakeApi({
    getLoginOptions: () => ({
      Sms: true,
      Mail: false,
      TestInbox: false,
      OpenId: { Name: 'WeCom' },
      AppUrl: 'https://app.example/get',
    }),
    startOpenId: () => ({ Url: 'https://id.example/authorize?state=1' }),
  });
  const leave = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
  const other = await render(<LoginPage />);
  await click(await until(() => byRole(other.container, 'button', 'Log in with WeCom')));
  await until(() => leave.mock.calls.length === 1);
  expect(leave).toHaveBeenCalledWith('https://id.example/authorize?state=1');
  await other.unmount();
  leave.mockRestore();
});
