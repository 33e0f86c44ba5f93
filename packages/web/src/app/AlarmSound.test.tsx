import { afterEach, beforeEach, it, vi } from 'vitest';
import { setAccessToken } from '../lib/accessToken.ts';
import { switchLanguage } from '../lib/language.ts';
import { newQueryClient } from '../lib/useCall.ts';
import { fakeApi } from '../testing/fakeApi.ts';
import { InTestShell } from '../testing/InTestShell.tsx';
import { act, render, until } from '../testing/render.tsx';
import { AlarmSound } from './AlarmSound.tsx';

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
  fakeApi({ getAlarmOverNum: () => ({ Total: 3, Unconfirmed, Levels: [], Hidden: 0 }) });
  const queryClient = newQueryClient();
  shown = await render(
    <InTestShell queryClient={queryClient}>
      <AlarmSound />
    </InTestShell>,
  );
  await until(() => tone.sounding);
  Unconfirmed = 0;
  await act(() => queryClient.invalidateQueries({ queryKey: ['getAlarmOverNum'] }));
  await until(() => !tone.sounding);
});
