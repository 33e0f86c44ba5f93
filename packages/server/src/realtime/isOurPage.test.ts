import { expect, test } from 'vitest';
import { isOurPage } from './isOurPage.ts';

test.each([
  ['no browser', {}, true],
  ['a page of ours', { origin: 'http://cold.example:8080', host: 'cold.example:8080' }, true],
  [
    'a page of ours behind a proxy that says its name',
    { origin: 'https://watch.example', host: '10.0.0.5:8080', 'x-forwarded-host': 'watch.example' },
    true,
  ],
  ['a page of ours behind a proxy, by PUBLIC_URL', { origin: 'https://public.example', host: '10.0.0.5:8080' }, true],
  ['a page of another site', { origin: 'https://evil.example', host: 'cold.example:8080' }, false],
  ['a page that hides where it is from', { origin: 'null', host: 'cold.example:8080' }, false],
])('live values for %s', (_who, headers, isLetIn) => {
  expect(isOurPage({ headers }, { publicUrl: 'https://public.example', isFromProxy: true })).toBe(isLetIn);
});

test('only a trusted proxy says by which name a page was asked for', () => {
  const headers = { origin: 'https://evil.example', host: '10.0.0.5:8080', 'x-forwarded-host': 'evil.example' };
  expect(isOurPage({ headers }, { publicUrl: null, isFromProxy: false })).toBe(false);
});
