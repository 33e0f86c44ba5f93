import { permissions } from '@watchpost/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { switchLanguage } from '../lib/language.ts';
import { type FakeCalls, fakeApi } from '../testing/fakeApi.ts';
import { InTestShell } from '../testing/InTestShell.tsx';
import { pagesInEnglish } from '../testing/pagesInEnglish.ts';
import { usualAnswers } from '../testing/places.ts';
import { act, byRole, click, render, type, unmountAll, until } from '../testing/render.tsx';
import { testProject, testSession } from '../testing/session.ts';
import { OverviewMapPage } from './OverviewMapPage.tsx';

pagesInEnglish();

const projects = [
  testProject(1, { ProjectName: 'Calm store', Latitude: 52.5, Longitude: 13.4, Address: 'Harbour Road' }),
  testProject(2, { ProjectName: 'Hot store', Latitude: 30.27, Longitude: 120.15, AlarmCount: 3, AlarmLevel: 1 }),
  testProject(3, { ProjectName: 'Nowhere', AlarmCount: 1, AlarmLevel: 2 }),
  testProject(4, {
    ProjectName: 'Old store',
    Latitude: -33.9,
    Longitude: 18.4,
    Expired: true,
    State: 'expired',
    ServiceEnd: '2026-01-31',
  }),
];

const show = async (at = '/map/index', answers: FakeCalls = {}, held: number[] = []) => {
  const api = fakeApi(answers);
  await render(
    <InTestShell at={at} session={testSession({ projects, held })}>
      <OverviewMapPage />
    </InTestShell>,
  );
  return api;
};
const address = () =>
  ['path', 'address'].map((part) => document.querySelector(`[data-testid=${part}]`)?.textContent ?? '').join('');
/** What is read aloud of each marker. */
const markers = () =>
  [...document.querySelectorAll('.map-pin button')].map((button) => {
    const heard = button.cloneNode(true) as HTMLElement;
    for (const silent of heard.querySelectorAll('[aria-hidden=true]')) silent.remove();
    return heard.textContent;
  });
const names = () => [...document.querySelectorAll('.overview-row-name')].map((each) => each.textContent);
const levels = () => ({
  Total: 3,
  Hidden: 0,
  Unconfirmed: 3,
  Levels: [1, 2, 3].map((Level) => ({
    Level,
    Count: Level === 3 ? 0 : Level,
    Unconfirmed: 0,
    Returned: 0,
    OldestEPOCH: null,
  })),
});

beforeEach(() => {
  // The test's document has no sizes; a map without one shows nothing.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(700);
});
afterEach(() => {
  vi.restoreAllMocks();
});

it('every project with a position is a button on the map that says its name and state', async () => {
  await show();
  await until(() => markers().length === 3);
  expect(markers().sort()).toEqual([
    'Calm store, No open alarms',
    'Hot store, 3 open alarms',
    'Old store, Service expired on 2026-01-31',
  ]);
});

it('projects close to each other stand as one, with the worst level in words and how many have alarms', async () => {
  const api = fakeApi({});
  await render(
    <InTestShell
      at="/map/index"
      session={testSession({
        projects: [
          testProject(1, { Latitude: 30.27, Longitude: 120.15, AlarmCount: 1, AlarmLevel: 2 }),
          testProject(2, { Latitude: 30.2701, Longitude: 120.1501 }),
          testProject(3, { Latitude: 52.5, Longitude: 13.4 }),
        ],
      })}
    >
      <OverviewMapPage />
    </InTestShell>,
  );
  await until(() => markers().length === 2);
  expect(markers()).toContain('2 places, 1 with alarms, worst: Important. Zoom in');
  expect(document.querySelector('.map-group .severity-important')?.textContent).toContain('Important 1');
  // Nothing is asked for but whether there are pictures to stand behind it.
  expect(api.received).toEqual(['getCompanyProjectUserConfig']);
});

it('shows the pictures of a tile server where the installation has one, and whose they are', async () => {
  const usual = usualAnswers().getCompanyProjectUserConfig as () => object;
  const MapTiles = { Url: 'https://tiles.example/{z}/{x}/{y}.png', Credit: '© <Tiles>', Datum: 'wgs84' as const };
  await show('/map/index', { getCompanyProjectUserConfig: () => ({ ...usual(), MapTiles }) as never });
  await until(() => document.querySelector('img.map-tiles, .map-tiles img'));
  expect(document.querySelector('.leaflet-control-attribution')?.textContent).toContain('© <Tiles>');
});

it('lists the worst first and apart what has no position, with a hint', async () => {
  await show();
  expect(names()).toEqual(['Hot store', 'Calm store', 'Old store', 'Nowhere']);
  expect(byRole(document, 'heading', 'Without a position (1)')).toBeTruthy();
});

it('what is searched stands in the address and leaves only what matches, on the map too', async () => {
  await show();
  await until(() => markers().length === 3);
  await type(byRole(document, 'textbox', 'Search name, code, address'), 'harbour');
  await until(() => address() === '/map/index?q=harbour');
  expect(names()).toEqual(['Calm store']);
  await until(() => markers().length === 1);
});

it('a project opens a card with its alarms by level, from which one goes into it or to its alarms', async () => {
  const { requests } = await show('/map/index', { getAlarmOverNum: levels });
  await click(document.querySelector<HTMLElement>('.overview-row')!);
  expect(address()).toBe('/map/index?site=2');
  const card = document.querySelector<HTMLElement>('.overview-card')!;
  await until(() => card.textContent?.includes('Important 2'));
  expect(card.textContent).toContain('Urgent 1');
  expect(card.textContent).not.toContain('General');
  expect(requests.map(({ body }) => body)).toContainEqual({ ProjectId: 2 });
  await click(byRole(card, 'button', 'See alarms'));
  expect(address()).toBe('/alarmManage/index?tab=current&project=2');
});

it('“Open project” leads to the first screen of the project', async () => {
  await show('/map/index?site=1');
  await click(byRole(document, 'button', 'Open project'));
  expect(address()).toBe('/?project=1');
});

it('Escape closes the card', async () => {
  await show('/map/index?site=1');
  const card = document.querySelector<HTMLElement>('.overview-card')!;
  expect(document.activeElement).toBe(card);
  await act(
    async () => card.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })) && undefined,
  );
  expect(address()).toBe('/map/index');
});

it('says of an expired project since when and what that means', async () => {
  await show('/map/index?site=4');
  expect(document.querySelector('.overview-card')?.textContent).toContain('Service expired on 2026-01-31');
  expect(document.querySelector('.overview-card')?.textContent).toContain('recording goes on');
});

it('offers to set a missing position to who may', async () => {
  await show('/map/index?site=3', { getAlarmOverNum: levels });
  expect(document.querySelector('.overview-card a')).toBeNull();
  await unmountAll();
  await show('/map/index?site=3', { getAlarmOverNum: levels }, [permissions.projectConfig.id]);
  expect(byRole(document, 'link', 'Set position').getAttribute('href')).toBe('/projectConfig/updatePosition?project=3');
});

it('names the states in Chinese', async () => {
  switchLanguage('zh');
  await show();
  await until(() => markers().length === 3);
  expect(markers()).toContain('Hot store，3 条当前报警');
  expect(document.querySelector('.overview-rows')?.textContent).toContain('已到期');
});

it('a phone shows the list first and the map behind a tab, where a chosen project leads', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('max-width'),
    media: query,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  await show();
  await until(() => names().includes('Hot store'));
  expect(markers()).toEqual([]);
  await click(document.querySelector<HTMLElement>('.overview-row')!);
  await until(() => document.querySelector('.overview-card'));
  expect(names()).toEqual([]);
  vi.unstubAllGlobals();
});
