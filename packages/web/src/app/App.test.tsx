import { type ProjectRow, permissions } from '@watchpost/contract';
import { act, useEffect } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setAccessToken } from '../lib/accessToken.ts';
import { switchLanguage } from '../lib/language.ts';
import { setPlace } from '../lib/place.ts';
import { useProject, useSession } from '../lib/session.ts';
import { type FakeCalls, fakeApi, Refusal } from '../testing/fakeApi.ts';
import { byRole, click, render, until } from '../testing/render.tsx';
import { App } from './App.tsx';

const seen = vi.hoisted(() => [] as string[]);

vi.mock('mqtt', () => ({ default: { connect: () => ({ on: () => {}, end: () => {}, subscribe: () => {} }) } }));
vi.mock('../alarms/index.ts', () => ({ AlarmPopups: () => null }));
vi.mock('./routes.tsx', () => {
  function Board({ path }: { path: string }) {
    const project = useProject();
    const { switchProject } = useSession();
    useEffect(() => void seen.push(project.ProjectName), [project.ProjectName]);
    return (
      <>
        <p data-testid="page">{`${path} of ${project.ProjectName}`}</p>
        <button type="button" onClick={() => switchProject(2)}>
          to the second
        </button>
      </>
    );
  }
  const load = async () => ({ default: Board });
  const forbidden = async () => ({ default: () => <h1>Not available</h1> });
  return { pages: new Proxy({}, { get: (_pages, name) => (name === 'forbidden' ? forbidden : load) }) };
});

const project = (ProjectId: number, changes: Partial<ProjectRow> = {}): ProjectRow => ({
  ProjectId,
  ProjectName: `Project ${ProjectId}`,
  Code: `P${ProjectId}`,
  Industry: 3,
  Address: '',
  Latitude: null,
  Longitude: null,
  TimeZone: 'Asia/Shanghai',
  ServiceEnd: null,
  Expired: false,
  AlarmCount: 0,
  AlarmLevel: null,
  ...changes,
});

const signedIn = (projects: ProjectRow[], held: Record<number, number[]>): FakeCalls => ({
  getUserInfo: () => ({
    UserId: 7,
    Account: 'lin',
    Nickname: 'Lin',
    CompanyName: '',
    Depart: '',
    Mobile: '',
    Email: '',
    Avatar: '',
  }),
  getUserCompanyList: () => [{ CompanyId: 1, CompanyName: 'Cold Ltd', Label: '', Industry: 1, Flags: {} }],
  getUserPreferences: () => ({ Preferences: '{}' }),
  getUserOwnProject: () => projects,
  getUserFuncNewList: ({ query }) => ({ FuncS: query.type === '2' ? (held[Number(query.projectId)] ?? []) : [] }),
  getUserRoleList: () => [],
  getBigSmallType: () => [
    { BigTypeId: 1, BigTypeName: 'Livestock', BigTypeCode: 'livestock', DeviceCount: 2, SmallTypes: [] },
  ],
  getAlarmMessageByUserId: () => ({ Data: [], TotalCount: 0 }),
  getAlarmOverNum: () => ({ Total: 0, Unconfirmed: 0, Levels: [] }),
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
});

const view = permissions.monitorView.id;

it('starts at the first screen the user may open', async () => {
  fakeApi(signedIn([project(1)], { 1: [view] }));
  const container = await open('/');
  await until(() => shown(container) === '/monitor/environmentMonitor of Project 1');
  expect(() => byRole(container, 'link', 'Alarms')).toThrow();
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

it('warns that monitoring of a project has expired', async () => {
  fakeApi(signedIn([project(1, { Expired: true, ServiceEnd: '2026-06-30' })], { 1: [view] }));
  const container = await open('/');
  await until(() => container.textContent?.includes('expired on 2026-06-30'));
});

it('says what to do when no project is assigned', async () => {
  fakeApi(signedIn([], {}));
  const container = await open('/');
  await until(() => container.textContent?.includes('No project is assigned to you'));
});

it('leads unknown paths to the 403 page', async () => {
  fakeApi(signedIn([project(1)], { 1: [view] }));
  await open('/no/such/screen');
  await until(() => byRole(document, 'heading', 'Not available'));
  expect(window.location.pathname).toBe('/403/index');
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
