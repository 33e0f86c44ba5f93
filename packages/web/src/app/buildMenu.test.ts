import { permissions, wildcardPermissionId } from '@watchpost/contract';
import { expect, it } from 'vitest';
import { buildMenu, firstPath, type MenuGroup, type MenuInput } from './buildMenu.ts';
import { findRoute, mayOpen } from './routeAccess.ts';
import { type AppRoute, routes } from './routeTable.ts';
import { subsystemsOf } from './subsystemsOf.ts';

const paths = (menu: readonly MenuGroup[]) =>
  menu.flatMap(({ entries }) =>
    entries.map((entry) => (entry.kind === 'item' ? entry.route.path : entry.routes.map(({ path }) => path))),
  );

const input = (changes: Partial<MenuInput> = {}): MenuInput => ({
  platform: 'BUSINESS',
  permissions: new Set([permissions.monitorView.id, permissions.alarmManage.id]),
  isLimited: false,
  industry: 1,
  ofOperator: false,
  companyId: 1,
  flags: { enterpriseService: true },
  subsystems: new Set(['coldStorage', 'transport']),
  ...changes,
});

it('puts the subsystems of a cold-chain project first and starts at the first of them', () => {
  const menu = buildMenu(routes, input());
  expect(paths(menu).slice(0, 3)).toEqual(['/monitor/warehouse', '/monitor/transportMonitor', '/monitor/carTrack']);
  expect(firstPath(menu, true)).toBe('/monitor/warehouse');
});

it.each([2, 4])('folds the subsystems of industry %i into one group', (industry) => {
  const menu = buildMenu(routes, input({ industry, subsystems: new Set(['refrigeration']) }));
  expect(paths(menu)[0]).toEqual([
    '/monitor/cold',
    '/monitor/commonTable',
    '/monitor/configuration',
    '/monitor/devicePointList',
    '/monitor/planShow',
    '/monitor/videoMonitor',
  ]);
  expect(firstPath(menu, true)).toBe('/monitor/cold');
});

it('appends the subsystems of a livestock project to what is monitored, and starts there', () => {
  const menu = buildMenu(routes, input({ industry: 3, subsystems: new Set(['livestock']) }));
  expect(paths(menu.slice(0, 1))).toEqual([
    '/monitor/commonTable',
    '/monitor/configuration',
    '/monitor/devicePointList',
    '/monitor/planShow',
    '/monitor/videoMonitor',
    '/monitor/environmentMonitor',
    '/dashboard/index',
  ]);
  expect(firstPath(menu, true)).toBe('/monitor/environmentMonitor');
});

it.each([1, 2, 3, 4])('has the same three groups in a project of industry %i', (industry) => {
  const menu = buildMenu(routes, input({ industry, permissions: new Set([wildcardPermissionId]) }));
  expect(menu.map(({ name }) => name)).toEqual(['monitoring', 'alarms', 'setUp']);
  expect(paths(menu.slice(1, 2))).toContain('/alarmManage/index');
  expect(paths(menu.slice(2))).toContain('/terminalManage/gateway');
});

it('shows only subsystems that the project has devices of', () => {
  expect(paths(buildMenu(routes, input())).flat()).not.toContain('/monitor/cold');
});

it('shows a subsystem that was chosen for the project and has no devices yet', () => {
  const types = [
    { BigTypeCode: 'transport', DeviceCount: 3 },
    { BigTypeCode: 'refrigeration', DeviceCount: 0 },
  ];
  const subsystems = subsystemsOf({ BigTypeCodeList: ['coldStorage'] }, types);
  expect([...subsystems].toSorted()).toEqual(['coldStorage', 'transport']);
  expect(paths(buildMenu(routes, input({ subsystems })))[0]).toBe('/monitor/warehouse');
});

it('two entries that stand in one menu have no icon in common', () => {
  for (const platform of ['BUSINESS', 'DEVICE_CONNECT', 'SYSTEM_MANAGE'] as const) {
    const all = routes.filter((route) => route.menu && (route.platform === null || route.platform === platform));
    // Boards of subsystems that no project has together may look alike.
    const icons = all.filter(({ subsystems }) => !subsystems).map(({ menu }) => menu?.icon);
    expect(icons).toEqual([...new Set(icons)]);
  }
});

it('hides what the user has no permission for', () => {
  const menu = buildMenu(routes, input({ permissions: new Set([permissions.alarmManage.id]) }));
  expect(
    paths(menu)
      .flat()
      .some((path) => path.startsWith('/monitor')),
  ).toBe(false);
  expect(paths(menu)).toContain('/alarmManage/index');
  expect(buildMenu(routes, input({ permissions: new Set() }))).toEqual([]);
});

it('opens a screen neither in a company whose platform is off nor in one that its list leaves out', () => {
  const all = input({ permissions: new Set([wildcardPermissionId]), platform: 'DATA_ANALYSIS' });
  const download = findRoute(routes, '/dataDownload')!;
  const listed: AppRoute = { ...download, path: '/ofTwoCompanies', companies: [2, 3] };
  const open = (companyId: number, dataAnalysis: boolean) => {
    const viewer = { ...all, companyId, flags: { dataAnalysis } };
    const ofMenu = paths(buildMenu([download, listed], viewer));
    expect([download, listed].filter((route) => mayOpen(route, viewer)).map(({ path }) => path)).toEqual(ofMenu);
    return ofMenu;
  };
  expect(open(1, false)).toEqual([]);
  expect(open(2, false)).toEqual([]);
  expect(open(1, true)).toEqual(['/dataDownload']);
  expect(open(2, true)).toEqual(['/dataDownload', '/ofTwoCompanies']);
});

it('shows everything to the holder of the wildcard', () => {
  const menu = buildMenu(routes, input({ permissions: new Set([wildcardPermissionId]) }));
  expect(paths(menu)).toContain('/alarmManage/index');
  expect(paths(menu)).toContain('/monitor/warehouse');
});

it('offers only company screens to a user without a project', () => {
  expect(paths(buildMenu(routes, input({ industry: null })))).toEqual(['/alarmManageWithAllProject/index']);
});

it('starts on the map when nobody named a project and there are places to show', () => {
  const menu = buildMenu(routes, input({ placesToShow: true }));
  expect(firstPath(menu, false)).toBe('/map/index');
  expect(firstPath(menu, true)).toBe('/monitor/warehouse');
  expect(firstPath(buildMenu(routes, input()), false)).toBe('/monitor/warehouse');
});

it.each(['/redirect/monitor/unit', '/Redirect/a/b/'])('finds %s by how it begins', (path) => {
  expect(findRoute(routes, path)?.path).toBe('/redirect/{path*}');
});

it('finds nothing that only begins alike', () => {
  expect(findRoute(routes, '/redirected')).toBeUndefined();
  expect(findRoute(routes, '/redirect')).toBeUndefined();
});

it('a user with only some devices of the project visible has no operation log of it in the menu', () => {
  const logs = (isLimited: boolean) =>
    JSON.stringify(buildMenu(routes, input({ permissions: new Set([permissions.projectLogs.id]), isLimited })));
  expect(logs(false)).toContain('/logManage/index');
  expect(logs(true)).not.toContain('/logManage/index');
});
