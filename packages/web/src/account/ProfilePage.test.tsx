import { expect, it, vi } from 'vitest';
import type { UserInfo } from '../lib/session.ts';
import { type FakeCalls, fakeApi, Refusal } from '../testing/fakeApi.ts';
import { InTestShell } from '../testing/InTestShell.tsx';
import { pagesInEnglish } from '../testing/pagesInEnglish.ts';
import { act, byRole, click, render, type, until } from '../testing/render.tsx';
import { testSession, testUser } from '../testing/session.ts';
import { ProfilePage } from './ProfilePage.tsx';

pagesInEnglish();

const sent = {
  Target: '139****0001',
  Channel: 'sms',
  ResendSeconds: 60,
  ExpiresSeconds: 300,
  InTestInbox: true,
} as const;
const options = (OpenId: { Name: string } | null = null) => ({
  Sms: true,
  Mail: true,
  TestInbox: true,
  OpenId,
  AppUrl: null,
});
const signIns = () => [
  {
    SessionId: '00000000-0000-4000-8000-000000000001',
    UserAgent: 'Mozilla/5.0 (Windows NT 10.0) Chrome/141.0 Safari/537.36',
    Address: '10.0.0.1',
    CreatedEPOCH: Date.UTC(2026, 10, 21),
    LastSeenEPOCH: Date.UTC(2026, 10, 21),
    IsCurrent: true,
  },
  {
    SessionId: '00000000-0000-4000-8000-000000000002',
    UserAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Safari/604.1',
    Address: '10.0.0.2',
    CreatedEPOCH: Date.UTC(2026, 10, 20),
    LastSeenEPOCH: Date.UTC(2026, 10, 20),
    IsCurrent: false,
  },
];

async function open(answers: FakeCalls = {}, user: Partial<UserInfo> = {}) {
  const api = fakeApi({
    getLoginOptions: () => options(),
    getSessionList: signIns,
    getCountryDropdownList: () => [{ Key: '86', Value: 'China', Code: 'CN' }],
    ...answers,
  });
  await render(
    <InTestShell session={testSession({ user: testUser({ Mobile: '13900000001', ...user }) })}>
      <ProfilePage />
    </InTestShell>,
  );
  return {
    ...api,
    bodyOf: (name: (typeof api.received)[number]) => api.requests[api.received.lastIndexOf(name)]?.body,
  };
}
const dialog = () => until(() => document.querySelector<HTMLElement>('.ant-modal'));
const says = (words: string) => until(() => document.body.textContent?.includes(words));

it('changes the password with a code, when both entries are the same', async () => {
  const { received, bodyOf } = await open({ ownCode: () => sent, updatePwd: () => null });
  await click(byRole(document.body, 'button', 'Change: Password'));
  const box = await dialog();
  await click(byRole(box, 'button', 'Get a code'));
  await says('the code for 139****0001 is in the test inbox');
  await type(byRole(box, 'textbox', 'Verification code'), '123456');
  await type(byRole(box, 'textbox', 'New password'), 'Freezer_7');
  await type(byRole(box, 'textbox', 'New password again'), 'Freezer_8');
  await click(byRole(box, 'button', 'Save'));
  await says('The two passwords are not the same');
  expect(received).not.toContain('updatePwd');
  await type(byRole(box, 'textbox', 'New password again'), 'Freezer_7');
  await click(byRole(box, 'button', 'Save'));
  await says('The password is changed; other sign-ins have ended');
  expect(bodyOf('updatePwd')).toEqual({ Code: '123456', newPwd: 'Freezer_7' });
});

it('changes the password with the present one only for users who get no code', async () => {
  const { bodyOf } = await open({ updatePwd: () => null }, { Mobile: '', Email: '' });
  await click(byRole(document.body, 'button', 'Change: Password'));
  const box = await dialog();
  expect(() => byRole(box, 'button', 'Get a code')).toThrow();
  await type(byRole(box, 'textbox', 'Present password'), 'Right_1234');
  await type(byRole(box, 'textbox', 'New password'), 'Freezer_7');
  await type(byRole(box, 'textbox', 'New password again'), 'Freezer_7');
  await click(byRole(box, 'button', 'Save'));
  await says('The password is changed; other sign-ins have ended');
  expect(bodyOf('updatePwd')).toEqual({ pwd: 'Right_1234', newPwd: 'Freezer_7' });
});

it('says beside the code what the server refuses, and keeps what was typed', async () => {
  await open({
    updatePwd: () => new Refusal(400, 'Wrong code', { Fields: [{ Field: 'Code', Message: 'Wrong or expired code.' }] }),
  });
  await click(byRole(document.body, 'button', 'Change: Password'));
  const box = await dialog();
  await type(byRole(box, 'textbox', 'Verification code'), '123456');
  await type(byRole(box, 'textbox', 'New password'), 'Freezer_7');
  await type(byRole(box, 'textbox', 'New password again'), 'Freezer_7');
  await click(byRole(box, 'button', 'Save'));
  await says('Wrong or expired code.');
  expect((byRole(box, 'textbox', 'New password') as HTMLInputElement).value).toBe('Freezer_7');
});

it('sends a code to a new phone only when it is one', async () => {
  const { received, requests, bodyOf } = await open({ mobileCodeUP: () => sent, updateMobile: () => null });
  await click(byRole(document.body, 'button', 'Change: Phone number'));
  const box = await dialog();
  await click(byRole(box, 'button', 'Get a code'));
  await says('Required');
  expect(received).not.toContain('mobileCodeUP');
  await type(byRole(box, 'textbox', 'New phone number'), '13900000002');
  await click(byRole(box, 'button', 'Get a code'));
  await until(() => received.includes('mobileCodeUP'));
  expect(requests[received.indexOf('mobileCodeUP')]?.query).toEqual({ mobile: '13900000002', region: '86' });
  await type(byRole(box, 'textbox', 'Verification code'), '123456');
  await type(byRole(box, 'textbox', 'Password'), 'Freezer_7');
  await click(byRole(box, 'button', 'Save'));
  await says('The phone number is changed');
  expect(bodyOf('updateMobile')).toMatchObject({
    mobile: '13900000002',
    region: '86',
    code: '123456',
    pwd: 'Freezer_7',
  });
});

it('asks an account without a password for none', async () => {
  await open({}, { HasPassword: false });
  await click(byRole(document.body, 'button', 'Set: E-mail'));
  const box = await dialog();
  expect(() => byRole(box, 'textbox', 'Password')).toThrow();
});

it('lets a person choose a username once', async () => {
  const { bodyOf } = await open({ updateUserInfo: () => null }, { AccountChosen: false });
  await click(byRole(document.body, 'button', 'Set: Username'));
  const box = await dialog();
  await type(byRole(box, 'textbox', 'Username'), 'wangqiang');
  await click(byRole(box, 'button', 'Save'));
  await says('Saved');
  expect(bodyOf('updateUserInfo')).toEqual({ Account: 'wangqiang' });
});

it('has no button for a username that was chosen', async () => {
  await open();
  expect(() => byRole(document.body, 'button', 'Set: Username')).toThrow();
});

it('links an account of another provider by opening its page', async () => {
  const leave = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
  await open({
    getLoginOptions: () => options({ Name: 'WeCom' }),
    updateWChart: () => ({ Url: 'https://id.example/authorize' }),
  });
  await click(await until(() => byRole(document.body, 'button', 'Link: WeCom account')));
  const box = await dialog();
  await type(byRole(box, 'textbox', 'Password'), 'Freezer_7');
  await click(byRole(box, 'button', 'Link'));
  await until(() => leave.mock.calls.length === 1);
  expect(leave).toHaveBeenCalledWith('https://id.example/authorize');
  leave.mockRestore();
});

it('shows where one is signed in and ends a sign-in elsewhere', async () => {
  const { bodyOf } = await open({ endSession: () => null });
  await says('Chrome · Windows');
  expect(document.body.textContent).toContain('This device');
  await click(byRole(document.body, 'button', 'Sign out on Safari · iPhone'));
  await says('Signed out there');
  expect(bodyOf('endSession')).toEqual({ SessionId: '00000000-0000-4000-8000-000000000002' });
});

it('refuses a file that is no photograph, with any name, and an empty name', async () => {
  const { received } = await open();
  const picker = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!picker) throw new Error('no file input');
  await act(async () => {
    const drawing = new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'me.png', { type: 'image/png' });
    Object.defineProperty(picker, 'files', { configurable: true, value: [drawing] });
    picker.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await says('This picture cannot be read. Choose a JPG, PNG or WebP.');
  expect(document.querySelector('[role=dialog]')).toBeNull();
  await type(byRole(document.body, 'textbox', 'Nickname'), '');
  await click(byRole(document.body, 'button', 'Save'));
  await says('Required');
  expect(received).not.toContain('updateUserInfo');
});

it('refuses a picture over 4 MB before it is read', async () => {
  const { received } = await open();
  const picker = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!picker) throw new Error('no file input');
  const large = new File([new Uint8Array(4 * 1024 * 1024 + 1)], 'large.jpg', { type: 'image/jpeg' });
  await act(async () => {
    Object.defineProperty(picker, 'files', { configurable: true, value: [large] });
    picker.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await says('The picture is over 4 MB. Choose a smaller one.');
  expect(received).not.toContain('upload');
});
