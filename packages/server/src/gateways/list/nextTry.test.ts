import { expect, test } from 'vitest';
import { nextTry } from './nextTry.ts';

const at = 1_700_000_000_000;
const second = 1000;

test.each([
  [0, 30],
  [29, 30],
  [30, 90],
  [90, 210],
  [210, 510],
  [511, 810],
  [3_600, 3_810],
])('a slave that fell silent %i s ago is asked again %i s after it did', (passed, expected) => {
  expect(nextTry(at, null, at + passed * second)).toBe(at + expected * second);
});

test('a line that came up after the slave fell silent finds out anew', () => {
  const lineUpAt = at + 3_600 * second;
  expect(nextTry(at, lineUpAt, lineUpAt + second)).toBe(lineUpAt + 20 * second);
  expect(nextTry(at, lineUpAt, lineUpAt + 25 * second)).toBe(lineUpAt + 50 * second);
});
