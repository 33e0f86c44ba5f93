import { EventEmitter } from 'node:events';
import { QueryClientProvider } from '@tanstack/react-query';
import { type LineChanged, type PendingChanged, type PointValue, realtimeTopics } from '@watchpost/contract';
import { expect, it, vi } from 'vitest';
import { setAccessToken } from '../lib/accessToken.ts';
import { newQueryClient } from '../lib/useCall.ts';
import { withLiveValues } from '../points/index.ts';
import { fakeApi } from '../testing/fakeApi.ts';
import { act, render, until } from '../testing/render.tsx';
import { testDevice, testPoint } from './testDevice.ts';
import { useLiveDevice } from './useLiveDevice.ts';
import { newerOf, useLiveDevices, withNewsOnPage } from './useLiveDevices.ts';

const broker = vi.hoisted(() => ({ connection: null as EventEmitter | null }));
vi.mock('../lib/openChannel.ts', () => ({
  openChannel: () => {
    broker.connection = Object.assign(new EventEmitter(), { end() {}, subscribe() {}, unsubscribe() {} });
    return broker.connection;
  },
}));

const first = testDevice();
const second = testDevice({ Mtid: 4, Points: [testPoint({ PointId: 21 })] });
const measured = (pointId: number) => (points: PointValue[]) =>
  withLiveValues(points, new Map([[pointId, [pointId, -17, 0, 2_000_000, 'within']]]));
const page = { Data: [first, second], TotalCount: 2 };

it('draws only the card again whose value changed', () => {
  const next = withNewsOnPage(page, measured(21));
  expect(next.Data[0]).toBe(first);
  expect(next.Data[1]?.Points[0]?.Value).toBe(-17);
  expect(withNewsOnPage(page, measured(99))).toBe(page);
});

it('keeps what arrived live while a poll was under way', () => {
  const live = withNewsOnPage(page, measured(21));
  const polled = newerOf(live, structuredClone(page), (points) => points);
  expect(polled.Data[1]?.Points[0]).toMatchObject({ Value: -17, Time: 2_000_000 });
});

it('keeps the objects of devices that a poll brings unchanged', () => {
  const polled = newerOf(page, structuredClone(page), (points) => points);
  expect(polled.Data[0]).toBe(first);
});

const tell = (topic: string, message: LineChanged | PendingChanged) =>
  act(async () => void broker.connection?.emit('message', topic, new TextEncoder().encode(JSON.stringify(message))));
const pending = { Kind: 'limit' as const, Level: 2, SinceEPOCH: 1_000, DueEPOCH: 9_000 };
const states = (points: readonly PointValue[] | undefined) =>
  points?.map(({ SilentSinceEPOCH, Pending }) => `${SilentSinceEPOCH}/${Pending.length}`).join() ?? 'none';

function Board() {
  const devices = useLiveDevices(1, {}, true);
  return (
    <button type="button" onClick={() => void devices.refetch()}>
      {states(devices.data?.Data.flatMap(({ Points }) => Points))}
    </button>
  );
}

function Device() {
  const device = useLiveDevice(1, 3);
  return (
    <button type="button" onClick={() => void device.refetch()}>
      {states(device.data?.Points)}
    </button>
  );
}

it.each([
  ['board', <Board key="board" />],
  ['device', <Device key="device" />],
])('the %s keeps what fell silent or became pending while an answer was under way', async (_, screen) => {
  setAccessToken({ token: 't', expiresAt: Date.now() + 900_000 });
  const answers: (() => void)[] = [];
  const whenLet = <Data,>(data: Data) => new Promise<Data>((resolve) => answers.push(() => resolve(data)));
  fakeApi({
    getTableListRead: () => whenLet({ Data: [testDevice()], TotalCount: 1 }),
    getModelTreeBaseInfo: () => whenLet({ ...testDevice(), Brand: '', Model: '', Gateways: [], Returns: [] }),
  });
  const shown = await render(<QueryClientProvider client={newQueryClient()}>{screen}</QueryClientProvider>);
  const text = () => shown.container.textContent;
  const ask = () => act(async () => shown.container.querySelector('button')?.click());
  const answer = async () => {
    const next = await until(() => answers.shift());
    await act(async () => next());
  };
  await until(() => broker.connection);

  // Told before anything was on the screen.
  await until(() => answers.length === 1);
  await tell(realtimeTopics.deviceLines.topic(1, 3), { points: [[11, 5_000]] });
  await answer();
  await until(() => text() === '5000/0');

  // Told while the screen asks again.
  await ask();
  await until(() => answers.length === 1);
  await tell(realtimeTopics.devicePending.topic(1, 3, 2), { pointId: 11, level: 2, pending: [pending] });
  await until(() => text() === '5000/1');
  await answer();
  await until(() => text() === 'null/1');

  // Asked after all of it: what the server says counts.
  await ask();
  await answer();
  await until(() => text() === 'null/0');
  await shown.unmount();
});
