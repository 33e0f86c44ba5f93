import { permissions } from '@watchpost/contract';
import { expect, it } from 'vitest';
import { testAlarm } from '../alarms/testAlarm.ts';
import { setPreference } from '../lib/preferences.ts';
import { type FakeCalls, fakeApi } from '../testing/fakeApi.ts';
import { InTestShell } from '../testing/InTestShell.tsx';
import { pagesInEnglish } from '../testing/pagesInEnglish.ts';
import { act, byRole, render, type, until } from '../testing/render.tsx';
import { testSession } from '../testing/session.ts';
import { CommandPalette } from './CommandPalette.tsx';
import { routes } from './routeTable.ts';

pagesInEnglish();

const screens = routes.filter(({ path }) => ['/alarmManage/index', '/terminalManage/gateway'].includes(path));
const found = testAlarm({
  MName: 'Gate freezer',
  ProjectId: 2,
  ProjectName: 'Harbour store',
  ALARM_DESCRIBE: 'too warm',
});

const show = async (answers: FakeCalls, held: number[]) => {
  setPreference('palette.recent', []);
  const api = fakeApi(answers);
  await render(
    <InTestShell session={testSession({ held })}>
      <CommandPalette screens={screens} onClose={() => {}} />
    </InTestShell>,
  );
  return api;
};
const options = () => [...document.querySelectorAll('[role=option]')].map((option) => option.textContent);
const input = () => byRole(document, 'combobox', 'Go to');
const press = (key: string) =>
  act(async () => {
    input().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  });
const address = () => document.querySelector('[data-testid=address]')?.textContent;

it('finds screens and alarms by part of a name; arrows choose, Enter goes there, and it is recent next time', async () => {
  const { received } = await show({ getAlarmAct: () => ({ Data: [found], TotalCount: 1 }) }, [
    permissions.alarmManage.id,
  ]);
  await type(input(), 'gate');
  await until(() => options().length === 2);
  const name = 'Gate freezer · Room temperature: too warm';
  expect(options()).toEqual(['Gateways', `${name}Harbour store`]);
  await press('ArrowDown');
  await press('Enter');
  expect(address()).toBe('?alarm=901&project=2');
  // Devices and people are not this person's to see: they are not asked for.
  expect(received).toEqual(['getAlarmAct']);
  await type(input(), '');
  await until(() => options().length === 1);
  expect(options()).toEqual([`${name}Alarms · Harbour store`]);
});

it('says so when nothing is found', async () => {
  await show({}, []);
  await type(input(), 'nowhere');
  await until(() => document.body.textContent?.includes('Nothing found for “nowhere”'));
  expect(options()).toEqual([]);
});
