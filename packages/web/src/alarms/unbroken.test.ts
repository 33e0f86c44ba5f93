import { expect, it } from 'vitest';
import { unbroken } from './unbroken.ts';

it('keeps a number and its unit on one line, and lets a sentence break everywhere else', () => {
  expect(unbroken('−12.4 °C above high limit −15.0 °C')).toBe('−12.4\u00a0°C above high limit −15.0\u00a0°C');
  expect(unbroken('231.1 V，高于上限 231.0 V，持续 2 分钟')).toBe('231.1\u00a0V，高于上限 231.0\u00a0V，持续 2 分钟');
});
