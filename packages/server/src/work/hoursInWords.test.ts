import { expect, it } from 'vitest';
import { hoursInWords } from './hoursInWords.ts';

const [eight, noon, six] = [480, 720, 1080];

it('says days in a row with the same hours together, and leaves out those without', () => {
  const windows = [
    ...[1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: eight, to: six })),
    { weekday: 7, from: eight, to: noon },
    { weekday: 8, from: eight, to: noon },
  ];
  expect(hoursInWords({ windows })).toEqual({
    zh: '周一至周五 08:00–18:00，周日 08:00–12:00，节假日 08:00–12:00',
    en: 'Mon–Fri 08:00–18:00, Sun 08:00–12:00, holidays 08:00–12:00',
  });
});

it('says several hours of a day in their order, and a whole day to 24:00', () => {
  const windows = [
    { weekday: 2, from: 780, to: 1440 },
    { weekday: 2, from: eight, to: noon },
  ];
  expect(hoursInWords({ windows }).en).toBe('Tue 08:00–12:00 13:00–24:00');
});
