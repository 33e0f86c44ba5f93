import { expect, it } from 'vitest';
import { positionInText, rounded } from './position.ts';

it.each([
  ['30.2741, 120.1551', 30.2741, 120.1551],
  ['30.2741，120.1551', 30.2741, 120.1551],
  [' -33.86 151.21 ', -33.86, 151.21],
  ['33.86° S, 151.21° E', -33.86, 151.21],
])('takes the position out of “%s”', (words, latitude, longitude) => {
  expect(positionInText(words)).toEqual({ latitude, longitude });
});

it.each(['120.1551', 'Hangzhou', '91, 10', '10, 181', '1,2,3'])('finds no position in “%s”', (words) => {
  expect(positionInText(words)).toBeNull();
});

it('a click beyond the date line lands on the other side, and needs no more than six digits', () => {
  expect(rounded({ latitude: 1.23456789, longitude: 190 })).toEqual({ latitude: 1.234568, longitude: -170 });
});
