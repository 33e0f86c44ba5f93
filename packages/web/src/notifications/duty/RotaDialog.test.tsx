import type { DutyPlan } from '@watchpost/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { setAccessToken } from '../../lib/accessToken.ts';
import { switchLanguage } from '../../lib/language.ts';
import { fakeApi } from '../../testing/fakeApi.ts';
import { InTestShell } from '../../testing/InTestShell.tsx';
import { byRole, click, render, until } from '../../testing/render.tsx';
import { testSession } from '../../testing/session.ts';
import { RotaDialog } from './RotaDialog.tsx';

const plan: DutyPlan = {
  TimeZone: 'Asia/Shanghai',
  Monday: '2026-11-23',
  Today: '2026-11-23',
  RotaList: [],
  TurnList: [],
  AbsenceList: [],
  DayList: [],
  PersonList: [{ UserId: 7, UserName: 'Wang' }],
  MayEdit: true,
  MayEditCompany: false,
};

beforeEach(() => {
  setAccessToken({ token: 't', expiresAt: Date.now() + 900_000 });
  switchLanguage('en');
});
afterEach(() => {
  document.body.innerHTML = '';
});

it('says beside the field of a shift what is wrong with it, and of no other', async () => {
  const { received } = fakeApi({});
  const shown = await render(
    <InTestShell session={testSession({})}>
      <RotaDialog projectId={7} plan={plan} rota={null} onClose={() => undefined} onSaved={() => undefined} />
    </InTestShell>,
  );
  await until(() => byRole(document, 'button', 'Save'));
  await click(byRole(document, 'button', 'Save'));
  const wrong = () =>
    [...document.querySelectorAll('.ant-form-item-has-error')].map((item) => item.querySelector('label')?.textContent);
  await until(() => wrong().length > 0);
  expect(wrong()).toEqual(['Name', 'Person']);
  expect(received).not.toContain('saveDutyRota');
  await shown.unmount();
});
