import { expect, it } from 'vitest';
import { afterLogin } from './afterLogin.ts';

const origin = 'https://watch.example';

it('returns to the screen that asked for the login', () => {
  expect(afterLogin('?redirect=%2Fmonitor%2Funit%3Fid%3D5', origin)).toBe('/monitor/unit?id=5');
  expect(afterLogin('', origin)).toBe('/');
});

it.each([
  'https://evil.example/',
  '//evil.example/steal',
  '/\\evil.example/steal',
  '/.//evil.example',
  '\\\\evil.example',
  'javascript:alert(1)',
  '/login?redirect=/',
])('does not send anybody to %s', (target) => {
  expect(afterLogin(`?redirect=${encodeURIComponent(target)}`, origin)).toBe('/');
});
