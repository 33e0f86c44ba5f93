import { QueryClientProvider } from '@tanstack/react-query';
import { App, ConfigProvider } from 'antd';
import { act } from 'react';
import { afterEach, beforeEach, it, vi } from 'vitest';
import { setAccessToken } from '../lib/accessToken.ts';
import { switchLanguage } from '../lib/language.ts';
import { type Session, SessionContext } from '../lib/session.ts';
import { newQueryClient } from '../lib/useCall.ts';
import { fakeApi } from '../testing/fakeApi.ts';
import { render, until } from '../testing/render.tsx';
import { AlarmSound } from './AlarmSound.tsx';

vi.mock('mqtt', () => ({ default: { connect: () => ({ on: () => {}, end: () => {}, subscribe: () => {} }) } }));
const tone = vi.hoisted(() => ({ sounding: false }));
vi.mock('./alarmTone.ts', () => ({
  allowSound: async () => true,
  startAlarmTone: () => {
    tone.sounding = true;
    return () => {
      tone.sounding = false;
    };
  },
}));

const session = {
  user: { UserId: 7 },
  company: { CompanyId: 1, Flags: {} },
  project: { ProjectId: 1, ProjectName: 'Store', Industry: 1, Expired: false, TimeZone: 'UTC' },
  projects: [],
  permissions: new Set<number>(),
} as unknown as Session;

let shown: Awaited<ReturnType<typeof render>> | null = null;
beforeEach(() => {
  setAccessToken({ token: 't', expiresAt: Date.now() + 900_000 });
  switchLanguage('en');
});
afterEach(async () => {
  await shown?.unmount();
  shown = null;
});

it('sounds while somebody has to confirm, and is silent as soon as everything is confirmed, though alarms are open', async () => {
  let Unconfirmed = 1;
  fakeApi({ getAlarmOverNum: () => ({ Total: 3, Unconfirmed, Levels: [] }) });
  const queryClient = newQueryClient();
  shown = await render(
    <QueryClientProvider client={queryClient}>
      <ConfigProvider theme={{ token: { motion: false } }}>
        <App>
          <SessionContext value={session}>
            <AlarmSound />
          </SessionContext>
        </App>
      </ConfigProvider>
    </QueryClientProvider>,
  );
  await until(() => tone.sounding);
  Unconfirmed = 0;
  await act(() => queryClient.invalidateQueries({ queryKey: ['getAlarmOverNum'] }));
  await until(() => !tone.sounding);
});
