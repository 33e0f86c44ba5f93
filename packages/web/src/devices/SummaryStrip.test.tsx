import { afterEach, beforeEach, expect, it } from 'vitest';
import { alarmPermissions } from '../alarms/testAlarm.ts';
import { setAccessToken } from '../lib/accessToken.ts';
import { switchLanguage } from '../lib/language.ts';
import { fakeApi } from '../testing/fakeApi.ts';
import { InTestShell } from '../testing/InTestShell.tsx';
import { render, until } from '../testing/render.tsx';
import { testSession } from '../testing/session.ts';
import { SummaryStrip } from './SummaryStrip.tsx';

let shown: Awaited<ReturnType<typeof render>> | null = null;
async function important(wholeProject: boolean) {
  fakeApi({
    getAlarmOverNum: () => ({
      Total: 3,
      Hidden: 0,
      Unconfirmed: 3,
      Levels: [{ Level: 2, Count: 3, Unconfirmed: 3, Returned: 2, OldestEPOCH: 1 }],
    }),
  });
  shown = await render(
    <InTestShell session={testSession({ held: alarmPermissions })}>
      <SummaryStrip projectId={1} devices={[]} total={0} wholeProject={wholeProject} now={1} />
    </InTestShell>,
  );
  const tile = () => document.querySelectorAll('.strip-cell')[1]?.textContent ?? '';
  await until(() => tile().includes('3'));
  return tile();
}

beforeEach(() => {
  setAccessToken({ token: 't', expiresAt: Date.now() + 900_000 });
  switchLanguage('en');
});
afterEach(async () => shown?.unmount());

it('says of the alarms it counts how many have returned and only wait to be acknowledged', async () => {
  expect(await important(true)).toBe('Important Important33 unacknowledged 2 cleared');
  await shown?.unmount();
  switchLanguage('zh');
  expect(await important(true)).toContain('3 条未确认 2 条已结束');
});

it('says on the board of a subsystem that the alarms are those of the whole project', async () => {
  expect(await important(true)).not.toContain('whole project');
  await shown?.unmount();
  expect(await important(false)).toContain('Important whole project');
});
