import { EventEmitter } from 'node:events';
import { QueryClientProvider } from '@tanstack/react-query';
import { type AlarmChanged, realtimeTopics } from '@watchpost/contract';
import { expect, it, vi } from 'vitest';
import { setAccessToken } from '../lib/accessToken.ts';
import { setPlace } from '../lib/place.ts';
import { newQueryClient, useCall } from '../lib/useCall.ts';
import { fakeApi } from '../testing/fakeApi.ts';
import { act, render, until } from '../testing/render.tsx';
import { useAlarmChanges } from './useAlarmChanges.ts';

const broker = vi.hoisted(() => ({ connection: null as EventEmitter | null }));
vi.mock('../lib/openChannel.ts', () => ({
  openChannel: () => {
    broker.connection = Object.assign(new EventEmitter(), { end() {}, subscribe() {}, unsubscribe() {} });
    return broker.connection;
  },
}));

const raised: AlarmChanged = { alarmId: 901, kind: 'raised', level: 1, at: 1_000 };
const raisedIn = (projectId: number) =>
  act(
    async () =>
      void broker.connection?.emit(
        'message',
        realtimeTopics.deviceAlarms.topic(projectId, 3, 1),
        new TextEncoder().encode(JSON.stringify(raised)),
      ),
  );

function Screen() {
  useAlarmChanges([1, 2]);
  const ofAllProjects = useCall('getAlarmAct', { query: {}, body: {} }, { scope: 'company' });
  const ofThisProject = useCall('getAlarmOverNum', { query: { companyId: 1 }, body: { ProjectId: 1 } });
  return <p>{`${ofAllProjects.data?.TotalCount} ${ofThisProject.data?.Total}`}</p>;
}

it('asks once for what an alarm makes old, and leaves alone what belongs to another project', async () => {
  setAccessToken({ token: 't', expiresAt: Date.now() + 900_000 });
  setPlace({ companyId: 1, projectId: 1 });
  const open = { 1: 0, 2: 0 };
  const { received } = fakeApi({
    getAlarmAct: () => ({ Data: [], TotalCount: open[1] + open[2] }),
    getAlarmOverNum: () => ({ Total: open[1], Unconfirmed: 0, Levels: [], Hidden: 0 }),
  });
  const page = await render(
    <QueryClientProvider client={newQueryClient()}>
      <Screen />
    </QueryClientProvider>,
  );
  await until(() => page.container.textContent === '0 0' && broker.connection);

  open[2] = 1;
  received.length = 0;
  await raisedIn(2);
  await until(() => page.container.textContent === '1 0');
  expect(received).toEqual(['getAlarmAct']);

  open[1] = 1;
  received.length = 0;
  await raisedIn(1);
  await until(() => page.container.textContent === '2 1');
  expect(received.toSorted()).toEqual(['getAlarmAct', 'getAlarmOverNum']);
  await page.unmount();
});
