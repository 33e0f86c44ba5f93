import { expect, it } from 'vitest';
import { ownPath } from './ownPath.ts';

const origin = 'https://watch.example';

it('returns to the screen that asked for the login', () => {
  expect(ownPath('/monitor/unit?id=5', origin)).toBe('/monitor/unit?id=5');
  expect(ownPath(null, origin)).toBe('/');
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
  expect(ownPath(target, origin)).toBe('/');
});
