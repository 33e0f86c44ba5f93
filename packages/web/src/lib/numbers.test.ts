import { expect, it } from 'vitest';
import { formatNumber, formatWithUnit } from './numbers.ts';

it('writes a real minus, the decimals of the point and thousands', () => {
  expect(formatNumber(-18.26, 1)).toBe('−18.3');
  expect(formatNumber(1284, 0)).toBe('1,284');
  expect(formatNumber(3, 2)).toBe('3.00');
});

it('shows a dash where there is no number, never a zero', () => {
  expect(formatNumber(null, 1)).toBe('–');
  expect(formatNumber(undefined)).toBe('–');
  expect(formatNumber(Number.NaN)).toBe('–');
  expect(formatWithUnit(null, '℃', 1)).toBe('–');
});

it('gives no sign to what rounds to zero', () => {
  expect(formatNumber(-0.04, 1)).toBe('0.0');
});

it('keeps the number and its unit on one line', () => {
  expect(formatWithUnit(-18.2, '℃', 1)).toBe('−18.2\u202f℃');
  expect(formatWithUnit(5, '')).toBe('5');
});
