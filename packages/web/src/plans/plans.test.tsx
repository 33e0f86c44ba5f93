import type { DeviceRow, Plan, PlanRow } from '@watchpost/contract';
import { expect, it, vi } from 'vitest';
import { testDevice, testPoint, testState } from '../devices/testDevice.ts';
import { pagesInEnglish } from '../testing/pagesInEnglish.ts';
import { act, byRole, click, unmountAll, until } from '../testing/render.tsx';
import { said, showPage } from '../testing/showPage.tsx';
import { TitleBarContext } from '../ui/PageTitle.tsx';
import { BaseMapField } from './BaseMapField.tsx';
import { probeAt } from './HeatLayer.tsx';
import { PlanCreatePage } from './PlanCreatePage.tsx';
import { PlanShowPage } from './PlanShowPage.tsx';

pagesInEnglish();

const row: PlanRow = {
  PlanId: 7,
  PlanName: 'Ground floor',
  ProjectId: 1,
  LocationId: 1,
  LocationName: 'Cold Store 1',
  DeviceCount: 1,
  UpdateEpoch: 0,
};
const plan: Plan = {
  ...row,
  BaseMapUrl: '/api/Upload/File/base',
  MetresWide: 40,
  Revision: 3,
  ItemList: [{ Mtid: 3, PointId: null, X: 0.5, Y: 0.5 }],
  AirPointList: [],
  ZoneList: [],
};
const freezer = testDevice({ AlarmLevel: 1, Points: [testPoint({ Time: Date.now() })] });
const dock = testDevice({
  Mtid: 4,
  MName: 'Dock',
  Points: [testPoint({ PointId: 15, Time: Date.now() })],
  MainPointId: 15,
});
const answers = {
  getPlanList: () => [row],
  getPlan: () => plan,
  getTableListRead: () => ({ Data: [freezer, dock], TotalCount: 2 }),
};
const picture = (event: 'load' | 'error') => async () => {
  const image = await until(() => document.querySelector('img[hidden]'));
  await act(async () => image.dispatchEvent(new Event(event)));
};
const loaded = picture('load');

it('shows each device where it stands, with its value and state', async () => {
  await showPage(<PlanShowPage />, { held: ['monitorView'], answers });
  await loaded();
  const link = await until(() => document.querySelector('svg a'));
  expect(link.getAttribute('aria-label')).toMatch(/^Freezer 3 −18\.2\s°C, Urgent$/);
  // Who speaks to the screen says what stands there.
  expect(link.getAttribute('aria-label')).toContain(link.textContent?.trim());
  expect(said()).not.toContain('Dock');
});

it('says to a viewer who wants a plan that the right is missing', async () => {
  await showPage(<PlanShowPage />, { held: ['monitorView'], answers: { ...answers, getPlanList: () => [] } });
  await click(await until(() => byRole(document.body, 'button', 'New floor plan')));
  await until(() => said().includes('You have no permission to create a floor plan.'));
});

it('says that the base map is lost, and keeps the list', async () => {
  await showPage(<PlanShowPage />, { held: ['monitorView'], answers });
  await picture('error')();
  await until(() => said().includes('The base map does not exist'));
  await until(() => said().includes('Freezer 3'));
});

it('replays a moment: devices as they stood then, alarms of its day, and the way back', async () => {
  const moment = Date.now() - 3_600_000;
  const then = testDevice({
    AlarmLevel: null,
    Points: [testPoint({ Value: -24.6, Time: moment - 1000, IsWrite: false })],
  });
  const { bodyOf } = await showPage(<PlanShowPage />, {
    held: ['monitorView'],
    at: `/monitor/planShow?planId=7&at=${moment}`,
    answers: {
      ...answers,
      getPastTable: () => ({ Data: [then], TotalCount: 1, MomentEPOCH: moment, NeverIdList: [] }),
      getPastAlarmList: () => [
        { AlarmId: 5, Mtid: 3, SubjectName: 'Air', Level: 1, RaisedEPOCH: moment + 600_000, ClearedEPOCH: null },
      ],
    },
  });
  await loaded();
  const link = await until(() => document.querySelector('svg a'));
  expect(link.getAttribute('aria-label')).toMatch(/^Freezer 3 −24\.6\s°C, Normal$/);
  expect(bodyOf('getPastTable')).toMatchObject({ ProjectId: 1, MomentEPOCH: moment });
  expect(said()).not.toContain('Live');
  await until(() => said().includes('Alarms on this day: 1'));
  await click(byRole(document.body, 'button', 'Next alarm'));
  const minute = Math.floor((moment + 300_000) / 60_000) * 60_000;
  await until(() => (bodyOf('getPastTable') as { MomentEPOCH: number }).MomentEPOCH === minute);
  await click(byRole(document.body, 'button', 'Back to live'));
  await until(() => document.querySelector('svg a')?.getAttribute('aria-label')?.includes('Urgent'));
  expect(said()).not.toContain('Back to live');
});

it('marks a device of which a part is unknown, and one without limits, and calls neither normal', async () => {
  const at = Date.now();
  const door = testState('doorState', 0, 'Closed', { Time: at, Quality: 'bad' });
  const shown = async (device: DeviceRow) => {
    await showPage(<PlanShowPage />, {
      held: ['monitorView'],
      at: '/monitor/planShow?planId=7',
      answers: { ...answers, getTableListRead: () => ({ Data: [device], TotalCount: 1 }) },
    });
    await loaded();
    const name = (await until(() => document.querySelector('svg a'))).getAttribute('aria-label');
    const hasMark = document.querySelector('svg a .no-data-mark') !== null;
    unmountAll();
    return [name?.split(', ').at(-1), hasMark];
  };
  const known = { AlarmLevel: null };
  expect(await shown(testDevice({ ...known, Points: [testPoint({ Time: at }), door] }))).toEqual(['No data', true]);
  expect(await shown(testDevice({ ...known, Points: [testPoint({ Time: at, Band: null })] }))).toEqual([
    'No limits',
    false,
  ]);
  expect(await shown(testDevice({ ...known, Points: [testPoint({ Time: at })] }))).toEqual(['Normal', false]);
  const HiddenList = [{ PointId: 11, Level: 2, Kind: 'outOfService' as const, UntilEPOCH: null }];
  const shelved = testDevice({ ...known, HiddenList, Points: [testPoint({ Time: at })] });
  expect(await shown(shelved)).toEqual(['Out of service', false]);
});

it('says of a moment before the first value that nothing was known yet, not that devices were silent', async () => {
  const moment = Date.now() - 3_600_000;
  const then = testDevice({ AlarmLevel: null, Points: [testPoint({ Value: null, Time: null, Quality: null })] });
  const show = (NeverIdList: number[]) =>
    showPage(<PlanShowPage />, {
      held: ['monitorView'],
      at: `/monitor/planShow?planId=7&at=${moment}`,
      answers: {
        ...answers,
        getPastTable: () => ({ Data: [then], TotalCount: 1, MomentEPOCH: moment, NeverIdList }),
        getPastAlarmList: () => [],
      },
    });
  await show([3]);
  await loaded();
  const name = async () => (await until(() => document.querySelector('svg a'))).getAttribute('aria-label');
  expect(await name()).toBe('Freezer 3 –, No earlier data');
  expect(document.querySelector('.plan-marker-silent')).toBeNull();
  expect(document.querySelector('.plan-list')?.textContent).toContain('No earlier data');
  await until(() => said().includes('No data is kept from before this moment'));
  unmountAll();
  await show([]);
  await loaded();
  expect(await name()).toBe('Freezer 3 –, Offline');
  expect(said()).not.toContain('No data is kept');
});

it('asks only for the devices that stand on the plan, and says of how many nothing is shown', async () => {
  const ItemList = Array.from({ length: 510 }, (_, index) => ({ Mtid: index + 3, PointId: null, X: 0.5, Y: 0.5 }));
  const { bodyOf } = await showPage(<PlanShowPage />, {
    held: ['monitorView'],
    answers: {
      ...answers,
      getPlan: () => ({ ...plan, ItemList: [...ItemList, ItemList[0]!] }),
      getTableListRead: () => ({ Data: [freezer], TotalCount: 11 }),
    },
  });
  await until(() => said().includes('Of 510 devices on this plan the first 500 are shown.'));
  expect((bodyOf('getTableListRead') as { ModelTreeIdList: number[] }).ModelTreeIdList).toHaveLength(510);
});

it('takes temperatures in °F into the heat map, with their limits', () => {
  const inFahrenheit = { Unit: '°F', Value: 5, LowerLimit: -4, UpperLimit: 14, Time: 1_000_000 };
  const device = testDevice({ Points: [testPoint(inFahrenheit)] });
  const probe = probeAt({ Mtid: 3, PointId: null, X: 0.5, Y: 0.25 }, device, [], 1_000_000);
  expect(probe).toEqual({ x: 0.5, y: 0.25, value: -15, middle: -15 });
});

it('colours by the air around a device, not by another temperature that somebody chose to show', () => {
  const air = testPoint({ PointId: 12, Value: -20, Time: 1_000_000 });
  const condenser = testPoint({ PointId: 13, Value: 45, Time: 1_000_000 });
  const device = testDevice({ Points: [testPoint({ Time: 1_000_000 }), air, condenser] });
  const item = { Mtid: 3, PointId: 13, X: 0.5, Y: 0.25 };
  expect(probeAt(item, device, [12], 1_000_000)?.value).toBe(-20);
  expect(probeAt(item, device, [], 1_000_000)?.value).toBe(-18.2);
});

it('asks for the location before there is anything to upload to', async () => {
  await showPage(<PlanCreatePage />, {
    held: ['monitorView', 'planEdit'],
    answers: { getAllSubarea: () => [] as never },
  });
  await until(() => said().includes('Choose the location before the base map.'));
  expect(said()).not.toContain('Choose a picture');
});

it('places, moves and takes back by keyboard, and saves over the revision it began from', async () => {
  const { bodyOf } = await showPage(<PlanCreatePage />, {
    held: ['monitorView', 'planEdit'],
    at: '/monitor/planCreate?planId=7',
    answers: { ...answers, savePlanContent: () => ({ Revision: 4 }) },
  });
  await loaded();
  await click(await until(() => byRole(document.body, 'button', 'Place Dock')));
  const handle = await until(() => document.querySelector<SVGGElement>('[role=button][aria-label^="Dock "]'));
  const press = (key: string, shiftKey = false) =>
    act(async () => handle.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, bubbles: true })));
  await press('ArrowRight', true);
  await press('ArrowRight', true);
  await click(byRole(document.body, 'button', 'Undo'));
  await click(byRole(document.body, 'button', 'Add a rectangle'));
  await click(byRole(document.body, 'button', 'Save'));
  const body = await until(
    () => bodyOf('savePlanContent') as { Revision: number; ItemList: object[]; ZoneList: object[] },
  );
  expect(body.Revision).toBe(3);
  expect(body.ItemList[1]).toMatchObject({ Mtid: 4, PointId: null, Y: 0.5 });
  expect((body.ItemList[1] as { X: number }).X).toBeCloseTo(0.55);
  expect(body.ZoneList).toMatchObject([{ ZoneName: 'Zone 1' }]);
});

it('prints the whole plan on a sheet of its own, with scale, legend, time and a table, and takes it away afterwards', async () => {
  const print = vi.fn();
  vi.stubGlobal('print', print);
  const pictures: HTMLImageElement[] = [];
  vi.stubGlobal('Image', function Picture() {
    const picture = document.createElement('img');
    pictures.push(picture);
    return picture;
  });
  const actions = document.body.appendChild(document.createElement('div'));
  await showPage(
    <TitleBarContext value={{ title: null, subtitle: null, actions }}>
      <PlanShowPage />
    </TitleBarContext>,
    { held: ['monitorView'], answers },
  );
  await loaded();
  await until(() => document.querySelector('svg a'));
  await click(byRole(document.body, 'button', 'Print'));
  const sheet = await until(() => document.querySelector('body > .print-sheet'));
  expect(sheet.querySelector('h1')?.textContent).toBe('Ground floor');
  expect(sheet.textContent).toMatch(/Project 1 · Cold Store 1Values of \d{4}-\d\d-\d\d \d\d:\d\dPrinted .* by Lin/);
  expect(sheet.querySelector('.plan-scale')?.textContent).toBe('5 m');
  expect(sheet.querySelector('.print-legend')?.textContent).toContain(
    'UrgentImportantGeneralBeyond limitsAlarm not shownOfflineNo dataNo limitsNormal',
  );
  expect(sheet.querySelector('tbody')?.textContent).toContain('Freezer 3');
  expect(sheet.querySelector('a')).toBeNull();
  expect(print).not.toHaveBeenCalled();
  await act(async () => pictures.at(-1)?.dispatchEvent(new Event('load')));
  await until(() => print.mock.calls.length === 1);
  expect(document.title).toBe('Ground floor');
  await act(async () => window.dispatchEvent(new Event('afterprint')));
  expect(document.querySelector('.print-sheet')).toBeNull();
  expect(document.title).not.toBe('Ground floor');
  vi.unstubAllGlobals();
  actions.remove();
});

it('makes a base map of a DXF drawing, says how wide it is, and refuses what it cannot read', async () => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(new Blob(['picture'])));
  let metres: number | null = null;
  const changed: string[] = [];
  const { received } = await showPage(
    <BaseMapField hasLocation onMetres={(wide) => (metres = wide)} onChange={(address) => changed.push(address)} />,
    {
      answers: {
        upload: () => ({
          FileId: 'new',
          Url: '/api/Upload/File/new',
          Path: 'new',
          Name: 'floor.dxf.png',
          ContentType: 'image/png',
          Size: 7,
          Width: 10,
          Height: 4,
        }),
      },
    },
  );
  const choose = async (name: string, content: string) => {
    const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
    Object.defineProperty(input, 'files', { configurable: true, value: [new File([content], name)] });
    await act(async () => input.dispatchEvent(new Event('change', { bubbles: true })));
  };
  await choose('floor.dwg', 'AC1032 and so on');
  await until(() => document.querySelector('[role=alert]')?.textContent?.includes('DWG cannot be read'));
  expect(received).not.toContain('upload');
  const groups = [0, 'SECTION', 2, 'HEADER', 9, '$INSUNITS', 70, 4, 0, 'ENDSEC', 0, 'SECTION', 2, 'ENTITIES'];
  const wall = [0, 'LINE', 8, 'W', 10, 0, 20, 0, 11, 30_000, 21, 12_000, 0, 'HATCH', 8, 'W', 0, 'ENDSEC'];
  await choose('floor.dxf', [...groups, ...wall].join('\n'));
  await until(() => changed.length === 1);
  // 30 m and two hundredths on each side.
  expect([changed, metres]).toEqual([['/api/Upload/File/new'], 31.2]);
  await until(() => said().includes('1 part drawn · 31.20 m wide · Left out: HATCH × 1'));
  expect(document.querySelector('[role=alert]')).toBeNull();
  // A drawing without a unit takes the width of the one before with it.
  await choose('other.dxf', [...groups.slice(10), ...wall].join('\n'));
  await until(() => said().includes('The drawing does not say its unit'));
  expect(metres).toBeNull();
  vi.restoreAllMocks();
});
