import { act } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { switchLanguage } from '../lib/language.ts';
import { serverNow } from '../lib/serverClock.ts';
import { render } from '../testing/render.tsx';
import { DeviceCard } from './DeviceCard.tsx';
import { type CardValue, cardValueOf } from './deviceState.ts';
import { testDevice, testPoint } from './testDevice.ts';

let shown: Awaited<ReturnType<typeof render>> | null = null;
const show = async (changes: Parameters<typeof testDevice>[0], point: Parameters<typeof testPoint>[0] = {}) => {
  const now = serverNow();
  const device = testDevice({ Points: [testPoint({ Time: now, ...point })], ...changes });
  const state: CardValue = cardValueOf(device, now);
  shown = await render(
    <MemoryRouter>
      <DeviceCard device={device} alarm={undefined} trend={[]} state={state} minute={now} onOpenAlarm={() => {}} />
    </MemoryRouter>,
  );
  const card = document.querySelector<HTMLElement>('.device-card')!;
  return { card, number: card.querySelector('.value-number')?.textContent };
};

beforeEach(() => switchLanguage('en'));
afterEach(async () => {
  await shown?.unmount();
  shown = null;
});

it('shows a fresh value with its unit and the limit it must not cross', async () => {
  const { card, number } = await show({});
  expect(number).toBe('−18.2');
  expect(card.textContent).toContain('High −15.0');
  expect(card.classList.contains('hatched')).toBe(false);
});

it('hatches a stale value and says so', async () => {
  const { card } = await show({}, { Time: serverNow() - 630_000 });
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
  const { card } = await show({ ConnectStatus: 0, OfflineSinceEPOCH: serverNow() - 42.5 * 60_000 });
  expect(card.classList.contains('hatched')).toBe(true);
  expect(card.textContent).toContain('Offline 42 min');
});

it('marks an alarm by shape, word and colour, with its reason', async () => {
  const { card } = await show({ AlarmLevel: 1, AlarmCount: 2, ConnectStatus: 2 }, { Value: -12.4, AlarmLevel: 1 });
  expect(card.classList.contains('device-card-level-1')).toBe(true);
  expect(card.querySelector('.severity svg')).not.toBeNull();
  expect(card.textContent).toContain('Urgent');
  expect(card.textContent).toContain('Room temperature high +1');
});

it('speaks the user’s language', async () => {
  const { card } = await show({ ConnectStatus: 0, OfflineSinceEPOCH: serverNow() - 42.5 * 60_000 });
  await act(async () => switchLanguage('zh'));
  expect(card.textContent).toContain('离线 42 分钟');
});
