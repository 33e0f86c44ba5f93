import { permissions } from '@watchpost/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setAccessToken } from '../lib/accessToken.ts';
import { switchLanguage } from '../lib/language.ts';
import { type FakeCalls, fakeApi, Refusal } from '../testing/fakeApi.ts';
import { byRole, click, render, type, until } from '../testing/render.tsx';
import { AlarmDetailDialog } from './AlarmDetailDialog.tsx';
import { InTestShell, testAlarm, testDetail } from './InTestShell.tsx';

vi.mock('mqtt', () => ({ default: { connect: () => ({ on: () => {}, end: () => {}, subscribe: () => {} }) } }));

let shown: Awaited<ReturnType<typeof render>> | null = null;
const show = async (answers: FakeCalls, held?: number[]) => {
  const api = fakeApi(answers);
  shown = await render(
    <InTestShell {...(held ? { held } : {})}>
      <AlarmDetailDialog alarmId={901} onClose={() => {}} />
    </InTestShell>,
  );
  await until(() => document.querySelector('.alarm-sentence'));
  return api;
};
const hasButton = (name: string) => [...document.querySelectorAll('button')].some((each) => each.textContent === name);

beforeEach(() => {
  setAccessToken({ token: 't', expiresAt: Date.now() + 900_000 });
  switchLanguage('en');
});
afterEach(async () => {
  await shown?.unmount();
  shown = null;
  document.body.innerHTML = '';
});

it('confirms an unconfirmed alarm and then asks to handle it promptly', async () => {
  let status = 0;
  await show({
    getAlarmDetail: () => testDetail({ Status: status, AckedName: status ? 'Lin' : null }),
    updateStatus: () => {
      status = 1;
      return testAlarm({ Status: 1, AckedName: 'Lin' });
    },
  });
  expect(document.body.textContent).toContain('Confirm the alarm first');
  await click(byRole(document, 'button', 'Confirm alarm'));
  await until(() => document.body.textContent?.includes('Please handle it promptly'));
  expect(hasButton('Confirm alarm')).toBe(false);
  expect(hasButton('Save follow-up')).toBe(true);
});

it('says who was faster when someone else has confirmed it, and shows the alarm as it is now', async () => {
  let asked = 0;
  await show({
    getAlarmDetail: () => {
      asked += 1;
      return testDetail(asked > 1 ? { Status: 1, AckedName: 'Wang Qiang' } : {});
    },
    updateStatus: () => new Refusal(409, 'This alarm has already been confirmed by Wang Qiang.'),
  });
  await click(byRole(document, 'button', 'Confirm alarm'));
  await until(() =>
    document.querySelector('[role=alert]')?.textContent?.includes('already been confirmed by Wang Qiang'),
  );
  await until(() => !hasButton('Confirm alarm'));
  expect(document.body.textContent).not.toContain('Please handle it promptly');
});

it('offers no confirmation of an alarm that is confirmed, nor to someone who may only look', async () => {
  await show({ getAlarmDetail: () => testDetail({ Status: 1, AckedName: 'Lin' }) });
  expect(hasButton('Confirm alarm')).toBe(false);
  await shown?.unmount();
  await show({ getAlarmDetail: () => testDetail() }, [permissions.alarmManage.id]);
  expect(hasButton('Confirm alarm')).toBe(false);
  expect(hasButton('Save follow-up')).toBe(false);
});

it('sends the follow-up with its comment, and not without a choice', async () => {
  const { received, requests } = await show({
    getAlarmDetail: () => testDetail({ Status: 1, AckedName: 'Lin' }),
    upDetail: () => testAlarm({ Status: 1, FollowUp: 'observing' }),
  });
  await click(byRole(document, 'button', 'Save follow-up'));
  await until(() => document.body.textContent?.includes('Choose a follow-up'));
  expect(received).not.toContain('upDetail');
  await click(document.querySelector<HTMLElement>('input[type=radio][value=observing]')!);
  await type(document.querySelector<HTMLElement>('textarea:not([aria-hidden])')!, 'Goods just arrived');
  await click(byRole(document, 'button', 'Save follow-up'));
  await until(() => received.includes('upDetail'));
  expect(requests.at(received.indexOf('upDetail'))?.body).toEqual({
    Id: 901,
    FollowUp: 'observing',
    Comment: 'Goods just arrived',
  });
});
