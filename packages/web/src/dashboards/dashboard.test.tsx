import { expect, it } from 'vitest';
import { testDevice, testPoint } from '../devices/testDevice.ts';
import { pagesInEnglish } from '../testing/pagesInEnglish.ts';
import { byRole, click, until } from '../testing/render.tsx';
import { said, showPage } from '../testing/showPage.tsx';
import { DashboardPage } from './DashboardPage.tsx';
import { nearOf } from './nearness.ts';

pagesInEnglish();

const now = Date.now();
const freezer = testDevice({
  LocationId: 5,
  LocationName: 'Hall A',
  AlarmLevel: 1,
  Points: [testPoint({ Time: now })],
});
const dock = testDevice({
  Mtid: 4,
  MName: 'Dock',
  LocationId: 6,
  LocationName: 'Hall B',
  MainPointId: 15,
  Points: [testPoint({ PointId: 15, Value: -25, Time: now })],
});
const answers = {
  getTableListRead: () => ({ Data: [freezer, dock], TotalCount: 2 }),
  getAlarmAct: () => ({ Data: [], TotalCount: 0 }) as never,
  getPlanList: () => [],
};

const box = (name: string): HTMLElement =>
  [...document.querySelectorAll<HTMLElement>('input[type=checkbox]')].find(
    (each) => (each.getAttribute('aria-label') ?? each.closest('label')?.textContent) === name,
  )!;

it('puts what is nearest to its limit first, and leaves out what cannot be trusted', () => {
  const near = nearOf(freezer, now)!;
  expect(near.upper).toBe(-15);
  expect(near.distance).toBeLessThan(nearOf(dock, now)!.distance);
  expect(nearOf(testDevice({ Points: [testPoint({ Time: now, Quality: 'bad' })] }), now)).toBeNull();
  expect(
    nearOf(testDevice({ Points: [testPoint({ Time: now, UpperLimit: null, SuperUpperLimit: null })] }), now),
  ).toBeNull();
});

it('says so where the right to see alarms is missing, and asks for none', async () => {
  const { received } = await showPage(<DashboardPage />, { held: ['monitorView'], answers });
  await until(() => said().includes('You have no permission to see alarms.'));
  await until(() => said().includes('Hall B'));
  expect(received).not.toContain('getAlarmAct');
});

it('keeps which areas a person hid', async () => {
  await showPage(<DashboardPage />, { held: ['monitorView', 'alarmManage'], answers });
  await click(await until(() => byRole(document.body, 'button', 'Edit areas')));
  await click(box('Hall B'));
  await click(byRole(document.body, 'button', 'Done'));
  expect(said()).not.toContain('Hall B');
  const kept = localStorage.getItem('watchpost.preferences') ?? '';
  expect(kept).toContain('"hiddenAreas":[6]');
});

it('calls no area normal in which a value is beyond its limit, alarm or not', async () => {
  const warm = testDevice({ AlarmLevel: null, Points: [testPoint({ Time: now, Value: -10, Band: 'high' })] });
  await showPage(<DashboardPage />, {
    held: ['monitorView', 'alarmManage'],
    answers: {
      ...answers,
      getTableListRead: () => ({ Data: [{ ...warm, LocationId: 7, LocationName: 'Hall C' }, dock], TotalCount: 2 }),
    },
  });
  await until(() => said().includes('1 beyond a limit'));
  expect(said()).toMatch(/Hall C\s*1 device\s*1 beyond a limit/);
});
