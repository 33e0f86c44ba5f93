import { EventEmitter } from 'node:events';
import { QueryClientProvider } from '@tanstack/react-query';
import { realtimeTopics } from '@watchpost/contract';
import { beforeEach, it, vi } from 'vitest';
import { setAccessToken } from '../lib/accessToken.ts';
import { switchLanguage } from '../lib/language.ts';
import { useRealtimeStatus, useTopic } from '../lib/realtime.ts';
import { newQueryClient, useCall } from '../lib/useCall.ts';
import { fakeApi } from '../testing/fakeApi.ts';
import { act, render, until } from '../testing/render.tsx';
import { ConnectionBanner } from './ConnectionBanner.tsx';

const connections = vi.hoisted(() => [] as (EventEmitter & { answer: (() => void) | null })[]);
vi.mock('../lib/openChannel.ts', () => ({
  openChannel: () => {
    const connection = Object.assign(new EventEmitter(), {
      connected: true,
      answer: null as (() => void) | null,
      subscribe(_topics: string[], _options: object, granted: (error: null, granted: []) => void) {
        connection.answer = () => granted(null, []);
      },
      unsubscribe() {},
      end() {},
    });
    connections.push(connection);
    return connection;
  },
}));

const goLive = async (count: number) => {
  const connection = await until(() => connections[count - 1]);
  await act(async () => void connection.emit('connect'));
  await act(async () => connection.answer?.());
};

function Page() {
  useTopic('deviceAlarms', realtimeTopics.deviceAlarms.topic(1, '+', '+'), () => {});
  const count = useCall('getAlarmOverNum', { query: { companyId: 1 }, body: { ProjectId: 1 } });
  return (
    <p>
      {useRealtimeStatus()} {count.data?.Total}
    </p>
  );
}

beforeEach(() => {
  setAccessToken({ token: 't', expiresAt: Date.now() + 900_000 });
  switchLanguage('en');
});

it('shows an alarm that was raised while the channel was lost for less than a second', async () => {
  let Total = 1;
  fakeApi({ getAlarmOverNum: () => ({ Total, Unconfirmed: 0, Levels: [], Hidden: 0 }) });
  const page = await render(
    <QueryClientProvider client={newQueryClient()}>
      <ConnectionBanner />
      <Page />
    </QueryClientProvider>,
  );
  await goLive(1);
  await until(() => page.container.textContent === 'live 1');

  await act(async () => void connections[0]?.emit('close'));
  Total = 2;
  await act(async () => void window.dispatchEvent(new Event('online')));
  await goLive(2);
  await until(() => page.container.textContent === 'live 2');
  await page.unmount();
});
