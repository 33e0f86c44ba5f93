import type { AlarmRow } from '@watchpost/contract';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { switchLanguage } from '../lib/language.ts';
import { serverNow } from '../lib/serverClock.ts';
import { act, render } from '../testing/render.tsx';
import { DeviceCard } from './DeviceCard.tsx';
import { type CardValue, cardValueOf } from './deviceState.ts';
import { testDevice, testPoint, testState } from './testDevice.ts';

let shown: Awaited<ReturnType<typeof render>> | null = null;
const show = async (
  changes: Parameters<typeof testDevice>[0],
  point: Parameters<typeof testPoint>[0] = {},
  alarm?: AlarmRow,
  wide = false,
) => {
  const now = serverNow();
  const device = testDevice({ Points: [testPoint({ Time: now, ...point })], ...changes });
  const state: CardValue = cardValueOf(device, now);
  shown = await render(
    <MemoryRouter>
      <DeviceCard
        device={device}
        alarm={alarm}
        trend={[]}
        state={state}
        scale={null}
        minute={now}
        wide={wide}
        onOpenAlarm={() => {}}
      />
    </MemoryRouter>,
  );
  const card = document.querySelector<HTMLElement>('.device-card')!;
  return { card, number: card.querySelector('.value-number')?.textContent };
};

beforeEach(() => switchLanguage('en'));
afterEach(async () => {
  await shown?.unmount();
  shown = null;
  vi.useRealTimers();
});

it('shows a fresh value with its unit and the limit it must not cross', async () => {
  const { card, number } = await show({});
  expect(number).toBe('−18.2');
  expect(card.textContent).toContain('High −15.0');
  expect(card.classList.contains('hatched')).toBe(false);
});

it('says of a vehicle where it was last and how old that is, with its doors, its unit and its speed', async () => {
  const now = serverNow();
  const coordinate = (PointId: number, PointName: string, Value: number) =>
    testPoint({ PointId, PointName, PointTypeCode: 'coordinate', Unit: '°', Decimals: 5, Value, Time: now - 750_000 });
  const points = [
    testPoint({ Time: now }),
    coordinate(21, 'Latitude', 31.20471),
    coordinate(22, 'Longitude', 121.20552),
    testState('doorState', 0, 'Closed', { PointId: 23, PointName: 'Cargo door', Time: now }),
    testState('runState', 1, 'Running', { PointId: 24, PointName: 'Refrigeration unit', Time: now }),
    testPoint({
      PointId: 25,
      PointName: 'Speed',
      PointTypeCode: 'speed',
      Unit: 'km/h',
      Decimals: 0,
      Value: 62,
      Time: now,
    }),
  ];
  const { card } = await show({ Points: points });
  const line = card.querySelector('.device-card-vehicle')!;
  expect(line.textContent).toContain('31.2047, 121.2055 12 min ago');
  expect(line.querySelector('a')!.getAttribute('href')).toContain('/monitor/carDetail?id=3');
  expect(line.querySelector('.device-card-old')).not.toBeNull();
  expect(line.textContent).toMatch(/Cargo door Closed.*Refrigeration unit Running.*Speed 62/);
  await shown!.unmount();
  const lost = points.map((point) => (point.Unit === '°' ? { ...point, Value: null, Time: null } : point));
  expect((await show({ Points: lost })).card.textContent).toContain('No position');
  await shown!.unmount();
  expect((await show({})).card.querySelector('.device-card-vehicle')).toBeNull();
});

it('hatches a stale value and says so', async () => {
  const door = testState('doorState', 0, 'Closed', { Time: serverNow() });
  const air = testPoint({ Time: serverNow() - 630_000 });
  const { card } = await show({ Points: [air, door] });
  expect(card.classList.contains('hatched')).toBe(true);
  expect(card.textContent).toContain('Stale');
  expect(card.textContent).toContain('10 min ago');
});

it('shows a dash with the reason for a bad value, never the number', async () => {
  const { card, number } = await show({}, { Quality: 'bad', QualityReason: 'sensorFault' });
  expect(number).toBe('–');
  expect(card.textContent).toContain('Sensor broken or unplugged');
  expect(card.textContent).not.toContain('18.2');
});

it('says since when a silent device is offline', async () => {
  const { card } = await show({}, { SilentSinceEPOCH: serverNow() - 42.5 * 60_000 });
  expect(card.classList.contains('hatched')).toBe(true);
  expect(card.textContent).toContain('Offline 42 min');
  // Silence has no severity, to the ear neither.
  expect(card.textContent).not.toContain('Record');
});

it('counts each second how long a door that is open has alarmed, and does not say that for as long it is open', async () => {
  vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ['Date', 'setInterval', 'clearInterval'] });
  const now = serverNow();
  const door = testState('doorState', 1, 'Open', { Time: now, AlarmLevel: 2 });
  const alarm = {
    Id: 1,
    Mtid: 3,
    PointId: 12,
    PointName: 'Door',
    AlarmType: 'state',
    Level: 2,
    Active: true,
    ALARM_EPOCH: now - 42_000,
    ALARM_EPOCH_CLEARED: null,
  } as AlarmRow;
  const { card } = await show({ AlarmLevel: 2, AlarmCount: 1, Points: [testPoint({ Time: now }), door] }, {}, alarm);
  expect(card.textContent).toContain('Door open · 42 s');
  await act(async () => vi.advanceTimersByTime(1000));
  expect(card.textContent).toContain('Door open · 43 s');
  await act(async () => switchLanguage('zh'));
  expect(card.textContent).toContain('· 43 秒');
});

it('marks an alarm by shape, word and colour, with its reason', async () => {
  const { card } = await show({ AlarmLevel: 1, AlarmCount: 2, ConnectStatus: 2 }, { Value: -12.4, AlarmLevel: 1 });
  expect(card.classList.contains('device-card-level-1')).toBe(true);
  expect(card.querySelector('.severity svg')).not.toBeNull();
  expect(card.textContent).toContain('Urgent');
  expect(card.textContent).toContain('Room temperature high +1');
});

it('speaks the user’s language', async () => {
  const { card } = await show({}, { SilentSinceEPOCH: serverNow() - 42.5 * 60_000 });
  await act(async () => switchLanguage('zh'));
  expect(card.textContent).toContain('离线 42 分钟');
});

const beyondLimit = (dueInMs: number | null) => ({
  Value: -12.4,
  Pending: [
    {
      Kind: 'limit' as const,
      Level: 2,
      SinceEPOCH: serverNow(),
      DueEPOCH: dueInMs === null ? null : serverNow() + dueInMs,
    },
  ],
});

it('says that a value is beyond its limit and when the alarm is due, and colours it', async () => {
  const { card } = await show({}, beyondLimit(4 * 60_000 - 30_000));
  expect(card.textContent).toContain('Beyond limit, alarm in 4 min');
  expect(card.querySelector('.value-level-2')).not.toBeNull();
  await act(async () => switchLanguage('zh'));
  expect(card.textContent).toContain('超限，4 分钟后报警');
});

it.each([
  [150, 'alarm in 3 min', '3 分钟后报警'],
  [115, 'alarm in 1 min 55 s', '1 分钟 55 秒后报警'],
  [60, 'alarm in 1 min', '1 分钟后报警'],
  [36, 'alarm in 36 s', '36 秒后报警'],
])('%s seconds before an alarm it promises no less: %s', async (seconds, en, zh) => {
  vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ['Date', 'setInterval', 'clearInterval'] });
  const { card } = await show({}, beyondLimit(seconds * 1000));
  expect(card.querySelector('.pending-words')?.textContent).toBe(`Beyond limit, ${en}`);
  await act(async () => switchLanguage('zh'));
  expect(card.querySelector('.pending-words')?.textContent).toBe(`超限，${zh}`);
});

it('does not count down while a broken sensor stops the delay', async () => {
  const { card } = await show({}, beyondLimit(null));
  expect(card.textContent).toContain('Beyond limit, waiting for good data');
});

it('is not silent about a part of which nothing is known', async () => {
  const now = serverNow();
  const door = testState('doorState', 0, 'Closed', { Time: now, SilentSinceEPOCH: now - 60_000 });
  const { card } = await show({ Points: [testPoint({ Time: now }), door] });
  expect(card.textContent).toContain('Door: no data');
  expect(card.querySelector('.no-data-mark')).not.toBeNull();
  await act(async () => switchLanguage('zh'));
  expect(card.textContent).toContain('Door无数据');
});

it('shows of a truck’s refrigeration unit that it runs, never its name alone', async () => {
  const unit = testState('runState', 1, 'Running', { PointName: 'Refrigeration unit', Time: serverNow() });
  const { card } = await show({ Points: [testPoint({ Time: serverNow() }), unit] });
  expect(card.textContent).toContain('Refrigeration unit running');
});

it('keeps the limits of a freezer in sight while an open door suppresses its alarm, and never lets it look well', async () => {
  const HeldBy = { Zh: '库门（打开）', En: 'Door (Open)', UntilEPOCH: serverNow() + 20 * 60_000, IsSettling: false };
  const Pending = [{ Kind: 'limit' as const, Level: 1, SinceEPOCH: serverNow(), DueEPOCH: null, HeldBy }];
  const { card } = await show({}, { Value: -4, Band: 'highHigh', IsJudged: false, Pending });
  expect(card.textContent).toContain('Above high-high limit');
  expect(card.querySelector('.value-level-2')).not.toBeNull();
  expect(card.querySelector('.device-card-limit')?.textContent).toBe('High −15.0');
  const paused = card.querySelector<HTMLElement>('.pending-paused')!;
  expect(paused.textContent).toMatch(/^paused until (\d\d-\d\d )?\d\d:\d\d$/);
  expect(paused.title).toContain('Door (Open)');
  await act(async () => switchLanguage('zh'));
  expect(card.textContent).toContain('超上上限');
  expect(paused.title).toContain('暂不判断：库门（打开）（最迟');
});

it('says that limits are not judged now where nothing names the reason', async () => {
  const { card } = await show({}, { Value: -12, Band: 'high', IsJudged: false });
  expect(card.textContent).toContain('Above high limit · not judged now');
});

it('a wide card shows the other values of the device, too, and a narrow one does not', async () => {
  const others = [1, 2].map((id) =>
    testPoint({ PointId: 500 + id, PointName: `Other ${id}`, Time: serverNow(), Value: id }),
  );
  const device = testDevice();
  const Points = [testPoint({ PointId: device.MainPointId!, PointName: 'Room', Time: serverNow() }), ...others];
  const names = () => [...document.querySelectorAll('.device-card-points dt')].map((name) => name.textContent);
  await show({ Points }, {}, undefined, true);
  expect(names()).toEqual(['Other 1', 'Other 2']);
  await shown?.unmount();
  await show({ Points });
  expect(names()).toEqual([]);
});
