import type { AlarmPush } from '@watchpost/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setAccessToken } from '../lib/accessToken.ts';
import { switchLanguage } from '../lib/language.ts';
import { type FakeCalls, fakeApi, Refusal } from '../testing/fakeApi.ts';
import { byRole, click, render, until } from '../testing/render.tsx';
import { AlarmPopups } from './AlarmPopups.tsx';
import { InTestShell, testDetail } from './InTestShell.tsx';

vi.mock('mqtt', () => ({ default: { connect: () => ({ on: () => {}, end: () => {}, subscribe: () => {} }) } }));

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
  ...changes,
});

let shown: Awaited<ReturnType<typeof render>> | null = null;
const show = async (answers: FakeCalls) => {
  const api = fakeApi(answers);
  shown = await render(
    <InTestShell>
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

it('a popup that was closed is not shown again in the session, even when the server did not take it', async () => {
  const answers: FakeCalls = {
    getAlarmPlayScreenPage: () => page([push(1), push(2)]),
    readAlarmPlayScreen: () => new Refusal(503, 'later'),
  };
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  await show(answers);
  await until(() => popups().length === 2);
  await click(byRole(document, 'button', 'Close popup: Freezer 1 · Door'));
  await shown?.unmount();
  await show(answers);
  await until(() => popups().length === 1);
  expect(popups()[0]?.textContent).toContain('Freezer 2');
});

it('a click on the body opens the alarm and leaves the popup where it is', async () => {
  await show({ getAlarmPlayScreenPage: () => page([push(1)]), getAlarmDetail: () => testDetail() });
  await until(() => popups().length === 1);
  await click(document.querySelector<HTMLElement>('.popup-body')!);
  await until(() => document.querySelector('.alarm-sentence')?.textContent?.includes('above high limit'));
  expect(popups()).toHaveLength(1);
});

it('only an urgent alarm interrupts a screen reader; a recovery waits its turn', async () => {
  await show({ getAlarmPlayScreenPage: () => page([push(1, { Level: 1 }), push(2, { Level: 1, PushType: 3 })]) });
  await until(() => popups().length === 2);
  expect(document.querySelector('[role=alert]')?.textContent).toContain('New alarm');
  expect(document.querySelector('[role=status]')?.textContent).toContain('Returned to normal');
});

it('many popups are stacked to a few, counted, and closed together', async () => {
  const { requests, received } = await show({
    getAlarmPlayScreenPage: () => page([1, 2, 3, 4, 5, 6, 7].map((id) => push(id))),
    readAlarmPlayScreen: () => null,
  });
  await until(() => popups().length > 0);
  expect(document.querySelector('.popups-bar')?.textContent).toContain(`+${7 - popups().length} more`);
  await click(byRole(document, 'button', 'Close all'));
  await until(() => received.includes('readAlarmPlayScreen'));
  expect(popups()).toHaveLength(0);
  expect(requests.at(received.indexOf('readAlarmPlayScreen'))?.body).toHaveLength(7);
});
