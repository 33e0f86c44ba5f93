import type { PermissionName } from '@watchpost/contract';
import { expect, it } from 'vitest';
import { testDevice, testPoint, testState } from '../devices/testDevice.ts';
import { getPreference, setPreference } from '../lib/preferences.ts';
import { Refusal } from '../testing/fakeApi.ts';
import { pagesInEnglish } from '../testing/pagesInEnglish.ts';
import { byRole, click, unmountAll, until } from '../testing/render.tsx';
import { said, showPage } from '../testing/showPage.tsx';
import { TitleBarContext } from '../ui/PageTitle.tsx';
import { DashboardPage } from './DashboardPage.tsx';
import { todayOf } from './EnergyToday.tsx';
import { nearOf } from './nearness.ts';
import { columnsOf } from './parts/ClassTable.tsx';
import { totalsOf } from './Totals.tsx';
import { partsWithoutDevices, usualHidden, usualOrder } from './useBoard.ts';

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
  getWeatherOfDays: () => [],
  getDashboardDefault: () => ({ Layout: null }),
  getEnergyLoad: () => ({ StartEpoch: 0, QuarterList: [] }),
  getGeneratedDiagramList: () => [],
  getPassengerFlow: () => ({ CounterList: [], DayList: [], MatrixList: [], UnplacedIn: 0, Today: null }),
  getVideoMonitorPage: () => ({ Data: [], TotalCount: 0 }) as never,
  getCard: () => [],
};

const meter = testDevice({ Mtid: 22, MName: 'Meter', SmallTypeCode: 'energyMeter' });
const metered = { ...answers, getTableListRead: () => ({ Data: [freezer, dock, meter], TotalCount: 3 }) };

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
  await until(() => said().includes('1 beyond limits'));
  expect(said()).toMatch(/Hall C\s*1 device\s*1 beyond limits/);
});

const quarter = (W: number | null, Before: number | null) => ({ W, Before, IsEstimated: false, Class: 0 });

it('compares the energy of today with the same quarters a week ago, and with nothing where one is not known', () => {
  const load = (...QuarterList: ReturnType<typeof quarter>[]) => todayOf({ StartEpoch: 0, QuarterList });
  expect(load(quarter(4000, 2000), quarter(null, 2000), quarter(8000, 4000), quarter(null, 9000))).toEqual({
    kwh: 3,
    beforeKwh: 1.5,
    kw: 8,
    until: 45 * 60_000,
    unknown: 1,
  });
  expect(load(quarter(4000, null))).toMatchObject({ kwh: 1, beforeKwh: null });
  expect(load(quarter(null, 1000))).toBeNull();
});

it('shows energy to who may see it, says so to others, and says when nothing is known', async () => {
  const held = ['monitorView', 'energyView'] as const;
  const load = { StartEpoch: now - 3_600_000, QuarterList: [quarter(4000, 8000), quarter(4000, 8000)] };
  await showPage(<DashboardPage />, { held, answers: { ...metered, getEnergyLoad: () => load } });
  await until(() => said().includes('−50 % against a week ago (4 kWh by this time)'));
  const figure = document.querySelector('.dashboard-figure')!;
  expect([figure.textContent?.replace(/\s/, ' '), figure.getAttribute('href')]).toEqual([
    '2 kWh',
    '/energyManage/index',
  ]);
  unmountAll();
  await showPage(<DashboardPage />, { held, answers: metered });
  await until(() => said().includes('No energy is known of today yet'));
  unmountAll();
  const { received } = await showPage(<DashboardPage />, { held: ['monitorView'], answers: metered });
  await until(() => said().includes('You have no permission to see energy.'));
  expect(received).not.toContain('getEnergyLoad');
});

const none = { alarm: 0, beyond: 0, notShown: 0, offline: 0, noData: 0, noLimits: 0, normal: 0 };
it('counts devices by class, the class that presses most first', () => {
  const silent = testDevice({ Mtid: 9, SmallTypeId: 2, SmallTypeName: 'Meter', Points: [testPoint({ Time: 1 })] });
  const fine = testDevice({ Mtid: 8, SmallTypeId: 2, SmallTypeName: 'Meter', Points: [testPoint({ Time: now })] });
  expect(totalsOf([silent, fine, freezer, dock], now)).toEqual([
    { name: 'Freezer room', all: 2, counts: { ...none, alarm: 1, normal: 1 }, worst: 1 },
    { name: 'Meter', all: 2, counts: { ...none, offline: 1, normal: 1 }, worst: null },
  ]);
  const door = testState('doorState', 0, 'Closed', { Time: now, Quality: 'bad' });
  const blind = testDevice({ Mtid: 7, Points: [testPoint({ Time: now }), door] });
  const free = testDevice({ Mtid: 6, Points: [testPoint({ Time: now, Band: null })] });
  expect(totalsOf([blind, free], now)).toEqual([
    { name: 'Freezer room', all: 2, counts: { ...none, noData: 1, noLimits: 1 }, worst: null },
  ]);
});

it('shows the weather of the days ahead, and a failure of it with a way to try again', async () => {
  const day = { Date: '2024-11-25', MinTemperature: -3.4, MaxTemperature: 7.6, MinCode: 0, MaxCode: 61, Wind: 20 };
  await showPage(<DashboardPage />, { held: ['monitorView'], answers: { ...answers, getWeatherOfDays: () => [day] } });
  await until(() => /MonLight rain−3 … 8\s°C/.test(said()));
  unmountAll();
  await showPage(<DashboardPage />, {
    held: ['monitorView'],
    answers: { ...answers, getWeatherOfDays: () => new Refusal(502, 'The weather service does not answer.') },
  });
  await until(() => document.querySelector('.dashboard-weather')?.textContent?.includes('does not answer'));
});

it('begins by the industry of the project, with every part once', () => {
  expect(usualOrder(2).slice(0, 3)).toEqual(['alarms', 'plan', 'energy']);
  for (const industry of [1, 2, 3, 4, 99]) expect(new Set(usualOrder(industry)).size).toBe(usualOrder(1).length);
});

it('shows other parts in each industry, none of them both first and hidden', () => {
  const shown = [1, 2, 3, 4].map((industry) => {
    const hidden = new Set(usualHidden(industry));
    expect(
      usualOrder(industry)
        .slice(0, 5)
        .filter((part) => hidden.has(part)),
    ).toEqual([]);
    return usualOrder(industry)
      .filter((part) => !hidden.has(part))
      .join();
  });
  expect(new Set(shown).size).toBe(4);
});

it('hides the parts for which a project has no devices, until somebody asks for them', async () => {
  expect(partsWithoutDevices([freezer, dock])).toEqual(['diagram', 'energy', 'visitors']);
  const counter = testDevice({ Mtid: 20, Points: [testPoint({ Unit: '人次' })] });
  const rack = testDevice({ Mtid: 21, SmallTypeCode: 'compressorRack' });
  expect(partsWithoutDevices([counter, rack, meter])).toEqual([]);
  localStorage.clear();
  setPreference('dashboard.1', {});
  const actions = document.body.appendChild(document.createElement('div'));
  const { received } = await showPage(
    <TitleBarContext value={{ title: null, subtitle: null, actions }}>
      <DashboardPage />
    </TitleBarContext>,
    { held: ['monitorView', 'energyView'], answers },
  );
  await until(() => said().includes('Nearest to a limit'));
  expect(document.querySelector('.dashboard-energy')).toBeNull();
  await click(byRole(document.body, 'button', 'Arrange'));
  await click(box('Show Energy today'));
  await click(byRole(document.body, 'button', 'Done'));
  await until(() => document.querySelector('.dashboard-energy'));
  expect(received).toContain('getEnergyLoad');
  actions.remove();
  setPreference('dashboard.1', null);
});

it('says that it stands on some of the devices when there are more than one answer holds', async () => {
  await showPage(<DashboardPage />, {
    held: ['monitorView'],
    answers: { ...answers, getTableListRead: () => ({ Data: [freezer, dock], TotalCount: 731 }) },
  });
  await until(() => said().includes('The project has 731 devices.'));
  expect(said()).toContain('show the first 2.');
});

it('compares devices of a class by the types of points that most of them have', () => {
  const other = testDevice({ Mtid: 9, Points: [testPoint({ PointId: 90, PointTypeId: 7 })] });
  expect(columnsOf([freezer, dock, other]).map(({ PointTypeId }) => PointTypeId)).toEqual([
    freezer.Points[0]!.PointTypeId,
    7,
  ]);
});

const shownParts = (...parts: string[]) => ({
  getDashboardDefault: () => ({ Layout: { Order: parts as never, Hidden: [] } }),
});

it('shows visitors against the usual, and says what is not known or not there', async () => {
  const sums = { In: 120, Out: 90, KnownPercent: 100 };
  const Today = {
    Day: '2026-11-29',
    In: 120,
    Out: 90,
    Hours: 9,
    ComparedIn: 110,
    UsualIn: 100,
    UsualDays: 6,
    HourList: [],
  };
  const flow = {
    CounterList: [{ Mtid: 3, MName: 'Main door', LocationId: null, LocationName: null, Resets: 0, ...sums }],
    ...{ DayList: [], MatrixList: [], UnplacedIn: 0, Today },
  };
  const show = (getPassengerFlow: () => never) =>
    showPage(<DashboardPage />, {
      held: ['monitorView'],
      answers: { ...answers, ...shownParts('visitors'), getPassengerFlow },
    });
  await show(() => flow as never);
  await until(() => said().includes('+10 % against the usual for this weekday (100 by this time)'));
  unmountAll();
  await show(() => ({ ...flow, Today: { ...Today, In: null } }) as never);
  await until(() => said().includes('No visitors are known of today yet'));
  unmountAll();
  await show(() => new Refusal(503, 'The counters do not answer.') as never);
  await until(() => said().includes('The counters do not answer.'));
});

it('says of curves, cameras and diagrams that there are none, and of failures what failed', async () => {
  const show = (more: object) =>
    showPage(<DashboardPage />, {
      held: ['monitorView'],
      answers: { ...answers, ...shownParts('curves', 'camera', 'diagram', 'visitors'), ...more },
    });
  await show({});
  await until(() => said().includes('This project has no cameras'));
  await until(() => said().includes('Nothing is known of the last 24 h'));
  await until(() => said().includes('This project has no devices to draw'));
  await until(() => said().includes('This project has no people counters'));
  unmountAll();
  await show({
    getCard: () => new Refusal(503, 'No history.'),
    getVideoMonitorPage: () => new Refusal(503, 'No video.'),
    getGeneratedDiagramList: () => new Refusal(503, 'No plant.'),
  });
  for (const words of ['No history.', 'No video.', 'No plant.']) await until(() => said().includes(words));
});

const heads = () => [...document.querySelectorAll('.dashboard-part')].map((part) => part.getAttribute('aria-label'));

it('shows what the project arranged until the person arranges it, and gives it to everybody where that is allowed', async () => {
  const actions = document.body.appendChild(document.createElement('div'));
  const show = (held: readonly PermissionName[]) =>
    showPage(
      <TitleBarContext value={{ title: null, subtitle: null, actions }}>
        <DashboardPage />
      </TitleBarContext>,
      {
        held,
        answers: {
          ...answers,
          getDashboardDefault: () => ({ Layout: { Order: ['weather', 'areas'], Hidden: ['energy'] } }),
          saveDashboardDefault: () => null,
        },
      },
    );
  localStorage.clear();
  setPreference('dashboard.1', { shortcuts: ['/monitor/index'], hiddenAreas: [6] });
  await show(['monitorView']);
  await until(() => heads()[0] === 'Weather');
  expect(heads()).not.toContain('Energy today');
  await click(byRole(document.body, 'button', 'Arrange'));
  expect(said()).not.toContain('Use for everybody');
  unmountAll();
  const { bodyOf } = await show(['monitorView', 'projectConfig']);
  await until(() => heads()[0] === 'Weather');
  await click(byRole(document.body, 'button', 'Arrange'));
  await click(byRole(document.body, 'button', 'Move Weather down'));
  await click(byRole(document.body, 'button', 'Use for everybody'));
  const body = await until(() => bodyOf('saveDashboardDefault') as { Layout: { Order: string[]; Hidden: string[] } });
  expect([body.Layout.Order.slice(0, 2), body.Layout.Hidden]).toEqual([['areas', 'weather'], ['energy']]);
  // What the person chose for themselves stays; order and what is hidden are the project's from now on.
  await until(() => !('order' in (getPreference('dashboard.1') as object)));
  expect(getPreference('dashboard.1')).toEqual({ shortcuts: ['/monitor/index'], hiddenAreas: [6] });
  actions.remove();
});

it('says so when the dashboard of the project cannot be read, and gives nothing to everybody then', async () => {
  const actions = document.body.appendChild(document.createElement('div'));
  await showPage(
    <TitleBarContext value={{ title: null, subtitle: null, actions }}>
      <DashboardPage />
    </TitleBarContext>,
    {
      held: ['monitorView', 'projectConfig'],
      answers: { ...answers, getDashboardDefault: () => new Refusal(503, 'The dashboards do not answer.') },
    },
  );
  await until(() => said().includes('The dashboards do not answer.'));
  await click(byRole(document.body, 'button', 'Arrange'));
  expect((byRole(document.body, 'button', 'Use for everybody') as HTMLButtonElement).disabled).toBe(true);
  actions.remove();
});
