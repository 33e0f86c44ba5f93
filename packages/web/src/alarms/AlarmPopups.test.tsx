import type { AlarmPush } from '@watchpost/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setAccessToken } from '../lib/accessToken.ts';
import { switchLanguage } from '../lib/language.ts';
import { newQueryClient } from '../lib/useCall.ts';
import { type FakeCalls, fakeApi, Refusal } from '../testing/fakeApi.ts';
import { InTestShell } from '../testing/InTestShell.tsx';
import { act, byRole, click, render, until } from '../testing/render.tsx';
import { testSession } from '../testing/session.ts';
import { AlarmPopups } from './AlarmPopups.tsx';
import { alarmPermissions, testAlarm, testDetail } from './testAlarm.ts';
import { refreshAlarms } from './useAlarmChanges.ts';

const push = (AlarmPushId: number, changes: Partial<AlarmPush> = {}): AlarmPush => ({
  AlarmPushId,
  AlarmId: 901,
  ModelTreeId: 3,
  ModelTreeName: `Freezer ${AlarmPushId}`,
  PointName: 'Door',
  ProjectId: 1,
  ProjectName: 'Store',
  PushType: 0,
  Level: 2,
  AlarmClassName: 'State',
  AlarmSetting: 'Open for 30 s',
  AlarmEpoch: Date.now() - 60_000,
  ClearedEpoch: null,
  AckedEpoch: null,
  AckedName: null,
  ...changes,
});

let shown: Awaited<ReturnType<typeof render>> | null = null;
const show = async (answers: FakeCalls, queryClient = newQueryClient()) => {
  const api = fakeApi(answers);
  shown = await render(
    <InTestShell session={testSession({ held: alarmPermissions })} queryClient={queryClient}>
      <AlarmPopups />
    </InTestShell>,
  );
  return api;
};
const popups = () => [...document.querySelectorAll('.popup')];
const page = (rows: AlarmPush[]) => ({ Data: rows, TotalCount: rows.length });

beforeEach(() => {
  sessionStorage.clear();
  setAccessToken({ token: 't', expiresAt: Date.now() + 900_000 });
  switchLanguage('en');
});
afterEach(async () => {
  await shown?.unmount();
  shown = null;
  document.body.innerHTML = '';
});

it('an alarm is acknowledged from its popup, which stays and says by whom', async () => {
  let ackedBy: string | null = null;
  const { received } = await show({
    getAlarmPlayScreenPage: () => page([push(1, { AckedEpoch: ackedBy ? Date.now() : null, AckedName: ackedBy })]),
    updateStatus: () => {
      ackedBy = 'Lin';
      return testAlarm({ Status: 1, AckedName: 'Lin' });
    },
  });
  await click(await until(() => byRole(document, 'button', 'Acknowledge alarm: Freezer 1 · Door')));
  await until(() => document.querySelector('.popup')?.textContent?.includes('Acknowledged by Lin'));
  expect(received).not.toContain('readAlarmPlayScreen');
  expect(document.querySelector('[aria-label^="Acknowledge alarm"]')).toBeNull();
});

it('a popup stays until it is closed; closing marks it read', async () => {
  const { requests, received } = await show({
    getAlarmPlayScreenPage: () => page([push(1)]),
    readAlarmPlayScreen: () => null,
  });
  await until(() => popups().length === 1);
  await click(byRole(document, 'button', 'Close popup: Freezer 1 · Door'));
  expect(popups()).toHaveLength(0);
  await until(() => received.includes('readAlarmPlayScreen'));
  expect(requests.at(received.indexOf('readAlarmPlayScreen'))?.body).toEqual([1]);
});

const unfold = (more: string) => click(byRole(document, 'button', more));
const press = (key: string, target: Element = document.body) =>
  act(async () => {
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  });

it('a popup that was closed is not shown again in the session, even when the server did not take it', async () => {
  const answers: FakeCalls = {
    getAlarmPlayScreenPage: () => page([push(1), push(2)]),
    readAlarmPlayScreen: () => new Refusal(503, 'later'),
  };
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  await show(answers);
  await until(() => popups().length === 1);
  await click(byRole(document, 'button', 'Close popup: Freezer 2 · Door'));
  await shown?.unmount();
  await show(answers);
  await until(() => popups().length === 1);
  expect(popups()[0]?.textContent).toContain('Freezer 1');
});

it('a click on the body opens the alarm and leaves the popup where it is', async () => {
  await show({ getAlarmPlayScreenPage: () => page([push(1)]), getAlarmDetail: () => testDetail() });
  await until(() => popups().length === 1);
  await click(document.querySelector<HTMLElement>('.popup-body')!);
  await until(() => document.querySelector('.alarm-sentence')?.textContent?.includes('above high limit'));
  expect(popups()).toHaveLength(1);
});

it('only an urgent alarm interrupts a screen reader; a recovery waits its turn', async () => {
  await show({
    getAlarmPlayScreenPage: () =>
      page([push(1, { Level: 1 }), push(2, { Level: 1, PushType: 3, ClearedEpoch: Date.now() })]),
  });
  await until(() => popups().length === 1);
  await unfold('1 more');
  expect(document.querySelector('[role=alert]')?.textContent).toContain('New alarm');
  expect(document.querySelector('[role=status]')?.textContent).toContain('Returned to normal');
});

it('of many popups the most pressing is shown, the rest counted, unfolded on request and closed together', async () => {
  const { requests, received } = await show({
    getAlarmPlayScreenPage: () => page([1, 2, 3, 4, 5, 6, 7].map((id) => push(id))),
    readAlarmPlayScreen: () => null,
  });
  await until(() => popups().length === 1);
  await unfold('6 more');
  expect(popups()).toHaveLength(7);
  await press('Escape', popups()[3]!);
  expect(popups()).toHaveLength(1);
  await click(byRole(document, 'button', 'Close all'));
  await until(() => received.includes('readAlarmPlayScreen'));
  expect(popups()).toHaveLength(0);
  expect(requests.at(received.indexOf('readAlarmPlayScreen'))?.body).toHaveLength(7);
});

it('the key x closes the first popup, so that nobody needs the mouse', async () => {
  const { requests, received } = await show({
    getAlarmPlayScreenPage: () => page([push(1), push(2, { Level: 1 })]),
    readAlarmPlayScreen: () => null,
  });
  await until(() => popups()[0]?.textContent?.includes('Freezer 2'));
  await press('x');
  expect(popups()[0]?.textContent).toContain('Freezer 1');
  await until(() => received.includes('readAlarmPlayScreen'));
  expect(requests.at(received.indexOf('readAlarmPlayScreen'))?.body).toEqual([2]);
});

it('a popup on the screen says who acknowledged the alarm meanwhile, and disappears when it was read elsewhere', async () => {
  let now = [push(1, { Level: 1 })];
  const queryClient = newQueryClient();
  await show({ getAlarmPlayScreenPage: () => page(now) }, queryClient);
  await until(() => popups()[0]?.textContent?.includes('New alarm'));
  now = [push(1, { Level: 1, AckedEpoch: Date.now(), AckedName: 'Wang Qiang' })];
  await act(() => refreshAlarms(queryClient));
  await until(() => popups()[0]?.textContent?.includes('Acknowledged by Wang Qiang'));
  now = [];
  await act(() => refreshAlarms(queryClient));
  await until(() => popups().length === 0);
});

it('the popup of a return says how long the alarm lasted and until when, not how old its raise is', async () => {
  const raised = Date.now() - 3 * 3_600_000;
  const returned = push(1, { PushType: 3, AlarmEpoch: raised, ClearedEpoch: raised + 12 * 60_000 });
  await show({ getAlarmPlayScreenPage: () => page([returned]) });
  await until(() => popups()[0]?.textContent?.includes('lasted 12 min'));
  expect(popups()[0]?.textContent).not.toContain('ago');
  await shown?.unmount();
  switchLanguage('zh');
  await show({ getAlarmPlayScreenPage: () => page([returned]) });
  await until(() => popups()[0]?.textContent?.includes('持续 12 分钟'));
});

it('an alarm that ended without returning, because its rule was closed, is over and not back to normal', async () => {
  await show({ getAlarmPlayScreenPage: () => page([push(1, { ClearedEpoch: Date.now() })]) });
  await until(() => popups()[0]?.textContent?.includes('Ended'));
  expect(popups()[0]?.textContent).not.toContain('Returned to normal');
});

it('the curve of an alarm unfolds under its popup, and folds again', async () => {
  const { received } = await show({
    getAlarmPlayScreenPage: () => page([push(1)]),
    getAlarmDetail: () => testDetail({ PointId: null }),
  });
  const button = await until(() => byRole(document, 'button', 'Curve: Freezer 1 · Door'));
  expect(received).not.toContain('getAlarmDetail');
  await click(button);
  await until(() => document.querySelector('.popup')?.textContent?.includes('This alarm has no curve.'));
  expect(button.getAttribute('aria-expanded')).toBe('true');
  await click(button);
  await until(() => !document.querySelector('.popup')?.textContent?.includes('This alarm has no curve.'));
});
