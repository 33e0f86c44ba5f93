import { type ProjectRow, permissions } from '@watchpost/contract';
import { App as AntdApp } from 'antd';
import { useEffect, useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { testDevice } from '../devices/testDevice.ts';
import { setAccessToken } from '../lib/accessToken.ts';
import { switchLanguage } from '../lib/language.ts';
import { setPlace } from '../lib/place.ts';
import { useAccount, useProject, useSession } from '../lib/session.ts';
import { type FakeCalls, fakeApi, Refusal } from '../testing/fakeApi.ts';
import { act, byRole, click, render, until } from '../testing/render.tsx';
import { testCompany, testProject, testUser } from '../testing/session.ts';
import { App } from './App.tsx';
import type { LoadPage } from './routeTable.ts';
import { useToldOfLostPlace } from './useToldOfLostPlace.tsx';

const seen = vi.hoisted(() => [] as string[]);
/** Whether pages ask for the devices of their project. */
const asking = vi.hoisted(() => ({ devices: false }));

vi.mock('../alarms/index.ts', async () => ({
  AlarmPopups: () => null,
  useAlarmChanges: (await import('../alarms/useAlarmChanges.ts')).useAlarmChanges,
}));
vi.mock('./routeTable.ts', async (original) => {
  const table = await original<typeof import('./routeTable.ts')>();
  const { useCall } = await import('../lib/useCall.ts');
  function Board({ path }: { path: string }) {
    const project = useProject();
    const { switchProject } = useSession();
    useEffect(() => void seen.push(project.ProjectName), [project.ProjectName]);
    const devices = useCall('getTableListRead', asking.devices ? { body: { ProjectId: project.ProjectId } } : null);
    return (
      <>
        <p data-testid="page" data-devices={devices.data?.TotalCount}>{`${path} of ${project.ProjectName}`}</p>
        <button type="button" onClick={() => switchProject(2)}>
          to the second
        </button>
      </>
    );
  }
  const load = async () => ({ default: Board });
  const forbidden = async () => ({ default: () => <h1>Not available</h1> });
  const own = async () => ({ default: () => <p data-testid="page">{`settings of ${useAccount().user.Nickname}`}</p> });
  const others: Record<string, LoadPage> = {
    '/403/index': forbidden,
    '/userSet/myInformation': own,
  };
  const routes = table.routes.map((route) => ({ ...route, page: others[route.path] ?? load }));
  return { ...table, routes, profilePage: own };
});

const project = (ProjectId: number, changes: Partial<ProjectRow> = {}) =>
  testProject(ProjectId, { Industry: 3, ...changes });

const signedIn = (projects: ProjectRow[], held: Record<number, number[]>): FakeCalls => ({
  getUserInfo: () => testUser(),
  getUserCompanyList: () => [testCompany(1, { CompanyName: 'Cold Ltd' })],
  getUserPreferences: () => ({ Preferences: '{}' }),
  getUserOwnProject: () => projects,
  getUserFuncNewList: ({ query }) => ({
    FuncS: query.type === '2' ? (held[Number(query.projectId)] ?? []) : [],
    LimitedProjectIdList: [],
  }),
  getUserRoleList: () => [],
  getBigSmallType: () => [
    { BigTypeId: 1, BigTypeName: 'Livestock', BigTypeCode: 'livestock', DeviceCount: 2, SmallTypes: [] },
  ],
  getAlarmMessageByUserId: () => ({ Data: [], TotalCount: 0 }),
  getAlarmOverNum: () => ({ Total: 0, Unconfirmed: 0, Levels: [], Hidden: 0 }),
});

let page: Awaited<ReturnType<typeof render>> | null = null;
const open = async (address: string) => {
  window.history.replaceState(null, '', address);
  page = await render(<App />);
  return page.container;
};
const shown = (container: HTMLElement) => container.querySelector('[data-testid=page]')?.textContent;

beforeEach(() => {
  setAccessToken({ token: 'good', expiresAt: Date.now() + 900_000 });
  setPlace({ companyId: null, projectId: null });
  switchLanguage('en');
});
afterEach(async () => {
  await page?.unmount();
  page = null;
  asking.devices = false;
});

const view = permissions.monitorView.id;

it('starts at the first screen the user may open', async () => {
  fakeApi(signedIn([project(1)], { 1: [view] }));
  const container = await open('/');
  await until(() => shown(container) === '/monitor/environmentMonitor of Project 1');
  expect(() => byRole(container, 'link', 'Alarms')).toThrow();
});

it.each([
  [false, 'You belong to no company yet'],
  [true, 'Your company has deactivated you'],
])(
  'a user without a company (deactivated: %s) reads why, and still has personal settings',
  async (Deactivated, words) => {
    fakeApi({
      ...signedIn([], {}),
      getUserInfo: () => ({ ...testUser(), Nickname: 'Lin', Deactivated }),
      getUserCompanyList: () => [],
    });
    const container = await open('/');
    await until(() => byRole(container, 'heading', words));
    await click(byRole(container, 'link', 'Personal settings'));
    await until(() => shown(container) === 'settings of Lin');
  },
);

it('a company without a project can be administered all the same', async () => {
  fakeApi({
    ...signedIn([], {}),
    getUserFuncNewList: () => ({
      FuncS: [permissions.membersView.id, permissions.alarmManage.id],
      LimitedProjectIdList: [],
    }),
  });
  const container = await open('/');
  const link = await until(() => byRole(container, 'link', 'Administration'));
  expect(link.getAttribute('href')).toBe('/personnelManage/member');
});

it('keeps the screen when the project changes, and refuses it where the right is missing there', async () => {
  fakeApi(signedIn([project(1), project(2)], { 1: [view], 2: [] }));
  const container = await open('/monitor/commonTable');
  await until(() => shown(container) === '/monitor/commonTable of Project 1');
  await click(byRole(container, 'button', 'to the second'));
  await until(() => container.querySelector('main')?.textContent?.includes('You may not see this'));
  expect(window.location.pathname).toBe('/monitor/commonTable');
});

it('goes to the project that a link names before it shows the page', async () => {
  fakeApi(signedIn([project(1), project(2)], { 1: [view], 2: [view] }));
  seen.length = 0;
  const container = await open('/monitor/commonTable?area=5&project=2');
  await until(() => shown(container) === '/monitor/commonTable of Project 2');
  expect(window.location.search).toBe('?area=5');
  expect(seen).toEqual(['Project 2']);
});

it('goes to a project that was made a moment ago, though this browser has not heard of it', async () => {
  const mine = [project(1)];
  fakeApi({ ...signedIn(mine, { 1: [view], 2: [view] }), getUserOwnProject: () => [...mine] });
  const container = await open('/monitor/commonTable');
  await until(() => shown(container) === '/monitor/commonTable of Project 1');
  mine.push(project(2));
  await act(async () => {
    window.history.pushState(null, '', '/monitor/commonTable?area=5&project=2');
    window.dispatchEvent(new PopStateEvent('popstate'));
  });
  await until(() => shown(container) === '/monitor/commonTable of Project 2');
  expect(window.location.search).toBe('?area=5');
});

it('stays where one is when a link names a project of somebody else', async () => {
  fakeApi(signedIn([project(1)], { 1: [view] }));
  const container = await open('/monitor/commonTable?area=5&project=9');
  await until(() => shown(container) === '/monitor/commonTable of Project 1');
  await until(() => window.location.search === '?area=5');
});

it('starts at a project that shows something, not at one that has expired, when nobody chose one', async () => {
  const expired = project(1, { State: 'expired', Expired: true, ServiceEnd: '2026-06-30' });
  fakeApi(signedIn([expired, project(2)], { 1: [view], 2: [view] }));
  const container = await open('/monitor/commonTable');
  await until(() => shown(container) === '/monitor/commonTable of Project 2');
  expect(container.querySelector('.banner')).toBeNull();
});

it('a screen of a platform that the company does not have opens by no address, and brings no menu of it', async () => {
  const right = permissions.historyExcel.id;
  const answers = (dataAnalysis: boolean) => ({
    ...signedIn([project(1)], { 1: [view, right] }),
    getUserCompanyList: () => [testCompany(1, { Flags: { dataAnalysis } })],
  });
  fakeApi(answers(false));
  const refused = await open('/dataDownload');
  await until(() => byRole(refused, 'button', 'Go to the first page'));
  expect(shown(refused)).toBeUndefined();
  await until(() => byRole(refused, 'link', 'Climate'));
  await page?.unmount();
  fakeApi(answers(true));
  const opened = await open('/dataDownload');
  await until(() => shown(opened) === '/dataDownload of Project 1');
});

it('names no platform whose only screen is a knowledge hub that the company does not have', async () => {
  fakeApi(signedIn([project(1)], { 1: [view] }));
  const container = await open('/');
  await until(() => shown(container));
  expect(() => byRole(container, 'link', 'Administration')).toThrow();
});

it('says which project was taken away and which one is shown now', async () => {
  const company = testCompany(1, { CompanyName: 'Cold Ltd' });
  const both = [project(1), project(2)];
  function Probe() {
    const [projects, setProjects] = useState(both);
    useToldOfLostPlace({ company, companies: [company], project: projects[0]!, projects });
    return (
      <button type="button" onClick={() => setProjects([both[1]!])}>
        taken
      </button>
    );
  }
  page = await render(
    <AntdApp>
      <Probe />
    </AntdApp>,
  );
  await click(byRole(page.container, 'button', 'taken'));
  await until(() => document.body.textContent?.includes('You no longer see “Project 1”'));
  expect(document.body.textContent).toContain('This is “Project 2” now');
});

it('warns that monitoring of a project has expired', async () => {
  fakeApi(signedIn([project(1, { Expired: true, ServiceEnd: '2026-06-30' })], { 1: [view] }));
  const container = await open('/');
  await until(() => container.textContent?.includes('Monitoring of “Project 1” expired on 2026-06-30'));
});

it('says of a disabled project that it is, on the screen and in the selector', async () => {
  fakeApi(signedIn([project(1, { State: 'disabled' })], { 1: [view] }));
  const container = await open('/monitor/commonTable');
  const alert = await until(() => container.querySelector('[role=alert]'));
  expect(alert.textContent).toContain('no live data and no notifications');
  await act(async () => {
    document
      .querySelector<HTMLElement>('.project-selector input')
      ?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }));
  });
  await until(() => document.querySelector('.project-option-note')?.textContent === 'Disabled');
});

it('says what to do when no project is assigned', async () => {
  fakeApi(signedIn([], {}));
  const container = await open('/');
  await until(() => container.textContent?.includes('No project is assigned to you'));
});

it('tells a user who sees the whole company that it has no project, without sending them to an administrator', async () => {
  fakeApi({ ...signedIn([], {}), getUserFuncNewList: () => ({ FuncS: [0], LimitedProjectIdList: [] }) });
  const container = await open('/');
  await until(() => container.textContent?.includes('This company has no project yet'));
  expect(container.textContent).not.toContain('Ask your administrator');
});

it('says at an unknown address that there is no such page, beside the menu, and leads to the first screen', async () => {
  fakeApi(signedIn([project(1)], { 1: [view] }));
  localStorage.setItem('watchpost.signedIn', 'yes');
  const container = await open('/no/such/screen');
  await until(() => byRole(container, 'heading', 'There is no such page'));
  expect(window.location.pathname).toBe('/403/index');
  expect(container.textContent).toContain('/no/such/screen');
  await until(() => byRole(container, 'link', 'All devices'));
  await act(async () => switchLanguage('zh'));
  await until(() => byRole(container, 'heading', '没有这个页面'));
  await click(byRole(container, 'button', '返回首页'));
  await until(() => shown(container) === '/monitor/environmentMonitor of Project 1');
  await act(async () => switchLanguage('en'));
});

describe('switching the project in the header', () => {
  const types = (...codes: string[]) =>
    codes.map((BigTypeCode, index) => ({
      BigTypeId: index + 1,
      BigTypeName: BigTypeCode,
      BigTypeCode,
      DeviceCount: 1,
      SmallTypes: [],
    }));
  const held = { 1: [view], 2: [view] };
  /** The first project has a cold store and refrigeration; of the second, what is given. */
  const twoProjects = (second: string[]): FakeCalls => ({
    ...signedIn([project(1, { Industry: 1 }), project(2, { Industry: 1 })], held),
    getBigSmallType: ({ query }) =>
      query.projectId === '1' ? types('coldStorage', 'refrigeration') : types(...second),
  });
  const goToSecond = async (container: HTMLElement) => {
    const selector = container.querySelector<HTMLElement>('[role=combobox]')!;
    await act(async () => selector.dispatchEvent(new MouseEvent('mousedown', { bubbles: true })));
    const option = await until(() =>
      [...document.querySelectorAll<HTMLElement>('.ant-select-item-option')].find(
        ({ textContent }) => textContent === 'Project 2',
      ),
    );
    await click(option);
  };

  it('stays on the board of a subsystem, with its filters, where the other project has it', async () => {
    fakeApi(twoProjects(['livestock', 'refrigeration']));
    const container = await open('/monitor/cold?q=dairy');
    await until(() => shown(container) === '/monitor/cold of Project 1');
    await goToSecond(container);
    await until(() => shown(container) === '/monitor/cold of Project 2');
    expect(window.location.search).toBe('?q=dairy');
  });

  it('leaves the search of projects once one is chosen, so that keys are those of the screen again', async () => {
    fakeApi(twoProjects(['refrigeration']));
    const container = await open('/monitor/cold');
    await until(() => shown(container) === '/monitor/cold of Project 1');
    const search = container.querySelector<HTMLElement>('[role=combobox]')!;
    await act(async () => search.focus());
    await goToSecond(container);
    await until(() => shown(container) === '/monitor/cold of Project 2');
    expect(document.activeElement?.id).toBe('content');
  });

  it('comes to the first board of the other project where the subsystem is missing there', async () => {
    fakeApi(twoProjects(['livestock']));
    seen.length = 0;
    const container = await open('/monitor/cold');
    await until(() => shown(container) === '/monitor/cold of Project 1');
    await goToSecond(container);
    await until(() => shown(container) === '/monitor/environmentMonitor of Project 2');
    expect(seen).toEqual(['Project 1', 'Project 2']);
    expect(container.querySelectorAll('[data-testid=page]')).toHaveLength(1);
  });

  it('does not lead back who has gone elsewhere while the screen was still the old one', async () => {
    const second = Promise.withResolvers<ReturnType<typeof types>>();
    fakeApi({
      ...twoProjects([]),
      getBigSmallType: ({ query }) =>
        query.projectId === '1' ? types('coldStorage', 'refrigeration') : second.promise,
    });
    const container = await open('/monitor/cold');
    await until(() => shown(container) === '/monitor/cold of Project 1');
    await goToSecond(container);
    await until(() => window.location.pathname === '/' && window.location.search === '');
    // A click changes the address at once, and the screen when it is drawn: on a slow machine much later.
    window.history.pushState(null, '', '/monitor/commonTable');
    await act(async () => second.resolve(types('livestock')));
    expect(window.location.pathname).toBe('/monitor/commonTable');
    await act(async () => window.dispatchEvent(new PopStateEvent('popstate')));
    await until(() => shown(container) === '/monitor/commonTable of Project 2');
  });

  it('leaves the page of a device, which the other project does not have', async () => {
    fakeApi(twoProjects(['refrigeration', 'transport']));
    const container = await open('/monitor/unit?id=5');
    await until(() => shown(container) === '/monitor/unit of Project 1');
    await goToSecond(container);
    await until(() => shown(container) === '/monitor/cold of Project 2');
    expect(window.location.search).toBe('');
  });

  it('comes from a device to the board of its subsystem, also before the page of the device is filled', async () => {
    asking.devices = true;
    const device = testDevice({ Mtid: 5, BigTypeCode: 'refrigeration' });
    fakeApi({
      ...twoProjects(['coldStorage', 'refrigeration']),
      getTableListRead: () => ({ Data: [device], TotalCount: 1 }),
    });
    const container = await open('/monitor/cold');
    await until(() => shown(container) === '/monitor/cold of Project 1');
    await until(() => container.querySelector('[data-devices="1"]'));
    await act(async () => window.history.pushState(null, '', '/monitor/unit?id=5'));
    await act(async () => window.dispatchEvent(new PopStateEvent('popstate')));
    // The board stays, hidden.
    const pages = () => [...container.querySelectorAll('[data-testid=page]')].map(({ textContent }) => textContent);
    await until(() => pages().includes('/monitor/unit of Project 1'));
    await goToSecond(container);
    await until(() => pages().includes('/monitor/cold of Project 2'));
  });
});

it('leaves for the login page with the way back when the session is over', async () => {
  setAccessToken(null);
  fakeApi({ refreshToken: () => new Refusal(401, 'over') });
  const leave = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
  await open('/monitor/unit?id=5');
  await until(() => leave.mock.calls.length > 0);
  expect(leave).toHaveBeenCalledWith('/login?redirect=%2Fmonitor%2Funit%3Fid%3D5');
  leave.mockRestore();
});

it('changes the language of the whole shell without leaving the screen, and says so in the new one', async () => {
  fakeApi(signedIn([project(1)], { 1: [view] }));
  const container = await open('/monitor/commonTable');
  await until(() => shown(container));
  expect(byRole(container, 'heading', 'All devices')).toBeTruthy();
  await click(byRole(container, 'button', '中文'));
  await until(() => document.body.textContent?.includes('已切换为中文'));
  expect(byRole(container, 'heading', '全部设备')).toBeTruthy();
  expect(window.location.pathname).toBe('/monitor/commonTable');
  await act(async () => switchLanguage('en'));
});
