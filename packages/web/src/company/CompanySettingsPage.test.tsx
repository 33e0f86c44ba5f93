import { type CompanySettings, permissions } from '@watchpost/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { setAccessToken } from '../lib/accessToken.ts';
import { switchLanguage } from '../lib/language.ts';
import { type FakeCalls, fakeApi, Refusal } from '../testing/fakeApi.ts';
import { InTestShell } from '../testing/InTestShell.tsx';
import { act, byRole, click, render, type, until } from '../testing/render.tsx';
import { testSession } from '../testing/session.ts';
import { CompanySettingsPage } from './CompanySettingsPage.tsx';

const settings: CompanySettings = {
  CompanyId: 1,
  CompanyName: '冷链公司',
  CompanyNameEn: 'Cold Chain',
  DataScreenUrl: null,
  KnowledgeHubUrl: 'https://hub.example.com/',
  UserIdListWithoutProof: [],
  LinkAlarmLevel: 2,
  LinkAlarmMinutes: 2,
  UnjudgedMinutes: 30,
  FlagList: ['workOrder'],
};

let shown: Awaited<ReturnType<typeof render>> | null = null;
beforeEach(() => {
  setAccessToken({ token: 'token', expiresAt: Date.now() + 900_000 });
  switchLanguage('en');
});
afterEach(async () => {
  await shown?.unmount();
  shown = null;
});
const show = async (answers: FakeCalls = {}) => {
  const api = fakeApi({
    getCompanySettings: () => settings,
    getCompanyAllUserDropdown: () => [
      { Key: 7, Value: 'Wang Wei' },
      { Key: 9, Value: 'Li Na' },
    ],
    updateCompanySettings: () => null,
    ...answers,
  });
  shown = await render(
    <InTestShell at="/companyManage/settings" session={testSession({ held: [permissions.membersView.id] })}>
      <CompanySettingsPage />
    </InTestShell>,
  );
  return { ...api, saved: () => api.requests[api.received.lastIndexOf('updateCompanySettings')]?.body };
};
const field = (name: string) => byRole(document, 'textbox', name);
const says = (words: string) => until(() => document.body.textContent?.includes(words));

it('saves what was changed of name and addresses, an empty one as none', async () => {
  const { saved, received } = await show();
  await says('Work orders');
  expect(document.body.textContent).toContain('The data screen is not switched on for your company');
  await type(field('Address of the data screen'), 'https://screen.example.com/{company}');
  await type(field('Address of the knowledge hub'), '');
  await click(byRole(document, 'button', 'Save'));
  await says('The pages of all members update at once');
  expect(saved()).toEqual({
    CompanyId: 1,
    DataScreenUrl: 'https://screen.example.com/{company}',
    KnowledgeHubUrl: '',
  });
  await until(() => received.filter((name) => name === 'getCompanySettings').length === 2);
});

it.each([
  ['en', 'A whole web address, beginning with https:// or http://', 'Save', 'Address of the knowledge hub'],
  ['zh', '须为完整的网址，以 https:// 或 http:// 开头', '保 存', '知识库地址'],
] as const)('says beside the field what is no address (%s)', async (language, words, save, label) => {
  switchLanguage(language);
  const { received } = await show();
  await until(() => field(label));
  await type(field(label), 'javascript:alert(1)');
  await click(byRole(document, 'button', save));
  await says(words);
  expect(received).not.toContain('updateCompanySettings');
});

it('names the accounts of other systems that prove no identity', async () => {
  const { saved } = await show();
  const accounts = await until(() => byRole(document, 'combobox', 'Accounts without proof of identity'));
  await act(async () => void accounts.dispatchEvent(new MouseEvent('mousedown', { bubbles: true })));
  const option = await until(() =>
    [...document.querySelectorAll<HTMLElement>('.ant-select-item-option')].find(
      ({ textContent }) => textContent === 'Li Na',
    ),
  );
  await click(option);
  await click(byRole(document, 'button', 'Save'));
  await says('The pages of all members update at once');
  expect(saved()).toEqual({ CompanyId: 1, UserIdListWithoutProof: [9] });
});

it('shows the refusal of the server', async () => {
  await show({ updateCompanySettings: () => new Refusal(403, 'Only the platform operator can set it.') });
  await until(() => field('Address of the data screen'));
  await type(field('Address of the data screen'), 'https://mine.example.com/?c={code}');
  await click(byRole(document, 'button', 'Save'));
  await says('Only the platform operator can set it.');
});
