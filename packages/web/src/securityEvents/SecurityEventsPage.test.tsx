import { permissions, type SecurityEventRow } from '@watchpost/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { setAccessToken } from '../lib/accessToken.ts';
import { switchLanguage } from '../lib/language.ts';
import { fakeApi } from '../testing/fakeApi.ts';
import { InTestShell } from '../testing/InTestShell.tsx';
import { render, until } from '../testing/render.tsx';
import { testSession } from '../testing/session.ts';
import { SecurityEventsPage } from './SecurityEventsPage.tsx';

const at = Date.UTC(2026, 10, 21, 3, 0);
const event = (EventId: number, changes: Partial<SecurityEventRow>): SecurityEventRow => ({
  EventId,
  Kind: 'signInFailed',
  FirstEPOCH: at,
  LastEPOCH: at + 5_000,
  Count: 1,
  UserId: null,
  UserName: '',
  Account: '',
  Subject: '',
  SubjectName: '',
  Network: '203.0.113.9',
  UserAgent: 'curl',
  ...changes,
});

let shown: Awaited<ReturnType<typeof render>> | null = null;
beforeEach(() => {
  setAccessToken({ token: 't', expiresAt: Date.now() + 900_000 });
  switchLanguage('en');
});
afterEach(async () => {
  await shown?.unmount();
  shown = null;
  document.body.innerHTML = '';
});

it('an administrator sees whose account was attacked, how often and from where, and the filter is in the address', async () => {
  const rows = [
    event(3, { UserId: 7, UserName: 'Wang Qiang', Count: 42 }),
    event(2, { Account: 'ad***', Network: '2001:db8::/64' }),
    event(1, { Kind: 'rightRefused', Network: '', SubjectName: 'Change a project' }),
  ];
  const api = fakeApi({
    getTableField: () => ({ ForeignId: 0, TableType: 'x', Field: null }),
    getTableViews: () => [],
    getSecurityEventPage: () => ({ Data: rows, TotalCount: rows.length }),
  });
  shown = await render(
    <InTestShell
      at="/securityEvents?kind=signInFailed"
      session={testSession({ held: [permissions.securityEvents.id] })}
    >
      <SecurityEventsPage />
    </InTestShell>,
  );
  const said = () => document.body.textContent ?? '';
  await until(() => said().includes('Wang Qiang'));
  for (const words of ['Wrong password', '42', 'ad*** (no such account)', '2001:db8::/64', 'Access refused', 'Several'])
    expect(said()).toContain(words);
  expect(api.requests[api.received.lastIndexOf('getSecurityEventPage')]?.body).toMatchObject({
    KindList: ['signInFailed'],
  });
});
