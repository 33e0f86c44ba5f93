import { expect, it } from 'vitest';
import { readNumber } from './readNumber.ts';

it('reads a number as its typist means it', () => {
  const read = Object.fromEntries(
    [
      '-18',
      '−18',
      '–18',
      '－１８．５',
      '1.5',
      '1。5',
      '.5',
      '1.',
      '1,500',
      '1,234,567.8',
      '2 000',
      '+3',
      '1e3',
      ' 7 ',
    ].map((typed) => [typed, Number(readNumber(typed))]),
  );
  expect(read).toEqual({
    '-18': -18,
    '−18': -18,
    '–18': -18,
    '－１８．５': -18.5,
    '1.5': 1.5,
    '1。5': 1.5,
    '.5': 0.5,
    '1.': 1,
    '1,500': 1500,
    '1,234,567.8': 1_234_567.8,
    '2 000': 2000,
    '+3': 3,
    '1e3': 1000,
    ' 7 ': 7,
  });
});

it('takes nothing for a number that could mean another one', () => {
  for (const typed of ['1,5', '1 5', '-18,5', '12,34', '1.2.3', '5-', '--5', 'abc', '5 °C', '-', '.', '0x10', 'e5'])
    expect(readNumber(typed), typed).toBeNull();
});
