import type { WallAlarm, WallView } from '@watchpost/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type FakeCalls, fakeApi, Refusal } from '../testing/fakeApi.ts';
import { InTestShell } from '../testing/InTestShell.tsx';
import { pagesInEnglish } from '../testing/pagesInEnglish.ts';
import { act, render, unmountAll } from '../testing/render.tsx';
import { said } from '../testing/showPage.tsx';
import { WallPage } from './WallPage.tsx';

pagesInEnglish();

const tone = vi.hoisted(() => ({ sounding: false, blocked: false }));
vi.mock('../lib/alarmTone.ts', () => ({
  watchSound: (onBlocked: (blocked: boolean) => void) => {
    onBlocked(tone.blocked);
    return () => undefined;
  },
  startAlarmTone: () => {
    tone.sounding = true;
    return () => {
      tone.sounding = false;
    };
  },
}));

const start = Date.UTC(2026, 9, 1, 4);
const alarm = (AlarmId: number): WallAlarm => ({
  AlarmId,
  ProjectId: 1,
  ProjectName: 'Store',
  DeviceName: `Freezer ${AlarmId}`,
  Sentence: 'Above −10 °C',
  Level: 1,
  RaisedEpoch: start + AlarmId,
  Acknowledged: false,
});
const view: WallView = {
  CompanyName: 'Chill Ltd',
  ScreenName: 'Shop',
  DisplayName: 'Control room',
  Language: 'en',
  TimeZone: 'Asia/Shanghai',
  Sound: true,
  FromHour: 0,
  UntilHour: 24,
  StationList: ['alarms'],
  StationSeconds: 600,
  ProjectList: [],
  AlarmList: [],
  AlarmTotal: 0,
  EnergyList: [],
  AsOfEpoch: start,
};
let urgent: number[] = [];
let isServerThere = true;
const news: FakeCalls['getWallNews'] = () => {
  if (!isServerThere) return new Refusal(500, 'gone');
  return { UrgentList: urgent.map(alarm), UrgentIdList: urgent, NewToken: null, NowEpoch: Date.now() };
};
const answers: FakeCalls = { getWallNews: news, getWallView: () => view };
const pass = async (seconds: number) => {
  for (let second = 0; second < seconds; second += 1) {
    vi.advanceTimersByTime(1000);
    await act(() => undefined);
  }
};
const show = async (more: FakeCalls = {}) => {
  const api = fakeApi({ ...answers, ...more });
  await render(
    <InTestShell>
      <WallPage />
    </InTestShell>,
  );
  return api;
};

beforeEach(() => {
  vi.useFakeTimers({ now: start, toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  urgent = [];
  isServerThere = true;
  Object.assign(tone, { sounding: false, blocked: false });
  localStorage.setItem('watchpost.wall', 'a'.repeat(43));
});
afterEach(async () => {
  await unmountAll();
  vi.useRealTimers();
  localStorage.removeItem('watchpost.wall');
});

it('an interruption and its sound end after a minute, also while the server does not answer', async () => {
  await show();
  await pass(2);
  urgent = [1];
  await pass(2);
  expect([said().includes('Freezer 1'), tone.sounding]).toEqual([true, true]);
  isServerThere = false;
  await pass(62);
  expect([said().includes('Freezer 1'), tone.sounding]).toEqual([false, false]);
});

it('many urgent alarms within minutes sound, too', async () => {
  await show();
  await pass(2);
  for (const id of [1, 2, 3]) {
    urgent = [id];
    await pass(2);
  }
  urgent = [4];
  await pass(2);
  expect(said()).toContain('Many urgent alarms within minutes');
  expect(tone.sounding).toBe(true);
});

it('says that the browser blocks sound, before there is an alarm', async () => {
  tone.blocked = true;
  await show();
  await pass(2);
  expect(said()).toContain('The browser blocks sound');
});

it('takes the token that another tab of the browser has renewed', async () => {
  const renewed = 'b'.repeat(43);
  const { requests } = await show({
    getWallNews: (request) =>
      (request.body as { Token: string }).Token === renewed ? news!(request) : new Refusal(401, 'not paired'),
    getWallView: (request) => {
      localStorage.setItem('watchpost.wall', renewed);
      return (request.body as { Token: string }).Token === renewed ? view : new Refusal(401, 'not paired');
    },
  });
  await pass(3);
  expect(said()).toContain('Chill Ltd');
  expect(requests.at(-1)!.body).toMatchObject({ Token: renewed });
  expect(localStorage.getItem('watchpost.wall')).toBe(renewed);
});

it('waits longer each time while the server gives no code', async () => {
  localStorage.removeItem('watchpost.wall');
  const { received } = await show({ beginPairing: () => new Refusal(500, 'gone') });
  await pass(60);
  // After 0, 2, 6, 14, 30 and 60 s.
  expect(received.filter((name) => name === 'beginPairing').length).toBeLessThanOrEqual(6);
});
