import { expect, it } from 'vitest';
import { redirectTarget } from './redirectTarget.ts';

it.each([
  ['/redirect/alarmManage/index', '', '/alarmManage/index'],
  ['/redirect/monitor/unit', '?id=5', '/monitor/unit?id=5'],
  ['/triggerRouterGuard', '?goPage=%2Fmap%2Findex', '/map/index'],
  ['/triggerRouterGuard', '?fullPath=%2Fmonitor%2Funit%3Fid%3D5&project=2', '/monitor/unit?id=5&project=2'],
])('%s%s leads to %s', (pathname, search, target) => {
  expect(redirectTarget(pathname, search)).toBe(target);
});

it.each([
  ['another site', '/triggerRouterGuard', '?goPage=https%3A%2F%2Fevil.example'],
  ['another site in disguise', '/redirect//evil.example', ''],
  ['another site behind a backslash', '/triggerRouterGuard', '?goPage=%2F%5Cevil.example'],
  ['itself', '/redirect/redirect/x', ''],
  ['nowhere', '/triggerRouterGuard', ''],
])('does not lead to %s', (_where, pathname, search) => {
  expect(redirectTarget(pathname, search)).toBe('/');
});
