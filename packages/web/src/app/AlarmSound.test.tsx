import { it, vi } from 'vitest';
import { newQueryClient } from '../lib/useCall.ts';
import { fakeApi } from '../testing/fakeApi.ts';
import { InTestShell } from '../testing/InTestShell.tsx';
import { pagesInEnglish } from '../testing/pagesInEnglish.ts';
import { act, render, until } from '../testing/render.tsx';
import { AlarmSound } from './AlarmSound.tsx';

pagesInEnglish();

const tone = vi.hoisted(() => ({ sounding: false }));
vi.mock('../lib/alarmTone.ts', () => ({
  allowSound: async () => true,
  startAlarmTone: () => {
    tone.sounding = true;
    return () => {
      tone.sounding = false;
    };
  },
}));

it('sounds while somebody has to confirm, and is silent as soon as everything is confirmed, though alarms are open', async () => {
  let Unconfirmed = 1;
  fakeApi({ getAlarmOverNum: () => ({ Total: 3, Unconfirmed, Levels: [], Hidden: 0 }) });
  const queryClient = newQueryClient();
  await render(
    <InTestShell queryClient={queryClient}>
      <AlarmSound />
    </InTestShell>,
  );
  await until(() => tone.sounding);
  Unconfirmed = 0;
  await act(() => queryClient.invalidateQueries({ queryKey: ['getAlarmOverNum'] }));
  await until(() => !tone.sounding);
});
