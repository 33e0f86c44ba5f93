import { expect, test } from 'vitest';
import { energyOfDays } from './energyOfDays.ts';

test('a day at whose begin or end the meter could not be read has no energy', () => {
  const midnights = [1, 2, 3, 4, 5].map((day) => Date.parse(`2026-11-0${day}T00:00:00+08:00`));
  const register = {
    length: 6,
    measuredAt: [...midnights, midnights[4]! + 60_000],
    values: [100, 110.5, Number.NaN, 130, 142, 142],
  };
  const days = ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04', '2026-11-05'];
  expect([...energyOfDays(register, days, 'Asia/Shanghai')]).toEqual([
    ['2026-11-01', 10_500],
    ['2026-11-04', 12_000],
  ]);
});
