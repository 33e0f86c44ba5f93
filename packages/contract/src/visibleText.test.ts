import { expect, test } from 'vitest';
import { onlyVisible, visible } from './visibleText.ts';

test.each(['冷库 1', 'Freezer ❄️ 1', '👨‍👩‍👧', '👩🏽‍🚀', '👍🏿', 'José', 'غرفة'])('%s is seen as a whole', (text) => {
  expect(visible.test(text)).toBe(true);
  expect(onlyVisible(text)).toBe(text);
});

test.each([
  ['Li\u3164n\u2800', 'Lin'],
  ['\u202eevil', 'evil'],
  ['A\u200dB', 'AB'],
  ['A\ufe0f', 'A'],
  ['👩\u200d', '👩'],
  ['❄\ufe0f\ufe0f', '❄\ufe0f'],
  ['\u00adA\u{e0041}', 'A'],
])('of %j what cannot be seen goes', (text, seen) => {
  expect(visible.test(text)).toBe(false);
  expect(onlyVisible(text)).toBe(seen);
});

test('a long text of emoji that ends badly is read once, not in every way that it could be', () => {
  expect(visible.test(`${'👩🏽‍🚀❄️'.repeat(5_000)}\u200b`)).toBe(false);
});
